import { isDeepStrictEqual } from "node:util";
import { canSee, type VisibleScopes } from "../../model/caller.ts";
import type { Document } from "../../model/drawer.ts";
import { type LinkedRooms, type PlacedLink, linkedRooms } from "../../palace/graph/palace-graph.ts";
import { type NamedNote, NoteNames } from "../../palace/graph/note-names.ts";
import { frontMatter } from "../../parsing/markdown/front-matter.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { fold } from "../../text/words.ts";
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
