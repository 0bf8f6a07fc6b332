import type { DrawerList, ListedDrawer } from "../../operations/answers/palace.ts";
import { projectDays } from "../project-days.ts";
import type { OpenedProject, Search } from "../opened-project.ts";
import { type Caller, type VisibleScopes, visibleScopes } from "../../model/caller.ts";
import type { Note } from "../../model/hit.ts";
import type { Source } from "../../model/source.ts";
import { resolveFilter } from "../../retrieval/resolve-filter.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { fold } from "../../text/fold.ts";
import { type Asked, type DrawerOrder, LIST_DRAWERS as DEFAULTS, SEARCH } from "../../model/requests/index.ts";

/** Characters of a text that a row shows. */
const SHOWN = 240;
/** Number of drawers read to sort by anything but date: about a second. */
const MAX_READ = 20_000;
/** Up to this many drawers are scanned for words exactly (a quarter of a second); among more, only those that a search by words finds. */
const FEW = 5_000;
const READ_AT_ONCE = 500;
/**
 * Lists drawers as a table: filtered, sorted, a part at a time.
 *
 * Cost: by date, the drawers up to the end of the part; in another order, all that pass the filters, at most 20,000 of the newest; with words, all
 * of 5,000 at most, else the thousand best by words. A note says where not all were looked at.
 *
 * @throws LociError `USAGE`, `QUERY_INVALID` for a time that can't be read, `SOURCE_NOT_FOUND`
 */
export async function listDrawers(
  project: OpenedProject & { readonly search: Search },
  options: Asked<typeof DEFAULTS>,
): Promise<DrawerList> {
  const { text = "", duplicates = false } = options;
  const { sort = DEFAULTS.sort.default, order = DEFAULTS.order.default } = options;
  const { offset = DEFAULTS.offset.default, limit = DEFAULTS.limit.default } = options;
  const { caller } = options;
  const visible = visibleScopes(caller);
  return await project.indexHandle.use(async (index) => {
    const sources = await visibleSources(project, index, caller, visible);
    const { names } = await project.palace(index, visible);
    const filter = names.narrow(
      resolveFilter(options, {}, sources, { now: project.system.clock(), days: projectDays(project) }),
    );
    const rows = (stored: readonly StoredDrawer[]): ListedDrawer[] =>
      stored.map((one) => rowOf(one, sources, names.shown));
    const words = text.split(/\s+/).flatMap((word) => (word === "" ? [] : [fold(word)]));
    const places = await index.places(visible, filter);
    const total = places.reduce((sum, { count }) => sum + count, 0);
    if (words.length === 0 && sort === "date" && !duplicates) {
      const ids = await index.recent(visible, filter, order === "desc" ? offset + limit : total);
      const part = (order === "desc" ? ids : ids.toReversed()).slice(offset, offset + limit);
      return { drawers: rows(await index.get(part, visible)), total, notes: [] };
    }
    const bySearch = words.length > 0 && total > FEW;
    const most = bySearch ? SEARCH.limit.max : MAX_READ;
    const ids = bySearch ? await bestByWords(project.search, text, options) : await index.recent(visible, filter, most);
    const notes = total > most && (bySearch || ids.length === most) ? [cutNote(most)] : [];
    let stored: StoredDrawer[] = [];
    for (let at = 0; at < ids.length; at += READ_AT_ONCE)
      stored = stored.concat(await index.get(ids.slice(at, at + READ_AT_ONCE), visible));
    stored = stored.filter(({ drawer }) => containsAll(drawer.text, words));
    const counts = duplicates ? countTexts(stored) : null;
    if (counts !== null) stored = stored.filter(({ drawer }) => (counts.get(textKey(drawer.text)) ?? 0) > 1);
    const listed = rows(stored).map((row, i) => {
      const key = counts === null ? "" : textKey((stored[i] as StoredDrawer).drawer.text);
      return { key, row: counts === null ? row : { ...row, duplicates: (counts.get(key) as number) - 1 } };
    });
    const compare = orderOf(sort, order);
    listed.sort((a, b) => (a.key === b.key ? compare(a.row, b.row) : a.key < b.key ? -1 : 1));
    return { drawers: listed.slice(offset, offset + limit).map(({ row }) => row), total: listed.length, notes };
  });
}

/** The sources that exist for a caller: those that hold something for him. */
async function visibleSources(
  { catalog }: OpenedProject,
  index: SearchIndex,
  caller: Caller,
  visible: VisibleScopes,
): Promise<readonly Source[]> {
  const sources = await catalog.sources.list();
  if (caller === "owner") return sources;
  const { sources: counts } = await index.facets(visible, {});
  return sources.filter(({ key }) => (counts[key] ?? 0) > 0);
}

function rowOf(
  { drawer, document }: StoredDrawer,
  sources: readonly Source[],
  shown: (place: { readonly wing: string; readonly room: string }) => { readonly wing: string; readonly room: string },
): ListedDrawer {
  const { placement, text, message, date } = drawer;
  return {
    id: drawer.id,
    text: text.slice(0, SHOWN),
    length: text.length,
    ...shown({ wing: placement.wing.value, room: placement.room.value }),
    hall: placement.hall.value,
    source: {
      key: document.source,
      name: sources.find(({ key }) => key === document.source)?.name ?? document.source,
      path: document.path,
    },
    scope: document.scope,
    date: date?.value ?? null,
    documentType: document.documentType,
    role: message?.role ?? null,
    duplicates: 0,
  };
}

/** The best drawers by words; of those that say the same, one. */
async function bestByWords(
  search: Search,
  text: string,
  { wing, hall, room, source, type, since, until, asOf, caller }: Asked<typeof DEFAULTS>,
): Promise<readonly string[]> {
  const request = { wing, hall, room, source, type, since, until, asOf, caller };
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const { hits } = await search(text.replaceAll(/["-]|\b\w+:/g, " "), {
    ...given,
    mode: "lexical",
    limit: SEARCH.limit.max,
  });
  return hits.map(({ id }) => id);
}

function containsAll(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

function cutNote(most: number): Note {
  return {
    code: "LIST_CUT",
    message: `only ${most} drawers were looked at, so some that fit may be missing`,
    hint: "narrow the list by a wing, a room, a source or a time",
  };
}

/** Texts that differ in blanks alone are one. */
function textKey(text: string): string {
  return contentHash(text.trim().replaceAll(/\s+/g, " "));
}

function countTexts(stored: readonly StoredDrawer[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { drawer } of stored) {
    const hash = textKey(drawer.text);
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return counts;
}

function orderOf(sort: DrawerOrder, order: "asc" | "desc"): (a: ListedDrawer, b: ListedDrawer) => number {
  const keys: Readonly<Record<DrawerOrder, (row: ListedDrawer) => string | number>> = {
    date: ({ date }) => date ?? "",
    wing: ({ wing, room }) => `${wing}\u0000${room}`,
    source: ({ source }) => `${source.name}\u0000${source.path}`,
    length: ({ length }) => length,
  };
  const key = keys[sort];
  const sign = order === "asc" ? 1 : -1;
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    return x === y ? (a.id < b.id ? -1 : 1) : sign * (x < y ? -1 : 1);
  };
}
