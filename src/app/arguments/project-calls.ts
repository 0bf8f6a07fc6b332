import {
  CALLER,
  FLAG,
  INDEX,
  MINE,
  name,
  needed,
  NEEDED_TEXT,
  NEEDED_TEXTS,
  ADD_MESSAGE,
  ONE_JOB,
  SIGNAL,
  TEXT,
  TEXTS,
  WHOSE_CHAT,
  without,
} from "../../model/requests/index.ts";
import { type Arguments, ASKED_BY } from "./checked-calls.ts";

const { id } = ONE_JOB;
const { paths, ...placed } = INDEX;

/** The calls of a queue whose arguments are checked. */
export const QUEUE_CALLS = {
  index: { paths, options: { ...placed, cwd: TEXT } },
  mine: { paths, options: { ...without(MINE, ["paths"]), cwd: TEXT } },
  refresh: { keys: NEEDED_TEXTS, options: { readAll: FLAG } },
  retry: { id },
  cancel: { id },
  ended: { id, options: { signal: SIGNAL } },
} satisfies Readonly<Record<string, Arguments>>;

const chat = needed(name(""));
const ONE: Arguments = { chat, options: ASKED_BY };
const MESSAGE: Arguments = { chat, id: NEEDED_TEXT, options: ASKED_BY };

/** The calls of a project's chats whose arguments are checked. */
export const CHATS_CALLS = {
  add: {
    chat,
    message: { ...without(ADD_MESSAGE, ["scope"]), sources: TEXTS },
    options: { ...WHOSE_CHAT, caller: CALLER },
  },
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
