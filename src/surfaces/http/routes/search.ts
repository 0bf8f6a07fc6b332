import { z } from "zod";
import { name, needed, object, SEARCH } from "../../../model/requests/index.ts";
import { hitSchema, searchResultSchema } from "../../shared/schemas/hits.ts";
import { route } from "../route.ts";
import { aboutPassage, type Caller, type Hit } from "../../../index.ts";

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
    const hasQuestion =
      excludeMessage === undefined
        ? []
        : await opened.messageDrawers(excludeMessage.chat, excludeMessage.id, { caller });
    const result = await opened.search(query, {
      ...options,
      excludeIds: [...excludeIds, ...hasQuestion],
      caller,
      signal,
    });
    const ids = result.hits.map(({ id }) => id);
    service.accesses.add(opened, { kind: "shown", ids, caller, query });
    return { ...result, hits: result.hits.map((hit, place) => ({ ...hit, citation: citationOf(hit, place, caller) })) };
  },
});

/** How an answer made from hits cites one of them. */
export interface Citation {
  /** `[M1]` for the first hit. */
  readonly mark: string;
  /** What stands behind the mark: file or chat, page or section, date. */
  readonly label: string;
}

/**
 * The citation of a hit, as a prompt and a list of sources name it.
 *
 * @param place 0-based, among the hits of its answer
 * @param reader who asked
 * @example citationOf(hit, 0, "owner") // { mark: "[M1]", label: "manual.pdf page 12, Setup, 2026-05-31" }
 */
export function citationOf(hit: Hit, place: number, reader: Caller): Citation {
  return { mark: `[M${place + 1}]`, label: aboutPassage(hit, reader) };
}
