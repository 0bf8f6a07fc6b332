import { isTaskBox } from "./is-task-box.ts";
import { attribute, children, type Element, isElement, type Node } from "./tree.ts";

/** The text of inline nodes: white space collapsed, `<br>` a line's end, pictures by their description. */
export function inlineText(nodes: readonly Node[], skips: (element: Element) => boolean): string {
  let text = "";
  const walk = (siblings: readonly Node[]): void => {
    for (const node of siblings) {
      if (isElement(node)) {
        if (skips(node)) continue;
        if (node.tagName === "br") text += "\n";
        else if (node.tagName === "img") text += ` ${(attribute(node, "alt") ?? "").replaceAll(/\s+/gu, " ")} `;
        else if (node.tagName === "wbr") continue;
        else if (isTaskBox(node)) text += attribute(node, "checked") === null ? "[ ] " : "[x] ";
        else walk(children(node));
      } else if (node.nodeName === "#text" && "value" in node) {
        text += node.value.replaceAll(/[ \t\n\f\r]+/gu, " ");
      }
    }
  };
  walk(nodes);
  return text.replaceAll(/ *\n */gu, "\n").replaceAll(/ {2,}/gu, " ").replace(/^[ \n]+|[ \n]+$/gu, "");
}
