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

/** Words of a text that are looked at; what follows hardly changes the answer and would cost time. */
const MAX_WORDS = 400;
const MAX_SENTENCE_WORDS = 60;

const CLOCK = /\d{1,2}:\d{2}|\d\s?[ap]\.?m\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)\b/i;

/**
 * Cuts text into sentences of words, fast and roughly: a full stop ends a sentence when white space and no small letter follow
 * (so "e.g. this" and "2.9" don't), `?`, `!` and line ends of blocks always do. Fenced code is left out.
 */
export function splitSentences(text: string): readonly SentenceWords[] {
  const prose = text.includes("```") || text.includes("~~~") ? withoutFences(text) : text;
  const sentences: SentenceWords[] = [];
  let words: string[] = [];
  let breaks: number[] = [];
  let hasNumber = false;
  let start = 0;
  let total = 0;
  const length = prose.length;

  const close = (end: string, at: number): void => {
    if (words.length > 0) {
      sentences.push({ words, breaks, end, hasNumber, hasClock: hasNumber && CLOCK.test(prose.slice(start, at)) });
      words = [];
      breaks = [];
      hasNumber = false;
    } else if (end === "?" && sentences.length > 0) {
      sentences[sentences.length - 1] = { ...(sentences[sentences.length - 1] as SentenceWords), end };
    }
    start = at + 1;
  };

  let i = 0;
  while (i < length && total < MAX_WORDS) {
    const code = prose.charCodeAt(i);
    if (isWordCode(code)) {
      let j = i + 1;
      while (j < length) {
        const next = prose.charCodeAt(j);
        if (isWordCode(next)) j++;
        else if ((next === 39 || next === 0x2019) && j + 1 < length && isWordCode(prose.charCodeAt(j + 1))) j += 2;
        else break;
      }
      if (code >= 48 && code <= 57) hasNumber = true;
      const word = prose.slice(i, j).toLowerCase();
      words.push(word.includes("\u2019") ? word.replaceAll("\u2019", "'") : word);
      total++;
      if (words.length >= MAX_SENTENCE_WORDS) close("", j);
      i = j;
      continue;
    }
    if (code === 46) {
      if (endsSentence(prose, i)) close(".", i);
    } else if (code === 33) close("!", i);
    else if (code === 63) close("?", i);
    else if (code === 10) {
      if (lineEnds(prose, i)) close("", i);
    } else if (code === 44 || code === 58 || code === 59 || code === 0x2013 || code === 0x2014) breaks.push(words.length);
    i++;
  }
  close("", Math.min(i, length));
  return sentences;
}

/** Letters, digits, and every character outside ASCII that isn't punctuation of Latin-1 or General Punctuation. */
function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return code > 0xbf && !(code >= 0x2000 && code <= 0x206f) && code !== 0x3002 && code !== 0xff1f && code !== 0xff01;
}

function endsSentence(text: string, at: number): boolean {
  if (at + 1 >= text.length) return true;
  const next = text.charCodeAt(at + 1);
  if (next === 34 || next === 41 || next === 39 || next === 0x201d || next === 0x2019) return true;
  if (next !== 32 && next !== 10 && next !== 9 && next !== 13) return false;
  const after = text.charCodeAt(at + 2);
  return !(after >= 97 && after <= 122);
}

/** A line end closes a sentence when a blank line, a list marker, a heading or a table row follows, or the line was one itself. */
function lineEnds(text: string, at: number): boolean {
  let next = at + 1;
  while (next < text.length && (text.charCodeAt(next) === 32 || text.charCodeAt(next) === 9 || text.charCodeAt(next) === 13)) next++;
  const code = next < text.length ? text.charCodeAt(next) : 10;
  if (code === 10 || code === 45 || code === 42 || code === 35 || code === 124 || code === 62 || code === 43) return true;
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
