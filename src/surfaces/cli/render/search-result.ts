import type { SearchResult } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import type { Style } from "../output/style.ts";
import { renderExplanation, renderParts } from "./explanation.ts";
import { renderHit } from "./hit.ts";

/** An answer as people read it: the hits, then how sure it is, and with `explain` why. */
export function renderSearchResult(result: SearchResult, style: Style, columns: number): string {
  const hits = result.hits.map((hit, index) => {
    const shown = renderHit(hit, index + 1, style, columns);
    return result.explanation === undefined ? shown : `${shown}\n${renderParts(hit, style)}`;
  });
  const explanation = result.explanation === undefined ? [] : [renderExplanation(result.explanation, style)];
  return [...hits, ...explanation, summary(result, style)].join("\n\n");
}

function summary({ hits, covered, probability, mode, timings }: SearchResult, style: Style): string {
  const milliseconds = timings["total"] ?? 0;
  const sure = hits.length === 0 ? style.yellow("nothing found") : `${counted(hits.length, "hit")}, ${covered ? style.green("covered") : style.yellow("probably not covered")} (${Math.round(probability * 100)} %)`;
  return `${sure}${style.dim(` · ${mode} · ${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`)}`;
}
