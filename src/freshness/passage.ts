import WORDS from "../english/word-classes.json" with { type: "json" };
import { tokenise } from "../english/tokens.ts";
import { expectation } from "../text/answering.ts";
import { sentencesOf } from "../english/sentences.ts";
import { indexTerms } from "../text/analyzer.ts";
import { isStopWord, words } from "../text/words.ts";
import { isDate, typeOf } from "../english/value-type.ts";
import {
  ERRED,
  FINITE,
  isOfNow,
  MAY_SET_RIGHT,
  NEWER,
  oneOf,
  OVER,
  SETS_RIGHT,
  tellsEvent,
} from "../english/word-classes.ts";
import { isForOnce, isTheirs as isOthers, MUSED, PRONOUN, REPLACING, SAME } from "./cues.ts";
import { type Bearing, bearingOnAny, type Spoken } from "./bearing.ts";
import { isOfAnother, isSomebodyElses, measuresIn, ofOtherThing } from "./other-thing.ts";
import { type Names, OF_SPEAKER, POINTS_BACK, spokenOf, stem, subjectOf, UNTOLD } from "./names.ts";
import { bare, holder, isTelling, otherValue } from "./values.ts";

/** Words of a reply that names nothing. */
const MOST_OF_REPLY = 25;

/** Questions for what was, for a reason or for a way; what was settled is still so. */
const NOT_OF_NOW = new RegExp(
  String.raw`^\W*(?:why|how (?:do|does|did|to|can|should))\b|` +
    String.raw`^(?:(?!(?:is|are|do|does|has|have|can)\b)[\p{L}\p{N}-]+ )+(?:was|were|did|had)\b` +
    String.raw`(?!.*\b(?:end(?:ed)? up|settled?|decided?|agreed?|(?:go|gone) (?:with|for)|choose|chosen|` +
    String.raw`pick(?:ed)?)\b)|\b(?:before|previous(?:ly)?|original(?:ly)?|used to|formerly|(?:the|my|our) old|first|` +
    String.raw`initial(?:ly)?|earlier|history|last (?:year|month|week)|ago)\b`,
  "iu",
);

/**
 * What a message says of a passage that may answer a question, as `bearingOn` of a fact: what question and passage both speak of is its name, and
 * what else it tells its values. A plain word of it is over only where that is said right beside it.
 * @param isRare whether a word is as telling as a name
 * @returns null where the question is for what was, for a reason or for a way: what is so now doesn't answer it
 * @example bearingOnPassage("when is the sprint demo?")?.("sprint demo is fridays 14:00")({ text: "demo moved to 15:30" }) // renews
 */
export function bearingOnPassage(
  question: string,
  isRare: (word: string) => boolean = () => false,
): ((passage: string) => (said: Spoken) => Bearing | null) | null {
  if (NOT_OF_NOW.test(question)) return null;
  const asked = tokenise(question).flatMap(({ word }) => (isStopWord(word) ? [] : [stem(word)]));
  const { holds, holdsOther, kinds } = expectation(question);
  const isFree = kinds.length === 0;
  const isNamed = kinds.some((kind) => /^(?:person|place|name|brand|proper)$/u.test(kind));
  return (passage) => {
    const facts = spokenOf(passage, asked);
    const bearing = bearingOnAny(facts);
    const values = facts.flatMap((fact) => fact.values);
    const isAnswer = holds(passage);
    const isNew = (word: string): boolean => !asked.includes(stem(word)) && !bare(passage).includes(bare(word));
    const isOther = (text: string): boolean =>
      isFree ? words(text).some((word) => !isSlight(word.text) && isNew(word.text)) : holdsOther(text, passage);
    const reply = { isNew, isOther, isFormless: isFree || kinds.includes("place"), isNamed: isFree || isNamed };
    const isSame = sameSubject(question, passage);
    let other: ReturnType<typeof ofOtherThing> | null = null;
    // Made with the first message that bears on the passage, which of most passages none does.
    const isOfOther = (text: string, isNext: boolean): boolean =>
      (other ??= ofOtherThing(question, passage, isOther))(text, isNext);
    const exact = facts.filter(({ type }) => type !== "text" && type !== "name");
    const subject = subjectOf(question, passage, isRare);
    // "What's my badge number?" isn't answered by Olga's new badge.
    const isTheirs = (text: string): boolean =>
      OF_SPEAKER.test(question) && facts.length > 0 && facts.every((fact) => isSomebodyElses(text, fact));
    const heldBy = (some: readonly string[], text: string): number =>
      tokenise(text).filter(({ word }) => some.includes(stem(word))).length;
    const shares = (text: string, isNear: boolean): boolean => subject.shares(text, { isNear, isAnswer });
    // Another of its figures, days or hours, beside that itself or a word of the passage.
    const mayRenew = (told: string): boolean => {
      const isTold = (value: string): boolean => holder(told)(value) && (isDate(value) || isTelling(value));
      const isOf = ({ values }: Names): boolean => shares(told, true) || values.some(isTold);
      return !SAME.test(told) && exact.some((fact) => otherValue(told, fact) && isOf(fact));
    };
    const succeeds = ({ before, behind = false }: Spoken, told: string): boolean => {
      const isNext = before === passage;
      const tellsElse = (isAnswer || isNext) && isOther(told);
      return tellsElse && (shares(told, behind) || (isNext && POINTS_BACK.test(told)));
    };
    const bears = (spoken: Spoken): Bearing | null => {
      const { text, behind = false } = spoken;
      if (behind && (isSame !== null || heldBy(asked, text) > 0) && setsRight(text, reply))
        return { as: "renews", sentence: text };
      const found = isTheirs(text) ? null : bearsItself(spoken);
      // Asked last: it takes longest, and most messages say nothing of most passages.
      return found === null || isOfOther(text, spoken.before === passage) ? null : found;
    };
    const bearsItself = (spoken: Spoken): Bearing | null => {
      const { text, chat = "", byName = false } = spoken;
      const isShort = text.split(/\s+/u).length <= MOST_OF_REPLY;
      const told = toldIn(text);
      const isNow = isOfNow(told);
      if (isShort && isNow && succeeds(spoken, told)) return { as: "renews", sentence: text };
      const isOfNamed = (): boolean => isShort && subject.isOfNamed(told) && !isPast(text) && isOther(told);
      const may: Bearing | null = mayRenew(isNow ? told : "") || isOfNamed() ? { as: "may", sentence: text } : null;
      if (isPast(text) && !(REPLACING.test(text) && values.some((value) => isTelling(value) && holder(text)(value))))
        return may;
      const found = byName ? null : bearing({ text });
      if (found !== null && found.as !== "may") return found;
      if (isSame === null) return may;
      const isNewer = (one: string): boolean =>
        (!isAnswer || isOther(one)) &&
        !MUSED.test(one) &&
        (NEWER.test(one) ? isSame(one, chat) : isShort && isAnswer && !OF_SEVERAL.test(one) && isSame(one, null));
      const newer = sentencesOf(text).find((one) => one.mark !== "?" && isNewer(one.text));
      return newer === undefined ? may : { as: "renews", sentence: newer.text };
    };
    const names = words(question).flatMap(({ text, start }) =>
      start > 0 && /^\p{Lu}/u.test(text) ? [stem(text.toLowerCase())] : [],
    );
    const rest = asked.filter((word) => !names.includes(word) && !UNTOLD.test(word));
    const isOfOne = !isFree && !isNamed && rest.length > 0 && asked.some((word) => names.includes(word));
    // Of somebody much may be told: his name alone tells another of his values by a figure like it, or right before it.
    const isPut = (text: string): boolean =>
      !isOfOne ||
      heldBy(rest, text) > 0 ||
      exact.some((fact) => fact.type !== "date" && otherValue(text, fact)) ||
      (kinds.some((kind) => /^(?:date|time)/u.test(kind)) &&
        /\p{Lu}\p{L}+['’]s\s+(?:is |are )?(?:on |at |the )*\S*\d/u.test(text));
    // "They put up what I pay for housing to 730" has no word of "the rent is 690".
    const isAnew = ({ text, before }: Spoken): Bearing["as"] | null => {
      const told = toldIn(text);
      const isPlain = tellsEvent(told) && !SAME.test(told) && text.split(/\s+/u).length <= MOST_OF_REPLY;
      if (!isPlain || isTheirs(text) || isOfOther(text, before === passage) || isOfAnother(question, text, passage))
        return null;
      const isElse = isOther(told);
      const isExactly = exact.some((fact) => (isElse || fact.type !== "date") && otherValue(told, fact));
      // Two of three tell it surely: of 49 changes that no other rule hears 17, of 55 other sentences 1, each set by a fit on the others.
      const isSure = [isExactly, isElse && values.some(holder(told)), OVER.test(told)].filter(Boolean).length > 1;
      return isSure ? "renews" : isElse || isExactly ? "may" : null;
    };
    // Right behind it somebody of whom it tells goes by a pronoun: "she moved to Braga".
    const who = passage.match(SOMEBODY)?.find((name) => asked.includes(stem(name.toLowerCase())));
    return (given) => {
      const isHis = given.behind === true && who !== undefined;
      const spoken = isHis ? { ...given, text: given.text.replace(PRONOUN, who) } : given;
      if (isForOnce(spoken.text) || isOthers(spoken.text)) return null;
      let found: Bearing | null = null;
      const parts = partsOf(spoken.text);
      const [said = ""] = parts;
      for (const text of parts) found ??= bears({ ...spoken, text });
      const as = spoken.nearest === true ? isAnew(spoken) : null;
      const anew = as && { as, sentence: said };
      if (found === null || (found.as === "may" && as === "renews")) return anew;
      // Somebody takes the place of somebody alone, and what doesn't hold what is asked for has nothing of it that could be over.
      const isKind =
        found.as === "ends"
          ? isFree || isAnswer
          : found.as === "may" || !kinds.includes("person") || isOther(spoken.text);
      if (spoken.behind !== true && (!isPut(said) || isOfAnother(question, said, passage))) return anew;
      return isKind && subject.has({ ...spoken, text: said, isReply: setsRight(said, reply) }) ? found : anew;
    };
  };
}

/** A name before its verb. */
const SOMEBODY = /(?<![\p{L}'-]|[Tt]he )\p{Lu}\p{L}+(?=\s(?:is|was|has|\p{Ll}+s)\s)/gu;
/** What tells nothing of that: what is so for the moment, or by now as was expected, and words of others. */
const BESIDE = /\b(?:right now|already)\b|["“][^"“”]*["”]/giu;

/** What of a message is no question and no quote, where it isn't only thought of; else nothing. */
function toldIn(text: string): string {
  const stated = sentencesOf(text.replace(BESIDE, " ")).flatMap((one) =>
    one.mark === "?" ? [] : [one.text + one.marks],
  );
  const told = stated.join(" ");
  return MUSED.test(told) ? "" : told;
}

/** A message as it is read: without what it says to be as it was ("still Wednesdays"), and a long one then by sentences. */
function partsOf(text: string): readonly string[] {
  const clauses = text.split(/(?<=[.!?;,])\s+/u);
  const left = clauses.filter((clause) => !SAME.test(clause)).join(" ");
  const whole = left !== "" && left !== text && clauses.length > 1 && isOfNow(left) ? left : text;
  return whole.split(/\s+/u).length <= MOST_OF_REPLY
    ? [whole]
    : [whole, ...sentencesOf(whole).map((one) => one.text + one.marks)];
}

/** What is said of several isn't said of one of them. */
const OF_SEVERAL = /\b(?:both|all|each|together|altogether|total|sum|included|average)\b/iu;
/** Whether a text tells of the past, and not of what is so now. */
const isPast = (text: string): boolean =>
  /\b(?:was|were|had|used to|before|back (?:in|then|when)|ago|last (?:year|month|week|time|season))\b/iu.test(text) &&
  !NEWER.test(text);

/**
 * Whether a text has what question and passage both speak of: its names, and half of the rest, or all of it but the last word, in it or in what its
 * chat is called; where no chat is given, since it doesn't say that it tells what is newer, two of these words itself.
 * @returns null where question and passage have names alone in common, of which much may be said
 */
function sameSubject(question: string, passage: string): ((text: string, chat: string | null) => boolean) | null {
  const said = new Set(indexTerms(passage));
  const own = words(question).flatMap(({ text, start }) => {
    const terms = isStopWord(text.toLowerCase()) || UNTOLD.test(text) ? [] : indexTerms(text);
    return terms.filter((term) => said.has(term)).map((term) => ({ term, isName: start > 0 && /^\p{Lu}/u.test(text) }));
  });
  const names = own.filter(({ isName }) => isName);
  const rest = own.filter(({ isName }) => !isName);
  if (rest.length === 0) return null;
  const needed = rest.slice(0, own.length > 1 && own.at(-1)?.isName === false ? -1 : undefined);
  const units = measuresIn(passage);
  return (text, chat) => {
    const terms = new Set(indexTerms(text));
    const near = new Set([...terms, ...indexTerms(chat ?? "")]);
    // "180 grams of food", "put Rufus on 150 grams": the measure says what of him.
    const isMeasured = names.length > 0 && measuresIn(text).some((unit) => units.includes(unit));
    if (names.some(({ term }) => !near.has(term))) return false;
    const least = chat === null ? 2 : 1;
    if (!isMeasured && rest.filter(({ term }) => terms.has(term)).length < least) return false;
    const lacking = needed.filter(({ term }) => !near.has(term)).length;
    return isMeasured || lacking <= (names.length > 0 ? needed.length / 2 : 0);
  };
}

/** What begins a reply that sets right what was just said. */
const SETTING_RIGHT = new RegExp(
  String.raw`^\W*(?:(?:${SETS_RIGHT}|${MAY_SET_RIGHT}|rather)\b[\s,.!:–—-]+)+|\b(?:${ERRED}|i meant)\b`,
  "iu",
);
/** What it may begin with where it names nothing, or who told it. */
const POINTING_BACK = new RegExp(
  String.raw`^\W*(?:(?:it|that|this|he|she|they)(?:['’](?:s|re|ll|ve|d))?|make (?:it|that)|` +
    String.raw`\p{L}+ (?:has |have )?(?:just )?(?:told|says?|said|wrote|called))\b`,
  "iu",
);
/** How a value of no form of its own begins, of two words at most: "no, a frame", "it's in the kitchen". */
const PHRASE = /^(?:now |actually )?(?:in|at|on|from|to|behind|under|near|next to|with|by|an?|the)\s/iu;
/** A word of a reply that says how something is known or counted, not what it is about. */
const TOLD = oneOf(WORDS.told);
const isSlight = (word: string): boolean => isStopWord(word.toLowerCase()) || TOLD.test(word) || NEWER.test(word);

/** Whether a reply right behind a message says nothing but another value: "he walks with a stick since the fall" tells of something else. */
function setsRight(
  text: string,
  of: Readonly<Record<"isNew" | "isOther", (text: string) => boolean>> &
    Readonly<Record<"isNamed" | "isFormless", boolean>>,
): boolean {
  if (![POINTING_BACK, SETTING_RIGHT, /\binstead\b|,? sorry\W*$/iu].some((one) => one.test(text))) return false;
  if (text.split(/\s+/u).length > MOST_OF_REPLY || MUSED.test(text) || /\?\W*$/u.test(text)) return false;
  const one = [text.replace(/\s+since\b.*$/iu, ""), text].find(of.isOther);
  if (one === undefined) return false;
  const reply = one.replace(SETTING_RIGHT, " ").replace(POINTING_BACK, " ").trim();
  const rest = reply.replace(/^(\p{L}+)(?:['’]s| is| are)\s+/u, (all, name: string) => (of.isNew(name) ? all : ""));
  const all = words(rest).map((word) => word.text);
  const strange = all.filter((word) => {
    const type = /\p{N}/u.test(word) ? "number" : typeOf(word);
    return !isSlight(word) && of.isNew(word) && (type === "text" || (type === "name" && !of.isNamed));
  });
  const isPhrase = of.isFormless && PHRASE.test(rest) && !all.some((word) => FINITE.has(word.toLowerCase()));
  return (
    strange.length === 0 ||
    (strange.length <= 2 && (isPhrase || /^\W*(?:scratch that|correction)\s*[,.:!–—-]/iu.test(text)))
  );
}
