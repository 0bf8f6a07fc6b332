import type { FactAnswer } from "../../operations/answers/facts.ts";
import type { FactItem, FactList } from "../../storage/ports/fact-store.ts";
import { type Selector, selectItems } from "../../english/numerals.ts";
import { isAttribute } from "../grammar/attribute-keys.ts";
import { typeOf } from "../../english/value-type.ts";
import type { Intent, NamedItem } from "../grammar/intent.ts";
import { callIndex } from "../lists/name-index.ts";
import { replayChanges } from "../lists/apply-operation.ts";
import type { FactView } from "../router/fact-view.ts";
import type { FactAct } from "../router/route.ts";
import { shownItem, sourcesOf } from "./answer.ts";
import type { Days } from "../../text/days.ts";
import { listed, numbered, Say, sentence } from "./say.ts";

/**
 * Answers a question from what is stored; what isn't stored is said to be so. Pure.
 *
 * @param options `asOf`: milliseconds since the epoch: answers as of then; null: as of now; `days` of who asks
 */
export function answerQuestion(
  act: FactAct,
  view: FactView,
  { asOf, days }: { readonly asOf: number | null; readonly days: Pick<Days, "day"> },
): FactAnswer {
  const { intent } = act;
  const present = act.key === null ? null : view.list(act.key);
  const list = act.key === null || asOf === null ? present : stateAt(view, act.key, asOf);
  const teller = new Teller(act, list, view, days);
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

const FIRST: readonly Selector[] = [{ kind: "first", count: 1 }];

class Teller {
  readonly #act: FactAct;
  readonly #list: FactList | null;
  readonly #view: FactView;
  readonly #days: Pick<Days, "day">;
  readonly #say: Say;

  constructor(act: FactAct, list: FactList | null, view: FactView, days: Pick<Days, "day">) {
    this.#act = act;
    this.#list = list;
    this.#view = view;
    this.#days = days;
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
    return callIndex(this.#list?.items ?? [])(value);
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

  rankOf({ value }: NamedItem): FactAnswer {
    if (this.#list === null) return this.#notStored();
    const found = this.#called(value);
    if (found.kind === "none") return this.#answer("not_stored", [], `'${value}' isn't among ${this.#say.many}.`);
    if (found.kind === "ambiguous") {
      const names = listed(found.items.map((item) => item.value));
      return this.#answer("ambiguous", found.items, `Which one do you mean: ${names}?`);
    }
    const { item } = found;
    return this.#answer("rank", [item], `${item.value} is #${this.#rank(item)} of ${this.#say.many}.`);
  }

  /** "Yes" only if every item that is named stands where it was asked for. */
  check({ value, parts }: NamedItem, selectors: readonly Selector[] | null): FactAnswer {
    const list = this.#list;
    if (list === null) return this.#notStored();
    const { intent } = this.#act;
    const isMany = intent.kind === "check" && intent.list?.plural === true;
    const asked = selectItems(
      list.items,
      selectors ?? (isMany ? [{ kind: "first", count: list.items.length }] : FIRST),
    );
    if (asked.length === 0) return this.#outOfRange();
    const names = this.#called(value).kind === "none" && parts.length > 0 ? parts : [value];
    const found = names.flatMap((name) => {
      const one = this.#called(name);
      return one.kind === "exact" || one.kind === "part" ? [one.item] : [];
    });
    if (found.length === names.length && found.every((item) => asked.includes(item)))
      return this.#answer("value", found, `Yes: ${this.#stand(found, found.length === 1)}.`);
    const isLone = !isMany || (selectors?.length === 1 && selectors[0]?.kind === "one");
    const shown = isLone ? asked.slice(0, 1) : asked;
    const [other, more] = found;
    const isElsewhere = other !== undefined && more === undefined && !asked.includes(other);
    const where = isElsewhere ? `; ${other.value} is #${this.#rank(other)}` : "";
    return this.#answer("value", shown, `No: ${this.#stand(shown.slice(0, 20), isLone)}${where}.`);
  }

  /** "Your 2nd favorite tea is assam", "Your favorite teas: 1. sencha, 2. assam" */
  #stand(items: readonly FactItem[], isLone: boolean): string {
    const [first] = items;
    return isLone && first !== undefined
      ? `${this.#say.ranked(this.#rank(first))} is ${first.value}`
      : `${this.#say.many}: ${this.#numbered(items)}`;
  }

  /** What stood there before the present state. */
  past(isMany: boolean): FactAnswer {
    const key = this.#act.key ?? "";
    const now = this.#view.known(key)?.items ?? [];
    const state = (items: readonly FactItem[]): string =>
      (isMany ? items : items.slice(0, 1)).map((item) => item.key).join("\n");
    let before: readonly FactItem[] = [];
    replayChanges(this.#view.changes(key), (_change, from, to) => {
      if (from.length > 0 && state(from) !== state(to)) before = from;
    });
    const [first] = before;
    const [present] = now;
    const { one, many } = this.#say;
    if (first === undefined) {
      const text =
        present === undefined
          ? `I don't have that stored: nothing about ${many}.`
          : `Nothing else was stored before: ${one} has been ${present.value} since ${this.#days.day(present.source.time)}.`;
      return this.#answer("not_stored", [], text);
    }
    const shown = isMany || isAttribute(key) ? before : [first];
    const text =
      shown.length === 1 ? `Before, ${one} was ${first.value}.` : `Before, ${many} were: ${numbered(shown)}.`;
    const kind = isMany && shown.length > 1 ? "list" : "value";
    const items = shown.map((item, i) => shownItem(item, i + 1));
    return { ...this.#answer(kind, shown, text), items };
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

/** Most lists that "all my favorites" shows; the rest is counted. */
const MOST_LISTS = 100;

function everything(view: FactView): FactAnswer {
  const all = view.lists();
  if (all.length === 0)
    return {
      kind: "not_stored",
      text: "I don't have any favorites stored yet.",
      items: [],
      topic: "",
      scope: view.scope,
      sources: [],
    };
  const lists = all.slice(0, MOST_LISTS);
  const items = lists.flatMap((list) =>
    list.items.map((item, i) => ({ ...shownItem(item, i + 1), topic: list.topic })),
  );
  const lines = lists.map((list) => `${sentence(new Say(list).many)}: ${numbered(list.items)}`);
  const more = all.length - lists.length;
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
    count: all.length,
  };
}

/** The type of the values of an attribute, for whoever shows them. */
export function typeOfList(list: FactList): string {
  return isAttribute(list.key) ? typeOf(list.items[0]?.value ?? "") : "ranked";
}
