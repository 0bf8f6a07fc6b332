import type { EmbeddingProvider } from "../embedding/port.ts";
import type { Unrelated } from "../model/vector.ts";
import type { VisibleScopes } from "../model/caller.ts";
import type { DrawerFilter } from "../model/filter.ts";
import type { NoteNames } from "../palace/graph/note-names.ts";
import type { PalaceNames } from "../palace/names.ts";
import type { IndexReader } from "../storage/ports/search-index.ts";
import type { SourceName } from "./resolve-filter.ts";
import type { RecallSettings } from "./settings.ts";

/** What a search needs from outside. */
export interface SearchDependencies {
  readonly index: IndexReader;
  /** Null: no model is there, search runs lexically and says so. */
  readonly provider: EmbeddingProvider | null;
  /** The words that are near a word, whatever model embeds; null: questions aren't widened by similar words. */
  readonly lexicon: Pick<EmbeddingProvider, "similarWords"> | null;
  /** How the cosines of unrelated texts lie for a model. */
  readonly unrelated: (model: EmbeddingProvider) => Promise<Unrelated>;
  readonly settings: RecallSettings;
  readonly sources: () => Promise<readonly SourceName[]>;
  /** How places are called for who sees these scopes, to narrow this filter and for stored places; without it, as they are stored. */
  readonly names?: (visible: VisibleScopes, filter: DrawerFilter) => Promise<PalaceNames>;
  /** The documents of a source, of those that who sees these scopes may see, by the names that links between notes call them. */
  readonly notes: (source: string, visible: VisibleScopes) => Promise<NoteNames>;
  /** Past accesses of drawers, for activation: the newest 50 of each, with the weight of their kind. Drawers without any are left out. */
  readonly accesses: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly { readonly time: number; readonly weight: number }[]>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that only rise, for timings. */
  readonly timer: () => number;
}
