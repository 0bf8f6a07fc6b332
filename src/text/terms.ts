import { createTermizer, type Termizer, type TermSpan } from "./termizer.ts";

export type { TermSpan } from "./termizer.ts";

const termizer: Termizer = createTermizer();

/**
 * The terms under which a text is found, in order; the same for documents and questions. See `createTermizer` for the rule.
 *
 * @example indexTerms("Running getUserName") // ["run", "getusernam", "get", "user", "name"]
 * Cost: linear; 15 MB/s of English or more on one core.
 */
export const indexTerms: (text: string) => string[] = termizer.terms;

/**
 * The term of a word that gives one alone; null for what gives none or several. As `indexTerms` has it, without a list around it.
 *
 * @example onlyTerm("teas") // "tea"; onlyTerm("getUserName") // null
 */
export const onlyTerm: (word: string) => string | null = termizer.only;

/**
 * Gives those terms of a text that are in `wanted`, which must not change, with their places: `text.slice(start,
 * end)` is what each was made from. For phrases and snippets.
 */
export const termFinder: (wanted: ReadonlySet<string>) => (text: string) => TermSpan[] = termizer.finder;
