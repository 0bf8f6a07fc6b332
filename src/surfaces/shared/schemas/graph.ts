import { z } from "zod";
import { roomNodeSchema } from "./room-node.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

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
