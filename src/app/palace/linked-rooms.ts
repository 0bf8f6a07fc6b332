import { isDeepStrictEqual } from "node:util";
import { canSee, type VisibleScopes } from "../../model/caller.ts";
import type { Document } from "../../model/drawer.ts";
import { type LinkedRooms, type PlacedLink, linkedRooms, roomNodes } from "../../palace/graph/palace-graph.ts";
import type { Step } from "../../palace/graph/traverse.ts";
import { type NamedNote, NoteNames, type WrittenLink } from "../../palace/graph/note-names.ts";
import { frontMatter } from "../../parsing/markdown/front-matter.ts";
import { PLAIN_QUERY, plainTerms } from "../../storage/ports/candidates.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { indexTerms } from "../../text/analyzer.ts";
import { fold, isStopWord } from "../../text/words.ts";
import { type NoteLink, noteLinks } from "../../text/note-links.ts";
import type { PalaceView } from "./palace-views.ts";

/** Drawers read at once. */
const BATCH = 2_000;

/**
 * The rooms that links between notes join, of what the caller sees: a link from or to a note that he doesn't see is none, and a name that a
 * note of another scope bears is as if nobody bore it. Derived from the texts, kept as long as the view is.
 * Cost: once for each state of the index, a read of the drawers that hold links and of those that they lead to; where a link names no path,
 * file or title, also of the first drawer of each note, for its aliases.
 */
export async function linkedRoomsOf(
  view: PalaceView,
  index: SearchIndex,
  visible: VisibleScopes,
): Promise<readonly LinkedRooms[]> {
  return await view.once("linked", () => placedLinks(view, index, visible).then(linkedRooms));
}

/** The links that lead to a document, by path and line, of what the caller sees. Cost: as `linksOf`, and a read of the drawers that hold them */
export async function linksTo(
  { source, path }: Pick<Document, "source" | "path">,
  { view, index, visible }: { readonly view: PalaceView; readonly index: SearchIndex; readonly visible: VisibleScopes },
): Promise<readonly Pick<PlacedLink, "id" | "from" | "line">[]> {
  const all = await view.once("links", () => linksOf(view, index, visible));
  const links = all.filter(({ from, to }) => to.source === source && to.path === path && from.path !== path);
  const drawers = await drawersOf(links, index, visible);
  return links
    .map(({ id, from, link }) => ({ id, from: from.path, line: lineOf(drawers.get(id), link) }))
    .sort((a, b) => (a.from === b.from ? (a.line ?? 0) - (b.line ?? 0) : a.from < b.from ? -1 : 1));
}

async function drawersOf(
  links: readonly { readonly id: string }[],
  index: SearchIndex,
  visible: VisibleScopes,
): Promise<ReadonlyMap<string, StoredDrawer>> {
  const ids = [...new Set(links.map(({ id }) => id))];
  const found = new Map<string, StoredDrawer>();
  for (let at = 0; at < ids.length; at += BATCH)
    for (const stored of await index.get(ids.slice(at, at + BATCH), visible)) found.set(stored.drawer.id, stored);
  return found;
}

/**
 * All links that lead to a note. An id stands for the same words of the same document at all times, so what was read of a drawer holds as long as it
 * is there, and of a note's front matter as long as the note stays the same.
 * Cost: a read of the drawers that hold links and of notes' first ones, as far as they weren't read before; and one of the documents
 */
async function linksOf(
  { read, ofOwner }: PalaceView,
  index: SearchIndex,
  visible: VisibleScopes,
): Promise<readonly (WrittenLink & { readonly to: NamedNote })[]> {
  const ids = new Set(await index.linking(visible));
  if (ofOwner) for (const id of read.links.keys()) if (!ids.has(id)) read.links.delete(id);
  if (ids.size === 0) return [];
  const unread = [...ids].flatMap((id) => (read.links.has(id) ? [] : [{ id }]));
  for (const [id, { document: from, drawer }] of await drawersOf(unread, index, visible)) {
    const links = from.documentType === "md" ? noteLinks(drawer.text) : [];
    read.links.set(
      id,
      links.map((link) => ({ id, from, link })),
    );
  }
  const documents = await linkableDocuments(index, visible);
  const notes = new Set(documents.map(({ contentHash }) => contentHash));
  if (ofOwner) for (const hash of read.aliases.keys()) if (!notes.has(hash)) read.aliases.delete(hash);
  const names = new NoteNames(documents);
  const written = [...ids]
    .flatMap((id) => read.links.get(id) ?? [])
    .map((one) => ({ ...one, to: names.find(one.from, one.link) }));
  if (written.some(({ link, to }) => to === null && !link.relative))
    for (const note of documents.filter(({ documentType }) => documentType === "md")) {
      const known = read.aliases.get(note.contentHash);
      const [first] = known === undefined ? await index.documentDrawers(note, visible, { from: 0, to: 0 }) : [];
      const aliases = known ?? frontMatter(first?.drawer.text ?? "")?.metadata.aliases ?? [];
      read.aliases.set(note.contentHash, aliases);
      for (const alias of aliases) names.addAlias(note, alias);
    }
  return written.flatMap(({ to: known, ...one }) => {
    const to = known ?? names.find(one.from, one.link);
    return to === null ? [] : [{ ...one, to }];
  });
}

/** The links with the places of both ends. Cost: as `linksOf`, and a read of all drawers that hold links or that one leads to */
async function placedLinks(
  view: PalaceView,
  index: SearchIndex,
  visible: VisibleScopes,
): Promise<readonly PlacedLink[]> {
  const links = await view.once("links", () => linksOf(view, index, visible));
  const drawers = await drawersOf(links, index, visible);
  const read = new Map<string, Promise<readonly StoredDrawer[]>>();
  const ledTo = (note: NamedNote, part?: { from: 0; to: 0 }): Promise<readonly StoredDrawer[]> => {
    const key = `${part?.to} ${note.source}\u0000${note.path}`;
    const known = read.get(key) ?? index.documentDrawers(note, visible, part);
    read.set(key, known);
    return known;
  };
  const placed: PlacedLink[] = [];
  for (const { id, from, link, to } of links) {
    const stored = drawers.get(id);
    const target =
      (link.anchor === "" ? null : anchored(await ledTo(to), link.anchor)) ?? (await ledTo(to, { from: 0, to: 0 }))[0];
    if (stored === undefined || target === undefined) continue;
    const ends = { fromPlace: placeOf(view, stored), toPlace: placeOf(view, target) };
    placed.push({ id, source: to.source, from: from.path, line: lineOf(stored, link), to: to.path, ...ends });
  }
  return placed;
}

/** The drawer of a heading or block (`^id`); null where it names none that is there. */
function anchored(drawers: readonly StoredDrawer[], anchor: string): StoredDrawer | null {
  if (anchor.startsWith("^")) return drawers.find(({ drawer }) => drawer.text.includes(` ${anchor}`)) ?? null;
  // Markdown's own anchors have hyphens for spaces, and both forms leave out most signs.
  const plain = (text: string): string =>
    fold(text)
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const asked = plain(anchor);
  return drawers.find(({ drawer }) => drawer.breadcrumb.some((heading) => plain(heading) === asked)) ?? null;
}

function lineOf(stored: StoredDrawer | undefined, { at }: NoteLink): number | null {
  const { lines = null, text = "" } = stored?.drawer ?? {};
  return lines === null ? null : lines.start + text.slice(0, at).split("\n").length - 1;
}

function placeOf({ names }: PalaceView, { drawer: { placement } }: StoredDrawer): { wing: string; room: string } {
  return names.shown({ wing: placement.wing.value, room: placement.room.value });
}

/** The documents that links may lead to, of a source or of all, for who sees these scopes. */
async function linkableDocuments(
  index: SearchIndex,
  visible: VisibleScopes,
  source?: string,
): Promise<readonly Document[]> {
  return (await index.documents(source)).filter(({ scope }) => canSee(visible, scope));
}

/** The names by which links of a source call its documents. Cost: some 10 µs a document of the source. */
export async function noteNames(index: SearchIndex, source: string, visible: VisibleScopes): Promise<NoteNames> {
  const documents = await linkableDocuments(index, visible, source);
  return new NoteNames(documents.map(({ source, path, title }): NamedNote => ({ source, path, title })));
}

/** As `noteNames`; the names asked for last are kept until the index changes. */
export function keptNoteNames(): typeof noteNames {
  let kept: { readonly of: unknown; readonly index: SearchIndex; readonly names: NoteNames } | null = null;
  return async (index, source, visible) => {
    const of = [await index.sequence(), source, visible];
    if (kept?.index === index && isDeepStrictEqual(kept.of, of)) return kept.names;
    const names = await noteNames(index, source, visible);
    kept = { of, index, names };
    return names;
  };
}

/** Drawers of a room, the newest, by which its documents are known; some 30 ms. */
const OWN = 500;
/** Its documents that are looked into, those with most of it first; each some 1 ms. */
const DOCUMENTS = 24;
/** Drawers of other rooms that speak of its subject: the best by words; some 10 ms. */
const SPEAKING = 200;
/** Share of the words of a room's name, weighed by how rare they are, that a drawer must hold to speak of it. */
const SPEAKS = 0.6;

/**
 * What joins a room to others beside wings, tunnels and links: documents and sessions in which both stand (`with:<room>`), and drawers that hold the words of
 * its name (`about:<room>`).
 *
 * strength(a, b) = Σ of what b's drawers count / √(Σ of what all count · |b|): the cosine between what has to do with a and what stands in b. In a document
 * each drawer counts a's share of that document; of those that speak of a each counts the share of the name that it holds, and each of a's own counts 1.
 * Cost: the rooms, and some 700 drawers.
 */
export async function nearRooms(
  { view, index, visible }: { readonly view: PalaceView; readonly index: SearchIndex; readonly visible: VisibleScopes },
  room: string,
): Promise<readonly Step[]> {
  const nodes = roomNodes(view.rows());
  const steps = (by: string, counted: readonly (readonly [room: string, counts: number])[], more: number): Step[] => {
    const sumOf = (some: typeof counted): number => some.reduce((sum, [, counts]) => sum + counts, 0);
    const whole = sumOf(counted) + more;
    const others = [...Map.groupBy(counted, ([to]) => to)].filter(([to]) => to !== room);
    return others.map(([to, of]) => {
      const share = sumOf(of) / Math.sqrt(whole * (nodes.get(to)?.count ?? 1));
      return { room: to, strength: Math.min(1, share), via: [`${by}:${room}`] };
    });
  };

  const ids = await index.recent(visible, view.names.narrow({ rooms: [room] }), OWN);
  const own = await index.get(ids, visible);
  const documents = Map.groupBy(own, ({ document: { source, path } }) => `${source}\u0000${path}`);
  const beside: (readonly [room: string, counts: number])[] = [];
  for (const [key, { length }] of [...documents].sort(([, a], [, b]) => b.length - a.length).slice(0, DOCUMENTS)) {
    const [source, path] = key.split("\u0000") as [string, string];
    const rows = await index.places(visible, { sources: [source], paths: [path] });
    const share = length / rows.reduce((sum, { count }) => sum + count, 0);
    beside.push(...rows.map((row) => [view.names.shown(row).room, row.count * share] as const));
  }

  const terms = plainTerms(indexTerms(room.replaceAll("-", " ")).filter((term) => !isStopWord(term)));
  const query = { ...PLAIN_QUERY, visible, terms, filter: { excludeIds: ids } };
  const { candidates } = await index.candidates({ ...query, pool: { lexical: SPEAKING, dense: 0 } });
  const coverage = new Map(candidates.map((one) => [one.id, one.coverage]));
  const speaking = await index.get(
    [...coverage.keys()].filter((id) => (coverage.get(id) as number) > SPEAKS).sort(),
    visible,
  );
  const about = speaking.map((one) => [placeOf(view, one).room, coverage.get(one.drawer.id) as number] as const);
  return [...steps("with", beside, 0), ...steps("about", about, own.length)];
}
