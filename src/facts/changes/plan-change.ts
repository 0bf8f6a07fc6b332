import { rankOf, selectItems } from "../../english/numerals.ts";
import type { StatedValue } from "../../english/stated-values.ts";
import type { Change, ItemMention, Target } from "../grammar/intent.ts";
import { type ListOperation, nameIndex, type Resolution } from "../lists/apply-operation.ts";
import type { FactItem } from "../../storage/ports/fact-store.ts";
import { listed, numbered, Say, sentence, type SpokenList } from "../answers/answer.ts";
import { isAttribute, isSecretFact } from "../grammar/attribute-keys.ts";
import type { WrittenChange } from "../api/list-writer.ts";

/** What an intent comes to on a given list. */
export type ChangePlan =
  | { readonly kind: "change"; readonly operations: readonly ListOperation[] }
  /** A name that fits several items: ask, write nothing. */
  | { readonly kind: "ambiguous"; readonly value: string; readonly options: readonly FactItem[] }
  /** Nothing that can be done, with the reason as a code. */
  | { readonly kind: "nothing"; readonly why: "unknown_item" | "rank_below_one" | "out_of_range" };

type WriteIntent = Exclude<Change, { kind: "undo" | "erase" }>;

type Of<K extends Change["kind"]> = Extract<Change, { kind: K }>;

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
 * @param items the list as it is
 * @param toldAsList whether the list was told with several values or ranks, not one favourite at a time
 */
export function planChange(intent: WriteIntent, items: readonly FactItem[], toldAsList: boolean): ChangePlan {
  try {
    return { kind: "change", operations: new Planner(items, toldAsList).operations(intent) };
  } catch (error) {
    if (error instanceof Stop) return error.plan;
    throw error;
  }
}

const stop = (why: Extract<ChangePlan, { kind: "nothing" }>["why"]): Stop => new Stop({ kind: "nothing", why });

class Planner {
  readonly #items: readonly FactItem[];
  readonly #find: (spelling: string) => Resolution;
  readonly #toldAsList: boolean;

  constructor(items: readonly FactItem[], toldAsList: boolean) {
    this.#items = items;
    this.#find = nameIndex(items);
    this.#toldAsList = toldAsList;
  }

  operations(intent: WriteIntent): readonly ListOperation[] {
    if (intent.kind === "state") return this.#state(intent);
    if (intent.kind === "attribute") return this.#attribute(intent);
    if (intent.kind === "add") return this.#add(intent.values, intent.to);
    if (intent.kind === "place") return [this.#place(intent)];
    if (intent.kind === "swap")
      return [{ op: "swap", first: this.#known(intent.first), second: this.#known(intent.second) }];
    if (intent.kind === "remove") return this.#removed(intent.item).map((value) => ({ op: "remove", value }));
    if (this.#items.length === 0 && intent.kind === "clear") throw stop("unknown_item");
    if (intent.kind === "clear") return [{ op: "clear" }];
    return intent.item.kind === "position" && this.#items.length === 0
      ? [{ op: "append", values: [intent.value] }]
      : [{ op: "replace", old: this.#known(intent.item), value: intent.value }];
  }

  #state(intent: Of<"state">): readonly ListOperation[] {
    const { values, position, correction, order, single } = intent;
    if (order === "ranks") return this.#ranked(values);
    const spellings = values.map((one) => one.value);
    if (order === "more") return [this.#append(spellings)];
    const [value = ""] = spellings;
    // "My second favorite is kale, then leek" goes on from there; from the first place it is the whole list.
    if (order === "order" && (position === null || (position.from === "top" && position.rank === 1)))
      return [this.#whole(spellings)];
    if (position !== null) {
      const fresh = spellings.some((one) => this.#found(one) === null);
      const rank = this.#rank(rankOf(position, this.#items.length + (fresh && position.from === "end" ? 1 : 0)));
      // "My third favorite is now X"
      if (correction && fresh && spellings.length === 1 && rank <= this.#items.length)
        return [{ op: "set", rank, value }];
      return this.#insert(spellings, rank);
    }
    if (this.#items.length === 0 || (!single && !correction)) return [this.#append(spellings)];
    if (!single) return [this.#whole(spellings)];
    // One favourite, restated: it takes the first place. What stood there goes to the history, but in a list that was
    // told as one it only shifts.
    const known = this.#found(value);
    const shifts = known !== null || (this.#toldAsList && !(correction && this.#items.length === 1));
    return [shifts ? { op: "insertAt", rank: 1, value: known?.value ?? value } : { op: "set", rank: 1, value }];
  }

  /** An attribute has one value, unless "also" has made it several. */
  #attribute({ values, how }: Of<"attribute">): readonly ListOperation[] {
    const [value = ""] = values;
    if (how === "gone") return values.map((one) => ({ op: "remove", value: this.#known(asItem(one)) }));
    if (how === "also" || this.#items.length === 0) return [{ op: "append", values }];
    return [
      values.length === 1 && this.#items.length === 1 ? { op: "set", rank: 1, value } : { op: "replaceAll", values },
    ];
  }

  /** Numbered from 1: the whole list. Other numbers: each to its rank. */
  #ranked(values: readonly StatedValue[]): readonly ListOperation[] {
    const sorted = values.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
    if (this.#rank(sorted[0]?.rank ?? 1) === 1) return [this.#whole(sorted.map((one) => one.value))];
    return sorted.flatMap((one) => this.#insert([one.value], one.rank ?? 1));
  }

  #whole(values: readonly string[]): ListOperation {
    return this.#items.length === 0 ? { op: "append", values } : { op: "replaceAll", values };
  }

  #append(values: readonly string[]): ListOperation {
    return { op: "append", values: values.map((value) => this.#spelling(value)) };
  }

  #insert(values: readonly string[], rank: number): readonly ListOperation[] {
    return values.map((value, i) => ({ op: "insertAt", rank: rank + i, value: this.#spelling(value) }));
  }

  #add(values: readonly string[], to: Target | null): readonly ListOperation[] {
    if (to === null) return [this.#append(values)];
    return values.flatMap((value, i) => this.#insert([value], this.#targetRank(to, this.#found(value)) + i));
  }

  #place({ item, to, insert }: Of<"place">): ListOperation {
    const known =
      item.kind === "position" ? this.#at(item) : insert ? this.#found(item.value) : this.#named(item.value);
    if (known !== null) return { op: "move", value: known.value, rank: this.#targetRank(to, known) };
    if (item.kind === "position") throw stop("out_of_range");
    if (to.kind === "step" || !insert) throw stop("unknown_item");
    return { op: "insertAt", value: item.value, rank: this.#targetRank(to, null) };
  }

  /** The rank that a target means for an item, or for a new one when null; counted in the list without the item. */
  #targetRank(to: Target, item: FactItem | null): number {
    const index = item === null ? this.#items.length : this.#items.indexOf(item);
    const others = this.#items.filter((one) => one !== item);
    if (to.kind === "position")
      return this.#rank(to.position.from === "end" ? others.length + 1 - to.position.back : to.position.rank);
    return Math.min(Math.max(1, index + 1 - to.up), this.#items.length);
  }

  #removed(item: Of<"remove">["item"]): readonly string[] {
    if (!("kind" in item)) {
      const chosen = selectItems(this.#items, item);
      if (chosen.length === 0) throw stop("out_of_range");
      return chosen.map(({ value }) => value);
    }
    const isOne = item.kind === "position" || item.parts.length < 2 || this.#found(item.value) !== null;
    return isOne ? [this.#known(item)] : item.parts.map((value) => this.#known(asItem(value)));
  }

  /** The stored spelling of an item that must be there. */
  #known(mention: ItemMention): string {
    const item = mention.kind === "position" ? this.#at(mention) : this.#named(mention.value);
    if (item === null) throw stop(mention.kind === "position" ? "out_of_range" : "unknown_item");
    return item.value;
  }

  #at(mention: Extract<ItemMention, { kind: "position" }>): FactItem | null {
    return this.#items[this.#rank(rankOf(mention.position, this.#items.length)) - 1] ?? null;
  }

  #rank(rank: number): number {
    if (rank < 1) throw stop("rank_below_one");
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

  /** The item that a command calls: by its spelling, else, by a bare number, by its place. */
  #named(value: string): FactItem | null {
    const place = /^[1-9]\d{0,5}$/u.test(value) ? Number(value) : 0;
    return this.#found(value) ?? this.#items[place - 1] ?? null;
  }

  /** The stored spelling of a value that is there, else its own. */
  #spelling(value: string): string {
    return this.#found(value)?.value ?? value;
  }
}

const asItem = (value: string): ItemMention => ({ kind: "value", value, parts: [value] });

export interface ChangeStory extends SpokenList, Pick<WrittenChange, "before" | "after" | "effect"> {
  readonly plan: ChangePlan;
}

/**
 * The reply to a change, made from what was committed: what the list now is, what came, moved or went, what was there
 * already, and why nothing was done. Old values are always named.
 */
export function describeChange(story: ChangeStory): string {
  const { plan, effect } = story;
  const say = new Say(story);
  if (plan.kind === "ambiguous")
    return `Which one do you mean by '${plan.value}': ${listed(plan.options.map((item) => item.value))}? Nothing was changed.`;
  if (plan.kind === "nothing") return sentence(`${nothing(plan.why, say, story)} Nothing was changed.`);
  const added = effect.added.map(({ value }) => value);
  const notes = [
    sentence(stands(story, say)),
    effect.removed.length > 0
      ? `Was: ${isAttribute(story.key) ? listed(effect.removed.map(({ value }) => value)) : numbered(effect.removed)}.`
      : "",
    added.length > 0 && isSecretFact(story.key, added) ? "As a secret it stands in this fact alone." : "",
  ];
  return notes.filter((note) => note !== "").join(" ");
}

/** What a list now is. */
export function stands({ after, key }: Pick<ChangeStory, "after" | "key">, say: Say): string {
  if (after.length === 0)
    return isAttribute(key)
      ? `${say.one} is no longer stored.`
      : `${say.many.replace(say.bare, `list of ${say.bare}`)}: empty.`;
  if (after.length === 1 || isAttribute(key)) return `${say.one} is ${listed(after.map(({ value }) => value))}.`;
  return `${say.many}: ${numbered(after)}.`;
}

function nothing(why: Extract<ChangePlan, { kind: "nothing" }>["why"], say: Say, { before }: ChangeStory): string {
  const count = say.counted(before.length);
  if (why === "rank_below_one") return `Ranks start at 1; you have ${count} stored.`;
  if (why === "out_of_range") return `You have only ${count} stored.`;
  if (before.length === 0) return `Nothing of ${say.many} is stored.`;
  return `That isn't among ${say.many}: ${numbered(before)}.`;
}
