import { rankOf, type Selector, selectItems } from "../../english/numerals.ts";
import type { StatedValue } from "../../english/stated-values.ts";
import type { Intent, ItemMention, Target } from "../grammar/intent.ts";
import type { ListOperation } from "../lists/apply-operation.ts";
import { callIndex, nameIndex, type Resolution } from "../lists/name-index.ts";
import { valueKey } from "../lists/value-key.ts";
import type { FactItem } from "../../storage/ports/fact-store.ts";

/** What an intent comes to on a given list. */
export type ChangePlan =
  | { readonly kind: "change"; readonly operations: readonly ListOperation[] }
  /** A name that fits several items: ask, write nothing. */
  | { readonly kind: "ambiguous"; readonly value: string; readonly options: readonly FactItem[] }
  /** Nothing that can be done, with the reason as a code. */
  | { readonly kind: "nothing"; readonly why: "unknown_item" | "rank_below_one" | "out_of_range" | "already_empty" };

type WriteIntent = Extract<
  Intent,
  { kind: "state" | "member" | "add" | "place" | "swap" | "replace" | "remove" | "clear" | "attribute" }
>;

/** Thrown inside a plan to leave it; never leaves this file. */
class Stop extends Error {
  readonly plan: ChangePlan;
  constructor(plan: ChangePlan) {
    super(plan.kind);
    this.plan = plan;
  }
}

/**
 * The operations that an intent comes to on a list, by the table of page 04 of the specification. Pure.
 *
 * @param items the list as it is
 * @param toldAsList whether the list was told with several values or ranks, not one favourite at a time
 */
export function planChange(intent: WriteIntent, items: readonly FactItem[], toldAsList: boolean): ChangePlan {
  const planner = new Planner(items, nameIndex(items), callIndex(items), toldAsList);
  try {
    return { kind: "change", operations: planner.operations(intent) };
  } catch (error) {
    if (error instanceof Stop) return error.plan;
    throw error;
  }
}

class Planner {
  readonly #items: readonly FactItem[];
  readonly #find: (spelling: string) => Resolution;
  readonly #call: (spelling: string) => Resolution;

  readonly #toldAsList: boolean;

  constructor(
    items: readonly FactItem[],
    find: (spelling: string) => Resolution,
    call: (spelling: string) => Resolution,
    toldAsList: boolean,
  ) {
    this.#toldAsList = toldAsList;
    this.#items = items;
    this.#find = find;
    this.#call = call;
  }

  operations(intent: WriteIntent): readonly ListOperation[] {
    switch (intent.kind) {
      case "state":
        return this.#state(intent);
      case "attribute":
        return this.#attribute(intent);
      case "member":
        return [{ op: "append", values: intent.values.map((value) => this.#spelling(value)) }];
      case "add":
        return this.#add(intent.values, intent.to);
      case "place":
        return this.#place(intent.item, intent.to, intent.insert);
      case "swap":
        return [{ op: "swap", first: this.#known(intent.first), second: this.#known(intent.second) }];
      case "replace":
        return this.#replace(intent.item, intent.value);
      case "remove":
        return (intent.selectors === null ? this.#removed(intent.items) : this.#selected(intent.selectors)).map(
          (value) => ({ op: "remove", value }),
        );
      case "clear":
        if (this.#items.length === 0) throw new Stop({ kind: "nothing", why: "already_empty" });
        return [{ op: "clear" }];
    }
  }

  #state(intent: Extract<Intent, { kind: "state" }>): readonly ListOperation[] {
    const { values, position, correction } = intent;
    if (intent.order === "ranks") return this.#ranked(values);
    const spellings = values.map((one) => one.value);
    // "My second favorite is kale, then leek" goes on from there; from the first place it is the whole list.
    if (intent.order === "order" && (position === null || (position.from === "top" && position.rank === 1)))
      return [this.#whole(spellings)];
    if (position !== null) {
      const fresh = spellings.some((value) => this.#found(value) === null);
      const rank = this.#rank(rankOf(position, this.#items.length + (fresh && position.from === "end" ? 1 : 0)));
      // "My third favorite is now X"
      if (correction && fresh && spellings.length === 1 && rank <= this.#items.length)
        return [{ op: "set", rank, value: spellings[0] as string }];
      return spellings.map((value, i) => ({ op: "insertAt", rank: rank + i, value: this.#spelling(value) }));
    }
    if (this.#items.length === 0 || (!intent.single && !correction))
      return [{ op: "append", values: spellings.map((value) => this.#spelling(value)) }];
    if (!intent.single) return [this.#whole(spellings)];
    // One favourite, restated: it takes the first place. What stood there goes to the history, but in a list that was
    // told as one it only shifts.
    const value = spellings[0] as string;
    const known = this.#found(value);
    if (known !== null) return [{ op: "insertAt", rank: 1, value: known.value }];
    return [
      this.#toldAsList && !(correction && this.#items.length === 1)
        ? { op: "insertAt", rank: 1, value }
        : { op: "set", rank: 1, value },
    ];
  }

  /** An attribute has one value, unless "also" has made it several. */
  #attribute({ values, how }: Extract<Intent, { kind: "attribute" }>): readonly ListOperation[] {
    const [value] = values as readonly [string];
    if (how === "gone")
      return values.map((one) => ({
        op: "remove",
        value: this.#known({ kind: "value", value: one, parts: [one] }),
      }));
    if (how === "also" || this.#items.length === 0) return [{ op: "append", values }];
    if (values.length === 1 && this.#items.length === 1) return [{ op: "set", rank: 1, value }];
    return [{ op: "replaceAll", values }];
  }

  /** Numbered from 1: the whole list. Other numbers: each to its rank. */
  #ranked(values: readonly StatedValue[]): readonly ListOperation[] {
    const sorted = values.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
    const least = sorted[0]?.rank ?? 1;
    if (least < 1) throw new Stop({ kind: "nothing", why: "rank_below_one" });
    if (least === 1) return [this.#whole(sorted.map((one) => one.value))];
    return sorted.map((one) => ({ op: "insertAt", rank: one.rank ?? 1, value: this.#spelling(one.value) }));
  }

  #whole(values: readonly string[]): ListOperation {
    return this.#items.length === 0 ? { op: "append", values } : { op: "replaceAll", values };
  }

  #add(values: readonly string[], to: Target | null): readonly ListOperation[] {
    if (to === null) return [{ op: "append", values: values.map((value) => this.#spelling(value)) }];
    return values.flatMap((value, i) => {
      const rank = this.#targetRank(to, this.#found(value));
      return [{ op: "insertAt", rank: rank + i, value: this.#spelling(value) }] as const;
    });
  }

  #place(item: ItemMention, to: Target, insert: boolean): readonly ListOperation[] {
    const known =
      item.kind === "position" ? this.#at(item) : insert ? this.#found(item.value) : this.#named(item.value);
    if (known !== null) return [{ op: "move", value: known.value, rank: this.#targetRank(to, known) }];
    if (item.kind === "position") throw new Stop({ kind: "nothing", why: "out_of_range" });
    if (to.kind === "step" || !insert) throw new Stop({ kind: "nothing", why: "unknown_item" });
    return [{ op: "insertAt", value: item.value, rank: this.#targetRank(to, null) }];
  }

  /** The rank that a target means for an item, or for a new one when null; counted in the list without the item. */
  #targetRank(to: Target, item: FactItem | null): number {
    const index = item === null ? this.#items.length : this.#items.indexOf(item);
    const others = this.#items.filter((one) => one !== item);
    if (to.kind === "position")
      return this.#rank(to.position.from === "end" ? others.length + 1 - to.position.back : to.position.rank);
    if (to.kind === "step") return Math.min(Math.max(1, index + 1 - to.up), this.#items.length);
    const anchor = others.findIndex((one) => one.key === valueKey(this.#known(to.item)));
    if (anchor < 0) throw new Stop({ kind: "nothing", why: "unknown_item" });
    return to.kind === "before" ? anchor + 1 : anchor + 2;
  }

  #replace(item: ItemMention, value: string): readonly ListOperation[] {
    if (item.kind === "position" && this.#items.length === 0) return [{ op: "append", values: [value] }];
    return [{ op: "replace", old: this.#known(item), value }];
  }

  #removed(mentions: Extract<Intent, { kind: "remove" }>["items"]): readonly string[] {
    return mentions.flatMap((mention) => {
      if (mention.kind === "position") return [this.#known(mention)];
      const whole = this.#only(mention.value, this.#call(mention.value));
      if (whole !== null || mention.parts.length < 2) return [this.#known(mention)];
      return mention.parts.map((value) => this.#known({ kind: "value", value, parts: [value] }));
    });
  }

  #selected(selectors: readonly Selector[]): readonly string[] {
    const chosen = selectItems(this.#items, selectors);
    if (chosen.length === 0) throw new Stop({ kind: "nothing", why: "out_of_range" });
    return chosen.map((item) => item.value);
  }

  /** The stored spelling of an item that must be there. */
  #known(mention: ItemMention): string {
    const item = mention.kind === "position" ? this.#at(mention) : this.#named(mention.value);
    if (item === null)
      throw new Stop({ kind: "nothing", why: mention.kind === "position" ? "out_of_range" : "unknown_item" });
    return item.value;
  }

  #at(mention: Extract<ItemMention, { kind: "position" }>): FactItem | null {
    return this.#items[this.#rank(rankOf(mention.position, this.#items.length)) - 1] ?? null;
  }

  #rank(rank: number): number {
    if (rank < 1) throw new Stop({ kind: "nothing", why: "rank_below_one" });
    return rank;
  }

  /** The item that a spelling names; null when it is new. */
  #found(value: string): FactItem | null {
    return this.#only(value, this.#find(value));
  }

  #only(value: string, found: Resolution): FactItem | null {
    if (found.kind === "ambiguous") throw new Stop({ kind: "ambiguous", value, options: found.items });
    return found.kind === "none" ? null : found.item;
  }

  /**
   * The item that a command calls, which must be there: by its spelling or its last words, else, by a bare number, by
   * its place.
   */
  #named(value: string): FactItem | null {
    return (
      this.#only(value, this.#call(value)) ??
      this.#items[(/^[1-9]\d{0,5}$/u.test(value) ? Number(value) : 0) - 1] ??
      null
    );
  }

  /** The stored spelling of a value that is there, else its own. */
  #spelling(value: string): string {
    return this.#found(value)?.value ?? value;
  }
}
