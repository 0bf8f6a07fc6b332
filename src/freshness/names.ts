import WORDS from "../english/word-classes.json" with { type: "json" };
import { remembered } from "../caches/bounded-cache.ts";
import { PERSON, topicOf } from "../english/nouns.ts";
import { type Token, tokenise } from "../english/tokens.ts";
import { isDate, typeOf } from "../english/value-type.ts";
import { NEWER, oneOf, PRONOUNS } from "../english/word-classes.ts";
import { isStopWord, words } from "../text/words.ts";
import { NO, OTHERS, PRONOUN } from "./cues.ts";
import { bare, tokensOf, type Valued, valuesOf } from "./values.ts";

/** A fact, as sentences may speak of it: its name, and what it is; no values where nothing is known. */
export interface SpokenFact {
  readonly topic: string;
  readonly values: readonly string[];
  readonly former?: readonly string[];
  /** Whose it is, where it is somebody's; none for the speaker's and the project's. */
  readonly whose?: string;
  /** Whether it is a list of many, and no attribute. */
  readonly isList?: boolean;
}

/** Other words for what people say of themselves with a verb. */
export const ASPECTS: Readonly<Record<string, string>> = WORDS.aspects;
export const WEAK: ReadonlySet<string> = new Set(WORDS.weak);

const plainTopic = (topic: string): string => topic.replace(/^least favorite /u, "");

/** What words are compared by; they come again and again in what is held against one passage. */
export const stem = remembered(5_000, (word) => topicOf(word.replace(/'s$/u, "").replace(/^b-?day$/u, "birthday")).key);

/** What to look for: the words of the key and of a value. */
export function wordsOf({ topic, values, whose = "", isList = false }: SpokenFact): string {
  const plain = plainTopic(topic);
  const [value = ""] = values;
  return [whose, plain, ASPECTS[plain] ?? "", value, value === "" || isList ? "" : "changed"]
    .filter((part) => part !== "")
    .join(" ");
}

export interface Names extends Valued {
  readonly former: readonly string[];
  /** The words of its name, those of them that tell it, and whose it is. */
  readonly own: readonly string[];
  readonly strong: readonly string[];
  readonly whose: readonly string[];
  readonly isList: boolean;
  /** Whether it was read of a passage, and is less sure to be what is spoken of. */
  readonly isLoose: boolean;
}

export function namesOf(fact: SpokenFact): Names {
  const own = plainTopic(fact.topic).toLowerCase().split(/\s+/u).map(stem);
  const whose = (fact.whose?.match(/[^ ]+/gu) ?? []).map(stem);
  // Of Gernot much is said that is not of his birthday.
  const said = own.filter((word) => !whose.includes(word));
  const telling = said.filter((word) => !WEAK.has(word));
  return {
    values: fact.values,
    former: fact.former ?? [],
    type: typeOf(fact.values[0] ?? ""),
    isList: fact.isList === true,
    own,
    strong: telling.length > 0 ? telling : said.length > 0 ? said : own,
    whose,
    isOwn: (word) => own.includes(stem(word)) || whose.includes(stem(word)),
    kept: bare(fact.values.join(" ")),
    isLoose: false,
  };
}

/** How far a sentence names a fact. */
export type Called = Readonly<ReturnType<typeof calledIn>>;

/** The words of a sentence, and their stems. */
const stemsIn = remembered(
  400,
  (unit) => new Set(tokensOf(unit).flatMap(({ word }) => [word, stem(word), ...word.split(/[/:._-]/u)])),
);

export function calledIn(unit: string, fact: Names) {
  const { own, strong, whose, values } = fact;
  const tokens = tokensOf(unit);
  const words = stemsIn(unit);
  const head = own.at(-1) ?? "";
  const short = tokens.flatMap(({ word }, i) => (/(?:'s|my|our|the)$/u.test(tokens[i - 1]?.word ?? "") ? [word] : []));
  const has = (word: string): boolean =>
    words.has(word) ||
    (word.length > 5 && [...words].some((one) => isNear(word, one))) ||
    (word === head && short.some((one) => isCutShort(one, word)));
  const hisOwn = whose.length > 0 && tokens.some(({ word }) => /^(?:his|her|their)$/u.test(word));
  const named = strong.every(has);
  // "Greta moved out" says nothing of where I live.
  const isOther = (word = ""): boolean => isTopic(word) && tells(word) && !word.endsWith("ly");
  const isDoneByOther = (verb: string): boolean =>
    whose.length === 0 && tokens.some(({ word }, i) => word === verb && isOther(tokens[i - 1]?.word));
  return {
    /** Whether it speaks of whose it is. */
    // "Ellies feet grew": people leave the apostrophe out.
    person: whose.length === 0 || whose.some((word) => words.has(word) || words.has(`${word}s`)) || (hisOwn && named),
    /** By all words that tell it, by one of them, by its last word, by a verb of its own. */
    named,
    part: strong.some((word) => (strong.length === 1 || !/\d/u.test(word)) && has(word)),
    /** Whether each of them stands behind another word than its own: "the marketing budget". */
    ofAnother: !fact.isLoose && strong.every((word) => !has(word) || isOfAnother(tokens, own, word)),
    headed:
      has(head) &&
      (own.length === 1 || !WEAK.has(head) || strong.some(has)) &&
      (values.length === 0 || own.length < 2 || !isOfAnother(tokens, own, head)),
    // "My partner works at Ikea", "Priya quit" say nothing of where I work.
    aspect:
      !(whose.length === 0 && own.length === 1 && OTHERS.test(unit)) &&
      own.slice(0, -1).every(has) &&
      (ASPECTS[head] ?? "").split(" ").some((word) => word !== "" && has(stem(word)) && !isDoneByOther(word)),
    /** Whether it is somebody else's, or what something else is about: "his locker", "the meeting about the launch". */
    aside: isAside(tokens, fact, /^about$/u),
    owned: isAside(tokens, fact),
  };
}

/** Whether words are forms of one: "podiatry", "podiatrist". */
export const isNear = (word: string, other: string): boolean =>
  word === other || (word.length > 5 && other.length > 5 && word.slice(0, 5) === other.slice(0, 5));

/** Whether a word of two letters and more stands for a longer one: "op" for "operation". */
const isCutShort = (short: string, word: string): boolean =>
  short.length > 1 && word.length > 6 && short.length * 2 < word.length && word.startsWith(short);

/** Whether each place of a word of a name stands behind another word than its own: "the design lead" is no on-call lead. */
function isOfAnother(tokens: readonly Token[], own: readonly string[], name: string): boolean {
  const at = tokens.flatMap(({ word }, i) => (stem(word) === name || isCutShort(word, name) ? [i] : []));
  const isOwn = (i: number): boolean => own.includes(stem(tokens[i]?.word ?? ""));
  return at.every((i) => {
    // "Finch Street key safe" is another one than "12A key safe".
    let first = i;
    while (isOwn(first - 1)) first--;
    const { word = "", kind = "mark" } = tokens[first - 1] ?? {};
    return (
      kind === "word" &&
      !isStopWord(word) &&
      !NEWER.test(word) &&
      !/^(?:old|different|current|fyi|btw|update|reminder|ok|okay|well|hey)$|'s$/u.test(word)
    );
  });
}

/** Whether each place where a fact's words stand is somebody else's, or what something else is about. */
function isAside(
  tokens: readonly Token[],
  { isOwn: has, whose }: Pick<Names, "isOwn" | "whose">,
  topic: RegExp | null = null,
): boolean {
  const isOwn = ({ word }: Token): boolean => has(word);
  const firsts = tokens.flatMap((token, i) => (isOwn(token) && !(i > 0 && isOwn(tokens[i - 1] as Token)) ? [i] : []));
  const isOther = (at: number): boolean => {
    const before = tokens.slice(0, at).map(({ word }) => word);
    const near =
      before
        .slice(-3)
        .filter((word) => !/^(?:a|an|the|my|our|new|old|different|own|least|favou?rite)$/u.test(word))
        .at(-1) ?? "";
    return (
      (topic?.test(near) === true && !/\b(?:said|forget|told|update|note)\b/iu.test(before.join(" "))) ||
      (whose.length === 0 &&
        (/^(?:his|her|their|your)$/u.test(near) ||
          (near.endsWith("'s") && !/^(?:it|that|he|she|there|what|who)'s$/u.test(near))))
    );
  };
  return firsts.length > 0 && firsts.every(isOther);
}

/** "The new gym code", "new code at the gym". */
export const isNew = (unit: string, { own }: Names): boolean =>
  tokensOf(unit).some(({ word }, i, all) => i > 0 && own.includes(stem(word)) && all[i - 1]?.word === "new");

/** Most figures, days, names and words of a passage that may be over. */
const MOST_VALUES = 10;

/** What a passage tells of what is asked for, as facts: each of its values under the name that the question has for it. */
export function spokenOf(passage: string, asked: readonly string[]): readonly Names[] {
  const tokens = tokenise(passage).filter(({ kind }) => kind === "word");
  const isAsked = ({ word }: Token): boolean => asked.some((one) => isNear(one, stem(word)));
  const named = tokens.flatMap((token, at) => (isAsked(token) ? [{ word: token.word, at }] : []));
  return valuesOf(tokens, isAsked)
    .slice(0, MOST_VALUES)
    .map(({ value, at, unit }) => {
      // The last of its names before a value says best what that is: "our seed investor is Northbeam, board call is at 17h".
      const ordered = [...named.filter((one) => one.at > at), ...named.filter((one) => one.at < at)];
      // Of what is asked in other words the passage itself says what it is about.
      const about =
        ordered.length > 0
          ? ordered.map(({ word }) => word)
          : tokens.flatMap((one) => (value.split(" ").includes(one.text) || isStopWord(one.word) ? [] : [one.word]));
      const topic = [...new Set([...unit, ...about])].join(" ");
      return { ...namesOf({ topic, values: [value] }), kept: bare(passage), isLoose: true };
    });
}

/** Words that don't tell what a sentence is about. */
export const UNTOLD = oneOf(WORDS.untold);
/** What points back at what was spoken of. */
export const POINTS_BACK = /\b(?:its?|it['’]s|that['’]?s|them|him|her|ones?|us)\b/iu;

/** What was said, whether right behind what it may renew, what its chat is called, and whether it says nothing but another value. */
type SaidBehind = Readonly<{ text: string; behind?: boolean; chat?: string; isReply?: boolean }>;
/** What is the speaker's own. */
export const OF_SPEAKER = /\b(?:my|mine|our|ours)\b/iu;
/** Clauses of a passage, which may state one thing each. */
export const CLAUSES = /(?<!\b(?:Dr|Mrs?|Ms|Prof|St))[.!?;,:\n]+\s+|\s(?:and|but|so)\s/u;
/** What a sentence is of that begins with somebody or something: "and my daughter Edie is …", "phil's given up …". */
const SUBJECT =
  /^\W*(?:(?:and|so|but|oh|also|btw|well|ok|right)\W+)*(?:(?:my|our|his|her|their)\s+([\p{L}\p{N}-]+)|([\p{L}\p{N}-]+)['’]s\b)/iu;

const tells = (word: string): boolean =>
  !isStopWord(word) && !NEWER.test(word) && !PRONOUNS.has(word) && !UNTOLD.test(word);
/** Stems of the words that tell what a text is about. */
const stemsOf = (text: string, isIt: (word: string) => boolean = () => true): readonly string[] =>
  tokenise(text).flatMap(({ word, kind }) =>
    kind === "word" && tells(word) && isIt(word) ? [stem(word.replace(/(?<=^\d+)(?:st|nd|rd|th)$/u, ""))] : [],
  );
const isTopic = (word: string): boolean => /\p{L}{3}/u.test(word) && !isDate(word);
/** Stems of the names in a text. */
const calledOf = (text: string): readonly string[] =>
  stemsOf(
    words(text)
      .flatMap((one) => (one.start > 0 && /^\p{Lu}/u.test(one.text) ? [one.text] : []))
      .join(" "),
    isTopic,
  );

/** What tells whether a message is of what a question asks for, and not of what else its passage tells. */
export function subjectOf(question: string, passage: string, isRare: (word: string) => boolean) {
  const asked = stemsOf(question, (word) => !isDate(word));
  const isAskedFor = (one: string): boolean => asked.some((word) => isNear(one, word));
  const clauses: { own: readonly string[]; held: number }[] = [];
  for (const clause of passage.split(CLAUSES)) {
    const [own, last] = [stemsOf(clause), clauses.at(-1)];
    // "…, Wednesday and Friday" goes on with what stands before it.
    if (last !== undefined && own.every((word) => isDate(word) || /^\d/u.test(word))) last.own = [...last.own, ...own];
    else clauses.push({ own, held: own.filter(isAskedFor).length });
  }
  const most = Math.max(...clauses.map(({ held }) => held));
  const whole = new Set(stemsOf(passage));
  const known = new Set([...asked, ...whole]);
  const names = new Set(calledOf(passage));
  const askedNames = calledOf(question).filter((name) => whole.has(name));
  // "Ada works 32 hours, Milo 20": what is said of Milo stands where he is named.
  const named = clauses.filter((one) => askedNames.some((name) => one.own.includes(name)));
  const best = named.length > 0 ? named : clauses.filter((one) => one.held === most);
  const own = new Set(best.flatMap((one) => one.own));
  const first = passage.split(/['’\s]/u, 1).filter((word) => /^\p{Lu}/u.test(word));
  const others = [...names, ...stemsOf(first.join(""), isTopic)].filter((name) => named.length > 0 && !own.has(name));
  const isOfSpeaker = /\b(?:i|my)\b/iu.test(question);
  const all = tokenise(question).map(({ word }) => stem(word));
  const does = (rest: string): boolean => all.includes(stem(/\p{L}+/u.exec(rest)?.[0].toLowerCase() ?? ""));
  return {
    /** Whether a text has a name or a rare word of the clauses that have most of the question: it speaks of the same, whatever is asked. */
    isOfNamed: (text: string): boolean =>
      stemsOf(text, isTopic).some((word) => own.has(word) && !isAskedFor(word) && (names.has(word) || isRare(word))),
    /** Whether it has a word of the passage; where it doesn't stand near that, one that is asked for or a name, of a passage that answers, or two. */
    shares(text: string, { isNear, isAnswer }: Readonly<Record<"isNear" | "isAnswer", boolean>>): boolean {
      const shared = [...new Set(stemsOf(text, isTopic))].filter((word) => whole.has(word));
      const isEnough = isNear || (isAnswer && shared.some((word) => asked.includes(word) || names.has(word)));
      return shared.length > (isEnough ? 0 : 1);
    },
    /**
     * Whether what was said can be of what is asked for: it has a word of the question, in full or cut short ("ortho"), or one of the clause that has
     * most of it, or names nothing and points back; and in the last two it isn't of somebody else.
     */
    has({ text, behind = false, chat = "", isReply = false }: SaidBehind): boolean {
      const said = stemsOf(text);
      // "Swap Blue and Dummy on my albums" is nothing of Luis's, unless it follows what was said of him.
      if (!behind && OF_SPEAKER.test(text) && askedNames.some((name) => !said.includes(name))) return false;
      // Of another one whom the passage names, too, or who does the same: "Ada's on leave", "my mother takes 25 mg".
      if (!askedNames.some((name) => said.includes(name)) && said.some((word) => others.includes(word))) return false;
      const [begins = "", owned, whose] = SUBJECT.exec(text) ?? [];
      const isOthers = isOfSpeaker && owned !== undefined && PERSON.test(owned) && !known.has(stem(owned));
      if (isOthers && does(text.slice(begins.length))) return false;
      if (said.some(isAskedFor) || stemsOf(chat).some(isAskedFor)) return true;
      const subject = (owned ?? whose)?.toLowerCase();
      if (subject !== undefined && tells(subject) && !known.has(stem(subject))) return false;
      return (
        said.some((word) => own.has(word)) ||
        (behind && (isReply || [POINTS_BACK, NO, PRONOUN].some((one) => one.test(text))))
      );
    },
  };
}
