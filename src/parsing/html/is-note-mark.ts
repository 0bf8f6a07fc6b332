import { attribute, type Element, findElement, textOf } from "./tree.ts";

/** Whether an element is a raised number that leads to a note of the page: as text it would end the word, or the number, before it. */
export function isNoteMark(element: Element): boolean {
  if (element.tagName !== "sup" && element.tagName !== "a") return false;
  const inner = findElement(element, ({ tagName }) => tagName === (element.tagName === "a" ? "sup" : "a"));
  const link = element.tagName === "a" ? element : inner;
  const raised = inner !== null || attribute(element, "role") === "doc-noteref";
  return raised && link !== null && (attribute(link, "href") ?? "").startsWith("#") && /^\d{1,3}$/u.test(textOf(element));
}
