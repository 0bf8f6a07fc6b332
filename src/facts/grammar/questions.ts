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
import { type Selector, selectorsAt } from "../../english/numerals.ts";
import { straight, type Token, tokenise } from "../../english/tokens.ts";
import { OTHER_THAN_NAME } from "./attribute-keys.ts";
import { listOf, namedItem } from "./commands.ts";
import { asking, type ListMention, type Question } from "./intent.ts";
import { attributeOf, favoriteOf, FORMER_KEY, IS_FAVORITE } from "./mentions.ts";
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
  if (ALL_FAVORITES.test(text.replace(TRAIL, ""))) return [{ kind: "listAll" }];
  const listed = favoriteIn(text, isAsked);
  // A count or a rank is asked in words of its own; else the plainer reading comes first.
  const isPlain = listed?.kind === "pick";
  return [
    ...(listed === null || isPlain ? [] : [listed]),
    ...checked(text),
    ...picked(text, isAsked),
    ...askedRelations(text),
    ...keyed(text, isAsked),
    ...(listed !== null && isPlain ? [listed] : []),
  ];
}

/** "is X in my favorites", "is my second favorite color green?", "is Teal my favorite color?" */
function checked(text: string): readonly Question[] {
  const found =
    /^(?:and\s+)?(?:is|are|was|do i have|did i (?:say|list|mention|include|put)|have i got)\s+(?:still\s+)?(.+)$/iu.exec(
      text,
    );
  if (found === null) return [];
  const body = (found[1] as string).replace(/[\s,]+(?:right|correct|again|please|still|now|yes|no)$/iu, "");
  const check = (of: Pick<AskedFavorite, "list" | "selectors"> | null, items: string): readonly Question[] =>
    of?.list == null ? [] : [{ kind: "check", list: of.list, selectors: of.selectors, items: namedItem(items) }];
  const [, item = "", place = ""] =
    /^(.{1,120}?)\s+(?:in|on|among|part of|one of|still in|still on|still one of)\s+(.{2,80})$/iu.exec(body) ?? [];
  const named = item === "" || /^my\s.*\bfav/iu.test(item) ? null : (listOf(place)?.list ?? null);
  if (named !== null)
    return check({ list: { ...named, plural: true }, selectors: askedFavorite(place)?.selectors ?? null }, item);
  if (!/^my\s/iu.test(body)) {
    const [, value = "", mine = ""] = /^(.{1,120}?)\s+(my\s+.{2,80})$/iu.exec(body) ?? [];
    return check(askedFavorite(mine), value);
  }
  // Where the name ends and the value begins isn't said: each place is tried, the first that is stored holds.
  const words = body.split(/\s+/u);
  return words.slice(2).flatMap((_, i): readonly Question[] => {
    const said = words.slice(i + 2).join(" ");
    return check(
      askedFavorite(words.slice(0, i + 2).join(" ")),
      said.replace(/^(?:still|really|actually|now)\s+/iu, ""),
    );
  });
}

interface AskedFavorite {
  readonly list: ListMention | null;
  readonly selectors: readonly Selector[] | null;
  readonly whole: boolean;
}

/** A favourite, a place or a slice of a list, as a question names it. */
function askedFavorite(raw: string): AskedFavorite | null {
  const phrase = raw.trim();
  const bare = phrase
    .replace(/\s+of mine$/iu, "")
    .replace(
      /^(?:all(?: of)?\s+)?(?:(?:my|our|the)\s+)?(?:(?:full|whole|entire|complete|list of|ranking of)\s+)*(?:(?:my|our)\s+)?/iu,
      "",
    );
  const tokens = tokenise(bare);
  const mine = /^(?:all(?: of)?\s+)?(?:my|our)\b|\bof mine$/iu.test(phrase);
  const selectors = selectorsAt(tokens, 0);
  const rest = selectors === null ? bare : bare.slice(tokens[selectors.end]?.start ?? bare.length);
  const isTop = selectors === null && mine && /^(?:top|best)\b/iu.test(bare);
  if (!isTop && !tokens.some(({ word }) => IS_FAVORITE.test(word)))
    return selectors === null ? null : placeOf(rest, selectors.value, mine);
  const named = rest.replace(/^(?:(?:and|or|most)\s+)+/iu, "").replace(/\s+(?:list|ranking)$/iu, "");
  const favorite = favoriteOf(`my ${named}`);
  if (favorite === null || (favorite.list === null && selectors === null)) return null;
  const { list, count } = favorite;
  const slice = selectors?.value ?? (count === null ? null : [{ kind: "first" as const, count }]);
  return { list, selectors: slice, whole: isTop || /\b(?:list|ranking|all|every|full|whole)\b/iu.test(phrase) };
}

/** "the second one", "my top three guitars" */
function placeOf(rest: string, selectors: readonly Selector[], mine: boolean): AskedFavorite | null {
  if (rest === "" || /^(?:ones?|places?|spots?|on (?:the|my) list|in (?:the|my) list)$/iu.test(rest))
    return { list: null, selectors, whole: false };
  const topic = rest.replace(/\s+(?:on|in|of) (?:the|my) (?:list|favou?rites)$/iu, "");
  if (topic.split(" ").length > 4 || /[,;:]/u.test(topic)) return null;
  const isSlice = selectors.some(({ kind }) => kind !== "one");
  return { list: { ...topicOf(topic), by: mine && isSlice ? "frame" : "stored" }, selectors, whole: false };
}

/** The words of a question without those that ask, and whether they ask of the past. */
function asked(text: string): {
  readonly phrase: string;
  readonly led: boolean;
  readonly past: boolean;
  /** "when does my passport expire": a verb ends the phrase, which is no name. */
  readonly verbal: boolean;
} {
  let phrase = text.replace(TRAIL, "");
  const past = PAST.test(phrase);
  phrase = phrase.replace(PAST, "").replace(TRAIL, "");
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
    led,
    past,
    verbal: /^(?:when|what|where|who|which|how)\s+(?:do|does|did)\s/iu.test(text) && text.endsWith(phrase),
  };
}

function picked(text: string, isAsked: boolean): readonly Question[] {
  if (/^(?:(?:and|so)\s+)?(?:how(?! about)|why|when(?! did i)|where(?! did i)|what(?:'s| is| are) in)\b/iu.test(text))
    return [];
  const { phrase, led, past } = asked(text);
  const found = askedFavorite(phrase);
  if (found === null) return [];
  // A phrase that neither asks nor shows asks for what is stored alone.
  const asks = led || (isAsked && !/^(?:my )?preferred\b/iu.test(phrase));
  const list = found.list === null || asks ? found.list : { ...found.list, by: "stored" as const };
  const isShow = /^(?:list|show|give me|read|tell me)\b/iu.test(text);
  const isListed = /^list\b/iu.test(text) && found.selectors === null;
  const whole = found.whole || isListed || (isShow && found.list?.plural === true);
  return [{ kind: "pick", list, selectors: found.selectors, whole, past }];
}

/** The word of a question that says what kind of value it asks for. */
const ASKS_FOR = /\b(where|when|who|why|how(?! about)|what (?:time|day|date))(?:['’]?s)?\b/iu;
const OF_FORMER = new RegExp(String.raw`(?<=^|^(?:my|our|the) )${FORMER_KEY.source.slice(1)}`, "iu");

/** "staging port?", "wifi password pls", "what's the code for the gym?" */
function keyed(text: string, isAsked: boolean): readonly Question[] {
  const { phrase, led, past, verbal } = asked(text);
  const words = phrase.toLowerCase().split(/\s+/u);
  if (words.length > 8 || (!led && !isAsked && words.length > 5)) return [];
  if (!led && ((!isAsked && IMPERATIVES.has(words[0] ?? "")) || words.some((word) => FINITE.has(word)))) return [];
  // "pizzerias?"
  const topic = led || !isAsked || words.length > 3 ? null : favoriteOf(`favorite ${phrase}`)?.list;
  const stored: Question[] =
    topic?.plural === true
      ? [{ kind: "pick", list: { ...topic, by: "stored" }, selectors: null, whole: false, past }]
      : [];
  const of = attributeOf(phrase);
  // What the wifi is called is not its password.
  if (of === null || (/\scalled$/iu.test(text) && OTHER_THAN_NAME.test(of.key))) return led || isAsked ? stored : [];
  const asks =
    led &&
    !verbal &&
    (of.by === "my" || of.by === "our" || of.by === "person") &&
    !/^(?:how|why)\b|^what(?:'s| is| are) (?:on|in|at)\b|\blist$/iu.test(text) &&
    /^(?:(?:what|who|when)(?:'s|s)?\b(?!\s+(?:could|would|should|about))|do you|tell|remind|can you|could you|i f)/iu.test(
      text,
    );
  const wants = ASKS_FOR.exec(text)?.[1]?.toLowerCase() ?? "what";
  const rest = { past, asks, part: !/^(?:where|why|how)$/u.test(wants), wants };
  // "My former boss" is one of his own, or whoever was stored before.
  const before = FORMER_KEY.test(of.key) ? attributeOf(phrase.replace(OF_FORMER, "")) : null;
  const questions =
    before === null ? [asking(of, rest)] : [asking(of, { wants }), asking(before, { ...rest, past: true })];
  return asks ? questions : [...questions, ...stored];
}

/** "which trail is #4 for me?", "where does Aspen rank?": what is left of the words names the list, a place or an item of it. */
function favoriteIn(text: string, isAsked: boolean): Question | null {
  const tokens = tokenise(text);
  if (!(isAsked || ASKS_OF.test(text)) || tokens.length > 20 || ELSEWHERE.test(text)) return null;
  const [counts, ranks] = [COUNTS.test(text), RANKS.test(text)];
  const { selectors, before, runs } = leftOf(tokens, !counts && !ranks);
  const isNamed = before >= 0;
  const likes = /\bi (?:like|love|prefer|rank(?:ed)?|put|have|listed)\b|\bfor me\b|\b(?:list|ranking)\b/iu.test(text);
  const isVague = !isNamed || /\b(?:where|when|why)\s+(?:can|could|should|do you|is)\b/iu.test(text);
  const listOfRun = (run: string | undefined): ListMention | null =>
    run === undefined ? null : { ...topicOf(run), by: isVague ? "stored" : "frame" };
  if (counts) return runs.length > 1 || !(isNamed || likes) ? null : { kind: "count", list: listOfRun(runs[0]) };
  const topic = runs[before] ?? (ranks ? undefined : runs[0]);
  const [item, ...more] = runs.filter((run) => run !== topic);
  if (ranks && item !== undefined && more.length === 0) {
    const isRank = topic !== undefined || /\b(?:rank|stand|place|position|spot|number)/iu.test(text);
    return isRank ? { kind: "rankOf", list: listOfRun(topic), item: namedItem(item) } : null;
  }
  if (topic === undefined || item !== undefined || !(isNamed || likes || selectors !== null)) return null;
  if (/\b(?:how|where|when|why)\b/iu.test(text) && !/\b(?:lists?|rank|ranking)\b/iu.test(text)) return null;
  const list: ListMention = { ...topicOf(topic, /\bleast\b/iu.test(text)), by: "stored" };
  const whole = selectors === null && (list.plural || /\b(?:list|ranking)\b/iu.test(text));
  return { kind: "pick", list, selectors, whole, past: false };
}

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
    const isOther =
      places !== null || kind !== "word" || OF_LISTS.test(word) || IS_FAVORITE.test(word) || isSmall(word);
    if (!isOther) runs.push(`${runs.pop() ?? ""} ${text}`.trim());
    else if (runs.at(-1) !== "") runs.push("");
  }
  return { selectors, before, runs: runs.filter((run) => run !== "") };
}
