import type { Scope } from "../../model/caller.ts";
import { isAttribute, subjectOf } from "../grammar/attribute-keys.ts";
import { pluralTopic } from "../../english/nouns.ts";

/** A list as replies speak of it. */
export interface SpokenList {
  readonly key: string;
  readonly topic: string;
  readonly scope: Scope;
}

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
    if (isAttribute(key)) {
      const subject = subjectOf(key);
      this.#owner =
        subject === "me" ? (scope === "kb" ? "the project's " : "your ") : subject === "project" ? "the " : "";
      this.bare = topic;
      this.one = `${this.#owner}${topic}`;
      this.many = this.one;
    } else {
      this.#owner = scope === "kb" ? "the project's " : "your ";
      this.bare = topic.startsWith("least favorite ") ? topic : `favorite ${topic}`;
      this.one = `${this.#owner}${this.bare}`;
      this.many = `${this.#owner}${pluralTopic(this.bare)}`;
    }
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
export function numbered(items: readonly { readonly position?: number; readonly value: string }[]): string {
  return items.map(({ position, value }, i) => `${position ?? i + 1}. ${value}`).join(", ");
}

/** "oak, ash and elm" */
export function listed(values: readonly string[]): string {
  return values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} and ${values.at(-1) ?? ""}`;
}

/** A sentence with a capital. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
