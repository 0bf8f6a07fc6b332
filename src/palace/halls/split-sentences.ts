import { sentences } from "../../text/sentences.ts";

/** A sentence as words in lower case; see `splitSentences`. */
export interface SentenceWords {
  /** Lower case, apostrophes kept and straightened, hyphens split. */
  readonly words: readonly string[];
  /** Indices into `words` before which a comma, colon, semicolon or dash stands, ascending. */
  readonly breaks: readonly number[];
  /** The closing mark: `?`, `!`, `.` or empty. */
  readonly end: string;
  readonly hasNumber: boolean;
  /** A clock time (`18:30`, `3 pm`) or a date in figures. */
  readonly hasClock: boolean;
}

/** Maximum number of words read; later ones hardly change the answer. */
const MAX_WORDS = 400;
/** Words and breaks of a piece. */
const MAX_SENTENCE_WORDS = 60;

const CLOCK = /\d{1,2}:\d{2}|\d\s?[ap]\.?m\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)\b/i;

/** A letter, a digit, or a character outside ASCII that isn't punctuation of Latin-1, General Punctuation or East Asia. */
const SIGN = String.raw`[0-9A-Za-z\u00c0-\u1fff\u2070-\u3001\u3003-\uff00\uff02-\uff1e\uff20-\uffff]`;
/** A word in lower case, or what makes a break. */
const PIECE = new RegExp(`${SIGN}(?:'?${SIGN})*|[,:;\\u2013\\u2014]`, "g");
const BREAKS: ReadonlySet<string> = new Set(",:;\u2013\u2014");
/** The end of a line behind which a blank line, a list, a heading, a quotation or a row of a table begins, or of a heading itself. */
const BLOCK_END = /\n(?=[ \t\r]*(?:[-*#|>+\n]|$))|(?<=^#.*)\n/mu;
/** What a sentence ends with, within so many characters. */
const MARK = /([.!?]+)["'”)\]*_]*$/u;
const END = 24;

/** The sentences of a text as words, without fenced code; long ones in pieces. Cost: linear. */
export function splitSentences(text: string): readonly SentenceWords[] {
  const unfenced = text.includes("```") || text.includes("~~~") ? withoutFences(text) : text;
  const found: SentenceWords[] = [];
  let total = 0;
  for (const block of unfenced.replaceAll("\u2019", "'").split(BLOCK_END))
    for (const { start, end } of sentences(block)) {
      const sentence = block.slice(start, end).trimEnd();
      const pieces = sentence.toLowerCase().match(PIECE) ?? [];
      const marks = MARK.exec(sentence.slice(-END))?.[1] ?? "";
      const mark = marks.includes("?") ? "?" : marks.charAt(0);
      const hasClock = CLOCK.test(sentence);
      for (let from = 0; from < pieces.length; from += MAX_SENTENCE_WORDS) {
        if (total >= MAX_WORDS) return found;
        const one = wordsOf(pieces.slice(from, from + MAX_SENTENCE_WORDS));
        const isLast = from + MAX_SENTENCE_WORDS >= pieces.length;
        total += one.words.length;
        if (one.words.length > 0) found.push({ ...one, end: isLast ? mark : "", hasClock: one.hasNumber && hasClock });
      }
    }
  return found;
}

function wordsOf(pieces: readonly string[]): Pick<SentenceWords, "words" | "breaks" | "hasNumber"> {
  const words: string[] = [];
  const breaks: number[] = [];
  for (const piece of pieces)
    if (BREAKS.has(piece)) breaks.push(words.length);
    else words.push(piece);
  return { words, breaks, hasNumber: words.some((word) => /^\d/.test(word)) };
}

function withoutFences(text: string): string {
  const kept: string[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && fence === "") fence = mark;
    else if (mark !== undefined && mark.startsWith(fence)) fence = "";
    else if (fence === "") kept.push(line);
  }
  return kept.join("\n");
}
