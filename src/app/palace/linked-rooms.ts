import { isDeepStrictEqual } from "node:util";
import { canSee, type VisibleScopes } from "../../model/caller.ts";
import type { Document } from "../../model/drawer.ts";
import { type LinkedRooms, type PlacedLink, linkedRooms, roomNodes } from "../../palace/graph/palace-graph.ts";
import type { Step } from "../../palace/graph/traverse.ts";
import { type NamedNote, NoteNames } from "../../palace/graph/note-names.ts";
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
  return await view.once("linked", () => linksOf(view, index, visible).then(linkedRooms));
}

/** The links that lead to a document, by path and line, of what the caller sees. Cost: as `linkedRoomsOf` */
export async function linksTo(
  { source, path }: Pick<Document, "source" | "path">,
  { view, index, visible }: { readonly view: PalaceView; readonly index: SearchIndex; readonly visible: VisibleScopes },
): Promise<readonly Pick<PlacedLink, "id" | "from" | "line">[]> {
  return (await linksOf(view, index, visible))
    .filter((link) => link.source === source && link.to === path && link.from !== path)
    .sort((a, b) => (a.from === b.from ? (a.line ?? 0) - (b.line ?? 0) : a.from < b.from ? -1 : 1))
    .map(({ id, from, line }) => ({ id, from, line }));
}

function linksOf(view: PalaceView, index: SearchIndex, visible: VisibleScopes): Promise<readonly PlacedLink[]> {
  return view.once("links", () => readLinks(view, index, visible));
}

interface Written {
  readonly stored: StoredDrawer;
  readonly link: NoteLink;
  readonly to: NamedNote | null;
}

async function readLinks(view: PalaceView, index: SearchIndex, visible: VisibleScopes): Promise<readonly PlacedLink[]> {
  const ids = await index.linking(visible);
  if (ids.length === 0) return [];
  const documents = await linkableDocuments(index, visible);
  const names = new NoteNames(documents);
  const written: Written[] = [];
  for (let at = 0; at < ids.length; at += BATCH)
    for (const stored of await index.get(ids.slice(at, at + BATCH), visible))
      if (stored.document.documentType === "md")
        for (const link of noteLinks(stored.drawer.text))
          written.push({ stored, link, to: names.find(stored.document, link) });
  const first = new Map<NamedNote, StoredDrawer | null>();
  const firstOf = async (note: NamedNote): Promise<StoredDrawer | null> => {
    if (!first.has(note)) first.set(note, (await index.documentDrawers(note, visible, { from: 0, to: 0 }))[0] ?? null);
    return first.get(note) as StoredDrawer | null;
  };
  const all = new Map<NamedNote, readonly StoredDrawer[]>();
  const allOf = async (note: NamedNote): Promise<readonly StoredDrawer[]> => {
    if (!all.has(note)) all.set(note, await index.documentDrawers(note, visible));
    return all.get(note) as readonly StoredDrawer[];
  };
  if (written.some(({ link, to }) => to === null && !link.relative))
    for (const note of documents.filter(({ documentType }) => documentType === "md"))
      for (const alias of frontMatter((await firstOf(note))?.drawer.text ?? "")?.metadata.aliases ?? [])
        names.addAlias(note, alias);
  const links: PlacedLink[] = [];
  for (const { stored, link, to: known } of written) {
    const to = known ?? names.find(stored.document, link);
    if (to === null) continue;
    const target = (link.anchor === "" ? null : anchored(await allOf(to), link.anchor)) ?? (await firstOf(to));
    if (target === null) continue;
    links.push({
      id: stored.drawer.id,
      source: to.source,
      from: stored.document.path,
      line: lineOf(stored, link),
      to: to.path,
      fromPlace: placeOf(view, stored),
      toPlace: placeOf(view, target),
    });
  }
  return links;
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

function lineOf({ drawer: { lines, text } }: StoredDrawer, { at }: NoteLink): number | null {
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
