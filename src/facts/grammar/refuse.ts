import type { Refusal } from "../languages/language.ts";
import type { Grammar } from "./grammar.ts";
import type { TokenRange } from "./match-pattern.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import type { Token } from "./token.ts";

/** What in the words before a statement, in its sentence, takes its force away. Single past-tense verbs there say nothing of it. */
const BEFORE: readonly Refusal[] = ["conditional", "reported", "hedged", "past_taste"];
/** The order in which a reason is looked for when a sentence with a favourite frame was not understood. */
const WITHIN: readonly Refusal[] = ["task_input", "reported", "conditional", "hedged", "past_taste", "negated", "undecided", "other_person"];

/**
 * Why statements after these words are not taken; null when nothing speaks against them.
 *
 * @param before a clause of the same sentence that no fact was read from
 * @param next the clause after it
 */
export function refusedByContext(tokens: readonly Token[], before: TokenRange, next: TokenRange | undefined, grammar: Grammar): Refusal | null {
  if (asksForWork(tokens, before, grammar)) return "task_input";
  if (givesWord(tokens, before, grammar)) return "reported";
  for (const reason of BEFORE) {
    const table = grammar.refusals[reason];
    for (let at = before.start; at < before.end; at += 1) {
      const found = phraseEnds(table, tokens, at, before.end)[0];
      if (found !== undefined && (reason !== "past_taste" || found > at + 1) && !idiom(tokens, at, before.end, grammar) && !(next !== undefined && answers(tokens, at, next, grammar))) return reason;
    }
  }
  return null;
}

/** "His first words: …", "Tom's answer: …": a colon after something of somebody else's. */
function givesWord(tokens: readonly Token[], before: TokenRange, { lexicon, vocabulary }: Grammar): boolean {
  if (tokens[before.end]?.text !== ":") return false;
  // Only where "'s" is of the language may it show whose.
  const owns = lexicon.tables["be"]?.has("'s") === true;
  return tokens.slice(before.start, before.end).some((token, i) => {
    const owner = tokens[before.start + i - 1];
    return lexicon.tables["third"]?.has(token.text) === true || (owns && token.text === "'s" && i > 0 && owner?.capital === true && !vocabulary.has(owner.text));
  });
}

/** "My wife asked, so: my favorite flower is …": who goes on after a verb of asking with "so" answers for himself. */
function answers(tokens: readonly Token[], at: number, next: TokenRange, grammar: Grammar): boolean {
  const { tables } = grammar.lexicon;
  const asked = phraseEnds(tables["inquiry"] ?? new Map(), tokens, at, next.start)[0];
  if (asked === undefined || tokens.slice(asked, next.start).some((token) => token.kind === "quote" || tables["notTopic"]?.has(token.text) === true)) return false;
  let on = next.start;
  while (on < next.end && tokens[on]?.kind !== "word") on += 1;
  return phraseEnds(tables["onward"] ?? new Map(), tokens, on, next.end).length > 0;
}

/** Whether a range hands over a text to work on: "Translate: …", "Example: …". */
export function asksForWork(tokens: readonly Token[], range: TokenRange, grammar: Grammar): boolean {
  const { task_input: table } = grammar.refusals;
  let { start, end } = range;
  while (start < end && tokens[start]?.kind !== "word") start += 1;
  while (end > start && (tokens[end - 1]?.kind === "line" || tokens[end - 1]?.kind === "blank")) end -= 1;
  const polite = phraseEnds(grammar.lexicon.tables["polite"] as PhraseTable, tokens, start, end)[0] ?? start;
  const colon = tokens[end - 1]?.text === ":" || tokens[end]?.text === ":";
  if (!colon) return false;
  for (let at = polite; at < end; at += 1) if (phraseEnds(table, tokens, at, end).length > 0) return true;
  return false;
}

/** Why a clause that speaks of a favourite states none: the first reason whose words stand in it. */
export function refusedByContent(tokens: readonly Token[], range: TokenRange, grammar: Grammar): Refusal | null {
  const favorite = grammar.lexicon.tables["favorite"] as PhraseTable;
  const spoken = tokens.slice(range.start, range.end).some((_, i) => phraseEnds(favorite, tokens, range.start + i, range.end).length > 0);
  if (!spoken) return null;
  for (const reason of WITHIN) {
    for (let at = range.start; at < range.end; at += 1) if (phraseEnds(grammar.refusals[reason], tokens, at, range.end).length > 0) return reason;
  }
  return null;
}

/** "unless it rains", "when I'm sad": a small word of condition before a pronoun or article. */
export function opensCondition(tokens: readonly Token[], at: number, end: number, grammar: Grammar): boolean {
  const { tables } = grammar.lexicon;
  const after = tokens[at]?.capital === false ? phraseEnds(tables["under"] ?? new Map(), tokens, at, end)[0] : undefined;
  const next = after === undefined || after >= end ? undefined : tokens[after];
  if (next === undefined || idiom(tokens, at, end, grammar)) return false;
  return (!next.capital || /^i\b/u.test(next.text)) && tables["underwhom"]?.has(next.text) === true;
}

/** "If you ask me", "I'm not sure if I told you": set phrases that take nothing away. */
function idiom(tokens: readonly Token[], at: number, end: number, grammar: Grammar): boolean {
  return phraseEnds(grammar.lexicon.tables["idiom"] ?? new Map(), tokens, at, end).length > 0;
}
