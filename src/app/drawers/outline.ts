import { keeping } from "../../caches/bounded-cache.ts";
import { type VisibleScopes, visibleScopes } from "../../model/caller.ts";
import type { Asked, ONE_DRAWER, TIMELINE } from "../../model/requests/index.ts";
import type { DrawerFilter } from "../../model/search.ts";
import type { Outline, OutlineEntry, Timeline } from "../../operations/answers/palace.ts";
import { resolveFilter } from "../../retrieval/resolve-filter.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import type { Days } from "../../text/days.ts";
import { wholeName } from "../../model/section.ts";
import { inParts, wholeId } from "../expand/expand.ts";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { linksTo } from "../palace/linked-rooms.ts";

/** Entries and links at most: a longer outline is no help. */
const MAX_ENTRIES = 2_000;
const MAX_LINKS = 100;
const TITLE_CHARACTERS = 80;

/**
 * The outline of a drawer's document: its headings; pages where it has no headings; of a chat, what people said. With the links of other notes
 * that lead to it.
 * @throws LociError `DRAWER_NOT_FOUND`
 * Cost: reads the document's drawers; of Markdown also what `linkedRoomsOf` reads.
 */
export async function outline(
  project: Pick<OpenedProject, "indexHandle" | "palace" | "system">,
  { id, caller }: Asked<typeof ONE_DRAWER>,
): Promise<Outline> {
  const visible = visibleScopes(caller);
  return await project.indexHandle.use(async (index) => {
    const [found] = await index.get([await wholeId(index, id, visible)], visible);
    const stored = found as StoredDrawer;
    const { document, position } = stored;
    const all = { from: 0, to: Infinity, most: Infinity };
    const drawers = await inParts({ index, timer: project.system.timer }, { stored, visible }, all);
    const isChat = drawers.some(({ drawer }) => drawer.message !== null);
    const headings = isChat ? [] : headingsOf(drawers);
    const pages = isChat || headings.length > 1 ? [] : pagesOf(drawers);
    const [kind, entries] = isChat
      ? (["message", messagesOf(drawers)] as const)
      : pages.length > 1
        ? (["page", pages] as const)
        : (["heading", headings] as const);
    const { title, path, documentType } = document;
    const links =
      documentType === "md"
        ? await linksTo(document, { view: await project.palace(index, visible), index, visible })
        : [];
    return {
      title,
      path,
      kind,
      entries: entries.slice(0, MAX_ENTRIES),
      size: drawers.length,
      position,
      links: links.slice(0, MAX_LINKS),
    };
  });
}

function headingsOf(drawers: readonly StoredDrawer[]): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let last = "";
  for (const { drawer, position } of drawers) {
    const names = drawer.breadcrumb.map(wholeName);
    const key = names.join("\u0000");
    if (key === last || names.length === 0) continue;
    last = key;
    entries.push({ id: drawer.id, title: names.at(-1) as string, level: names.length, position });
  }
  return entries;
}

function pagesOf(drawers: readonly StoredDrawer[]): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let last = 0;
  for (const { drawer, position } of drawers) {
    if (drawer.pages === null || drawer.pages.start <= last) continue;
    last = drawer.pages.start;
    entries.push({ id: drawer.id, title: `Page ${last}`, level: 1, position });
  }
  return entries;
}

function messagesOf(drawers: readonly StoredDrawer[]): readonly OutlineEntry[] {
  const userMessages = drawers.filter(
    ({ drawer: { message } }) => message?.role === "user" && message.marks?.includes("machine") !== true,
  );
  // A long message is several drawers; the outline names it once.
  const first = userMessages.filter(
    ({ drawer }, i) => drawer.message?.ids[0] !== userMessages[i - 1]?.drawer.message?.ids[0],
  );
  return first.map(({ drawer, position }) => ({
    id: drawer.id,
    title: drawer.text.trim().replaceAll(/\s+/g, " ").slice(0, TITLE_CHARACTERS),
    level: 1,
    position,
  }));
}

/** Months at most, the last ones: forty years. */
const MAX_MONTHS = 480;
const DAY_MS = 86_400_000;

/** Counts the drawers dated in the months `from`…`to`. */
type CountMonths = (from: number, to: number) => Promise<number>;

/**
 * Counts drawers by the month of their content date, in the user's time zone, as `since` and `until` read the month.
 * Cost: a count of places for each month that has some, and for the empty stretches between them.
 */
export async function timeline(
  project: Pick<OpenedProject, "indexHandle" | "palace" | "settings" | "system">,
  { caller, ...filters }: Asked<typeof TIMELINE>,
): Promise<Timeline> {
  const visible = visibleScopes(caller);
  return await project.indexHandle.use(async (index) => {
    const { names } = await project.palace(index, visible);
    const userDays = projectDays(project);
    const filter = names.narrow(resolveFilter(filters, {}, [], { now: project.system.clock(), days: userDays }));
    const places = await index.places(visible, filter);
    const dates = places.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last]));
    const times = dates.map((date) => Date.parse(date)).sort((a, b) => a - b);
    const total = places.reduce((sum, { count }) => sum + count, 0);
    if (times.length === 0) return { months: [], undated: total };
    // The user's day may be the one of UTC before or behind.
    const earliest = monthNumber((times[0] as number) - DAY_MS);
    const end = monthNumber((times.at(-1) as number) + DAY_MS);
    const start = Math.max(earliest, end - MAX_MONTHS + 1);
    const count = counterOf(index, { visible, filter, days: userDays });
    const counts = new Array<number>(end - start + 1).fill(0);
    await countMonths(count, { from: start, to: end }, (month, drawers) => (counts[month - start] = drawers));
    const dated = await count(earliest, end);
    const last = counts.findLastIndex((drawers) => drawers > 0);
    return {
      months: counts
        .map((drawers, i) => ({ month: monthName(start + i), drawers }))
        .slice(
          Math.max(
            0,
            counts.findIndex((drawers) => drawers > 0),
          ),
          last + 1,
        ),
      undated: total - dated,
    };
  });
}

/** Halves the span until it is one month or has no drawers. */
async function countMonths(
  count: CountMonths,
  { from, to }: { readonly from: number; readonly to: number },
  report: (month: number, drawers: number) => void,
): Promise<void> {
  const drawers = await count(from, to);
  if (drawers === 0) return;
  if (from === to) return report(from, drawers);
  const middle = Math.floor((from + to) / 2);
  await countMonths(count, { from, to: middle }, report);
  await countMonths(count, { from: middle + 1, to }, report);
}

function counterOf(
  index: SearchIndex,
  { visible, filter, days }: { readonly visible: VisibleScopes; readonly filter: DrawerFilter; readonly days: Days },
): CountMonths {
  const startOf = keeping((month: number) => days.begins(Date.parse(`${monthName(month)}-01T00:00:00Z`)));
  return async (from, to) => {
    const places = await index.places(visible, { ...filter, since: startOf(from), before: startOf(to + 1) });
    return places.reduce((sum, { count }) => sum + count, 0);
  };
}

/** Months since the year 0 of a time, in UTC. */
function monthNumber(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const monthName = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}`;
