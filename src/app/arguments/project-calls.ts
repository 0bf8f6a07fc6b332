import type { AgentMessage, AgentSession } from "../agents/record-session.ts";
import type { InjectOptions, SessionBriefOptions } from "../agents/inject.ts";
import type { AskOptions } from "../ask/answer.ts";
import type { AddMessageOptions, ChatMessage } from "../chats/live-chats.ts";
import type { WhichChat } from "../chats/chat-store.ts";
import type { AddDocumentOptions } from "../documents/add-document.ts";
import type { IndexPathsOptions, MinePathsOptions } from "../documents/sources-of.ts";
import type { WatchOptions } from "../documents/watch-project.ts";
import type { ExpandOptions } from "../expand/expand.ts";
import type { RecordedAccess } from "../search/record-accesses.ts";
import type { SecretsOptions } from "../secrets.ts";
import {
  ADD_DOCUMENT,
  ADD_MESSAGE,
  ASK,
  AUDIT,
  EXPAND,
  FLUSH,
  given,
  IMPORT,
  INDEX,
  INJECT,
  LIST_CHATS,
  LIST_JOBS,
  MIGRATE_MODEL,
  MINE,
  MOVE,
  name,
  needed,
  nullable,
  object,
  objects,
  ONE_CHAT,
  ONE_DRAWER,
  ONE_JOB,
  ONE_SOURCE,
  pick,
  PIPED_TEXT,
  READ_CHAT,
  SEARCH,
  SPEND,
  SECRETS,
  SESSION_BRIEF,
  VERIFY,
  without,
} from "../../model/requests/index.ts";
import type { SearchOptions } from "../../model/search.ts";
import type { FlushOptions } from "../chats/flush.ts";
import type { MigrateModelOptions } from "../move/migrate-model.ts";
import type { MoveOptions } from "../move/move-project.ts";
import {
  type Arguments,
  ASKED_BY,
  CALLER,
  FLAG,
  FUNCTION,
  NEEDED_TEXT,
  NEEDED_TEXTS,
  options,
  SIGNAL,
  TEXT,
  TEXTS,
} from "./checked-calls.ts";

const RUN = { signal: SIGNAL, onProgress: FUNCTION };
const { paths, ...PLACED } = INDEX;
const indexing = options<IndexPathsOptions>({ ...PLACED, cwd: TEXT, ...RUN });
const caller = CALLER;
const access = { kind: NEEDED_TEXT, ids: NEEDED_TEXTS, query: TEXT, client: TEXT, caller };

/** The calls of a project, each by the request that it makes, and what the library alone takes beside it. */
export const PROJECT_CALLS = {
  index: { paths, options: indexing },
  indexText: { text: PIPED_TEXT, options: indexing },
  mine: { paths, options: options<MinePathsOptions>({ ...without(MINE, ["paths"]), cwd: TEXT, ...RUN }) },
  addDocument: {
    document: { name: ADD_DOCUMENT.name, bytes: needed(given<Uint8Array>("bytes")) },
    options: options<AddDocumentOptions>({ ...without(ADD_DOCUMENT, ["name"]), caller, ...RUN }),
  },
  removeDocument: { key: ONE_SOURCE.key, options: ASKED_BY },
  search: {
    query: SEARCH.query,
    options: options<SearchOptions>({ ...without(SEARCH, ["query"]), own: FLAG, caller, signal: SIGNAL }),
  },
  expand: { ids: EXPAND.ids, options: options<ExpandOptions>({ ...without(EXPAND, ["ids"]), caller }) },
  source: { id: ONE_DRAWER.id, options: ASKED_BY },
  status: { options: ASKED_BY },
  drawersBySource: { options: ASKED_BY },
  removeSource: { source: NEEDED_TEXT },
  jobs: { options: LIST_JOBS },
  spend: { options: SPEND },
  job: { id: ONE_JOB.id },
  rebuild: { options: RUN },
  inject: { prompt: INJECT.prompt, options: options<InjectOptions>({ ...without(INJECT, ["prompt"]), caller }) },
  sessionBrief: {
    options: options<SessionBriefOptions>({
      ...SESSION_BRIEF,
      transcript: given<{ path: string; agent: string }>("object"),
      caller,
    }),
  },
  recordSession: {
    session: options<AgentSession>({
      agent: NEEDED_TEXT,
      session: NEEDED_TEXT,
      transcript: nullable(TEXT),
      messages: objects(
        100_000,
        options<AgentMessage>({
          id: NEEDED_TEXT,
          role: NEEDED_TEXT,
          text: NEEDED_TEXT,
          time: nullable(TEXT),
          subagent: FLAG,
        }),
        "",
      ),
      routed: FLAG,
      machinePrompts: TEXTS,
    }),
  },
  migrateModel: {
    options: options<MigrateModelOptions>({
      to: object({ ...pick(MIGRATE_MODEL, ["provider", "model", "dimension"]), base_url: MIGRATE_MODEL.baseUrl }, ""),
      rollback: MIGRATE_MODEL.rollback,
      dryRun: MIGRATE_MODEL.dryRun,
      questions: TEXTS,
      ...RUN,
    }),
  },
  move: { options: options<MoveOptions>({ to: MOVE.to, questions: TEXTS, ...RUN }) },
  secrets: { options: options<SecretsOptions>({ paths: SECRETS.paths, scrub: SECRETS.scrub, signal: SIGNAL }) },
  doctor: { options: { deep: FLAG } },
  recordAccess: { kind: NEEDED_TEXT, ids: NEEDED_TEXTS, about: { caller, query: TEXT, client: TEXT } },
  recordAccesses: { accesses: needed(objects(10_000, options<RecordedAccess>(access), "")) },
  watch: { options: options<WatchOptions>({ keys: TEXTS, onJob: FUNCTION, onState: FUNCTION, onFault: FUNCTION }) },
  ask: {
    question: ASK.question,
    options: options<AskOptions>({
      ...without(ASK, ["question"]),
      platform: TEXT,
      time: ADD_MESSAGE.time,
      caller,
      signal: SIGNAL,
    }),
  },
  verify: { answer: VERIFY.text, options: ASKED_BY },
  flush: { options: options<FlushOptions>({ ...FLUSH, signal: SIGNAL }) },
  retention: { options: { yes: FLAG } },
  addMessage: {
    chat: needed(name("")),
    message: options<ChatMessage>({ ...without(ADD_MESSAGE, ["scope"]), sources: TEXTS }),
    options: options<AddMessageOptions>({ scope: ADD_MESSAGE.scope, platform: TEXT, mode: TEXT, caller }),
  },
  messageDrawers: { chat: NEEDED_TEXT, id: NEEDED_TEXT, options: ASKED_BY },
  chats: { options: { ...LIST_CHATS, caller } },
  chatMessages: { chat: NEEDED_TEXT, options: { ...READ_CHAT, caller } },
  deleteChat: { chat: NEEDED_TEXT, options: options<WhichChat>({ ...ONE_CHAT, caller }) },
  changes: { options: ASKED_BY },
  audit: { options: AUDIT },

  importMemPalace: { palace: IMPORT.palace, options: { scope: needed(IMPORT.scope) } },
} satisfies Readonly<Record<string, Arguments>>;

const { id } = PROJECT_CALLS.job;

/** The calls of a queue whose arguments are checked. */
export const QUEUE_CALLS = {
  index: PROJECT_CALLS.index,
  mine: PROJECT_CALLS.mine,
  refresh: { keys: NEEDED_TEXTS, options: { readAll: FLAG } },
  retry: { id },
  cancel: { id },
  ended: { id, options: { signal: SIGNAL } },
} satisfies Readonly<Record<string, Arguments>>;

const chat = needed(name(""));
const ONE: Arguments = { chat, options: ASKED_BY };
const MESSAGE: Arguments = { chat, id: NEEDED_TEXT, options: ASKED_BY };

/** The calls of a project's chats whose arguments are checked. */
export const CHATS_CALLS = {
  add: PROJECT_CALLS.addMessage,
  drawersOf: MESSAGE,
  profile: ONE,
  message: MESSAGE,
  recent: ONE,
  memory: ONE,
  remember: { chat, note: NEEDED_TEXT, options: ASKED_BY },
  clearMemory: { chat, options: { everything: FLAG, caller: CALLER } },
  capture: ONE,
  captureStatus: ONE,
} satisfies Readonly<Record<string, Arguments>>;
