import { z } from "zod";
import { type Answer, type Noted, noteSchema, type Stepped, versioned } from "./answer.ts";
import type { Job } from "./run.ts";

/** How a project stands. What only the owner may know is left out for everybody else. */
export const statusSchema = versioned({
  project: z.string(),
  counts: z
    .object({ documents: z.int(), drawers: z.int(), vectors: z.int(), tokens: z.int(), textBytes: z.int() })
    .describe("Of what the caller may see"),
  modelIdentity: z.string().nullable().exactOptional(),
  index: z
    .object({
      state: z.enum(["ready", "missing", "damaged", "partial"]),
      detail: z.string(),
      bytes: z.int(),
      sequence: z.int(),
    })
    .exactOptional(),
  caches: z.object({ vectors: z.int() }).exactOptional().describe("Bytes of what can be made again, beside the index"),
  home: z.string().nullable().exactOptional(),
  sources: z.int().exactOptional(),
  leaves: z.array(z.string()).exactOptional().describe("What leaves this machine, and where to"),
  llm: z
    .object({
      provider: z.string(),
      model: z.string(),
      fault: z.string(),
      today: z.object({ day: z.string(), calls: z.int(), tokens: z.int(), cost: z.number() }),
      jobs: z.array(z.object({ job: z.string(), calls: z.int(), tokens: z.int(), cost: z.number() })),
      limits: z.object({ dailyTokens: z.int(), jobTokens: z.int(), dailyCost: z.number() }),
    })
    .nullable()
    .describe(
      "The language model and what it cost today; null where none is configured, and for anybody but the owner",
    ),
  watch: z
    .object({ watched: z.array(z.string()), away: z.array(z.string()) })
    .exactOptional()
    .describe("Sources that are kept current, and those whose path is not there"),
  cleaned: z
    .object({ at: z.string(), items: z.int() })
    .nullable()
    .exactOptional()
    .describe("When what was kept longer than the settings say was last removed, and how many kinds of it"),
  running: z.array(z.unknown()).exactOptional(),
  lastJob: z.unknown().exactOptional(),
  notes: z.array(noteSchema).exactOptional().describe("What the owner should know, until it is mended"),
});

/**
 * The status of a project. Nulls, and 0 for bytes, sequence and sources, stand for what only the owner may know. An index that is `missing` or `damaged`
 * is made again from the files by the next search or run; a `partial` one is being made, or they go on with it.
 */
export type ProjectStatus = Noted<
  Required<Omit<Answer<typeof statusSchema>, "running" | "lastJob">> & {
    readonly running: readonly Job[];
    readonly lastJob: Job | null;
  }
>;

/** A folder, file or chat that is indexed; `Source` is made from it. For the owner: roots are absolute paths. */
export const sourceSchema = z.object({
  /** Made from kind and root, so the same folder has the same key in every project and after every rebuild. */
  key: z.string(),
  /** Shown to people: the folder's or file's name. Not unique. */
  name: z.string(),
  /** What it is on disk: a tree, one file, chat exports (file or folder), text that came through a pipe, or drawers added by hand. */
  kind: z.enum(["folder", "file", "chat", "stdin", "hand"]),
  root: z.string(),
  options: z.object({
    /** Null only where every document says its own in front matter. */
    scope: z.string().nullable(),
    wing: z.string().nullable(),
    room: z.string().nullable(),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    /** Transcript format of a chat source; null for the others. */
    format: z.string().nullable(),
    /** Of sessions that go to the projects of their repositories: `own` takes those of this one, `rest` beside them those that say no folder; else all. */
    route: z.enum(["own", "rest"]).nullable().exactOptional().describe("Which sessions of a chat source it takes"),
  }),
  addedAt: z.string(),
  /** When the last run over it ended; null before the first. */
  lastRun: z.string().nullable(),
  lastJob: z.string().nullable(),
  /** `incomplete`: the last run was interrupted, cancelled, or left failed files behind. */
  status: z.enum(["new", "indexing", "ready", "incomplete"]),
  documents: z.int().nullable().exactOptional().describe("Documents after its last run"),
  drawers: z.int().exactOptional().describe("Passages of it in the index"),
  kept: z
    .object({ sessions: z.int(), messages: z.int(), files: z.array(z.string()) })
    .exactOptional()
    .describe("Of a chat source: what is kept of its sessions, and the transcripts that they came from"),
  watch: z
    .object({
      state: z.string(),
      pending: z.int(),
      problem: z.object({ code: z.string(), message: z.string(), retryInMs: z.int() }).nullable(),
    })
    .nullable()
    .exactOptional()
    .describe("How the service keeps it current; null when it doesn't"),
});

export const findingsSchema = versioned({
  findings: z.array(
    z.object({
      check: z
        .string()
        .describe("node, permissions, disk, projects, catalog, sessions, index, files, vectors, model or leases"),
      severity: z.enum(["ok", "warning", "error"]),
      what: z.string(),
      next: z.string().describe("What to do; empty when nothing is to be done"),
    }),
  ),
});
/** What one check found. Every finding that isn't `ok` ends with the next command. */
export type Finding = Stepped<Answer<typeof findingsSchema>["findings"][number]>;

/** Who did what, latest first. */
export const auditSchema = versioned({
  entries: z.array(
    z.object({
      time: z.string(),
      caller: z.string(),
      action: z.string(),
      object: z.string(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
});

/** What happened today: between agents and the memory, and to it. */
export const todaySchema = versioned({
  keepsWords: z.boolean().describe("Whether `page.today` keeps the words of the owner's questions until midnight"),
  entries: z.array(
    z.object({
      time: z.string(),
      kind: z
        .enum(["asked", "given", "silent", "read", "remembered", "changed", "forgotten"])
        .describe("given: put into a prompt unasked; silent: nothing was; read: a run read sources"),
      caller: z.string(),
      client: z.string().describe("Through what: an agent's name, cli, mcp, library; empty for what has none"),
      session: z.string().describe("The agent's session; empty where it isn't known"),
      words: z.string().nullable().describe("Of the question; null where they aren't kept"),
      ids: z.array(z.string()).describe("Passages that were shown, given or remembered"),
      why: z.string().describe("Why it stayed silent; what was read, or changed"),
    }),
  ),
});

export type Today = Answer<typeof todaySchema>;
