import type { Position, Selector } from "./numerals.ts";

/** How a clause names a list. */
export interface ListMention {
  readonly key: string;
  readonly name: string;
  /** Whether it was said in the plural. */
  readonly plural: boolean;
  /**
   * `frame`: "my favorite teas" names it whether it is stored or not. `stored`: "my tea list" counts only if there is
   * one. `context`: "the list", "it": the one
   * that this chat's last turn was about.
   */
  readonly by: "frame" | "stored" | "context";
}

/** An item of a list as a command or question names it. */
export type ItemMention =
  | { readonly kind: "position"; readonly position: Position }
  | {
      readonly kind: "value";
      readonly value: string;
      /** The same cut at commas and "and". */ readonly parts: readonly string[];
      /** Whether it is written as a name: with a capital, a digit, in quotes. */ readonly named: boolean;
    }
  /** "it": the item spoken of last. */
  | { readonly kind: "that" };

/** Where something is to go. */
export type Target =
  | { readonly kind: "position"; readonly position: Position }
  | { readonly kind: "step"; /** Places towards the top. */ readonly up: number }
  | { readonly kind: "before" | "after"; readonly item: ItemMention };

/** A value of a statement, with the rank that was written before it. */
export interface StatedValue {
  readonly value: string;
  readonly rank: number | null;
}

/** A time that a question is about: milliseconds since the epoch, "before the present state", or a span. */
export type AskedTime =
  | { readonly kind: "before"; /** What it was before; null: before what it is. */ readonly than: ItemMention | null }
  | { readonly kind: "at"; readonly text: string };

/** How an attribute is named: whose, and what. */
export interface AttributeMention {
  /** `me`, `project`, or a person's name as a key. */
  readonly subject: string;
  /** As shown: "Anna". Empty for the speaker and the project. */
  readonly person: string;
  readonly key: string;
  readonly name: string;
}

/** How an attribute is shown: "staging port", "Anna's birthday". */
export function shownAs({ person, name }: AttributeMention): string {
  return person === "" ? name : `${person}'s ${name}`;
}

/** What a clause wants done or known. `list: null`: the list that this chat's last turn was about. */
export type Intent =
  | {
      readonly kind: "state";
      readonly list: ListMention | null;
      /** The rank of the first value, when the frame names one. */
      readonly position: Position | null;
      readonly values: readonly StatedValue[];
      /** `ranks`: numbered; `order`: ordered by words or signs; `none`: a plain list. */
      readonly order: "ranks" | "order" | "none";
      /** Whether it says that an earlier statement no longer holds. */
      readonly correction: boolean;
      /** Whether it speaks of one favourite. */
      readonly single: boolean;
      /** Of what the clause before named: "and my #2 is …", "but my least favorite is …". */
      readonly sense?: "same" | "least";
    }
  | { readonly kind: "member"; readonly list: ListMention; readonly values: readonly string[] }
  | {
      readonly kind: "add";
      readonly list: ListMention | null;
      readonly values: readonly string[];
      readonly to: Target | null;
    }
  | {
      readonly kind: "place";
      readonly list: ListMention | null;
      readonly item: ItemMention;
      readonly to: Target;
      /** Whether an unknown value is inserted. */ readonly insert: boolean;
    }
  | {
      readonly kind: "swap";
      readonly list: ListMention | null;
      readonly first: ItemMention;
      readonly second: ItemMention;
      /** "Swap X for Y": Y takes the place of X when it is not in the list. */ readonly orReplace: boolean;
    }
  | { readonly kind: "replace"; readonly list: ListMention | null; readonly item: ItemMention; readonly value: string }
  | {
      readonly kind: "remove";
      readonly list: ListMention | null;
      readonly items: readonly ItemMention[];
      readonly selectors: readonly Selector[] | null;
      /** "is no longer": a statement, not a command. */ readonly gone: boolean;
    }
  | { readonly kind: "clear"; readonly list: ListMention | null }
  /** With its history, for good. */
  | { readonly kind: "erase"; readonly list: ListMention }
  /** From one list to the end of another. */
  | { readonly kind: "transfer"; readonly list: ListMention; readonly item: ItemMention; readonly to: ListMention }
  | { readonly kind: "undo" }
  /**
   * Speaks of a list without stating anything that holds: "my favorite color used to be blue". Clauses after it may
   * go on.
   */
  | { readonly kind: "mention"; readonly list: ListMention }
  /** Null selectors: the whole list, or its first item when the list is named in the singular. */
  | {
      readonly kind: "pick";
      readonly list: ListMention | null;
      readonly selectors: readonly Selector[] | null;
      readonly whole: boolean;
      readonly at: AskedTime | null;
    }
  | { readonly kind: "listAll" }
  | { readonly kind: "count"; readonly list: ListMention | null }
  | { readonly kind: "rankOf"; readonly list: ListMention | null; readonly item: ItemMention }
  /** What stands next to an item: `step` places further down. */
  | { readonly kind: "beside"; readonly list: ListMention | null; readonly item: ItemMention; readonly step: 1 | -1 }
  | {
      readonly kind: "check";
      readonly list: ListMention | null;
      readonly selectors: readonly Selector[] | null;
      readonly items: ItemMention;
    }
  | {
      readonly kind: "provenance";
      readonly list: ListMention | null;
      readonly item: ItemMention | null;
      readonly selectors: readonly Selector[] | null;
      /** "Since when", "when": the time is asked for. */ readonly past: boolean;
    }
  | {
      readonly kind: "attribute";
      readonly of: AttributeMention;
      readonly values: readonly string[];
      /** Whether words behind the value limit it ("8443 on Mondays"): nothing is stored then. */
      readonly limited: boolean;
      readonly how: "set" | "also" | "gone" | "change";
      /** What it was before, when the sentence says so. */ readonly from: string | null;
      /** `key: value`. */ readonly line?: boolean;
      /** Whether the form alone warrants storing it: "remember", a `key: value` line, a typed value, a known attribute. */ readonly sure: boolean;
    }
  | {
      readonly kind: "askAttribute";
      readonly of: AttributeMention;
      readonly asks: "value" | "since" | "who" | "check";
      readonly value: ItemMention | null;
      readonly at: AskedTime | null;
    };

const WRITES: ReadonlySet<Intent["kind"]> = new Set([
  "state",
  "member",
  "add",
  "place",
  "swap",
  "replace",
  "remove",
  "clear",
  "erase",
  "transfer",
  "undo",
  "attribute",
]);

/** Whether an intent changes something. */
export function isWrite(intent: Intent): boolean {
  return WRITES.has(intent.kind);
}
