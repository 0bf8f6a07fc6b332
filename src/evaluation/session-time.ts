const MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/**
 * The time of a session as the collections write it, in ISO 8601 (taken as UTC): "1:56 pm on 8 May, 2023", an ISO date
 * with a weekday behind it, or anything that `Date` reads.
 *
 * @returns null when it can't be read
 */
export function sessionTime(text: string): string | null {
  const spoken = /^(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) (\p{L}+),? (\d{4})/iu.exec(text);
  if (spoken !== null) {
    const [, hour, minute, half, day, month, year] = spoken as unknown as [string, string, string, string, string, string, string];
    const hours = (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
    const index = MONTHS.indexOf(month.toLowerCase());
    return index < 0 ? null : new Date(Date.UTC(Number(year), index, Number(day), hours, Number(minute))).toISOString();
  }
  const date = /^\d{4}-\d{2}-\d{2}/.exec(text);
  const time = Date.parse(date === null ? text : date[0]);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
