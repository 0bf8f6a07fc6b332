const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** Day first, as dots between numbers mean: 29.12.2023, 21:52:04. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})?)?/;
const ZONE = /Z$|\b(?:UTC|GMT)\b|(?:\s|:\d{2})[+-]\d{2}:?\d{2}\b/;

/**
 * The time of a session as the collections write it, in ISO 8601: "1:56 pm on 8 May, 2023", "29.12.2023, 21:52:04", an ISO date with or without a time and
 * a weekday, or anything that `Date` reads. UTC where no zone is named, on every computer.
 *
 * @returns null when it can't be read
 */
export function sessionTime(text: string): string | null {
  const match = /^(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) (\p{L}+),? (\d{4})/iu.exec(text);
  if (match !== null) {
    const [, hour, minute, half, day, month, year] = match as unknown as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const hours = (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
    const index = MONTHS.indexOf(month.toLowerCase());
    return index < 0 ? null : new Date(Date.UTC(Number(year), index, Number(day), hours, Number(minute))).toISOString();
  }
  const dotted = DOTTED.exec(text);
  if (dotted !== null) {
    const [, day = "", month = "", year = "", hour = "0", minute = "00", second = "00"] = dotted;
    return iso(
      `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${hour.padStart(2, "0")}:${minute}:${second}Z`,
    );
  }
  const [, date, time = "00:00", zone = "Z"] = ISO.exec(text) ?? [];
  if (date !== undefined) return iso(`${date}T${time}${zone}`) ?? iso(date);
  return iso(ZONE.test(text) ? text : `${text} UTC`);
}

function iso(text: string): string | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
