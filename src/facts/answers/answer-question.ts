import type { FactItem, FactList } from "../../storage/ports/fact-store.ts";
import { type Selector, selectItems } from "../../english/numerals.ts";
import { isAttribute } from "../grammar/attribute-keys.ts";
import { typeOf } from "../../english/value-type.ts";
import type { Intent, ItemMention } from "../grammar/intent.ts";
import { callIndex } from "../lists/name-index.ts";
import { replayChanges } from "../lists/apply-operation.ts";
import type { FactView } from "../router/fact-view.ts";
import type { FactAct } from "../router/route.ts";
import { shownItem, sourcesOf, type FactAnswer } from "./answer.ts";
import { listed, numbered, Say, sentence } from "./say.ts";

/**
 * Answers a question from what is stored; what isn't stored is said to be so. Pure.
 *
 * @param asOf milliseconds since the epoch: answers as of then; null: as of now
 */
export function answerQuestion(act: FactAct, view: FactView, asOf: number | null): FactAnswer {
  const { intent } = act;
  const present = act.key === null ? null : view.list(act.key);
  const list = act.key === null || asOf === null ? present : stateAt(view, act.key, asOf);
  const teller = new Teller(act, list, view);
  switch (intent.kind) {
    case "listAll":
      return everything(view);
    case "pick":
      return intent.past
        ? teller.past(intent.list?.plural === true)
        : teller.pick(intent.selectors, intent.whole, intent.list?.plural === true);
    case "count":
      return teller.count();
    case "rankOf":
      return teller.rankOf(intent.item);
    case "check":
      return teller.check(intent.items, intent.selectors);
    case "askAttribute":
      return teller.attribute(intent);
    default:
      throw new RangeError(`${intent.kind} is no question`);
  }
}

/** A list as it was at a time, by what had been said by then. */
function stateAt(view: FactView, key: string, time: number): FactList | null {
  const known = view.known(key);
  if (known === null) return null;
  const items = replayChanges(view.changes(key).filter((change) => change.source.time <= time));
  return items.length === 0 ? null : { ...known, items };
}

class Teller {
  readonly #act: FactAct;
  readonly #list: FactList | null;
  readonly #view: FactView;
  readonly #say: Say;

  constructor(act: FactAct, list: FactList | null, view: FactView) {
    this.#act = act;
    this.#list = list;
    this.#view = view;
    this.#say = new Say({ key: act.key ?? "", topic: list?.topic ?? act.topic, scope: list?.scope ?? view.scope });
  }

  #answer(kind: FactAnswer["kind"], items: readonly FactItem[], text: string): FactAnswer {
    return {
      kind,
      text: sentence(text),
      items: items.map((item) => shownItem(item, this.#rank(item))),
      topic: this.#act.topic,
      ...(this.#act.key === null ? {} : { key: this.#act.key }),
      scope: this.#list?.scope ?? this.#view.scope,
      sources: sourcesOf(items),
    };
  }

  #rank(item: FactItem): number {
    return (this.#list?.items.indexOf(item) ?? -1) + 1;
  }

  #notStored(): FactAnswer {
    const isFact = isAttribute(this.#act.key ?? "");
    const text = isFact
      ? `I don't have ${this.#say.one} stored.`
      : `I don't have that stored yet: nothing about ${this.#say.many}.`;
    return this.#answer("not_stored", [], text);
  }

  #outOfRange(): FactAnswer {
    const items = this.#list?.items ?? [];
    const few = items.length > 0 && items.length < 4 ? `: ${listed(items.map(({ value }) => value))}` : "";
    const text = `You have only ${this.#say.counted(items.length)} stored${few}.`;
    return { ...this.#answer("out_of_range", [], text), count: items.length };
  }

  #numbered(items: readonly FactItem[]): string {
    return numbered(items.map((item) => ({ position: this.#rank(item), value: item.value })));
  }

  #first(item: FactItem, list: FactList): string {
    return `${this.#say.one} is ${item.value}${list.items.length > 1 ? ` (#1 of ${list.items.length})` : ""}.`;
  }

  #called(value: string): ReturnType<ReturnType<typeof callIndex>> {
    return callIndex(this.#list?.items ?? [], this.#view.aliasOf(this.#act.key ?? ""))(value);
  }

  pick(selectors: readonly Selector[] | null, whole: boolean, plural: boolean): FactAnswer {
    const list = this.#list;
    if (list === null) return this.#notStored();
    const [first] = list.items;
    if (selectors === null) {
      if (!whole && !plural && first !== undefined) return this.#answer("value", [first], this.#first(first, list));
      return this.#answer("list", list.items, `${this.#say.many}: ${this.#numbered(list.items)}.`);
    }
    const chosen = selectItems(list.items, selectors);
    const single = selectors.length === 1 && selectors[0]?.kind === "one";
    const missing = selectors.some(
      (selector) => selector.kind === "one" && selectItems(list.items, [selector]).length === 0,
    );
    const item = chosen[0];
    if (item === undefined || (single && missing)) return this.#outOfRange();
    if (single) return this.#answer("value", [item], `${this.#say.ranked(this.#rank(item))} is ${item.value}.`);
    return this.#answer(
      "slice",
      chosen,
      `Of ${this.#say.many}: ${this.#numbered(chosen)}.${missing ? ` You have only ${list.items.length} stored.` : ""}`,
    );
  }

  count(): FactAnswer {
    const items = this.#list?.items ?? [];
    return this.#list === null
      ? this.#notStored()
      : { ...this.#answer("count", items, `You have ${this.#say.counted(items.length)} stored.`), count: items.length };
  }

  /** The one item that a question names, or the answer that there is none. */
  #item(mention: ItemMention): FactItem | FactAnswer {
    if (this.#list === null) return this.#notStored();
    if (mention.kind === "position")
      return selectItems(this.#list.items, [{ kind: "one", position: mention.position }])[0] ?? this.#outOfRange();
    const { value } = mention;
    const found = this.#called(value);
    if (found.kind === "ambiguous")
      return this.#answer(
        "ambiguous",
        found.items,
        `Which one do you mean: ${listed(found.items.map((item) => item.value))}?`,
      );
    return found.kind === "none"
      ? this.#answer("not_stored", [], `'${value}' isn't among ${this.#say.many}.`)
      : found.item;
  }

  rankOf(mention: ItemMention): FactAnswer {
    const item = this.#item(mention);
    return "kind" in item
      ? item
      : this.#answer("rank", [item], `${item.value} is #${this.#rank(item)} of ${this.#say.many}.`);
  }

  /** "Yes" only if every item that is named stands where it was asked for. */
  check(mention: ItemMention, selectors: readonly Selector[] | null): FactAnswer {
    const list = this.#list;
    if (list === null) return this.#notStored();
    const plural = this.#act.intent.kind === "check" && this.#act.intent.list?.plural === true;
    const asked =
      selectors !== null ? selectItems(list.items, selectors) : plural ? list.items : list.items.slice(0, 1);
    if (asked.length === 0) return this.#outOfRange();
    const names =
      mention.kind === "position"
        ? []
        : this.#called(mention.value).kind === "none" && mention.parts.length > 0
          ? mention.parts
          : [mention.value];
    const found =
      mention.kind === "position"
        ? selectItems(list.items, [{ kind: "one", position: mention.position }])
        : names.flatMap((name) => {
            const one = this.#called(name);
            return one.kind === "exact" || one.kind === "part" ? [one.item] : [];
          });
    const all =
      found.length > 0 &&
      (mention.kind === "position" || found.length === names.length) &&
      found.every((item) => asked.includes(item));
    const lone = selectors?.length === 1 && selectors[0]?.kind === "one";
    const sole = found.length === 1 ? (found[0] as FactItem) : null;
    const yes =
      sole === null
        ? `${this.#say.many}: ${this.#numbered(found)}`
        : `${this.#say.ranked(this.#rank(sole))} is ${sole.value}`;
    if (all) return this.#answer("value", found, `Yes: ${yes}.`);
    const shown = lone || !plural ? asked.slice(0, 1) : asked;
    const said =
      lone || !plural
        ? `${this.#say.ranked(this.#rank(shown[0] as FactItem))} is ${shown[0]?.value ?? ""}`
        : `${this.#say.many}: ${this.#numbered(shown.slice(0, 20))}`;
    const where =
      found.length === 1 && !asked.includes(found[0] as FactItem)
        ? `; ${found[0]?.value ?? ""} is #${this.#rank(found[0] as FactItem)}`
        : "";
    return this.#answer("value", shown, `No: ${said}${where}.`);
  }

  /** What stood there before the present state. */
  past(plural: boolean): FactAnswer {
    const key = this.#act.key ?? "";
    const now = this.#view.known(key)?.items ?? [];
    let before: readonly FactItem[] = [];
    replayChanges(this.#view.changes(key), (_change, from, to) => {
      const differs = plural
        ? from.map((item) => item.key).join("\n") !== to.map((item) => item.key).join("\n")
        : from[0]?.key !== to[0]?.key;
      if (differs && from.length > 0) before = from;
    });
    if (before.length === 0)
      return this.#answer(
        "not_stored",
        [],
        now.length === 0
          ? `I don't have that stored: nothing about ${this.#say.many}.`
          : `Nothing else was stored before: ${this.#say.one} has been ${now[0]?.value ?? ""} since ${day(now[0]?.source.time ?? 0)}.`,
      );
    return this.#told(before, plural);
  }

  #told(items: readonly FactItem[], plural: boolean): FactAnswer {
    const [first] = items as readonly [FactItem];
    const shown = plural || isAttribute(this.#act.key ?? "") ? items : [first];
    const text =
      shown.length === 1
        ? `Before, ${this.#say.one} was ${first.value}.`
        : `Before, ${this.#say.many} were: ${numbered(items.map((item, i) => ({ position: i + 1, value: item.value })))}.`;
    return {
      kind: plural && shown.length > 1 ? "list" : "value",
      text: sentence(text),
      items: shown.map((item, i) => shownItem(item, i + 1)),
      topic: this.#act.topic,
      scope: this.#view.known(this.#act.key ?? "")?.scope ?? this.#view.scope,
      sources: sourcesOf(shown),
    };
  }

  attribute({ value, past }: Extract<Intent, { kind: "askAttribute" }>): FactAnswer {
    if (past) return this.past(false);
    const list = this.#list;
    if (list === null) return this.#notStored();
    const called = value === null ? null : this.#called(value);
    const same = called?.kind === "exact" || called?.kind === "part" ? [called.item] : list.items;
    const checked = called === null ? "" : same === list.items ? "No: " : "Yes: ";
    const text = `${checked}${this.#say.one} is ${listed(same.map((item) => item.value))}.`;
    return this.#answer(value !== null || list.items.length === 1 ? "value" : "list", same, text);
  }
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Most lists that "all my favorites" shows; the rest is counted. */
const MOST_LISTS = 100;

function everything(view: FactView): FactAnswer {
  const summaries = view.lists();
  if (summaries.length === 0)
    return {
      kind: "not_stored",
      text: "I don't have any favorites stored yet.",
      items: [],
      topic: "",
      scope: view.scope,
      sources: [],
    };
  const lists = summaries
    .slice(0, MOST_LISTS)
    .map((summary) => view.list(summary.key))
    .filter((list) => list !== null);
  const items = lists.flatMap((list) =>
    list.items.map((item, i) => ({ ...shownItem(item, i + 1), topic: list.topic })),
  );
  const lines = lists.map(
    (list) =>
      `${sentence(new Say(list).many)}: ${numbered(list.items.map((item, i) => ({ position: i + 1, value: item.value })))}`,
  );
  const more = summaries.length - lists.length;
  return {
    kind: "list",
    text: [
      ...lines,
      ...(more > 0 ? [`and ${more} more lists; ask for one by its name, or page through 'facts list'`] : []),
    ].join("\n"),
    items,
    topic: "",
    scope: view.scope,
    sources: sourcesOf(lists.flatMap((list) => list.items)),
    count: summaries.length,
  };
}

/** The type of the values of an attribute, for whoever shows them. */
export function typeOfList(list: FactList): string {
  return isAttribute(list.key) ? typeOf(list.items[0]?.value ?? "") : "ranked";
}
