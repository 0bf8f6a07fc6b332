import type { DrawerFilter } from "../model/filter.ts";

/** A filter as an answer shows it: its times are ISO 8601, as all that an answer tells are. */
export function appliedFilters({ since, before, ...others }: DrawerFilter): Readonly<Record<string, unknown>> {
  return {
    ...others,
    ...(since !== undefined && { since: isoTime(since) }),
    ...(before !== undefined && { before: isoTime(before) }),
  };
}

/** A time that is beyond all dates stands for no bound, and is none. */
function isoTime(instant: number): string | null {
  return Math.abs(instant) <= LAST_INSTANT ? new Date(instant).toISOString() : null;
}

/** What a `Date` reaches, milliseconds. */
const LAST_INSTANT = 8.64e15;
