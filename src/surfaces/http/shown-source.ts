import type { Source } from "../../index.ts";

/** A source as it is shown: what it is and how it stands, without what only a run needs. */
export function shownSource({
  key,
  name,
  kind,
  root,
  options,
  addedAt,
  lastRun,
  lastJob,
  status,
  documents,
  kept,
}: Source): object {
  return {
    key,
    name,
    kind,
    root,
    options,
    addedAt,
    lastRun,
    lastJob,
    status,
    ...(documents !== undefined && { documents }),
    ...(kept !== undefined && { kept }),
  };
}
