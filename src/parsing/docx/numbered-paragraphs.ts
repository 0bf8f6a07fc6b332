import { children, type Element, isElement, type Node, type Parent } from "../html/tree.ts";
import { ListNumbers } from "./list-numbers.ts";
import { outermostElements, tags } from "./tags.ts";

/** Around a number on its way through the library: characters that Unicode keeps free for such use. */
const [BEGIN, END] = ["\uFDD0", "\uFDD1"];
const MARKED = new RegExp(`${BEGIN}([^${BEGIN}${END}]*)${END}`, "u");
const BLOCKS: ReadonlySet<string> = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "li", "td", "body"]);

const PARAGRAPH = tags("w:(?:p|txbxContent)");
const PROPERTIES = /^\s*<w:pPr(?:\s[^<>]*)?>/u;
/** In the properties of a paragraph's end: it was deleted, or is hidden, and Word doesn't count the paragraph. */
const UNCOUNTED = /<w:(?:del|moveFrom|vanish)[\s/>]/u;

/**
 * Writes before each paragraph of a list the number that Word shows there, marked so that `placeNumbers` finds it.
 * Text boxes, whose
 * paragraphs Word counts on their own, have none.
 *
 * @param xml the part `word/document.xml`
 * Cost: linear.
 */
export function numberedParagraphs(xml: string, numbering: string, styles: string): string {
  if (!numbering.includes("<w:num ") || xml.includes(BEGIN)) return xml;
  const numbers = new ListNumbers(numbering, styles);
  let numbered = "";
  let from = 0;
  let boxes = 0;
  for (const { 0: tag, index } of xml.matchAll(PARAGRAPH)) {
    if (tag.startsWith("<w:txbxContent") && !tag.endsWith("/>")) boxes++;
    if (tag.startsWith("</w:txbxContent")) boxes--;
    if (boxes > 0 || !tag.startsWith("<w:p") || tag.endsWith("/>")) continue;
    const inside = index + tag.length;
    const properties = propertiesAt(xml, inside);
    if (properties === null) continue;
    const end = xml.indexOf("</w:p>", properties.end);
    // Damaged, as the library will say.
    if (properties.end < 0 || end < 0) return xml;
    if (outermostElements(properties.content, "w:rPr").some(({ content }) => UNCOUNTED.test(content))) continue;
    const number = numbers.next(properties.content);
    // An item without text is counted, and is no text.
    if (number === null || !/<w:t[\s>]/u.test(xml.slice(properties.end, end))) continue;
    const mark = `<w:r><w:t xml:space="preserve">${BEGIN}${number}${END}</w:t></w:r>`;
    numbered += xml.slice(from, properties.end) + mark;
    from = properties.end;
  }
  return numbered + xml.slice(from);
}

/**
 * What a paragraph's properties hold, without those that it had before a change, and where they end: −1 for nowhere.
 */
function propertiesAt(xml: string, at: number): { readonly content: string; readonly end: number } | null {
  const head = PROPERTIES.exec(xml.slice(at, at + 1_000))?.[0];
  if (head === undefined || head.endsWith("/>")) return null;
  const start = at + head.length;
  const close = xml.indexOf("</w:pPr>", start);
  if (close < 0) return { content: "", end: -1 };
  const content = xml.slice(start, close);
  const change = content.indexOf("<w:pPrChange");
  if (change < 0) return { content, end: close + "</w:pPr>".length };
  const changed = xml.indexOf("</w:pPrChange>", start + change);
  const behind = changed < 0 ? -1 : xml.indexOf("</w:pPr>", changed);
  return { content: content.slice(0, change), end: behind < 0 ? -1 : behind + "</w:pPr>".length };
}

/**
 * Takes the numbers that `numberedParagraphs` wrote out of the text of a tree: an item's becomes its marker, any other
 * stands before its
 * paragraph or heading. Items without a number have no marker, and not the one that a browser would count.
 *
 * @param notes the list of notes, which is numbered as their marks are
 */
export function placeNumbers(document: Parent, notes: Element | null): void {
  const walk = (parent: Parent): void => {
    for (const node of [...children(parent)]) {
      if (isElement(node)) {
        if (node === notes) continue;
        if (node.tagName === "li" && parent.nodeName === "ol") node.marker = "";
        walk(node);
      } else if (node.nodeName === "#text" && "value" in node) {
        const found = MARKED.exec(node.value);
        if (found === null) continue;
        node.value = node.value.replace(MARKED, "");
        place(node, found[1] as string);
      }
    }
  };
  walk(document);
}

function place(node: Node, number: string): void {
  let block = node.parentNode as Element | null;
  while (block !== null && !BLOCKS.has(block.nodeName)) block = block.parentNode as Element | null;
  if (block === null) return;
  if (block.nodeName === "li") block.marker = number === "" ? "" : `${number} `;
  else if (number !== "")
    block.childNodes.unshift({ nodeName: "#text", value: `${number} `, parentNode: block } as Node & {
      nodeName: "#text";
    });
}
