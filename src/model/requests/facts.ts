import { LociError } from "../error.ts";
import { choice, flag, needed, optional, text, texts, type ValuesOf, whole } from "./field.ts";
import { name } from "./search.ts";

const SCOPE = text(200, "Whose: your own by default, kb for the project's; for the owner");
const TIME = text(100, "When it was said, ISO 8601; now by default", { value: "time" });
const AS_OF = text(100, "Answer from what had been said by then, ISO 8601", { value: "time" });
const ONE_LINE = { min: 1, pattern: /^[^\n]*[^\s][^\n]*$/u, form: "one line that is not blank" };
const VALUE = text(300, "What stands in the list", ONE_LINE);
const ITEM = text(2_000, "An item's name, or #2 for its rank", { min: 1 });
const OFFSET = whole(0, 10_000_000, "Leave out so many from the front", { default: 0 });

/** A statement about a list or an exact fact, in words. */
export const TELL = {
  text: needed(text(20_000, "The sentence as it was said, such as: My favorite tea is sencha")),
  scope: SCOPE,
  chat: text(200, "The chat in which it is said; commands without a topic are about its last list", { named: true }),
  messageId: text(200, "The message in which it is said; a new one by default", { named: true }),
  time: TIME,
  role: text(200, "Whose words they are: only a user's are a source of facts; user by default"),
};

/** A question about a list or an exact fact, in words. */
export const ASK_FACTS = {
  text: needed(text(20_000, "The question, such as: What is my second favorite font?")),
  asOf: AS_OF,
  scope: SCOPE,
  chat: text(200, "The chat in which it is asked; 'and the third?' needs it"),
};

/** All lists, a part at a time. */
export const LIST_FACTS = {
  kind: choice(["ranked", "attribute", "all"], "Lists, exact facts, or both", { default: "all" }),
  offset: OFFSET,
  limit: whole(1, 1_000, "Lists at most", { default: 1_000 }),
  scope: text(200, "Whose: what you see by default, for the owner everybody's"),
  unasked: flag("Without the values of secrets, as where nobody asks for one of them"),
};

const TOPIC = needed(text(200, "The list, such as fonts", { min: 1 }));
export const ONE_LIST = {
  topic: TOPIC,
  asOf: text(100, "As it was by then, ISO 8601", { value: "time" }),
  scope: SCOPE,
};
export const BY_RANK = { topic: TOPIC, rank: needed(whole(1, 1_000_000, "1 is the first")) };

/** The structured verbs, and what each needs. */
export const FACTS_VERBS = {
  set: ["topic", "rank", "value"],
  add: ["topic", "values"],
  move: ["topic", "item", "rank"],
  swap: ["topic", "item", "other"],
  replace: ["topic", "values"],
  remove: ["topic", "item"],
  clear: ["topic"],
  erase: ["topic"],
  put: ["topic", "value"],
  undo: [],
} as const;

export type FactsVerb = keyof typeof FACTS_VERBS;

/** A change without grammar; which fields it needs, its verb says. */
export const CHANGE_FACTS = {
  op: needed(choice(Object.keys(FACTS_VERBS) as FactsVerb[], "What is done")),
  topic: name("The list, such as fonts; of put the attribute, such as Anna's birthday"),
  value: VALUE,
  values: texts(300, "What is to stand in the list, in order", { ...ONE_LINE, least: 1, most: 10_000 }),
  item: ITEM,
  other: ITEM,
  rank: whole(1, 1_000_000, "1 is the first"),
  chat: TELL.chat,
  messageId: TELL.messageId,
  time: TIME,
  scope: SCOPE,
  seen: texts(
    2_000,
    "What stood in the list when the change was thought of, of undo in its lists one after the other: it is refused where that is another by now",
    { most: 10_000 },
  ),
};

/** One of many requests in a file. `delete-chat` takes out what was said in a chat. */
export const FACTS_LINE = {
  ...TELL,
  op: needed(choice(["tell", "ask", "delete-chat"], "What is done")),
  text: optional(TELL.text),
  project: name("Of this project; the current one by default"),
  asOf: AS_OF,
};

/** @throws LociError `USAGE` where a verb needs what isn't given */
export function checkGiven(change: Pick<ValuesOf<typeof CHANGE_FACTS>, "op"> & object): void {
  const { op } = change;
  const needs: readonly string[] = FACTS_VERBS[op];
  for (const field of needs)
    if ((change as Readonly<Record<string, unknown>>)[field] === undefined)
      throw new LociError("USAGE", `facts: ${op} needs '${field}'`, { hint: `${op} takes ${needs.join(", ")}` });
}
