import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes, TreeAdapter } from "parse5";
import { defaultTreeAdapter, parse } from "parse5";
import { skipFile } from "../parser-input.ts";

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
export type Parent = DefaultTreeAdapterTypes.ParentNode;

/**
 * Parses HTML as browsers do.
 * @param path of what it is of, as a caller may show it
 * @param limit levels of elements
 * @throws LociError `FILE_SKIPPED`: `nesting`, at once, for deeper input
 * Cost: linear for bounded depth.
 */
export function parseTree(html: string, path: string, limit: number): Parent {
  // Kept on the nodes themselves: a map of a million nodes costs more than the tree.
  const checked = (parent: Parent & { depth?: number }, child: object & { depth?: number }): void => {
    const depth = (parent.depth ?? 0) + 1;
    if (depth > limit) throw skipFile(path, "nesting", { limit });
    child.depth = depth;
  };
  const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    onItemPop: (element) => joinLastText(element),
    appendChild: (parent, child) => {
      checked(parent, child);
      joinLastText(parent);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore: (parent, child, reference) => {
      checked(parent, child);
      defaultTreeAdapter.insertBefore(parent, child, reference);
    },
  };
  return parse(html, { treeAdapter: adapter, scriptingEnabled: false });
}

/**
 * Makes one string of the text that ends a node. It came word by word, and as long as nobody looks at it, it stays a tree of words in memory:
 * forty times as large.
 */
function joinLastText(parent: Parent): void {
  const last = parent.childNodes.at(-1);
  // Whatever is matched is laid out first.
  if (last !== undefined && "value" in last) ANYTHING.test(last.value);
}

const ANYTHING = /^/u;

export const isElement = (node: Node): node is Element => "tagName" in node;

export const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((candidate) => candidate.name === name)?.value ?? null;

/** The children of a node; those of a `<template>` are no part of the page. */
export const children = (node: Parent): readonly Node[] => node.childNodes;

/** The first element, in document order, for which `wanted` holds. */
export function findElement(root: Parent, wanted: (element: Element) => boolean): Element | null {
  for (const node of children(root)) {
    if (!isElement(node)) continue;
    const found = wanted(node) ? node : findElement(node, wanted);
    if (found !== null) return found;
  }
  return null;
}

/** All elements for which `wanted` holds, outermost only, in document order. */
export const findElements = (root: Parent, wanted: (element: Element) => boolean): Element[] =>
  children(root).flatMap((node) => (isElement(node) ? (wanted(node) ? [node] : findElements(node, wanted)) : []));

/** The characters inside a node, white space collapsed. */
export function textOf(root: Parent): string {
  const pieces: string[] = [];
  const walk = (node: Parent): void => {
    for (const child of children(node)) {
      if ("value" in child && child.nodeName === "#text") pieces.push(child.value);
      else if (isElement(child)) walk(child);
    }
  };
  walk(root);
  return pieces
    .join("")
    .replaceAll(/[ \t\n\f\r]+/gu, " ")
    .trim();
}

/** Whether an element is the box of a list of tasks: one to tick that nobody can tick here. Other boxes are a page's controls. */
export const isTaskBox = (element: Element): boolean =>
  element.tagName === "input" &&
  attribute(element, "type")?.toLowerCase() === "checkbox" &&
  attribute(element, "disabled") !== null;
