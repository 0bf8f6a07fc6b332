import { LociError } from "../model/error.ts";
import { parseScope, type Scope } from "../model/scope.ts";
import type { FactList, FactReader, FactStore } from "../storage/ports/fact-store.ts";
import { answerQuestion, type AskedAt, typeOfList } from "./answers/answer-question.ts";
import { shownItem, type FactAnswer, type ShownItem } from "./answers/answer.ts";
import type {
  AskResult,
  AskSpeech,
  ChangedList,
  FactPage,
  Facts,
  HistoryEntry,
  ListedFacts,
  SaidList,
  Speech,
  SyncReport,
  TellResult,
  UndoResult,
} from "./api/facts.ts";
import { joinTopics } from "./api/join-topics.ts";
import { eraseList, replayList, undoGroup, writeChange } from "./api/list-writer.ts";
import { moment, OWN, readSpeech, sourceOf } from "./api/read-speech.ts";
import { changedList, describeUndo, tellMessage } from "./api/tell-message.ts";
import { existingList, namedAttribute, namedTopic, type NamedTopic, storedTopic } from "./api/topic-finder.ts";
import { canonical, isAttribute, isSensitive, subjectOf, type ValueType } from "./attributes/known.ts";
import { type FindDocuments, lookUp, UNDOCUMENTED } from "./documents/documented.ts";
import { isWrite } from "./language/intent.ts";
import { type Clause, readMessage } from "./language/read-message.ts";
import { type ListOperation, replayChanges } from "./lists/apply-operation.ts";
import { nameIndex } from "./lists/name-index.ts";
import { scopesSeen, differs, keepContext, viewOf } from "./router/fact-view.ts";
import { valueKey } from "./lists/value-key.ts";
import { MirrorKeeper } from "./mirror/mirror-keeper.ts";
import type { FactMirrors, ListName } from "./mirror/mirrors.ts";
import type { Route, RouteReason } from "./router/route.ts";
import { routeMessage } from "./router/route-message.ts";

/** What facts need from the composition root. */
export interface FactsDependencies {
  /** Closed by `Facts.close`. */
  readonly store: FactStore;
  /** Markdown mirrors of the lists; null: none are kept. */
  readonly mirrors: FactMirrors | null;
  /** Finds passages of indexed documents, a second source of exact facts; null where there are none. */
  readonly documents?: FindDocuments | null;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Gives a new id each time. */
  readonly newId: () => string;
}

/** Longest message that is read, in characters; a longer one is refused whole, never cut. */
const LONGEST_MESSAGE = 4_000_000;

/**
 * Ranked lists, favourites and exact facts of a project.
 *
 * @example const facts = createFacts({ store, mirrors: null, clock: Date.now, newId: randomUUID });
 */
export function createFacts(dependencies: FactsDependencies): Facts {
  return new StoredFacts(dependencies);
}

const UNWRITTEN: ReadonlySet<string> = new Set(["STORAGE_FAILED", "STORAGE_FULL"]);

class StoredFacts implements Facts {
  readonly #deps: FactsDependencies;
  readonly #mirrors: MirrorKeeper;

  constructor(dependencies: FactsDependencies) {
    this.#deps = dependencies;
    this.#mirrors = new MirrorKeeper(dependencies);
  }

  async tell(text: string, speech: Speech = {}): Promise<TellResult> {
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    text = readable(text);
    if (!said.fromUser) return aside("search", "assistant_text", text, said.messageId, "");
    // Most messages are about no fact: they are told so without a write, but for the end of the chat's context.
    const clauses = readMessage(text);
    const documented = await lookUp(clauses, said.scope, this.#deps.documents ?? null);
    const { routed, ends } = await store.read((reader) => ({
      routed: routeMessage(text, clauses, viewOf(reader, said.scope, said.chat, documented)),
      ends: differs(reader, said.scope, said.chat, null),
    }));
    if (routed.acts.length === 0) {
      if (ends) await store.write((writer) => keepContext(writer, said.scope, said.chat, null));
      return aside(routed.route, routed.reason, routed.rest, said.messageId, routed.remark);
    }
    const adopted = await this.#mirrors.adopt(
      routed.acts.flatMap((act) => (act.key === null ? [] : [{ scope: said.scope, key: act.key }])),
    );
    const readTime = await timesOf(clauses);
    const told = await store.write((writer) =>
      tellMessage(text, clauses, { ...said, readTime, documented }, writer, clock(), newId),
    );
    if (told.erased) await this.#forget(told.touched);
    else if (told.result.changed) await this.#mirrors.write(told.touched);
    return { ...told.result, notes: [...adopted.notes, ...documented.notes] };
  }

  async ask(text: string, speech: AskSpeech = {}): Promise<AskResult> {
    const { store } = this.#deps;
    const scope = parseScope(speech.scope ?? OWN);
    const chat = speech.chat ?? "";
    const asked = {
      now: moment(speech.time, this.#deps.clock()),
      asOf: speech.asOf === undefined ? null : moment(speech.asOf, 0),
    };
    text = readable(text);
    const clauses = readMessage(text, true);
    const at: AskedAt = { ...asked, readTime: await timesOf(clauses) };
    const documented = asked.asOf === null ? await lookUp(clauses, scope, this.#deps.documents ?? null) : UNDOCUMENTED;
    const read = () =>
      store.read((reader) => {
        const view = viewOf(reader, scope, chat, documented);
        const routed = routeMessage(text, clauses, view);
        const answers: FactAnswer[] = [];
        for (const act of routed.acts)
          if (!isWrite(act.intent)) answers.push(answerQuestion(act, view, answers.at(-1) ?? null, at));
        const spoken = routed.acts.flatMap((act) => (isWrite(act.intent) || act.key === null ? [] : [act.key]));
        const context =
          routed.route === "facts-write"
            ? undefined
            : spoken.length === 0
              ? null
              : { keys: [...new Set(spoken)], changed: false };
        return {
          routed,
          answers: answers.map((answer) => forViewer(answer, scope)),
          spoken,
          context,
          kept: context === undefined || !differs(reader, scope, chat, context),
        };
      });
    let found = await read();
    const { any, notes: adopted } = await this.#mirrors.adopt(found.spoken.map((key) => ({ scope, key })));
    if (any) found = await read();
    const notes = [...adopted, ...documented.notes];
    const { routed, answers, context } = found;
    if (!found.kept && context !== undefined) {
      try {
        await store.write((writer) => keepContext(writer, scope, chat, context));
      } catch (thrown) {
        // What was asked last is a help for the next question; where nothing can be written this one is answered all
        // the same.
        if (!(thrown instanceof LociError) || !UNWRITTEN.has(thrown.code)) throw thrown;
      }
    }
    const first = answers[0];
    const { route, reason, rest } = routed;
    if (first === undefined)
      return { route, reason, text: routed.remark, items: [], topic: null, sources: [], answers, rest, notes };
    return {
      route: "facts-read",
      reason,
      kind: first.kind,
      text: answers.map((answer) => answer.text).join("\n"),
      items: first.items,
      topic: first.topic,
      sources: answers
        .flatMap((answer) => answer.sources)
        .filter(
          (source, i, all) =>
            all.findIndex((other) => other.chat === source.chat && other.messageId === source.messageId) === i,
        ),
      ...(first.count === undefined ? {} : { count: first.count }),
      ...(first.documents === undefined ? {} : { documents: first.documents }),
      answers,
      rest,
      notes,
    };
  }

  async route(text: string, speech: AskSpeech = {}) {
    text = readable(text);
    const clauses = readMessage(text);
    const scope = parseScope(speech.scope ?? OWN);
    const documented = await lookUp(clauses, scope, this.#deps.documents ?? null);
    const { route, reason, rest } = await this.#deps.store.read((reader) =>
      routeMessage(text, clauses, viewOf(reader, scope, speech.chat ?? "", documented)),
    );
    return { route, reason, rest };
  }

  async list(
    scope: Scope | null = null,
    { kind = "ranked", offset = 0, limit = Number.POSITIVE_INFINITY }: FactPage = {},
  ): Promise<readonly ListedFacts[]> {
    return this.#deps.store.read((reader) => {
      const scopes = scope === null ? [null] : scopesSeen(scope);
      const seen = new Set<string>();
      const found = scopes
        .flatMap((one) => reader.lists(one))
        .filter((list) => {
          const wanted = list.count > 0 && (kind === "all" || isAttribute(list.key) === (kind === "attribute"));
          const fresh = scope === null || !seen.has(list.key);
          if (wanted) seen.add(list.key);
          return wanted && fresh;
        });
      const sorted = scope === null ? found : found.sort((a, b) => (a.key < b.key ? -1 : 1));
      return sorted.slice(offset, offset + limit).flatMap((summary) => {
        const list = reader.list(summary.scope, summary.key);
        return list === null ? [] : [forReader(list, scope)];
      });
    });
  }

  async show(topic: string, scope: Scope = OWN, asOf?: string | number): Promise<ListedFacts> {
    const notes = await this.#adopt(topic, scope);
    const list = await this.#deps.store.read((reader) => {
      const found = this.#seen(reader, topic, scope);
      const until = asOf === undefined ? null : moment(asOf, 0);
      const items =
        until === null
          ? found.items
          : replayChanges(reader.changes(found.scope, found.key).filter((change) => change.source.time <= until));
      return forReader({ ...found, items }, scope);
    });
    return notes.length === 0 ? list : { ...list, notes };
  }

  async history(topic: string, scope: Scope = OWN): Promise<readonly HistoryEntry[]> {
    await this.#adopt(topic, scope);
    return this.#deps.store.read((reader) => {
      const list = this.#seen(reader, topic, scope);
      const hidden = hides(list.scope, scope);
      return reader.changes(list.scope, list.key).map((change) => ({
        topic: change.topic,
        at: new Date(change.source.time).toISOString(),
        recordedAt: new Date(change.recordedAt).toISOString(),
        chat: hidden ? "" : change.source.chat,
        messageId: hidden ? "" : change.source.messageId,
        sentence: hidden ? "" : change.source.sentence,
        reason: change.reason,
        operations: change.operations,
        effect: change.effect,
        undone: change.undoneBy !== null,
      }));
    });
  }

  async saying(holds: (text: string) => boolean, scope: Scope | null = null): Promise<readonly SaidList[]> {
    return this.#deps.store.read((reader) =>
      reader.lists(scope).flatMap(({ scope: whose, key, topic, count }) => {
        const items = reader.list(whose, key)?.items ?? [];
        const isHeld =
          count > 0 && [topic, ...items.flatMap(({ value, source }) => [value, source.sentence])].some(holds);
        const said = reader
          .changes(whose, key)
          .filter(({ topic: named, source, effect }) =>
            [named, source.sentence, ...[...effect.added, ...effect.removed].map(({ value }) => value)].some(holds),
          );
        const chats = [...new Set(said.map(({ source }) => source.chat))].sort();
        return isHeld || chats.length > 0 ? [{ topic, scope: whose, isHeld, chats }] : [];
      }),
    );
  }

  async undo(speech: Speech = {}): Promise<UndoResult> {
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    const lists = await store.write((writer) =>
      undoGroup(writer, lastGroup(writer, said, speech.chat ?? null), sourceOf(said, "undo"), newId(), clock()),
    );
    await this.#mirrors.write(lists);
    const text = lists.length === 0 ? "There is nothing to take back." : lists.map(describeUndo).join("\n");
    return { changed: lists.length > 0, text, lists: lists.map(changedList) };
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

  async replaceAll(topic: string, values: readonly string[], speech: Speech = {}): Promise<ChangedList> {
    values.forEach(checkValue);
    if (new Set(values.map(valueKey)).size < values.length)
      throw new LociError("FACT_INVALID", "a value stands twice in the list", { hint: "give each value once" });
    return this.#change(topic, speech, "replace_all", () => [{ op: "replaceAll", values }]);
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
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    const erased = await store.write((writer) => {
      const { scope } = said;
      const named = storedTopic(writer, topic, scope);
      const own = existing(writer, scope, named.key);
      const shared = own === null && !said.explicit ? existing(writer, "kb", named.key) : null;
      return eraseList(writer, own ?? shared ?? missingList(topic));
    });
    await this.#forget([erased]);
    return changedList(erased);
  }

  /** What the store no longer holds goes from its mirrors and its files, too. */
  async #forget(lists: readonly ListName[]): Promise<void> {
    await this.#mirrors.forget(lists);
    if (lists.length > 0) await this.#deps.store.purge();
  }

  async alias(topic: string, alias: string, item: string | null, scope: Scope = OWN): Promise<void> {
    checkValue(alias);
    await this.#deps.store.write((writer) => {
      const list = this.#seen(writer, topic, scope);
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
    const { clock, newId, store } = this.#deps;
    const [from, to] = [namedTopic(word), topic === null ? null : namedTopic(topic)];
    await this.#mirrors.write(await store.write((writer) => joinTopics(writer, from, to, clock(), newId())));
  }

  async synonyms() {
    return this.#deps.store.read((reader) =>
      reader.synonyms().map(({ key, target }) => ({ word: key, topic: target })),
    );
  }

  async deleteChat(
    chat: string,
    scopes?: readonly Scope[],
    messages?: readonly string[],
  ): Promise<readonly ChangedList[]> {
    const lists = await this.#deps.store.write((writer) =>
      writer.forgetChat(chat, scopes, messages).map(({ scope, key }) => replayList(writer, scope, key)),
    );
    await this.#forget(lists);
    return lists.map(changedList);
  }

  async sync(): Promise<SyncReport> {
    return this.#mirrors.sync();
  }

  async bytes(scope: Scope): Promise<number> {
    return await this.#deps.store.read((reader) => reader.bytes(scope).all);
  }

  async check(): Promise<readonly string[]> {
    return this.#deps.store.read((reader) =>
      reader.lists(null).flatMap(({ scope, key, topic }) => {
        const stored = reader.list(scope, key)?.items ?? [];
        const replayed = replayChanges(reader.changes(scope, key));
        return JSON.stringify(stored) === JSON.stringify(replayed)
          ? []
          : [`the list '${topic}' (${scope}) differs from the replay of its history`];
      }),
    );
  }

  async close(): Promise<void> {
    await this.#deps.store.close();
  }

  /**
   * The list of a topic as a scope sees it: its own, else the project's, as in `viewOf`. @throws LociError
   * `FACT_NOT_FOUND`
   */
  #seen(reader: FactReader, topic: string, scope: Scope): FactList {
    for (const one of scopesSeen(scope)) {
      const list = reader.list(one, storedTopic(reader, topic, one).key);
      if (list !== null && list.items.length > 0) return list;
    }
    return existingList(reader, topic, scope);
  }

  /** Takes in what was edited in the mirror of a topic's list; gives what couldn't be. */
  async #adopt(topic: string, scope: Scope): Promise<AskResult["notes"]> {
    const lists = await this.#deps.store.read((reader) =>
      scopesSeen(scope).map((one) => ({ scope: one, key: storedTopic(reader, topic, one).key })),
    );
    return (await this.#mirrors.adopt(lists)).notes;
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
    const secret = speech.scope === "kb" && isSensitive(key.slice(key.indexOf("/") + 1), value);
    const given = secret ? { ...speech, scope: OWN } : speech;
    return this.#change(
      attribute,
      given,
      "states_attribute",
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
    reason: string,
    operations: (list: FactList | null, reader: FactReader) => readonly ListOperation[],
    named: NamedTopic | null = null,
  ): Promise<ChangedList> {
    const { clock, newId, store } = this.#deps;
    const said = readSpeech(speech, clock(), newId);
    const written = await store.write((writer) => {
      const { key, name } = named ?? storedTopic(writer, topic, said.scope);
      const own = writer.list(said.scope, key);
      const scope =
        !said.explicit && (own?.items.length ?? 0) === 0 && (writer.list("kb", key)?.items.length ?? 0) > 0
          ? "kb"
          : said.scope;
      const planned = operations(writer.list(scope, key), writer);
      return writeChange(writer, {
        scope,
        key,
        topic: name,
        operations: planned,
        source: sourceOf(said, `${reason} ${topic}`),
        group: newId(),
        reason,
        recordedAt: clock(),
      });
    });
    await this.#mirrors.write([written]);
    return changedList(written);
  }
}

/**
 * The last change that can be taken back: the speaker's own, or for the owner, who says of nobody, the project's when
 * that is later.
 */
function lastGroup(
  reader: FactReader,
  { scope, explicit }: { readonly scope: Scope; readonly explicit: boolean },
  chat: string | null,
) {
  const own = reader.lastGroup(scope, chat);
  const shared = explicit ? [] : reader.lastGroup("kb", chat);
  return (shared[0]?.sequence ?? 0) > (own[0]?.sequence ?? 0) ? shared : own;
}

/**
 * Whether somebody else's words are hidden: where an item of the project's list was said is for the owner, who may
 * see every chat.
 */
function hides(list: Scope, viewer: Scope | null): boolean {
  return list === "kb" && viewer !== null && viewer !== OWN;
}

function withoutSource<T extends ShownItem>(item: T): T {
  return { ...item, messageId: "", chat: "" };
}

/** An answer as a viewer may see it. */
function forViewer(answer: FactAnswer, viewer: Scope): FactAnswer {
  if (viewer === OWN || (!hides(answer.scope, viewer) && answer.topic !== "")) return answer;
  if (answer.kind === "provenance")
    return {
      ...answer,
      kind: "value",
      text: `${answer.items.map(({ value }) => value).join(", ")}: said in the project; where is for its owner.`,
      items: answer.items.map(withoutSource),
      sources: [],
    };
  return { ...answer, items: answer.items.map(withoutSource), sources: [] };
}

/** The reader of times, loaded only for a message that names one. */
async function timesOf(clauses: readonly Clause[]): Promise<AskedAt["readTime"]> {
  const named = clauses.some(({ readings }) =>
    readings.some(({ intent }) => "at" in intent && intent.at?.kind === "at"),
  );
  return named ? (await import("./attributes/read-time.ts")).readTime : () => null;
}

/** The result of a message that is not about lists. */
function aside(route: Route, reason: RouteReason, rest: string, messageId: string, text: string): TellResult {
  return {
    route,
    reason,
    changed: false,
    text,
    topic: null,
    before: [],
    items: [],
    lists: [],
    answers: [],
    rest,
    messageId,
    notes: [],
  };
}

function forReader(list: FactList, viewer: Scope | null): ListedFacts {
  const type = typeOfList(list);
  const form =
    list.items.length === 1 && type !== "ranked" ? canonical(list.items[0]?.value ?? "", type as ValueType) : "";
  const items = list.items.map((item, i) => shownItem(item, i + 1));
  return {
    topic: list.topic,
    scope: list.scope,
    type,
    ...(isAttribute(list.key) ? { subject: subjectOf(list.key) } : {}),
    ...(form !== "" && form !== list.items[0]?.value ? { canonical: form } : {}),
    count: list.items.length,
    items: hides(list.scope, viewer) ? items.map(withoutSource) : items,
  };
}

/** A list that is stored, or whose history is; null when neither is there. */
function existing(reader: FactReader, scope: Scope, key: string): FactList | null {
  const list = reader.list(scope, key);
  const [change] = list === null ? reader.changes(scope, key) : [];
  return list ?? (change === undefined ? null : { scope, key, topic: change.topic, items: [], revision: 0 });
}

function missingList(topic: string): never {
  throw new LociError("FACT_NOT_FOUND", `no list '${topic.slice(0, 80)}' is stored`, {
    hint: "loci facts list shows what is",
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

/**
 * A message as it is read. A NUL stands for a blank: SQLite's text ends at one, so a list that is named with it could
 * not be found again.
 */
function readable(text: string): string {
  if (text.length > LONGEST_MESSAGE)
    throw new LociError("TOO_LARGE", `a message of ${text.length} characters is too long`, {
      hint: `send at most ${LONGEST_MESSAGE}`,
    });
  return text.replaceAll("\0", " ");
}
