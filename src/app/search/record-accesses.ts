import type { OpenedProject } from "../opened-project.ts";
import { createHash } from "node:crypto";
import type { AccessKind } from "../../model/access.ts";
import type { Caller } from "../../model/caller.ts";

/** Drawers that were put before somebody. */
export interface RecordedAccess {
  readonly kind: AccessKind;
  readonly ids: readonly string[];
  /** `owner` by default. */
  readonly caller?: Caller;
  /** The question that they answered; only its hash is kept. */
  readonly query?: string;
}

/** Records accesses for activation and in the audit trail, in one write each. */
export async function recordAccesses(
  { catalog, system }: Pick<OpenedProject, "catalog" | "system">,
  accesses: readonly RecordedAccess[],
): Promise<void> {
  const time = system.clock();
  const entries = accesses.map(({ kind, ids, caller = "owner", query }) => ({
    kind,
    ids,
    caller,
    queryHash: query === undefined ? null : createHash("sha256").update(query).digest("hex").slice(0, 32),
  }));
  await catalog.accesses.record(
    entries.flatMap(({ ids, ...access }) => ids.map((drawer) => ({ ...access, drawer, time }))),
  );
  await catalog.audit.append(
    entries.map(({ kind, ids, caller, queryHash }) => ({
      time: new Date(time).toISOString(),
      caller,
      action: `drawer.${kind}`,
      object: queryHash ?? ids[0] ?? "",
      details: { drawers: ids.length },
    })),
  );
}
