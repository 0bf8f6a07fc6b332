import { ROOM_FORM, type FoundDrawer } from "./format.ts";
import { readDrawers } from "./read-drawers.ts";

/**
 * Pinned is a flag in a drawer's marker, `pinned=<when>`, which only the owner's own ways in write. Files of the form before it had pinned
 * by the name of their room (or hall): what they hold stays pinned, and is given the flag when the file is next added to, since from then on
 * the name says nothing.
 */

/** Rooms and halls that pinned in files of the form before. */
const FORMER = new Set(["identity", "pinned"]);

/** The drawers of a file that are pinned and not superseded, in its order. @param room of the file */
export function pinnedIn(text: string, room: string): readonly FoundDrawer[] {
  const former = isFormer(text);
  if (!former && !text.includes(" pinned=")) return [];
  return readDrawers(text).drawers.filter(
    (drawer) => !drawer.superseded && (drawer.pinned !== undefined || (former && pinnedByName(drawer, room))),
  );
}

/** The file with the flag on all that was pinned by a name, to be written in the form of today. */
export function withPinsSaid(text: string, room: string): string {
  if (!isFormer(text)) return text;
  const named = readDrawers(text).drawers.filter((drawer) => drawer.pinned === undefined && pinnedByName(drawer, room));
  return named.reduceRight((file, { block: { start }, added }) => {
    const end = file.indexOf(" -->", start);
    return `${file.slice(0, end)} pinned=${added === "" ? "before" : added}${file.slice(end)}`;
  }, text);
}

/** An empty file is none. */
function isFormer(text: string): boolean {
  return text !== "" && !text.split("\n", 3).some((line) => ROOM_FORM.test(line));
}

function pinnedByName({ scope, hall }: FoundDrawer, room: string): boolean {
  return (scope === "kb" || scope === "admin") && (FORMER.has(room) || (hall !== null && FORMER.has(hall)));
}
