import type { OpenedProject, Search } from "../opened-project.ts";
import { option, step } from "../../model/next-step.ts";
import { type Caller, callerOf, ownScopes, type VisibleScopes, visibleScopes } from "../../model/caller.ts";
import type { Standing } from "./standing.ts";
import { LociError } from "../../model/error.ts";
import type { ExplicitTunnel, TunnelEnd } from "../../model/palace-edits.ts";
import type { LinkedRooms } from "../../palace/graph/linked-rooms.ts";
import type { PalaceGraph } from "../../palace/graph/palace-graph.ts";
import type { Taxonomy } from "../../palace/graph/taxonomy.ts";
import type { ReachedRoom } from "../../palace/graph/traverse.ts";
import { parseScope } from "../../model/scope.ts";
import type { LiveChats } from "../chats/live-chats.ts";
import type { AddDrawer, AddedDrawer, NewDrawer } from "./add-drawer.ts";
import type { RoomSummary } from "../../palace/graph/tunnels.ts";
import type { Tunnels, WingSummary } from "./browse.ts";
import type { DuplicateCheck } from "./check-duplicate.ts";
import type { ClosetOptions, Closets } from "./closets.ts";
import type { CorrectedRoom, CorrectedWing, RoomOptions } from "./correct.ts";
import type { Forgotten, ForgetOptions } from "./forget.ts";
import type { MovedDrawer, UndoneCorrection } from "./move-drawer.ts";
import type { PalaceView } from "./palace-views.ts";
import type { DrawerList, ListDrawersOptions } from "../drawers/list-drawers.ts";
import type { Outline } from "../drawers/outline.ts";
import type { Timeline } from "../drawers/timeline.ts";
import type { WakeUp, WakeUpOptions } from "./wake-up.ts";
import { TRAVERSE } from "../../model/requests/index.ts";

/** Who asks; `owner` by default. */
export interface AskedBy {
  readonly caller?: Caller;
}

/**
 * The palace of a project: browsing it, correcting it, adding drawers to it by hand. Everything that is read is of what the caller sees:
 * what he doesn't see changes no name, count or order. Only the owner corrects.
 */
export interface PalaceMethods {
  /** The wings, largest first. */
  wings(options?: AskedBy): Promise<{ readonly wings: readonly WingSummary[] }>;
  /** The rooms, largest first; of one wing, or of all. */
  rooms(
    options?: AskedBy & { readonly wing?: string | undefined },
  ): Promise<{ readonly rooms: readonly RoomSummary[] }>;
  /** wing → room → drawers, and wing → hall → drawers. */
  taxonomy(options?: AskedBy): Promise<Taxonomy>;
  /** Rooms that stand in two wings or more, and rooms whose notes link to each other; with `wings`, those that join all of these. */
  tunnels(options?: AskedBy & { readonly wings?: readonly string[] | undefined }): Promise<Tunnels>;
  /** Rooms that can be reached from one. @throws LociError `USAGE` */
  traverse(
    room: string,
    options?: AskedBy & { readonly hops?: number | undefined },
  ): Promise<{ readonly rooms: readonly ReachedRoom[] }>;
  /** Rooms as nodes, and an edge for each pair of wings that share one. */
  graph(options?: AskedBy): Promise<PalaceGraph>;
  /** Short labels over the drawers of a document in a room. @throws LociError `USAGE` */
  closets(options?: ClosetOptions): Promise<Closets>;
  /** Drawers as a table: filtered, sorted, a part at a time. @throws LociError `USAGE`, `QUERY_INVALID`, `SOURCE_NOT_FOUND` */
  drawers(options?: ListDrawersOptions): Promise<DrawerList>;
  /** The outline of the document that a drawer stands in. @throws LociError `DRAWER_NOT_FOUND` */
  outline(id: string, options?: AskedBy): Promise<Outline>;
  /** How many drawers are dated in each month. */
  timeline(
    options?: AskedBy & { readonly wing?: string | undefined; readonly room?: string | undefined },
  ): Promise<Timeline>;
  /** A start-of-session brief within a budget. @throws LociError `USAGE` */
  wakeUp(options?: WakeUpOptions): Promise<WakeUp>;
  /** What an agent may be told of the palace before it asks: counts, and names that the owner gave. */
  standing(options?: AskedBy): Promise<Standing>;

  /**
   * Adds a drawer by hand: to a markdown file that people can edit, then to the index.
   *
   * @throws LociError `DUPLICATE` (with `details.matches`), `USAGE`, `SCOPE_INVALID`, `FORBIDDEN`, `TOO_LARGE`
   * @example await project.addDrawer({ wing: "driftwood", room: "auth-migration", scope: "kb", text: "We chose Clerk." });
   */
  addDrawer(drawer: NewDrawer, options?: AskedBy): Promise<AddedDrawer>;
  /** Whether a text is stored already. @param options `scope`: of the drawer that it would become; `kb` by default */
  checkDuplicate(text: string, options?: AskedBy & { readonly scope?: string | undefined }): Promise<DuplicateCheck>;
  /** Shows what a question or an id means, and with `yes` forgets it; see `forget`. @throws LociError `DRAWER_NOT_FOUND` */
  forget(query: string, options?: ForgetOptions): Promise<Forgotten>;

  /** Puts one room into another, for good. @throws LociError `USAGE`, `FORBIDDEN` */
  mergeRooms(from: string, to: string, options?: RoomOptions & AskedBy): Promise<CorrectedRoom>;
  /** Gives a room another name, for good. @throws LociError `USAGE`, `FORBIDDEN` */
  renameRoom(from: string, to: string, options?: RoomOptions & AskedBy): Promise<CorrectedRoom>;
  /** Puts one drawer into another room, for good. @throws LociError `DRAWER_NOT_FOUND`, `USAGE`, `FORBIDDEN` */
  moveDrawer(id: string, room: string, options?: AskedBy): Promise<MovedDrawer>;
  /** Takes back the last of these calls; asked again, the one before. @throws LociError `USAGE`, `FORBIDDEN`, `SOURCE_BUSY` */
  undoCorrection(options?: AskedBy): Promise<UndoneCorrection>;
  /** Makes a name another one of a wing. @throws LociError `USAGE`, `FORBIDDEN` */
  aliasWing(alias: string, wing: string, options?: AskedBy): Promise<CorrectedWing>;
  /** Gives a wing another name, for good. @throws LociError `USAGE`, `FORBIDDEN` */
  renameWing(from: string, to: string, options?: AskedBy): Promise<CorrectedWing>;
  /** Digs a tunnel between two rooms. @throws LociError `USAGE`, `FORBIDDEN` */
  addTunnel(
    from: TunnelEnd,
    to: TunnelEnd,
    options?: AskedBy & { readonly label?: string | undefined },
  ): Promise<{ readonly tunnel: ExplicitTunnel }>;
  /** Fills a tunnel that somebody dug. @returns whether there was one. @throws LociError `USAGE`, `FORBIDDEN` */
  removeTunnel(from: TunnelEnd, to: TunnelEnd, options?: AskedBy): Promise<{ readonly removed: boolean }>;
}

/** The methods over an opened project; the code of each is loaded when it is first called. */
export function palaceMethods(project: OpenedProject, search: Search, chats: () => Promise<LiveChats>): PalaceMethods {
  const { indexHandle } = project;
  let adding: Promise<AddDrawer> | null = null;
  const browse = async <T>(
    caller: Caller | undefined,
    work: (
      view: PalaceView,
      how: typeof import("./browse.ts"),
      links: () => Promise<readonly LinkedRooms[]>,
    ) => T | Promise<T>,
    visible: VisibleScopes = visibleScopes(callerOf(caller)),
  ): Promise<T> => {
    const how = await import("./browse.ts");
    return await indexHandle.use(async (index) => {
      const view = await project.palace(index, visible);
      return await work(view, how, async () =>
        (await import("./links-between-notes.ts")).linkedRoomsOf(view, index, visible),
      );
    });
  };
  const owned = (caller: Caller | undefined): void => {
    if (callerOf(caller) !== "owner")
      throw new LociError("FORBIDDEN", "only the owner corrects the palace", { hint: step`leave out ${option("as")}` });
  };

  return {
    wings: ({ caller } = {}) => browse(caller, (view, { wingsOf }) => ({ wings: wingsOf(view) })),
    rooms: ({ caller, wing } = {}) => browse(caller, (view, { roomsOf }) => ({ rooms: roomsOf(view, wing ?? null) })),
    taxonomy: ({ caller } = {}) => browse(caller, (view, { taxonomy }) => taxonomy(view)),
    tunnels: ({ caller, wings = [] } = {}) =>
      browse(caller, async (view, { tunnels }, links) => tunnels(view, wings, await links())),
    traverse: (room, { caller, hops = TRAVERSE.hops.default } = {}) =>
      browse(caller, async (view, { traverseFrom }, links) => ({
        rooms: traverseFrom(view, room, hops, await links()),
      })),
    graph: ({ caller } = {}) => browse(caller, (view, { graph }) => graph(view)),
    closets: async (options) => await (await import("./closets.ts")).closets(project, options),
    drawers: async (options) =>
      await (await import("../drawers/list-drawers.ts")).listDrawers(project, search, options),
    outline: async (id, options) => await (await import("../drawers/outline.ts")).outline(project, id, options),
    timeline: async ({ caller, wing, room } = {}) => {
      const asked = {
        ...(caller && { caller }),
        ...(wing !== undefined && { wing }),
        ...(room !== undefined && { room }),
      };
      return await (await import("../drawers/timeline.ts")).timeline(project, asked);
    },
    standing: async ({ caller } = {}) => {
      const asker = callerOf(caller);
      const { standing } = await import("./standing.ts");
      return await browse(asker, (view) => standing(project, view, asker), ownScopes(asker));
    },
    wakeUp: async (options) =>
      await (
        await import("./wake-up.ts")
      ).wakeUp(project, options, async (...message) => await (await chats()).drawersOf(...message)),

    addDrawer: async (drawer, options) => {
      adding ??= import("./add-drawer.ts").then(({ drawerAdder }) => drawerAdder(project));
      return await (
        await adding
      )(drawer, options);
    },
    checkDuplicate: async (text, { caller, scope = "kb" } = {}) =>
      await (await import("./check-duplicate.ts")).checkDuplicate(project, text, parseScope(scope), caller),
    forget: async (query, options) =>
      await (await import("./forget.ts")).forget(project, { search, chats: await chats() }, query, options),

    mergeRooms: async (from, to, { caller, ...options } = {}) => {
      owned(caller);
      return await (await import("./correct.ts")).mergeRooms(project, from, to, options);
    },
    renameRoom: async (from, to, { caller, ...options } = {}) => {
      owned(caller);
      return await (await import("./correct.ts")).renameRoom(project, from, to, options);
    },
    moveDrawer: async (id, room, { caller } = {}) => {
      owned(caller);
      return await (await import("./move-drawer.ts")).moveDrawer(project, id, room);
    },
    undoCorrection: async ({ caller } = {}) => {
      owned(caller);
      return await (await import("./move-drawer.ts")).undoCorrection(project);
    },
    aliasWing: async (alias, wing, { caller } = {}) => {
      owned(caller);
      return await (await import("./correct.ts")).aliasWing(project, alias, wing);
    },
    renameWing: async (from, to, { caller } = {}) => {
      owned(caller);
      return await (await import("./correct.ts")).renameWing(project, from, to);
    },
    addTunnel: async (from, to, { caller, label = "" } = {}) => {
      owned(caller);
      return { tunnel: await (await import("./dig-tunnels.ts")).digTunnel(project, from, to, label) };
    },
    removeTunnel: async (from, to, { caller } = {}) => {
      owned(caller);
      return { removed: await (await import("./dig-tunnels.ts")).fillTunnel(project, from, to) };
    },
  };
}
