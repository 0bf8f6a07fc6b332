import { isNoteMark } from "./is-note-mark.ts";
import { isTaskBox } from "./is-task-box.ts";
import { mathText } from "./math-text.ts";
import { attribute, children, type Element, isElement, type Node, textOf } from "./tree.ts";

/** What is left out and yet stands between words. */
const CONTROLS: ReadonlySet<string> = new Set(["button", "input", "select", "textarea"]);

/**
 * The text of inline nodes: white space collapsed, `<br>` a line's end, pictures by their description, marks of notes as `[1]`, powers of numbers as `10^6`, formulas in
 * one line, and how to read a word behind it, `東京(とうきょう)`: signs that have their own reading each stay one word.
 */
export function inlineText(nodes: readonly Node[], skips: (element: Element) => boolean): string {
  let text = "";
  let reading = "";
  const add = (more: string): void => {
    if (reading !== "" && more !== "") {
      text += `(${reading})`;
      reading = "";
    }
    text += more;
  };
  const walk = (siblings: readonly Node[], based: boolean): void => {
    for (const node of siblings) {
      if (isElement(node)) {
        if (skips(node)) {
          if (CONTROLS.has(node.tagName)) add(" ");
          continue;
        }
        if (node.tagName === "br") add("\n");
        else if (node.tagName === "img") add(` ${(attribute(node, "alt") ?? "").replaceAll(/\s+/gu, " ")} `);
        else if (node.tagName === "wbr") continue;
        else if (node.tagName === "rt" || node.tagName === "rtc") reading += textOf(node);
        else if (node.tagName === "math") add(mathText(node));
        else if (isTaskBox(node)) add(attribute(node, "checked") === null ? "[ ] " : "[x] ");
        else if (isNoteMark(node)) add(`[${textOf(node)}]`);
        else {
          if (node.tagName === "sup" && /\d$/u.test(text) && /^[-−+]?\d+$/u.test(textOf(node))) add("^");
          walk(children(node), based || node.tagName === "ruby");
        }
      } else if (node.nodeName === "#text" && "value" in node) {
        const words = node.value.replaceAll(/[ \t\n\f\r]+/gu, " ");
        // A base goes on with the word that the one before it began; where words have spaces between them, these stay.
        if (based) text += /\p{Script=Latin}/u.test(words) ? words : words.trim();
        else add(words);
      }
    }
  };
  walk(nodes, false);
  add("\n");
  return text.replaceAll(/ *\n */gu, "\n").replaceAll(/ {2,}/gu, " ").replace(/^[ \n]+|[ \n]+$/gu, "");
}
