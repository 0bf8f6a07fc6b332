import type { Closets } from "../../../index.ts";
/** How AAAK is read, in one line; the grammar is in docs/aaak.md. */
export const AAAK_LEGEND =
  "AAAK1 wing/room document | @ codes of names | # drawers (beginnings of ids) | + topic | places of " +
  "its drawers, codes | ~ days | % halls and counts | ! place and key sentence";

/** Closets as AAAK, with a line that says how to read it. */
export function closetsText({ closets, total }: Closets): string {
  if (closets.length === 0) return total === 0 ? "No closets." : beyondText(total);
  const more = total > closets.length ? [`${closets.length} of ${total} closets; give offset for more.`] : [];
  return [`How to read: ${AAAK_LEGEND}`, ...closets.map(({ text }) => text), ...more].join("\n");
}

/** Of a page that begins behind the last entry. */
export function beyondText(total: number): string {
  return `Nothing there: the list has ${total}; give a smaller offset.`;
}
