import type { Frame, Position } from "../languages/language.ts";
import { cleanValue } from "./clean-value.ts";
import type { Grammar } from "./grammar.ts";
import type { Intent, ItemMention, StatedValue, Target, TopicMention } from "./intent.ts";
import type { Captures, TokenRange } from "./match-pattern.ts";
import type { Source, Surroundings } from "./parse-clause.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import type { Selector } from "./position.ts";
import { rejectsValues } from "./reject-values.ts";
import { splitValues } from "./split-values.ts";
import { topicOf } from "./topic.ts";

/**
 * What a matched form means; null when its slots hold nothing that they can (a pronoun as a value, a state as a favourite,
 * a question where a statement is needed).
 */
export function buildIntent(frame: Frame, captures: Captures, source: Source, around: Surroundings, grammar: Grammar): Intent | null {
  const read = new SlotReader(captures, source, grammar);
  const has = (flag: string): boolean => captures.flags.includes(flag);
  const topic = read.topic();
  if (read.endsInListWord() || read.isNoTopic()) return null;
  switch (frame.means) {
    case "assign":
      return assign(read, around, has);
    case "member": {
      const values = read.values("VALUES", topic, false);
      return topic === null || around.question || values === null ? null : { kind: "member", topic, values: values.values.map((one) => one.value) };
    }
    case "add": {
      const values = read.values("VALUES", topic, false, true);
      const whole = read.text("VALUES");
      if (values === null || whole === null || (topic === null && !has("any"))) return null;
      return { kind: "add", topic, values: values.values.map((one) => one.value), whole, to: has("rank") ? positionTarget(captures.ranks[0]) : read.target(has) };
    }
    case "make":
    case "place":
    case "move": {
      const mention: ItemMention | null = has("byrank") ? atPosition(captures.ranks[0] ?? FIRST) : read.item(frame.means === "move" ? "REF" : "VALUE");
      const named = frame.means === "make" && !has("reference") && captures.ranks.length === 0 && !has("top") && !has("bottom") && captures.number === null;
      const to = named ? positionTarget(FIRST) : has("byrank") ? (read.target(has, 1) ?? positionTarget(captures.ranks[1])) : read.target(has);
      if (mention === null || to === null) return null;
      return { kind: "place", topic, item: mention, to, insert: frame.means === "move" || has("reference") ? "no" : has("plainrank") || read.namesRank() ? "yes" : "named" };
    }
    case "swap": {
      const [first, second] = read.pair(has);
      return first === null || second === null ? null : { kind: "swap", topic, first, second };
    }
    case "replace": {
      if (has("entire") || (has("byrank") && topic?.plural === true && captures.ranks.length === 0)) {
        const stated = topic?.plural === true ? read.values("VALUES", topic, false, true) : null;
        return stated === null || topic === null ? null : { kind: "assign", topic, position: null, values: stated.values, order: stated.order, correction: true, after: false, single: false, carry: false };
      }
      const item = has("byrank") ? atPosition(captures.ranks[0] ?? FIRST) : read.item("REF");
      const value = read.text("VALUE") ?? read.text("VALUES");
      const old = has("byrank") && captures.ranks.length === 0 ? read.item("OTHER") : null;
      return item === null || value === null ? null : { kind: "replace", topic, item: old ?? item, value };
    }
    case "remove": {
      if (has("byrank")) {
        if (topic?.plural === true && captures.ranks.length === 0) return null;
        return { kind: "remove", topic, items: [atPosition(captures.ranks[0] ?? FIRST)], gone: false };
      }
      const selectors = read.selectorsIn("REF");
      if (selectors !== null) return { kind: "remove", topic, items: selectors, gone: false };
      const item = read.item(has("gone") ? "VALUE" : "REF");
      return item === null ? null : { kind: "remove", topic, items: [item], gone: has("gone") };
    }
    case "clear":
      return { kind: "clear", topic };
    case "undo":
      return { kind: "undo" };
    case "mention":
      return topic === null ? null : { kind: "mention", topic };
    case "listAll":
      return { kind: "listAll" };
    case "count":
      return { kind: "count", topic };
    case "pick":
    case "list":
      return pick(read, around, has, topic, frame.means === "list");
    case "rankOf": {
      const value = read.text("VALUE");
      return value === null || read.isPronoun("VALUE") ? null : { kind: "rankOf", topic, value };
    }
    case "check": {
      const phrase = read.words("PHRASE");
      const value = read.text("VALUE");
      if (!around.question || (value === null && phrase.length < 2) || (value !== null && read.isPronoun("VALUE"))) return null;
      return { kind: "check", topic, position: captures.ranks[0] ?? null, value: value ?? "", phrase, least: read.least };
    }
    case "provenance":
      return { kind: "provenance", topic, value: read.text("VALUE"), position: captures.ranks[0] ?? null };
  }
}

const FIRST: Position = { from: "top", rank: 1 };

function atPosition(position: Position): ItemMention {
  return { kind: "position", position };
}

function positionTarget(position: Position | undefined): Target | null {
  return position === undefined ? null : { kind: "position", position };
}

function assign(read: SlotReader, around: Surroundings, has: (flag: string) => boolean): Intent | null {
  const topic = read.topic();
  const carry = has("carry");
  if (around.question || (topic === null && !carry)) return null;
  if (has("top") && (topic === null || read.isNotTaste())) return null;
  // "My top drawer is …" is no ranking; "my top drawers are" and "my top 3 drawers" are.
  if (has("plain") && !has("count") && topic?.plural !== true) return null;
  const single = topic !== null && !topic.plural && !read.saysMany();
  const stated = read.values(read.has("VALUES") ? "VALUES" : "VALUE", topic, single || carry);
  if (stated === null) return null;
  const position = has("rankone") ? FIRST : (read.captures.ranks[0] ?? (has("valuefirst") && has("top") ? FIRST : null));
  const correction = around.correction || ["correct", "becomes", "nowadv", "new"].some(has);
  return { kind: "assign", topic, position, values: stated.values, order: stated.order, correction, after: has("later"), single: stated.values.length === 1 && (single || carry || position !== null), carry };
}

function pick(read: SlotReader, around: Surroundings, has: (flag: string) => boolean, topic: TopicMention | null, whole: boolean): Intent | null {
  const { captures } = read;
  if (has("fragment") && !has("mine") && captures.selectors === null && captures.ranks.length === 0 && !around.question) return null;
  if ((has("fragment") || has("ellipsis")) && !around.asked && !around.shown && !["andwhat", "show", "listing"].some(has)) return null;
  const edge: Position | null = has("top") || has("one") ? FIRST : has("bottom") ? { from: "end", back: 0 } : null;
  const position = captures.ranks[0] ?? (captures.number === null ? edge : { from: "top" as const, rank: captures.number });
  const selectors = captures.selectors ?? (position === null ? null : [{ kind: "one" as const, position }]);
  if (topic === null && selectors === null && !has("any")) return null;
  const mention: TopicMention | null = topic === null ? null : { ...topic, by: has("weak") || has("which") && !has("topic") && !read.saysFavorite() ? "stored" : has("noun") ? "chat" : has("slice") ? "stored" : topic.by };
  return { kind: "pick", topic: mention, selectors, whole: whole || ["whole", "listword", "wasmany", "listing"].some(has) };
}

/** Reads what the slots of a form took in. */
class SlotReader {
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

  topic(): TopicMention | null {
    const range = this.captures.ranges["TOPIC"];
    if (range === undefined) return null;
    const { tokens, text } = this.#source;
    const phrase = text.slice(tokens[range.start]?.start, tokens[range.end - 1]?.end);
    const topic = topicOf(phrase, this.least, this.#grammar.language);
    return { ...topic, by: this.captures.flags.includes("weak") ? "stored" : "frame" };
  }

  text(slot: string): string | null {
    const range = this.captures.ranges[slot];
    return range === undefined ? null : this.#clean(range);
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
    for (const reading of this.#grammar.lexicon.numerals.ranks(tokens, start, range.end, this.#table("and"))) {
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
    const at = (rank: number | null): ItemMention | null => (rank === null ? null : atPosition({ from: "top", rank }));
    if (has("numbers")) {
      const third = this.words("THIRD").join(" ");
      return [at(number), /^\d+$/u.test(third) ? at(Number(third)) : (this.item("THIRD")?.kind === "position" ? this.item("THIRD") : null)];
    }
    if (ranks.length === 2) return [atPosition(ranks[0] as Position), atPosition(ranks[1] as Position)];
    if (ranks.length === 1 && number !== null) return [at(number), atPosition(ranks[0] as Position)];
    return [this.item("REF"), this.item("OTHER")];
  }

  values(slot: string, topic: TopicMention | null, single: boolean, command = false): { readonly values: readonly StatedValue[]; readonly order: "ranks" | "order" | "none" } | null {
    const range = this.captures.ranges[slot];
    if (range === undefined) return null;
    const { tokens } = this.#source;
    const { items, order } = splitValues(tokens, range, this.#grammar.lexicon, single);
    if (rejectsValues(tokens, range, items, order, this.captures.flags, command, topic, this.#grammar)) return null;
    const values = items.map((item) => ({ value: this.#clean(item), rank: item.rank })).filter((one): one is StatedValue => one.value !== null);
    return values.length === 0 ? null : { values, order };
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

  /** "my favorite tea list" is about teas, not about tea lists. */
  endsInListWord(): boolean {
    const words = this.words("TOPIC");
    return this.#table("listword").has(words.at(-1) ?? "");
  }

  /** "my favorite too", "my favorite one to jam to": no noun begins there. */
  isNoTopic(): boolean {
    return this.#table("notHead").has(this.words("TOPIC")[0] ?? "");
  }

  #position(range: TokenRange): Position | null {
    const { tokens } = this.#source;
    for (const reading of this.#grammar.lexicon.numerals.rank(tokens, this.#afterArticle(range), range.end)) {
      const after = phraseEnds(this.#table("unit"), tokens, reading.end, range.end)[0] ?? reading.end;
      if (after === range.end) return reading.value;
    }
    return null;
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
