/** Settings at the top of a Markdown file, which nobody reads for what it says. */
const FRONT_MATTER = /^---\r?\n[^]*?\r?\n(?:---|\.\.\.)[^\S\n]*(?:\r?\n|$)/;

/** The front matter that a text begins with; empty where it begins with none. */
export function frontMatterOf(text: string): string {
  return FRONT_MATTER.exec(text)?.[0] ?? "";
}

/** A text without its front matter; all of it where it holds nothing else. */
export function bodyOf(text: string): string {
  const body = text.slice(frontMatterOf(text).length);
  return body.trim() === "" ? text : body;
}

/** The mark of a heading with which a text begins: in one line of a list it says nothing. */
export const HEADING_MARK = /^#{1,6}[ \t]+(?=\S)/u;

/** How a passage begins, in a list: its words without settings and the mark of a heading, cut off between words. */
export function beginning(text: string, most: number): string {
  const words = bodyOf(text).trim().replace(HEADING_MARK, "");
  return words.length <= most ? words : `${words.slice(0, most).replace(/\s+\S*$/, "")} …`;
}
