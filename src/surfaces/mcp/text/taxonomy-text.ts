/** Rooms of a wing that are named; the rest is counted. */
const MOST_ROOMS = 25;

/** The tree of counts, a wing a line, its largest rooms first. */
export function taxonomyText(taxonomy: Readonly<Record<string, Readonly<Record<string, number>>>>): string {
  const wings = Object.entries(taxonomy);
  if (wings.length === 0) return "The palace is empty.";
  return wings
    .map(([wing, rooms]) => {
      const sorted = Object.entries(rooms).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
      const named = sorted
        .slice(0, MOST_ROOMS)
        .map(([room, count]) => `${room} ${count}`)
        .join(", ");
      return `${wing}: ${named}${sorted.length > MOST_ROOMS ? `, and ${sorted.length - MOST_ROOMS} more rooms` : ""}`;
    })
    .join("\n");
}
