import { remembered } from "../caches/bounded-cache.ts";
import { topicOf } from "../english/nouns.ts";
import type { Token } from "../english/tokens.ts";
import { typeOf } from "../english/value-type.ts";
import { isStopWord } from "../text/words.ts";
import { OTHERS } from "./cues.ts";
import { bare, tokensOf, type Valued } from "./values.ts";

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
const ASPECTS: Readonly<Record<string, string>> = {
  home: "live lives living moved move relocated apartment city",
  employer: "work working job quit joined company hired",
  job: "work working promoted hired career",
  birthday: "born birthday",
  allergy: "allergic allergy",
  diet: "vegan vegetarian eat meat",
  name: "called name",
  car: "car drive driving sold bought",
};
export const WEAK = new Set(
  "number name date time day address code the my our of a an new first last uncle aunt auntie mr mrs ms dr".split(" "),
);

const plainTopic = (topic: string): string => topic.replace(/^least favorite /u, "");

/** What words are compared by; they come again and again in what is held against one passage. */
export const stem = remembered(5_000, (word) => topicOf(word.replace(/'s$/u, "")).key);

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
  const telling = own.filter((word) => !WEAK.has(word));
  const whose = (fact.whose?.match(/[^ ]+/gu) ?? []).map(stem);
  return {
    values: fact.values,
    former: fact.former ?? [],
    type: typeOf(fact.values[0] ?? ""),
    isList: fact.isList === true,
    own,
    strong: telling.length > 0 ? telling : own,
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
  const has = (word: string): boolean =>
    words.has(word) || (word.length > 5 && [...words].some((one) => isNear(word, one)));
  const head = own.at(-1) ?? "";
  const hisOwn = whose.length > 0 && tokens.some(({ word }) => /^(?:his|her|their)$/u.test(word));
  const named = strong.every(has);
  return {
    /** Whether it speaks of whose it is. */
    // "Ellies feet grew": people leave the apostrophe out.
    person: whose.length === 0 || whose.some((word) => has(word) || has(`${word}s`)) || (hisOwn && named),
    /** By all words that tell it, by one of them, by its last word, by a verb of its own. */
    named,
    part: strong.some(has),
    headed:
      has(head) &&
      (own.length === 1 || !WEAK.has(head) || strong.some(has)) &&
      (values.length === 0 || !isOfAnother(tokens, own)),
    // "My partner works at Ikea", "Priya quit" say nothing of where I work.
    aspect:
      !(whose.length === 0 && own.length === 1 && OTHERS.test(unit)) &&
      own.slice(0, -1).every(has) &&
      (ASPECTS[head] ?? "").split(" ").some((word) => word !== "" && has(stem(word))),
    /** Whether it is somebody else's, or what something else is about: "his locker", "the meeting about the launch". */
    aside: isAside(tokens, fact),
  };
}

/** Whether words are forms of one: "podiatry", "podiatrist". */
export const isNear = (word: string, other: string): boolean =>
  word === other || (word.length > 5 && other.length > 5 && word.slice(0, 5) === other.slice(0, 5));

/** Whether each last word of a name stands behind another word than its own: "the design lead" is no on-call lead. */
function isOfAnother(tokens: readonly Token[], own: readonly string[]): boolean {
  const at = tokens.flatMap(({ word }, i) => (stem(word) === own.at(-1) ? [i] : []));
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
function isAside(tokens: readonly Token[], { isOwn: has, whose }: Pick<Names, "isOwn" | "whose">): boolean {
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
      (near === "about" && !/\b(?:said|forget|told|update|note)\b/iu.test(before.join(" "))) ||
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
