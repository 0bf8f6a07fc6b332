import { type Caller, type VisibleScopes, visibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { DrawerFilter } from "../../model/filter.ts";
import { type WakeUpBrief, wakeUp as compose, type WakeUpDrawer, type WakeUpRoom } from "../../palace/wake-up.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import type { OpenedProject } from "../open-project.ts";
import { requireWing } from "./browse.ts";
import type { PalaceView } from "./palace-views.ts";

/** How the brief is made. */
export interface WakeUpOptions {
  readonly caller?: Caller;
  /** 800 by default. */
  readonly budgetTokens?: number | undefined;
  /** Of one wing only. */
  readonly wing?: string | undefined;
}

/** The brief, and the budget that it was made for. */
export interface WakeUp extends WakeUpBrief {
  readonly budgetTokens: number;
}

const DEFAULT_BUDGET = 800;
const MAX_BUDGET = 100_000;
/** Drawers that say so themselves: who one is, and what must not be forgotten. */
const IDENTITY = "identity";
const PINNED = "pinned";
/** Candidates of each section; the budget takes what it can. */
const MOST = 20;
/** Newest drawers that are looked through for open items. */
const LOOKED_THROUGH = 60;
/** Rooms that may stand in the brief. */
const MOST_ROOMS = 12;
/** What counts as recent: days before the newest drawer that isn't in the future. */
const RECENT_DAYS = 28;
const DAY_MS = 86_400_000;

/**
 * A start-of-session brief: who this is about, what is pinned, the most active rooms, what is open, what happened last; each line with the
 * drawer that it comes from. Identity are the drawers of the room (or topical hall) `identity`, pinned those of `pinned`.
 *
 * The same palace gives the same brief on any day: what is recent is seen from its newest drawer.
 *
 * @throws LociError `USAGE` for a budget out of range or a wing that isn't there
 * Cost: a few passes over columns of dates; 100 drawers are read.
 */
export async function wakeUp(project: OpenedProject, { caller = "owner", budgetTokens = DEFAULT_BUDGET, wing }: WakeUpOptions = {}): Promise<WakeUp> {
  if (!Number.isInteger(budgetTokens) || budgetTokens < 0 || budgetTokens > MAX_BUDGET) throw new LociError("USAGE", `the budget is ${budgetTokens}, which is not a whole number from 0 to ${MAX_BUDGET}`, { hint: "give --budget-tokens 800" });
  const visible = visibleScopes(caller);
  return await project.keeper.use(async (index) => {
    const view = await project.palace(index, visible);
    const wings = wing === undefined ? {} : { wings: [requireWing(view, wing)] };
    // Up to and with this instant: what was added a moment ago is the newest there is.
    const before = { before: project.system.clock() + 1 };
    const newest = async (filter: DrawerFilter, limit: number): Promise<readonly WakeUpDrawer[]> =>
      await drawersOf(index, visible, view, await index.recent(visible, view.names.narrow({ ...wings, ...filter }), limit));
    const named = async (name: string): Promise<readonly WakeUpDrawer[]> => {
      const [inRoom, inHall] = [await newest({ rooms: [name] }, MOST), await newest({ halls: [name] }, MOST)];
      return [...new Map([...inRoom, ...inHall].map((drawer) => [drawer.id, drawer])).values()];
    };
    const latest = await newest(before, LOOKED_THROUGH);
    const brief = compose(
      {
        identity: await named(IDENTITY),
        pinned: await named(PINNED),
        open: latest,
        events: await newest({ ...before, halls: ["events"] }, MOST),
        rooms: await activeRooms(index, visible, view, wings, latest[0]?.date ?? null),
      },
      budgetTokens,
    );
    return { ...brief, budgetTokens };
  });
}

/** @param newest content date of the newest drawer that isn't in the future; null without dates */
async function activeRooms(index: SearchIndex, visible: VisibleScopes, view: PalaceView, wings: DrawerFilter, newest: string | null): Promise<readonly WakeUpRoom[]> {
  const recent = new Map<string, number>();
  if (newest !== null) {
    const since = Date.parse(newest) - RECENT_DAYS * DAY_MS;
    for (const row of await index.places(visible, view.names.narrow({ ...wings, since }))) {
      const key = keyOf(view.names.shown(row));
      recent.set(key, (recent.get(key) ?? 0) + row.count);
    }
  }
  const rooms = new Map<string, { readonly wing: string; readonly room: string; count: number; last: string | null }>();
  const only = wings.wings?.[0] ?? null;
  for (const { wing, room, count, last } of view.rows()) {
    if ((only !== null && wing !== only) || room === IDENTITY || room === PINNED) continue;
    const known = rooms.get(keyOf({ wing, room }));
    if (known === undefined) rooms.set(keyOf({ wing, room }), { wing, room, count, last });
    else {
      known.count += count;
      if (last !== null && (known.last === null || last > known.last)) known.last = last;
    }
  }
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const active = [...rooms]
    .map(([key, room]) => ({ ...room, recent: recent.get(key) ?? 0 }))
    // As `wakeUp` sorts them, so that these are the ones that it would take.
    .sort((a, b) => b.recent - a.recent || order(b.last ?? "", a.last ?? "") || b.count - a.count || order(a.wing, b.wing) || order(a.room, b.room))
    .slice(0, MOST_ROOMS);
  const shown: WakeUpRoom[] = [];
  for (const room of active) {
    const [drawer] = await index.recent(visible, view.names.narrow({ wings: [room.wing], rooms: [room.room] }), 1);
    if (drawer !== undefined) shown.push({ ...room, drawer });
  }
  return shown;
}

function keyOf({ wing, room }: { readonly wing: string; readonly room: string }): string {
  return `${wing}\u0000${room}`;
}

async function drawersOf(index: SearchIndex, visible: VisibleScopes, view: PalaceView, ids: readonly string[]): Promise<readonly WakeUpDrawer[]> {
  return (await index.get(ids, visible)).map(({ drawer }) => {
    const { id, text, placement, date } = drawer;
    return { id, text, ...view.names.shown({ wing: placement.wing.value, room: placement.room.value }), hall: placement.hall.value, date: date?.value ?? null };
  });
}
