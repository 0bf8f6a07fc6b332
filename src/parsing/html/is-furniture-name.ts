import { attribute, type Element } from "./tree.ts";

const FURNITURE =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|sidebar|breadcrumbs?|footer|masthead|cookies?|advert(?:isement)?s?|ads?|promo|share|sharing|social|related|newsletter|pagination|pager|skip-?(?:link|nav)|sphinxsidebar|toc)(?:$|[\s_-])/iu;

/** Whether an element is named, by class or id, as a part of a site rather than of its pages' content. */
export function isFurnitureName(element: Element): boolean {
  return FURNITURE.test(`${attribute(element, "class") ?? ""} ${attribute(element, "id") ?? ""}`);
}
