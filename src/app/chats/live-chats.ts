import type { OptionsOf, WHOSE_CHAT } from "../../model/requests/index.ts";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { chatWindow, holdsWindow, MAX_SHOWN } from "../../conversation/chats/chat-window.ts";
import { withoutCaptures, memoryForPrompt } from "../../conversation/chats/memory-file.ts";
import { messageTime } from "../../ingest/chats/read-jsonl.ts";
import type { NewMessage } from "../../ingest/chats/live-chat.ts";
import { type Caller, canSee, visibleScopes, writingScope, type Scope } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { recordAudit } from "../audit.ts";
import { asKept } from "../redaction.ts";
import { ForgottenTexts } from "../palace/leave-no-trace.ts";
import { requireQuota } from "../quota.ts";
import { captureChat, changeMemory } from "./capture-chat.ts";
import type { ChatFiles } from "./chat-files.ts";
import { memoryText, readProfile, readState, writeDerivedFiles, chatFile, chatFiles } from "./chat-files.ts";
import { chatStore, entryOf } from "./chat-store.ts";
import { drawersIn, messageWriter } from "./message-writer.ts";

/** A message as a chat application sends it. */
export interface ChatMessage extends Omit<NewMessage, "time" | "from"> {
  /** ISO 8601 with zone; now by default. */
  readonly time?: string | undefined;
}

export interface AddedMessage {
  readonly chat: string;
  readonly id: string;
  readonly session: string;
  readonly scope: Scope;
  /** False when it had been said before, or was forgotten since: nothing changed. */
  readonly added: boolean;
  /** Its drawers, for searches that must exclude it. */
  readonly drawers: readonly string[];
}

export type AddMessageOptions = OptionsOf<typeof WHOSE_CHAT>;

export type ChatOptions = Pick<AddMessageOptions, "caller">;

export type StoredMessage = Pick<TranscriptMessage, "id" | "session" | "role" | "author" | "time" | "text" | "sources">;

export interface ChatMemory {
  /** `memory.md` as it is, without its seal. */
  readonly text: string;
  /** Without marks, as a model is shown it. */
  readonly shown: string;
  /** Absolute; null for anybody but the owner. */
  readonly file: string | null;
}

export type LiveChats = ReturnType<typeof openLiveChats>;

const WITH_ZONE = /^\d{4}-.*T.*(?:Z|[+-]\d\d:\d\d)$/;

/** The chats that go on in a project. */
export function openLiveChats(project: OpenedProject) {
  const { indexHandle, system, folder, settings } = project;
  const days = projectDays(project);
  const writer = messageWriter(project, days.day);
  const capturing = new Map<string, Promise<unknown>>();

  /** The chat of a caller. The scope is null where the chat doesn't exist or the caller may not see it. */
  const findChat = async (
    chat: string,
    caller: Caller,
  ): Promise<{ readonly files: ChatFiles; readonly scope: Scope | null }> => {
    const file = chatFile(folder.chats, chat, ownScope(caller));
    const scope = await writer.scopeOf(file);
    const profile =
      scope === null ? (readProfile(chatFiles(folder.chats, file, ownScope(caller)))?.scope ?? null) : scope;
    const visibleProfile =
      profile !== null && caller !== "public" && canSee(visibleScopes(caller), profile) ? profile : null;
    return { files: chatFiles(folder.chats, file, visibleProfile ?? ownScope(caller)), scope: visibleProfile };
  };

  const captureSoon = async (chat: string, files: ChatFiles, scope: Scope): Promise<void> => {
    if (settings.chat.capture_threshold === 0 || settings.llm.provider === "none" || capturing.has(files.messages))
      return;
    const model = await project.languageModel().catch(() => null);
    if (model === null) return;
    const work = captureChat({ project, writer, days, model }, { chat, files, scope }).catch((thrown: unknown) => {
      indexHandle.note({
        code: "CAPTURE_FAILED",
        message: `no notes could be taken from a chat (${thrown instanceof LociError ? thrown.code : "unexpected"})`,
        hint: "it is tried again with the next messages",
      });
    });
    capturing.set(files.messages, work);
    void work.finally(() => capturing.delete(files.messages));
  };

  return {
    ...chatStore(project, writer.turns),
    /**
     * Appends a message to its chat and indexes it: when this has resolved, every search finds it. @throws LociError
     * `DUPLICATE`, `FORBIDDEN`, `USAGE`, `SCOPE_INVALID`
     */
    async add(
      chat: string,
      message: ChatMessage,
      { caller = "owner", scope, platform, mode }: AddMessageOptions = {},
    ): Promise<AddedMessage> {
      const own = writingScope("chats", caller, scope);
      if (message.time !== undefined && (!WITH_ZONE.test(message.time) || messageTime(message.time) === null))
        throw new LociError("USAGE", "a message's time is no ISO 8601 time", {
          hint: "use a time with zone, such as 2026-05-31T14:00:00Z",
        });
      const file = chatFile(folder.chats, chat, own);
      await requireQuota(project, caller, { bytes: message.text.length });
      const now = new Date(system.clock()).toISOString();
      const by = message.role === "user" ? "speaker" : "answer";
      const text = await asKept(project, message.text, { scope: own, chat, by });
      const { time = now, ...rest } = message;
      const entry = entryOf(folder, file, message.id);
      if (new ForgottenTexts(folder.root).has({ session: "", text, entry }))
        return { chat, id: message.id, session: days.day(time), scope: own, added: false, drawers: [] };
      const place = { file, name: chat, scope: scope === undefined ? null : own, otherwise: ownScope(caller) };
      const complete = { ...rest, text, time, from: undefined };
      const {
        message: kept,
        added,
        scope: its,
        drawers,
      } = await writer.write(place, complete, async (written) => {
        if (!written.added) return;
        const files = chatFiles(folder.chats, file, written.scope);
        const before = readProfile(files);
        const profile = {
          chat,
          scope: written.scope,
          mode: mode ?? before?.mode ?? "chat",
          platform: platform ?? before?.platform ?? "api",
          created: before?.created ?? now,
          lastActive: now,
        };
        const state = readState(files, chat);
        const last = await writer.open(file).last(holdsWindow(state, MAX_SHOWN));
        writeDerivedFiles(files, { profile, before, state, message: written.message, last, days });
      });
      if (added) await recordAudit(project, [{ caller, action: "message.add", object: `${chat}/${kept.id}` }]);
      await captureSoon(chat, chatFiles(folder.chats, file, its), its);
      return { chat, id: kept.id, session: kept.session, scope: its, added, drawers };
    },
    /** The drawers of a message that the caller may see; none when there is no such message. */
    async drawersOf(chat: string, id: string, { caller = "owner" }: ChatOptions = {}): Promise<readonly string[]> {
      const file = chatFile(folder.chats, chat, ownScope(caller));
      const stored = await writer.open(file).message(id);
      if (stored === null) return [];
      return await indexHandle.use((index) =>
        drawersIn(index, { source: project.keyOf("chat", file), session: stored.session, id }, visibleScopes(caller)),
      );
    },
    /** One message, as it was said; null where the caller has no such message. */
    async message(chat: string, id: string, { caller = "owner" }: ChatOptions = {}) {
      const { files, scope } = await findChat(chat, caller);
      const found = scope === null ? null : await writer.open(files.messages).message(id);
      return found === null ? null : storedMessage(found);
    },
    /** The chat's window: what a model is shown of it. */
    async recent(chat: string, { caller = "owner" }: ChatOptions = {}): Promise<readonly StoredMessage[]> {
      const { files, scope } = await findChat(chat, caller);
      if (scope === null) return [];
      const state = readState(files, chat);
      const most = settings.chat.recent_messages;
      const last = await writer.open(files.messages).last(holdsWindow(state, most));
      return chatWindow(last, state).messages.slice(-most).map(storedMessage);
    },
    /** The notes of a chat; the owner's chats share theirs. */
    async memory(chat: string, { caller = "owner" }: ChatOptions = {}) {
      const { files } = await findChat(chat, caller);
      return memoryOf(caller === "public" ? "" : memoryText(files.memory), files, caller);
    },
    /** Forgets notes that were taken; pinned ones stay. */
    async clearMemory(chat: string, { caller = "owner" }: ChatOptions = {}) {
      writingScope("notes", caller, undefined);
      const { files } = await findChat(chat, caller);
      const text = await changeMemory(project, files.memory, (before) => withoutCaptures(before, () => true));
      await recordAudit(project, [{ caller, action: "memory.clear", object: chat }]);
      return memoryOf(text, files, caller);
    },
    /** Resolves when no notes are being taken any more. */
    async settled() {
      await Promise.allSettled(capturing.values());
    },
  };
}

function storedMessage({ id, session, role, author, time, text, sources }: TranscriptMessage): StoredMessage {
  return { id, session, role, author, time, text, ...(sources !== undefined && { sources }) };
}

function memoryOf(text: string, { memory }: ChatFiles, caller: Caller): ChatMemory {
  return { text, shown: memoryForPrompt(text), file: caller === "owner" ? memory : null };
}

const ownScope = (caller: Caller): Scope => (caller === "owner" || caller === "public" ? "admin" : caller);
