import { isoDate } from "../../parsing/iso-date.ts";

/**
 * When a message was said, as ISO 8601 with zone; a year, a month or a day stays one. A time that names no zone is UTC, so that a file means the same
 * on every computer. Null for what is no such time, also for days that there are not.
 *
 * @example messageTime("2026-05-31 14:00") // "2026-05-31T14:00Z"
 */
export function messageTime(text: string): string | null {
  if (/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text)) return text;
  return isoDate(text) ?? null;
}
