import type { SignWord } from "../conversation/provenance/signed-nonce.ts";
import type { SpendLine } from "../app/spend.ts";
import type { AccessKind } from "../model/access.ts";
import type { Facts } from "../facts/api/facts.ts";
import type { Caller } from "../model/caller.ts";
import type { Job } from "../model/job.ts";
import type { SearchOptions, SearchResult } from "../model/search.ts";
import type { Source } from "../model/source.ts";
import type { Finding } from "../app/doctor/finding.ts";
import type { Expanded, ExpandOptions } from "../app/expand/expand.ts";
import type { DrawerSource } from "../app/expand/source-of.ts";
import type { IndexPathsOptions, MinePathsOptions } from "../app/documents/sources-of.ts";
import type { PipedText } from "../app/documents/index-text.ts";
import type { ImportedDrawers } from "../app/palace/import-drawers.ts";
import type { Library } from "./operation.ts";
import type { PALACE } from "./palace.ts";
import type { AgentSession, RecordedSession } from "../app/agents/record-session.ts";
import type { InjectOptions, Injection, SessionBriefOptions } from "../app/agents/inject.ts";
import type { MigratedModel, MigrateModelOptions } from "../app/move/migrate-model.ts";
import type { MovedProject, MoveOptions } from "../app/move/move-project.ts";
import type { SecretsOptions, SecretsReport } from "../app/secrets.ts";
import type { RemovedSource } from "../app/documents/remove-source.ts";
import type { ProjectStatus } from "../app/status.ts";
import type { Answer, AskEvent, AskOptions } from "../app/ask/answer.ts";
import type { VerifiedAnswer, VerifyOptions } from "../app/ask/verify-answer.ts";
import type { FlushOptions, FlushReport, FlushStatus } from "../app/chats/flush.ts";
import type { RetentionOptions, RetentionReport } from "../app/chats/retention.ts";
import type { AddDocumentOptions, UploadedDocument } from "../app/documents/add-document.ts";
import type { AddMessageOptions, ChatMessage, LiveChats } from "../app/chats/live-chats.ts";
import type { ToldMessage } from "../app/facts/tell-message.ts";
import type { RecordedAccess } from "../app/search/record-accesses.ts";
import type { ChatMessages, DeletedChat, WhichChat } from "../app/chats/chat-store.ts";
import type { ProjectRevision } from "../app/project-revision.ts";
import type { AuditEntry } from "../storage/ports/catalog.ts";
import type { JobQueue } from "../app/jobs/job-queue.ts";
import type { WatchOptions } from "../app/documents/watch-project.ts";
import type { Watching } from "../ingest/watch/watch-sources.ts";

/** A question with its options, for `searchBatch`. */
export interface BatchQuery extends SearchOptions {
  readonly query: string;
}

/**
 * One project: its sources go in, its passages come out. Nothing crosses from one project into another.
 *
 * Calls may overlap, from this process and from others. Every call throws a `LociError` with a code, and nothing else; all may throw
 * `STORAGE_FAILED`, `STORAGE_BUSY` and `STORAGE_FULL`.
 */
export interface Project extends Library<typeof PALACE> {
  /** Signs the nonce of a fence by the data folder's key; see `renderForModel`. */
  readonly sign: SignWord;
  readonly name: string;

  /**
   * Takes in the drawers of a palace of MemPalace (its folder with `chroma.sqlite3`), word for word, as drawers added by hand. The same import
   * again adds nothing.
   *
   * @throws LociError `PATH_NOT_FOUND`, `USAGE` for what is no such palace, `SCOPE_INVALID`
   */
  importMemPalace(path: string, options: { readonly scope: string }): Promise<ImportedDrawers>;

  /**
   * Indexes files and folders and remembers them as sources; without paths, brings every source up to date. Only what changed is
   * read, only unknown text is embedded.
   *
   * @returns the finished job; `failed` when some file failed, with its name and why
   * @throws LociError `PATH_NOT_FOUND`, `SOURCE_SCOPE_REQUIRED`, `SCOPE_INVALID`, `NOTHING_TO_INDEX`, `MODEL_MISMATCH`
   * @example await project.index(["/home/me/notes"], { scope: "kb" });
   */
  index(paths: readonly string[], options?: IndexPathsOptions): Promise<Job>;

  /**
   * Indexes a text that is in no file, and keeps it in the project under its name.
   *
   * @throws as `index`
   */
  indexText(text: PipedText, options?: IndexPathsOptions): Promise<Job>;

  /**
   * Indexes chats of other tools: one session, one document; one message, one drawer.
   *
   * @throws as `index`
   * @example await project.mine(["chats.jsonl"], { scope: "kb", format: "jsonl" });
   */
  mine(paths: readonly string[], options?: MinePathsOptions): Promise<Job>;

  /**
   * Finds passages.
   *
   * @throws LociError `QUERY_INVALID`, `SOURCE_NOT_FOUND`, `MODEL_MISMATCH`, `INDEX_FORMAT`
   * @example const { hits, covered } = await project.search("which port does staging use?");
   */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;

  /** Answers questions one after the other, in order. */
  searchBatch(
    queries: Iterable<string | BatchQuery> | AsyncIterable<string | BatchQuery>,
    options?: SearchOptions,
  ): AsyncIterable<SearchResult>;

  /**
   * Opens drawers: exact text, read again from the file and compared with what was indexed.
   *
   * @param ids whole ids, or beginnings that fit one drawer
   * @throws LociError `DRAWER_NOT_FOUND`
   */
  expand(ids: readonly string[], options?: ExpandOptions): Promise<Expanded>;

  /** Ranked lists and favourites: stated once, stored exactly, answered exactly. Closed with the project. */
  readonly facts: Omit<Facts, "close">;

  /** Where a drawer comes from. @throws LociError `DRAWER_NOT_FOUND` */
  source(id: string, options?: { readonly caller?: Caller }): Promise<DrawerSource>;

  /** How the project stands. */
  status(options?: { readonly caller?: Caller }): Promise<ProjectStatus>;

  /** Its sources, sorted by key. For the owner: roots are absolute paths. */
  sources(): Promise<readonly Source[]>;

  /** Drawers by key of their source, of what the caller may see; a source without any is left out. */
  drawersBySource(options?: { readonly caller?: Caller }): Promise<Readonly<Record<string, number>>>;

  /** Forgets a source, by key, name or root, with every drawer of it. @throws LociError `SOURCE_NOT_FOUND`, `SOURCE_BUSY` */
  removeSource(named: string): Promise<RemovedSource>;

  /** Past runs, newest first; 20 by default. @param options `source`: only those over the source with that key */
  jobs(options?: { readonly limit?: number; readonly source?: string }): Promise<readonly Job[]>;

  /** What the language model was asked, for whom, and what that came to; the latest day first. @param options `days`: 7 by default */
  spend(options?: { readonly days?: number }): Promise<{ readonly spend: readonly SpendLine[] }>;

  /** One run; null when it isn't known. */
  job(id: string): Promise<Job | null>;

  /** Makes the index anew from the files: same drawers, same ids, same answers. @throws LociError `NOTHING_TO_INDEX` */
  rebuild(options?: Pick<IndexPathsOptions, "signal" | "onProgress">): Promise<Job>;

  /**
   * What memory adds to an agent's prompt, fenced as data; or why it stays silent. Strict: silence wins.
   *
   * @throws LociError `USAGE`, as `search`
   * @example const { text, silent } = await project.inject("which port did we choose for staging?");
   */
  inject(prompt: string, options?: InjectOptions): Promise<Injection>;

  /**
   * What an agent's session begins with, fenced as data: the wake-up brief, or after a compaction what its summary lost.
   *
   * @throws LociError `USAGE`
   */
  sessionBrief(options?: SessionBriefOptions): Promise<Injection>;

  /**
   * Keeps what is new of an agent's session and indexes it, each message once however often it is told. For the owner.
   *
   * @throws LociError `USAGE`, `SOURCE_BUSY`
   * @example await project.recordSession({ agent: "claude-code", session: "5c1", transcript: "/home/me/.claude/projects/p/5c1.jsonl" });
   */
  recordSession(session: AgentSession): Promise<RecordedSession>;

  /**
   * Embeds everything with another model beside the live index, compares both on the user's own questions, and switches at once; or goes
   * back. Search and indexing go on meanwhile; interrupted, it goes on where it ended.
   *
   * @throws LociError `USAGE`, `MODEL_UNAVAILABLE` with everything as it was, `SOURCE_BUSY`, `CANCELLED`
   * @example const { compared } = await project.migrateModel({ to: { provider: "ollama" } });
   */
  migrateModel(options: MigrateModelOptions): Promise<MigratedModel>;

  /**
   * Moves the index to a Milvus server, or back into the project's folder, compared drawer by drawer and by answers before the switch.
   *
   * @throws LociError `USAGE`, `UNAVAILABLE`, `STORAGE_FAILED` with everything as it was
   * @example const { drawers } = await project.move({ to: "http://localhost:19530" });
   */
  move(options: MoveOptions): Promise<MovedProject>;

  /**
   * Looks for secrets (keys, tokens, passwords) in what the project keeps of chats, in its drawers and in files that are named; with
   * `scrub` replaces them in the project's own files and makes the index anew. Never tells a secret.
   *
   * @throws LociError `CONFIG_INVALID` for `scrub` while `security.redact` is off
   * @example const { places } = await project.secrets();
   */
  secrets(options?: SecretsOptions): Promise<SecretsReport>;

  /** Checks everything and changes nothing; each finding says the next step. @param options `deep`: recomputes a sample, takes seconds */
  doctor(options?: { readonly deep?: boolean }): Promise<readonly Finding[]>;

  /**
   * Records that drawers were shown, opened or cited, for activation. To be called by whoever shows them, after answering. Of the
   * question only a hash is kept.
   */
  recordAccess(
    kind: AccessKind,
    ids: readonly string[],
    about?: Pick<RecordedAccess, "caller" | "query" | "client">,
  ): Promise<void>;

  /** The same for many at once, in one write. */
  recordAccesses(accesses: readonly RecordedAccess[]): Promise<void>;

  /**
   * Keeps the sources current until the watch is closed: a saved file is searchable a second after `watch.debounce_ms`. Resolves when
   * every source is being watched; each is then brought up to date once. Closing the project closes the watch.
   *
   * @example const watching = await project.watch({ onJob: (job) => console.error(job.files.indexed) });
   */
  watch(options?: WatchOptions): Promise<Watching>;

  /**
   * Indexes a document that was handed over as bytes, and keeps it in the project under its name and scope.
   *
   * @throws as `index`, and LociError `TOO_LARGE`, `USAGE` for a name without an extension, `FORBIDDEN`
   * @example await project.addDocument({ name: "manual.pdf", bytes }, { scope: "kb" });
   */
  addDocument(document: UploadedDocument, options?: AddDocumentOptions): Promise<Job>;

  /**
   * Removes a document that was handed over, with every drawer of it. A user removes his own.
   *
   * @param key of its source: `sources[0]` of the job that `addDocument` gave
   * @throws LociError `SOURCE_NOT_FOUND`, also for a source that is no such document or not the caller's; `SOURCE_BUSY`
   */
  removeDocument(key: string, options?: { readonly caller?: Caller }): Promise<RemovedSource>;

  /**
   * Appends a message to a chat of this project and indexes it: when it has resolved, every search finds it. The same id again changes
   * nothing.
   *
   * @throws LociError `DUPLICATE` when the id stands for other words, `FORBIDDEN`, `USAGE`
   * @example const { drawers } = await project.addMessage("planning", { id: "m7", role: "user", text: "The launch is on Friday." });
   * await project.search("when is the launch?", { excludeIds: drawers });
   */
  addMessage(chat: string, message: ChatMessage, options?: AddMessageOptions): Promise<ToldMessage>;

  /** The drawers of a chat message, for `excludeIds`; none when the caller has no such message. */
  messageDrawers(chat: string, id: string, options?: { readonly caller?: Caller }): Promise<readonly string[]>;

  /** The chats that go on in the project, newest first, of those that the caller sees. */
  chats(options?: Parameters<LiveChats["list"]>[0]): ReturnType<LiveChats["list"]>;

  /** What was said in a chat: the last messages, or the last before one. @throws LociError `CHAT_NOT_FOUND` */
  chatMessages(chat: string, options?: Parameters<LiveChats["messages"]>[1]): Promise<ChatMessages>;

  /**
   * Deletes a chat: its messages, its drawers, what was said about lists in it, who was shown it. A user deletes his own; nothing comes
   * back with the next message.
   *
   * @throws LociError `CHAT_NOT_FOUND`, `SOURCE_BUSY`
   */
  deleteChat(chat: string, options?: WhichChat): Promise<DeletedChat>;

  /** How far the project is, for the caller: compare two of them to see what changed in between. Nothing that he may not see changes it. */
  changes(options?: { readonly caller?: Caller }): Promise<ProjectRevision>;

  /** Who did what, latest first; 100 entries by default. For the owner. */
  audit(options?: { readonly limit?: number }): Promise<readonly AuditEntry[]>;

  /** The chats that go on in the project: messages, windows, memory, notes. */
  liveChats(): Promise<LiveChats>;

  /**
   * Answers a question: exactly where it is about facts, else from the passages that the caller may see, by the language model where one is configured
   * and by the passages themselves where none is. Every citation is checked.
   *
   * @throws LociError `QUERY_INVALID`, `FORBIDDEN`, `CANCELLED`, `MODEL_UNAVAILABLE` where an answer broke off in the middle
   * @example const { text, citations } = await project.ask("which port does staging use?", { chat: "planning" });
   */
  ask(question: string, options?: AskOptions): Promise<Answer>;

  /**
   * Checks the citations of an answer, whoever wrote it, against the stored text, without a model.
   *
   * @throws LociError `TOO_LARGE`
   * @example (await project.verify('It is 8443 [M1 "listens on port 8443"].')).clean
   */
  verify(answer: string, options?: VerifyOptions): Promise<VerifiedAnswer>;

  /**
   * Sums up what is stored into `memory/YYYY-MM-DD.md`, each point proved by a quote; without `yes` it only says what that would cost. For the owner.
   *
   * @throws LociError `MODEL_UNAVAILABLE`, `SOURCE_BUSY`, `SOURCE_NOT_FOUND`, `SCOPE_INVALID`
   */
  flush(options?: FlushOptions): Promise<FlushReport>;

  /** When was summed up last, and what comes next. For the owner. */
  flushStatus(): Promise<FlushStatus>;

  /**
   * What was kept of chats longer than the settings say: daily logs, notes, and messages where a limit is set. With `yes` it goes. For the owner.
   */
  retention(options?: RetentionOptions): Promise<RetentionReport>;

  /** A question as it is answered: the passages, the answer's pieces, the answer as it is kept. */
  askStream(question: string, options?: AskOptions): AsyncIterable<AskEvent>;

  /** Runs in the background: jobs that wait, go on, are cancelled, retried and listened to. Closing the project pauses them. */
  queue(): Promise<JobQueue>;

  /** Ends the work with it; runs are cancelled and keep what they wrote. Closing twice is no error. */
  close(): Promise<void>;
}
