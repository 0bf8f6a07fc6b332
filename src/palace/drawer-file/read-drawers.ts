import { CLOSING, ROOM_END, OPENING, type FoundDrawer, unescapeText } from "./format.ts";

/** What a file holds. */
export interface DrawerFile {
  /** In the order of the file. */
  readonly drawers: readonly FoundDrawer[];
  /** What a person may want to mend: an opening marker without its end, an id that came before. */
  readonly problems: readonly {
    readonly line: number;
    readonly what: "unclosed" | "id-missing" | "id-repeated" | "nested";
  }[];
}

/**
 * Reads the drawers of a file, exactly as they were written or as an editor left them. Markers are found at the start of a line.
 * A drawer without its end runs to the next opening marker or the end of the file (nothing that somebody wrote is lost); one whose id is
 * missing or came before keeps its text and gets the id `""`, for the caller to give it a new one.
 *
 * @param text of the file; CRLF around the markers is accepted
 * Cost: linear.
 */
export function readDrawers(text: string): DrawerFile {
  const drawers: FoundDrawer[] = [];
  const problems: { line: number; what: "unclosed" | "id-missing" | "id-repeated" | "nested" }[] = [];
  const seen = new Set<string>();
  let open: { start: number; body: number; line: number; attributes: ReadonlyMap<string, string> } | null = null;

  const close = (bodyEnd: number, end: number, line: number, what: "unclosed" | null): void => {
    if (open === null) return;
    const { start, body, attributes } = open;
    const written = attributes.get("id") ?? "";
    if (what !== null) problems.push({ line: open.line, what });
    if (written === "") problems.push({ line: open.line, what: "id-missing" });
    else if (seen.has(written)) problems.push({ line: open.line, what: "id-repeated" });
    const id = seen.has(written) ? "" : written;
    if (id !== "") seen.add(id);
    drawers.push({
      id,
      scope: attributes.get("scope") ?? "",
      hall: attributes.get("hall") ?? null,
      added: attributes.get("added") ?? "",
      ...(attributes.has("date") && { date: attributes.get("date") }),
      ...(attributes.has("born") && { born: attributes.get("born") }),
      ...(attributes.has("pinned") && { pinned: attributes.get("pinned") }),
      superseded: attributes.has("superseded"),
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
      if (open !== null) close(Math.max(open.body, at - 1), at, line, "unclosed");
      open = { start: at, body: next, line, attributes: attributesOf(opening[1] ?? "") };
    } else if (open !== null && ROOM_END.test(content)) {
      close(Math.max(open.body, at - 1), at, line, "unclosed");
    } else if (CLOSING.test(content) && open !== null) {
      close(bodyEnd(text, open.body, at), next, line, null);
    }
    at = next;
  }
  if (open !== null) close(text.length, text.length, line + 1, "unclosed");
  return { drawers, problems };
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
    attributes.set(key as string, decoded(value as string));
  return attributes;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // A percent sign that somebody typed: the value as it stands.
    return value;
  }
}
