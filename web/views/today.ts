import { computed } from "@preact/signals";
import type { AnswerOf } from "loci/client";
import { html, useEffect, useState, type VNode } from "../lib/html.ts";
import { count, counted, hour, shortened } from "../lib/format.ts";
import { kept } from "../lib/kept.ts";
import { isTyping, singleKeys } from "../lib/keys.ts";
import { useLive, useLoaded } from "../lib/loaded.ts";
import { addressOf, here, param } from "../lib/route.ts";
import { client, ownsHome, project } from "../lib/session.ts";
import { Export } from "../parts/export.ts";
import { type NamedPassage, usePassages } from "../parts/named-passages.ts";
import { Icon } from "../parts/icon.ts";
import { Empty, notify, notifyError, Problem } from "../parts/notice.ts";
import { Named } from "./named.ts";
import { Passage } from "./passage.ts";

type Entry = AnswerOf<"today">["entries"][number];

/** Entries that are shown. */
const SHOWN = 300;
/** Passages of an entry that are named at first. */
const LED_TO = 3;
/** Characters of a session's title by which it is known again. */
const TITLE = 90;
/** How often is looked for what agents were given since, milliseconds: what is only asked and given changes nothing in the memory, so nothing tells of it. */
const LOOK_MS = 5_000;
/** Sessions whose titles are asked for, and that are told. */
const [SESSIONS, TOLD] = [100, 20];
/** Sessions that are told before the rest is asked for. */
const FIRST_TOLD = 5;
/** Rows of what the memory did by itself, before the rest is asked for: on a busy day they are most of the day. */
const OWN_ROWS = 6;

const today = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });

/** What happened today, session by session: what agents asked and were given, what was put into prompts or why not, what was remembered and forgotten. */
export function TodayView(): VNode {
  const open = param("open");
  const from = param("client");
  const { value, error, reload } = useLive("", async (signal) => await client.peek().today({ limit: SHOWN, signal }));
  const sessions = useLive("", async (signal) => await client.peek().sessions({ signal, limit: SESSIONS })).value;
  const titles = new Map(sessions?.sessions.map(({ session, lines: [title] }) => [session, title?.text ?? ""]));
  const entries = (value?.entries ?? []).filter((one) => from === "" || one.client === from);
  const clients = [...new Set((value?.entries ?? []).map((one) => one.client))].filter((name) => name !== "").sort();
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const asked = entries.find(({ words, ids }) => words !== null && ids.includes(open))?.words;
  const named = usePassages(entries.flatMap(({ ids }) => ids.slice(0, LED_TO)));
  return html`<div
    class=${`palace ${open === "" ? "" : "opened"}`}
    onKeyDown=${(event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (event.key !== "y" || event.ctrlKey || event.metaKey || event.altKey || singleKeys.value === "off") return;
      const link = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-passage]") : null;
      const id = link?.dataset["passage"] ?? open;
      const words = link?.dataset["words"] ?? entries.find((one) => one.words !== null && one.ids.includes(id))?.words;
      if (id === "") return;
      if (words) void judge(words, id).catch(notifyError);
      else notify("No question whose words are kept stands beside it, so nothing can be said of its use.");
    }}
  >
    <div class="palace-side">
      <header class="view-head">
        <h1>Today</h1>
        <p class="quiet">${today.format(Date.now())}</p>
      </header>
      <${Problem} error=${error} retry=${reload} />
      ${value !== null && !value.keepsWords && ownsHome.value && html`<${NotKept} />`}
      ${value?.keepsWords === true && entries.some(isWordless) && html`<p class="note">Questions without their words were asked before words were kept, or before the last forgetting, which clears the words of the day.</p>`}
      <${Sessions} sessions=${sessions?.sessions.slice(0, TOLD) ?? []} />
      ${
        clients.length > 1 &&
        html`<nav class="tabs" aria-label="Through what">
          ${["", ...clients].map((name) => html`<a key=${name} href=${here({ client: name })} aria-current=${from === name ? "true" : null}>${name === "" ? "All" : through(name)}</a>`)}
        </nav>`
      }
      ${
        value !== null &&
        entries.length === 0 &&
        html`<${Empty} title=${from === "" ? "Nothing yet today" : `Nothing yet today through ${through(from)}`}>
          <p>What agents ask, what they are given and what is read and remembered stands here as it happens. What you search here yourself doesn't.</p>
          ${from !== "" && html`<p><a href=${here({ client: "" })}>Everything of today</a></p>`}
        <//>`
      }
      ${[...Map.groupBy(entries, sessionIn(entries))]
        .sort(([, a], [, b]) => Number(isOwn(a)) - Number(isOwn(b)))
        .map(
          ([session, own]) =>
            html`<${Group} key=${session} title=${sessionOf(own, titles)} entries=${own} named=${named} open=${open} />`,
        )}
      ${entries.length > 0 && html`<p><${Export} name="today" rows=${() => entries} /></p>`}
    </div>
    ${open !== "" && html`<${Passage} id=${open}>${asked && html`<button type="button" aria-disabled=${judged.value.has(open)} onClick=${() => void judge(asked, open).catch(notifyError)}>${judged.value.has(open) ? "Kept as of use" : html`Was of use <kbd aria-hidden="true">y</kbd>`}</button>`}<//>`}
  </div>`;
}

/** Sessions of agents, by what they are called, with where each stopped. */
function Sessions({ sessions }: { readonly sessions: AnswerOf<"sessions">["sessions"] }): VNode | null {
  const [all, setAll] = useState(false);
  if (sessions.length === 0) return null;
  return html`<section>
    <h2>Latest sessions</h2>
    ${sessions.slice(0, all ? undefined : FIRST_TOLD).map(
      ({ lines: [title, ...brief] }) =>
        html`<details key=${title?.drawer}>
          <summary data-row><bdi>${shortened(title?.text ?? "", TITLE)}</bdi></summary>
          <ul class="plain">
            ${brief.map(
              ({ text, drawer }, i) =>
                html`<li key=${i}>
                  <a data-row href=${here({ open: drawer })}><bdi>${text.trim()}</bdi></a>
                </li>`,
            )}
            <li><a href=${here({ open: title?.drawer ?? "" })}>From its first request</a></li>
          </ul>
        </details>`,
    )}
    ${sessions.length > FIRST_TOLD && !all && html`<button type="button" class="bare" onClick=${() => setAll(true)}>${sessions.length - FIRST_TOLD} earlier sessions</button>`}
  </section>`;
}

/** What asked, in words, where it isn't an agent by its name. */
const THROUGH: Readonly<Record<string, string>> = {
  cli: "The command line",
  mcp: "Agents over MCP",
  library: "A program",
};

/** What asked, in words: an agent without hooks by the name that it gives itself over MCP. */
const through = (client: string): string => THROUGH[client] ?? client.replace(/^mcp: (.*)$/su, "$1, over MCP");

/**
 * By what entries stand together. What an agent asks over MCP names no session: it belongs to the one that this agent was in then, unless it was in
 * several.
 * @param entries the latest first
 */
function sessionIn(entries: readonly Entry[]): (entry: Entry) => string {
  const keyOf = ({ client, session, caller }: Entry): string => JSON.stringify([client, session, caller]);
  const sessions = [...Map.groupBy(entries, keyOf).values()].filter(([last]) => last?.session !== "");
  return (entry) => {
    if (entry.session !== "" || entry.client === "") return keyOf(entry);
    const begun = sessions.filter(([last, ...rest]) => {
      const { client, caller } = last as Entry;
      return client === entry.client && caller === entry.caller && (rest.at(-1) ?? (last as Entry)).time <= entry.time;
    });
    const under = begun.filter(([last]) => (last as Entry).time >= entry.time);
    const own = under.length === 0 ? begun[0] : under.length === 1 ? under[0] : undefined;
    return keyOf(own?.[0] ?? entry);
  };
}

/**
 * What the entries of one session stand under: what it is called; where it isn't recorded yet, when it began today.
 * @param entries the latest first
 */
function sessionOf(entries: readonly Entry[], titles: ReadonlyMap<string, string>): string {
  const { client: by, session, caller } = entries.find((one) => one.session !== "") ?? (entries[0] as Entry);
  if (by === "") return caller === "owner" ? "The memory itself" : `The memory itself, by ${caller}`;
  const who = caller === "owner" ? "" : `, as ${caller}`;
  const called = titles.get(session) || `since ${hour((entries.at(-1) as Entry).time)}`;
  return `${through(by)}${who}${session === "" ? "" : `: ${shortened(called, TITLE)}`}`;
}

const SAID: Readonly<Record<Entry["kind"], string>> = {
  asked: "asked",
  given: "was given unasked",
  silent: "was given nothing",
  read: "read",
  remembered: "remembered",
  changed: "changed",
  forgotten: "forgotten",
};

/** The day, and the passages that were kept as of use on it: they are marked as long as it is shown. */
const judgedOn = kept("loci.of-use", "");
const dayNow = (): string => new Date().toDateString();
const judged = computed<ReadonlySet<string>>(() => {
  const [on, ...ids] = judgedOn.value.split("|");
  return new Set(on === dayNow() ? ids : []);
});
const setJudged = (ids: Iterable<string>): void => void (judgedOn.value = [dayNow(), ...ids].join("|"));

/** Keeps a question with the passage that was of use, for `loci eval`. */
async function judge(question: string, id: string): Promise<void> {
  const loci = client.peek();
  const { added } = await loci.judge({ question, id });
  setJudged(new Set([...judged.peek(), id]));
  if (!added) return notify("It was kept as of use before.");
  notify("Kept as of use: loci eval asks whether it is found.", async () => {
    await loci.judge({ question, id, useful: false });
    setJudged([...judged.peek()].filter((one) => one !== id));
  });
}

/** That words are not kept; how they can be, or that they will be. */
function NotKept(): VNode {
  const { value, reload } = useLoaded(project.value, async (signal) => await client.peek().settings({ signal }));
  const set = value?.settings.find(({ key }) => key === "page.today");
  const isSet = set?.value === "true";
  return html`<p class="note">
    The words of prompts and questions are not kept${isSet ? " yet: they will be from the next start of the service on" : ""}.
    ${!isSet && html` They can be, until midnight, on this machine alone. <button type="button" onClick=${() => void keepWords(set?.layer === "home" ? set.value : null).then(reload, notifyError)}>Keep them from the next start on</button>`}
  </p>`;
}

/** Has the service keep the words of what is asked, as the command line would. */
async function keepWords(before: string | null): Promise<void> {
  const keep = (value: string | null): Promise<unknown> => client.peek().changeSetting({ key: "page.today", value });
  await keep("true");
  notify("Words are kept from the next start of the service on.", () => keep(before));
}

/** What was asked or given of which the words aren't there. */
const isWordless = ({ kind, words, caller, why, ids }: Entry): boolean =>
  words === null && caller === "owner" && kind === "asked" && (why === "" || ids.length > 0);

/** Entries as rows: what says the same as the one before, and leads nowhere, is counted there. */
function inRows(entries: readonly Entry[]): readonly { readonly entry: Entry; readonly times: number }[] {
  const rows: { entry: Entry; times: number }[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    const { kind, why, ids, words } = entry;
    const isSame = last?.entry.kind === kind && last.entry.why === why && ids.length + last.entry.ids.length === 0;
    if (last !== undefined && isSame && words === null && last.entry.words === null) last.times++;
    else rows.push({ entry, times: 1 });
  }
  return rows;
}

interface RowProps {
  readonly entry: Entry;
  /** How often it was so in a row; the time is the last one's. */
  readonly times: number;
  /** Passages by their ids; null until they are there. */
  readonly named: ReadonlyMap<string, NamedPassage> | null;
  readonly open: string;
}

/** Whether nobody asked: what the memory read and kept by itself. */
const isOwn = (entries: readonly Entry[]): boolean => entries[0]?.client === "";

interface GroupProps extends Pick<RowProps, "named" | "open"> {
  readonly title: string;
  /** Of one session, the latest first. */
  readonly entries: readonly Entry[];
}

/** What belongs to one session. */
function Group({ title, entries, named, open }: GroupProps): VNode {
  const [all, setAll] = useState(false);
  const rows = inRows(entries);
  const shown = all || !isOwn(entries) ? rows : rows.slice(0, OWN_ROWS);
  return html`<section>
    <h2><bdi>${title}</bdi></h2>
    <ol class="plain feed">
      ${shown.map(({ entry, times }) => html`<${Row} key=${`${entry.time} ${entry.kind} ${entry.why} ${entry.ids[0]}`} entry=${entry} times=${times} named=${named} open=${open} />`)}
    </ol>
    ${shown.length < rows.length && html`<button type="button" class="bare" onClick=${() => setAll(true)}>${rows.length - shown.length} earlier</button>`}
  </section>`;
}

function Row({ entry: { time, kind, client: by, words, ids, why }, times, named, open }: RowProps): VNode {
  const [whole, setWhole] = useState(false);
  const others = usePassages(whole ? ids.slice(LED_TO) : []);
  const found =
    kind === "forgotten" && why === ""
      ? `, ${counted(times, "passage")}`
      : (kind === "asked" && why === "") || kind === "given" || ids.length > 0
        ? `, ${ids.length === 0 ? "found nothing" : counted(ids.length, "passage")}`
        : "";
  // What was given is looked at as an agent sees it; silence, too, with how sure the passages were.
  const asPrompt = kind === "given" || kind === "silent" ? { tab: "agent" } : null;
  return html`<li>
    <p class="who">
      <time class="quiet" datetime=${time}>${hour(time)}</time> <strong>${SAID[kind]}</strong>${found}${why !== "" && html`<span class="quiet">: ${why.replace(", removed: 0", "").replaceAll(/(?<=: )\d{4,}\b/g, (digits) => count(Number(digits)))}${times > 1 && `, ${times} times`}</span>`}
    </p>
    ${
      words !== null &&
      html`<p class="clip" dir="auto">
        <a data-row class="asked" href=${addressOf("search", { q: words, ...asPrompt })} title=${asPrompt === null ? "Search for it" : "What it would be given now"}><q>${words}</q></a>
      </p>`
    }
    ${
      ids.length > 0 &&
      html`<ol class="plain named">
        ${ids.slice(0, whole ? undefined : LED_TO).map(
          (id) =>
            html`<li key=${id}>
              <${Named} id=${id} words=${words} passages=${LED_TO < ids.indexOf(id) + 1 ? others : named} isOpen=${id === open} />
              ${judged.value.has(id) && html` <strong class="of-use"><${Icon} name="check" /> of use</strong>`}
            </li>`,
        )}
      </ol>
      ${ids.length > LED_TO && !whole && html`<button type="button" class="bare" aria-label=${`${ids.length - LED_TO} more passages of ${through(by)}`} onClick=${() => setWhole(true)}>${ids.length - LED_TO} more</button>`}`
    }
  </li>`;
}
