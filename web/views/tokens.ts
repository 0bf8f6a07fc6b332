import { html, useEffect, useState, type VNode } from "../lib/html.ts";
import { day, moment } from "../lib/format.ts";
import { useLoaded } from "../lib/loaded.ts";
import { client } from "../lib/session.ts";
import { Export } from "../parts/export.ts";
import { cannotUndo, notify, notifyError, Problem } from "../parts/notice.ts";
import { Sure } from "../parts/sure.ts";

/** How often is looked for tokens that a terminal issued or ended, and for their use, milliseconds: nothing of a project tells of it. */
const LOOK_MS = 3_000;

/** Who else has a key to the service, and whether he uses it. For the owner. */
export function Tokens(): VNode {
  const { value, error, reload } = useLoaded("tokens", async (signal) => await client.peek().tokens({ signal }));
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  /** Those that were ended here, until the list is asked for anew. */
  const [ended, setEnded] = useState<readonly string[]>([]);
  const tokens = (value?.tokens ?? []).filter(({ id }) => !ended.includes(id));
  const end = async (id: string, caller: string): Promise<void> => {
    await client.peek().endToken(id);
    setEnded((before) => [...before, id]);
    reload();
    cannotUndo("A token that was ended stays so; a terminal issues another.");
    notify(`The token of ${caller} was ended.`);
  };
  return html`<section>
    <h2>Tokens</h2>
    <${Problem} error=${error} retry=${reload} />
    ${
      value !== null &&
      html`<p class="quiet">
        ${tokens.length === 0 ? "Only you have access. " : ""}To give somebody a token, type in a terminal:
        <code>loci tokens add user:ada --days 90</code>
      </p>`
    }
    ${
      tokens.length > 0 &&
      html`<ul class="setting-list">
          ${tokens.map(
            ({ id, caller, projects, issuedAt, expiresAt, usedAt }) =>
              html`<li key=${id}>
                <p><strong><bdi>${caller}</bdi></strong> in ${projects?.join(", ") ?? "all projects"}</p>
                <p class="quiet">
                  Last used: ${moment(usedAt) || "never"}. Ends: ${ending(expiresAt)}. Issued: ${day(issuedAt)}.
                </p>
                <p class="buttons">
                  <${Sure}
                    label="End"
                    name=${`End the token ${id} of ${caller}`}
                    sure="End it, for good"
                    run=${() => void end(id, caller).catch(notifyError)}
                  />
                </p>
              </li>`,
          )}
        </ul>
        <p><${Export} name="tokens" rows=${() => tokens} /></p>`
    }
  </section>`;
}

function ending(expiresAt: string | null): string {
  if (expiresAt === null) return "never";
  return Date.parse(expiresAt) <= Date.now() ? "is over" : day(expiresAt);
}
