import type { Topic } from "../../english/nouns.ts";
import type { StatedValue } from "../../english/stated-values.ts";
import type { Position, Selector } from "../../english/numerals.ts";
import type { FactList } from "../../storage/ports/fact-store.ts";
import { storedKey } from "./attribute-keys.ts";

/** How a sentence names a list. */
export interface ListMention extends Topic {
  /**
   * `frame`: "my favorite teas" names it whether it is stored or not. `stored`: "my tea list" counts only if there is
   * one.
   */
  readonly by: "frame" | "stored";
  /** Where it may be an exact fact, that one. */
  readonly of?: AttributeMention;
}

/** An item as its name calls it; `parts`: the same cut at commas and "and". */
export type NamedItem = { readonly kind: "value"; readonly value: string; readonly parts: readonly string[] };
/** An item of a list as a command or question names it. */
export type ItemMention = { readonly kind: "position"; readonly position: Position } | NamedItem;

/** Where something is to go. */
export type Target =
  | { readonly kind: "position"; readonly position: Position }
  | { readonly kind: "step"; /** Places towards the top. */ readonly up: number };

/** How an attribute is named: whose, and what. */
export interface AttributeMention {
  /** `me`, `project`, or a person's name as a key. */
  readonly subject: string;
  /** As shown: "Anna". Empty for the speaker and the project. */
  readonly person: string;
  readonly key: string;
  readonly name: string;
  /** Whose the words say that it is; left out where a verb says it. */
  readonly by?: "my" | "our" | "the" | "person" | "none";
}

export type NamedList = Pick<FactList, "key" | "topic">;

/** The list of an attribute: "staging port", "Anna's birthday". */
export function factNamed({ subject, key, person, name }: AttributeMention): NamedList {
  return { key: storedKey(subject, key), topic: person === "" ? name : `${person}'s ${name}` };
}

/** What concerns a list; null: the one that this chat's last turn was about. */
type OfList<K extends string, T = unknown> = { readonly kind: K; readonly list: ListMention | null } & T;

/** What a sentence wants changed. */
export type Change =
  | OfList<
      "state",
      {
        /** The rank of the first value, when the frame names one. */
        readonly position: Position | null;
        readonly values: readonly StatedValue[];
        /** `ranks`: numbered; `order`: ordered by words or signs; `none`: a plain list; `more`: some beside what is there. */
        readonly order: "ranks" | "order" | "none" | "more";
        /** Whether it says that an earlier statement no longer holds. */
        readonly correction: boolean;
        /** Whether it speaks of one favourite. */
        readonly single: boolean;
      }
    >
  | OfList<"add", { readonly values: readonly string[]; readonly to: Target | null }>
  /** `insert`: whether an unknown value is inserted. */
  | OfList<"place", { readonly item: ItemMention; readonly to: Target; readonly insert: boolean }>
  | OfList<"swap", { readonly first: ItemMention; readonly second: ItemMention }>
  | OfList<"replace", { readonly item: ItemMention; readonly value: string }>
  | OfList<"remove", { readonly item: ItemMention | readonly Selector[] }>
  | OfList<"clear">
  /** With its history, for good. */
  | { readonly kind: "erase"; readonly list: ListMention }
  | { readonly kind: "undo" }
  | {
      readonly kind: "attribute";
      readonly of: AttributeMention;
      readonly values: readonly string[];
      readonly how: "set" | "also" | "gone" | "change";
      /** How far the form alone warrants it: a name or an exact value of one's own, or of something that must be stored. */
      readonly sure: boolean;
    };

/** What a sentence wants known. Null selectors: the whole list, or its first item when it is named in the singular. */
export type Question =
  /** `past`: what it was before. */
  | OfList<"pick", { readonly selectors: readonly Selector[] | null; readonly whole: boolean; readonly past: boolean }>
  | { readonly kind: "listAll"; readonly of: "favorites" | "facts" }
  | OfList<"count">
  | OfList<"rankOf", { readonly item: NamedItem }>
  | OfList<"check", { readonly selectors: readonly Selector[] | null; readonly items: NamedItem }>
  | {
      readonly kind: "askAttribute";
      readonly of: AttributeMention;
      readonly past: boolean;
      /** "where", "when", "who", "how" or "why": what its value must be. */
      readonly wants?: string;
      /** Whether the form asks for a fact, so that "not stored" is an answer. */
      readonly asks: boolean;
    };

export type Intent = Change | Question;

type AskAttribute = Extract<Question, { kind: "askAttribute" }>;

/** A question for an exact fact. */
export function asking(of: AttributeMention, rest: Partial<AskAttribute> = {}): AskAttribute {
  return { kind: "askAttribute", of, past: false, asks: false, ...rest };
}

export function statedIn(change: Change): readonly string[] {
  if ("values" in change) return change.values.map((one) => (typeof one === "string" ? one : one.value));
  return "value" in change ? [change.value] : [];
}

const READS: ReadonlySet<Intent["kind"]> = new Set(["pick", "listAll", "count", "rankOf", "check", "askAttribute"]);

/** Whether an intent changes something. */
export const isWrite = (intent: Intent): intent is Change => !READS.has(intent.kind);
