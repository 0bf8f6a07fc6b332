import type { DocumentMetadata } from "../../model/section.ts";
import { isoDate } from "../iso-date.ts";
import { unescapeXml } from "./xml-tree.ts";

/** Moments that programs write who know none: the template of python-docx, the beginnings of Unix and of ZIP. */
const NO_MOMENT = /^(?:2013-12-23T23:15:00|1970-01-01T00:00:0\d|1980-01-01T00:00:00)/u;

/**
 * What an office file or a book says of itself: title and date of the last change, else of its making.
 *
 * @param core the part `docProps/core.xml`, `meta.xml` of OpenDocument, or a book's package document
 */
export function packageMetadata(core: string): DocumentMetadata {
  const title = value(core, "dc:title");
  const date = ["dcterms:modified", "dc:date", "dcterms:created", "meta:creation-date"]
    .map((name) => value(core, name))
    .filter((text) => !NO_MOMENT.test(text))
    .map(isoDate)
    .find((moment) => moment !== undefined);
  return { ...(title === "" ? {} : { title }), ...(date === undefined ? {} : { date }) };
}

function value(xml: string, name: string): string {
  const found = new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, "u").exec(xml)?.[1] ?? "";
  return unescapeXml(found).replaceAll(/\s+/gu, " ").trim();
}
