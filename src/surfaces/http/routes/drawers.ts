import { z } from "zod";
import type { ForgetMatch, Forgotten, Probe } from "../../../index.ts";
import { FORGET_MANY, LIST_DRAWERS, ONE_DRAWER, TIMELINE } from "../../../model/requests/index.ts";
import { forgottenSchema } from "../../shared/schemas/forgotten.ts";
import { noteSchema } from "../../shared/schemas/common.ts";
import { SCHEMA_VERSION } from "../../shared/versions.ts";
import { type Route, route } from "../route.ts";

const schema = z.literal(SCHEMA_VERSION);
/** Answer of `GET /v1/drawers`. */
export const drawersSchema = z.object({
  schema,
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
      role: z.string().nullable(),
      duplicates: z.int().describe("Others with the same text; counted only with duplicates=true"),
    }),
  ),
  total: z.int(),
  notes: z.array(noteSchema),
});

/** Answer of `GET /v1/drawers/:id/outline`. */
export const outlineSchema = z.object({
  schema,
  title: z.string(),
  path: z.string(),
  kind: z.enum(["heading", "page", "message"]),
  entries: z.array(z.object({ id: z.string(), title: z.string(), level: z.int(), position: z.int() })),
  size: z.int().describe("Drawers of the document"),
  position: z.int().describe("The asked drawer's place among them"),
});

/** Answer of `GET /v1/timeline`. */
export const timelineSchema = z.object({
  schema,
  months: z.array(z.object({ month: z.string(), drawers: z.int() })),
  undated: z.int(),
});

/** Many drawers: as a table, over time, in their document, out of the memory. */
export const drawerTableRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/drawers",
    operation: "drawers",
    summary: "Drawers as a table: filtered, sorted, a part at a time",
    access: "caller",
    query: LIST_DRAWERS,
    answer: drawersSchema,
    handle: async ({ query, project, caller }) => await (await project()).drawers({ ...query, caller }),
  }),
  route({
    method: "get",
    path: "/v1/drawers/:id/outline",
    operation: "outline",
    summary: "The outline of the document that a drawer stands in: headings, pages, or what people said",
    access: "caller",
    params: ONE_DRAWER,
    answer: outlineSchema,
    handle: async ({ params: { id }, project, caller }) => await (await project()).outline(id, { caller }),
  }),
  route({
    method: "get",
    path: "/v1/timeline",
    operation: "timeline",
    summary: "How many drawers are dated in each month",
    access: "caller",
    query: TIMELINE,
    answer: timelineSchema,
    handle: async ({ query, project, caller }) => await (await project()).timeline({ ...query, caller }),
  }),
  route({
    method: "post",
    path: "/v1/forget",
    operation: "forget",
    summary:
      "Forget many drawers, and try every way of reading afterwards; with dryRun, show what would go and what stays",
    access: "caller",
    body: FORGET_MANY,
    answer: forgottenSchema,
    unlimited: true,
    async handle({ body: { ids, dryRun = false }, project, caller, signal }) {
      const opened = await project();
      const matches = new Map<string, ForgetMatch>();
      const removed: string[] = [];
      const lists = new Set<string>();
      const erased = new Set<string>();
      const answers = new Map<string, Forgotten["answers"][number]>();
      const elsewhere = new Map<string, Forgotten["elsewhere"][number]>();
      const probes = new Map<string, Probe>();
      // Unknown ids are reported before anything is removed.
      if (!dryRun && ids.length > 1) for (const id of ids) await opened.forget(id, { caller, byId: true });
      for (const id of ids) {
        signal.throwIfAborted();
        // A drawer may have been removed with an earlier one that it was a part of.
        if (removed.some((removedId) => removedId.startsWith(id))) continue;
        const one = await opened.forget(id, { caller, yes: !dryRun, byId: true });
        for (const match of one.matches) matches.set(match.id, match);
        removed.push(...one.removed);
        for (const topic of one.lists) lists.add(topic);
        for (const file of one.erased) erased.add(file);
        for (const answer of one.answers) answers.set(JSON.stringify([answer.chat, answer.message]), answer);
        for (const drawer of one.elsewhere) elsewhere.set(drawer.id, drawer);
        for (const probe of one.proof?.probes ?? [])
          if (probes.get(probe.path)?.found !== true) probes.set(probe.path, probe);
      }
      const proof =
        removed.length === 0
          ? null
          : { clean: [...probes.values()].every(({ found }) => !found), probes: [...probes.values()] };
      for (const id of removed) elsewhere.delete(id);
      return {
        query: "",
        matches: [...matches.values()],
        answers: [...answers.values()],
        // Facts are not searched for ids.
        facts: [],
        elsewhere: [...elsewhere.values()],
        removed,
        lists: [...lists].sort(),
        erased: [...erased],
        proof,
      };
    },
  }),
];
