import type { AnswerOf } from "loci/client";
import { html, type VNode } from "../lib/html.ts";
import { counted } from "../lib/format.ts";
import { isTyping, singleKeys } from "../lib/keys.ts";
import { useLoaded } from "../lib/loaded.ts";
import { change, here, param } from "../lib/route.ts";
import { changes, client, project } from "../lib/session.ts";
import { Export } from "../parts/export.ts";
import { Empty, notify, notifyError, Problem } from "../parts/notice.ts";
import { Passage } from "./passage.ts";

type Entry = AnswerOf<"today">["entries"][number];

/** Entries that are shown. */
const SHOWN = 300;
/** Drawers of an entry that are led to. */
const LED_TO = 8;

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** What happened today, session by session: what agents asked and were given, what was put into prompts or why not, what was remembered and forgotten. */
export function TodayView(): VNode {
  const open = param("open");
  const from = param("client");
  const { value, error, reload } = useLoaded(
    `${project.value} ${changes.value}`,
    async (signal) => await client.peek().today({ limit: SHOWN, signal }),
  );
  const entries = (value?.entries ?? []).filter((one) => from === "" || one.client === from);
  const clients = [...new Set((value?.entries ?? []).map((one) => one.client))].filter((name) => name !== "").sort();
  const close = (): void => {
    change({ open: "" });
    document.getElementById("main")?.focus();
  };
  return html`<div
    class=${`palace ${open === "" ? "" : "opened"}`}
    onKeyDown=${(event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (event.key === "Escape" && open !== "") close();
      if (event.key !== "y" || event.ctrlKey || event.metaKey || event.altKey || singleKeys.value === "off") return;
      const link = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-passage]") : null;
      const id = link?.dataset["passage"] ?? open;
      const words = link?.dataset["words"] ?? entries.find((one) => one.words !== null && one.ids.includes(id))?.words;
      if (id !== "" && words != null && words !== "") void judge(words, id).catch(notifyError);
    }}
  >
    <div class="palace-side">
      <header class="view-head">
        <h1>Today</h1>
        <button type="button" onClick=${reload}>Look again</button>
      </header>
      <${Problem} error=${error} retry=${reload} />
      ${
        value !== null &&
        !value.keepsWords &&
        html`<p class="note">
          The words of questions are not kept. <code>loci config set page.today true</code> keeps yours and your agents', until midnight, on this machine.
        </p>`
      }
      ${
        clients.length > 1 &&
        html`<nav class="tabs" aria-label="Through what">
          ${["", ...clients].map((name) => html`<a key=${name} href=${here({ client: name })} aria-current=${from === name ? "true" : null}>${name === "" ? "All" : (THROUGH[name] ?? name)}</a>`)}
        </nav>`
      }
      ${
        value !== null &&
        entries.length === 0 &&
        html`<${Empty} title=${from === "" ? "Nothing yet today" : `Nothing yet today through ${from}`}>
          <p>What agents ask, what they are given and what is read and remembered stands here as it happens. What you search here yourself doesn't.</p>
          ${from !== "" && html`<p><a href=${here({ client: "" })}>Everything of today</a></p>`}
        <//>`
      }
      ${[...Map.groupBy(entries, sessionOf)].map(
        ([session, own]) =>
          html`<section key=${session}>
            <h2>${session}</h2>
            <ol class="plain feed">
              ${own.map((entry, i) => html`<${Row} key=${`${entry.time} ${i}`} entry=${entry} open=${open} />`)}
            </ol>
          </section>`,
      )}
      ${entries.length > 0 && html`<p><${Export} name="today" rows=${() => entries} /></p>`}
      <${Sessions} />
    </div>
    ${open !== "" && html`<${Passage} id=${open} onClose=${close} />`}
  </div>`;
}

/** Sessions of agents, by what they are called, with where each stopped. */
function Sessions(): VNode | null {
  const { value } = useLoaded(
    `${project.value} ${changes.value}`,
    async (signal) => await client.peek().sessions({ signal }),
  );
  if (value === null || value.sessions.length === 0) return null;
  return html`<section>
    <h2>Latest sessions</h2>
    ${value.sessions.map(
      ({ lines: [title, ...brief] }) =>
        html`<details key=${title?.drawer}>
          <summary><bdi>${title?.text}</bdi></summary>
          <ul class="plain">
            ${brief.map(
              ({ text, drawer }, i) =>
                html`<li key=${i}>
                  <a href=${here({ open: drawer })}><bdi>${text.trim()}</bdi></a>
                </li>`,
            )}
            <li><a href=${here({ open: title?.drawer ?? "" })}>From its first request</a></li>
          </ul>
        </details>`,
    )}
  </section>`;
}

/** What asked, in words, where it isn't an agent by its name. */
const THROUGH: Readonly<Record<string, string>> = {
  cli: "The command line",
  mcp: "Agents over MCP",
  library: "A program",
};

/** Under which heading an entry stands. */
function sessionOf({ client: through, session, caller }: Entry): string {
  if (through === "") return "The memory itself";
  const who = caller === "owner" ? "" : `, as ${caller}`;
  return `${THROUGH[through] ?? through}${session === "" ? "" : `, session ${session.slice(0, 8)}`}${who}`;
}

const SAID: Readonly<Record<Entry["kind"], string>> = {
  asked: "asked",
  given: "was given unasked",
  silent: "was told nothing",
  read: "read",
  remembered: "remembered",
  forgotten: "forgotten",
};

/** Keeps a question with the passage that was of use, for `loci eval yours`. */
async function judge(question: string, id: string): Promise<void> {
  const loci = client.peek();
  await loci.judge({ question, id });
  notify("Kept as of use: loci eval yours asks whether it is found.", () =>
    loci.judge({ question, id, useful: false }),
  );
}

function Row({
  entry: { time, kind, words, ids, why },
  open,
}: {
  readonly entry: Entry;
  readonly open: string;
}): VNode {
  const found = kind === "asked" || kind === "given" || ids.length > 0 ? `, ${counted(ids.length, "passage")}` : "";
  return html`<li>
    <p class="who">
      <time class="quiet" datetime=${time}>${clock.format(new Date(time))}</time> <strong>${SAID[kind]}</strong>${found}${why !== "" && html`<span class="quiet">: ${why}</span>`}
    </p>
    ${words !== null && html`<p class="clip" dir="auto"><q>${words}</q></p>`}
    ${
      ids.length > 0 &&
      html`<p class="drawer-links">
        ${ids.slice(0, LED_TO).map((id, i) => html`<a key=${id} data-passage=${id} data-words=${words} href=${here({ open: id })} aria-current=${id === open ? "true" : null} aria-label=${`Passage ${i + 1} of what was ${kind === "asked" ? "found" : kind}`}>${i + 1}</a>`)}
        ${words !== null && ids.includes(open) && html`<button type="button" onClick=${() => void judge(words, open).catch(notifyError)}>Was of use <kbd aria-hidden="true">y</kbd></button>`}
        ${ids.length > LED_TO && html`<span class="quiet">+${ids.length - LED_TO}</span>`}
      </p>`
    }
  </li>`;
}
