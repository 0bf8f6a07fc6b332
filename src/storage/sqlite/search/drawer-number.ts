/** More than the ordinals of any segment. */
const ORDINALS = 2 ** 32;

/** A segment among those of a search and an ordinal in it as one number, which sorts as the two do: there is less to move. */
export function drawerNumber(segment: number, ordinal: number): number {
  return segment * ORDINALS + ordinal;
}

export function segmentOf(drawer: number): number {
  return Math.floor(drawer / ORDINALS);
}

/** The remainder, for which a call of its own would be made. */
export function ordinalOf(drawer: number): number {
  return drawer - segmentOf(drawer) * ORDINALS;
}
