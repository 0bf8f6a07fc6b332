import { isTaskBox } from "./is-task-box.ts";
import { attribute, type Element } from "./tree.ts";

const DROPPED: ReadonlySet<string> = new Set([
  "script", "style", "template", "noscript", "nav", "aside", "footer", "head", "svg", "canvas", "iframe", "object", "embed", "video", "audio",
  "button", "select", "input", "textarea", "dialog", "map", "menu", "datalist", "rp",
]);
const DROPPED_ROLES: ReadonlySet<string> = new Set(["navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar", "dialog", "alert", "toolbar"]);

/** Words in the classes of an `aside` that is part of the text: footnotes, and boxes for notes and warnings. */
const REMARK = /(?:^|[\s_-])(?:footnotes?|admonition|callout|topic|notes?|tip|hint|info|important|warning|caution|danger)(?:$|[\s_-])/iu;

function isRemark(element: Element): boolean {
  return element.tagName === "aside" && (/^(?:note|doc-\w+)$/u.test(attribute(element, "role") ?? "") || REMARK.test(attribute(element, "class") ?? ""));
}

/** The footer of a quotation says who is quoted. */
function isAttribution(element: Element): boolean {
  if (element.tagName !== "footer") return false;
  for (let node = element.parentNode; node !== null && "tagName" in node; node = node.parentNode) if (node.tagName === "blockquote") return true;
  return false;
}

/** Whether an element is no part of what a reader reads: scripts, navigation, controls, what is hidden, marks that link to a heading. */
export function isDropped(element: Element): boolean {
  if (DROPPED.has(element.tagName)) return !isTaskBox(element) && !isRemark(element) && !isAttribution(element);
  if (DROPPED_ROLES.has(attribute(element, "role")?.toLowerCase() ?? "")) return true;
  if (attribute(element, "hidden") !== null || attribute(element, "aria-hidden") === "true") return true;
  if (/display\s*:\s*none|visibility\s*:\s*hidden/iu.test(attribute(element, "style") ?? "")) return true;
  if (element.tagName === "span" && attribute(element, "class") === "mw-editsection") return true;
  if (element.tagName !== "a") return false;
  const only = element.childNodes.length === 1 ? element.childNodes[0] : undefined;
  if (only !== undefined && "value" in only && /^\s*[¶§#🔗]\s*$/u.test(only.value)) return true;
  return /\b(?:headerlink|anchor(?:js)?-link|heading-anchor|permalink)\b/iu.test(attribute(element, "class") ?? "");
}
