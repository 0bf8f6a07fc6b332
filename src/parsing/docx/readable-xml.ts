import { outermostElements, replaceElements, tagAttribute, tags } from "./tags.ts";
import type { BinaryInput } from "../parser-input.ts";
import { skipFile } from "../skip-file.ts";
import { type PackageParts, XML_PARTS, openPackage } from "../zip/open-package.ts";

/**
 * Results of fields, directions of writing, and links, whose targets are no text: the library leaves out what it
 * finds in the first two, and fails on links to nothing.
 */
const AROUND = tags("w:(?:fldSimple|bdo|dir|hyperlink)");

/** Style map for what `knownElements` marks, and for breaks that would join the words around them. */
export const KNOWN_STYLES: readonly string[] = [
  "r.LociRubyBase => ruby",
  "r.LociRubyText => ruby > rt:fresh",
  "br[type='page'] => br",
  "br[type='column'] => br",
];

/**
 * Elements of a document's XML that the library would leave out with their text, as ones that it knows.
 *
 * @param xml a part of a DOCX
 * Cost: linear.
 */
export function knownElements(xml: string): string {
  // A field's instruction would make a link of its result again; only a box to tick needs its own.
  const plain = replaceElements(xml, "w:instrText", (field) =>
    field.includes("FORMCHECKBOX") ? `<w:instrText>${field}</w:instrText>` : "",
  );
  return replaceElements(
    plain,
    "w:ruby",
    (content) => styled("LociRubyBase", content, "w:rubyBase") + styled("LociRubyText", content, "w:rt"),
  )
    .replaceAll(AROUND, "")
    .replaceAll(/<(\/?)w:cr(?=[\s/>])/gu, "<$1w:br")
    .replaceAll(/<(\/?)w:ptab(?=[\s/>])/gu, "<$1w:tab");
}

function styled(style: string, content: string, name: string): string {
  const runs = outermostElements(content, name)
    .map((element) => element.content)
    .join("");
  return `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr>${runs}</w:r>`;
}

const HAS_TEXT = /<[wm]:t[\s>]|\bdescr="\s*[^\s"<]/u;
/** What a drawing shows, for those who can't see it, stands on this element. */
const PROPERTIES = tags("wp:docPr");
const PICTURE = tags("v:imagedata");
/** Shapes that the library doesn't know; what they hold it knows. */
const SHAPE = tags("v:(?:arc|curve|line|oval|polyline)");

/**
 * Drawings of a document's XML as what they say: their description, and the text of their boxes in a form that the
 * library knows. It reads descriptions of pictures
 * only, and fails on a picture whose part isn't named.
 *
 * @param xml a part of a DOCX
 * Cost: linear for bounded depth of drawings in drawings.
 */
export function drawingsAsText(xml: string): string {
  return inPlace(replaceElements(xml, "mc:AlternateContent", chosen));
}

/** The older form of a drawing, which is the simpler; the newer where that one says nothing. */
function chosen(content: string): string {
  const older = outermostElements(content, "mc:Fallback")[0]?.content ?? "";
  const newer = outermostElements(content, "mc:Choice")[0]?.content ?? "";
  return replaceElements(HAS_TEXT.test(newer) && !HAS_TEXT.test(older) ? newer : older, "mc:AlternateContent", chosen);
}

function inPlace(xml: string): string {
  return replaceElements(xml, "w:drawing", (content) => {
    const properties = content.match(PROPERTIES)?.[0] ?? "";
    const boxes = outermostElements(content, "w:txbxContent").map(
      (box) => `<w:txbxContent>${inPlace(box.content)}</w:txbxContent>`,
    );
    return (
      textElement(tagAttribute(properties, "descr").trim() || tagAttribute(properties, "title").trim()) +
      (boxes.length === 0 ? "" : `<w:pict>${boxes.join("")}</w:pict>`)
    );
  })
    .replaceAll(PICTURE, (tag) => `<w:r>${textElement(tagAttribute(tag, "o:title").trim())}</w:r>`)
    .replaceAll(SHAPE, "");
}

/** Text apart from its neighbours; that of an attribute is escaped already. */
function textElement(text: string): string {
  return text === "" ? "" : `<w:t xml:space="preserve"> ${text} </w:t>`;
}

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

const APART = tags("m:oMathPara");
/** What stands between the parts of a formula where it is written in one line. */
const BETWEEN: Readonly<Record<string, string>> = { sup: "^", sub: "_", den: "/" };
/** What a formula draws without writing it, and the property that names another sign. */
const DRAWN: Readonly<Record<string, readonly [property: string, sign: string]>> = {
  rad: ["", "√"],
  nary: ["chr", "∫"],
  d: ["begChr", "("],
};
const TOKEN =
  /<m:(sup|sub|den|rad|nary|d)(?:\s[^<>]*)?>(?:\s*<m:(?:nary|d)Pr>([\s\S]*?)<\/m:(?:nary|d)Pr>)?|<\/m:d>|<m:t(?:\s[^<>]*)?>([^<]*)<\/m:t>/gu;

/**
 * Formulas of a document's XML as runs of text, `E=m(c+1)^2`, since the library knows none.
 *
 * @param xml a part of a DOCX
 */
export function equationsAsText(xml: string): string {
  if (!xml.includes("<m:oMath")) return xml;
  const bare = replaceElements(xml, "m:oMathParaPr", () => "").replaceAll(APART, "");
  return replaceElements(bare, "m:oMath", (formula) => `<w:r><w:t xml:space="preserve">${linear(formula)}</w:t></w:r>`);
}

function linear(formula: string): string {
  let text = "";
  /** Brackets that are open, by what ends them. */
  const ends: string[] = [];
  for (const [, opened, properties = "", literal] of formula.matchAll(TOKEN)) {
    if (literal !== undefined) text += literal;
    else if (opened === undefined) text += ends.pop() ?? "";
    else {
      const drawn = DRAWN[opened];
      text += drawn === undefined ? BETWEEN[opened] : (sign(properties, drawn[0]) ?? drawn[1]);
      if (opened === "d") ends.push(sign(properties, "endChr") ?? ")");
    }
  }
  return text;
}

/** A sign that a property names, which may be none; undefined where nothing is said. */
function sign(properties: string, name: string): string | undefined {
  return new RegExp(`<m:${name}\\sm:val="([^"]*)"`, "u").exec(properties)?.[1];
}

/** Parts of the document itself, apart from those of its building blocks. */
const OWN_PART = /^\/?word\/[^/]+$/u;
const KINDS = "(?:footnote|endnote|comment)";
const KIND = new RegExp(`(?<=^<\\w+:)${KINDS}`, "u");
const NOTE = tags(`\\w+:${KINDS}`);
const REFERENCE = tags(`w:${KINDS}Reference`);
/** A reference in two tags is one in one. */
const END = new RegExp(`></w:${KINDS}Reference>`, "gu");
/** A line between the text and its notes is stored as a note, and is none. */
const SEPARATOR = /\s\w+:type=["'](?:separator|continuationSeparator)["']/u;

/**
 * Parts without references to notes and comments that aren't there: the library fails on them.
 *
 * Cost: linear.
 */
export function withoutDanglingReferences(parts: DocxParts): DocxParts {
  const existing = new Set(
    [...parts].flatMap(([name, xml]) =>
      OWN_PART.test(name) ? [...xml.matchAll(NOTE)].flatMap(([tag]) => (SEPARATOR.test(tag) ? [] : nameOf(tag))) : [],
    ),
  );
  const exists = (reference: string): boolean => nameOf(reference).some((name) => existing.has(name));
  return new Map(
    [...parts].map(([name, xml]) => [
      name,
      xml.replaceAll(END, "/>").replaceAll(REFERENCE, (tag) => (exists(tag) ? tag : "")),
    ]),
  );
}

/** Kind and id of a note, by its own tag or by one that refers to it; nothing for a last tag, and for one that names none. */
function nameOf(tag: string): string[] {
  const id = tagAttribute(tag, "\\w+:id");
  return id === "" ? [] : [`${KIND.exec(tag)?.[0]} ${id}`];
}

/** The parts of a DOCX that were read on the way, by name. */
export type DocxParts = PackageParts;

/**
 * Looks at a DOCX before the library does.
 *
 * @throws LociError `FILE_SKIPPED`: as `openPackage`
 */
export async function checkPackage(input: BinaryInput): Promise<DocxParts> {
  const parts = await openPackage(input, { expected: "docx", needs: /^\[Content_Types\]\.xml$/u, reads: XML_PARTS });
  if (![...parts.keys()].some((name) => /^\/?word\/(?:[^/]+)\.xml$/iu.test(name)))
    throw skipFile(input.path, "wrong-type", { expected: "docx" });
  for (const [name, xml] of parts)
    if (/<!DOCTYPE/iu.test(xml.slice(0, 4096))) throw skipFile(input.path, "damaged", { part: name });
  return parts;
}
