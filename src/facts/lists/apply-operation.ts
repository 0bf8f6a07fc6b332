import type { FactItem, FactOperation, FactSource, FactChange, FactEffect } from "../../storage/ports/fact-store.ts";

type Items = readonly FactItem[];

/** The operations that work on a list; `undo` works on its history. */
export type ListOperation = Exclude<FactOperation, { op: "undo" }>;

/**
 * Applies one operation to a list. Total: any operation gives a list, and what can't be done changes nothing. Invariants: positions are the places in
 * the array (1…n), keys are distinct, the first spelling of a value is kept. What was said later stays: an operation never removes or displaces what
 * a statement of later effective time placed, so that messages that arrive late don't overwrite newer ones.
 * @param items not changed; the same array comes back when nothing changed
 * @param source who says it; `source.time` decides what is later Cost: linear in the list and the operation.
 * @example applyOperation([], { op: "append", values: ["dill"] }, source) // one item
 */
export function applyOperation(items: Items, operation: ListOperation, source: FactSource): Items {
  if (operation.op === "append") return append(items, operation.values, source);
  if (operation.op === "insertAt") return place(items, operation, source);
  if (operation.op === "move") return indexOf(items, operation.value) < 0 ? items : place(items, operation, source);
  if (operation.op === "replace") return replace(items, operation, source);
  if (operation.op === "swap") return swap(items, operation, source);
  if (operation.op === "replaceAll") return replaceAll(items, operation.values, source);
  if (operation.op === "clear") return filtered(items, (item) => item.placedAt > source.time);
  const { value } = operation;
  if (operation.op === "remove")
    return filtered(items, (item) => item.key !== valueKey(value) || item.placedAt > source.time);
  const old = items[operation.rank - 1]?.value;
  return old === undefined
    ? place(items, { value, rank: items.length + 1 }, source)
    : replace(items, { old, value }, source);
}

function indexOf(items: Items, value: string): number {
  const key = valueKey(value);
  return items.findIndex((item) => item.key === key);
}

function append(items: Items, values: readonly string[], source: FactSource): Items {
  const known = new Set(items.map((item) => item.key));
  const fresh: FactItem[] = [];
  for (const value of values) {
    const key = valueKey(value);
    if (known.has(key)) continue;
    known.add(key);
    fresh.push({ value, key, source, placedAt: source.time });
  }
  return fresh.length === 0 ? items : [...items, ...fresh];
}

/** Puts a value at a rank: moves it when it is there, else inserts it; ranks past the end mean the end. */
function place(items: Items, { value, rank }: { value: string; rank: number }, source: FactSource): Items {
  const from = indexOf(items, value);
  const present = from < 0 ? undefined : items[from];
  if (present !== undefined && present.placedAt > source.time) return items;
  const rest = present === undefined ? [...items] : items.toSpliced(from, 1);
  let to = Math.min(Math.max(rank, 1) - 1, rest.length);
  while (to < rest.length && (rest[to] as FactItem).placedAt > source.time) to += 1;
  if (present !== undefined && to === from) return items;
  const item =
    present === undefined
      ? { value, key: valueKey(value), source, placedAt: source.time }
      : { ...present, placedAt: source.time };
  return rest.toSpliced(to, 0, item);
}

/** Puts a new value in the place of an old one; a new value that stood elsewhere leaves that place. */
function replace(items: Items, { old, value }: { old: string; value: string }, source: FactSource): Items {
  const at = indexOf(items, old);
  const present = items[at];
  if (present === undefined || present.placedAt > source.time) return items;
  const key = valueKey(value);
  if (present.key === key && present.value === value) return items;
  const elsewhere = items.find((item) => item.key === key && item !== present);
  if (elsewhere !== undefined && elsewhere.placedAt > source.time) return items.filter((item) => item !== present);
  const item: FactItem =
    elsewhere === undefined ? { value, key, source, placedAt: source.time } : { ...elsewhere, placedAt: source.time };
  return items.flatMap((other) => (other === present ? [item] : other === elsewhere ? [] : [other]));
}

function swap(items: Items, { first, second }: { first: string; second: string }, source: FactSource): Items {
  const a = indexOf(items, first);
  const b = indexOf(items, second);
  const one = items[a];
  const other = items[b];
  if (one === undefined || other === undefined || a === b) return items;
  if (one.placedAt > source.time || other.placedAt > source.time) return items;
  return items.with(a, { ...other, placedAt: source.time }).with(b, { ...one, placedAt: source.time });
}

function replaceAll(items: Items, values: readonly string[], source: FactSource): Items {
  if (items.some((item) => item.placedAt > source.time)) return items;
  const before = new Map(items.map((item) => [item.key, item]));
  const next = append([], values, source).map((item) => {
    const known = before.get(item.key);
    return known === undefined ? item : { ...known, placedAt: source.time };
  });
  const same = next.length === items.length && next.every((item, i) => item.key === items[i]?.key);
  return same ? items : next;
}

function filtered(items: Items, keep: (item: FactItem) => boolean): Items {
  const kept = items.filter(keep);
  return kept.length === items.length ? items : kept;
}

/**
 * The list that a history leads to: its changes in the order of their commits, without those taken back. A stored list
 * is always equal to the replay of its changes; undo and the deletion of a chat rest on it.
 * @param changes of one list, oldest first
 * @param each called with the list before and after every change that counts Cost: the sum of its operations.
 */
export function replayChanges(
  changes: readonly FactChange[],
  each: (change: FactChange, before: Items, after: Items) => void = () => undefined,
): Items {
  let items: Items = [];
  for (const change of changes) {
    if (change.undoneBy !== null) continue;
    const before = items;
    for (const operation of change.operations) {
      if (operation.op !== "undo") items = applyOperation(items, operation, change.source);
    }
    each(change, before, items);
  }
  return items;
}

/** The values that a change speaks of: what came, what went, and what its operations name. */
export function valuesOf({ effect, operations }: Pick<FactChange, "effect" | "operations">): readonly string[] {
  const named = operations.flatMap(({ op, ...of }) => (op === "undo" ? [] : Object.values<unknown>(of).flat()));
  const values = [...effect.added, ...effect.removed].map(({ value }) => value);
  return [...values, ...named.filter((one) => typeof one === "string")];
}

/**
 * What turned one list into another: values that came, values that went, and those whose place among what stayed is another.
 * @example describeEffect([dill], [dill, sage]) // { added: [{ value: "sage", position: 2 }], removed: [], moved: [] }
 */
export function describeEffect(before: Items, after: Items): FactEffect {
  const old = new Map(before.map(({ value }, i) => [value, i + 1]));
  const now = new Map(after.map(({ value }, i) => [value, i + 1]));
  const without = (some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): FactEffect["added"] =>
    [...some].flatMap(([value, position]) => (others.has(value) ? [] : [{ value, position }]));
  const stayed = before.filter(({ value }) => now.has(value));
  const moved = after
    .filter(({ value }) => old.has(value))
    .flatMap(({ value }, i) =>
      stayed[i]?.value === value ? [] : [{ value, from: old.get(value) ?? 0, to: now.get(value) ?? 0 }],
    );
  return { added: without(now, old), removed: without(old, now), moved };
}

/** Which item of a list a spelling names. */
export type Resolution =
  | { readonly kind: "exact" | "part"; readonly item: FactItem }
  | { readonly kind: "ambiguous"; readonly items: readonly FactItem[] }
  | { readonly kind: "none" };

/** Articles that a title may drop when it is named: "Matrix" for "The Matrix". */
const ARTICLE = /^(?:the|a|an|el|la|los|las)\s+/u;

/**
 * Names of the items of a list. A spelling names the equal item, else the one of which it is a structural part: a title without its subtitle, series,
 * bracketed note or article. A plain prefix or substring names nothing, for "Iron Man" is not "Iron Man 2".
 * Cost: linear in the list, once; then a lookup each.
 * @example nameIndex([starTrek])("First Contact") // { kind: "part", item: "Star Trek: First Contact" }
 */
export function nameIndex(items: readonly FactItem[]): (spelling: string) => Resolution {
  const exact = new Map(items.map((item) => [item.key, item]));
  let parts: ReadonlyMap<string, readonly FactItem[]> | null = null;
  return (spelling) => {
    const key = valueKey(spelling);
    const item = exact.get(key);
    if (item !== undefined) return { kind: "exact", item };
    parts ??= byPart(items);
    const named = parts.get(key) ?? [];
    if (named.length > 1) return { kind: "ambiguous", items: named };
    return named[0] === undefined ? { kind: "none" } : { kind: "part", item: named[0] };
  };
}

function byPart(items: readonly FactItem[]): ReadonlyMap<string, readonly FactItem[]> {
  const parts = new Map<string, FactItem[]>();
  for (const item of items) {
    for (const part of new Set(structuralParts(item.key))) parts.set(part, [...(parts.get(part) ?? []), item]);
  }
  return parts;
}

function structuralParts(key: string): readonly string[] {
  const around = key.split(/:\s+|\s+[-–—|]\s+/u);
  const withoutNote = key.replace(/\s*[([][^()[\]]*[)\]]$/u, "");
  return [...around, withoutNote, key.replace(ARTICLE, "")].map(valueKey).filter((part) => part !== "" && part !== key);
}

/** What surrounds a value or ends it without being part of it: quotes, sentence punctuation, spaces. */
const EDGE = /[\s"'`«»‹›“”„‟‘‚‛「」『』.,;:!?…。、，；：！？]/u;
/** Characters that show nothing: zero-width spaces, direction marks, soft hyphens, byte order marks, variation selectors. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFE00-\uFE0F\uFEFF]/gu;

/**
 * The key that two spellings of one value share: NFKC, case, kinds of quotes, runs of spaces, edge punctuation and
 * invisible characters don't count; everything else does. Idempotent. A value of marks only is its own key.
 * @example valueKey("“Reese’s.” ") === valueKey("reese's") // true
 */
export function valueKey(value: string): string {
  const folded = caseless(value)
    .replace(INVISIBLE, "")
    .replace(/[’‘‛ʼ＇]/gu, "'")
    .replace(/[“”„‟]/gu, '"')
    .replace(/[‐‑]/gu, "-")
    .replace(/\s+/gu, " ");
  const bare = withoutEdges(folded);
  return bare === "" ? folded.trim() : bare;
}

/** The text between the marks at its ends. */
function withoutEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGE.test(text.charAt(start))) start++;
  while (end > start && EDGE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Case folding by way of the upper case, so that ß and ss, ς and σ meet; NFKC last, since folding can undo it. */
const caseless = (value: string): string =>
  value
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .replace(/\u0307/gu, "")
    .normalize("NFKC");
