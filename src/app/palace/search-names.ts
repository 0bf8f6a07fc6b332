import type { OpenedProject } from "../opened-project.ts";
import type { VisibleScopes } from "../../model/caller.ts";
import type { DrawerFilter } from "../../model/filter.ts";
import { type PalaceNames, type NamesOfStored, namesOfStored } from "../../palace/names.ts";
import type { PalaceRead } from "../../storage/ports/catalog.ts";
import type { IndexReader, SearchIndex } from "../../storage/ports/search-index.ts";
import { seesAll } from "./palace-views.ts";
import { keptRooms } from "./kept-rooms.ts";

/** What one search reads names from. */
export interface NamesSource {
  readonly index: SearchIndex;
  /** The search's own, of `index`. */
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
