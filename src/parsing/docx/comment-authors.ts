import { tags } from "./tags.ts";
import { unescapeXml } from "./unescape-xml.ts";

/**
 * Who wrote the comments of a document, by the comment's id; the library knows initials only.
 *
 * @param xml the part `word/comments.xml`
 */
export function commentAuthors(xml: string): ReadonlyMap<string, string> {
  return new Map([...xml.matchAll(tags("w:comment"))].map(([tag]) => [value(tag, "w:id"), unescapeXml(value(tag, "w:author")).replaceAll(/\s+/gu, " ").trim()]));
}

function value(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`, "u").exec(tag)?.[1] ?? "";
}
