import { slug } from "../../text/slug.ts";
import { UNNAMED, wingSlug } from "../wing.ts";

/**
 * The markdown form of drawers that were added by hand, `memory/palace/<wing>/<room>.md`:
 *
 * ```
 * # auth-migration                                  (anything outside the markers is the reader's own)
 * <!-- loci:room form=2 -->
 *
 * <!-- loci:drawer id=3f2a… scope=kb hall=facts added=2026-11-21T09:20:00Z --> The exact text, over as many lines as it has. <!-- /loci:drawer -->
 *
 * <!-- /loci:room -->
 * ```
 *
 * A file that has the first of the room's marks and not the last was cut off: it is refused. One of an earlier version has
 * neither, or no form (`drawers.ts`).
 *
 * The text of a drawer is what stands between the line end after the opening marker and the line end before the closing one, unescaped.
 * Escaping: a line of the text that would read as a marker, opening or closing, with or without backslashes before its `loci:`,
 * gets one more backslash there (`<!-- /\loci:drawer -->`). Line ends are kept: the closing marker's line begins after the
 * marker's own `\n`, so a text may hold `\r\n`, `\r`, or end in any number of line ends. Nothing else changes, so headings, fences and
 * `---` lines stand as written.
 *
 * Attributes: `key=value` with a value of letters, digits and `-._:@+/%`; any other character is percent-encoded (UTF-8).
 */
export interface ManualDrawer {
  /** Made when the drawer was added; names it across edits of its text. */
  readonly id: string;
  readonly scope: string;
  /** Null when nobody said; the classifier decides then. */
  readonly hall: string | null;
  /** ISO 8601 with zone. */
  readonly added: string;
  /** When what it says was so, ISO 8601; left out where that is when it was added. */
  readonly date?: string | undefined;
  /** When its owner pinned it; left out where it isn't pinned. */
  readonly pinned?: string | undefined;
  /** The key of the source that it was added to, where that was another project's; left out elsewhere. */
  readonly born?: string | undefined;
  readonly text: string;
}

/** A drawer as it stands in a file. */
export interface FoundDrawer extends ManualDrawer {
  /** Another drawer took its place: it stays here to be read, and is found no more. */
  readonly superseded: boolean;
  /** From the opening marker through the closing one and its line end: what is cut to delete the drawer. */
  readonly block: { readonly start: number; readonly end: number };
  /** The escaped text between the markers. */
  readonly body: { readonly start: number; readonly end: number };
  /** 1-based lines of the body. */
  readonly lines: { readonly start: number; readonly end: number };
}

/** Opens a drawer; group 1 holds the attributes. Applied to one line. */
export const OPENING = /^<!-- loci:drawer((?: [a-z-]+=[A-Za-z0-9\-._:@+/%]*)*) -->\r?$/;
/** Marks of a whole file, each a line. */
const ROOM_BEGIN = /^<!-- loci:room(?: form=2)? -->\r?$/;
/** The first mark of a file whose drawers say for themselves whether they are pinned. */
export const ROOM_FORM = /^<!-- loci:room form=2 -->\r?$/;
export const ROOM_END = /^<!-- \/loci:room -->\r?$/;
export const CLOSING = /^<!-- \/loci:drawer -->\r?$/;

/** A line that is a marker or an escaped one: where the next backslash goes is after group 1. */
const MARKER_LIKE = /^(<!-- \/?)(\\*loci:(?:drawer|room))/;

/** Makes every line that looks like a marker look like none. The inverse is `unescapeText`. */
export function escapeText(text: string): string {
  return eachLine(text, (line) => line.replace(MARKER_LIKE, "$1\\$2"));
}

/** Takes one backslash from every line that looks like an escaped marker. */
export function unescapeText(text: string): string {
  return eachLine(text, (line) => line.replace(/^(<!-- \/?)\\(\\*loci:(?:drawer|room))/, "$1$2"));
}

/** Lines end at `\n` only: a lone `\r` is text. */
function eachLine(text: string, change: (line: string) => string): string {
  return /loci:(?:drawer|room)/.test(text) ? text.split("\n").map(change).join("\n") : text;
}

const BEGIN = "<!-- loci:room form=2 -->";
const END = "<!-- /loci:room -->";
/** What a file ends with that was framed. */
export const FRAME_END = `\n${END}\n`;

/** The hint for a file that was cut off. */
export const CUT_HINT = `put it back from a backup; or, to go on with what is left of it, write the line ${END} at its end`;

/**
 * The text of a file of drawers with the marks that say where it begins and ends, so that one that was cut off is told from one that somebody edited.
 * The end mark goes behind all that stands there; nothing else changes.
 * @example framed("# auth\n\n…") // "# auth\n<!-- loci:room form=2 -->\n\n…\n<!-- /loci:room -->\n"
 */
export function framed(text: string): string {
  const lines = text.split("\n").filter((line) => !ROOM_END.test(line));
  const begin = lines.findIndex((line) => ROOM_BEGIN.test(line));
  if (begin >= 0) lines[begin] = BEGIN;
  else lines.splice(lines[0]?.startsWith("# ") === true ? 1 : 0, 0, BEGIN);
  const body = lines.join("\n").replace(/\n+$/u, "\n");
  return `${body.endsWith("\n") ? body : `${body}\n`}\n${END}\n`;
}

/** The text of a framed file, or of its end, with a block added, as `framed` would leave it; null where it doesn't end with its mark. */
export function withBlock(end: string, block: string): string | null {
  return end.endsWith(FRAME_END) ? `${end.slice(0, -FRAME_END.length)}\n\n${block}${FRAME_END}` : null;
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

/** Where a file of hand-made drawers stands in the palace. */
export interface FilePlace {
  readonly wing: string;
  readonly room: string;
}

/**
 * The file for drawers of a room, relative to the project's `memory` folder. Slugs hold no `/`, `\` or `.`, so it never leaves that folder.
 * @example drawerFilePath({ wing: "Driftwood", room: "Auth Migration" }) // "palace/driftwood/auth-migration.md"
 */
export function drawerFilePath({ wing, room }: FilePlace): string {
  return `palace/${wingSlug(wing) || UNNAMED}/${slug(room) || UNNAMED}.md`;
}

/** The inverse: the place that a path under `memory` names; null when it is no file of hand-made drawers. */
export function drawerFilePlace(path: string): FilePlace | null {
  const parts = /^palace\/([^/]+)\/([^/]+)\.md$/.exec(path);
  return parts === null ? null : { wing: parts[1] as string, room: parts[2] as string };
}
