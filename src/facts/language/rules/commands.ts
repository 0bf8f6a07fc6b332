import { listOf } from "../categories.ts";
import type { Favorite, Values } from "../category-types.ts";
import { rule } from "../chart.ts";
import type { Intent, ItemMention, ListMention, Target } from "../intent.ts";
import { type Position, type Selector } from "../numerals.ts";

const POETS = "My favorite poets are 1) Rumi, 2) Basho, 3) Sappho, 4) Neruda";
const AFTER: Target = { kind: "position", position: { from: "top", rank: 1 } };

/** A list that a command names, or the one of the chat's last turn. */
const inside = (list: ListMention | undefined): ListMention | null =>
  list === undefined || list.by === "context" ? null : list;
const ranked = (position: Position): ItemMention => ({ kind: "position", position });
const said = (value: string): ItemMention => ({ kind: "value", value, parts: [value], named: true });
const own = (fav: Favorite): ListMention | null => (fav.whose === "none" && fav.rank === null ? null : listOf(fav));

/** The values of "add a and b": several, or one with "and" in its name where nothing else tells. */
function several({ list, one }: Values): readonly string[] {
  return list?.map(({ value }) => value) ?? (one === null ? [] : [one]);
}

function selectorsOf(fav: Favorite): readonly Selector[] | null {
  return fav.rank === null ? null : [{ kind: "one", position: fav.rank }];
}

/** Changes to lists that are told what to do. */
export const commands = [
  rule({
    name: "add-to",
    form: "<add> {values} (in | down | also)? <in> {list} (too | as well | also | please)? ((at | in | as | to) {spot})?",
    score: 0.05,
    examples: [
      "Add Li Bai to my favorite poets",
      "Add Li Bai and Hafez to my list of favorite poets",
      "Add Li Bai to my favorite poets at #2",
    ],
    given: POETS,
    build: ({ values, list, spot }) => ({ kind: "add", list: inside(list), values: several(values), to: spot ?? null }),
  }),
  rule({
    name: "add-at",
    form: "<add> {values} (at | in | as | to) {spot} <in> {list}",
    score: 0.05,
    examples: ["Insert Li Bai at position 3 of my favorite poets"],
    given: POETS,
    build: ({ values, list, spot }) => ({ kind: "add", list: inside(list), values: several(values), to: spot }),
  }),
  rule({
    name: "add-beside",
    form: "(<add> | <put>) {value} {beside} (<in> {list})?",
    examples: ["Insert Issa after Basho in my favorite poets", "put Neruda before Basho"],
    given: POETS,
    build: ({ value, list, beside }) => ({
      kind: "place",
      list: inside(list),
      item: said(value),
      to: beside,
      insert: true,
    }),
  }),
  rule({
    name: "add-in-beside",
    form: "(<add> | <put>) {value} <in> {list} {beside}",
    examples: ["Add Issa to my favorite poets just before Basho"],
    given: POETS,
    build: ({ value, list, beside }) => ({
      kind: "place",
      list: inside(list),
      item: said(value),
      to: beside,
      insert: true,
    }),
  }),
  rule({
    name: "add-as",
    form: "(<add> | <make> | <put>) {value} (as | to be | be | into)? {fav}",
    score: 0.02,
    examples: ["Make Sappho my favorite poet", "Add Issa as my second favorite poet"],
    given: POETS,
    build: ({ value, fav }) => place(said(value), fav),
  }),
  rule({
    name: "add-context",
    form: "<add> {values} (too | as well | also)?",
    score: -0.2,
    examples: [],
    build: ({ values }) => ({ kind: "add", list: null, values: several(values), to: null }),
  }),
  rule({
    name: "put-at",
    form: "<put> {value} (in | down | back)? ((at | in | as | on | to | into))? {spot} (<in> {list})?",
    examples: ["Put Issa at #2 in my favorite poets", "Put Issa first in my favorite poets"],
    given: POETS,
    build: ({ value, spot, list }) => ({
      kind: "place",
      list: inside(list),
      item: said(value),
      to: spot,
      insert: true,
    }),
  }),
  rule({
    name: "put-in-at",
    form: "<put> {value} <in> {list} (at | in | as | to)? {spot}",
    examples: ["Put Issa in my favorite poets at #2"],
    given: POETS,
    build: ({ value, spot, list }) => ({
      kind: "place",
      list: inside(list),
      item: said(value),
      to: spot,
      insert: true,
    }),
  }),
  rule({
    name: "put-in",
    form: "(<put> | throw | pop) {values} (in | on | into | onto) {list}",
    examples: ["Put Issa on my list of favorite poets"],
    given: POETS,
    build: ({ values, list }) =>
      list.by === "context" ? null : { kind: "add", list, values: several(values), to: null },
  }),
  rule({
    name: "put-before",
    form: "<put> {item} {beside} (<in> {list})?",
    score: 0.02,
    examples: ["put #4 before Basho"],
    given: POETS,
    build: ({ item, beside, list }) =>
      item.kind === "position" ? { kind: "place", list: inside(list), item, to: beside, insert: false } : null,
  }),
  rule({
    name: "in-list-put",
    form: "<in> {list} (,)? (<put> | <add> | <make>) {value} ((at | in | as | on | to | into | to be | be))? {spot}",
    examples: ["In my favorite poets, put Issa at #2"],
    given: POETS,
    build: ({ value, spot, list }) => ({
      kind: "place",
      list: inside(list),
      item: said(value),
      to: spot,
      insert: true,
    }),
  }),
  rule({
    name: "to-list-add",
    form: "(to | in | into | onto) {list} (,)? <add> {values}",
    examples: ["To my favorite poets, add Issa"],
    given: POETS,
    build: ({ values, list }) => ({ kind: "add", list: inside(list), values: several(values), to: null }),
  }),
  rule({
    name: "make-rank",
    form: "<make> {value} (to be | be | as)? (the | <my>)? {rank} (pick | one | choice | favorite | place | spot)? (<in> {list})?",
    examples: ["Make Issa #2 in my favorite poets", "Make pistachio my #1"],
    given: POETS,
    build: ({ value, rank, list }) => ({
      kind: "place",
      list: inside(list),
      item: said(value),
      to: { kind: "position", position: rank },
      insert: true,
    }),
  }),
  rule({
    name: "make-favorite",
    form: "<make> {value} (to be | be | as)? <my> <emph>* <favorite> (one)?",
    score: -0.05,
    examples: ["make Sappho my favorite"],
    given: POETS,
    build: ({ value }) => ({ kind: "place", list: null, item: said(value), to: AFTER, insert: true }),
  }),
  rule({
    name: "should-be",
    form: "{value} (should <adv>* (be | go | come | move | rank) | deserves | belongs | goes) ((at | in | to))? ([spot] | [beside]) <in> {list}",
    examples: ["Basho should be first in my favorite poets"],
    given: POETS,
    build: ({ value, list, spot, beside }) => ({
      kind: "place",
      list: inside(list),
      item: said(value),
      to: (spot ?? beside) as Target,
      insert: true,
    }),
  }),
  rule({
    name: "should-favorite",
    form: "{value} should be {fav}",
    examples: ["Basho should be my favorite poet"],
    given: POETS,
    build: ({ value, fav }) => place(said(value), fav),
  }),
  rule({
    name: "to-rank",
    form: "{value} (to | -> | → | goes to | should be | should go | should come | moves to | takes) (the)? {spot}",
    score: -0.1,
    examples: ["Basho to #1"],
    given: POETS,
    build: ({ value, spot }) => ({ kind: "place", list: null, item: said(value), to: spot, insert: false }),
  }),
  rule({
    name: "move-to",
    form: "<move> {item} (up | down | back | over)? ((to | into | in | at | as | on))? {spot} (<in> {list})?",
    examples: ["Move Neruda to the top", "Move #3 to #1 in my favorite poets"],
    given: POETS,
    build: ({ item, spot, list }) => ({ kind: "place", list: inside(list), item, to: spot, insert: false }),
  }),
  rule({
    name: "move-in-to",
    form: "<move> {item} <in> {list} (up | down | back)? ((to | into | at | as))? {spot}",
    examples: ["Move Neruda in my favorite poets to #2"],
    given: POETS,
    build: ({ item, spot, list }) => ({ kind: "place", list: inside(list), item, to: spot, insert: false }),
  }),
  rule({
    name: "move-step",
    form: "<move> {item} {step} (<in> {list})?",
    examples: ["Move Sappho up one in my favorite poets"],
    given: POETS,
    build: ({ item, step, list }) => ({ kind: "place", list: inside(list), item, to: step, insert: false }),
  }),
  rule({
    name: "move-in-step",
    form: "<move> {item} <in> {list} {step}",
    examples: ["Move Sappho in my favorite poets up one"],
    given: POETS,
    build: ({ item, step, list }) => ({ kind: "place", list: inside(list), item, to: step, insert: false }),
  }),
  rule({
    name: "move-beside",
    form: "<move> {item} (to)? {beside} (<in> {list})?",
    examples: ["Move Neruda above Basho"],
    given: POETS,
    build: ({ item, beside, list }) => ({ kind: "place", list: inside(list), item, to: beside, insert: false }),
  }),
  rule({
    name: "in-list-move",
    form: "<in> {list} (,)? <move> {item} (up | down)? ((to | into | at))? ([spot] | [beside] | [step])",
    examples: ["In my favorite poets, move Neruda to #1"],
    given: POETS,
    build: ({ item, list, spot, beside, step }) => ({
      kind: "place",
      list: inside(list),
      item,
      to: (spot ?? beside ?? step) as Target,
      insert: false,
    }),
  }),
  rule({
    name: "move-ranked",
    form: "(<move> | <make> | <put>) {fav} (up | down | back)? ((to | into | at | in | be | to be | the))? (<my>)? ([spot] | [step] | [beside])",
    score: 0.05,
    examples: ["Move my fourth favorite poet to #2"],
    given: POETS,
    build: ({ fav, spot, step, beside }) =>
      fav.rank === null
        ? null
        : {
            kind: "place",
            list: listOf(fav),
            item: ranked(fav.rank),
            to: (spot ?? step ?? beside) as Target,
            insert: false,
          },
  }),
  rule({
    name: "promote",
    form: "(promote | bump | raise | boost) {item} (<in> {list})?",
    score: -0.1,
    examples: ["promote Basho"],
    given: POETS,
    build: ({ item, list }) => ({
      kind: "place",
      list: inside(list),
      item,
      to: { kind: "step", up: 1 },
      insert: false,
    }),
  }),
  rule({
    name: "demote",
    form: "(demote | lower) {item} (<in> {list})?",
    score: -0.1,
    examples: ["demote Rumi"],
    given: POETS,
    build: ({ item, list }) => ({
      kind: "place",
      list: inside(list),
      item,
      to: { kind: "step", up: -1 },
      insert: false,
    }),
  }),
  rule({
    name: "swap",
    form: "<swap> ((the)? (order | place | places | position | positions | spots | ranks) of)? {item} (and | with | &) {item:other} (around)? (<in> {list})?",
    examples: ["Swap Rumi and Neruda in my favorite poets", "swap #1 and #3"],
    given: POETS,
    build: ({ item, other, list }) => ({
      kind: "swap",
      list: inside(list),
      first: item,
      second: other,
      orReplace: false,
    }),
  }),
  rule({
    name: "swap-for",
    form: "<swap> {item} (out)? for {value} (<in> {list})?",
    score: 0.01,
    examples: ["Swap Rumi for Issa in my favorite poets"],
    given: POETS,
    build: ({ item, value, list }) => ({
      kind: "swap",
      list: inside(list),
      first: item,
      second: said(value),
      orReplace: true,
    }),
  }),
  rule({
    name: "swap-numbers",
    form: "<swap> (numbers | positions | items | places | ranks)? {count} (and | with | &) {count:other} (<in> {list})?",
    score: 0.1,
    examples: ["Swap 1 and 2"],
    given: POETS,
    build: ({ count, other, list }) => ({
      kind: "swap",
      list: inside(list),
      first: ranked({ from: "top", rank: count }),
      second: ranked({ from: "top", rank: other }),
      orReplace: false,
    }),
  }),
  rule({
    name: "swap-ranked",
    form: "<swap> (<my> | the) {rank} (and | with | &) (<my> | the)? {rank:other} <favorite> {topic}",
    score: 0.15,
    examples: ["Swap my first and third favorite poets"],
    given: POETS,
    build: ({ rank, other, topic }) => ({
      kind: "swap",
      list: { ...topic, by: "frame" },
      first: ranked(rank),
      second: ranked(other),
      orReplace: false,
    }),
  }),
  rule({
    name: "in-list-swap",
    form: "<in> {list} (,)? <swap> {item} (and | with) {item:other}",
    examples: ["In my favorite poets, swap Rumi and Basho"],
    given: POETS,
    build: ({ item, other, list }) => ({
      kind: "swap",
      list: inside(list),
      first: item,
      second: other,
      orReplace: false,
    }),
  }),
  rule({
    name: "replace",
    form: "<replace> {item} (with | by | for) {value} (<in> {list})?",
    examples: ["Replace #2 with Issa", "Replace Neruda with Issa in my favorite poets"],
    given: POETS,
    build: ({ item, value, list }) => ({ kind: "replace", list: inside(list), item, value }),
  }),
  rule({
    name: "replace-in",
    form: "(<replace> | <change>) {item} <in> {list} (with | by | to) {value}",
    examples: ["Replace Neruda in my favorite poets with Issa"],
    given: POETS,
    build: ({ item, value, list }) => ({ kind: "replace", list: inside(list), item, value }),
  }),
  rule({
    name: "in-list-replace",
    form: "<in> {list} (,)? (<replace> | <change>) {item} (with | by | to | into) {value}",
    examples: ["In my favorite poets, replace Neruda with Mistral"],
    given: POETS,
    build: ({ item, value, list }) => ({ kind: "replace", list: inside(list), item, value }),
  }),
  rule({
    name: "change-to",
    form: "<change> {item} (to | into) {value} (<in> {list})?",
    examples: ["Change #2 to Issa", "Rename Basho to Matsuo Bashō in my favorite poets"],
    given: POETS,
    build: ({ item, value, list }) => ({ kind: "replace", list: inside(list), item, value }),
  }),
  rule({
    name: "replace-ranked",
    form: "(<replace> | <change> | <make>) {fav} (from {value:old})? (with | by | to | to be | into | as | for) {values}",
    score: 0.05,
    examples: ["Replace my second favorite poet with Issa", "Change my favorite color to teal"],
    given: POETS,
    build: ({ fav, values, old }) => replaceRanked(fav, values, old ?? null),
  }),
  rule({
    name: "instead-of",
    form: "(<put> | <make> | <add> | i want | use) {value} ((at | in | as) {spot})? (<in> {list})? (instead of | in place of | rather than) {item} (<in> {list})?",
    score: 0.1,
    examples: ["Put Issa instead of Basho in my favorite poets"],
    given: POETS,
    build: ({ value, item, list }) => ({ kind: "replace", list: inside(list), item, value }),
  }),
  rule({
    name: "take-out-put-in",
    form: "<remove> {item} (out)? (<in> {list})? (,)? and (<put> | <add>) {value} (in its place | instead | in there instead | there instead | in place of it | in its stead | in its spot)",
    score: 0.2,
    examples: ["take Basho out and put Issa in its place"],
    given: POETS,
    build: ({ item, value, list }) => ({ kind: "replace", list: inside(list), item, value }),
  }),
  rule({
    name: "should-replace",
    form: "{value} (should replace | replaces | takes the place of) {item} (<in> {list})?",
    examples: ["Issa replaces Basho in my favorite poets"],
    given: POETS,
    build: ({ value, item, list }) => ({ kind: "replace", list: inside(list), item, value }),
  }),
  rule({
    name: "remove-from",
    form: "<remove> {item} (out | off | entirely | again)? <in> {list}",
    score: 0.05,
    examples: [
      "Remove Basho from my favorite poets",
      "drop Sappho and Neruda from my favorite poets",
      "delete #1 from my favorite poets",
    ],
    given: POETS,
    build: ({ item, list }) => ({ kind: "remove", list: inside(list), items: [item], selectors: null, gone: false }),
  }),
  rule({
    name: "remove-ranked",
    form: "<remove> {fav}",
    score: 0.05,
    examples: ["Delete my third favorite poet"],
    given: POETS,
    build: ({ fav }) =>
      fav.rank === null || fav.topic === null
        ? null
        : { kind: "remove", list: listOf(fav), items: [], selectors: selectorsOf(fav), gone: false },
  }),
  rule({
    name: "no-longer-include",
    form: "{fav} (no longer (include | includes | contain | contains | have | has) | (don't | doesn't) (include | contain | have)) {value} (anymore | any more)?",
    examples: ["My favorite poets no longer include Basho"],
    given: POETS,
    build: ({ fav, value }) =>
      fav.whose === "none"
        ? null
        : { kind: "remove", list: listOf(fav), items: [said(value)], selectors: null, gone: true },
  }),
  rule({
    name: "remove-selected",
    form: "<remove> (the | <my>)? {selectors} (ones | items)? (of | from | in | on)? <emph>* <favorite> {topic}",
    score: 0.15,
    examples: ["Remove my second and fourth favorite poets"],
    given: POETS,
    build: ({ selectors, topic }) => ({
      kind: "remove",
      list: { ...topic, by: "frame" },
      items: [],
      selectors,
      gone: false,
    }),
  }),
  rule({
    name: "remove-selected-from",
    form: "<remove> (the)? {selectors} (ones | items | entries)? <in> {list}",
    score: 0.15,
    examples: ["Remove the last two from my favorite poets"],
    given: POETS,
    build: ({ selectors, list }) =>
      selectors.length === 1 && selectors[0]?.kind === "one"
        ? null
        : { kind: "remove", list: inside(list), items: [], selectors, gone: false },
  }),
  rule({
    name: "in-list-remove",
    form: "<in> {list} (,)? <remove> {item}",
    examples: ["From my favorite poets, remove Basho"],
    given: POETS,
    build: ({ item, list }) => ({ kind: "remove", list: inside(list), items: [item], selectors: null, gone: false }),
  }),
  rule({
    name: "remove",
    form: "<remove> {item} (off | out | away)?",
    score: -0.2,
    examples: ["remove Basho", "drop the second one"],
    given: POETS,
    build: ({ item }) => ({ kind: "remove", list: null, items: [item], selectors: null, gone: false }),
  }),
  rule({
    name: "forget-that",
    form: "(forget | disregard | ignore) (that)? {item} (is | are) (one of)? {fav}",
    examples: ["forget that Basho is one of my favorite poets"],
    given: POETS,
    build: ({ item, fav }) =>
      fav.whose === "none" ? null : { kind: "remove", list: own(fav), items: [item], selectors: null, gone: true },
  }),
  rule({
    name: "clear",
    form: "<clear> (all | all of | everything in | everything on | everything from)? {list} (clean | out | completely | entirely | please)?",
    score: 0.1,
    examples: ["Clear my favorite poets", "Forget my favorite poets"],
    given: POETS,
    build: ({ list }) =>
      list.by === "context" && list.key === "" ? { kind: "clear", list: null } : { kind: "clear", list },
  }),
  rule({
    name: "start-over",
    form: "(start over | start again | start fresh) (with | on) {list}",
    examples: ["Start over with my favorite poets"],
    given: POETS,
    build: ({ list }) => ({ kind: "clear", list: inside(list) }),
  }),
  rule({
    name: "undo",
    form: "(undo | revert | undo that | undo it | undo this | revert that | revert it | take that back | take it back | undo please)",
    examples: ["undo that"],
    given: POETS,
    build: () => ({ kind: "undo", named: false }),
  }),
  rule({
    name: "undo-change",
    form: "(undo | revert | reverse | cancel | roll back | rollback | take back) (the | my | that | this)? (last | latest | previous | recent)? (swap | move | change | edit | deletion | removal | addition | replacement | update) ((to | in | on | of) {list})?",
    examples: ["undo the last change"],
    given: POETS,
    build: () => ({ kind: "undo", named: true }),
  }),
];

function place(item: ItemMention, fav: Favorite): Intent | null {
  if (fav.whose === "none" || fav.topic === null) return null;
  return {
    kind: "place",
    list: listOf(fav),
    item,
    to: { kind: "position", position: fav.rank ?? { from: "top", rank: 1 } },
    insert: true,
  };
}

function replaceRanked(fav: Favorite, values: Values, old: string | null): Intent | null {
  const list = own(fav);
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
  const item: ItemMention = old !== null ? said(old) : ranked(fav.rank ?? { from: "top", rank: 1 });
  return { kind: "replace", list, item, value: values.one };
}
