import { closerEnd, closesAt, isSmall } from "./boundaries.ts";
import {
  ADVERBS,
  ARTICLES,
  COORDINATORS,
  DEGREES,
  DISHES,
  FINITE,
  HEDGES,
  IMPERATIVES,
  INTERJECTIONS,
  PAST,
  POSSESSIVES,
  PREDICATES,
  PREPOSITIONS,
  PRONOUNS,
  SUBORDINATORS,
  VERBS,
} from "./closed-words.ts";
import { cardinalAt, rankAt } from "./numerals.ts";
import type { Token } from "./tokens.ts";

/**
 * Whether a number or sign sets words apart, so that small ones may be a title; `line`: they are a line of their own.
 */
export type Marked = boolean | "line";

/** A token of a phrase with what stands around it. */
interface Spot {
  readonly tokens: readonly Token[];
  readonly at: number;
  readonly token: Token;
  readonly word: string;
  readonly next: Token | undefined;
  readonly marked: Marked;
  /** Whether it is a small word inside a title: capitals on both sides. */
  readonly inside: boolean;
}

/** What a test makes of a token: it ends the phrase, it fits whatever else is said of it, or the next test decides. */
type Verdict = "ends" | "fits" | null;
type Test = (spot: Spot) => Verdict;

const isName = (token: Token): boolean => token.upper && token.text !== "I";
const before = ({ tokens, at }: Spot): boolean => tokens.slice(0, at).some(isName);
const behind = ({ tokens, at }: Spot): boolean => tokens.slice(at + 1).some(isName);
const isClosed = (word: string): boolean => PRONOUNS.has(word) || POSSESSIVES.has(word) || FINITE.has(word);
const either = (...words: readonly string[]): RegExp => new RegExp(`^(?:${words.join("|")})$`, "u");

/** Marks, in order of trial: brackets, signs inside names and dashes between names belong to a title. */
const MARKS: readonly Test[] = [
  ({ token }) => (/^[()/&%°+'’‘´°™®!.]$/u.test(token.text) ? "fits" : null),
  ({ token, next, marked }) =>
    token.text !== "-"
      ? null
      : token.spaced && next?.spaced === true && marked === false
        ? "ends"
        : !token.spaced && next === undefined
          ? "fits"
          : null,
  (spot) => (/^[-–—:|]$/u.test(spot.token.text) ? (joinsNames(spot) ? "fits" : "ends") : null),
  (spot) =>
    spot.token.text === "," &&
    (spot.marked === "line" || (before(spot) && (spot.next?.kind === "number" || goesOnAsName(spot))))
      ? "fits"
      : null,
  ({ token }) => (/^[^\p{P}=><^]$/u.test(token.text) ? "fits" : "ends"),
];

/** ", Garfunkel"; of what a number sets apart also ", the Creator". */
function goesOnAsName({ next, marked, tokens, at }: Spot): boolean {
  return next?.upper === true || (marked !== false && next?.word === "the" && tokens[at + 2]?.upper === true);
}

function joinsNames({ tokens, at, token, next }: Spot): boolean {
  if (next === undefined) return false;
  if (!token.spaced && !next.spaced) return true;
  return at > 0 && (tokens.slice(at).some(isName) || /\d/u.test(next.text)) && (next.upper || next.kind !== "word");
}

/** Words, in order of trial. */
const WORDS: readonly Test[] = [
  // The first word of a sentence is large whatever it is.
  ({ token, next, word }) =>
    token.start === 0 && token.upper && next?.upper !== true && (isClosed(word) || word === "not") ? "ends" : null,
  // "It is great", "You're …" is a clause, "It" a title.
  ({ token, next, word }) =>
    !isName(token)
      ? null
      : PRONOUNS.has(word) && isSmall(next) && (FINITE.has(next?.word ?? "") || /^['’]/u.test(next?.word ?? ""))
        ? "ends"
        : "fits",
  // "Me and I" is a title, "Dune and I like it" none.
  ({ tokens, at, token, next }) =>
    token.text !== "I"
      ? null
      : next === undefined
        ? at > 1 && tokens[at - 1]?.word === "and" && (tokens[at - 2] as Token).upper
          ? "fits"
          : "ends"
        : next.upper
          ? "fits"
          : "ends",
  ({ at, word }) => (at > 0 && INTERJECTIONS.has(word) ? "ends" : null),
  // "Zig and number three is Elixir", "Duras is second and Modiano" are a name and a clause.
  ({ tokens, at, inside, word }) =>
    inside &&
    FINITE.has(word) &&
    (rankAt(tokens, at + 1) !== null ||
      tokens.slice(1, at).some((token) => isSmall(token) && COORDINATORS.has(token.word)))
      ? "ends"
      : null,
  ({ inside, word }) => (inside && !either("my", "i", "because", "but", "which", "so").test(word) ? "fits" : null),
  ({ word }) =>
    isClosed(word) ||
    HEDGES.has(word) ||
    word === "not" ||
    word === "never" ||
    (SUBORDINATORS.has(word) && word !== "n")
      ? "ends"
      : null,
  ({ word, next, at }) => (/^['’]s$/u.test(word) && next === undefined && at < 1 ? "ends" : null),
  ({ tokens, at, inside }) => {
    const end = at > 0 && !inside ? closerEnd(tokens, at, false) : at;
    return end > at && closesAt(tokens, end) ? "ends" : null;
  },
  (spot) => (COORDINATORS.has(spot.word) && !coordinates(spot) ? "ends" : null),
  ({ word, next, marked, tokens }) =>
    PREPOSITIONS.has(word) && next === undefined && marked === false && tokens.length > 1 ? "ends" : null,
];

/** Whether "and" joins two parts of one name. */
function coordinates({ tokens, at, word, next, marked }: Spot): boolean {
  if (at === 0 || next === undefined) return word === "n";
  if (INTERJECTIONS.has(next.word)) return false;
  if (!isSmall(next)) return true;
  if ((IMPERATIVES.has(next.word) || VERBS.has(next.word)) && tokens[at + 2] !== undefined) return false;
  return marked !== false || !goesOn(tokens, at);
}

/** A phrase that begins with a small word: what makes it a clause, a remark or a description. */
const OPENINGS: readonly ((
  first: string,
  second: Token | undefined,
  tokens: readonly Token[],
  marked: Marked,
) => boolean)[] = [
  (first, second) =>
    either("let", "that", "there", "here", "what", "it").test(first) && /^['’]s$/u.test(second?.word ?? ""),
  (first, _second, tokens, marked) =>
    marked === false && (INTERJECTIONS.has(first) || (either("last", "next", "this").test(first) && tokens.length > 1)),
  (first, second) =>
    either("no", "not").test(first) &&
    either("longer", "really", "sure", "one", "particular", "more").test(second?.word ?? ""),
  (first, _second, _tokens, marked) => PREPOSITIONS.has(first) && marked === false,
  (first, second) =>
    (IMPERATIVES.has(first) || VERBS.has(first)) &&
    second !== undefined &&
    isSmall(second) &&
    (ARTICLES.has(second.word) ||
      PREPOSITIONS.has(second.word) ||
      either("sure", "note", "track", "forget", "remember").test(second.word)),
  (_first, _second, tokens, marked) => marked === false && describes(tokens),
  // "Kind of blue" is a hedge, "Kind of Blue" an album.
  (first, second, tokens) => either("kind", "sort").test(first) && second?.word === "of" && isSmall(tokens[2]),
  // "The one with the shark" is described, and named nowhere.
  (first, second) => either("one", "ones").test(first) && isSmall(second),
  // "Called atlas-prod" says what something is called.
  (first, second) => either("called", "named", "titled", "entitled", "dubbed").test(first) && second !== undefined,
  (first, second) => either("to", "being", "getting", "going", "just", "like").test(first) && second !== undefined,
];

const NO_NAME = either("one", "ones", "thing", "things", "same", "all", "both", "many", "several");
const SMALL_TITLE = either("do", "may", "have", "will");
const NO_TITLE = either(
  "the",
  "a",
  "an",
  "some",
  "any",
  "can",
  "might",
  "must",
  "does",
  "need",
  "i",
  "you",
  "we",
  "not",
  "no",
  "yes",
  "if",
);

/**
 * Whether "a and b" may be one name: written alike, and of small words only one behind the "and", which is no adverb.
 * "Mac and cheese" is a dish, "ginger ale
 * and unforgettable feeling" a dish and something else.
 */
export function isPair(first: string, second: string): boolean {
  const large = (text: string): boolean => /^[\p{Lu}\d"“]/u.test(text);
  if (large(first) || large(second)) return large(first) && large(second);
  const [word = "", ...more] = second.split(" ");
  if (more.length > 0) return DISHES.has(word) && more.length === 1;
  return ![ADVERBS, DEGREES, PREDICATES, INTERJECTIONS, HEDGES].some((words) => words.has(word)) && word !== "well";
}

/**
 * Whether tokens are one name or noun phrase: no finite verb, no pronoun, no other possessive, nothing that goes on
 * behind it.
 */
export function isNamePhrase(tokens: readonly Token[], marked: Marked): boolean {
  const [first, second] = tokens as readonly [Token, Token?];
  if (!isBalanced(tokens)) return false;
  if (tokens.length === 1 && isSmall(first)) {
    if (SMALL_TITLE.test(first.word)) return true;
    if (NO_TITLE.test(first.word)) return marked !== false;
    if (!marked && (NO_NAME.test(first.word) || DEGREES.has(first.word))) return false;
  }
  const ends = tokens.some((_, at) => fate(tokens, at, marked) === "ends");
  return !ends && !(isSmall(first) && OPENINGS.some((test) => test(first.word, second, tokens, marked)));
}

function fate(tokens: readonly Token[], at: number, marked: Marked): Verdict {
  const token = tokens[at] as Token;
  if (token.kind === "list" || token.kind === "marker") return "ends";
  // "Blue 💙 and green": what stands behind the heart is something else.
  if (token.kind === "emoji" && at > 0 && at < tokens.length - 1) return "ends";
  if (token.kind !== "mark" && token.kind !== "word") return "fits";
  // "r/aww" is one word, whatever its parts are.
  if (at > 0 && !token.spaced && tokens[at - 1]?.text === "/") return "fits";
  const outer: Spot = { tokens, at, token, word: token.word, next: tokens[at + 1], marked, inside: false };
  const inside =
    at > 0 && (tokens[at + 1]?.upper === true || tokens[at - 1]?.upper === true) && before(outer) && behind(outer);
  const spot = { ...outer, inside };
  for (const test of token.kind === "mark" ? MARKS : WORDS) {
    const verdict = test(spot);
    if (verdict !== null) return verdict;
  }
  return "fits";
}

function isBalanced(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const { text } of tokens) {
    depth += text === "(" ? 1 : text === ")" ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Whether what follows "and" is a verb, or too long for a part of a name: "blue and showed lots of love". */
function goesOn(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1] as Token;
  const rest = tokens.slice(at + 1);
  if (/^(?:last|next|this|nice|great|good|cool)$/u.test(next.word) && rest.length > 1) return true;
  if (PAST.has(next.word) || (rest.length === 1 && PREDICATES.has(next.word))) return true;
  if (/(?:ed|ing)$/u.test(next.word) && next.word.length > 4 && rest.length > 1 && !DISHES.has(next.word)) return true;
  return rest.length > 3 && rest.every((token) => isSmall(token));
}

/** Words behind which an adjective ends: "closed | on Mondays", "open again". */
const BEHIND_ADJECTIVE = either(..."enough again forever week month year today tomorrow soon".split(" "));
/** Nouns that end as participles do. */
const NO_PARTICIPLE = either(..."red bed seed weed speed brown crown gown town clown down".split(" "));
const DISTANCE = either(
  ..."away long old tall high deep wide thick late early ago ahead behind left short from".split(" "),
);

/** Whether what a description needs no more of follows: nothing, or a small word that goes on. */
function isOpen(next: Token | undefined): boolean {
  if (next === undefined) return true;
  const { word } = next;
  return (
    isSmall(next) &&
    ((PREPOSITIONS.has(word) && !either("of", "with", "de").test(word)) ||
      [COORDINATORS, ADVERBS, DEGREES, PREDICATES].some((words) => words.has(word)) ||
      BEHIND_ADJECTIVE.test(word) ||
      /ly$/u.test(word))
  );
}

/** "moved away", "driven", "running late", "coming soon" */
function isParticiple({ word }: Token, next: Token | undefined): boolean {
  if (/(?:[^e]ed|ught|wn)$/u.test(word) && word.length > 4 && isOpen(next) && !NO_PARTICIPLE.test(word)) return true;
  return (
    /ing$/u.test(word) &&
    next !== undefined &&
    isSmall(next) &&
    /^(?:on|at|for|to|up|down|out|off|again|over|me|us|soon|today|tomorrow|next|this)$/u.test(next.word)
  );
}

/** Whether small words describe something instead of naming it: "so good", "closed on Mondays", "five blocks away". */
function describes(tokens: readonly Token[]): boolean {
  let at = 0;
  while (at < tokens.length - 1 && isSmall(tokens[at]) && DEGREES.has((tokens[at] as Token).word)) at += 1;
  const head = tokens[at] as Token;
  const next = tokens[at + 1];
  if (isSmall(head)) {
    if (at > 0 && (isOpen(next) || either("so", "too", "very").test(tokens[0]?.word ?? ""))) return true;
    if (PREDICATES.has(head.word) && isOpen(next)) return true;
    if (isParticiple(head, next)) return true;
  }
  // "five blocks away", "2 miles from here"
  const count = cardinalAt(tokens, 0);
  return count !== null && tokens.slice(count.end).some((token) => isSmall(token) && DISTANCE.test(token.word));
}
