import { LociError } from "../model/error.ts";
import { parseScope, type Scope } from "../model/scope.ts";
import type { FactList, FactReader } from "../storage/ports/fact-store.ts";
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
import { replayList, undoGroup } from "./api/list-writer.ts";
import { moment, OWN, readSpeech, sourceOf } from "./api/read-speech.ts";
import { changedList, describeUndo, tellMessage } from "./api/tell-message.ts";
import { storedTopic } from "./api/topic-finder.ts";
import { canonical, isAttribute, subjectOf, type ValueType } from "./attributes/known.ts";
import { lookUp, UNDOCUMENTED } from "./documents/documented.ts";
import { isWrite } from "./language/intent.ts";
import { type Clause, readMessage } from "./language/read-message.ts";
import { replayChanges } from "./lists/apply-operation.ts";
import { scopesSeen, differs, keepContext, viewOf } from "./router/fact-view.ts";
import type { Route, RouteReason } from "./router/route.ts";
import { routeMessage } from "./router/route-message.ts";
import { type FactsDependencies, ListVerbs } from "./api/list-verbs.ts";

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

/** What is said in words, and what is read; verbs without grammar are in `ListVerbs`. */
class StoredFacts extends ListVerbs implements Facts {
  async tell(text: string, speech: Speech = {}): Promise<TellResult> {
    const { clock, newId, store } = this.deps;
    const said = readSpeech(speech, clock(), newId);
    text = readable(text);
    if (!said.fromUser) return aside("search", "assistant_text", text, said.messageId, "");
    // Most messages are about no fact: they are told so without a write, but for the end of the chat's context.
    const clauses = readMessage(text);
    const documented = await lookUp(clauses, said.scope, this.deps.documents ?? null);
    const { routed, ends } = await store.read((reader) => ({
      routed: routeMessage(text, clauses, viewOf(reader, said.scope, said.chat, documented)),
      ends: differs(reader, said.scope, said.chat, null),
    }));
    if (routed.acts.length === 0) {
      if (ends) await store.write((writer) => keepContext(writer, said.scope, said.chat, null));
      return aside(routed.route, routed.reason, routed.rest, said.messageId, routed.remark);
    }
    const adopted = await this.mirrors.adopt(
      routed.acts.flatMap((act) => (act.key === null ? [] : [{ scope: said.scope, key: act.key }])),
    );
    const readTime = await timesOf(clauses);
    const told = await store.write((writer) =>
      tellMessage(text, clauses, { ...said, readTime, documented }, writer, clock(), newId),
    );
    if (told.erased) await this.forget(told.touched);
    else if (told.result.changed) await this.mirrors.write(told.touched);
    return { ...told.result, notes: [...adopted.notes, ...documented.notes] };
  }

  async ask(text: string, speech: AskSpeech = {}): Promise<AskResult> {
    const { store } = this.deps;
    const scope = parseScope(speech.scope ?? OWN);
    const chat = speech.chat ?? "";
    const asked = {
      now: moment(speech.time, this.deps.clock()),
      asOf: speech.asOf === undefined ? null : moment(speech.asOf, 0),
    };
    text = readable(text);
    const clauses = readMessage(text, true);
    const at: AskedAt = { ...asked, readTime: await timesOf(clauses) };
    const documented = asked.asOf === null ? await lookUp(clauses, scope, this.deps.documents ?? null) : UNDOCUMENTED;
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
    const { any, notes: adopted } = await this.mirrors.adopt(found.spoken.map((key) => ({ scope, key })));
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
    const documented = await lookUp(clauses, scope, this.deps.documents ?? null);
    const { route, reason, rest } = await this.deps.store.read((reader) =>
      routeMessage(text, clauses, viewOf(reader, scope, speech.chat ?? "", documented)),
    );
    return { route, reason, rest };
  }

  async list(
    scope: Scope | null = null,
    { kind = "ranked", offset = 0, limit = Number.POSITIVE_INFINITY }: FactPage = {},
  ): Promise<readonly ListedFacts[]> {
    return this.deps.store.read((reader) => {
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
    const list = await this.deps.store.read((reader) => {
      const found = this.seen(reader, topic, scope);
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
    return this.deps.store.read((reader) => {
      const list = this.seen(reader, topic, scope);
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
    return this.deps.store.read((reader) =>
      reader.lists(scope).flatMap(({ scope: whose, key, topic, count }) => {
        const items = reader.list(whose, key)?.items ?? [];
        const isHeld =
          count > 0 && [topic, ...items.flatMap(({ value, source }) => [value, source.sentence])].some(holds);
        const wasHeld = (): boolean =>
          reader
            .changes(whose, key)
            .some(({ topic: named, source, effect }) =>
              [named, source.sentence, ...[...effect.added, ...effect.removed].map(({ value }) => value)].some(holds),
            );
        return isHeld || wasHeld() ? [{ topic, scope: whose, isHeld }] : [];
      }),
    );
  }

  async undo(speech: Speech = {}): Promise<UndoResult> {
    const { clock, newId, store } = this.deps;
    const said = readSpeech(speech, clock(), newId);
    const lists = await store.write((writer) =>
      undoGroup(writer, lastGroup(writer, said, speech.chat ?? null), sourceOf(said, "undo"), newId(), clock()),
    );
    await this.mirrors.write(lists);
    const text = lists.length === 0 ? "There is nothing to take back." : lists.map(describeUndo).join("\n");
    return { changed: lists.length > 0, text, lists: lists.map(changedList) };
  }

  async deleteChat(
    chat: string,
    scopes?: readonly Scope[],
    messages?: readonly string[],
  ): Promise<readonly ChangedList[]> {
    const lists = await this.deps.store.write((writer) =>
      writer.forgetChat(chat, scopes, messages).map(({ scope, key }) => replayList(writer, scope, key)),
    );
    await this.forget(lists);
    return lists.map(changedList);
  }

  async sync(): Promise<SyncReport> {
    return this.mirrors.sync();
  }

  async bytes(scope: Scope): Promise<number> {
    return await this.deps.store.read((reader) => reader.bytes(scope).all);
  }

  async check(): Promise<readonly string[]> {
    return this.deps.store.read((reader) =>
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
    await this.deps.store.close();
  }

  /** Takes in what was edited in the mirror of a topic's list; gives what couldn't be. */
  async #adopt(topic: string, scope: Scope): Promise<AskResult["notes"]> {
    const lists = await this.deps.store.read((reader) =>
      scopesSeen(scope).map((one) => ({ scope: one, key: storedTopic(reader, topic, one).key })),
    );
    return (await this.mirrors.adopt(lists)).notes;
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
