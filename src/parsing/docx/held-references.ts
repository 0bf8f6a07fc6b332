import type { DocxParts } from "./check-package.ts";
import { tagAttribute } from "./tag-attribute.ts";
import { tags } from "./tags.ts";

/** Parts of the document itself, apart from those of its building blocks. */
const OWN_PART = /^\/?word\/[^/]+$/u;
const KINDS: readonly string[] = ["footnote", "endnote", "comment"];
/** A line between the text and its notes is stored as a note, and is none. */
const SEPARATOR = /\s\w+:type=["'](?:separator|continuationSeparator)["']/u;

/**
 * Parts without references to notes and comments that aren't there: the library fails on them.
 *
 * Cost: linear.
 */
export function heldReferences(parts: DocxParts): DocxParts {
  return KINDS.reduce<DocxParts>((held, kind) => {
    const ids = new Set([...held].flatMap(([name, xml]) => (OWN_PART.test(name) ? idsOf(xml, kind) : [])));
    const reference = tags(`w:${kind}Reference`);
    return new Map([...held].map(([name, xml]) => [name, xml.replaceAll(`></w:${kind}Reference>`, "/>").replaceAll(reference, (tag) => (ids.has(idOf(tag)) ? tag : ""))]));
  }, parts);
}

function idsOf(xml: string, kind: string): string[] {
  return [...xml.matchAll(tags(`\\w+:${kind}`))].flatMap(([tag]) => (SEPARATOR.test(tag) || idOf(tag) === "" ? [] : [idOf(tag)]));
}

function idOf(tag: string): string {
  return tagAttribute(tag, "\\w+:id");
}
