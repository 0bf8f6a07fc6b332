/**
 * The place that a bare number names in a list of so many items, in a command: "move 3 to 1". Null when it is no number or
 * past the end. An item that is spelled like the number comes before its place; that is for the caller.
 *
 * @example placeNamed("3", 4) // 3
 */
export function placeNamed(spelling: string, count: number): number | null {
  const place = /^[1-9]\d{0,5}$/u.test(spelling) ? Number(spelling) : 0;
  return place >= 1 && place <= count ? place : null;
}
