import { z } from "zod";
import { name, needed, object, SEARCH } from "../../../model/requests/index.ts";
import { hitSchema } from "../../shared/schemas/hit.ts";
import { searchResultSchema } from "../../shared/schemas/search-result.ts";
import { citationOf } from "../citation.ts";
import { route } from "../route.ts";

/** How an answer made from hits cites one of them. */
const citationSchema = z.object({
  mark: z.string().describe("[M1] for the first hit"),
  label: z.string().describe("What stands behind the mark: file or chat, page or section, date"),
});

/** Body of `POST /v1/search`. */
export const SEARCH_BODY = {
  ...SEARCH,
  excludeMessage: object(
    { chat: needed(name("A chat")), id: needed(name("A message of it")) },
    "A chat message that takes no part: the one that asks",
  ),
};

/** Answer of `POST /v1/search`. */
export const searchAnswerSchema = searchResultSchema.extend({
  hits: z.array(hitSchema.extend({ citation: citationSchema })),
});

/** Finds passages. What was shown is recorded after the answer. */
export const searchRoute = route({
  method: "post",
  path: "/v1/search",
  operation: "search",
  summary: "Find passages, each with its citation",
  access: "caller",
  body: SEARCH_BODY,
  answer: searchAnswerSchema,
  async handle({ body: { query, excludeMessage, excludeIds = [], ...options }, project, caller, signal, service }) {
    const opened = await project();
    const asking =
      excludeMessage === undefined
        ? []
        : await opened.messageDrawers(excludeMessage.chat, excludeMessage.id, { caller });
    const result = await opened.search(query, {
      ...options,
      excludeIds: [...excludeIds, ...asking],
      caller,
      signal,
    });
    const ids = result.hits.map(({ id }) => id);
    service.accesses.add(opened, { kind: "shown", ids, caller, query });
    return { ...result, hits: result.hits.map((hit, place) => ({ ...hit, citation: citationOf(hit, place) })) };
  },
});
