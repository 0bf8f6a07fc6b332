import { example, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";

/** Days and hours in a time zone. */
export interface Days {
  /** `2026-11-23` */
  readonly day: (time: string | number) => string;
  /** `14:05` */
  readonly hour: (time: string | number) => string;
  /** `Monday` */
  readonly weekday: (time: string | number) => string;
}

/**
 * @param zone as IANA names it: `Europe/Berlin`
 * @throws LociError `CONFIG_INVALID` for a zone that there isn't
 */
export function daysIn(zone: string): Days {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      weekday: "long",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  } catch (thrown) {
    throw new LociError("CONFIG_INVALID", `'${zone}' is not a time zone`, {
      hint: step`use one such as Europe/Berlin: ${example("config set", "chat.time_zone Europe/Berlin")}`,
      cause: thrown,
    });
  }
  const part = (time: string | number, type: Intl.DateTimeFormatPartTypes): string =>
    format.formatToParts(new Date(time)).find((one) => one.type === type)?.value ?? "";
  return {
    day: (time) => `${part(time, "year").padStart(4, "0")}-${part(time, "month")}-${part(time, "day")}`,
    weekday: (time) => part(time, "weekday"),
    hour: (time) => `${part(time, "hour")}:${part(time, "minute")}`,
  };
}
