import { ASK, flag } from "../../../model/requests/index.ts";
import { eventStream } from "../event-stream.ts";
import { route } from "../route.ts";

/** Body of `POST /v1/ask`. */
const ASK_BODY = { ...ASK, stream: flag("false: one JSON answer instead of events") };

/** Questions, as they are answered. */
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
    async handle({ body: { question, stream, ...options }, project, caller, tokenId, signal, service }) {
      const opened = await project({ make: caller === "owner" && options.chat !== undefined });
      const request = { ...options, caller, platform: "http" };
      if (stream === false) return await opened.ask(question, { ...request, signal });
      return eventStream(service, tokenId, (reading) =>
        opened.askStream(question, { ...request, signal: AbortSignal.any([signal, reading]) }),
      );
    },
  }),
};
