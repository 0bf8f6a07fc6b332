import type { Inflection } from "../languages/language.ts";

/**
 * The singular of a noun; a singular comes back as it is. Idempotent on what it returns for regular words.
 *
 * @param word in lower case
 * @example singular("movies", english.inflection) // "movie"
 */
export function singular(word: string, inflection: Inflection): string {
  const irregular = Object.hasOwn(inflection.irregular, word) ? inflection.irregular[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (inflection.invariant.includes(word) || inflection.singulars.includes(word)) return word;
  for (const rule of inflection.rules) {
    if (!word.endsWith(rule.plural) || word.length < rule.plural.length + 2 - Math.min(rule.plural.length - 1, 1)) continue;
    const other = rule.except?.find(([, ends]) => ends.some((end) => (end.startsWith("*") ? word.endsWith(end.slice(1)) : word === end)));
    return word.slice(0, -rule.plural.length) + (other?.[0] ?? rule.singular);
  }
  return word;
}

/** The plural of a singular noun, for display. @example plural("quiz", english.inflection) // "quizzes" */
export function plural(word: string, inflection: Inflection): string {
  if (inflection.invariant.includes(word)) return word;
  const rule = inflection.plurals.find(([end]) => word.endsWith(end));
  return rule === undefined ? word : word.slice(0, word.length - rule[0].length) + rule[1];
}
