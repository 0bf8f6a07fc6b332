import { CLOSETS, ROOMS, TRAVERSE, TUNNELS, WAKE_UP } from "../../../model/requests/index.ts";
import { closetsSchema } from "../../shared/schemas/closets.ts";
import {
  graphSchema,
  roomsSchema,
  taxonomySchema,
  traversedSchema,
  tunnelsSchema,
  wingsSchema,
} from "../../shared/schemas/palace.ts";
import { wakeUpSchema } from "../../shared/schemas/wake-up.ts";
import { type Route, route } from "../route.ts";

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
    query: ROOMS,
    answer: roomsSchema,
    handle: async ({ query, project, caller }) => await (await project()).rooms({ ...query, caller }),
  }),
  route({
    method: "get",
    path: "/v1/tunnels",
    operation: "tunnels",
    summary: "Rooms that join wings, tunnels that somebody dug, and rooms whose notes link to each other",
    access: "caller",
    query: TUNNELS,
    answer: tunnelsSchema,
    handle: async ({ query, project, caller }) => await (await project()).tunnels({ ...query, caller }),
  }),
  route({
    method: "get",
    path: "/v1/traverse/:room",
    operation: "traverse",
    summary: "Rooms that can be reached from one",
    access: "caller",
    params: { room: TRAVERSE.room },
    query: { hops: TRAVERSE.hops },
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
    query: CLOSETS,
    answer: closetsSchema,
    handle: async ({ query, project, caller }) => await (await project()).closets({ ...query, caller }),
  }),
  route({
    method: "get",
    path: "/v1/wake-up",
    operation: "wakeUp",
    summary: "A brief for the start of a session, within a budget",
    access: "caller",
    query: WAKE_UP,
    answer: wakeUpSchema,
    handle: async ({ query, project, caller }) => await (await project()).wakeUp({ ...query, caller }),
  }),
];
