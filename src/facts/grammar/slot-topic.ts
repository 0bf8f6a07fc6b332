import type { TopicMention } from "./intent.ts";
import type { TokenRange } from "./match-pattern.ts";
import type { SlotWords } from "./slot-words.ts";
import { LONGEST_TOPIC, topicOf } from "./topic.ts";

/** The topic that a form's slots name, and whether they name one. */
export class SlotTopic {
  readonly #slots: SlotWords;

  constructor(slots: SlotWords) {
    this.#slots = slots;
  }

  /** The topic that a slot names; null when the form has no such slot. */
  in(slot = "TOPIC"): TopicMention | null {
    const range = this.#slots.captures.ranges[slot];
    if (range === undefined) return null;
    const { tokens, text } = this.#slots.source;
    const phrase = text.slice(tokens[slot === "TOPIC" ? range.start : this.#slots.afterArticle(range)]?.start, tokens[range.end - 1]?.end);
    const topic = topicOf(phrase, this.#slots.least, this.#slots.grammar.language);
    return { ...topic, by: this.#slots.captures.flags.includes("weak") || this.#slots.captures.flags.includes("stored") ? "stored" : "frame" };
  }

  /** "My top drawer": a noun whose first is no favorite. */
  namesNoTaste(): boolean {
    const words = this.#slots.words("TOPIC");
    const bare = this.in()?.key ?? "";
    const table = this.#slots.table("notTaste");
    return table.has(words.at(-1) ?? "") || table.has(bare) || table.has(bare.split(" ")[0] ?? "") || table.has(bare.split(" ").at(-1) ?? "");
  }

  /** "my favorite tea list" is about teas, not about tea lists. */
  endsInListWord(): boolean {
    const words = this.#slots.words("TOPIC");
    return this.#slots.table("listword").has(words.at(-1) ?? "");
  }

  /** "my favorite too", "my favorite one to jam to": no noun begins there. */
  isNone(): boolean {
    const range = this.#slots.captures.ranges["TOPIC"];
    if (range === undefined) return false;
    if ((this.in()?.name.length ?? 0) > LONGEST_TOPIC) return true;
    const words = this.#slots.words("TOPIC");
    if (this.#slots.table("possessor").has(words.at(-1) ?? "") && this.#slots.source.tokens[range.end]?.text === "'s") return true;
    if (this.#slots.table("notHead").has(words[0] ?? "") || this.#slots.table("notEnd").has(words.at(-1) ?? "")) return true;
    const { tokens, text } = this.#slots.source;
    if (!/[\p{L}\p{Extended_Pictographic}]/u.test(text.slice(tokens[range.start]?.start, tokens[range.end - 1]?.end))) return true;
    if (this.#holdsClause(range)) return true;
    return this.#endsInRank(range);
  }

  /** "which herb takes the crown as my favorite": an article inside a noun phrase follows what it hangs on, "time of the day". */
  #holdsClause(range: TokenRange): boolean {
    const { tokens } = this.#slots.source;
    const { links } = this.#slots.grammar.language.inflection;
    for (let at = range.start + 1; at < range.end; at += 1) {
      const word = tokens[at]?.text ?? "";
      if (links.includes(word) || this.#slots.table("infinitive").has(word)) return false;
      if (tokens[at]?.capital === false && word.length > 1 && this.#slots.table("article").has(word) && !this.#slots.table("and").has(tokens[at - 1]?.text ?? "")) return true;
    }
    return false;
  }

  /** "favorite tea #2", "favorite tea number two": the rank is no part of the topic. */
  #endsInRank(range: TokenRange): boolean {
    const { tokens } = this.#slots.source;
    const { numerals } = this.#slots.grammar.lexicon;
    for (let at = Math.max(range.start + 1, range.end - 3); at < range.end; at += 1) {
      const word = tokens[at]?.text ?? "";
      if ((word.startsWith("#") || numerals.isLabel(word)) && numerals.rank(tokens, at, range.end).some((reading) => reading.end === range.end)) return true;
    }
    return false;
  }
}
