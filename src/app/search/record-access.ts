import type { OpenedProject } from "../opened-project.ts";
import { keepWords, questionHash } from "../today/today.ts";
import { appendLog, type SearchLogEntry, subjectOf } from "../audit.ts";
import type { ACCESS, Asked } from "../../model/requests/index.ts";

/** Drawers of one answer that are recorded: nobody looks at the thousandth. */
const MAX_IDS = 50;

/**
 * Records what was opened in the audit trail, and what was asked, by its hash, in the log of searches: one line a question, also where it found
 * nothing. For activation it is recorded only where `recall.activation_weight` is above 0: switched on later, it knows of nothing before.
 */
export async function recordAccess(
  project: Pick<OpenedProject, "catalog" | "system" | "settings" | "folder" | "facts">,
  { kind, ids: all, caller, query, client = "library", covered = true }: Asked<typeof ACCESS>,
): Promise<void> {
  const { catalog, settings, folder } = project;
  const ids = all.slice(0, MAX_IDS);
  // A question that found nothing is told of, but not one to a project that holds nothing: it would be made by asking.
  if (ids.length === 0 && kind !== "told" && (query === undefined || (await catalog.sources.list()).length === 0))
    return;
  const time = project.system.clock();
  const queryHash = query === undefined ? null : questionHash(query);
  if (settings.recall.activation_weight > 0)
    await catalog.accesses.record(ids.map((drawer) => ({ kind, caller, queryHash, drawer, time })));
  const said = new Date(time).toISOString();
  if (kind === "expanded") {
    const details = { drawers: ids.length };
    const object = queryHash ?? ids[0] ?? "";
    await catalog.audit.append([{ time: said, caller, action: `${subjectOf(ids)}.${kind}`, object, details }]);
    return;
  }
  const why = !covered && ids.length > 0 ? { why: "perhaps not covered" } : {};
  const entry: SearchLogEntry = { time: said, caller, client, query: queryHash, ids, kind, ...why };
  appendLog(folder.searches, entry);
  if (caller === "owner" && client !== "http" && query !== undefined)
    await keepWords(project, { hash: queryHash ?? "", words: query });
}
