import { ROOM_BEGIN, ROOM_END } from "./format.ts";

const BEGIN = "<!-- loci:room -->";
const END = "<!-- /loci:room -->";

/** What whoever finds a file cut off is told to do. */
export const CUT_HINT = `put it back from a backup; or, to go on with what is left of it, write the line ${END} at its end`;

/**
 * The text of a file of drawers with the marks that say where it begins and ends, so that one that was cut off is told from one that somebody edited.
 * The end mark goes behind all that stands there; nothing else changes.
 *
 * @example framed("# auth\n\n…") // "# auth\n<!-- loci:room -->\n\n…\n<!-- /loci:room -->\n"
 */
export function framed(text: string): string {
  const lines = text.split("\n").filter((line) => !ROOM_END.test(line));
  if (!lines.some((line) => ROOM_BEGIN.test(line))) lines.splice(lines[0]?.startsWith("# ") === true ? 1 : 0, 0, BEGIN);
  const body = lines.join("\n").replace(/\n+$/u, "\n");
  return `${body.endsWith("\n") ? body : `${body}\n`}\n${END}\n`;
}

/** Whether a file was written to its end and ends before it now. One of an earlier version has no marks, and isn't. */
export function isCut(text: string): boolean {
  const lines = text.split("\n");
  return lines.some((line) => ROOM_BEGIN.test(line)) && !lines.some((line) => ROOM_END.test(line));
}

/** Whether nothing stands in a file but its heading and its marks. */
export function isBare(text: string, room: string): boolean {
  const rest = text
    .split("\n")
    .filter((line) => !ROOM_BEGIN.test(line) && !ROOM_END.test(line))
    .join("\n")
    .trim();
  return rest === "" || rest === `# ${room}`;
}
