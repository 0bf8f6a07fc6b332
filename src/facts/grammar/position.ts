import type { Position } from "../languages/language.ts";

/** What a question asks for: one place, the first or last so many, or a span of ranks. */
export type Selector =
  | { readonly kind: "one"; readonly position: Position }
  | { readonly kind: "first" | "last"; readonly count: number }
  | { readonly kind: "span"; readonly first: number; readonly last: number };

/**
 * The rank that a position names in a list of `count` items; may be out of range (below 1 or above `count`).
 *
 * @example rankOf({ from: "end", back: 0 }, 5) // 5
 */
export function rankOf(position: Position, count: number): number {
  return position.from === "top" ? position.rank : count - position.back;
}
