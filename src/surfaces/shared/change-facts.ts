import { z } from "zod";
import { type Facts, LociError, type Scope } from "../../index.ts";
import { nameSchema } from "./schemas/name.ts";

const valueSchema = z.string().min(1).max(2_000);
const itemSchema = valueSchema.describe("An item's name, or #2 for its rank");
const rankSchema = z.int().min(1).max(1_000_000).describe("1 is the first");

/** What the structured verbs take: `POST /v1/facts/change`, the MCP tool `facts`, `loci facts --batch`. */
export const factsChangeFields = {
  topic: nameSchema.describe("The list, such as fonts; of put the attribute, such as Anna's birthday"),
  value: valueSchema,
  values: z.array(valueSchema).min(1).max(1_000),
  item: itemSchema,
  other: itemSchema,
  rank: rankSchema,
} as const;

/** The structured verbs, and what each needs. */
export const FACTS_VERBS = {
  set: ["topic", "rank", "value"],
  add: ["topic", "values"],
  move: ["topic", "item", "rank"],
  swap: ["topic", "item", "other"],
  replace: ["topic", "values"],
  remove: ["topic", "item"],
  clear: ["topic"],
  put: ["topic", "value"],
  undo: [],
} as const satisfies Readonly<Record<string, readonly (keyof typeof factsChangeFields)[]>>;

/** A structured verb. */
export type FactsVerb = keyof typeof FACTS_VERBS;

/** A change without grammar. */
export interface FactsChange {
  readonly op: FactsVerb;
  readonly topic?: string;
  readonly value?: string;
  readonly values?: readonly string[];
  readonly item?: string;
  readonly other?: string;
  readonly rank?: number;
  readonly chat?: string;
  readonly messageId?: string;
  readonly time?: string;
}

/**
 * Does what a structured verb says: the way for programs and agents, which need no sentence.
 *
 * @throws LociError `USAGE` when the verb needs what isn't given, and whatever the verb throws
 */
export async function changeFacts(
  facts: Omit<Facts, "close">,
  change: FactsChange,
  scope: Scope,
): Promise<object & { readonly text: string }> {
  const { op, topic = "", value = "", values = [], item = "", other = "", rank, chat, messageId, time } = change;
  for (const field of FACTS_VERBS[op])
    if (change[field] === undefined)
      throw new LociError("USAGE", `facts: ${op} needs '${field}'`, {
        hint: `${op} takes ${FACTS_VERBS[op].join(", ")}`,
      });
  const speech = {
    scope,
    ...(chat === undefined ? {} : { chat }),
    ...(messageId === undefined ? {} : { messageId }),
    ...(time === undefined ? {} : { time }),
  };
  if (op === "undo") return await facts.undo(speech);
  const changed = await {
    set: () => facts.set(topic, rank ?? 0, value, speech),
    add: () => facts.add(topic, values, rank ?? null, speech),
    move: () => facts.move(topic, named(item), rank ?? 0, speech),
    swap: () => facts.swap(topic, named(item), named(other), speech),
    replace: () => facts.replaceAll(topic, values, speech),
    remove: () => facts.remove(topic, named(item), speech),
    clear: () => facts.remove(topic, null, speech),
    put: () => facts.put(topic, value, speech),
  }[op]();
  const before = changed.before.map((one) => one.value).join(", ");
  const now = changed.items.map((one) => `${one.position}. ${one.value}`).join(" ");
  return {
    ...changed,
    text: `${changed.topic}: ${now === "" ? "empty" : now}${before === "" ? "" : ` (was: ${before})`}`,
  };
}

function named(item: string): string | number {
  const rank = /^#(\d{1,7})$/u.exec(item)?.[1];
  return rank === undefined ? item : Number(rank);
}
