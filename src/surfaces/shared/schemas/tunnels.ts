import { z } from "zod";
import { roomNodeSchema } from "./room-node.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";
import { tunnelSchema } from "./tunnel.ts";

/** Rooms that join wings, most specific first, and tunnels that somebody dug. */
export const tunnelsSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  tunnels: z.array(roomNodeSchema),
  explicit: z.array(tunnelSchema),
});
