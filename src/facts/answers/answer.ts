import { typeOf } from "../../english/value-type.ts";
import type { Scope } from "../../model/caller.ts";
import type { FactAnswer, ListedFacts, ShownItem, ShownSource } from "../../operations/answers/facts.ts";
import { OWN } from "../api/facts.ts";
import { isAttribute, subjectOf, isSecretFact } from "../grammar/attribute-keys.ts";
import { UNREAD } from "../../storage/ports/fact-store.ts";
import type { FactChange, FactItem, FactList, FactReader, FactSource } from "../../storage/ports/fact-store.ts";
import { pluralTopic } from "../../english/nouns.ts";
import { selectItems } from "../../english/numerals.ts";
import type { NamedItem, Question } from "../grammar/intent.ts";
import { nameIndex, type Resolution, replayChanges } from "../lists/apply-operation.ts";
import type { FactView, FactAct } from "../router/fact-view.ts";
import type { Days } from "../../text/days.ts";

export function shownItem(item: FactItem, position: number): ShownItem {
  const { messageId, chat, time } = item.source;
  return { position, value: item.value, messageId, chat, time: new Date(time).toISOString() };
}

export function shownSource(source: FactSource): ShownSource {
  return { ...source, time: new Date(source.time).toISOString() };
}

/** The sources of items, each message once. */
export function sourcesOf(items: readonly FactItem[]): readonly ShownSource[] {
  const byMessage = new Map(items.map((item) => [`${item.source.chat}\n${item.source.messageId}`, item.source]));
  return [...byMessage.values()].map(shownSource);
}

/** Whether somebody else's words are hidden: where an item of the project's list was said is for the owner, who may see every chat. */
export const hides = (list: Scope, viewer: Scope | null): boolean => list === "kb" && viewer !== null && viewer !== OWN;

const withoutSource = <T extends ShownItem>(item: T): T => ({ ...item, messageId: "", chat: "" });

export function forViewer(answer: FactAnswer, viewer: Scope): FactAnswer {
  if (viewer === OWN || (!hides(answer.scope, viewer) && answer.topic !== "")) return answer;
  return { ...answer, items: answer.items.map(withoutSource), sources: [] };
}

/** A list as a viewer may see it; null: anybody's. */
export function forReader(list: FactList, reader: FactReader, viewer: Scope | null): ListedFacts {
  const items = list.items.map((item, i) => shownItem(item, i + 1));
  const isHidden = hides(list.scope, viewer);
  const later = isHidden ? [] : unreadOf(reader.changes(list.scope, list.key), list.items);
  return {
    topic: list.topic,
    scope: list.scope,
    type: isAttribute(list.key) ? typeOf(list.items[0]?.value ?? "") : "ranked",
    ...(isAttribute(list.key) ? { subject: subjectOf(list.key) } : {}),
    count: list.items.length,
    items: isHidden ? items.map(withoutSource) : items,
    ...(later.length === 0 ? {} : { later }),
  };
}

/** What a history keeps that sounded like a change and couldn't be read, said after what is there now. */
function unreadOf(changes: readonly FactChange[], items: readonly FactItem[]): readonly ShownSource[] {
  const said = Math.max(...items.map(({ placedAt }) => placedAt));
  return changes
    .filter(({ reason, source, undoneBy }) => reason === UNREAD && undoneBy === null && source.time > said)
    .map(({ source }) => shownSource(source));
}

/** A list as replies speak of it. */
export type SpokenList = Pick<FactList, "key" | "topic" | "scope">;

/**
 * The wording of replies, in English, about one list: whose it is, and what it is called. A project's list is never
 * called "your"; "favorite" is not doubled before a topic that has its own ("least favorite chore").
 */
export class Say {
  /** "Your favorite trail", "The project's favorite trail", "Anna's birthday". */
  readonly one: string;
  /** "Your favorite trails". */
  readonly many: string;
  /** "favorite trail", without whose. */
  readonly bare: string;
  readonly #owner: string;

  constructor({ key, topic, scope }: SpokenList) {
    const whose = isAttribute(key) ? subjectOf(key) : "me";
    const own = scope === "kb" ? "the project's " : "your ";
    this.#owner = whose === "me" ? own : whose === "project" ? "the " : "";
    this.bare = isAttribute(key) || topic.startsWith("least favorite ") ? topic : `favorite ${topic}`;
    this.one = `${this.#owner}${this.bare}`;
    this.many = isAttribute(key) ? this.one : `${this.#owner}${pluralTopic(this.bare)}`;
  }

  /** "your 2nd favorite trail"; rank 1 has no number. */
  ranked(rank: number): string {
    return `${this.#owner}${ordinal(rank)}${this.bare}`;
  }

  /** "3 favorite trails", "1 favorite trail", "no favorite trails". */
  counted(count: number): string {
    return count === 1 ? `1 ${this.bare}` : `${count === 0 ? "no" : count} ${pluralTopic(this.bare)}`;
  }
}

/** "2nd "; 1 gives nothing, since "your favorite tea" is the first. */
function ordinal(rank: number): string {
  if (rank === 1) return "";
  const ending = rank % 100 >= 11 && rank % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th");
  return `${rank}${ending} `;
}

/** "1. oak, 2. ash" */
export const numbered = (items: readonly { readonly position?: number; readonly value: string }[]): string =>
  items.map(({ position, value }, i) => `${position ?? i + 1}. ${value}`).join(", ");

/** "oak, ash and elm" */
export const listed = (values: readonly string[]): string =>
  values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} and ${values.at(-1) ?? ""}`;

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** As of when a question is answered, milliseconds since the epoch, null: now; and the days of who asks. */
interface AskedAt {
  readonly asOf: number | null;
  readonly days: Pick<Days, "day">;
}

/** Answers a question from what is stored; what isn't stored is said to be so. Pure. */
export function answerQuestion(act: FactAct, view: FactView, asked: AskedAt): FactAnswer {
  const { asOf } = asked;
  const { intent, key } = act;
  if (intent.kind === "listAll") return everything(intent.of, view);
  const list = key === null ? null : asOf === null ? view.list(key) : stateAt(view, key, asOf);
  const teller = new Teller(act, list, { ...asked, view });
  const plural = "list" in intent && intent.list?.plural === true;
  if ("past" in intent && intent.past) return teller.past(plural);
  if (list === null) return teller.notStored();
  if (intent.kind === "pick") return teller.pick(intent, plural);
  if (intent.kind === "count") return teller.count();
  if (intent.kind === "rankOf") return teller.rankOf(intent.item);
  return intent.kind === "check" ? teller.check(intent, plural) : teller.attribute();
}

/** A list as it was at a time, by what had been said by then. */
function stateAt(view: FactView, key: string, time: number): FactList | null {
  const known = view.known(key);
  const items = replayChanges(view.changes(key).filter((change) => change.source.time <= time));
  return known === null || items.length === 0 ? null : { ...known, items };
}

type Asked<K extends Question["kind"]> = Extract<Question, { kind: K }>;

class Teller {
  readonly #act: FactAct;
  readonly #items: readonly FactItem[];
  readonly #view: FactView;
  readonly #scope: Scope;
  readonly #say: Say;
  readonly #asked: AskedAt;

  constructor(act: FactAct, list: FactList | null, { view, ...asked }: AskedAt & { readonly view: FactView }) {
    this.#act = act;
    this.#asked = asked;
    this.#items = list?.items ?? [];
    this.#view = view;
    this.#scope = list?.scope ?? view.scope;
    this.#say = new Say({ key: act.key ?? "", topic: list?.topic ?? act.topic, scope: this.#scope });
  }

  #answer(kind: FactAnswer["kind"], items: readonly FactItem[], text: string): FactAnswer {
    const { key, topic } = this.#act;
    return {
      kind,
      text: sentence(text),
      items: items.map((item) => shownItem(item, this.#rank(item))),
      topic,
      ...(key === null ? {} : { key }),
      scope: this.#scope,
      sources: sourcesOf(items),
    };
  }

  #rank(item: FactItem): number {
    return this.#items.indexOf(item) + 1;
  }

  /** Of what was stored once and taken back or undone there are none: that is an answer, too. */
  notStored(): FactAnswer {
    const { key } = this.#act;
    const until = this.#asked.asOf ?? Infinity;
    const changes = key === null ? [] : this.#view.changes(key).filter(({ source }) => source.time <= until);
    const last = changes.findLast(({ effect }) => effect.removed.length > 0);
    const none = `I don't have ${this.#say.many} stored`;
    const isUndone = changes.length === 0 && key !== null && this.#view.known(key) !== null;
    if (last === undefined && !isUndone) return this.#answer("not_stored", [], `${none} as a fact.`);
    const since = last === undefined ? "" : `, since ${this.#asked.days.day(last.source.time)}`;
    return { ...this.#answer("not_stored", [], `${none} any more${since}.`), count: 0 };
  }

  #outOfRange(): FactAnswer {
    const count = this.#items.length;
    return { ...this.#answer("out_of_range", [], `You have only ${this.#say.counted(count)} stored.`), count };
  }

  #numbered(items: readonly FactItem[]): string {
    return numbered(items.map((item) => ({ position: this.#rank(item), value: item.value })));
  }

  pick({ selectors, whole }: Asked<"pick">, plural: boolean): FactAnswer {
    const items = this.#items;
    const { one, many } = this.#say;
    const [first] = items;
    if (selectors === null) {
      if (whole || plural || first === undefined)
        return this.#answer("list", items, `${many}: ${this.#numbered(items)}.`);
      const place = items.length > 1 ? ` (#1 of ${items.length})` : "";
      return this.#answer("value", [first], `${one} is ${first.value}${place}.`);
    }
    const chosen = selectItems(items, selectors);
    const isSingle = selectors.length === 1 && selectors[0]?.kind === "one";
    const [item] = chosen;
    if (item === undefined) return this.#outOfRange();
    if (isSingle) return this.#answer("value", [item], `${this.#stand(chosen)}.`);
    return this.#answer("slice", chosen, `Of ${many}: ${this.#numbered(chosen)}.`);
  }

  count(): FactAnswer {
    const count = this.#items.length;
    return { ...this.#answer("count", this.#items, `You have ${this.#say.counted(count)} stored.`), count };
  }

  rankOf({ value }: NamedItem): FactAnswer {
    const found = nameIndex(this.#items)(value);
    if (found.kind === "none") return this.#answer("not_stored", [], `'${value}' isn't among ${this.#say.many}.`);
    const items = "item" in found ? [found.item] : found.items;
    const ranks = listed(items.map((item) => `${item.value} is #${this.#rank(item)}`));
    return this.#answer("rank", items, `${ranks} of ${this.#say.many}.`);
  }

  /** "Yes" only if every item that is named stands where it was asked for. */
  check({ items: { value, parts }, selectors }: Asked<"check">, plural: boolean): FactAnswer {
    const items = this.#items;
    const asked = selectors === null ? (plural ? items : items.slice(0, 1)) : selectItems(items, selectors);
    if (asked.length === 0) return this.#outOfRange();
    const call = nameIndex(items);
    const names = call(value).kind === "none" ? parts : [value];
    const found = names.flatMap((name) => itemsOf(call(name)));
    if (found.length === names.length && found.every((item) => asked.includes(item)))
      return this.#answer("value", found, `Yes: ${this.#stand(found)}.`);
    return this.#answer("value", asked, `No: ${this.#stand(asked.slice(0, 20))}.`);
  }

  /** "Your 2nd favorite tea is assam", "Your favorite teas: 1. sencha, 2. assam" */
  #stand(items: readonly FactItem[]): string {
    const [first] = items;
    return items.length === 1 && first !== undefined
      ? `${this.#say.ranked(this.#rank(first))} is ${first.value}`
      : `${this.#say.many}: ${this.#numbered(items)}`;
  }

  /** What stood there before the present state. */
  past(isMany: boolean): FactAnswer {
    const key = this.#act.key ?? "";
    const state = (items: readonly FactItem[]): string =>
      (isMany ? items : items.slice(0, 1)).map((item) => item.key).join("\n");
    const now = this.#view.known(key)?.items ?? [];
    let before: readonly FactItem[] = [];
    replayChanges(this.#view.changes(key), (_, from, to) => {
      if (from.length > 0 && state(from) !== state(to)) before = from;
    });
    const [present] = now;
    const { one, many } = this.#say;
    if (before.length === 0) {
      if (present === undefined) return this.notStored();
      const since = `${one} has been ${present.value} since ${this.#asked.days.day(present.source.time)}`;
      return this.#answer("not_stored", [], `Nothing else was stored before: ${since}.`);
    }
    const shown = isMany || isAttribute(key) ? before : before.slice(0, 1);
    const isOne = shown.length === 1;
    const text = isOne ? `Before, ${one} was ${shown[0]?.value ?? ""}.` : `Before, ${many} were: ${numbered(shown)}.`;
    const answer = this.#answer(isMany && !isOne ? "list" : "value", shown, text);
    return { ...answer, items: shown.map((item, i) => shownItem(item, i + 1)) };
  }

  attribute(): FactAnswer {
    const items = this.#items;
    const values = listed(items.map(({ value }) => value));
    return this.#answer(items.length === 1 ? "value" : "list", items, `${this.#say.one} is ${values}.`);
  }
}

/** The one item that a name is of; none where it is of none or several. */
const itemsOf = (found: Resolution): readonly FactItem[] => ("item" in found ? [found.item] : []);

/** Most lists that "all my favorites" shows; the rest is counted. */
const MOST_LISTS = 100;

function everything(of: Asked<"listAll">["of"], view: FactView): FactAnswer {
  const all = view.lists(of);
  const lists = all.slice(0, MOST_LISTS);
  const plain = (list: FactList): readonly string[] => list.items.map(({ value }) => value);
  const isSecret = (list: FactList): boolean => isSecretFact(list.key, plain(list));
  const lines = lists.map((list) => {
    const values = isAttribute(list.key) ? listed(plain(list)) : numbered(list.items);
    return `${sentence(new Say(list).many)}: ${isSecret(list) ? "kept; ask for it by its name to see it" : values}`;
  });
  const more = all.length - lists.length;
  if (more > 0) lines.push(`and ${more} more lists; ask for one by its name, or page through 'loci facts'`);
  const shown = lists.filter((list) => !isSecret(list));
  const answer = {
    items: shown.flatMap(({ items, topic }) => items.map((item, i) => ({ ...shownItem(item, i + 1), topic }))),
    topic: "",
    scope: view.scope,
    sources: sourcesOf(lists.flatMap((list) => list.items)),
  };
  return all.length === 0
    ? { kind: "not_stored", text: `I don't have any ${of} stored yet.`, ...answer, ...(of === "facts" && { count: 0 }) }
    : { kind: "list", text: lines.join("\n"), ...answer, count: all.length };
}
