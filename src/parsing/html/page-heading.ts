import { isDropped } from "./is-dropped.ts";
import { isFurnitureName } from "./is-furniture-name.ts";
import { isLink } from "./is-link.ts";
import { attribute, children, type Element, findElement, findElements, isElement, type Node, type Parent, textOf } from "./tree.ts";

const SITE = /(?:^|[\s_-])(?:site|brand|branding|logo)(?:$|[\s_-])/iu;
/** Links from which on a header is a site's, which has its name; fewer are an author's, say. */
const SITE_LINKS = 3;
const HEADING = /^h[1-6]$/u;

/**
 * The heading of a page that stands before its content instead of in it; null when the content has its own, or the heading is the site's name: linked, called so, or in
 * a header with the site's navigation and not what the page's title begins with.
 *
 * @param root the page's content
 * @param title of the page, as its head says
 * Cost: linear.
 */
export function pageHeading(document: Parent, root: Parent, title: string): Element | null {
  const first = findElement(root, ({ tagName }) => HEADING.test(tagName));
  if (findElement(root, (element) => element.tagName === "h1" && textOf(element) !== "") !== null) return null;
  const heading = candidate(document, root, title);
  return heading === null || (first !== null && textOf(first) === textOf(heading)) ? null : heading;
}

/** The first `h1` before the content that may be the page's own. */
function candidate(document: Parent, root: Parent, title: string): Element | null {
  let found: Element | null = null;
  /** Whether there is nothing more to look for. */
  const walk = (parent: Parent, header: Element | null): boolean => {
    for (const node of children(parent)) {
      if (node === (root as Node)) return true;
      if (!isElement(node) || isDropped(node) || isFurnitureName(node)) continue;
      if (node.tagName === "h1") {
        if (textOf(node) === "" || isSiteName(node, header, title)) continue;
        found = node;
        return true;
      }
      if (walk(node, node.tagName === "header" ? node : header)) return true;
    }
    return false;
  };
  walk(document, null);
  return found;
}

function isSiteName(heading: Element, header: Element | null, title: string): boolean {
  const text = textOf(heading);
  if (isSiteNamed(heading) || isSiteNamed(heading.parentNode)) return true;
  if (findElements(heading, isLink).map(textOf).join(" ") === text) return true;
  if (header === null || (findElement(header, ({ tagName }) => tagName === "nav") === null && findElements(header, isLink).length < SITE_LINKS)) return false;
  return !title.toLowerCase().startsWith(text.toLowerCase());
}

function isSiteNamed(node: Parent | null): boolean {
  return node !== null && "tagName" in node && SITE.test(`${attribute(node, "class") ?? ""} ${attribute(node, "id") ?? ""}`);
}
