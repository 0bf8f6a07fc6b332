import { attribute, type Element } from "./tree.ts";

/** Whether an element leads somewhere; an `a` that is only a name to link to may hold a whole page. */
export function isLink(element: Element): boolean {
  return element.tagName === "a" && attribute(element, "href") !== null;
}
