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
const MAX_SENTENCE_WORDS = 60;

const CLOCK = /\d{1,2}:\d{2}|\d\s?[ap]\.?m\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)\b/i;

/**
 * Cuts text into sentences of words, fast and roughly: a full stop ends a sentence when white space and no small letter follow
 * (so "e.g. this" and "2.9" don't), `?`, `!` and line ends of blocks always do. Fenced code is left out.
 */
export function splitSentences(text: string): readonly SentenceWords[] {
  const unfenced = text.includes("```") || text.includes("~~~") ? withoutFences(text) : text;
  const prose = unfenced.includes("\u2019") ? unfenced.replaceAll("\u2019", "'") : unfenced;
  const found = new Sentences(prose);
  const length = prose.length;
  let total = 0;
  let i = 0;
  while (i < length && total < MAX_WORDS) {
    const code = prose.charCodeAt(i);
    if (isWordCode(code)) {
      const end = wordEnd(prose, i);
      found.word(i, end, code >= 48 && code <= 57);
      total++;
      i = end;
      continue;
    }
    if (code === 46) {
      if (endsSentence(prose, i)) found.close(".", i);
    } else if (code === 33) found.close("!", i);
    else if (code === 63) found.close("?", i);
    else if (code === 10) {
      if (lineEnds(prose, i)) found.close("", i);
    } else if (code === 44 || code === 58 || code === 59 || code === 0x2013 || code === 0x2014) found.pause();
    i++;
  }
  found.close("", Math.min(i, length));
  return found.all;
}

/**
 * Gathers words into sentences. A class and not a closure: a closure is another function in each call, and what was
 * compiled for one is thrown away for the next.
 */
class Sentences {
  readonly all: SentenceWords[] = [];
  readonly #prose: string;
  /** The same in lower case; null when that moves the places, as a few letters do ("İ"). */
  readonly #lower: string | null;
  #words: string[] = [];
  #breaks: number[] = [];
  #hasNumber = false;
  #start = 0;

  constructor(prose: string) {
    this.#prose = prose;
    const lower = prose.toLowerCase();
    this.#lower = lower.length === prose.length ? lower : null;
  }

  word(start: number, end: number, isNumber: boolean): void {
    if (isNumber) this.#hasNumber = true;
    this.#words.push(
      this.#lower === null ? this.#prose.slice(start, end).toLowerCase() : this.#lower.slice(start, end),
    );
    if (this.#words.length >= MAX_SENTENCE_WORDS) this.close("", end);
  }

  pause(): void {
    this.#breaks.push(this.#words.length);
  }

  close(end: string, at: number): void {
    if (this.#words.length > 0) {
      const hasNumber = this.#hasNumber;
      this.all.push({
        words: this.#words,
        breaks: this.#breaks,
        end,
        hasNumber,
        hasClock: hasNumber && CLOCK.test(this.#prose.slice(this.#start, at)),
      });
      this.#words = [];
      this.#breaks = [];
      this.#hasNumber = false;
    } else if (end === "?" && this.all.length > 0) {
      const { words, breaks, hasNumber, hasClock } = this.all.pop() as SentenceWords;
      this.all.push({ words, breaks, end, hasNumber, hasClock });
    }
    this.#start = at + 1;
  }
}

function wordEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length) {
    const next = text.charCodeAt(end);
    if (isWordCode(next)) end++;
    else if (next === 39 && end + 1 < text.length && isWordCode(text.charCodeAt(end + 1))) end += 2;
    else break;
  }
  return end;
}

/** Letters, digits, and every character outside ASCII that isn't punctuation of Latin-1 or General Punctuation. */
function isWordCode(code: number): boolean {
  if (code < 128) return ASCII_WORD[code] === 1;
  return code > 0xbf && !(code >= 0x2000 && code <= 0x206f) && code !== 0x3002 && code !== 0xff1f && code !== 0xff01;
}

const ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? 1 : 0,
);

function endsSentence(text: string, at: number): boolean {
  if (at + 1 >= text.length) return true;
  const next = text.charCodeAt(at + 1);
  if (next === 34 || next === 41 || next === 39 || next === 0x201d) return true;
  if (next !== 32 && next !== 10 && next !== 9 && next !== 13) return false;
  const after = text.charCodeAt(at + 2);
  return !(after >= 97 && after <= 122);
}

/** A line end closes a sentence when a blank line, a list marker, a heading or a table row follows, or the line was one itself. */
function lineEnds(text: string, at: number): boolean {
  let next = at + 1;
  while (
    next < text.length &&
    (text.charCodeAt(next) === 32 || text.charCodeAt(next) === 9 || text.charCodeAt(next) === 13)
  )
    next++;
  const code = next < text.length ? text.charCodeAt(next) : 10;
  if (code === 10 || code === 45 || code === 42 || code === 35 || code === 124 || code === 62 || code === 43)
    return true;
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  return text.charCodeAt(lineStart) === 35;
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
