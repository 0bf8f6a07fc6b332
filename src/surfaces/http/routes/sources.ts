import { z } from "zod";
import { jobSchema } from "../../shared/schemas/job.ts";
import { nameSchema } from "../../shared/schemas/name.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { sourceSchema } from "../../shared/schemas/source.ts";
import { containPath } from "../contain-path.ts";
import { type Route, route } from "../route.ts";
import { shownSource } from "../shown-source.ts";
import type { Service } from "../service.ts";

const patterns = z.array(z.string().min(1).max(1_000)).max(200);

/** Body of `POST /v1/sources`. */
export const addSourcesSchema = z.strictObject({
  paths: z
    .array(z.string().min(1).max(4_096))
    .min(1)
    .max(200)
    .describe("Absolute paths of folders and files, inside the service's roots"),
  scope: nameSchema
    .exactOptional()
    .describe("Who may see them: kb (everyone who may use the project), admin (only the owner), user:<id>"),
  wing: nameSchema.exactOptional(),
  room: nameSchema.exactOptional(),
  include: patterns.exactOptional().describe("Further files, as globs"),
  exclude: patterns.exactOptional().describe("Files to leave out, as globs"),
  kind: z
    .enum(["documents", "chats"])
    .exactOptional()
    .describe("chats: transcripts of other tools; documents by default"),
  format: nameSchema.exactOptional().describe("Of the transcripts; auto by default"),
});

const waiting = z.strictObject({
  wait: z.enum(["true", "false"]).exactOptional().describe("true: answers when the run has ended"),
});

/** What a project is made of. For the owner. */
export const sourceRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/sources",
    operation: "sources",
    summary: "What is indexed, from where",
    access: "owner",
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), sources: z.array(sourceSchema) }),
    async handle({ project, projectName, service }) {
      const opened = await project();
      const [sources, drawers] = await Promise.all([opened.sources(), opened.drawersBySource()]);
      return {
        sources: sources.map((source) => ({
          ...shownSource(source),
          drawers: drawers[source.key] ?? 0,
          watch: shownWatch(service, projectName, source.key),
        })),
      };
    },
  }),
  route({
    method: "post",
    path: "/v1/sources",
    operation: "addSources",
    summary: "Index folders and files, from now on sources of the project; the run goes on in the background",
    access: "owner",
    query: waiting,
    body: addSourcesSchema,
    answer: jobSchema,
    status: 202,
    unlimited: true,
    async handle({ body: { paths, kind, format, ...options }, query: { wait }, project, service, signal }) {
      const contained = paths.map((path) => containPath(path, service.roots, service.loci.home));
      const queue = await (await project({ make: true })).queue();
      const job =
        kind === "chats"
          ? await queue.mine(contained, { ...options, ...(format !== undefined && { format }) })
          : await queue.index(contained, options);
      return { job: wait === "true" ? await queue.ended(job.id, { signal }) : job };
    },
  }),
  route({
    method: "post",
    path: "/v1/sources/:key/refresh",
    operation: "refreshSource",
    summary: "Bring a source up to date",
    access: "owner",
    params: z.strictObject({ key: nameSchema }),
    query: waiting.extend({
      force: z.enum(["true", "false"]).exactOptional().describe("true: reads every file again, changed or not"),
    }),
    answer: jobSchema,
    status: 202,
    unlimited: true,
    async handle({ params: { key }, query: { wait, force }, project, signal }) {
      const queue = await (await project()).queue();
      const job = await queue.refresh([key], { readAll: force === "true" });
      return { job: wait === "true" ? await queue.ended(job.id, { signal }) : job };
    },
  }),
  route({
    method: "delete",
    path: "/v1/sources/:key",
    operation: "removeSource",
    summary: "Forget a source and every drawer of it; its files stay",
    access: "owner",
    params: z.strictObject({ key: nameSchema }),
    answer: z.object({
      schema: z.literal(SCHEMA_VERSION),
      removed: z.object({ source: sourceSchema, documents: z.int(), drawers: z.int() }),
    }),
    unlimited: true,
    async handle({ params: { key }, project }) {
      const { source, documents, drawers } = await (await project()).removeSource(key);
      return { removed: { source: shownSource(source), documents, drawers } };
    },
  }),
];

/** How the service keeps a source current; null when it doesn't. */
function shownWatch(service: Service, project: string, key: string): object | null {
  const watch = service
    .watches()
    .get(project)
    ?.find((one) => one.key === key);
  return watch === undefined ? null : { state: watch.state, pending: watch.pending, problem: watch.problem };
}
