import { html, useState, type VNode } from "../lib/html.ts";
import { signIn, wasIn } from "../lib/session.ts";
import { Problem } from "../parts/notice.ts";

/** How to get in: by the command that opens the page, or by a token. */
export function SignIn(): VNode {
  const [token, setToken] = useState("");
  const [error, setError] = useState<unknown>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    setError(null);
    signIn(token.trim()).catch(setError);
  };
  return html`<main id="main" class="sign-in" tabindex="-1">
    <h1>Loci</h1>
    ${
      wasIn.value !== "" &&
      html`<p role="alert">
        <strong>Your sign-in has ended:</strong> its token was revoked or replaced, or has expired. Nothing that is stored was changed.
      </p>`
    }
    <p>On this machine, this opens the page signed in:</p>
    <pre><code>loci serve --open</code></pre>
    <form onSubmit=${submit}>
      <label>
        <span>Or sign in with a token that was issued to you</span>
        <input
          type="password"
          autocomplete="off"
          spellcheck=${false}
          required
          value=${token}
          onInput=${(event: Event) => setToken((event.currentTarget as HTMLInputElement).value)}
        />
      </label>
      <button type="submit" class="main">Sign in</button>
    </form>
    <${Problem} error=${error} />
    <p class="quiet">
      The token is exchanged for a cookie that no script can read. You see exactly what the token allows.
    </p>
  </main>`;
}
