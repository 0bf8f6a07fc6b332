import { oneLine } from "../../text/printable.ts";
import { MIN_QUOTE } from "./gate.ts";
import { harmlessLinks, namesIn } from "./answer-links.ts";
import type { Span } from "../../model/section.ts";
import { answering, type Answering, expectation } from "../../text/answering.ts";
import { LEADS } from "../../text/evidence.ts";
import { charactersWithin } from "../../text/excerpt.ts";

export interface ShownPassage {
  readonly label: string;
  readonly text: string;
  readonly heading: string;
  /** Where it stands, in one line. */
  readonly place: string;
  /** Whose it is, where it isn't the reader's own; empty: his, or the project's. */
  readonly by?: string;
  /** Whether it says otherwise than another one, later, or what was found out on it. */
  readonly newer?: boolean;
}

/** Tokens of a passage that are shown, from the sentence that answers on. */
const SHOWN_TOKENS = 80;
const QUOTED_WORDS = 25;
const QUOTED_CHARACTERS = 180;
type Expectation = ReturnType<typeof expectation>;
/** What a place further down in the ranking takes from a sentence (evals/ask/report.md). */
const RANK_SHARE = 0.92;
/** A further passage matters from this share of the best sentence's score on (evals/ask/report.md). */
const MATTERS = 0.6;

/**
 * The answer where no language model writes one: of each passage that matters the sentence that answers, word for word, with what follows it, and its
 * citation; in the order in which they were found, behind those that say something newer (`newer`). Pure.
 * @param covered whether they probably answer the question
 */
export function passageAnswer(passages: readonly ShownPassage[], question: string, covered: boolean): string {
  if (passages.length === 0) return LEADS.nothing;
  const expected = expectation(question);
  const parts = answersBest(passages, question).map(({ passage: { label, text, place, by = "" }, piece }) => {
    const from = piece ?? { start: 0, end: text.length };
    const where = oneLine(`${place}${by === "" ? "" : `, ${by}`}`);
    return `${quotedLines(text, from)}\n${cited(label, { text, from }, expected)} ${where}`;
  });
  return [covered ? LEADS.covered : LEADS.closest, ...parts].join("\n\n");
}

/**
 * Of each passage that matters, and each that says something newer, the sentence that answers best: those first, in the order
 * of the search, which judged whose a value is by the whole passage; a sentence alone may tell of a neighbour's.
 */
function answersBest<Passage extends Pick<ShownPassage, "text" | "heading" | "newer">>(
  passages: readonly Passage[],
  question: string,
): readonly { readonly passage: Passage; readonly piece: Answering | null }[] {
  const pieces = answering(question, passages);
  const all = passages.map((passage, rank) => {
    const own = pieces[rank] ?? [];
    // A heading, and what names a file, is quoted where nothing else is said.
    const saying = own.some(({ says }) => says) ? own.filter(({ says }) => says) : own;
    const [piece = null] = saying.toSorted((a, b) => b.score - a.score);
    return { passage, piece, rank, score: (piece?.score ?? 0) * RANK_SHARE ** rank };
  });
  // What the ranking puts first may say by its heading alone what it is about.
  const best = Math.max(0, ...all.map(({ score }) => score));
  const matter = all.filter(({ score, rank }) => rank === 0 || score >= best * MATTERS);
  const newer = all.filter(({ passage }) => passage.newer === true);
  return [...newer, ...matter.filter(({ passage }) => passage.newer !== true)];
}

/** Whether nothing of what a text says stands before a place: only settings and headings. */
function isBeginning(text: string, start: number): boolean {
  const before = text.slice(0, start).replace(/^(---|\+\+\+)\r?\n[\s\S]*?\n\1\r?\n/u, "");
  return before.replace(/^#{1,6} .*$/gmu, "").trim() === "";
}

/** A passage as an answer quotes it: word for word from a place on, and yet nothing that loads or acts. */
function quotedLines(text: string, { start, end }: Span): string {
  // To the end of its paragraph.
  const paragraph = /\n\s*\n/u.exec(text.slice(end))?.index ?? text.length;
  const shown = cut(text.slice(start, Math.max(end, end + paragraph)).trim(), SHOWN_TOKENS);
  const isEnd = text.slice(end + paragraph).trim() === "" || shown.endsWith("…");
  const lines = `${isBeginning(text, start) ? "" : "…"}${shown}${isEnd ? "" : "…"}`
    .split("\n")
    .map((line) => `> ${line}`);
  return harmlessLinks(lines.join("\n"), namesIn(text));
}

/** Whether a shown passage is a part of a text: what stands between its marks of what was left out. */
export function isPartOf(shown: string, text: string): boolean {
  const whole = harmlessLinks(text, namesIn(text));
  const parts = shown.split("…").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
  return (
    parts.length > 0 &&
    parts.every((part) => whole.includes(part)) &&
    (parts.join(" ").length >= MIN_QUOTE || shown.trim() === whole.trim())
  );
}

/** A heading or "Port 22." is too short for a proof: then what follows it is quoted, else the whole text. */
function cited(
  label: string,
  { text, from }: { readonly text: string; readonly from: Span },
  expected: Expectation,
): string {
  const quote =
    quotable(text.slice(from.start, from.end), expected) || quotable(text.slice(from.start), expected) || wholeOf(text);
  return quote === "" ? `[${label}]` : `[${label} "${quote}"]`;
}

/** All of a text that is too short for a part of it to be quoted; empty where it can't stand between quotation marks. */
function wholeOf(text: string): string {
  const whole = text.trim();
  return whole.length >= MIN_QUOTE || /["“”„«»「」[\]\n]/u.test(whole) ? "" : whole;
}

/** Words of a sentence that can be quoted, in one line and without quotation marks: those in a row that hold most of what was asked for. */
function quotable(said: string, { holds, terms }: Expectation): string {
  let best = { text: "", score: -1 };
  // A line that only wraps goes on in the next.
  for (const line of said.replace(/\n(?![ \t]*(?:[#>*+|-]|\d+[.)] |\n))[ \t]*/gu, " ").split("\n"))
    for (const plain of line.replace(/^[\s#>*|-]+/u, "").split(/["“”„«»「」[\]]|\w+:\/\//u)) {
      const all = plain.trim().split(/\s+/u);
      for (let at = 0; at === 0 || at + QUOTED_WORDS <= all.length; at++) {
        const text = within(all.slice(at, at + QUOTED_WORDS).join(" "));
        if (text.length < MIN_QUOTE) continue;
        const score = terms(text) + (holds(text) ? 2 : 0);
        if (score > best.score) best = { text, score };
      }
    }
  return best.text;
}

const within = (text: string): string =>
  text.length <= QUOTED_CHARACTERS ? text : text.slice(0, text.lastIndexOf(" ", QUOTED_CHARACTERS)).trim();

function cut(text: string, tokens: number): string {
  const end = charactersWithin(text, tokens);
  return end >= text.length ? text : `${text.slice(0, Math.max(end, 40)).trimEnd().toWellFormed()}…`;
}
