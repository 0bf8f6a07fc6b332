import { z } from "zod";
import { CORRECT, MOVE_DRAWER, ONE_DRAWER, without } from "../../../model/requests/index.ts";
import { undoneSchema } from "../../shared/schemas/palace.ts";
import { SCHEMA_VERSION } from "../../shared/versions.ts";
import { type Route, route } from "../route.ts";

const schema = z.literal(SCHEMA_VERSION);
const room = z.object({ schema, room: z.string(), wing: z.string().nullable(), drawers: z.int() });

/** What the owner corrects in the palace, for good: corrections survive every re-indexing. */
export const correctionRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/rooms/rename",
    operation: "renameRoom",
    summary: "Give a room another name, for good",
    access: "owner",
    body: CORRECT,
    answer: room,
    handle: async ({ body: { from, to, wing }, project, caller }) =>
      await (await project()).renameRoom(from, to, { caller, wing }),
  }),
  route({
    method: "post",
    path: "/v1/rooms/merge",
    operation: "mergeRooms",
    summary: "Put one room into another, for good",
    access: "owner",
    body: CORRECT,
    answer: room,
    handle: async ({ body: { from, to, wing }, project, caller }) =>
      await (await project()).mergeRooms(from, to, { caller, wing }),
  }),
  route({
    method: "post",
    path: "/v1/wings/rename",
    operation: "renameWing",
    summary: "Give a wing another name, for good",
    access: "owner",
    body: without(CORRECT, ["wing"]),
    answer: z.object({ schema, wing: z.string(), drawers: z.int() }),
    handle: async ({ body: { from, to }, project, caller }) => await (await project()).renameWing(from, to, { caller }),
  }),
  route({
    method: "post",
    path: "/v1/drawers/:id/move",
    operation: "moveDrawer",
    summary: "Put one drawer into another room, for good",
    access: "owner",
    params: ONE_DRAWER,
    body: { room: MOVE_DRAWER.room },
    answer: z.object({ schema, id: z.string(), wing: z.string(), room: z.string() }),
    handle: async ({ params: { id }, body, project, caller }) =>
      await (await project()).moveDrawer(id, body.room, { caller }),
  }),
  route({
    method: "post",
    path: "/v1/corrections/undo",
    operation: "undoCorrection",
    summary: "Take back the last merge, rename or move; asked again, the one before",
    access: "owner",
    answer: undoneSchema,
    handle: async ({ project, caller }) => await (await project()).undoCorrection({ caller }),
  }),
];
