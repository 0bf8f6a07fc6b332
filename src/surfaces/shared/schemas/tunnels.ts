import { z } from "zod";
import { roomNodeSchema } from "./room-node.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";
import { linkedRoomsSchema, tunnelSchema } from "./tunnel.ts";

/** Rooms that join wings, most specific first, tunnels that somebody dug, and rooms whose notes link to each other, most links first. */
export const tunnelsSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  tunnels: z.array(roomNodeSchema),
  explicit: z.array(tunnelSchema),
  linked: z.array(linkedRoomsSchema),
});
