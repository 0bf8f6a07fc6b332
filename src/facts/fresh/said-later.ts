import type { FactAnswer, ShownSource } from "../../operations/answers/facts.ts";
import { MONTHS, OVER, tellsEvent, FINITE, NEWER, PREPOSITIONS, PRONOUNS } from "../../english/word-classes.ts";
import { dayOf, type Days } from "../../text/days.ts";
import type { Scope } from "../../model/caller.ts";
import { readMessage, type ReadClause } from "../grammar/read-message.ts";
import { isAttribute, storedKey, subjectOf, isSecretFact } from "../grammar/attribute-keys.ts";
import type { NamedList } from "../grammar/intent.ts";
import { FORMER_KEY } from "../grammar/mentions.ts";
import type { FactChange } from "../../storage/ports/fact-store.ts";
import type { SpokenFact } from "../../freshness/names.ts";
import { type Bearing, bearingOn, type Spoken } from "../../freshness/bearing.ts";
import { REPLACING, FORMER } from "../../freshness/cues.ts";
import { bare } from "../../freshness/values.ts";
import { topicOf } from "../../english/nouns.ts";
import { tokenise } from "../../english/tokens.ts";
import { isDate } from "../../english/value-type.ts";
import { readLayout } from "../../english/whose-words.ts";
import { valueKey } from "../lists/apply-operation.ts";
import { type FactView, scopesSeen, type UnreadChange } from "../router/fact-view.ts";

/** A message of a person, as a search found it. */
export interface SaidMessage extends Pick<Spoken, "text" | "asked" | "behind" | "nearest"> {
  /** ISO 8601; empty where it isn't known. */
  readonly time: string;
  readonly chat: string;
  readonly messageId: string;
}

/**
 * Finds messages of people that may speak of something: of what a scope may see, the best first, some twenty at most, with what was said right
 * behind the statement itself and in reply to questions. Questions and what assistants or machines wrote are none.
 */
export type FindSaid = (asked: {
  readonly fact: SpokenFact;
  readonly scope: Scope;
  /** Milliseconds since the epoch: what was said before is left out; null: nothing is. */
  readonly since: number | null;
  /** Ids of the messages that state it. */
  readonly read: ReadonlySet<string>;
}) => Promise<readonly SaidMessage[]>;

/** What a list or attribute is called in what people say. */
export function spokenFact(list: NamedList, values: readonly string[], history: readonly FactChange[]): SpokenFact {
  const { key } = list;
  const isList = !isAttribute(key);
  // "Carols for the concert" are carols; what is said of the concert is of something else.
  const topic = isList ? list.topic.replace(/(?<=\S)\s(?:for|in|at|of|with|on|from)\s.*$/iu, "") : list.topic;
  const whose = isList || /^(?:me|project)$/u.test(subjectOf(key)) ? "" : subjectOf(key);
  const former = history.flatMap(({ effect }) => effect.removed.map(({ value }) => value));
  return { topic, values, former: former.filter((value) => !values.includes(value)), whose, isList };
}

/** A fact as its answer is about to be given. */
export interface Asked {
  readonly fact: SpokenFact;
  readonly key: string;
  /** When the last of its values was said, milliseconds since the epoch; null where none is stored. */
  readonly since: number | null;
  /** Ids of the messages that were read as facts of it: what they say is stored. */
  readonly read: ReadonlySet<string>;
  /** What sounded like a change of it and couldn't be read, as its history keeps it. */
  readonly unread: readonly ShownSource[];
}

/** What was said later of a fact, and whether it says for sure what it is now. */
export interface SaidLater extends ShownSource {
  readonly as: Bearing["as"];
}

/** Most sentences that are shown beside an answer. */
const MOST_SHOWN = 2;

/** The sentences of later messages that speak of a fact and were not read as one; the latest first. */
export function saidLater(
  { fact, key, since, read, unread }: Asked,
  messages: readonly SaidMessage[],
): readonly SaidLater[] {
  const isLater = (time: string): boolean => since === null || Date.parse(time) > since;
  const bearing = bearingOn(fact);
  const later = new Map<string, SaidLater>();
  // A message that was told as a fact stands in a chat, too, and one that replies may be found by its words.
  const add = (one: SaidLater): void => {
    const known = later.get(bare(one.sentence));
    if (known === undefined || known.time < one.time || known.as === "may") later.set(bare(one.sentence), one);
  };
  for (const { text, time, chat, messageId, ...reply } of messages) {
    if (read.has(messageId) || !isLater(time)) continue;
    const found = bearing({ text, ...reply });
    if (found !== null && !statesAnother(found.sentence, key, fact))
      add({ sentence: found.sentence, time, chat, messageId, as: found.as });
  }
  const shown = new Set([...later.values()].map(({ messageId }) => messageId));
  for (const one of unread.filter(({ time, messageId }) => isLater(time) && !shown.has(messageId)))
    add({ ...one, as: bearing({ text: one.sentence })?.as ?? "may" });
  return [...later.values()].sort((a, b) => (a.time < b.time ? 1 : -1)).slice(0, MOST_SHOWN);
}

/** "Treasurer says: the deposit goes up to 40" is news; what a song says, or somebody of himself, is none. */
const OF_THEIRS = /\bgoes\s*:|:.*\b(?:i|my|mine)\b/iu;

/**
 * Whether a sentence is of others' text, or what it says of a fact is a fact of another key: "my dentist's number", but not his name, is another than
 * "my dentist", "Leo's piano lesson" than his swimming lesson.
 */
function statesAnother(sentence: string, key: string, fact: SpokenFact): boolean {
  const topic = fact.topic.toLowerCase();
  return readMessage(sentence).some(({ change, refusal }) => {
    if (refusal === "others_words") return OF_THEIRS.test(sentence) || readLayout(sentence).some(({ own }) => !own);
    if (change?.kind !== "attribute" || !change.sure) return false;
    const { of, values } = change;
    const named = of.key.replace(/ name$/u, "");
    const isPart = named.endsWith(topic) || topic.endsWith(` ${named}`);
    if (storedKey(of.subject, of.key) === key || (isPart && !FORMER_KEY.test(of.key))) return false;
    // "Ms. Aalto moved to Turku, I'm with Mr. Brandt now" tells more than her home.
    const [before = "", behind = ""] = sentence.split(values[0] ?? sentence, 2);
    return !/\p{L}{2}.*\s\p{L}/u.test(behind) || bearingOn(fact)({ text: `${before} ${behind}` })?.as !== "renews";
  });
}

/** "3 May", with the year where it isn't the present one. */
function shortDay(time: string, { now, days }: Today): string {
  const [year, month, day] = dayOf(time, days).split("-").map(Number);
  const name = MONTHS[(month ?? 1) - 1] as string;
  const thisYear = Number(days.day(now).slice(0, 4));
  return `${day} ${name.charAt(0).toUpperCase()}${name.slice(1)}${year === thisYear ? "" : ` ${year}`}`;
}

/** The present moment of who asks, his days, and how somebody's words are quoted to him. */
interface Today {
  readonly now: number;
  readonly quoted: (sentence: string) => string;
  readonly days: Pick<Days, "day">;
}

/** Whether a sentence says that something is so from now on: "rent a car, 85 a day" has another value, and doesn't. */
const saysNewer = (sentence: string): boolean =>
  tellsEvent(sentence) || [OVER, REPLACING].some((cue) => cue.test(sentence));

/**
 * An answer that holds what is stored and what was said later, each with its date: first what was said, where that is for sure another value or the
 * end of the stored one.
 */
export function withLater(answer: FactAnswer, said: readonly SaidLater[], today: Today): FactAnswer {
  if (said.length === 0) return answer;
  const dated = ({ sentence, time }: ShownSource): string =>
    `“${today.quoted(sentence)}”${time === "" ? "" : ` (${shortDay(time, today)})`}`;
  const later = said.map(({ as: _, ...source }) => source);
  const all = later.map(dated).join("; ");
  const [first] = answer.items;
  const [latest] = said;
  if (first === undefined) return { ...answer, text: `${answer.text} But it was said: ${all}.`, later };
  const stored = answer.text.replace(/\.$/u, "");
  const day = shortDay(first.time, today);
  const was = stored
    .replace(/ (is|are)\b/u, (_, verb: string) => (verb === "is" ? " was" : " were"))
    .replace(/^\p{Lu}(?=\p{Ll}*\s)/u, (letter) => (/^(?:Your|The)\b/u.test(stored) ? letter.toLowerCase() : letter));
  const text =
    latest?.as === "may" || (latest?.as === "renews" && !saysNewer(latest.sentence))
      ? `${stored}, said on ${day}. Later it was said: ${all}.`
      : `Last said of it: ${all}. Before that, ${was} (${day}).`;
  return { ...answer, text, later };
}

/** Most words of a message that is looked at. */
const MOST_WORDS = 30;
/** Most of its words that are looked for among keys. */
const MOST_TELLING = 12;
/** What is done to the order of a list alone. */
const ORDERS = /^(?:swap|switch|reorder|rerank|sort|reverse|flip)\s(?:my|our|the)\s/iu;

/** A token with a figure, without the signs that end a clause. */
const WITH_FIGURE = /\S*\d\S*?(?=[,.!?;:]*(?:\s|$))/gu;

/** What may be the code in a sentence that sounds like a change of a secret. */
export const codesIn = (sentence: string): readonly string[] =>
  Array.from(sentence.matchAll(WITH_FIGURE), ([code]) => code).filter((code) => isTelling(code) && !isDate(code));

/** Whether a secret is told by itself: a plain word and a year stand in sentences that say nothing of it. */
export function isTelling(value: string): boolean {
  const signs = value.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (/\d/u.test(value)) return signs >= 4 && !/^(?:19|20)\d\d$/u.test(value);
  return signs >= 4 && (/\S[^\p{L}\s'’-]\S/u.test(value) || value.split(/\s+/u).length >= 4);
}

/** What of a message sounds like a change of what is stored, and wasn't read; null where nothing does. */
export function unreadChange(view: FactView, clauses: readonly ReadClause[]): UnreadChange | null {
  const told = clauses.filter(({ refusal }) => refusal !== "others_words" && refusal !== "hedged");
  const isRequest = told.some(({ text, opened }) => opened.polite && !/^(?:let's|let us|we should)\b/iu.test(text));
  const text = [...new Set(told.map(({ sentence }) => sentence))].join(" ");
  const isOrder = told.some(({ text: one, opened }) => ORDERS.test(one.slice(opened.at)));
  const isNewer = told.some(({ opened }) => opened.correction) || [NEWER, OVER, FORMER].some((cue) => cue.test(text));
  const words = tokenise(text).flatMap(({ kind, word }) => (kind === "word" ? [word.replace(/'s$/u, "")] : []));
  if (!(isOrder || isNewer) || words.length > MOST_WORDS) return null;
  const telling = words.filter(
    (one) => one.length > 2 && ![PRONOUNS, FINITE, PREPOSITIONS].some((all) => all.has(one)),
  );
  const named = [...new Set(telling.map((word) => topicOf(word).key))].slice(0, MOST_TELLING);
  for (const { scope, key } of scopesSeen(view.scope).flatMap((one) => view.mentioned(one, named, valueKey(text)))) {
    const list = view.list(key);
    if (list?.scope !== scope) continue;
    if (isOrder && !isAttribute(key) && key.split(" ").every((word) => named.includes(word)))
      return { list, sentence: text };
    const values = list.items.map(({ value }) => value);
    const { as, sentence = "" } = bearingOn(spokenFact(list, values, view.changes(key)))({ text }) ?? {};
    // A code beside what may change a secret is taken for the new one: in clear it would stand in the chat.
    if (as === "renews" || (as === "ends" ? !isRequest : isSecretFact(key, values) && codesIn(sentence).length > 0))
      return { list, sentence };
  }
  return null;
}
