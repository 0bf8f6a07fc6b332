import { contentHash } from "../text/content-hash.ts";
import { slug } from "../text/slug.ts";
import { UNNAMED, wingSlug } from "./wing.ts";
import { percentDecoded } from "../text/printable.ts";

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
 * neither, or no form.
 *
 * The text of a drawer is what stands between the line end after the opening marker and the line end before the closing one, unescaped.
 * Escaping: a line of the text that would read as a marker, opening or closing, with or without backslashes before its `loci:`,
 * gets one more backslash there (`<!-- /\loci:drawer -->`). Line ends are kept: the closing marker's line begins after the
 * marker's own `\n`, so a text may hold `\r\n`, `\r`, or end in any number of line ends. Nothing else changes, so headings, fences and
 * `---` lines stand as written.
 *
 * `seal` says of id and scope that they are as they were written: with one wrong byte a passage would be another user's. Who changes them by hand
 * takes it out.
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
  /** Who added it, where that was an agent of itself; left out where a person did. */
  readonly by?: "agent" | undefined;
  /** The key of the source that it was added to, where that was another project's; left out elsewhere. */
  readonly born?: string | undefined;
  readonly text: string;
}

export interface FoundDrawer extends ManualDrawer {
  /** When another drawer took its place, as it was written: it stays here to be read, and is found no more. Null where none did. */
  readonly superseded: string | null;
  /** From the opening marker through the closing one and its line end: what is cut to delete the drawer. */
  readonly block: { readonly start: number; readonly end: number };
  /** The escaped text between the markers. */
  readonly body: { readonly start: number; readonly end: number };
  /** 1-based lines of the body. */
  readonly lines: { readonly start: number; readonly end: number };
}

/** Opens a drawer; group 1 holds the attributes. Applied to one line. */
const OPENING = /^<!-- loci:drawer((?: [a-z-]+=[A-Za-z0-9\-._:@+/%]*)*) -->\r?$/;
/** Marks of a whole file, each a line. */
const ROOM_BEGIN = /^<!-- loci:room(?: form=2)? -->\r?$/;
/** The first mark of a file whose drawers say for themselves whether they are pinned. */
const ROOM_FORM = /^<!-- loci:room form=2 -->\r?$/;
const ROOM_END = /^<!-- \/loci:room -->\r?$/;
const CLOSING = /^<!-- \/loci:drawer -->\r?$/;

/** A line that is a marker or an escaped one: where the next backslash goes is after group 1. */
const MARKER_LIKE = /^(<!-- \/?)(\\*loci:(?:drawer|room))/;

/** Makes every line that looks like a marker look like none. The inverse is `unescapeText`. */
const escapeText = (text: string): string => eachLine(text, (line) => line.replace(MARKER_LIKE, "$1\\$2"));

/** Takes one backslash from every line that looks like an escaped marker. So the spans of a file's drawers count its text. */
export const unescapeText = (text: string): string =>
  eachLine(text, (line) => line.replace(/^(<!-- \/?)\\(\\*loci:(?:drawer|room))/, "$1$2"));

/** Lines end at `\n` only: a lone `\r` is text. */
const eachLine = (text: string, change: (line: string) => string): string =>
  /loci:(?:drawer|room)/.test(text) ? text.split("\n").map(change).join("\n") : text;

const BEGIN = "<!-- loci:room form=2 -->";
const END = "<!-- /loci:room -->";
/** What a file ends with that was framed. */
export const FRAME_END = `\n${END}\n`;

/** What is wrong with a file that nobody would leave so on purpose, and what to do. */
export interface RoomFault {
  readonly what: string;
  readonly hint: string;
}

const CUT: RoomFault = {
  what: "was cut off: its last line is missing",
  hint: `put it back from a backup; or, to go on with what is left of it, write the line ${END} at its end`,
};

const EMPTY: RoomFault = {
  what: "is empty",
  hint: "put it back from a backup; to take out what it held, delete it",
};

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
  const body = lines.join("\n").replace(/(?<!\n)\n+$/u, "\n");
  return `${body.endsWith("\n") ? body : `${body}\n`}\n${END}\n`;
}

/** The text of a framed file, or of its end, with a block added, as `framed` would leave it; null where it doesn't end with its mark. */
export const withBlock = (end: string, block: string): string | null =>
  end.endsWith(FRAME_END) ? `${end.slice(0, -FRAME_END.length)}\n\n${block}${FRAME_END}` : null;

/**
 * What is wrong with a file: nothing is left of it, it was written to its end and ends before it now, or the marks of a drawer aren't as they were
 * written. One of an earlier version has no marks or no seals, and neither of these faults. Cost: linear.
 */
export function roomFault(text: string): RoomFault | null {
  if (!/[^\s\0]/u.test(text)) return EMPTY;
  const lines = text.split("\n");
  if (lines.some((line) => ROOM_BEGIN.test(line)) && !lines.some((line) => ROOM_END.test(line))) return CUT;
  let isOpen = false;
  for (const [i, line] of lines.entries()) {
    const opening = OPENING.exec(line);
    if ((opening !== null && !isSealed(attributesOf(opening[1] ?? ""))) || (!isOpen && CLOSING.test(line)))
      return {
        what: `isn't as it was written: the mark of a drawer in or before line ${i + 1} was changed`,
        hint: "put it back from a backup; or, where you changed it, take out ' seal=…' there, or what is left over of a mark",
      };
    isOpen = opening !== null || (isOpen && !CLOSING.test(line));
  }
  return null;
}

/** Whether id and scope are what was sealed. */
function isSealed(attributes: ReadonlyMap<string, string>): boolean {
  const seal = attributes.get("seal");
  return seal === undefined || seal === sealOf(attributes.get("id") ?? "", attributes.get("scope") ?? "");
}

const sealOf = (id: string, scope: string): string => contentHash(`${id}\n${scope}`).slice(0, 8);

/** Whether nothing stands in a file but its heading and its marks. */
export function isBare(text: string, room: string): boolean {
  const rest = text
    .split("\n")
    .filter((line) => !ROOM_BEGIN.test(line) && !ROOM_END.test(line))
    .join("\n")
    .trim();
  return rest === "" || rest === `# ${room}`;
}

export interface FilePlace {
  readonly wing: string;
  readonly room: string;
}

/**
 * The file for drawers of a room, relative to the project's `memory` folder. Slugs hold no `/`, `\` or `.`, so it never leaves that folder.
 * @example drawerFilePath({ wing: "Driftwood", room: "Auth Migration" }) // "palace/driftwood/auth-migration.md"
 */
export const drawerFilePath = ({ wing, room }: FilePlace): string =>
  `palace/${wingSlug(wing) || UNNAMED}/${slug(room) || UNNAMED}.md`;

/** The inverse: the place that a path under `memory` names; null when it is no file of hand-made drawers. */
export function drawerFilePlace(path: string): FilePlace | null {
  const parts = /^palace\/([^/]+)\/([^/]+)\.md$/.exec(path);
  return parts === null ? null : { wing: parts[1] as string, room: parts[2] as string };
}

/**
 * Reads the drawers of a file, exactly as they were written or as an editor left them. Markers are found at the start of a line.
 * A drawer without its end runs to the next opening marker or the end of the file (nothing that somebody wrote is lost); one whose id is
 * missing or came before keeps its text and gets the id `""`, for the caller to give it a new one.
 * @param text of the file; CRLF around the markers is accepted
 * Cost: linear.
 */
export function readDrawers(text: string): readonly FoundDrawer[] {
  const drawers: FoundDrawer[] = [];
  const seen = new Set<string>();
  let open: { start: number; body: number; line: number; attributes: ReadonlyMap<string, string> } | null = null;

  const close = (bodyEnd: number, end: number, line: number): void => {
    if (open === null) return;
    const { start, body, attributes } = open;
    const written = attributes.get("id") ?? "";
    const id = seen.has(written) ? "" : written;
    if (id !== "") seen.add(id);
    drawers.push({
      id,
      // Whose it is can't be believed: nobody but the owner sees it.
      scope: isSealed(attributes) ? (attributes.get("scope") ?? "") : "admin",
      hall: attributes.get("hall") ?? null,
      added: attributes.get("added") ?? "",
      ...(attributes.has("date") && { date: attributes.get("date") }),
      ...(attributes.has("born") && { born: attributes.get("born") }),
      ...(attributes.get("by") === "agent" && { by: "agent" }),
      ...(attributes.has("pinned") && { pinned: attributes.get("pinned") }),
      superseded: attributes.get("superseded") ?? null,
      text: unescapeText(text.slice(body, bodyEnd)),
      block: { start, end },
      body: { start: body, end: bodyEnd },
      lines: { start: open.line + 1, end: Math.max(open.line + 1, line - 1) },
    });
    open = null;
  };

  let line = 0;
  for (let at = 0; at < text.length;) {
    line++;
    const feed = text.indexOf("\n", at);
    const next = feed < 0 ? text.length : feed + 1;
    const content = text.slice(at, feed < 0 ? text.length : feed);
    const opening = OPENING.exec(content);
    if (opening !== null) {
      if (open !== null) close(Math.max(open.body, at - 1), at, line);
      open = { start: at, body: next, line, attributes: attributesOf(opening[1] ?? "") };
    } else if (open !== null && ROOM_END.test(content)) {
      close(Math.max(open.body, at - 1), at, line);
    } else if (CLOSING.test(content) && open !== null) close(bodyEnd(text, open.body, at), next, line);
    at = next;
  }
  if (open !== null) close(text.length, text.length, line + 1);
  return drawers;
}

/** The line end before the closing marker is the marker's: `\n`, or `\r\n` where the whole file was turned into CRLF (its opening line has one too). */
function bodyEnd(text: string, body: number, closing: number): number {
  if (closing <= body) return body;
  const crlf = text.charAt(body - 2) === "\r" && text.charAt(closing - 2) === "\r" && closing - 2 >= body;
  return closing - (crlf ? 2 : 1);
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, key, value] of text.matchAll(/ ([a-z-]+)=([^ ]*)/g))
    attributes.set(key as string, percentDecoded(value as string));
  return attributes;
}

/**
 * The file's text with a drawer added at its end, or in place of the one with its id. What stands outside the markers is kept.
 * @param file the text so far; empty for a new file, which then begins with the room as a heading
 * @param drawer `text` may be anything
 * @param room heading of a new file
 * @example readDrawers(writeDrawer("", drawer, "auth"))[0].text === drawer.text // true, for any text
 */
export function writeDrawer(file: string, drawer: ManualDrawer, room: string): string {
  const block = blockOf(drawer);
  const old = readDrawers(file).find(({ id }) => id === drawer.id && id !== "");
  if (old !== undefined) return file.slice(0, old.block.start) + block + file.slice(old.block.end);
  const head = file === "" ? `# ${room}\n` : file.endsWith("\n") ? file : `${file}\n`;
  return `${head}\n${block}`;
}

/**
 * The file's text with drawers marked as superseded: their words stay to be read, and are found no more.
 * @param at when, ISO 8601
 */
export const supersedeDrawers = (
  file: string,
  drawers: Iterable<Pick<FoundDrawer, "block" | "superseded">>,
  at: string,
): string =>
  [...drawers]
    .filter(({ superseded }) => superseded === null)
    .sort((a, b) => b.block.start - a.block.start)
    .reduce((text, drawer) => marked(text, drawer, { superseded: at }), file);

/** The file's text with a time in the marker of a drawer, or without it: when it was superseded (null: it counts again), or pinned. */
export function marked(
  file: string,
  { block: { start } }: Pick<FoundDrawer, "block">,
  times: { readonly [name in "superseded" | "pinned"]?: string | null },
): string {
  const end = file.indexOf(" -->", start);
  const marker = Object.entries(times).reduce(
    (text, [name, at]) =>
      text.replace(new RegExp(` ${name}=\\S*`), "") + (at === null ? "" : ` ${name}=${encoded(at)}`),
    file.slice(start, end),
  );
  return file.slice(0, start) + marker + file.slice(end);
}

/** A drawer as it stands in a file, from its opening marker through the line end of its closing one. */
export function blockOf({ id, scope, hall, added, date, pinned, by, born, text }: ManualDrawer): string {
  const attributes = [
    ["id", id],
    ["scope", scope],
    ["hall", hall],
    ["added", added],
    ["date", date ?? null],
    ["pinned", pinned ?? null],
    ["by", by ?? null],
    ["born", born ?? null],
    ["seal", sealOf(id, scope)],
  ]
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}=${encoded(value as string)}`);
  return `<!-- loci:drawer${attributes.join("")} -->\n${escapeText(text)}\n<!-- /loci:drawer -->\n`;
}

/** Everything but the characters that an attribute may hold as they are, in UTF-8. */
const encoded = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[^A-Za-z0-9\-._:@+/]/gu, (character) =>
      [...new TextEncoder().encode(character)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
        .join(""),
    );

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
  return readDrawers(text).filter(
    (drawer) => drawer.superseded === null && (drawer.pinned !== undefined || (former && pinnedByName(drawer, room))),
  );
}

/** The file with the flag on all that was pinned by a name, to be written in the form of today. */
export function withPinsSaid(text: string, room: string): string {
  if (!isFormer(text)) return text;
  const named = readDrawers(text).filter((drawer) => drawer.pinned === undefined && pinnedByName(drawer, room));
  return named.reduceRight(
    (file, drawer) => marked(file, drawer, { pinned: drawer.added === "" ? "before" : drawer.added }),
    text,
  );
}

/** An empty file is none. */
const isFormer = (text: string): boolean => text !== "" && !text.split("\n", 3).some((line) => ROOM_FORM.test(line));

const pinnedByName = ({ scope, hall }: FoundDrawer, room: string): boolean =>
  (scope === "kb" || scope === "admin") && (FORMER.has(room) || (hall !== null && FORMER.has(hall)));
