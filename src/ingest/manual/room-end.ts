import { statSync } from "node:fs";
import { readPart } from "../../files/plain-file.ts";
import {
  type FilePlace,
  type ManualDrawer,
  drawerFilePlace,
  FRAME_END,
  withBlock,
  blockOf,
  readDrawers,
  unescapeText,
} from "../../palace/drawer-file.ts";
import type { CursorStore } from "../../storage/ports/catalog.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import type { ManualEdit } from "./index-manual-drawers.ts";
import { type Behind, GROUP_DRAWERS, type ManualContext, manualDocuments } from "./manual-documents.ts";

/** The end of a large file of drawers, as it was left after it was indexed: its last group, so that an addition reads nothing else of it. */
export interface RoomEnd {
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Where its last group begins: byte, drawers before it, unescaped characters before it. */
  readonly from: number;
  readonly drawers: number;
  readonly length: number;
}

export interface RoomFile {
  /** Absolute. */
  readonly file: string;
  /** `<wing>/<room>.md` */
  readonly path: string;
  readonly cursors: CursorStore;
}

/** What is kept of a file's end; null where the file is small, or isn't as it was left. Cost: one row and one look at the file. */
export async function roomEnd({ file, path, cursors }: RoomFile, source: string): Promise<RoomEnd | null> {
  const cursor = await cursors.get(source, path);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (cursor === null || stat === undefined) return null;
  const { modifiedAt, ...rest } = JSON.parse(cursor.lastId ?? "{}") as Omit<RoomEnd, "bytes">;
  return stat.size === cursor.offset && stat.mtimeMs === modifiedAt ? { bytes: stat.size, modifiedAt, ...rest } : null;
}

/** Keeps what is known of the end of a file that was just changed and indexed. @param edit what was changed of it */
export async function keepRoomEnd({ file, path, cursors }: RoomFile, source: string, edit: ManualEdit): Promise<void> {
  const drawers = readDrawers(edit.after);
  const before = edit.behind ?? { drawers: 0, length: 0, from: 0 };
  const count = before.drawers + drawers.length;
  if (count < GROUP_DRAWERS) return;
  const group = Math.floor((count - 1) / GROUP_DRAWERS) * GROUP_DRAWERS;
  const head = edit.after.slice(0, drawers[group - before.drawers]?.block.start);
  const { size, mtimeMs } = statSync(file);
  // Somebody else has changed it since.
  if (size !== before.from + Buffer.byteLength(edit.after)) return;
  const end = {
    modifiedAt: mtimeMs,
    drawers: group,
    length: before.length + unescapeText(head).length,
    from: before.from + Buffer.byteLength(head),
  };
  // Ids of markers: none is given twice in a file.
  const ids = edit.behind === undefined ? drawers.map(({ id }) => id) : drawers.slice(-1).map(({ id }) => id);
  const cursor = { source, path, offset: size, lastId: JSON.stringify(end), hash: "" };
  await cursors.put(cursor, new Map(ids.map((id) => [placeOf(path, id), 0])));
}

/** What adding a drawer to a large file comes to: what is written from which byte on, and its id. */
export interface Addition {
  readonly id: string;
  readonly edit: ManualEdit;
  readonly from: number;
  readonly text: string;
}

/**
 * A drawer at the end of a large file, as a reading of all of it would find it. Null where the file doesn't end as Loci writes it, or there is nothing
 * to read in the drawer.
 * Cost: the last group of the file, whatever stands before it.
 */
export async function addedAtEnd(
  { file, path, cursors }: RoomFile,
  { end, drawer }: { readonly end: RoomEnd; readonly drawer: Omit<ManualDrawer, "id"> },
  { index, ...context }: ManualContext & { readonly index: Pick<SearchIndex, "get"> },
): Promise<Addition | null> {
  const before = readPart(file, end.from, end.bytes).toString();
  const source = context.source.key;
  const isTaken = async (id: string): Promise<boolean> => (await cursors.place(source, placeOf(path, id))) !== null;
  const free = async (wanted: string): Promise<string> => {
    let id = wanted;
    for (let n = 2; await isTaken(id); n++) id = `${wanted}-${n}`;
    return id;
  };
  const name = await free("new");
  const drafted = withBlock(before, blockOf({ id: name, ...drawer }));
  if (drafted === null) return null;
  const place = drawerFilePlace(`palace/${path}`) as FilePlace;
  let behind: Behind = { drawers: end.drawers, length: end.length, from: end.from, ids: new Set() };
  for (;;) {
    const { drafts, found } = manualDocuments({ path, place, text: drafted, bytes: end.bytes, behind }, context);
    const own = new Set(drafts.map(({ document }) => document.path));
    const stored = await index.get([...found.keys()], "all");
    const others = stored.filter(({ document }) => !own.has(document.path)).map(({ drawer: { id } }) => id);
    if (others.length > 0) {
      behind = { ...behind, ids: new Set([...behind.ids, ...others]) };
      continue;
    }
    const given = [...found].find(([, one]) => one.id === name)?.[0];
    if (given === undefined) return null;
    const id = await free(given);
    const after = withBlock(before, blockOf({ id, ...drawer })) as string;
    return {
      id: given,
      edit: { path, before, after, behind },
      from: end.bytes - FRAME_END.length,
      text: after.slice(before.length - FRAME_END.length),
    };
  }
}

const placeOf = (path: string, id: string): string => `${path}#${id}`;
