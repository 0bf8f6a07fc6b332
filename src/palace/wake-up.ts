import type { SessionLine, WakeUp } from "../operations/answers/palace.ts";
import type { CognitiveHall, PalaceRow } from "../model/drawer.ts";
import { sentences } from "../text/sentences.ts";
import { tokenEstimate } from "../text/token-estimate.ts";
import { openItems } from "./open-item.ts";
import { ascending } from "../text/words.ts";

export interface WakeUpDrawer {
  readonly id: string;
  readonly text: string;
  readonly wing: string;
  readonly room: string;
  readonly hall: CognitiveHall | null;
  /** ISO 8601; null when unknown. */
  readonly date: string | null;
  /** Of `date`, in the zone of who reads it. */
  readonly day: string | null;
  /** A person said it, or noted it down; see `openItems`. */
  readonly byPerson: boolean;
}

export interface WakeUpRoom extends Pick<PalaceRow, "wing" | "room" | "count" | "last"> {
  /** Drawers of the last weeks, as the caller counted them; 0 without dates. */
  readonly recent: number;
  /** Its newest drawer: where the line comes from. */
  readonly drawer: string;
}

/** A fact that is in force: an exact one, a favourite or a ranked list. */
export interface WakeUpFact {
  /** What it is of, as `facts show` takes it. */
  readonly topic: string;
  readonly values: readonly string[];
  /** What was said of it since, which sounds like a change and couldn't be read; none where nothing was. */
  readonly since?: string | undefined;
  /** When the last of it was said, ISO 8601. */
  readonly date: string;
  /** The drawer of the message that said so; null where it was told to Loci and stands in no chat. */
  readonly drawer: string | null;
}

/** Everything that the brief is composed of, already narrowed to what the caller sees. Order doesn't matter. */
export interface WakeUpInput {
  /** Who the agent or person is: pinned drawers of the room `identity`, or so tagged. */
  readonly identity: readonly WakeUpDrawer[];
  readonly pinned: readonly WakeUpDrawer[];
  /** Notes that the owner pinned in his chats, a line each. */
  readonly notes: readonly string[];
  readonly rooms: readonly WakeUpRoom[];
  /** Where the last sessions stopped, the newest session first; each a group of lines that stay together. */
  readonly sessions: readonly (readonly SessionLine[])[];
  /** Facts, decisions and preferences that a person noted down. */
  readonly kept: readonly WakeUpDrawer[];
  /** The same that an agent added of itself. */
  readonly noted: readonly WakeUpDrawer[];
  readonly facts: readonly WakeUpFact[];
  /** Candidates for open items: recent drawers; those that say so themselves are taken (`openItems`). */
  readonly open: readonly WakeUpDrawer[];
  /** Candidates for recent events: newest drawers of the hall `events`. */
  readonly events: readonly WakeUpDrawer[];
}

/** One line of the brief: of a fact with its topic, by which `facts show` gives what was said, and when. */
export type WakeUpLine = WakeUpBrief["lines"][number];

/**
 * A start-of-session brief: its lines, and as text with headings and the first eight digits of each line's drawer, `tokens` by `tokenEstimate`,
 * never above the budget. `left` counts candidates that found no room, by section.
 */
export type WakeUpBrief = Omit<WakeUp, "budgetTokens">;

const SECTIONS = ["identity", "pinned", "sessions", "kept", "facts", "open", "rooms", "noted", "events"] as const;
const TITLES: Readonly<Record<WakeUpLine["section"], string>> = {
  identity: "Identity",
  pinned: "Pinned",
  sessions: "Where we stopped",
  kept: "Noted by hand",
  noted: "Noted by agents",
  facts: "Facts",
  rooms: "Active rooms",
  open: "Open items",
  events: "Recent events",
};

/** Share of the budget that a section may use in the first round; what it leaves, others get in the second. */
const SHARES: Readonly<Record<WakeUpLine["section"], number>> = {
  identity: 0.1,
  pinned: 0.15,
  sessions: 0.35,
  kept: 0.1,
  noted: 0.05,
  facts: 0.05,
  open: 0.05,
  rooms: 0.1,
  events: 0.05,
};
const LONGEST_LINE = 200;
/** Maximum number of rooms listed; the rest is for browsing. */
export const MAX_ROOMS = 8;

/**
 * Composes the brief: each section gets its share of the budget, then what is left goes to the sections in order. A line is the drawer's first sentence
 * (for open items the sentence that is open), cut at 200 characters, with the drawer's id.
 *
 * Deterministic: within a section by date (newest first), then id; rooms by recent drawers, last day, count, name.
 * @param budget tokens by `tokenEstimate`, headings included; 0 gives an empty brief
 * Cost: linear in the candidates.
 */
export function wakeUp(input: WakeUpInput, budget = 800): WakeUpBrief {
  const queues = candidates(input);
  const taken = Object.fromEntries(SECTIONS.map((section): [string, WakeUpLine[]] => [section, []])) as typeof queues;
  let used = 0;
  const said = new Set<string>();
  const take = (section: WakeUpLine["section"], limit: number): void => {
    let own = 0;
    while (queues[section].length > 0) {
      const line = queues[section][0] as WakeUpLine;
      // What two drawers say stands once; lines below a session belong to it.
      if (said.has(line.text)) {
        queues[section].shift();
        continue;
      }
      const head = taken[section].length === 0 ? `## ${TITLES[section]}\n` : "";
      const cost = tokenEstimate(`${head}${rendered(line)}\n`);
      if (used + cost > budget || own + cost > limit) return;
      queues[section].shift();
      taken[section].push(line);
      if (!line.text.startsWith(" ")) said.add(line.text);
      used += cost;
      own += cost;
    }
  };
  for (const section of SECTIONS) take(section, SHARES[section] * budget);
  for (const section of SECTIONS) take(section, budget);
  const lines = SECTIONS.flatMap((section) => taken[section]);
  const text = SECTIONS.filter((section) => taken[section].length > 0)
    .map((section) => [`## ${TITLES[section]}`, ...taken[section].map(rendered)].join("\n"))
    .join("\n\n");
  return {
    lines,
    text,
    tokens: tokenEstimate(text),
    left: Object.fromEntries(SECTIONS.map((section) => [section, queues[section].length])) as WakeUpBrief["left"],
  };
}

/** Sections that show words of documents and of what was added by hand, which are stored as they are; chats are stored without their secrets. */
const WRITTEN = ["identity", "pinned", "kept", "open", "noted", "events"] as const;

/** A brief goes to a model unasked, so no secret stands in it. Only passages that are shown are looked at. @param clean leaves a text's secrets out */
export async function briefWithoutSecrets(
  input: WakeUpInput,
  { budgetTokens, clean }: { readonly budgetTokens: number; readonly clean: (text: string) => Promise<string> },
  done: ReadonlySet<string> = new Set(),
): Promise<WakeUpBrief> {
  const brief = wakeUp(input, budgetTokens);
  const found = new Set<string>();
  for (const { drawer, text } of brief.lines)
    if (drawer !== null && !done.has(drawer) && (await clean(text)) !== text) found.add(drawer);
  if (found.size === 0) return brief;
  const safe = { ...input };
  for (const section of WRITTEN)
    safe[section] = await Promise.all(
      input[section].map(async (one) => (found.has(one.id) ? { ...one, text: await clean(one.text) } : one)),
    );
  // What comes instead of what grew longer is looked at too.
  return await briefWithoutSecrets(safe, { budgetTokens, clean }, new Set([...done, ...found]));
}

function candidates(input: WakeUpInput): Record<WakeUpLine["section"], WakeUpLine[]> {
  const used = new Set<string>();
  /** A drawer stands in one section, the first. */
  const lines = (
    section: WakeUpLine["section"],
    drawers: readonly WakeUpDrawer[],
    say: (drawer: WakeUpDrawer) => readonly string[],
  ): WakeUpLine[] =>
    [...drawers].sort(newestFirst).flatMap((drawer) => {
      const texts = used.has(drawer.id) ? [] : say(drawer);
      if (texts.length > 0) used.add(drawer.id);
      const day = section === "events" && drawer.day !== null ? `${drawer.day} ` : "";
      return texts.map((text) => ({ section, text: `${day}${shortened(text)}`, drawer: drawer.id }));
    });
  return {
    identity: lines("identity", input.identity, firstSentence),
    pinned: [
      ...lines("pinned", input.pinned, firstSentence),
      ...input.notes.map((note) => ({ section: "pinned" as const, text: shortened(note), drawer: null })),
    ],
    sessions: input.sessions.flat().map(({ text, drawer }) => {
      used.add(drawer);
      return { section: "sessions" as const, text: `${/^ */.exec(text)?.[0] ?? ""}${shortened(text)}`, drawer };
    }),
    kept: lines("kept", input.kept, firstSentence),
    facts: [...input.facts]
      .sort((a, b) => ascending(b.date, a.date) || ascending(a.topic, b.topic))
      .map(({ topic, values, since, drawer }) => ({
        section: "facts" as const,
        text: shortened(`${topic}: ${values.join(", ")}${since === undefined ? "" : ` (but since: “${since}”)`}`),
        drawer,
        fact: topic,
      })),
    open: firstOfEach(lines("open", input.open, ({ text, byPerson }) => openItems(text, byPerson))),
    noted: lines("noted", input.noted, firstSentence),
    events: lines(
      "events",
      input.events.filter(({ hall }) => hall === "events"),
      firstSentence,
    ),
    rooms: [...input.rooms]
      .sort(byActivity)
      .slice(0, MAX_ROOMS)
      .map(({ wing, room, count, recent, last, drawer }) => ({
        section: "rooms" as const,
        text: `${wing}/${room}: ${count}${recent > 0 ? `, ${recent === count ? "all" : recent} new` : ""}${last === null ? "" : `, last ${last}`}`,
        drawer,
      })),
  };
}

/** The order of active rooms. */
export const byActivity = (a: WakeUpRoom, b: WakeUpRoom): number =>
  b.recent - a.recent ||
  ascending(b.last ?? "", a.last ?? "") ||
  b.count - a.count ||
  ascending(a.wing, b.wing) ||
  ascending(a.room, b.room);

/** The first line of each drawer before the others, so that a long list of tasks doesn't push out what is open elsewhere. */
function firstOfEach(lines: readonly WakeUpLine[]): WakeUpLine[] {
  const { first = [], other = [] } = Object.groupBy(lines, ({ drawer }, i) =>
    lines[i - 1]?.drawer === drawer ? "other" : "first",
  );
  return [...first, ...other];
}

function firstSentence({ text }: WakeUpDrawer): readonly string[] {
  // Without front matter and the headings that stand first.
  const body = text.replace(/^(---|\+\+\+)\r?\n[\s\S]*?\n\1\r?\n\s*/, "").replace(/^(?:#{1,6} .*\n+)+(?=\S)/, "");
  const [first] = sentences(body);
  return first === undefined ? [] : [body.slice(first.start, first.end)];
}

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  if (line.length <= LONGEST_LINE) return line;
  const cut = line.slice(0, LONGEST_LINE + 1).replace(/\s+\S*$/, "");
  return `${cut.slice(0, LONGEST_LINE).toWellFormed()}…`;
}

function rendered({ text, drawer, fact }: WakeUpLine): string {
  // A line below another one is indented.
  const indent = /^ */.exec(text)?.[0] ?? "";
  return `${indent}- ${text.slice(indent.length)} [${drawer?.slice(0, 8) ?? (fact === undefined ? "memory.md" : `fact ${fact}`)}]`;
}

const newestFirst = (a: WakeUpDrawer, b: WakeUpDrawer): number =>
  ascending(b.date ?? "", a.date ?? "") || ascending(a.id, b.id);
