import { isDeepStrictEqual } from "node:util";
import { canSee, type VisibleScopes } from "../../model/caller.ts";
import type { Document } from "../../model/drawer.ts";
import { type NamedNote, NoteNames } from "../../palace/graph/note-names.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";

/** The documents that links may lead to, of a source or of all, for who sees these scopes. */
export async function linkableDocuments(
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
