import type { DocumentMetadata } from "../../model/section.ts";
import { isoDate } from "../iso-date.ts";
import { attribute, findElement, findElements, type Parent, textOf } from "./tree.ts";

const DATES: ReadonlySet<string> = new Set(["article:published_time", "date", "dc.date", "dcterms.date", "dcterms.created", "datepublished", "pubdate", "publish-date"]);

/** What the head of a page says: its title, and the date of its content. */
export function htmlMetadata(document: Parent): DocumentMetadata {
  const head = findElement(document, ({ tagName }) => tagName === "head") ?? document;
  const titled = findElement(head, ({ tagName }) => tagName === "title");
  const title = titled === null ? "" : textOf(titled);
  const meta = findElements(head, ({ tagName }) => tagName === "meta");
  const date = meta
    .filter((element) => DATES.has((attribute(element, "property") ?? attribute(element, "name") ?? attribute(element, "itemprop") ?? "").toLowerCase()))
    .map((element) => isoDate(attribute(element, "content")?.trim()))
    .find((value) => value !== undefined);
  return { ...(title === "" ? {} : { title }), ...(date === undefined ? {} : { date }) };
}
