import { z } from "zod";
import { SCHEMA_VERSION } from "../versions.ts";

/** A room over the wings that it stands in. */
const roomNodeSchema = z.object({
  room: z.string(),
  wings: z.array(z.string()),
  halls: z.array(z.string()),
  count: z.int().describe("Drawers"),
  first: z.string().nullable(),
  last: z.string().nullable(),
});

/** The rooms that a caller sees, largest first. */
export const roomsSchema = z.object({ schema: z.literal(SCHEMA_VERSION), rooms: z.array(roomNodeSchema) });

/** A correction that was taken back. */
export const undoneSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  undone: z.enum(["merge rooms", "rename room", "move drawer", "alias wing", "rename wing"]),
  from: z.string().describe("The name that is in force again; of a move, the room where the drawer stood"),
  to: z.string().describe("The name, or the room, that had been given"),
  wing: z.string().nullable().describe("Null: it held in every wing, or was a move"),
  id: z.string().nullable().describe("The drawer of a move"),
  left: z.int().describe("Corrections that can be undone after this one"),
});

const counts = z.record(z.string(), z.record(z.string(), z.int()));

/** The palace as a tree of counts. */
export const taxonomySchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  taxonomy: counts.describe("Wing, room, drawers"),
  halls: counts.describe("Wing, hall, drawers"),
});

/** Rooms reached on a walk from one, nearest first. */
export const traversedSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  rooms: z.array(z.object({ room: z.string(), hops: z.int(), weight: z.number(), via: z.array(z.string()) })),
});

/** One end of a tunnel. */
const tunnelEndSchema = z.object({ wing: z.string(), room: z.string() });

/** A tunnel that somebody dug. */
const tunnelSchema = z.object({ a: tunnelEndSchema, b: tunnelEndSchema, label: z.string() });

/** Two rooms whose notes link to each other, with the first of the links. */
const linkedRoomsSchema = z.object({
  a: tunnelEndSchema,
  b: tunnelEndSchema,
  count: z.int(),
  links: z.array(z.object({ id: z.string(), from: z.string(), line: z.int().nullable(), to: z.string() })),
});

/** Rooms that join wings, most specific first, tunnels that somebody dug, and rooms whose notes link to each other, most links first. */
export const tunnelsSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  tunnels: z.array(roomNodeSchema),
  explicit: z.array(tunnelSchema),
  linked: z.array(linkedRoomsSchema),
});

/** The palace as a graph: rooms, and the wings that share them. */
export const graphSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  nodes: z.array(roomNodeSchema),
  edges: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      room: z.string(),
      halls: z.array(z.string()),
      count: z.int(),
      weight: z.number(),
    }),
  ),
});

/** The wings that a caller sees, largest first. */
export const wingsSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
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
export const closetsSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  closets: z.array(
    z.object({
      wing: z.string(),
      room: z.string(),
      source: z.string(),
      document: z.string(),
      who: z.array(z.object({ code: z.string(), name: z.string() })),
      drawers: z.array(z.string()).describe("The first eight digits of each id"),
      topics: z.array(z.object({ name: z.string(), drawers: z.array(z.int()), who: z.array(z.string()) })),
      when: z.object({ first: z.string(), last: z.string() }).nullable(),
      halls: z.array(z.object({ hall: z.string(), count: z.int() })),
      key: z.object({ drawer: z.int(), sentence: z.string() }).nullable(),
      text: z.string().describe("The closet as AAAK"),
    }),
  ),
  total: z.int(),
});

/** A start-of-session brief. */
export const wakeUpSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  lines: z.array(
    z.object({
      section: z.enum(["identity", "pinned", "sessions", "kept", "facts", "rooms", "open", "events"]),
      text: z.string(),
      drawer: z.string().nullable(),
      fact: z.string().exactOptional().describe("Its topic; told to Loci, it may stand in no drawer"),
    }),
  ),
  text: z.string(),
  tokens: z.int(),
  budgetTokens: z.int(),
  left: z.record(z.string(), z.int()),
});
