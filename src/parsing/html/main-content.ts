import { attribute, children, findElement, findElements, isElement, isTaskBox, textOf } from "./tree.ts";
import type { Element, Node, Parent } from "./tree.ts";
import { laysOut } from "./render-table.ts";

const FURNITURE = new RegExp(
  String.raw`(?:^|[\s_-])(?:nav|navbar|navigation|menu|sidebar|breadcrumbs?|footer|masthead|cookies?` +
    String.raw`|advert(?:isement)?s?|ads?|promo|share|sharing|social|related|newsletter|pagination|pager` +
    String.raw`|skip-?(?:link|nav)|sphinxsidebar|toc)(?:$|[\s_-])`,
  "iu",
);

/** Whether an element is named, by class or id, as a part of a site rather than of its pages' content. */
export const isFurnitureName = (element: Element): boolean =>
  FURNITURE.test(`${attribute(element, "class") ?? ""} ${attribute(element, "id") ?? ""}`);

/** Share of the page's prose that a child must contain for the search to descend into it. */
const MAIN_SHARE = 0.8;
/**
 * Characters of prose beside a container that are content too: one long section, or a table, isn't the page. Fewer
 * are enough under a heading, or for what only says something.
 */
const BESIDE = 150;
const PROSE_BESIDE = 50;
const PROSE_TAGS: ReadonlySet<string> = new Set(["p", "pre", "blockquote", "dl"]);
/** Share of the page's prose that `main` or `article` must hold to be believed. */
const ENOUGH = 0.8;
/** Maximum number of characters of prose that they may leave out: more is a section of its own. */
const LEFT_OUT = 600;
/** Characters of prose from which on lists of links are taken for furniture; a page with less may be a list of links. */
const PROSE_PAGE = 200;
const CONTAINERS: ReadonlySet<string> = new Set("body div section td center form table tbody tr span font".split(" "));
const HEADING = /^h[1-6]$/u;

/** The part of a page that is its content, and which of its parts are furniture after all. */
export interface MainContent {
  readonly root: Parent;
  /** Elements inside `root` to leave out, beside those that `isDropped` names. */
  readonly furniture: ReadonlySet<Element>;
}

/**
 * Finds the content of a page: its `main` (or `role=main`) or its only `article`, when that holds all but a little of the
 * prose; else, from the body down, the innermost container that holds most of the prose that isn't links, with no heading and no other prose
 * beside it on the way.
 * Cost: two passes over the tree.
 */
export function mainContent(document: Parent): MainContent {
  const body = findElement(document, (element) => element.tagName === "body") ?? document;
  const prose = proseCounter();
  const all = prose(body);
  const main = findElement(
    body,
    (element) => (element.tagName === "main" || attribute(element, "role") === "main") && !isDropped(element),
  );
  if (main !== null && isMostOfPage(prose(main), all)) return { root: main, furniture: new Set() };
  const articles = findElements(body, (element) => element.tagName === "article");
  if (articles.length === 1 && isMostOfPage(prose(articles[0] as Element), all))
    return { root: articles[0] as Element, furniture: new Set() };
  let root: Parent = body;
  for (;;) {
    const next: Element | undefined = children(root).find(
      (node): node is Element =>
        isElement(node) && CONTAINERS.has(node.tagName) && isFrame(node) && prose(node) >= MAIN_SHARE * all,
    );
    if (next === undefined || all === 0) break;
    if (
      children(root).some(
        (node) =>
          node !== next &&
          isElement(node) &&
          !isDropped(node) &&
          !isNamedFurniture(node, prose) &&
          isContent(node, prose),
      )
    )
      break;
    root = next;
  }
  return { root, furniture: furnitureOf(root, prose, all) };
}

const PARTS_OF_TEXT: ReadonlySet<string> = new Set("p div ul ol dl pre blockquote br hr".split(" "));

/** Whether an element may hold the content. A table with a head, or with no cell of several paragraphs, is content itself. */
function isFrame(element: Element): boolean {
  if (isDropped(element) || element.tagName !== "table" || laysOut(element)) return !isDropped(element);
  const isText = ({ tagName, childNodes }: Element): boolean =>
    tagName === "td" && childNodes.filter((node) => isElement(node) && PARTS_OF_TEXT.has(node.tagName)).length > 1;
  return findElement(element, ({ tagName }) => tagName === "th") === null && findElement(element, isText) !== null;
}

const isMostOfPage = (inside: number, all: number): boolean => inside >= ENOUGH * all && all - inside <= LEFT_OUT;

/** Whether what stands beside a container is content too: a heading, what holds the page's, or enough prose. */
function isContent(element: Element, prose: (node: Parent) => number): boolean {
  if (HEADING.test(element.tagName)) return true;
  if (
    findElement(element, ({ tagName }) => (element.tagName === "header" ? HEADING.test(tagName) : tagName === "h1")) !==
    null
  )
    return true;
  const isProse =
    PROSE_TAGS.has(element.tagName) || findElement(element, ({ tagName }) => HEADING.test(tagName)) !== null;
  return prose(element) >= (isProse ? PROSE_BESIDE : BESIDE);
}

/** Named as no content. A sidebar with more prose than links is a box of the text's own, as books have them. */
function isNamedFurniture(element: Element, prose: (node: Parent) => number): boolean {
  if (!isFurnitureName(element)) return false;
  return !(
    attribute(element, "class") === "sidebar" &&
    prose(element) >= BESIDE &&
    prose(element) > 3 * (characters(element) - prose(element))
  );
}

/** Blocks that are named like furniture, or are little but links, and hold little of the prose. */
function furnitureOf(root: Parent, prose: (node: Parent) => number, all: number): Set<Element> {
  const found = findElements(root, (element) => {
    if (
      !["div", "ul", "ol", "menu", "dir", "table", "section", "p", "header"].includes(element.tagName) ||
      prose(element) > 0.2 * all
    )
      return false;
    if (isNamedFurniture(element, prose)) return true;
    if (all < PROSE_PAGE) return false;
    const links = findElements(element, isLink);
    const linked = links.reduce((sum, link) => sum + characters(link), 0);
    return links.length >= 3 && linked > 0.8 * characters(element) && linked / links.length < 40;
  });
  return new Set(found);
}

/** Characters of text outside links, memoised: parents ask again for what their children know. */
function proseCounter(): (node: Parent) => number {
  const known = new Map<Parent, number>();
  const count = (node: Parent): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const sum = children(node).reduce((total, child) => total + countNode(child, count), 0);
    known.set(node, sum);
    return sum;
  };
  return count;
}

function countNode(node: Node, count: (node: Parent) => number): number {
  if (isElement(node)) return isLink(node) || isDropped(node) ? 0 : count(node);
  return node.nodeName === "#text" && "value" in node ? node.value.replaceAll(/\s+/gu, " ").trim().length : 0;
}

const characters = (node: Parent): number =>
  children(node).reduce(
    (sum, child) =>
      sum + (isElement(child) ? (isDropped(child) ? 0 : characters(child)) : countNode(child, characters)),
    0,
  );

/** Whether an element leads somewhere; an `a` that is only a name to link to may hold a whole page. */
export const isLink = (element: Element): boolean => element.tagName === "a" && attribute(element, "href") !== null;

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

const isRemark = (element: Element): boolean =>
  element.tagName === "aside" &&
  (/^(?:note|doc-\w+)$/u.test(attribute(element, "role") ?? "") || REMARK.test(attribute(element, "class") ?? ""));

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
const headingText = (heading: Element & { cachedText?: string }): string => (heading.cachedText ??= textOf(heading));

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
