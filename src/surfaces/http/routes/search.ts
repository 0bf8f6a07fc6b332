import { z } from "zod";
import { addExpectation, removeExpectation } from "../../../evaluation/own-questions.ts";
import { type Caller, harmlessLine, type Hit, questionsFile, saidBy, writtenBy } from "../../../index.ts";
import { JUDGED, name, needed, SEARCH, ADD_MESSAGE, ASK, flag } from "../../../model/requests/index.ts";
import { versioned } from "../../../operations/answers/answer.ts";
import { hitSchema, searchResultSchema } from "../../../operations/answers/hits.ts";
import { route } from "../route.ts";
import { localMinute } from "../../shared/wording.ts";
import { addedMessageSchema } from "../../../operations/answers/chat.ts";
import { eventStream } from "../event-stream.ts";

/** How an answer made from hits cites one of them. */
const citationSchema = z.object({
  mark: z.string().describe("[M1] for the first hit"),
  label: z.string().describe("What stands behind the mark: file or chat, page or section, date"),
});

const searchAnswerSchema = searchResultSchema.extend({ hits: z.array(hitSchema.extend({ citation: citationSchema })) });

/** Finds passages. What was shown is recorded after the answer. */
export const SEARCH_ROUTES = {
  search: route({
    http: "POST /v1/search",
    summary: "Find passages, each with its citation",
    access: "caller",
    body: SEARCH,
    answer: searchAnswerSchema,
    async handle({ body: { query, ...options }, project, caller, signal, service }) {
      const opened = await project();
      const result = await opened.search(query, { ...options, caller, signal });
      const ids = result.hits.map(({ id }) => id);
      service.afterwards(async () => await opened.recordAccess("shown", ids, { caller, query, client: "http" }));
      // How long it took tells what was asked before, by whomever.
      return {
        ...result,
        timings: caller === "owner" ? result.timings : {},
        // A message's is its author, who calls himself as he likes.
        hits: result.hits.map((hit, place) => ({
          ...hit,
          heading: hit.message === null ? hit.heading : harmlessLine(hit.heading),
          citation: citationOf(hit, place, caller),
        })),
      };
    },
  }),
};

/**
 * The citation of a hit, as a list of sources names it. What a user wrote is named by his scope, and an author whom he chose as what he calls himself.
 * @param place 0-based, among the hits of its answer
 * @param reader who asked
 * @example citationOf(hit, 0, "owner") // { mark: "[M1]", label: "manual.pdf, page 12, 2026-05-31" }
 */
export function citationOf(
  { source, title, pages, heading, breadcrumb, message, date, scope }: Hit,
  place: number,
  reader: Caller,
): z.output<typeof citationSchema> {
  const day = date === null ? null : localMinute(date).slice(0, 10);
  const section = breadcrumb.at(-1) ?? heading;
  const where =
    pages === null ? section : pages.start === pages.end ? `page ${pages.start}` : `pages ${pages.start}–${pages.end}`;
  const parts =
    message === null
      ? [writtenBy(scope, reader), source.path === "" ? source.name : source.path, where, day]
      : [
          title.startsWith(`${message.chat} (`) ? message.chat : title || message.chat,
          saidBy(message, { scope, reader }),
          message.time === null ? day : localMinute(message.time),
        ];
  return { mark: `[M${place + 1}]`, label: harmlessLine(parts.filter(Boolean).join(", ")) };
}

/** What its reader says of an answer: a question with the passage that was of use is what `loci eval` asks. */
export const JUDGEMENT_ROUTES = {
  judge: route({
    http: "POST /v1/judgements",
    summary: "Say that a passage was of use for a question, for 'loci eval'; with `useful: false` take that back",
    access: "owner",
    body: JUDGED,
    answer: versioned({ query: z.string(), kept: z.boolean(), added: z.boolean().describe("Whether it is new") }),
    async handle({ body: { question, id, useful = true }, project, projectName, service }) {
      const file = questionsFile(service.loci.home, projectName);
      if (!useful) return { query: await removeExpectation(file, question, id), kept: false, added: false };
      const { query, added } = await addExpectation(await project(), {
        file,
        query: question,
        target: id,
        folder: service.loci.home,
      });
      return { query, kept: true, added };
    },
  }),
};

const ASK_BODY = { ...ASK, stream: flag("false: one JSON answer instead of events") };

export const ASK_ROUTES = {
  ask: route({
    http: "POST /v1/ask",
    summary:
      "Answer a question, as server-sent events: `passages`, then `delta` with harmless pieces of the " +
      "answer, then `done` with the answer, its checked citations and its cost, or `error`. With " +
      "`stream: false` what `done` holds, as JSON",
    access: "caller",
    body: ASK_BODY,
    answer: { contentType: "text/event-stream" },
    unlimited: true,
    async handle({ body: { question, stream, ...options }, project, caller, tokenId, signal, service, words }) {
      const opened = await project({ make: caller === "owner" && options.chat !== undefined });
      const request = { ...options, caller, platform: "http" };
      if (stream === false) return await opened.ask(question, { ...request, signal });
      return eventStream({ ...service, words }, tokenId, (reading) =>
        opened.askStream(question, { ...request, signal: AbortSignal.any([signal, reading]) }),
      );
    },
  }),
};

export const CHAT_ROUTES = {
  addMessage: route({
    http: "POST /v1/chats/:chat/messages",
    summary: "Append a message to a chat; it is found by every search from the moment this answers",
    access: "caller",
    params: { chat: needed(name("Its id")) },
    body: ADD_MESSAGE,
    answer: addedMessageSchema,
    async handle({ params: { chat }, body: { scope, ...message }, project, caller }) {
      const opened = await project({ make: caller === "owner" });
      return { message: await opened.addMessage(chat, message, { caller, scope }) };
    },
  }),
};
