import { typeOf } from "../../english/value-type.ts";
import type { Scope } from "../../model/caller.ts";
import type { FactAnswer, ListedFacts, ShownItem, ShownSource } from "../../operations/answers/facts.ts";
import { OWN } from "../api/facts.ts";
import { isAttribute, subjectOf } from "../grammar/attribute-keys.ts";
import type { FactChange, FactItem, FactList, FactReader, FactSource } from "../../storage/ports/fact-store.ts";
import { UNREAD } from "../../storage/ports/fact-store.ts";
import { pluralTopic } from "../../english/nouns.ts";

export function shownItem(item: FactItem, position: number): ShownItem {
  const { messageId, chat, time } = item.source;
  return { position, value: item.value, messageId, chat, time: new Date(time).toISOString() };
}

export function shownSource(source: FactSource): ShownSource {
  return { ...source, time: new Date(source.time).toISOString() };
}

/** The sources of items, each message once. */
export function sourcesOf(items: readonly FactItem[]): readonly ShownSource[] {
  const byMessage = new Map(items.map((item) => [`${item.source.chat}\n${item.source.messageId}`, item.source]));
  return [...byMessage.values()].map(shownSource);
}

/** Whether somebody else's words are hidden: where an item of the project's list was said is for the owner, who may see every chat. */
export const hides = (list: Scope, viewer: Scope | null): boolean => list === "kb" && viewer !== null && viewer !== OWN;

const withoutSource = <T extends ShownItem>(item: T): T => ({ ...item, messageId: "", chat: "" });

export function forViewer(answer: FactAnswer, viewer: Scope): FactAnswer {
  if (viewer === OWN || (!hides(answer.scope, viewer) && answer.topic !== "")) return answer;
  return { ...answer, items: answer.items.map(withoutSource), sources: [] };
}

/** A list as a viewer may see it; null: anybody's. */
export function forReader(list: FactList, reader: FactReader, viewer: Scope | null): ListedFacts {
  const items = list.items.map((item, i) => shownItem(item, i + 1));
  const isHidden = hides(list.scope, viewer);
  const later = isHidden ? [] : unreadOf(reader.changes(list.scope, list.key), list.items);
  return {
    topic: list.topic,
    scope: list.scope,
    type: isAttribute(list.key) ? typeOf(list.items[0]?.value ?? "") : "ranked",
    ...(isAttribute(list.key) ? { subject: subjectOf(list.key) } : {}),
    count: list.items.length,
    items: isHidden ? items.map(withoutSource) : items,
    ...(later.length === 0 ? {} : { later }),
  };
}

/** What a history keeps that sounded like a change and couldn't be read, said after what is there now. */
function unreadOf(changes: readonly FactChange[], items: readonly FactItem[]): readonly ShownSource[] {
  const said = Math.max(...items.map(({ placedAt }) => placedAt));
  return changes
    .filter(({ reason, source, undoneBy }) => reason === UNREAD && undoneBy === null && source.time > said)
    .map(({ source }) => shownSource(source));
}

/** A list as replies speak of it. */
export type SpokenList = Pick<FactList, "key" | "topic" | "scope">;

/**
 * The wording of replies, in English, about one list: whose it is, and what it is called. A project's list is never
 * called "your"; "favorite" is not doubled before a topic that has its own ("least favorite chore").
 */
export class Say {
  /** "Your favorite trail", "The project's favorite trail", "Anna's birthday". */
  readonly one: string;
  /** "Your favorite trails". */
  readonly many: string;
  /** "favorite trail", without whose. */
  readonly bare: string;
  readonly #owner: string;

  constructor({ key, topic, scope }: SpokenList) {
    const whose = isAttribute(key) ? subjectOf(key) : "me";
    const own = scope === "kb" ? "the project's " : "your ";
    this.#owner = whose === "me" ? own : whose === "project" ? "the " : "";
    this.bare = isAttribute(key) || topic.startsWith("least favorite ") ? topic : `favorite ${topic}`;
    this.one = `${this.#owner}${this.bare}`;
    this.many = isAttribute(key) ? this.one : `${this.#owner}${pluralTopic(this.bare)}`;
  }

  /** "your 2nd favorite trail"; rank 1 has no number. */
  ranked(rank: number): string {
    return `${this.#owner}${ordinal(rank)}${this.bare}`;
  }

  /** "3 favorite trails", "1 favorite trail", "no favorite trails". */
  counted(count: number): string {
    return count === 1 ? `1 ${this.bare}` : `${count === 0 ? "no" : count} ${pluralTopic(this.bare)}`;
  }
}

/** "2nd "; 1 gives nothing, since "your favorite tea" is the first. */
function ordinal(rank: number): string {
  if (rank === 1) return "";
  const ending = rank % 100 >= 11 && rank % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th");
  return `${rank}${ending} `;
}

/** "1. oak, 2. ash" */
export const numbered = (items: readonly { readonly position?: number; readonly value: string }[]): string =>
  items.map(({ position, value }, i) => `${position ?? i + 1}. ${value}`).join(", ");

/** "oak, ash and elm" */
export const listed = (values: readonly string[]): string =>
  values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} and ${values.at(-1) ?? ""}`;

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
