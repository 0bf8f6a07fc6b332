import { projectDays } from "../project-days.ts";
import type { OpenedProject } from "../opened-project.ts";
import { type VisibleScopes, visibleScopes } from "../../model/caller.ts";
import type { DrawerFilter } from "../../model/filter.ts";
import type { Asked, TIMELINE } from "../../model/requests/index.ts";
import type { Timeline } from "../../operations/answers/palace.ts";
import { resolveFilter } from "../../retrieval/resolve-filter.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";

/** Months at most, the last ones: forty years. */
const MAX_MONTHS = 480;

/**
 * Counts drawers by the month of their content date.
 *
 * Cost: a count of places for each month that has some, and for the empty stretches between them.
 */
export async function timeline(
  project: Pick<OpenedProject, "indexHandle" | "palace" | "settings" | "system">,
  { caller, ...filters }: Asked<typeof TIMELINE>,
): Promise<Timeline> {
  const visible = visibleScopes(caller);
  return await project.indexHandle.use(async (index) => {
    const { names } = await project.palace(index, visible);
    const filter = names.narrow(
      resolveFilter(filters, {}, [], { now: project.system.clock(), days: projectDays(project) }),
    );
    const places = await index.places(visible, filter);
    const days = places.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last])).sort();
    const total = places.reduce((sum, { count }) => sum + count, 0);
    if (days.length === 0) return { months: [], undated: total };
    const end = monthNumber(days.at(-1) as string);
    const start = Math.max(monthNumber(days[0] as string), end - MAX_MONTHS + 1);
    const counts = new Array<number>(end - start + 1).fill(0);
    await countMonths(index, visible, filter, start, end, (month, drawers) => (counts[month - start] = drawers));
    const dated = await countBetween(index, visible, filter, monthNumber(days[0] as string), end);
    return {
      months: counts.map((drawers, i) => ({ month: monthName(start + i), drawers })),
      undated: total - dated,
    };
  });
}

/** Halves the span until it is one month or has no drawers. */
async function countMonths(
  index: SearchIndex,
  visible: VisibleScopes,
  filter: DrawerFilter,
  from: number,
  to: number,
  report: (month: number, drawers: number) => void,
): Promise<void> {
  const drawers = await countBetween(index, visible, filter, from, to);
  if (drawers === 0) return;
  if (from === to) return report(from, drawers);
  const middle = Math.floor((from + to) / 2);
  await countMonths(index, visible, filter, from, middle, report);
  await countMonths(index, visible, filter, middle + 1, to, report);
}

/** Drawers dated in the months `from`…`to`. */
async function countBetween(
  index: SearchIndex,
  visible: VisibleScopes,
  filter: DrawerFilter,
  from: number,
  to: number,
): Promise<number> {
  const places = await index.places(visible, { ...filter, since: monthStart(from), before: monthStart(to + 1) });
  return places.reduce((sum, { count }) => sum + count, 0);
}

/** Months since the year 0. */
function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

function monthName(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}`;
}

function monthStart(month: number): number {
  return Date.parse(`${monthName(month)}-01T00:00:00Z`);
}
