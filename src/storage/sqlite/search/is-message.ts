import type { SegmentColumns } from "../segment/segment-columns.ts";

/** Whether a drawer is a message: those have an author, or at least a role in its place. */
export function isMessage({ author, dictionaries }: SegmentColumns, ordinal: number): boolean {
  return dictionaries.authors[author[ordinal] as number] !== "";
}
