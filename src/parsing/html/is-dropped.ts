import { isTaskBox } from "./tree.ts";
import { attribute, type Element, findElement, textOf } from "./tree.ts";

const DROPPED: ReadonlySet<string> = new Set(
  (
    "script style template noscript nav aside footer head svg canvas iframe object embed video audio button " +
    "select input textarea dialog map datalist rp"
  ).split(" "),
);
const DROPPED_ROLES: ReadonlySet<string> = new Set(
  "navigation banner contentinfo complementary search menu menubar dialog toolbar".split(" "),
);

/** Words in the classes of an `aside` that is part of the text: footnotes, and boxes for notes and warnings. */
const REMARK =
  /(?:^|[\s_-])(?:footnotes?|admonition|callout|topic|notes?|tip|hint|info|important|warning|caution|danger)(?:$|[\s_-])/iu;

function isRemark(element: Element): boolean {
  return (
    element.tagName === "aside" &&
    // In a book an aside with a type is one of its parts: a footnote, a box.
    (attribute(element, "epub:type") !== null ||
      /^(?:note|doc-\w+)$/u.test(attribute(element, "role") ?? "") ||
      REMARK.test(attribute(element, "class") ?? ""))
  );
}

/** The footer of a quotation says who is quoted. */
function isAttribution(element: Element): boolean {
  if (element.tagName !== "footer") return false;
  for (let node = element.parentNode; node !== null && "tagName" in node; node = node.parentNode)
    if (node.tagName === "blockquote") return true;
  return false;
}

/** Some headings are opened by a button, which is all their text: a question, over an answer that folds. */
function isFolding(element: Element): boolean {
  if (element.tagName !== "button") return false;
  for (let node = element.parentNode; node !== null && "tagName" in node; node = node.parentNode)
    if (/^(?:h[1-6]|dt)$/u.test(node.tagName)) return headingText(node) === textOf(element);
  return false;
}

/** What a heading says, kept on it: each of its buttons asks. */
function headingText(heading: Element & { cachedText?: string }): string {
  return (heading.cachedText ??= textOf(heading));
}

/** Whether an element is hidden from those who look: `until-found` is what a search in the page opens. A page behind an open dialog is there, to look at. */
function isHidden(element: Element): boolean {
  const hidden = attribute(element, "hidden");
  if (hidden !== null && hidden.toLowerCase() !== "until-found") return true;
  if (attribute(element, "aria-hidden") === "true")
    return findElement(element, (inner) => inner.tagName === "main" || attribute(inner, "role") === "main") === null;
  return /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(attribute(element, "style") ?? "");
}

/** Whether an element is no part of what a reader reads: scripts, navigation, controls, what is hidden, marks that link to a heading. */
export function isDropped(element: Element): boolean {
  if (DROPPED.has(element.tagName))
    return !isTaskBox(element) && !isRemark(element) && !isAttribution(element) && !isFolding(element);
  if (DROPPED_ROLES.has(attribute(element, "role")?.toLowerCase() ?? "")) return true;
  if (isHidden(element)) return true;
  if (element.tagName === "span" && attribute(element, "class") === "mw-editsection") return true;
  if (element.tagName !== "a") return false;
  const only = element.childNodes.length === 1 ? element.childNodes[0] : undefined;
  if (only !== undefined && "value" in only && /^\s*[¶§#🔗]\s*$/u.test(only.value)) return true;
  return /\b(?:headerlink|anchor(?:js)?-link|heading-anchor|permalink)\b/iu.test(attribute(element, "class") ?? "");
}
