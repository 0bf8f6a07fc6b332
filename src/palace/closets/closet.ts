import type { CognitiveHall } from "../../model/placement.ts";

/** Somebody or something with a name, and its code: capitals and digits, unique in the wing. */
export interface ClosetEntity {
  readonly code: string;
  readonly name: string;
}

/** What a part of the closet is about. */
export interface ClosetTopic {
  readonly name: string;
  /** Places in `Closet.drawers`, 0-based, ascending, at least one. */
  readonly drawers: readonly number[];
  /** Codes of entities that those drawers name, as they stand in `who`; at most three. */
  readonly who: readonly string[];
}

/** The label over the drawers of one document in one room. */
export interface Closet {
  readonly wing: string;
  readonly room: string;
  /** The document's path, or a chat's session. */
  readonly document: string;
  readonly who: readonly ClosetEntity[];
  /** The first eight digits of each drawer's id, in document order. */
  readonly drawers: readonly string[];
  readonly topics: readonly ClosetTopic[];
  /** Days, `YYYY-MM-DD`; null where no drawer has a date. */
  readonly when: { readonly first: string; readonly last: string } | null;
  /** Drawers by hall in the order of the five, then `unsure`; none with 0. */
  readonly halls: readonly { readonly hall: CognitiveHall | "unsure"; readonly count: number }[];
  /** One sentence word for word, and the place of its drawer in `drawers`. */
  readonly key: { readonly drawer: number; readonly sentence: string } | null;
}
