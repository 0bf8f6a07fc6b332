import { keeping } from "../caches/bounded-cache.ts";
import type { RankedCandidate } from "../model/search.ts";
import { standardise, type Unrelated } from "../model/vector.ts";
import { hasMark, MESSAGE_MARKS, roleOfBits, Signal, groundOfBits } from "../model/message-role.ts";

export interface RankedQuestion {
  /** Folded words of the question, stop words too. */
  readonly mentioned: ReadonlySet<string>;
  readonly time: { readonly start: number; readonly end: number } | null;
  /** When it is asked, in milliseconds since the epoch. */
  readonly now: number;
  /** The hall that the question, said as a statement, would stand in; null for none. */
  readonly hall: string | null;
  /** Whose words it is after. */
  readonly voice: { readonly assistant: boolean; readonly tool: boolean };
  /** How the model's cosines of unrelated texts lie; null: nothing was embedded. */
  readonly unrelated: Unrelated | null;
  /** Folds an author's name as `mentioned` was folded. */
  readonly fold: (text: string) => string;
}

/** The radii of the windows that the features read; asked of the index in this order. */
export const RADII = [0, 1, 3, 6] as const;

const DAY = 86_400_000;
/** Half-life of a message's recency, days. */
const HALF_RECENCY = 30;

/** Names of the features, in the order in which they are added up. */
export const FEATURES = [
  "message",
  "window1",
  "window3",
  "window6",
  "coverage",
  "documentCoverage",
  "dense",
  "denseNeighbours",
  "documentDense",
  "speaker",
  "question",
  "followsQuestion",
  "firstPerson",
  "time",
  "hall",
  "recency",
  "named",
  "links",
  "assistant",
  "assistantAsked",
  "tool",
  "toolAsked",
  "aside",
] as const;

export type Feature = (typeof FEATURES)[number];

/** One value a feature, between −1 and 1. */
export type FeatureValues = Readonly<Record<Feature, number>>;

/** Initial value of a field: a fraction, since V8 stores 0 as a small integer and changes the shape when a fraction is written. */
const BLANK = Object.fromEntries(FEATURES.map((name) => [name, 0.5])) as Record<Feature, number>;

/** The features of many candidates, a row each. Numbers side by side, and named values only for the few rows that somebody looks at. */
export class FeatureTable {
  readonly #values: Float64Array;

  /** @param values rows of `FEATURES.length` values, in the order of `FEATURES` */
  constructor(values: Float64Array) {
    this.#values = values;
  }

  row(row: number): FeatureValues {
    // A copy has its whole shape at once: one that grows name by name takes four times the room.
    const named = { ...BLANK };
    let at = row * FEATURES.length;
    for (const name of FEATURES) named[name] = this.#values[at++] as number;
    return named;
  }

  /** `weightedSum` of a row, equal to the last bit. @param weights in the order of `FEATURES` */
  weightedSum(row: number, weights: Float64Array): number {
    let sum = 0;
    let at = row * FEATURES.length;
    for (let i = 0; i < weights.length; i++) sum += (this.#values[at++] as number) * (weights[i] as number);
    return sum;
  }
}

/**
 * The features of all candidates, in their order.
 *
 * - `message`, `window1|3|6`: BM25 of the message, and of it with so many messages on either side, over the best of all candidates.
 *   In a chat what answers is spread over neighbours; a passage of a file stands for itself, so for what is no message
 *   each window is the passage alone (as are its other neighbours).
 * - `coverage`, `documentCoverage`: share of the question's idf that the drawer, or its chat session, holds.
 * - `dense`, `denseNeighbours`, `documentDense`: standardised cosine with the drawer, the closer neighbour, the closest drawer of the session.
 * - `speaker`: the question names who said it. `question`: it asks itself. `followsQuestion`: it comes after one that asks.
 *   `firstPerson`: it says something of its speaker.
 * - `time`: it is from the time that the question names. `hall`: a message of the kind that the question is of; halls of files say less
 *   than their headings, and gained nothing.
 * - `recency`: 1 / (1 + age / 30 days) of a message: who asks in a conversation that goes on mostly means what was said lately. Whole days, so
 *   that a question gives the same scores all day. A file's date, when it was last written, says little of it.
 * - `named`: the question names its file ("where is rank.ts"): files that only mention it stand behind it. `links`: a list of links leads to what
 *   answers, and is no answer.
 * - `assistant`, `tool`: an assistant said it; a tool was given it or gave it back. `assistantAsked`, `toolAsked`: the same where the question asks
 *   for that. `aside`: a summary, a note of the system, a prompt that a program wrote, a helper's talk, a branch that was given up.
 * Cost: linear in the candidates.
 */
export function features(candidates: readonly RankedCandidate[], question: RankedQuestion): FeatureTable {
  // A chat has few authors, and folding a name costs more than all other features.
  const speaker = keeping((author: string) => (names(question, author) ? 1 : 0));
  const today = Math.floor(question.now / DAY);
  const table = new Float64Array(candidates.length * FEATURES.length);
  // By window: the best of all candidates.
  const best = new Float64Array(RADII.length);
  let at = 0;
  const near = (cosine: number): number =>
    question.unrelated === null ? cosine : standardise(cosine, question.unrelated);
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i] as RankedCandidate;
    const { author } = candidate;
    const message = author !== "";
    const own = candidate.lexical;
    const dense = near(candidate.dense);
    // What only goes on answers nothing: the question lends it nothing.
    const lent = message && !goesOnAsking(candidate) && !merelyFollows(candidate, dense);
    const windows = lent ? candidate.windows : NO_WINDOWS;
    // In the order of FEATURES.
    for (let w = 0; w < RADII.length; w++) {
      const score = windows[w] ?? own;
      best[w] = Math.max(best[w] as number, score);
      table[at++] = score;
    }
    table[at++] = candidate.coverage;
    table[at++] = lent ? candidate.documentCoverage : candidate.coverage;
    table[at++] = dense;
    table[at++] = lent ? near(nearest(candidate)) : dense;
    table[at++] = lent ? near(candidate.documentDense) : dense;
    table[at++] = speaker(author);
    table[at++] = has(candidate.signals, Signal.question);
    table[at++] = lent ? has(candidate.signalsBefore, Signal.question) : 0;
    table[at++] = has(candidate.signals, Signal.firstPerson);
    table[at++] = within(candidate, question.time) ? 1 : 0;
    table[at++] = message && candidate.hall !== "" && candidate.hall === question.hall ? 1 : 0;
    table[at++] = message ? recency(candidate, today) : 0;
    table[at++] = candidate.named ? 1 : 0;
    table[at++] = has(candidate.signals, Signal.links);
    const role = message ? roleOfBits(candidate.signals) : null;
    const assistant = role === "assistant" ? 1 : 0;
    const tool = role === "tool_call" || role === "tool_result" ? 1 : 0;
    table[at++] = assistant;
    table[at++] = question.voice.assistant ? assistant : 0;
    table[at++] = tool;
    table[at++] = question.voice.tool ? tool : 0;
    table[at++] = isAside(role, candidate.signals) ? 1 : 0;
  }
  for (let start = 0; start < table.length; start += FEATURES.length) {
    for (let w = 0; w < RADII.length; w++) {
      const most = best[w] as number;
      table[start + w] = most > 0 ? (table[start + w] as number) / most : 0;
    }
  }
  return new FeatureTable(table);
}

/**
 * Whether it follows a question of the same nameless user: what answered isn't indexed. Of people with names nobody knows here whether it is the same.
 */
const goesOnAsking = ({ signals, signalsBefore, author }: RankedCandidate): boolean =>
  author === "user" &&
  roleOfBits(signals) === "user" &&
  roleOfBits(signalsBefore) === "user" &&
  groundOfBits(signalsBefore) === "asked";

/** Whether a user remarks upon the answer that he got, or without a name: nothing that could answer, no word of the question, and no meaning of it. */
function merelyFollows({ signals, signalsBefore, author, coverage }: RankedCandidate, dense: number): boolean {
  const remarks = author === "user" || roleOfBits(signalsBefore) === "assistant";
  return has(signals, Signal.bare) === 1 && coverage === 0 && dense <= 0 && remarks && roleOfBits(signals) === "user";
}

const isAside = (role: ReturnType<typeof roleOfBits>, signals: number): boolean =>
  role === "summary" || role === "system" || MESSAGE_MARKS.some((mark) => hasMark(signals, mark));

/** Cosine of the closer neighbour; its own where nothing is known of them. */
const nearest = ({ denseBefore, denseAfter }: RankedCandidate): number => Math.max(denseBefore, denseAfter);

const NO_WINDOWS: readonly number[] = [];

const has = (signals: number, signal: number): number => ((signals & signal) === 0 ? 0 : 1);

const names = (question: RankedQuestion, author: string): boolean =>
  author !== "" &&
  question
    .fold(author)
    .split(/\s+/)
    .some((part) => part.length > 1 && question.mentioned.has(part));

function within(candidate: RankedCandidate, time: RankedQuestion["time"]): boolean {
  if (time === null) return false;
  const { date } = candidate;
  return date !== null && date >= time.start && date < time.end;
}

const recency = ({ date }: RankedCandidate, today: number): number =>
  date === null ? 0 : 1 / (1 + Math.max(0, today - Math.floor(date / DAY)) / HALF_RECENCY);
