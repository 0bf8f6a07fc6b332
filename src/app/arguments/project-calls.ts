import { LociError } from "../../model/error.ts";
import { holdsToken } from "../../redaction/marked-tokens.ts";
import type { AskSpeech, FactPage, Speech } from "../../facts/api/facts.ts";
import {
  ADD_MESSAGE,
  ASK_FACTS,
  CALLER,
  CHANGE_FACTS,
  checkRequest,
  type Field,
  type Fields,
  FLAG,
  INDEX,
  LIST_FACTS,
  MINE,
  name,
  needed,
  NEEDED_TEXT,
  NEEDED_TEXTS,
  nullable,
  ONE_JOB,
  ONE_LIST,
  pick,
  SIGNAL,
  TELL,
  TEXT,
  TEXTS,
  WHOSE_CHAT,
  without,
} from "../../model/requests/index.ts";

/** The options of a call: every one that its type has, and no other. */
export const options = <Type>(fields: { readonly [Name in keyof Required<Type>]: Field }): Fields => fields;

/** Those of a call that takes none but who asks. */
const ASKED_BY: Fields = { caller: CALLER };

/** The arguments of a call by name, in order: a field each, or an object of fields, which may be left out where none of them is needed. */
export type Arguments = Readonly<Record<string, Field | Fields>>;

type AsyncMethod = (...given: unknown[]) => Promise<unknown>;

/** @throws LociError as `checkRequest`, naming the argument or the option */
export function checkArguments(call: Arguments, given: readonly unknown[]): void {
  for (const [index, [name, kind]] of Object.entries(call).entries()) {
    const value = given[index];
    if (isField(kind)) checkRequest({ [name]: kind }, { [name]: value });
    else if (value !== undefined || Object.values(kind).some(({ needed }) => needed))
      checkRequest(kind, value, name === "options" ? {} : { what: name });
    refuseTokens(isField(kind) ? { [name]: kind } : kind, isField(kind) ? { [name]: value } : value);
  }
}

/** @throws LociError `USAGE` for a name that holds a token: it would stand in files, lists and answers, where nothing replaces it */
function refuseTokens(fields: Fields, values: unknown): void {
  for (const [name, { fields: inner, named }] of Object.entries(fields))
    for (const one of [Object(values)[name]].flat())
      if (inner !== undefined) refuseTokens(inner, one);
      else if (named === true && typeof one === "string" && holdsToken(one))
        throw new LociError("USAGE", `'${name}' holds what looks like an access token`, {
          hint: "names are kept and shown as they are: call it otherwise",
        });
}

const isField = (kind: Field | Fields): kind is Field => Array.isArray(kind["types"]);

/**
 * The same object, with the arguments of its calls held against their fields before anything is done: TypeScript does so where a program is
 * compiled; JavaScript checks nothing, and a wrong or misspelt argument causes an error far away or, worse, a wrong answer.
 * @param calls each is asynchronous, and rejects; what isn't named is left as it is
 */
export function checkedCalls<T extends object>(target: T, calls: Readonly<Partial<Record<keyof T, Arguments>>>): T {
  const checked: Record<string, AsyncMethod> = {};
  for (const [name, call] of Object.entries(calls as Readonly<Record<string, Arguments>>)) {
    const method = (target as Readonly<Record<string, unknown>>)[name] as AsyncMethod;
    checked[name] = async (...given) => {
      checkArguments(call, given);
      return await method.apply(target, given);
    };
  }
  return { ...target, ...checked };
}

const { id } = ONE_JOB;
const { paths, ...placed } = INDEX;

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

export const CHATS_CALLS = {
  add: {
    chat,
    message: { ...without(ADD_MESSAGE, ["scope"]), sources: TEXTS },
    options: { ...WHOSE_CHAT, caller: CALLER },
  },
  drawersOf: MESSAGE,
  message: MESSAGE,
  recent: ONE,
  memory: ONE,
  clearMemory: ONE,
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
  isSearch: FLAG,
  isPrompt: FLAG,
});

export const FACTS_CALLS = {
  tell: { text: TELL.text, speech },
  ask: { text: ASK_FACTS.text, speech: askOptions },
  list: {
    scope: nullable(scope),
    page: options<FactPage>({ ...LIST_FACTS, unasked: FLAG, checked: FLAG, secret: FLAG }),
  },
  show: { topic, scope, asOf: orNumber(ASK_FACTS.asOf) },
  history: { topic, scope },
  undo: { speech },
  change: {
    change: {
      ...pick(CHANGE_FACTS, ["value", "values", "item", "other", "rank"]),
      op: CHANGE_FACTS.op,
      topic,
    },
    speech,
  },
  bytes: { scope: NEEDED_TEXT },
  deleteChat: { chat: NEEDED_TEXT, scopes: TEXTS, messages: TEXTS },
} satisfies Readonly<Record<string, Arguments>>;
