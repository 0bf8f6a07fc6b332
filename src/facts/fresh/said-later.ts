import type { FactAnswer, ShownSource } from "../../operations/answers/facts.ts";
import { CHANGE, LIKES, OVER, SLIGHT, SURELY_OVER, MONTHS } from "../../english/word-classes.ts";
import { topicOf } from "../../english/nouns.ts";
import { sentencesOf } from "../../english/sentences.ts";
import { tokenise } from "../../english/tokens.ts";
import { dayOf, type Days } from "../../text/days.ts";
import type { Scope } from "../../model/caller.ts";
import { readMessage } from "../grammar/read-message.ts";
import { attributeKey, isAttribute, storedKey, subjectOf } from "../grammar/attribute-keys.ts";
import { isExact, typeOf } from "../../english/value-type.ts";
import { valueKey } from "../lists/name-index.ts";

/** A message of a person, as a search found it. */
export interface SaidMessage {
  readonly text: string;
  /** ISO 8601; empty where it isn't known. */
  readonly time: string;
  readonly chat: string;
  readonly messageId: string;
}

/**
 * Finds messages of people that speak of something: of what a scope may see, the best first, a score of them at most.
 * Questions and what assistants or machines wrote are none.
 */
export type FindSaid = (asked: {
  readonly words: string;
  readonly scope: Scope;
  /** Milliseconds since the epoch: what was said before is left out; null: nothing is. */
  readonly since: number | null;
}) => Promise<readonly SaidMessage[]>;

/** A fact as its answer is about to be given. */
export interface Asked {
  readonly answer: FactAnswer;
  /** The list's key. */
  readonly key: string;
  readonly topic: string;
  /** Ids of the messages that were read as facts of it: what they say is stored. */
  readonly read: ReadonlySet<string>;
  /** What sounded like a change of it and couldn't be read, as its history keeps it. */
  readonly unread: readonly ShownSource[];
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

function stem(word: string): string {
  return attributeKey(topicOf(word.replace(/'s$/u, "")).key);
}

/** What to look for: the words of the key and of a value. */
export function wordsOf({ key, topic, answer }: Pick<Asked, "key" | "topic" | "answer">): string {
  const person = isAttribute(key) && !/^(?:me|project)$/u.test(subjectOf(key)) ? subjectOf(key) : "";
  const plain = topic.replace(/^least favorite /u, "");
  return [
    person,
    plain,
    ASPECTS[plain] ?? "",
    answer.items[0]?.value ?? "",
    answer.items.length > 0 && isAttribute(key) ? "changed" : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** Most sentences that are shown beside an answer. */
const MOST_SHOWN = 2;

/** The sentences of later messages that speak of a fact and were not read as one; the latest first. */
export function saidLater(asked: Asked, messages: readonly SaidMessage[]): readonly ShownSource[] {
  const { answer, key, topic, read, unread } = asked;
  const values = answer.items.map(({ value }) => value);
  const said = Math.max(...answer.items.map(({ time }) => Date.parse(time)));
  const isLater = (time: string): boolean => values.length === 0 || Date.parse(time) > said;
  const later: ShownSource[] = unread.filter(({ time }) => isLater(time));
  for (const { text, time, chat, messageId } of messages) {
    if (read.has(messageId) || !isLater(time)) continue;
    const sentence = sentencesOf(text.slice(0, 4000)).find(
      (one) =>
        one.mark !== "?" &&
        !/^(?:what|who|when|where|which|how|do you|did|can you|could you|is|are|remind|tell|list|show|give me|repeat|recite)\b/iu.test(
          one.text,
        ) &&
        speaksOf(one.text, { key, topic, values }) &&
        !statesAnother(one.text, key),
    );
    if (sentence !== undefined)
      later.push({ sentence: shortened(`${sentence.text}${sentence.mark}`), time, chat, messageId });
  }
  later.sort((a, b) => (a.time < b.time ? 1 : -1));
  // A message that was told as a fact stands in a chat, too.
  const byWords = new Map(later.toReversed().map((one) => [bare(one.sentence), one]));
  return later.filter((one) => byWords.get(bare(one.sentence)) === one).slice(0, MOST_SHOWN);
}

/** Whether a sentence states a fact of another key, which it is read as. */
const statesAnother = (sentence: string, key: string): boolean =>
  readMessage(sentence).some(
    ({ change }) => change?.kind === "attribute" && change.sure && storedKey(change.of.subject, change.of.key) !== key,
  );

const shortened = (text: string): string => (text.length > 240 ? `${text.slice(0, 239)}…` : text);

/** A fact, as sentences may speak of it: its key and name, and what is stored; no values where nothing is. */
interface SpokenFact {
  readonly key: string;
  readonly topic: string;
  readonly values: readonly string[];
}

/** Whether a sentence says something of a fact that may change it. */
export function speaksOf(sentence: string, { key, topic, values }: SpokenFact): boolean {
  const isFact = isAttribute(key);
  const called = calledIn(sentence, key, topic);
  // "Priya left the company": whoever holds a place is named first.
  if (SURELY_OVER.test(sentence) && values.some((value) => leads(sentence, value))) return true;
  if (!called.person) return false;
  const [first = ""] = values;
  if (values.length === 0)
    return (
      ((called.named && (called.headed || WEAK.has(called.own.at(-1) ?? ""))) || called.aspect) &&
      sentence.split(/\s+/u).length > called.own.length
    );
  const holds = holder(sentence);
  // The same value said again tells nothing new, unless it is said to be over.
  if (OVER.test(sentence) && values.some(holds)) return true;
  if (OVER.test(sentence.replace(SLIGHT, " ")) && values.some((value) => tellingWords(value).some(holds))) return true;
  if (values.some(holds)) return false;
  const like = isFact && hasLikeValue(sentence, first, called.own);
  // "Staging got rebuilt on 9443": a part of the key, and another value of its kind.
  if (like && called.part && isExact(first) && !/\b(?:his|her|their)\b/iu.test(sentence)) return true;
  // "We switched to LimeNet for broadband": the provider goes unsaid where the change itself is told of what is one's own.
  if (like && called.part && TOLD_CHANGE.test(sentence) && !OTHERS.test(sentence)) return true;
  if (!(called.named || called.headed || called.aspect)) return false;
  if (isFact) return CHANGE.test(sentence) || like || (called.aspect && /\bagain\b/iu.test(sentence));
  return (CHANGE.test(sentence) && (called.named || called.headed)) || LIKES.test(sentence);
}

/** A change that somebody tells of his own doing. */
const TOLD_CHANGE =
  /\b(?:i|we)(?:'ve| have)?\s+(?:just\s+)?(?:switched|changed|moved|gone|went|signed up)\s+(?:over\s+)?(?:to|with)\b/iu;

/** A sentence of which somebody else is the subject. */
const OTHERS = /^(?:my|our|the|his|her|their)\s+(?!.*\b(?:i|we)\b)/iu;

/** Whether a sentence is about a name or a thing: "Priya left", "the Volvo is sold". */
const leads = (sentence: string, value: string): boolean =>
  /^(?:the |an? )?\p{Lu}/u.test(value) &&
  holder(
    sentence
      .split(" ")
      .slice(0, value.split(" ").length + 1)
      .join(" "),
  )(value);

/** How far a sentence names a fact. */
interface Called {
  /** The words of its name. */
  readonly own: readonly string[];
  /** Whether it speaks of whose it is. */
  readonly person: boolean;
  /** By all words that tell it, by one of them, by its last word, by a verb of its own. */
  readonly named: boolean;
  readonly part: boolean;
  readonly headed: boolean;
  readonly aspect: boolean;
}

function calledIn(sentence: string, key: string, topic: string): Called {
  const words = new Set(tokenise(sentence).flatMap(({ word }) => [stem(word), ...word.split(/[/:._-]/u)]));
  const has = (word: string): boolean => words.has(word);
  const whose =
    isAttribute(key) && !/^(?:me|project)$/u.test(subjectOf(key)) ? subjectOf(key).split(" ").map(stem) : [];
  const plain = topic.replace(/^least favorite /u, "");
  const own = plain.toLowerCase().split(/\s+/u).map(stem);
  const telling = own.filter((word) => !WEAK.has(word));
  const strong = telling.length > 0 ? telling : own;
  const head = own.at(-1) ?? "";
  return {
    own,
    person: whose.length === 0 || whose.some(has),
    named: strong.every(has),
    part: strong.some(has),
    headed: has(head) && (own.length === 1 || !WEAK.has(head) || strong.some(has)),
    // "My partner works at Ikea" says nothing of where I work.
    aspect:
      !(whose.length === 0 && own.length === 1 && OTHERS.test(sentence)) &&
      own.slice(0, -1).every(has) &&
      (ASPECTS[head] ?? "").split(" ").some((word) => word !== "" && has(stem(word))),
  };
}

/** The words of a text alone, a blank around each. */
const bare = (text: string): string =>
  ` ${valueKey(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** Tells whether values stand in a sentence, as whole words. */
function holder(sentence: string): (value: string) => boolean {
  const folded = bare(sentence);
  return (value) => folded.includes(bare(value));
}

/** The words of a value that tell it by themselves: its names and numbers, without titles; of digits alone, none. */
function tellingWords(value: string): readonly string[] {
  const words = value.split(/\s+/u);
  return words.length < 2 || !/\p{L}/u.test(value) ? [] : words.filter((word) => /^\p{Lu}\p{L}{2,}$|\d{2}/u.test(word));
}

/** Whether a sentence holds a value of the same kind as the one that is stored. */
function hasLikeValue(sentence: string, value: string, own: readonly string[]): boolean {
  const type = typeOf(value);
  if (type === "text" || type === "name")
    return /\b(?:is|are|now|called|named|with|by|at|to)\s+(?:the\s+|a\s+)?\p{Lu}/u.test(sentence) && own.length > 0;
  return tokenise(sentence).some(
    ({ text, word }) => !own.includes(stem(word)) && (typeOf(text) === type || (/\d/u.test(text) && /\d/u.test(value))),
  );
}

/** "3 May", with the year where it isn't the present one. */
function shortDay(time: string, { now, days }: Today): string {
  const [year, month, day] = dayOf(time, days).split("-").map(Number);
  const name = MONTHS[(month ?? 1) - 1] as string;
  const thisYear = Number(days.day(now).slice(0, 4));
  return `${day} ${name.charAt(0).toUpperCase()}${name.slice(1)}${year === thisYear ? "" : ` ${year}`}`;
}

/** The present moment of who asks, and his days. */
interface Today {
  readonly now: number;
  readonly days: Pick<Days, "day">;
}

/** An answer that holds what is stored and what was said later, each with its date. */
export function withLater(answer: FactAnswer, later: readonly ShownSource[], today: Today): FactAnswer {
  if (later.length === 0) return answer;
  const sentences = later
    .map(({ sentence, time }) => `“${sentence}”${time === "" ? "" : ` (${shortDay(time, today)})`}`)
    .join("; ");
  const first = answer.items[0]?.time;
  const text =
    answer.items.length === 0
      ? `${answer.text} But it was said: ${sentences}.`
      : `${answer.text.replace(/\.$/u, "")}${first === undefined ? "" : `, said on ${shortDay(first, today)}`}. Later it was said: ${sentences}.`;
  return { ...answer, text, later };
}
