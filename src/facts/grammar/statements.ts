import WORDS from "../../english/word-classes.json" with { type: "json" };
import { ACTIVITY, COUNTED } from "../../english/nouns.ts";
import type { Opened } from "../../english/openers.ts";
import { FAVORITE, type Favorite, favoriteOf } from "./mentions.ts";
import type { Change } from "./intent.ts";
import { withoutTail } from "../../english/adverbials.ts";
import { readValues } from "../../english/stated-values.ts";

/** What a form makes of a sentence: "half" where a part of it can't be read, so that nothing is to be done. */
export type Reading = Change | "half" | null;

/** Furthest that the verb of a statement is looked for, in characters. */
const HEAD = 240;

/** Verbs between what is named and its value. */
const VERB = new RegExp(
  String.raw`\s+(?:is|are|would be|will be|has to be|have to be|have always been|has always been|must be|` +
    String.raw`has become|became|has got to be|r|(?:has |have )?changed to|(?:has |have )?switched to|go(?:es)? (?:to|` +
    String.raw`like this)|like this|like so|include|includes|remains?|still is)(?=[\s:,])\s*:?|(?<!\blet)'s(?=\s)|` +
    String.raw`'re(?=\s)|\s*[:=](?=\s|\S)|\n|\s+(?:[–—-]|->)\s+|\s*,\s*(?=1[.)])|\s*(?=\s#?1[.)])`,
  "giu",
);
/** Words between the verb and the value. */
const BETWEEN = new RegExp(String.raw`^\s*(?:,?\s*(?:${WORDS.between.join("|")})\b,?\s*[:;]?)+`, "u");

/** The ways in which a sentence falls into what is named, a verb and a value; the first verb first. */
function parted(text: string, from: number) {
  const found: { head: string; between: string; tail: string; verb: string }[] = [];
  const head = text.slice(0, HEAD);
  for (const verb of head.slice(from).matchAll(VERB)) {
    const at = from + verb.index;
    const behind = text.slice(at + verb[0].length);
    const between = BETWEEN.exec(behind.slice(0, 80))?.[0] ?? "";
    if (behind.slice(between.length).trim() !== "")
      found.push({
        head: text.slice(0, at),
        between: between.toLowerCase(),
        tail: behind.slice(between.length),
        verb: verb[0].trim().toLowerCase(),
      });
    if (found.length > 3) break;
  }
  return found;
}

const UNSURE = /\b(?:probably|maybe|perhaps|not|never|either|no longer|i think|i guess)\b/u;
const NOW = /\b(?:now|currently|actually|these days|of today|officially)\b/u;

/** Reads what somebody likes best. */
export const readFavorite = (text: string, opened: Opened): Reading =>
  favoriteFirst(text, opened) ?? valueFirst(text, opened);

const WORD = new RegExp(
  String.raw`(?:#\s?\d|\b(?:${FAVORITE}|top|best|worst|number|first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\b)`,
  "iu",
);

const LIST_LEAD = new RegExp(
  String.raw`^(?:here(?:'s| is| are)\s+|(?:this is|these are)\s+|ranking\s+|(?:the |a )?(?:full |` +
    String.raw`complete |updated |new |my )?(?:list|ranking) of\s+|in terms of\s+|(?:how )?i(?:'d| would)? rank\s+|` +
    String.raw`i have (?:two|three|four|five|a few|several)\s+|` +
    String.raw`rank\s+|(?:start|make|create|begin)\s+(?:a|my) (?:list|ranking) (?:of|for)\s+)*`,
  "iu",
);

/** Other ways to say it: each is put as "my favorite …", with the words of its values as they are. */
const SAME: readonly (readonly [RegExp, (...found: readonly string[]) => string])[] = [
  [new RegExp(String.raw`^new\s+(?=${FAVORITE}\s)`, "iu"), () => "my new "],
  // "In terms of favorite soups I'd go pho > ramen"
  [
    /^(?:in terms of |for |when it comes to )?(?:my )?fav\S+\s+(.{2,40}?),?\s+i(?:'d| would) (?:go|say|pick|choose)(?: with)?(?=\s)/iu,
    (_, topic) => `my favorite ${topic} are`,
  ],
  // "My favorite color is no longer red, it's blue"
  [
    new RegExp(
      String.raw`^(my\s.{2,80}?)\s+(?:(?:is|are)(?:n't| not| no longer)|used to be)\s+.{1,60}?(?:\s+any\s?(?:more|longer))?` +
        String.raw`(?:,|\s+but|;)\s*(?:but\s+)?(?:(?:it's|it is|rather|now it's)\s+)?(?:now\s+)?(?=.{1,60}$)`,
      "iu",
    ),
    (_, head) => `${head} is now `,
  ],
];
/** What says that one or some of several are named. */
const SOME_OF = /^((?:one|some|another(?: one)?|a few|two|three) of\s+(?=my|our)|(?:another|a)\s+)/iu;
/** "My second favorite space film is Moon", "favorite instrument = cello", "Ranking my favorite games: …" */
function favoriteFirst(text: string, opened: Opened): Reading {
  const lead = LIST_LEAD.exec(text)?.[0] ?? "";
  const body = SAME.reduce((said, [pattern, to]) => said.replace(pattern, to), text.slice(lead.length));
  const several = SOME_OF.exec(body)?.[1] ?? "";
  const said = `${several === "" || /of\s+$/iu.test(several) ? "" : "my "}${body.slice(several.length)}`;
  const word = WORD.exec(said.slice(0, HEAD));
  if (word === null || !/^(?:my|all[- ]time|absolute|second|third|least|(?:top|best)\b.*\bfav|fav)/iu.test(said))
    return null;
  for (const part of parted(said, word.index + word[0].length)) {
    const favorite = favoriteOf(part.head.replace(/,\s*$/u, ""));
    if (favorite === null) continue;
    if (favorite.list === null && favorite.position === null) return "half";
    return /^my$/iu.test(part.head.trim()) || UNSURE.test(part.between)
      ? null
      : valuesIn(part, favorite, { several, opened, isRanked: /\brank/iu.test(lead) });
  }
  return null;
}

/** What a favourite is said to be. */
function valuesIn(
  { head, between, tail, verb }: ReturnType<typeof parted>[number],
  { list, position, count, ordered, reversed }: Favorite,
  { several, opened, isRanked }: { readonly several: string; readonly opened: Opened; readonly isRanked: boolean },
): Reading {
  const isMany = several === "" ? list?.plural === true || (count ?? 1) > 1 : !/^(?:one|a|another)\b/iu.test(several);
  const read = readValues(tail.trim().replace(/^i(?:'d| would) (?:go|go with|say|pick)\s+/iu, ""), {
    plural: verb === "are" || verb === "'re" || isMany,
    count,
    activity: ACTIVITY.test(list?.name ?? ""),
  });
  if (read === null) return /^(?:my|our)\b/iu.test(head) && /\n|,\s/u.test(tail) ? "half" : null;
  if (read === "half") return "half";
  const { values, order } = read;
  const isOne = values.length === 1;
  const isMore = several !== "" || (isOne && (/\balso\b/u.test(between) || (opened.also && position === null)));
  if (isMore && list !== null)
    return { kind: "state", list, position: null, values, order: "more", correction: false, single: true };
  if (reversed && order === "ranks") return "half";
  // "My favorite book is 70 today"
  if (isOne && /^\d+$/u.test(values[0]?.value ?? "") && list !== null && !COUNTED.test(list.name)) return null;
  return {
    kind: "state",
    list,
    position,
    values: reversed ? values.toReversed() : values,
    order: order === "none" && (ordered || reversed || isRanked) && !isOne ? "order" : order,
    correction: opened.correction || NOW.test(between) || /changed|switched/u.test(verb),
    single: isOne && (/^(?:is|'s)$/u.test(verb) || list?.plural !== true),
  };
}

const VALUE_FIRST = new RegExp(
  String.raw`^(.{1,200}?)\s*(?:\s(?:is|are|will be|has become|became|would be|has to be|remains)|'s|'re)\s+` +
    String.raw`((?:\p{L}+ ){0,3}?)(one of |some of |among |)my\s+(.{2,120})$`,
  "iu",
);

/** "Teal is my favorite color", "Brie and feta are among my favorite cheeses": turned round. */
function valueFirst(text: string, opened: Opened): Reading {
  const found = text.length > 400 ? null : VALUE_FIRST.exec(text);
  if (found === null) return null;
  const [, subject = "", adverb = "", among = "", rest = ""] = found;
  if (
    (BETWEEN.exec(adverb)?.[0] ?? "").trim() !== adverb.trim() ||
    UNSURE.test(adverb) ||
    /^(?:my|our)\s.*\bfav/iu.test(subject) ||
    !WORD.test(rest)
  )
    return null;
  const phrase = withoutTail(rest);
  if (phrase === null || NO_VALUE.test(subject)) return null;
  const now = NOW.test(`${adverb} ${rest.slice(phrase.length)}`.toLowerCase()) ? "now " : "";
  const some = among === "among " ? "some of " : among;
  const reading = favoriteFirst(`${some}my ${phrase} is ${now}${subject.replace(/,$/u, "")}`, opened);
  return reading === "half" ? null : reading;
}

/** What is no value before "is my favorite …". */
const NO_VALUE =
  /^(?:["“']?(?:it|this|that|he|she|they|there|here|these|those|why|how|i|you|we|mine|yours)["”',.]*$|["“']?(?:what|which|who|is|are|where|when)\b)/iu;
