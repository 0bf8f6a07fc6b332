import { ADD_MESSAGE, ASK, flag, name, needed } from "../../../model/requests/index.ts";
import { addedMessageSchema } from "../../../operations/answers/chat.ts";
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

/** What is said in chats. */
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
