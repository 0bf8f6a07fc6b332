/** The five cognitive halls: which kind of memory a drawer is. */
export type CognitiveHall = "facts" | "events" | "discoveries" | "preferences" | "advice";

/** How a wing, hall or room was decided, strongest first. */
type PlacementBasis = "explicit" | "front-matter" | "config" | "correction" | "rule" | "inferred" | "unsure";

/** One decision of placement: the value, how it came about, and how sure it is (0–1). */
export interface Placed<T> {
  readonly value: T;
  readonly by: PlacementBasis;
  readonly confidence: number;
}

/** Where a drawer stands in the palace. `hall: null` means unsure, which is a permitted answer. */
export interface Placement {
  readonly wing: Placed<string>;
  readonly hall: Placed<CognitiveHall | null>;
  readonly room: Placed<string>;
  /** User-defined topical halls (`palace.hall_keywords`), sorted. */
  readonly topicalHalls: readonly string[];
}

/** A room in a wing, with one of its halls: what of the palace is counted. */
export interface PalaceRow {
  readonly wing: string;
  readonly room: string;
  /** Empty when unsure. */
  readonly hall: string;
  readonly count: number;
  /** First and last day of content, `YYYY-MM-DD` in the user's zone; null where no drawer has a date. */
  readonly first: string | null;
  readonly last: string | null;
}

/** A correction that somebody made, as it is kept: data, applied after inference whenever places are read. */
export type Correction =
  /** Drawers of room `from` stand in room `to`; in all wings where `wing` is null. Merging is renaming into a room that exists. */
  | { readonly kind: "room"; readonly from: string; readonly to: string; readonly wing: string | null }
  /** One drawer stands in `room`. `contentHash` finds it again when its file was moved; null where unknown. */
  | { readonly kind: "move"; readonly drawer: string; readonly contentHash: string | null; readonly room: string }
  /** Wing `from` is wing `to`: an alias, or a new name. */
  | { readonly kind: "wing"; readonly from: string; readonly to: string };

/** What somebody asked for that made corrections. */
export type CorrectionKind = "merge rooms" | "rename room" | "move drawer" | "alias wing" | "rename wing";

/** A call that made corrections, as it is kept to be undone. */
export interface CorrectionRecord {
  readonly kind: CorrectionKind;
  /** The name before; of a move, the room before. */
  readonly from: string;
  readonly to: string;
  /** Where it was made for one wing only. */
  readonly wing: string | null;
  /** The drawer of a move, and how it was placed before; else null. */
  readonly drawer: string | null;
  readonly placed: Placement["room"] | null;
  /** Corrections that it made, and those that it took the place of. */
  readonly added: readonly Correction[];
  readonly removed: readonly Correction[];
}

/** One end of a tunnel that somebody dug. */
export interface TunnelEnd {
  readonly wing: string;
  readonly room: string;
}

/** A tunnel between two rooms of different names or wings, said by a person or an agent. Undirected: `a` is the first end by the alphabet. */
export interface ExplicitTunnel {
  readonly a: TunnelEnd;
  readonly b: TunnelEnd;
  /** Why; empty when nobody said. */
  readonly label: string;
}

/** What people and agents said about the palace itself. It can't be rebuilt from files, so the catalog keeps it. */
export interface PalaceEdits {
  readonly corrections: readonly Correction[];
  readonly tunnels: readonly ExplicitTunnel[];
  /** The last calls that made corrections, oldest first; absent where there was none. */
  readonly deeds?: readonly CorrectionRecord[];
}

/** Nothing was said yet. */
export const NO_EDITS: PalaceEdits = { corrections: [], tunnels: [] };
