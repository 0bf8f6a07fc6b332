import { choice, flag, FLAG, given, needed, number, object, optional, pick, text, texts, whole } from "./field.ts";
import { DRAWER_ID, FILTERS, name } from "./search.ts";

const WING = name("Only this wing");
const OFFSET = whole(0, 1_000_000, "Leave out so many from the front", { default: 0 });

export const ROOMS = { wing: WING };
export const TIMELINE = { wing: WING, room: name("Only this room") };

export const TUNNELS = { wings: texts(200, "Only those that join all of these wings", { min: 1, most: 20 }) };

/** A hall of several wings, side by side. */
export const COMPARE_HALL = {
  hall: needed(name("Facts, events, discoveries, preferences, advice, or a topical hall")),
  wings: texts(200, "These wings, in this order; the four that have most in it by default", { min: 1, most: 20 }),
  limit: whole(1, 100, "Passages of each wing at most", { default: 10 }),
};

export const TRAVERSE = {
  room: needed(name("Where the walk starts")),
  hops: whole(1, 10, "Steps at most", { default: 2 }),
  limit: whole(1, 100_000, "Rooms at most of each number of steps, the nearest", { default: 100 }),
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

export const LIST_SESSIONS = { limit: whole(1, 200, "Sessions at most", { default: 20 }) };

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
  id: {
    ...optional(DRAWER_ID),
    doc: "The passage that is moved, by its id or the beginning of it; of undo the one whose last move is meant",
  },
  room: name("Where the passage belongs; it need not be there yet"),
};

const END = { wing: needed(name("A wing")), room: needed(name("A room in it")) };

/** A room with its wing in one word, as the command line has it. */
export const ROOM_IN_WING = needed(
  text(401, "A room with its wing: wing/room", {
    pattern: /^[^/]+\/[^/]+$/u,
    form: "wing/room, such as driftwood/auth-migration",
  }),
);

export const TUNNEL = {
  from: needed(object(END, "A room with its wing")),
  to: needed(object(END, "The other one")),
  label: text(500, "Why they belong together", { named: true }),
};

/** What a table of drawers is sorted by. */
const DRAWER_ORDERS = ["date", "wing", "source", "length"] as const;
export type DrawerOrder = (typeof DRAWER_ORDERS)[number];

/** Drawers that are opened, and how much around them. */
export const EXPAND = {
  ids: needed(
    texts(64, "Passages, by their ids or the beginnings of them", {
      min: 4,
      least: 1,
      most: 200,
      short: "Ids, or the beginnings of them",
    }),
  ),
  before: whole(0, 1_000, "So many passages before each in its document too", { value: "n", short: "" }),
  after: whole(0, 1_000, "So many passages after each too", { value: "n", short: "" }),
  section: flag("Everything under its heading", { short: "" }),
  document: flag("Its whole document", { short: "" }),
};

/** A table of drawers, a part at a time. `own`: as of a search; the library's alone. */
export const LIST_DRAWERS = {
  own: FLAG,
  ...pick(FILTERS, ["wing", "hall", "room", "source", "type", "since", "until", "asOf"]),
  text: text(2_000, "Only passages that hold all of these words"),
  duplicates: flag("Only texts that stand more than once"),
  ids: texts(64, "Only these passages, by their ids, in this order; no filter and no order holds", { most: 1_000 }),
  sort: choice(DRAWER_ORDERS, "What they are sorted by", { default: "date" }),
  order: choice(["asc", "desc"], "Smallest or largest first", { default: "desc" }),
  offset: whole(0, 10_000_000, "Leave out so many from the front", { default: 0 }),
  limit: whole(1, 1_000, "Passages at most", { default: 100 }),
};

/** A drawer to be stored by hand, word for word; longer texts are files, to be indexed. */
export const ADD_DRAWER = {
  text: needed(text(200_000, "The exact words", { min: 1 })),
  wing: { ...name("Person, project or subject; when left out, the project"), short: "Person, project or subject" },
  room: {
    ...name("Concept, as a slug such as auth-migration; found from the text when left out"),
    short: "Concept, as a slug such as auth-migration",
  },
  hall: {
    ...name("Facts, events, discoveries, preferences, advice, or one of your own; found from the text when left out"),
    short: "Found when left out",
  },
  scope: {
    ...name("Who may see it: kb, admin (only you) or user:<id>"),
    short: "kb, admin, user:<id>; when left out, only who adds it",
  },
  date: text(100, "When it was so, as an ISO date or time", { short: "" }),
  pin: flag("Keep it pinned: it stands in each brief of who sees it", { short: "" }),
  supersedes: texts(64, "Ids of passages that it replaces", { most: 100, short: "Ids that it replaces" }),
  force: flag("Add it even if a stored passage says the same", { short: "Even if a near-duplicate is stored" }),
};

/** The same as the library takes it. `agent`: one adds it of itself, so it is shown nowhere as its owner's words. */
export const ADD_CALL = { ...ADD_DRAWER, agent: given<boolean>("flag") };

/** A text that may be stored already. */
export const CHECK_DUPLICATE = {
  text: ADD_DRAWER.text,
  scope: name("Of the passage that it would become; the one that adding it would give when left out"),
  threshold: number("Similarity above which a passage says the same", { min: 0, max: 1, default: 0.9 }),
};

export const FORGET = {
  query: needed(text(2_000, "A passage's id, or its words in a row", { min: 1 })),
  yes: flag("Forget them; without it they are only shown", { short: "Without it: only shows what would go" }),
};

export const FORGET_DRAWERS = {
  ids: needed(texts(64, EXPAND.ids.doc, { min: 4, least: 1, most: 500 })),
  yes: FORGET.yes,
};

/** The same over HTTP, where it is done unless it is only to be shown. */
export const FORGET_MANY = { ids: FORGET_DRAWERS.ids, dryRun: flag("Only show what would go") };

export const ONE_DRAWER = { id: DRAWER_ID };
