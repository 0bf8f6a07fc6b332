import { z } from "zod";
import { name, needed, object, SEARCH } from "../../../model/requests/index.ts";
import { hitSchema, searchResultSchema } from "../../shared/schemas/hits.ts";
import { route } from "../route.ts";
import type { Hit } from "../../../index.ts";

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
    return { ...result, hits: result.hits.map((hit, place) => ({ ...hit, citation: citationOf(hit, place) })) };
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
 * @example citationOf(hit, 0) // { mark: "[M1]", label: "manual.pdf, page 12, 2026-05-31" }
 */
export function citationOf({ source, pages, heading, breadcrumb, message, date }: Hit, place: number): Citation {
  const day = date?.slice(0, 10) ?? null;
  const section = breadcrumb.at(-1) ?? heading;
  const where =
    pages === null ? section : pages.start === pages.end ? `page ${pages.start}` : `pages ${pages.start}–${pages.end}`;
  const parts =
    message === null
      ? [source.path === "" ? source.name : source.path, where, day]
      : [message.chat, message.author ?? message.role, message.time?.slice(0, 16).replace("T", " ") ?? day];
  return { mark: `[M${place + 1}]`, label: parts.filter((part) => part !== null && part !== "").join(", ") };
}
