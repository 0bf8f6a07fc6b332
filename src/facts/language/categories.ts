import { closerEnd, closesAt, isSmall, startsClause } from "./boundaries.ts";
import {
  type Chart,
  Compiler,
  type Edge,
  fromProductions,
  production,
  type Production,
  type Recogniser,
  type WordClasses,
} from "./chart.ts";
import {
  ADVERBS,
  ARTICLES,
  COORDINATORS,
  FINITE,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUNS,
  SUBORDINATORS,
} from "./closed-words.ts";
import type { AskedTime, ItemMention, ListMention, Target } from "./intent.ts";
import { LONGEST_TOPIC, type Topic, topicOf } from "./nouns.ts";
import { cardinalAt, type Position, rankAt, selectorsAt } from "./numerals.ts";
import { valuesAt, written } from "./values.ts";
import { attributeCategories } from "./attribute-categories.ts";
import type { Categories, Copula, Favorite, Values } from "./category-types.ts";

/** Word classes of the forms. */
export const WORDS: WordClasses = {
  my: "my",
  favorite: `favorite | favourite | fav | fave | favorit | favourit | favorate | favourate | favortie | favrite | faverite
      | favoirte | favorites | favourites | favs | faves | favroite | favroites | preferred | go-to | best-loved
      | best loved | most loved | most-loved`,
  favorites:
    "favorites | favourites | favs | faves | favorite things | favourite things | favorite lists | favourite lists",
  emph: `ranked | all-time top | all-time | all time | absolute | absolutely | personal | very | own | current | overall
    | real | true | one | single | biggest | ultimate | present | most | other | all | official | actual | main`,
  era: `of all time | of all | of mine | ever | so far | right now | rn | these days | at the moment | nowadays
    | currently | at present | in the world | to date | today | , ranked | ranked | sorted | ordered | in order
    | , in order | from best to worst | best first | , best first | in order of preference | by preference
    | , in no particular order | for me | imo | now | lately | this year | as of now`,
  top: "top | best | number one",
  adv: `def | lowkey | highkey | deffo | hands-down | now | still | currently | definitely | certainly | surely
    | obviously | clearly | easily | always | simply | just | really | truly | honestly | actually | by far
    | hands down | without a doubt | also | again | these days | right now | of course | forever | officially
    | as of today | as of now | nowadays | lately | at the moment | today | , by far , | , of course ,
    | , by the way , | , btw , | , without a doubt , | , hands down , | , honestly , | , currently , | , obviously ,
    | , as you know , | , for now , | , for the record ,`,
  today: "now | these days | currently | from now on | nowadays | as of today | officially",
  also: "also",
  to: "to | into | onto | in | on | at | as",
  in: "in | on | to | from | of | off | off of | out of | among | amongst | for | within | into | onto | inside",
  list: "list | lists | ranking | rankings | top list",
  mine: `
    for me | of mine | (of | in | on | among) <my> (<favorites> | <list> | <list> of <favorites> | <favorites> <list>)`,
  stands: `is | are | sits | sit | stands | stand | comes | come | ranks | rank | is ranked | are ranked | do i have
      | did i rank | did i put | have i ranked`,
  place: "place | position | spot | slot | rank | ranking | item | entry | one | pick | choice",
  add: "add both | add | include | append | also add | throw in | put in",
  put: "slot in | insert in | put | place | insert | slot | rank | stick | set | add",
  make: "make | set | rank | call",
  move: "move | bump | shift | promote | push | drag | bring | demote | reorder | raise | lower",
  remove: `cross | knock | ditch | boot | yank | axe | remove | delete | drop | take | scratch | strike | cut | erase
      | kick | forget | take off | get rid of | eliminate | cross off | cross out | take out | scrap`,
  swap: "swap | switch | exchange | trade | flip | interchange",
  replace: "replace | substitute | swap out | switch out",
  change: "change | update | correct | edit | rename | switch",
  clear: "clear | wipe | empty | reset | erase | delete | forget | clear out | wipe out | drop | remove | scrap",
  what: `what is the name of | what 's the name of | what was | who was | what 're | which one is | what 's up with
    | what is | what 's | what are | what're | what were | whats | what | which is | which are | which | who is
    | who 's | who are | who | tell me what is | and what is | and what 's | what would be | wat is | wats | what r`,
  show: `read back | read me back | gimme | run me through | go through | full list of | show | list | give me | tell me
    | show me | list out | read me | display | print | remind me of | remind me | recall | name | recite | read out
    | enumerate | list all | list out | give | let me see | pull up | see`,
  tail: `called | named | again | stored right now | in my list | on my list | on the list | in there | pls | plz | rn
    | one more time | back to me | currently | right now | now | these days | at the moment | then | please
    | if you remember | do you know | do you remember | you have stored | on file | so far | for me | exactly
    | by the way | ? | in order | that i told you | i told you | i told you about | i mentioned | i gave you
    | that i gave you | you have | do you have | stored | in order of rank | ranked | have i told you
    | did i tell you | did i say | told you about | told you | mentioned | i have stored | i have | that you know | you know of | of mine | as of now
    | as of today | nowadays | today`,
  asked: `what do you have down as | what have you got down as | what do you have as | do you know | what did i say was
      | what did i tell you was | who did i say was | which did i say was | what do you know about
      | what do you have for | what have you got for | what do you have stored for | what about | how about
      | do you remember | do you recall | do you know | can you tell me | could you tell me | can you remind me
      | could you remind me | would you tell me | can you recall | can you remember | tell me | remind me | i forgot
      | i forget | you know | remember | please tell me | i wonder | let me know | i'd like to know | can you list
      | can you show me | could you list | could you show me | quick question : | say | what did i say
      | what did i tell you | did i tell you | do you still know | have i told you | did i mention
      | what did i say that`,
};

/** Words that end a topic whatever they are. */
const TOPIC_ENDS = new Set(
  (
    "according list lists ranking rankings ranked sorted one ones again please though tho stored anymore longer comes " +
    "goes ranks sits stands now changed switched has also is too ? ever"
  ).split(" "),
);

/** Topics that begin at a token: a noun phrase, as long as what follows can end it. */
function topicsAt(chart: Chart, at: number): readonly Edge<Topic>[] {
  const { tokens, text } = chart;
  const found: Edge<Topic>[] = [];
  for (let end = at + 1; end <= Math.min(tokens.length, at + 12); end += 1) {
    const token = tokens[end - 1];
    if (token === undefined || !inTopic(tokens, end - 1, at)) break;
    // "My favorite opera before Tosca" is asked of the past, or of another list.
    if (tokens[end]?.upper === true && /^(?:before|after|than|over|since|until|till)$/u.test(token.word)) break;
    if (
      token.kind === "word" &&
      (PREPOSITIONS.has(token.word) || ARTICLES.has(token.word) || COORDINATORS.has(token.word)) &&
      !(end - 1 === at && token.word === "down") &&
      !(isParticle(token.word) && end - 3 > at && tokens[end - 3]?.word === "to")
    )
      continue;
    if (end > at + 1 && /^(?:first|second|third|last)$/u.test(token.word)) continue;
    // Before what no form goes on with, only an item can follow: "is my favorite lake | Bled".
    const inside = !(end === tokens.length || chart.mayEnd(end) || closesAt(tokens, end));
    const phrase = written(text, tokens.slice(at, end));
    if (phrase.length > LONGEST_TOPIC) break;
    const topic = topicOf(phrase);
    // "Five rappers" are rappers, five of them; "beer instead of Orval" is hardly a kind of beer.
    const prepositions = tokens.slice(at, end).filter((one) => PREPOSITIONS.has(one.word) && one.word !== "of").length;
    if (topic.key !== "")
      found.push({
        value: topic,
        end,
        score: ((cardinalAt(tokens, at)?.end ?? end) < end ? -0.1 : 0) - 0.06 * prepositions - (inside ? 0.02 : 0),
      });
  }
  return found;
}

/** "A time to work out", "a place to go": a verb's own particle. */
function isParticle(word: string): boolean {
  return /^(?:out|up|in|on|off|down|away|at|for|to)$/u.test(word);
}

/** Whether "'s" before a word says whose it is, and isn't a verb. */
function isOwned(next: Chart["tokens"][number] | undefined): boolean {
  return next !== undefined && !FINITE.has(next.word) && !/^(?:a|an|the|now|my|not)$/u.test(next.word);
}

const TOPIC_KINDS: ReadonlySet<string> = new Set(["word", "number", "quote", "code", "version"]);

function inTopic(tokens: Chart["tokens"], at: number, from: number): boolean {
  const [token, next, first] = [tokens[at], tokens[at + 1], at === from];
  if (token === undefined) return false;
  if (token.kind === "emoji") return true;
  if (token.kind === "mark") return !first && /^[&/']$/u.test(token.text) && next !== undefined;
  if (!TOPIC_KINDS.has(token.kind)) return false;
  const { word } = token;
  if (/^['’]s$/u.test(word)) return !first && isOwned(next);
  if (TOPIC_ENDS.has(word) && (!first || /^(?:ones?|list|lists|again|please|is|now|ranked)$/u.test(word))) return false;
  // "US cities", "IT books".
  if (token.upper && /^\p{Lu}{2,}$/u.test(token.text)) return true;
  if (PRONOUNS.has(word) || POSSESSIVES.has(word) || FINITE.has(word) || /^(?:not|no)$/u.test(word))
    return token.upper && !first && tokens[at - 1]?.upper === true && !FINITE.has(word);
  if (SUBORDINATORS.has(word) && word !== "plus") return false;
  if (COORDINATORS.has(word))
    return !first && /^(?:and|&|n)$/u.test(word) && isSmall(next) && !startsClause(tokens, at + 1, "and");
  if (ADVERBS.has(word) || /^#\d|^instead$/u.test(word)) return false;
  return first ? !/^(?:all|of|the|a|an|my)$/u.test(word) : closerEnd(tokens, at, false) === at;
}

/** The value or values that a command or question names. */
function itemOf(values: Values): ItemMention {
  const parts = values.list?.map(({ value }) => value) ?? [values.one as string];
  return { kind: "value", value: values.one ?? values.text, parts, named: values.named };
}

/** A topic of what is liked least, which is one of its own. */
export function leastOf(topic: Topic, least: boolean | undefined): Topic {
  return least === true
    ? { ...topic, key: `least favorite ${topic.key}`, name: `least favorite ${topic.name}` }
    : topic;
}

/** A favourite phrase by what it says; all else is as in "a favorite". */
export function favoriteOf(given: { readonly [P in keyof Favorite]?: Favorite[P] | undefined }): Favorite {
  const {
    whose = "none",
    rank = null,
    count = null,
    least = false,
    top = false,
    fresh = false,
    listed = false,
  } = given;
  const topic = given.topic === undefined || given.topic === null ? null : leastOf(given.topic, least);
  return { whose, rank, count, topic, least, top, fresh, listed };
}

function favorite(given: Parameters<typeof favoriteOf>[0]): Favorite | null {
  return given.rank !== undefined && given.count !== undefined ? null : favoriteOf(given);
}

const favorites: readonly Production<Favorite>[] = [
  production(
    `{whose} [fresh]? <emph>* [rank]? <emph>* [count]? <emph>* [fresh]? <emph>* [least]? <favorite> {topic} (<era>
      | {aside})*`,
    favorite,
  ),
  production(
    "{whose} <emph>* [rank]? <emph>* [fresh]? <emph>* [least]? <favorite> [count] {topic} (<era> | {aside})*",
    favorite,
  ),
  production("{whose} <emph>* [least]? <favorite> {topic} (<era> | {aside})* {rank}", favorite, -0.2),
  production(
    "{whose} <emph>* <top> [count]? (most)? <emph>* [least]? <favorite>? {topic} (<era> | {aside})*",
    (caught) => favorite({ ...caught, top: true }),
    -0.1,
  ),
  production("[rank]? <emph>* [fresh]? <emph>* [least]? <favorite> {topic} (<era> | {aside})*", favorite, -0.2),
  production("[least]? <favorite> {topic} {rank}", favorite, -0.3),
  production(
    "<top> {count} (<favorite> {topic} | {topic} (for me | of mine)) (<era> | {aside})*",
    (caught) => favorite({ ...caught, top: true }),
    -0.3,
  ),
  production(
    "{whose} <emph>* <list> (of | for) (all)? (the)? <my>? <emph>* [least]? <favorite> {topic} (<era> | {aside})*",
    (caught) => favorite({ ...caught, listed: true }),
  ),
  production(
    "(the | a) <emph>* <list> (of | for) (all)? (the)? {whose} <emph>* [least]? <favorite> {topic} (<era> | {aside})*",
    (caught) => favorite({ ...caught, listed: true }),
  ),
  production("{whose} <emph>* [fresh]? [least]? <favorite> {topic} <list> (<era> | {aside})*", (caught) =>
    favorite({ ...caught, listed: true }),
  ),
  production(
    "<list> (of | for) (the)? [least]? <favorite> {topic} (<era> | {aside})*",
    (caught) => favorite({ ...caught, listed: true }),
    -0.2,
  ),
  production(
    "{whose} {topic} (ranking | rankings | favorites | favourites) (<era> | {aside})*",
    (caught) => favorite({ ...caught, listed: true }),
    -0.1,
  ),
  production("(all | all of) {whose} <emph>* [least]? <favorite> {topic} (<era> | {aside})*", favorite),
  production(
    `(the)? [count]? {topic} (that | which)? i <adv>* (like | love | prefer | enjoy | adore) (the)? (best | most
      | the most | more than any other) (<era> | {aside})*`,
    (caught) => favorite({ ...caught, whose: "my" }),
    -0.1,
  ),
  production(
    "{whose} [fresh]? <emph>* (#1 | number one | no. 1 | number 1) {topic} (<era> | {aside})*",
    (caught) => favorite({ ...caught, rank: { from: "top", rank: 1 }, top: true }),
    -0.1,
  ),
  production(
    "{whose} <emph>* [rank]? <emph>* [least]? <favorite> (one | ones | pick | picks | choice)? (<era> | {aside})*",
    favorite,
    -0.3,
  ),
];

const copulas: readonly Production<Copula>[] = [
  production(
    `<adv>* (is | 's | would be | would have to be | has to be | has got to be | gotta be | got to be | must be | has to be | remains
      | will always be | ist) <adv>*`,
    () => ({ plural: false, sign: false, correction: false, also: false }),
  ),
  production(
    `<adv>* (are | 're | would be | have to be | have got to be | gotta be | got to be | must be | remain | go | run | include
      | r) <adv>* (as follows | in order | in this order | the following | these | ranked | {aside})? (:)?`,
    () => ({ plural: true, sign: false, correction: false, also: false }),
  ),
  production("(is | 's) (as follows | in order | in this order | the following | these | this) (:)?", () => ({
    plural: true,
    sign: false,
    correction: false,
    also: false,
  })),
  production("(is | 's) (:)", () => ({ plural: false, sign: true, correction: false, also: false })),
  production("<adv>* (has | have) (always | long | forever)? been <adv>*", () => ({
    plural: false,
    sign: false,
    correction: false,
    also: false,
  })),
  production(
    "<adv>* (is | 's | are | 're) <today>",
    () => ({ plural: false, sign: false, correction: true, also: false }),
    0.02,
  ),
  production(
    `(has | have)? (just | recently | now | since | officially)? (become | became | changed to | switched to
      | changed into | moved to | shifted to | turned into) <adv>*`,
    () => ({ plural: false, sign: false, correction: true, also: false }),
  ),
  production("(is | are) <also>", () => ({ plural: false, sign: false, correction: false, also: true }), 0.02),
  production("(: | = | - | – | — | := | -> | ：) (-)?", () => ({
    plural: false,
    sign: true,
    correction: false,
    also: false,
  })),
  production("should (now)? (be | read | look like this | go like this) (:)?", () => ({
    plural: false,
    sign: false,
    correction: true,
    also: false,
  })),
];

function mention(fav: Favorite): ListMention | null {
  if (fav.topic === null) return fav.whose === "none" ? null : { key: "", name: "", plural: true, by: "context" };
  return { key: fav.topic.key, name: fav.topic.name, plural: fav.topic.plural || fav.listed, by: "frame" };
}

const topicList = (topic: Topic, by: "stored" | "frame", plural = true): ListMention => ({
  key: topic.key,
  name: topic.name,
  plural,
  by,
});
const CONTEXT: ListMention = { key: "", name: "", plural: true, by: "context" };

const lists: readonly Production<ListMention>[] = [
  production("{fav} <list>?", ({ fav }) =>
    fav.rank === null &&
    (fav.whose !== "none" || fav.topic?.plural === true) &&
    !(fav.top && fav.count === null && fav.topic === null)
      ? fav.top
        ? { ...(mention(fav) as ListMention), by: fav.topic === null ? "context" : "stored" }
        : mention(fav)
      : null,
  ),
  production(
    "(all | everything | all items | everything in)? {fav} <list>?",
    ({ fav }) => (fav.rank === null && fav.whose !== "none" && !fav.top ? mention(fav) : null),
    -0.05,
  ),
  production("<my> {topic} <list>", ({ topic }) => topicList(topic, "stored"), -0.05),
  production("<my> <list> (of | for) {topic}", ({ topic }) => topicList(topic, "stored"), -0.05),
  production("the {topic} <list>", ({ topic }) => topicList(topic, "stored"), -0.1),
  production("<my> {topic}", ({ topic }) => (topic.plural ? topicList(topic, "stored") : null), -0.2),
  production("(<my> | the | that | this) <list>", () => CONTEXT, -0.1),
  production(
    "<my> (<favorites> | <list> of <favorites> | favorites list | favorite list | favourites list)",
    () => CONTEXT,
    -0.1,
  ),
  production("(it | there | them | those | these)", () => CONTEXT, -0.2),
];

const atRank = (position: Position): Target => ({ kind: "position", position });
const TOP: Position = { from: "top", rank: 1 };
const END: Position = { from: "end", back: 0 };

const spots: readonly Production<Target>[] = [
  production("(the | <my>)? (very)? {rank} <place>? (place | spot)?", ({ rank }) => atRank(rank)),
  production("(the)? <place> {count}", ({ count }) => atRank({ from: "top", rank: count })),
  production("(the)? <place> {rank}", ({ rank }) => atRank(rank)),
  production("{count}", ({ count }) => atRank({ from: "top", rank: count }), -0.1),
  production("(the)? (very)? (front | beginning | start | head | top) (of the list | of my list | of it)?", () =>
    atRank(TOP),
  ),
  production("(the)? (very)? (end | back | bottom | tail) (of the list | of my list | of it)?", () => atRank(END)),
];

const besides: readonly Production<Target>[] = [
  production(
    "(right | just | directly | immediately)? (above | before | ahead of | in front of | over) {item}",
    ({ item }) => ({ kind: "before", item }),
  ),
  production(
    "(right | just | directly | immediately)? (below | after | under | behind | beneath) {item}",
    ({ item }) => ({ kind: "after", item }),
  ),
  production("between {item} and {item:other}", ({ item }) => ({ kind: "after", item })),
];

const SPOTS = `(spots | spot | places | place | positions | position | slots | slot | ranks | rank | steps | step | notches
    | notch)`;
const steps: readonly Production<Target>[] = [
  production(`(up | higher) (by)? (a | [count])? ${SPOTS}?`, ({ count = 1 }) => ({ kind: "step", up: count })),
  production(`(down | lower) (by)? (a | [count])? ${SPOTS}?`, ({ count = 1 }) => ({ kind: "step", up: -count })),
  production(`(a | [count]) ${SPOTS} (up | higher)`, ({ count = 1 }) => ({ kind: "step", up: count })),
  production(`(a | [count]) ${SPOTS} (down | lower)`, ({ count = 1 }) => ({ kind: "step", up: -count })),
];

const items: readonly Production<ItemMention>[] = [
  production(
    "(the | <my>)? {rank} (one | item | entry | place | spot | pick | choice | favorite | favourite)?",
    ({ rank }) => ({ kind: "position", position: rank }),
    0.1,
  ),
  production("(it | that one | that | this one)", () => ({ kind: "that" })),
];

const pasts: readonly Production<AskedTime>[] = [
  production(
    `(before | previously | before that | before this | formerly | in the past | originally | at first | earlier
      | once | until now | before now | before it changed | before i changed it)`,
    () => ({ kind: "before", than: null }),
  ),
];

/**
 * "In February", "last year", "on 3 May 2025", "as of 2025-03-01": the words are kept, and read with the message's
 * time.
 */
function timesAt(chart: Chart, at: number): readonly Edge<AskedTime>[] {
  const { tokens, text } = chart;
  const [first, second] = [tokens[at]?.word ?? "", tokens[at + 1]?.word ?? ""];
  const from = /^(?:in|on|as|during|by|at|back)$/u.test(first)
    ? first === "as" && second === "of"
      ? at + 2
      : first === "back" && second === "in"
        ? at + 2
        : first === "as"
          ? -1
          : at + 1
    : /^(?:last|yesterday|earlier)$/u.test(first) || /^(?:ago)$/u.test(tokens[at + 2]?.word ?? "")
      ? at
      : -1;
  if (from < 0 || from >= tokens.length) return [];
  // "As of 1 February 2025, what was …"
  const comma = at === 0 ? tokens.findIndex(({ text: mark }, i) => i > from && mark === ",") : -1;
  const end = comma < 0 ? tokens.length : comma;
  const phrase = text.slice((tokens[from] as { start: number }).start, (tokens[end - 1] as { end: number }).end);
  const names =
    /\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu.test(phrase) ||
    /\b(?:yesterday|today|last|ago|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/iu.test(phrase);
  return names && end - from <= 6 ? [{ value: { kind: "at", text: phrase }, end, score: 0.05 }] : [];
}

/** Longest aim, in tokens. */
const LONGEST_AIM = 14;

/** A verb's phrase, or one that says where, up to the end of the sentence: no other clause, no mark. */
function aimsAt({ tokens, text }: Chart, at: number): readonly Edge<string>[] {
  const phrase = tokens.slice(at);
  const [first, second] = phrase;
  if (first === undefined || second === undefined || phrase.length > LONGEST_AIM) return [];
  const opens =
    first.word === "to" ||
    /.{2}ing$/u.test(first.word) ||
    /^(?:in|on|under|at|behind|inside|above|below|between|near|next|beside|beneath|by)$/u.test(first.word);
  const goesOn = phrase.some(
    (token, i) =>
      token.kind === "mark" || (i > 0 && isSmall(token) && (FINITE.has(token.word) || SUBORDINATORS.has(token.word))),
  );
  return opens && !goesOn && isSmall(first) ? [{ value: written(text, phrase), end: tokens.length, score: 0 }] : [];
}

/** Recognisers that read a rank, a number, a topic, a value straight from the tokens. */
const primary = {
  rank: (chart: Chart, at: number) => one(rankAt(chart.tokens, at)),
  selectors: (chart: Chart, at: number) => one(selectorsAt(chart.tokens, at)),
  count: (chart: Chart, at: number) => one(cardinalAt(chart.tokens, at)),
  topic: topicsAt,
  values: valuesAt,
  value: (chart: Chart, at: number) =>
    valuesAt(chart, at).flatMap((edge): readonly Edge<string>[] =>
      // "Heat, Ran and Alien" is hardly one value where nothing says that it is one.
      edge.value.one === null || (edge.value.comma?.inName === true && edge.value.comma.by !== "&")
        ? []
        : [{ ...edge, value: edge.value.one }],
    ),
  aim: aimsAt,
  whose: (chart: Chart, at: number): readonly Edge<"my">[] => {
    const { tokens } = chart;
    const word = tokens[at]?.word;
    return word === "my" || word === "mine" ? [{ value: "my", end: at + 1, score: 0 }] : [];
  },
  aside: asidesAt,
  fresh: flag("new", "newest", "latest"),
  least: flag("least"),
};

/** Words that begin a remark on the order or the kind of a list. */
const REMARKS = new RegExp(
  "^(?:ranked|in|best|top|from|most|no|by|believe|ordered|sorted|starting|listed|numbered|as|of|" +
    "without|descending|ascending|imo|imho|rn|lol|currently|honestly)$",
  "u",
);

/** A remark between a topic and what is said of it: "(in order)", ", ranked by taste,", "from best to worst". */
function asidesAt(chart: Chart, at: number): readonly Edge<true>[] {
  const { tokens } = chart;
  const first = tokens[at]?.text;
  if (first === "(") {
    const close = tokens.findIndex((token, i) => i > at && token.text === ")");
    return close > at && close - at < 9 ? [{ value: true, end: close + 1, score: 0 }] : [];
  }
  const from = first === "," ? at + 1 : at;
  if (
    !REMARKS.test(tokens[from]?.word ?? "") ||
    (from === at && !/^(?:ranked|in|from|sorted|ordered|listed|imo|lol|descending)$/u.test(first ?? ""))
  )
    return [];
  for (let end = from + 1; end < Math.min(tokens.length, from + 8); end += 1) {
    const token = tokens[end] as (typeof tokens)[number];
    if (token.text === "," && from > at) return [{ value: true, end: end + 1, score: 0 }];
    if (/^(?::|=|-|–|—|->|→|is|are)$/u.test(token.word) || token.kind === "marker" || token.kind === "list")
      return from === at &&
        !/(?:order|best|worst|by|bottom|rank|preference|imo|lol|list)/u.test(
          tokens
            .slice(at, end)
            .map(({ word }) => word)
            .join(" "),
        )
        ? []
        : [{ value: true, end, score: 0 }];
    if (/^(?:i|my|you|we|it|he|she|they)$/u.test(token.word)) return [];
  }
  return [];
}

function one<T>(read: { readonly value: T; readonly end: number } | null): readonly Edge<T>[] {
  return read === null ? [] : [{ ...read, score: 0 }];
}

function flag(...words: readonly string[]): Recogniser<true> {
  return (chart, at) => (words.includes(chart.tokens[at]?.word ?? "") ? [{ value: true, end: at + 1, score: 0 }] : []);
}

/** Makes the recognisers of all categories. Forms are compiled once. */
export function makeCategories(compiler: Compiler): { readonly [C in keyof Categories]: Recogniser<Categories[C]> } {
  const itemForms = fromProductions(compiler, items);
  const pastForms = fromProductions(compiler, pasts);
  return {
    ...primary,
    ...attributeCategories(compiler),
    fav: fromProductions(compiler, favorites),
    is: fromProductions(compiler, copulas),
    list: fromProductions(compiler, lists),
    spot: fromProductions(compiler, spots),
    beside: fromProductions(compiler, besides),
    step: fromProductions(compiler, steps),
    item: (chart, at) => [
      ...itemForms(chart, at),
      ...valuesAt(chart, at)
        .filter(({ value }) => !/^(?:#|number |no\.? )\d+$/iu.test(value.one ?? ""))
        .map((edge) => ({ ...edge, value: itemOf(edge.value) })),
    ],
    past: (chart, at) => [...pastForms(chart, at), ...timesAt(chart, at)],
  };
}

/** The list that a favourite phrase names; null when the phrase names none. */
export function listOf(fav: Favorite): ListMention | null {
  return mention(fav);
}
