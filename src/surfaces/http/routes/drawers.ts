import { ADD_DRAWER, EXPAND, FORGET_MANY, ONE_DRAWER, pick, ROOMS, without } from "../../../model/requests/index.ts";
import { forgottenSchema } from "../../../operations/answers/forgotten.ts";
import { addedDrawerSchema, drawerSourceSchema, expandedSchema } from "../../../operations/answers/hits.ts";
import { outlineSchema, roomsSchema, wingsSchema } from "../../../operations/answers/palace.ts";
import { route } from "../route.ts";

/** Drawers into the memory by hand, and out of it. */
export const DRAWER_ROUTES = {
  addDrawer: route({
    http: "POST /v1/drawers",
    summary: "Store exact words by hand; a near-duplicate is refused with what it repeats, unless forced",
    access: "caller",
    body: ADD_DRAWER,
    answer: addedDrawerSchema,
    status: 201,
    async handle({ body, project, caller }) {
      const { file, ...added } = await (await project({ make: caller === "owner" })).addDrawer(body, { caller });
      // Where it stands on this machine is for the owner.
      return { ...added, file: caller === "owner" ? file : null };
    },
  }),
  forget: route({
    http: "POST /v1/forget",
    summary:
      "Forget many passages, and try every way of reading afterwards; with dryRun, show what would go and what stays",
    access: "caller",
    body: FORGET_MANY,
    answer: forgottenSchema,
    unlimited: true,
    handle: async ({ body: { ids, dryRun = false }, project, caller }) =>
      await (await project()).forgetDrawers(ids, { caller, yes: !dryRun }),
  }),
  drawer: route({
    http: "GET /v1/drawers/:id",
    summary:
      "Where a passage comes from: file and line, page, or message; absolute paths for the " +
      "owner only. With the outline of its document: headings, pages, or what people said; and links to it",
    access: "caller",
    params: ONE_DRAWER,
    answer: drawerSourceSchema.extend({ outline: outlineSchema.omit({ schema: true }) }),
    async handle({ params: { id }, project, caller }) {
      const opened = await project();
      return { ...(await opened.drawerSource(id, { caller })), outline: await opened.outline(id, { caller }) };
    },
  }),
  expand: route({
    http: "GET /v1/expand/:ids",
    summary:
      "Open passages, with commas between their ids: their exact text, read again from the file, and what stands around it",
    access: "caller",
    params: pick(EXPAND, ["ids"]),
    query: without(EXPAND, ["ids"]),
    answer: expandedSchema,
    async handle({ params: { ids }, query, project, caller, service }) {
      const opened = await project();
      const expanded = await opened.expand(ids, { ...query, caller });
      const requested = expanded.drawers
        .filter(({ id }) => ids.some((start) => id.startsWith(start.toLowerCase())))
        .map(({ id }) => id);
      // What was opened is recorded after the answer.
      if (requested.length > 0)
        service.afterwards(async () => await opened.recordAccess("expanded", requested, { caller, client: "http" }));
      return expanded;
    },
  }),
};

/** The palace as one walks through it: its wings, and the rooms of one or of all. */
export const PLACE_ROUTES = {
  wings: route({
    http: "GET /v1/wings",
    summary: "The wings and the rooms, largest first; with `wing` only the rooms of that one",
    access: "caller",
    query: ROOMS,
    answer: wingsSchema.extend(roomsSchema.shape),
    async handle({ query, project, caller }) {
      const opened = await project();
      return { ...(await opened.wings({ caller })), ...(await opened.rooms({ ...query, caller })) };
    },
  }),
};
