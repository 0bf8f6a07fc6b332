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
    <p>The memory of people and their agents. Whoever runs it gives you a token.</p>
    <p>On the machine where it runs, this opens the page signed in:</p>
    <pre><code>loci serve --open</code></pre>
    <form onSubmit=${submit}>
      <label>
        <span>Or sign in with a token that was issued to you</span>
        <input
          type="password"
          autofocus
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
      The token isn't kept in this browser. You see exactly what it allows.
    </p>
  </main>`;
}
