import type { Refusal } from "../languages/language.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { isWrite, type Intent } from "../grammar/intent.ts";
import type { ParsedClause } from "../grammar/parse-message.ts";
import type { FactView } from "./fact-view.ts";
import { accept, type Accepted, type Carried } from "./accept-intent.ts";

/** Where a message, or a part of it, goes. */
export type Route = "facts-write" | "facts-read" | "search";

/** Why it goes there. */
export type RouteReason =
  | "states_list" | "states_favorite" | "states_rank" | "changes_list" | "undo"
  | "asks_value" | "asks_list" | "asks_count" | "asks_rank" | "asks_yes_no" | "asks_source"
  | Refusal | "no_frame" | "no_context" | "empty" | "assistant_text";

/** A clause that is about lists: what it wants, of which list. */
export interface FactAct {
  readonly route: "facts-write" | "facts-read";
  readonly reason: RouteReason;
  readonly intent: Intent;
  /** The topic's key with synonyms resolved; null for what is about no list in particular (undo, all lists). */
  readonly key: string | null;
  /** The topic as shown. */
  readonly topic: string;
  readonly text: string;
  readonly sentence: string;
  readonly grammar: Grammar;
  /** What the same clause does after it, to another list. */
  readonly then?: FactAct;
}

/** A message, routed. */
export interface RoutedMessage {
  /** Of the whole: `facts-write` when any part writes, else `facts-read` when any part reads, else `search`. */
  readonly route: Route;
  readonly reason: RouteReason;
  readonly acts: readonly FactAct[];
  /** What is not about lists, for whoever answers the rest. */
  readonly rest: string;
}

/**
 * Routes a message in its context. Pure: the same text and view give the same answer.
 *
 * @param clauses the text as `parseMessage` reads it, which is the greater part of the work and needs no view
 * @example routeMessage("What are black holes?", parseMessage("What are black holes?", grammars), view) // { route: "search", reason: "no_frame", … }
 */
export function routeMessage(text: string, clauses: readonly ParsedClause[], view: FactView): RoutedMessage {
  const acts: FactAct[] = [];
  const rest: string[] = [];
  let refusal: RouteReason | null = null;
  let carry: Carried | null = null;
  let said = "";
  for (const [i, clause] of clauses.entries()) {
    const act: FactAct | null = read(clause, view, carry, said) ?? readAhead(clause, clauses[i + 1], view, said);
    said = `${said} ${clause.text}`;
    const last: FactAct | null = act?.then ?? act;
    if (act === null || last === null) {
      rest.push(clause.text);
      refusal ??= clause.refusal ?? (clause.readings.length > 0 ? "no_context" : null);
      continue;
    }
    if (last.key !== null) carry = { key: last.key, topic: last.topic, past: last.intent.kind === "mention", place: last.intent.kind === "mention" ? last.intent.position : null, put: putBy(last.intent) };
    if (act.intent.kind === "mention") {
      rest.push(clause.text);
      refusal ??= clause.refusal ?? "past_taste";
    } else acts.push(...(last === act ? [act] : [act, last]));
  }
  const deciding = acts.find((act) => act.route === "facts-write") ?? acts[0];
  const remaining = rest.join(" ").trim();
  if (deciding !== undefined) return { route: deciding.route, reason: deciding.reason, acts, rest: remaining };
  return { route: "search", reason: text.trim() === "" ? "empty" : (refusal ?? "no_frame"), acts, rest: text.trim() };
}

/** The one value that a change puts into its list; null when it puts none or several. */
function putBy(intent: Intent): string | null {
  switch (intent.kind) {
    case "add":
    case "member":
      return intent.values.length === 1 ? (intent.values[0] ?? null) : null;
    case "assign":
      return intent.values.length === 1 ? (intent.values[0]?.value ?? null) : null;
    case "replace":
      return intent.value;
    case "place":
      return intent.item.kind === "value" ? intent.item.value : null;
    default:
      return null;
  }
}

/** "Put feta third | and drop brie from my favorite cheeses": a command whose list the next one of the sentence names. */
function readAhead(clause: ParsedClause, next: ParsedClause | undefined, view: FactView, before: string): FactAct | null {
  if (next === undefined || next.sentence !== clause.sentence) return null;
  const commands = clause.readings.flatMap(({ intent, grammar }): readonly ParsedClause["readings"][number][] => {
    if (intent.kind === "place") return intent.topic === null && intent.to.kind === "position" && intent.insert === "beside" ? [{ intent: { ...intent, insert: "yes" }, grammar }] : [];
    return (intent.kind === "swap" || intent.kind === "replace" || intent.kind === "remove") && intent.topic === null && !("within" in intent && intent.within) ? [{ intent, grammar }] : [];
  });
  if (commands.length === 0) return null;
  const ahead = read(next, view, null, before);
  if (ahead === null || ahead.key === null || ahead.route !== "facts-write" || !("topic" in ahead.intent) || ahead.intent.topic?.by !== "frame") return null;
  return read({ ...clause, readings: commands }, view, { key: ahead.key, topic: ahead.topic, past: false, place: null, put: null }, before);
}

/** The first reading of a clause that holds in this context; one whose item is not in the list when there is no other. */
function read(clause: ParsedClause, view: FactView, carry: Carried | null, before: string): FactAct | null {
  let unsure: FactAct | null = null;
  for (const { intent, grammar } of clause.readings) {
    const accepted = accept(intent, view, carry, grammar, before);
    if (accepted === null) continue;
    const actOf = ({ intent: done, key, topic, then }: Accepted): FactAct => ({ route: isWrite(done) ? "facts-write" : "facts-read", reason: reasonOf(done), intent: done, key, topic, text: clause.text, sentence: clause.sentence, grammar, ...(then === undefined ? {} : { then: actOf(then) }) });
    const act = actOf(accepted);
    if (accepted.unsure !== true) return act;
    unsure ??= act;
  }
  return unsure;
}

function reasonOf(intent: Intent): RouteReason {
  switch (intent.kind) {
    case "assign":
      return intent.position !== null ? "states_rank" : intent.single ? "states_favorite" : "states_list";
    case "undo":
      return "undo";
    case "pick":
      return intent.selectors === null && (intent.whole || intent.topic?.plural === true) ? "asks_list" : "asks_value";
    case "listAll":
      return "asks_list";
    case "count":
      return "asks_count";
    case "rankOf":
      return "asks_rank";
    case "beside":
      return "asks_value";
    case "check":
      return "asks_yes_no";
    case "provenance":
      return "asks_source";
    default:
      return "changes_list";
  }
}
