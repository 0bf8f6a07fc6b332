let count = 0;

/**
 * A question that no answer is kept for: the same words, with blanks behind them that no earlier call gave. What a search costs is what it costs
 * where its answer isn't at hand already.
 *
 * @example anew("where is it") // "where is it \t\t " …
 */
export function anew(question: string): string {
  return question + [...(++count).toString(2)].map((digit) => (digit === "0" ? " " : "\t")).join("");
}
