import { isTaskBox, attribute, children, type Element, isElement, type Node, textOf, findElement } from "./tree.ts";

/** What stands before the second part of an element where a formula is written in one line. */
const BETWEEN: Readonly<Record<string, string>> = { msup: "^", msub: "_", mfrac: "/" };

/** A formula in one line: its TeX where the page brings it, which is its second form and not to be read twice; else `E=mc^2`. */
function mathText(math: Element): string {
  const tex = findElement(
    math,
    (element) => element.tagName === "annotation" && attribute(element, "encoding") === "application/x-tex",
  );
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

/** Elements that are left out but separate words. */
const CONTROLS: ReadonlySet<string> = new Set(["button", "input", "select", "textarea"]);

/**
 * The text of inline nodes: white space collapsed, `<br>` a line's end, pictures by their description, marks of notes
 * as `[1]`, powers of numbers as `10^6`, formulas in
 * one line, and how to read a word behind it, `東京(とうきょう)`: signs that have their own reading each stay one word.
 */
export function inlineText(nodes: readonly Node[], skips: (element: Element) => boolean): string {
  const pieces: string[] = [];
  /** The last character: looking at the end of a long text that grows would copy it each time. */
  let last = "";
  let reading = "";
  const write = (more: string): void => {
    if (more === "") return;
    pieces.push(more);
    last = more.charAt(more.length - 1);
  };
  const add = (more: string): void => {
    if (reading !== "" && more !== "") {
      write(`(${reading})`);
      reading = "";
    }
    write(more);
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
          if (node.tagName === "sup" && /\d/u.test(last) && /^[-−+]?\d+$/u.test(textOf(node))) add("^");
          walk(children(node), based || node.tagName === "ruby");
        }
      } else if (node.nodeName === "#text" && "value" in node) {
        const words = node.value.replaceAll(/[ \t\n\f\r]+/gu, " ");
        // A base goes on with the word that the one before it began; where words have spaces between them, these stay.
        if (based) write(/\p{Script=Latin}/u.test(words) ? words : words.trim());
        else add(words);
      }
    }
  };
  walk(nodes, false);
  add("\n");
  return trimmed(
    pieces
      .join("")
      .replaceAll(/ {2,}/gu, " ")
      .replaceAll(/ ?\n ?/gu, "\n"),
  );
}

/**
 * Without spaces and line ends around; other white space, such as a space that doesn't break, was meant. By hand: a
 * pattern for the end is tried at each run inside.
 */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a;

/** Whether an element is a raised number that leads to a note of the page: as text it would end the word, or the number, before it. */
function isNoteMark(element: Element): boolean {
  if (element.tagName !== "sup" && element.tagName !== "a") return false;
  const inner = findElement(element, ({ tagName }) => tagName === (element.tagName === "a" ? "sup" : "a"));
  const link = element.tagName === "a" ? element : inner;
  // Notes of a book may stand in another file of it.
  const isReference = attribute(element, "role") === "doc-noteref" || attribute(element, "epub:type") === "noteref";
  const leads = isReference || (inner !== null && link !== null && (attribute(link, "href") ?? "").startsWith("#"));
  return leads && /^\d{1,3}$/u.test(textOf(element));
}
