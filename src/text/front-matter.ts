/** Settings between two lines of dashes or plusses at the top of a text. */
const FRONT_MATTER = /^(---|\+\+\+)[^\S\n]*\r?\n[^]{0,20000}?\r?\n(?:\1|\.\.\.)[^\S\n]*(?:\r?\n|$)/u;

/**
 * Characters of the front matter that a text begins with; 0 where it begins with none, or holds nothing else: then it is all that there is to show.
 * For what shows and cites texts; what front matter says is read by `parsing`.
 *
 * @example frontMatterLength("---\ntags: [a]\n---\n# Title") // 18
 */
export function frontMatterLength(text: string): number {
  const { length } = FRONT_MATTER.exec(text)?.[0] ?? "";
  return text.slice(length).trim() === "" ? 0 : length;
}
