import {
  ADD_MESSAGE,
  ASK_FACTS,
  CALLER,
  CHANGE_FACTS,
  FLAG,
  type Field,
  INDEX,
  LIST_FACTS,
  MINE,
  NEEDED_TEXT,
  NEEDED_TEXTS,
  ONE_JOB,
  ONE_LIST,
  SIGNAL,
  TELL,
  TEXT,
  TEXTS,
  WHOSE_CHAT,
  name,
  needed,
  nullable,
  pick,
  without,
} from "../../model/requests/index.ts";
import { ASKED_BY, type Arguments, options } from "./checked-calls.ts";
import type { AskSpeech, FactPage, Speech } from "../../facts/api/facts.ts";

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

/** The library also takes milliseconds since the epoch. */
const orNumber = (field: Field): Field => ({ ...field, types: ["text", "number"] });
const TIME = orNumber(TELL.time);
const { topic } = ONE_LIST;
const scope = TEXT;

const SPEECH = {
  chat: nullable(TELL.chat),
  scope: nullable(TELL.scope),
  messageId: nullable(TELL.messageId),
  time: TIME,
  role: TEXT,
  seen: CHANGE_FACTS.seen,
};
const speech = options<Speech>(SPEECH);
const askOptions = options<AskSpeech>({
  chat: SPEECH.chat,
  scope: SPEECH.scope,
  time: TIME,
  asOf: orNumber(ASK_FACTS.asOf),
});

/** The calls of facts whose arguments are checked. */
export const FACTS_CALLS = {
  tell: { text: TELL.text, speech },
  ask: { text: ASK_FACTS.text, speech: askOptions },
  route: { text: ASK_FACTS.text, speech: askOptions },
  list: { scope: nullable(scope), page: options<FactPage>(LIST_FACTS) },
  show: { topic, scope, asOf: orNumber(ASK_FACTS.asOf) },
  history: { topic, scope },
  undo: { speech },
  change: {
    change: {
      ...pick(CHANGE_FACTS, ["value", "values", "item", "other", "rank"]),
      op: CHANGE_FACTS.op,
      topic,
      also: FLAG,
    },
    speech,
  },
  alias: { topic, alias: NEEDED_TEXT, item: nullable(NEEDED_TEXT), scope },
  synonym: { word: NEEDED_TEXT, topic: nullable(NEEDED_TEXT) },
  bytes: { scope: NEEDED_TEXT },
  deleteChat: { chat: NEEDED_TEXT, scopes: TEXTS, messages: TEXTS },
} satisfies Readonly<Record<string, Arguments>>;
