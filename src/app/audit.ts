import type { OpenedProject } from "./opened-project.ts";
import type { Caller } from "../model/caller.ts";
import type { AuditEntry } from "../storage/ports/catalog.ts";

/** Something that somebody did now; by the owner, and without details, where nothing else is said. */
export type NewAuditEntry = Pick<AuditEntry, "action" | "object"> & {
  readonly caller?: Caller;
  readonly details?: AuditEntry["details"];
};

/** Writes deeds into the audit trail, in one write. */
export async function recordAudit(
  { catalog, system }: Pick<OpenedProject, "catalog" | "system">,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  const time = new Date(system.clock()).toISOString();
  await catalog.audit.append(
    entries.map(({ action, object, caller = "owner", details = {} }) => ({ time, caller, action, object, details })),
  );
}
