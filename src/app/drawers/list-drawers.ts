import { letOthers } from "../exclusive.ts";
import { searchedScopes } from "../../model/caller.ts";
import type { Note } from "../../model/note.ts";
import { type Asked, LIST_DRAWERS as DEFAULTS, type DrawerOrder } from "../../model/requests/index.ts";
import type { DrawerList, ListedDrawer } from "../../operations/answers/palace.ts";
import { resolveFilter } from "../../retrieval/resolve-filter.ts";
import { PLAIN_QUERY, plainTerms } from "../../storage/ports/candidates.ts";
import type { StoredDrawer } from "../../storage/ports/search-index.ts";
import { indexTerms } from "../../text/analyzer.ts";
import { contentHash } from "../../text/content-hash.ts";
import { onCharacter } from "../../text/snippet.ts";
import { ascending, fold } from "../../text/words.ts";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { knownSources } from "../search/search-project.ts";

/** Characters of a text that a row shows. */
const SHOWN = 240;
/** Number of drawers read to sort by anything but date: about a second. */
const MAX_READ = 20_000;
/** Among more drawers than can be read, so many of those with some words are read: the best by BM25, whatever they repeat. */
const FOUND = 250;
const READ_AT_ONCE = 100;
/** Ids that are asked for, and rows that are sorted, in one turn. */
const AT_ONCE = 4_000;
/**
 * Lists drawers as a table: filtered, sorted, a part at a time.
 * Cost: by date, all dates and the drawers of the part; else all that pass the filters, at most 20,000 of the newest, or with words among more the 250
 * best by words; others have their turn meanwhile. A note says where not all were looked at.
 * @throws LociError `USAGE`, `QUERY_INVALID` for a time that can't be read, `SOURCE_NOT_FOUND`
 */
export async function listDrawers(project: OpenedProject, options: Asked<typeof DEFAULTS>): Promise<DrawerList> {
  const { sort = DEFAULTS.sort.default, order = DEFAULTS.order.default, text = "", duplicates = false } = options;
  const { offset = DEFAULTS.offset.default, limit = DEFAULTS.limit.default, caller } = options;
  const visible = searchedScopes(options);
  return await project.indexHandle.use(async (index) => {
    const sources = await knownSources(
      index,
      await project.catalog.sources.list(),
      caller === "owner" ? "all" : visible,
    );
    const { names } = await project.palace(index, visible);
    const filter = names.narrow(
      resolveFilter(options, {}, sources, { now: project.system.clock(), days: projectDays(project) }),
    );
    const sourceNames = new Map(sources.map(({ key, name }) => [key, name]));
    const rows = (stored: readonly StoredDrawer[]): ListedDrawer[] =>
      stored.map((one) => rowOf(one, sourceNames, names.shown));
    if (options.ids !== undefined) {
      const named = rows(await index.get(options.ids, visible));
      return { drawers: named, total: named.length, notes: [] };
    }
    const words = text.split(/\s+/).flatMap((word) => (word === "" ? [] : [fold(word)]));
    const places = await index.places(visible, filter);
    const total = places.reduce((sum, { count }) => sum + count, 0);
    const pass = letOthers(project.system.timer);
    if (words.length === 0 && sort === "date" && !duplicates) {
      const behind = Math.max(0, total - offset);
      const [from, to] = order === "desc" ? [offset, offset + limit] : [Math.max(0, behind - limit), behind];
      const ids = await index.recent(visible, { ...filter, from }, to);
      await pass();
      const part = order === "desc" ? ids : ids.toReversed();
      return { drawers: rows(await index.get(part, visible)), total, notes: [] };
    }
    const terms = total > MAX_READ ? plainTerms(indexTerms(text)) : [];
    // A word that is half typed stands in no passage as one.
    const asked = terms.map(({ term }) => term);
    const bySearch = asked.length > 0 && (await index.contains(asked, visible)).includes(true);
    const most = bySearch ? FOUND : MAX_READ;
    const ids: string[] = [];
    if (bySearch) {
      const pool = { lexical: FOUND, dense: 0 };
      const { candidates } = await index.candidates({ ...PLAIN_QUERY, visible, filter, terms, pool });
      ids.push(...candidates.map(({ id }) => id));
      await pass();
    }
    for (let from = 0; !bySearch && from < most && from === ids.length; from += AT_ONCE) {
      ids.push(...(await index.recent(visible, { ...filter, from }, from + AT_ONCE)));
      await pass();
    }
    const notes = total > most && (bySearch || ids.length === most) ? [cutNote(most)] : [];
    const read: { readonly key: string; readonly row: ListedDrawer }[] = [];
    const counts = new Map<string, number>();
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      const some = await index.get(ids.slice(at, at + READ_AT_ONCE), visible);
      const fitting = some.filter(({ drawer }) => {
        const folded = words.length === 0 ? "" : fold(drawer.text);
        return words.every((word) => folded.includes(word));
      });
      for (const [n, row] of rows(fitting).entries()) {
        // Texts that differ in blanks alone are one.
        const { drawer } = fitting[n] as StoredDrawer;
        const key = duplicates ? contentHash(drawer.text.trim().replaceAll(/\s+/g, " ")) : "";
        if (duplicates) counts.set(key, (counts.get(key) ?? 0) + 1);
        read.push({ key, row });
      }
      await pass();
    }
    const kept = duplicates ? read.filter(({ key }) => (counts.get(key) ?? 0) > 1) : read;
    const listed = kept.map(({ key, row }) => ({
      key,
      order: sortKey(sort, row),
      row: duplicates ? { ...row, duplicates: (counts.get(key) as number) - 1 } : row,
    }));
    const sign = order === "asc" ? 1 : -1;
    const compare = (a: (typeof listed)[number], b: (typeof listed)[number]): number =>
      ascending(a.key, b.key) || sign * ascending(a.order, b.order) || ascending(a.row.id, b.row.id);
    // Of a sorted list and some more a sort is a merge; what stands behind the part shown is let go.
    let first: typeof listed = [];
    for (let at = 0; at < listed.length; at += AT_ONCE) {
      await pass();
      first = [...first, ...listed.slice(at, at + AT_ONCE)].sort(compare).slice(0, offset + limit);
    }
    return { drawers: first.slice(offset).map(({ row }) => row), total: listed.length, notes };
  });
}

function rowOf(
  { drawer, document }: StoredDrawer,
  sourceNames: ReadonlyMap<string, string>,
  shown: (place: { readonly wing: string; readonly room: string }) => { readonly wing: string; readonly room: string },
): ListedDrawer {
  const { placement, text, message, date } = drawer;
  return {
    id: drawer.id,
    text: text.slice(0, onCharacter(text, SHOWN)),
    length: text.length,
    ...shown({ wing: placement.wing.value, room: placement.room.value }),
    hall: placement.hall.value,
    source: { key: document.source, name: sourceNames.get(document.source) ?? document.source, path: document.path },
    scope: document.scope,
    date: date?.value ?? null,
    documentType: document.documentType,
    title: document.title,
    role: message?.role ?? null,
    ...(message?.turn !== undefined && { turn: message.turn }),
    duplicates: 0,
  };
}

const cutNote = (most: number): Note => ({
  code: "LIST_CUT",
  message: `only ${most} passages were looked at, so some that fit may be missing`,
  hint: "narrow the list by a wing, a room, a source or a time",
});

function sortKey(sort: DrawerOrder, { date, wing, room, source, length }: ListedDrawer): string | number {
  switch (sort) {
    case "date":
      return date ?? "";
    case "wing":
      return `${wing}\u0000${room}`;
    case "source":
      return `${source.name}\u0000${source.path}`;
    case "length":
      return length;
  }
}
