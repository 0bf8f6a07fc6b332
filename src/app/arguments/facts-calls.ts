import type { CheckedCall } from "./checked-calls.ts";
import type { Arguments, Fields } from "./kind.ts";

const SAID = ["text", "null", "nothing"] as const;
const SPEECH: Fields = {
  fields: {
    chat: SAID,
    scope: SAID,
    messageId: SAID,
    time: ["text", "number", "nothing"],
    role: ["text", "nothing"],
    asOf: ["text", "number", "nothing"],
    also: ["flag", "nothing"],
  },
  optional: true,
};

const fact = (args: Arguments): CheckedCall => ({ code: "FACT_INVALID", arguments: args });

/** The calls of facts whose arguments are checked. */
export const FACTS_CALLS = {
  tell: fact({ text: "text", speech: SPEECH }),
  ask: fact({ text: "text", speech: SPEECH }),
  route: fact({ text: "text", speech: SPEECH }),
  list: fact({
    scope: SAID,
    page: {
      fields: { kind: ["text", "nothing"], offset: ["number", "nothing"], limit: ["number", "nothing"] },
      optional: true,
    },
  }),
  show: fact({ topic: "text", scope: ["text", "nothing"], asOf: ["text", "number", "nothing"] }),
  history: fact({ topic: "text", scope: ["text", "nothing"] }),
  undo: fact({ speech: SPEECH }),
  set: fact({ topic: "text", rank: "number", value: "text", speech: SPEECH }),
  add: fact({ topic: "text", values: "texts", rank: ["number", "null", "nothing"], speech: SPEECH }),
  move: fact({ topic: "text", item: ["text", "number"], rank: "number", speech: SPEECH }),
  swap: fact({ topic: "text", first: ["text", "number"], second: ["text", "number"], speech: SPEECH }),
  put: fact({ attribute: "text", value: "text", speech: SPEECH }),
  replaceAll: fact({ topic: "text", values: "texts", speech: SPEECH }),
  remove: fact({ topic: "text", item: ["text", "number", "null"], speech: SPEECH }),
  alias: fact({ topic: "text", alias: "text", item: ["text", "null"], scope: ["text", "nothing"] }),
  synonym: fact({ word: "text", topic: ["text", "null"] }),
  deleteChat: fact({ chat: "text", scopes: ["texts", "nothing"] }),
} satisfies Readonly<Record<string, CheckedCall>>;
