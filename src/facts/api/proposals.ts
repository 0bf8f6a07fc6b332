import type { Note } from "../../model/note.ts";
import type { Scope } from "../../model/caller.ts";
import { isSensitive } from "../grammar/attribute-keys.ts";
import { type Change, factNamed } from "../grammar/intent.ts";
import { attributeOf, favoriteOf } from "../grammar/mentions.ts";
import type { ReadClause } from "../grammar/read-message.ts";
import type { FactAct, RoutedMessage } from "../router/fact-view.ts";

/** A change that a language model proposes. Only the name of the fact is its own; value and quote must be the user's words. */
export interface Proposal {
  /** "my dentist", "our standup", "Anna's birthday", "my favorite teas". */
  readonly of: string;
  readonly value: string;
  /** The part of the message that states it. */
  readonly quote: string;
  /** In the place of what is there, beside it, or no longer. */
  readonly how: "set" | "also" | "gone";
}

/** Asks a language model what a message states. */
export type Propose = (asked: {
  readonly text: string;
  readonly scope: Scope;
  /** Names of what is stored and may be meant. Cost: every list. */
  readonly known: () => Promise<readonly string[]>;
}) => Promise<{ readonly proposals: readonly Proposal[]; readonly notes: readonly Note[] }>;

/** Most of a message that is taken. */
const MOST_PROPOSALS = 5;
const LONGEST_VALUE = 300;

/** What forms couldn't read, and a model may: nothing that was doubted, asked or said by others. */
const UNREAD: ReadonlySet<RoutedMessage["reason"]> = new Set(["no_frame", "half_understood", "unread_change"]);

/** The sentences of a message that a model may be asked about: the user's own statements, where nothing of it was read. */
export function openSentences(routed: RoutedMessage, clauses: readonly ReadClause[]): readonly string[] {
  if (routed.acts.length > 0 || routed.unkept.length > 0 || !UNREAD.has(routed.reason)) return [];
  const own = clauses.filter(
    ({ refusal, mark, text, opened }) =>
      refusal === null && mark !== "?" && !opened.polite && text.trim().split(/\s+/u).length > 2,
  );
  return [...new Set(own.map(({ sentence }) => sentence))];
}

/**
 * The proposals that the message bears out, as acts: the quote stands in a sentence of the user's own, the value in the quote, as
 * whole words; what is secret isn't taken. Pure.
 */
export function acceptProposals(proposals: readonly Proposal[], sentences: readonly string[]): readonly FactAct[] {
  const acts = proposals.slice(0, MOST_PROPOSALS).flatMap((proposal): readonly FactAct[] => {
    const { of, value, quote } = proposal;
    const sentence = sentences.find((one) => one.includes(quote));
    const named = sentence === undefined || !standsIn(value, quote) ? null : changeOf(of, proposal);
    return named === null ? [] : [{ reason: "proposed", ...named, sentence: sentence as string }];
  });
  // Of two values for one fact the message leaves open which.
  return acts.filter(({ key }, i) => acts.findIndex((one) => one.key === key) === i);
}

/** Whether a value stands in a text as whole words. */
function standsIn(value: string, text: string): boolean {
  if (value.trim() !== value || value === "" || value.length > LONGEST_VALUE || value.includes("\n")) return false;
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(value)}(?![\p{L}\p{N}])`, "u").test(text);
}

function changeOf(of: string, { value, how }: Proposal): (Pick<FactAct, "intent" | "topic"> & { key: string }) | null {
  const { list = null } = favoriteOf(of) ?? {};
  if (list !== null) {
    const order = how === "also" || list.plural ? "more" : "none";
    const values = [{ value, rank: null }];
    const intent: Change =
      how === "gone"
        ? { kind: "remove", list, item: { kind: "value", value, parts: [value] } }
        : { kind: "state", list, position: null, values, order, correction: false, single: true };
    return { intent, key: list.key, topic: list.name };
  }
  const fact = attributeOf(of);
  if (fact === null || isSensitive(fact.key, value)) return null;
  const intent: Change = { kind: "attribute", of: fact, values: [value], how, sure: true };
  return { intent, ...factNamed(fact) };
}
