import type { Position } from "../languages/language.ts";
import { cleanValue } from "./clean-value.ts";
import type { Grammar } from "./grammar.ts";
import type { ItemMention, StatedValue, Target, TopicMention } from "./intent.ts";
import { lineStart } from "./list-marker.ts";
import { matchPattern, type Captures, type TokenRange } from "./match-pattern.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import type { Selector } from "./position.ts";
import { rejectsValues } from "./reject-values.ts";
import type { Source } from "./source.ts";
import { splitValues, type ItemRanges } from "./split-values.ts";
import { LONGEST_TOPIC, topicOf } from "./topic.ts";

/** The first place. */
export const FIRST: Position = { from: "top", rank: 1 };

/** An item named by its place. */
export function atPosition(position: Position): ItemMention {
  return { kind: "position", position };
}

/** A place to go to; null when there is none. */
export function positionTarget(position: Position | undefined): Target | null {
  return position === undefined ? null : { kind: "position", position };
}

/** How far after a possessive its favorite is looked for, in tokens. */
const NEARBY = 4;

/** Reads what the slots of a form took in. */
export class SlotReader {
  readonly captures: Captures;
  readonly #source: Source;
  readonly #grammar: Grammar;

  constructor(captures: Captures, source: Source, grammar: Grammar) {
    this.captures = captures;
    this.#source = source;
    this.#grammar = grammar;
  }

  has(slot: string): boolean {
    return this.captures.ranges[slot] !== undefined;
  }

  get least(): string {
    return this.captures.flags.includes("least") ? "least favorite" : "";
  }

  words(slot: string): readonly string[] {
    const range = this.captures.ranges[slot];
    return range === undefined ? [] : this.#source.tokens.slice(range.start, range.end).map((token) => token.text);
  }

  topic(slot = "TOPIC"): TopicMention | null {
    const range = this.captures.ranges[slot];
    if (range === undefined) return null;
    const { tokens, text } = this.#source;
    const phrase = text.slice(tokens[slot === "TOPIC" ? range.start : this.#afterArticle(range)]?.start, tokens[range.end - 1]?.end);
    const topic = topicOf(phrase, this.least, this.#grammar.language);
    return { ...topic, by: this.captures.flags.includes("weak") || this.captures.flags.includes("stored") ? "stored" : "frame" };
  }

  text(slot: string): string | null {
    const range = this.captures.ranges[slot];
    return range === undefined ? null : this.#clean(range);
  }

  /** The text of a slot that is the subject of its clause; null when it is no name but a clause: "I want tea instead of …". */
  subject(slot: string): string | null {
    const range = this.captures.ranges[slot];
    if (range === undefined || this.pointsAtRank(slot)) return null;
    const { tokens } = this.#source;
    const [first, before] = [tokens[range.start], tokens[range.start - 1]];
    // "I want to live in Rome instead of …"
    if (!this.has("TOPIC") && this.words(slot).length > 1 && this.#table("infinitive").has(first?.text ?? "")) return null;
    // "replace Dune with This Is Water": behind a word a capital makes a name of it.
    const named = first?.capital === true && before?.kind === "word";
    const clausal = !named && phraseEnds(this.#table("pronoun"), tokens, range.start, range.end).some((end) => end < range.end);
    return clausal ? null : this.text(slot);
  }

  /** "my third", "my #2 tea": what stands at a place, and no name of something new. */
  pointsAtRank(slot: string): boolean {
    const range = this.captures.ranges[slot];
    if (range === undefined || this.#source.tokens[range.start]?.capital !== false) return false;
    const after = phraseEnds(this.#table("my"), this.#source.tokens, range.start, range.end)[0];
    return after !== undefined && this.#grammar.lexicon.numerals.rank(this.#source.tokens, after, range.end).length > 0;
  }

  /** "Add a note at the top": no name begins with a small article, unless it is one. */
  beginsWithArticle(slot: string): boolean {
    const range = this.captures.ranges[slot];
    const first = range === undefined ? undefined : this.#source.tokens[range.start];
    return first !== undefined && !first.capital && (this.#table("article").has(first.text) || this.#table("my").has(first.text) || this.#table("pronoun").has(first.text));
  }

  /** "The new one should be first": what an article or pronoun opens, with a capital or without, may be no name. */
  describes(slot: string): boolean {
    const first = this.words(slot)[0] ?? "";
    return ["article", "my", "pronoun"].some((table) => this.#table(table).has(first));
  }

  /** "#1", "number two": a rank written as one. */
  isPlace(slot: string): boolean {
    const words = this.words(slot);
    return /^#\d+$/u.test(words.join("")) || (words.length > 1 && this.#grammar.lexicon.numerals.isLabel(words[0] ?? "") && this.item(slot)?.kind === "position");
  }

  /** Whether a slot begins with a word of a table, in small letters. */
  beginsWith(slot: string, table: string): boolean {
    const range = this.captures.ranges[slot];
    const first = range === undefined ? undefined : this.#source.tokens[range.start];
    return first?.kind === "word" && !first.capital && this.#table(table).has(first.text);
  }

  /** Whether the ranks taken in are the one word "top". */
  saysTop(): boolean {
    const [ranks, topic] = [this.captures.ranges["RANKS"], this.captures.ranges["TOPIC"]];
    if (ranks === undefined || topic === undefined || this.words("RANKS").join(" ") !== "top") return false;
    return this.#source.tokens.slice(ranks.end, topic.start).every((token) => this.#table("favorite").has(token.text) || this.#table("emph").has(token.text));
  }

  /** "My favorite cheese — brie — pairs well with wine": a value between dashes is no statement of it. */
  isApposition(): boolean {
    const range = this.captures.ranges["VALUES"];
    const { tokens } = this.#source;
    const dash = range === undefined ? "" : (tokens[range.start - 1]?.text ?? "");
    return range !== undefined && /^[-–—]$/u.test(dash) && !lineStart(this.#source.tokens, range.start - 1) && tokens.slice(range.start, range.end).some((token, i) => token.text === dash && token.kind === "punct" && tokens[range.start + i + 1]?.capital === false);
  }

  /** "Ghent to my favorite cities": what names a list as well as an item is no name of an item. */
  holdsList(): boolean {
    const { tokens } = this.#source;
    return ["VALUES", "VALUE", "REF", "OTHER"].some((slot) => {
      const range = this.captures.ranges[slot];
      if (range === undefined) return false;
      for (let at = range.start + 1; at < range.end; at += 1) {
        const my = tokens[at]?.capital === false ? phraseEnds(this.#table("my"), tokens, at, range.end)[0] : undefined;
        // "A few of my favorite things" is a song, "the last of my favorite things" one of them.
        if (my === undefined || (this.#table("of").has(tokens[at - 1]?.text ?? "") && this.#position({ start: range.start, end: at - 1 }) === null)) continue;
        if (tokens.slice(my, Math.min(range.end, my + NEARBY)).some((_, i) => phraseEnds(this.#table("favorite"), tokens, my + i, range.end).length > 0)) return true;
      }
      return false;
    });
  }

  /** Whether what follows a slot stands on a line of its own. */
  endsLine(slot: string): boolean {
    const last = this.#source.tokens[(this.captures.ranges[slot]?.end ?? 0) - 1];
    return last?.kind === "line" || last?.kind === "blank";
  }

  isPronoun(slot: string): boolean {
    const words = this.words(slot);
    return words.length === 1 && this.#grammar.lexicon.tables["pronoun"]?.has(words[0] as string) === true;
  }

  item(slot: string): ItemMention | null {
    const range = this.captures.ranges[slot];
    if (range === undefined) return null;
    const position = this.#position(range);
    if (position !== null) return atPosition(position);
    const value = this.#clean(range);
    if (this.#table("that").has(this.words(slot)[0] ?? "") && this.words(slot).length === 1) return { kind: "that" };
    if (value === null || this.isPronoun(slot)) return null;
    const { items } = splitValues(this.#source.tokens, range, this.#grammar.lexicon, false);
    return { kind: "value", value, parts: items.map((one) => this.#clean(one)).filter((part) => part !== null) };
  }

  /** The selectors that a slot holds when it holds nothing else: "the last two". */
  selectorsIn(slot: string): readonly Selector[] | null {
    const range = this.captures.ranges[slot];
    if (range === undefined) return null;
    const { tokens } = this.#source;
    const start = this.#afterArticle(range);
    for (const reading of this.#grammar.lexicon.numerals.ranks(tokens, start, range.end, this.#table("and"), this.#table("before"))) {
      const after = phraseEnds(this.#table("unit"), tokens, reading.end, range.end)[0] ?? reading.end;
      if (after === range.end) return reading.value;
    }
    return null;
  }

  target(has: (flag: string) => boolean, skip = 0): Target | null {
    const { captures } = this;
    if (has("up") || has("down")) return { kind: "step", up: (captures.number ?? 1) * (has("up") ? 1 : -1) };
    if (has("before") || has("after")) {
      const item = this.item("OTHER");
      return item === null ? null : { kind: has("before") ? "before" : "after", item };
    }
    const rank = captures.ranks[skip];
    if (rank !== undefined) return positionTarget(rank);
    if (captures.number !== null) return positionTarget({ from: "top", rank: captures.number });
    if (has("top")) return positionTarget(FIRST);
    return has("bottom") ? positionTarget({ from: "end", back: 0 }) : null;
  }

  pair(has: (flag: string) => boolean): readonly [ItemMention | null, ItemMention | null] {
    const { ranks, number } = this.captures;
    if ((has("firstrank") && this.pointsAtRank("OTHER")) || (has("secondrank") && this.pointsAtRank("REF"))) return [null, null];
    const at = (rank: number | null): ItemMention | null => (rank === null ? null : atPosition({ from: "top", rank }));
    if (has("several")) return this.#twoOf();
    if (has("numbers")) {
      const third = this.words("THIRD").join(" ");
      return [at(number), /^\d+$/u.test(third) ? at(Number(third)) : (this.item("THIRD")?.kind === "position" ? this.item("THIRD") : null)];
    }
    if (has("firstrank")) return [atPosition(ranks[0] ?? FIRST), this.item("OTHER")];
    if (has("secondrank")) return [this.item("REF"), atPosition(ranks[0] ?? FIRST)];
    // "My first tea with my third coffee" names two lists.
    if (this.has("NOUN") && topicOf(this.words("NOUN").join(" "), this.least, this.#grammar.language).key !== this.topic()?.key) return [null, null];
    if (ranks.length === 2) return [atPosition(ranks[0] as Position), atPosition(ranks[1] as Position)];
    if (ranks.length === 1 && number !== null) return [at(number), atPosition(ranks[0] as Position)];
    return [this.item("REF"), this.item("OTHER")];
  }

  /** The two places that one phrase names: "the first two", "first and third". */
  #twoOf(): readonly [ItemMention | null, ItemMention | null] {
    const places = (this.captures.selectors ?? []).flatMap((selector): readonly Position[] => {
      if (selector.kind === "one") return [selector.position];
      if (selector.kind === "span" || selector.count !== 2) return [];
      return selector.kind === "first" ? [FIRST, { from: "top", rank: 2 }] : [{ from: "end", back: 1 }, { from: "end", back: 0 }];
    });
    const [first, second] = places;
    return places.length === 2 && first !== undefined && second !== undefined ? [atPosition(first), atPosition(second)] : [null, null];
  }

  values(slot: string, topic: TopicMention | null, single: boolean, command = false): { readonly values: readonly StatedValue[]; readonly order: "ranks" | "order" | "none" } | null {
    const range = this.captures.ranges[slot];
    if (range === undefined) return null;
    const { tokens } = this.#source;
    const more = this.captures.ranges["MORE"];
    const clausal = single && tokens[range.start]?.capital === false && phraseEnds(this.#table("clausal"), tokens, range.start, range.end).length > 0;
    const split: ItemRanges = clausal ? { items: [{ ...range, rank: null }], order: "none" } : splitValues(tokens, range, this.#grammar.lexicon, single || more !== undefined);
    const items = more === undefined ? split.items : [...split.items, ...splitValues(tokens, more, this.#grammar.lexicon, false).items];
    const order = more === undefined ? split.order : "order";
    if (rejectsValues(tokens, range, items, order, this.captures.flags, command, topic, this.#grammar)) return null;
    const stated = items.length < 2 ? items : items.filter((item) => order === "ranks" || !this.#hedged(item)).map((item) => this.#withoutReason(item));
    const values = stated.map((item) => ({ value: this.#clean(this.#opening(item, topic)), rank: item.rank })).filter((one): one is StatedValue => one.value !== null);
    return values.length === 0 ? null : { values, order };
  }

  /** "The kitchen is my favorite room": an article with a capital for opening the sentence only. What has a title keeps it. */
  #opening<T extends TokenRange>(item: T, topic: TopicMention | null): T {
    const { tokens } = this.#source;
    const [article, next] = [tokens[item.start], tokens[item.start + 1]];
    const before = tokens[item.start - 1];
    const opens = before === undefined || before.kind === "line" || before.kind === "blank" || /^[.!?…]$/u.test(before.text);
    if (!this.captures.flags.includes("valuefirst") || !opens || article?.capital !== true || item.start + 1 >= item.end) return item;
    if (!this.#table("article").has(article.text) || next?.kind !== "word" || next.capital || this.#titled(topic)) return item;
    return { ...item, start: item.start + 1 };
  }

  /** Whether what a topic names has a title. */
  #titled(topic: TopicMention | null): boolean {
    return (topic?.name.split(" ") ?? []).some((word) => this.#table("titled").has(word));
  }

  /** "brie, gouda, and maybe feta": what is only thought of is not in the list. */
  #hedged(item: TokenRange): boolean {
    const { tokens } = this.#source;
    let at = item.start;
    while (at < item.end && tokens[at]?.kind !== "word") at += 1;
    return tokens[at]?.capital === false && phraseEnds(this.#grammar.refusals.hedged, tokens, at, item.end).some((end) => end < item.end);
  }

  /** "1. brie, because it is soft": an item without its reason. */
  #withoutReason<T extends TokenRange>(item: T): T {
    const { tokens } = this.#source;
    const [breaks, lexicon] = [this.#grammar.breaks, this.#grammar.lexicon];
    for (let at = item.start + 1; at < item.end; at += 1) {
      const word = tokens[at]?.kind === "word" ? tokens[at] : tokens[at + 1];
      if (word?.capital === false && breaks.some((pattern) => matchPattern(pattern, tokens, { start: at, end: item.end }, lexicon, false) !== null)) return { ...item, end: at };
    }
    return item;
  }

  saysMany(): boolean {
    return ["count", "bemany", "many"].some((flag) => this.captures.flags.includes(flag));
  }

  saysFavorite(): boolean {
    return this.captures.flags.includes("favorite");
  }

  isNotTaste(): boolean {
    const words = this.words("TOPIC");
    const bare = this.topic()?.key ?? "";
    const table = this.#table("notTaste");
    return table.has(words.at(-1) ?? "") || table.has(bare) || table.has(bare.split(" ")[0] ?? "") || table.has(bare.split(" ").at(-1) ?? "");
  }

  /** Whether a rank was written as one ("#2", "number two", "second place") rather than a word that may mean anything ("first"). */
  namesRank(): boolean {
    const words = this.words("RANK");
    return this.captures.number !== null || /^#/u.test(words[0] ?? "") || words.length > 1 || this.captures.flags.includes("spot");
  }

  /** Whether a place is said so that nothing but a list can be meant: "#2", "the top", "last", but not "two". */
  namesPlace(): boolean {
    const { flags } = this.captures;
    return this.namesRank() || flags.includes("top") || flags.includes("bottom") || this.has("RANK");
  }

  /** "my favorite tea list" is about teas, not about tea lists. */
  endsInListWord(): boolean {
    const words = this.words("TOPIC");
    return this.#table("listword").has(words.at(-1) ?? "");
  }

  /** "my favorite too", "my favorite one to jam to": no noun begins there. */
  isNoTopic(): boolean {
    const range = this.captures.ranges["TOPIC"];
    if (range === undefined) return false;
    if ((this.topic()?.name.length ?? 0) > LONGEST_TOPIC) return true;
    const words = this.words("TOPIC");
    if (this.#table("possessor").has(words.at(-1) ?? "") && this.#source.tokens[range.end]?.text === "'s") return true;
    if (this.#table("notHead").has(words[0] ?? "") || this.#table("notEnd").has(words.at(-1) ?? "")) return true;
    const { tokens, text } = this.#source;
    if (!/[\p{L}\p{Extended_Pictographic}]/u.test(text.slice(tokens[range.start]?.start, tokens[range.end - 1]?.end))) return true;
    if (this.#holdsClause(range)) return true;
    return this.#endsInRank(range);
  }

  /** "which herb takes the crown as my favorite": an article inside a noun phrase follows what it hangs on, "time of the day". */
  #holdsClause(range: TokenRange): boolean {
    const { tokens } = this.#source;
    const { links } = this.#grammar.language.inflection;
    for (let at = range.start + 1; at < range.end; at += 1) {
      const word = tokens[at]?.text ?? "";
      if (links.includes(word) || this.#table("infinitive").has(word)) return false;
      if (tokens[at]?.capital === false && word.length > 1 && this.#table("article").has(word) && !this.#table("and").has(tokens[at - 1]?.text ?? "")) return true;
    }
    return false;
  }

  /** "favorite tea #2", "favorite tea number two": the rank is no part of the topic. */
  #endsInRank(range: TokenRange): boolean {
    const { tokens } = this.#source;
    const { numerals } = this.#grammar.lexicon;
    for (let at = Math.max(range.start + 1, range.end - 3); at < range.end; at += 1) {
      const word = tokens[at]?.text ?? "";
      if ((word.startsWith("#") || numerals.isLabel(word)) && numerals.rank(tokens, at, range.end).some((reading) => reading.end === range.end)) return true;
    }
    return false;
  }

  #position(range: TokenRange): Position | null {
    const { tokens } = this.#source;
    const counted = this.#counted(range);
    if (counted !== null) return counted;
    for (const reading of this.#grammar.lexicon.numerals.rank(tokens, this.#afterArticle(range), range.end)) {
      const after = phraseEnds(this.#table("unit"), tokens, reading.end, range.end)[0] ?? reading.end;
      if (after === range.end) return reading.value;
    }
    return null;
  }

  /** "item 3", "entry #2". */
  #counted(range: TokenRange): Position | null {
    const { tokens } = this.#source;
    const { numerals } = this.#grammar.lexicon;
    const start = this.#afterArticle(range);
    const after = tokens[start]?.capital === false ? (phraseEnds(this.#table("unit"), tokens, start, range.end)[0] ?? start) : start;
    if (after === start || after >= range.end) return null;
    const rank = numerals.rank(tokens, after, range.end).find((reading) => reading.end === range.end);
    const number = /^\d+$/u.test(tokens[after]?.text ?? "") && after + 1 === range.end ? Number(tokens[after]?.text) : null;
    return rank?.value ?? (number === null ? null : { from: "top", rank: number });
  }

  #afterArticle(range: TokenRange): number {
    const { tokens } = this.#source;
    return phraseEnds(this.#table("article"), tokens, range.start, range.end)[0] ?? phraseEnds(this.#table("my"), tokens, range.start, range.end)[0] ?? range.start;
  }

  #clean(range: TokenRange): string | null {
    return cleanValue(this.#source.text, this.#source.tokens, range, this.#table("article"), this.#table("abbreviation"));
  }

  #table(name: string): PhraseTable {
    return this.#grammar.lexicon.tables[name] ?? new Map();
  }
}
