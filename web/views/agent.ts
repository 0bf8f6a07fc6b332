import { html, useState, type VNode } from "../lib/html.ts";
import { counted } from "../lib/format.ts";
import { useLoaded } from "../lib/loaded.ts";
import { here, param } from "../lib/route.ts";
import { client, project } from "../lib/session.ts";
import { isMissing, Notes, Problem } from "../parts/notice.ts";
import { typed } from "./search-state.ts";

/** What an agent would be given unasked for the prompt in the field, or why it would be given nothing. */
export function AgentView(): VNode {
  const [kind, setKind] = useState<"prompt" | "start">("prompt");
  return html`<div class="agent">
    <div class="segments" role="group" aria-label="When">
      <button type="button" aria-pressed=${kind === "prompt"} onClick=${() => setKind("prompt")}>
        With this prompt
      </button>
      <button type="button" aria-pressed=${kind === "start"} onClick=${() => setKind("start")}>
        At the start of a session
      </button>
    </div>
    ${kind === "prompt" ? html`<${WithPrompt} />` : html`<${AtStart} />`}
  </div>`;
}

function WithPrompt(): VNode {
  const prompt = typed.value.trim();
  const { value, error, age } = useLoaded(
    prompt === "" ? null : `${project.value} ${prompt}`,
    async (signal) => await client.peek().inject({ prompt }, { signal }),
  );
  if (prompt === "") return html`<p>Type a prompt above as you would give it to an agent.</p>`;
  if (isMissing(error)) return html`<p>This service can't preview what it would inject.</p>`;
  if (error !== null) return html`<${Problem} error=${error} />`;
  if (value === null) return html`<p class="quiet">…</p>`;
  const { text, used, silent, probability, notes } = value;
  const sure = probability === null ? "" : `${Math.round(probability * 100)} %`;
  if (silent !== null) {
    return html`<div ...${age}>
      <div class="verdict" role="status">
        <p><strong>Silent</strong> <span>nothing would be added: ${silent.message}${sure !== "" && `, ${sure} is too little for a prompt like this`}</span></p>
      </div>
      <${Notes} notes=${notes} />
    </div>`;
  }
  const tokens = Math.ceil(text.length / 4);
  return html`<div ...${age}>
    <div class="verdict" role="status">
      <p class="covered">
        <strong>Would be given</strong> <span>${counted(used.length, "passage")}, about ${counted(tokens, "token")}${sure !== "" && `, ${sure} sure that they answer`}</span>
      </p>
    </div>
    <${Notes} notes=${notes} />
    <${Given} text=${text} drawers=${used.map(({ id, label, about }) => ({ id, label: `${label} ${about}` }))} />
  </div>`;
}

function AtStart(): VNode {
  const wing = param("wing");
  const { value, error, age } = useLoaded(
    `${project.value} ${wing}`,
    async (signal) => await client.peek().wakeUp({ ...(wing !== "" && { wing }), signal }),
  );
  if (error !== null) return html`<${Problem} error=${error} />`;
  if (value === null) return html`<p class="quiet">…</p>`;
  if (value.text === "") return html`<p>There is nothing yet that a session would start with.</p>`;
  return html`<div ...${age}>
    <div class="verdict" role="status">
      <p><strong>The brief</strong> <span>${counted(value.tokens, "token")} of ${value.budgetTokens}</span></p>
    </div>
    <${Given}
      text=${value.text}
      drawers=${value.lines.map(({ drawer, text }) => ({ id: drawer, label: text.slice(0, 80) }))}
    />
  </div>`;
}

/** The words as they would be given, and where each comes from. */
function Given({
  text,
  drawers,
}: {
  readonly text: string;
  readonly drawers: readonly { readonly id: string; readonly label: string }[];
}): VNode {
  return html`<pre class="given" dir="auto" tabindex="0" aria-label="Text for the agent">${text}</pre>
    <h2>Where it comes from</h2>
    <ul class="plain">
      ${drawers
        .filter(({ id }) => id !== "")
        .map(
          ({ id, label }, i) =>
            html`<li key=${i}>
              <a href=${here({ open: id })}><bdi>${label}</bdi></a>
            </li>`,
        )}
    </ul>`;
}
