import type { CheckedCall } from "./checked-calls.ts";
import type { Fields, Kind } from "./kind.ts";

const TEXT = ["text", "nothing"] as const;
const options = (fields: Readonly<Record<string, Kind>> = {}): Fields => ({
  fields: { caller: "caller", ...fields },
  optional: true,
});
const chat: CheckedCall = { code: "USAGE", arguments: { chat: "text", options: options() } };
const message: CheckedCall = { code: "USAGE", arguments: { chat: "text", id: "text", options: options() } };

/** The calls of a project's chats whose arguments are checked. */
export const CHATS_CALLS = {
  add: {
    code: "USAGE",
    arguments: {
      chat: "text",
      message: {
        fields: {
          id: "text",
          role: "text",
          text: "text",
          author: TEXT,
          time: TEXT,
          parent: TEXT,
          sources: ["texts", "nothing"],
        },
      },
      options: options({ scope: TEXT, platform: TEXT, mode: TEXT }),
    },
  },
  drawersOf: message,
  profile: chat,
  message,
  recent: chat,
  memory: chat,
  remember: { code: "USAGE", arguments: { chat: "text", note: "text", options: options() } },
  clearMemory: { code: "USAGE", arguments: { chat: "text", options: options({ everything: ["flag", "nothing"] }) } },
  capture: chat,
  captureStatus: chat,
} satisfies Readonly<Record<string, CheckedCall>>;
