import { leastOf, listOf } from "../categories.ts";
import type { Favorite } from "../category-types.ts";
import { rule } from "../chart.ts";
import type { AskedTime, Intent, ItemMention, ListMention } from "../intent.ts";
import type { Position, Selector } from "../numerals.ts";
import type { Topic } from "../nouns.ts";

const LAKES = "My favorite lakes are 1) Bled, 2) Como, 3) Baikal, 4) Tahoe, 5) Ohrid";
const MOVED = "My favorite lake is Bled. Actually my favorite lake is Como.";

/** A list that a question names; null for the one of the chat's last turn. */
const inside = (list: ListMention | undefined): ListMention | null =>
  list === undefined || list.by === "context" ? null : list;
const named = ({ key, name, plural }: Topic, by: "frame" | "stored" = "frame"): ListMention => ({
  key,
  name,
  plural,
  by,
});
const one = (position: Position | undefined): readonly Selector[] | null =>
  position === undefined ? null : [{ kind: "one", position }];

/** The places that a favourite phrase itself names: "my second favorite", "my top three". */
function placesOf({ rank, count }: Favorite): readonly Selector[] | null {
  return rank !== null ? one(rank) : count === null ? null : [{ kind: "first", count }];
}

function pick(fav: Favorite, at: AskedTime | null = null): Intent | null {
  const list = listOf(fav);
  if (list === null || list.by === "context") return null;
  const by = fav.top ? "stored" : list.by;
  return { kind: "pick", list: { ...list, by }, selectors: placesOf(fav), whole: fav.listed, at };
}

/** What stands at places of a list. */
const places = (list: ListMention | null, selectors: readonly Selector[] | null, whole = false): Intent => ({
  kind: "pick",
  list,
  selectors,
  whole,
  at: null,
});

function check(fav: Favorite, items: ItemMention, selectors = placesOf(fav)): Intent | null {
  const list = listOf(fav);
  return list === null || fav.whose === "none" ? null : { kind: "check", list: inside(list), selectors, items };
}

/** Questions about lists. */
export const questions = [
  rule({
    name: "what-is-favorite",
    form: `(and)? <asked>* (<what> | what | which)? {fav} (is | are | was | were)? <tail>* ~0.05
      | (<asked>)* (<show> | <what>) (what | which | who)? (all)? (of)? (the)? {fav} (is | are | was | were)? <tail>*
      | {fav} (is | was | are) (what | which | who) (one | ones)? <tail>*`,
    examples: [
      "What is my second favorite lake?",
      "What's my favorite lake?",
      "What are my favorite lakes?",
      "Do you remember my favorite lake?",
      "second favorite lake?",
      "List my favorite lakes",
      "Tell me what my second favorite lake is",
      "show my favorite lake list",
      "My fourth favorite lake is what?",
    ],
    given: LAKES,
    build: ({ fav }) => pick(fav),
  }),
  rule({
    name: "what-are-selected",
    form: `(<what> | <show> | <asked>) (are | is)? (<my> | the) {selectors} (of)? (<my>
      | of my)? <emph>* <favorite> {topic} <tail>*`,
    examples: ["What are my second and fourth favorite lakes?", "Show me the first two of my favorite lakes"],
    given: LAKES,
    build: ({ selectors, topic }) => places(named(topic), selectors),
  }),
  rule({
    name: "which-is-rank",
    form: `<asked>* (which | what) {topic} <stands> (at | in | as)? (<my> | the)? (very)? {selectors} (favorite
      | favourite | place | spot | one)? <mine>? ~0.02
      | (<what> | which is) (the | <my>)? {selectors} {topic} <mine> ~0.02
      | (<asked>)* (the | <my>) {selectors} <favorite> {topic} ~0.02
      | (<what> | <show> | <asked>) <my> {selectors} {topic} <tail>* ~-0.1
      | (and | and what about | what about | how about | and what is | and what 's | <what>)? (the
        | <my>) {selectors} {topic} ~-0.16`,
    examples: [
      "which lake is #4 for me?",
      "Which lake sits at the bottom of my favorites?",
      "Which lakes rank 2nd and 3rd for me?",
      "What is the last lake on my favorites list?",
      "my last two favorite lakes?",
      "What are my top three lakes?",
      "and the second lake?",
    ],
    given: LAKES,
    build: ({ topic, selectors }) => places(named(topic, "stored"), selectors),
  }),
  rule({
    name: "which-is-favorite",
    form: `(do i have | have i got | is there) (a | an | any)? [rank]? <emph>* [least]? <favorite> {topic} <tail>*
      | (which | what) {topic} (is | are | 's | was | did i say is | did i say was
        | did i say are) <my> <emph>* [rank]? [least]? <favorite> (one | ones)? <tail>*`,
    examples: ["Do I have a favorite lake?", "Which lake is my favorite?"],
    given: LAKES,
    build: ({ topic, least, rank }) => places(named(leastOf(topic, least)), one(rank)),
  }),
  rule({
    name: "prefer-most",
    form: `(which | what) {topic} do i (like | love | prefer | enjoy) (the)? (best | most) <tail>*
      | (which | what) {topic} (have i called | did i call | did i list as | did i name as
        | have i named as) <my> <favorites>`,
    examples: ["Which lake do I like best?"],
    given: LAKES,
    build: ({ topic }) => places(named(topic), null, topic.plural),
  }),
  rule({
    name: "whats-on-list",
    form: "(<what> | what do i have | what have i got | <show>) (on | in)? {list} <tail>*",
    score: -0.15,
    examples: ["What's on my list of favorite lakes?"],
    given: LAKES,
    // "What's in my favorite soup?" asks for no list.
    build: ({ list }) => (list.by === "context" || !list.plural ? null : places(list, null, true)),
  }),
  rule({
    name: "what-is-rank-in",
    form: `(<what> | <show> | <asked> | what do i have | what did i put)? (sitting | sits | at | in | as)* (the
      | <my>)? (very)? {selectors} (one | ones | item | place | spot)? (in | on | of | among | from) {list} <tail>*
      | (which | what) {topic} <stands> (at | in)? (the | <my>)? (very)? {selectors} (place | spot | one)? (in | on | of
        | among | from) {list} <tail>*
      | (what | which | who) (one)? (comes | ranks | sits | stands | is) (at | in)? (the)? (very)? {selectors} (place | spot
        | one)? (in | on | of | among | from) {list} <tail>*
      | (which | what | who) (one | ones)? of {list} (is | are | comes | come | ranks | rank | sits | stands) (in
        | at)? (the | <my>)? (very)? {selectors} (place | spot | one)? <tail>*
      | (in | out of | of | among | on) {list} (,)? (which one | which | what | who) (is | 's | comes | are) (in
        | at)? (the)? (very)? {selectors} (place | spot | one)? <tail>*`,
    examples: ["What is number 2 on my favorite lakes list?"],
    given: LAKES,
    build: ({ selectors, list }) => places(inside(list), selectors),
  }),
  rule({
    name: "and-the-second",
    form: `
      ((and | and what about | what about | how about | and what is | and what 's | <what> | ok and | and also)? (the
      | <my>) | and | and what about | what about | how about | ok and | <what>) {selectors} (one | ones | item
      | pick | place | favorite | favourite)? <tail>*`,
    score: -0.15,
    examples: ["what's the second one?", "and the last one?"],
    given: LAKES,
    build: ({ selectors }) => places(null, selectors),
  }),
  rule({
    name: "favorite-before",
    form: `(<asked>)* (what | which | who) (was | were | did | is | are) {fav} (was | were | used to be)? {past} <tail>*
      | (what | which | who) (did)? {fav} (used to be | use to be)
      | (what | which | who) (used to be | had been) {fav} [past]?
      | {past} , (what | which | who) (was | were | is | are) {fav}
      | (what | which | who) (was | were) {fav} (before) {item:before}
      | (and)? (what | which | who) (was | were) (it | that | they | there) {past} ~-0.1`,
    score: 0.1,
    examples: ["What was my favorite lake before?", "what used to be my favorite lake?"],
    given: MOVED,
    build: ({ fav, past, before }) =>
      fav === undefined
        ? { kind: "pick", list: null, selectors: null, whole: false, at: past ?? null }
        : fav.whose === "none"
          ? null
          : pick(fav, past ?? { kind: "before", than: before ?? null }),
  }),
  rule({
    name: "list-all",
    form: `(<asked>)* (<show> | <what> | list | list all)? (all)? (of)? (the)? <my> (all)? <emph>* <favorites> (again
      | please | do i have | so far | you know | you have)?`,
    score: 0.1,
    examples: ["List my favorites", "what are my favorites?"],
    given: LAKES,
    build: () => ({ kind: "listAll" }),
  }),
  rule({
    name: "count",
    form: `how many <emph>* <favorite> {topic} (do i have | have i | are there | did i | have i given
      | do you have) <tail>* (in total | listed | named)?
      | how many (items | things | entries | {topic:of})? (are there | are | do i have | have i got | have i
        | did i list | is) (listed | ranked | stored | saved | got)? (in | on | among) [list]
      | how (long | big) is {list:long} ~-0.1`,
    examples: [
      "How many favorite lakes do I have?",
      "how many lakes are on my favorite lakes list?",
      "How long is my list of favorite lakes?",
    ],
    given: LAKES,
    // "How many calories are in my favorite snack?" counts no list.
    build: ({ topic, of, list, long }) =>
      of !== undefined && list !== undefined && list.by !== "context" && of.key !== list.key
        ? null
        : long === undefined
          ? { kind: "count", list: topic === undefined ? inside(list) : named(topic) }
          : long.plural && long.by !== "context"
            ? { kind: "count", list: long }
            : null,
  }),
  rule({
    name: "where-rank",
    form: `where (in | on | among) {list} (is | 's | does) {item} (rank | stand | sit)?
      | where (do | does | did | is | 's)? (i)? (rank | put | place | have | is)? {item} (rank | stand | come | come in
        | sit | place | land | fall | ranked)? (in | on | among | amongst | of) {list}
      | (where | how) (does | do | did) (i)? {item} (rank | stand | come | come in) ~-0.1
      | (at | in)? (what | which) (number | rank | ranking | position | place | spot) (is | does | did i give
        | do i give | did i put | did i place | did i rank | do i have) {item} (in | at | have | hold | ranked | on
        | among)? (<in> [list])?
      | (<what>)? (the)? (rank | ranking | position) of {item} <in> {list}`,
    examples: [
      "where does Baikal rank among my favorite lakes?",
      "Where does Baikal rank?",
      "what number is Baikal in my favorite lakes?",
      "What's the rank of Baikal in my favorite lakes?",
    ],
    given: LAKES,
    build: ({ item, list }) => ({ kind: "rankOf", list: inside(list), item }),
  }),
  rule({
    name: "is-favorite-item",
    form: `(is | was | are | so is) {fav} <adv>* (still)? {item}
      | (is | are) {item} <adv>* (still)? {fav} ~0.02`,
    examples: ["Is my favorite lake Bled?", "Are my favorite lakes Bled and Como?", "Is Como my second favorite lake?"],
    given: LAKES,
    build: ({ fav, item }) => check(fav, item),
  }),
  rule({
    name: "is-among",
    form: `(is | are) {item} <adv>* (still | both | all)? (in | on | among | one of | part of | also one of | some of | listed in
      | one of the) {fav}
      | (do i have | did i put | did i add | did i list | have i got) {item} (in | on | among | to) {fav}`,
    score: 0.05,
    examples: [
      "Is Como one of my favorite lakes?",
      "Is Como in my top 3 lakes?",
      "Do I have Como on my list of favorite lakes?",
    ],
    given: LAKES,
    build: ({ fav, item }) =>
      listOf(fav)?.plural === true || fav.top ? check({ ...fav, rank: fav.top ? null : fav.rank }, item) : null,
  }),
  rule({
    name: "beside",
    form: `(what | which | who) (is | 's | comes | goes | sits | ranks | {topic:of} is)? {beside} <in> {list}
      | (what | which) [topic] (is | comes | goes | sits | ranks | stands) {beside} <mine>`,
    examples: [
      "what comes right after Como in my favorite lakes?",
      "which lake ranks right after Como in my favorites?",
    ],
    given: LAKES,
    build: ({ beside, list, topic }) =>
      beside.kind === "before" || beside.kind === "after"
        ? {
            kind: "beside",
            list: topic === undefined ? inside(list) : named(topic, "stored"),
            item: beside.item,
            step: beside.kind === "after" ? 1 : -1,
          }
        : null,
  }),
  rule({
    name: "where-said",
    form: `(and)? (when | where | in which chat | in what chat | which chat | on what day | how) (and when
      | and where)? (did i | have i | do you) (say | tell you | mention | state | share | write | said | told you
      | mentioned | know) (that | this | it | so | them | those) (in | at | on)?`,
    examples: ["Where did I say that?"],
    given: LAKES,
    build: () => ({ kind: "provenance", list: null, item: null, selectors: null, past: false }),
  }),
  rule({
    name: "when-said",
    form: `(and)? (when | where | in which chat | how | since when) (did i | have i | do you) (say | tell you | mention
        | state | share | write | know | told you | mentioned) (that | what | which | about)? {fav} (is | was | are
        | were)?
      | (and)? (when | where | in which chat) (did i | have i) (say | tell you | mention | state | add | put
        | list) (that)? ([item] (is | was | are | to | in | on | as | among) (one of | among)? {fav} | {fav} (is | was
        | are) {item})
      | (since when | how long) (is | has | are | have) {item} (been)? {fav}
      | since when (is | has | are | have) {fav} (been)? {item}
      | how long (has | have) {fav} been {item}
      | (how do you know | what 's the source for | what is the source of | who said | who told you
        | who told you that | who said that) (that | what)? {fav} (is | was)?`,
    examples: [
      "When did I tell you my favorite lake?",
      "Where did I say that Como is my favorite lake?",
      "Since when is Bled my favorite lake?",
      "How do you know my favorite lake?",
    ],
    given: LAKES,
    build: ({ fav, item }) => said(fav, item ?? null),
  }),
];

function said(fav: Favorite, item: ItemMention | null): Intent | null {
  const list = listOf(fav);
  if (list === null || fav.whose === "none") return null;
  return { kind: "provenance", list: inside(list), item, selectors: one(fav.rank ?? undefined), past: false };
}
