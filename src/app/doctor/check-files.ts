import { statSync, globSync, readFileSync } from "node:fs";
import { readDocument } from "../../ingest/read-document.ts";
import type { Source } from "../../model/source.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { keptFolder, KeptSessions } from "../../ingest/kept/kept-sessions.ts";
import { documentFile } from "../expand/source-text.ts";
import type { Finding } from "./finding.ts";
import { join } from "node:path";
import { CUT_HINT, isCut } from "../../palace/drawer-file/format.ts";

/**
 * Whether the files of each source are those that were indexed: there, and of the same size and time. Reads the content only of what has another time.
 *
 * @param sessions folder of the kept sessions, which stand for the transcripts of their sources
 * @param current keys of the sources that were indexed by the rules and settings of today
 */
export async function checkFiles(
  index: SearchIndex,
  sources: readonly Source[],
  current: ReadonlySet<string>,
  sessions: string,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const known = new Set(sources.map(({ key }) => key));
  for (const source of sources) {
    const kept = source.kind === "chat" ? new KeptSessions(keptFolder(sessions, source.key)) : null;
    const keeps = kept !== null && !kept.isNew;
    if (!keeps && statSync(source.root, { throwIfNoEntry: false }) === undefined) {
      findings.push({
        check: "files",
        severity: "error",
        what: `source '${source.name}': '${source.root}' is not there`,
        next: `put it back; where it has moved, index its new place, then: loci sources rm ${source.key}`,
      });
      continue;
    }
    const documents = await index.documents(source.key);
    let gone = 0;
    let changed = 0;
    for (const document of documents) {
      const file = keeps ? kept.file(document.path) : documentFile(source, document);
      const stat = statSync(file, { throwIfNoEntry: false });
      if (stat === undefined) gone++;
      // A session without size and time of its own shares its file with another that has them.
      else if (document.modifiedAt === 0) continue;
      else if (stat.size !== document.bytes) changed++;
      else if (stat.mtimeMs !== document.modifiedAt && !isSame(source, file, document.contentHash)) changed++;
    }
    if (gone + changed > 0)
      findings.push({
        check: "files",
        severity: "warning",
        what: `source '${source.name}': ${changed} files changed and ${gone} vanished since it was indexed`,
        next: "loci index",
      });
    else if (source.status === "incomplete")
      findings.push({
        check: "files",
        severity: "warning",
        what: `source '${source.name}': its last run did not finish or left files out`,
        next: "loci index",
      });
    else if (source.lastRun !== null && !current.has(source.key))
      findings.push({
        check: "files",
        severity: "warning",
        what: `source '${source.name}': it was indexed by another version of Loci or with other settings, and the next run reads it again`,
        next: "loci index",
      });
    else
      findings.push({
        check: "files",
        severity: "ok",
        what: `source '${source.name}': ${documents.length} documents are as they were indexed`,
        next: "",
      });
  }
  const orphans = (await index.documents()).filter(({ source }) => !known.has(source)).length;
  if (orphans > 0)
    findings.push({
      check: "files",
      severity: "warning",
      what: `${orphans} ${orphans === 1 ? "document belongs" : "documents belong"} to no source that is known`,
      next: "index their folders again (loci index FOLDER --scope …), or take them out: loci rebuild",
    });
  return findings;
}

/** Whether a file with another time, as a copy has, holds what was indexed; of chats size and time are all that tells. */
function isSame({ kind }: Source, file: string, hash: string): boolean {
  if (kind === "chat") return false;
  const read = readDocument(file);
  return read.kind === "read" && read.contentHash === hash;
}

/**
 * Says which files of drawers that were added by hand were cut off: what was indexed of them is still found, and nothing is written to them.
 *
 * @param folder `memory/palace`
 * Cost: reads all of them.
 */
export function checkRooms(folder: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const path of globSync("*/*.md", { cwd: folder }).sort()) {
    let text: string;
    try {
      text = readFileSync(join(folder, path), "utf8");
    } catch {
      // Deleted meanwhile; what can't be read is said by the next run.
      continue;
    }
    if (!isCut(text)) continue;
    findings.push({
      check: "files",
      severity: "error",
      what: `'${join(folder, path)}' was cut off: its last line is missing; what was indexed of it is still found`,
      next: CUT_HINT,
    });
  }
  return findings;
}
