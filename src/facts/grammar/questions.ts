import {
  ASKS_OF,
  BE,
  COUNTS,
  ELSEWHERE,
  FINITE,
  IMPERATIVES,
  LEAD,
  OF_LISTS,
  PAST,
  PREPOSITIONS,
  PRONOUNS,
  RANKS,
  TRAIL,
} from "../../english/word-classes.ts";
import { topicOf } from "../../english/nouns.ts";
import { type Position, type Selector, selectorsAt } from "../../english/numerals.ts";
import { straight, type Token, tokenise } from "../../english/tokens.ts";
import { OTHER_THAN_NAME } from "./attribute-keys.ts";
import { listOf, namedItem } from "./commands.ts";
import { asking, type ListMention, type Question } from "./intent.ts";
import { orderOf } from "../../text/remark.ts";
import { attributeOf, FAVORITE, favoriteOf, IS_FAVORITE } from "./mentions.ts";
import { askedRelations } from "./relations.ts";

/** Longest question that is read, in characters. */
const LONGEST = 300;

const ALL_FAVORITES =
  /^(?:(?:list|show|give|tell|what are|what're|read)(?: me)?\s+)?(?:all\s+)?(?:of\s+)?(?:my|our)\s+fav(?:ou?rit)?e?s(?:\s+lists?)?$/iu;

/** What a short question may ask, the likeliest first; the one of which something is stored is meant. */
export function readQuestion(raw: string, isAsked: boolean): readonly Question[] {
  const text = straight(raw)
    .trim()
    .replace(/[?!.\s]+$/u, "")
    .replace(/-(?=fav)/giu, " ")
    .replace(/^(?:what|which)\s+(\p{L}[\p{L} ]{1,30}?)\s+is\s+(?:mine|ours)$/iu, "what is my $1");
  if (text.length > LONGEST || text === "") return [];
  if (ALL_FAVORITES.test(text.replace(TRAIL, ""))) return [{ kind: "listAll", of: "favorites" }];
  if (orderOf(text)?.kind === "everything") return [{ kind: "listAll", of: "facts" }];
  return [...(ofList(text, isAsked) ?? []), ...checked(text), ...askedRelations(text), ...keyed(text, isAsked)];
}

/** Which of a list a phrase means by a rank or a count: "my second", "my top three". */
const selected = (position: Position | null, count: number | null = null): readonly Selector[] | null =>
  position !== null ? [{ kind: "one", position }] : count === null ? null : [{ kind: "first", count }];

/** "is X in my favorites", "is my second favorite color green?", "is Teal my favorite color?" */
function checked(text: string): readonly Question[] {
  const found =
    /^(?:and\s+)?(?:is|are|was|do i have|did i (?:say|list|mention|include|put)|have i got)\s+(?:still\s+)?(.+)$/iu.exec(
      text,
    );
  if (found === null) return [];
  const body = (found[1] as string).replace(/[\s,]+(?:right|correct|again|please|still|now|yes|no)$/iu, "");
  const check = (phrase: string, items: string, listed: ListMention | null = null): readonly Question[] => {
    // "My top soup" is the first of them.
    const favorite = favoriteOf(phrase) ?? favoriteOf(phrase.replace(/^my (?:top|best) /iu, "my first favorite "));
    const { position = null, count = null } = favorite ?? {};
    const list = listed ?? favorite?.list ?? null;
    const selectors = selected(position, count);
    return list === null ? [] : [{ kind: "check", list, selectors, items: namedItem(items) }];
  };
  const [, item = "", place = ""] =
    /^(.{1,120}?)\s+(?:in|on|among|part of|one of|still in|still on|still one of)\s+(.{2,80})$/iu.exec(body) ?? [];
  const named = item === "" || /^my\s.*\bfav/iu.test(item) ? null : (listOf(place)?.list ?? null);
  if (named !== null) return check(place, item, { ...named, plural: true });
  if (!/^my\s/iu.test(body)) {
    const [, value = "", mine = ""] = /^(.{1,120}?)\s+(my\s+.{2,80})$/iu.exec(body) ?? [];
    return check(mine, value);
  }
  // Where the name ends and the value begins isn't said: each place is tried, the first that is stored holds.
  const words = body.split(/\s+/u);
  return words.slice(2).flatMap((_, i): readonly Question[] => {
    const said = words.slice(i + 2).join(" ");
    return check(words.slice(0, i + 2).join(" "), said.replace(/^(?:still|really|actually|now)\s+/iu, ""));
  });
}

/** The words of a question without those that ask, and whether they ask of the past. */
function asked(text: string): {
  readonly phrase: string;
  readonly led: boolean;
  readonly past: boolean;
  /** Without what it ends with. */
  readonly bare: string;
  /** "when does my passport expire": a verb ends the phrase, which is no name. */
  readonly verbal: boolean;
} {
  let phrase = text.replace(TRAIL, "");
  const past = PAST.test(phrase);
  phrase = phrase.replace(PAST, "").replace(TRAIL, "");
  const bare = phrase;
  let led = false;
  for (let steps = 0; steps < 4; steps += 1) {
    const lead = LEAD.exec(phrase);
    if (lead === null || phrase.length === lead[0].length) break;
    phrase = phrase.slice(lead[0].length);
    const be = BE.exec(phrase);
    if (be !== null) phrase = phrase.slice(be[0].length);
    phrase = phrase.trim().replace(/^[,:]\s*/u, "");
    led = true;
  }
  if (led) phrase = phrase.replace(/\s+(?:is|are|was|were|be|starts?)$/iu, "");
  return {
    phrase: phrase.replace(/^(?:did|does|do)\s+/iu, ""),
    bare,
    led,
    past,
    verbal: /^(?:when|what|where|who|which|how)\s+(?:do|does|did)\s/iu.test(text) && text.endsWith(phrase),
  };
}

/** The word of a question that says what kind of value it asks for. */
const ASKS_FOR = /\b(where|when|who|why|how(?! about)|what (?:time|day|date))(?:['’]?s)?\b/iu;

/** "staging port?", "wifi password pls", "what's the code for the gym?" */
function keyed(text: string, isAsked: boolean): readonly Question[] {
  const { phrase, led, past, verbal } = asked(text);
  const words = phrase.toLowerCase().split(/\s+/u);
  if (words.length > 8 || (!led && !isAsked && words.length > 5)) return [];
  if (!led && ((!isAsked && IMPERATIVES.has(words[0] ?? "")) || words.some((word) => FINITE.has(word)))) return [];
  // "pizzerias?", "what's my best pizzeria?"
  const best = phrase.replace(/^(?:(?:my|our) )?(?:top|best) /iu, "");
  const stored =
    best === phrase && (led || !isAsked || words.length > 3) ? [] : (byName(`favorite ${best}`, past) ?? []);
  const of = attributeOf(phrase);
  // What the wifi is called is not its password.
  if (of === null || (/\scalled$/iu.test(text) && OTHER_THAN_NAME.test(of.key))) return led || isAsked ? stored : [];
  const asks =
    led &&
    !verbal &&
    (of.by === "my" || of.by === "our" || of.by === "person") &&
    !/^(?:how|why)\b|\s(?:to|for|at|in|with|by|from)$|^what(?:'s| is| are) (?:on|in|at)\b|\blist$/iu.test(text) &&
    /^(?:(?:what|who|when)(?:'s|s)?\b(?!\s+(?:could|would|should|about))|do you|tell|remind|can you|could you|i f)/iu.test(
      text,
    );
  const wants = ASKS_FOR.exec(text)?.[1]?.toLowerCase() ?? "what";
  return [asking(of, { past, asks, wants }), ...(asks ? [] : stored)];
}

/**
 * "what's my second favorite font?", "which trail is #4 for me?", "where does Aspen rank?": what is left of the words names the list, a place or
 * an item of it.
 */
function ofList(text: string, isAsked: boolean): readonly Question[] | null {
  const { phrase, bare, led, past } = asked(text);
  const tokens = tokenise(phrase);
  const asks = led || ASKS_OF.test(text) || (isAsked && !/^(?:my )?preferred\b/iu.test(phrase));
  if (!(asks || NAMES_LIST.test(phrase)) || tokens.length > 20 || ELSEWHERE.test(bare)) return null;
  const [counts, ranks] = [COUNTS.test(text), RANKS.test(text)];
  const { selectors, before, runs } = leftOf(tokens, !counts && !ranks);
  const isNamed = before >= 0;
  const isMine = /^(?:all(?: of)? )?(?:my|our)\b|\bof mine$/iu.test(phrase);
  const likes = /\bi (?:like|love|prefer|rank(?:ed)?|put|have|listed)\b|\bfor me\b|\b(?:list|ranking)\b/iu.test(text);
  const listOfRun = (run: string | undefined, isFrame = isNamed): ListMention | null =>
    run === undefined ? null : { ...topicOf(run, /\bleast\b/iu.test(phrase)), by: isFrame ? "frame" : "stored" };
  if (counts) return runs.length > 1 || !(isNamed || likes) ? null : [{ kind: "count", list: listOfRun(runs[0]) }];
  const topic = runs[before] ?? (ranks ? undefined : runs[0]);
  const [item, ...more] = runs.filter((run) => run !== topic);
  // "Where does Aspen rank?", but not "Where did you go?"
  if (ranks && topic === undefined && !/\b(?:rank|stand|place|position|spot|number)/iu.test(text)) return null;
  if (ranks && item !== undefined && more.length === 0)
    return [{ kind: "rankOf", list: listOfRun(topic), item: namedItem(item) }];
  // "The second one?" is of the list spoken of; "what should I do first?" of none.
  const isPlace = selectors !== null && (topic !== undefined || !tokens.some(({ word }) => isSmall(word)));
  if (/\b(?:how(?! about)|where|when|why)\b(?! did i)/iu.test(bare) && !/\b(?:lists?|rank|ranking)\b/iu.test(bare))
    return null;
  if (item !== undefined) return byName(phrase, past);
  if (!(isPlace || (topic !== undefined && (isNamed || likes)))) return null;
  const list = listOfRun(topic, asks && isMine && (isNamed || selectors?.[0]?.kind === "first"));
  const whole = selectors === null && (list?.plural === true || /\b(?:list|ranking|all|full|whole)\b/iu.test(text));
  return [{ kind: "pick", list, selectors, whole, past }];
}

/** "My second favorite carol for the concert": a list that is stored by the whole of its name, as a statement names it. */
function byName(phrase: string, past: boolean): readonly Question[] | null {
  const { list = null, position = null, count } = favoriteOf(phrase) ?? {};
  if (list === null) return null;
  const whole = list.plural && position === null;
  return [{ kind: "pick", list: { ...list, by: "stored" }, selectors: selected(position, count), whole, past }];
}

/** What begins with words for a list of one's own, without a word that asks for it. */
const NAMES_LIST = new RegExp(
  String.raw`^(?:(?:my|our|the|all|of|full|whole|list|ranking|second|third|last) )*(?:top|best|${FAVORITE})\b`,
  "iu",
);

const isSmall = (word: string): boolean => PRONOUNS.has(word) || FINITE.has(word) || PREPOSITIONS.has(word);

/** Words in a row that say neither how a list is asked for nor a place of it, and how many of them stand before "favorite". */
function leftOf(
  tokens: readonly Token[],
  isPlaced: boolean,
): { readonly selectors: readonly Selector[] | null; readonly before: number; readonly runs: readonly string[] } {
  let [selectors, before] = [null as readonly Selector[] | null, -1];
  const runs: string[] = [""];
  for (let at = 0; at < tokens.length; at += 1) {
    const { word, text, kind } = tokens[at] as Token;
    const places = isPlaced && selectors === null && word !== "best" ? selectorsAt(tokens, at) : null;
    if (places !== null) [selectors, at] = [places.value, places.end - 1];
    if (before < 0 && IS_FAVORITE.test(word)) before = runs.filter((run) => run !== "").length;
    // "Favorite show tune", "favorite places to hike", "favorite pizza places": what follows that word is a name, and may go on.
    const isNext = before >= 0 && runs.length > before && runs.at(-1) !== "";
    const isFirst = IS_FAVORITE.test(tokens[at - 1]?.word ?? "") && !/^(?:lists?|ranking|ones?)$/u.test(word);
    const isName = isFirst || (isNext && /^(?:places?|spots?|times?)$/u.test(word));
    const isLink = isNext && /^(?:of|to)$/u.test(word) && !isSmall(tokens[at + 1]?.word ?? "my");
    const isOther =
      places !== null ||
      kind !== "word" ||
      IS_FAVORITE.test(word) ||
      (isSmall(word) && !isLink) ||
      (OF_LISTS.test(word) && !isName);
    if (!isOther) runs.push(`${runs.pop() ?? ""} ${text}`.trim());
    else if (runs.at(-1) !== "") runs.push("");
  }
  return { selectors, before, runs: runs.filter((run) => run !== "") };
}
