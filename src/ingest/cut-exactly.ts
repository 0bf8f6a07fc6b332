import { chunk } from "../chunking/chunk.ts";
import { opaqueRuns } from "../chunking/opaque-runs.ts";
import type { Block, ParsedDocument } from "../model/section.ts";

/**
 * Cuts a text that is a drawer by itself where it is over the size: the parts follow one another without overlap and cover it exactly, but
 * for runs that are no language (`opaqueRuns`). One part, the text itself, where it isn't; none where there is nothing to read in it.
 *
 * @param maxChunkSize characters
 */
export function cutExactly(
  text: string,
  maxChunkSize: number,
): readonly { readonly text: string; readonly start: number }[] {
  if (text.length <= maxChunkSize && opaqueRuns(text).length === 0) return [{ text, start: 0 }];
  return chunk(asDocument(text), { maxChunkSize, overlapLines: 0 }).map((part) => ({
    text: part.text,
    start: part.span.start,
  }));
}

function asDocument(text: string): ParsedDocument {
  const blocks: Block[] = [];
  for (const { index, 0: paragraph } of text.matchAll(/[^\n]+(?:\n[^\n]+)*/g))
    blocks.push({ kind: "paragraph", span: { start: index, end: index + paragraph.length } });
  return {
    text,
    sections: [
      {
        title: "",
        breadcrumb: [],
        level: 0,
        span: { start: 0, end: text.length },
        lines: null,
        pages: null,
        elementType: "message",
        blocks,
      },
    ],
    metadata: {},
  };
}
