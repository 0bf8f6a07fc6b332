import type { Token } from "./token.ts";
import { tokenise } from "./tokenise.ts";

/** Phrases of one category, found by their first word. */
export type PhraseTable = ReadonlyMap<string, readonly (readonly string[])[]>;

/** A word that is one token as it stands. */
const PLAIN = /^(?:'s|[\p{Ll}\p{N}]+(?:'[\p{Ll}]*[\p{Ll}--[s]])?)$/v;

/** Makes a table of phrases; of those with one first word the longest comes first. */
export function phraseTable(phrases: readonly string[]): PhraseTable {
  const table = new Map<string, (readonly string[])[]>();
  for (const phrase of phrases) {
    const words = phrase.split(" ").flatMap((piece) => (PLAIN.test(piece) ? [piece] : tokenise(piece).map((token) => token.text)));
    const first = words[0];
    if (first === undefined) continue;
    const same = table.get(first);
    if (same === undefined) table.set(first, [words]);
    else same.push(words);
  }
  for (const same of table.values()) same.sort((a, b) => b.length - a.length);
  return table;
}

/**
 * Where the phrases of a table that begin at token `at` end, longest first; empty when none does.
 *
 * Cost: the phrases that share the first word.
 */
export function phraseEnds(table: PhraseTable, tokens: readonly Token[], at: number, end: number): readonly number[] {
  const token = tokens[at];
  if (token === undefined || at >= end || token.kind === "quote") return [];
  const ends: number[] = [];
  for (const words of table.get(token.text) ?? []) {
    if (at + words.length > end) continue;
    if (words.every((word, i) => tokens[at + i]?.text === word && tokens[at + i]?.kind !== "quote")) ends.push(at + words.length);
  }
  return ends;
}
