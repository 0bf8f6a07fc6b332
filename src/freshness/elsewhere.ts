import { type Token, tokenise } from "../english/tokens.ts";
import { FINITE, NEWER, OVER } from "../english/word-classes.ts";
import { isStopWord } from "../text/words.ts";
import { CLAUSES, isNear, POINTS_BACK, stem, UNTOLD } from "./names.ts";
import { isDay } from "./values.ts";

/** What anything has: "the price of the large loaf" is what it costs. */
const OF_ANYTHING = new RegExp(
  String.raw`^(?:price|cost|fee|rate|charge|amount|total|size|length|weight|height|age|dose|level|limit|place|spot|venue|location|deadline|` +
    String.raw`schedule|slot|version|kind|type|colou?r|value|choice|answer|plan|decision|news|update|reminder|note|rest|end|start|top|bottom|` +
    String.raw`front|back|favou?r|instead|case|addition|lot|bit|couple|pair)$`,
  "u",
);
/** What figures are counted in, whatever they are of. */
const UNIT = new RegExp(
  String.raw`^(?:euros?|eur|dollars?|pounds?|quid|cents?|percent|days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|seconds?|o'clock|[ap]m|` +
    String.raw`times|grams?|kilos?|k?g|mg|ml|lit(?:re|er)s?|met(?:re|er)s?|k?m|miles?|[kmgt]b|degrees)$`,
  "u",
);
const LINK = /^(?:of|for|at|in|on|with|from|by|to)$/u;
const ARTICLE = /^(?:the|an?|our|my|your|his|her|their|this|that)$/u;
/** What is said to be done to anything. */
const MAKES = /^(?:use|run|change|put|set|keep|take|have|get|do|make|bring|start|stop|need|want)s?$/u;
/** Questions for what is done: who does, the verb, and to what. */
const DOES = [
  /\b(?:do|does|did)\s+(?:(?:the|our|my)\s+)?([\p{L}-]+)\s+(\p{L}+)(?:\s+(?:the|our|my))?(?:\s+([\p{L}-]{3,}))?/iu,
  /^\W*who(\b)\s+(\p{L}+)\s+(?:(?:the|our|my)\s+)?([\p{L}-]{3,})/iu,
];
const COUNTED = /\b(?:how (?:many|much)|which|what)\s+([\p{L}-]+)(?=\s+\p{L})/iu;

const isVerb = (word: string): boolean => FINITE.has(word) || OVER.test(word) || /(?:ed|ing)$/u.test(word);
/** Whether a word may be a thing of which something is said. */
const isThing = ({ word, kind }: Token): boolean =>
  kind === "word" &&
  /^\p{L}[\p{L}-]{2,}$/u.test(word) &&
  !isStopWord(word) &&
  !isDay(word) &&
  ![UNTOLD, NEWER, OF_ANYTHING, UNIT].some((form) => form.test(word));
const isNoun = (one: Token | undefined): one is Token => one !== undefined && isThing(one) && !isVerb(one.word);
const nameOf = ({ word }: Token): string => stem(word);
const isSlight = (one: Token | undefined): boolean =>
  one !== undefined && (ARTICLE.test(one.word) || one.word === "also" || NEWER.test(one.word));
/** The next token in a direction that is no article and no "now". */
function beside(tokens: readonly Token[], at: number, step: 1 | -1): number {
  let i = at + step;
  while (isSlight(tokens[i])) i += step;
  return i;
}

/** A thing and a word of what it is told by: "the launch of the Alder shop", "Karin's new extension". */
interface Owned {
  readonly thing: Token;
  readonly owner: Token;
  readonly by: string;
}

function ownedIn(tokens: readonly Token[]): readonly Owned[] {
  return tokens.flatMap((token, at): readonly Owned[] => {
    const isOwner = token.word.endsWith("'s");
    if (!isOwner && !LINK.test(token.word)) return [];
    const from = beside(tokens, at, 1);
    let to = from;
    // Of several words before it the last is the thing, and of a name all count: "Alder's Christmas party", "team Birch".
    while (isNoun(tokens[to + 1]) && (isOwner || /^\p{Lu}|\p{Lu}/u.test(`${tokens[to]?.text} ${tokens[to + 1]?.text}`)))
      to++;
    if (isOwner) {
      const [thing, owner] = [tokens[to], { ...token, word: token.word.slice(0, -2) }];
      return isNoun(tokens[from]) && isNoun(thing) && isThing(owner) ? [{ thing, owner, by: "'s" }] : [];
    }
    const thing = tokens[at - 1];
    const isTold = isNoun(thing) || (thing !== undefined && isThing(thing) && ARTICLE.test(tokens[at - 2]?.word ?? ""));
    const owners = tokens.slice(from, to + 1).filter(isNoun);
    return isTold ? owners.map((owner) => ({ thing, owner, by: token.word })) : [];
  });
}

/** What a question asks for, and what of it and of a passage is known. */
function subjectOf(question: string, passage: string) {
  const [asks, says] = [tokenise(question), tokenise(passage)];
  const owned = [...ownedIn(asks), ...ownedIn(says)];
  const owners = owned.map(({ owner }) => nameOf(owner));
  const all = asks.filter((one, i) => isThing(one) && !(i > 0 && /^\p{Lu}/u.test(one.text)));
  const free = all.filter((one) => !owners.includes(nameOf(one)));
  const nouns = free.filter(isNoun);
  const counted = stem(COUNTED.exec(question)?.[1]?.toLowerCase() ?? "");
  const isCounted = [...free, ...asks.filter(({ text }) => /^\p{Lu}/u.test(text))].some(
    (one) => nameOf(one) === counted,
  );
  const telling = [nouns, free, all].find((some) => some.length > 0) ?? [];
  const known = [...asks, ...says].flatMap((one) => [nameOf(one), stem(one.word.replace(/'s$/u, ""))]);
  const [, does, verb, object] = DOES.map((form) => form.exec(question)).find((found) => found !== null) ?? [];
  const stemOf = (word = ""): string => stem(word.toLowerCase());
  return {
    heads: isCounted ? [counted] : telling.map(nameOf),
    /** Those that are no first of two words: by "blood" alone "blood type" isn't told. */
    last: asks.flatMap((one, i) =>
      /^\p{L}{3,}$/u.test(asks[i + 1]?.word ?? "") &&
      !isVerb(asks[i + 1]?.word ?? "") &&
      !isStopWord(asks[i + 1]?.word ?? "")
        ? []
        : [nameOf(one)],
    ),
    known: [...new Set(known)],
    owned: owned.filter(({ owner }) => asks.some((one) => nameOf(one) === nameOf(owner))),
    purposes: asks
      .flatMap(({ word }, i) => (word === "for" ? asks.slice(i + 1, i + 3).filter(isNoun) : []))
      .map(nameOf),
    does: stemOf(does),
    verb: UNTOLD.test(verb ?? "") ? "" : stemOf(verb),
    object: isStopWord(object?.toLowerCase() ?? "") ? "" : stemOf(object),
  };
}

/**
 * Tells whether a text speaks of something else that has an owner, a place, a verb or a number in common with what is asked for: of the shop's hotline
 * where its launch is asked for, of the courier for Alder where that is the contact there, of room 312 for an extension. A clause that does is passed
 * over where another one holds a value and what is asked for, or points back.
 */
export function elsewhere(
  question: string,
  passage: string,
  isOther: (text: string) => boolean,
): (text: string) => boolean {
  const { heads, last, known, owned, purposes, does, verb, object } = subjectOf(question, passage);
  const [isOfFigure, isOfCount] = [
    /\d{3}/u.test(passage) && !/\bwhen\b/iu.test(question),
    /\b(?:how many|when|what time)\b/iu.test(question),
  ];
  const isKnown = (one: Token): boolean => known.some((name) => isNear(name, nameOf(one)));
  const isStrange = (one: Token | undefined): boolean => isNoun(one) && !isKnown(one);
  const isHead = (one: Token): boolean => heads.some((name) => isNear(name, nameOf(one)));
  const has = (tokens: readonly Token[], name: string): boolean => tokens.some((one) => isNear(nameOf(one), name));
  /** "The Alder courier is", "the launch party is". */
  const isFirstOfTwo = (tokens: readonly Token[], i: number): boolean =>
    isStrange(tokens[i + 1]) && FINITE.has(tokens[i + 2]?.word ?? "");
  /** Whether somebody else does it, it is done to something else, or something else to that. */
  const isDoneElse = (tokens: readonly Token[]): boolean => {
    const at = tokens.findIndex((one) => isNear(nameOf(one), verb));
    const from = tokens.findIndex(({ word }) => /^(?:we|i|they)(?:'ve)?$/u.test(word));
    const doing = beside(tokens, at < 0 ? from : at - 1, 1);
    const thing = tokens[beside(tokens, doing, 1)];
    if (at < 0)
      return (
        object !== "" &&
        from >= 0 &&
        isStrange(tokens[doing]) &&
        !MAKES.test(tokens[doing]?.word ?? "") &&
        thing !== undefined &&
        nameOf(thing) === object
      );
    const isOfOther =
      does.length > 2 && !isStopWord(does) && !has(tokens, does) && isStrange(tokens[beside(tokens, at, -1)]);
    return isOfOther || (object !== "" && !has(tokens, object) && isStrange(thing));
  };
  const isOwnedElse = (tokens: readonly Token[]): boolean =>
    ownedIn(tokens).some(({ thing, owner, by }) =>
      owned.some(
        (one) =>
          one.by === by &&
          isHead(one.thing) &&
          isNear(nameOf(one.thing), nameOf(thing)) &&
          isStrange(owner) &&
          !has(tokens, nameOf(one.owner)),
      ),
    );
  /** "For the cache" where it is asked what there is for queues. */
  const isForElse = (tokens: readonly Token[]): boolean =>
    purposes.length > 0 &&
    !purposes.some((name) => has(tokens, name)) &&
    tokens.some(({ word }, i) => word === "for" && ARTICLE.test(tokens[i + 1]?.word ?? "") && isStrange(tokens[i + 2]));
  /** "14 employees" of something asked for otherwise, "room 312" for a number. */
  const isNumbered = (tokens: readonly Token[]): boolean => {
    const at = tokens.flatMap(({ word }, i) => (/^\d+$/u.test(word) ? [i] : []));
    const isOf = (i: number): boolean => isStrange(tokens[i + 1]) && /s$/u.test(tokens[i + 1]?.word ?? "");
    return (
      at.length > 0 && ((isOfFigure && at.every((i) => isStrange(tokens[i - 1]))) || (isOfCount && at.every(isOf)))
    );
  };
  const isElse = (clause: string): boolean => {
    const tokens = tokenise(clause);
    if ((verb !== "" && isDoneElse(tokens)) || isOwnedElse(tokens) || isForElse(tokens)) return true;
    if (tokens.some((one, i) => isHead(one) && !(last.includes(nameOf(one)) && isFirstOfTwo(tokens, i)))) return false;
    const [first, second] = tokens;
    return (
      tokens.some(({ word }, i) => word === "of" && UNIT.test(tokens[i - 1]?.word ?? "") && isStrange(tokens[i + 1])) ||
      ownedIn(tokens).some(({ thing, owner }) => !isKnown(thing) && isKnown(owner)) ||
      isNumbered(tokens) ||
      (ARTICLE.test(first?.word ?? "") && second !== undefined && isKnown(second) && isFirstOfTwo(tokens, 1))
    );
  };
  return (text) => {
    const clauses = text.split(CLAUSES);
    const rest = clauses.filter((clause) => !isElse(clause));
    const speaks = (clause: string): boolean => POINTS_BACK.test(clause) || tokenise(clause).some(isHead);
    return rest.length < clauses.length && !rest.some((clause) => isOther(clause) && speaks(clause));
  };
}
