import { z } from "zod";
import { roomNodeSchema } from "./room-node.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** The rooms that a caller sees, largest first. */
export const roomsSchema = z.object({ schema: z.literal(SCHEMA_VERSION), rooms: z.array(roomNodeSchema) });
