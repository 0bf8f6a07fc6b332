import {
  ADD_CALL,
  AUDIT,
  CHECK_DUPLICATE,
  CLOSETS,
  COMPARE_HALL,
  CORRECT,
  FORGET,
  FORGET_DRAWERS,
  LIST_DRAWERS,
  LIST_SESSIONS,
  ONE_DRAWER,
  ROOMS,
  TIMELINE,
  TRAVERSE,
  TUNNEL,
  TUNNELS,
  WAKE_UP,
  without,
} from "../model/requests/index.ts";
import { operation } from "./operation.ts";

const answers = () => import("./answers/palace.ts");
const browse = () => import("../app/palace/browse.ts");

/**
 * The palace of a project: browsing it, correcting it, adding drawers to it by hand. Everything that is read is of what the caller sees:
 * what he doesn't see changes no name, count or order. Only the owner corrects, for good: corrections survive every re-indexing.
 */
export const PALACE = {
  /** wing → room → drawers, and wing → hall → drawers. */
  taxonomy: operation({
    summary: "Wing → room → passages, and wing → hall → passages",
    request: {},
    answer: async () => (await answers()).taxonomySchema,
    access: "caller",
    http: "GET /v1/taxonomy",
    load: async () => (await browse()).taxonomy,
  }),
  /** Rooms as nodes, and an edge for each pair of wings that share one. */
  graph: operation({
    summary: "Rooms as nodes, and an edge for each pair of wings that share one",
    request: {},
    answer: async () => (await answers()).graphSchema,
    access: "caller",
    http: "GET /v1/graph",
    load: async () => (await browse()).graph,
  }),
  /** The wings, largest first. */
  wings: operation({
    request: {},
    answer: async () => (await answers()).wingsSchema,
    access: "caller",
    load: async () => (await browse()).wings,
  }),
  /** The rooms, largest first; of one wing, or of all. @throws LociError `USAGE` for a wing that isn't there */
  rooms: operation({
    request: ROOMS,
    answer: async () => (await answers()).roomsSchema,
    access: "caller",
    load: async () => (await browse()).rooms,
  }),
  /** Rooms that stand in two wings or more, and rooms whose notes link to each other; with `wings`, those that join all of these. */
  tunnels: operation({
    summary: "Rooms that join wings, tunnels that somebody dug, and rooms whose notes link to each other",
    request: TUNNELS,
    answer: async () => (await answers()).tunnelsSchema,
    access: "caller",
    http: "GET /v1/tunnels",
    load: async () => (await browse()).tunnels,
  }),
  /** Rooms that can be reached from one. @throws LociError `USAGE` for a room that isn't there */
  traverse: operation({
    summary: "Rooms that can be reached from one",
    request: TRAVERSE,
    given: ["room"],
    answer: async () => (await answers()).traversedSchema,
    access: "caller",
    http: "GET /v1/traverse/:room",
    load: async () => (await browse()).reachedRooms,
  }),
  /** A hall of several wings side by side, such as whose advice is what. @throws LociError `USAGE` for a hall or wing that isn't there */
  compareHall: operation({
    summary: "A hall of several wings side by side, the newest passages of each",
    request: COMPARE_HALL,
    given: ["hall"],
    answer: async () => (await answers()).comparedHallSchema,
    access: "caller",
    http: "GET /v1/halls/:hall",
    load: async () => (await import("../app/palace/browse.ts")).compareHall,
  }),
  /** Short labels over the drawers of each document in each room. @throws LociError `USAGE` */
  closets: operation({
    summary: "Short labels over the passages of each document in each room",
    request: CLOSETS,
    answer: async () => (await answers()).closetsSchema,
    access: "caller",
    http: "GET /v1/closets",
    load: async () => (await import("../app/palace/closets.ts")).closets,
  }),
  /** A start-of-session brief within a budget. @throws LociError `USAGE` */
  wakeUp: operation({
    summary: "A brief for the start of a session, within a budget",
    request: WAKE_UP,
    answer: async () => (await answers()).wakeUpSchema,
    access: "caller",
    http: "GET /v1/wake-up",
    load: async () => (await import("../app/palace/wake-up.ts")).wakeUp,
  }),
  /** The agents' sessions that went on last, each with its title and where it stopped. */
  sessions: operation({
    summary: "The agents' sessions that went on last, each with its title and where it stopped",
    request: LIST_SESSIONS,
    answer: async () => (await answers()).sessionsSchema,
    access: "caller",
    http: "GET /v1/sessions",
    load: async () => (await import("../app/palace/wake-up.ts")).sessionList,
  }),
  /** What an agent may be told of the palace before it asks: counts, and names that the owner gave. */
  standing: operation({
    request: {},
    answer: async () => (await answers()).standingSchema,
    access: "caller",
    load: async () => (await import("../app/palace/browse.ts")).standing,
  }),
  /** Drawers as a table: filtered, sorted, a part at a time. @throws LociError `USAGE`, `QUERY_INVALID`, `SOURCE_NOT_FOUND` */
  drawers: operation({
    summary: "Passages as a table: filtered, sorted, a part at a time",
    request: LIST_DRAWERS,
    answer: async () => (await answers()).drawersSchema,
    access: "caller",
    http: "GET /v1/drawers",
    load: async () => (await import("../app/drawers/list-drawers.ts")).listDrawers,
  }),
  /** The outline of the document that a drawer stands in, and the links that lead to it. @throws LociError `DRAWER_NOT_FOUND` */
  outline: operation({
    request: ONE_DRAWER,
    given: ["id"],
    answer: async () => (await answers()).outlineSchema,
    access: "caller",
    load: async () => (await import("../app/drawers/outline.ts")).outline,
  }),
  /** How many drawers are dated in each month. */
  timeline: operation({
    summary: "How many passages are dated in each month",
    request: TIMELINE,
    answer: async () => (await answers()).timelineSchema,
    access: "caller",
    http: "GET /v1/timeline",
    load: async () => (await import("../app/drawers/outline.ts")).timeline,
  }),

  /**
   * Adds a drawer by hand: to a markdown file that people can edit, then to the index.
   * @throws LociError `DUPLICATE` (with `details.matches`), `USAGE`, `SCOPE_INVALID`, `FORBIDDEN`, `TOO_LARGE`
   * @example await project.addDrawer({ wing: "driftwood", room: "auth-migration", scope: "kb", text: "We chose Clerk." });
   */
  addDrawer: operation({
    request: ADD_CALL,
    given: "drawer",
    answer: async () => (await import("./answers/hits.ts")).addedDrawerSchema,
    access: "caller",
    // By hand: over HTTP the project may be made, and only the owner is told the file.
    load:
      async () =>
      async (parts, { caller, ...drawer }) =>
        await (
          await parts.adder()
        )(drawer, { caller }),
  }),
  /** Whether a text is stored already. @param options `scope`: of the drawer that it would become; `kb` by default */
  checkDuplicate: operation({
    request: CHECK_DUPLICATE,
    given: ["text"],
    answer: async () => (await import("./answers/hits.ts")).duplicateCheckSchema,
    access: "caller",
    load: async () => (await import("../app/palace/check-duplicate.ts")).duplicates,
  }),
  /** Shows what a question or an id means, and with `yes` forgets it; see `forget`. @throws LociError `DRAWER_NOT_FOUND` */
  forget: operation({
    request: FORGET,
    given: ["query"],
    answer: async () => (await import("./answers/forgotten.ts")).forgottenSchema,
    access: "caller",
    load: async () => (await import("../app/palace/forget.ts")).forget,
  }),
  /** The same for drawers that are named by their ids. @throws LociError `DRAWER_NOT_FOUND` with all of them as they were */
  forgetDrawers: operation({
    request: FORGET_DRAWERS,
    given: ["ids"],
    answer: async () => (await import("./answers/forgotten.ts")).forgottenSchema,
    access: "caller",
    load: async () => (await import("../app/palace/forget.ts")).forgetDrawers,
  }),
  /** Takes the texts of removed drawers out of the index's own file, where they stand until what held them is merged. */
  compact: operation({
    request: {},
    answer: async () => (await import("./answers/forgotten.ts")).compactedSchema,
    access: "owner",
    audit: () => "index",
    load: async () => (await import("../app/palace/leave-no-trace.ts")).compact,
  }),

  /**
   * Puts one room into another, gives a room or a wing another name, makes a name another one of a wing, puts a drawer into another room, or takes
   * the last of these back; asked again, the one before.
   * @throws LociError `USAGE` where what it needs is missing, `DRAWER_NOT_FOUND`, `FORBIDDEN`, `SOURCE_BUSY`
   * @example await project.correct("merge-rooms", { from: "auth", to: "auth-migration", wing: "driftwood" });
   */
  correct: operation({
    summary: "Correct rooms and wings, or move a passage, for good; or take the last correction back",
    request: CORRECT,
    given: ["op"],
    answer: async () => (await answers()).correctionSchema,
    access: "owner",
    http: "POST /v1/corrections/:op",
    load: async () => (await import("../app/palace/correct.ts")).correct,
  }),
  /** What happened today between agents and the memory, newest first. @throws LociError `FORBIDDEN` */
  today: operation({
    summary:
      "What agents asked and were given today, what was put into prompts or why not, what was remembered and forgotten",
    request: AUDIT,
    answer: async () => (await import("./answers/status.ts")).todaySchema,
    access: "owner",
    http: "GET /v1/today",
    load: async () => (await import("../app/today/today.ts")).today,
  }),
  /** Digs a tunnel between two rooms. @throws LociError `USAGE`, `FORBIDDEN` */
  addTunnel: operation({
    request: TUNNEL,
    given: ["from", "to"],
    answer: async () => (await answers()).dugTunnelSchema,
    access: "owner",
    load: async () => (await import("../app/palace/browse.ts")).digTunnel,
  }),
  /** Fills a tunnel that somebody dug. @returns whether there was one. @throws LociError `USAGE`, `FORBIDDEN` */
  removeTunnel: operation({
    request: without(TUNNEL, ["label"]),
    given: ["from", "to"],
    answer: async () => (await answers()).filledTunnelSchema,
    access: "owner",
    load: async () => (await import("../app/palace/browse.ts")).fillTunnel,
  }),
};
