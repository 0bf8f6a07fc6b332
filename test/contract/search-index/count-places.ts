import { contentTime, type Drawer, type PalaceRow } from "../../../src/model/drawer.ts";

/** Places counted one drawer after the other, sorted by wing, room, hall: what an index must say, however it counts. */
export function countPlaces(drawers: readonly Pick<Drawer, "placement" | "date">[]): readonly PalaceRow[] {
  const groups = Map.groupBy(drawers, ({ placement: { wing, room, hall } }) =>
    [wing.value, room.value, hall.value ?? ""].join("\0"),
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => {
      const [wing, room, hall] = key.split("\0") as [string, string, string];
      const times = own
        .flatMap(({ date }) => (Number.isNaN(contentTime(date)) ? [] : [new Date(contentTime(date)).toISOString()]))
        .sort();
      return { wing, room, hall, count: own.length, first: times.at(0) ?? null, last: times.at(-1) ?? null };
    });
}
