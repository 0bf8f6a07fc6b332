import type { OpenedProject } from "./opened-project.ts";
import { type Days, daysIn } from "../text/days.ts";

/** The days of a project: in the zone of `chat.time_zone`, else the machine's. @throws LociError `CONFIG_INVALID` */
export function projectDays({ settings, system }: Pick<OpenedProject, "settings" | "system">): Days {
  return daysIn(settings.chat.time_zone === "" ? system.timeZone() : settings.chat.time_zone);
}
