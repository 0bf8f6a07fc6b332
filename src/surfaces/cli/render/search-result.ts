import type { SearchResult, Hit, SearchExplanation } from "../../../index.ts";
import { counted, inDocuments } from "../../shared/counted.ts";
import type { Style } from "../output/style.ts";
import { renderHit, SHOWN_ID } from "./hit.ts";
import { printable } from "../output/printable.ts";

/** An answer as people read it: the hits, then how sure it is, and with `explain` why. */
export function renderSearchResult(result: SearchResult, style: Style, columns: number): string {
  const hits = result.hits.map((hit, index) => {
    const shown = renderHit(hit, index + 1, style, columns);
    return result.explanation === undefined ? shown : `${shown}\n${renderParts(hit, style)}`;
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

/** A hit's score as the tree of its parts: each part, and the value and weight that it is the product of. */
function renderParts(hit: Hit, style: Style): string {
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
  return [`    ${style.bold(`score ${hit.score.toFixed(4)}`)}${rankText}`, ...lines].join("\n");
}

/** What the search did as a whole: words, filters, near-misses. */
function renderExplanation(explanation: SearchExplanation, style: Style): string {
  const { terms, phrases, excluded, time, removed, nearMisses } = explanation;
  const words = terms.map(
    ({ term, weight, original, idf }) =>
      `${printable(term)} ${style.dim(`${original ? "" : `~${weight.toFixed(2)} `}idf ${idf.toFixed(1)}`)}`,
  );
  const lines = [
    `${style.bold("words")}       ${words.join(", ") || "none"}`,
    ...(phrases.length === 0
      ? []
      : [`${style.bold("phrases")}     ${phrases.map((phrase) => `"${printable(phrase.join(" "))}"`).join(", ")}`]),
    ...(excluded.length === 0
      ? []
      : [`${style.bold("without")}     ${excluded.map((phrase) => `"${printable(phrase.join(" "))}"`).join(", ")}`]),
    ...(time === null ? [] : [`${style.bold("time")}        ${printable(time.text)}: ${time.start} to ${time.end}`]),
    `${style.bold("drawers")}     ${explanation.visible} visible, ${explanation.eligible} left by filters, ${explanation.candidates} ranked`,
    ...removed.filter(({ drawers }) => drawers > 0).map(({ by, drawers }) => `  ${by} took away ${drawers}`),
    ...(nearMisses.length === 0 ? [] : [style.bold("near misses")]),
    ...nearMisses.map(
      ({ id, score, behind, weakest }) =>
        `  ${id.slice(0, SHOWN_ID)}  ${score.toFixed(4)}, ${behind.toFixed(4)} behind, most of it in ${weakest}`,
    ),
  ];
  return lines.join("\n");
}

function signed(part: number): string {
  return `${part < 0 ? "−" : "+"}${Math.abs(part).toFixed(4)}`;
}
