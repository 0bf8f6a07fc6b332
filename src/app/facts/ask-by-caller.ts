import type { ListedFacts, ShownItem } from "../../operations/answers/facts.ts";
import type { AskResult, HistoryEntry, TellResult } from "../../facts/api/facts.ts";
import type { Facts } from "../../facts/create-facts.ts";
import { type Caller, parseScope, type Scope } from "../../model/caller.ts";
import { contentHash } from "../../text/content-hash.ts";
import { recordAudit } from "../audit.ts";
import type { OpenedProject } from "../opened-project.ts";
import { LociError } from "../../model/error.ts";
import { option, step } from "../../model/next-step.ts";
import { checkGiven, LIST_FACTS } from "../../model/requests/index.ts";
import type { Asked, ASK_FACTS, BY_RANK, CHANGE_FACTS, ONE_LIST, TELL } from "../../model/requests/index.ts";

/** The facts of a project, as a caller asks them: which are his, and which he may name. */
interface Kept {
  readonly facts: Omit<Facts, "close">;
}

export async function tellFacts({ facts }: Kept, asked: Asked<typeof TELL>): Promise<TellResult> {
  const { text, caller, scope, ...speech } = asked;
  if (text.trim() === "")
    throw new LociError("USAGE", "the message is empty: nothing can be kept of it", {
      hint: "say what is to be kept, such as: My favorite tea is sencha",
    });
  return await facts.tell(text, { ...speech, scope: factsScope(caller, "write", scope) });
}

export async function askFacts({ facts }: Kept, asked: Asked<typeof ASK_FACTS>): Promise<AskResult> {
  const { text, caller, scope, ...speech } = asked;
  return await facts.ask(text, { ...speech, scope: factsScope(caller, "read", scope) });
}

export async function listFacts({ facts }: Kept, asked: Asked<typeof LIST_FACTS>): Promise<readonly ListedFacts[]> {
  const { caller, scope: named, limit = LIST_FACTS.limit.max, ...page } = asked;
  const scope = caller === "owner" && named === undefined ? null : factsScope(caller, "read", named);
  return await facts.list(scope, { ...page, limit, checked: true });
}

export async function factList(
  { facts }: Kept,
  { topic, caller, scope: named, asOf }: Asked<typeof ONE_LIST>,
): Promise<{ readonly list: ListedFacts; readonly history: readonly HistoryEntry[] }> {
  const scope = factsScope(caller, "read", named);
  return { list: await facts.show(topic, scope, asOf), history: await facts.history(topic, scope) };
}

export async function factByRank(
  { facts }: Kept,
  { rank, caller, ...asked }: Asked<typeof BY_RANK>,
): Promise<{ readonly topic: string; readonly item: ShownItem }> {
  const { topic, count, items } = await facts.show(asked.topic, factsScope(caller, "read"));
  const item = items[rank - 1];
  if (item !== undefined) return { topic, item };
  throw new LociError("FACT_NOT_FOUND", `'${topic}' has ${count} items, so none at rank ${rank}`, {
    hint: `ask for a rank from 1 to ${count}`,
    details: { topic, count },
  });
}

/**
 * The scope of a caller's facts. The owner's are private (`admin`) unless a scope is named, such as
 * `kb` for the project's lists; a user's are the user's own; the public reads the project's and changes none.
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

/** What became of a change, in words, and what the verb gives beside them. */
type Changed = { readonly text: string; readonly changed: boolean } & Readonly<Record<string, unknown>>;

/**
 * Does what a structured verb says: the way for programs and agents, which need no sentence.
 * @throws LociError `USAGE` when the verb needs what isn't given, and whatever the verb throws
 */
export async function changeFacts(
  { facts, ...project }: Kept & Pick<OpenedProject, "catalog" | "system">,
  { caller, scope: named, ...change }: Asked<typeof CHANGE_FACTS>,
): Promise<Changed> {
  const { op, topic = "", chat, messageId, time, seen, ...given } = change;
  checkGiven(change);
  const speech = { scope: factsScope(caller, "write", named), chat, messageId, time, seen };
  if (op === "undo") return { ...(await facts.undo(speech)) };
  const { isLate, ...changed } = await facts.change({ ...given, op, topic }, speech);
  // A user's list says of no change whose it is.
  if (caller === "owner" && speech.scope.startsWith("user:"))
    await recordAudit(project, [
      { action: "fact.change", object: contentHash(changed.topic), details: { scope: speech.scope } },
    ]);
  if (op === "erase") return { ...changed, text: `${changed.topic}: erased, with its history` };
  const before = changed.before.map((one) => one.value).join(", ");
  const now = op === "put" ? changed.items.map((one) => one.value).join(", ") : shown(changed.items);
  const idle = `nothing changed${isLate ? ", since something later is stored" : ""}: `;
  const was = before === "" || !changed.changed ? "" : ` (was: ${before})`;
  return { ...changed, text: `${changed.topic}: ${changed.changed ? "" : idle}${now}${was}` };
}

/** A list in a line. */
const shown = (items: readonly ShownItem[]): string =>
  items.length === 0 ? "empty" : items.map(({ position, value }) => `${position}. ${value}`).join(" ");
