import type { StatedValue } from "../../english/stated-values.ts";
import type { Position, Selector } from "../../english/numerals.ts";

/** How a sentence names a list. */
export interface ListMention {
  readonly key: string;
  readonly name: string;
  readonly plural: boolean;
  /**
   * `frame`: "my favorite teas" names it whether it is stored or not. `stored`: "my tea list" counts only if there is
   * one.
   */
  readonly by: "frame" | "stored";
}

/** An item of a list as a command or question names it. */
/** An item as its name calls it. */
export type NamedItem = Extract<ItemMention, { kind: "value" }>;

export type ItemMention =
  | { readonly kind: "position"; readonly position: Position }
  | {
      readonly kind: "value";
      readonly value: string;
      /** The same cut at commas and "and". */ readonly parts: readonly string[];
    };

/** Where something is to go. */
export type Target =
  | { readonly kind: "position"; readonly position: Position }
  | { readonly kind: "step"; /** Places towards the top. */ readonly up: number }
  | { readonly kind: "before" | "after"; readonly item: ItemMention };

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

/** How an attribute is shown: "staging port", "Anna's birthday". */
export function shownAs({ person, name }: AttributeMention): string {
  return person === "" ? name : `${person}'s ${name}`;
}

/** What a sentence wants changed. `list: null`: the list that this chat's last turn was about. */
export type Change =
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
      /** Whether an unknown value is inserted. */
      readonly insert: boolean;
    }
  | {
      readonly kind: "swap";
      readonly list: ListMention | null;
      readonly first: ItemMention;
      readonly second: ItemMention;
    }
  | { readonly kind: "replace"; readonly list: ListMention | null; readonly item: ItemMention; readonly value: string }
  | {
      readonly kind: "remove";
      readonly list: ListMention | null;
      readonly items: readonly ItemMention[];
      readonly selectors: readonly Selector[] | null;
    }
  | { readonly kind: "clear"; readonly list: ListMention | null }
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
  | {
      readonly kind: "pick";
      readonly list: ListMention | null;
      readonly selectors: readonly Selector[] | null;
      readonly whole: boolean;
      /** What it was before. */
      readonly past: boolean;
    }
  | { readonly kind: "listAll" }
  | { readonly kind: "count"; readonly list: ListMention | null }
  | { readonly kind: "rankOf"; readonly list: ListMention | null; readonly item: NamedItem }
  | {
      readonly kind: "check";
      readonly list: ListMention | null;
      readonly selectors: readonly Selector[] | null;
      readonly items: NamedItem;
    }
  | {
      readonly kind: "askAttribute";
      readonly of: AttributeMention;
      /** Whose it may be beside that: "our port", "the port". */
      readonly others: readonly AttributeMention[];
      readonly past: boolean;
      /** A value that is asked after: "is my port 8443?" */
      readonly value: string | null;
      /** Whether the form asks for a fact, so that "not stored" is an answer. */
      readonly asks: boolean;
    };

export type Intent = Change | Question;

const READS: ReadonlySet<Intent["kind"]> = new Set(["pick", "listAll", "count", "rankOf", "check", "askAttribute"]);

/** Whether an intent changes something. */
export function isWrite(intent: Intent): intent is Change {
  return !READS.has(intent.kind);
}
