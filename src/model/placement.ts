/** The five cognitive halls: which kind of memory a drawer is. */
export type CognitiveHall = "facts" | "events" | "discoveries" | "preferences" | "advice";

/** How a wing, hall or room was decided, strongest first. */
export type PlacementBasis = "explicit" | "front-matter" | "config" | "correction" | "rule" | "inferred" | "unsure";

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
