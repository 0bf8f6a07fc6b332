import type { Intent } from "../language/intent.ts";
import type { Selector } from "../language/numerals.ts";
import type { Clause } from "../language/read-message.ts";
import { callIndex } from "../lists/name-index.ts";
import type { FactAct } from "./route.ts";
import { factAct, hasItems, listSpokenOf, namedList, type Turn } from "./turn.ts";

/** A question about a list that it names, or about the one spoken of. */
export function acceptQuestion(
  turn: Turn,
  clause: Clause,
  intent: Extract<Intent, { kind: "pick" | "count" | "rankOf" | "beside" | "provenance" }>,
): FactAct | null {
  const reason = REASONS[intent.kind];
  if (intent.kind === "pick" && asksLowerPast(intent)) return null;
  const listed = intent.kind === "pick" && intent.selectors === null && (intent.whole || intent.list?.plural === true);
  const why = intent.kind === "pick" && intent.at !== null ? "asks_past" : listed ? "asks_list" : reason;
  if (intent.list !== null) {
    const found = namedList(turn, intent.list);
    if (found === null) return null;
    // "And the second color?": a noun alone needs a chat that speaks of lists.
    if (
      intent.kind === "pick" &&
      intent.list.by === "stored" &&
      /^(?:and|what|how|the)$/u.test(clause.words[0] ?? "") &&
      !clause.words.some((word) => /^(?:my|our|me|i|mine|rank|ranks|top|favorites)$/u.test(word)) &&
      listSpokenOf(turn) === null
    )
      return null;
    if (
      (intent.kind === "rankOf" || intent.kind === "beside") &&
      intent.list.by === "stored" &&
      !hasItems(turn.view, [intent.item], turn.view.list(found.key))
    )
      return null;
    return factAct(clause, intent, found.key, found.topic, why);
  }
  const spoken = listSpokenOf(turn);
  if (spoken === null) return null;
  if (
    (intent.kind === "rankOf" || intent.kind === "beside") &&
    !hasItems(turn.view, [intent.item], turn.view.list(spoken.key))
  )
    return null;
  const isPast = intent.kind === "pick" && intent.at !== null;
  if (intent.kind !== "provenance" && !isPast && spoken.key.startsWith("@")) return null;
  return factAct(clause, intent, spoken.key, spoken.topic, why);
}

/**
 * "Is X my favorite Y?" is answered only about items: what is or was stored, a name, a quoted text. Anything else
 * asks how it is.
 */
export function acceptCheck(turn: Turn, clause: Clause, intent: Extract<Intent, { kind: "check" }>): FactAct | null {
  const at = intent.list === null ? listSpokenOf(turn) : namedList(turn, intent.list);
  if (at === null || intent.items.kind === "that") return null;
  const list = turn.view.list(at.key);
  if (list === null) return null;
  const { items } = intent;
  if (items.kind === "value") {
    const call = callIndex(list.items, turn.view.aliasOf(at.key));
    const isItem = (value: string): boolean => call(value).kind !== "none" || turn.view.held(at.key, value);
    const fits =
      isItem(items.value) ||
      (items.parts.length > 0 && items.parts.every((part) => isItem(part) || isName(part, clause.text))) ||
      isName(items.value, clause.text);
    if (!fits) return null;
  }
  return factAct(clause, intent, at.key, at.topic, "asks_yes_no");
}

const REASONS = {
  pick: "asks_value",
  count: "asks_count",
  rankOf: "asks_rank",
  beside: "asks_value",
  provenance: "asks_source",
} as const;

/** Whether words are written as a name in a sentence: a capital, a digit, quotes. */
function isName(value: string, sentence: string): boolean {
  if (
    value.length === 0 ||
    new RegExp(`["“'‘]${value.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&")}["”'’]`, "u").test(sentence)
  )
    return value.length > 0;
  return (
    value
      .split(" ")
      .every((word) => /^[\p{Lu}\d]/u.test(word) || /^(?:of|the|and|in|a|de|la|to|on|for|&)$/u.test(word)) &&
    /[\p{Lu}\d]/u.test(value) &&
    sentence !== sentence.toUpperCase()
  );
}

/** What stood at another place than the first isn't read out of the history. */
function asksLowerPast({ at, selectors }: Extract<Intent, { kind: "pick" }>): boolean {
  const isFirst = (one: Selector): boolean =>
    one.kind === "one" && one.position.from === "top" && one.position.rank === 1;
  return at !== null && !(selectors ?? []).every(isFirst);
}
