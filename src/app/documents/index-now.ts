import { scopeRequired } from "../../model/caller.ts";
import { join } from "node:path";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { type IndexOptions, type IndexRequest, indexSources } from "../../ingest/index-sources.ts";
import { requireScopes, resolveSources } from "../../ingest/resolve-sources.ts";
import { LociError } from "../../model/error.ts";
import type { Job } from "../../operations/answers/run.ts";
import { example, option, step } from "../../model/next-step.ts";
import type { Asked, INDEX, MINE, PIPED_TEXT, ValuesOf } from "../../model/requests/index.ts";
import type { Source, SourceOptions } from "../../model/source.ts";
import { slug } from "../../text/slug.ts";
import type { OpenedProject } from "../opened-project.ts";
import { keepRooms } from "../palace/kept-rooms.ts";
import { isForgettingUnfinished, noteRemoved } from "../palace/leave-no-trace.ts";
import { withoutPrivateParts } from "../redaction.ts";
import { type IndexPathsOptions, type MinePathsOptions, sourceOptions, sourcesOf } from "./sources-of.ts";

/**
 * Brings sources up to date here and now, for somebody who waits for it. Another process may cancel it.
 * @throws LociError `SOURCE_SCOPE_REQUIRED`, `MODEL_MISMATCH`, storage errors
 */
export async function indexNow(
  project: OpenedProject,
  { kind, sources, caller = "owner" }: Pick<IndexRequest, "kind" | "sources" | "caller">,
  { signal, onProgress }: IndexOptions,
): Promise<Job> {
  const { indexHandle, ingest } = project;
  return await indexHandle.use(async (index) => {
    const deps = await ingest(index);
    await requireScopes(deps, sources);
    const job = await indexSources(deps, { kind, sources, caller }, { signal, onProgress });
    await noteRemoved(project, job);
    await finishForgotten(project);
    await keepRooms(project, index, job);
    return { ...job, notes: [...indexHandle.takeNotes(), ...job.notes] };
  });
}

/**
 * The same where runs of the background go on, for somebody who waits for it in a process that answers others meanwhile.
 * @throws as `indexNow`, and LociError `UNAVAILABLE` when the other process ended
 */
export async function indexInBackground(
  project: OpenedProject,
  { kind, sources, caller = "owner" }: Pick<IndexRequest, "kind" | "sources" | "caller">,
  { signal, onProgress }: IndexOptions,
): Promise<Job> {
  const { background, indexHandle, system } = project;
  const job = await background.run({ id: system.newId(), kind, sources, caller }, { signal, onProgress });
  await noteRemoved(project, job);
  await indexHandle.use(async (index) => await keepRooms(project, index, job));
  return { ...job, notes: [...indexHandle.takeNotes(), ...job.notes] };
}

/** Completes a forget that was interrupted by the end of its process. Cost: a row of the catalog where nobody was. */
export async function finishForgotten(project: OpenedProject): Promise<void> {
  if (!(await isForgettingUnfinished(project))) return;
  const [{ finishInterrupted }, { projectSearch }, { openLiveChats }] = await Promise.all([
    import("../palace/forget.ts"),
    import("../search/search-project.ts"),
    import("../chats/live-chats.ts"),
  ]);
  await finishInterrupted(project, async () => ({ search: projectSearch(project), chats: openLiveChats(project) }));
}

/**
 * Brings sources up to date: those of the paths, or every remembered one.
 * @param paths files and folders, each of which becomes a remembered source; none: all sources
 * @throws LociError `PATH_NOT_FOUND`, `SOURCE_SCOPE_REQUIRED`, `SCOPE_INVALID`, `NOTHING_TO_INDEX`, `MODEL_MISMATCH`, storage errors
 */
export async function indexPaths(
  project: OpenedProject,
  { paths, ...options }: IndexPathsOptions & Pick<Asked<typeof INDEX>, "paths">,
): Promise<Job> {
  if (paths.length > 0)
    return await indexNow(
      project,
      { kind: "index", sources: await sourcesOf(project, { paths, kind: "index" }, options) },
      options,
    );
  const sources = await project.catalog.sources.list();
  if (sources.length === 0)
    throw new LociError("NOTHING_TO_INDEX", `the project '${project.name}' has no sources yet`, {
      hint: step`name a folder or file: ${example("index", "~/notes --scope kb")}`,
    });
  requireUnchanged(sources, sourceOptions(options));
  return await indexNow(project, { kind: "index", sources }, options);
}

/**
 * Options that are given without a path would change every source; one slip would show private notes to everybody.
 * @throws LociError `USAGE`
 */
function requireUnchanged(sources: readonly Source[], requested: Partial<SourceOptions>): void {
  for (const [name, value] of Object.entries(requested)) {
    const differing = sources.filter(
      ({ options }) => JSON.stringify(options[name as keyof SourceOptions]) !== JSON.stringify(value),
    );
    if (differing.length === 0) continue;
    throw new LociError(
      "USAGE",
      `--${name} without a path would change ${differing.length} of ${sources.length} sources`,
      {
        hint: step`name the paths that it is meant for, for example: ${example("index", `'${differing[0]?.root}' --${name} …`)}`,
        details: { sources: differing.map(({ key }) => key) },
      },
    );
  }
}

/** Brings chats of other tools up to date. @throws as `indexPaths`, and LociError `TRANSCRIPT_UNRECOGNISED`, `USAGE` without a path */
export async function minePaths(
  project: OpenedProject,
  { paths, ...options }: MinePathsOptions & Pick<Asked<typeof MINE>, "paths"> & { readonly route?: "own" | "rest" },
): Promise<Job> {
  if (paths.length === 0)
    throw new LociError("USAGE", "no transcript was named", {
      hint: step`name a file or folder: ${example("mine", "chats.jsonl --scope kb")}`,
    });
  return await indexNow(
    project,
    { kind: "mine", sources: await sourcesOf(project, { paths, kind: "mine" }, options) },
    options,
  );
}

/**
 * Indexes a text that came through a pipe. It is kept as a file in the project, so that the index can be rebuilt from it.
 * @throws as `indexPaths`, and LociError `USAGE` for a name that nothing can be made of
 */
export async function indexText(
  project: OpenedProject,
  { text: { name, text }, ...options }: IndexPathsOptions & { readonly text: ValuesOf<typeof PIPED_TEXT> },
): Promise<Job> {
  const plain = slug(name.replace(/\.(?:md|markdown|txt)$/i, ""));
  if (plain === "")
    throw new LociError("USAGE", `'${name.slice(0, 80)}' can't name a text`, {
      hint: step`give ${option("name")} letters or digits`,
    });
  const file = join(project.folder.piped, `${plain}${/\.txt$/i.test(name) ? ".txt" : ".md"}`);
  const requested = sourceOptions(options);
  const stored = await project.catalog.sources.get(project.keyOf("stdin", file));
  if (requested.scope === undefined && (stored?.options.scope ?? null) === null && project.settings.ingest.scope === "")
    throw scopeRequired("this text");
  await writeFileAtomically(file, (await withoutPrivateParts(text)).text);
  const sources = await resolveSources(project.catalog.sources, {
    paths: [file],
    cwd: "/",
    kind: "stdin",
    keyOf: project.keyOf,
    options: requested,
    now: new Date(project.system.clock()).toISOString(),
  });
  return await indexNow(project, { kind: "index", sources }, options);
}
