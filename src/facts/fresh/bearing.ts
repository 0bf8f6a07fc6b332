import { isName } from "../../english/noun-phrase.ts";
import { topicOf } from "../../english/nouns.ts";
import { sentencesOf } from "../../english/sentences.ts";
import { type Token, tokenise } from "../../english/tokens.ts";
import { isExact, typeOf } from "../../english/value-type.ts";
import {
  CHANGE,
  FINITE,
  LIKES,
  NEWER,
  OVER,
  PREPOSITIONS,
  PRONOUNS,
  SLIGHT,
  SURELY_OVER,
  WEEKDAYS,
} from "../../english/word-classes.ts";
import { isStopWord } from "../../text/words.ts";
import { attributeKey, isAttribute, subjectOf } from "../grammar/attribute-keys.ts";
import { valueKey } from "../lists/name-index.ts";

/**
 * What somebody says of a stored fact: another value in the place of its own (`renews`), that its value is over (`ends`), or something that may
 * change it (`may`).
 */
export interface Bearing {
  readonly as: "renews" | "ends" | "may";
  /** The sentences that say so, word for word. */
  readonly sentence: string;
}

/** A fact, as sentences may speak of it: its key and name, and what is stored; no values where nothing is. */
export interface SpokenFact {
  readonly key: string;
  readonly topic: string;
  readonly values: readonly string[];
}

/** What was said, the question that it replies to, and whether it stands right behind the statement itself. */
export interface Spoken {
  readonly text: string;
  readonly asked?: string;
  readonly behind?: boolean;
}

/** Other words for what people say of themselves with a verb. */
const ASPECTS: Readonly<Record<string, string>> = {
  home: "live living moved move relocated apartment city",
  employer: "work working job quit joined company hired",
  job: "work working promoted hired career",
  birthday: "born birthday",
  allergy: "allergic allergy",
  diet: "vegan vegetarian eat meat",
  name: "called name",
  car: "car drive driving sold bought",
};
const WEAK = new Set("number name date time day address code the my our of a an new first last".split(" "));

/** Whose a fact is, where it is somebody's; empty for the speaker's and the project's. */
const personOf = (key: string): string =>
  isAttribute(key) && !/^(?:me|project)$/u.test(subjectOf(key)) ? subjectOf(key) : "";

const plainTopic = (topic: string): string => topic.replace(/^least favorite /u, "");

export function stem(word: string): string {
  return attributeKey(topicOf(word.replace(/'s$/u, "")).key);
}

/** What to look for: the words of the key and of a value. */
export function wordsOf({ key, topic, values }: SpokenFact): string {
  const plain = plainTopic(topic);
  const [value = ""] = values;
  return [personOf(key), plain, ASPECTS[plain] ?? "", value, value !== "" && isAttribute(key) ? "changed" : ""]
    .filter((part) => part !== "")
    .join(" ");
}

/** Words of what is said at a time: a longer message is read sentence by sentence, each with the next. */
const MOST_WORDS = 30;
/** Characters of a message that are read, and those of a sentence that are shown. */
const MOST_READ = 4_000;
const MOST_SHOWN = 240;
/** Words of a reply to a question. */
const MOST_OF_REPLY = 12;

const ORDER: readonly Bearing["as"][] = ["renews", "ends", "may"];

/** Tells what a message says of a fact; null where it says nothing that may change it. */
export function bearingOn(fact: SpokenFact): (said: Spoken) => Bearing | null {
  return bearingOnAny([namesOf(fact)]);
}

/** The same of what several facts say together. */
export function bearingOnAny(facts: readonly Names[]): (said: Spoken) => Bearing | null {
  return ({ text, asked = "", behind = false }) => {
    let best: Bearing | null = null;
    for (const { sentence, plain } of unitsOf(text.slice(0, MOST_READ))) {
      const all = facts.map((fact) => weigh(plain, fact, { asked, behind }));
      const as = ORDER.find((one) => all.includes(one)) ?? null;
      if (as !== null && (best === null || ORDER.indexOf(as) < ORDER.indexOf(best.as)))
        best = { as, sentence: sentence.length > MOST_SHOWN ? `${sentence.slice(0, MOST_SHOWN - 1)}…` : sentence };
    }
    return best;
  };
}

/** A message as it is read: whole where it is short, else each sentence, and each with the next. Questions alone state nothing. */
function unitsOf(text: string): readonly { readonly sentence: string; readonly plain: string }[] {
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
}

/** What is only thought of, or told of as somebody's idea. */
const MUSED = new RegExp(
  String.raw`\b(?:maybe|perhaps|might|what if|if|unless|hopefully|considering|thinking of|thinking about|wonder|whether|imagine|could|would|` +
    String.raw`(?:thinks?|says|wants|suggest\w*|propos\w*)\b.*\bshould|should(?! (?:be|have|read|say)\b))\b`,
  "iu",
);
/** What somebody else has. */
const THEIRS = /\b(?:from|than|unlike) (?:mine|ours)\b/iu;
/** What says that all is as it was. */
const SAME =
  /\b(?:still|unchanged|same as (?:before|ever|always)|as (?:before|always|ever)|(?:has|have|had|did|does)(?:n't| not|nt) change[sd]?|no change)\b/iu;
/** A request to see something. */
const REQUEST =
  /^(?:what|who|when|where|which|how|do you|did|can you|could you|is|are|remind|tell|list|show|give me|repeat|recite)\b/iu;
/** What begins a reply that denies, or sets right what was just said. */
const NO =
  /^\W*(?:(?:ah|oh|ugh|hmm|uh|um|ok|well)\W+)?(?:no|nope|nah|not|never|wrong|sorry|oops|wait|hang on|hmm|actually|correction|rather|scratch that|i meant|i mean|make (?:it|that)|(?:it|that)(?:['’]s| is| was| should))\b/iu;
/** What begins a reply that confirms, or knows nothing. */
const YES =
  /^\W*(?:y(?:es|ep|up|eah)|correct|right|sure|ok|okay|same|no idea|not sure|dunno|don't|thanks|thank|great|good|cool|nice)\b/iu;
/** What says that something was so: with another value beside it, it is no longer. */
export const FORMER =
  /\b(?:was|were|used to|old|former(?:ly)?|previous(?:ly)?|last (?:year|month|week)|dead|gone|scratch|so much for|goodbye|ignore|forget|instead|rather than|typo|mistake|misremembered|meant|should (?:be|have)|said|replac\w+|from|not|never|won't|no)\b|n't\b/iu;
/** What says of a choice that it is made. */
const SETTLED =
  /\b(?:agreed|decided?|decision|settled|sorted|chose|chosen|picked|going with|went with|gone with|finally|right|taking over|isn't what|rang|called|asked for|put (?:back|off|forward)|(?:down|up) to|only|since|from (?:now|next|mon|tues|wednes|thurs|fri|satur|sun)\w*|will be|forget|wrong|mistake|should (?:be|have)|said)\b/iu;
/** A change that somebody tells of his own doing. */
const TOLD_CHANGE =
  /\b(?:i|we)(?:'ve| have)?\s+(?:just\s+)?(?:switched|changed|moved|gone|went|signed up)\s+(?:\p{L}+\s+)?(?:to|with)\b/iu;
/** A sentence of which somebody else is the subject. */
const OTHERS = /^(?:\p{L}+,? ){0,1}(?:my|our|the|his|her|their)\s+(?!.*\b(?:i|we)\b)/iu;

function weigh(unit: string, fact: Names, { asked, behind }: Required<Omit<Spoken, "text">>): Bearing["as"] | null {
  const { values, own } = fact;
  const called = calledIn(unit, fact);
  if (values.length === 0) {
    const isSpokenOf = (called.named && (called.headed || WEAK.has(own.at(-1) ?? ""))) || called.aspect;
    const saysMore = unit.split(/\s+/u).length > own.length;
    return called.person && isSpokenOf && saysMore && !REQUEST.test(unit) ? "may" : null;
  }
  if (MUSED.test(unit) || THEIRS.test(unit)) return null;
  const holds = holder(unit);
  const held = values.filter(holds);
  const other = otherValue(unit, fact);
  const read: Read = { unit, fact, called, held, other };
  if ((SAME.test(unit) || REQUEST.test(unit)) && !(other && held.length > 0)) return null;
  return (
    (asked === "" || held.length > 0 ? null : byReply(read, asked)) ??
    (behind && other && NO.test(unit) && !OTHERS.test(unit) ? "renews" : null) ??
    byValue(read) ??
    (held.length > 0 || !called.person || called.aside ? null : byName(read))
  );
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

/** What a sentence says of the stored value, where it holds that or a word that tells it. */
function byValue({ unit, fact: { values, isLoose }, called, held, other }: Read): Bearing["as"] | null {
  const as = other ? "renews" : "ends";
  // "Priya left the company": whoever holds a place is named first.
  if (SURELY_OVER.test(unit) && values.some((value) => leads(unit, value))) return as;
  const isFormer = FORMER.test(unit) || OVER.test(unit);
  const isTold = held.some(isTelling);
  const isOver = held.some((value) => isReplaced(unit, value));
  const isFigure = held.some((value) => isAlike(value, value) && isTelling(value));
  if (isLoose && held.some((value) => typeOf(value) === "text")) return isOver ? as : null;
  if (other && (isFigure || (isFormer && (isTold || isOver)))) return as;
  if (!called.person) return null;
  const tells = called.part || called.aspect || isTold;
  if (held.length > 0) {
    const isNamed = called.named || called.headed || called.aspect;
    const ends = isOver || (SURELY_OVER.test(unit) ? tells : isNamed && OVER.test(unit));
    return ends || (other && (called.part || (tells && isFormer))) ? as : null;
  }
  const isPart = values.some((value) => tellingWords(value).some(holder(unit)));
  return isPart && (OVER.test(unit.replace(SLIGHT, " ")) || (other && isFormer)) ? as : null;
}

/** What a sentence says that names the fact, and doesn't hold its value. */
function byName({ unit, fact, called, other }: Read): Bearing["as"] | null {
  const isFact = isAttribute(fact.key);
  const isCalled = called.named || called.headed;
  if (other && called.part) {
    const [first = ""] = fact.values;
    const isFigure = isExact(first) && !/^\p{Lu}\p{Ll}/u.test(first);
    // "We switched to LimeNet for broadband": the provider goes unsaid where the change itself is told of what is one's own.
    const isTold = NEWER.test(unit) || SETTLED.test(unit) || FORMER.test(unit) || states(unit, fact);
    if ((isFigure && (!fact.isLoose || isCalled || isTold)) || (TOLD_CHANGE.test(unit) && !OTHERS.test(unit)))
      return "renews";
    if (isCalled && (NEWER.test(unit) || SETTLED.test(unit) || states(unit, fact))) return "renews";
  }
  if (called.aspect && isFact && other && NEWER.test(unit)) return "renews";
  if (!isCalled && !(called.aspect && /\b(?:again|out|away)\b/iu.test(unit))) return null;
  if (isFact) return CHANGE.test(unit) || isNew(unit, fact) ? "may" : null;
  const likes = LIKES.test(unit.replace(/\bfavou?rites?\b/giu, " "));
  return CHANGE.test(unit) || (likes && (other || NEWER.test(unit))) ? "may" : null;
}

/** A fact's names as sentences are held against them. */
interface Names extends SpokenFact {
  /** The words of its name, those of them that tell it, and whose it is. */
  readonly own: readonly string[];
  readonly strong: readonly string[];
  readonly whose: readonly string[];
  /** The words of what states it: none is another value. */
  readonly kept: string;
  /** Whether it was read of a passage, and is less sure to be what is spoken of. */
  readonly isLoose: boolean;
}

export function namesOf(fact: SpokenFact): Names {
  const own = plainTopic(fact.topic).toLowerCase().split(/\s+/u).map(stem);
  const telling = own.filter((word) => !WEAK.has(word));
  const person = personOf(fact.key);
  return {
    ...fact,
    own,
    strong: telling.length > 0 ? telling : own,
    whose: person === "" ? [] : person.split(" ").map(stem),
    kept: bare(fact.values.join(" ")),
    isLoose: false,
  };
}

/** How far a sentence names a fact. */
interface Called {
  /** Whether it speaks of whose it is. */
  readonly person: boolean;
  /** By all words that tell it, by one of them, by its last word, by a verb of its own. */
  readonly named: boolean;
  readonly part: boolean;
  readonly headed: boolean;
  readonly aspect: boolean;
  /** Whether it is somebody else's, or what something else is about: "his locker", "the meeting about the launch". */
  readonly aside: boolean;
}

function calledIn(unit: string, { own, strong, whose, values }: Names): Called {
  const tokens = tokenise(unit);
  const words = new Set(tokens.flatMap(({ word }) => [word, stem(word), ...word.split(/[/:._-]/u)]));
  const has = (word: string): boolean =>
    words.has(word) || (word.length > 5 && [...words].some((one) => isNear(word, one)));
  const head = own.at(-1) ?? "";
  const hisOwn = whose.length > 0 && tokens.some(({ word }) => /^(?:his|her|their)$/u.test(word));
  const named = strong.every(has);
  return {
    // "Ellies feet grew": people leave the apostrophe out.
    person: whose.length === 0 || whose.some((word) => has(word) || has(`${word}s`)) || (hisOwn && named),
    named,
    part: strong.some(has),
    headed:
      has(head) &&
      (own.length === 1 || !WEAK.has(head) || strong.some(has)) &&
      (values.length === 0 || !isOfAnother(tokens, own)),
    // "My partner works at Ikea", "Priya quit" say nothing of where I work.
    aspect:
      !(whose.length === 0 && own.length === 1 && (OTHERS.test(unit) || isOfName(tokens))) &&
      own.slice(0, -1).every(has) &&
      (ASPECTS[head] ?? "").split(" ").some((word) => word !== "" && has(stem(word))),
    aside: isAside(tokens, { own, whose }),
  };
}

/** Whether words are forms of one: "podiatry", "podiatrist". */
export const isNear = (word: string, other: string): boolean =>
  word === other || (word.length > 5 && other.length > 5 && word.slice(0, 6) === other.slice(0, 6));

/** Whether each last word of a name stands behind another word than its own: "the design lead" is no on-call lead. */
function isOfAnother(tokens: readonly Token[], own: readonly string[]): boolean {
  const head = own.at(-1) ?? "";
  const at = tokens.flatMap(({ word }, i) => (stem(word) === head ? [i] : []));
  return (
    own.length > 1 &&
    at.every((i) => {
      const { word = "", kind = "mark" } = tokens[i - 1] ?? {};
      return (
        kind === "word" &&
        !own.includes(stem(word)) &&
        !isStopWord(word) &&
        !/^(?:new|old|different|current)$|'s$/u.test(word)
      );
    })
  );
}

/** Whether each place where a fact's words stand is somebody else's, or what something else is about. */
function isAside(tokens: readonly Token[], { own, whose }: Pick<Names, "own" | "whose">): boolean {
  const isOwn = ({ word }: Token): boolean => own.includes(stem(word)) || whose.includes(stem(word));
  const firsts = tokens.flatMap((token, i) => (isOwn(token) && !(i > 0 && isOwn(tokens[i - 1] as Token)) ? [i] : []));
  const isOther = (at: number): boolean => {
    const before = tokens.slice(Math.max(0, at - 3), at).map(({ word }) => word);
    const near = before.filter((word) => !/^(?:a|an|the|my|our|new|old|different|own)$/u.test(word)).at(-1) ?? "";
    return (
      (near === "about" &&
        !/\b(?:said|forget|told|update|note)\b/iu.test(
          tokens
            .slice(0, at)
            .map(({ word }) => word)
            .join(" "),
        )) ||
      (whose.length === 0 &&
        (/^(?:his|her|their|your)$/u.test(near) ||
          (near.endsWith("'s") && !/^(?:it|that|he|she|there|what|who)'s$/u.test(near))))
    );
  };
  return firsts.length > 0 && firsts.every(isOther);
}

/** "The new gym code", "new code at the gym". */
const isNew = (unit: string, { own }: Names): boolean => {
  const tokens = tokenise(unit);
  return tokens.some(({ word }, i) => i > 0 && own.includes(stem(word)) && tokens[i - 1]?.word === "new");
};

/** Whether another value follows right behind the name: "locker: 221", "the vet is Dr. Kim", "staging port → 9210". */
function states(unit: string, fact: Names): boolean {
  const head = fact.own.at(-1) ?? "";
  const tokens = tokenise(unit);
  const at = tokens.findLastIndex(({ word }) => stem(word) === head);
  const [first] = tokens.slice(at + 1);
  const isLink = /^(?:is|are|'s|:|=|→|->|=>|—|–|-|,)$/u.test(first?.word ?? "") || /'s$/u.test(tokens[at]?.word ?? "");
  return (
    at >= 0 && isLink && tokens.slice(at + 1, at + 5).some((one) => one.kind === "word" && isOther(one, tokens, fact))
  );
}

/** Whether a sentence is about a name or a thing: "Priya left", "the Volvo is sold". */
const leads = (unit: string, value: string): boolean =>
  /^(?:the |an? )?\p{Lu}/u.test(value) &&
  holder(
    unit
      .split(" ")
      .slice(0, value.split(" ").length + 1)
      .join(" "),
  )(value);

/** The words of a text alone, a blank around each. */
export const bare = (text: string): string =>
  ` ${valueKey(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** Tells whether values stand in a sentence, as whole words. */
function holder(unit: string): (value: string) => boolean {
  const folded = bare(unit);
  return (value) => folded.includes(bare(value));
}

/** The words of a value that tell it by themselves: its names and numbers, without titles; of digits alone, none. */
function tellingWords(value: string): readonly string[] {
  const words = value.split(/\s+/u);
  return words.length < 2 || !/\p{L}/u.test(value) ? [] : words.filter((word) => /^\p{Lu}\p{L}{2,}$|\d{2}/u.test(word));
}

/** Whether a value tells by itself what is spoken of: a name, a code, a large number; "Thursday", "9:15" and "blue" stand elsewhere, too. */
const isTelling = (value: string): boolean =>
  typeOf(value) !== "date" &&
  (/\p{Lu}\p{L}{2}/u.test(value) || value.replace(/\D/gu, "").length >= 3 || typeOf(value) === "identifier");

/** What says right before a value, or right behind it, that it is over. */
const REPLACED = [
  String.raw`(?:instead of|rather than|from|scratch|so much for|forget|not|no more|replac\w+|goodbye to|ignore|${SURELY_OVER.source})\s+(?:the |an? )?`,
  String.raw`(?:'s)?\s+(?:is|was|are|were|got|has been)?\s*(?:dead|gone|over|out|last (?:year|month|week)|replac\w+|${SURELY_OVER.source})\b`,
] as const;

/** Whether words right beside a value say that it is over; a day or an hour, which stands in much else, only where they begin the sentence. */
function isReplaced(unit: string, value: string): boolean {
  const name = value.replace(/[^\p{L}\p{N}]+/gu, String.raw`\W+`);
  const [before, behind] = REPLACED;
  const start = typeOf(value) === "date" ? String.raw`^\W*` : String.raw`(?<!\p{L})`;
  return new RegExp(`${start}(?:${before}${name}(?!\\p{L})|${name}${behind})`, "iu").test(unit);
}

/** Whether a sentence holds another value of the same kind as the one that is stored. */
function otherValue(unit: string, fact: Names): boolean {
  const tokens = tokenise(unit);
  return tokens.some((token) => token.kind === "word" && isOther(token, tokens, fact));
}

export const isDay = (word: string): boolean =>
  typeOf(word) === "date" || WEEKDAYS.some((day) => word === `${day}s` || word === day);

function isOther(token: Token, tokens: readonly Token[], { values, own, whose, kept }: Names): boolean {
  const { text, word } = token;
  const [first = ""] = values;
  if (own.includes(stem(word)) || whose.includes(stem(word)) || kept.includes(bare(text))) return false;
  const type = typeOf(first);
  const at = tokens.indexOf(token);
  if (type === "date")
    return (
      (isDay(word) &&
        !/^(?:may|first|second|third|last|in|on|at|of|the|to|and|from|next|this|every|each|until|day|week|weeks|month|year|end|other|half|past|fall|local)$/u.test(
          word,
        ) &&
        /\p{L}|[:.]|\d(?:st|nd|rd|th)/u.test(word)) ||
      (/^\d{1,2}$/u.test(word) &&
        (isDay(tokens[at + 1]?.word ?? "") ||
          isDay(tokens[at - 1]?.word ?? "") ||
          /^(?:at|to|the)$/u.test(tokens[at - 1]?.word ?? "")))
    );
  if (type !== "text" && type !== "name")
    return isAlike(text, first) && !(/^(?:19|20)\d\d$/u.test(text) && tokens[at - 1]?.word === "in");
  if (/\d/u.test(text)) return /\d/u.test(first) && !isDay(word);
  if (isStopWord(word) || isDay(word) || PRONOUNS.has(word) || FINITE.has(word)) return false;
  const isCapital = /^\p{Lu}/u.test(text);
  if (
    /^\p{Lu}/u.test(first.replace(/^(?:the|an?) /iu, "")) &&
    tokens.some((one, i) => i > 0 && /^\p{Lu}/u.test(one.text) && one.word !== "i")
  )
    return isCapital && (at > 0 || isSubject(tokens[1]?.word ?? ""));
  if (isCapital && at === 0 && isSubject(tokens[1]?.word ?? "")) return true;
  return (
    (isPut(tokens[at - 1]?.word ?? "") || /^(?:replaces?|replaced|instead|will)$/u.test(tokens[at + 1]?.word ?? "")) &&
    isName(text, false)
  );
}

/** Whether somebody is named who does something: "Priya quit", and no word of the speaker. */
const isOfName = ([first, second, ...rest]: readonly Token[]): boolean =>
  /^\p{Lu}\p{Ll}/u.test(first?.text ?? "") &&
  !/^(?:we|my|our|moved|joined|started|quit|switched)$/u.test(first?.word ?? "") &&
  (isSubject(second?.word ?? "") || /^(?:quit|left|and)$/u.test(second?.word ?? "")) &&
  !rest.some(({ word }) => /^(?:i|we|my|our|me|us)$/u.test(word));

/** What follows a name that begins a sentence. */
export const isSubject = (next: string): boolean =>
  FINITE.has(next) || /(?:[^e]ed|[^s]s|took|,)$/u.test(next) || next === "it" || next === "instead";

/** What a new value stands behind. */
const isPut = (before: string): boolean =>
  /^(?:is|are|be|been|it's|that's|'s|to|with|→|->|:|=|—|–|,|prefer|use|on|at|by|now|called|named|meant|for)$/u.test(
    before,
  ) ||
  (before.endsWith("'s") && !PREPOSITIONS.has(before));

/** Whether a figure may stand in the place of another: as many digits, nearly, and letters and signs where that has some. */
function isAlike(text: string, value: string): boolean {
  const shape = (one: string): readonly [number, boolean, boolean] => [
    one.replace(/\D/gu, "").length,
    /\p{L}/u.test(one.replace(/(?<=\d)(?:k|m|bn|st|nd|rd|th)$/iu, "")),
    /\d[:/-]\d/u.test(one),
  ];
  if (/\d\.\d/u.test(value) && !/\d\.\d/u.test(text)) return false;
  const [digits, letters, signs] = shape(text);
  const [wanted, letter, sign] = shape(value);
  return (
    digits > 0 &&
    Math.abs(digits - wanted) <= (wanted > 2 ? 1 : 0) &&
    letters === letter &&
    (signs === sign || wanted > 4)
  );
}
