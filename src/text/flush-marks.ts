import type { Span } from "../model/section.ts";

/** Stands over what `loci flush` wrote into a file of its own or of somebody's: the batch that it sums up. */
const MARK = /^<!-- loci:flush ([0-9a-f]{16}) -->$/gm;
const END = "<!-- /loci:flush -->";

/** What one batch came to, between its marks. @example flushSection("0123456789abcdef", "14:05", ["- a point"]) */
export const flushSection = (batch: string, hour: string, lines: readonly string[]): string =>
  `\n## Generated at ${hour}\n\n<!-- loci:flush ${batch} -->\n${lines.join("\n")}\n${END}\n`;

export const flushedBatches = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(MARK)].map(([, id]) => id as string));

/** Where summaries stand in a text, each from its heading on; one without its last mark reaches to the next heading. */
export function flushedSpans(text: string): readonly Span[] {
  return [...text.matchAll(MARK)].map(({ index, 0: mark }) => {
    const heading = text.lastIndexOf("\n#", index) + 1;
    const next = text.indexOf("\n#", index);
    const rest = text.slice(index + mark.length, next < 0 ? text.length : next);
    const end = rest.indexOf(END);
    return { start: heading, end: index + mark.length + (end < 0 ? rest.length : end + END.length) };
  });
}
