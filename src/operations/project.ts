import type { AskEvent } from "../app/ask/answer.ts";
import type { WatchOptions } from "../app/documents/watch-project.ts";
import type { JobQueue } from "../app/jobs/job-queue.ts";
import type { ImportedDrawers } from "../app/palace/manual-drawers.ts";
import type { SignWord } from "../conversation/prompt/fence.ts";
import type { Watching } from "../ingest/watch/watch-sources.ts";
import type { AskOptions } from "../model/requests/index.ts";
import { CHATS } from "./chats.ts";
import { DOCUMENTS } from "./documents.ts";
import { FACTS } from "./facts.ts";
import type { Library } from "./operation.ts";
import { PALACE } from "./palace.ts";
import { PASSAGES } from "./passages.ts";
import { UPKEEP } from "./upkeep.ts";

/**
 * One project: its sources go in, its passages come out. Nothing crosses from one project into another.
 *
 * Calls may overlap, from this process and from others. Every call throws a `LociError` with a code, and nothing else; all may throw
 * `STORAGE_FAILED`, `STORAGE_BUSY` and `STORAGE_FULL`. What can be asked stands in the tables of `operations`; here is what streams, stays open
 * or is no request.
 */
export interface Project extends Library<typeof OPERATIONS> {
  /** Signs the nonce of a fence by the data folder's key; see `renderForModel`. */
  readonly sign: SignWord;
  readonly name: string;

  /**
   * Takes in the drawers of a palace of MemPalace (its folder with `chroma.sqlite3`), word for word, as drawers added by hand. The same import
   * again adds nothing.
   * @throws LociError `PATH_NOT_FOUND`, `USAGE` for what is no such palace, `SCOPE_INVALID`
   */
  importMemPalace(path: string, options: { readonly scope: string }): Promise<ImportedDrawers>;

  /** A question as it is answered: the passages, the answer's pieces, the answer as it is kept. */
  askStream(question: string, options?: AskOptions): AsyncIterable<AskEvent>;

  /**
   * Keeps the sources current until the watch is closed: a saved file is searchable a second after `watch.debounce_ms`. Resolves when
   * every source is being watched; each is then brought up to date once. Closing the project closes the watch.
   * @example const watching = await project.watch({ onJob: (job) => console.error(job.files.indexed) });
   */
  watch(options?: WatchOptions): Promise<Watching>;

  /** Runs in the background: jobs that wait, go on, are cancelled, retried and listened to. Closing the project pauses them. */
  queue(): Promise<JobQueue>;

  /** Ends the work with it; runs are cancelled and keep what they wrote. Closing twice is no error. */
  close(): Promise<void>;
}

/** Said by its parts, so that the types of the package hold each of them once. */
type All = typeof PASSAGES & typeof PALACE & typeof FACTS & typeof CHATS & typeof DOCUMENTS & typeof UPKEEP;

/** Everything that can be asked of a project, each said once, in the order of the references. */
export const OPERATIONS: All = { ...PASSAGES, ...PALACE, ...FACTS, ...CHATS, ...DOCUMENTS, ...UPKEEP };
