import type { ChatMessages, ChatSummary, DeletedChat } from "../../operations/answers/chat.ts";
import type { OpenedProject } from "../opened-project.ts";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, relative } from "node:path";
import { operation, step } from "../../model/next-step.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { jsonlMessage } from "../../ingest/chats/read-jsonl.ts";
import { rewritten } from "../../ingest/chats/cut-chat.ts";
import { readChat, sealedLine, unread } from "../../ingest/chats/live-chat.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { isInside } from "../../ingest/source-key.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { callerOf, type Caller, canSee, visibleScopes, parseScope, type Scope } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { messageFor } from "../../model/message-role.ts";
import type { Source } from "../../model/source.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { auditForgotten, recordAudit } from "../audit.ts";
import { removeSource } from "../documents/remove-source.ts";
import type { ErasedDrawer } from "../palace/erase-drawers.ts";
import { ForgottenTexts } from "../palace/leave-no-trace.ts";
import type { ProjectFolder } from "../project-folder.ts";
import { type Turns, underLease } from "../exclusive.ts";
import { MESSAGES } from "./chat-files.ts";
import { type ChatChange, removeDerivedFiles, updateLogs, updateNotes } from "./chat-changes.ts";
import { lostEnd, repairCut } from "./message-writer.ts";
import { LIST_CHATS, type ONE_CHAT, type OptionsOf, READ_CHAT } from "../../model/requests/index.ts";

export type WhichChat = OptionsOf<typeof ONE_CHAT>;

export interface ChatStore {
  /** The chats that a caller sees, newest first. */
  list(
    options?: OptionsOf<typeof LIST_CHATS>,
  ): Promise<{ readonly chats: readonly ChatSummary[]; readonly total: number }>;
  /** The last messages of a chat, or the last before one. @throws LociError `CHAT_NOT_FOUND` */
  messages(chat: string, options?: OptionsOf<typeof READ_CHAT>): Promise<ChatMessages>;
  /** Deletes a chat: messages, drawers, what was said about lists there, who was shown it. @throws LociError `CHAT_NOT_FOUND`, `SOURCE_BUSY` */
  remove(chat: string, options?: WhichChat): Promise<DeletedChat>;
  isLiveChat(source: Pick<Source, "kind" | "root">): boolean;
  /** All drawers of the messages that the given drawers belong to, including the given ones. */
  wholeMessages(index: SearchIndex, drawers: readonly StoredDrawer[]): Promise<readonly StoredDrawer[]>;
  /** Restores the cut-off ends of chat files that a caller sees, from the index. */
  repairCuts(index: SearchIndex, caller: Caller): Promise<void>;
  /** All messages of a chat or notes, including those cut off from the end of the file. */
  whole(index: SearchIndex, source: Source): Promise<readonly TranscriptMessage[]>;
  /** Takes messages out of a chat, or notes out of their file, and out of the index: they were kept long enough. */
  expire(index: SearchIndex, source: Source, messages: readonly TranscriptMessage[]): Promise<void>;
  visible(caller: Caller): Promise<readonly { readonly source: Source; readonly scope: Scope }[]>;
  /** Replaces texts of a chat's messages in its file, the derived files and the index. @param texts by session and id, joined by a NUL */
  rewrite(index: SearchIndex, source: Source, texts: ReadonlyMap<string, string>): Promise<void>;
  /**
   * Takes the messages of drawers out of their chats, whole, and out of the index, and takes back what lists were told in them: what another message
   * told too stays.
   * @param drawers as `wholeMessages` gives them
   */
  erase(index: SearchIndex, drawers: readonly StoredDrawer[], caller: Caller): Promise<ErasedMessages>;
}

export interface ErasedMessages {
  readonly erased: readonly ErasedDrawer[];
  readonly lists: readonly string[];
}

/** @param turns by file: what works on a chat waits for what works on it already */
export function chatStore(project: OpenedProject, turns: Turns): ChatStore {
  const { catalog, folder } = project;
  const isLiveChat: ChatStore["isLiveChat"] = ({ kind, root }) => kind === "chat" && isInside(root, folder.chats);
  const kept = async (caller: Caller): Promise<readonly Source[]> => {
    const visible = visibleScopes(caller);
    return (await catalog.sources.list()).filter(
      (source) => isLiveChat(source) && basename(source.root) === MESSAGES && canSee(visible, scopeOf(source)),
    );
  };

  /** A caller's own chat takes precedence over one that everybody sees. */
  const find = async (chat: string, { caller: given, scope }: WhichChat, toChange: boolean): Promise<Source> => {
    const caller = callerOf(given);
    const wanted = scope === undefined ? null : parseScope(scope);
    const called = (await kept(caller)).filter(
      (source) => source.name === chat && (wanted === null || scopeOf(source) === wanted),
    );
    const own = called.filter((source) => (caller === "owner" ? isOwners(source) : scopeOf(source) === caller));
    const found = own.length > 0 ? own : toChange && caller !== "owner" ? [] : called;
    if (found.length === 1) return found[0] as Source;
    throw new LociError(
      "CHAT_NOT_FOUND",
      found.length === 0
        ? `there is no chat '${chat.slice(0, 80)}'${toChange && called.length > 0 ? " of yours" : ""}`
        : `${found.length} users have a chat '${chat.slice(0, 80)}'`,
      found.length === 0
        ? { hint: step`${operation("chat list")} lists them` }
        : { hint: "say whose: give its scope", details: { scopes: found.map(scopeOf).sort() } },
    );
  };

  const repair = async (index: SearchIndex, source: Source): Promise<void> => {
    if ((await lostEnd(project, index, source)) === null) return;
    await underLease(project, leaseName("source", source.key), () => repairCut(project, index, source));
  };

  /** Derived files are changed first: after a crash in between, the messages still show what remains to be done. */
  const change = async (
    { index, source }: { readonly index: SearchIndex; readonly source: Source },
    removedKeys: ReadonlySet<string>,
    texts: ReadonlyMap<string, string> = new Map(),
  ): Promise<void> =>
    await turns.run(source.root, async () => {
      // Notes are removed with their source message.
      if (!existsSync(source.root)) return;
      await repair(index, source);
      const isChat = basename(source.root) === MESSAGES;
      const { removed } = split(await readChat(source.root), removedKeys, texts);
      if (isChat) await updateNotes(project, { index, source }, removed);
      const left = await underLease(project, leaseName("source", source.key), async () => {
        const parts = split(await readChat(source.root), removedKeys, texts);
        if (isChat && parts.left.length > 0) await updateLogs(project, source, parts);
        await rewriteChat({ index, source }, { removedKeys, texts }, catalog);
        return parts.left.length;
      });
      if (left > 0) await indexSources(await project.ingest(index), { kind: "mine", sources: [source] });
      else {
        await removeSource(project, source.key);
        if (isChat) await removeDerivedFiles(project, source);
      }
    });

  return {
    isLiveChat,
    async repairCuts(index, caller) {
      for (const source of await kept(caller)) await turns.run(source.root, () => repair(index, source));
    },
    async whole(index, source) {
      const lost = await lostEnd(project, index, source);
      return [...(await readChat(source.root)), ...(lost?.missing ?? [])];
    },
    async expire(index, source, messages) {
      await change({ index, source }, new Set(messages.map(({ session, id }) => `${session}\0${id}`)));
    },
    async list({ caller, limit = LIST_CHATS.limit.default, offset = LIST_CHATS.offset.default } = {}) {
      const all = (await kept(callerOf(caller)))
        .map((source) => ({ source, at: statSync(source.root, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
        .sort((a, b) => b.at - a.at || (a.source.key < b.source.key ? -1 : 1));
      const chats = await Promise.all(all.slice(offset, offset + limit).map(({ source }) => summaryOf(source)));
      return { chats, total: all.length };
    },
    async messages(chat, { limit = READ_CHAT.limit.default, before, ...which } = {}) {
      const source = await find(chat, which, false);
      const all = await readChat(source.root);
      const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before);
      if (end < 0)
        throw new LociError("USAGE", `the chat has no message '${before?.slice(0, 80)}'`, {
          hint: "give the id of one of its messages",
        });
      const from = Math.max(0, end - limit);
      const scope = scopeOf(source);
      const visible = visibleScopes(callerOf(which.caller));
      return {
        chat,
        scope,
        total: all.length,
        more: from > 0,
        messages: all
          .slice(from, end)
          .map(({ caption: _caption, parent: _parent, from: _from, line: _line, ...message }) => message)
          .map((message) => messageFor(visible, scope, message)),
      };
    },
    async remove(chat, which = {}) {
      const caller = callerOf(which.caller);
      const source = await find(chat, which, true);
      const scope = scopeOf(source);
      return await turns.run(source.root, async () => {
        const messages = (await readChat(source.root)).length;
        const { drawers: ofMessages } = await removeSource(project, source.key);
        const drawers = ofMessages + (await removeDerivedFiles(project, source));
        const lists = await project.facts.deleteChat(chat, listScopes(source));
        // A service that goes on would keep the texts in the pages of its index, and in the log of them.
        await project.indexHandle.use((index) => index.purge());
        await recordAudit(project, [
          { caller, action: "chat.delete", object: source.key, details: { messages, drawers } },
        ]);
        return { chat, scope, messages, drawers, lists: lists.map(({ topic }) => topic) };
      });
    },
    visible: async (caller) => (await kept(caller)).map((source) => ({ source, scope: scopeOf(source) })),
    rewrite: async (index, source, texts) => await change({ index, source }, new Set(), texts),
    wholeMessages: async (index, drawers) => await wholeMessages(index, drawers),
    async erase(index, drawers, caller) {
      const sources = new Map((await catalog.sources.list()).map((source) => [source.key, source]));
      const erased: ErasedDrawer[] = [];
      const lists = new Set<string>();
      for (const [key, own] of Map.groupBy(drawers, ({ document }) => document.source)) {
        const source = sources.get(key);
        if (source === undefined) continue;
        const removedKeys = new Set(
          own.flatMap(({ drawer: { message } }) =>
            (message?.ids ?? []).slice(0, 1).map((id) => `${message?.session}\0${id}`),
          ),
        );
        const { removed } = split(await readChat(source.root), removedKeys, new Map());
        new ForgottenTexts(folder.root).add(
          removed.map(({ session, id, text }) => ({ session, text, entry: entryOf(folder, source.root, id) })),
        );
        await change({ index, source }, removedKeys);
        const ids = own.flatMap(({ drawer }) => (drawer.message?.ids ?? []).slice(0, 1));
        const changed = await project.facts.deleteChat(source.name, listScopes(source), [...new Set(ids)]);
        for (const { topic } of changed) lists.add(topic);
        for (const { drawer } of own) erased.push({ id: drawer.id, text: drawer.text, file: source.root });
      }
      await catalog.accesses.forget(erased.map(({ id }) => id));
      await auditForgotten(project, caller, erased);
      return { erased, lists: [...lists].sort() };
    },
  };
}

/** What a message is forgotten under: its chat, as a moved or merged project has it too, and its id. */
export const entryOf = ({ chats }: Pick<ProjectFolder, "chats">, file: string, id: string): string =>
  `${relative(chats, file)}\0${id}`;

/** Scopes of the lists that a chat changes: for the owner the project's and his own, for a user the user's. */
const listScopes = (source: Source): readonly Scope[] => (isOwners(source) ? ["kb", "admin"] : [scopeOf(source)]);

/** A chat has a scope from its first message on. */
const scopeOf = ({ options }: Source): Scope => options.scope ?? "admin";

const isOwners = (source: Source): boolean => !scopeOf(source).startsWith("user:");

async function summaryOf(source: Source): Promise<ChatSummary> {
  const messages = await readChat(source.root);
  return {
    chat: source.name,
    scope: scopeOf(source),
    messages: messages.length,
    firstAt: messages[0]?.time ?? null,
    lastAt: messages.at(-1)?.time ?? null,
  };
}

async function wholeMessages(index: SearchIndex, drawers: readonly StoredDrawer[]): Promise<readonly StoredDrawer[]> {
  const whole = new Map<string, StoredDrawer>();
  for (const { drawer, document } of drawers) {
    if (whole.has(drawer.id)) continue;
    // The first id is the message's own; a note also has the ids of its source messages.
    const id = drawer.message?.ids[0];
    for (const one of await index.documentDrawers(document, "all"))
      if (one.drawer.message?.ids[0] === id) whole.set(one.drawer.id, one);
  }
  return [...whole.values()];
}

/** Messages of a chat that go, that stay (as they will say), and that say something else from now on. */
function split(
  messages: readonly TranscriptMessage[],
  removedKeys: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
): ChatChange {
  const key = ({ session, id }: TranscriptMessage): string => `${session}\0${id}`;
  return {
    removed: messages.filter((message) => removedKeys.has(key(message))),
    left: messages
      .filter((message) => !removedKeys.has(key(message)))
      .map((message) => ({ ...message, text: texts.get(key(message)) ?? message.text })),
    changed: messages.filter((message) => texts.has(key(message))),
  };
}

/**
 * Rewrites a chat's file without some messages, and with other texts in some; what can't be read stays.
 * @param removedKeys session and id of each, joined by a NUL
 */
async function rewriteChat(
  { index, source: { key, root } }: { readonly index: SearchIndex; readonly source: Source },
  { removedKeys, texts }: { readonly removedKeys: ReadonlySet<string>; readonly texts: ReadonlyMap<string, string> },
  { cursors }: OpenedProject["catalog"],
): Promise<void> {
  const before = readFileSync(root, "utf8");
  const lines = before.split("\n");
  const kept = lines.flatMap((line) => {
    const message = jsonlMessage(line);
    if (typeof message === "string") return [line];
    const which = `${message.session}\0${message.id}`;
    if (removedKeys.has(which)) return [];
    const text = texts.get(which);
    if (text === undefined) return [line];
    const { seal: _, ...fields } = JSON.parse(line) as { readonly seal?: unknown };
    // A name that Loci made of a passage's words goes with them.
    const sources = message.sources?.filter((name) => text.includes(name));
    return [sealedLine({ ...fields, ...(sources && { sources }), text })];
  });
  const after = kept.join("\n");
  // The file gets shorter on purpose: forget its old size, so that nobody restores the removed messages, and where they stood.
  await cursors.forgetPlaces(key);
  await cursors.put(unread(key));
  const sessions = new Set([...removedKeys, ...texts.keys()].map((which) => which.slice(0, which.indexOf("\0"))));
  const stale = (await index.documents(key)).filter(({ path }) => sessions.has(path));
  await cursors.put(rewritten(key, after, stale));
  await writeFileAtomically(root, after);
}
