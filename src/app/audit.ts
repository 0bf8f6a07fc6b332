import { appendFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { sealedLine, unsealed, wholeLines } from "../files/plain-file.ts";
import { makePrivateFolder } from "../files/private-folder.ts";
import type { Caller } from "../model/caller.ts";
import { type Asked, AUDIT } from "../model/requests/index.ts";
import type { AccessKind } from "../model/search.ts";
import { writeFault, writing } from "../model/error.ts";
import type { AuditEntry } from "../storage/ports/catalog.ts";
import type { OpenedProject } from "./opened-project.ts";

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

/** The file of what was done to a data folder as a whole. */
const homeFile = (home: string): string => join(home, "audit.jsonl");

/** The logs of a project and its data folder, each with the one before. */
export const logFiles = ({ home, folder }: Pick<OpenedProject, "home" | "folder">): readonly string[] =>
  [homeFile(home), folder.searches].flatMap(filesOf);

/** Notes what the owner did to a data folder as a whole, which no project's catalog is for: settings, trust and tokens. @throws as `appendLog` */
export function recordHomeAudit(home: string, { action, object, details = {} }: NewAuditEntry, now = Date.now()): void {
  const entry: AuditEntry = { time: new Date(now).toISOString(), caller: "owner", action, object, details };
  appendLog(homeFile(home), entry);
}

/** What an action was done to, of the data folder as a whole, newest first. */
export const homeAudit = (home: string, action: string): readonly string[] =>
  lastOf<AuditEntry>(homeFile(home), Infinity, (entry) => entry.action === action).map(({ object }) => object);

/** Notes that drawers were forgotten. */
export async function auditForgotten(
  project: Pick<OpenedProject, "catalog" | "system">,
  caller: Caller,
  drawers: readonly { readonly id: string }[],
): Promise<void> {
  const entries = drawers.map(({ id }) => ({ caller, action: "drawer.forget", object: id }));
  await recordAudit(project, entries);
}

/** Who did what, in the project and to the data folder, and what searches showed, newest first. */
export async function auditTrail(
  { catalog, folder, home }: Pick<OpenedProject, "catalog" | "folder" | "home">,
  { limit = AUDIT.limit.default }: Omit<Asked<typeof AUDIT>, "caller">,
): Promise<readonly AuditEntry[]> {
  const shown = lastOf(folder.searches, limit).map(({ time, caller, client, query, ids, kind }): AuditEntry => {
    const details = { drawers: ids.length, client };
    const action = `${kind === "told" ? "fact" : subjectOf(ids)}.${kind ?? "shown"}`;
    return { time, caller, action, object: query ?? ids[0] ?? "", details };
  });
  const all = [...(await catalog.audit.list(limit)), ...lastOf<AuditEntry>(homeFile(home), limit), ...shown];
  return all.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)).slice(0, limit);
}

/** What was shown, opened or cited: drawers, or nothing where a question found none. */
export const subjectOf = (ids: readonly string[]): "drawer" | "nothing" => (ids.length > 0 ? "drawer" : "nothing");

/** What a search showed: one line of the log. */
export interface SearchLogEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly caller: string;
  /** Through what it was asked, such as `cli` or `mcp`. */
  readonly client: string;
  /** The beginning of the question's hash; null where none was given. */
  readonly query: string | null;
  /** Drawers that were shown, best first. */
  readonly ids: readonly string[];
  /** How a question was answered; of a prompt that asked for nothing, whether something was put into it. */
  readonly kind?: Exclude<AccessKind, "expanded"> | "given" | "silent";
  readonly why?: string;
  readonly session?: string | undefined;
}

/** Bytes of a file of the log. The one before is kept beside it, so between one and two times as many are. */
const MAX_BYTES = 512 * 1024;

function filesOf(file: string): readonly [older: string, newer: string] {
  return [file.replace(/\.jsonl$/u, ".before.jsonl"), file];
}

/**
 * Adds a line to a log of bounded size: of what searches showed, or what was done to a data folder. It is for people to look into: nothing is ranked by it.
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export function appendLog(file: string, entry: object): void {
  const [older, newer] = filesOf(file);
  writing(newer, () => {
    makePrivateFolder(dirname(newer));
    if ((statSync(newer, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(newer, older);
    appendFileSync(newer, `${sealedLine(entry)}\n`, { mode: 0o600 });
  });
}

/** The last entries of a log, newest first. A line that was cut off by a crash, or isn't as it was written, is left out; the doctor names it. */
export function lastOf<T extends object = SearchLogEntry>(
  file: string,
  limit: number,
  isWanted: (entry: T) => boolean = () => true,
): readonly T[] {
  const entries: T[] = [];
  for (const path of filesOf(file).toReversed()) {
    if (entries.length >= limit) break;
    for (const line of wholeLines(path, writeFault).toReversed()) {
      if (entries.length >= limit) break;
      const entry = unsealed<T>(line) as T | null;
      if (entry !== null && isWanted(entry)) entries.push(entry);
    }
  }
  return entries;
}
