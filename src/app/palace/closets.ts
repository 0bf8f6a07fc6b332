import { keeping } from "../../caches/bounded-cache.ts";
import { letOthers } from "../exclusive.ts";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { dayOf } from "../../text/days.ts";
import { operation, option, step } from "../../model/next-step.ts";
import { type Scope, type VisibleScopes, visibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { DrawerFilter } from "../../model/search.ts";
import { encode } from "../../palace/closets/aaak.ts";
import { buildCloset, type ClosetInput } from "../../palace/closets/build-closet.ts";
import { type ClosetDrawer, WingLabels } from "../../palace/closets/closet-names.ts";
import type { PalaceNames } from "../../palace/names.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { type PalaceView, requireRoom, requireWing } from "./palace-views.ts";
import { type Asked, CLOSETS } from "../../model/requests/index.ts";
import type { BrowsedCloset, Closets } from "../../operations/answers/palace.ts";

/** Drawers that are read for one call at most: about a second. */
const MAX_DRAWERS = 20_000;
const READ_AT_ONCE = 100;

interface Group extends Omit<ClosetInput, "drawers"> {
  readonly source: string;
  readonly scope: Scope;
  readonly drawers: StoredDrawer[];
}

/**
 * The closets over a wing, a room, or everything: one for each document in each room, built from its drawers. Codes of people and things
 * are unique in their wing, over all of its closets that the caller sees, shown or not.
 * @throws LociError `USAGE` for a wing or room that isn't there, or more than 20,000 drawers at once
 * Cost: reads the drawers of the wing (or of everything), about 50 µs each.
 */
export async function closets(
  project: Pick<OpenedProject, "indexHandle" | "palace" | "settings" | "system">,
  { caller, wing, room, limit = CLOSETS.limit.default, offset = CLOSETS.offset.default }: Asked<typeof CLOSETS>,
): Promise<Closets> {
  const visible = visibleScopes(caller);
  return await project.indexHandle.use(async (index) => {
    const view = await project.palace(index, visible);
    const inWing = wing === undefined ? null : requireWing(view, wing);
    const inRoom = room === undefined ? null : requireRoom(view, room, inWing);
    const wings =
      inWing !== null
        ? [inWing]
        : inRoom === null
          ? null
          : [...new Set(view.rows().flatMap((row) => (row.room === inRoom ? [row.wing] : [])))];
    requireFew(view, wings);
    const pass = letOthers(project.system.timer);
    const groups = groupsOf(
      await read(index, { visible, filter: wings === null ? {} : view.names.narrow({ wings }) }, pass),
      view.names,
    );
    const labels = keeping((_: string) => new WingLabels());
    for (const { wing: of, drawers } of groups) {
      labels(of).add(closetDrawers(drawers));
      await pass();
    }
    const chosen = groups.filter((group) => inRoom === null || group.room === inRoom);
    const days = projectDays(project);
    const shown: BrowsedCloset[] = [];
    for (const group of chosen.slice(offset, offset + limit)) {
      const drawers = closetDrawers(group.drawers).map((drawer) => ({
        ...drawer,
        date: drawer.date === null ? null : dayOf(drawer.date, days),
      }));
      const closet = buildCloset({ ...group, drawers }, labels(group.wing));
      shown.push({ ...closet, source: group.source, scope: group.scope, text: encode(closet) });
      await pass();
    }
    return { closets: shown, total: chosen.length };
  });
}

function requireFew({ rows }: PalaceView, wings: readonly string[] | null): void {
  const drawers = rows().reduce(
    (sum, { wing, count }) => sum + (wings === null || wings.includes(wing) ? count : 0),
    0,
  );
  if (drawers <= MAX_DRAWERS) return;
  throw new LociError("USAGE", `${drawers} drawers are too many to read for closets at once (${MAX_DRAWERS})`, {
    hint:
      wings === null
        ? step`name a wing: ${option("wing")} driftwood`
        : step`look at its rooms with ${operation("palace rooms")}, and search inside one with ${option("room")}`,
    details: { drawers },
  });
}

async function read(
  index: SearchIndex,
  { visible, filter }: { readonly visible: VisibleScopes; readonly filter: DrawerFilter },
  pass: () => Promise<void>,
): Promise<readonly StoredDrawer[]> {
  const ids = await index.recent(visible, filter, MAX_DRAWERS);
  const stored: StoredDrawer[] = [];
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    stored.push(...(await index.get(ids.slice(start, start + READ_AT_ONCE), visible)));
    await pass();
  }
  return stored;
}

function groupsOf(drawers: readonly StoredDrawer[], names: PalaceNames): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const stored of drawers) {
    const { placement } = stored.drawer;
    const place = names.shown({ wing: placement.wing.value, room: placement.room.value });
    const { source, path, title, scope } = stored.document;
    const key = [place.wing, place.room, source, path].join("\u0000");
    // The path of a chat is an id or a day: what it is called, and by which tool, says more.
    const chat = stored.drawer.message?.chat;
    const document = chat === undefined ? path : title.startsWith(chat) ? title : `${title}, ${chat}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...place, source, document, scope, drawers: [stored] });
    else group.drawers.push(stored);
  }
  for (const { drawers: own } of groups.values()) own.sort((a, b) => a.position - b.position);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** What a program wrote between what is said is no word of the chat's, but where nothing else is. */
function closetDrawers(stored: readonly StoredDrawer[]): readonly ClosetDrawer[] {
  const isWritten = ({ drawer: { message } }: StoredDrawer): boolean => message?.marks?.includes("machine") === true;
  const isSilent = stored.every(isWritten);
  return stored.map((one) => closetDrawer(one, isSilent || !isWritten(one)));
}

function closetDrawer({ drawer }: StoredDrawer, isSaid: boolean): ClosetDrawer {
  const { id, text, heading, message, date, placement } = drawer;
  return {
    id,
    text: isSaid ? text : "",
    heading,
    speaker: message === null ? null : (message.author ?? message.role),
    // The day of a copy says nothing of what stands in it.
    date: date === null || date.by === "modified" ? null : date.value,
    hall: placement.hall.value,
    topicalHalls: placement.topicalHalls,
  };
}
