import { createAnalyzer, type Analyzer, type TermSpan } from "./analyzer.ts";

export type { TermSpan } from "./analyzer.ts";

const analyzer: Analyzer = createAnalyzer();

/**
 * The terms under which a text is found, in order; the same for documents and questions. See `createAnalyzer` for the rule.
 * @example indexTerms("Running getUserName") // ["run", "getusernam", "get", "user", "name"]
 * Cost: linear; 15 MB/s of English or more on one core.
 */
export const indexTerms: (text: string) => string[] = analyzer.terms;

/**
 * The term of a word that gives one alone; null for what gives none or several. As `indexTerms` has it, without a list around it.
 * @example onlyTerm("teas") // "tea"; onlyTerm("getUserName") // null
 */
export const onlyTerm: (word: string) => string | null = analyzer.only;

/**
 * Gives those terms of a text that are in `wanted`, which must not change, with their places: `text.slice(start,
 * end)` is what each was made from. For phrases and snippets.
 */
export const termFinder: (wanted: ReadonlySet<string>) => (text: string) => TermSpan[] = analyzer.finder;

/** A `termFinder` that keeps what it found: for the few texts that are looked at several times in one search. */
export function keptTermFinder(wanted: ReadonlySet<string>): (text: string) => readonly TermSpan[] {
  const find = termFinder(wanted);
  const known = new Map<string, readonly TermSpan[]>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) known.set(text, (found = find(text)));
    return found;
  };
}
