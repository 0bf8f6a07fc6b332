import { BASE_VERBS } from "../halls/verbs.ts";

const VERBS: ReadonlySet<string> = new Set(BASE_VERBS.split(" "));

/** Words before which a noun phrase begins. */
const DETERMINERS: ReadonlySet<string> = new Set(
  "a an the my your our his her their its this that these those some any every each another no of about for with in on at to from into and new own first local several many few two three".split(" "),
);
/** Words after which a base verb stands, so that what follows is no noun. */
const BEFORE_VERBS: ReadonlySet<string> = new Set("i you we they to can could will would should must might may don't didn't doesn't won't can't let's let he she who not".split(" "));

/**
 * How much a word in its place looks like a noun, 0–1: by its ending, and by the words around it. No tagger: a wrong guess costs
 * a candidate some weight, nothing else.
 *
 * @param word folded; `before` and `after` its neighbours in the sentence, folded, empty at an edge
 */
export function nounEvidence(word: string, before: string, after: string): number {
  if (/(?:ly|n't|'ve|'ll|'re|'d|'m)$/.test(word) && !/(?:family|jelly|belly|assembly|bully|ally|fly|reply|lily)$/.test(word)) return 0;
  if (/(?:tion|sion|ment|ness|ship|ism|ist|ogy|phy|ance|ence|ware|base|ery)s?$/.test(word)) return 1;
  if (/(?:ful|ous|ive|able|ible|less|est|ish|ical)$/.test(word)) return 0.25;
  if (word.endsWith("ed") && word.length > 4) return 0;
  if (BEFORE_VERBS.has(before)) return VERBS.has(word) ? 0 : before === "to" ? 0.45 : 0.3;
  if (DETERMINERS.has(before)) return after === "" || BEFORE_VERBS.has(after) ? 1 : 0.9;
  if (VERBS.has(word)) return before === "" ? 0.1 : 0.4;
  return word.endsWith("ing") && word.length > 5 ? 0.65 : 0.7;
}
