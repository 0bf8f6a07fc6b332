import type { ContentDate } from "../model/content-date.ts";
import type { DocumentMetadata } from "../model/section.ts";

const DAY = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const COMPACT_DAY = /(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)/;
const DAY_AND_TIME = /(?<!\d)(\d{4}-\d{2}-\d{2})[T_ -](\d{2})[-:h.](\d{2})(?:[-:m.](\d{2}))?(?!\d)/;

/**
 * When a file's content is from: its front matter, else the date in its name (`2026-05-31.md`, `20260531-trip.md`,
 * `2026-05-31T14-30.md`), else the last time that it was changed. A date in a folder's name counts when the file's own has none.
 *
 * @param modifiedAt milliseconds since the epoch; 0: unknown
 */
export function contentDate(metadata: DocumentMetadata, path: string, modifiedAt: number): ContentDate | null {
  if (metadata.date !== undefined && !Number.isNaN(Date.parse(metadata.date))) return { value: metadata.date, by: "front-matter" };
  for (const name of path.split("/").reverse()) {
    const value = dateInName(name);
    if (value !== null) return { value, by: "file-name" };
  }
  return modifiedAt > 0 ? { value: new Date(modifiedAt).toISOString(), by: "modified" } : null;
}

function dateInName(name: string): string | null {
  const timed = DAY_AND_TIME.exec(name);
  if (timed !== null) {
    const value = `${timed[1]}T${timed[2]}:${timed[3]}:${timed[4] ?? "00"}Z`;
    if (isDay(timed[1] as string) && !Number.isNaN(Date.parse(value))) return value;
  }
  for (const pattern of [DAY, COMPACT_DAY]) {
    const found = pattern.exec(name);
    if (found === null) continue;
    const value = `${found[1]}-${found[2]}-${found[3]}`;
    if (isDay(value)) return value;
  }
  return null;
}

// `Date.parse` rolls 31 February over into March, so the day must read back as it was written.
function isDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
