import type { Arguments } from "./checked-calls.ts";
import { FLAG, NEEDED_TEXTS, SIGNAL } from "./library-fields.ts";
import { PROJECT_CALLS } from "./project-calls.ts";

const { id } = PROJECT_CALLS.job;

/** The calls of a queue whose arguments are checked. */
export const QUEUE_CALLS = {
  index: PROJECT_CALLS.index,
  mine: PROJECT_CALLS.mine,
  refresh: { keys: NEEDED_TEXTS, options: { readAll: FLAG } },
  retry: { id },
  cancel: { id },
  ended: { id, options: { signal: SIGNAL } },
} satisfies Readonly<Record<string, Arguments>>;
