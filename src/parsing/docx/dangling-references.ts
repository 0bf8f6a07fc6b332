import type { DocxParts } from "./check-package.ts";
import { tagAttribute, tags } from "./tags.ts";

/** Parts of the document itself, apart from those of its building blocks. */
const OWN_PART = /^\/?word\/[^/]+$/u;
const KINDS = "(?:footnote|endnote|comment)";
const KIND = new RegExp(`(?<=^<\\w+:)${KINDS}`, "u");
const NOTE = tags(`\\w+:${KINDS}`);
const REFERENCE = tags(`w:${KINDS}Reference`);
/** A reference in two tags is one in one. */
const END = new RegExp(`></w:${KINDS}Reference>`, "gu");
/** A line between the text and its notes is stored as a note, and is none. */
const SEPARATOR = /\s\w+:type=["'](?:separator|continuationSeparator)["']/u;

/**
 * Parts without references to notes and comments that aren't there: the library fails on them.
 *
 * Cost: linear.
 */
export function withoutDanglingReferences(parts: DocxParts): DocxParts {
  const existing = new Set(
    [...parts].flatMap(([name, xml]) =>
      OWN_PART.test(name) ? [...xml.matchAll(NOTE)].flatMap(([tag]) => (SEPARATOR.test(tag) ? [] : nameOf(tag))) : [],
    ),
  );
  const exists = (reference: string): boolean => nameOf(reference).some((name) => existing.has(name));
  return new Map(
    [...parts].map(([name, xml]) => [
      name,
      xml.replaceAll(END, "/>").replaceAll(REFERENCE, (tag) => (exists(tag) ? tag : "")),
    ]),
  );
}

/** Kind and id of a note, by its own tag or by one that refers to it; nothing for a last tag, and for one that names none. */
function nameOf(tag: string): string[] {
  const id = tagAttribute(tag, "\\w+:id");
  return id === "" ? [] : [`${KIND.exec(tag)?.[0]} ${id}`];
}
