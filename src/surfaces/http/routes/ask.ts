import { ASK, flag, VERIFY } from "../../../model/requests/index.ts";
import { verifiedSchema } from "../../../operations/answers/ask.ts";
import { eventStream } from "../event-stream.ts";
import { type Route, route } from "../route.ts";

/** Body of `POST /v1/ask`. */
export const ASK_BODY = { ...ASK, stream: flag("false: one JSON answer instead of events") };

/** Questions, and answers that are checked. */
export const askRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/ask",
    operation: "ask",
    summary:
      "Answer a question, as server-sent events: `passages`, then `delta` with harmless pieces of the " +
      "answer, then `done` with the answer, its checked citations and its cost, or `error`. With " +
      "`stream: false` what `done` holds, as JSON",
    access: "caller",
    body: ASK_BODY,
    answer: { contentType: "text/event-stream" },
    unlimited: true,
    async handle({ body: { question, stream, ...options }, project, caller, tokenId, signal, service }) {
      const opened = await project({ make: caller === "owner" && options.chat !== undefined });
      const request = { ...options, caller, platform: "http" };
      if (stream === false) return await opened.ask(question, { ...request, signal });
      return eventStream(service, tokenId, (reading) =>
        opened.askStream(question, { ...request, signal: AbortSignal.any([signal, reading]) }),
      );
    },
  }),
  route({
    method: "post",
    path: "/v1/verify",
    operation: "verify",
    summary: "Check the citations of an answer against the stored text, without a model",
    access: "caller",
    body: VERIFY,
    answer: verifiedSchema,
    handle: async ({ body: { text }, project, caller }) => await (await project()).verify(text, { caller }),
  }),
];
