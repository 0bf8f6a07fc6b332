/** Drawers that a document may have: a place is document · 2^20 + position, and must stay below 2^53. */
export const MAX_POSITIONS = 2 ** 20;

/** Key of a drawer in the table `passages`, which has an entry for the first drawer of each block. */
export function passagePlace(document: number, position: number): number {
  return document * MAX_POSITIONS + position;
}
