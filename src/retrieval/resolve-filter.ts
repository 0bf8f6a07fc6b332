import { LociError } from "../model/error.ts";
import type { DrawerFilter } from "../model/filter.ts";
import type { SearchOptions } from "../model/search.ts";
import { isoPeriod, type Period } from "./analyse/iso-period.ts";
import { timeWindow, type TimeWindow } from "./analyse/time-window.ts";

/** A source as a filter may name it. */
export interface SourceName {
  readonly key: string;
  readonly name: string;
  readonly root: string;
}

/**
 * The filter in force: what the options say and what the question's own `field:value` parts say, joined by AND.
 *
 * @param sources for names of sources; a source may be given by key, name or root
 * @throws LociError `QUERY_INVALID` for a time that can't be read, `SOURCE_NOT_FOUND` for an unknown source
 */
export function resolveFilter(options: SearchOptions, asked: DrawerFilter, sources: readonly SourceName[], now: number): DrawerFilter {
  const join = (option: string | readonly string[] | undefined, field: readonly string[] | undefined): readonly string[] | undefined => {
    const listed = option === undefined ? undefined : typeof option === "string" ? [option] : option;
    if (listed === undefined || field === undefined) return listed ?? field;
    return listed.filter((value) => field.includes(value));
  };
  const wings = join(options.wing, asked.wings);
  const halls = join(options.hall, asked.halls);
  const rooms = join(options.room, asked.rooms);
  const documentTypes = join(options.type, asked.documentTypes);
  const named = join(options.source, asked.sources);
  const since = latest([asked.since, options.since === undefined ? undefined : instant("since", options.since, now).start]);
  const before = earliest([
    asked.before,
    options.until === undefined ? undefined : instant("until", options.until, now).end,
    options.asOf === undefined ? undefined : instant("asOf", options.asOf, now).end,
  ]);
  return {
    ...(wings && { wings }),
    ...(halls && { halls }),
    ...(rooms && { rooms }),
    ...(documentTypes && { documentTypes }),
    ...(named && { sources: named.map((name) => sourceKey(name, sources)) }),
    ...(since !== undefined && { since }),
    ...(before !== undefined && { before }),
    ...(options.excludeIds?.length && { excludeIds: options.excludeIds }),
  };
}

/**
 * Reads a time given as an option: a year, month, day or time in ISO form, or words such as "last week". What is longer than a moment
 * means the whole of it: `end` is the first instant after it.
 *
 * @throws LociError `QUERY_INVALID` also for days that there are not
 */
export function instant(name: string, text: string, now: number): Period {
  // Who calls from JavaScript may give a Date or a number.
  const said = String(text).trim();
  const period = typeof text === "string" ? (isoPeriod(said) ?? wordedPeriod(said, now) ?? otherMoment(said)) : null;
  if (period !== null) return period;
  throw new LociError("QUERY_INVALID", `'${said.slice(0, 80)}' is no time that '${name}' understands`, {
    hint: "use an ISO date such as 2026-05-31, 2026-05 or 2026, a time such as 2026-05-31T14:00:00Z, or words such as 'last week'",
  });
}

// A question may hold numbers that are no time; in an option a number beside what was understood is part of the time, so that
// "31 June 2025" isn't all of June and "yesterday 14:00" not all of yesterday.
function wordedPeriod(text: string, now: number): TimeWindow | null {
  const window = timeWindow(text, now);
  return window === null || /\d/.test(text.replace(window.text, " ")) ? null : window;
}

// As mail, web servers and collections of questions write times: "2023/05/30 (Tue) 23:40", "Tue, 30 May 2023 23:40:00 GMT". Nothing that
// begins like an ISO form, which was refused for a reason, and no 05/06/2026, which is two days.
function otherMoment(text: string): Period | null {
  if (!/\b\d{4}\b/.test(text) || !/^\d{4}\/\d|\d:\d/.test(text) || /^\d{4}(?:-|$)|\b\d\d?\/\d\d?\/\d{4}\b/.test(text)) return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : { start: moment, end: moment + 1 };
}

function sourceKey(name: string, sources: readonly SourceName[]): string {
  const found = sources.find((source) => source.key === name || source.name === name || source.root === name);
  if (found === undefined) {
    throw new LociError("SOURCE_NOT_FOUND", `there is no source '${name.slice(0, 200)}'`, { hint: "'loci sources' lists them" });
  }
  return found.key;
}

function latest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
