import type { FactList } from "../../storage/ports/fact-store.ts";
import { isWrite, type Intent, type ItemMention, type ListMention } from "../language/intent.ts";
import type { Clause } from "../language/read-message.ts";
import { callIndex } from "../lists/name-index.ts";
import type { FactView } from "./fact-view.ts";
import type { FactAct, RouteReason } from "./route.ts";

/** What the message itself has spoken of. */
export interface Carried {
  readonly key: string;
  readonly topic: string;
  /** It spoke of the past only. */
  readonly past: boolean;
  /** Number of its sentence. */
  readonly nth: number;
  readonly single: boolean;
}

/** A message that is being routed: what is stored, and what its clauses so far have spoken of. */
export interface Turn {
  readonly view: FactView;
  readonly carry: Carried | null;
  readonly acts: readonly { readonly act: FactAct; readonly nth: number }[];
}

/** A list that a clause is about. */
export interface NamedList {
  readonly key: string;
  readonly topic: string;
}

export function factAct(
  clause: Clause,
  intent: Intent,
  key: string | null,
  topic: string,
  reason: RouteReason,
): FactAct {
  return {
    route: isWrite(intent) ? "facts-write" : "facts-read",
    reason,
    intent,
    key,
    topic,
    text: clause.text,
    sentence: clause.sentence,
    mark: clause.mark,
  };
}

export function onList(
  turn: Turn,
  clause: Clause,
  intent: Intent,
  list: ListMention,
  reason: RouteReason,
): FactAct | null {
  const found = namedList(turn, list);
  return found === null ? null : factAct(clause, intent, found.key, found.topic, reason);
}

/** The list that a mention names; null when it must be stored and isn't, or names none. */
export function namedList(turn: Turn, list: ListMention): NamedList | null {
  const key = turn.view.target(list.key);
  const stored = turn.view.known(key);
  if (list.by === "context" || (list.by === "stored" && (stored === null || stored.items.length === 0))) return null;
  return { key, topic: stored?.topic ?? list.name };
}

/** The one list that this message or the chat's last turn was about. */
export function listSpokenOf(turn: Turn): NamedList | null {
  if (turn.carry !== null) return turn.carry;
  const { context } = turn.view;
  const key = context?.keys.at(-1);
  if (key === undefined) return null;
  const stored = turn.view.known(key);
  return stored === null ? null : { key, topic: stored.topic };
}

export function hasItems(view: FactView, items: readonly ItemMention[], list: FactList | null): boolean {
  if (list === null) return false;
  const call = callIndex(list.items, view.aliasOf(list.key));
  const has = (value: string): boolean => call(value).kind !== "none";
  return items.every((item) =>
    item.kind === "position"
      ? true
      : item.kind === "value" &&
        (has(item.value) || (item.parts.length > 1 && item.parts.every(has)) || numbered(item.value, list)),
  );
}

/** A number that names a place of the list. */
function numbered(value: string, list: FactList): boolean {
  return /^[1-9]\d{0,5}$/u.test(value) && Number(value) <= list.items.length;
}

/** Words by which a clause says what holds instead of what was said before it. */
export const GOES_ON = /^(?:it|that|they|now|but|and|these|currently|nowadays|today|so|actually)$/u;
