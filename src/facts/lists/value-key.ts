/** What surrounds a value or ends it without being part of it: quotes, sentence punctuation, spaces. */
const EDGE = /[\s"'`«»‹›“”„‟‘‚‛「」『』.,;:!?…。、，；：！？]/u;
/**
 * Characters that show nothing: zero-width spaces, direction marks, soft hyphens, byte order marks, variation
 * selectors.
 */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFE00-\uFE0F\uFEFF]/gu;

/**
 * The key that two spellings of one value share: NFKC, case, kinds of quotes, runs of spaces, edge punctuation and
 * invisible characters don't count; everything else does. Idempotent. A value of marks only is its own key.
 *
 * @example valueKey("“Reese’s.” ") === valueKey("reese's") // true
 */
export function valueKey(value: string): string {
  const folded = caseless(value)
    .replace(INVISIBLE, "")
    .replace(/[’‘‛ʼ＇]/gu, "'")
    .replace(/[“”„‟]/gu, '"')
    .replace(/[‐‑]/gu, "-")
    .replace(/\s+/gu, " ");
  const bare = withoutEdges(folded);
  return bare === "" ? folded.trim() : bare;
}

/** The text between the marks at its ends. */
function withoutEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGE.test(text.charAt(start))) start++;
  while (end > start && EDGE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Case folding by way of the upper case, so that ß and ss, ς and σ meet; NFKC last, since folding can undo it. */
function caseless(value: string): string {
  return value
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .replace(/\u0307/gu, "")
    .normalize("NFKC");
}
