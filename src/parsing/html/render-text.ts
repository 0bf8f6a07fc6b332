import type { Block } from "../../model/section.ts";
import type { FoundHeading, Outline } from "../sections-from-headings.ts";
import { numeral } from "../numerals.ts";
import { isDropped } from "./main-content.ts";
import { inlineText } from "./inline-text.ts";
import { renderTable } from "./render-table.ts";
import { attribute, children, type Element, findElements, isElement, type Node, type Parent, textOf } from "./tree.ts";

/** Text made of a tree, with the places of its headings and blocks. */
export type RenderedText = Pick<Outline, "text" | "headings" | "blocks">;

const PREFORMATTED: ReadonlySet<string> = new Set(["pre", "listing", "plaintext", "xmp"]);
const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu", "dir"]);

interface Piece {
  readonly kind: Block["kind"];
  readonly text: string;
  /** Level of a heading outside quotes, lists and tables; 0 for anything else. */
  readonly level: number;
}

const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure form " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu dir nav ol p plaintext pre xmp " +
    "section summary table ul caption tbody thead tfoot tr td th footer"
  ).split(" "),
);

/**
 * Writes a tree as plain text: blocks apart by an empty line, lists with their markers and nesting, tables as rows
 * `| cell | cell |`, preformatted text exactly, everything else with white space collapsed.
 * @param leaveOut elements to skip beside those that `isDropped` names
 * Cost: linear; recursion as deep as the tree.
 */
export function renderText(root: Parent, leaveOut: ReadonlySet<Element> = new Set()): RenderedText {
  const pieces = renderBlocks(root, (element) => leaveOut.has(element) || isDropped(element), true);
  let text = "";
  const headings: FoundHeading[] = [];
  const blocks: Block[] = [];
  for (const piece of pieces) {
    if (text !== "") text += "\n\n";
    const start = text.length;
    text += piece.text;
    if (piece.level > 0)
      headings.push({ title: piece.text.replaceAll(/\s+/gu, " ").trim(), level: piece.level, start });
    blocks.push({ kind: piece.kind, span: { start, end: text.length } });
  }
  return { text: text === "" ? "" : `${text}\n`, headings, blocks };
}

type Skips = (element: Element) => boolean;

function renderBlocks(parent: Parent, skips: Skips, top: boolean): Piece[] {
  const pieces: Piece[] = [];
  let run: Node[] = [];
  const flush = (): void => {
    const text = inlineText(run, skips);
    const kind = "tagName" in parent && parent.tagName === "p" && isContents(parent) ? "toc" : "paragraph";
    if (text !== "") pieces.push({ kind, text, level: 0 });
    run = [];
  };
  for (const node of children(parent)) {
    if (!isElement(node)) {
      run.push(node);
      continue;
    }
    if (!BLOCKS.has(node.tagName) && (skips(node) || !containsBlocks(node, skips))) {
      run.push(node);
      continue;
    }
    flush();
    // What stood around it stays apart.
    if (skips(node)) continue;
    for (const piece of renderBlock(node, skips, top)) pieces.push(piece);
  }
  flush();
  return pieces;
}

function renderBlock(element: Element, skips: Skips, top: boolean): Piece[] {
  const { tagName } = element;
  if (/^h[1-6]$/u.test(tagName)) {
    const text = inlineText(children(element), skips);
    return text === "" ? [] : [{ kind: "heading", text, level: top ? Number(tagName[1]) : 0 }];
  }
  if (PREFORMATTED.has(tagName)) {
    const text = preformatted(element, skips);
    return text.trim() === "" ? [] : [{ kind: "fence", text, level: 0 }];
  }
  if (LISTS.has(tagName))
    return filled({ kind: isContents(element) ? "toc" : "list", text: renderList(element, skips), level: 0 });
  if (tagName === "dl") return filled({ kind: "list", text: renderDefinitions(element, skips), level: 0 });
  if (tagName === "blockquote") {
    const text = joinBlocks(renderBlocks(element, skips, false));
    return filled({
      kind: "other",
      text:
        text === ""
          ? ""
          : text
              .split("\n")
              .map((line) => (line === "" ? ">" : `> ${line}`))
              .join("\n"),
      level: 0,
    });
  }
  if (tagName === "table") {
    const text = renderTable(element, skips, (cell) => joinBlocks(renderBlocks(cell, skips, false)));
    if (text !== null) return filled({ kind: "table", text, level: 0 });
  }
  return renderBlocks(element, skips, top);
}

/** A place in the same page, or another page beside it, as chapters of a book are. */
const BESIDE = /^(?!\w+:)[^?]*(?:#|\.x?html?$)/iu;

/** Whether a paragraph or list is of a table of contents: its reader says so, or nearly all of its text links to places in the document. */
function isContents(element: Element): boolean {
  if (attribute(element, "class") === "toc") return true;
  const linked = findElements(element, ({ tagName }) => tagName === "a")
    .filter((link) => BESIDE.test(attribute(link, "href") ?? ""))
    .reduce((sum, link) => sum + textOf(link).length, 0);
  return linked > 0 && linked >= 0.8 * textOf(element).length;
}

function renderList(list: Element, skips: Skips): string {
  let number = Number(attribute(list, "start") ?? "1");
  if (!Number.isSafeInteger(number)) number = 1;
  const type = attribute(list, "type") ?? "";
  const lines: string[] = [];
  for (const item of children(list)) {
    if (!isElement(item)) {
      const loose = inlineText([item], skips);
      if (loose !== "") lines.push(loose);
      continue;
    }
    if (skips(item)) continue;
    if (item.tagName !== "li") {
      // A list directly inside a list, as some editors write nesting.
      const nested = joinBlocks(renderBlock(item, skips, false));
      if (nested !== "") lines.push(indent(nested, "  "));
      continue;
    }
    const value = Number(attribute(item, "value") ?? number);
    if (Number.isSafeInteger(value)) number = value;
    const marker = markerOf(item) ?? (list.tagName === "ol" ? `${numeral(number++, type)}. ` : "- ");
    const text = joinItem(renderBlocks(item, skips, false));
    if (text !== "") lines.push(marker + indent(text, " ".repeat(marker.length)).trimStart());
  }
  return lines.join("\n");
}

/** What stands before an item whose number another format gives; null for one that is counted. */
function markerOf(item: Element): string | null {
  const marker = attribute(item, "loci-marker");
  return marker === null || marker === "" ? marker : `${marker} `;
}

function renderDefinitions(list: Element, skips: Skips): string {
  const lines: string[] = [];
  const walk = (parent: Parent): void => {
    for (const node of children(parent)) {
      if (!isElement(node)) {
        const loose = inlineText([node], skips);
        if (loose !== "") lines.push(loose);
      } else if (skips(node)) continue;
      else if (node.tagName === "div") walk(node);
      else {
        const text = joinItem(renderBlocks(node, skips, false));
        if (text !== "") lines.push(node.tagName === "dd" ? indent(text, "  ") : text);
      }
    }
  };
  walk(list);
  return lines.join("\n");
}

/**
 * Preformatted text as it is, each block in it from a line's begin to its end; the first line end belongs to the tag,
 * which the parser has taken away already.
 */
function preformatted(element: Element, skips: Skips): string {
  /** Lines with their ends, and the one that is being written: looking for its begin in a long text that grows would copy it each time. */
  const lines: string[] = [];
  let line = "";
  /** Whether a block has just ended. */
  let ended = false;
  const write = (text: string): void => {
    const cut = text.lastIndexOf("\n") + 1;
    if (cut > 0) lines.push(line + text.slice(0, cut));
    line = cut > 0 ? text.slice(cut) : line + text;
  };
  const endLine = (): void => {
    if (line.trim() !== "") lines.push(`${line}\n`);
    line = "";
  };
  const walk = (parent: Parent): void => {
    for (const node of children(parent)) {
      if (isElement(node)) {
        if (node.tagName === "br") write("\n");
        else if (!skips(node)) {
          const block = BLOCKS.has(node.tagName);
          if (block) endLine();
          walk(node);
          ended ||= block;
        }
      } else if (node.nodeName === "#text" && "value" in node) {
        if (ended && !node.value.startsWith("\n")) endLine();
        ended = false;
        write(node.value);
      }
    }
  };
  walk(element);
  return (lines.join("") + line).trimEnd();
}

const containsBlocks = (element: Element, skips: Skips): boolean =>
  children(element).some(
    (node) => isElement(node) && !skips(node) && (BLOCKS.has(node.tagName) || containsBlocks(node, skips)),
  );

const joinBlocks = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join("\n\n");

/** The blocks of an item: a nested list stands right below the item's own line. */
const joinItem = (pieces: readonly Piece[]): string =>
  pieces.reduce(
    (text, piece) =>
      text === "" ? piece.text : text + (piece.kind === "list" || piece.kind === "toc" ? "\n" : "\n\n") + piece.text,
    "",
  );

const indent = (text: string, by: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : by + line))
    .join("\n");

const filled = (piece: Piece): Piece[] => (piece.text.trim() === "" ? [] : [piece]);
