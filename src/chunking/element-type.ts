import type { Block, ElementType, Section } from "../model/section.ts";
import type { Span } from "../model/span.ts";
import { firstBlockBehind } from "./first-block.ts";

const TYPES: Readonly<Record<Block["kind"], ElementType | null>> = {
  fence: "code",
  row: "table",
  table: "table",
  list: "list",
  paragraph: null,
  other: null,
  heading: null,
};

/** What a chunk of a section is made of: `code`, `table` or `list` when all its blocks but headings are; else what the section is. */
export function elementTypeOf(section: Section, span: Span): ElementType {
  let only: ElementType | null = null;
  for (let i = firstBlockBehind(section.blocks, span.start); i < section.blocks.length; i++) {
    const block = section.blocks[i] as Block;
    if (block.span.start >= span.end) break;
    if (block.kind === "heading") continue;
    const type = TYPES[block.kind];
    if (type === null || (only !== null && only !== type)) return section.elementType;
    only = type;
  }
  return only ?? section.elementType;
}
