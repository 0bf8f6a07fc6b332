import type { OpenedProject } from "../opened-project.ts";
import { statSync } from "node:fs";
import { isStale, leaseName } from "../../ingest/hold-lease.ts";

/** Which sources some process keeps current, and which have gone from their place. By name, in the order of their keys. */
export interface WatchStatus {
  readonly watched: readonly string[];
  /** Their path is not there; what was indexed of them stays. */
  readonly away: readonly string[];
}

/** Looks at leases and paths: true whoever watches, this process or another. */
export async function watchStatus({
  catalog,
  system,
}: Pick<OpenedProject, "catalog" | "system">): Promise<WatchStatus> {
  const leased = new Set(
    (await catalog.leases.list()).filter((lease) => !isStale(lease, system.lease)).map(({ name }) => name),
  );
  const sources = await catalog.sources.list();
  return {
    watched: sources.filter(({ key }) => leased.has(leaseName("watch", key))).map(({ name }) => name),
    away: sources.filter(({ root }) => statSync(root, { throwIfNoEntry: false }) === undefined).map(({ name }) => name),
  };
}
