import type { Position } from "../languages/language.ts";
import { atPosition } from "./at-position.ts";
import { FIRST } from "./first-place.ts";
import type { ItemMention, Target } from "./intent.ts";
import type { TokenRange } from "./match-pattern.ts";
import { phraseEnds } from "./phrase-table.ts";
import type { Selector } from "./position.ts";
import { positionTarget } from "./position-target.ts";
import type { SlotTopic } from "./slot-topic.ts";
import type { SlotWords } from "./slot-words.ts";
import { splitValues } from "./split-values.ts";
import { topicOf } from "./topic.ts";

/** The items of a list that a form's slots name, and the places they go to. */
export class SlotItems {
  readonly #slots: SlotWords;
  readonly #topic: SlotTopic;

  constructor(slots: SlotWords, topic: SlotTopic) {
    this.#slots = slots;
    this.#topic = topic;
  }

  /** The item that a slot names, by its place or by what it is. */
  in(slot: string): ItemMention | null {
    const range = this.#slots.captures.ranges[slot];
    if (range === undefined) return null;
    const position = this.position(range);
    if (position !== null) return atPosition(position);
    const value = this.#slots.clean(range);
    if (this.#slots.table("that").has(this.#slots.words(slot)[0] ?? "") && this.#slots.words(slot).length === 1) return { kind: "that" };
    if (value === null || this.#slots.isPronoun(slot)) return null;
    const { items } = splitValues(this.#slots.source.tokens, range, this.#slots.grammar.lexicon, false);
    return { kind: "value", value, parts: items.map((one) => this.#slots.clean(one)).filter((part) => part !== null) };
  }

  /** "#1", "number two": a rank written as one. */
  isPlace(slot: string): boolean {
    const words = this.#slots.words(slot);
    return /^#\d+$/u.test(words.join("")) || (words.length > 1 && this.#slots.grammar.lexicon.numerals.isLabel(words[0] ?? "") && this.in(slot)?.kind === "position");
  }

  /** The selectors that a slot holds when it holds nothing else: "the last two". */
  selectorsIn(slot: string): readonly Selector[] | null {
    const range = this.#slots.captures.ranges[slot];
    if (range === undefined) return null;
    const { tokens } = this.#slots.source;
    const start = this.#slots.afterArticle(range);
    for (const reading of this.#slots.grammar.lexicon.numerals.ranks(tokens, start, range.end, this.#slots.table("and"), this.#slots.table("before"))) {
      const after = phraseEnds(this.#slots.table("unit"), tokens, reading.end, range.end)[0] ?? reading.end;
      if (after === range.end) return reading.value;
    }
    return null;
  }

  /** Where a command says that an item goes. @param skip ranks of the form that say something else */
  target(has: (flag: string) => boolean, skip = 0): Target | null {
    const { captures } = this.#slots;
    if (has("up") || has("down")) return { kind: "step", up: (captures.number ?? 1) * (has("up") ? 1 : -1) };
    if (has("before") || has("after")) {
      const item = this.in("OTHER");
      return item === null ? null : { kind: has("before") ? "before" : "after", item };
    }
    const rank = captures.ranks[skip];
    if (rank !== undefined) return positionTarget(rank);
    if (captures.number !== null) return positionTarget({ from: "top", rank: captures.number });
    if (has("top")) return positionTarget(FIRST);
    return has("bottom") ? positionTarget({ from: "end", back: 0 }) : null;
  }

  /** The two items of a swap. */
  pair(has: (flag: string) => boolean): readonly [ItemMention | null, ItemMention | null] {
    const { ranks, number } = this.#slots.captures;
    if ((has("firstrank") && this.#slots.pointsAtRank("OTHER")) || (has("secondrank") && this.#slots.pointsAtRank("REF"))) return [null, null];
    const at = (rank: number | null): ItemMention | null => (rank === null ? null : atPosition({ from: "top", rank }));
    if (has("several")) return this.#twoOf();
    if (has("numbers")) {
      const third = this.#slots.words("THIRD").join(" ");
      return [at(number), /^\d+$/u.test(third) ? at(Number(third)) : (this.in("THIRD")?.kind === "position" ? this.in("THIRD") : null)];
    }
    if (has("firstrank")) return [atPosition(ranks[0] ?? FIRST), this.in("OTHER")];
    if (has("secondrank")) return [this.in("REF"), atPosition(ranks[0] ?? FIRST)];
    // "My first tea with my third coffee" names two lists.
    if (this.#slots.has("NOUN") && topicOf(this.#slots.words("NOUN").join(" "), this.#slots.least, this.#slots.grammar.language).key !== this.#topic.in()?.key) return [null, null];
    if (ranks.length === 2) return [atPosition(ranks[0] as Position), atPosition(ranks[1] as Position)];
    if (ranks.length === 1 && number !== null) return [at(number), atPosition(ranks[0] as Position)];
    return [this.in("REF"), this.in("OTHER")];
  }

  /** The two places that one phrase names: "the first two", "first and third". */
  #twoOf(): readonly [ItemMention | null, ItemMention | null] {
    const places = (this.#slots.captures.selectors ?? []).flatMap((selector): readonly Position[] => {
      if (selector.kind === "one") return [selector.position];
      if (selector.kind === "span" || selector.count !== 2) return [];
      return selector.kind === "first" ? [FIRST, { from: "top", rank: 2 }] : [{ from: "end", back: 1 }, { from: "end", back: 0 }];
    });
    const [first, second] = places;
    return places.length === 2 && first !== undefined && second !== undefined ? [atPosition(first), atPosition(second)] : [null, null];
  }

  /** The place that a range names when it names nothing else: "the last one". */
  position(range: TokenRange): Position | null {
    const { tokens } = this.#slots.source;
    const counted = this.#counted(range);
    if (counted !== null) return counted;
    for (const reading of this.#slots.grammar.lexicon.numerals.rank(tokens, this.#slots.afterArticle(range), range.end)) {
      const after = phraseEnds(this.#slots.table("unit"), tokens, reading.end, range.end)[0] ?? reading.end;
      if (after === range.end) return reading.value;
    }
    return null;
  }

  /** "item 3", "entry #2". */
  #counted(range: TokenRange): Position | null {
    const { tokens } = this.#slots.source;
    const { numerals } = this.#slots.grammar.lexicon;
    const start = this.#slots.afterArticle(range);
    const after = tokens[start]?.capital === false ? (phraseEnds(this.#slots.table("unit"), tokens, start, range.end)[0] ?? start) : start;
    if (after === start || after >= range.end) return null;
    const rank = numerals.rank(tokens, after, range.end).find((reading) => reading.end === range.end);
    const number = /^\d+$/u.test(tokens[after]?.text ?? "") && after + 1 === range.end ? Number(tokens[after]?.text) : null;
    return rank?.value ?? (number === null ? null : { from: "top", rank: number });
  }
}
