import {
  attribute,
  children,
  type Element,
  findElements,
  isElement,
  type Node,
  type Parent,
  textOf,
} from "../html/tree.ts";

const BACK = "↑";
/** Blocks that hold nothing but text: what is put behind it stands behind them. Other blocks hold it. */
const TEXT_BLOCK: ReadonlySet<string> = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "pre"]);
const CONTAINER: ReadonlySet<string> = new Set(["li", "td", "th", "dd", "body"]);
const NEXT_BLOCK: ReadonlySet<string> = new Set([...TEXT_BLOCK, "ul", "ol", "dl", "dd", "table"]);

/**
 * Moves comments from the list at the end, where the library has them, behind the paragraphs that they stand at:
 * `Note by Ada: …`, as in a PDF. Changes the tree.
 *
 * @param document the library's HTML
 * @param authors by the id of a comment
 * @returns marks and links of comments, and what is left of their list: no part of the text
 * Cost: linear, and for each comment the neighbours of its paragraph.
 */
export function placeComments(document: Parent, authors: ReadonlyMap<string, string>): readonly Element[] {
  const lists = findElements(
    document,
    (element) =>
      element.tagName === "dl" && children(element).some((node) => isElement(node) && idOf(node, "comment-") !== null),
  );
  const bodies = new Map(
    lists
      .flatMap((list) => findElements(list, ({ tagName }) => tagName === "dt" || tagName === "dd"))
      .flatMap((title, at, all) => bodyOf(title, all[at + 1])),
  );
  const marks = findElements(document, (element) => element.tagName === "a" && idOf(element, "comment-ref-") !== null);
  const links = [...bodies.values()].flatMap((body) =>
    findElements(body, (element) => element.tagName === "a" && textOf(element) === BACK),
  );
  // From the last to the first: of comments at one paragraph each is put before the later ones.
  for (const mark of marks.toReversed()) {
    const id = idOf(mark, "comment-ref-") as string;
    const body = bodies.get(id);
    if (body === undefined || textOf(body) === BACK) continue;
    bodies.delete(id);
    const author = authors.get(id) ?? "";
    putFirst(body, `Note${author === "" ? "" : ` by ${author}`}: `);
    putBehind(mark, body);
  }
  return [...marks, ...links, ...lists];
}

function bodyOf(title: Element, body: Element | undefined): [id: string, body: Element][] {
  const id = idOf(title, "comment-");
  return id === null || body === undefined ? [] : [[id, body]];
}

function idOf(element: Element, prefix: string): string | null {
  const id = attribute(element, "id") ?? "";
  return id.startsWith(prefix) ? id.slice(prefix.length) : null;
}

function putFirst(body: Element, value: string): void {
  const first = body.childNodes[0];
  const parent = first !== undefined && isElement(first) && TEXT_BLOCK.has(first.tagName) ? first : body;
  parent.childNodes.unshift({ nodeName: "#text", value, parentNode: parent } as Node & { nodeName: "#text" });
}

function putBehind(mark: Element, body: Element): void {
  let inside: Element = mark;
  let block = mark.parentNode;
  while (
    block !== null &&
    isElement(block as Node) &&
    !CONTAINER.has(block.nodeName) &&
    !TEXT_BLOCK.has(inside.tagName)
  ) {
    inside = block as Element;
    block = inside.parentNode;
  }
  if (block === null) return;
  const siblings = block.childNodes;
  const at = siblings.indexOf(inside) + 1;
  const next = TEXT_BLOCK.has(inside.tagName)
    ? at
    : siblings.findIndex((node, i) => i >= at && NEXT_BLOCK.has(node.nodeName));
  siblings.splice(next === -1 ? siblings.length : next, 0, body);
  body.parentNode = block;
}
