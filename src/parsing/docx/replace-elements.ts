import { outermostElements } from "./outermost-elements.ts";

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
