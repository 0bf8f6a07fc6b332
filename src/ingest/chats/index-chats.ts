import type { Cursor } from "../../storage/ports/cursor-store.ts";
import type { SourceRun } from "../source-run.ts";
import { indexTranscript } from "./index-transcript.ts";
import { scanChats } from "./scan-chats.ts";
import { fileOf, isOfFile } from "./session-path.ts";
import { storedMessageIds } from "./stored-message-ids.ts";

/**
 * Brings a chat source up to date. A file whose size and time are those of the last run is not opened. One that grew is read on from where
 * the last run ended; of one that changed otherwise only the sessions that differ are written: nothing skipped, nothing repeated.
 *
 * The last session of a file carries the file's size and time, and is written last; so a run that was interrupted within a file
 * has not recorded it as seen.
 *
 * @throws what ends the whole source, as `indexFiles` does
 */
export async function indexChats(run: SourceRun): Promise<void> {
  const { deps, source, known, tally, writer, signal } = run;
  const messages = tally.ofChats();
  run.onProgress("scanning", 0, 0);
  const { scan, single, read } = await scanChats(run);
  tally.scanned(scan);
  const gone = new Set(known.keys());
  const keep = (file: string | null): void => {
    for (const path of known.keys()) if (isOfFile(path, file)) gone.delete(path);
  };
  for (const path of known.keys()) if (scan.unreadable.some((folder) => path.startsWith(folder))) gone.delete(path);
  for (const { path } of scan.failed) keep(single ? null : path);
  for (const path of known.keys()) {
    const file = single ? null : fileOf(path);
    if (file !== null && run.unsettled(file)) gone.delete(path);
  }

  const positions: Cursor[] = [];
  for (const [done, file] of scan.files.entries()) {
    signal?.throwIfAborted();
    run.onProgress("reading", done, scan.files.length);
    const prefix = single ? null : file.path;
    const before = [...known.values()].filter(({ path }) => isOfFile(path, prefix));
    if (run.unsettled(file.path)) {
      if (before.length > 0) tally.unchanged++;
      keep(prefix);
      continue;
    }
    if (!run.readAll && file.changedAt < run.checkedFrom && before.some(({ bytes, modifiedAt }) => bytes === file.bytes && modifiedAt === file.modifiedAt)) {
      tally.unchanged++;
      keep(prefix);
      for (const document of before) messages.kept += (await storedMessageIds(run, document.path)).length;
      continue;
    }
    const { paths, position } = await indexTranscript(run, { file, read: (since) => read(file, since), prefix, before });
    for (const path of paths) gone.delete(path);
    if (position !== null) positions.push({ source: source.key, path: prefix ?? "", ...position });
  }
  tally.removedFiles += filesOf(gone, single, scan.files);
  writer.remove([...gone].map((path) => ({ source: source.key, path })));
  run.onProgress("writing", scan.files.length, scan.files.length);
  await writer.flush();
  // Never before what they stand for is stored.
  for (const position of positions) await deps.catalog.cursors.put(position);
}

/** How many files the documents stood in, beside those that are there: several sessions may have stood in one, and one may have lost some. */
function filesOf(documents: ReadonlySet<string>, single: boolean, there: readonly { readonly path: string }[]): number {
  if (single) return documents.size > 0 && there.length === 0 ? 1 : 0;
  const files = new Set([...documents].map((path) => fileOf(path) ?? path));
  for (const { path } of there) files.delete(path);
  return files.size;
}
