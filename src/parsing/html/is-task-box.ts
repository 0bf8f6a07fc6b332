import { attribute, type Element } from "./tree.ts";

/** Whether an element is the box of a list of tasks: one to tick that nobody can tick here. Other boxes are a page's controls. */
export function isTaskBox(element: Element): boolean {
  return element.tagName === "input" && attribute(element, "type")?.toLowerCase() === "checkbox" && attribute(element, "disabled") !== null;
}
