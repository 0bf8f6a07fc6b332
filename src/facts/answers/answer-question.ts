import type { Intent, TopicMention } from "../grammar/intent.ts";
import { rankOf, type Selector } from "../grammar/position.ts";
import type { Position } from "../languages/language.ts";
import { callIndex } from "../lists/call-index.ts";
import type { FactView } from "../router/fact-view.ts";
import type { FactAct } from "../router/route-message.ts";
import type { FactItem, FactList } from "../../storage/ports/fact-store.ts";
import { shownItem, sourcesOf, type FactAnswer } from "./answer.ts";
import { Say } from "./say.ts";
import { selectItems } from "./select-items.ts";

type Question = Extract<Intent, { kind: "pick" | "listAll" | "count" | "rankOf" | "beside" | "check" | "provenance" }>;

/**
 * Answers a question from what is stored; what isn't stored is said to be so. Pure.
 *
 * @param previous the answer to the clause before in the same message, which "where did I say that?" is about
 */
export function answerQuestion(act: FactAct, view: FactView, previous: FactAnswer | null): FactAnswer {
  const question = act.intent as Question;
  const say = new Say(act.grammar.language);
  const list = act.key === null ? null : view.list(act.key);
  const teller = new Teller(act.topic, list, say);
  switch (question.kind) {
    case "listAll":
      return everything(view, say);
    case "pick":
      return teller.pick(question.selectors, question.whole, question.topic);
    case "count":
      return list === null ? teller.notStored() : { ...teller.answer("count", list.items, `You have ${say.counted(list.items.length, act.topic)} stored.`), count: list.items.length };
    case "rankOf":
      return teller.rankOf(question.value, view.aliasOf(act.key ?? ""));
    case "beside":
      return teller.beside(question.value, question.step, view.aliasOf(act.key ?? ""));
    case "check":
      return teller.check(question.value, question.position, view.aliasOf(act.key ?? ""));
    case "provenance":
      return provenance(teller, question, view, previous);
  }
}

class Teller {
  readonly #topic: string;
  readonly #list: FactList | null;
  readonly #say: Say;
  /** Worked out once: an answer may show all items of a long list. */
  readonly #positions: ReadonlyMap<FactItem, number>;

  constructor(topic: string, list: FactList | null, say: Say) {
    this.#topic = topic;
    this.#list = list;
    this.#say = say;
    this.#positions = new Map(list?.items.map((item, i) => [item, i + 1]));
  }

  get list(): FactList | null {
    return this.#list;
  }

  answer(kind: FactAnswer["kind"], items: readonly FactItem[], text: string): FactAnswer {
    return { kind, text, items: items.map((item) => shownItem(item, this.#rank(item))), topic: this.#topic, sources: sourcesOf(items) };
  }

  notStored(): FactAnswer {
    return this.answer("not_stored", [], `I don't have that stored yet: nothing about your ${this.#say.many(this.#topic)}.`);
  }

  outOfRange(): FactAnswer {
    const count = this.#list?.items.length ?? 0;
    return { ...this.answer("out_of_range", [], `You have only ${this.#say.counted(count, this.#topic)} stored.`), count };
  }

  pick(selectors: readonly Selector[] | null, whole: boolean, topic: TopicMention | null): FactAnswer {
    const list = this.#list;
    if (list === null) return this.notStored();
    if (selectors === null) {
      const [first] = list.items;
      if (!whole && topic?.plural !== true && first !== undefined) return this.answer("value", [first], this.#first(first, list));
      return this.answer("list", list.items, `Your ${this.#say.many(this.#topic)}: ${this.#numbered(list.items)}.`);
    }
    const chosen = selectItems(list.items, selectors);
    const single = selectors.length === 1 && selectors[0]?.kind === "one" ? selectors[0].position : null;
    const missing = selectors.some((selector) => selector.kind === "one" && selectItems(list.items, [selector]).length === 0);
    if (chosen.length === 0 || (single !== null && missing)) return this.outOfRange();
    const item = chosen[0] as FactItem;
    if (single !== null) return this.answer("value", [item], this.#ranked(item));
    const short = missing ? ` You have only ${list.items.length} stored.` : "";
    return this.answer("slice", chosen, `Of your ${this.#say.many(this.#topic)}: ${this.#numbered(chosen)}.${short}`);
  }

  /** What stands `step` places below an item. */
  beside(value: string, step: 1 | -1, aliasOf: (key: string) => string | null): FactAnswer {
    const placed = this.rankOf(value, aliasOf);
    const items = this.#list?.items ?? [];
    const rank = placed.items[0]?.position ?? 0;
    if (placed.kind !== "rank") return placed;
    const item = items[rank - 1 + step];
    const name = items[rank - 1]?.value ?? value;
    if (item === undefined) return { ...this.answer("out_of_range", [], `${name} is the ${step === 1 ? "last" : "first"} of your ${this.#say.counted(items.length, this.#topic)}.`), count: items.length };
    return this.answer("value", [item], `${item.value} comes ${step === 1 ? "after" : "before"} ${name}: it is #${rank + step} of your ${this.#say.many(this.#topic)}.`);
  }

  rankOf(value: string, aliasOf: (key: string) => string | null): FactAnswer {
    if (this.#list === null) return this.notStored();
    const found = callIndex(this.#list.items, aliasOf)(value);
    if (found.kind === "ambiguous") return this.answer("ambiguous", found.items, `Which one do you mean: ${this.#say.listed(found.items.map((item) => item.value))}?`);
    if (found.kind === "none") return this.answer("not_stored", [], `'${value}' isn't among your ${this.#say.many(this.#topic)}.`);
    const rank = this.#rank(found.item);
    return this.answer("rank", [found.item], `${found.item.value} is #${rank} of your ${this.#say.many(this.#topic)}.`);
  }

  check(value: string, position: Position | null, aliasOf: (key: string) => string | null): FactAnswer {
    if (this.#list === null) return this.notStored();
    const found = callIndex(this.#list.items, aliasOf)(value);
    const asked = position === null ? null : (this.#list.items[rankOf(position, this.#list.items.length) - 1] ?? null);
    if (position !== null && asked === null) return this.outOfRange();
    const item = found.kind === "exact" || found.kind === "part" ? found.item : null;
    if (asked === null) {
      if (item === null) return this.answer("value", this.#list.items.slice(0, 1), `No: ${this.#first(this.#list.items[0] as FactItem, this.#list)}`);
      return this.answer("value", [item], `Yes: ${this.#ranked(item)}`);
    }
    return this.answer("value", [asked], `${asked === item ? "Yes" : "No"}: ${this.#ranked(asked)}`);
  }

  /** Where and when items were said. */
  said(items: readonly FactItem[]): FactAnswer {
    const places = sourcesOf(items).map((source) => `on ${source.time.slice(0, 16).replace("T", " ")} UTC in chat ${source.chat === "" ? "(unnamed)" : source.chat}: “${source.sentence}”`);
    return this.answer("provenance", items, `You said ${this.#say.listed(items.map((item) => item.value))} ${places.join("; ")}.`);
  }

  #first(item: FactItem, list: FactList): string {
    const more = list.items.length > 1 ? ` (#1 of ${list.items.length})` : "";
    return `Your ${this.#say.one(this.#topic)} is ${item.value}${more}.`;
  }

  #ranked(item: FactItem): string {
    return `Your ${this.#say.ordinal(this.#rank(item))}${this.#say.one(this.#topic)} is ${item.value}.`;
  }

  #numbered(items: readonly FactItem[]): string {
    return this.#say.numbered(items.map((item) => ({ position: this.#rank(item), value: item.value })));
  }

  /** 1 is the first; 0 for what is not in the list. */
  #rank(item: FactItem): number {
    return this.#positions.get(item) ?? 0;
  }
}

function everything(view: FactView, say: Say): FactAnswer {
  const lists = view.lists().map((summary) => view.list(summary.key)).filter((list) => list !== null);
  if (lists.length === 0) return { kind: "not_stored", text: "I don't have any favorites stored yet.", items: [], topic: "", sources: [] };
  const items = lists.flatMap((list) => list.items.map((item, i) => ({ ...shownItem(item, i + 1), topic: list.topic })));
  const text = lists.map((list) => `${say.many(list.topic)}: ${say.numbered(list.items.map((item, i) => ({ position: i + 1, value: item.value })))}`).join("\n");
  return { kind: "list", text, items, topic: "", sources: sourcesOf(lists.flatMap((list) => list.items)) };
}

function provenance(teller: Teller, question: Extract<Question, { kind: "provenance" }>, view: FactView, previous: FactAnswer | null): FactAnswer {
  const { list } = teller;
  if (list === null) return teller.notStored();
  if (question.value !== null) {
    const found = callIndex(list.items, view.aliasOf(list.key))(question.value);
    if (found.kind === "none") return teller.rankOf(question.value, view.aliasOf(list.key));
    return teller.said(found.kind === "ambiguous" ? found.items : [found.item]);
  }
  if (question.topic === null) {
    const asked = new Set(previous?.items.map((item) => item.position) ?? list.items.map((_, i) => i + 1));
    return teller.said(list.items.filter((_, i) => asked.has(i + 1)));
  }
  const rank = question.position === null ? 1 : rankOf(question.position, list.items.length);
  const item = list.items[rank - 1];
  if (item === undefined) return teller.outOfRange();
  return teller.said(question.topic.plural ? list.items : [item]);
}
