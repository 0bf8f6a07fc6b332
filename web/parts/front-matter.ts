import { shortened } from "../lib/format.ts";
import { withoutSigns } from "../lib/plain.ts";

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

/** Kinds of documents whose text is Markdown, or is written as it. */
export const MARKDOWN: ReadonlySet<string> = new Set(["md", "chat"]);

/** How a passage begins, in a list: its words without settings and signs, cut off between words. */
export function beginning(text: string, most: number, documentType = "md"): string {
  const body = bodyOf(text).trim();
  if (!MARKDOWN.has(documentType)) return shortened(body, most);
  return shortened(withoutSigns(body).text.trim(), most);
}
