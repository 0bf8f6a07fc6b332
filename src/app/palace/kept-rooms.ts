import { sealedLine, unsealed } from "../../files/plain-file.ts";
import { readFileSync, rmSync, statSync } from "node:fs";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { VisibleScopes } from "../../model/caller.ts";
import type { DrawerFilter } from "../../model/search.ts";
import type { Job } from "../../operations/answers/run.ts";
import { type NamesOfStored, namesOfStored, type PalaceNames } from "../../palace/names.ts";
import type { PalaceRead } from "../../storage/ports/catalog.ts";
import type { IndexReader, SearchIndex } from "../../storage/ports/search-index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { seesAll } from "./palace-views.ts";

/** Below this a search works them out in a few milliseconds. */
const LARGE = 20_000;

/**
 * At the end of a run that changed a large index: which rooms others stand for, so that the first search after it needn't read every place.
 * That takes 200 ms over 100,000 drawers, and leaves a process that only searches with 100 MB more of memory.
 */
export async function keepRooms(
  { palace, folder }: Pick<OpenedProject, "palace" | "folder">,
  index: SearchIndex,
  { drawers }: Pick<Job, "drawers">,
): Promise<void> {
  if (drawers.total < LARGE || drawers.added + drawers.removed === 0) return;
  const sequence = await index.sequence();
  keptRooms(folder.joinedRooms, folder.index).write(sequence, (await palace(index, "all")).joined());
}

/** Of `joinRooms`: to be raised when other rooms are joined than before. A test says when. */
const JOINING_RULES = 7;

/**
 * Which rooms others stand for, in one state of an index, kept in a small file: working it out takes every place of the palace
 * (10,000 of them: a third of a cold search on 100,000 drawers).
 * @param file what is kept; a cache, so whatever is wrong with it means that nothing is kept
 * @param index the index's file; of another one nothing is taken, even if its sequence is the same
 */
export function keptRooms(file: string, index: string) {
  const stateOf = (sequence: number): string => {
    const { ino, birthtimeMs } = statSync(index);
    return [JOINING_RULES, ino, birthtimeMs, sequence].join(" ");
  };
  return {
    /** Null when nothing is kept of this state. */
    read(sequence: number): ReadonlyMap<string, string> | null {
      try {
        const kept = unsealed<{ state: string; joined: [string, string][] }>(readFileSync(file, "utf8"));
        if (kept?.state === stateOf(sequence)) return new Map(kept.joined);
        // Rooms of an earlier state may be gone for a reason.
        rmSync(file, { force: true });
        return null;
      } catch {
        // Not there, half written, or not for us to read: it is worked out anew, and the answers are the same.
        return null;
      }
    },
    write(sequence: number, joined: ReadonlyMap<string, string>): void {
      try {
        replaceFile(file, sealedLine({ state: stateOf(sequence), joined: [...joined] }), { durable: false });
      } catch {
        // A folder that can't be written to, or a full disk, costs the next search time and nothing else.
      }
    },
  };
}

export interface NamesSource {
  readonly index: SearchIndex;
  readonly reader: IndexReader;
  readonly palace: PalaceRead;
}

/** Gives the names that a search needs: to narrow its filter, and for the places of its hits. */
export type SearchNames = (source: NamesSource, visible: VisibleScopes, filter: DrawerFilter) => Promise<PalaceNames>;

/**
 * Names as the palace has them; for who sees every room, from what was kept of an earlier process where that is enough,
 * so that a cold search doesn't read all places.
 */
export function searchNames({ palace: views, folder }: Pick<OpenedProject, "palace" | "folder">): SearchNames {
  const kept = keptRooms(folder.joinedRooms, folder.index);
  let quick: {
    readonly index: SearchIndex;
    readonly sequence: number;
    readonly version: number;
    readonly names: NamesOfStored | null;
  } | null = null;
  let written = false;
  return async ({ index, reader, palace: { version, edits } }, visible, filter) => {
    if (!(await seesAll(reader, visible))) return (await views(index, visible)).names;
    const sequence = await reader.sequence();
    if (quick?.index !== index || quick.sequence !== sequence || quick.version !== version) {
      const joined = kept.read(sequence);
      quick = { index, sequence, version, names: joined && namesOfStored(joined, edits.corrections) };
    }
    if (quick.names?.canNarrow(filter) === true) return quick.names;
    const view = await views(index, visible);
    // Once a process: one that goes on keeps its views, and needs no file.
    if (!written && quick.names === null) {
      written = true;
      kept.write(sequence, view.joined());
    }
    // Hits stand at stored places, so a look over all places isn't needed to name them.
    const stored = view.once("names of stored", () => namesOfStored(view.joined(), edits.corrections));
    return stored.canNarrow(filter) ? stored : view.names;
  };
}
