import { operation, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import { wingSlug } from "../../palace/wing.ts";
import { slug } from "../../text/slug.ts";
import type { PalaceView } from "./palace-views.ts";

// Wings and rooms as people name them: by any spelling, and by names that they had before.

/** The name under which a wing is shown. */
export function shownWing({ names }: PalaceView, wing: string): string {
  return names.shown({ wing: wingSlug(wing), room: "" }).wing;
}

/**
 * The name under which a room is shown, by any of its names.
 *
 * @param wing where it must stand; null: anywhere
 * @throws LociError `USAGE` where it doesn't
 */
export function requireRoom(view: PalaceView, room: string, wing: string | null): string {
  const wanted = slug(room);
  for (const own of wing === null ? view.rows() : rowsOfWing(view, wing))
    if (view.names.shown({ wing: own.wing, room: wanted }).room === own.room) return own.room;
  throw new LociError(
    "USAGE",
    `there is no room '${room.slice(0, 80)}'${wing === null ? "" : ` in the wing '${wing.slice(0, 80)}'`}`,
    { hint: step`${operation("palace rooms")} lists them` },
  );
}

/** The name under which a wing is shown. @throws LociError `USAGE` where nothing stands in it */
export function requireWing(view: PalaceView, wing: string): string {
  const shown = shownWing(view, wing);
  if (view.rows().some((row) => row.wing === shown)) return shown;
  throw new LociError("USAGE", `there is no wing '${wing.slice(0, 80)}'`, {
    hint: step`${operation("palace wings")} lists them`,
  });
}

/** What stands in a wing, by any of its names. */
export function rowsOfWing(view: PalaceView, wing: string): ReturnType<PalaceView["rows"]> {
  const shown = shownWing(view, wing);
  return view.rows().filter((row) => row.wing === shown);
}
