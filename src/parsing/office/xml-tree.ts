import type { DocumentMetadata } from "../../model/section.ts";
import { isoDate } from "../../text/iso-date.ts";
import type { PackageParts } from "../zip/open-package.ts";

/** An element of XML; names go without their prefix. */
export interface XmlElement {
  readonly name: string;
  /** The tag's attributes as they are written; see `xmlAttribute`. */
  readonly attributes: string;
  readonly children: (XmlElement | string)[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text of XML with its five named entities, and those that are numbers, as characters. */
function unescapeXml(text: string): string {
  return text.replaceAll(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu,
    (entity, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );
}

const TOKEN = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>|([^<]+)/gu;

/**
 * The elements of XML without comments and CDATA sections. A last tag that nothing has opened is passed over, and what
 * is left open ends with the text.
 * @param unfit is called where elements overlap, or one is left open
 * @returns a root without name that holds the others
 * Cost: linear.
 */
export function xmlTree(xml: string, unfit: () => void = () => {}): XmlElement {
  const root: XmlElement = { name: "", attributes: "", children: [] };
  const open = [root];
  for (const [, closing, name = "", attributes = "", text] of xml.matchAll(TOKEN)) {
    const parent = open[open.length - 1] as XmlElement;
    if (text !== undefined) parent.children.push(unescapeXml(text));
    else if (closing !== "") {
      const from = open.findLastIndex((element) => element.name === name);
      if (from !== open.length - 1) unfit();
      if (from > 0) open.length = from;
    } else {
      const written = attributes.trimEnd();
      const empty = written.endsWith("/");
      const element = { name, attributes: empty ? written.slice(0, -1) : written, children: [] };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (open.length > 1) unfit();
  return root;
}

/** The value of an attribute, by its name without prefix; null where there is none. */
export function xmlAttribute({ attributes }: Pick<XmlElement, "attributes">, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "u").exec(attributes);
  return found === null ? null : unescapeXml(found[1] ?? found[2] ?? "");
}

export const xmlChildren = ({ children }: XmlElement, name?: string): XmlElement[] =>
  children.filter(
    (child): child is XmlElement => typeof child !== "string" && (name === undefined || child.name === name),
  );

/** The outermost elements of one of these names, in document order. */
export const xmlFind = (root: XmlElement, ...names: readonly string[]): XmlElement[] =>
  xmlChildren(root).flatMap((child) => (names.includes(child.name) ? [child] : xmlFind(child, ...names)));

/** Letters beside the number of a page, at most; a line with more says something too. */
const PAGE_WORDS = 12;

/** Whether a line with the number of a page says nothing else. */
export const isPageNumber = (line: string): boolean => (line.match(/\p{L}/gu)?.length ?? 0) < PAGE_WORDS;

/** What stands at the head or the foot of pages, without the paragraphs that only number these. */
export function withoutPageNumbers(root: XmlElement): XmlElement {
  const isNumber = (paragraph: XmlElement): boolean => {
    const fields = xmlFind(paragraph, "instrText", "fldSimple", "page-number");
    const words = xmlText(paragraph).replaceAll(/(?:NUM|SECTION)?PAGES?|MERGEFORMAT/gu, "");
    return (
      fields.some((one) => one.name === "page-number" || /\bPAGE\b/u.test(one.attributes + xmlText(one))) &&
      isPageNumber(words)
    );
  };
  const children = root.children.flatMap((child) =>
    typeof child === "string" ? child : child.name === "p" && isNumber(child) ? [] : withoutPageNumbers(child),
  );
  return { ...root, children };
}

/** All characters inside an element. */
export const xmlText = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === "string" ? child : xmlText(child))).join("");

/** Text in which controls, spaces here, and the sign that begins them are written by their numbers (ECMA-376, part 1, 22.9.2.19). */
export const officeText = (text: string): string =>
  text.replaceAll(/_x00([\dA-F]{2})_/giu, (_, hex) => String.fromCharCode(Math.max(32, Number(`0x${hex}`))));

/** Moments that programs write who know none: the template of python-docx, the beginnings of Unix and of ZIP. */
const NO_MOMENT = /^(?:2013-12-23T23:15:00|1970-01-01T00:00:0\d|1980-01-01T00:00:00)/u;

/**
 * What an office file or a book says of itself: title and date of the last change, else of its making.
 * @param core the part `docProps/core.xml`, `meta.xml` of OpenDocument, or a book's package document
 */
export function packageMetadata(core: string): DocumentMetadata {
  const title = value(core, "dc:title");
  const date = ["dcterms:modified", "dc:date", "dcterms:created", "meta:creation-date"]
    .map((name) => value(core, name))
    .filter((text) => !NO_MOMENT.test(text))
    .map(isoDate)
    .find((moment) => moment !== undefined);
  return { ...(title === "" ? {} : { title }), ...(date === undefined ? {} : { date }) };
}

function value(xml: string, name: string): string {
  const found = new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, "u").exec(xml)?.[1] ?? "";
  return unescapeXml(found).replaceAll(/\s+/gu, " ").trim();
}

export interface Relationship {
  readonly id: string;
  /** The last word of its type: `slide`, `notesSlide`, `worksheet`. */
  readonly type: string;
  /** Name of the part. */
  readonly target: string;
}

/**
 * What a part of an Office file refers to, in order.
 * @param part its name, `ppt/presentation.xml`
 */
export function relationshipsOf(parts: PackageParts, part: string): readonly Relationship[] {
  const slash = part.lastIndexOf("/");
  const xml = parts.get(`${part.slice(0, slash)}/_rels/${part.slice(slash + 1)}.rels`) ?? "";
  return xmlFind(xmlTree(xml), "Relationship").map((element) => ({
    id: xmlAttribute(element, "Id") ?? "",
    type: (xmlAttribute(element, "Type") ?? "").split("/").pop() as string,
    target: resolvePart(part, xmlAttribute(element, "Target") ?? ""),
  }));
}

/**
 * The name of the part that another part names from where it stands.
 * @example resolvePart("ppt/slides/slide1.xml", "../notesSlides/notesSlide1.xml") // "ppt/notesSlides/notesSlide1.xml"
 */
export function resolvePart(from: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const path = from.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  }
  return path.join("/");
}
