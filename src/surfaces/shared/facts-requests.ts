import { type Caller, LociError, option, parseScope, type Scope, step, type Facts } from "../../index.ts";
import { type CHANGE_FACTS, FACTS_VERBS, type ValuesOf } from "../../model/requests/index.ts";

/**
 * The scope of a caller's facts. The owner's are private (`admin`) unless a scope is named, such as
 * `kb` for the project's lists; a user's are the user's own; the public reads the project's and changes none.
 *
 * @param named the scope that the request names; only the owner may name another than his own
 * @throws LociError `FORBIDDEN` when the public wants to write, or a user names somebody else's scope; `SCOPE_INVALID`
 */
export function factsScope(caller: Caller, purpose: "read" | "write", named?: string): Scope {
  if (caller === "public" && purpose === "write")
    throw new LociError("FORBIDDEN", "the public may only ask", {
      hint: step`say who you are: use the owner's or a user's token, or ${option("as")} user:<id>`,
    });
  const own: Scope = caller === "owner" ? "admin" : caller === "public" ? "kb" : caller;
  if (named === undefined) return own;
  const scope = parseScope(named);
  if (caller !== "owner" && scope !== own && !(purpose === "read" && scope === "kb"))
    throw new LociError("FORBIDDEN", "only the owner may name another scope", { hint: "leave 'scope' out" });
  return scope;
}

/** A change without grammar. */
export type FactsChange = Omit<ValuesOf<typeof CHANGE_FACTS>, "scope">;

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
  const { op, topic = "", value = "", values = [], item = "", other = "", rank } = change;
  const { chat, messageId, time, seen } = change;
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
    ...(seen === undefined ? {} : { seen }),
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
    erase: () => facts.erase(topic, speech),
    put: () => facts.put(topic, value, speech),
  }[op]();
  if (op === "erase") return { ...changed, text: `${changed.topic}: erased, with its history` };
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
