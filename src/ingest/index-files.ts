import { LociError } from "../model/error.ts";
import type { DocumentDraft } from "./document-draft.ts";
import { fileDocument } from "./file-document.ts";
import { readDocument } from "./read-document.ts";
import { includeRules } from "./scan/include-rules.ts";
import { scanFile } from "./scan/scan-file.ts";
import { type Scan, scanFolder, type ScannedFile } from "./scan/scan.ts";
import type { SourceRun } from "./source-run.ts";
import { trustedTime } from "./trusted-time.ts";

/** Files between two breaths of the event loop. */
const FILES_A_TURN = 32;

/**
 * Brings a folder or file source up to date: scan, tell changed from unchanged, read, parse, cut, place, write; what is gone
 * leaves with the last write. One file's failure is named and leaves its earlier drawers as they are.
 *
 * @throws what ends the whole source: its root is gone or unreadable, storage fails, the lease is lost, the signal aborts
 */
export async function indexFiles(run: SourceRun): Promise<void> {
  const { deps, source, known, tally, writer } = run;
  run.onProgress("scanning", 0, 0);
  const scan = await scanSource(run);
  const gone = new Set(known.keys());
  for (const { path } of scan.failed) gone.delete(path);
  for (const path of known.keys()) if (scan.unreadable.some((folder) => path.startsWith(folder))) gone.delete(path);
  tally.skipped.push(...scan.skipped);
  tally.failed.push(...scan.failed);

  const changed: ScannedFile[] = [];
  for (const file of scan.files) {
    const before = known.get(file.path);
    if (!deps.parses(file.documentType)) {
      tally.skipped.push({ path: file.path, reason: `${file.documentType} files can't be read yet` });
      continue;
    }
    gone.delete(file.path);
    if (before !== undefined && !run.readAll && before.bytes === file.bytes && before.modifiedAt === file.modifiedAt) tally.unchanged++;
    else changed.push(file);
  }

  for (const [done, file] of changed.entries()) {
    run.signal?.throwIfAborted();
    run.onProgress("reading", done, changed.length);
    if (done % FILES_A_TURN === 0) await new Promise(setImmediate);
    if ((await indexFile(run, file)) === "skipped" && known.has(file.path)) gone.add(file.path);
  }
  tally.removedFiles += gone.size;
  writer.remove([...gone].map((path) => ({ source: source.key, path })));
  run.onProgress("writing", changed.length, changed.length);
  await writer.flush();
}

async function scanSource({ deps, source, signal }: SourceRun): Promise<Scan> {
  const { maxFileBytes, include, exclude } = deps.settings;
  if (source.kind !== "folder") return scanFile(source.root, { maxFileBytes });
  const rules = await includeRules([...include, ...source.options.include], [...exclude, ...source.options.exclude]);
  return scanFolder(source.root, { rules, maxFileBytes, ownFolder: deps.ownFolder, signal });
}

async function indexFile(run: SourceRun, file: ScannedFile): Promise<"indexed" | "skipped" | "failed"> {
  const { deps, known, tally } = run;
  const readAt = deps.clock();
  const read = readDocument(file.absolute);
  if (read.kind === "failed") {
    tally.failed.push({ path: file.path, code: read.code, message: read.message });
    return "failed";
  }
  tally.bytes += read.bytes.length;
  const draft = await draftOf(run, file, read, trustedTime(file.modifiedAt, readAt));
  if (draft === null) return "failed";
  if ("skipped" in draft) return "skipped";
  await run.writer.add(draft);
  // Touched but not changed: written again for its new time, and counted as what it is.
  if (!run.readAll && known.get(file.path)?.contentHash === read.contentHash) tally.unchanged++;
  else tally.indexed++;
  return "indexed";
}

// Whatever goes wrong between bytes and drawers is the fault of this one file: null, or why it is skipped; the tally has it.
async function draftOf(
  { deps, source, scope, project, tally, signal }: SourceRun,
  file: ScannedFile,
  read: { readonly bytes: Uint8Array; readonly contentHash: string },
  storedTime: number,
): Promise<DocumentDraft | { readonly skipped: true } | null> {
  try {
    const parsed = await deps.parse({ path: file.path, documentType: file.documentType, bytes: read.bytes }, signal);
    const now = { ...file, bytes: read.bytes.length };
    return fileDocument({ file: now, contentHash: read.contentHash, storedTime, parsed, source, scope, project, settings: deps.settings, place: deps.place });
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof LociError && thrown.code === "FILE_SKIPPED") {
      tally.skipped.push({ path: file.path, reason: String(thrown.details["reason"] ?? thrown.message) });
      return { skipped: true };
    }
    tally.fail(file.path, thrown);
    return null;
  }
}
