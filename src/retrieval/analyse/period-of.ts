import { isoPeriod, type Period } from "./iso-period.ts";
import { timeWindow, type TimeWindow } from "./time-window.ts";

/**
 * Reads a time that was asked for by itself, as an option or after `before:` and `after:`: a year, month, day or time in ISO form, words
 * such as "last week", or a time as mail writes it. What is longer than a moment means the whole of it: `end` is the first instant after it.
 *
 * @param now what "last week" is seen from, milliseconds since the epoch
 * @returns null for what is no time, also for days that there are not
 * @example periodOf("2023-05", now) // 2023-05-01 … 2023-06-01
 */
export function periodOf(text: string, now: number): Period | null {
  const trimmed = text.trim();
  return isoPeriod(trimmed) ?? wordedPeriod(trimmed, now) ?? otherMoment(trimmed);
}

// A question may hold numbers that are no time; in an option a number beside what was understood is part of the time, so that
// "31 June 2025" isn't all of June and "yesterday 14:00" not all of yesterday.
function wordedPeriod(text: string, now: number): TimeWindow | null {
  const window = timeWindow(text, now);
  return window === null || /\d/.test(text.replace(window.text, " ")) ? null : window;
}

// As mail, web servers and collections of questions write times: "2023/05/30 (Tue) 23:40", "Tue, 30 May 2023 23:40:00 GMT". Nothing that
// begins like an ISO form, which was refused for a reason, and no 05/06/2026, which is two days.
function otherMoment(text: string): Period | null {
  if (!/\b\d{4}\b/.test(text) || !/^\d{4}\/\d|\d:\d/.test(text) || /^\d{4}(?:-|$)|\b\d\d?\/\d\d?\/\d{4}\b/.test(text))
    return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : { start: moment, end: moment + 1 };
}
