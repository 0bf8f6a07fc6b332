import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Document } from "../model/drawer.ts";
import type { Note } from "../model/note.ts";
import type { Refusal } from "../storage/ports/catalog.ts";
import { draftFiles, type FileDraft, readDocument } from "./draft-file.ts";
import { scanSource } from "./resolve-sources.ts";
import type { ScannedFile } from "./scan/scan.ts";
import { isInside } from "./source-key.ts";
import type { SourceRun } from "./source-run.ts";
import { shortList } from "./tally.ts";

/**
 * Brings a folder or file source up to date: scan, tell changed from unchanged, read, parse, cut, place, write; what is gone
 * leaves with the last write. One file's failure is named and leaves its earlier drawers as they are. A file that no parser takes is
 * remembered, and not read again before it changes.
 * @throws what ends the whole source: its root is gone or unreadable, storage fails, the lease is lost, the signal aborts
 */
export async function indexFiles(run: SourceRun): Promise<void> {
  const { deps, source, known, tally, writer } = run;
  run.onProgress("scanning", 0, 0);
  const scanned = await scanSource(deps, source, run.signal);
  const elsewhere = await heldInside(run);
  const scan = { ...scanned, files: scanned.files.filter(({ absolute }) => !elsewhere.has(absolute)) };
  if (scanned.files.length === 0 && known.size > 0 && (await isPatternsFault(run))) {
    tally.notes.push(MATCHES_NOTHING);
    tally.unchanged += known.size;
    return;
  }
  const missing = new Set(known.keys());
  for (const { path } of scan.failed) missing.delete(path);
  for (const path of known.keys()) if (scan.unreadable.some((folder) => path.startsWith(folder))) missing.delete(path);
  for (const path of known.keys()) if (run.unsettled(path)) missing.delete(path);
  tally.scanned(scan);

  const refused = new Map((await deps.catalog.refusals.of(source.key)).map((one) => [one.path, one]));
  const stillRefused: Refusal[] = [];
  const changed: ScannedFile[] = [];
  const packages = new Map<string, string | undefined>();
  const packageOf = ({ absolute }: ScannedFile): string | undefined => {
    const folder = dirname(absolute);
    if (source.kind === "folder" && !packages.has(folder))
      packages.set(folder, deps.packageOf(folder, source.root) ?? undefined);
    return packages.get(folder);
  };
  for (const file of scan.files) {
    const before = known.get(file.path);
    if (run.unsettled(file.path)) {
      if (before !== undefined) tally.unchanged++;
      continue;
    }
    missing.delete(file.path);
    const refusal = before === undefined ? refused.get(file.path) : undefined;
    if (before !== undefined && !run.readAll && isUnchanged(run, before, file)) tally.unchanged++;
    else if (refusal !== undefined && !run.readAll && (isUnchanged(run, refusal, file) || isTouched(refusal, file))) {
      tally.skipped.push({ path: file.path, reason: refusal.reason });
      stillRefused.push({ ...refusal, modifiedAt: file.modifiedAt });
    } else changed.push({ ...file, project: packageOf(file) });
  }

  const isCopy = source.kind !== "folder" && deps.ownFolder !== null && isInside(source.root, deps.ownFolder);
  let done = 0;
  run.onProgress("reading", 0, changed.length);
  // A single file is no subject of its own: it belongs to the project, as what is added by hand does.
  const context = {
    source: source.kind === "folder" ? source : { ...source, name: deps.project },
    scope: run.scope,
    project: run.project,
    settings: deps.settings,
  };
  for await (const { file, result: drafted } of draftFiles(deps, { context, files: changed }, run.signal)) {
    const isEmpty = isCopy && drafted.kind === "drafted" && drafted.draft.drawers.length === 0;
    const result: FileDraft = isEmpty
      ? { kind: "skipped", reason: "it holds nothing", contentHash: null, bytes: drafted.bytes }
      : drafted;
    const away = wentAway(result, source.root);
    if (!away) await takeDraft(run, file, result);
    await writer.giveWay();
    if (result.kind === "skipped")
      stillRefused.push({
        path: file.path,
        bytes: file.bytes,
        modifiedAt: file.modifiedAt,
        contentHash: result.contentHash,
        reason: result.reason,
      });
    // A copy of Loci's own doesn't change by itself: one that can't be read any more is damaged.
    if ((away || (result.kind === "skipped" && !isCopy)) && known.has(file.path)) missing.add(file.path);
    run.onProgress("reading", ++done, changed.length);
  }
  tally.removedFiles += missing.size;
  writer.remove([...missing].map((path) => ({ source: source.key, path })));
  run.onProgress("writing", changed.length, changed.length);
  await writer.flush();
  if (refused.size > 0 || stillRefused.length > 0) await deps.catalog.refusals.replace(source.key, stillRefused);
}

/** The files that sources inside of this one hold: they stand there alone, with the scope and the place that they were given. */
async function heldInside({ deps, source }: SourceRun): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for (const { key, kind, root } of await deps.catalog.sources.list()) {
    if ((kind !== "file" && kind !== "folder") || key === source.key || !isInside(root, source.root)) continue;
    for (const { path } of await deps.index.documents(key)) held.add(kind === "file" ? root : join(root, path));
  }
  return held;
}

const MATCHES_NOTHING: Note = {
  code: "INCLUDE_MATCHES_NOTHING",
  message: "no file matches the include patterns of the source, so what was indexed of it stays",
  hint: "check the patterns; to take its files out, remove the source",
};

/** Whether a source has files that its include patterns alone leave out: that is a slip, and no reason to forget everything. */
async function isPatternsFault({ deps, source, signal }: SourceRun): Promise<boolean> {
  if (source.options.include.length + deps.settings.include.length === 0) return false;
  const open = { settings: { ...deps.settings, include: [] }, ownFolder: deps.ownFolder };
  const all = await scanSource(open, { ...source, options: { ...source.options, include: [] } }, signal);
  return all.files.length > 0;
}

/** By size and time; by content too where the inode changed since the last look. */
function isUnchanged(
  { checkedFrom }: SourceRun,
  before: Pick<Document, "bytes" | "modifiedAt"> & { readonly contentHash: string | null },
  file: ScannedFile,
): boolean {
  if (before.bytes !== file.bytes || before.modifiedAt !== file.modifiedAt) return false;
  if (file.changedAt < checkedFrom) return true;
  const read = readDocument(file.absolute);
  return read.kind === "read" && read.contentHash === before.contentHash;
}

/** Another time, the same content: whoever copies a tree again changes nothing. */
function isTouched(before: Refusal, file: ScannedFile): boolean {
  if (before.contentHash === null || before.bytes !== file.bytes) return false;
  const read = readDocument(file.absolute);
  return read.kind === "read" && read.contentHash === before.contentHash;
}

/** Whether a file was removed between the scan and its reading: then it is as if the scan hadn't met it. Not where the root is away too: that may be a disk. */
const wentAway = (result: FileDraft, root: string): boolean =>
  result.kind === "failed" && result.code === "PATH_NOT_FOUND" && existsSync(root);

/** What WhatsApp calls the text of a chat's export, whatever its language. */
const CHAT_NAME = /(?:^|\/)(?:_chat|[^/]*whatsapp[^/]*)\.txt$/iu;

async function takeDraft(
  { known, readAll, tally, writer }: SourceRun,
  file: ScannedFile,
  result: FileDraft,
): Promise<void> {
  tally.bytes += result.bytes;
  if (result.kind === "skipped") tally.skipped.push({ path: file.path, reason: result.reason });
  if (result.kind === "failed") tally.failed.push({ path: file.path, code: result.code, message: result.message });
  if (result.kind === "drafted") {
    // Touched but not changed: written again for its new time, and counted as what it is.
    const touched = !readAll && known.get(file.path)?.contentHash === result.draft.document.contentHash;
    await writer.add(result.draft, () => void (touched ? tally.unchanged++ : tally.indexed++));
    if (result.unread) tally.name("FRONT_MATTER_UNREADABLE", file.path);
    if (result.legacy !== null) tally.name("ENCODING_ASSUMED", `${file.path} (${result.legacy})`);
    const pages = result.unreadablePages;
    if (pages.length > 0)
      tally.name("PAGES_UNREADABLE", `${file.path} (${pages.length === 1 ? "page" : "pages"} ${shortList(pages)})`);
    tally.redact(file.path, result.redacted);
    if (result.scopeIgnored) tally.name("SCOPE_IGNORED", file.path);
    if (CHAT_NAME.test(file.path)) tally.name("CHAT_AS_TEXT", file.path);
  }
}
