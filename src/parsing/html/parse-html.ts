import type { ParsedDocument, DocumentMetadata } from "../../model/section.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import { sectionsFromHeadings } from "../sections-from-headings.ts";
import { mainContent, isLink, isFurnitureName, isDropped } from "./main-content.ts";
import { renderText } from "./render-text.ts";
import { parseTree, attribute, findElement, findElements, textOf, children, isElement } from "./tree.ts";
import type { Parent, Element, Node } from "./tree.ts";
import { statedDate } from "../../text/iso-date.ts";
import { byteOrderMark, plainText, utf16WithoutMark, windows1252 } from "../decode.ts";

const SITE = /(?:^|[\s_-])(?:site|brand|branding|logo)(?:$|[\s_-])/iu;
/** Number of links from which on a header belongs to the site, not to the article. */
const SITE_LINKS = 3;
const HEADING = /^h[1-6]$/u;

/**
 * The heading of a page that stands before its content instead of in it; null when the content has its own, or the
 * heading is the site's name: linked, called so, or in
 * a header with the site's navigation and not what the page's title begins with.
 * @param root the page's content
 * @param title of the page, as its head says
 * Cost: linear.
 */
function pageHeading(document: Parent, root: Parent, title: string): Element | null {
  const first = findElement(root, ({ tagName }) => HEADING.test(tagName));
  if (findElement(root, (element) => element.tagName === "h1" && textOf(element) !== "") !== null) return null;
  const heading = candidate(document, root, title);
  return heading === null || (first !== null && textOf(first) === textOf(heading)) ? null : heading;
}

/** The first `h1` before the content that may be the page's own. */
function candidate(document: Parent, root: Parent, title: string): Element | null {
  let found: Element | null = null;
  /** Whether there is nothing more to look for. */
  const walk = (parent: Parent, header: Element | null): boolean => {
    for (const node of children(parent)) {
      if (node === (root as Node)) return true;
      if (!isElement(node) || isDropped(node) || isFurnitureName(node)) continue;
      if (node.tagName === "h1") {
        if (textOf(node) === "" || isSiteName(node, header, title)) continue;
        found = node;
        return true;
      }
      if (walk(node, node.tagName === "header" ? node : header)) return true;
    }
    return false;
  };
  walk(document, null);
  return found;
}

function isSiteName(heading: Element, header: Element | null, title: string): boolean {
  const text = textOf(heading);
  if (isSiteNamed(heading) || isSiteNamed(heading.parentNode)) return true;
  if (findElements(heading, isLink).map(textOf).join(" ") === text) return true;
  if (
    header === null ||
    (findElement(header, ({ tagName }) => tagName === "nav") === null &&
      findElements(header, isLink).length < SITE_LINKS)
  )
    return false;
  return !title.toLowerCase().startsWith(text.toLowerCase());
}

const isSiteNamed = (node: Parent | null): boolean =>
  node !== null && "tagName" in node && SITE.test(`${attribute(node, "class") ?? ""} ${attribute(node, "id") ?? ""}`);

/** Bytes that may hold a page's head, in which a `meta` that comes late still counts. */
const HEAD_BYTES = 64 * 1024;

/**
 * The text of an HTML file, in the order of the HTML standard: byte order mark, UTF-16 without one, then `<meta
 * charset>` in the head, then the declaration of XML that XHTML begins with, then UTF-8; where that fails, what a
 * detector is sure of, else windows-1252, as browsers do for old pages. Undecodable bytes become U+FFFD.
 * @throws LociError `FILE_SKIPPED`: `wrong-type` for other formats by their first bytes, `binary` for NUL bytes
 */
async function decodeHtml(bytes: Uint8Array, path: string): Promise<string> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.length)).toString("latin1");
  if (/^(?:%PDF-|PK\x03\x04|\x89PNG|GIF8|\xFF\xD8\xFF|\xD0\xCF\x11\xE0|\x1F\x8B|\x7FELF)/u.test(head))
    throw skipFile(path, "wrong-type", { expected: "html" });
  const mark = byteOrderMark(bytes);
  if (mark !== null) return new TextDecoder(mark).decode(bytes);
  if (bytes.includes(0)) {
    const text = utf16WithoutMark(bytes);
    if (text === null) throw skipFile(path, "binary");
    return text;
  }
  const named =
    decoder(charset(head)) ?? decoder(/^<\?xml\s[^<>]*?\bencoding\s*=\s*["']([\w:.-]+)["']/u.exec(head)?.[1]);
  if (named !== null) return named.encoding === "windows-1252" ? windows1252(bytes) : named.decode(bytes);
  const read = await plainText(bytes);
  // Nothing says what it is: the web's fallback, in which every byte has a meaning.
  return "text" in read ? read.text : windows1252(bytes);
}

/** What a `meta` in the head says; those in comments say nothing. */
function charset(head: string): string | undefined {
  const own = head.replaceAll(/<!--[\s\S]*?(?:-->|$)/gu, "").split(/<\/head|<body/iu, 1)[0] as string;
  return /<meta\s[^<>]*?charset\s*=\s*["']?\s*([\w:.-]+)/iu.exec(own)?.[1];
}

/**
 * A decoder for a declared encoding; null for none, for a name that nobody knows, and for ASCII, which says nothing of bytes beyond it. UTF-16 in a
 * declaration that was readable means UTF-8.
 */
function decoder(label: string | undefined): InstanceType<typeof TextDecoder> | null {
  if (label === undefined || /^(?:(?:us-)?ascii|ansi_x3\.4-1968)$/iu.test(label)) return null;
  try {
    return new TextDecoder(/^utf-?16/iu.test(label) ? "utf-8" : label);
  } catch {
    return null;
  }
}

const DATES: ReadonlySet<string> = new Set(
  "article:published_time date dc.date dcterms.date dcterms.created datepublished pubdate publish-date".split(" "),
);

/** What the head of a page says: its title, and the date of its content. */
function htmlMetadata(document: Parent): DocumentMetadata {
  const head = findElement(document, ({ tagName }) => tagName === "head") ?? document;
  const titled = findElement(head, ({ tagName }) => tagName === "title");
  const title = titled === null ? "" : textOf(titled);
  const meta = findElements(head, ({ tagName }) => tagName === "meta");
  const date = meta
    .filter((element) => {
      const [name = ""] = ["property", "name", "itemprop"].flatMap((one) => attribute(element, one) ?? []);
      return DATES.has(name.toLowerCase());
    })
    .map((element) => statedDate(attribute(element, "content") ?? ""))
    .find((value) => value !== undefined);
  return { ...(title === "" ? {} : { title }), ...(date === undefined ? {} : { date }) };
}

const VOID = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr";
const EMPTY = new RegExp(
  `<(?!(?:${VOID})[\\s/])([a-z][\\w:-]*)(?=[\\s/])((?:[^<>"'/]|/(?!>)|"[^"<]*"|'[^'<]*')*)/>`,
  "giu",
);

/**
 * A page that begins with a declaration of XML, as chapters of e-books do, in words that mean the same in HTML: there
 * an empty `<title/>` or `<script/>` goes on to
 * the end of the page, and a link without text, `<a id="p1"/>`, holds what comes after it. Other pages stay as they are.
 * Cost: linear.
 */
export const xhtmlAsHtml = (page: string): string =>
  /^\s*<\?xml\s/u.test(page) ? page.replaceAll(EMPTY, "<$1$2></$1>") : page;

/**
 * Parses an HTML page: its main content as text, its headings as sections; the page's own heading heads it wherever it stands.
 * @throws LociError `FILE_SKIPPED`: `wrong-type`, `binary`, `nesting`
 * Cost: linear in the page.
 */
export async function parseHtml({ bytes, path, limits }: BinaryInput): Promise<ParsedDocument> {
  const html = xhtmlAsHtml(await decodeHtml(bytes, path));
  const document = parseTree(html, path, limits.maxNesting);
  const { root, furniture } = mainContent(document);
  const metadata = htmlMetadata(document);
  const heading = pageHeading(document, root, metadata.title ?? "");
  const { text, headings, blocks } = renderText(
    heading === null ? root : ({ ...root, childNodes: [heading, ...root.childNodes] } as Parent),
    furniture,
  );
  return {
    text,
    sections: sectionsFromHeadings({ text, lines: null, headings, blocks, elementType: "section" }),
    metadata,
  };
}
