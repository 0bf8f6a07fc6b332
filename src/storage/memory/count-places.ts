import type { PlaceCount } from "../ports/search-index.ts";
import type { AnalysedDrawer } from "./analysed-drawer.ts";

/** Drawers by wing, room and hall, with their first and last day; counted anew each time. */
export function countPlaces(drawers: readonly AnalysedDrawer[]): readonly PlaceCount[] {
  const groups = Map.groupBy(drawers, ({ drawer: { placement } }) =>
    JSON.stringify([placement.wing.value, placement.room.value, placement.hall.value ?? ""]),
  );
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...groups]
    .map(([key, group]): PlaceCount => {
      const [wing, room, hall] = JSON.parse(key) as [string, string, string];
      const days = group
        .flatMap(({ time }) => (time === null ? [] : [new Date(time).toISOString().slice(0, 10)]))
        .sort();
      return {
        wing,
        room,
        hall,
        count: group.length,
        first: days[0] ?? null,
        last: days[days.length - 1] ?? null,
        newest: newestOf(group),
      };
    })
    .sort((a, b) => compare(a.wing, b.wing) || compare(a.room, b.room) || compare(a.hall, b.hall));
}

function newestOf(drawers: readonly AnalysedDrawer[]): PlaceCount["newest"] {
  const sorted = drawers.toSorted(
    (a, b) =>
      (a.time === b.time ? 0 : (b.time ?? -Infinity) - (a.time ?? -Infinity)) || (a.drawer.id < b.drawer.id ? -1 : 1),
  );
  const { drawer, time } = sorted[0] as AnalysedDrawer;
  return { id: drawer.id, time };
}
