import { type XmlElement, xmlAttribute, xmlChildren, xmlFind } from "../office/xml-tree.ts";

/** What a paragraph or a style says of its list; null for what it leaves to the style below. */
export interface ListReference {
  readonly list: string | null;
  readonly level: number | null;
}

/** A style of paragraphs or lists, as `w:style` has it. */
interface Style extends ListReference {
  readonly name: string;
  /** As a heading, 1 to 6; more for body text, null where it says nothing. */
  readonly outline: number | null;
  readonly basedOn: string | null;
}

/** The styles of a document by their ids. */
export type Styles = ReadonlyMap<string, Style>;

/** The `w:val` of a child element; null where there is none. */
export function valueOf(parent: XmlElement | undefined, name: string): string | null {
  const [child] = parent === undefined ? [] : xmlChildren(parent, name);
  return child === undefined ? null : xmlAttribute(child, "val");
}

/** A child element's `w:val` that is a number. */
export function numberOf(parent: XmlElement | undefined, name: string): number | null {
  const value = valueOf(parent, name);
  return value !== null && /^\d{1,6}$/u.test(value) ? Number(value) : null;
}

export function isOn(parent: XmlElement | undefined, name: string): boolean {
  const [child] = parent === undefined ? [] : xmlChildren(parent, name);
  return child !== undefined && !/^(?:0|false|off)$/iu.test(xmlAttribute(child, "val") ?? "");
}

/** What the properties of a paragraph or a style say of its list. */
export function listReference(properties: XmlElement | undefined): ListReference {
  const [own] = properties === undefined ? [] : xmlChildren(properties, "numPr");
  return { list: valueOf(own, "numId"), level: numberOf(own, "ilvl") };
}

/** @param root the part `word/styles.xml` */
export function stylesOf(root: XmlElement): Styles {
  return new Map(
    xmlFind(root, "style").map((style) => {
      const [properties] = xmlChildren(style, "pPr");
      const name = valueOf(style, "name") ?? "";
      const named = /^heading(?: ([1-6]))?$/iu.exec(name);
      const outline = numberOf(properties, "outlineLvl");
      return [
        xmlAttribute(style, "styleId") ?? "",
        {
          ...listReference(properties),
          name,
          outline: named !== null ? Number(named[1] ?? 1) : outline === null ? null : outline + 1,
          basedOn: valueOf(style, "basedOn"),
        },
      ];
    }),
  );
}

/** A style and those that it is based on, the nearest first. */
function* lineage(styles: Styles, id: string | null): Generator<Style> {
  const seen = new Set<string>();
  for (let at = id; at !== null && !seen.has(at);) {
    seen.add(at);
    const style = styles.get(at);
    if (style !== undefined) yield style;
    at = style?.basedOn ?? null;
  }
}

export function inheritedList(styles: Styles, own: ListReference, id: string | null): ListReference {
  let { list, level } = own;
  for (const style of lineage(styles, id)) {
    if (list !== null) break;
    list = style.list;
    level ??= style.level;
  }
  return { list, level };
}

/** Styles whose lines are code, in Word, LibreOffice and pandoc. */
const CODE = /^(?:source code|html preformatted|preformatted text|code)$/iu;

/** What a paragraph is by its style and its own outline level: `h1` to `h6`, `pre`, `title`, `toc`, or `p`. */
export function kindOf(styles: Styles, id: string | null, ownOutline: number | null): string {
  if (ownOutline !== null && ownOutline <= 5) return `h${ownOutline + 1}`;
  const name = styles.get(id ?? "")?.name ?? "";
  if (CODE.test(name)) return "pre";
  if (/^title$/iu.test(name)) return "title";
  if (/^toc [1-9]$/iu.test(name)) return "toc";
  // A style that the document doesn't describe may be called by what it is.
  const called = styles.has(id ?? "") ? null : /^heading([1-6])?$/iu.exec(id ?? "");
  const [level] = [...lineage(styles, id)].flatMap(({ outline }) => outline ?? []);
  const heading = called === null ? (level ?? 7) : Number(called[1] ?? 1);
  return heading <= 6 ? `h${heading}` : "p";
}
