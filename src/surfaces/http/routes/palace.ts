import { z } from "zod";
import { closetsSchema } from "../../shared/schemas/closets.ts";
import { graphSchema } from "../../shared/schemas/graph.ts";
import { nameSchema } from "../../shared/schemas/name.ts";
import { roomsSchema } from "../../shared/schemas/rooms.ts";
import { taxonomySchema } from "../../shared/schemas/taxonomy.ts";
import { traversedSchema } from "../../shared/schemas/traversed.ts";
import { tunnelsSchema } from "../../shared/schemas/tunnels.ts";
import { wakeUpSchema } from "../../shared/schemas/wake-up.ts";
import { wingsSchema } from "../../shared/schemas/wings.ts";
import { type Route, route } from "../route.ts";

/** One check of each end: an answer that named two would leave open which holds. */
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const wing = { wing: nameSchema.exactOptional().describe("Of one wing only") };

/** The palace, of what the caller may see. */
export const palaceRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/taxonomy",
    operation: "taxonomy",
    summary: "Wing → room → drawers, and wing → hall → drawers",
    access: "caller",
    answer: taxonomySchema,
    handle: async ({ project, caller }) => await (await project()).taxonomy({ caller }),
  }),
  route({
    method: "get",
    path: "/v1/graph",
    operation: "graph",
    summary: "Rooms as nodes, and an edge for each pair of wings that share one",
    access: "caller",
    answer: graphSchema,
    handle: async ({ project, caller }) => await (await project()).graph({ caller }),
  }),
  route({
    method: "get",
    path: "/v1/wings",
    operation: "wings",
    summary: "The wings, largest first",
    access: "caller",
    answer: wingsSchema,
    handle: async ({ project, caller }) => await (await project()).wings({ caller }),
  }),
  route({
    method: "get",
    path: "/v1/rooms",
    operation: "rooms",
    summary: "The rooms, largest first",
    access: "caller",
    query: z.strictObject(wing),
    answer: roomsSchema,
    handle: async ({ query, project, caller }) => await (await project()).rooms({ ...query, caller }),
  }),
  route({
    method: "get",
    path: "/v1/tunnels",
    operation: "tunnels",
    summary: "Rooms that join wings, and tunnels that somebody dug",
    access: "caller",
    query: z.strictObject({
      wings: z
        .string()
        .max(2_000)
        .exactOptional()
        .describe("Only those that join all of these wings, separated by commas"),
    }),
    answer: tunnelsSchema,
    handle: async ({ query: { wings }, project, caller }) =>
      await (
        await project()
      ).tunnels({ caller, ...(wings !== undefined && { wings: wings.split(",").filter((one) => one !== "") }) }),
  }),
  route({
    method: "get",
    path: "/v1/traverse/:room",
    operation: "traverse",
    summary: "Rooms that can be reached from one",
    access: "caller",
    params: z.strictObject({ room: nameSchema }),
    query: z.strictObject({ hops: whole(1, 10).exactOptional().describe("Steps at most, 2 by default") }),
    answer: traversedSchema,
    handle: async ({ params: { room }, query, project, caller }) =>
      await (await project()).traverse(room, { ...query, caller }),
  }),
  route({
    method: "get",
    path: "/v1/closets",
    operation: "closets",
    summary: "Short labels over the drawers of each document in each room",
    access: "caller",
    query: z.strictObject({
      ...wing,
      room: nameSchema.exactOptional(),
      limit: whole(1, 1_000).exactOptional(),
      offset: whole(0, 1_000_000).exactOptional(),
    }),
    answer: closetsSchema,
    handle: async ({ query, project, caller }) => await (await project()).closets({ ...query, caller }),
  }),
  route({
    method: "get",
    path: "/v1/wake-up",
    operation: "wakeUp",
    summary: "A brief for the start of a session, within a budget",
    access: "caller",
    query: z.strictObject({ ...wing, budgetTokens: whole(0, 100_000).exactOptional().describe("800 by default") }),
    answer: wakeUpSchema,
    handle: async ({ query, project, caller }) => await (await project()).wakeUp({ ...query, caller }),
  }),
];
