import { z } from "zod";
import { jobSchema } from "../../../operations/answers/run.ts";
import { ADD_SOURCES, ASK_FACTS, ONE_SOURCE, REFRESH, RUN, ADD_DOCUMENT } from "../../../model/requests/index.ts";
import { versioned, noteSchema } from "../../../operations/answers/answer.ts";
import { sourceSchema } from "../../../operations/answers/status.ts";
import { containPath } from "./filetree.ts";
import { route, type Service } from "../route.ts";
import type { Source, Job } from "../../../index.ts";
import { factsAnswerSchema } from "../../../operations/answers/facts.ts";

/** What a project is made of. For the owner, but for a user's own documents. */
export const SOURCE_ROUTES = {
  sources: route({
    http: "GET /v1/sources",
    summary: "What is indexed, from where",
    access: "owner",
    answer: versioned({ sources: z.array(sourceSchema) }),
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
  addSources: route({
    http: "POST /v1/sources",
    summary: "Index folders and files, from now on sources of the project; the run goes on in the background",
    access: "owner",
    query: RUN,
    body: ADD_SOURCES,
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
      return { job: wait === true ? await queue.ended(job.id, { signal }) : job };
    },
  }),
  refreshSource: route({
    http: "POST /v1/sources/:key/refresh",
    summary: "Bring a source up to date",
    access: "owner",
    params: ONE_SOURCE,
    query: REFRESH,
    answer: jobSchema,
    status: 202,
    unlimited: true,
    async handle({ params: { key }, query: { wait, force }, project, signal }) {
      const queue = await (await project()).queue();
      const job = await queue.refresh([key], { readAll: force === true });
      return { job: wait === true ? await queue.ended(job.id, { signal }) : job };
    },
  }),
  removeSource: route({
    http: "DELETE /v1/sources/:key",
    summary:
      "Remove a source and every passage of it; its files stay. A user removes a document that he handed over, and no other source",
    access: "caller",
    params: ONE_SOURCE,
    answer: versioned({ removed: z.object({ source: sourceSchema.nullable(), documents: z.int(), drawers: z.int() }) }),
    unlimited: true,
    async handle({ params: { key }, project, caller }) {
      const opened = await project();
      const { source, ...removed } =
        caller === "owner" ? await opened.removeSource(key) : await opened.removeDocument(key, { caller });
      // Where it stood on this machine is for the owner.
      return { removed: { source: caller === "owner" ? shownSource(source) : null, ...removed } };
    },
  }),
};

/** How the service keeps a source current; null when it doesn't. */
function shownWatch(service: Service, project: string, key: string): object | null {
  const watch = service
    .watches()
    .get(project)
    ?.find((one) => one.key === key);
  return watch === undefined ? null : { state: watch.state, pending: watch.pending, problem: watch.problem };
}

/** A source as it is shown: what it is and how it stands, without what only a run needs. */
const shownSource = ({ checkedFrom: _checked, recipe: _recipe, ...shown }: Source): object => shown;

const uploadedSchema = versioned({
  document: z.object({
    source: z.string().describe("Key of its source, for removing it"),
    status: z.enum(["indexed", "unchanged"]),
    drawers: z.object({ added: z.int(), removed: z.int() }),
    notes: z.array(noteSchema),
  }),
});

/** Documents as bytes with a name. */
export const DOCUMENT_ROUTES = {
  addDocument: route({
    http: "POST /v1/documents",
    summary:
      "Index a document handed over as bytes; answers when it is searchable. The same name in the same scope replaces it; " +
      "DELETE /v1/sources/:key takes it out again",
    access: "caller",
    query: ADD_DOCUMENT,
    takesBytes: true,
    answer: uploadedSchema,
    unlimited: true,
    async handle({ query: { name, ...options }, project, caller, bytes, signal }) {
      const document = { name, bytes };
      const job = await (
        await project({ make: caller === "owner" })
      ).addDocument(document, { ...options, caller, signal });
      return { document: outcome(job) };
    },
  }),
};

function outcome({ sources, files, drawers, notes }: Job): object {
  return {
    source: sources[0] ?? "",
    status: files.indexed > 0 ? "indexed" : "unchanged",
    drawers: { added: drawers.added, removed: drawers.removed },
    notes,
  };
}

/** Questions of facts, which are recorded after the answer; what else can be asked of facts is an operation. */
export const FACT_ROUTES = {
  askFacts: route({
    http: "POST /v1/facts/ask",
    summary: "Ask, in words: 'What is my second favorite font?'; without `kind` when it is no question about lists",
    access: "caller",
    body: ASK_FACTS,
    answer: factsAnswerSchema,
    async handle({ body: { text, ...options }, project, caller, service }) {
      const opened = await project();
      const answer = await opened.askFacts(text, { ...options, caller });
      if (answer.text !== "")
        service.afterwards(async () => await opened.recordAccess("told", [], { caller, query: text, client: "http" }));
      return answer;
    },
  }),
};
