import htm from "htm";
import { h, type VNode } from "preact";

export type { ComponentChildren, VNode } from "preact";
export { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

const tag = htm.bind(h);
const read = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/**
 * Markup as a tagged template. Breaks of lines are read as in HTML, as one space, so that words on two lines stay two words. Values are text or
 * nodes, never markup.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode {
  let joined = read.get(strings);
  if (joined === undefined) {
    const ends = strings.map((part, i) => (i === 0 ? part.replace(/^\s*\n\s*/, "") : part));
    ends.push((ends.pop() as string).replace(/\s*\n\s*$/, ""));
    const parts = ends.map((part) => part.replaceAll(/\s*\n\s*/g, " "));
    joined = Object.assign(parts, { raw: strings.raw });
    read.set(strings, joined);
  }
  // Templates with several roots give a list, which is rendered as a node is.
  return tag(joined, ...values) as VNode;
}
