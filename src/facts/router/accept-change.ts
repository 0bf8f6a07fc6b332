import type { FactList } from "../../storage/ports/fact-store.ts";
import type { Intent, ItemMention, Target } from "../language/intent.ts";
import { selectItems } from "../language/numerals.ts";
import { topicOf } from "../language/nouns.ts";
import { newValues, overruns } from "../language/account.ts";
import type { Clause } from "../language/read-message.ts";
import { callIndex } from "../lists/name-index.ts";
import type { FactAct } from "./route.ts";
import { factAct, hasItems, listSpokenOf, namedList, type Turn } from "./turn.ts";

/** A command that changes a list in place. */
export type Change = Extract<Intent, { kind: "add" | "place" | "swap" | "replace" | "remove" | "clear" }>;

/** A change of a list that is named, or, by context alone, of the one spoken of. */
export function acceptChange(turn: Turn, clause: Clause, intent: Change): FactAct | null {
  const named = intent.list === null ? null : namedList(turn, intent.list);
  if (intent.list !== null && named === null) return null;
  const at = named ?? listSpokenOf(turn);
  if (at === null || (named === null && at.key.startsWith("@"))) return null;
  const list = turn.view.list(at.key);
  const pointed = withItem(turn, intent, at.key);
  if (pointed === null) return null;
  if (named === null && !isMeantByContext(turn, clause, pointed, list, at.key)) return null;
  if (named !== null && intent.list?.by === "stored" && !fitsStored(turn, pointed, list)) return null;
  if (pointed.kind === "remove" && pointed.gone && !hasItems(turn.view, pointed.items, list)) return null;
  const act = factAct(clause, pointed, at.key, at.topic, "changes_list");
  const overrun =
    (named !== null && list === null && overrunsTopic(turn, at.topic)) ||
    newValues(pointed).some(
      (value) =>
        !hasItems(turn.view, [{ kind: "value", value, parts: [value], named: true }], list) &&
        overruns(value, clause.text),
    );
  return overrun ? { ...act, held: "half_understood" } : act;
}

/** Whether the topic of a command goes on behind the name of a list: "teas asap", "teas and commit". */
function overrunsTopic(turn: Turn, topic: string): boolean {
  const words = topic.split(" ");
  return (
    overruns(topic, "") ||
    words.some((_, at) => at > 0 && (turn.view.list(topicOf(words.slice(0, at).join(" ")).key)?.items.length ?? 0) > 0)
  );
}

/** An intent with "it" replaced by the item of the chat's last change; null when there is none. */
function withItem<T extends Change>(turn: Turn, intent: T, key: string): T | null {
  if (!itemsOf(intent).some(({ kind }) => kind === "that")) return intent;
  const value = turn.view.context?.changed === true || turn.carry !== null ? turn.view.lastItem(key) : null;
  if (value === null) return null;
  const that: ItemMention = { kind: "value", value, parts: [value], named: true };
  const put = (item: ItemMention): ItemMention => (item.kind === "that" ? that : item);
  const target = (to: Target): Target => ("item" in to ? { ...to, item: put(to.item) } : to);
  switch (intent.kind) {
    case "place":
      return { ...intent, item: put(intent.item), to: target(intent.to) };
    case "swap":
      return { ...intent, first: put(intent.first), second: put(intent.second) };
    case "replace":
      return { ...intent, item: put(intent.item) };
    case "remove":
      return { ...intent, items: intent.items.map(put) };
    default:
      return intent;
  }
}

/**
 * Whether a change that names no list is meant for the one spoken of: every item that must be there is there, or
 * the word list stands in it. "It" alone
 * never suffices for adding.
 */
function isMeantByContext(turn: Turn, clause: Clause, intent: Change, list: FactList | null, key: string): boolean {
  const word = clause.words.some((one) => /^(?:list|ranking|favorites|favourites|favs)$/u.test(one));
  const sameSentence = turn.carry !== null && turn.carry.key === key;
  if (turn.carry === null && (turn.view.context?.keys.length ?? 0) !== 1) return false;
  if (intent.kind === "clear") return word;
  if (list === null) return sameSentence && intent.kind === "add";
  switch (intent.kind) {
    case "add":
      return (
        (word && intent.list === null && !intent.values.some((value) => / (?:list|ranking)(?: |$)/u.test(value))) ||
        (sameSentence && turn.acts.length > 0) ||
        (intent.to !== null && "item" in intent.to && hasItems(turn.view, [intent.to.item], list))
      );
    case "place": {
      const anchored = "item" in intent.to ? hasItems(turn.view, [intent.to.item], list) : true;
      return (
        anchored &&
        (hasItems(turn.view, [intent.item], list) ||
          (intent.insert && (word || sameSentence || "item" in intent.to || clause.words.includes("my"))))
      );
    }
    case "swap":
      return hasItems(turn.view, intent.orReplace ? [intent.first] : [intent.first, intent.second], list);
    case "replace":
      return hasItems(turn.view, [intent.item], list);
    case "remove":
      return intent.selectors !== null ? word || sameSentence : hasItems(turn.view, intent.items, list);
  }
}

/** Whether a list that was named without the word favourite is meant: what must be there is there. */
function fitsStored(turn: Turn, intent: Change, list: FactList | null): boolean {
  if (list === null) return false;
  if (intent.kind === "add" || intent.kind === "clear" || (intent.kind === "place" && intent.insert)) return true;
  return intent.kind === "remove" && intent.selectors !== null
    ? true
    : hasItems(turn.view, itemsOf(intent).slice(0, intent.kind === "swap" && intent.orReplace ? 1 : undefined), list);
}

/** What is erased is stored, or was: its history goes, too. */
export function acceptErase(turn: Turn, clause: Clause, intent: Extract<Intent, { kind: "erase" }>): FactAct | null {
  const known = turn.view.known(intent.list.key);
  return known === null ? null : factAct(clause, intent, known.key, known.topic, "changes_list");
}

/** From one list to another: both are there, and the item is in the first. */
export function acceptTransfer(
  turn: Turn,
  clause: Clause,
  intent: Extract<Intent, { kind: "transfer" }>,
): FactAct | null {
  const [from, to] = [namedList(turn, intent.list), namedList(turn, intent.to)];
  return from === null ||
    to === null ||
    from.key === to.key ||
    !hasItems(turn.view, [intent.item], turn.view.list(from.key))
    ? null
    : factAct(clause, intent, from.key, from.topic, "changes_list");
}

/** A transfer is two changes of one turn: the item goes from one list and to the end of the other. */
export function parted(turn: Turn, clause: Clause, act: FactAct): readonly FactAct[] {
  const { intent } = act;
  if (intent.kind !== "transfer" || intent.item.kind === "that") return [act];
  const to = namedList(turn, intent.to);
  const items = turn.view.list(act.key ?? "")?.items ?? [];
  const moved =
    intent.item.kind === "position"
      ? selectItems(items, [{ kind: "one", position: intent.item.position }]).map(({ value }) => value)
      : intent.item.parts.map((part) => {
          const found = callIndex(items, turn.view.aliasOf(act.key ?? ""))(part);
          return found.kind === "exact" || found.kind === "part" ? found.item.value : part;
        });
  const gone: Intent = {
    kind: "remove",
    list: intent.list,
    items: moved.map((value) => ({ kind: "value", value, parts: [value], named: true })),
    selectors: null,
    gone: false,
  };
  const add: Intent = { kind: "add", list: intent.to, values: moved, to: null };
  return to === null ? [] : [{ ...act, intent: gone }, factAct(clause, add, to.key, to.topic, "changes_list")];
}

function itemsOf(intent: Intent): readonly ItemMention[] {
  switch (intent.kind) {
    case "place":
      return [intent.item, ...("item" in intent.to ? [intent.to.item] : [])];
    case "add":
      return intent.to !== null && "item" in intent.to ? [intent.to.item] : [];
    case "swap":
      return [intent.first, intent.second];
    case "replace":
      return [intent.item];
    case "remove":
      return intent.items;
    default:
      return [];
  }
}
