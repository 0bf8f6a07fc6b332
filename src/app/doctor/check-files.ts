import { isOther, textIfThere, unsealed, unsealedText, wholeLines } from "../../files/plain-file.ts";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { cutChat, shortChat } from "../../ingest/chats/cut-chat.ts";
import { changedLines } from "../../ingest/chats/live-chat.ts";
import { manualFile, manualHashes } from "../../ingest/manual/manual-documents.ts";
import type { Document } from "../../model/drawer.ts";
import { documentsOfFile, fileOf } from "../../ingest/chats/session-document.ts";
import { keptFolder, KeptSessions } from "../../ingest/kept/kept-sessions.ts";
import { readDocument } from "../../ingest/draft-file.ts";
import { isInside } from "../../ingest/source-key.ts";
import { example, step } from "../../model/next-step.ts";
import type { Source } from "../../model/source.ts";
import type { Finding } from "../../operations/answers/status.ts";
import { roomFault } from "../../palace/drawer-file.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { identityFiles } from "../projects/identity.ts";
import { logFiles } from "../audit.ts";
import { documentFile } from "../expand/current-text.ts";
import type { OpenedProject } from "../opened-project.ts";
import type { ProjectFolder } from "../project-folder.ts";
import { fault, INDEX_AGAIN, other, sound, warning } from "./finding.ts";

/**
 * Whether the files of each source are those that were indexed: there, and of the same size and time. Reads the content only of what has another time.
 * @param folder of the project, whose kept sessions stand for the transcripts of their sources; documents that were
 *   handed over to it or added by hand are all read, since a wrong bit changes no time
 * @param current keys of the sources that were indexed by the rules and settings of today
 * @param pass see `letOthers`
 */
export async function checkFiles(
  index: SearchIndex,
  given: { sources: readonly Source[]; current: ReadonlySet<string>; folder: ProjectFolder; pass: () => Promise<void> },
): Promise<readonly Finding[]> {
  const { sources, current, folder, pass } = given;
  const findings: Finding[] = [];
  const known = new Set(sources.map(({ key }) => key));
  for (const source of sources) {
    const kept = source.kind === "chat" ? new KeptSessions(keptFolder(folder.sessions, source.key)) : null;
    const keeps = kept !== null && !kept.isNew;
    if (!keeps && statSync(source.root, { throwIfNoEntry: false }) === undefined) {
      const next = step`put it back; where it has moved, index its new place, then: ${example("sources rm", source.key)}`;
      findings.push(fault("files", `source '${source.name}': '${source.root}' is not there`, next));
      continue;
    }
    const isCopy = source.kind !== "chat" && [folder.uploads, folder.piped].some((own) => isInside(source.root, own));
    const isOwn = isCopy || isInside(source.root, folder.memory);
    const documents = await index.documents(source.key);
    let missing = 0;
    let changed = 0;
    for (const document of documents) {
      await pass();
      const file = keeps ? kept.file(document.path) : documentFile(source, document);
      const stat = statSync(file, { throwIfNoEntry: false });
      if (stat === undefined) missing++;
      // A session without size and time of its own shares its file with another that has them.
      else if (document.modifiedAt === 0) continue;
      else if (stat.size !== document.bytes && !isCopy) changed++;
      else if ((!isOwn && stat.mtimeMs === document.modifiedAt) || isSame(source, file, document)) continue;
      else if (isCopy || stat.mtimeMs === document.modifiedAt)
        findings.push(other(file, null, isCopy ? ", or hand it over again" : ""));
      else changed++;
    }
    // One that can't be read any more, and that the index has lost, too.
    if (isCopy && documents.length === 0) findings.push(other(source.root, null, ", or hand it over again"));
    const again = (what: string): Finding => warning("files", `source '${source.name}': ${what}`, INDEX_AGAIN);
    if (missing + changed > 0)
      findings.push(again(`${changed} files changed and ${missing} vanished since it was indexed`));
    else if (source.status === "incomplete") findings.push(again("its last run did not finish or left files out"));
    else if (source.lastRun !== null && !current.has(source.key))
      findings.push(again("the next run reads it again: another version, other settings, or a source that is gone"));
    else
      findings.push(sound("files", `source '${source.name}': unchanged since read (documents: ${documents.length})`));
  }
  const orphans = (await index.documents()).filter(({ source }) => !known.has(source)).length;
  const what = `${orphans} ${orphans === 1 ? "document belongs" : "documents belong"} to no source that is known`;
  const next = step`index their folders again (${example("index", "FOLDER --scope …")}), or take them out: ${example("data rebuild")}`;
  if (orphans > 0) findings.push(warning("files", what, next));
  return findings;
}

/** Whether a file with another time, as a copy has, holds what was indexed; of chats size and time are all that tells. */
function isSame({ kind }: Source, file: string, { path, contentHash }: Document): boolean {
  if (kind === "chat") return false;
  const read = readDocument(file);
  if (read.kind !== "read" || read.contentHash === contentHash) return read.kind === "read";
  // Of a large room each document has the hash of its own part.
  const room = { path: manualFile(path), text: Buffer.from(read.bytes).toString() };
  return kind === "hand" && manualHashes(room).get(path) === contentHash;
}

/**
 * Says which files of drawers that were added by hand were cut off or changed in their marks: what was indexed of them is still found, and nothing is
 * written to them.
 * @param folder `memory/palace`
 * Cost: reads all of them.
 */
export async function checkRooms(folder: string, pass: () => Promise<void>): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const path of globSync("*/*.md", { cwd: folder }).sort()) {
    await pass();
    let text: string;
    try {
      text = readFileSync(join(folder, path), "utf8");
    } catch {
      // Deleted meanwhile; what can't be read is said by the next run.
      continue;
    }
    const found = roomFault(text);
    if (found === null) continue;
    const what = `'${join(folder, path)}' ${found.what}; what was indexed of it is still found`;
    findings.push(fault("files", what, found.hint));
  }
  return findings;
}

/** Says which lines of what was done to the data folder, and of what searches showed, aren't as they were written. */
export function checkLogs(project: Pick<OpenedProject, "home" | "folder">): readonly Finding[] {
  const changed = (line: string, i: number): readonly number[] => (unsealed(line) === null ? [i + 1] : []);
  return logFiles(project).flatMap((file) => {
    const lines = wholeLines(file).flatMap(changed);
    return lines.length > 0 ? [other(file, lines)] : [];
  });
}

/**
 * Says which notes and messages of chats, which pages of facts, and which of the two files of whose memory it is, aren't as Loci wrote
 * them: what was pinned or said there stands nowhere else. A wrong `recent.json`, or half of one, counts as lost and is written again.
 * @param pass see `letOthers`
 * Cost: reads all of them.
 */
export async function checkSeals(
  { root, chats, facts }: Pick<ProjectFolder, "root" | "chats" | "facts">,
  pass: () => Promise<void>,
): Promise<readonly Finding[]> {
  const find = (name: string): readonly string[] =>
    globSync([name, `*/${name}`, `users/*/*/${name}`], { cwd: chats })
      .sort()
      .map((path) => join(chats, path));
  const findings: Finding[] = [];
  const pages = globSync("*.md", { cwd: facts }).map((path) => join(facts, path));
  for (const path of [...find("memory.md"), ...pages]) {
    await pass();
    const text = textIfThere(path) ?? "";
    // All pages of facts have a seal, at their end.
    if (isOther(text) || (pages.includes(path) && unsealedText(text) === text))
      findings.push(other(path, null, ". The next note or fact that is kept there seals it again"));
  }
  for (const path of find("*.jsonl")) {
    await pass();
    const lines = changedLines(textIfThere(path) ?? "");
    if (lines.length > 0) findings.push(other(path, lines));
  }
  for (const path of find("profile.json"))
    if (unsealed(textIfThere(path) ?? "{}") === null)
      findings.push(other(path, null, ". The chat's next message writes it again"));
  const identity = identityFiles(root);
  for (const [i, path] of identity.entries())
    if (unsealed(textIfThere(path) ?? "{}") === null)
      findings.push(other(path, null, `, or copy '${identity[1 - i] as string}' over it`));
  return findings;
}

/** Says what is wrong in the file that gives facts back. Cost: reads it. */
export async function checkFactRecord({ facts, folder }: Pick<OpenedProject, "facts" | "folder">) {
  const wrong = await facts.recordFault();
  const next = step`it is written anew from the catalog once facts are read: ${example("facts")}`;
  return wrong === null ? null : warning("files", `'${folder.factRecord}' ${wrong}`, next);
}

/**
 * Says which chats and kept sessions lost their end, by what the index holds of them. The next run writes it back.
 * Cost: a look at the size of each; those that are shorter than they were indexed are read.
 */
export async function checkChats(
  { catalog, folder }: Pick<OpenedProject, "catalog" | "folder">,
  index: SearchIndex,
  sources: readonly Source[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const cut = (
    file: string,
    where = ": the index holds messages that it lacks",
    next: Parameters<typeof fault>[2] = INDEX_AGAIN,
  ) => findings.push(fault("files", `'${file}' was cut off${where}`, next));
  for (const source of sources.filter(({ kind }) => kind === "chat")) {
    const documents = await index.documents(source.key);
    if (!isInside(source.root, folder.root) || isInside(source.root, folder.recorded)) {
      const kept = new KeptSessions(keptFolder(folder.sessions, source.key));
      for (const { path, bytes } of documents)
        if ((kept.stat(path)?.bytes ?? bytes) < bytes && kept.isCut(path)) cut(kept.file(path));
      continue;
    }
    const { cursors } = catalog;
    const files = new Map(documents.map((document) => [documentFile(source, document), document.path]));
    // One of which nothing is left.
    if (documents.length === 0) files.set(source.root, "");
    for (const [file, path] of files) {
      const inSource = file === source.root ? null : fileOf(path);
      const own = documentsOfFile(documents, inSource);
      const chat = { file, path: inSource, documents: own, index, source: source.key, cursors };
      if ((await cutChat(chat)) !== null) cut(file);
      else if ((await shortChat(chat)) === "lost")
        cut(file, ", and the index was lost, too", "put it back from a backup");
    }
  }
  return findings;
}
