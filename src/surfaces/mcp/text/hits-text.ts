import type { SearchResult } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import { drawerText } from "./drawer-text.ts";
import { notesText } from "./notes-text.ts";

/** An answer to a search as a model reads it: how sure, then each drawer with its place and its exact words. */
export function hitsText({ hits, covered, probability, notes }: SearchResult): string {
  const head =
    hits.length === 0
      ? "Nothing found. Ask in other words, or with fewer filters."
      : `${counted(hits.length, "drawer")}; ${covered ? "the first ones answer" : "probably no answer among them"} (probability ${probability.toFixed(2)}).`;
  return [head, ...hits.map((hit, index) => drawerText(hit, `[${index + 1}]`)), ...notesText(notes)].join("\n\n");
}
