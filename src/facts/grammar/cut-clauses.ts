import type { Grammar } from "./grammar.ts";
import { isEmoji } from "./is-emoji.ts";
import { lineStart, listMarker } from "./list-marker.ts";
import { matchPattern, type TokenRange } from "./match-pattern.ts";
import { namesList } from "./names-list.ts";
import type { Pattern } from "./pattern.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import type { Token } from "./token.ts";

const BOUNDARY = new Set([",", ";", ":", ".", "-", "–", "—", "(", "!", "\n", "、", "，", "；", "：", "?"]);

/**
 * Cuts a sentence into clauses: at a comma or conjunction after which a form of the grammar begins, and where a reason or
 * an afterthought begins. A conjunction inside a value stays: "mac and cheese", "The King and I".
 *
 * Cost: linear in the tokens; at each boundary the starters are tried.
 */
export function cutClauses(tokens: readonly Token[], sentence: TokenRange, grammar: Grammar): readonly TokenRange[] {
  const clauses: TokenRange[] = [];
  let { start } = sentence;
  for (let i = sentence.start + 1; i < sentence.end; i += 1) {
    const at = boundary(tokens, start, i, sentence.end, grammar);
    if (at === null) continue;
    if (i > start) clauses.push({ start, end: i });
    start = at;
    i = Math.max(i, at);
  }
  clauses.push({ start, end: sentence.end });
  return clauses;
}

/** How far clauses are looked through for what decides a cut, in tokens; keeps cutting linear in the message. */
const NEARBY = 60;

/** Whether a line below opens an item of the list, so that what is said of one item cuts none of the others off. */
function listGoesOn(tokens: readonly Token[], at: number, end: number, grammar: Grammar): boolean {
  for (let line = at + 1; line < Math.min(end, at + NEARBY); line += 1) {
    if (tokens[line - 1]?.kind === "line" && listMarker(tokens, line, end, grammar.lexicon.numerals, (to) => to) !== null) return true;
  }
  return false;
}

/** Where the next clause begins when the one before ends at `at`; null when it doesn't. */
function boundary(tokens: readonly Token[], start: number, at: number, end: number, grammar: Grammar): number | null {
  const token = tokens[at] as Token;
  const { tables } = grammar.lexicon;
  if (token.kind === "quote" || ((token.kind === "line" || token.kind === "blank") && namesList(tokens, at + 1, grammar.lexicon))) return null;
  const joins = BOUNDARY.has(token.text) || isEmoji(token.text) || (!token.capital && phraseEnds(tables["clauseAnd"] as PhraseTable, tokens, at, end).length > 0);
  if (joins) {
    const next = begin(tokens, at, end, grammar);
    const word = next === null ? undefined : tokens[next];
    // A capital opens a title ("What's Going On", "Dr. Who"), unless it is "I" or "My".
    const title = word?.capital === true && word.text !== "i" && tables["my"]?.has(word.text) !== true && !/^[!?:\n]$/u.test(token.text);
    const opens = next !== null && ((!title && (grammar.starterWords?.has(word?.text ?? "") ?? true) && starts(grammar.starters, tokens, { start: next, end }, grammar)) || goesOnCommanding(tokens, { start, end: at }, { start: next, end }, grammar) || (says(tokens, start, at, grammar) && starts(grammar.subjects, tokens, { start: next, end }, grammar)));
    if (opens && !goesOnCounting(tokens, { start, end: at }, { start: next, end }, grammar) && !onlyLeads(tokens, start, at, grammar) && !goesOn(tokens, start, { start: next, end }, grammar)) return at + 1;
  }
  const opens = token.text === "," ? tokens[at + 1] : token;
  if (opens === undefined || opens.capital || listGoesOn(tokens, at, end, grammar)) return null;
  // "… but The Anchor": a capital makes a name of an article.
  const after = tokens[token.text === "," ? at + 2 : at + 1];
  if (after?.capital === true && tables["article"]?.has(after.text) === true) return null;
  // "my favorite song is how do I live", "blur, how do I live and adore": what stands where an item may is one.
  if (tables["asking"]?.has(token.text) === true && ["be", "and"].some((name) => phraseEnds(tables[name] as PhraseTable, tokens, at - 1, at).length > 0)) return null;
  if (tables["asking"]?.has(token.text) === true && tokens[at - 1]?.text === ",") return null;
  return grammar.breaks.some((pattern) => matchPattern(pattern, tokens, { start: at, end }, grammar.lexicon, false) !== null) ? at : null;
}

/** Whether a run of tokens has a copula, so that what follows a joint may be a sentence of its own. */
function says(tokens: readonly Token[], start: number, end: number, grammar: Grammar): boolean {
  for (let at = Math.max(start + 1, end - NEARBY); at < end; at += 1) if (phraseEnds(grammar.lexicon.tables["be"] as PhraseTable, tokens, at, end).length > 0) return true;
  return false;
}

/** "Remove brie … | and add edam", "move feta to #1 | and brie to #3". */
function goesOnCommanding(tokens: readonly Token[], before: TokenRange, next: TokenRange, grammar: Grammar): boolean {
  if (grammar.commands.length === 0 || tokens[next.start]?.kind === "quote") return false;
  let { start } = before;
  while (start < Math.min(before.end, before.start + NEARBY) && tokens[start]?.kind !== "word") start += 1;
  const { tables } = grammar.lexicon;
  for (const table of ["lead", "polite"]) start = phraseEnds(tables[table] as PhraseTable, tokens, start, before.end)[0] ?? start;
  if (!starts(grammar.commands, tokens, { start, end: before.end }, grammar)) return false;
  if (tokens[next.start]?.capital === false && starts(grammar.commands, tokens, next, grammar)) return true;
  const near = tokens.slice(Math.max(start, before.end - NEARBY), before.end);
  return grammar.sequels.some(({ word, pattern }) => near.some((token) => token.text === word) && starts([pattern], tokens, next, grammar));
}

/** "Remove my second | and my fourth favorite city": the ranks of one command. */
function goesOnCounting(tokens: readonly Token[], before: TokenRange, next: TokenRange, grammar: Grammar): boolean {
  const { numerals, tables } = grammar.lexicon;
  const opened = phraseEnds(tables["before"] ?? new Map(), tokens, next.start, next.end)[0];
  if (opened === undefined || numerals.rank(tokens, opened, next.end).length === 0 || !starts(grammar.commands, tokens, before, grammar)) return false;
  for (let at = Math.max(before.start, before.end - 3); at < before.end; at += 1) if (numerals.rank(tokens, at, before.end).some((read) => read.end === before.end)) return true;
  return false;
}

function starts(patterns: readonly Pattern[], tokens: readonly Token[], range: TokenRange, grammar: Grammar): boolean {
  return patterns.some((pattern) => matchPattern(pattern, tokens, range, grammar.lexicon, false) !== null);
}

/** Whether a run of tokens is nothing but leads, which belong to the clause after them. */
export function onlyLeads(tokens: readonly Token[], start: number, end: number, grammar: Grammar): boolean {
  const { tables } = grammar.lexicon;
  let at = start;
  while (at < end) {
    const lead = Math.max(...["lead", "correct", "polite"].map((name) => phraseEnds(tables[name] as PhraseTable, tokens, at, end)[0] ?? -1));
    if (lead > at) at = lead;
    else if ((tokens[at]?.kind === "word" && !isEmoji((tokens[at] as Token).text)) || tokens[at]?.kind === "quote") return false;
    else at += 1;
  }
  return true;
}

/** "As for teas, | my favorites are …": the form after the comma goes on with the topic before it. */
function goesOn(tokens: readonly Token[], start: number, next: TokenRange, grammar: Grammar): boolean {
  const { tables } = grammar.lexicon;
  let at = start;
  while (at < Math.min(next.start, start + NEARBY) && tokens[at]?.kind !== "word") at += 1;
  at = phraseEnds(tables["clauseLead"] as PhraseTable, tokens, at, next.start)[0] ?? at;
  if (headsCommand(tokens, { start: at, end: next.start }, next, grammar)) return true;
  if (next.start - at > 12 || says(tokens, at, next.start, grammar) || phraseEnds(tables["about"] as PhraseTable, tokens, at, next.start).length === 0) return false;
  return grammar.continued.some((pattern) => matchPattern(pattern, tokens, next, grammar.lexicon, false) !== null);
}

/** "My favorite teas: | move assam to the top": a list and a colon before a command name what it is about. */
function headsCommand(tokens: readonly Token[], before: TokenRange, next: TokenRange, grammar: Grammar): boolean {
  let { end } = before;
  while (end > before.start && tokens[end - 1]?.kind === "punct") end -= 1;
  const head = { start: before.start, end };
  // "My favorite teas: undo that" takes back the last change, whatever it was of.
  if (phraseEnds(grammar.lexicon.tables["undo"] as PhraseTable, tokens, next.start, next.end).length > 0) return false;
  return end < before.end && starts(grammar.commands, tokens, next, grammar) && grammar.heads.some((pattern) => matchPattern(pattern, tokens, head, grammar.lexicon, true) !== null);
}

/** The first token of the clause after a boundary, past other boundaries and leads. */
function begin(tokens: readonly Token[], at: number, end: number, grammar: Grammar): number | null {
  const { tables } = grammar.lexicon;
  let next = at + 1;
  for (let step = 0; step < 6 && next < end; step += 1) {
    const lead = phraseEnds(tables["clauseLead"] as PhraseTable, tokens, next, end)[0];
    const marker = lineStart(tokens, next) ? listMarker(tokens, next, end, grammar.lexicon.numerals, (to) => to) : null;
    if (lead !== undefined) next = lead;
    else if (marker !== null && marker.style !== "bare" && marker.style !== "ordinal") next = marker.end;
    else if (BOUNDARY.has((tokens[next] as Token).text)) next += 1;
    else break;
  }
  return next < end ? next : null;
}
