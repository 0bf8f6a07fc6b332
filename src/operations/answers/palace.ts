import { z } from "zod";
import { messageRefSchema } from "./hits.ts";
import { type Answer, noteSchema, versioned } from "./answer.ts";

/** A room over the wings that it stands in. Lists are sorted. */
const roomNodeSchema = z.object({
  room: z.string(),
  wings: z.array(z.string()),
  halls: z.array(z.string()),
  count: z.int().describe("Drawers"),
  first: z.string().nullable(),
  last: z.string().nullable(),
});

/** The rooms that a caller sees, largest first. */
export const roomsSchema = versioned({ rooms: z.array(roomNodeSchema) });

const counts = z.record(z.string(), z.record(z.string(), z.int()));

/** The palace as trees of counts; drawers without a hall aren't counted by halls. */
export const taxonomySchema = versioned({
  taxonomy: counts.describe("Wing, room, passages"),
  halls: counts.describe("Wing, hall, passages"),
});

/** Rooms reached on a walk from one, nearest first. */
export const traversedSchema = versioned({
  total: z.int().describe("Rooms that can be reached in so many steps; `rooms` may be fewer"),
  rooms: z.array(
    z.object({
      room: z.string(),
      hops: z.int(),
      /** 0–1, product of the steps' strengths on the strongest way of that many hops. */
      weight: z.number(),
      /**
       * Through what the last step went: for an explicit tunnel `tunnel:<room before>`, for links of notes `link:<room before>`, for documents and
       * sessions in which both stand `with:<room before>`, for what speaks of its subject `about:<room before>`; then the wings that both stand in, sorted.
       */
      via: z.array(z.string()),
    }),
  ),
});

const tunnelEndSchema = z.object({ wing: z.string(), room: z.string() });

/** A tunnel that somebody dug. */
const tunnelSchema = z.object({ a: tunnelEndSchema, b: tunnelEndSchema, label: z.string() });

/** Two rooms that notes in them join by links, in either direction, with the first five by path and line. `a` is the first end by the alphabet. */
const linkedRoomsSchema = z.object({
  a: tunnelEndSchema,
  b: tunnelEndSchema,
  count: z.int(),
  links: z.array(z.object({ id: z.string(), from: z.string(), line: z.int().nullable(), to: z.string() })),
});

/** Rooms that join wings, most specific first, tunnels that somebody dug, and rooms whose notes link to each other, most links first. */
export const tunnelsSchema = versioned({
  tunnels: z.array(roomNodeSchema),
  explicit: z.array(tunnelSchema),
  linked: z.array(linkedRoomsSchema),
});

/** The palace as a graph: rooms, the wings that share them, and rooms that a tunnel or links of notes join. */
export const graphSchema = versioned({
  nodes: z.array(roomNodeSchema),
  edges: z.array(
    // Two wings that share a room; `a` before `b` by the alphabet.
    z.object({
      a: z.string(),
      b: z.string(),
      room: z.string(),
      /** Halls that the room has in both or either of the two wings, sorted. */
      halls: z.array(z.string()),
      /** Drawers of the room in the two wings together. */
      count: z.int(),
      /** How telling the link is: 1 / (wings that hold the room − 1), so 1 for a room of just these two. */
      weight: z.number(),
    }),
  ),
  explicit: z.array(tunnelSchema),
  linked: z.array(linkedRoomsSchema),
});

/** The wings that a caller sees, largest first. */
export const wingsSchema = versioned({
  wings: z.array(
    z.object({
      wing: z.string(),
      count: z.int().describe("Drawers"),
      rooms: z.int(),
      halls: z.record(z.string(), z.int()),
      first: z.string().nullable(),
      last: z.string().nullable(),
      aliases: z.array(z.string()),
    }),
  ),
});

/** Closets of a part of the palace: as data, and as AAAK text. */
export const closetsSchema = versioned({
  closets: z.array(
    z.object({
      wing: z.string(),
      room: z.string(),
      source: z.string(),
      /** Its path; of a chat what it is called, and by which tool. */
      document: z.string(),
      scope: z.string(),
      /** Each code is letters, capitals where there are any, and digits, unique in the wing. */
      who: z.array(z.object({ code: z.string(), name: z.string() })),
      /** In document order. */
      drawers: z.array(z.string()).describe("The first eight digits of each id"),
      /** `drawers`: places among its drawers, 0-based, ascending, at least one. `who`: codes of those that they name, at most three. */
      topics: z.array(z.object({ name: z.string(), drawers: z.array(z.int()), who: z.array(z.string()) })),
      /** Best first; without white space. */
      words: z.array(z.string()).describe("What tells it from the other closets of its wing"),
      /** Days, `YYYY-MM-DD`; null where no drawer has a date. */
      when: z.object({ first: z.string(), last: z.string() }).nullable(),
      /** Drawers by hall in the order of the five, then `unsure`, then topical halls by name; none with 0. */
      halls: z.array(z.object({ hall: z.string(), count: z.int() })),
      /** One sentence word for word, and the place of its drawer in `drawers`. */
      key: z.object({ drawer: z.int(), sentence: z.string() }).nullable(),
      text: z.string().describe("The closet as AAAK"),
    }),
  ),
  total: z.int(),
});

export const wakeUpSchema = versioned({
  lines: z.array(
    z.object({
      section: z.enum(["identity", "pinned", "sessions", "kept", "facts", "rooms", "open", "noted", "events"]),
      text: z.string(),
      drawer: z.string().nullable(),
      fact: z.string().exactOptional().describe("Its topic; told to Loci, it may stand in no passage"),
    }),
  ),
  text: z.string(),
  tokens: z.int(),
  budgetTokens: z.int(),
  left: z.record(z.string(), z.int()),
});

/** Sessions of agents, the one that went on last first. */
export const sessionsSchema = versioned({
  sessions: z.array(
    z.object({
      session: z.string().describe("As its agent calls it"),
      lines: z
        .array(z.object({ text: z.string(), drawer: z.string() }))
        .describe("Its title first, then what was asked last, how that ended, what is open; each with its passage"),
    }),
  ),
});

/** A part of a table of drawers; `total` says how many there are in all. */
export const drawersSchema = versioned({
  drawers: z.array(
    z.object({
      id: z.string(),
      text: z.string().describe("The beginning of its text"),
      length: z.int().describe("Characters of the whole text"),
      wing: z.string(),
      room: z.string(),
      hall: z.string().nullable(),
      source: z.object({ key: z.string(), name: z.string(), path: z.string() }),
      scope: z.string(),
      date: z.string().nullable(),
      documentType: z.string(),
      title: z.string().describe("What its document is called, a session by its title or first request"),
      role: z.string().nullable(),
      turn: messageRefSchema.shape.turn.describe("Of a message, as in a hit"),
      duplicates: z.int().describe("Others with the same text; counted only with duplicates=true"),
    }),
  ),
  total: z.int(),
  notes: z.array(noteSchema),
});

/** A hall of several wings, the newest drawers of each; `total` says how many each has. */
export const comparedHallSchema = versioned({
  hall: z.string(),
  wings: z.array(z.object({ wing: z.string(), total: z.int(), drawers: drawersSchema.shape.drawers })),
});

/** The outline of the document that a drawer stands in: headings, pages, or of a chat what a person said. */
export const outlineSchema = versioned({
  title: z.string(),
  path: z.string(),
  kind: z.enum(["heading", "page", "message"]),
  entries: z.array(z.object({ id: z.string(), title: z.string(), level: z.int(), position: z.int() })),
  size: z.int().describe("Passages of the document"),
  position: z.int().describe("The asked passage's place among them"),
  links: z
    .array(z.object({ id: z.string(), from: z.string(), line: z.int().nullable() }))
    .describe("Links of other notes that lead to the document: passage, path and line"),
});

/** Drawers by month, `YYYY-MM` in the user's time zone, from the first to the last that has some; and those without a date. */
export const timelineSchema = versioned({
  months: z.array(z.object({ month: z.string(), drawers: z.int() })),
  undated: z.int(),
});

/** Any correction: of a room, a wing, a drawer, or the last one taken back. */
export const correctionSchema = versioned({
  wing: z.string().nullable().exactOptional().describe("Null: in every wing; of an undone move too"),
  room: z.string().exactOptional().describe("The room that stays, or where the passage stands now"),
  drawers: z.int().exactOptional().describe("Passages that stand there now"),
  id: z.string().nullable().exactOptional().describe("The passage of a move"),
  undone: z.enum(["merge rooms", "rename room", "move drawer", "alias wing", "rename wing"]).exactOptional(),
  from: z.string().exactOptional().describe("Undone: the name, or of a move the room, that is in force again"),
  to: z.string().exactOptional().describe("Undone: the name, or the room, that had been given"),
  left: z.int().exactOptional().describe("Corrections that can be undone after this one"),
});

export const dugTunnelSchema = versioned({ tunnel: tunnelSchema });
export const filledTunnelSchema = versioned({ removed: z.boolean() });

/** What an agent may be told of the palace before it asks: counts, and the names that the owner gave. */
export const standingSchema = versioned({
  drawers: z.int(),
  wings: z.int(),
  named: z
    .array(z.object({ wing: z.string(), count: z.int() }))
    .describe(
      "Wings that the owner named, largest first; others may be called by front matter, which anybody can write",
    ),
});

export type RoomSummary = Answer<typeof roomNodeSchema>;
export type Taxonomy = Answer<typeof taxonomySchema>;
export type ReachedRoom = Answer<typeof traversedSchema>["rooms"][number];
export type LinkedRooms = Answer<typeof linkedRoomsSchema>;
export type Tunnels = Answer<typeof tunnelsSchema>;
export type PalaceGraph = Answer<typeof graphSchema>;
export type GraphEdge = PalaceGraph["edges"][number];
export type Closets = Answer<typeof closetsSchema>;
export type BrowsedCloset = Closets["closets"][number];
/** The label over the drawers of one document in one room. */
export type Closet = Omit<BrowsedCloset, "source" | "scope" | "text">;
export type ComparedHall = Answer<typeof comparedHallSchema>;
export type DrawerList = Answer<typeof drawersSchema>;
export type ListedDrawer = DrawerList["drawers"][number];
export type Outline = Answer<typeof outlineSchema>;
export type OutlineEntry = Outline["entries"][number];
export type Timeline = Answer<typeof timelineSchema>;
export type WingSummary = Answer<typeof wingsSchema>["wings"][number];
export type WakeUp = Answer<typeof wakeUpSchema>;
export type SessionBrief = Answer<typeof sessionsSchema>["sessions"][number];
/** A line about a session, and the drawer that it comes from. */
export type SessionLine = SessionBrief["lines"][number];
export type Standing = Answer<typeof standingSchema>;
export type Correction = Answer<typeof correctionSchema>;
