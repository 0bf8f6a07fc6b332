import type { DocxParts } from "./check-package.ts";
import { outermostElements, tagAttribute, tags } from "./tags.ts";

/** What a drawing shows of another part: a diagram by its data, and a chart. */
const SHOWN = tags("dgm:relIds|c:chart");

/**
 * A part of a DOCX in which drawings hold the text of the diagrams and charts that they show, as a text box of each.
 * Of a chart these are its titles, and the names of its
 * series and categories.
 *
 * @param name of the part: `word/document.xml`
 */
export function drawnParts(name: string, parts: DocxParts): string {
  const xml = parts.get(name) ?? "";
  if (!xml.includes("<dgm:relIds") && !xml.includes("<c:chart")) return xml;
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const relationships =
    (parts.get(`${folder}_rels/${name.slice(folder.length)}.rels`) ?? "").match(tags("(?:\\w+:)?Relationship")) ?? [];
  const targets = new Map(relationships.map((tag) => [tagAttribute(tag, "Id"), tagAttribute(tag, "Target")]));
  /** Each is shown once: a large part that many drawings show would fill the memory. */
  const shown = new Set<string>();
  return xml.replaceAll(SHOWN, (tag) => {
    const target = targets.get(tagAttribute(tag, "r:(?:dm|id)")) ?? "";
    const path = target.startsWith("/") ? target.slice(1) : folder + target;
    const lines = shown.has(path) ? [] : linesOf(parts.get(path) ?? "");
    shown.add(path);
    return lines.length === 0
      ? ""
      : `<w:txbxContent>${lines.map((line) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`).join("")}</w:txbxContent>`;
  });
}

/** Each line once: a chart has its categories with each series. */
function linesOf(xml: string): string[] {
  const written = outermostElements(xml, "a:p").map(({ content }) => contents(content, "a:t").join(""));
  const names = outermostElements(xml, "c:strCache").map(({ content }) => contents(content, "c:v").join(", "));
  return [...new Set([...written, ...names])].filter((line) => line.trim() !== "");
}

function contents(xml: string, name: string): string[] {
  return outermostElements(xml, name).map(({ content }) => content);
}
