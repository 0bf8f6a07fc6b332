import { keeping } from "../caches/bounded-cache.ts";
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
export const dayOf = (time: string, days: Pick<Days, "day">): string =>
  /T(?!00:00(?::00(?:\.0+)?)?Z$)/u.test(time) ? days.day(time) : time.slice(0, 10);

/** The day of a content date as an index has it: a day without an hour counts as its noon in UTC (`contentTime`). @param time ISO 8601 */
export const contentDay = (time: string, days: Pick<Days, "day">): string =>
  time.endsWith("T12:00:00.000Z") ? time.slice(0, 10) : dayOf(time, days);

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days since the epoch: from 1973 on every zone is ahead by whole minutes, and before 9999 a year has four digits. */
const WHOLE_MINUTES_FROM = Date.UTC(1973, 0) / DAY_MS;
const YEAR_9999 = Date.UTC(9999, 0) / DAY_MS;
/** Minutes by which a day of a zone begins before or after UTC's at the most; no zone is further away than 14 hours. */
const FARTHEST = 15 * 60;

/**
 * @param zone as IANA names it: `Europe/Berlin`; or what says it when it is first asked for
 * @throws LociError `CONFIG_INVALID` for a zone that there isn't
 */
export function daysIn(zone: string | (() => string)): Days {
  let made = typeof zone === "string" ? minutesIn(zone) : null;
  /** `2026-11-23 14:05` */
  const shown = (time: string | number): string =>
    (made ??= minutesIn((zone as () => string)())).format(new Date(time)).padStart("2026-11-23 14:05".length, "0");
  /** By how many milliseconds the zone's clocks are ahead when a day of UTC begins. @param number of days since the epoch */
  const offsetAt = keeping((number: number) => Date.parse(`${shown(number * DAY_MS)}Z`) - number * DAY_MS);
  const day = (time: string | number): string => {
    const instant = new Date(time).getTime();
    const number = Math.floor(instant / DAY_MS);
    // Thousands of places are shown with two days each, and to format a time takes 30 µs.
    if (number >= WHOLE_MINUTES_FROM && number < YEAR_9999 && offsetAt(number) === offsetAt(number + 1))
      return new Date(instant + offsetAt(number)).toISOString().slice(0, 10);
    return shown(time).slice(0, -6);
  };
  return {
    day,
    weekday: (time) => WEEKDAYS[new Date(day(time)).getUTCDay()] ?? "",
    hour: (time) => shown(time).slice(-5),
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

/** Swedish writes a day and an hour as ISO 8601 does. */
const minutesIn = keeping((zone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  } catch (cause) {
    throw new LociError("CONFIG_INVALID", `'${zone}' is not a time zone`, {
      hint: "use one such as Europe/Berlin, in the variable TZ",
      cause,
    });
  }
});
