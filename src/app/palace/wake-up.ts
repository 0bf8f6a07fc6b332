import { type OpenedProject, projectDays } from "../opened-project.ts";
import { factsScope } from "../facts/ask-by-caller.ts";
import { type Caller, ownScopes, type VisibleScopes } from "../../model/caller.ts";
import type { DrawerFilter } from "../../model/search.ts";
import type { Drawer } from "../../model/drawer.ts";
import type { WakeUpDrawer, WakeUpFact, WakeUpInput, WakeUpRoom } from "../../palace/wake-up.ts";
import { later } from "../../palace/names.ts";
import { briefWithoutSecrets, byActivity, MAX_ROOMS } from "../../palace/wake-up.ts";
import type { PlaceCount, SearchIndex, DocumentRef } from "../../storage/ports/search-index.ts";
import { keptFolder, KeptSessions } from "../../ingest/kept/kept-sessions.ts";
import { type Ground, messageRole } from "../../model/message-role.ts";
import { onlyAsks, sessionBrief } from "../../palace/session-brief.ts";
import { type PalaceView, requireWing } from "./palace-views.ts";
import { contentDay, dayOf } from "../../text/days.ts";
import { groundOf } from "../../text/evidence.ts";
import { agentNotes, manualKey, pinnedDrawers } from "./manual-drawers.ts";
import { openProjectRedaction } from "../redaction.ts";
import { memoryText, chatFile, chatFiles } from "../chats/chat-files.ts";
import { pinnedNotes } from "../../conversation/chats/memory-file.ts";
import { type Asked, LIST_SESSIONS, WAKE_UP } from "../../model/requests/index.ts";
import type { SessionBrief, WakeUp } from "../../operations/answers/palace.ts";

/** The room (or topical hall) whose pinned drawers say who this is. */
const IDENTITY = "identity";
/** Candidates of each section; the budget takes what it can. */
const MAX_ITEMS = 20;
/** Newest drawers that are looked through for open items. */
const LOOKED_THROUGH = 60;
/** Newest notes that are looked through for a person's, so many at a time: agents may have written all of the newest. */
const [NOTES, AT_ONCE] = [2_000, 50];
/** What counts as recent: days before the newest drawer that isn't in the future. */
const RECENT_DAYS = 28;
const DAY_MS = 86_400_000;

/**
 * A start-of-session brief: who this is about, what is pinned, the most active rooms, what is open, what happened last; each line with the
 * drawer that it comes from. Pinned is what the owner pinned (`drawers.ts`), and nothing of what a user wrote is in the owner's.
 *
 * The same palace gives the same brief on any day: what is recent is seen from its newest drawer.
 * @throws LociError `USAGE` for a wing that isn't there
 * Cost: after a change a few passes over columns of dates and 100 drawers read; then what composing costs.
 */
export async function wakeUp(
  project: OpenedProject & { readonly chats: () => Promise<{ readonly drawersOf: DrawersOf }> },
  { caller, budgetTokens = WAKE_UP.budgetTokens.default, wing }: Asked<typeof WAKE_UP>,
): Promise<WakeUp> {
  const drawersOf: DrawersOf = async (...message) => await (await project.chats()).drawersOf(...message);
  const visible = ownScopes(caller);
  // Facts are of the project, not of one of its wings.
  const facts = wing === undefined ? await factsToday(project, caller, drawersOf) : [];
  return await project.indexHandle.use(async (index) => {
    const view = await project.palace(index, visible);
    const only = wing === undefined ? null : requireWing(view, wing);
    // Up to and with this instant: what was added a moment ago is the newest there is. Asked only where something is dated later.
    const now = project.system.clock();
    const dated = view.stored.some(({ newest }) => newest.time !== null && newest.time > now) ? now + 1 : null;
    const sources = await sessionsByTime(project);
    const input = await view.once(`wake-up ${only ?? ""} ${dated ?? ""} ${sources[0]?.path ?? ""}`, () =>
      gather(
        { project, index, visible, view, manualSource: manualKey(project), sources },
        only,
        dated === null ? {} : { before: dated },
      ),
    );
    const notes = wing === undefined ? notesOf(project, caller) : [];
    const { chats: redact } = openProjectRedaction(project.settings);
    const clean = async (text: string): Promise<string> => (await redact(text)).text;
    return { ...(await briefWithoutSecrets({ ...input, facts, notes }, { budgetTokens, clean })), budgetTokens };
  });
}

/**
 * The agents' sessions that went on last, each with its title and where it stopped, as briefs tell them.
 * Cost: the drawers of each session that is told.
 */
export async function sessionList(
  project: Pick<OpenedProject, "indexHandle" | "catalog" | "folder" | "settings" | "system">,
  { caller, limit = LIST_SESSIONS.limit.default }: Asked<typeof LIST_SESSIONS>,
): Promise<{ readonly sessions: readonly SessionBrief[] }> {
  const sources = await sessionsByTime(project, Infinity);
  const context = { project, visible: ownScopes(caller), sources };
  return await project.indexHandle.use(async (index) => ({
    sessions: await lastSessions({ ...context, index }, { only: null, most: limit }),
  }));
}

type DrawersOf = (chat: string, id: string, options: { readonly caller: Caller }) => Promise<readonly string[]>;

const FACTS = 20;

/** Notes that the owner pinned in his chats; a user's stand in each of his own. */
function notesOf({ folder }: Pick<OpenedProject, "folder">, caller: Caller): readonly string[] {
  if (caller !== "owner") return [];
  const { memory } = chatFiles(folder.chats, chatFile(folder.chats, "terminal", "admin"), "admin");
  return pinnedNotes(memoryText(memory));
}

/** What is in force of the caller's own facts and the project's: the last said first. Nobody is told another's, the owner neither: those are not his. */
async function factsToday(
  project: Pick<OpenedProject, "facts">,
  caller: Caller,
  drawersOf: DrawersOf,
): Promise<readonly WakeUpFact[]> {
  const lists = await project.facts.list(factsScope(caller, "read"), { kind: "all", unasked: true });
  const facts = lists.map((list) => ({
    ...list,
    said: list.items.reduce((last, { time }) => (time > last ? time : last), ""),
  }));
  const latest = facts.sort((a, b) => (a.said > b.said ? -1 : 1)).slice(0, FACTS);
  return await Promise.all(
    latest.map(async ({ topic, items, later, said }) => ({
      topic,
      since: later?.at(-1)?.sentence,
      values: items.map(({ value }) => value),
      date: said,
      drawer: await drawerOfFact(drawersOf, { items, lastTime: said }, caller),
    })),
  );
}

async function drawerOfFact(
  drawersOf: DrawersOf,
  { items, lastTime }: { items: readonly { chat: string; messageId: string; time: string }[]; lastTime: string },
  caller: Caller,
): Promise<string | null> {
  const last = items.find(({ time }) => time === lastTime);
  if (last === undefined || last.chat === "") return null;
  return (await drawersOf(last.chat, last.messageId, { caller }))[0] ?? null;
}

/** A session's document, and the session's own id. */
type SessionRef = DocumentRef & { readonly session: string };

/** The project's sessions by when they went on last. Cost: a small file a chat source. */
async function sessionsByTime(
  { catalog, folder }: Pick<OpenedProject, "catalog" | "folder">,
  most = 8 * SESSIONS,
): Promise<readonly SessionRef[]> {
  const found: (SessionRef & { readonly last: number })[] = [];
  for (const source of await catalog.sources.list()) {
    if (source.kind !== "chat") continue;
    const kept = new KeptSessions(keptFolder(folder.sessions, source.key));
    for (const path of kept.paths()) {
      const { session, last = null } = kept.summary(path) ?? { session: "" };
      if (!session.includes("/agent-") && last !== null)
        found.push({ source: source.key, path, session, last: Date.parse(last) });
    }
  }
  return found.sort((a, b) => b.last - a.last || (a.path < b.path ? -1 : 1)).slice(0, most);
}

interface BriefContext {
  readonly project: OpenedProject;
  readonly index: SearchIndex;
  readonly visible: VisibleScopes;
  readonly view: PalaceView;
  /** Key of the source of drawers that were added by hand. */
  readonly manualSource: string;
  /** Documents of sessions of agents, the one that went on last first; of helpers none. */
  readonly sources: readonly SessionRef[];
}

/** What a brief is composed of. @param before leaves out what is dated in the future */
async function gather(
  context: BriefContext,
  only: string | null,
  before: DrawerFilter,
): Promise<Omit<WakeUpInput, "facts" | "notes">> {
  const { project, index, visible, view } = context;
  const wings = only === null ? {} : { wings: [only] };
  const newest = async (filter: DrawerFilter, limit: number): Promise<readonly Candidate[]> =>
    await drawersOf(context, await index.recent(visible, view.names.narrow({ ...wings, ...filter }), limit));
  const pinned = (await drawersOf(context, await pinnedDrawers(project, index, visible))).filter(
    ({ wing }) => only === null || wing === only,
  );
  const says = ({ room, topicalHalls }: Candidate): boolean => room === IDENTITY || topicalHalls.includes(IDENTITY);
  const latest = await newest(before, LOOKED_THROUGH);
  const notes: Record<"person" | "agent", Candidate[]> = { person: [], agent: [] };
  for (let from = 0; from < NOTES && notes.person.length < MAX_ITEMS; from += AT_ONCE) {
    const kinds = { sources: [context.manualSource], halls: ["facts", "preferences", "advice"] };
    const filter = { ...view.names.narrow({ ...wings, ...kinds }), from };
    const more = await drawersOf(context, await index.recent(visible, filter, from + AT_ONCE));
    for (const note of more) notes[note.byAgent ? "agent" : "person"].push(note);
    if (more.length < AT_ONCE) break;
  }
  const stopped = { only, most: SESSIONS };
  const worked = await lastSessions(context, { ...stopped, isWork: true });
  return {
    identity: pinned.filter(says),
    pinned: pinned.filter((drawer) => !says(drawer)),
    sessions: (worked.length > 0 ? worked : await lastSessions(context, stopped)).map(({ lines }) => lines),
    kept: notes.person.slice(0, MAX_ITEMS),
    noted: notes.agent.slice(0, MAX_ITEMS),
    open: latest,
    events: (await newest({ ...before, halls: ["events"] }, LOOKED_THROUGH))
      // An assistant's remarks on its own work ("Now let me check") are no events, nor are questions. When a file was
      // last written says nothing of when something in it happened.
      .filter(({ isTold, ground }) => isTold && ground !== "asked")
      .slice(0, MAX_ITEMS),
    rooms: await spokenRooms(context, await activeRooms(context, wings, latest[0]?.date ?? null)),
  };
}

/** @param newest content date of the newest drawer that isn't in the future; null without dates */
async function activeRooms(
  { project, index, visible, view }: BriefContext,
  wings: DrawerFilter,
  newest: string | null,
): Promise<readonly WakeUpRoom[]> {
  const recent =
    newest === null
      ? new Map<string, RoomActivity>()
      : activity(
          view,
          await index.places(
            visible,
            view.names.narrow({ ...wings, since: Date.parse(newest) - RECENT_DAYS * DAY_MS }),
          ),
        );
  const only = wings.wings?.[0] ?? null;
  const rooms = [...view.once("activity", () => activity(view, view.stored))]
    .filter(([, { wing }]) => only === null || wing === only)
    .map(([key, room]) => ({ ...room, recent: recent.get(key)?.count ?? 0 }))
    .sort((a, b) => b.recent - a.recent);
  // Only those that may be among the first are given a day: there are thousands.
  const least = rooms[MAX_ROOMS - 1]?.recent ?? 0;
  const days = projectDays(project);
  return rooms
    .filter((room) => room.recent >= least)
    .map(({ wing, room, count, last, newest: { id }, recent }) => ({
      wing,
      room,
      count,
      last: last === null ? null : contentDay(last, days),
      drawer: id,
      recent,
    }))
    .sort(byActivity)
    .slice(0, LOOKED_AT);
}

/** Newest drawers of a room that are looked at for one that no program wrote, and rooms of which that is done. */
const [NEWEST, LOOKED_AT] = [24, 4 * MAX_ROOMS];

/**
 * Rooms without those in which programs alone speak, and those that a document named itself: each with its newest drawer of anybody else. What the owner
 * called otherwise since has the name that he gave.
 */
async function spokenRooms(
  { index, visible, view }: BriefContext,
  rooms: readonly WakeUpRoom[],
): Promise<readonly WakeUpRoom[]> {
  const named = ({ placement: { wing, room } }: Drawer): boolean => {
    const shown = view.names.shown({ wing: wing.value, room: room.value });
    const isGiven = (by: string, isRenamed: boolean): boolean => by !== "front-matter" || isRenamed;
    return isGiven(wing.by, shown.wing !== wing.value) && isGiven(room.by, shown.room !== room.value);
  };
  const spoken = async (ids: readonly string[]): Promise<readonly string[]> =>
    (await index.get(ids, visible)).flatMap(({ drawer }) =>
      groundOf(drawer) === "machine" || !named(drawer) ? [] : [drawer.id],
    );
  const said = new Set(await spoken(rooms.map(({ drawer }) => drawer)));
  const all = await Promise.all(
    rooms.map(async (one): Promise<readonly WakeUpRoom[]> => {
      if (said.has(one.drawer)) return [one];
      const filter = view.names.narrow({ wings: [one.wing], rooms: [one.room] });
      const [drawer] = await spoken(await index.recent(visible, filter, NEWEST));
      return drawer === undefined ? [] : [{ ...one, drawer }];
    }),
  );
  return all.flat();
}

type RoomActivity = Pick<PlaceCount, "wing" | "room" | "count" | "last" | "newest">;

function activity({ names }: PalaceView, places: readonly PlaceCount[]): ReadonlyMap<string, RoomActivity> {
  const shown = places.map(({ count, last, newest, ...place }) => ({ ...names.shown(place), count, last, newest }));
  const rooms = [...Map.groupBy(shown, keyOf)];
  const sum = (known: RoomActivity, { count, last, newest }: RoomActivity): RoomActivity => ({
    ...known,
    count: known.count + count,
    last: later(known.last, last),
    newest: newer(known.newest, newest),
  });
  return new Map(rooms.map(([key, own]) => [key, own.reduce(sum)]));
}

function newer(a: PlaceCount["newest"], b: PlaceCount["newest"]): PlaceCount["newest"] {
  const [left, right] = [a.time ?? -Infinity, b.time ?? -Infinity];
  return left === right ? (a.id < b.id ? a : b) : left > right ? a : b;
}

const keyOf = ({ wing, room }: { readonly wing: string; readonly room: string }): string => `${wing}\u0000${room}`;

interface Candidate extends WakeUpDrawer {
  /** A person said it, or a document that says of which day it is. */
  readonly isTold: boolean;
  readonly ground: Ground;
  readonly byAgent: boolean;
  readonly topicalHalls: readonly string[];
}

const SESSIONS = 3;

/**
 * Where the last sessions stopped, the newest first: of those that were mined, and of those that hooks record.
 * @param isWork leaves out those that only asked
 */
async function lastSessions(
  given: Pick<BriefContext, "index" | "visible" | "sources"> & { readonly project: Parameters<typeof projectDays>[0] },
  { only, most, isWork = false }: { readonly only: string | null; readonly most: number; readonly isWork?: boolean },
): Promise<readonly SessionBrief[]> {
  const { project, index, visible, sources } = given;
  const days = projectDays(project);
  const briefs: SessionBrief[] = [];
  for (const { source, path, session } of sources) {
    if (briefs.length === most) break;
    const drawers = await index.documentDrawers({ source, path }, visible);
    const [first] = drawers;
    if (first === undefined || (only !== null && first.drawer.placement.wing.value !== only)) continue;
    const said = drawers.map(({ drawer: { id, text, message } }) => ({
      id,
      text,
      role: message?.role ?? "user",
      author: message?.author ?? null,
      marks: message?.marks ?? [],
      day: message?.time == null ? null : dayOf(message.time, days),
    }));
    const lines = isWork && onlyAsks(said) ? [] : sessionBrief(first.document.title, said);
    if (lines.length > 0) briefs.push({ session, lines });
  }
  return briefs;
}

async function drawersOf(
  { project, index, visible, view, manualSource }: BriefContext,
  ids: readonly string[],
): Promise<readonly Candidate[]> {
  const days = projectDays(project);
  const isAgents = agentNotes(project);
  return (await index.get(ids, visible)).map((stored) => {
    const { drawer, document } = stored;
    const byAgent = isAgents(stored);
    const { id, text, placement, date, message } = drawer;
    const said =
      message === null
        ? document.source === manualSource
        : messageRole(message.role) === "user" && (message.marks ?? []).length === 0;
    return {
      id,
      text,
      ...view.names.shown({ wing: placement.wing.value, room: placement.room.value }),
      hall: placement.hall.value,
      topicalHalls: placement.topicalHalls,
      date: date?.value ?? null,
      day: date === null ? null : dayOf(date.value, days),
      byPerson: said && !byAgent,
      byAgent,
      isTold: message === null ? date?.by !== "modified" : said,
      ground: groundOf(drawer),
    };
  });
}
