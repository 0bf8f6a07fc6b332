import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * English words of the bundled model's vocabulary, commonest first: that is how the vocabulary is ordered. Some 22,000, stop words too.
 */
export function englishWords(): readonly string[] {
  const tokens = readFileSync(join(import.meta.dirname, "..", "..", "models", "vocab.txt"), "utf8").split("\n");
  const first = tokens.indexOf("the");
  return tokens.slice(first).filter((token) => /^[a-z]{2,}$/.test(token));
}
