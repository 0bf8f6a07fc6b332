import { ADD_MESSAGE, name, needed } from "../../../model/requests/index.ts";
import { addedMessageSchema } from "../../../operations/answers/chat.ts";
import { route } from "../route.ts";

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
