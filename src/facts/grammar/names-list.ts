import { lineStart } from "./list-marker.ts";
import type { Lexicon } from "./match-pattern.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import type { Token } from "./token.ts";

/** Most words of a line that names a list. */
const LONGEST = 16;

/**
 * Whether the line that begins at a token is the last of the message and names, without a verb, what the lines above it
 * list: "1. Hopper", "2. Klee", "my favorite painters".
 */
export function namesList(tokens: readonly Token[], at: number, lexicon: Lexicon): boolean {
  const table = (name: string): PhraseTable => lexicon.tables[name] as PhraseTable;
  const start = /^[\^↑]$/u.test(tokens[at]?.text ?? "") ? at + 1 : at;
  if (!lineStart(tokens, at) || phraseEnds(table("my"), tokens, start, tokens.length).length === 0) return false;
  let favorite = false;
  for (let i = start; i < tokens.length; i += 1) {
    if (i - start > LONGEST || tokens[i]?.kind === "quote" || /^[:：=?？]$/u.test(tokens[i]?.text ?? "")) return false;
    if (tokens[i]?.kind === "line" || tokens[i]?.kind === "blank") return favorite && i === tokens.length - 1;
    if (phraseEnds(table("be"), tokens, i, tokens.length).length > 0) return false;
    favorite ||= phraseEnds(table("favorite"), tokens, i, tokens.length).length > 0;
  }
  return favorite;
}
