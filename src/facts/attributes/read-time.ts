import { casual } from "chrono-node";

/** A stretch of time. */
export interface TimeSpan {
  readonly text: string;
  /** Milliseconds since the epoch; the last moment of it. */
  readonly end: number;
}

const DAY = 86_400_000;

/**
 * Reads "February", "last year", "3 May 2025": the last moment of the stretch, before `now`. Null where it names no
 * time.
 */
export function readTime(text: string, now: number): TimeSpan | null {
  const iso = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u.exec(text.trim())?.[0];
  if (iso !== undefined) {
    const [year = 0, month, date] = iso.split("-").map(Number);
    return {
      text,
      end:
        date !== undefined
          ? Date.UTC(year, (month ?? 1) - 1, date + 1) - 1
          : month !== undefined
            ? Date.UTC(year, month, 1) - 1
            : Date.UTC(year + 1, 0, 1) - 1,
    };
  }
  if (/^last year$/iu.test(text)) return { text, end: Date.UTC(new Date(now).getUTCFullYear(), 0, 1) - 1 };
  const [found] = casual.parse(text, { instant: new Date(now), timezone: 0 });
  if (found === undefined) return null;
  const { start } = found;
  let time = start.date().getTime();
  // A month without a year is the last one of that name.
  if (!start.isCertain("year") && time > now)
    time = Date.UTC(new Date(time).getUTCFullYear() - 1, new Date(time).getUTCMonth(), new Date(time).getUTCDate());
  const at = new Date(time);
  if (start.isCertain("hour")) return { text, end: time };
  if (start.isCertain("day") || start.isCertain("weekday") || /\b(?:yesterday|today|ago)\b/iu.test(text))
    return { text, end: Math.floor(time / DAY) * DAY + DAY - 1 };
  if (start.isCertain("month") || /\bmonth\b/iu.test(text))
    return { text, end: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) - 1 };
  return { text, end: time };
}
