import { saidBy, type SearchResult, type Hit, type SearchExplanation } from "../../../index.ts";
import { counted, inDocuments, localMinute } from "../../shared/wording.ts";
import { fields, inARow, oneLine, printable, type Style } from "../output/style.ts";

/**
 * An answer as people read it: the hits, those that don't matter behind a divider and dimmed, then how sure it is, and with `explain` why.
 * @param all whether weaker hits are shown as the others
 */
export function renderSearchResult(
  result: SearchResult,
  { style, all = false }: { style: Style; all?: boolean | undefined },
): string {
  const weaker = all ? result.hits.length : result.weaker;
  const then = result.hits.length;
  const hits = [...result.hits, ...(result.later ?? [])].flatMap((hit, index) => {
    const rendered = renderHit(hit, index + 1, style);
    const shown = index < weaker || index >= then ? rendered : style.dim(rendered);
    const part = index === then ? "said later" : index === weaker && index > 0 ? "less likely" : null;
    const divider = part === null ? [] : [style.dim(`── ${part} ${"─".repeat(20)}`)];
    if (result.explanation === undefined) return [...divider, shown];
    const why =
      index < result.weaker || index >= then ? "" : ` of the ${result.explanation.least.toFixed(2)} that matters`;
    return [...divider, `${shown}\n${renderParts(hit, style, why)}`];
  });
  const explanation = result.explanation === undefined ? [] : [renderExplanation(result.explanation, style)];
  return [...hits, ...explanation, summary(result, style)].join("\n\n");
}

function summary(result: SearchResult, style: Style): string {
  const { hits, covered, probability, mode, timings } = result;
  const milliseconds = timings["total"] ?? 0;
  const sure =
    hits.length === 0
      ? style.yellow("nothing found")
      : `${counted(hits.length, "hit")}${inDocuments(result)}, ` +
        `${covered ? style.green("covered") : style.yellow("probably not covered")} (${Math.round(probability * 100)} %)`;
  return `${sure}${style.dim(` · ${mode} · ${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`)}`;
}

/** Number of reasons shown for a relevance, the weightiest first. */
const SHOWN_REASONS = 5;

/** A hit's score as the tree of its parts: each part, and the value and weight that it is the product of. */
function renderParts(hit: Hit, style: Style, why: string): string {
  const parts = Object.entries(hit.parts).filter(([, part]) => part !== 0);
  const features = hit.explanation?.features ?? {};
  const ranks = hit.explanation?.ranks;
  const lines = parts.map(([name, part], index) => {
    const feature = features[name];
    const product =
      feature === undefined ? "" : style.dim(`  ${feature.value.toFixed(4)} × ${feature.weight.toFixed(4)}`);
    return `    ${index === parts.length - 1 ? "└─" : "├─"} ${name.padEnd(18)} ${signed(part)}${product}`;
  });
  const rankText =
    ranks === undefined ? "" : style.dim(`  rank by words ${ranks.lexical ?? "–"}, by meaning ${ranks.dense ?? "–"}`);
  const judged = Object.entries(hit.explanation?.relevance ?? {})
    .map(([name, { value, weight }]) => [name, value * weight] as const)
    .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .slice(0, SHOWN_REASONS)
    .map(([name, part]) => `${name} ${signed(part)}`);
  const relevance = `    ${style.bold(`relevance ${hit.relevance.toFixed(2)}${why}`)}${style.dim(`  most of it: ${judged.join(", ")}`)}`;
  return [relevance, `    ${style.bold(`score ${hit.score.toFixed(4)}`)}${rankText}`, ...lines].join("\n");
}

/** What the search did as a whole: words, filters, near-misses. */
function renderExplanation(explanation: SearchExplanation, style: Style): string {
  const { terms, phrases, excluded, time, removed, leftOut, nearMisses } = explanation;
  const quoted = (said: typeof phrases): string => said.map((phrase) => `"${phrase.join(" ")}"`).join(", ");
  const words = terms.map(
    ({ term, weight, original, idf }) =>
      `${term} ${original ? "" : `~${weight.toFixed(2)} `}(rarity ${idf.toFixed(1)})`,
  );
  const lines = [
    fields(
      [
        ["words", words.join(", ") || "none"],
        ["phrases", quoted(phrases)],
        ["without", quoted(excluded)],
        ["time", time === null ? "" : `${time.text}: ${time.start} to ${time.end}`],
        [
          "passages",
          `${explanation.visible} visible, ${explanation.eligible} left by filters, ${explanation.candidates} ranked`,
        ],
      ],
      style,
    ),
    ...removed.filter(({ drawers }) => drawers > 0).map(({ by, drawers }) => `  ${by} took away ${drawers}`),
    ...(leftOut.length === 0 ? [] : [style.bold("left out by relevance")]),
    ...leftOut.map(
      ({ id, relevance, lost }) => `  ${id.slice(0, SHOWN_ID)}  ${relevance.toFixed(2)}, most of it lost by ${lost}`,
    ),
    ...(nearMisses.length === 0 ? [] : [style.bold("near misses")]),
    ...nearMisses.map(
      ({ id, score, behind, weakest }) =>
        `  ${id.slice(0, SHOWN_ID)}  ${score.toFixed(4)}, ${behind.toFixed(4)} behind, most of it in ${weakest}`,
    ),
    style.dim("each part of a score and what it says: docs/search.md"),
  ];
  return lines.join("\n");
}

const signed = (part: number): string => `${part < 0 ? "−" : "+"}${Math.abs(part).toFixed(4)}`;

/** Said of what a model wrote and nothing proves, wherever it is shown. */
export const UNCHECKED = "said by an assistant, not checked";

/** Hex digits of an id that are shown: `loci expand` takes any beginning that fits one drawer. */
export const SHOWN_ID = 10;

/** A hit as people read it: what it is, where it is, and the words that matched. */
function renderHit(hit: Hit, rank: number, style: Style): string {
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
    ...(hit.message?.author ? [oneLine(saidBy(hit.message, { scope: hit.scope, reader: "owner" }))] : []),
    ...(hit.date === null || hit.message?.time ? [] : [localMinute(hit.date).slice(0, 10)]),
    `${hit.wing}/${hit.room}`,
    ...(hit.elementType === "table" ? ["table"] : hit.elementType === "toc_entry" ? ["contents"] : []),
    ...(hit.scope === "kb" ? [] : [hit.scope]),
    ...(hit.unchecked === true ? [UNCHECKED] : []),
    ...(hit.cites ?? []).map((id) => `cites ${id.slice(0, SHOWN_ID)}`),
    ...(hit.later ? [`said anew${hit.later.unsure ? "?" : ""} in ${hit.later.id.slice(0, SHOWN_ID)}`] : []),
    ...(hit.duplicates > 0 ? [`+${hit.duplicates} the same`] : []),
    hit.id.slice(0, SHOWN_ID),
  ];
  const body = [snippetText(hit, style)];
  for (const { role, text } of hit.exchange?.pieces ?? [])
    body.push(style.dim(oneLine(`${role.replace("_", " ")}: ${text}`)));
  return [head, inARow(about, style), ...body].join("\n    ");
}

/** Where a passage stands; a file's name is no tool. @example "git/undo.md:12-30", of a message "codex, 2026-02-11 14:03, turn 3 of 12" */
export function place(
  given: Pick<Hit, "lines" | "message" | "title"> &
    Partial<Pick<Hit, "pages">> & { readonly source: { readonly name: string; readonly path: string } },
): string {
  const { source, title, lines, pages = null, message } = given;
  const isTool = !title.startsWith(source.name) && !/\.\w+$/u.test(source.name);
  if (message !== null) return [...(isTool ? [source.name] : []), ...turnOf(message)].join(", ");
  if (pages !== null) return `${source.path} p. ${range(pages)}`;
  return lines === null ? source.path : `${source.path}:${range(lines)}`;
}

/** When a message was said, in the reader's zone, and which turn it is. */
function turnOf({ time, turn }: NonNullable<Hit["message"]>): readonly string[] {
  const counted = turn === undefined ? [] : [`turn ${turn.at} of ${turn.of}`];
  return [...(time === null ? [] : [localMinute(time)]), ...counted];
}

const range = ({ start, end }: { readonly start: number; readonly end: number }): string =>
  start === end ? String(start) : `${start}-${end}`;

/** A hit's words with those marked that matched, without the headings on top, which its title says. */
function snippetText({ snippet, matches, breadcrumb }: Hit, style: Style): string {
  let marked = "";
  let position = breadcrumb.reduce((at, heading) => at + headingAt(snippet, at, heading), 0);
  for (const { start, end } of matches) {
    if (start < position || end <= start) continue;
    const match = printable(snippet.slice(start, end));
    marked += `${printable(snippet.slice(position, start))}${style.yellow(style.bold(match))}`;
    position = end;
  }
  return `${marked}${printable(snippet.slice(position))}`.replace(/\s+/g, " ").trim();
}

/** Characters that a line of Markdown with this heading takes up in a text, and the empty ones below it; 0 where another stands there. */
function headingAt(text: string, from: number, heading: string): number {
  const [all = "", said = ""] = /^#{1,6} ([^\n]+)\n\s*(?=\S)/.exec(text.slice(from)) ?? [];
  return said.trim() === heading ? all.length : 0;
}
