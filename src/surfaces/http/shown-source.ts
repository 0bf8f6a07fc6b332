import type { Source } from "../../index.ts";
import type { Service } from "./service.ts";

/** A source as it is shown: what it is and how it stands, without what only a run needs. */
export function shownSource({ key, name, kind, root, options, addedAt, lastRun, lastJob, status, documents }: Source): object {
  return { key, name, kind, root, options, addedAt, lastRun, lastJob, status, ...(documents !== undefined && { documents }) };
}

/** How the service keeps a source current; null when it doesn't. */
export function shownWatch(service: Service, project: string, key: string): object | null {
  const watch = service.watches().get(project)?.find((one) => one.key === key);
  return watch === undefined ? null : { state: watch.state, pending: watch.pending, problem: watch.problem };
}
