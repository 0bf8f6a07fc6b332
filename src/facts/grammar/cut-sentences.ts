import { lineStart, listMarker } from "./list-marker.ts";
import type { Lexicon, TokenRange } from "./match-pattern.ts";
import { namesList } from "./names-list.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import type { Token } from "./token.ts";

/** A sentence with the list that belongs to it. */
export interface SentenceRange extends TokenRange {
  /** Ends with a question mark. */
  readonly question: boolean;
}

const STOPS = new Set([".", "!", "?", "。", "！", "？", "…"]);
const QUESTION = new Set(["?", "？"]);
/** Signs that close a quotation or bracket around a sentence. */
const CLOSERS = new Set([")", "]", '"', "”", "’", "»", "'"]);
/** How far ahead the second item of a list "1. … 2. …" is looked for, in tokens. */
const NEXT_ITEM = 80;

/**
 * Cuts a message into sentences. A list under a line belongs to that line's sentence, and to "Those are my …" under it;
 * list markers, initials, abbreviations and numbers with dots end nothing. Sentences cover all tokens in order.
 *
 * Cost: linear in the tokens.
 * @param denials what takes a sentence back in one of its own ("Just kidding."), in every language
 */
export function cutSentences(tokens: readonly Token[], lexicon: Lexicon, denials: readonly PhraseTable[]): readonly SentenceRange[] {
  const sentences: SentenceRange[] = [];
  let start = 0;
  const close = (end: number): void => {
    if (end <= start) return;
    const words = tokens.slice(start, end).filter((token) => token.kind !== "line" && token.kind !== "blank");
    if (words.length > 0) sentences.push({ start, end, question: endsInQuestion(words) });
    start = end;
  };
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as Token;
    if (token.kind === "blank") {
      if (!(awaits(tokens, start, i, lexicon) && opensItem(tokens, i + 1, lexicon)) && !(inList(tokens, start, i, lexicon) && namesList(tokens, i + 1, lexicon))) close(i + 1);
    } else if (token.kind === "line") {
      if (!continues(tokens, start, i, lexicon)) close(i + 1);
    } else if (token.kind === "punct" && STOPS.has(token.text) && !denies(tokens, i + 1, denials) && stops(tokens, start, i, lexicon)) {
      while (tokens[i + 1]?.kind === "punct" && tokens[i + 1]?.spaced === false && tokens[i + 1]?.text !== ",") i += 1;
      close(i + 1);
    }
  }
  close(tokens.length);
  return sentences;
}

/** Whether a question mark stands among the signs at the end. */
function endsInQuestion(words: readonly Token[]): boolean {
  const last = words.findLastIndex((token) => token.kind !== "punct");
  return words.slice(last + 1).some((token) => QUESTION.has(token.text));
}

function opensItem(tokens: readonly Token[], at: number, lexicon: Lexicon): boolean {
  const marker = listMarker(tokens, at, tokens.length, lexicon.numerals, (to) => to);
  return marker !== null && marker.style !== "bare" && marker.style !== "ordinal" || marker?.style === "ordinal" && marker.end > at + 1;
}

/** Whether a line announces a list: it ends with a colon or a copula, or is a favourite frame with nothing after it. */
function awaits(tokens: readonly Token[], start: number, end: number, lexicon: Lexicon): boolean {
  const last = tokens[end - 1];
  if (last === undefined || end <= start) return false;
  if (last.text === ":" || last.text === "：" || last.text === "=") return true;
  if (phraseEnds(lexicon.tables["be"] as PhraseTable, tokens, end - 1, end).length > 0) return true;
  // "Favorite teas -" above its list.
  const dashed = /^[-–—]$/u.test(last.text) && last.spaced;
  if (last.kind !== "word" && !dashed) return false;
  for (let i = start; i < end; i += 1) {
    if (phraseEnds(lexicon.tables["be"] as PhraseTable, tokens, i, end).length > 0) return false;
  }
  return tokens.slice(start, end).some((token, i) => token.kind === "word" && phraseEnds(lexicon.tables["favorite"] as PhraseTable, tokens, start + i, end).length > 0);
}

/** Whether the sentence goes on after the line break at `at`. */
function continues(tokens: readonly Token[], start: number, at: number, lexicon: Lexicon): boolean {
  const next = tokens[at + 1];
  if (next === undefined) return true;
  const listed = inList(tokens, start, at, lexicon);
  // "My favorite teas?" above the list that answers it.
  const asked = QUESTION.has(tokens[at - 1]?.text ?? "") && answersItself(tokens, start, at - 1, lexicon);
  if (opensItem(tokens, at + 1, lexicon)) return listed || asked || awaits(tokens, start, at, lexicon);
  if (listed) return closesList(tokens, at + 1, lexicon) || namesList(tokens, at + 1, lexicon);
  const header = firstLine(tokens, start, at);
  if (awaits(tokens, start, header, lexicon)) {
    return header === at || (!STOPS.has(tokens[at - 1]?.text ?? "") && !closesList(tokens, at + 1, lexicon) && !beginsClause(tokens, at + 1, lexicon));
  }
  if (closesList(tokens, at + 1, lexicon)) return true;
  // A line that was wrapped: no stop before the break, a small letter after it.
  return next.kind === "word" && !next.capital && !STOPS.has(tokens[at - 1]?.text ?? "") && !beginsClause(tokens, at + 1, lexicon);
}

/** Whether the line that ends at a token is an item of a list. */
function inList(tokens: readonly Token[], start: number, end: number, lexicon: Lexicon): boolean {
  let line = end;
  while (line > start && !lineStart(tokens, line)) line -= 1;
  return opensItem(tokens, line, lexicon);
}

/** "Those are my favorite stones." under a list. */
function closesList(tokens: readonly Token[], at: number, lexicon: Lexicon): boolean {
  const those = phraseEnds(lexicon.tables["those"] as PhraseTable, tokens, at, tokens.length)[0];
  return those !== undefined && phraseEnds(lexicon.tables["be"] as PhraseTable, tokens, those, tokens.length).length > 0;
}

function beginsClause(tokens: readonly Token[], at: number, lexicon: Lexicon): boolean {
  return phraseEnds(lexicon.tables["my"] as PhraseTable, tokens, at, tokens.length).length > 0;
}

function firstWord(tokens: readonly Token[], start: number): number {
  let at = start;
  while (tokens[at]?.kind === "line" || tokens[at]?.kind === "blank") at += 1;
  return at;
}

function firstLine(tokens: readonly Token[], start: number, end: number): number {
  for (let i = start; i < end; i += 1) if (tokens[i]?.kind === "line" && i > start) return i;
  return end;
}

/** Whether the stop at `at` ends a sentence. */
function stops(tokens: readonly Token[], start: number, at: number, lexicon: Lexicon): boolean {
  const stop = tokens[at] as Token;
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (next === undefined || at === start) return true;
  if (!/^[.!?…]$/u.test(stop.text)) return true;
  // "My favorite is... brie": dots of a pause, before a small letter.
  const word = tokens.slice(at + 1, at + 4).find((token) => token.text !== ".");
  if ((stop.text === "…" || next.text === "." || before?.text === ".") && word?.kind === "word" && word.spaced && !word.capital) return false;
  if (stop.text === "?" && answersItself(tokens, start, at, lexicon)) return false;
  if (stop.text === "." && lexicon.numerals.isLabel(before?.text ?? "") && /^\d+$/u.test(next.text)) return false;
  if (!next.spaced && next.kind !== "punct" && !(stop.text === "." && before?.kind === "word" && /^\d+$/u.test(before.text))) return false;
  if (!next.spaced && next.kind === "punct" && !STOPS.has(next.text) && !CLOSERS.has(next.text)) return false;
  if (next.kind === "punct" && (next.text === "," || next.text === ";" || next.text === ")")) return false;
  if (closesList(tokens, at + 1, lexicon) && opensItem(tokens, firstWord(tokens, start), lexicon)) return false;
  if (stop.text !== ".") return !(stop.text === "!" && lexicon.tables["and"]?.has(next.text) === true && !next.capital);
  if (before === undefined || before.kind !== "word") return true;
  if (/^#\d+$/u.test(before.text)) return false;
  if (/^\d+$/u.test(before.text)) return !dottedMarker(tokens, start, at - 1, lexicon);
  // "A.C. Milan", "r.e.m. to my favorites": initials end a sentence only before one that plainly begins.
  if (/\p{L}\.\p{L}$/u.test(before.text) && (next.capital ? !beginsClause(tokens, at + 1, lexicon) && lexicon.tables["pronoun"]?.has(next.text) !== true : next.kind === "word")) return false;
  if (lettered(tokens, start, at - 1)) return false;
  // "1) T. rex": a letter where a name begins.
  if (before.end - before.start === 1 && before.capital && before.text !== "i" && next.kind === "word" && !next.capital && opensName(tokens[at - 2], lexicon)) return false;
  if (before.end - before.start === 1 && before.capital && next.capital && !beginsClause(tokens, at + 1, lexicon)) return false;
  return !(lexicon.tables["abbreviation"]?.has(before.text) === true && before.capital);
}

/** "… is orange. Just kidding!": a sentence of nothing but a denial belongs to what it denies. */
function denies(tokens: readonly Token[], at: number, denials: readonly PhraseTable[]): boolean {
  while (tokens[at]?.text === "¡" || tokens[at]?.text === "¿") at += 1;
  const over = (end: number): boolean => {
    const next = tokens[end];
    return next === undefined || (next.kind !== "word" && next.kind !== "quote" && next.text !== ",");
  };
  return at < tokens.length && denials.some((table) => phraseEnds(table, tokens, at, tokens.length).some(over));
}

/** "A. brie B. gouda": whether the letter before a stop goes on with letters that count from A, or opens them. */
function lettered(tokens: readonly Token[], start: number, at: number): boolean {
  const letter = tokens[at] as Token;
  const next = tokens[at + 2];
  if (!/^[a-z]$/u.test(letter.text) || !letter.capital || next?.kind !== "word" || next.capital) return false;
  const stands = (i: number, code: number): boolean => tokens[i]?.text === String.fromCharCode(code) && tokens[i]?.capital === true && tokens[i + 1]?.text === ".";
  const code = letter.text.charCodeAt(0);
  if (letter.text === "a") return tokens.slice(at, at + NEXT_ITEM).some((_, i) => stands(at + i, code + 1));
  for (let i = at - 2; i >= Math.max(start, at - NEXT_ITEM); i -= 1) if (stands(i, code - 1)) return true;
  return false;
}

function opensName(before: Token | undefined, { tables }: Lexicon): boolean {
  if (before === undefined) return false;
  return before.kind === "punct" ? !STOPS.has(before.text) : ["be", "and"].some((name) => tables[name]?.has(before.text) === true);
}

/** "My favorite season? Autumn.": a frame as a question with a few words as its answer. */
function answersItself(tokens: readonly Token[], start: number, at: number, lexicon: Lexicon): boolean {
  let opening = start;
  for (let step = 0; step < 4 && opening < at; step += 1) {
    while (opening < at && tokens[opening]?.kind !== "word") opening += 1;
    opening = phraseEnds(lexicon.tables["lead"] as PhraseTable, tokens, opening, at)[0] ?? opening;
  }
  if (at - opening > 8 || !(beginsClause(tokens, opening, lexicon) || phraseEnds(lexicon.tables["favorite"] as PhraseTable, tokens, opening, at).length > 0)) return false;
  if (!awaits(tokens, opening, at, lexicon)) return false;
  if (opensItem(tokens, firstWord(tokens, at + 1), lexicon)) return true;
  if (phraseEnds(lexicon.tables["banter"] ?? new Map(), tokens, at + 1, tokens.length).some((end) => end === tokens.length || tokens[end]?.kind !== "word" || lexicon.tables["pronoun"]?.has(tokens[at + 1]?.text ?? "") === true)) return false;
  let end = at + 1;
  let apart = 0;
  while (end < tokens.length && end - apart - at <= 6 && !STOPS.has(tokens[end]?.text ?? "") && tokens[end]?.kind !== "line" && tokens[end]?.kind !== "blank") {
    // Each further item of a list may be as long as the first.
    if (tokens[end]?.text === "," || lexicon.tables["and"]?.has(tokens[end]?.text ?? "") === true) apart = end - at;
    end += 1;
  }
  return end - at > 1 && end - apart - at <= 6 && !QUESTION.has(tokens[end]?.text ?? "");
}

/** Whether "n." at `at` numbers an item: a later or earlier "n." of the same list says so. */
function dottedMarker(tokens: readonly Token[], start: number, at: number, lexicon: Lexicon): boolean {
  if (lineStart(tokens, at)) return true;
  const dotted = (i: number, rank: number): boolean => tokens[i]?.text === String(rank) && tokens[i + 1]?.text === ".";
  const rank = Number(tokens[at]?.text);
  for (let i = at - 2; i >= Math.max(start, at - NEXT_ITEM); i -= 1) if (dotted(i, rank - 1) || dotted(i, rank - 2) || dotted(i, rank + 1) || dotted(i, rank + 2)) return true;
  const before = tokens[at - 1];
  const opens = rank === 1 || before?.kind === "punct" || phraseEnds(lexicon.tables["be"] as PhraseTable, tokens, at - 1, at).length > 0;
  if (!opens) return false;
  // "are 1. sencha 3. mate": of several, ranks may be left out; "is 1. I have 3." is of one.
  const many = before?.kind === "punct" || phraseEnds(lexicon.tables["bemany"] as PhraseTable, tokens, at - 1, at).length > 0;
  const next = tokens[at + 2];
  // "My favorite teas: 1. sencha": one is a list too, unless a sentence begins there.
  if (rank === 1 && many && next?.kind === "word" && (!next.capital || !(beginsClause(tokens, at + 2, lexicon) || lexicon.tables["pronoun"]?.has(next.text) === true || lexicon.tables["lead"]?.has(next.text) === true))) return true;
  for (let i = at + 2; i <= Math.min(tokens.length, at + NEXT_ITEM); i += 1) {
    if (dotted(i, rank === 1 ? 2 : 1) || (many && (dotted(i, rank + 1) || dotted(i, rank + 2)))) return true;
  }
  return false;
}
