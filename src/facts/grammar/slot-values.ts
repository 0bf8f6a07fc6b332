import type { StatedValue, TopicMention } from "./intent.ts";
import { matchPattern, type TokenRange } from "./match-pattern.ts";
import { phraseEnds } from "./phrase-table.ts";
import { rejectsValues } from "./reject-values.ts";
import type { SlotWords } from "./slot-words.ts";
import { splitValues, type ItemRanges } from "./split-values.ts";

/** The values that a form's slots state. */
export class SlotValues {
  readonly #slots: SlotWords;

  constructor(slots: SlotWords) {
    this.#slots = slots;
  }

  /** The values that a slot states; null when it states none. */
  in(slot: string, topic: TopicMention | null, single: boolean, command = false): { readonly values: readonly StatedValue[]; readonly order: "ranks" | "order" | "none" } | null {
    const range = this.#slots.captures.ranges[slot];
    if (range === undefined) return null;
    const { tokens } = this.#slots.source;
    const more = this.#slots.captures.ranges["MORE"];
    const clausal = single && tokens[range.start]?.capital === false && phraseEnds(this.#slots.table("clausal"), tokens, range.start, range.end).length > 0;
    const split: ItemRanges = clausal ? { items: [{ ...range, rank: null }], order: "none" } : splitValues(tokens, range, this.#slots.grammar.lexicon, single || more !== undefined);
    const items = more === undefined ? split.items : [...split.items, ...splitValues(tokens, more, this.#slots.grammar.lexicon, false).items];
    const order = more === undefined ? split.order : "order";
    if (rejectsValues(tokens, range, items, order, this.#slots.captures.flags, command, topic, this.#slots.grammar)) return null;
    const stated = items.length < 2 ? items : items.filter((item) => order === "ranks" || !this.#hedged(item)).map((item) => this.#withoutReason(item));
    const values = stated.map((item) => ({ value: this.#slots.clean(this.#opening(item, topic)), rank: item.rank })).filter((one): one is StatedValue => one.value !== null);
    return values.length === 0 ? null : { values, order };
  }

  /** "The kitchen is my favorite room": an article with a capital for opening the sentence only. What has a title keeps it. */
  #opening<T extends TokenRange>(item: T, topic: TopicMention | null): T {
    const { tokens } = this.#slots.source;
    const [article, next] = [tokens[item.start], tokens[item.start + 1]];
    const before = tokens[item.start - 1];
    const opens = before === undefined || before.kind === "line" || before.kind === "blank" || /^[.!?…]$/u.test(before.text);
    if (!this.#slots.captures.flags.includes("valuefirst") || !opens || article?.capital !== true || item.start + 1 >= item.end) return item;
    if (!this.#slots.table("article").has(article.text) || next?.kind !== "word" || next.capital || this.#titled(topic)) return item;
    return { ...item, start: item.start + 1 };
  }

  /** Whether what a topic names has a title. */
  #titled(topic: TopicMention | null): boolean {
    return (topic?.name.split(" ") ?? []).some((word) => this.#slots.table("titled").has(word));
  }

  /** "brie, gouda, and maybe feta": what is only thought of is not in the list. */
  #hedged(item: TokenRange): boolean {
    const { tokens } = this.#slots.source;
    let at = item.start;
    while (at < item.end && tokens[at]?.kind !== "word") at += 1;
    return tokens[at]?.capital === false && phraseEnds(this.#slots.grammar.refusals.hedged, tokens, at, item.end).some((end) => end < item.end);
  }

  /** "1. brie, because it is soft": an item without its reason. */
  #withoutReason<T extends TokenRange>(item: T): T {
    const { tokens } = this.#slots.source;
    const [breaks, lexicon] = [this.#slots.grammar.breaks, this.#slots.grammar.lexicon];
    for (let at = item.start + 1; at < item.end; at += 1) {
      const word = tokens[at]?.kind === "word" ? tokens[at] : tokens[at + 1];
      if (word?.capital === false && breaks.some((pattern) => matchPattern(pattern, tokens, { start: at, end: item.end }, lexicon, false) !== null)) return { ...item, end: at };
    }
    return item;
  }
}
