import type { Intent } from "../language/intent.ts";
import { ACTIVITIES } from "../language/closed-words.ts";
import { headWord } from "../language/nouns.ts";
import type { Clause } from "../language/read-message.ts";
import { attributeByContext } from "./accept-attribute.ts";
import type { FactAct, RouteReason } from "./route.ts";
import { factAct, GOES_ON, hasItems, listSpokenOf, type NamedList, onList, type Turn } from "./turn.ts";

/** A statement of favourites, of a list that it names or of the one spoken of. */
export function acceptState(turn: Turn, clause: Clause, intent: Extract<Intent, { kind: "state" }>): FactAct | null {
  const { list, single, position } = intent;
  const reason: RouteReason = position !== null ? "states_rank" : single ? "states_favorite" : "states_list";
  const corrected = clause.correction ? { ...intent, correction: true } : intent;
  if (list !== null) {
    if (clause.also && single && position === null && list.by === "frame" && turn.view.list(list.key) !== null) {
      const member: Intent = { kind: "member", list, values: intent.values.map(({ value }) => value) };
      return onList(turn, clause, member, list, "states_favorite");
    }
    return onList(turn, clause, corrected, list, reason);
  }
  const spoken = listSpokenOf(turn);
  if (spoken === null || spoken.key.startsWith("@")) return attributeByContext(turn, clause, intent, spoken);
  const mine = clause.words.includes("my") || clause.words.includes("our");
  if (intent.sense === "least")
    return turn.carry === null || turn.carry.key.startsWith("least ")
      ? null
      : factAct(
          clause,
          intent,
          turn.view.target(`least favorite ${turn.carry.key}`),
          `least favorite ${turn.carry.topic}`,
          reason,
        );
  if (intent.sense === "same") {
    if (position === null && !mine) return null;
    // "My least favorite is okra and my favorite is peas"
    const most = /^least favou?rite (.+)$/u.exec(spoken.key)?.[1];
    if (most !== undefined && position === null)
      return factAct(
        clause,
        corrected,
        turn.view.target(most),
        spoken.topic.replace(/^least favou?rite /u, ""),
        reason,
      );
    // "Blue is my favorite" right after a list of books is about no book: by context alone it takes an item of the
    // list, or a rank below the first.
    const known = hasItems(
      turn.view,
      intent.values.map(({ value }) => ({ kind: "value", value, parts: [value], named: true })),
      turn.view.list(spoken.key),
    );
    if (turn.carry?.nth !== clause.nth && !known && !(position?.from === "top" && position.rank > 1)) return null;
    return mine || turn.carry !== null ? factAct(clause, corrected, spoken.key, spoken.topic, reason) : null;
  }
  return acceptCorrection(turn, clause, intent, spoken);
}

/**
 * "Actually it's teal", "no, teal", "make that teal": right after a turn about one favourite, or after "it used to
 * be".
 */
function acceptCorrection(
  turn: Turn,
  clause: Clause,
  intent: Extract<Intent, { kind: "state" }>,
  spoken: NamedList,
): FactAct | null {
  const value = intent.values[0]?.value ?? "";
  const pointed = /^(?:make|change|scratch|i$)/u.test(clause.words[0] ?? "") || clause.correction;
  if (turn.carry?.past === true)
    return GOES_ON.test(clause.words[0] ?? "") || clause.correction
      ? factAct(clause, intent, spoken.key, spoken.topic, "states_favorite")
      : null;
  if (turn.carry !== null && !pointed) return null;
  // "No, I meant the other branch" is about no item.
  if (!pointed || value.split(" ").length > 6 || POINTS.test(clause.text)) return null;
  const items = turn.view.list(spoken.key)?.items ?? [];
  // "Actually it's raining" is said of no sport.
  const isDoing = /^\p{Ll}+ing$/u.test(value) && !ACTIVITIES.has(headWord(spoken.key));
  if (isDoing && !items.some((item) => /ing$/u.test(item.key))) return null;
  if (items.length === 1 || (turn.carry !== null && turn.carry.single))
    return factAct(clause, { ...intent, correction: true }, spoken.key, spoken.topic, "states_favorite");
  const last = turn.view.context?.changed === true ? turn.view.lastItem(spoken.key) : null;
  return last === null
    ? null
    : factAct(
        clause,
        { kind: "replace", list: null, item: { kind: "value", value: last, parts: [last], named: true }, value },
        spoken.key,
        spoken.topic,
        "changes_list",
      );
}

/** What points at something else that was spoken of. */
const POINTS =
  /\b(?:(?:the|this|that|an)? ?(?:other|same|previous|next|latter|former)|another|i mean(?:t)? (?:the|this|that|these|those)) \p{Ll}/u;
