import { canSee, type VisibleScopes } from "../../model/caller.ts";
import type { Document, TunnelEnd } from "../../model/drawer.ts";
import { type PlacedLink, linkedRooms, roomNodes } from "../../palace/graph/palace-graph.ts";
import type { LinkedRooms } from "../../operations/answers/palace.ts";
import type { Step } from "../../palace/graph/traverse.ts";
import { type NamedNote, NoteNames, type WrittenLink } from "../../palace/graph/note-names.ts";
import { frontMatter } from "../../parsing/markdown/front-matter.ts";
import { PLAIN_QUERY, plainTerms } from "../../storage/ports/candidates.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { indexTerms } from "../../text/analyzer.ts";
import { fold, isStopWord } from "../../text/words.ts";
import { type NoteLink, noteLinks } from "../../text/note-links.ts";
import type { PalaceView } from "./palace-views.ts";

const BATCH = 2_000;

/**
 * The rooms that links between notes join, of what the caller sees: a link from or to a note that he doesn't see is none, and a name that a
 * note of another scope bears is as if nobody bore it. Derived from the texts, kept as long as the view is.
 * Cost: once for each state of the index, a read of the drawers that hold links and of those that they lead to; where a link names no path,
 * file or title, also of the first drawer of each note, for its aliases.
 */
export const linkedRoomsOf = async (
  view: PalaceView,
  index: SearchIndex,
  visible: VisibleScopes,
): Promise<readonly LinkedRooms[]> =>
  await view.once("linked", () => placedLinks(view, index, visible).then(linkedRooms));

/** The links that lead to a document, by path and line, of what the caller sees. Cost: as `linksOf`, and a read of the drawers that hold them */
export async function linksTo(
  { source, path }: Pick<Document, "source" | "path">,
  { view, index, visible }: { readonly view: PalaceView; readonly index: SearchIndex; readonly visible: VisibleScopes },
): Promise<readonly Pick<PlacedLink, "id" | "from" | "line">[]> {
  const all = await view.once("links", () => linksOf(view, index, visible));
  const links = all.filter(({ from, to }) => to.source === source && to.path === path && from.path !== path);
  return links
    .map(({ id, from, line }) => ({ id, from: from.path, line }))
    .sort((a, b) => (a.from === b.from ? (a.line ?? 0) - (b.line ?? 0) : a.from < b.from ? -1 : 1));
}

/**
 * All links that lead to a note. What was read of a drawer holds until its note is written again, and of a note's front matter as long as the note
 * stays the same.
 * Cost: a read of the drawers that hold links and of notes' first ones, as far as they weren't read before; and one of the documents
 */
async function linksOf(
  { read, ofOwner, once }: PalaceView,
  index: SearchIndex,
  visible: VisibleScopes,
): Promise<readonly (WrittenLink & { readonly to: NamedNote })[]> {
  const ids = new Set(await index.linking(visible));
  if (ofOwner) for (const id of read.links.keys()) if (!ids.has(id)) read.links.delete(id);
  if (ids.size === 0) return [];
  // Before anything is read: what is written meanwhile is read again next time.
  const writes = await once("writes", () => index.documentWrites());
  const unread = [...ids].filter((id) => {
    const known = read.links.get(id);
    return known === undefined || known.write !== writes.get(keyOf(known.from));
  });
  for (let at = 0; at < unread.length; at += BATCH)
    for (const stored of await index.get(unread.slice(at, at + BATCH), visible)) {
      const { document: from, drawer } = stored;
      const written = from.documentType === "md" ? noteLinks(drawer.text) : [];
      const [{ id }, place] = [drawer, placeOf(stored)];
      const links = written.map((link) => ({ id, from, link, place, line: lineOf(stored, link) }));
      read.links.set(id, { from, write: writes.get(keyOf(from)) ?? -1, links });
    }
  const documents = (await index.documents()).filter(({ scope }) => canSee(visible, scope));
  const notes = new Set(documents.map(({ contentHash }) => contentHash));
  if (ofOwner) for (const hash of read.aliases.keys()) if (!notes.has(hash)) read.aliases.delete(hash);
  const names = new NoteNames(documents);
  // Which note a link means depends on what they are called alone, and few changes change that.
  const called = documents.map(({ source, path, title }) => `${source}\n${path}\n${title}`).join("\n");
  const meant = read.called === called ? read.meant : new Map<string, readonly (NamedNote | null)[]>();
  [read.called, read.meant] = [called, new Map()];
  const written = [...ids].flatMap((id) => {
    const own = read.links.get(id)?.links ?? [];
    const notes = meant.get(id) ?? own.map(({ from, link }) => names.find(from, link));
    read.meant.set(id, notes);
    return own.map((one, i) => ({ ...one, to: notes[i] as NamedNote | null }));
  });
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

/**
 * The links with the places of both ends. Cost: as `linksOf`, and a read of the notes that one leads to, as far as they were written since they were last read
 */
async function placedLinks(
  view: PalaceView,
  index: SearchIndex,
  visible: VisibleScopes,
): Promise<readonly PlacedLink[]> {
  const links = await view.once("links", () => linksOf(view, index, visible));
  const writes = await view.once("writes", () => index.documentWrites());
  const known = view.read.ends;
  if (view.ofOwner) view.read.ends = new Map();
  const whole = new Map<string, readonly StoredDrawer[]>();
  const placed: PlacedLink[] = [];
  for (const { id, from, link, to, place, line } of links) {
    const note = keyOf(to);
    const key = `${note}\n${link.anchor}`;
    let end = view.read.ends.get(key) ?? known.get(key);
    if (end === undefined || end.write !== writes.get(note)) {
      const part = link.anchor === "" ? { from: 0, to: 0 } : {};
      const drawers = whole.get(note) ?? (await index.documentDrawers(to, visible, part));
      if (link.anchor !== "") whole.set(note, drawers);
      const found = (link.anchor === "" ? null : anchored(drawers, link.anchor)) ?? drawers[0];
      end = { write: writes.get(note) ?? -1, place: found === undefined ? null : placeOf(found) };
    }
    view.read.ends.set(key, end);
    if (end.place === null) continue;
    const places = { fromPlace: view.names.shown(place), toPlace: view.names.shown(end.place) };
    placed.push({ id, from: from.path, line, to: to.path, ...places });
  }
  return placed;
}

/** As `SearchIndex.documentWrites` has it. */
const keyOf = ({ source, path }: NamedNote): string => `${source}\n${path}`;

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

const lineOf = ({ drawer: { lines, text } }: StoredDrawer, { at }: NoteLink): number | null =>
  lines === null ? null : lines.start + text.slice(0, at).split("\n").length - 1;

/** As it is stored; a view says under which names it is shown. */
function placeOf({ drawer: { placement } }: StoredDrawer): TunnelEnd {
  return { wing: placement.wing.value, room: placement.room.value };
}

/**
 * Gives the names by which links of a source call its documents, as somebody sees them; those asked for last are kept until the index changes.
 * Cost: some 10 µs a document of the source.
 */
export function keptNoteNames(): (index: SearchIndex, source: string, visible: VisibleScopes) => Promise<NoteNames> {
  let kept: { readonly of: string; readonly index: SearchIndex; readonly names: NoteNames } | null = null;
  return async (index, source, visible) => {
    const of = JSON.stringify([await index.sequence(), source, visible]);
    if (kept?.index === index && kept.of === of) return kept.names;
    const seen = (await index.documents(source)).filter(({ scope }) => canSee(visible, scope));
    const names = new NoteNames(seen.map(({ path, title }): NamedNote => ({ source, path, title })));
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
 * @param pass lets others have their turn
 */
export async function nearRooms(
  { view, index, visible }: { readonly view: PalaceView; readonly index: SearchIndex; readonly visible: VisibleScopes },
  room: string,
  pass: () => Promise<void>,
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
    await pass();
  }

  const terms = plainTerms(indexTerms(room.replaceAll("-", " ")).filter((term) => !isStopWord(term)));
  const query = { ...PLAIN_QUERY, visible, terms, filter: { excludeIds: ids } };
  const { candidates } = await index.candidates({ ...query, pool: { lexical: SPEAKING, dense: 0 } });
  await pass();
  const coverage = new Map(candidates.map((one) => [one.id, one.coverage]));
  const speaking = await index.get(
    [...coverage.keys()].filter((id) => (coverage.get(id) as number) > SPEAKS).sort(),
    visible,
  );
  const about = speaking.map(
    (one) => [view.names.shown(placeOf(one)).room, coverage.get(one.drawer.id) as number] as const,
  );
  return [...steps("with", beside, 0), ...steps("about", about, own.length)];
}
