import { answerQuestion } from "./answers/answer-question.ts";
import { shownItem, type FactAnswer } from "./answers/answer.ts";
import { Say } from "./answers/say.ts";
import type { AskResult, ChangedList, Facts, HistoryEntry, ListedFacts, Speech, TellResult, UndoResult } from "./api/facts.ts";
import { replayList, undoGroup, writeChange } from "./api/list-writer.ts";
import { readSpeech, sourceOf } from "./api/read-speech.ts";
import { changedList, describeUndo, tellMessage } from "./api/tell-message.ts";
import { compileGrammar, type Grammar } from "./grammar/grammar.ts";
import { topicOf } from "./grammar/topic.ts";
import { english } from "./languages/en.ts";
import type { Language } from "./languages/language.ts";
import { spanish } from "./languages/es.ts";
import { nameIndex } from "./lists/name-index.ts";
import type { ListOperation } from "./lists/apply-operation.ts";
import { replayChanges } from "./lists/replay-changes.ts";
import { valueKey } from "./lists/value-key.ts";
import { isWrite } from "./grammar/intent.ts";
import { viewOf } from "./router/fact-view.ts";
import { type Route, routeMessage, type RouteReason } from "./router/route-message.ts";
import { editOperations } from "./mirror/edit-operations.ts";
import { mirrorName } from "./mirror/mirror-name.ts";
import type { FactMirrors, ListName, MirrorReading, RejectedMirror } from "./mirror/mirrors.ts";
import type { Note } from "../model/hit.ts";
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

  constructor(dependencies: FactsDependencies) {
    this.#deps = dependencies;
    this.#grammars = (dependencies.languages ?? [english, spanish]).map(compileGrammar);
  }

  async tell(text: string, speech: Speech = {}): Promise<TellResult> {
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    checkLength(text);
    if (!said.fromUser) return aside("search", "assistant_text", text, said.messageId);
    // Most messages are about no list: they are told so without a write.
    const routed = await store.read((reader) => routeMessage(text, this.#grammars, viewOf(reader, said.scope, said.chat)));
    if (routed.acts.length === 0) return aside(routed.route, routed.reason, routed.rest, said.messageId);
    const adopted = await this.#adopt(routed.acts.flatMap((act) => (act.key === null ? [] : [{ scope: said.scope, key: act.key }])));
    const told = await store.write((writer) => tellMessage(text, said, writer, this.#grammars, clock(), newId));
    if (told.result.changed) await this.#mirror(told.touched);
    return { ...told.result, notes: adopted.notes };
  }

  async ask(text: string, speech: Pick<Speech, "chat" | "scope"> = {}): Promise<AskResult> {
    const { store } = this.#deps;
    const scope = speech.scope ?? "kb";
    const chat = speech.chat ?? "";
    checkLength(text);
    const read = () => store.read((reader) => {
      const view = viewOf(reader, scope, chat);
      const routed = routeMessage(text, this.#grammars, view);
      const answers: FactAnswer[] = [];
      for (const act of routed.acts) if (!isWrite(act.intent)) answers.push(answerQuestion(act, view, answers.at(-1) ?? null));
      const spoken = routed.acts.filter((act) => !isWrite(act.intent)).map((act) => act.key).filter((key) => key !== null);
      return { routed, answers, spoken, focus: view.focus[0] ?? null };
    });
    let found = await read();
    const { any, notes } = await this.#adopt(found.spoken.map((key) => ({ scope, key })));
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
    const { route, reason, rest } = await this.#deps.store.read((reader) => routeMessage(text, this.#grammars, viewOf(reader, speech.scope ?? "kb", speech.chat ?? "")));
    return { route, reason, rest };
  }

  async list(scope: Scope | null = null): Promise<readonly ListedFacts[]> {
    return this.#deps.store.read((reader) =>
      reader.lists(scope).filter((list) => list.count > 0).map((summary) => listed(reader.list(summary.scope, summary.key) as FactList)));
  }

  async show(topic: string, scope: Scope = "kb"): Promise<ListedFacts> {
    return this.#deps.store.read((reader) => listed(this.#existing(reader, topic, scope)));
  }

  async history(topic: string, scope: Scope = "kb"): Promise<readonly HistoryEntry[]> {
    return this.#deps.store.read((reader) => {
      const { key } = this.#existing(reader, topic, scope);
      return reader.changes(scope, key).map((change) => ({
        topic: change.topic, at: new Date(change.source.time).toISOString(), recordedAt: new Date(change.recordedAt).toISOString(), chat: change.source.chat,
        messageId: change.source.messageId, sentence: change.source.sentence, reason: change.reason, operations: change.operations, effect: change.effect, undone: change.undoneBy !== null,
      }));
    });
  }

  async undo(speech: Speech = {}): Promise<UndoResult> {
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    const lists = await store.write((writer) => undoGroup(writer, writer.lastGroup(said.scope, speech.chat ?? null), sourceOf(said, "undo"), newId(), clock()));
    await this.#mirror(lists);
    const say = new Say(this.#language);
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
    if (new Set(values.map(valueKey)).size < values.length) throw new LociError("FACT_INVALID", "a value stands twice in the list");
    return this.#change(topic, speech, "replace_all", () => [{ op: "replaceAll", values }]);
  }

  async remove(topic: string, item: string | number | null, speech: Speech = {}): Promise<ChangedList> {
    return this.#change(topic, speech, "remove", (list, reader, scope) => {
      if (list === null) throw new LociError("FACT_NOT_FOUND", `no list '${topic.slice(0, 80)}' is stored`, { hint: "loci facts list shows what is" });
      if (item === null) return [{ op: "clear" }];
      const named = typeof item === "number" ? list.items[item - 1] : only(nameIndex(list.items, (alias) => reader.alias(scope, list.key, alias))(item), item);
      if (named === undefined) throw new LociError("FACT_NOT_FOUND", `'${String(item).slice(0, 80)}' isn't in the list`, { details: { count: list.items.length } });
      return [{ op: "remove", value: named.value }];
    });
  }

  async alias(topic: string, alias: string, item: string | null, scope: Scope = "kb"): Promise<void> {
    checkValue(alias);
    await this.#deps.store.write((writer) => {
      const list = this.#existing(writer, topic, scope);
      if (item === null) return writer.setAlias(scope, list.key, valueKey(alias), null);
      const named = only(nameIndex(list.items, (key) => writer.alias(scope, list.key, key))(item), item);
      if (named === undefined) throw new LociError("FACT_NOT_FOUND", `'${item.slice(0, 80)}' isn't in the list`);
      writer.setAlias(scope, list.key, valueKey(alias), named.key);
    });
  }

  async synonym(word: string, topic: string | null): Promise<void> {
    const { clock, newId, store } = this.#deps;
    const from = this.#topic(word).key;
    const to = topic === null ? null : this.#topic(topic).key;
    if (from === to) throw new LociError("FACT_INVALID", "a topic can't be a synonym of itself");
    const touched: ListName[] = [];
    await store.write((writer) => {
      const target = to === null ? null : (writer.synonym(to) ?? to);
      if (target === from) throw new LociError("FACT_INVALID", "these synonyms would go in a circle");
      writer.setSynonym(from, target);
      if (target === null) return;
      for (const other of writer.synonyms()) if (other.target === from) writer.setSynonym(other.key, target);
      // What was stored under the word goes on under the topic, after what is there.
      for (const { scope, key, count } of writer.lists(null)) {
        const list = key === from && count > 0 ? writer.list(scope, key) : null;
        if (list === null) continue;
        const group = newId();
        touched.push({ scope, key: target }, { scope, key: from });
        for (const { value, source } of list.items) {
          writeChange(writer, { scope, key: target, topic: topic ?? target, operations: [{ op: "append", values: [value] }], source, group, reason: "synonym", recordedAt: clock() });
          writeChange(writer, { scope, key: from, topic: list.topic, operations: [{ op: "remove", value }], source: { ...source, time: Math.max(source.time, clock()) }, group, reason: "synonym", recordedAt: clock() });
        }
      }
    });
    await this.#mirror(touched);
  }

  async synonyms() {
    return this.#deps.store.read((reader) => reader.synonyms().map(({ key, target }) => ({ word: key, topic: target })));
  }

  async deleteChat(chat: string): Promise<readonly ChangedList[]> {
    const lists = await this.#deps.store.write((writer) => writer.forgetChat(chat).map(({ scope, key }) => replayList(writer, scope, key)));
    await this.#mirror(lists);
    return lists.map(changedList);
  }

  async sync() {
    const { mirrors, store } = this.#deps;
    if (mirrors === null) return { written: [], applied: [], rejected: [] };
    const reading = await mirrors.edits(null);
    const { applied, rejected } = await this.#apply(reading);
    const refused = new Set(rejected.map(({ file }) => file));
    const names = await store.read((reader) => reader.lists(null));
    const written = names.filter((name) => !refused.has(mirrorName(name)));
    await this.#mirror(written);
    return { written: written.filter(({ count }) => count > 0).map(mirrorName), applied, rejected };
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

  get #language(): Language {
    return this.#grammars[0]?.language ?? english;
  }

  /** Makes one change by the given operations. */
  async #change(topic: string, speech: Speech, reason: string, operations: (list: FactList | null, reader: FactReader, scope: Scope) => readonly ListOperation[]): Promise<ChangedList> {
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    const written = await store.write((writer) => {
      const { key, name } = this.#resolve(writer, topic, said.scope);
      const list = writer.list(said.scope, key);
      const planned = operations(list, writer, said.scope);
      return writeChange(writer, { scope: said.scope, key, topic: name, operations: planned, source: sourceOf(said, `${reason} ${topic}`), group: newId(), reason, recordedAt: clock() });
    });
    await this.#mirror([written]);
    return changedList(written);
  }

  #topic(words: string): { readonly key: string; readonly name: string } {
    const trimmed = words.trim();
    if (trimmed === "" || trimmed.length > 200 || trimmed.includes("\n")) throw new LociError("FACT_INVALID", "a topic is one line of 1 to 200 characters");
    const least = /^least favou?rite /iu.exec(trimmed)?.[0] ?? "";
    const { key, name } = topicOf(trimmed.slice(least.length).replace(/^(?:my )?favou?rite /iu, ""), least === "" ? "" : "least favorite", this.#language);
    return { key, name };
  }

  /** The topic under which a list is stored, in whatever language it was named; else as the first language has it. */
  #resolve(reader: FactReader, words: string, scope: Scope): { readonly key: string; readonly name: string } {
    const first = this.#topic(words);
    const others = this.#grammars.map((grammar) => topicOf(words.trim(), "", grammar.language));
    const keys = [first, ...others, { key: words.trim(), name: words.trim() }].map(({ key, name }) => ({ key: reader.synonym(key) ?? key, name }));
    return keys.find(({ key }) => reader.list(scope, key) !== null) ?? { key: reader.synonym(first.key) ?? first.key, name: first.name };
  }

  #existing(reader: FactReader, topic: string, scope: Scope): FactList {
    const list = reader.list(scope, this.#resolve(reader, topic, scope).key);
    if (list === null) throw new LociError("FACT_NOT_FOUND", `no list '${topic.slice(0, 80)}' is stored`, { hint: "loci facts list shows what is" });
    return list;
  }

  /** Writes the mirrors of lists that changed. */
  async #mirror(names: readonly ListName[]): Promise<void> {
    const { mirrors, store } = this.#deps;
    if (mirrors === null) return;
    const lists = await store.read((reader) => names.map(({ scope, key }) => ({ name: { scope, key }, list: reader.list(scope, key) })));
    for (const { name, list } of lists) {
      try {
        await mirrors.put(name, list);
      } catch (cause) {
        throw new LociError("STORAGE_FAILED", `the change is stored, but its mirror '${mirrorName(name)}' can't be written`, { hint: "check the folder 'facts' of the project, then run 'loci facts sync'", cause });
      }
    }
  }

  /** Applies edits of these lists' mirrors before the lists are used; says whether there were any, and which could not be read. */
  async #adopt(names: readonly ListName[]): Promise<{ readonly any: boolean; readonly notes: readonly Note[] }> {
    const { mirrors } = this.#deps;
    if (mirrors === null || names.length === 0) return { any: false, notes: [] };
    const { applied, rejected } = await this.#apply(await mirrors.edits(names));
    const notes = rejected.map(({ file, reason, line }) => ({ code: "MIRROR_REJECTED", message: `facts/${file}${line === null ? "" : `, line ${line}`}: ${reason}; its edit was not applied`, hint: "correct the file, or run 'loci facts sync'" }));
    return { any: applied.length > 0, notes };
  }

  async #apply(reading: MirrorReading): Promise<{ readonly applied: readonly { readonly file: string; readonly topic: string }[]; readonly rejected: readonly RejectedMirror[] }> {
    const { clock, mirrors, newId, store } = this.#deps;
    const applied: { file: string; topic: string }[] = [];
    const rejected = [...reading.rejected];
    for (const edit of reading.edits) {
      const { scope, key, file } = edit;
      const written = await store.write((writer) => {
        const list = writer.list(scope, key);
        if (list === null || list.revision !== edit.revision) return null;
        // The edit was made of what is stored, so it is later than all of it, whatever the file's clock says.
        const time = Math.max(edit.time, ...list.items.map((item) => item.placedAt));
        const source = { messageId: `file:${file}`, chat: "", sentence: `edited facts/${file}`, time };
        return writeChange(writer, { scope, key, topic: list.topic, operations: editOperations(list.items, edit.values), source, group: newId(), reason: "edited_file", recordedAt: clock() });
      });
      if (written === null) rejected.push({ file, reason: "the list changed after the file was written; edit it again", line: null });
      else {
        applied.push({ file, topic: written.topic });
        const list = await store.read((reader) => reader.list(scope, key));
        await mirrors?.replace({ scope, key }, list);
      }
    }
    return { applied, rejected };
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
  if (value.trim() === "" || value.length > 300 || value.includes("\n")) throw new LociError("FACT_INVALID", "a value is one line of 1 to 300 characters");
}

function checkLength(text: string): void {
  if (text.length > LONGEST_MESSAGE) throw new LociError("TOO_LARGE", `a message of ${text.length} characters is too long`, { hint: `send at most ${LONGEST_MESSAGE}` });
}

