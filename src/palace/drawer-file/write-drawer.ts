import { type FoundDrawer, type ManualDrawer, ROOM_FORM, escapeText } from "./format.ts";
import { readDrawers } from "./read-drawers.ts";

/**
 * The file's text with a drawer added at its end, or in place of the one with its id. What stands outside the markers is kept.
 *
 * @param file the text so far; empty for a new file, which then begins with the room as a heading
 * @param drawer `text` may be anything
 * @param room heading of a new file
 * @example readDrawers(writeDrawer("", drawer, "auth")).drawers[0].text === drawer.text // true, for any text
 */
export function writeDrawer(file: string, drawer: ManualDrawer, room: string): string {
  const block = blockOf(drawer);
  const old = readDrawers(file).drawers.find(({ id }) => id === drawer.id && id !== "");
  if (old !== undefined) return file.slice(0, old.block.start) + block + file.slice(old.block.end);
  const head = file === "" ? `# ${room}\n` : file.endsWith("\n") ? file : `${file}\n`;
  return `${head}\n${block}`;
}

/**
 * The file's text with drawers marked as superseded: their words stay to be read, and are found no more.
 *
 * @param at when, ISO 8601
 */
export function supersedeDrawers(
  file: string,
  drawers: Iterable<Pick<FoundDrawer, "block" | "superseded">>,
  at: string,
): string {
  return [...drawers]
    .filter(({ superseded }) => !superseded)
    .sort((a, b) => b.block.start - a.block.start)
    .reduce((text, { block: { start } }) => {
      const end = text.indexOf(" -->", start);
      return `${text.slice(0, end)} superseded=${encoded(at)}${text.slice(end)}`;
    }, file);
}

/** A drawer as it stands in a file, from its opening marker through the line end of its closing one. */
export function blockOf({ id, scope, hall, added, date, pinned, born, text }: ManualDrawer): string {
  const attributes = [
    ["id", id],
    ["scope", scope],
    ["hall", hall],
    ["added", added],
    ["date", date ?? null],
    ["pinned", pinned ?? null],
    ["born", born ?? null],
  ]
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}=${encoded(value as string)}`);
  return `<!-- loci:drawer${attributes.join("")} -->\n${escapeText(text)}\n<!-- /loci:drawer -->\n`;
}

/** Everything but the characters that an attribute may hold as they are, in UTF-8. */
function encoded(value: string): string {
  return value
    .toWellFormed()
    .replace(/[^A-Za-z0-9\-._:@+/]/gu, (character) =>
      [...new TextEncoder().encode(character)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
        .join(""),
    );
}

/** The file's text without a drawer that was found in it, and without the blank line that stood before it. */
export function eraseDrawer(file: string, { block }: Pick<FoundDrawer, "block">): string {
  const before = file.slice(0, block.start);
  return (/\n\n$/.test(before) ? before.slice(0, -1) : before) + file.slice(block.end);
}

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
