import { type SearchResult, type Note, fenceDrawer, harmlessLine, type Hit } from "../../../index.ts";
import { counted, inDocuments } from "../../shared/counted.ts";
import { noteInWords } from "../../shared/error-body.ts";
import { MCP_WORDS } from "../step-words.ts";

/** An answer to a search as a model reads it: how sure, then each drawer with its place and its exact words. */
export function hitsText(result: SearchResult): string {
  const { hits, covered, probability, notes } = result;
  const head =
    hits.length === 0
      ? "Nothing found. Ask in other words, or with fewer filters."
      : `${counted(hits.length, "drawer")}${inDocuments(result)}; ` +
        `${covered ? "the first ones answer" : "probably no answer among them"} (probability ${probability.toFixed(2)}).`;
  return [head, ...hits.map((hit, index) => drawerText(hit, `[${index + 1}]`)), ...notesText(notes)].join("\n\n");
}

/** What should be known of an answer, a line each. */
function notesText(notes: readonly Note[]): readonly string[] {
  return notes
    .map((note) => noteInWords(note, MCP_WORDS))
    .map(({ code, message, hint }) => `Note ${code}: ${message}${hint === "" ? "" : ` (${hint})`}`);
}

/**
 * A drawer as a model reads it: one line that says where it is from, then its words, fenced as data. The exact bytes are in the structured answer.
 *
 * @param mark stands first, for example `[1]`
 */
export function drawerText(
  hit: Pick<
    Hit,
    | "id"
    | "text"
    | "caption"
    | "title"
    | "source"
    | "heading"
    | "lines"
    | "pages"
    | "message"
    | "wing"
    | "hall"
    | "room"
    | "date"
    | "replaced"
  >,
  mark: string,
): string {
  const place = [hit.wing, hit.hall, hit.room].filter((part) => part !== null && part !== "").join("/");
  const from = [
    // A session is known by its title; its path is an id.
    hit.message === null ? `${hit.source.path}${position(hit)}` : `"${hit.title}"`,
    hit.message?.author ?? hit.message?.role ?? hit.heading,
    hit.date?.slice(0, 10) ?? "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
  const caption = hit.caption === null || hit.caption === "" ? [] : [`(picture: ${harmlessLine(hit.caption, 1_000)})`];
  const { replaced } = hit;
  const before =
    replaced === undefined
      ? []
      : [`(replaces, of ${replaced.date?.slice(0, 10) ?? "an unknown day"}: ${harmlessLine(replaced.said, 300)})`];
  const label = `M${/\d+/.exec(mark)?.[0] ?? "1"}`;
  const head = `${mark} ${harmlessLine(place, 300)} · ${harmlessLine(from, 600)} · id ${hit.id}`;
  return [head, fenceDrawer(hit.text, label), ...before, ...caption].join("\n");
}

function position({ lines, pages }: Pick<Hit, "lines" | "pages">): string {
  if (lines !== null) return `:${lines.start}-${lines.end}`;
  return pages === null ? "" : ` p. ${pages.start}-${pages.end}`;
}

/**
 * A hit as agents get it: without what only a program or a person reads. The exact text says what the snippet says, and the parts of the score
 * are told where somebody asked why.
 */
export function shownHit<T extends Hit>(hit: T, explain: boolean): Partial<T> {
  if (explain) return hit;
  const { parts: _, snippet: _snippet, matches: _matches, compositeId: _compositeId, ...shown } = hit;
  return shown as Partial<T>;
}
