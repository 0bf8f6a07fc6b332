import { answerQuestion } from "./answers/answer-question.ts";
import { shownItem, type FactAnswer } from "./answers/answer.ts";
import { Say } from "./answers/say.ts";
import type { AskResult, ChangedList, Facts, HistoryEntry, ListedFacts, Speech, SyncReport, TellResult, UndoResult } from "./api/facts.ts";
import { replayList, undoGroup, writeChange } from "./api/list-writer.ts";
import { readSpeech, sourceOf } from "./api/read-speech.ts";
import { joinTopics } from "./api/join-topics.ts";
import { changedList, describeUndo, tellMessage } from "./api/tell-message.ts";
import { TopicFinder } from "./api/topic-finder.ts";
import { compileGrammar, type Grammar } from "./grammar/grammar.ts";
import { parseMessage } from "./grammar/parse-message.ts";
import { english } from "./languages/en.ts";
import type { Language } from "./languages/language.ts";
import { spanish } from "./languages/es.ts";
import { nameIndex } from "./lists/name-index.ts";
import { scopesSeen } from "./lists/scopes-seen.ts";
import type { ListOperation } from "./lists/apply-operation.ts";
import { replayChanges } from "./lists/replay-changes.ts";
import { valueKey } from "./lists/value-key.ts";
import { isWrite } from "./grammar/intent.ts";
import { viewOf } from "./router/fact-view.ts";
import { type Route, routeMessage, type RouteReason } from "./router/route-message.ts";
import { MirrorKeeper } from "./mirror/mirror-keeper.ts";
import type { FactMirrors } from "./mirror/mirrors.ts";
import { LociError } from "../model/error.ts";
import type { Scope } from "../model/scope.ts";
import type { FactList, FactReader, FactStore } from "../storage/ports/fact-store.ts";

/** What facts need from the composition root. */
export interface FactsDependencies {
  /** Closed by `Facts.close`. */
  readonly store: FactStore;
  /** Markdown mirrors of the lists; null: none are kept. */
  readonly mirrors: FactMirrors | null;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Gives a new id each time. */
  readonly newId: () => string;
  /** In order of preference; default English, Spanish. */
  readonly languages?: readonly Language[];
}

/** Longest message that is read, in characters; a longer one is refused whole, never cut. */
const LONGEST_MESSAGE = 4_000_000;

/**
 * Ranked lists and favourites of a project.
 *
 * @example const facts = createFacts({ store, mirrors: null, clock: Date.now, newId: randomUUID });
 */
export function createFacts(dependencies: FactsDependencies): Facts {
  return new StoredFacts(dependencies);
}

class StoredFacts implements Facts {
  readonly #deps: FactsDependencies;
  readonly #grammars: readonly Grammar[];
  readonly #mirrors: MirrorKeeper;
  readonly #topics: TopicFinder;

  constructor(dependencies: FactsDependencies) {
    this.#deps = dependencies;
    this.#grammars = (dependencies.languages ?? [english, spanish]).map(compileGrammar);
    this.#mirrors = new MirrorKeeper(dependencies);
    this.#topics = new TopicFinder(this.#grammars.map((grammar) => grammar.language));
  }

  async tell(text: string, speech: Speech = {}): Promise<TellResult> {
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    checkLength(text);
    if (!said.fromUser) return aside("search", "assistant_text", text, said.messageId);
    // Most messages are about no list: they are told so without a write.
    const clauses = parseMessage(text, this.#grammars);
    const routed = await store.read((reader) => routeMessage(text, clauses, viewOf(reader, said.scope, said.chat)));
    if (routed.acts.length === 0) return aside(routed.route, routed.reason, routed.rest, said.messageId);
    const adopted = await this.#mirrors.adopt(routed.acts.flatMap((act) => (act.key === null ? [] : [{ scope: said.scope, key: act.key }])));
    const told = await store.write((writer) => tellMessage(text, clauses, said, writer, clock(), newId));
    if (told.result.changed) await this.#mirrors.write(told.touched);
    return { ...told.result, notes: adopted.notes };
  }

  async ask(text: string, speech: Pick<Speech, "chat" | "scope"> = {}): Promise<AskResult> {
    const { store } = this.#deps;
    const scope = speech.scope ?? "kb";
    const chat = speech.chat ?? "";
    checkLength(text);
    const clauses = parseMessage(text, this.#grammars);
    const read = () => store.read((reader) => {
      const view = viewOf(reader, scope, chat);
      const routed = routeMessage(text, clauses, view);
      const answers: FactAnswer[] = [];
      for (const act of routed.acts) if (!isWrite(act.intent)) answers.push(answerQuestion(act, view, answers.at(-1) ?? null));
      const spoken = routed.acts.filter((act) => !isWrite(act.intent)).map((act) => act.key).filter((key) => key !== null);
      return { routed, answers, spoken, focus: view.focus[0] ?? null };
    });
    let found = await read();
    const { any, notes } = await this.#mirrors.adopt(found.spoken.map((key) => ({ scope, key })));
    if (any) found = await read();
    const { routed, answers, spoken } = found;
    const last = spoken.at(-1);
    if (last !== undefined && last !== found.focus) await store.write((writer) => spoken.forEach((key) => writer.setFocus(scope, chat, key)));
    const first = answers[0];
    const { route, reason, rest } = routed;
    if (first === undefined) return { route, reason, text: "", items: [], topic: null, sources: [], answers, rest, notes };
    return {
      route: "facts-read",
      reason,
      kind: first.kind,
      text: answers.map((answer) => answer.text).join("\n"),
      items: first.items,
      topic: first.topic,
      sources: answers.flatMap((answer) => answer.sources).filter((source, i, all) => all.findIndex((other) => other.chat === source.chat && other.messageId === source.messageId) === i),
      ...(first.count === undefined ? {} : { count: first.count }),
      answers,
      rest,
      notes,
    };
  }

  async route(text: string, speech: Pick<Speech, "chat" | "scope"> = {}) {
    checkLength(text);
    const clauses = parseMessage(text, this.#grammars);
    const { route, reason, rest } = await this.#deps.store.read((reader) => routeMessage(text, clauses, viewOf(reader, speech.scope ?? "kb", speech.chat ?? "")));
    return { route, reason, rest };
  }

  async list(scope: Scope | null = null): Promise<readonly ListedFacts[]> {
    return this.#deps.store.read((reader) => {
      const lists = scope === null ? reader.lists(null).filter((list) => list.count > 0) : viewOf(reader, scope, "").lists();
      return lists.map((summary) => listed(reader.list(summary.scope, summary.key) as FactList));
    });
  }

  async show(topic: string, scope: Scope = "kb"): Promise<ListedFacts> {
    const notes = await this.#adopt(topic, scope);
    const list = await this.#deps.store.read((reader) => listed(this.#seen(reader, topic, scope)));
    return notes.length === 0 ? list : { ...list, notes };
  }

  async history(topic: string, scope: Scope = "kb"): Promise<readonly HistoryEntry[]> {
    await this.#adopt(topic, scope);
    return this.#deps.store.read((reader) => {
      const list = this.#seen(reader, topic, scope);
      return reader.changes(list.scope, list.key).map((change) => ({
        topic: change.topic, at: new Date(change.source.time).toISOString(), recordedAt: new Date(change.recordedAt).toISOString(), chat: change.source.chat,
        messageId: change.source.messageId, sentence: change.source.sentence, reason: change.reason, operations: change.operations, effect: change.effect, undone: change.undoneBy !== null,
      }));
    });
  }

  async undo(speech: Speech = {}): Promise<UndoResult> {
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    const lists = await store.write((writer) => undoGroup(writer, writer.lastGroup(said.scope, speech.chat ?? null), sourceOf(said, "undo"), newId(), clock()));
    await this.#mirrors.write(lists);
    const say = new Say(this.#topics.language);
    const text = lists.length === 0 ? "There is nothing to take back." : lists.map((list) => describeUndo(list, say)).join("\n");
    return { changed: lists.length > 0, text, lists: lists.map(changedList) };
  }

  async set(topic: string, rank: number, value: string, speech: Speech = {}): Promise<ChangedList> {
    checkValue(value);
    return this.#change(topic, speech, "set", (list) => {
      const count = list?.items.length ?? 0;
      if (!Number.isInteger(rank) || rank < 1 || rank > count + 1) throw new LociError("FACT_INVALID", `rank ${rank} is out of range`, { hint: `use 1 to ${count + 1}`, details: { count } });
      return [rank === count + 1 ? { op: "insertAt", rank, value } : { op: "set", rank, value }];
    });
  }

  async replaceAll(topic: string, values: readonly string[], speech: Speech = {}): Promise<ChangedList> {
    values.forEach(checkValue);
    if (new Set(values.map(valueKey)).size < values.length) throw new LociError("FACT_INVALID", "a value stands twice in the list", { hint: "give each value once" });
    return this.#change(topic, speech, "replace_all", () => [{ op: "replaceAll", values }]);
  }

  async remove(topic: string, item: string | number | null, speech: Speech = {}): Promise<ChangedList> {
    return this.#change(topic, speech, "remove", (list, reader, scope) => {
      if (list === null) throw new LociError("FACT_NOT_FOUND", `no list '${topic.slice(0, 80)}' is stored`, { hint: "loci facts list shows what is" });
      if (item === null) return [{ op: "clear" }];
      const named = typeof item === "number" ? list.items[item - 1] : only(nameIndex(list.items, (alias) => reader.alias(scope, list.key, alias))(item), item);
      if (named === undefined) throw new LociError("FACT_NOT_FOUND", `'${String(item).slice(0, 80)}' isn't in the list`, { hint: "loci facts list shows what is", details: { count: list.items.length } });
      return [{ op: "remove", value: named.value }];
    });
  }

  async alias(topic: string, alias: string, item: string | null, scope: Scope = "kb"): Promise<void> {
    checkValue(alias);
    await this.#deps.store.write((writer) => {
      const list = this.#topics.existing(writer, topic, scope);
      if (item === null) return writer.setAlias(scope, list.key, valueKey(alias), null);
      const named = only(nameIndex(list.items, (key) => writer.alias(scope, list.key, key))(item), item);
      if (named === undefined) throw new LociError("FACT_NOT_FOUND", `'${item.slice(0, 80)}' isn't in the list`, { hint: "loci facts list shows what is" });
      writer.setAlias(scope, list.key, valueKey(alias), named.key);
    });
  }

  async synonym(word: string, topic: string | null): Promise<void> {
    const { clock, newId, store } = this.#deps;
    const [from, to] = [this.#topics.named(word), topic === null ? null : this.#topics.named(topic)];
    await this.#mirrors.write(await store.write((writer) => joinTopics(writer, from, to, clock(), newId())));
  }

  async synonyms() {
    return this.#deps.store.read((reader) => reader.synonyms().map(({ key, target }) => ({ word: key, topic: target })));
  }

  async deleteChat(chat: string): Promise<readonly ChangedList[]> {
    const lists = await this.#deps.store.write((writer) => writer.forgetChat(chat).map(({ scope, key }) => replayList(writer, scope, key)));
    await this.#mirrors.forget(lists);
    return lists.map(changedList);
  }

  async sync(): Promise<SyncReport> {
    return this.#mirrors.sync();
  }

  async check(): Promise<readonly string[]> {
    return this.#deps.store.read((reader) =>
      reader.lists(null).flatMap(({ scope, key, topic }) => {
        const stored = reader.list(scope, key)?.items ?? [];
        const replayed = replayChanges(reader.changes(scope, key));
        return JSON.stringify(stored) === JSON.stringify(replayed) ? [] : [`the list '${topic}' (${scope}) differs from the replay of its history`];
      }));
  }

  async close(): Promise<void> {
    await this.#deps.store.close();
  }

  /** The list of a topic as a scope sees it: its own, else the project's, as in `viewOf`. @throws LociError `FACT_NOT_FOUND` */
  #seen(reader: FactReader, topic: string, scope: Scope): FactList {
    for (const one of scopesSeen(scope)) {
      const list = reader.list(one, this.#topics.stored(reader, topic, one).key);
      if (list !== null && list.items.length > 0) return list;
    }
    return this.#topics.existing(reader, topic, scope);
  }

  /** Takes in what was edited in the mirror of a topic's list; gives what couldn't be. */
  async #adopt(topic: string, scope: Scope): Promise<AskResult["notes"]> {
    const lists = await this.#deps.store.read((reader) => scopesSeen(scope).map((one) => ({ scope: one, key: this.#topics.stored(reader, topic, one).key })));
    return (await this.#mirrors.adopt(lists)).notes;
  }

  /** Makes one change by the given operations. */
  async #change(topic: string, speech: Speech, reason: string, operations: (list: FactList | null, reader: FactReader, scope: Scope) => readonly ListOperation[]): Promise<ChangedList> {
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    const written = await store.write((writer) => {
      const { key, name } = this.#topics.stored(writer, topic, said.scope);
      const list = writer.list(said.scope, key);
      const planned = operations(list, writer, said.scope);
      return writeChange(writer, { scope: said.scope, key, topic: name, operations: planned, source: sourceOf(said, `${reason} ${topic}`), group: newId(), reason, recordedAt: clock() });
    });
    await this.#mirrors.write([written]);
    return changedList(written);
  }
}

/** The result of a message that is not about lists. */
function aside(route: Route, reason: RouteReason, rest: string, messageId: string): TellResult {
  return { route, reason, changed: false, text: "", topic: null, before: [], items: [], lists: [], answers: [], rest, messageId, notes: [] };
}

function listed(list: FactList): ListedFacts {
  return { topic: list.topic, scope: list.scope, count: list.items.length, items: list.items.map((item, i) => shownItem(item, i + 1)) };
}

function only(found: ReturnType<ReturnType<typeof nameIndex>>, name: string): FactList["items"][number] | undefined {
  if (found.kind === "ambiguous") {
    throw new LociError("FACT_INVALID", `'${name.slice(0, 80)}' names ${found.items.length} items`, { hint: "write it as it is stored", details: { positions: found.items.length } });
  }
  return found.kind === "none" ? undefined : found.item;
}

function checkValue(value: string): void {
  if (value.trim() === "" || value.length > 300 || value.includes("\n")) throw new LociError("FACT_INVALID", "a value is one line of 1 to 300 characters", { hint: "shorten it, or write it in one line" });
}

function checkLength(text: string): void {
  if (text.length > LONGEST_MESSAGE) throw new LociError("TOO_LARGE", `a message of ${text.length} characters is too long`, { hint: `send at most ${LONGEST_MESSAGE}` });
}

