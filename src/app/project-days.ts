import type { OpenedProject } from "./opened-project.ts";
import { type Days, daysIn, daysWhenAsked } from "../text/days.ts";

/**
 * The days of a project: in the zone of `chat.time_zone`, else the machine's, which takes 10 ms to be found out and few searches need.
 *
 * @throws LociError `CONFIG_INVALID`
 */
export function projectDays({ settings, system }: Pick<OpenedProject, "settings" | "system">): Days {
  const { time_zone } = settings.chat;
  return time_zone === "" ? daysWhenAsked(() => daysIn(system.timeZone())) : daysIn(time_zone);
}
