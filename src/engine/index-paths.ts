import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { indexSources } from "../ingest/index-sources.ts";
import type { Progress } from "../ingest/progress.ts";
import { requireScopes } from "../ingest/require-scopes.ts";
import { resolveSources } from "../ingest/resolve-sources.ts";
import { sourceKey } from "../ingest/source-key.ts";
import { LociError } from "../model/error.ts";
import type { Job } from "../model/job.ts";
import { parseScope } from "../model/scope.ts";
import type { Source, SourceOptions } from "../model/source.ts";
import { globFault } from "../text/glob-fault.ts";
import { slug } from "../text/slug.ts";
import { holdsMuch } from "./drafting/holds-much.ts";
import { untilCancelled } from "./jobs/cancel-mark.ts";
import { keepRooms } from "./palace/keep-rooms.ts";
import type { OpenedProject } from "./open-project.ts";

/** How paths are indexed. What is left out keeps the value that a remembered source has. */
export interface IndexPathsOptions {
  /** `kb`, `admin` or `user:<id>`. Required for a new source, unless the configuration or every document says it. */
  readonly scope?: string;
  readonly wing?: string;
  readonly room?: string;
  /** Glob patterns, as in `.gitignore`, with braces; see `includeRules` for what they do. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Relative paths are seen from here; the process's folder by default. Absolute. */
  readonly cwd?: string;
  /** Ends the run; what was written stays, and the job says `cancelled`. */
  readonly signal?: AbortSignal;
  /** Called often, from the run itself: be quick. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How transcripts are indexed. */
export interface MinePathsOptions extends IndexPathsOptions {
  /** `auto` (default) looks at the file; `jsonl` is the generic form. */
  readonly format?: string;
}

/** Text that came through a pipe. */
export interface PipedText {
  /** What to call it; the same name replaces the text. */
  readonly name: string;
  readonly text: string;
}

/**
 * Brings sources up to date: those of the paths, or every remembered one.
 *
 * @param paths files and folders, each of which becomes a remembered source; none: all sources
 * @throws LociError `PATH_NOT_FOUND`, `SOURCE_SCOPE_REQUIRED`, `SCOPE_INVALID`, `NOTHING_TO_INDEX`, `MODEL_MISMATCH`, storage errors
 */
export async function indexPaths(project: OpenedProject, paths: readonly string[], options: IndexPathsOptions = {}): Promise<Job> {
  if (paths.length > 0) return await run(project, "index", await sourcesOf(project, paths, "index", options), options);
  const sources = await project.catalog.sources.list();
  if (sources.length === 0) {
    throw new LociError("NOTHING_TO_INDEX", `the project '${project.name}' has no sources yet`, { hint: "name a folder or file: loci index ~/notes --scope kb" });
  }
  requireUnchanged(sources, sourceOptions(options));
  return await run(project, "index", sources, options);
}

/** The same for chats of other tools. @throws as `indexPaths`, and LociError `TRANSCRIPT_UNRECOGNISED` */
export async function minePaths(project: OpenedProject, paths: readonly string[], options: MinePathsOptions = {}): Promise<Job> {
  if (paths.length === 0) throw new LociError("USAGE", "no transcript was named", { hint: "name a file or folder: loci mine chats.jsonl --scope kb" });
  return await run(project, "mine", await sourcesOf(project, paths, "mine", options), options);
}

/**
 * Indexes a text that came through a pipe. It is kept as a file in the project, so that the index can be rebuilt from it.
 *
 * @throws as `indexPaths`, and LociError `USAGE` for a name that nothing can be made of
 */
export async function indexText(project: OpenedProject, { name, text }: PipedText, options: IndexPathsOptions = {}): Promise<Job> {
  const plain = slug(name.replace(/\.(?:md|markdown|txt)$/i, ""));
  if (plain === "") throw new LociError("USAGE", `'${name.slice(0, 80)}' can't name a text`, { hint: "give --name letters or digits" });
  const file = join(project.folder.piped, `${plain}${/\.txt$/i.test(name) ? ".txt" : ".md"}`);
  const said = sourceOptions(options);
  const stored = await project.catalog.sources.get(sourceKey("stdin", file));
  if (said.scope === undefined && (stored?.options.scope ?? null) === null && project.settings.ingest.scope === "") {
    throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this text", { hint: "give --scope kb, admin or user:<id>" });
  }
  mkdirSync(project.folder.piped, { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600 });
  const sources = await resolveSources(project.catalog.sources, { paths: [file], cwd: "/", kind: "stdin", options: said, now: new Date(project.system.clock()).toISOString() });
  return await run(project, "index", sources, options);
}

/**
 * The sources that paths stand for, with what was said of them.
 *
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`, `SCOPE_INVALID`, `USAGE`
 */
export async function sourcesOf({ catalog, system }: Pick<OpenedProject, "catalog" | "system">, paths: readonly string[], kind: "index" | "mine", options: MinePathsOptions): Promise<readonly Source[]> {
  return await resolveSources(catalog.sources, {
    paths,
    cwd: options.cwd ?? process.cwd(),
    ...(kind === "mine" && { kind: "chat" as const }),
    options: { ...sourceOptions(options), ...(kind === "mine" && { format: options.format ?? "auto" }) },
    now: new Date(system.clock()).toISOString(),
  });
}

async function run(project: OpenedProject, kind: Job["kind"], sources: readonly Source[], { signal, onProgress }: IndexPathsOptions): Promise<Job> {
  const { keeper, ingest, catalog, system, thread } = project;
  // Before anything else is loaded, which takes as long as the thread does to begin.
  if (sources.some((source) => source.kind === "folder" && source.lastRun === null && holdsMuch(source.root))) thread.expect();
  return await keeper.use(async (index) => {
    const deps = await ingest(index);
    await requireScopes(deps, sources);
    const id = system.newId();
    const job = await untilCancelled(catalog.leases, id, system.lease, signal, (ending) => indexSources(deps, { kind, sources, id }, { signal: ending, onProgress }));
    await keepRooms(project, index, job);
    return { ...job, notes: [...keeper.takeNotes(), ...job.notes] };
  });
}

/**
 * Options that are given without a path would change every source; one slip would show private notes to everybody.
 *
 * @throws LociError `USAGE`
 */
function requireUnchanged(sources: readonly Source[], said: Partial<SourceOptions>): void {
  for (const [name, value] of Object.entries(said)) {
    const differing = sources.filter(({ options }) => JSON.stringify(options[name as keyof SourceOptions]) !== JSON.stringify(value));
    if (differing.length === 0) continue;
    throw new LociError("USAGE", `--${name} without a path would change ${differing.length} of ${sources.length} sources`, {
      hint: `name the paths that it is meant for, for example: loci index '${differing[0]?.root}' --${name} …`,
      details: { sources: differing.map(({ key }) => key) },
    });
  }
}

function sourceOptions({ scope, wing, room, include, exclude }: IndexPathsOptions): Partial<SourceOptions> {
  return {
    ...(scope !== undefined && { scope: parseScope(scope) }),
    ...(wing !== undefined && { wing: named("wing", wing) }),
    ...(room !== undefined && { room: named("room", room) }),
    ...(include !== undefined && { include: patterns("include", include) }),
    ...(exclude !== undefined && { exclude: patterns("exclude", exclude) }),
  };
}

/** Checked where they are said: what a source remembers is read as it stands, so that an old slip stops no run over all of them. */
function patterns(what: string, said: readonly string[]): readonly string[] {
  for (const pattern of said) {
    const fault = globFault(pattern);
    if (fault !== null) throw new LociError("USAGE", `'${pattern.slice(0, 80)}' is no pattern to ${what}: ${fault}`, { hint: "patterns are written as in .gitignore, such as 'notes/**' or '*.{ts,js}'" });
  }
  return said;
}

function named(what: string, text: string): string {
  const name = slug(text);
  if (name === "") throw new LociError("USAGE", `'${text.slice(0, 80)}' can't name a ${what}`, { hint: "use letters and digits" });
  return name;
}
