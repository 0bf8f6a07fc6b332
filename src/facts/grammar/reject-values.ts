import type { Grammar } from "./grammar.ts";
import type { TopicMention } from "./intent.ts";
import { onlyLeads } from "./cut-clauses.ts";
import { matchPattern, type TokenRange } from "./match-pattern.ts";
import { trimValue } from "./clean-value.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import { opensCondition } from "./refuse.ts";
import type { ItemRange } from "./split-values.ts";
import type { Token } from "./token.ts";
import { topicOf } from "./topic.ts";

/** Longest single value in words; a longer one is prose about a favourite, not the favourite. */
const LONGEST_SINGLE = 14;
/** Longest value before the verb ("… is my favorite tea"), in words. */
const LONGEST_BEFORE = 10;

/**
 * Whether what stands where values should is none: a hedge, a negation, a state ("closed on Mondays"), a pronoun, a
 * choice that is still open, prose. A command's values are only looked at for pronouns. Numbered and quoted values are taken as they are; so are names, which begin with a capital.
 */
export function rejectsValues(
  tokens: readonly Token[],
  range: TokenRange,
  items: readonly ItemRange[],
  order: "ranks" | "order" | "none",
  flags: readonly string[],
  command: boolean,
  topic: TopicMention | null,
  grammar: Grammar,
): boolean {
  if (order === "ranks") return false;
  const { tables } = grammar.lexicon;
  const table = (name: string): PhraseTable => tables[name] ?? new Map();
  const begins = (phrases: PhraseTable, at: TokenRange): boolean => tokens[at.start]?.capital === false && phraseEnds(phrases, tokens, at.start, at.end).length > 0;
  const first = items[0];
  if (first === undefined) return true;
  // "Wow, these are my favorite shoes": what stands before "these" lists several, or has a line or a mark for each.
  if (flags.includes("those") && flags.includes("itemsfirst") && order === "none" && !listsAbove(tokens, range, items, grammar)) return true;
  // "What is my favorite number" without its mark asks, whatever the topic.
  if (flags.includes("valuefirst") && items.length === 1 && first.end - first.start === 1 && table("asking").has(tokens[first.start]?.text ?? "")) return true;
  // With topics of words any word is a value: "my favorite pronoun is they".
  if (topic !== null && items.length === 1 && first.end - first.start === 1 && table("wordtopic").has(topic.name)) return false;
  const bare = trimValue(tokens, first, new Map());
  // "Add this page": what is pointed at has no name.
  if (command && begins(table("this"), bare) && bare.end - bare.start > 1) return true;
  if (command && items.some((item) => unnamed(tokens, trimValue(tokens, item, new Map()), topic, grammar))) return true;
  if (command) return items.every((item) => onlyPronoun(tokens, trimValue(tokens, item, new Map()), table("pronoun")));
  const { refusals } = grammar;
  if ([refusals.hedged, refusals.negated, refusals.undecided, refusals.conditional].some((phrases) => begins(phrases, bare))) return true;
  if (order === "none" && items.some((item) => undecided(tokens, item, grammar)) && range.end - range.start > 2) return true;
  if (items.every((item) => onlyPronoun(tokens, trimValue(tokens, item, new Map()), table("pronoun")))) return true;
  const ofDoing = table("doing").has(topic?.name.split(" ")[0] ?? "");
  if (!ofDoing && items.some((item) => holdsUnder(tokens, item, grammar))) return true;
  if (items.some((item) => deniedAtEnd(tokens, item, grammar))) return true;
  if (flags.includes("valuefirst")) return rejectsSubject(tokens, items, grammar);
  if (items.length > 1) return !ofDoing && !table("wordtopic").has(topic?.name ?? "") && sayStates(tokens, items, topic, grammar);
  if (bare.end - bare.start > LONGEST_SINGLE) return true;
  if (begins(table("pronoun"), bare)) return true;
  if (!begins(table("state"), bare) && !condition(tokens, bare, topic, grammar) && !predicate(tokens, bare, grammar)) return false;
  // "My favorite hobby is being outside": with topics of doing, what is done is a value.
  const doing = /ing$/u.test(tokens[bare.start]?.text ?? "") && ofDoing;
  return !doing;
}

/** "Add one more", "something Italian", "three cities": what is to be added has no name yet. */
function unnamed(tokens: readonly Token[], value: TokenRange, topic: TopicMention | null, grammar: Grammar): boolean {
  const word = tokens[value.start];
  if (word?.kind !== "word" || word.capital) return false;
  const { tables, numerals } = grammar.lexicon;
  for (const end of phraseEnds(tables["unnamed"] ?? new Map(), tokens, value.start, value.end)) if (end === value.end || (end === value.start + 1 && tables["pronoun"]?.has(word.text) === true)) return true;
  const after = numerals.number(tokens, value.start, value.end)[0]?.end ?? phraseEnds(tables["count"] as PhraseTable, tokens, value.start, value.end)[0];
  const noun = after === undefined ? "" : tokens.slice(after, value.end).map((token) => token.text).join(" ");
  return topic !== null && noun !== "" && topicOf(noun, "", grammar.language).key === topic.key;
}

/** "two blocks away", "first in the league". */
function predicate(tokens: readonly Token[], value: TokenRange, grammar: Grammar): boolean {
  if (tokens.slice(value.start, value.end).some((token) => token.kind === "quote" || token.capital)) return false;
  return grammar.predicates.some((pattern) => matchPattern(pattern, tokens, value, grammar.lexicon, true) !== null);
}

/** Whether items before "those are my favorites" are a list: lines, or several that are no mere words to begin with. */
function listsAbove(tokens: readonly Token[], range: TokenRange, items: readonly ItemRange[], grammar: Grammar): boolean {
  if (tokens.slice(range.start, range.end).some((token) => token.kind === "line" || token.kind === "blank")) return true;
  return items.length > 1 && items.every((item) => !onlyLeads(tokens, item.start, item.end, grammar));
}

/** "closed, sadly", "on the floor, dirty and wet": the first of several items and more than half of them are states. */
function sayStates(tokens: readonly Token[], items: readonly ItemRange[], topic: TopicMention | null, grammar: Grammar): boolean {
  // "leaving, Tom and Ann"
  const [first] = items;
  const opening = first === undefined ? null : trimValue(tokens, first, new Map());
  if (opening !== null && /ing$/u.test(tokens[opening.start]?.text ?? "") && condition(tokens, opening, topic, grammar)) return true;
  const states = items.map((item) => saysState(tokens, trimValue(tokens, item, new Map()), topic, grammar));
  return states[0] === true && states.filter(Boolean).length * 2 > items.length;
}

/** "at the corner", "closed", "sadly": one of several words of how or where something is. */
function saysState(tokens: readonly Token[], value: TokenRange, topic: TopicMention | null, grammar: Grammar): boolean {
  const word = tokens[value.start];
  if (word?.capital !== false) return false;
  const state = grammar.lexicon.tables["state"] as PhraseTable;
  return phraseEnds(state, tokens, value.start, value.end).length > 0 || condition(tokens, value, topic, grammar) || (value.end - value.start === 1 && /ly$/u.test(word.text));
}

/** "closed", "broken since May": an adjective or participle with nothing after it that it could describe ("free jazz"). */
function condition(tokens: readonly Token[], value: TokenRange, topic: TopicMention | null, grammar: Grammar): boolean {
  const { tables } = grammar.lexicon;
  if (tokens[value.start]?.capital !== false) return false;
  const titled = tables["titled"]?.has(topic?.name.split(" ").at(-1) ?? "") === true;
  const worn = titled ? [] : phraseEnds(tables["thingCondition"] ?? new Map(), tokens, value.start, value.end);
  return [...phraseEnds(tables["condition"] ?? new Map(), tokens, value.start, value.end), ...worn].some((end) => end === value.end || tokens[end]?.kind === "punct" || tables["afterCondition"]?.has(tokens[end]?.text ?? "") === true);
}

/** "Rome if it is summer", "blue when I'm sad": a value that only holds at times. Capitals, and the value's first word, are of a name. */
function holdsUnder(tokens: readonly Token[], item: TokenRange, grammar: Grammar): boolean {
  for (let at = item.start + 1; at < item.end; at += 1) if (opensCondition(tokens, at, item.end, grammar)) return true;
  return false;
}

/** "blue - NOT!", "blue, said no one ever": words after a value that deny it. */
function deniedAtEnd(tokens: readonly Token[], item: TokenRange, grammar: Grammar): boolean {
  const [before, last] = tokens.slice(Math.max(item.start, item.end - 2), item.end);
  // "blue - not", "blue NOT".
  if (last?.kind === "word" && last.text === "not" && (before?.kind === "punct" || (last.capital && before?.capital === false))) return true;
  const denial = grammar.lexicon.tables["denial"] ?? new Map();
  for (let at = item.start; at < item.end; at += 1) if ((tokens[at]?.capital === false || /^[.!…¡]$/u.test(tokens[at - 1]?.text ?? "")) && phraseEnds(denial, tokens, at, item.end).includes(item.end)) return true;
  return false;
}

function onlyPronoun(tokens: readonly Token[], item: TokenRange, pronoun: PhraseTable): boolean {
  return phraseEnds(pronoun, tokens, item.start, item.end).includes(item.end) && (tokens[item.start]?.capital !== true || tokens[item.start]?.text === "i");
}

/** Whether a value leaves a choice open: "red or blue". */
function undecided(tokens: readonly Token[], item: TokenRange, grammar: Grammar): boolean {
  const or = grammar.lexicon.tables["or"] ?? new Map();
  return tokens.slice(item.start, item.end).some((token) => token.kind === "word" && !token.capital && or.has(token.text));
}

/** "Suppose rye", "maybe rye": words before a subject that take its force; a subject of such a word alone is itself ("May"). */
function takenBack(tokens: readonly Token[], subject: TokenRange, grammar: Grammar): boolean {
  const { refusals } = grammar;
  for (let at = subject.start; at < subject.end; at += 1) {
    if (tokens[at]?.capital === true && at > subject.start) continue;
    for (const reason of ["conditional", "hedged", "reported", "negated"] as const) {
      const end = phraseEnds(refusals[reason], tokens, at, subject.end)[0];
      if (end !== undefined && end - at < subject.end - subject.start) return true;
    }
  }
  return false;
}

/** Values before the verb are a subject: no verb, no pronoun, not long. */
function rejectsSubject(tokens: readonly Token[], items: readonly ItemRange[], grammar: Grammar): boolean {
  const { tables } = grammar.lexicon;
  return items.some((item) => {
    const bare = trimValue(tokens, item, new Map());
    if (bare.end - bare.start > LONGEST_BEFORE || bare.end <= bare.start) return true;
    const words = tokens.slice(bare.start, bare.end);
    if (takenBack(tokens, bare, grammar)) return true;
    if (words.some((word) => word.kind === "word" && !word.capital && (tables["verb"]?.has(word.text) === true || tables["notTopic"]?.has(word.text) === true))) return true;
    const opening = words[0] as Token;
    return opening.kind === "word" && (phraseEnds(tables["pronoun"] ?? new Map(), tokens, bare.start, bare.end).length > 0 || (!opening.capital && tables["preposition"]?.has(opening.text) === true));
  });
}
