import { tags } from "./tags.ts";

/** An element of an XML text. */
export interface FoundElement {
  /** Offsets of its first tag's begin and its last one's end. */
  readonly start: number;
  readonly end: number;
  /** What is between its tags, verbatim. */
  readonly content: string;
}

/**
 * The elements of a name that don't stand in another of that name, in order. One that isn't closed is none.
 *
 * @param name with its prefix: `w:ruby`
 * Cost: linear.
 */
export function outermostElements(xml: string, name: string): FoundElement[] {
  const found: FoundElement[] = [];
  let depth = 0;
  let start = 0;
  let inside = 0;
  for (const { 0: tag, index } of xml.matchAll(tags(name))) {
    if (tag.endsWith("/>")) {
      if (depth === 0) found.push({ start: index, end: index + tag.length, content: "" });
    } else if (!tag.startsWith("</")) {
      if (depth++ > 0) continue;
      start = index;
      inside = index + tag.length;
    } else if (depth > 0 && --depth === 0)
      found.push({ start, end: index + tag.length, content: xml.slice(inside, index) });
  }
  return found;
}
