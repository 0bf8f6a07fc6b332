import type { Replaced } from "../../model/hit.ts";
import type { StoredDrawer } from "../../storage/ports/search-index.ts";
import type { Collapsed } from "../collapse-duplicates.ts";
import type { PreparedSearch } from "../prepare.ts";
import { charged, type Ranked } from "../rank.ts";
import {
  type Asked,
  askedAbout,
  CHANGE,
  datesBefore,
  type Statement,
  statements,
  stems,
  type Value,
} from "./statement.ts";

/** Number of first hits among which a later passage is put before what it replaces, whatever the limit. */
export const UPDATED = 10;

/** Matches questions about the past, which the older passage answers, and about how something came about, which both answer. */
const PAST = new RegExp(
  String.raw`\b(?:before|original(?:ly)?|initial(?:ly)?|at (?:first|the (?:start|beginning))|in the beginning|the first|used? to|` +
    String.raw`previous(?:ly)?|(?<!how )old|former(?:ly)?|earlier|past|back then|until|history|chang(?:ed?|es|ing)|evolved?|over time)\b`,
  "i",
);

/** Hits with what they replaced, by the id of the later one. */
export interface Updated {
  readonly groups: readonly Collapsed<Ranked>[];
  readonly replaced: ReadonlyMap<string, Replaced>;
}

/**
 * Of passages among the first ten that say different things of what is asked, puts the later one before the earlier one (the part `update` of its
 * score), and tells what it replaced. Both must be of the same scope and wing, and be dated by what they say or by their messages; messages by
 * the same author, who is a person. A question for the past, for several things (but for their number) or with a time of its own is left as it is.
 *
 * Cost: 10 µs a passage where none tells of a change, which is usual; else some 50.
 */
export function laterFirst(
  groups: readonly Collapsed<Ranked>[],
  stored: ReadonlyMap<string, StoredDrawer>,
  { question, several }: PreparedSearch,
): Updated {
  const unchanged = { groups, replaced: new Map<string, Replaced>() };
  if (question.time !== null || PAST.test(question.text)) return unchanged;
  const first = groups.slice(0, UPDATED);
  const passages = first.map(({ item }, at) => passageOf(item, stored, at));
  if (!passages.some(({ stored: { drawer } }) => CHANGE.test(drawer.text))) return unchanged;
  const asked = askedAbout(question.text);
  // "How many books" may ask for a list, or for a number that somebody gave.
  if (asked === null || (several && asked.counted === null)) return unchanged;
  const replaced = new Map<string, Replaced>();
  const order = [...passages];
  for (const newer of passages) {
    if (newer.time === null || !CHANGE.test(newer.stored.drawer.text)) continue;
    const found = passages.flatMap((older) => {
      const change = comesAfter(newer, older)
        ? replaces(statementsAfter(newer, older, asked), read(older, asked), asked)
        : null;
      return change === null ? [] : [{ older, change }];
    });
    if (found.length === 0) continue;
    // What it replaced is what was said last before it.
    const { older, change } = found.reduce((latest, one) => (comesAfter(one.older, latest.older) ? one : latest));
    const { drawer } = older.stored;
    replaced.set(newer.one.candidate.id, {
      id: drawer.id,
      date: drawer.date?.value ?? null,
      said: change.older,
      now: change.newer,
    });
    const place = Math.min(...found.map((one) => order.indexOf(one.older)));
    const own = order.indexOf(newer);
    if (own > place) order.splice(place, 0, ...order.splice(own, 1));
  }
  if (replaced.size === 0) return unchanged;
  const moved = order.map(({ one, at }, place) => {
    const group = first[at] as Collapsed<Ranked>;
    // As high as the best that it stands before.
    const best = Math.max(...order.slice(place).map(({ one: { score } }) => score));
    return { ...group, item: charged(one, "update", best - one.score) };
  });
  return { groups: [...moved, ...groups.slice(UPDATED)], replaced };
}

interface Passage {
  readonly one: Ranked;
  readonly at: number;
  readonly stored: StoredDrawer;
  readonly time: number | null;
  statements: readonly Statement[] | null;
}

function passageOf(one: Ranked, stored: ReadonlyMap<string, StoredDrawer>, at: number): Passage {
  const own = stored.get(one.candidate.id) as StoredDrawer;
  const { date } = own.drawer;
  // When a file was last written says nothing of when a thing was said.
  const time = date === null || date.by === "modified" ? null : Date.parse(date.value);
  return { one, at, stored: own, time, statements: null };
}

function read(passage: Passage, asked: Asked): readonly Statement[] {
  return (passage.statements ??= statements(passage.stored.drawer.text, asked));
}

/** What a passage states of a time that doesn't lie before the other: "In 2019 she moved" is no news in 2026. */
function statementsAfter(newer: Passage, older: Passage, asked: Asked): readonly Statement[] {
  return read(newer, asked).filter(({ text }) => !datesBefore(text, older.time ?? 0));
}

/** Whether a passage was said after another, by whoever and where what he says may replace it. */
function comesAfter(newer: Passage, older: Passage): boolean {
  if (newer === older || newer.time === null || older.time === null) return false;
  const [one, other] = [newer.stored, older.stored];
  if (one.document.scope !== other.document.scope) return false;
  if (one.drawer.placement.wing.value !== other.drawer.placement.wing.value) return false;
  if (speakerOf(one) === null || speakerOf(one) !== speakerOf(other)) return false;
  if (newer.time !== older.time) return newer.time > older.time;
  // Messages of one day stand in the order in which they were said; passages of a file may not.
  const session = one.drawer.message?.session;
  return session !== undefined && session === other.drawer.message?.session && one.position > other.position;
}

/** Who said it, "" of what is no message; null for what no person said. */
function speakerOf({ drawer: { message } }: StoredDrawer): string | null {
  if (message === null) return "";
  if (NO_PERSON.has(message.role) || (message.marks?.length ?? 0) > 0) return null;
  return message.author ?? message.role;
}

const NO_PERSON: ReadonlySet<string> = new Set(["assistant", "tool_call", "tool_result", "summary", "system"]);

/** What a later passage says in the place of what an earlier one said: sentences of both, as they stand there. */
export interface Replacement {
  readonly older: string;
  readonly newer: string;
}

/**
 * Whether a later passage says something else of what the question asks than an earlier one did: "We chose Postgres 16 for staging", "Staging
 * moved to 17". Two sentences are needed that are about the same, by the words of the question that both hold and by the subject of the later
 * one; and the later one must tell of a change (moved, now, no longer, raised to …) and give another value of the same kind, or say that what the
 * earlier one said is over.
 *
 * What is asked, supposed, or proposed replaces nothing, nor does what merely happened again. English. Written to miss an update rather than to
 * invent one: evals/updates/report.md.
 *
 * @param newer those of one passage, `older` those of another that was dated before it, both with what is asked
 * @returns null where it replaces nothing
 * Cost: about 1 µs for each pair of sentences.
 */
export function replaces(newer: readonly Statement[], older: readonly Statement[], asked: Asked): Replacement | null {
  for (const later of newer) {
    for (const before of older) {
      if (sameTopic(later, before, asked) && contradicts(later, before, asked.stems))
        return { older: before.text, newer: later.text };
    }
  }
  return null;
}

/** Maximum share of a later sentence's subject words that occur neither in the earlier sentence nor in the question. */
const FAMILIAR = 0.5;
/** Share of the question's words found in either sentence that must be found in both. */
const SHARED = 0.4;
/** Number of the question's words that both sentences must share when both count what the question counts. */
const MANY_SHARED = 3;

/** Whether both count what the question asks the number of: "12 books", "10 books", "how many books". Then what they are about needn't be said alike. */
function sameCount(later: Statement, before: Statement, counted: string | null): boolean {
  const gives = ({ values }: Statement): boolean => values.some(({ unit }) => unit !== "" && unit === counted);
  return gives(later) && gives(before);
}

function sameTopic(later: Statement, before: Statement, { stems: asked, counted }: Asked): boolean {
  let both = 0;
  let either = 0;
  for (const word of asked) {
    const [one, other] = [later.topic.has(word), before.topic.has(word)];
    if (one || other) either++;
    if (one && other) both++;
  }
  if (both === 0 || both < SHARED * either) return false;
  const isStrange = (word: string): boolean => !before.topic.has(word) && !asked.has(word);
  if (both >= MANY_SHARED && sameCount(later, before, counted))
    return [...later.subject].filter(isStrange).length <= FAMILIAR * later.subject.size;
  // Of another of the kind: the question and the earlier one speak of the payment service, the later one of the mail service.
  const missing = [...asked].some((word) => before.topic.has(word) && !later.topic.has(word));
  // Or each speaks of something that neither the other nor the question does: the water of the sourdough, the water of the rye bread.
  const apart =
    both === 1 && asked.size > 2 && [...before.lead].some((word) => !later.topic.has(word) && !asked.has(word));
  if ((missing || apart) && [...later.lead].some(isStrange)) return false;
  // The question names what the later one is about, and the earlier one speaks of another: the dog's weight, the cat's weight.
  const others = [...asked].some((word) => later.topic.has(word) && !before.topic.has(word));
  if (others && [...before.lead].some((word) => !later.topic.has(word) && !asked.has(word))) return false;
  return [...later.subject].filter(isStrange).length < FAMILIAR * later.subject.size;
}

function contradicts(later: Statement, before: Statement, asked: ReadonlySet<string>): boolean {
  const earlierStems = new Set(stems(before.text));
  const ended = (what: readonly string[]): boolean =>
    what.every((word) => earlierStems.has(word)) && what.some((word) => !asked.has(word));
  if (later.ended.some(ended)) return true;
  if (!later.change) return false;
  if (later.over.length === 0) return otherValue(later, before);
  return later.over.every((word) => earlierStems.has(word));
}

/** Whether the later one gives a value that stands where the earlier one gives another. */
function otherValue(later: Statement, before: Statement): boolean {
  const given = (values: readonly Value[], { kind, text }: Value): boolean =>
    values.some((one) => one.kind === kind && one.text === text);
  // A name is more often one of many than the value of something.
  const names = before.state && [...later.subject].every((word) => before.topic.has(word));
  const fresh = later.values.filter((value) => !given(before.values, value));
  const stale = before.values.filter((value) => !given(later.values, value));
  return fresh.some((value) =>
    stale.some(({ kind, unit }) => kind === value.kind && (kind !== "name" || names) && unit === value.unit),
  );
}
