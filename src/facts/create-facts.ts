import type { ChangedList, FactAnswer, ListedFacts } from "../operations/answers/facts.ts";
import { LociError, whereWritable } from "../model/error.ts";
import { parseScope, type Scope } from "../model/caller.ts";
import { type FactReader, type FactTurn, type FactWriter, UNREAD } from "../storage/ports/fact-store.ts";
import { answerQuestion, forReader, forViewer, hides, shownSource, Say } from "./answers/answer.ts";
import { moment, OWN, readSpeech, sourceOf } from "./api/facts.ts";
import type {
  AskResult,
  AskSpeech,
  FactPage,
  HistoryEntry,
  KeptText,
  SaidList,
  Speech,
  TellResult,
  UndoResult,
  ReadSpeech,
} from "./api/facts.ts";
import { removeSealed } from "../files/plain-file.ts";
import { replayList, undoLast, writeChange, forgetSaid, saidOf, shownSaid } from "./api/list-writer.ts";
import { KnownSecrets, secretsOf } from "./api/known-secrets.ts";
import { acceptProposals, openSentences } from "./api/proposals.ts";
import { changedList, describeUndo, doActs, type Doing } from "./api/tell-message.ts";
import { isAttribute, isSecretFact } from "./grammar/attribute-keys.ts";
import { type Asked, type SaidLater, saidLater, spokenFact, withLater } from "./fresh/said-later.ts";
import { isWrite } from "./grammar/intent.ts";
import type { Note } from "../model/note.ts";
import { type ReadClause, readMessage } from "./grammar/read-message.ts";
import { replayChanges } from "./lists/apply-operation.ts";
import { isNewTurn, listsSeen, scopesSeen, viewOf } from "./router/fact-view.ts";
import type { FactView, RoutedMessage, UnreadChange } from "./router/fact-view.ts";
import { COURTESY, routeMessage } from "./router/route-message.ts";
import { checkSeen, type FactsDependencies, ListVerbs } from "./api/list-verbs.ts";

/** Longest message that is read, in characters; a longer one is refused whole, never cut. */
const LONGEST_MESSAGE = 4_000_000;

/**
 * Ranked lists, favourites and exact facts of a project.
 * @example const facts = createFacts({ store, files: null, clock: Date.now, newId: randomUUID });
 */
export const createFacts = (dependencies: FactsDependencies): Facts => new StoredFacts(dependencies);

/** Facts of a project, as callers use them. */
export type Facts = Pick<StoredFacts, keyof StoredFacts>;

const SECRET_LOST =
  'That holds a secret, which is not kept here. Say it as a fact, such as "my alarm code is …", and it stands there alone.';
const TOLD = "This message was taken in before; nothing was changed.";
const NO_TURN: FactTurn = { keys: [], changed: false };
const PROPOSED = 'The language model read this in what you said; "undo that" takes it back.';
/** Names of what is stored that a model is shown. */
const MOST_KNOWN = 50;
/** Clauses that take so long to read that others have their turn before they are done. */
const MANY_CLAUSES = 100;

/**
 * Ranked lists and single favourites: stated once, stored exactly, answered exactly, without a language model.
 *
 * Every change is one transaction. Errors of all calls: `FACT_INVALID` for an unusable argument, `FACT_NOT_FOUND` for a
 * topic or item that isn't there, and those of the store.
 * @example
 * await facts.tell("My favorite fonts are 1) Garamond, 2) Futura", { chat: "a" });
 * (await facts.ask("What's my second favorite font?", { chat: "a" })).text; // "Your 2nd favorite font is Futura."
 */
class StoredFacts extends ListVerbs {
  readonly #secrets = new KnownSecrets();

  /** Takes in a message: stores what it states, does what it commands, answers what it asks, hands back the rest. */
  async tell(text: string, speech: Speech = {}): Promise<TellResult> {
    const { clock, newId, store } = this.deps;
    const said = readSpeech(speech, clock(), newId);
    text = readable(text);
    if (!said.fromUser) return aside({ reason: "assistant_text", rest: text, remark: "" }, said.messageId);
    // Most messages are about no fact: they are told so without a write, but for the end of the chat's turn.
    const clauses = readMessage(text);
    if (clauses.length > MANY_CLAUSES) await new Promise(setImmediate);
    const { isTold, routed, ends } = await store.read((reader) => ({
      isTold:
        speech.messageId !== undefined &&
        scopesSeen(said.scope).some((scope) => reader.isTold(scope, said.chat, said.messageId)),
      routed: routeMessage({ text, clauses }, viewOf(reader, said.scope, said.chat)),
      ends: !COURTESY.test(text) && isNewTurn(reader, said.scope, said.chat, NO_TURN),
    }));
    // A message that is sent again changes nothing twice.
    if (isTold) return aside({ reason: "told_before", rest: "", remark: TOLD }, said.messageId);
    const noted = await this.#note(text, routed, said);
    const proposed = await this.#proposed(clauses, routed, said);
    if (proposed.told !== null) return { ...proposed.told, notes: proposed.notes };
    if (routed.acts.length === 0) {
      if (routed.unread !== null) await this.#keepUnread(routed.unread, said);
      if (ends && routed.remark === "") await this.#keepTurn(said.scope, said.chat, NO_TURN);
      const isLost = noted === null && routed.remark === "" && (await this.#losesSecret(text, said, clauses));
      const result = aside(isLost ? { ...routed, remark: SECRET_LOST } : routed, said.messageId);
      return { ...result, ...noted, notes: proposed.notes };
    }
    // It is routed in the present state once more.
    const { result, touched, erased } = await store.write((writer) =>
      doActs(routeMessage({ text, clauses }, viewOf(writer, said.scope, said.chat)), this.#doing(said, writer)),
    );
    if (erased) await this.forget(touched);
    else if (result.changed) await this.keep(touched);
    if (noted !== null) return { ...result, text: `${result.text}\n${noted.text}`, rest: noted.rest };
    if (result.reason === "asks_past") return result;
    const lost =
      result.changed && result.rest !== "" && (await this.#losesSecret(result.rest, said)) ? [SECRET_LOST] : [];
    const answers = await this.#fresh(result.answers, said.scope);
    const replies = new Map(result.answers.map((answer, i) => [answer.text, answers[i]?.text]));
    const lines = result.text.split("\n").map((line) => replies.get(line) ?? line);
    return { ...result, answers, text: [...lines, ...lost].join("\n") };
  }

  #doing(speech: ReadSpeech, writer: FactWriter): Doing {
    const { clock, newId } = this.deps;
    return { speech, writer, group: newId(), now: clock(), days: this.days };
  }

  /** Does what a language model proposes of a message that no form reads, as far as its words bear it out. */
  async #proposed(
    clauses: readonly ReadClause[],
    routed: RoutedMessage,
    said: ReadSpeech,
  ): Promise<{ readonly told: TellResult | null; readonly notes: readonly Note[] }> {
    const { propose = null, store } = this.deps;
    const sentences = propose === null ? [] : openSentences(routed, clauses);
    if (propose === null || sentences.length === 0) return { told: null, notes: [] };
    const known = async (): Promise<readonly string[]> => {
      const lists = await store.read((reader) => scopesSeen(said.scope).flatMap((scope) => reader.lists(scope)));
      return lists.slice(0, MOST_KNOWN).map((list) => new Say(list).one);
    };
    const { proposals, notes } = await propose({ text: sentences.join(" "), scope: said.scope, known });
    const acts = acceptProposals(proposals, sentences);
    if (acts.length === 0) return { told: null, notes };
    const done = { ...routed, route: "facts-write", reason: "proposed", acts, remark: PROPOSED } as const;
    const { result, touched } = await store.write((writer) => doActs(done, this.#doing(said, writer)));
    await this.keep(touched);
    return { told: result.changed ? result : null, notes };
  }

  /** Keeps what sounds like a change and couldn't be read in the history of what it speaks of, beside which it is said. */
  async #keepUnread({ list: { scope, key, topic }, sentence }: UnreadChange, said: ReadSpeech): Promise<void> {
    if (scope !== said.scope) return;
    const { clock, newId, store } = this.deps;
    const source = sourceOf(said, sentence);
    const change = { scope, key, topic, operations: [], source, group: newId(), reason: UNREAD, recordedAt: clock() };
    await this.keep([await store.write((writer) => writeChange(writer, change))]);
  }

  /** Whether a chat keeps a message without the secret that it holds, and no fact holds it either. */
  async #losesSecret(text: string, { chat }: ReadSpeech, clauses: readonly ReadClause[] = []): Promise<boolean> {
    const { holdsSecret } = this.deps;
    if (chat === "" || text.trimEnd().endsWith("?") || holdsSecret === undefined) return false;
    // What a form reads as a secret is taken out of the chat, whether or not that warrants storing it.
    return secretsOf(clauses).length > 0 || (await holdsSecret(text));
  }

  /** Keeps what is to be remembered of a message and is no fact, word for word, and says so; null where nothing is. */
  async #note(
    text: string,
    { unkept, others }: RoutedMessage,
    { scope, time }: ReadSpeech,
  ): Promise<Pick<TellResult, "route" | "reason" | "changed" | "text" | "rest"> | null> {
    const keep = this.deps.keepNote ?? null;
    const [first = ""] = unkept;
    if (first === "" || keep === null) return null;
    const last = unkept.at(-1) as string;
    const isWhole = others === "" && text.includes(first) && text.includes(last);
    const whole = isWhole ? text.slice(text.indexOf(first), text.lastIndexOf(last) + last.length) : unkept.join(" ");
    const kept = (await keep({ text: whole, scope, time })) ? [whole] : [];
    // A secret in one sentence takes no other along.
    const parts = kept.length > 0 || unkept.length < 2 ? [] : unkept;
    for (const one of parts) if (await keep({ text: one, scope, time })) kept.push(one);
    const changed = kept.length > 0;
    const lines = changed ? [`Noted, word for word: “${kept.join(" ")}”`] : [];
    if (kept.length < Math.max(parts.length, 1)) lines.push(SECRET_LOST);
    const route = changed ? "facts-write" : "search";
    return { route, reason: "remembers", changed, rest: others, text: lines.join("\n") };
  }

  /** Answers a question; never changes a list. Remembers the list for questions that follow in the chat. */
  async ask(text: string, speech: AskSpeech = {}): Promise<AskResult> {
    const { store } = this.deps;
    const [scope, chat] = [parseScope(speech.scope ?? OWN), speech.chat ?? ""];
    const asOf = speech.asOf === undefined ? null : moment(speech.asOf, 0);
    text = readable(text);
    const clauses = readMessage(text);
    if (clauses.length > MANY_CLAUSES) await new Promise(setImmediate);
    const { routed, answers, turn } = await store.read((reader) => {
      const view = viewOf(reader, scope, chat);
      const isToAnswer = speech.isSearch === true || speech.isPrompt;
      const routed = routeMessage({ text, clauses, isToAnswer }, view);
      const asked = routed.acts.filter(({ intent }) => !isWrite(intent));
      const keys = [...new Set(asked.flatMap(({ key }) => (key === null ? [] : [key])))];
      const turn: FactTurn = { keys, changed: false };
      const isKept = (asked.length === 0 && routed.acts.length > 0) || !isNewTurn(reader, scope, chat, turn);
      const answers = asked.map((act) => forViewer(answerQuestion(act, view, { asOf, days: this.days }), scope));
      return { routed, answers, turn: isKept || speech.isSearch ? null : turn };
    });
    if (turn !== null) await this.#keepTurn(scope, chat, turn);
    const isPast = asOf !== null || routed.acts.some(({ reason }) => reason === "asks_past");
    const isKnown = answers.every(({ kind }) => kind !== "not_stored");
    const fresh = asOf !== null || (isPast && isKnown) ? answers : await this.#fresh(answers, scope);
    const [first] = fresh;
    const { route, reason, rest, remark } = routed;
    const asked = { reason, answers: fresh, rest, notes: [] };
    if (first === undefined) return { ...asked, route, text: remark, items: [], topic: null, sources: [] };
    const { key: _key, scope: _scope, ...shown } = first;
    if (speech.isSearch && fresh.some(isSecret))
      return { ...asked, ...shown, route, text: `${first.topic} is kept, as a secret that no search shows` };
    const sources = fresh.flatMap((answer) => answer.sources);
    return {
      ...asked,
      ...shown,
      route: "facts-read",
      text: fresh.map((answer) => answer.text).join("\n"),
      sources: [...new Map(sources.map((source) => [`${source.chat}\n${source.messageId}`, source])).values()],
    };
  }

  /** What was asked last is a help for the next question; where nothing can be written this one is answered all the same. */
  async #keepTurn(scope: Scope, chat: string, turn: FactTurn): Promise<void> {
    await whereWritable(() => this.deps.store.write((writer) => writer.setTurn(scope, chat, turn)));
  }

  /** What people said later of an answer, as a search finds it. */
  async #saidLater(shown: Shown, scope: Scope): Promise<readonly SaidLater[]> {
    const { said = null, store } = this.deps;
    const asked = await store.read((reader) => askedOf(shown, reader, viewOf(reader, scope, "")));
    if (asked === null) return [];
    const { fact, since, read } = asked;
    return saidLater(asked, said === null ? [] : await said({ fact, scope, since, read }));
  }

  /** Answers with what people said later; what isn't stored is looked for, too. */
  async #fresh(answers: readonly FactAnswer[], scope: Scope): Promise<readonly FactAnswer[]> {
    const { clock, quoted = (sentence: string) => sentence } = this.deps;
    const today = { now: clock(), days: this.days, quoted };
    const fresh: FactAnswer[] = [];
    for (const [i, answer] of answers.entries()) {
      const isChecked =
        answer.topic !== "" && /^(?:value|list|slice|not_stored)$/u.test(answer.kind) && i < MOST_CHECKED;
      const later = isChecked ? await this.#saidLater(answer, scope) : [];
      fresh.push(withLater(answer, later, today));
    }
    return fresh;
  }

  /**
   * All lists that hold something, sorted by topic: those that a scope sees (its own, and the project's where it has
   * none), of every scope when `scope` is null.
   */
  async list(
    scope: Scope | null = null,
    { kind = "all", offset = 0, limit = Infinity, unasked = false, checked = false, secret = false }: FactPage = {},
  ): Promise<readonly ListedFacts[]> {
    const lists = await this.deps.store.read((reader) => {
      const all =
        scope === null ? reader.lists(null).filter(({ items }) => items.length > 0) : listsSeen(reader, scope);
      const wanted = all.filter(
        (list) => (kind === "all" || isAttribute(list.key) === (kind === "attribute")) && (!secret || isSecret(list)),
      );
      return wanted.slice(offset, offset + limit).map((list) => ({
        key: list.key,
        shown: forReader(list, reader, scope),
        isHidden: unasked && isSecret(list),
      }));
    });
    return await Promise.all(
      lists.map(async ({ key, shown, isHidden }, i) => {
        if (isHidden) return withoutSecret(shown);
        const isChecked = checked && i < MOST_LISTED && !hides(shown.scope, scope);
        const later = isChecked ? await this.#saidLater({ ...shown, key }, shown.scope) : [];
        return later.length === 0 ? shown : { ...shown, later };
      }),
    );
  }

  /** One list. @throws LociError `FACT_NOT_FOUND` */
  async show(topic: string, scope: Scope = OWN, asOf?: string | number): Promise<ListedFacts> {
    return this.deps.store.read((reader) => {
      const found = this.seen(reader, topic, scope);
      const until = asOf === undefined ? null : moment(asOf, 0);
      const items =
        until === null
          ? found.items
          : replayChanges(reader.changes(found.scope, found.key).filter((change) => change.source.time <= until));
      return forReader({ ...found, items }, reader, scope);
    });
  }

  /** Everything that happened to a list, oldest first. @throws LociError `FACT_NOT_FOUND` */
  async history(topic: string, scope: Scope = OWN): Promise<readonly HistoryEntry[]> {
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

  /**
   * The lists and exact facts of a scope, of every scope when it is null, whose topic, values or history hold something. With `yes` it is forgotten,
   * as if it had never been said. Cost: every change of these lists.
   */
  async forgetWords(
    holds: (text: string) => boolean,
    { scope = null, yes = false }: { readonly scope?: Scope | null; readonly yes?: boolean } = {},
  ): Promise<readonly SaidList[]> {
    const { store } = this.deps;
    if (!yes) return await store.read((reader) => saidOf(reader, scope, holds).map(shownSaid));
    const { said, lists } = await store.write((writer) => {
      const said = saidOf(writer, scope, holds);
      return { said, lists: said.flatMap((one) => forgetSaid(writer, one, holds)) };
    });
    if (lists.length > 0) await this.forget(lists);
    return said.map(shownSaid);
  }

  /** A text as it may be kept: without secrets that it states as facts, and those that facts of its scope hold or held. */
  async withoutSecrets(kept: KeptText): Promise<string> {
    return await this.deps.store.read((reader) => this.#secrets.without(reader, kept));
  }

  /**
   * Takes back the last change of a chat, or of the project when no chat is given.
   * @throws LociError `FACT_CHANGED` where `speech.seen` isn't what stands in its lists, one after the other
   */
  async undo(speech: Speech = {}): Promise<UndoResult> {
    const { clock, newId, store } = this.deps;
    const said = readSpeech(speech, clock(), newId);
    const by = { source: sourceOf(said, "undo"), group: newId(), recordedAt: clock() };
    const lists = await store.write((writer) => {
      const undone = undoLast(writer, said, speech.chat ?? null, by);
      const before = undone.flatMap((list) => list.before);
      checkSeen(undone.map(({ topic }) => topic).join(", "), before, speech.seen);
      return undone;
    });
    await this.keep(lists);
    return { changed: lists.length > 0, text: describeUndo(lists), lists: lists.map(changedList) };
  }

  /**
   * Forgets a chat, or only some of its messages: what was said in it never was. Gives the lists that changed.
   * @param scopes of whose lists; all by default
   * @param messages ids; all by default
   */
  async deleteChat(
    chat: string,
    scopes?: readonly Scope[],
    messages?: readonly string[],
  ): Promise<readonly ChangedList[]> {
    const lists = await this.deps.store.write((writer) =>
      writer.forgetChat(chat, scopes, messages).map(({ scope, key }) => replayList(writer, scope, key)),
    );
    if (lists.length > 0) await this.forget(lists);
    return lists.map(changedList);
  }

  /** Writes the record, and the files (`facts/<topic>.md`) of all lists, for people to read, where they aren't as the store has them. */
  async sync(): Promise<{ readonly written: readonly string[] }> {
    return { written: await this.keep(await this.deps.store.read((reader) => reader.lists(null))) };
  }

  /** Goes on with an erasing that a process ended, or a full disk, before its words were gone from every file. */
  async finishErasing(): Promise<void> {
    const { store, files } = this.deps;
    if (!(await store.read((reader) => reader.erasing()))) return;
    if (files !== null) removeSealed(files);
    await this.forget(await store.read((reader) => reader.lists(null)));
  }

  async close(): Promise<void> {
    await this.deps.store.close();
  }
}

/** Most lists of an overview that are checked against what was said later: a few milliseconds each. */
const MOST_LISTED = 30;

/** Most answers of a message that are checked against what was said later. */
const MOST_CHECKED = 3;

/** What an answer or an overview shows of a list. */
type Shown = Pick<FactAnswer, "key" | "topic" | "items" | "scope">;

/** What is shown of a list with what tells which messages were read as facts of it. */
function askedOf({ key, topic, items, scope }: Shown, reader: FactReader, view: FactView): Asked | null {
  if (key === undefined) return null;
  const changes = view.changes(key);
  const unread = changes.filter(({ reason }) => reason === UNREAD).map(({ source }) => shownSource(source));
  // What was taken back was read, too.
  const all = reader.changes(scope, key);
  const read = new Set([...changes, ...all].map(({ source }) => source.messageId));
  const values = items.map(({ value }) => value);
  const since = items.length === 0 ? null : Math.max(...items.map(({ time }) => Date.parse(time)));
  return { fact: spokenFact({ key, topic }, values, changes), key, since, read, unread };
}

/** The result of a message that is not about lists. */
function aside(
  { reason, rest, remark }: Pick<RoutedMessage, "reason" | "rest" | "remark">,
  messageId: string,
): TellResult {
  const nothing = { topic: null, before: [], items: [], lists: [], answers: [], notes: [] };
  return { route: "search", reason, changed: false, text: remark, rest, messageId, ...nothing };
}

/** Whether a list, or what was answered of it, is a secret. */
function isSecret({ key = "", items }: { key?: string; items: readonly { value: string }[] }): boolean {
  const values = items.map(({ value }) => value);
  return isSecretFact(key, values);
}

/** A list as who didn't ask for it is told of it: a secret is named, and neither said nor quoted. */
function withoutSecret({ later: _later, ...list }: ListedFacts): ListedFacts {
  return { ...list, items: list.items.map((item) => ({ ...item, value: "kept; ask for it by its name to see it" })) };
}

/**
 * A message as it is read. A NUL stands for a blank: SQLite's text ends at one, so a list that is named with it could not be found again.
 */
function readable(text: string): string {
  if (text.length > LONGEST_MESSAGE)
    throw new LociError("TOO_LARGE", `a message of ${text.length} characters is too long`, {
      hint: `send at most ${LONGEST_MESSAGE}`,
    });
  return text.replaceAll("\0", " ").replace(/[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "");
}
