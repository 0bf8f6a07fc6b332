import { statSync } from "node:fs";
import { identityKey } from "../embedding/identity.ts";
import type { Caller } from "../model/caller.ts";
import { visibleScopes } from "../model/caller.ts";
import type { Note } from "../model/hit.ts";
import type { Job } from "../model/job.ts";
import type { IndexCounts } from "../storage/ports/search-index.ts";
import { catalogLoss } from "./catalog-record/catalog-loss.ts";
import type { OpenedProject } from "./open-project.ts";
import { type WatchStatus, watchStatus } from "./watch-status.ts";

/** How a project stands. */
export interface ProjectStatus {
  readonly project: string;
  /** The data folder; null for anybody but the owner. */
  readonly home: string | null;
  /** Bytes and sequence: 0 for anybody but the owner. `missing` and `damaged`: made again from the files by the next search or run. */
  readonly index: { readonly state: "ready" | "missing" | "damaged"; readonly detail: string; readonly bytes: number; readonly sequence: number };
  /** Of what the caller may see. */
  readonly counts: IndexCounts;
  /** 0 for anybody but the owner. */
  readonly sources: number;
  /** The model whose vectors are stored; null when there are none. */
  readonly modelIdentity: string | null;
  /** What leaves this machine, and where to; empty: nothing does. */
  readonly leaves: readonly string[];
  /** For the owner. */
  readonly watch: WatchStatus;
  readonly running: readonly Job[];
  readonly lastJob: Job | null;
  /** What the owner should know, until it is mended. */
  readonly notes: readonly Note[];
}

const NO_COUNTS: IndexCounts = { documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 };

/** Looks, and changes nothing. */
export async function projectStatus({ name, home, folder, catalog, keeper, provider, system }: OpenedProject, caller: Caller = "owner"): Promise<ProjectStatus> {
  const loss = await keeper.loss();
  const index = loss === null ? await keeper.index() : null;
  const model = await provider();
  const bytes = ["", "-wal"].reduce((sum, suffix) => sum + (statSync(folder.index + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
  const isOwner = caller === "owner";
  const lost = isOwner ? await catalogLoss(catalog) : null;
  return {
    project: name,
    home: isOwner ? home : null,
    index: { state: loss?.why ?? "ready", detail: loss?.detail ?? "", bytes: isOwner ? bytes : 0, sequence: index === null || !isOwner ? 0 : await index.sequence() },
    counts: index === null ? NO_COUNTS : await index.counts(visibleScopes(caller)),
    sources: isOwner ? (await catalog.sources.list()).length : 0,
    // Whether a vector is stored tells whether anything is.
    modelIdentity: isOwner ? ((await index?.modelIdentity()) ?? null) : model === null ? null : identityKey(model.identity),
    leaves: model === null || model.capabilities.local ? [] : [`texts of drawers and questions, to the embedding provider '${model.identity.provider}'`],
    watch: isOwner ? await watchStatus({ catalog, system }) : { watched: [], away: [] },
    running: isOwner ? await catalog.jobs.unfinished() : [],
    lastJob: isOwner ? ((await catalog.jobs.list(1))[0] ?? null) : null,
    notes: lost === null ? [] : [lost],
  };
}
