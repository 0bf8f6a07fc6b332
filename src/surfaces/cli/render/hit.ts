import type { Hit, Span } from "../../../index.ts";
import { oneLine, printable } from "../output/printable.ts";
import type { Style } from "../output/style.ts";
import { wrap } from "../output/width.ts";

/** Hex digits of an id that are shown: `loci expand` takes any beginning that fits one drawer. */
export const SHOWN_ID = 10;

/** Private-use characters that stand for "a match begins" and "ends" while text is wrapped; taken out of the text first. */
const OPEN = "\ue000";
const CLOSE = "\ue001";

/** A hit as people read it: what it is, where it is, and the words that matched. */
export function renderHit(hit: Hit, rank: number, style: Style, columns: number): string {
  const title = printable(
    hit.message !== null
      ? `${hit.title} › ${hit.heading}`
      : hit.breadcrumb.length > 0
        ? hit.breadcrumb.join(" › ")
        : hit.heading || hit.source.path,
  ).replace(/\s+/g, " ");
  const head = `${String(rank).padStart(2)}. ${style.bold(title)}  ${style.dim(hit.score.toFixed(3))}`;
  const about = [
    style.cyan(oneLine(place(hit))),
    ...(hit.message?.author ? [oneLine(hit.message.author)] : []),
    ...(hit.date === null ? [] : [hit.date.slice(0, 10)]),
    `${hit.wing}/${hit.room}`,
    ...(hit.scope === "kb" ? [] : [hit.scope]),
    ...(hit.duplicates > 0 ? [`+${hit.duplicates} the same`] : []),
    hit.id.slice(0, SHOWN_ID),
  ];
  const body = [...snippetLines(hit.snippet, hit.matches, style, Math.max(40, Math.min(columns, 110) - 4))];
  const { replaced } = hit;
  if (replaced !== undefined) body.push(style.dim(oneLine(`replaces, of ${dayOf(replaced.date)}: ${replaced.said}`)));
  return [head, `    ${about.join(style.dim(" · "))}`, ...body.map((line) => `    ${line}`)].join("\n");
}

const dayOf = (date: string | null): string => date?.slice(0, 10) ?? "an unknown day";

/** Where a passage stands. @example "git/undo.md:12-30" */
export function place({ source, lines, pages, message }: Hit): string {
  if (message !== null) return `${source.path} ${message.ids.join(", ")}`.trim();
  if (pages !== null) return `${source.path} p. ${range(pages)}`;
  return lines === null ? source.path : `${source.path}:${range(lines)}`;
}

function range({ start, end }: { readonly start: number; readonly end: number }): string {
  return start === end ? String(start) : `${start}-${end}`;
}

function snippetLines(snippet: string, matches: readonly Span[], style: Style, columns: number): readonly string[] {
  let marked = "";
  let position = 0;
  for (const { start, end } of matches) {
    if (start < position || end <= start) continue;
    marked += `${clean(snippet.slice(position, start))}${OPEN}${clean(snippet.slice(start, end))}${CLOSE}`;
    position = end;
  }
  marked += clean(snippet.slice(position));
  const lines = wrap(marked.replace(/\s+/g, " ").trim(), columns);
  let inside = false;
  return lines.map((line) => {
    // A match may reach over the end of a line: each line is painted by itself.
    const whole = `${inside ? OPEN : ""}${line}`;
    inside = whole.lastIndexOf(OPEN) > whole.lastIndexOf(CLOSE);
    return `${whole}${inside ? CLOSE : ""}`.replace(
      new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, "gu"),
      (_, text: string) => style.yellow(style.bold(text)),
    );
  });
}

function clean(text: string): string {
  return printable(text).replace(/[\ue000\ue001]/g, "");
}
