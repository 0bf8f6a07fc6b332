import { choice, needed, object, optional, text, texts, whole } from "./field.ts";
import { DRAWER_ID, name } from "./search.ts";

const WING = name("Only this wing");
const OFFSET = whole(0, 1_000_000, "Leave out so many from the front", { default: 0 });

/** The rooms, or what is dated when, of the palace or a part of it. */
export const ROOMS = { wing: WING };
export const TIMELINE = { wing: WING, room: name("Only this room") };

/** Rooms that join wings. */
export const TUNNELS = { wings: texts(200, "Only those that join all of these wings", { min: 1, most: 20 }) };

/** A hall of several wings, side by side. */
export const COMPARE_HALL = {
  hall: needed(name("Facts, events, discoveries, preferences, advice, or a topical hall")),
  wings: texts(200, "These wings, in this order; the four that have most in it by default", { min: 1, most: 20 }),
  limit: whole(1, 100, "Passages of each wing at most", { default: 10 }),
};

/** A walk from a room. */
export const TRAVERSE = {
  room: needed(name("Where the walk starts")),
  hops: whole(1, 10, "Steps at most", { default: 2 }),
};

/** Short labels over the drawers of a document in a room. */
export const CLOSETS = {
  wing: WING,
  room: name("Only this room"),
  limit: whole(1, 1_000, "Closets at most", { default: 50 }),
  offset: OFFSET,
};

/** A brief for the start of a session. */
export const WAKE_UP = {
  budgetTokens: whole(0, 100_000, "Tokens that the brief may take", { default: 800, short: "Default 800" }),
  wing: { ...name("About this wing only"), short: "" },
};

/** Sessions of agents. */
export const LIST_SESSIONS = { limit: whole(1, 200, "Sessions at most", { default: 20 }) };

/** Ways to correct the palace, and what each needs. */
export const CORRECTIONS = {
  "merge-rooms": ["from", "to"],
  "rename-room": ["from", "to"],
  "rename-wing": ["from", "to"],
  "alias-wing": ["from", "to"],
  "move-drawer": ["id", "room"],
  undo: [],
} as const;
export type Correction = keyof typeof CORRECTIONS;

/** A correction by the name of its way; which fields it needs, that says. */
export const CORRECT = {
  op: needed(choice(Object.keys(CORRECTIONS) as Correction[], "What is done")),
  from: name("The room or wing as it is called now; of alias-wing the further name"),
  to: name("As it is to be called, or the one that stays"),
  wing: name("Of a room: in this wing only"),
  id: { ...optional(DRAWER_ID), doc: "The drawer that is moved, by its id or the beginning of it" },
  room: name("Where the drawer belongs; it need not be there yet"),
};

const END = { wing: needed(name("A wing")), room: needed(name("A room in it")) };

/** A room with its wing in one word, as the command line has it. */
export const ROOM_IN_WING = needed(
  text(401, "A room with its wing: wing/room", {
    pattern: /^[^/]+\/[^/]+$/u,
    form: "wing/room, such as driftwood/auth-migration",
  }),
);

/** A tunnel between two rooms. */
export const TUNNEL = {
  from: needed(object(END, "A room with its wing")),
  to: needed(object(END, "The other one")),
  label: text(500, "Why they belong together"),
};
