import { termHashOf } from "../codec/term-hash.ts";
import type { Segment } from "../segment/segment.ts";

/** Terms from which sorting them costs less than reading their pages in any order. */
const MANY = 32;

/** Whether some segment holds each term. Many are looked up in the order in which they are stored, so that each page is read once. */
export function heldTerms(segments: readonly Segment[], terms: readonly string[]): readonly boolean[] {
  if (terms.length < MANY) return terms.map((term) => segments.some((segment) => segment.holds(term)));
  const hashes = terms.map(termHashOf);
  const order = Array.from(terms.keys()).sort((a, b) => (hashes[a] as number) - (hashes[b] as number));
  const held = terms.map(() => false);
  for (const segment of segments) for (const i of order) held[i] ||= segment.holds(terms[i] as string);
  return held;
}
