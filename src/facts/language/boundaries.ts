import {
  ARTICLES,
  CLOSERS,
  COORDINATORS,
  FINITE,
  HEDGES,
  IMPERATIVES,
  INTERJECTIONS,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUNS,
  SUBORDINATORS,
  VERBS,
} from "./closed-words.ts";
import type { Token } from "./tokens.ts";

/** Closers by their first word, each as its words. */
const closersBy: ReadonlyMap<string, readonly (readonly string[])[]> = Map.groupBy(
  CLOSERS.map((phrase) => phrase.split(" ")),
  (words) => words[0] as string,
);

/** Closers that need a comma before them: behind a name they could belong to it. */
const COMMA_FIRST = new Set(
  (
    "no yes right ok okay always really just due making making it considering followed partly usually " +
    "generally period apparently basically actually clearly truly instead again like such and absolutely " +
    "literally today tonight especially particularly mainly mostly hopefully man mate buddy friend bro dude"
  ).split(" "),
);

/**
 * Whether a word is written small: only such a word is a closed word; "The", "Now" in a title are names. The pronoun
 * I is always large.
 */
export function isSmall(token: Token | undefined): boolean {
  return token !== undefined && token.kind === "word" && (!token.upper || token.text === "I");
}

/** The end of an adverbial that may close a clause here; `at` when there is none. */
export function closerEnd(tokens: readonly Token[], at: number, afterComma: boolean): number {
  const token = tokens[at];
  if (token === undefined || (token.kind !== "word" && token.word !== "=") || (token.upper && !afterComma)) return at;
  // "now" closes only what ends there: "now you see me" doesn't.
  let longest = at;
  for (const words of closersBy.get(token.word) ?? []) {
    if (!afterComma && words.length === 1 && COMMA_FIRST.has(token.word)) continue;
    if (words.every((word, i) => tokens[at + i]?.word === word)) longest = Math.max(longest, at + words.length);
  }
  // Joined contractions: "that's" is two tokens.
  if (longest === at && /^(?:that|it)$/u.test(token.word) && tokens[at + 1]?.word === "'s") return at + 2;
  return longest;
}

/** Verbs that give a second command behind "and". */
const COMMANDS =
  /^(?:add|remove|move|put|swap|replace|delete|drop|insert|clear|tell|give|show|list|remind|rename|let|help)$/u;

const DASH = /^(?:-|–|—|--+|->|=>|→|\.{2,}|…)$/u;

/**
 * Whether a clause that ends before a token is a whole one: nothing follows, or what follows goes on with something
 * else.
 */
export function closesAt(tokens: readonly Token[], end: number): boolean {
  const token = tokens[end];
  if (token === undefined) return true;
  if (token.kind === "emoji") return true;
  if (token.kind === "mark") {
    if (
      /^[;(]$/u.test(token.text) ||
      (DASH.test(token.text) && (token.spaced || token.text !== "-" || tokens[end + 1]?.kind === "word")) ||
      token.text === ")" ||
      // "r/aww" is one word.
      (/^[/*]$/u.test(token.text) && token.spaced)
    )
      return true;
    if (token.text === "," || token.text === ":" || token.text === "，" || token.text === "、")
      return startsClause(tokens, end + 1, "mark");
    return false;
  }
  if (!isSmall(token)) return false;
  if (COORDINATORS.has(token.word)) return startsClause(tokens, end + 1, "and");
  if (SUBORDINATORS.has(token.word) && token.word !== "as" && token.word !== "that") return true;
  if (token.word === "as" || token.word === "that") return startsClause(tokens, end + 1, "as");
  const closer = closerEnd(tokens, end, false);
  if (closer > end) return token.word !== "now" || closesAt(tokens, closer);
  return startsClause(tokens, end, "none");
}

/** What stands before a place where a clause may begin. */
type Behind = "mark" | "and" | "as" | "none";

/** Whether something else begins here. @param behind what stands before it */
export function startsClause(tokens: readonly Token[], at: number, behind: Behind): boolean {
  const token = tokens[at];
  if (token === undefined) return behind !== "and";
  if (token.kind === "emoji") return true;
  if (token.kind === "mark") return behind === "mark" ? closesAt(tokens, at) : false;
  if (token.kind !== "word") return false;
  const large = token.upper && token.text !== "I";
  // "Dana's phone number is …"
  if (large && /^['’]s$/u.test(tokens[at + 1]?.word ?? "") && hasVerbNear(tokens, at + 1, () => true)) return true;
  if (large && behind === "mark") return startsLarge(token, tokens[at + 1]);
  const small = large ? null : startsSmall(tokens, at, behind);
  return small ?? (behind !== "as" && token.upper && hasVerbNear(tokens, at, (i) => !(tokens[i + 1]?.upper ?? false)));
}

/** "…, My sister", "…, It is": behind a mark a large pronoun begins a clause where a small word goes on. */
function startsLarge({ word }: Token, next: Token | undefined): boolean {
  if (next === undefined || next.upper || !(POSSESSIVES.has(word) || PRONOUNS.has(word))) return false;
  return FINITE.has(next.word) || (!POSSESSIVES.has(next.word) && POSSESSIVES.has(word));
}

/** The same of a small word, or "I"; null where the word itself doesn't decide. */
function startsSmall(tokens: readonly Token[], at: number, behind: Behind): boolean | null {
  const { word } = tokens[at] as Token;
  const next = tokens[at + 1];
  if (behind !== "as" && POSSESSIVES.has(word)) return true;
  // "a, i, u" are letters, "tea, I drink it" isn't.
  if (PRONOUNS.has(word)) return next === undefined || next.text === "," ? word.length > 1 && behind !== "none" : true;
  if (behind === "none") return HEDGES.has(word);
  if (opensAnyhow(word) || (FINITE.has(word) && next !== undefined && next.kind !== "mark")) return true;
  if (closerEnd(tokens, at, true) > at) return true;
  if (behind !== "as" && INTERJECTIONS.has(word)) return true;
  if (behind === "and" && next !== undefined && COMMANDS.test(word)) return true;
  if (IMPERATIVES.has(word)) return behind === "mark" || (next !== undefined && opensPhrase(next));
  if (VERBS.has(word)) return next !== undefined && opensPhrase(next);
  if (COORDINATORS.has(word) && behind === "mark") return startsClause(tokens, at + 1, "and");
  // "the second is …", "Anna is …": a subject with its verb.
  return behind !== "as" && hasVerbNear(tokens, at, () => true) ? true : null;
}

function opensAnyhow(word: string): boolean {
  return SUBORDINATORS.has(word) || HEDGES.has(word) || /^(?:not|never|just)$/u.test(word);
}

/** Whether a verb's object, or what else stands behind a verb, begins with it. */
function opensPhrase(next: Token | undefined): boolean {
  return (
    next === undefined ||
    ARTICLES.has(next.word) ||
    PRONOUNS.has(next.word) ||
    POSSESSIVES.has(next.word) ||
    (PREPOSITIONS.has(next.word) && isSmall(next)) ||
    next.word === "not"
  );
}

/** Whether one of the three words behind a subject, before any mark, is its verb. */
function hasVerbNear(tokens: readonly Token[], at: number, counts: (index: number) => boolean): boolean {
  for (let i = at + 1; i < Math.min(at + 4, tokens.length) && tokens[i]?.kind !== "mark"; i += 1)
    if (isSmall(tokens[i]) && FINITE.has((tokens[i] as Token).word) && counts(i)) return true;
  return false;
}

/** Whether words say of another what was said before, without its name: "and Eve's is 5 July", "mine is …". */
export function saysTheSame(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      at < 5 &&
      /^(?:['’ʼ]s|mine|yours|hers|ours|theirs)$/u.test(word) &&
      /^(?:is|are|was|will|=|:)$/u.test(words[at + 1] ?? ""),
  );
}
