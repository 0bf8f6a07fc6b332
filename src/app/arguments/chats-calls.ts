import { name, needed } from "../../model/requests/index.ts";
import type { Arguments } from "./checked-calls.ts";
import { ASKED_BY, CALLER, FLAG, NEEDED_TEXT } from "./library-fields.ts";
import { PROJECT_CALLS } from "./project-calls.ts";

const chat = needed(name(""));
const ONE: Arguments = { chat, options: ASKED_BY };
const MESSAGE: Arguments = { chat, id: NEEDED_TEXT, options: ASKED_BY };

/** The calls of a project's chats whose arguments are checked. */
export const CHATS_CALLS = {
  add: PROJECT_CALLS.addMessage,
  drawersOf: MESSAGE,
  profile: ONE,
  message: MESSAGE,
  recent: ONE,
  memory: ONE,
  remember: { chat, note: NEEDED_TEXT, options: ASKED_BY },
  clearMemory: { chat, options: { everything: FLAG, caller: CALLER } },
  capture: ONE,
  captureStatus: ONE,
} satisfies Readonly<Record<string, Arguments>>;
