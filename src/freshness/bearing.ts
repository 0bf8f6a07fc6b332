import { remembered } from "../caches/bounded-cache.ts";
import { isName } from "../english/noun-phrase.ts";
import { sentencesOf } from "../english/sentences.ts";
import { isExact, typeOf } from "../english/value-type.ts";
import { CHANGE, LIKES, NEWER, OVER, PREPOSITIONS, SLIGHT, SURELY_OVER, tellsEvent } from "../english/word-classes.ts";
import {
  CORRECTING,
  CORRECTION,
  PRONOUN,
  DENIES,
  FORMER,
  IN_PLACE,
  isForOnce,
  isTheirs,
  MUSED,
  NO,
  OF_FORMER,
  REPLACING,
  REQUEST,
  SAME,
  SETTLED,
  STANDING,
  YES,
} from "./cues.ts";
import { isSomebodyElses } from "./other-thing.ts";
import { isCounted, succeeds } from "./succession.ts";
import { remarkKind } from "../text/remark.ts";
import { type Called, calledIn, isNew, type Names, namesOf, type SpokenFact, stem, WEAK } from "./names.ts";
import {
  holder,
  isAlike,
  isOther,
  isReplaced,
  isTelling,
  leads,
  otherValue,
  tellingWords,
  tokensOf,
} from "./values.ts";

/**
 * What somebody says of a stored fact: another value in the place of its own (`renews`), that its value is over (`ends`), or something that may
 * change it (`may`).
 */
export interface Bearing {
  readonly as: "renews" | "ends" | "may";
  /** The sentences that say so, word for word. */
  readonly sentence: string;
}

/** What was said, the question that it replies to, and whether it stands right behind the statement itself. */
export interface Spoken {
  readonly text: string;
  readonly asked?: string;
  readonly behind?: boolean;
  /** What a person said right before it in its chat: what it leaves unsaid is that. */
  readonly before?: string;
  /** What its chat is called: in it nobody repeats that. */
  readonly chat?: string;
  /** Whether several speak there by their names: of all that they tell each other only what says that it is newer renews what a passage says. */
  readonly byName?: boolean;
  /** Whether of all that was said later it comes nearest in meaning to what is asked and was said. */
  readonly nearest?: boolean;
}

/** Words of what is said at a time: a longer message is read sentence by sentence, each with the next. */
const MOST_WORDS = 30;
/** Characters of a message that are read, and those of a sentence that are shown. */
const MOST_READ = 4_000;
const MOST_SHOWN = 240;
/** Words of a reply to a question. */
const MOST_OF_REPLY = 12;
/** What was so once, to the end of its clause: of another value than the stored one it says nothing. */
const ONCE = /\bused to\b(?:(?! (?:but|now|these days|and (?:now|it|i|we))\b)[^,;])*/giu;

/** Somebody's or something's own move: "my sister moved to …", "Ben joined …". */
const OF_STRANGER = new RegExp(
  String.raw`^\W*(?:(?:my|our|his|her|their|the) )?(?!i |we |they |he |she |it )[\p{L}-]+(?:['’]s)? (?:has |have )?` +
    String.raw`(?:moved|relocated|changed|switched|joined|left|quit)\b|` +
    String.raw`(?:^|\s)\S+['’]s (?:bday|birthday|name|number|new|old|\p{L}+ (?:is|was|are|wrong|right))\b`,
  "iu",
);

const ORDER: readonly Bearing["as"][] = ["renews", "ends", "may"];

/** Tells what a message says of a fact; null where it says nothing that may change it. */
export const bearingOn = (fact: SpokenFact): ((said: Spoken) => Bearing | null) => bearingOnAny([namesOf(fact)]);

/** The same of what several facts say together. */
export function bearingOnAny(facts: readonly Names[]): (said: Spoken) => Bearing | null {
  return ({ text, asked = "", behind = false, nearest = false }) => {
    let best: Bearing | null = null;
    for (const { sentence, plain } of unitsOf(text.slice(0, MOST_READ))) {
      const all = facts.map((fact) => weigh(plain, fact, { asked, behind, nearest }));
      const as = ORDER.find((one) => all.includes(one)) ?? null;
      if (as !== null && (best === null || ORDER.indexOf(as) < ORDER.indexOf(best.as)))
        best = { as, sentence: sentence.length > MOST_SHOWN ? `${sentence.slice(0, MOST_SHOWN - 1)}…` : sentence };
    }
    return best;
  };
}

/** A message as it is read: whole where it is short, else each sentence, and each with the next. Questions alone state nothing. */
const unitsOf = remembered(100, (text): readonly { readonly sentence: string; readonly plain: string }[] => {
  const all = sentencesOf(text).map((one) => ({ ...one, words: one.text.split(/\s+/u).length }));
  const joined = (from: number, to: number): { sentence: string; plain: string }[] => {
    const some = all.slice(from, to);
    if (some.every(({ mark }) => mark === "?")) return [];
    return [
      {
        sentence: some.map((one) => `${one.text}${one.marks}`).join(" "),
        plain: some.map((one) => `${one.text}${one.mark === "?" ? "," : one.mark}`).join(" "),
      },
    ];
  };
  if (all.reduce((sum, { words }) => sum + words, 0) <= MOST_WORDS) return joined(0, all.length);
  return all.flatMap(({ words }, i) => [
    ...joined(i, i + 1),
    ...(i + 1 < all.length && words + (all[i + 1]?.words ?? 0) <= MOST_WORDS ? joined(i, i + 2) : []),
  ]);
});

/** What of a sentence hangs on its words alone: a message that may change a fact is held against many. */
const plainly = remembered(400, (unit) => ({
  isMused: MUSED.test(unit) || isTheirs(unit) || isForOnce(unit),
  isAsIs: SAME.test(unit) || REQUEST.test(unit),
  // "They're my favourite band now": whatever "they" is.
  isChange: CHANGE.test(unit) || (NEWER.test(unit) && /\bfavou?rite\b/iu.test(unit)),
}));

function weigh(
  whole: string,
  fact: Names,
  { asked, behind, nearest }: Required<Pick<Spoken, "asked" | "behind" | "nearest">>,
): Bearing["as"] | null {
  const { values } = fact;
  const named = behind ? withName(whole, fact) : whole;
  const unit = named.replace(ONCE, (once) => (values.some(holder(once)) ? once : ""));
  const [called, holds] = [calledIn(unit, fact), holder(unit)];
  const touches = (value: string): boolean => holds(value) || tellingWords(value).some(holds);
  // Most sentences have nothing of most values of a passage.
  if (fact.isLoose && !called.part && !called.aspect && !values.some(touches)) return null;
  if (isOfFormer(unit, fact)) return null;
  if (values.length > 0 && plainly(unit).isMused) return null;
  if (values.length === 0) return isSpokenOf(unit, fact, called) ? "may" : null;
  if (!fact.isLoose && isSomebodyElses(unit, fact)) return null;
  const held = values.filter(holds);
  const other = otherValue(unit, fact);
  if (isOfElsewhere({ unit, fact, called, other })) return null;
  if (succeeds(unit, fact, called)) return "renews";
  const read: Read = { unit, fact, called, held, other };
  if (plainly(unit).isAsIs && !(other && held.length > 0)) return null;
  return (
    (asked === "" || held.length > 0 ? null : byReply(read, asked)) ??
    (behind && (isSetRight(unit, fact) || isRestated(read, whole)) ? "renews" : null) ??
    byValue(read) ??
    byStanding(read) ??
    (held.length > 0 || !called.person || called.aside ? null : byName(read)) ??
    byTheWay(read, nearest)
  );
}

/** What comes near in meaning alone is of another one where it names that, or whose move it was: "water supplier", "prod moved to …". */
const isOfElse = (unit: string, { part, headed, aspect, owned }: Called): boolean =>
  part || headed || aspect || owned || OF_STRANGER.test(unit);

/** What tells of an event and another value, where that stands beside what tells the stored one, or is nearest in meaning. */
function byTheWay(read: Read, nearest: boolean): Bearing["as"] | null {
  const { unit, called, held, fact } = read;
  const isTold = tellsEvent(unit);
  const isFigure = isFigureOf(read) && (isTold || [NEWER, OVER, CHANGE].some((cue) => cue.test(unit)));
  if (!read.other || !isTold) return isFigure ? "may" : null;
  const isNearest = nearest && !isOfElse(unit, called);
  if (isNearest && [!/^(?:text|name)$/u.test(fact.type), held.length > 0, OVER.test(unit)].filter(Boolean).length > 1)
    return "renews";
  return isNearest || isFigure || isBesideOther(read) ? "may" : null;
}

/** "Someone got into our netflix, I set it to x!8": another figure beside a word of the name but its last, of what is a figure itself. */
function isFigureOf({ unit, fact: { values, isLoose, own }, called }: Read): boolean {
  const tokens = tokensOf(unit);
  const said = tokens.map(({ word }) => stem(word));
  const isOther = (word: string): boolean => /\d\S|\S\d/u.test(word) && !values.some((value) => value.includes(word));
  return (
    !isLoose &&
    called.part &&
    own.slice(0, -1).some((word) => said.includes(word)) &&
    !said.includes(own.at(-1) ?? "") &&
    values.some((value) => /\d/u.test(value)) &&
    tokens.some(({ word }) => isOther(word))
  );
}

/** "Bought 43s, 42 is too tight": the stored value itself beside another, another address, or "Tom's new number". */
const isBesideOther = ({ unit, fact: { type, isLoose, whose, own }, called, held }: Read): boolean => {
  if (isLoose) return false;
  if (type === "email") return /\b(?:i|me|my)\b/iu.test(unit);
  const isTheirs = whose.length > 0 && called.person && tokensOf(unit).some(({ word }) => stem(word) === own.at(-1));
  return isTheirs || held.some((value) => isAlike(value, value) || BESIDE.test(unit));
};
/** What ends somebody's part in something beside what takes it up: "hired Magda, Paula had to stop". */
const BESIDE = /\b(?:hired|had to|knocked off|overtaken|beaten|gave way|stepped in|took (?:the|his|her|their))\b/iu;

/** Whether a sentence tells something of what is not stored. */
function isSpokenOf(unit: string, { own }: Names, called: Called): boolean {
  const isNamed = (called.named && (called.headed || WEAK.has(own.at(-1) ?? ""))) || called.aspect;
  return called.person && isNamed && unit.split(/\s+/u).length > own.length && !REQUEST.test(unit);
}

/** Right behind a statement of somebody's, he goes by a pronoun: "she moved to Braga". */
const withName = (unit: string, { whose }: Names): string =>
  whose.length > 0 ? unit.replace(PRONOUN, whose.join(" ")) : unit;

/** Whether it says the same of him by a verb of its own, with another value: "no, she lives in Braga". */
const isRestated = ({ fact, called, held, other }: Read, whole: string): boolean =>
  called.aspect && other && held.length === 0 && withName(whole, fact) !== whole;

/** Whether a message says of what stands right before it that it was wrong, and another value in its place and nothing else: "oops, 118", "make that navy". */
function isSetRight(unit: string, { values: [value = ""], type }: Names): boolean {
  const said = unit
    .replace(CORRECTING, " ")
    .replace(/[.,;:!–—]+(?=\s|$)/gu, " ")
    .trim();
  const all = said.split(/\s+/u);
  const isLike = (word: string): boolean => /^[\p{Lu}\p{N}]/u.test(word) || PREPOSITIONS.has(word);
  return (
    CORRECTION.test(unit) &&
    all.length <= Math.max(/\p{Lu}|\d/u.test(value) ? 2 : 1, value.split(/\s+/u).length) &&
    [type, "text"].includes(type === "text" ? type : typeOf(said)) &&
    /\d/u.test(value) === /\d/u.test(said) &&
    (!/^\p{Lu}/u.test(value) || all.every(isLike)) &&
    remarkKind(said) === null &&
    !holder(said)(value) &&
    isName(said, false)
  );
}

/** "Tomas is no longer my boss", where somebody else is stored since: as is known. */
function isOfFormer(unit: string, fact: Names): boolean {
  const said = fact.former.filter(holder(unit));
  if (said.length === 0 || fact.values.some(holder(unit)) || !DENIES.test(unit)) return false;
  const rest = said.reduce((left, value) => left.replace(new RegExp(RegExp.escape(value), "giu"), ""), unit);
  return !otherValue(rest, fact);
}

/** A sentence, with the stored values that it holds, whether it holds another, and how far it names the fact. */
interface Read {
  readonly unit: string;
  readonly fact: Names;
  readonly called: Called;
  readonly held: readonly string[];
  readonly other: boolean;
}

/** What a short reply to a question for the fact says of it. */
function byReply({ unit, fact, other }: Read, asked: string): Bearing["as"] | null {
  const question = calledIn(asked, fact);
  const isOf = question.named || ((question.part || question.aspect) && fact.values.some(holder(asked)));
  if (!question.person || !isOf || unit.split(/\s+/u).length > MOST_OF_REPLY) return null;
  const said = unit.replace(NO, "").replace(/^\W*(?:it's|to|at|on|now)\s+/iu, "");
  if (other) return "renews";
  return YES.test(unit) ? null : isName(said.trim(), false) ? "renews" : NO.test(unit) ? "ends" : null;
}

/** Whether a sentence says that something was so before: a name alone stands in much that is said of other things, "I was in Ghent with Oskar". */
const isOfBefore = (unit: string, { named, headed, part, aspect }: Called): boolean =>
  named || headed || part || aspect || IN_PLACE.test(unit)
    ? FORMER.test(unit) || OVER.test(unit)
    : REPLACING.test(unit) || SURELY_OVER.test(unit);

/** "Barclays closed the branch": what is done to something else ends nothing. */
const WITH_OBJECT = new RegExp(
  String.raw`\b(?:closed|cut|returned|broke|stopped|changed|moved|switched|updated|raised|lowered|dropped|reduced|` +
    String.raw`increased|sold) (?:an?|the|its|their|his|her|my|our)\b`,
  "iu",
);
/** What one does of one's own: "quit smoking", "no longer drinks coffee", "moved to a bigger flat". */
const DOES_ELSE = /\b(?:(?:quit|stopped) \p{L}+ing\b|no longer \p{L}+s \p{L}|moved to an? \p{L})/iu;
/** Who has his name whatever he does. */
const KIN =
  /^(?:husband|hubby|wife|partner|mother|mum|mom|father|dad|brother|sister|son|daughter|child|kid|uncle|aunt|cousin|nephew|niece)$/u;
/** What says that it is of the speaker, whatever somebody else does. */
const OURS = /\b(?:i|we|my|our|me|us|here)\b/iu;

/** Whether who holds a place is said to do something else than leave it to another. */
function isOfElsewhere({ unit, fact: { values, own }, called, other }: Omit<Read, "held">): boolean {
  if (!values.some((value) => leads(unit, value))) return false;
  if (called.part || OURS.test(unit)) return !other && WITH_OBJECT.test(unit);
  return WITH_OBJECT.test(unit) || DOES_ELSE.test(unit) || KIN.test(own.at(-1) ?? "");
}

/** What a sentence says of the stored value, where it holds that or a word that tells it. */
function byValue({ unit, fact: { values, isLoose }, called, held, other }: Read): Bearing["as"] | null {
  const as = other ? "renews" : "ends";
  // "Priya left the company": whoever holds a place is named first.
  const isLed = values.some((value) => leads(unit, value));
  if (isLed && SURELY_OVER.test(unit)) return as;
  const isTold = held.some(isTelling);
  const isFormer = isOfBefore(unit, called);
  const isOver = held.some((value) => isReplaced(unit, value));
  const tokens = tokensOf(unit);
  const isFigure = held.some((value) => isAlike(value, value) && isTelling(value) && !isCounted(tokens, value));
  if (isLoose && held.some((value) => typeOf(value) === "text")) return isOver ? as : null;
  if (other && (isFigure || (isFormer && (isTold || isOver)))) return as;
  if (!called.person) return null;
  const tells = called.part || called.aspect || isTold;
  if (held.length > 0) {
    const isNamed = called.named || called.headed || called.aspect;
    const ends = isOver || (SURELY_OVER.test(unit) ? tells : isNamed && (OVER.test(unit) || OF_FORMER.test(unit)));
    return ends || (other && (called.part || (tells && isFormer))) ? as : null;
  }
  const isPart = values.some(
    (value) => typeOf(value) !== "date" && !isCounted(tokens, value) && tellingWords(value).some(holder(unit)),
  );
  return isPart && (OVER.test(unit.replace(SLIGHT, " ")) || (other && isFormer)) ? as : null;
}

/** What a sentence says of an item of a list by its place: "Calvino should be above Sebald", "assam isn't my favorite any more". */
function byStanding({ unit, fact: { values, isList } }: Read): Bearing["as"] | null {
  if (!isList || !STANDING.test(unit)) return null;
  const isNamed = values.some((value) => [value, ...tellingWords(value)].some(holder(unit)));
  return !isNamed ? null : SURELY_OVER.test(unit) ? "ends" : "may";
}

/** Whether it speaks of the fact by a word of its own; of a list's topic, where somebody says that he likes it. */
const isTopic = ({ unit, fact, called }: Pick<Read, "unit" | "fact" | "called">): boolean =>
  called.part && !called.ofAnother && (!fact.isList || LIKES.test(unit));

/** What a sentence says that names the fact, and doesn't hold its value. */
function byName({ unit, fact, called, other }: Read): Bearing["as"] | null {
  const isCalled = called.named || called.headed;
  // "Practice was at 20:15" tells of the past.
  if (/\b(?:was|were)\b/iu.test(unit) && !NEWER.test(unit) && !SETTLED.test(unit)) return null;
  if (other && isTopic({ unit, fact, called })) {
    const [first = ""] = fact.values;
    const isFigure = isExact(first) && !/^\p{Lu}\p{Ll}/u.test(first);
    const isTold = NEWER.test(unit) || SETTLED.test(unit) || FORMER.test(unit) || states(unit, fact);
    if (isFigure && (!fact.isLoose || isCalled || isTold)) return "renews";
    if (isCalled && (NEWER.test(unit) || SETTLED.test(unit) || states(unit, fact))) return "renews";
  }
  if (!isCalled && !(called.aspect && /\b(?:again|out|away)\b/iu.test(unit))) return null;
  if (!fact.isList) return plainly(unit).isChange || isNew(unit, fact) ? "may" : null;
  const likes = LIKES.test(unit.replace(/\bfavou?rites?\b/giu, " "));
  return plainly(unit).isChange || (likes && (other || NEWER.test(unit))) ? "may" : null;
}

/** Whether another value follows right behind the name: "locker: 221", "the vet is Dr. Kim", "staging port → 9210". */
function states(unit: string, fact: Names): boolean {
  const head = fact.own.at(-1) ?? "";
  const tokens = tokensOf(unit);
  const at = tokens.findLastIndex(({ word }) => stem(word) === head);
  const [first] = tokens.slice(at + 1);
  const isLink = /^(?:is|are|'s|:|=|→|->|=>|—|–|-|,)$/u.test(first?.word ?? "") || /'s$/u.test(tokens[at]?.word ?? "");
  return (
    at >= 0 && isLink && tokens.slice(at + 1, at + 5).some((one) => one.kind === "word" && isOther(one, tokens, fact))
  );
}
