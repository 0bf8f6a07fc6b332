import { favoriteOf, leastOf, listOf } from "../categories.ts";
import type { Copula, Favorite, Values } from "../category-types.ts";
import { rule } from "../chart.ts";
import { ACTIVITIES } from "../closed-words.ts";
import type { Intent, ItemMention, StatedValue } from "../intent.ts";
import { isPair } from "../name-phrase.ts";
import { headWord, type Topic } from "../nouns.ts";

const TEAS = "My favorite teas are 1) sencha, 2) assam, 3) mate";
const PLAIN: Copula = { plural: false, sign: false, correction: false, also: false };

interface Stated {
  readonly fav: Favorite;
  readonly is: Copula;
  readonly values: Values;
  readonly correction?: boolean;
  /** "X is my favorite …": only words written as a name, or small ones without a verb, may stand first. */
  readonly first?: boolean;
}

/** Whether a phrase without "my" is the speaker's all the same: "favorite color: blue", not "favorite color of the queen". */
function isOwn(fav: Favorite, is: Copula, values: Values): boolean {
  if (fav.whose !== "none") return true;
  if (/\b(?:of|for) (?:the|his|her|their|its) (?!day|week|month|year|night|season)/u.test(fav.topic?.name ?? ""))
    return false;
  return listOf(fav) !== null && (is.sign || values.order !== "none" || (fav.rank !== null && !is.plural));
}

/** Whether a word in -ing stands where no activity is asked for. */
function isDoing({ topic }: Favorite, { doing }: Values): boolean {
  return doing && topic !== null && !ACTIVITIES.has(headWord(topic.key)) && !/\b(?:to|of|for)\b/u.test(topic.key);
}

/** Whether the phrase speaks of several. */
function isMany(fav: Favorite, is: Copula, values: Values): boolean {
  return (
    is.plural ||
    fav.listed ||
    (fav.count ?? 1) > 1 ||
    (fav.topic?.plural ?? false) ||
    (fav.top && fav.rank === null) ||
    values.order !== "none"
  );
}

/** What a favourite phrase and values state; null where the words can't be what the phrase asks for. */
function state({ fav, is, values, correction = false }: Stated): Intent | null {
  const list = listOf(fav);
  if (!isOwn(fav, is, values) || isDoing(fav, values)) return null;
  const many = isMany(fav, is, values);
  const plainList = many && fav.rank === null;
  if (values.soft && plainList && !values.closed) return null;
  // "My favorite bands are Toto, Chicago & Boston": the plural says that they are several.
  if (plainList && values.comma?.inName === true && values.one !== null) return null;
  const stated = chosen(values, plainList, fav.rank !== null, PLACES.has(headWord(fav.topic?.key ?? "")));
  if (stated === null) return null;
  // "My top priority is …": without the word favourite only a list, or a number, shows what is meant.
  const unnumbered = fav.rank === null && fav.count === null && values.order === "none";
  if (fav.top && unnumbered && !is.sign && values.joined === "no") return null;
  // "My number one goal" is no favourite, unless a list of that name is stored.
  const named = list !== null && fav.top && fav.rank !== null ? { ...list, by: "stored" as const } : list;
  if (is.also && list !== null && list.by === "frame")
    return { kind: "member", list, values: stated.map(({ value }) => value) };
  return {
    kind: "state",
    list: named?.by === "context" ? null : named,
    position: fav.rank,
    values: stated,
    order: values.order,
    // "My new second favorite" makes room, "is now" takes the place.
    correction: correction || is.correction || (fav.fresh && fav.rank === null),
    single: !many,
    sense: fav.topic === null ? (fav.least ? "least" : "same") : undefined,
  } as Intent;
}

/** One value or several: "mac and cheese" is one dish, three teas are three. */
function chosen(
  { one, list, order, joined, closed, named, comma }: Values,
  many: boolean,
  ranked: boolean,
  place: boolean,
): readonly StatedValue[] | null {
  if (order !== "none") return list;
  if (many) return list ?? (one === null ? null : [{ value: one, rank: null }]);
  if (joined === "and" && (list?.length !== 2 || !isPair(list[0]?.value ?? "", list[1]?.value ?? ""))) return null;
  if (joined === "no" || joined === "and") return one === null ? null : [{ value: one, rank: null }];
  // "Portland, Oregon" is one place; "rye, naan and pita" are three breads.
  if (joined === "comma" && one !== null && place && named) return [{ value: one, rank: null }];
  // "The Good, the Bad and the Ugly" is rather one film than a list, but who knows.
  return ranked || (named && (comma === null || comma.by === "&")) || !closed || (list?.length ?? 0) < 3 ? null : list;
}

/** Topics whose items may have a comma: "Portland, Oregon". */
const PLACES = new Set(
  (
    "city town place village island capital destination airport suburb area region beach neighborhood " +
    "neighbourhood spot resort park"
  ).split(" "),
);

/** "Another of my favorites": goes to the end of the list. */
function member(fav: Favorite, values: Values): Intent | null {
  const list = listOf(fav);
  if (list === null || list.by !== "frame" || (values.doing && !ACTIVITIES.has(headWord(list.key)))) return null;
  const stated = values.list?.map(({ value }) => value) ?? (values.one === null ? [] : [values.one]);
  const one = values.joined === "and" && values.one !== null && !/^\p{Lu}/u.test(values.one);
  return { kind: "member", list, values: one ? [values.one as string] : stated };
}

const contextState = (values: Values, extra: Partial<Extract<Intent, { kind: "state" }>>): Intent | null => {
  const value = values.one;
  return value === null
    ? null
    : {
        kind: "state",
        list: null,
        position: null,
        values: [{ value, rank: null }],
        order: "none",
        correction: true,
        single: true,
        ...extra,
      };
};

/** A list of the speaker's, by its topic alone. */
const mine = (topic: Topic, given: Parameters<typeof favoriteOf>[0] = {}): Favorite =>
  favoriteOf({ whose: "my", topic, ...given });

const listed = (value: string): ItemMention => ({ kind: "value", value, parts: [value], named: true });

/** Statements about lists and single favourites. */
export const statements = [
  rule({
    name: "favorite-is",
    form: `{fav} {is} {values}
      | {fav} , (by the way | btw | of course | as you know | without a doubt | hands down | by far | obviously
        | honestly) , {is} {values}`,
    examples: [
      "My favorite fonts are 1) Garamond, 2) Futura",
      "My favorite tea is sencha",
      "My favorite cities are:\n- Lisbon\n- Kyoto",
      "favorite instrument = cello",
      "My least favorite chore is ironing.",
      "My favorite spices are cumin, sumac, and cardamom.",
      "Favorite planets ranked: first is Saturn, second is Neptune",
      "My favorite color, by the way, is mauve.",
    ],
    build: state,
  }),
  rule({
    name: "favorite-numbered",
    form: `{fav} {values} ~-0.2
      | {values:first} (^ | ↑ | , | : | - | – | —)? {fav} ~-0.2
      | {values:those} (: | , | - | – | —)? (those | these | they | which | that) (are | is) {fav}`,
    examples: [
      "my favorite games 1) Hanabi 2) Skull",
      "My favorite teas: 1. sencha 2. assam",
      "1. basalt\n2. slate\nmy favorite stones, in that order",
      "- basalt\n- slate\nThose are my favorite stones.",
    ],
    build: ({ fav, values, first, those }) => {
      const is = { ...PLAIN, plural: true };
      if (those !== undefined) return fav.whose === "none" ? null : state({ fav, is, values: those });
      if (first !== undefined)
        return first.order === "ranks" && fav.whose !== "none" && fav.topic?.plural === true
          ? state({ fav, is, values: first })
          : null;
      const parted = values.text === "" || !/ /u.test(fav.topic?.key ?? " ");
      return values.order === "ranks" && fav.rank === null && parted
        ? state({ fav, is: { ...is, sign: true }, values })
        : null;
    },
  }),
  rule({
    name: "is-favorite",
    form: `{values} {is} {fav} ~-0.05
      | (i 'd | i 'll | i would | i will | i) <adv>* (have to | gotta | must)? (go with | pick | choose | name
        | say) {values} as {fav}`,
    examples: [
      "Teal is my favorite color",
      "Garamond, Futura and Optima are my favorite fonts",
      "Neruda is my #2 favorite poet",
      "I'd go with dill as my favorite herb",
    ],
    build: ({ values, is = PLAIN, fav }) =>
      is.sign ||
      fav.whose === "none" ||
      (/^(?:both|comma)$/u.test(values.joined) && !is.plural && values.order === "none" && is !== PLAIN)
        ? null
        : state({ fav, is, values }),
  }),
  rule({
    name: "changed-to",
    form: `{fav} (has | have)? (changed | switched | shifted | moved | gone | went) from {value:old} to {values}
      | {values} (has | have)? (just | recently | now)? (replaced | overtook | overtaken | dethroned | beat | beaten
        | supplanted | replaces) {value:old} as {fav}
      | {fav} (is | are) (no longer | not) {value:old} (anymore)? (,)? but (rather | now | instead)? {values:but}
      | {fav} (isn't | is not | isnt | aren't | are not) {value:old} (,)? (it 's | it is | they 're | they are) {values}
      | {fav} (list)? should (now)? (be | read | go | look like this) (:)? {values:all} ~0.05`,
    examples: [
      "My favorite drink changed from cola to tonic",
      "Helix has replaced cola as my favorite drink",
      "My favorite drink is no longer cola but The Anchor",
      "My favorite drinks should be oolong, sencha",
    ],
    given: "My favorite drink is cola",
    build: ({ fav, values, but, all }) => {
      if (fav.whose === "none" || but?.named === false) return null;
      const is = all === undefined ? PLAIN : { ...PLAIN, plural: true };
      return state({ fav, is, values: but ?? all ?? values, correction: true });
    },
  }),
  rule({
    name: "about-favorite",
    form: `(for | as for | in terms of | when it comes to | as far as | regarding | about | of | among | of all | out of
        | with) (all)? (the | <my>)? {topic} (go | goes | is concerned
        | are concerned)? (,)? {whose} <emph>* [rank]? <emph>* [least]? <favorite> (one | ones | pick | picks)? {is} {values}
      | (for | as for | when it comes to | of | of all | out of | among) (all)? (the | <my>)? {topic} , {values} (is
        | are) <adv>* <my> [rank]? <emph>* (<favorite> | one | pick | choice)?
      | (in terms of | for | as for | when it comes to) (<my>)? <favorite> {topic} (,)? (i 'd | i would | i 'll
        | i) (go | go with | say | pick | rank | choose | have) {values:order}
      | (i have | i 've got | i 've) (a | some | a few | several | [count])? <emph>* [least]? <favorite> {topic} (:
        | = | - | – | — | ,) {values:order}`,
    examples: [
      "As for typefaces, my favorites are Bodoni and Didot",
      "When it comes to poets, my favorite is Rumi",
      "For fruit, mango is my favorite",
      "In terms of favorite soups I'd go pho > ramen > borscht",
      "I have three favorite spices: cumin, clove, mace",
    ],
    build: ({ topic, rank = null, least, count = null, is = PLAIN, values, order }) =>
      order === undefined
        ? state({ fav: mine({ ...topic, plural: is.plural }, { rank, least }), is, values })
        : state({
            fav: mine(topic, { least, count }),
            is: { ...PLAIN, sign: true, plural: topic.plural },
            values: order,
          }),
  }),
  rule({
    name: "like-best",
    form: `(of | of all | out of | among)? (all)? (the | <my>)? {topic} (,)? i <adv>* (like | love
      | prefer) {values} (the)? (best | most)`,
    score: -0.05,
    examples: ["Of all fruits I like mango best"],
    build: ({ topic, values }) =>
      topic.plural ? state({ fav: mine({ ...topic, plural: false }), is: PLAIN, values }) : null,
  }),
  rule({
    name: "rank-favorites",
    form: `(let me | i 'll | i will | i 'd | i)? (rank | list | ranking | listing) {fav} (for you | like this | like so
      | as follows | so | in this order)? (: | - | – | — | as)? {values}`,
    score: -0.05,
    examples: [
      "Ranking my favorite board games: 1 - Hive, 2 - Azul, 3 - Root",
      "Let me rank my favorite teas for you: sencha, assam",
    ],
    build: ({ fav, values }) =>
      (fav.whose !== "none" && values.order !== "none") || (values.list?.length ?? 0) > 1
        ? state({ fav, is: { ...PLAIN, plural: true }, values })
        : null,
  }),
  rule({
    name: "one-of-favorites",
    form: `(one | some | two | three | a few | another | another one) of {fav} {is} {values} ~0.1
      | {values} (is | are | 's | 're | has been | have been | has always been | was always) <adv>* (also
        | too)? (one of | some of | another of | among | another one of | definitely one of) {fav} ~0.1
      | (another | another new | a | one more) (of <my>)? <emph>* [least]? <favorite> [topic] (of mine
        | i have)? {is} {values} ~0.05
      | {values} (is | are | 's | 're) <adv>* (also)? (a | another) <emph>* <favorite> [topic] of mine ~0.05`,
    examples: [
      "One of my favorite teas is assam",
      "Assam is also one of my favorite teas",
      "Another favorite tea of mine is oolong",
      "Assam is a favorite tea of mine",
    ],
    given: "My favorite tea is sencha",
    build: ({ fav, topic, least, values, is = PLAIN }) => {
      if (topic !== undefined) return member(mine(topic, { least }), values);
      return fav.whose === "none" || fav.rank !== null || (is.sign && !values.named) ? null : member(fav, values);
    },
  }),
  rule({
    name: "rank-of-list-is",
    form: `(at | in)? (the)? {rank} (place | spot | position | one)? (in | on | of | among) {fav} {is} {values}
      | {values} (is | 's | ranks) <adv>* (<my> | the)? {rank} (in | on | of | among) {fav}`,
    examples: ["number one on my favorite birds is the kestrel", "Sencha is number two among my favorite teas"],
    build: ({ rank, fav, values }) =>
      fav.rank === null && fav.whose !== "none" ? state({ fav: { ...fav, rank }, is: PLAIN, values }) : null,
  }),
  rule({
    name: "my-rank-is",
    form: `(<my> | the)? {rank} (one | pick | choice | favorite
        | favourite)? (is | 's | would be | : | =) <adv>* {values}
      | {values} (is | 's | comes) <adv>* <my>? {rank} (one | pick | choice | <favorite>)?`,
    score: -0.1,
    examples: ["my #2 is an 85mm", "Mate is my second favorite"],
    given: TEAS,
    build: ({ rank, values }) => contextState(values, { position: rank, correction: false, sense: "same" }),
  }),
  rule({
    name: "rank-is-now",
    form: `(<my> | the)? {rank} (one | pick | choice | favorite | favourite)? (is now | 's now | is actually | should be
      | is really | now is | became | is currently) {values}`,
    score: 0.1,
    examples: ["#2 is now Helvetica"],
    given: TEAS,
    build: ({ rank, values }) =>
      values.one === null || values.doing
        ? null
        : { kind: "replace", list: null, item: { kind: "position", position: rank }, value: values.one },
  }),
  rule({
    name: "but-now",
    form: `(now | these days | currently | today | nowadays)? (,)? (it | that
        | they) (is | 's | are | 're) <adv>* {values} ~-0.05
      | (make it | make that | change it to | change that to | it should be | that should be | i meant | i mean
        | scratch that it 's) {values} (instead | now | please)?`,
    score: -0.1,
    examples: ["Now it's teal", "Make that ginger ale"],
    given: "My favorite drink is cola",
    build: ({ values }) => contextState(values, {}),
  }),
  rule({
    name: "not-but",
    form: `(i meant | i mean | make that | (it 's | that 's) (spelled | spelt | written
      | called)?)? {value} (,)? not {value:old}
      | not {value:old} (, | but | , but) {value}`,
    score: -0.15,
    examples: ["I meant Issa, not Basho"],
    given: "My favorite poets are Rumi and Basho",
    build: ({ value, old }) =>
      /^(?:spelled|spelt|written|called) /u.test(value)
        ? null
        : { kind: "replace", list: null, item: listed(old), value },
  }),
  rule({
    name: "used-to-be",
    form: "{fav} (was | were | used to be | had been) {values} | {values} (was | were | used to be | had been) {fav}",
    examples: [],
    build: ({ fav }) => past(fav),
  }),
  rule({
    name: "not-anymore",
    form: `{fav} (isn't | aren't | is not | are not | isnt | is no longer | are no longer) <adv>* {item} (anymore
        | any more | any longer | now)?
      | {item} (is no longer | are no longer | isn't | aren't | is not | no longer is | stopped being | ceased to be
        | isnt) (one of | among | in | on)? {fav} (anymore | any more | any longer | now)?`,
    examples: ["My favorite color isn't blue anymore", "blue is no longer one of my favorite colors"],
    given: "My favorite color is blue",
    build: ({ fav, item }) => gone(fav, item),
  }),
  rule({
    name: "no-longer-have",
    form: `(i no longer have | i don't have | i do not have | i dont have) (a
        | any) <emph>* [least]? <favorite> {topic} (anymore | any more | any longer)
      | i no longer have (a | any) <emph>* [least]? <favorite> {topic} ~-0.01`,
    examples: ["I no longer have a favorite color"],
    given: "My favorite color is blue",
    build: ({ topic, least }) => ({ kind: "clear", list: { ...leastOf(topic, least), by: "frame" } }),
  }),
];

function past(fav: Favorite): Intent | null {
  const list = listOf(fav);
  return list === null || fav.whose === "none" || list.by !== "frame" ? null : { kind: "mention", list };
}

function gone(fav: Favorite, item: ItemMention): Intent | null {
  const list = listOf(fav);
  return list === null || fav.whose === "none"
    ? null
    : { kind: "remove", list, items: [item], selectors: null, gone: true };
}
