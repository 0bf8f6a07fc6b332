import { pluralTopic } from "../grammar/topic.ts";
import type { Language } from "../languages/language.ts";

/**
 * The wording of replies, in English. A topic is shown in the words it was named with; "favorite" is not doubled before
 * a topic that has its own ("least favorite chore").
 */
export class Say {
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  /** "favorite trail" */
  one(topic: string): string {
    return /favou?rite /u.test(topic) ? topic : `favorite ${topic}`;
  }

  /** "favorite trails" */
  many(topic: string): string {
    return this.one(pluralTopic(topic, this.#language));
  }

  /** "1. oak, 2. ash" */
  numbered(items: readonly { readonly position: number; readonly value: string }[]): string {
    return items.map((item) => `${item.position}. ${item.value}`).join(", ");
  }

  /** "oak, ash and elm" */
  listed(values: readonly string[]): string {
    return values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} and ${values.at(-1) ?? ""}`;
  }

  /** "2nd"; 1 gives an empty word, since "your favorite tea" is the first. */
  ordinal(rank: number): string {
    if (rank === 1) return "";
    const ending = rank % 100 >= 11 && rank % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th");
    return `${rank}${ending} `;
  }

  /** "3 favorite trails", "1 favorite trail", "no favorite trails" */
  counted(count: number, topic: string): string {
    return count === 1 ? `1 ${this.one(topic)}` : `${count === 0 ? "no" : count} ${this.many(topic)}`;
  }
}
