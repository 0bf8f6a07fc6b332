import type { OpenedProject } from "../opened-project.ts";
import type { AccessKind } from "../../model/search.ts";
import { keepWords, questionHash } from "../today/today.ts";
import { appendLog } from "../audit.ts";
import type { Caller } from "../../model/caller.ts";

/** Drawers that were put before somebody. */
export interface RecordedAccess {
  readonly kind: AccessKind;
  readonly ids: readonly string[];
  /** `owner` by default. */
  readonly caller?: Caller | undefined;
  /** The question that they answered; only its hash is kept. */
  readonly query?: string | undefined;
  /** Through what it was asked, such as `cli` or `mcp`; `library` by default. */
  readonly client?: string | undefined;
}

/**
 * Records what was opened or cited in the audit trail, and what was shown in the log of searches. For activation it is recorded only where
 * `recall.activation_weight` is above 0: switched on later, it knows of nothing before.
 */
export async function recordAccesses(
  {
    catalog,
    system,
    settings,
    folder,
    facts,
  }: Pick<OpenedProject, "catalog" | "system" | "settings" | "folder" | "facts">,
  accesses: readonly RecordedAccess[],
): Promise<void> {
  const time = system.clock();
  const entries = accesses.map(({ kind, ids, caller = "owner", query, client = "library" }) => ({
    kind,
    ids,
    caller,
    client,
    query,
    queryHash: query === undefined ? null : questionHash(query),
  }));
  if (settings.recall.activation_weight > 0)
    await catalog.accesses.record(
      entries.flatMap(({ ids, kind, caller, queryHash }) =>
        ids.map((drawer) => ({ kind, caller, queryHash, drawer, time })),
      ),
    );
  const said = new Date(time).toISOString();
  const shown = entries.filter(({ kind }) => kind === "shown");
  appendLog(
    folder.searches,
    shown.map(({ ids, caller, client, queryHash: query }) => ({ time: said, caller, client, query, ids })),
  );
  await keepWords(
    { facts, folder, settings, system },
    shown.flatMap(({ caller, client, query, queryHash }) =>
      caller === "owner" && client !== "http" && query !== undefined ? [{ hash: queryHash ?? "", words: query }] : [],
    ),
  );
  if (shown.length === entries.length) return;
  await catalog.audit.append(
    entries
      .filter(({ kind }) => kind !== "shown")
      .map(({ kind, ids, caller, queryHash }) => ({
        time: said,
        caller,
        action: `drawer.${kind}`,
        object: queryHash ?? ids[0] ?? "",
        details: { drawers: ids.length },
      })),
  );
}
