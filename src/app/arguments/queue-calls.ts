import type { CheckedCall } from "./checked-calls.ts";
import { PROJECT_CALLS } from "./project-calls.ts";

const ONE: CheckedCall = { code: "USAGE", arguments: { id: "text" } };

/** The calls of a queue whose arguments are checked. */
export const QUEUE_CALLS = {
  index: PROJECT_CALLS.index,
  mine: PROJECT_CALLS.mine,
  refresh: { code: "USAGE", arguments: { keys: "texts" } },
  retry: ONE,
  cancel: ONE,
  ended: ONE,
} satisfies Readonly<Record<string, CheckedCall>>;
