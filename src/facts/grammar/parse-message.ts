import type { Refusal } from "../languages/language.ts";
import { cleanMessage } from "./clean-message.ts";
import { cutClauses, onlyLeads } from "./cut-clauses.ts";
import { cutSentences } from "./cut-sentences.ts";
import type { Grammar } from "./grammar.ts";
import type { Intent } from "./intent.ts";
import { isWrite } from "./intent.ts";
import type { TokenRange } from "./match-pattern.ts";
import { parseClause } from "./parse-clause.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import { asksForWork, opensCondition, refusedByContent, refusedByContext } from "./refuse.ts";
import type { Source } from "./source.ts";
import { respell } from "./respell.ts";
import { tokenise } from "./tokenise.ts";

/** A clause of a message, with what it may mean. */
export interface ParsedClause {
  /** The clause as written, without the spaces and signs around it. */
  readonly text: string;
  /** The sentence it stands in. */
  readonly sentence: string;
  /** Readings, likeliest first, each with the language that gave it. Empty: nothing about lists. */
  readonly readings: readonly { readonly intent: Intent; readonly grammar: Grammar }[];
  /** Why it is no statement, when it speaks of a favourite all the same. */
  readonly refusal: Refusal | null;
}

/** Most readings of one clause that are kept. */
const MOST_READINGS = 6;

/**
 * Reads a message: sentences, their clauses, and what each may mean in any of the languages. Pure; knows nothing of what
 * is stored, so which reading holds is decided by the router.
 *
 * Cost: linear in the message for fixed tables; about 0.2 ms for a sentence, 2 s for 1 MB.
 */
export function parseMessage(text: string, grammars: readonly Grammar[]): readonly ParsedClause[] {
  const cleaned = cleanMessage(text);
  const source: Source = { text: cleaned, tokens: respell(tokenise(cleaned), grammars) };
  const first = grammars[0];
  if (first === undefined || source.tokens.length === 0) return [];
  const clauses: ParsedClause[] = [];
  let handedOver = false;
  let correction = false;
  const sentences = cutSentences(source.tokens, first.lexicon, grammars.map((grammar) => grammar.lexicon.tables["denial"] ?? new Map()));
  // "Thanks!" beside it leaves a sentence alone.
  const alone = sentences.filter((sentence) => !onlyLeads(source.tokens, sentence.start, sentence.end, first)).length === 1;
  for (const sentence of sentences) {
    // After "Rewrite this:" what follows is a text to work on, to the end of the message.
    const parsed: readonly ParsedClause[] = handedOver
      ? [{ text: spell(source, sentence), sentence: spell(source, sentence), readings: [], refusal: "task_input" }]
      : parseSentence(source, sentence, { question: sentence.question, correction, alone }, grammars);
    for (const clause of parsed) clauses.push(clause);
    correction = grammars.some((grammar) => corrects(source, sentence, grammar));
    handedOver ||= grammars.some((grammar) => endsInColon(source, sentence) && asksForWork(source.tokens, sentence, grammar));
  }
  return clauses;
}

function parseSentence(source: Source, sentence: TokenRange, { question, correction, alone }: { readonly question: boolean; readonly correction: boolean; readonly alone: boolean }, grammars: readonly Grammar[]): readonly ParsedClause[] {
  const first = grammars[0] as Grammar;
  const spoken = grammars.filter((grammar) => speaks(source, sentence, grammar));
  const cutter = spoken[0] ?? first;
  let context: Refusal | null = null;
  let mannered = false;
  const sentenceText = spell(source, sentence);
  const ranges = cutClauses(source.tokens, sentence, cutter);
  const lastSubstantial = Math.max(0, ranges.findLastIndex((range) => range.end - range.start > 2));
  if (named(source, sentence, grammars)) context = "reported";
  return ranges.map((clause, i) => {
    // The question mark belongs to the last clause; a statement before it stays one.
    const asked = question && i >= lastSubstantial;
    const readings: { intent: Intent; grammar: Grammar }[] = [];
    let refusal: Refusal | null = null;
    for (const grammar of grammars) {
      for (const reading of parseClause(source, clause, { question: asked, asked: question, alone: alone && ranges.length === 1, correction: correction || contrasts(source, ranges[i + 1], grammar) || contrasts(source, ranges[i - 1], grammar) }, grammar)) {
        const { intent } = reading;
        const stated = intent.kind === "assign" || intent.kind === "member";
        const tail = stated ? refusedByTail(source, clause, ranges[i + 1], grammar) : null;
        // "If it rains, remove …", "Write a mail: remove …": a command there is one no more than a statement.
        if (isWrite(intent) && context !== null && (stated || context === "task_input" || (context === "conditional" && !mannered))) refusal ??= context;
        else if (tail !== null) refusal ??= tail;
        else readings.push({ intent, grammar });
        if (readings.length >= MOST_READINGS) break;
      }
      if (readings.length > 0) break;
    }
    if (readings.length === 0) {
      mannered ||= grammars.some((grammar) => mindsManners(source, clause, grammar));
      context ??= firstOf(grammars, (grammar) => refusedByContext(source.tokens, clause, ranges[i + 1], grammar));
      refusal ??= firstOf(grammars, (grammar) => refusedByContent(source.tokens, clause, grammar));
    }
    return { text: spell(source, clause), sentence: sentenceText, readings, refusal };
  });
}

/** "If you don't mind, …" */
function mindsManners(source: Source, clause: TokenRange, grammar: Grammar): boolean {
  const manners = grammar.lexicon.tables["manners"] ?? new Map();
  return source.tokens.slice(clause.start, clause.end).some((_, i) => phraseEnds(manners, source.tokens, clause.start + i, clause.end).length > 0);
}

/** "Tom: my favorite tea is assam": a name and a colon give the word to somebody else. */
function named(source: Source, sentence: TokenRange, grammars: readonly Grammar[]): boolean {
  const [name, colon, ...more] = source.tokens.slice(sentence.start, sentence.end).filter((token) => token.kind !== "line" && token.kind !== "blank");
  if (name === undefined || colon?.text !== ":" || name.kind !== "word" || !name.capital || /s$/u.test(name.text)) return false;
  if (more.length === 0 || more.some((token) => token.text === name.text)) return false;
  return grammars.every((grammar) => !grammar.vocabulary.has(name.text)) && grammars.some((grammar) => more[0] !== undefined && grammar.lexicon.tables["my"]?.has(more[0].text) === true);
}

function firstOf<T>(grammars: readonly Grammar[], found: (grammar: Grammar) => T | null): T | null {
  for (const grammar of grammars) {
    const value = found(grammar);
    if (value !== null) return value;
  }
  return null;
}

/** ", I think", ", right" after a statement. */
function refusedByTail(source: Source, clause: TokenRange, next: TokenRange | undefined, grammar: Grammar): Refusal | null {
  const { tokens } = source;
  let { end } = clause;
  while (end > clause.start && tokens[end - 1]?.kind !== "word" && tokens[end - 1]?.kind !== "quote") end -= 1;
  for (const reason of ["hedged", "question", "conditional"] as const) {
    for (let at = Math.max(clause.start + 1, end - 5); at < end; at += 1) {
      const before = tokens[at - 1];
      const self = tokens[at]?.text === "i";
      const apart = before?.text === "," || before?.text === "(" || (reason === "hedged" && self);
      if (apart && (self || tokens[at]?.capital === false) && phraseEnds(grammar.refusals[reason], tokens, at, end).includes(end)) return reason;
    }
  }
  if (next === undefined) return null;
  let at = next.start;
  while (at < next.end && tokens[at]?.kind !== "word") at += 1;
  let close = next.end;
  while (close > at && tokens[close - 1]?.kind !== "word") close -= 1;
  if (opensCondition(tokens, at, close, grammar)) return "conditional";
  // "blue, not!"; with more after it, it says what it takes the place of.
  if (close - at === 1 && tokens[at]?.text === "not") return "negated";
  return phraseEnds(grammar.refusals.hedged, tokens, at, close).includes(close) ? "hedged" : null;
}

/** Whether a sentence holds a word of the language's frames; decides by whose rules it is cut. */
function speaks(source: Source, sentence: TokenRange, grammar: Grammar): boolean {
  const favorite = grammar.lexicon.tables["favorite"] as PhraseTable;
  for (let at = sentence.start; at < sentence.end; at += 1) if (phraseEnds(favorite, source.tokens, at, sentence.end).length > 0) return true;
  return false;
}

/** ", not autumn", "instead of autumn" after a statement: it takes the place of another. */
function contrasts(source: Source, next: TokenRange | undefined, grammar: Grammar): boolean {
  if (next === undefined) return false;
  let at = next.start;
  while (at < next.end && source.tokens[at]?.kind !== "word") at += 1;
  return phraseEnds(grammar.lexicon.tables["contrast"] ?? new Map(), source.tokens, at, next.end).length > 0;
}

/** "I changed my mind." before a statement. */
function corrects(source: Source, sentence: TokenRange, grammar: Grammar): boolean {
  const { tokens } = source;
  const correct = grammar.lexicon.tables["correct"] as PhraseTable;
  if (!onlyLeads(tokens, sentence.start, sentence.end, grammar)) return false;
  return tokens.slice(sentence.start, sentence.end).some((_, i) => phraseEnds(correct, tokens, sentence.start + i, sentence.end).length > 0);
}

function endsInColon(source: Source, sentence: TokenRange): boolean {
  return /[:：]\s*$/u.test(spell(source, sentence));
}

function spell(source: Source, range: TokenRange): string {
  const first = source.tokens[range.start];
  const last = source.tokens[range.end - 1];
  return first === undefined || last === undefined ? "" : source.text.slice(first.start, last.end).trim();
}
