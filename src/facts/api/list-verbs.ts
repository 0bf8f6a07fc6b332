import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/scope.ts";
import type { FactList, FactReader, FactStore } from "../../storage/ports/fact-store.ts";
import type { ChangedList, KeepNote, Speech } from "./facts.ts";
import { joinTopics } from "./join-topics.ts";
import { eraseList, writeChange } from "./list-writer.ts";
import type { Propose } from "./proposals.ts";
import { OWN, readSpeech, sourceOf } from "./read-speech.ts";
import { changedList } from "./tell-message.ts";
import {
  existingList,
  listToErase,
  missingList,
  namedAttribute,
  namedTopic,
  type NamedTopic,
  scopeOfChange,
  storedTopic,
} from "./topic-finder.ts";
import { isSecretFact } from "../grammar/attribute-keys.ts";
import type { FindSaid } from "../fresh/said-later.ts";
import type { ListOperation } from "../lists/apply-operation.ts";
import { nameIndex } from "../lists/name-index.ts";
import { scopesSeen } from "../router/fact-view.ts";
import { valueKey } from "../lists/value-key.ts";
import { ListKeeper } from "../record/list-keeper.ts";
import type { ListFiles, ListName } from "../mirror/list-files.ts";
import type { FactRecord } from "../record/fact-record.ts";

/** What facts need from the composition root. */
export interface FactsDependencies {
  /** Closed by `Facts.close`. */
  readonly store: FactStore;
  /** Markdown files of the lists, for people to read; null: none are kept. */
  readonly files: ListFiles | null;
  /** The record that gives facts back where the store is lost; none by default. */
  readonly record?: FactRecord | null;
  /** Finds what people said in the project, which keeps an answer fresh; null where nothing is indexed. */
  readonly said?: FindSaid | null;
  /** Keeps what is to be remembered and is no fact; null: nothing does, which the reply says. */
  readonly keepNote?: KeepNote | null;
  /** Whether a text holds a secret, which its chat doesn't keep; none by default. */
  readonly holdsSecret?: (text: string) => Promise<boolean>;
  /** Asks a language model about what no form reads; null: none is asked. */
  readonly propose?: Propose | null;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Gives a new id each time. */
  readonly newId: () => string;
}

/** Changes of lists and exact facts by structured verbs: the way for programs and agents, which need no sentence. */
export class ListVerbs {
  protected readonly deps: FactsDependencies;
  protected readonly keeper: ListKeeper;

  constructor(dependencies: FactsDependencies) {
    this.deps = dependencies;
    this.keeper = new ListKeeper(dependencies);
  }

  async set(topic: string, rank: number, value: string, speech: Speech = {}): Promise<ChangedList> {
    checkValue(value);
    return this.#change(topic, speech, "set", (list) => {
      const count = list?.items.length ?? 0;
      if (!Number.isInteger(rank) || rank < 1 || rank > count + 1)
        throw new LociError("FACT_INVALID", `rank ${rank} is out of range`, {
          hint: `use 1 to ${count + 1}`,
          details: { count },
        });
      return [rank === count + 1 ? { op: "insertAt", rank, value } : { op: "set", rank, value }];
    });
  }

  async add(
    topic: string,
    values: readonly string[],
    rank: number | null = null,
    speech: Speech = {},
  ): Promise<ChangedList> {
    values.forEach(checkValue);
    return this.#change(topic, speech, "add", () =>
      rank === null
        ? [{ op: "append", values }]
        : values.map((value, i) => ({ op: "insertAt", rank: checkRank(rank) + i, value })),
    );
  }

  async move(topic: string, item: string | number, rank: number, speech: Speech = {}): Promise<ChangedList> {
    return this.#change(topic, speech, "move", (list, reader) => [
      { op: "move", value: this.#item(list, reader, topic, item), rank: checkRank(rank) },
    ]);
  }

  async swap(
    topic: string,
    first: string | number,
    second: string | number,
    speech: Speech = {},
  ): Promise<ChangedList> {
    return this.#change(topic, speech, "swap", (list, reader) => [
      { op: "swap", first: this.#item(list, reader, topic, first), second: this.#item(list, reader, topic, second) },
    ]);
  }

  async put(
    attribute: string,
    value: string,
    { also = false, ...speech }: Speech & { readonly also?: boolean } = {},
  ): Promise<ChangedList> {
    checkValue(value);
    const { key, name } = namedAttribute(attribute);
    namedTopic(attribute);
    const secret = speech.scope === "kb" && isSecretFact(key, [value]);
    const given = secret ? { ...speech, scope: OWN } : speech;
    return this.#change(
      attribute,
      given,
      "put",
      (list) => [
        also || (list?.items.length ?? 0) === 0
          ? { op: "append", values: [value] }
          : list?.items.length === 1
            ? { op: "set", rank: 1, value }
            : { op: "replaceAll", values: [value] },
      ],
      { key, name },
    );
  }

  async replaceAll(topic: string, values: readonly string[], speech: Speech = {}): Promise<ChangedList> {
    values.forEach(checkValue);
    if (new Set(values.map(valueKey)).size < values.length)
      throw new LociError("FACT_INVALID", "a value stands twice in the list", { hint: "give each value once" });
    return this.#change(topic, speech, "replace", () => [{ op: "replaceAll", values }]);
  }

  async remove(topic: string, item: string | number | null, speech: Speech = {}): Promise<ChangedList> {
    return this.#change(topic, speech, "remove", (list, reader) => {
      if (item === null) {
        if (list === null) missingList(topic);
        return [{ op: "clear" }];
      }
      return [{ op: "remove", value: this.#item(list, reader, topic, item) }];
    });
  }

  async erase(topic: string, speech: Speech = {}): Promise<ChangedList> {
    const { clock, newId, store } = this.deps;
    const said = readSpeech(speech, clock(), newId);
    const erased = await store.write((writer) => {
      const { key } = storedTopic(writer, topic, said.scope);
      return eraseList(writer, listToErase(writer, key, said) ?? missingList(topic));
    });
    await this.forget([erased]);
    return changedList(erased);
  }

  async alias(topic: string, alias: string, item: string | null, scope: Scope = OWN): Promise<void> {
    checkValue(alias);
    await this.deps.store.write((writer) => {
      const list = this.seen(writer, topic, scope);
      if (item === null) return writer.setAlias(list.scope, list.key, valueKey(alias), null);
      const named = only(nameIndex(list.items, (key) => writer.alias(list.scope, list.key, key))(item), item);
      if (named === undefined)
        throw new LociError("FACT_NOT_FOUND", `'${item.slice(0, 80)}' isn't in the list`, {
          hint: "loci facts list shows what is",
        });
      writer.setAlias(list.scope, list.key, valueKey(alias), named.key);
    });
  }

  async synonym(word: string, topic: string | null): Promise<void> {
    const { clock, newId, store } = this.deps;
    const [from, to] = [namedTopic(word), topic === null ? null : namedTopic(topic)];
    await this.keeper.write(await store.write((writer) => joinTopics(writer, from, to, clock(), newId())));
  }

  async synonyms() {
    return this.deps.store.read((reader) => reader.synonyms().map(({ key, target }) => ({ word: key, topic: target })));
  }

  /** The stored spelling of an item that a caller names. @throws LociError `FACT_NOT_FOUND` */
  #item(list: FactList | null, reader: FactReader, topic: string, item: string | number): string {
    if (list === null) missingList(topic);
    const named =
      typeof item === "number"
        ? list.items[item - 1]
        : only(nameIndex(list.items, (alias) => reader.alias(list.scope, list.key, alias))(item), item);
    if (named === undefined)
      throw new LociError("FACT_NOT_FOUND", `'${String(item).slice(0, 80)}' isn't in the list`, {
        hint: "loci facts list shows what is",
        details: { count: list.items.length },
      });
    return named.value;
  }

  /**
   * Makes one change by the given operations, to the list that is there: the speaker's own, else, for the owner, the
   * project's.
   */
  async #change(
    topic: string,
    speech: Speech,
    verb: string,
    operations: (list: FactList | null, reader: FactReader) => readonly ListOperation[],
    named: NamedTopic | null = null,
  ): Promise<ChangedList> {
    const { clock, newId, store } = this.deps;
    const said = readSpeech(speech, clock(), newId);
    const written = await store.write((writer) => {
      const { key, name } = named ?? storedTopic(writer, topic, said.scope);
      const scope = scopeOfChange(writer, key, said);
      const list = writer.list(scope, key);
      checkSeen(topic, list, speech.seen);
      const planned = operations(list, writer);
      return writeChange(writer, {
        scope,
        key,
        topic: name,
        operations: planned,
        source: sourceOf(said, `${verb} ${topic}`),
        group: newId(),
        reason: verb === "put" ? "states_attribute" : verb,
        recordedAt: clock(),
      });
    });
    await this.keeper.write([written]);
    return changedList(written);
  }

  /**
   * The list of a topic as a scope sees it: its own, else the project's, as in `viewOf`. @throws LociError
   * `FACT_NOT_FOUND`
   */
  protected seen(reader: FactReader, topic: string, scope: Scope): FactList {
    for (const one of scopesSeen(scope)) {
      const list = reader.list(one, storedTopic(reader, topic, one).key);
      if (list !== null && list.items.length > 0) return list;
    }
    return existingList(reader, topic, scope);
  }

  /** What the store no longer holds goes from its files, too. */
  protected async forget(lists: readonly ListName[]): Promise<void> {
    await this.keeper.forget(lists);
    if (lists.length > 0) await this.deps.store.purge();
  }
}

/** @throws LociError `FACT_CHANGED` where a list isn't any more what somebody saw of it */
function checkSeen(topic: string, list: FactList | null, seen: Speech["seen"]): void {
  const values = list?.items.map(({ value }) => value) ?? [];
  if (seen === undefined || (seen.length === values.length && seen.every((value, i) => value === values[i]))) return;
  throw new LociError("FACT_CHANGED", `'${topic.slice(0, 80)}' was changed meanwhile`, {
    hint: "look at it again, then change it",
    details: { count: values.length },
  });
}

function checkRank(rank: number): number {
  if (!Number.isInteger(rank) || rank < 1)
    throw new LociError("FACT_INVALID", `rank ${rank} is out of range`, { hint: "ranks are whole numbers from 1" });
  return rank;
}

function only(found: ReturnType<ReturnType<typeof nameIndex>>, name: string): FactList["items"][number] | undefined {
  if (found.kind === "ambiguous") {
    throw new LociError("FACT_INVALID", `'${name.slice(0, 80)}' names ${found.items.length} items`, {
      hint: "write it as it is stored",
      details: { positions: found.items.length },
    });
  }
  return found.kind === "none" ? undefined : found.item;
}

function checkValue(value: string): void {
  if (value.trim() === "" || value.length > 300 || value.includes("\n"))
    throw new LociError("FACT_INVALID", "a value is one line of 1 to 300 characters", {
      hint: "shorten it, or write it in one line",
    });
}
