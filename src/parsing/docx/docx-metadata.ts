import type { DocumentMetadata } from "../../model/section.ts";

/**
 * What a document's core properties say: title and date of the last change, else of its making.
 *
 * @param core the part `docProps/core.xml`
 */
export function docxMetadata(core: string): DocumentMetadata {
  const title = value(core, "dc:title");
  const date = [value(core, "dcterms:modified"), value(core, "dcterms:created")].find((text) => /^\d{4}-\d{2}-\d{2}/u.test(text) && !Number.isNaN(Date.parse(text)));
  return { ...(title === "" ? {} : { title }), ...(date === undefined ? {} : { date }) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function value(xml: string, name: string): string {
  const found = new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, "u").exec(xml)?.[1] ?? "";
  return found.replaceAll(/&(amp|lt|gt|quot|apos);/gu, (_, entity: string) => ENTITIES[entity] as string).replaceAll(/\s+/gu, " ").trim();
}
