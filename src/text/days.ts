import { LociError } from "../model/error.ts";

export interface Days {
  /** `2026-11-23` */
  readonly day: (time: string | number) => string;
  /** `Monday` */
  readonly weekday: (time: string | number) => string;
  /** `14:05` */
  readonly hour: (time: string | number) => string;
  /** The instant at which a day of the calendar begins, milliseconds since the epoch. @param midnight of the day as if the zone were UTC's */
  readonly begins: (midnight: number) => number;
}

/** The day of a time where it is read; a time without an hour stays its day, which no zone moves. @param time ISO 8601 */
export function dayOf(time: string, days: Pick<Days, "day">): string {
  return /T(?!00:00(?::00(?:\.0+)?)?Z$)/u.test(time) ? days.day(time) : time.slice(0, 10);
}

/** The day of a content date as an index has it: a day without an hour counts as its noon in UTC (`contentTime`). @param time ISO 8601 */
export function contentDay(time: string, days: Pick<Days, "day">): string {
  return time.endsWith("T12:00:00.000Z") ? time.slice(0, 10) : dayOf(time, days);
}

/** Days that are worked out when they are first asked for. */
export function daysWhenAsked(make: () => Days): Days {
  let made: Days | null = null;
  const days = (): Days => (made ??= make());
  return {
    day: (time) => days().day(time),
    weekday: (time) => days().weekday(time),
    hour: (time) => days().hour(time),
    begins: (midnight) => days().begins(midnight),
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days since the epoch: from 1973 on every zone is ahead by whole minutes, and before 9999 a year has four digits. */
const WHOLE_MINUTES_FROM = Date.UTC(1973, 0) / DAY_MS;
const YEAR_9999 = Date.UTC(9999, 0) / DAY_MS;
/** Minutes by which a day of a zone begins before or after UTC's at the most; no zone is further away than 14 hours. */
const FARTHEST = 15 * 60;

/**
 * @param zone as IANA names it: `Europe/Berlin`
 * @throws LociError `CONFIG_INVALID` for a zone that there isn't
 */
export function daysIn(zone: string): Days {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      weekday: "long",
      hourCycle: "h23",
    });
  } catch (thrown) {
    throw new LociError("CONFIG_INVALID", `'${zone}' is not a time zone`, {
      hint: "use one such as Europe/Berlin, in the variable TZ",
      cause: thrown,
    });
  }
  const partsOf = (time: string | number): Map<Intl.DateTimeFormatPartTypes, string> =>
    new Map(format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]));
  const part = (time: string | number, type: Intl.DateTimeFormatPartTypes): string => partsOf(time).get(type) ?? "";
  const offsets = new Map<number, number>();
  /** By how many milliseconds the zone's clocks are ahead when a day of UTC begins. @param number of days since the epoch */
  const offsetAt = (number: number): number => {
    let offset = offsets.get(number);
    if (offset === undefined) {
      const parts = partsOf(number * DAY_MS);
      const [year = 0, month = 0, day, hour, minute] = (["year", "month", "day", "hour", "minute"] as const).map(
        (type) => Number(parts.get(type)),
      );
      offsets.set(number, (offset = Date.UTC(year, month - 1, day, hour, minute) - number * DAY_MS));
    }
    return offset;
  };
  const day = (time: string | number): string => {
    const instant = new Date(time).getTime();
    const number = Math.floor(instant / DAY_MS);
    // Thousands of places are shown with two days each, and to format a time takes 30 µs.
    if (number >= WHOLE_MINUTES_FROM && number < YEAR_9999 && offsetAt(number) === offsetAt(number + 1))
      return new Date(instant + offsetAt(number)).toISOString().slice(0, 10);
    const parts = partsOf(time);
    return `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
  };
  const hour = (time: string | number): string => `${part(time, "hour")}:${part(time, "minute")}`;
  return {
    day,
    weekday: (time) => part(time, "weekday"),
    hour,
    begins(midnight) {
      const wanted = new Date(midnight).toISOString().slice(0, 10);
      let [before, from] = [midnight / MINUTE_MS - FARTHEST, midnight / MINUTE_MS + FARTHEST];
      while (from - before > 1) {
        const middle = Math.floor((before + from) / 2);
        if (day(middle * MINUTE_MS) < wanted) before = middle;
        else from = middle;
      }
      return from * MINUTE_MS;
    },
  };
}
