const FORM = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/i;

/** A stretch of time, in milliseconds since the epoch. */
export interface Period {
  readonly start: number;
  /** The first instant after it. */
  readonly end: number;
}

/**
 * What a year, a month, a day or a time in ISO 8601 means, all of it. Years, months and days are those of UTC; a time
 * without a zone is the computer's. A space may stand for the T.
 *
 * `Date.parse` alone won't do: it moves 30 February into March and reads a bare "1" as January 2001.
 *
 * @returns null for other forms, and for days and hours that there are not
 * @example isoPeriod("2023-05") // 2023-05-01 … 2023-06-01
 */
export function isoPeriod(text: string): Period | null {
  const parts = FORM.exec(text);
  if (parts === null) return null;
  const [, year, month, day, time, zone = ""] = parts as unknown as readonly [
    unknown,
    string,
    string?,
    string?,
    string?,
    string?,
  ];
  const date = `${year}-${month ?? "01"}-${day ?? "01"}`;
  const start = Date.parse(date);
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(date)) return null;
  if (time !== undefined) {
    const moment = Date.parse(`${date}T${time}${colonZone(zone)}`);
    return Number.isNaN(moment) ? null : { start: moment, end: moment + 1 };
  }
  const end = new Date(start);
  if (day !== undefined) end.setUTCDate(end.getUTCDate() + 1);
  else if (month !== undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  return { start, end: end.getTime() };
}

/** `+0200` and `+02` as `+02:00`: the only form that every engine's `Date.parse` is bound to read. */
function colonZone(zone: string): string {
  return zone
    .toUpperCase()
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours: string, minutes = "00") => `${hours}:${minutes}`);
}
