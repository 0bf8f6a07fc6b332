import { needed, object, text, texts, whole } from "./field.ts";
import { name } from "./search.ts";

const WING = name("Only this wing");
const OFFSET = whole(0, 1_000_000, "Leave out so many from the front", { default: 0 });

/** The rooms, or what is dated when, of the palace or a part of it. */
export const ROOMS = { wing: WING };
export const TIMELINE = { wing: WING, room: name("Only this room") };

/** Rooms that join wings. */
export const TUNNELS = { wings: texts(200, "Only those that join all of these wings", { min: 1, most: 20 }) };

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

/** A room or a wing that is called something else from now on. */
export const CORRECT = {
  from: needed(name("As it is called now")),
  to: needed(name("As it is to be called, or the one that stays")),
  wing: name("In this wing only"),
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
