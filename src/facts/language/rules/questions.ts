import { listOf } from "../categories.ts";
import type { Favorite } from "../category-types.ts";
import { rule } from "../chart.ts";
import type { AskedTime, Intent, ItemMention, ListMention } from "../intent.ts";
import type { Position, Selector } from "../numerals.ts";
import type { Topic } from "../nouns.ts";

const LAKES = "My favorite lakes are 1) Bled, 2) Como, 3) Baikal, 4) Tahoe, 5) Ohrid";
const inside = (list: ListMention | undefined): ListMention | null =>
  list === undefined || list.by === "context" ? null : list;
const named = (topic: Topic, by: "frame" | "stored" = "frame"): ListMention => ({
  key: topic.key,
  name: topic.name,
  plural: topic.plural,
  by,
});

const ranked = (position: Position): readonly Selector[] => [{ kind: "one", position }];

/** The places that a favourite phrase itself names: "my second favorite", "my top three". */
function placesOf({ rank, count }: Favorite): readonly Selector[] | null {
  if (rank !== null) return ranked(rank);
  return count === null ? null : [{ kind: "first", count }];
}

function pick(fav: Favorite, at: AskedTime | null = null): Intent | null {
  const list = listOf(fav);
  if (list === null || list.by === "context") return null;
  return {
    kind: "pick",
    list: fav.top ? { ...list, by: "stored" } : list,
    selectors: placesOf(fav),
    whole: fav.listed,
    at,
  };
}

/** What stands at places of a list that is named by its topic. */
const places = (topic: Topic, selectors: readonly Selector[] | null, by: "frame" | "stored" = "frame"): Intent => ({
  kind: "pick",
  list: named(topic, by),
  selectors,
  whole: false,
  at: null,
});

function check(fav: Favorite, items: ItemMention, selectors = placesOf(fav)): Intent | null {
  const list = listOf(fav);
  return list === null || fav.whose === "none" ? null : { kind: "check", list: inside(list), selectors, items };
}

const leastOf = (topic: Topic, least: true | undefined): Topic =>
  least === true ? { ...topic, key: `least favorite ${topic.key}`, name: `least favorite ${topic.name}` } : topic;

/** Questions about lists. */
export const questions = [
  rule({
    name: "what-is-favorite",
    form: "(and)? <asked>* (<what> | what | which)? {fav} (is | are | was | were)? <tail>*",
    score: 0.05,
    examples: [
      "What is my second favorite lake?",
      "What's my favorite lake?",
      "What are my favorite lakes?",
      "Do you remember my favorite lake?",
      "second favorite lake?",
    ],
    given: LAKES,
    build: ({ fav }) => pick(fav),
  }),
  rule({
    name: "what-are-selected",
    form: `(<what> | <show> | <asked>) (are | is)? (<my> | the) {selectors} (of)? (<my>
      | of my)? <emph>* [least]? <favorite> {topic} <tail>*`,
    examples: ["What are my second and fourth favorite lakes?", "Show me the first two of my favorite lakes"],
    given: LAKES,
    build: ({ selectors, topic }) => places(topic, selectors),
  }),
  rule({
    name: "what-top",
    form: "(<what> | <show> | <asked>) <my> {selectors} {topic} <tail>*",
    score: -0.1,
    examples: ["What are my top three lakes?"],
    given: LAKES,
    build: ({ selectors, topic }) => places(topic, selectors, "stored"),
  }),
  rule({
    name: "show-favorites",
    form: `(<asked>)* (<show> | <what>) (what | which | who)? (all)? (of)? (the)? {fav} (is | are | was | were)? <tail>*`,
    examples: ["List my favorite lakes", "Tell me what my second favorite lake is", "show my favorite lake list"],
    given: LAKES,
    build: ({ fav }) => pick(fav),
  }),
  rule({
    name: "whats-on-list",
    form: "(<what> | what do i have | what have i got | <show>) (on | in)? {list} <tail>*",
    score: -0.15,
    examples: ["What's on my list of favorite lakes?"],
    given: LAKES,
    build: ({ list }) =>
      // "What's in my favorite soup?" asks for no list.
      list.by === "context" || !list.plural ? null : { kind: "pick", list, selectors: null, whole: true, at: null },
  }),
  rule({
    name: "do-i-have-favorite",
    form: "(do i have | have i got | is there) (a | an | any)? [rank]? <emph>* [least]? <favorite> {topic} <tail>*",
    examples: ["Do I have a favorite lake?"],
    given: LAKES,
    build: ({ rank, topic }) => places(topic, rank === undefined ? null : ranked(rank)),
  }),
  rule({
    name: "favorite-is-what",
    form: "{fav} (is | was | are) (what | which | who) (one | ones)? <tail>*",
    examples: ["My fourth favorite lake is what?"],
    given: LAKES,
    build: ({ fav }) => (fav.whose === "none" ? null : pick(fav)),
  }),
  rule({
    name: "which-is-favorite",
    form: `(which | what) {topic} (is | are | 's | was | did i say is | did i say was
      | did i say are) <my> <emph>* [rank]? [least]? <favorite> (one | ones)? <tail>*`,
    examples: ["Which lake is my favorite?"],
    given: LAKES,
    build: ({ topic, least, rank }) => places(leastOf(topic, least), rank === undefined ? null : ranked(rank)),
  }),
  rule({
    name: "which-is-rank",
    form: `<asked>* (which | what) {topic} <stands> (at | in | as)? (<my> | the)? (very)? {selectors} (favorite
      | favourite | place | spot | one)? <mine>?
      | (<what> | which is) (the | <my>)? {selectors} {topic} <mine>
      | (<asked>)* (the | <my>) {selectors} <favorite> {topic}`,
    score: 0.02,
    examples: [
      "which lake is #4 for me?",
      "Which lake sits at the bottom of my favorites?",
      "Which lakes rank 2nd and 3rd for me?",
      "What is the last lake on my favorites list?",
      "my last two favorite lakes?",
    ],
    given: LAKES,
    build: ({ topic, selectors }) => places(topic, selectors, "stored"),
  }),
  rule({
    name: "which-come-first",
    form: "(which | what) {count} {topic} <stands> (at the)? {rank} <mine>",
    examples: ["Which two lakes come last in my favorites?"],
    given: LAKES,
    build: ({ topic, count, rank }) =>
      places(topic, [{ kind: rank.from === "end" ? "last" : "first", count }], "stored"),
  }),
  rule({
    name: "what-is-rank-in",
    form: `(<what> | <show> | <asked> | what do i have | what did i put)? (sitting | sits | at | in | as)* (the
      | <my>)? (very)? {selectors} (one | ones | item | place | spot)? (in | on | of | among | from) {list} <tail>*
      | (which | what | who) (one | ones)? of {list} (is | are | comes | come | ranks | rank | sits | stands) (in
        | at)? (the | <my>)? (very)? {selectors} (place | spot | one)? <tail>*
      | (in | out of | of | among | on) {list} (,)? (which one | which | what | who) (is | 's | comes | are) (in
        | at)? (the)? (very)? {selectors} (place | spot | one)? <tail>*`,
    examples: ["What is number 2 on my favorite lakes list?"],
    given: LAKES,
    build: ({ selectors, list }) => ({ kind: "pick", list: inside(list), selectors, whole: false, at: null }),
  }),
  rule({
    name: "prefer-most",
    form: `(which | what) {topic} do i (like | love | prefer | enjoy) (the)? (best | most) <tail>*
      | (which | what) {topic} (have i called | did i call | did i list as | did i name as
        | have i named as) <my> <favorites>`,
    examples: ["Which lake do I like best?"],
    given: LAKES,
    build: ({ topic }) => ({ kind: "pick", list: named(topic), selectors: null, whole: topic.plural, at: null }),
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
    build: ({ selectors }) => ({ kind: "pick", list: null, selectors, whole: false, at: null }),
  }),
  rule({
    name: "and-the-second-topic",
    form: `(and | and what about | what about | how about | and what is | and what 's | <what>)? (the
      | <my>) {selectors} {topic}`,
    score: -0.16,
    examples: ["and the second lake?"],
    given: LAKES,
    build: ({ selectors, topic }) => places(topic, selectors, "stored"),
  }),
  rule({
    name: "favorite-before",
    form: `(<asked>)* (what | which | who) (was | were | did | is | are) {fav} (was | were | used to be)? {past} <tail>*`,
    score: 0.1,
    examples: ["What was my favorite lake before?"],
    given: "My favorite lake is Bled. Actually my favorite lake is Como.",
    build: ({ fav, past }) => (fav.whose === "none" ? null : pick(fav, past)),
  }),
  rule({
    name: "favorite-used-to-be",
    form: "(what | which | who) (did)? {fav} (used to be | use to be)",
    score: 0.1,
    examples: [],
    build: ({ fav }) => pick(fav, { kind: "before" }),
  }),
  rule({
    name: "used-to-be-favorite",
    form: "(what | which | who) (used to be | had been) {fav} {past}?",
    score: 0.1,
    examples: ["what used to be my favorite lake?"],
    given: "My favorite lake is Bled. Actually my favorite lake is Como.",
    build: ({ fav }) => pick(fav, { kind: "before" }),
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
    form: `how many <emph>* [least]? <favorite> {topic} (do i have | have i | are there | did i | have i given
      | do you have) <tail>* (in total | listed | named)?`,
    examples: ["How many favorite lakes do I have?"],
    given: LAKES,
    build: ({ topic }) => ({ kind: "count", list: named(topic) }),
  }),
  rule({
    name: "count-on-list",
    form: `
      how many (items | things | entries | {topic})? (are there | are | do i have | have i got | have i | did i list
      | is) (listed | ranked | stored | saved | got)? (in | on | among) {list}`,
    examples: ["how many lakes are on my favorite lakes list?"],
    given: LAKES,
    build: ({ list }) => ({ kind: "count", list: inside(list) }),
  }),
  rule({
    name: "how-long-list",
    form: "how (long | big) is {list}",
    score: -0.1,
    examples: ["How long is my list of favorite lakes?"],
    given: LAKES,
    build: ({ list }) => (list.plural && list.by !== "context" ? { kind: "count", list } : null),
  }),
  rule({
    name: "where-rank",
    form: `where (in | on | among) {list} (is | 's | does) {item} (rank | stand | sit)? | where (do | does | did | is
      | 's)? (i)? (rank | put | place | have | is)? {item} (rank | stand | come | come in | sit | place | land | fall
      | ranked)? (in | on | among | amongst | of) {list}`,
    examples: ["where does Baikal rank among my favorite lakes?"],
    given: LAKES,
    build: ({ item, list }) => ({ kind: "rankOf", list: inside(list), item }),
  }),
  rule({
    name: "where-does-rank",
    form: "(where | how) (does | do | did) (i)? {item} (rank | stand | come | come in)",
    score: -0.1,
    examples: ["Where does Baikal rank?"],
    given: LAKES,
    build: ({ item }) => ({ kind: "rankOf", list: null, item }),
  }),
  rule({
    name: "what-number",
    form: `(at | in)? (what | which) (number | rank | ranking | position | place | spot) (is | does | did i give
      | do i give | did i put | did i place | did i rank | do i have) {item} (in | at | have | hold | ranked | on
      | among)? (<in> {list})?`,
    examples: ["what number is Baikal in my favorite lakes?"],
    given: LAKES,
    build: ({ item, list }) => ({ kind: "rankOf", list: inside(list), item }),
  }),
  rule({
    name: "rank-of",
    form: "(<what>)? (the)? (rank | ranking | position) of {item} <in> {list}",
    examples: ["What's the rank of Baikal in my favorite lakes?"],
    given: LAKES,
    build: ({ item, list }) => ({ kind: "rankOf", list: inside(list), item }),
  }),
  rule({
    name: "is-favorite-item",
    form: "(is | was | are | so is) {fav} <adv>* (still)? {item}",
    examples: ["Is my favorite lake Bled?", "Are my favorite lakes Bled and Como?"],
    given: LAKES,
    build: ({ fav, item }) => check(fav, item),
  }),
  rule({
    name: "is-item-favorite",
    form: "(is | are) {item} <adv>* (still)? {fav}",
    score: 0.02,
    examples: ["Is Como my second favorite lake?"],
    given: LAKES,
    build: ({ fav, item }) => check(fav, item),
  }),
  rule({
    name: "is-among",
    form: `(is | are) {item} <adv>* (still)? (in | on | among | one of | part of | also one of | some of | listed in
      | one of the) {fav}`,
    score: 0.05,
    examples: ["Is Como one of my favorite lakes?", "Is Como in my top 3 lakes?"],
    given: LAKES,
    build: ({ fav, item }) =>
      listOf(fav)?.plural === true || fav.top
        ? check(
            fav.top ? { ...fav, rank: null } : fav,
            item,
            fav.count !== null ? [{ kind: "first", count: fav.count }] : null,
          )
        : null,
  }),
  rule({
    name: "do-i-have-in",
    form: "(do i have | did i put | did i add | did i list | have i got) {item} (in | on | among | to) {fav}",
    examples: ["Do I have Como on my list of favorite lakes?"],
    given: LAKES,
    build: ({ fav, item }) => check(fav, item),
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
    name: "when-said-favorite",
    form: `(and)? (when | where | in which chat | how | since when) (did i | have i | do you) (say | tell you | mention
      | state | share | write | know | told you | mentioned) (that | what | which | about)? {fav} (is | was | are
      | were)?`,
    examples: ["When did I tell you my favorite lake?"],
    given: LAKES,
    build: ({ fav }) => said(fav, null),
  }),
  rule({
    name: "when-said-item",
    form: `(and)? (when | where | in which chat) (did i | have i) (say | tell you | mention | state | add | put
      | list) (that)? ({item} (is | was | are | to | in | on | as | among) (one of | among)? {fav} | {fav} (is | was
      | are) {item})`,
    examples: ["Where did I say that Como is my favorite lake?"],
    given: LAKES,
    build: ({ fav, item }) => said(fav, item),
  }),
  rule({
    name: "since-when",
    form: `((since when | how long) (is | has | are | have) {item} (been)? {fav} | since when (is | has | are
      | have) {fav} (been)? {item} | how long (has | have) {fav} been {item})`,
    examples: ["Since when is Bled my favorite lake?"],
    given: LAKES,
    build: ({ fav, item }) => said(fav, item),
  }),
  rule({
    name: "how-know",
    form: `
      (how do you know | what 's the source for | what is the source of | who said | who told you | who told you that
      | who said that) (that | what)? {fav} (is | was)?`,
    examples: ["How do you know my favorite lake?"],
    given: LAKES,
    build: ({ fav }) => said(fav, null),
  }),
];

function said(fav: Favorite, item: ItemMention | null): Intent | null {
  const list = listOf(fav);
  return list === null || fav.whose === "none"
    ? null
    : {
        kind: "provenance",
        list: inside(list),
        item,
        selectors: fav.rank === null ? null : ranked(fav.rank),
        past: false,
      };
}
