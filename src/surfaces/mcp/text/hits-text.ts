import type { SearchResult, Note } from "../../../index.ts";
import { counted, inDocuments } from "../../shared/counted.ts";
import { drawerText } from "./drawer-text.ts";
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
