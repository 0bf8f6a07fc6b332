import { z } from "zod";
import { DRAWER_ORDERS, type ForgetMatch, type Probe } from "../../../index.ts";
import { forgottenSchema } from "../../shared/schemas/forgotten.ts";
import { nameSchema } from "../../shared/schemas/name.ts";
import { noteSchema } from "../../shared/schemas/note.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { type Route, route } from "../route.ts";

const schema = z.literal(SCHEMA_VERSION);
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const time = z.string().max(100).exactOptional();
const name = nameSchema.exactOptional();

/** Query of `GET /v1/drawers`. */
export const drawersQuerySchema = z.strictObject({
  wing: name.describe("Only this wing"),
  hall: name,
  room: name,
  source: name.describe("By key or name"),
  type: name.describe("md, txt, code, pdf, docx, html, rst, canvas, chat"),
  since: time.describe("Content dated at or after"),
  until: time.describe("Content dated on or before"),
  asOf: time.describe("As it was known then"),
  text: z.string().max(2_000).exactOptional().describe("Only drawers that hold all of these words"),
  duplicates: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .exactOptional()
    .describe("true: only texts that stand more than once"),
  sort: z.enum(DRAWER_ORDERS).exactOptional(),
  order: z.enum(["asc", "desc"]).exactOptional(),
  offset: whole(0, 10_000_000).exactOptional(),
  limit: whole(1, 1_000).exactOptional().describe("100 by default"),
});

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

/** Body of `POST /v1/forget`. */
export const forgetRequestSchema = z.strictObject({
  ids: z.array(z.string().min(4).max(64)).min(1).max(500),
  dryRun: z.boolean().exactOptional().describe("true: only shows what would go"),
});

/** Many drawers: as a table, over time, in their document, out of the memory. */
export const drawerTableRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/drawers",
    operation: "drawers",
    summary: "Drawers as a table: filtered, sorted, a part at a time",
    access: "caller",
    query: drawersQuerySchema,
    answer: drawersSchema,
    handle: async ({ query, project, caller }) => await (await project()).drawers({ ...query, caller }),
  }),
  route({
    method: "get",
    path: "/v1/drawers/:id/outline",
    operation: "outline",
    summary: "The outline of the document that a drawer stands in: headings, pages, or what people said",
    access: "caller",
    params: z.strictObject({ id: z.string().min(4).max(64) }),
    answer: outlineSchema,
    handle: async ({ params: { id }, project, caller }) => await (await project()).outline(id, { caller }),
  }),
  route({
    method: "get",
    path: "/v1/timeline",
    operation: "timeline",
    summary: "How many drawers are dated in each month",
    access: "caller",
    query: z.strictObject({ wing: name.describe("Of one wing only"), room: name }),
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
    body: forgetRequestSchema,
    answer: forgottenSchema,
    unlimited: true,
    async handle({ body: { ids, dryRun = false }, project, caller, signal }) {
      const opened = await project();
      const matches = new Map<string, ForgetMatch>();
      const removed: string[] = [];
      const probes = new Map<string, Probe>();
      for (const id of ids) {
        signal.throwIfAborted();
        // A drawer may have gone with an earlier one, whose part it was.
        if (removed.some((gone) => gone.startsWith(id))) continue;
        const one = await opened.forget(id, { caller, yes: !dryRun });
        for (const match of one.matches) matches.set(match.id, match);
        removed.push(...one.removed);
        for (const probe of one.proof?.probes ?? [])
          if (probes.get(probe.path)?.found !== true) probes.set(probe.path, probe);
      }
      const proof =
        removed.length === 0
          ? null
          : { clean: [...probes.values()].every(({ found }) => !found), probes: [...probes.values()] };
      return { query: "", matches: [...matches.values()], removed, proof };
    },
  }),
];
