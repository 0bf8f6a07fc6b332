import type { Hit } from "../../index.ts";

/**
 * A hit as agents get it: without what only a program or a person reads. The exact text says what the snippet says, and the parts of the score
 * are told where somebody asked why.
 */
export function shownHit<T extends Hit>(hit: T, explain: boolean): Partial<T> {
  if (explain) return hit;
  const { parts: _, snippet: _snippet, matches: _matches, compositeId: _compositeId, ...shown } = hit;
  return shown as Partial<T>;
}
