import type { Replaced } from "../../model/hit.ts";
import type { StoredDrawer } from "../../storage/ports/search-index.ts";
import type { Collapsed } from "../collapse-duplicates.ts";
import type { PreparedSearch } from "../prepare.ts";
import { charged, type Ranked } from "../rank.ts";
import { replaces } from "./replaces.ts";
import { type Asked, askedAbout, CHANGE, datesBefore, type Statement, statements } from "./statement.ts";

/** Places in which a later passage is put before what it replaces, whatever the limit. */
export const UPDATED = 10;

/** Asks for what was, where the older passage is the answer, or for how it came about, where both are. */
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
