import { lineStart } from "./list-marker.ts";
import { phraseEnds } from "./phrase-table.ts";
import type { SlotItems } from "./slot-items.ts";
import type { SlotWords } from "./slot-words.ts";

/** How far after a possessive its favorite is looked for, in tokens. */
const NEARBY = 4;

/** How a form was said, where that decides whether it means anything. */
export class SlotManner {
  readonly #slots: SlotWords;
  readonly #items: SlotItems;

  constructor(slots: SlotWords, items: SlotItems) {
    this.#slots = slots;
    this.#items = items;
  }

  /** Whether several are spoken of: by a count, a verb in the plural or a word for a list. */
  saysMany(): boolean {
    return ["count", "bemany", "many"].some((flag) => this.#slots.captures.flags.includes(flag));
  }

  /** Whether a word of the favorite frame stands in it. */
  saysFavorite(): boolean {
    return this.#slots.captures.flags.includes("favorite");
  }

  /** Whether the ranks taken in are the one word "top". */
  saysTop(): boolean {
    const [ranks, topic] = [this.#slots.captures.ranges["RANKS"], this.#slots.captures.ranges["TOPIC"]];
    if (ranks === undefined || topic === undefined || this.#slots.words("RANKS").join(" ") !== "top") return false;
    return this.#slots.source.tokens.slice(ranks.end, topic.start).every((token) => this.#slots.table("favorite").has(token.text) || this.#slots.table("emph").has(token.text));
  }

  /** Whether a rank was written as one ("#2", "number two", "second place") rather than a word that may mean anything ("first"). */
  namesRank(): boolean {
    const words = this.#slots.words("RANK");
    return this.#slots.captures.number !== null || /^#/u.test(words[0] ?? "") || words.length > 1 || this.#slots.captures.flags.includes("spot");
  }

  /** Whether a place is said so that nothing but a list can be meant: "#2", "the top", "last", but not "two". */
  namesPlace(): boolean {
    const { flags } = this.#slots.captures;
    return this.namesRank() || flags.includes("top") || flags.includes("bottom") || this.#slots.has("RANK");
  }

  /** "My favorite cheese — brie — pairs well with wine": a value between dashes is no statement of it. */
  isApposition(): boolean {
    const range = this.#slots.captures.ranges["VALUES"];
    const { tokens } = this.#slots.source;
    const dash = range === undefined ? "" : (tokens[range.start - 1]?.text ?? "");
    return range !== undefined && /^[-–—]$/u.test(dash) && !lineStart(this.#slots.source.tokens, range.start - 1) && tokens.slice(range.start, range.end).some((token, i) => token.text === dash && token.kind === "punct" && tokens[range.start + i + 1]?.capital === false);
  }

  /** "Ghent to my favorite cities": what names a list as well as an item is no name of an item. */
  holdsList(): boolean {
    const { tokens } = this.#slots.source;
    return ["VALUES", "VALUE", "REF", "OTHER"].some((slot) => {
      const range = this.#slots.captures.ranges[slot];
      if (range === undefined) return false;
      for (let at = range.start + 1; at < range.end; at += 1) {
        const my = tokens[at]?.capital === false ? phraseEnds(this.#slots.table("my"), tokens, at, range.end)[0] : undefined;
        // "A few of my favorite things" is a song, "the last of my favorite things" one of them.
        if (my === undefined || (this.#slots.table("of").has(tokens[at - 1]?.text ?? "") && this.#items.position({ start: range.start, end: at - 1 }) === null)) continue;
        if (tokens.slice(my, Math.min(range.end, my + NEARBY)).some((_, i) => phraseEnds(this.#slots.table("favorite"), tokens, my + i, range.end).length > 0)) return true;
      }
      return false;
    });
  }
}
