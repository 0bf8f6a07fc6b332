import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Settings } from "../../config/configuration.ts";
import { scanChats } from "../../ingest/chats/scan-chats.ts";
import { sourceName } from "../../ingest/source-key.ts";
import type { Note } from "../../model/note.ts";
import { hintOf, option, step } from "../../model/next-step.ts";
import type { Job, MinedProject } from "../../operations/answers/run.ts";
import type { SourceOptions } from "../../model/source.ts";
import { type MinePathsOptions, sourceOptions } from "./sources-of.ts";
import { ingestSettings, openTranscripts } from "./ingest-parts.ts";
import type { System } from "../opened-project.ts";
import { SessionProjects } from "../projects/session-projects.ts";

export interface MineEverywhere {
  readonly home: string;
  readonly system: Pick<System, "userHome" | "environment">;
  readonly settings: Settings;
  /** Mines for one project, which is made where it isn't there and something was said. */
  readonly mine: (
    project: string,
    paths: readonly string[],
    options: MinePathsOptions & { readonly route: "own" | "rest"; readonly home?: string },
  ) => Promise<MinedRun>;
}

/** A run for one project, and how many sessions it then has of these paths. */
export interface MinedRun {
  readonly job: Job;
  readonly sessions: number;
}

/**
 * Mines transcripts into the projects that their sessions belong to: that of the repository in which a session first worked. What says no
 * folder, such as an export of chats, goes to `fallback`.
 * @param fallback a checked name
 * @returns one job over all projects, with what went where; its id is that of the fallback's run, or of the first
 * @throws as `Project.mine`
 */
export async function mineEverywhere(
  deps: MineEverywhere,
  { paths, fallback }: { readonly paths: readonly string[]; readonly fallback: string },
  options: MinePathsOptions,
): Promise<Job> {
  const found = new Map<string, Set<string>>();
  const unplaced: string[] = [];
  for (const path of paths) {
    const { projects, none } = await projectsIn(deps, resolve(options.cwd ?? process.cwd(), path), options);
    unplaced.push(...none);
    // Where nothing was found, the run over the fallback says why.
    for (const name of none.length > 0 || projects.size === 0 ? [...projects, fallback] : projects)
      found.set(name, (found.get(name) ?? new Set()).add(path));
  }
  const runs: (MinedRun & { readonly project: string })[] = [];
  const behind = (name: string): number => Number(name !== fallback);
  for (const [project, own] of [...found].sort(([a], [b]) => behind(a) - behind(b) || (a < b ? -1 : 1))) {
    if (options.signal?.aborted === true) break;
    const route = project === fallback ? "rest" : "own";
    runs.push({ project, ...(await deps.mine(project, [...own], { ...options, route })) });
  }
  // What is no transcript went nowhere.
  const refused = new Set(runs.flatMap(({ job }) => [...job.skipped, ...job.failed].map(({ path }) => path)));
  const taken = unplaced.filter((path) => !refused.has(path)).length;
  return joined(runs, taken === 0 ? [] : [withoutFolder(taken, fallback)]);
}

const withoutFolder = (files: number, fallback: string): Note => ({
  code: "SESSION_WITHOUT_FOLDER",
  message:
    `${files} ${files === 1 ? "file says" : "files say"} no folder, and nothing beside ` +
    `${files === 1 ? "it" : "them"} does: they went to '${fallback}'`,
  ...hintOf(step`to put them elsewhere, mine them alone with ${option("project")}`),
});

/** Names of the projects that the transcripts of a path belong to, and those of them that say no folder. */
async function projectsIn(
  { home, system, settings }: MineEverywhere,
  root: string,
  options: MinePathsOptions,
): Promise<{ readonly projects: ReadonlySet<string>; readonly none: readonly string[] }> {
  const given: SourceOptions = {
    scope: null,
    wing: null,
    room: null,
    include: [],
    exclude: [],
    ...sourceOptions(options),
    format: options.format ?? "auto",
    route: "rest",
  };
  const { scan } = await scanChats({
    source: { name: sourceName(root), root, options: given },
    deps: { transcripts: openTranscripts(), settings: ingestSettings(settings, system), ownFolder: realpathSync(home) },
    signal: options.signal,
  });
  const projects = new SessionProjects({ home, userHome: system.userHome });
  const found = new Set<string>();
  const none: string[] = [];
  for (const file of scan.files) {
    const of = await projects.ofTranscript(file.absolute);
    if (of.length === 0) none.push(file.path);
    for (const project of of) found.add(project);
  }
  projects.save();
  return { projects: found, none };
}

/** Combines several runs into one; what several of them report about one file is reported once. */
function joined(runs: readonly (MinedRun & { readonly project: string })[], more: readonly Note[]): Job {
  const jobs = runs.map(({ job }) => job);
  const first = jobs[0] as Job;
  const sum = (of: (job: Job) => number): number => jobs.reduce((total, job) => total + of(job), 0);
  const sums = <K extends string>(
    keys: readonly K[],
    of: (job: Job) => Readonly<Record<K, number>>,
  ): Record<K, number> => Object.fromEntries(keys.map((key) => [key, sum((job) => of(job)[key])])) as Record<K, number>;
  const projects = runs.map(({ project, job, sessions }): MinedProject => ({
    project,
    job: job.id,
    sessions,
    messages: job.messages ?? { added: 0, kept: 0, skipped: 0 },
  }));
  const worst = (["cancelled", "failed"] as const).find((status) => jobs.some((job) => job.status === status));
  return {
    ...first,
    status: worst ?? first.status,
    seconds: Math.round(sum(({ seconds }) => seconds) * 1000) / 1000,
    bytes: sum(({ bytes }) => bytes),
    files: sums(["seen", "indexed", "unchanged", "skipped", "removed", "failed"], ({ files }) => files),
    drawers: sums(["added", "kept", "removed", "total"], ({ drawers }) => drawers),
    embeddings: sums(["computed", "reused"], ({ embeddings }) => embeddings),
    messages: sums(["added", "kept", "skipped"], ({ messages }) => messages ?? { added: 0, kept: 0, skipped: 0 }),
    skipped: onceEach(jobs.flatMap(({ skipped }) => skipped)),
    failed: onceEach(jobs.flatMap(({ failed }) => failed)),
    sources: onceEach(jobs.flatMap(({ sources }) => sources)),
    notes: onceEach([...jobs.flatMap(({ notes }) => notes), ...more]),
    projects,
  };
}

function onceEach<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
