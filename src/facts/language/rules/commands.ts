import { listOf } from "../categories.ts";
import type { Favorite, Values } from "../category-types.ts";
import { rule } from "../chart.ts";
import type { Intent, ItemMention, ListMention, Target } from "../intent.ts";
import type { Position, Selector } from "../numerals.ts";

const given = "My favorite poets are 1) Rumi, 2) Basho, 3) Sappho, 4) Neruda";
const FIRST: Position = { from: "top", rank: 1 };

/** A list that a command names; null for the one of the chat's last turn. */
const inside = (list: ListMention | undefined): ListMention | null =>
  list === undefined || list.by === "context" ? null : list;
const at = (position: Position): Target => ({ kind: "position", position });
const ranked = (position: Position): ItemMention => ({ kind: "position", position });
const said = (value: string): ItemMention => ({ kind: "value", value, parts: [value], named: true });
const remove = (
  list: ListMention | null,
  items: readonly ItemMention[],
  selectors: readonly Selector[] | null = null,
  gone = false,
): Intent => ({ kind: "remove", list, items, selectors, gone });

/** The values of "add a and b": several, or one with "and" in its name where nothing else tells. */
const several = ({ list, one }: Values): readonly string[] =>
  list?.map(({ value }) => value) ?? (one === null ? [] : [one]);

interface Placed {
  readonly list?: ListMention | undefined;
  readonly spot?: Target | undefined;
  readonly beside?: Target | undefined;
  readonly step?: Target | undefined;
  readonly rank?: Position | undefined;
}

/** A value that goes to a place, new or not; an item that must be there. */
function place(item: ItemMention, { list, spot, beside, step, rank }: Placed, insert: boolean): Intent | null {
  if (item.kind === "value" && !isPlain(item.value)) return null;
  const to = spot ?? beside ?? step ?? (rank === undefined ? undefined : at(rank));
  return to === undefined ? null : { kind: "place", list: inside(list), item, to, insert };
}

/** "X should be my second favorite poet". */
const placeAs = (value: string, fav: Favorite): Intent | null =>
  fav.whose === "none" || fav.topic === null
    ? null
    : { kind: "place", list: listOf(fav), item: said(value), to: at(fav.rank ?? FIRST), insert: true };

/** Whether a value holds no words that say where it goes: "Ghent between Lyon", "Ghent number 3", "Ghent right". */
const isPlain = (value: string): boolean =>
  ![
    /^(?:last|first|second|third|top|bottom|rest|other|others)$/u,
    /(?:^| )(?:between|before|after|above|below|instead)(?: |$)/u,
    /.(?: number| no\.| #)\s?\d+$/u,
    /. (?:right|just|directly|first|second|third|last)$/u,
  ].some((words) => words.test(value));

/** One value in the place of another; "X with Bodoni and Didot" may be one name or two. */
const replace = ({
  item,
  value,
  list,
}: {
  readonly item: ItemMention;
  readonly value: string;
  readonly list?: ListMention | undefined;
}): Intent | null =>
  /^\p{Lu}\S* and \p{Lu}\S*$/u.test(value) || !isPlain(value)
    ? null
    : { kind: "replace", list: inside(list), item, value };

function add(list: ListMention | null, values: Values, to: Target | null = null): Intent | null {
  const added = several(values);
  if (values.comma?.inName === true && values.comma.by === "and" && added.length === 1) return null;
  return added.every(isPlain) ? { kind: "add", list, values: added, to } : null;
}

/** Changes to lists that are told what to do. */
export const commands = [
  rule({
    name: "add",
    form: `<add> {values} (in | down | also)? <in> {list} (too | as well | also | please)? ((at | in | as | to) [spot])?
      | <add> {values} (at | in | as | to) [spot] <in> {list}
      | (to | in | into | onto) {list} (,)? <add> {values}
      | (<put> | throw | pop) {values} (in | on | into | onto) {list:own} ~-0.05
      | <add> {values} (too | as well | also)? ~-0.25`,
    score: 0.05,
    examples: [
      "Add Li Bai to my favorite poets",
      "Add Li Bai and Hafez to my list of favorite poets",
      "Add Li Bai to my favorite poets at #2",
      "Insert Li Bai at position 3 of my favorite poets",
      "To my favorite poets, add Issa",
      "Put Issa on my list of favorite poets",
    ],
    given,
    build: ({ values, list, own, spot }) => (own?.by === "context" ? null : add(inside(own ?? list), values, spot)),
  }),
  rule({
    name: "put",
    form: `<put> {value} (in | down | back)? ((at | in | as | on | to | into))? [spot] (<in> [list])?
      | <put> {value} <in> [list] (at | in | as | to)? [spot]
      | <in> [list] (,)? (<put> | <add> | <make>) {value} ((at | in | as | on | to | into | to be | be))? [spot]
      | (<add> | <put>) {value} [beside] (<in> [list])?
      | (<add> | <put>) {value} <in> [list] [beside]
      | <make> {value} (to be | be | as)? (the | <my>)? [rank] (pick | one | choice | favorite | place
        | spot)? (<in> [list])?
      | <make> {value} (to be | be | as)? <my> <emph>* <favorite> (one)? ~-0.05
      | <in> [list] (,)? {value} should (be | go | come | rank) ((at | in))? ([spot] | [beside])
      | {value} (should <adv>* (be | go | come | move | rank) | deserves | belongs | goes) ((at | in
        | to))? ([spot] | [beside]) <in> [list]`,
    examples: [
      "Put Issa at #2 in my favorite poets",
      "Put Issa first in my favorite poets",
      "Put Issa in my favorite poets at #2",
      "In my favorite poets, put Issa at #2",
      "Insert Issa after Basho in my favorite poets",
      "put Neruda before Basho",
      "Add Issa to my favorite poets just before Basho",
      "Make Issa #2 in my favorite poets",
      "Make pistachio my #1",
      "make Sappho my favorite",
      "Basho should be first in my favorite poets",
    ],
    given,
    build: ({ value, ...placed }) =>
      place(said(value), "rank" in placed || "spot" in placed || "beside" in placed ? placed : { rank: FIRST }, true),
  }),
  rule({
    name: "put-as",
    form: "(<add> | <make> | <put>) {value} (as | to be | be | into)? {fav} | {value} should be {fav}",
    score: 0.02,
    examples: [
      "Make Sappho my favorite poet",
      "Add Issa as my second favorite poet",
      "Basho should be my favorite poet",
    ],
    given,
    build: ({ value, fav }) => placeAs(value, fav),
  }),
  rule({
    name: "move",
    form: `<move> {item} (up | down | back | over)? ((to | into | in | at | as | on))? [spot] (<in> [list])?
      | <move> {item} <in> [list] (up | down | back)? ((to | into | at | as))? [spot]
      | <move> {item} [step] (<in> [list])?
      | <move> {item} <in> [list] [step]
      | <move> {item} (to)? [beside] (<in> [list])?
      | <in> [list] (,)? <move> {item} (up | down)? ((to | into | at))? ([spot] | [beside] | [step])
      | <put> {rank:placed} [beside] (<in> [list])? ~0.02
      | {item} (to | -> | → | goes to | should be | should go | should come | moves to
        | takes) (the)? [spot] ~-0.1
      | (promote | bump | raise | boost) {item:up} (<in> [list])? ~-0.1
      | (demote | lower) {item:down} (<in> [list])? ~-0.1`,
    examples: [
      "Move Neruda to the top",
      "Move #3 to #1 in my favorite poets",
      "Move Neruda in my favorite poets to #2",
      "Move Sappho up one in my favorite poets",
      "Move Sappho in my favorite poets up one",
      "Move Neruda above Basho",
      "In my favorite poets, move Neruda to #1",
      "put #4 before Basho",
      "Basho to #1",
      "promote Basho",
      "demote Rumi",
    ],
    given,
    build: ({ item, placed, up, down, ...to }) => {
      const [one, by] = [up ?? down, up === undefined ? -1 : 1];
      if (one !== undefined) return place(one, { ...to, step: { kind: "step", up: by } }, false);
      return place(placed === undefined ? item : ranked(placed), to, false);
    },
  }),
  rule({
    name: "move-between",
    form: `<move> {item} (over)? (from | out of) {list} (over)? (to | into | onto) {list:to}
      | <move> {item} from (the)? [topic] to (the)? [topic:other] ~-0.05`,
    score: 0.1,
    examples: ["Move Basho from my favorite poets to my favorite authors"],
    given,
    build: ({ item, list, to, topic, other }) => {
      if (topic !== undefined && other !== undefined)
        return { kind: "transfer", list: { ...topic, by: "stored" }, item, to: { ...other, by: "stored" } };
      return list.by === "context" || to.by === "context" ? null : { kind: "transfer", list, item, to };
    },
  }),
  rule({
    name: "move-ranked",
    form: `
      (<move> | <make> | <put>) {fav} (up | down | back)? ((to | into | at | in | be | to be | the))? (<my>)? ([spot]
      | [step] | [beside])`,
    score: 0.05,
    examples: ["Move my fourth favorite poet to #2"],
    given,
    build: ({ fav, ...placed }) =>
      fav.rank === null ? null : place(ranked(fav.rank), { ...placed, list: listOf(fav) ?? undefined }, false),
  }),
  rule({
    name: "swap",
    form: `<swap> ((the)? (order | place | places | position | positions | spots | ranks) of)? [item] (and | with
      | &) [item:other] (around)? (<in> [list])?
      | <in> [list] (,)? <swap> [item] (and | with) [item:other]
      | <swap> [item] (out)? for [value] (<in> [list])? ~0.01
      | <swap> (numbers | positions | items | places | ranks)? [count:first] (and | with
        | &) [count:second] (<in> [list])? ~0.1
      | <swap> (<my> | the) [rank:first] (and | with | &) (<my> | the)? [rank:second] <favorite> [topic] ~0.15
      | <swap> (<my> | the)? {selectors} (ones | items | <favorite>)? ((<in> [list]) | [topic])?`,
    examples: [
      "Swap the first two in my favorite poets",
      "Swap Rumi and Neruda in my favorite poets",
      "swap #1 and #3",
      "In my favorite poets, swap Rumi and Basho",
      "Swap Rumi for Issa in my favorite poets",
      "Swap 1 and 2",
      "Swap my first and third favorite poets",
    ],
    given,
    build: ({ item, other, value, first, second, list, topic, selectors }) => {
      const ends = selectors === undefined ? null : bothEnds(selectors);
      if (ends !== null && topic === undefined)
        return { kind: "swap", list: inside(list), first: ends[0], second: ends[1], orReplace: false };
      const at = topic === undefined ? inside(list) : { ...topic, by: "frame" as const };
      const one = item ?? placeOf(first);
      const two = other ?? (value === undefined ? placeOf(second) : said(value));
      return one === null || two === null
        ? null
        : { kind: "swap", list: at, first: one, second: two, orReplace: value !== undefined };
    },
  }),
  rule({
    name: "replace",
    form: `<replace> {item} (with | by | for) {value} (<in> [list])?
      | (<replace> | <change>) {item} <in> [list] (with | by | to) {value}
      | <in> [list] (,)? (<replace> | <change>) {item} (with | by | to | into) {value}
      | <change> {item} (to | into) {value} (<in> [list])?
      | {value} (should replace | replaces | takes the place of) {item} (<in> [list])?
      | (<put> | <make> | <add> | i want | use) {value} ((at | in | as)? {spot})? (<in> [list])? (instead of
        | in place of | rather than) {item} (<in> [list])? ~0.2
      | <remove> {item} (out)? (<in> [list])? (,)? and (<put> | <add>) {value} (in its place | instead
        | in there instead | there instead | in place of it | in its stead | in its spot) ~0.2`,
    examples: [
      "Replace #2 with Issa",
      "Replace Neruda with Issa in my favorite poets",
      "Replace Neruda in my favorite poets with Issa",
      "In my favorite poets, replace Neruda with Mistral",
      "Change #2 to Issa",
      "Rename Basho to Matsuo Bashō in my favorite poets",
      "Issa replaces Basho in my favorite poets",
      "Put Issa instead of Basho in my favorite poets",
      "take Basho out and put Issa in its place",
    ],
    given,
    build: replace,
  }),
  rule({
    name: "replace-ranked",
    form: `(<replace> | <change> | <make>) {fav} (from {value:old})? (with | by | to | to be | into | as | for) {values}
      | <make> {values} {fav} (instead of | in place of | rather than) {value:old} ~0.1`,
    score: 0.05,
    examples: [
      "Replace my second favorite poet with Issa",
      "Change my favorite color to teal",
      "Make Issa my favorite poet instead of Rumi",
    ],
    given,
    build: ({ fav, values, old }) => replaceRanked(fav, values, old ?? null),
  }),
  rule({
    name: "remove",
    form: `<remove> {item} (out | off | entirely | again)? <in> {list} ~0.05
      | <in> {list} (,)? <remove> {item} ~0.05
      | <remove> {item} (off | out | away)? ~-0.2`,
    examples: [
      "Remove Basho from my favorite poets",
      "drop Sappho and Neruda from my favorite poets",
      "delete #1 from my favorite poets",
      "From my favorite poets, remove Basho",
      "remove Basho",
      "drop the second one",
    ],
    given,
    build: ({ item, list }) => remove(inside(list), [item]),
  }),
  rule({
    name: "remove-selected",
    form: `<remove> (the | <my>)? {selectors} (ones | items)? (of | from | in | on)? <emph>* <favorite> [topic] ~0.1
      | <remove> (the)? {selectors} (ones | items | entries)? <in> [list] ~0.1
      | <remove> [fav]`,
    score: 0.05,
    examples: [
      "Remove my second and fourth favorite poets",
      "Remove the last two from my favorite poets",
      "Delete my third favorite poet",
    ],
    given,
    build: ({ selectors, topic, list, fav }) => {
      if (fav !== undefined)
        return fav.rank === null || fav.topic === null
          ? null
          : remove(listOf(fav), [], [{ kind: "one", position: fav.rank }]);
      if (topic !== undefined) return remove({ ...topic, by: "frame" }, [], selectors);
      return selectors.length === 1 && selectors[0]?.kind === "one" ? null : remove(inside(list), [], selectors);
    },
  }),
  rule({
    name: "no-longer-include",
    form: `{fav} (no longer (include | includes | contain | contains | have | has) | (don't | doesn't) (include
      | contain | have)) {item} (anymore | any more)?
      | (forget | disregard | ignore) (that)? ({item} (is | are) (one of)? {fav} | {fav} (is | are) {item})`,
    examples: ["My favorite poets no longer include Basho", "forget that Basho is one of my favorite poets"],
    given,
    build: ({ fav, item }) => (fav.whose === "none" ? null : remove(listOf(fav), [item], null, true)),
  }),
  rule({
    name: "clear",
    form: `<clear> (all | all of | everything in | everything on | everything from)? {list} (clean | out
      | completely | entirely | please)?
      | (start over | start again | start fresh) (with | on) {list}`,
    score: 0.1,
    examples: ["Clear my favorite poets", "Forget my favorite poets", "Start over with my favorite poets"],
    given,
    build: ({ list }) => ({ kind: "clear", list: list.key === "" ? inside(list) : list }),
  }),
  rule({
    name: "undo",
    form: `(undo | revert | undo that | undo it | undo this | revert that | revert it | take that back
      | take it back | undo please)
      | (undo | revert | reverse | cancel | roll back | rollback | take back) (the | my | that | this)? (last
        | latest | previous | recent)? (swap | move | change | edit | deletion | removal | addition | replacement
        | update) ((to | in | on | of) {list})?`,
    examples: ["undo that", "undo the last change"],
    given,
    build: () => ({ kind: "undo" }),
  }),
];

/** The two places that "the first two", "the last two" name; null for anything else. */
function bothEnds(selectors: readonly Selector[]): readonly [ItemMention, ItemMention] | null {
  const [one, more] = selectors;
  if (more !== undefined || (one?.kind !== "first" && one?.kind !== "last") || one.count !== 2) return null;
  return one.kind === "first"
    ? [ranked(FIRST), ranked({ from: "top", rank: 2 })]
    : [ranked({ from: "end", back: 1 }), ranked({ from: "end", back: 0 })];
}

/** The item at a rank or a number that counts from the top. */
function placeOf(place: Position | number | undefined): ItemMention | null {
  return place === undefined ? null : ranked(typeof place === "number" ? { from: "top", rank: place } : place);
}

function replaceRanked(fav: Favorite, values: Values, old: string | null): Intent | null {
  const list = listOf(fav);
  if (list === null || list.by !== "frame" || fav.whose === "none") return null;
  if (fav.rank === null && list.plural)
    return values.list === null
      ? null
      : {
          kind: "state",
          list,
          position: null,
          values: values.list,
          order: values.order,
          correction: true,
          single: false,
        };
  if (values.one === null) return null;
  const item: ItemMention = old !== null ? said(old) : ranked(fav.rank ?? FIRST);
  return { kind: "replace", list, item, value: values.one };
}
