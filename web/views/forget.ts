import type { ForgottenAnswer } from "loci/client";
import { signal } from "@preact/signals";
import { html, useState, type VNode } from "../lib/html.ts";
import { counted } from "../lib/format.ts";
import { useLoaded } from "../lib/loaded.ts";
import { changes, client } from "../lib/session.ts";
import { Dialog } from "../parts/dialog.ts";
import { beginning } from "../parts/front-matter.ts";
import { Icon } from "../parts/icon.ts";
import { cannotUndo, Problem } from "../parts/notice.ts";
import { saidIn, speakerOf, whereOf } from "./hit.ts";

/** Matches that are shown; of the others the number is said. */
const SHOWN = 50;

/** The passages that were forgotten last: whoever holds them chosen lets them go, from wherever they were forgotten. */
export const forgotten = signal<readonly string[]>([]);

/** The button that was pressed is gone when there is a proof: without this the focus would fall out of the dialog. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** Forgets passages: what would go and what stays, then what went and the proof that no way of reading finds it. */
export function ForgetDialog({
  ids,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly onClose: (removed: boolean) => void;
}): VNode {
  const preview = useLoaded(
    ids.join(),
    async (signal) => await client.peek().forget({ ids: [...ids], dryRun: true }, { signal }),
  );
  const [done, setDone] = useState<ForgottenAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const removable = preview.value?.matches.filter(({ goes }) => goes) ?? [];
  const staying = preview.value?.matches.filter(({ goes }) => !goes) ?? [];
  const forget = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const gone = await client.peek().forget({ ids: removable.map(({ id }) => id), dryRun: false });
      setDone(gone);
      forgotten.value = gone.removed;
      cannotUndo("What was forgotten can't be brought back.");
      changes.value++;
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  };
  return html`<${Dialog} title="Forget" wide onClose=${() => onClose(done !== null)}>
    <${Problem} error=${error ?? preview.error} />
    ${
      done !== null
        ? html`<${Proof} done=${done} />
            <p class="buttons">
              <button type="button" class="main" ref=${focus} onClick=${() => onClose(true)}>Done</button>
            </p>`
        : html`
            ${preview.loading && html`<p>Looking what would go…</p>`}
            <${Matches} title=${`${counted(removable.length, "passage")} will go, for good`} matches=${removable} />
            <${Matches} title=${`${counted(staying.length, "passage")} will stay`} matches=${staying} />
            <${Quoted} answers=${preview.value?.answers ?? []} />
            ${removable.length > 0 && html`<p><strong>This can't be undone.</strong></p>`}
            <p class="buttons">
              ${
                removable.length > 0 &&
                html`<button type="button" class="danger" aria-disabled=${busy} onClick=${() => void forget()}>
                  ${busy ? "Forgetting…" : `Forget ${counted(removable.length, "passage")}`}
                </button>`
              }
              <button type="button" autofocus onClick=${() => onClose(false)}>Keep all</button>
            </p>
          `
    }
  <//>`;
}

function Matches({
  title,
  matches,
}: {
  readonly title: string;
  readonly matches: ForgottenAnswer["matches"];
}): VNode | null {
  if (matches.length === 0) return null;
  return html`<section>
    <h3>${title}</h3>
    <ul class="matches" tabindex="0" aria-label=${title}>
      ${matches.slice(0, SHOWN).map(
        ({ id, text, wing, room, why, title, ...match }) =>
          html`<li key=${id}>
            <p class="clip" dir="auto">${beginning(text, 300)}</p>
            <p class="quiet">
              <bdi>${match.message === null ? whereOf({ ...match, title }) : saidIn({ title, source: match.source }, speakerOf(match.message, match.scope), match.message)}</bdi><br /><bdi>${wing} / ${room}</bdi>${why !== "" && html`<br /><bdi>${why}</bdi>`}
            </p>
          </li>`,
      )}
    </ul>
    ${matches.length > SHOWN && html`<p class="quiet">and ${matches.length - SHOWN} more</p>`}
  </section>`;
}

/** Answers of chats that quote what goes. */
function Quoted({ answers }: { readonly answers: ForgottenAnswer["answers"] }): VNode | null {
  if (answers.length === 0) return null;
  return html`<section>
    <h3>${counted(answers.length, "answer")} that quote it</h3>
    <ul class="matches" tabindex="0" aria-label="Answers">
      ${answers.slice(0, SHOWN).map(
        ({ chat, message, goes, why }) =>
          html`<li key=${`${chat} ${message}`}>
            <p class="quiet"><bdi>${chat}</bdi>: ${goes ? "what it quotes goes too" : why}</p>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Each way of reading that was tried afterwards, and whether it found anything. */
function Proof({ done }: { readonly done: ForgottenAnswer }): VNode {
  const { removed, proof } = done;
  return html`<section role="status">
    <h3>${counted(removed.length, "passage")} forgotten</h3>
    ${
      proof === null
        ? html`<p>Nothing was removed.</p>`
        : html`<p class=${proof.clean ? "good" : "bad"}>
              <${Icon} name=${proof.clean ? "check" : "warn"} />
              ${proof.clean ? "No way of reading finds it any more." : "Something still finds it."}
            </p>
            <ul class="proof">
              ${proof.probes.map(({ path, found }, i) => html`<li key=${i} class=${found ? "bad" : "good"}><${Icon} name=${found ? "warn" : "check"} /> ${path}: ${found ? "still found" : "nothing found"}</li>`)}
            </ul>`
    }
  </section>`;
}
