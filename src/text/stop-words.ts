import { STOP_WORDS } from "./stop-word-list.ts";

const LOOKED_UP: ReadonlySet<string> = new Set(STOP_WORDS);

/**
 * Whether a folded word (see `fold`) is on the stop list.
 *
 * @example isStopWord("when") // true
 */
export function isStopWord(foldedWord: string): boolean {
  return LOOKED_UP.has(foldedWord);
}
