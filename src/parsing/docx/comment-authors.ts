import { tagAttribute } from "./tag-attribute.ts";
import { tags } from "./tags.ts";
import { unescapeXml } from "./unescape-xml.ts";

/**
 * Who wrote the comments of a document, by the comment's id; the library knows initials only.
 *
 * @param xml the part `word/comments.xml`
 */
export function commentAuthors(xml: string): ReadonlyMap<string, string> {
  return new Map([...xml.matchAll(tags("w:comment"))].map(([tag]) => [tagAttribute(tag, "w:id"), unescapeXml(tagAttribute(tag, "w:author")).replaceAll(/\s+/gu, " ").trim()]));
}
