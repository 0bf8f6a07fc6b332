import { hex } from "dingbat-to-unicode";
import { drawnHtml, escapeHtml } from "../office/html-document.ts";
import { relationshipsOf, type XmlElement, xmlAttribute, xmlChildren, xmlFind, xmlText } from "../office/xml-tree.ts";
import type { PackageParts } from "../zip/open-package.ts";
import type { ListItem, ListNumbers } from "./list-numbers.ts";
import { isOn, kindOf, numberOf, type Styles, valueOf } from "./styles.ts";

export interface DocxReferences {
  readonly parts: PackageParts;
  readonly tree: (part: string) => XmlElement;
  readonly styles: Styles;
  /** Footnotes and endnotes by kind and id, `footnote 2`. */
  readonly notes: ReadonlyMap<string, XmlElement>;
  readonly comments: ReadonlyMap<string, XmlElement>;
  /** Notes that were referred to, in order. */
  readonly noted: XmlElement[];
  /** Comments, and parts with diagrams and charts, that were shown: a large one that many places show would fill the memory. */
  readonly shown: Set<XmlElement | string>;
  readonly numbers: ListNumbers;
}

/** Elements that say how text looks, and text that was deleted or that only instructs. */
const NO_TEXT: ReadonlySet<string> = new Set(
  "pPr rPr sectPr tblPr trPr tcPr sdtPr rubyPr instrText del moveFrom delText delInstrText".split(" "),
);
const BLOCK: ReadonlySet<string> = new Set(["p", "tbl"]);
/** What runs hold besides text. */
const WRITTEN: Readonly<Record<string, string>> = {
  tab: "\t",
  ptab: "\t",
  br: "<br>",
  cr: "<br>",
  noBreakHyphen: "\u2011",
  softHyphen: "\u00AD",
};

/** Writes a part of a document as HTML: its paragraphs and tables, in the order in which they are read. */
export class HtmlWriter {
  readonly #references: DocxReferences;
  readonly #part: string;
  /** Whether Word counts the paragraphs of lists here with those of the document. */
  readonly #counted: boolean;
  #html = "";
  /** Lists that are open, from the outermost on, each with an open item. */
  readonly #lists: string[] = [];
  #inCode = false;
  /** What was written in paragraphs whose ends were deleted: it belongs to the next one. */
  #carried = "";
  /** What hangs in the paragraph, and stands behind it. */
  #hanging: { readonly comments: string[]; readonly boxes: string[] } = { comments: [], boxes: [] };

  /** @param part the name of the part that is written */
  constructor(references: DocxReferences, part: string, counted: boolean) {
    this.#references = references;
    this.#part = part;
    this.#counted = counted;
  }

  /** Everything inside an element. */
  write(parent: XmlElement): string {
    this.#blocks(parent);
    if (this.#carried !== "") this.#place(this.#carried, "p", null);
    this.#close();
    return this.#html;
  }

  #inner(parent: XmlElement, counted = this.#counted): string {
    return new HtmlWriter(this.#references, this.#part, counted).write(parent);
  }

  #blocks(parent: XmlElement): void {
    for (const child of xmlChildren(parent)) {
      if (NO_TEXT.has(child.name)) continue;
      if (child.name === "p") this.#paragraph(child);
      else if (child.name === "tbl") {
        this.#close();
        this.#html += `<table>${this.#rows(child)}</table>`;
      } else this.#blocks(child);
    }
  }

  #close(level = 0): void {
    while (this.#lists.length > level) this.#html += `</li></${this.#lists.pop()}>`;
    if (this.#inCode) this.#html += "</pre>";
    this.#inCode = false;
  }

  #paragraph(paragraph: XmlElement): void {
    const [properties] = xmlChildren(paragraph, "pPr");
    const [mark] = properties === undefined ? [] : xmlChildren(properties, "rPr");
    const text = this.#carried + this.#inline(paragraph).replaceAll("</sup><sup>", "");
    const isDeleted = isOn(mark, "del");
    this.#carried = isDeleted ? text : "";
    if (isDeleted) return;
    const counted = this.#counted && !isOn(mark, "moveFrom") && !isOn(mark, "vanish");
    const item = properties === undefined ? null : this.#references.numbers.item(properties, counted);
    const style = valueOf(properties, "pStyle");
    this.#place(text, kindOf(this.#references.styles, style, numberOf(properties, "outlineLvl")), item);
    const { comments, boxes } = this.#hanging;
    this.#hanging = { comments: [], boxes: [] };
    if (boxes.length > 0 || (this.#inCode && comments.length > 0)) this.#close();
    this.#html += [...comments.map((id) => this.#comment(id)), ...boxes].join("");
  }

  #place(text: string, kind: string, item: ListItem | null): void {
    const marked = item === null || item.marker === "" || text === "" ? text : `${escapeHtml(item.marker)} ${text}`;
    if (kind === "pre") {
      const before = this.#inCode;
      if (!before) this.#close();
      this.#html += `${before ? "\n" : "<pre>\n"}${marked}`;
      this.#inCode = true;
      return;
    }
    if (kind === "p" && item !== null) return this.#item(text, item);
    this.#close();
    const attribute = kind.startsWith("h") || kind === "p" ? "" : ` class="${kind}"`;
    const tag = kind.startsWith("h") ? kind : "p";
    this.#html += `<${tag}${attribute}>${marked}</${tag}>`;
  }

  #item(text: string, { level, ordered, marker }: ListItem): void {
    const tag = ordered ? "ol" : "ul";
    if (this.#inCode) this.#close();
    const goesOn = this.#lists.length > level && this.#lists[level] === tag;
    this.#close(goesOn ? level + 1 : level);
    for (; this.#lists.length < level; this.#lists.push("ul")) this.#html += "<ul><li>";
    this.#html += goesOn ? "</li>" : `<${tag}>`;
    if (!goesOn) this.#lists.push(tag);
    this.#html += `<li loci-marker="${escapeHtml(marker).replaceAll('"', "&quot;")}">${text}`;
  }

  #rows(table: XmlElement): string {
    /** By column, the last cell that begins there. */
    const above = new Map<number, Cell>();
    const rows = inOrder(table, "tr")
      .filter((row) => xmlChildren(row, "trPr").every((properties) => !isOn(properties, "del")))
      .map((row) => {
        let column = 0;
        const cells = inOrder(row, "tc").flatMap((cell): Cell[] => {
          const [properties] = xmlChildren(cell, "tcPr");
          const [merge] = properties === undefined ? [] : xmlChildren(properties, "vMerge");
          const across = Math.max(1, numberOf(properties, "gridSpan") ?? 1);
          const at = column;
          column += across;
          const upper = above.get(at);
          if (merge !== undefined && (xmlAttribute(merge, "val") ?? "continue") === "continue" && upper !== undefined) {
            upper.down++;
            return [];
          }
          const own = { across, down: 1, html: this.#inner(cell) };
          above.set(at, own);
          return [own];
        });
        return { cells, isHead: xmlChildren(row, "trPr").some((properties) => isOn(properties, "tblHeader")) };
      });
    const heads = rows.findIndex(({ isHead }) => !isHead);
    const written = rows.map(({ cells }, i) => {
      const tag = heads < 0 || i < heads ? "th" : "td";
      const html = cells.map((one) => `<${tag} colspan="${one.across}" rowspan="${one.down}">${one.html}</${tag}>`);
      return `<tr>${html.join("")}</tr>`;
    });
    const head = written.splice(0, heads < 0 ? written.length : heads).join("");
    return (head === "" ? "" : `<thead>${head}</thead>`) + written.join("");
  }

  /** A comment behind what it is on; nothing where it is gone, or says nothing. */
  #comment(id: string): string {
    const { comments, shown } = this.#references;
    const comment = comments.get(id);
    if (comment === undefined || shown.has(comment) || xmlText(comment).trim() === "") return "";
    shown.add(comment);
    const author = (xmlAttribute(comment, "author") ?? "").replaceAll(/\s+/gu, " ").trim();
    const note = `Note${author === "" ? "" : ` by ${escapeHtml(author)}`}: `;
    return this.#inner(comment, false).replace(/<(?:p|h\d|pre|li)\b[^>]*>/u, `$&${note}`);
  }

  #inline(parent: XmlElement): string {
    return xmlChildren(parent)
      .map((child) => this.#piece(child))
      .join("");
  }

  #piece(element: XmlElement): string {
    const { name } = element;
    if (NO_TEXT.has(name)) return "";
    if (name === "t") return escapeHtml(xmlText(element));
    if (name === "r") {
      const [look] = xmlChildren(element, "rPr");
      if (isOn(look, "vanish")) return "";
      const text = this.#inline(element);
      return valueOf(look, "vertAlign") === "superscript" && text !== "" ? `<sup>${text}</sup>` : text;
    }
    if (name === "sym") return symbol(element);
    if (name === "footnoteReference" || name === "endnoteReference") {
      const note = this.#references.notes.get(`${name.slice(0, -9)} ${xmlAttribute(element, "id")}`);
      return note === undefined ? "" : `[${this.#numberOf(note)}]`;
    }
    if (name === "commentReference") this.#hanging.comments.push(xmlAttribute(element, "id") ?? "");
    if (name === "ruby") {
      const part = (of: string): string =>
        xmlChildren(element, of)
          .map((one) => this.#inline(one))
          .join("");
      return `<ruby>${part("rubyBase")}<rt>${part("rt")}</rt></ruby>`;
    }
    if (name === "oMath") return escapeHtml(formula(element));
    if (name === "fldChar") {
      const [box] = xmlFind(element, "checkBox");
      if (box === undefined) return "";
      return isOn(box, xmlChildren(box, "checked").length > 0 ? "checked" : "default") ? "☒" : "☐";
    }
    if (name === "sdt") {
      const [box] = xmlChildren(element, "sdtPr").flatMap((properties) => xmlChildren(properties, "checkbox"));
      if (box !== undefined) return isOn(box, "checked") ? "☒" : "☐";
    }
    if (name === "drawing" || name === "pict" || name === "object") return this.#drawing(element);
    return WRITTEN[name] ?? this.#inline(element);
  }

  #numberOf(note: XmlElement): number {
    const { noted } = this.#references;
    return noted.indexOf(note) + 1 || noted.push(note);
  }

  /** A drawing as what it says: its description here, what stands in boxes, diagrams and charts behind the paragraph. */
  #drawing(drawing: XmlElement): string {
    const { boxes } = this.#hanging;
    const said: string[] = [];
    for (const one of xmlFind(drawing, "docPr", "imagedata", "txbxContent", "relIds", "chart")) {
      const of = (attribute: string): string => (xmlAttribute(one, attribute) ?? "").trim();
      if (one.name === "txbxContent") boxes.push(this.#inner(one, false));
      else if (one.name === "relIds" || one.name === "chart")
        boxes.push(this.#shown(of(one.name === "chart" ? "id" : "dm")));
      else said.push(of("descr") || of("title"));
    }
    return said.map((text) => (text === "" ? "" : ` ${escapeHtml(text)} `)).join("");
  }

  /** A diagram or a chart. */
  #shown(id: string): string {
    const { parts, tree, shown } = this.#references;
    const target = relationshipsOf(parts, this.#part).find((one) => one.id === id)?.target ?? "";
    if (shown.has(target) || !parts.has(target)) return "";
    shown.add(target);
    return drawnHtml(tree(target));
  }
}

interface Cell {
  readonly across: number;
  down: number;
  readonly html: string;
}

/** The rows of a table, or the cells of a row, also those inside of controls. */
const inOrder = (parent: XmlElement, name: string): XmlElement[] =>
  xmlChildren(parent).flatMap((child) =>
    child.name === name ? [child] : BLOCK.has(child.name) || NO_TEXT.has(child.name) ? [] : inOrder(child, name),
  );

/** A sign of a font of signs. */
function symbol(element: XmlElement): string {
  const [font, char] = [xmlAttribute(element, "font") ?? "", xmlAttribute(element, "char") ?? ""];
  return escapeHtml((hex(font, char) ?? hex(font, char.replace(/^F0(?=..$)/u, "")))?.string ?? "");
}

/** What stands before the parts of a formula where it is written in one line. */
const BETWEEN: Readonly<Record<string, string>> = { sup: "^", sub: "_", den: "/", rad: "√" };

/** A formula in one line: `E=m(c+1)^2`. */
function formula(element: XmlElement): string {
  return xmlChildren(element)
    .map((child) => {
      const { name } = child;
      if (name === "t") return xmlText(child);
      const [properties] = xmlChildren(child, `${name}Pr`);
      const sign = (of: string, usual: string): string => valueOf(properties, of) ?? usual;
      if (name === "nary") return sign("chr", "∫") + formula(child);
      if (name === "d") return sign("begChr", "(") + formula(child) + sign("endChr", ")");
      const inside = formula(child);
      return inside === "" && name !== "rad" ? "" : (BETWEEN[name] ?? "") + inside;
    })
    .join("");
}
