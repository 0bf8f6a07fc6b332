import { textIfThere } from "../../files/plain-file.ts";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { chatWindow, NOTHING_CAPTURED } from "../../conversation/chats/chat-window.ts";
import { withoutCaptures, withoutNotesOn } from "../../conversation/chats/memory-file.ts";
import { jsonlMessage } from "../../ingest/chats/read-jsonl.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import type { Source } from "../../model/source.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { removeSource } from "../documents/remove-source.ts";
import { underLease } from "../exclusive.ts";
import { changeMemory } from "./capture-chat.ts";
import { logEntry, logTitle, readState, writeState, chatFiles } from "./chat-files.ts";

/** Removes what was made from a chat that is gone: its notes, profile, window and logs. @returns how many drawers went */
export async function removeDerivedFiles(project: OpenedProject, source: Source): Promise<number> {
  const files = chatFiles(project.folder.chats, source.root, source.options.scope ?? "admin");
  await changeMemory(project, files.memory, (text) => withoutCaptures(text, ({ chat }) => chat === source.name));
  const notes = await project.catalog.sources.get(project.keyOf("chat", files.notes));
  const removed = notes === null ? 0 : (await removeSource(project, notes.key)).drawers;
  for (const path of [files.notes, files.profile, files.recent, files.log])
    rmSync(path, { recursive: true, force: true });
  return removed;
}

export interface ChatChange {
  readonly removed: readonly TranscriptMessage[];
  readonly left: readonly TranscriptMessage[];
  /** Messages whose text changes, with their old text. */
  readonly changed: readonly TranscriptMessage[];
}

/** Writes the logs of the days that changed, and the window, as the chat will be. */
export async function updateLogs(
  project: Pick<OpenedProject, "folder" | "settings" | "system">,
  source: Source,
  { removed, left, changed }: ChatChange,
): Promise<void> {
  const files = chatFiles(project.folder.chats, source.root, source.options.scope ?? "admin");
  const days = projectDays(project);
  const dayOf = ({ time }: TranscriptMessage): string => (time === null ? "" : days.day(time));
  for (const day of new Set([...removed, ...changed].map(dayOf))) {
    const path = join(files.log, `${day}.md`);
    if (textIfThere(path) === null) continue;
    const ofDay = left.filter((message) => dayOf(message) === day);
    if (ofDay.length === 0) rmSync(path, { force: true });
    else {
      mkdirSync(files.log, { recursive: true, mode: 0o700 });
      await writeFileAtomically(path, logTitle(day) + ofDay.map((message) => logEntry(message, days)).join(""));
    }
  }
  const state = readState(files, source.name);
  // The mark goes back to the last message that is still there: what was captured stays captured.
  const last = removed.find(({ id }) => id === state.captured);
  const times = last?.time ?? null;
  const before = chatWindow(left, NOTHING_CAPTURED).fresh.findLast(
    ({ time }) => times === null || (time ?? "") <= times,
  );
  const captured = last === undefined ? state.captured : (before?.id ?? null);
  writeState(files, left, { ...state, captured });
}

/** Removes notes whose source messages were removed. */
export async function updateNotes(
  project: OpenedProject,
  { index, source }: { readonly index: SearchIndex; readonly source: Source },
  removed: readonly TranscriptMessage[],
): Promise<void> {
  if (removed.length === 0) return;
  const files = chatFiles(project.folder.chats, source.root, source.options.scope ?? "admin");
  const ids = new Set(removed.map(({ id }) => id));
  await changeMemory(project, files.memory, (text) => withoutNotesOn(text, source.name, ids));
  const notes = await project.catalog.sources.get(project.keyOf("chat", files.notes));
  if (notes === null) return;
  const lines = await underLease(project, leaseName("source", notes.key), async () => {
    const all = readFileSync(files.notes, "utf8").split("\n");
    const kept = all.filter((line) => {
      const note = jsonlMessage(line);
      return typeof note === "string" || !(note.from ?? []).some((id) => ids.has(id));
    });
    if (kept.length < all.length) await writeFileAtomically(files.notes, kept.join("\n"));
    return { changed: kept.length < all.length, left: kept.filter((line) => line.trim() !== "").length };
  });
  if (!lines.changed) return;
  if (lines.left === 0) {
    await removeSource(project, notes.key);
    rmSync(files.notes, { force: true });
  } else await indexSources(await project.ingest(index), { kind: "mine", sources: [notes] });
}
