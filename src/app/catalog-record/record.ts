import type { PalaceEdits } from "../../model/palace-edits.ts";
import type { Source } from "../../model/source.ts";

/** What a source is, without how it stands. */
export type SourceDefinition = Pick<Source, "key" | "name" | "kind" | "root" | "options" | "addedAt">;

/** What a catalog knows that can't be read from other files, but for facts (which have their own) and the past: jobs, accesses, audit. */
export interface CatalogRecord {
  /** Rises by one each time it is written. The catalog remembers it: an older catalog is one that was lost or put back. */
  readonly revision: number;
  /** Sorted by key. Roots as the catalog keeps them; see `projectOrigin`. */
  readonly sources: readonly SourceDefinition[];
  readonly palace: PalaceEdits;
}

/** A source as its record keeps it. */
export function definitionOf({ key, name, kind, root, options, addedAt }: Source): SourceDefinition {
  return { key, name, kind, root, options, addedAt };
}
