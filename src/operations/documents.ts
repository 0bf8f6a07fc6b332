import type { UploadedDocument } from "../app/documents/add-document.ts";
import type { AgentMessage } from "../app/agents/record-session.ts";
import type { Progress } from "./answers/run.ts";
import { visibleScopes } from "../model/caller.ts";
import {
  ADD_DOCUMENT,
  type Field,
  FLAG,
  given,
  INDEX,
  LIST_JOBS,
  MINE,
  needed,
  NEEDED_TEXT,
  nullable,
  object,
  objects,
  ONE_JOB,
  ONE_SOURCE,
  PIPED_TEXT,
  SIGNAL,
  SOURCE_FILES,
  TEXT,
  TEXTS,
  without,
} from "../model/requests/index.ts";
import { MAX_JOBS } from "../storage/ports/catalog.ts";
import { contentHash } from "../text/content-hash.ts";
import { operation } from "./operation.ts";

const run = () => import("./answers/run.ts");
const RUNS = { signal: SIGNAL, onProgress: given<(progress: Progress) => void>("function") };
const PLACED = { ...without(INDEX, ["paths"]), cwd: TEXT, ...RUNS };
const BYTES = object({ name: ADD_DOCUMENT.name, bytes: needed(given<UploadedDocument["bytes"]>("bytes")) }, "");
const DOCUMENT = BYTES as Field<UploadedDocument, false>;
/** What runs of the owner's answer: the job, when it has ended or the project is closed. */
const OWNERS_RUN = { answer: async () => (await run()).jobSchema, under: "job", access: "owner", ends: true } as const;
const MESSAGE = { id: NEEDED_TEXT, role: NEEDED_TEXT, text: NEEDED_TEXT, time: nullable(TEXT), subagent: FLAG };

/** What is indexed, from where, and the runs that index it. For the owner; a user hands over documents of his own. */
export const DOCUMENTS = {
  /**
   * Indexes files and folders and remembers them as sources; without paths, brings every source up to date. Only what changed is
   * read, only unknown text is embedded.
   * @returns the finished job; `failed` when some file failed, with its name and why
   * @throws LociError `PATH_NOT_FOUND`, `SOURCE_SCOPE_REQUIRED`, `SCOPE_INVALID`, `NOTHING_TO_INDEX`, `MODEL_MISMATCH`
   * @example await project.index(["/home/me/notes"], { scope: "kb" });
   */
  index: operation({
    request: { paths: INDEX.paths, ...PLACED },
    given: ["paths"],
    ...OWNERS_RUN,
    load: async () => (await import("../app/documents/index-now.ts")).indexPaths,
  }),
  /**
   * Indexes a text that is in no file, and keeps it in the project under its name.
   * @throws as `index`
   */
  indexText: operation({
    request: { text: needed(object(PIPED_TEXT, "")), ...PLACED },
    given: ["text"],
    ...OWNERS_RUN,
    load: async () => (await import("../app/documents/index-now.ts")).indexText,
  }),
  /**
   * Indexes chats of other tools: one session, one document; one message, one drawer.
   * @throws as `index`
   * @example await project.mine(["chats.jsonl"], { scope: "kb", format: "jsonl" });
   */
  mine: operation({
    request: { ...MINE, ...PLACED },
    given: ["paths"],
    ...OWNERS_RUN,
    load: async () => (await import("../app/documents/index-now.ts")).minePaths,
  }),
  /** Makes the index anew from the files: same drawers, same ids, same answers. @throws LociError `NOTHING_TO_INDEX` */
  rebuild: operation({
    request: RUNS,
    ...OWNERS_RUN,
    load: async () => (await import("../app/documents/rebuild.ts")).rebuild,
  }),
  /**
   * Indexes a document that was handed over as bytes, and keeps it in the project under its name and scope.
   * @throws as `index`, and LociError `TOO_LARGE`, `USAGE` for a name without an extension, `FORBIDDEN`
   * @example await project.addDocument({ name: "manual.pdf", bytes }, { scope: "kb" });
   */
  addDocument: operation({
    request: { document: needed(DOCUMENT), ...without(ADD_DOCUMENT, ["name"]), ...RUNS },
    given: ["document"],
    answer: async () => (await run()).jobSchema,
    under: "job",
    access: "caller",
    audit: ({ document }) => contentHash(document.name),
    load: async () => (await import("../app/documents/add-document.ts")).addDocument,
  }),
  /**
   * Removes a document that was handed over, with every drawer of it. A user removes his own.
   * @param key of its source: `sources[0]` of the job that `addDocument` gave
   * @throws LociError `SOURCE_NOT_FOUND`, also for a source that is no such document or not the caller's; `SOURCE_BUSY`
   */
  removeDocument: operation({
    request: ONE_SOURCE,
    given: ["key"],
    access: "caller",
    audit: ({ key }) => contentHash(key),
    load: async () => (await import("../app/documents/remove-source.ts")).removeDocument,
  }),
  /** Its sources, sorted by key. For the owner: roots are absolute paths. */
  sources: operation({
    request: {},
    access: "owner",
    load: async () => (await import("../app/documents/sources-of.ts")).listedSources,
  }),
  /** The files of a source: what is indexed, and what no reader takes. @throws LociError `SOURCE_NOT_FOUND` */
  sourceFiles: operation({
    summary: "The files of a source, with state, size, hash and time",
    request: SOURCE_FILES,
    given: ["key"],
    answer: async () => (await run()).filesSchema,
    access: "owner",
    http: "GET /v1/sources/:key/files",
    load: async () => (await import("../app/documents/sources-of.ts")).sourceFiles,
  }),
  /** Drawers by key of their source, of what the caller may see; a source without any is left out. */
  drawersBySource: operation({
    request: {},
    access: "caller",
    load:
      async () =>
      async ({ indexHandle }, { caller }) =>
        await indexHandle.use(async (index) => (await index.facets(visibleScopes(caller), {})).sources),
  }),
  /** Forgets a source, by key, name or root, with every drawer of it. @throws LociError `SOURCE_NOT_FOUND`, `SOURCE_BUSY` */
  removeSource: operation({
    request: { source: NEEDED_TEXT },
    given: ["source"],
    access: "owner",
    audit: ({ source }) => source,
    load: async () => {
      const { removeSource } = await import("../app/documents/remove-source.ts");
      return async (parts, { source }) => await removeSource(parts, source);
    },
  }),
  /** Past runs, newest first; 20 by default. @param options `source`: only those over the source with that key */
  jobs: operation({
    summary: "Runs, newest first",
    request: LIST_JOBS,
    answer: async () => (await run()).jobsSchema,
    under: "jobs",
    access: "owner",
    http: "GET /v1/jobs",
    load: async () => {
      const { settleRuns } = await import("../ingest/recover-jobs.ts");
      return async ({ catalog, system }, { limit = LIST_JOBS.limit.default, source }) => {
        await settleRuns(catalog, system.lease);
        if (source === undefined) return await catalog.jobs.list(limit);
        return (await catalog.jobs.list(MAX_JOBS)).filter(({ sources }) => sources.includes(source)).slice(0, limit);
      };
    },
  }),
  /** One run; null when it isn't known. */
  job: operation({
    request: ONE_JOB,
    given: ["id"],
    access: "owner",
    load: async () => {
      const { settleRuns } = await import("../ingest/recover-jobs.ts");
      return async ({ catalog, system }, { id }) => {
        await settleRuns(catalog, system.lease);
        return await catalog.jobs.get(id);
      };
    },
  }),
  /**
   * Keeps what is new of an agent's session and indexes it, each message once however often it is told. For the owner.
   * @throws LociError `USAGE`, `SOURCE_BUSY`
   * @example await project.recordSession({ agent: "claude-code", session: "5c1", transcript: "/home/me/.claude/projects/p/5c1.jsonl" });
   */
  recordSession: operation({
    request: {
      agent: NEEDED_TEXT,
      session: NEEDED_TEXT,
      transcript: nullable(TEXT),
      messages: objects(100_000, MESSAGE, "") as Field<readonly AgentMessage[], false>,
      routed: FLAG,
      machinePrompts: TEXTS,
    },
    given: "session",
    access: "owner",
    load: async () => (await import("../app/agents/record-session.ts")).recordSession,
  }),
};
