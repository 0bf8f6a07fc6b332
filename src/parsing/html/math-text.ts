import { attribute, children, type Element, findElement, isElement, textOf } from "./tree.ts";

/** What stands before the second part of an element where a formula is written in one line. */
const BETWEEN: Readonly<Record<string, string>> = { msup: "^", msub: "_", mfrac: "/" };

/** A formula in one line: its TeX where the page brings it, which is its second form and not to be read twice; else `E=mc^2`. */
export function mathText(math: Element): string {
  const tex = findElement(math, (element) => element.tagName === "annotation" && attribute(element, "encoding") === "application/x-tex");
  const text = tex === null ? "" : textOf(tex);
  return text === "" ? linear(math) : text;
}

function linear(element: Element): string {
  const parts = children(element).flatMap((node) => {
    if (isElement(node)) return node.tagName.startsWith("annotation") ? [] : [linear(node)];
    return node.nodeName === "#text" && "value" in node && node.value.trim() !== "" ? [node.value.trim()] : [];
  });
  return parts.join(BETWEEN[element.tagName] ?? "");
}
