/**
 * A pattern for the tags of some elements, first and last ones, with attributes that may hold `>`. Nothing holds `<`, so that it stops at the next tag even in
 * damaged XML, and stays linear.
 *
 * @param names with their prefixes, as a part of a pattern: `w:(?:bdo|dir)`
 */
export function tags(names: string): RegExp {
  return new RegExp(`</?(?:${names})(?=[\\s/>])(?:[^<>"']|"[^<"]*"|'[^<']*')*>`, "gu");
}

/**
 * The value of a tag's attribute, as it is written; empty when there is none.
 *
 * @param name with its prefix, as a part of a pattern: `w:id`
 */
export function tagAttribute(tag: string, name: string): string {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "u").exec(tag) ?? [];
  return double ?? single ?? "";
}

/**
 * Puts something else in the place of the outermost elements of a name.
 *
 * @param replace the content of an element to what shall stand for it
 * Cost: linear, beside what `replace` costs.
 */
export function replaceElements(xml: string, name: string, replace: (content: string) => string): string {
  if (!xml.includes(`<${name}`)) return xml;
  let replaced = "";
  let from = 0;
  for (const { start, end, content } of outermostElements(xml, name)) {
    replaced += xml.slice(from, start) + replace(content);
    from = end;
  }
  return replaced + xml.slice(from);
}

/** An element of an XML text. */
interface FoundElement {
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
