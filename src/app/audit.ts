import { loggedSearches } from "./search/search-log.ts";
import type { OpenedProject } from "./opened-project.ts";
import type { Caller } from "../model/caller.ts";
import { type Asked, AUDIT } from "../model/requests/index.ts";
import type { AuditEntry } from "../storage/ports/catalog.ts";

/** An entry for something done now. The caller is the owner and there are no details by default. */
export type NewAuditEntry = Pick<AuditEntry, "action" | "object"> & {
  readonly caller?: Caller;
  readonly details?: AuditEntry["details"];
};

/** Appends entries to the audit trail, in one write. */
export async function recordAudit(
  { catalog, system }: Pick<OpenedProject, "catalog" | "system">,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  const time = new Date(system.clock()).toISOString();
  await catalog.audit.append(
    entries.map(({ action, object, caller = "owner", details = {} }) => ({ time, caller, action, object, details })),
  );
}

/** Who did what, and what searches showed, newest first. */
export async function auditTrail(
  { catalog, folder }: Pick<OpenedProject, "catalog" | "folder">,
  { limit = AUDIT.limit.default }: Omit<Asked<typeof AUDIT>, "caller">,
): Promise<readonly AuditEntry[]> {
  const shown = loggedSearches(folder.searches, limit).map(({ time, caller, client, query, ids }): AuditEntry => {
    const details = { drawers: ids.length, client };
    return { time, caller, action: "drawer.shown", object: query ?? ids[0] ?? "", details };
  });
  const all = [...(await catalog.audit.list(limit)), ...shown];
  return all.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)).slice(0, limit);
}
