import type { ChangedList } from "../../operations/answers/facts.ts";
import { LociError } from "../../model/error.ts";
import { checkGiven } from "../../model/requests/index.ts";
import type { Scope } from "../../model/caller.ts";
import type { FactList, FactReader, FactStore } from "../../storage/ports/fact-store.ts";
import { type KeepNote, type ListChange, type ListVerb, type Speech, OWN, readSpeech, sourceOf } from "./facts.ts";
import {
  eraseList,
  isIdle,
  writeChange,
  listToErase,
  missingList,
  namedAttribute,
  namedTopic,
  scopeOfChange,
  storedTopic,
} from "./list-writer.ts";
import type { Propose } from "./proposals.ts";
import { changedList } from "./tell-message.ts";
import { isSecretFact } from "../grammar/attribute-keys.ts";
import { type Days, daysIn } from "../../text/days.ts";
import type { FindSaid } from "../fresh/said-later.ts";
import { type ListOperation, nameIndex, valueKey } from "../lists/apply-operation.ts";
import { scopesSeen } from "../router/fact-view.ts";
import { type Beside, type ListName, writeBeside } from "../record/fact-record.ts";

/** What facts need from the composition root. */
export interface FactsDependencies extends Beside {
  /** Closed by `Facts.close`. */
  readonly store: FactStore;
  /** Finds what people said in the project, which keeps an answer fresh; null where nothing is indexed. */
  readonly said?: FindSaid | null;
  /** A sentence of somebody as an answer may quote it: it moves no terminal and links to nothing. As it is by default. */
  readonly quoted?: (sentence: string) => string;
  /** Keeps what is to be remembered and is no fact; null: nothing does, which the reply says. */
  readonly keepNote?: KeepNote | null;
  /** Whether a text holds a secret, which its chat doesn't keep; none by default. */
  readonly holdsSecret?: (text: string) => Promise<boolean>;
  /** Asks a language model about what no form reads; null: none is asked. */
  readonly propose?: Propose | null;
  /** The days of who asks; UTC's by default. */
  readonly days?: Pick<Days, "day">;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Gives a new id each time. */
  readonly newId: () => string;
}

/** What each verb does to a list; null where there is none. */
const VERBS: Readonly<
  Record<Exclude<ListVerb, "erase">, (change: ListChange, list: FactList | null) => readonly ListOperation[]>
> = {
  set({ rank = 1, value = "" }, list) {
    const next = (list?.items.length ?? 0) + 1;
    if (rank > next) throw new LociError("FACT_INVALID", `rank ${rank} is out of range`, { hint: `use 1 to ${next}` });
    return [{ op: rank === next ? "insertAt" : "set", rank, value }];
  },
  add: ({ rank, values = [] }) =>
    rank === undefined
      ? [{ op: "append", values }]
      : values.map((value, i) => ({ op: "insertAt", rank: rank + i, value })),
  move: (change, list) => [{ op: "move", value: calledItem(change, list), rank: change.rank ?? 1 }],
  swap: (change, list) => [
    { op: "swap", first: calledItem(change, list), second: calledItem(change, list, change.other) },
  ],
  replace({ values = [] }) {
    if (new Set(values.map(valueKey)).size < values.length)
      throw new LociError("FACT_INVALID", "a value stands twice in the list", { hint: "give each value once" });
    return [{ op: "replaceAll", values }];
  },
  put: ({ value = "" }, list) => [
    list?.items.length === 1 ? { op: "set", rank: 1, value } : { op: "replaceAll", values: [value] },
  ],
  remove: (change, list) => [{ op: "remove", value: calledItem(change, list) }],
  clear: ({ topic }, list) => (list === null ? missingList(topic) : [{ op: "clear" }]),
};

/** What a verb came to: a list before and after. */
interface VerbResult extends ChangedList {
  /** Whether anything is other than before. */
  readonly changed: boolean;
  /** Whether nothing changed where something of a later time is stored. */
  readonly isLate: boolean;
}

/** Changes of lists and exact facts by structured verbs: the way for programs and agents, which need no sentence. */
export class ListVerbs {
  protected readonly deps: FactsDependencies;
  protected readonly days: Pick<Days, "day">;

  constructor(dependencies: FactsDependencies) {
    this.deps = dependencies;
    this.days = dependencies.days ?? daysIn("UTC");
  }

  /**
   * Changes a list or an exact fact without grammar. A set past the end appends; `put` sets an exact fact, such as "Anna's birthday"; `clear` empties a list;
   * `erase` removes it for good, with all of its history, so that nothing of it can be taken back or asked of the past. What chats and documents say stays.
   * @throws LociError `FACT_INVALID`, `FACT_NOT_FOUND`, `FACT_CHANGED` where `speech.seen` isn't what stands there
   * @example await facts.change({ op: "move", topic: "fonts", item: "Futura", rank: 1 });
   */
  async change(change: ListChange, speech: Speech = {}): Promise<VerbResult> {
    const { op, topic, value = "" } = change;
    checkGiven(change);
    if (op === "erase") return this.#erase(topic, speech);
    const { clock, newId, store } = this.deps;
    const fact = op === "put" ? namedAttribute(topic) : null;
    if (fact !== null) namedTopic(topic);
    const isHidden = fact !== null && speech.scope === "kb" && isSecretFact(fact.key, [value]);
    const said = readSpeech(isHidden ? { ...speech, scope: OWN } : speech, clock(), newId);
    const written = await store.write((writer) => {
      const { key, topic: name } = fact ?? storedTopic(writer, topic, said.scope);
      const scope = scopeOfChange(writer, key, said);
      const list = writer.list(scope, key);
      checkSeen(topic, list?.items ?? [], speech.seen);
      return writeChange(writer, {
        scope,
        key,
        topic: name,
        operations: VERBS[op](change, list),
        source: sourceOf(said, `${op} ${topic}`),
        group: newId(),
        reason: op === "put" ? "states_attribute" : op,
        recordedAt: clock(),
      });
    });
    await this.keep([written]);
    const changed = !isIdle(written.effect);
    const isLate = !changed && written.before.some(({ placedAt }) => placedAt > said.time);
    return { ...changedList(written), changed, isLate };
  }

  async #erase(topic: string, speech: Speech): Promise<VerbResult> {
    const { clock, newId, store } = this.deps;
    const said = readSpeech(speech, clock(), newId);
    const erased = await store.write((writer) => {
      const { key } = storedTopic(writer, topic, said.scope);
      return eraseList(writer, listToErase(writer, key, said) ?? missingList(topic));
    });
    await this.forget([erased]);
    return { ...changedList(erased), changed: true, isLate: false };
  }

  /**
   * The list of a topic as a scope sees it: its own, else the project's, as in `viewOf`. @throws LociError
   * `FACT_NOT_FOUND`
   */
  protected seen(reader: FactReader, topic: string, scope: Scope): FactList {
    const lists = scopesSeen(scope).map((one) => reader.list(one, storedTopic(reader, topic, one).key));
    return lists.find((list) => list !== null && list.items.length > 0) ?? lists[0] ?? missingList(topic);
  }

  /** Writes lists that changed beside the store, too. Gives the names of their files. */
  protected async keep(lists: readonly ListName[]): Promise<readonly string[]> {
    return await writeBeside(this.deps.store, lists, { ...this.deps, days: this.days });
  }

  /** What the store no longer holds goes from its files and its pages, too; then it is known that it stands nowhere any more. */
  protected async forget(lists: readonly ListName[]): Promise<void> {
    await this.keep(lists);
    await this.deps.store.purge();
    await this.deps.store.write((writer) => writer.endErasing());
  }
}

/** @throws LociError `FACT_CHANGED` where a list isn't any more what somebody saw of it */
export function checkSeen(topic: string, items: FactList["items"], seen: Speech["seen"]): void {
  const values = items.map(({ value }) => value);
  if (seen === undefined || (seen.length === values.length && seen.every((value, i) => value === values[i]))) return;
  throw new LociError("FACT_CHANGED", `'${topic.slice(0, 80)}' was changed meanwhile`, {
    hint: "look at it again, then change it",
    details: { count: values.length },
  });
}

/** The stored spelling of an item that a verb names, by its rank as `#2`, or by its name. @throws LociError `FACT_NOT_FOUND`, `FACT_INVALID` */
function calledItem({ topic, item = "" }: ListChange, list: FactList | null, name = item): string {
  const { items } = list ?? missingList(topic);
  const rank = /^#(\d{1,7})$/u.exec(name)?.[1];
  const found = nameIndex(items)(name);
  if (rank === undefined && found.kind === "ambiguous")
    throw new LociError("FACT_INVALID", `'${name.slice(0, 80)}' names ${found.items.length} items`, {
      hint: "write it as it is stored",
      details: { positions: found.items.length },
    });
  const called = rank === undefined ? ("item" in found ? found.item : undefined) : items[Number(rank) - 1];
  if (called !== undefined) return called.value;
  throw new LociError("FACT_NOT_FOUND", `'${name.slice(0, 80)}' isn't in the list`, {
    hint: "loci facts shows what is",
    details: { count: items.length },
  });
}
