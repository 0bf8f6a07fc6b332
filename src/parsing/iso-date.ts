/**
 * A date that a document says of itself, as ISO 8601: written so, with a space for the T, with slashes, or with points,
 * where the day comes first. Undefined for other ways of writing dates, which mean different days in different places,
 * and for days that there are not. Seconds and milliseconds since 1970 count from 1998 to 2033.
 * @example isoDate("2024/5/1 9:30") // "2024-05-01T09:30Z"
 */
export function isoDate(text: string | undefined): string | undefined {
  if (/^(?:9|1\d)\d{8}(?:\d{3})?$/.test(text ?? ""))
    return new Date(Number(text) * ((text as string).length > 10 ? 1 : 1000)).toISOString();
  const parts =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)[ ]*(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i.exec(
      (text ?? "").replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/, "$3-$2-$1"),
    );
  if (parts === null) return undefined;
  const [, year, month, day, time, zone] = parts as unknown as [string, string, string, string, string?, string?];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (new Date(date).getUTCDate() !== Number(day)) return undefined;
  if (time === undefined) return date;
  const hours = /^\d:/.test(time) ? `0${time}` : time;
  const full = `${date}T${hours}${(zone ?? "Z")
    .toUpperCase()
    .replace(/^(?:UTC|GMT)$/, "Z")
    .replace(/^([+-]\d\d)(\d\d)$/, "$1:$2")}`;
  return Number.isNaN(Date.parse(full)) ? undefined : full;
}
