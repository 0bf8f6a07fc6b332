import { z } from "zod";
import { factsScope, type Job } from "../../../index.ts";
import { ADD_DOCUMENT, LIST_FACTS } from "../../../model/requests/index.ts";
import { noteSchema, versioned } from "../../../operations/answers/answer.ts";
import { factListsSchema } from "../../../operations/answers/facts.ts";
import { route } from "../route.ts";

/** Answer of `POST /v1/documents`. */
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

/** All lists; what else can be asked of facts is an operation. */
export const FACT_ROUTES = {
  facts: route({
    http: "GET /v1/facts",
    summary: "Every list, or every exact fact, page by page",
    access: "caller",
    query: LIST_FACTS,
    answer: factListsSchema,
    async handle({ query, project, caller }) {
      const scope = caller === "owner" ? null : factsScope(caller, "read");
      return {
        lists: await (await project()).facts.list(scope, { limit: LIST_FACTS.limit.max, ...query, checked: true }),
      };
    },
  }),
};
