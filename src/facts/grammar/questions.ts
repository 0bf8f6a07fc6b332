import { topicOf } from "../../english/nouns.ts";
import { cardinalAt, type Selector, selectorsAt } from "../../english/numerals.ts";
import { straight, tokenise } from "../../english/tokens.ts";
import { FINITE, IMPERATIVES, PREPOSITIONS, PRONOUNS } from "../../english/word-classes.ts";
import { listOf } from "./commands.ts";
import type { AttributeMention, ItemMention, ListMention, Question } from "./intent.ts";
import { attributeOf, FAVORITE, favoriteOf } from "./mentions.ts";
import { readValues, written } from "./values.ts";

type AskAttribute = Extract<Question, { kind: "askAttribute" }>;

/** Longest question that is read, in characters. */
const LONGEST = 300;

const raw = String.raw;
const SOMEBODY = raw`(?<person>\p{L}+(?: \p{Lu}\p{L}+)?)`;

const LEAD = new RegExp(
  String.raw`^(?:(?:(?:can|could|would) you (?:please )?)?(?:tell|remind|give|` +
    String.raw`show)(?: me)?(?: again)?(?: of)?(?: what| who| when| where)?|do you (?:still )?(?:know|` +
    String.raw`remember|recall|have)(?: what| who| when| where)?|what do you (?:have|know)(?: for| about|` +
    String.raw` as)?|` +
    String.raw`i (?:forgot|forget|need|can't remember|don't remember)(?: what| when| where)?|` +
    String.raw`what did i (?:say|tell you|set)(?: was| is| that)?|remember what|list|name|read out|` +
    String.raw`read back|read|display|i'd like to see|i want to see|let me see|(?:what|where|` +
    String.raw`when) did i (?:say|tell you|mention)(?: that)?|what(?:'s| is| are) (?:on|in|at)|` +
    String.raw`do i have(?: any)?|look up|any idea what|quick question|recall|` +
    String.raw`(?:and )?(?:what|how) about|and|on what (?:date|day)|(?:at )?what time|what (?:day|date|` +
    String.raw`year|number|kind of \p{L}+)|which (?:day|date|year|one)|what exactly|what|which|who|when|` +
    String.raw`where|how much|how long|how many|how|whats|whos|whens|wheres)(?=[\s']|$)`,
  "iu",
);
const BE =
  /^\s*(?:'s|'re|\s(?:is|are|was|were|will be|does|do|did|starts?|again|currently|now|exactly|be|have|has))(?=\s|$)/iu;
const TRAIL = new RegExp(
  String.raw`(?:[\s,]+(?:again|please|pls|plz|though|now|right now|currently|these days|at the moment|` +
    String.raw`today|anyway|by the way|btw|exactly|then|thanks|thank you|for me|do you know|` +
    String.raw`do you remember|remember|called|stored|you have(?: stored)?|i (?:said|told you|gave you|` +
    String.raw`mentioned)|did i say|do i have|do (?:we|i) use|are we (?:on|using)|have i got|` +
    String.raw`for the record|is it|was it|in total|so far))+$`,
  "iu",
);
const PAST =
  /(?:\s+(?:before(?: that| this| now)?|previously|originally|earlier|back then|in the past|before .{1,40}|used? to be|formerly))$/iu;

const ALL_FAVORITES = new RegExp(
  String.raw`^(?:(?:list|show|give|tell|what are|what're|read)(?: me)?\s+)?(?:all\s+)?(?:of\s+)?(?:my|` +
    String.raw`our)\s+(?:favou?rites|faves|favs)(?:\s+lists?)?$|^what do you know about my favou?rites$|` +
    String.raw`^(?:list|show)(?: me)? everything i like$`,
  "iu",
);

const ASKED_POLITELY = new RegExp(
  String.raw`^(?:(?:do|would) you (?:still )?(?:know|remember|recall)|(?:can|could) you (?:tell|` +
    String.raw`remind) me|tell me|remind me)\s+(?=(?:what|which|who|where|when|how)\b)`,
  "iu",
);

/** What a short question may ask, the likeliest first; the one of which something is stored is meant. */
export function readQuestion(raw: string, isAsked: boolean): readonly Question[] {
  const text = straight(raw)
    .trim()
    .replace(/[?!.\s]+$/u, "")
    .replace(/-(?=fav)/giu, " ")
    .replace(ASKED_POLITELY, "")
    .replace(/^(?:what|which)\s+(\p{L}[\p{L} ]{1,30}?)\s+is\s+(?:mine|ours)$/iu, "what is my $1");
  if (text.length > LONGEST || text === "") return [];
  const own = ownQuestion(text);
  if (own !== null) return [own];
  if (ALL_FAVORITES.test(text.replace(TRAIL, ""))) return [{ kind: "listAll" }];
  return (
    counted(text) ??
    ranked(text) ?? [
      ...checked(text),
      ...placed(text),
      ...picked(text, isAsked),
      ...keyed(text, isAsked),
      ...favoriteIn(text, isAsked),
    ]
  );
}

/** What people ask of themselves, and of others, with a verb of its own. */
const OWN: readonly (readonly [key: string, pattern: RegExp])[] = (
  [
    [
      "home",
      raw`(?:so )?(?:where (?:do|did) i (?:currently )?live|(?:which|what) city do i live in|where am i (?:living|based))`,
    ],
    [
      "employer",
      raw`(?:where do i work|who do i work for|(?:what|which) company do i work (?:for|at)|who(?:'s| is) my employer)`,
    ],
    ["birthday", raw`when (?:was i born|is my birthday)|what(?:'s| is) my birthday`],
    ["birthplace", "where was i born"],
    [
      "allergy",
      raw`what am i allergic to|what(?:'s| is| are) my allerg(?:y|ies)|am i allergic to anything|do i have (?:any )?allergies`,
    ],
    ["job", raw`what do i do(?: for (?:a living|work))?|what(?:'s| is) my (?:job|profession|occupation)`],
    ["name", raw`what(?:'s| is) my name|who am i|what am i called|do you know my name`],
    ["age", "how old am i"],
    ["car", "(?:what|which) (?:kind of )?car do i (?:drive|have|own)"],
    ["diet", raw`what(?:'s| is) my diet|am i (?:vegan|vegetarian)`],
    ["home", raw`where does ${SOMEBODY} live`],
    ["employer", raw`(?:where does ${SOMEBODY} work|who does (?<other>\p{L}+) work for)`],
    ["birthday", raw`when was ${SOMEBODY} born`],
    ["allergy", raw`what is ${SOMEBODY} allergic to`],
  ] as const
).map(([key, words]) => [key, new RegExp(`^(?:${words})(?: now| these days| currently)?$`, "iu")]);

const asking = (of: AttributeMention, rest: Partial<AskAttribute> = {}): AskAttribute => ({
  kind: "askAttribute",
  of,
  others: [],
  past: false,
  value: null,
  asks: false,
  ...rest,
});

function ownQuestion(text: string): Question | null {
  const bare = text
    .replace(/^(?:hey|so|ok|and|remind me|tell me|do you (?:know|remember)),?\s+/iu, "")
    .replace(TRAIL, "");
  for (const [key, pattern] of OWN) {
    const found = pattern.exec(bare);
    const person = found?.groups?.["person"] ?? found?.groups?.["other"] ?? "";
    if (found !== null && !PRONOUNS.has(person.toLowerCase()))
      return asking({ subject: person === "" ? "me" : person.toLowerCase(), person, key, name: key }, { asks: true });
  }
  return null;
}

const HOW_MANY = new RegExp(
  String.raw`^how many\s+(.{2,60}?)\s+(?:do i have|do i like|have i (?:listed|ranked|told you(?: about)?|` +
    String.raw`got|stored|named)|are (?:there )?(?:in|on) (.{2,60})|did i (?:list|name|` +
    String.raw`tell you))(?:\s.{0,30})?$`,
  "iu",
);

function counted(text: string): readonly Question[] | null {
  const [, long] = /^how long is (my list of .{2,60}|my .{2,60} list)$/iu.exec(text) ?? [];
  const whole = long === undefined ? null : listOf(long.replace(/^my list of (?:my )?/iu, "my "));
  if (whole !== null) return [{ kind: "count", list: whole.list }];
  const found = HOW_MANY.exec(text);
  if (found === null) return null;
  if (
    found[2] !== undefined &&
    !/\b(?:list|ranking|favou?rites|items|things|entries|how many favou?rite)\b/iu.test(text)
  )
    return null;
  const named = listOf(found[2] ?? `my ${found[1] as string}`);
  return named === null ? null : [{ kind: "count", list: named.list }];
}

function mention(value: string): ItemMention {
  const read = readValues(value, { plural: true, count: null });
  const parts = read === null || read === "half" ? [written(value)] : read.values.map((one) => one.value);
  return { kind: "value", value: written(value), parts };
}

const WHICH_RANK = new RegExp(
  String.raw`^(?:where|what (?:rank|place|number|position|spot)|which (?:rank|place|number|position|` +
    String.raw`spot)|how high|at (?:what|which) (?:rank|place|position)|in what place)\s*(?:'s|\s(?:does|` +
    String.raw`do|is|are|did i (?:rank|put|place)|have i (?:ranked|put)))\s+(.{1,80}?)(?:\s+(?:rank|ranked|` +
    String.raw`stand|come|sit|place|fall|land|go|hold|have|listed))?(?:\s+(?:in|among|on|of|within)\s+(.{2,80}))?$`,
  "iu",
);

/** "where does Aspen rank among my favorite trails?" */
function ranked(text: string): readonly Question[] | null {
  const found = WHICH_RANK.exec(text);
  if (found === null) return null;
  const rank = /rank|number|high|stand|come|sit|place|position|spot|fall|land|put/iu.test(
    text.replace(found[1] as string, ""),
  );
  const named = found[2] === undefined ? null : listOf(found[2]);
  if (found[2] === undefined ? !rank : named === null) return null;
  if (
    /^(?:my|our|the|it|that|i|you)\b/iu.test(found[1] as string) &&
    /^(?:my|our)\s|^(?:it|that|i|you)$/iu.test(found[1] as string)
  )
    return null;
  return [{ kind: "rankOf", list: named?.list ?? null, item: mention(found[1] as string) }];
}

/** "is X in my favorites", "is my second favorite color green?", "is Teal my favorite color?" */
function checked(text: string): readonly Question[] {
  const found =
    /^(?:and\s+)?(?:is|are|was|do i have|did i (?:say|list|mention|include|put)|have i got)\s+(?:still\s+)?(.+)$/iu.exec(
      text,
    );
  if (found === null) return [];
  const body = (found[1] as string).replace(/[\s,]+(?:right|correct|again|please|still|now|yes|no)$/iu, "");
  const inList = /^(.{1,120}?)\s+(?:in|on|among|part of|one of|still in|still on|still one of)\s+(.{2,80})$/iu.exec(
    body,
  );
  const named = inList === null ? null : listOf(inList[2] as string);
  if (inList !== null && named?.list != null && !/^my\s.*\bfav/iu.test(inList[1] as string))
    return [
      {
        kind: "check",
        list: { ...named.list, plural: true },
        selectors: askedFavorite(inList[2] as string)?.selectors ?? null,
        items: mention(inList[1] as string),
      },
    ];
  const words = body.split(/\s+/u);
  // Where the name ends and the value begins isn't said: each place is tried, the first that is stored holds.
  const cuts = (from: number): readonly (readonly [phrase: string, value: string])[] =>
    words.slice(from).map((_, i) => [words.slice(0, from + i).join(" "), words.slice(from + i).join(" ")]);
  if (/^my\s/iu.test(body))
    return cuts(2).flatMap(([phrase, rest]): readonly Question[] => {
      const value = rest.replace(/^(?:still|really|actually|now)\s+/iu, "");
      const favorite = askedFavorite(phrase);
      if (favorite !== null)
        return favorite.list === null
          ? []
          : [{ kind: "check", list: favorite.list, selectors: favorite.selectors, items: mention(value) }];
      const of = attributeOf(phrase);
      return of === null || of.past ? [] : [asking(of, { value: written(value) })];
    });
  const mine = /^(.{1,120}?)\s+(my\s+.{2,80})$/iu.exec(body);
  const favorite = mine === null ? null : askedFavorite(mine[2] as string);
  if (mine !== null && favorite?.list != null)
    return [{ kind: "check", list: favorite.list, selectors: favorite.selectors, items: mention(mine[1] as string) }];
  if (!/^(?:the|our|\p{L}+'s)\s/iu.test(body)) return [];
  return cuts(2).flatMap(([phrase, value]): readonly Question[] => {
    const of = attributeOf(phrase.replace(/\s+(?:still|now)$/iu, ""));
    return of === null ? [] : [asking(of, { value: written(value) })];
  });
}

const PLACE_TAIL = new RegExp(
  String.raw`(?:\s+(?:place|spot|position|slot))?(?:\s+(?:for me|(?:of|on|in|among) my (?:favou?rites|` +
    String.raw`list|ranking|favou?rite list|rankings)|on the list|favou?rite|best|most|in my (?:list|` +
    String.raw`ranking)))*$`,
  "iu",
);

const WHICH_STANDS = new RegExp(
  String.raw`^(?:which|what)\s+(?:of my\s+)?(?:favou?rite\s+)?(\p{L}[\p{L}\s'-]{0,40}?)\s+(?:is|are|was|` +
    String.raw`were|comes?|sits?|stands?|ranks?|did i (?:rank|put|place)|do i (?:rank|have|like)|` +
    String.raw`have i (?:ranked|put)|got)\s+(?:in\s+|at\s+|as\s+|on\s+|my\s+|ranked\s+|` +
    String.raw`number(?=\s+\d))*\s*(?:the\s+|my\s+)?(.+)$`,
  "iu",
);

/** "which trail is #4 for me?", "Which trail sits at the bottom of my favorites?", "which pubs do I like?" */
function placed(text: string): readonly Question[] {
  const [, likes] =
    /^(?:what|which)\s+(\p{L}[\p{L}\s'-]{0,40}?)\s+do i (?:like|love|prefer)(?: best| most)?$/iu.exec(text) ?? [];
  if (likes !== undefined)
    return [{ kind: "pick", list: { ...topicOf(likes), by: "stored" }, selectors: null, whole: false, past: false }];
  const found = WHICH_STANDS.exec(text);
  if (found === null) return [];
  const rest = (found[2] as string).replace(PLACE_TAIL, "");
  if (/^(?:time|day|date|number|kind|one|year|is|are)$/iu.test(found[1] as string)) return [];
  if (/^(?:my )?least favou?rite$/iu.test(rest.trim()))
    return [
      {
        kind: "pick",
        list: { ...topicOf(found[1] as string, true), by: "stored" },
        selectors: null,
        whole: false,
        past: false,
      },
    ];
  const asksBest = /^(?:favou?rites?|like best|like most|best|most)?$/iu.test(rest.trim());
  const tokens = tokenise(rest.toLowerCase());
  const selectors = selectorsAt(tokens, 0);
  const topic: ListMention = { ...topicOf(found[1] as string), by: "stored" };
  if (asksBest && /\bfavou?rites?$|\bbest$|\bmost$/iu.test(text))
    return [{ kind: "pick", list: topic, selectors: null, whole: false, past: false }];
  if (selectors === null || selectors.end < tokens.length) return [];
  return [{ kind: "pick", list: topic, selectors: selectors.value, whole: false, past: false }];
}

interface AskedFavorite {
  readonly list: ListMention | null;
  readonly selectors: readonly Selector[] | null;
  readonly whole: boolean;
}

/** A favourite, a place or a slice of a list, as a question names it. */
function askedFavorite(phrase: string): AskedFavorite | null {
  const of = /^(?:at\s+)?(?:the\s+)?(.{2,30}?)\s+(?:of|on|in|from|among)\s+((?:my|our|the)\s.{2,60})$/iu.exec(
    phrase.trim(),
  );
  const part = of === null ? null : tokenise((of[1] as string).toLowerCase());
  const places = part === null ? null : selectorsAt(part, 0);
  const within = of === null ? null : listOf(of[2] as string);
  if (places !== null && places.end === part?.length && within !== null && within.position === null)
    return { list: within.list, selectors: places.value, whole: false };
  const bare = phrase
    .trim()
    .replace(/\s+of mine$/iu, "")
    .replace(
      /^(?:all(?: of)?\s+)?(?:(?:my|our|the)\s+)?(?:(?:full|whole|entire|complete|list of|ranking of)\s+)*(?:(?:my|our)\s+)?/iu,
      "",
    );
  const whole = /\b(?:list|ranking|all|every|full|whole)\b/iu.test(phrase);
  const tokens = tokenise(bare);
  const mine = /^(?:all(?: of)?\s+)?(?:my|our)\b|\bof mine$/iu.test(phrase.trim());
  const selectors = selectorsAt(tokens, 0);
  const rest = selectors === null ? bare : bare.slice(tokens[selectors.end]?.start ?? bare.length);
  const several = /^(?:top|best)\s+(?=\p{L})/iu.exec(bare);
  // "my top cities": all of them; "my top city" is the first.
  if (several !== null && mine && cardinalAt(tokens, 1) === null) {
    const topic = topicOf(bare.slice(several[0].length));
    if (topic.plural) return { list: { ...topic, by: "frame" }, selectors: null, whole: true };
  }
  const hasFavorite = new RegExp(String.raw`\b${FAVORITE}\b`, "iu").test(bare);
  if (hasFavorite) {
    const favorite = favoriteOf(
      `my ${rest
        .replace(/^(?:and|or)\s+/iu, "")
        .replace(/^most\s+/iu, "")
        .replace(/\s+(?:list|ranking)$/iu, "")}`,
    );
    if (favorite === null || (favorite.list === null && selectors === null)) return null;
    const slice: readonly Selector[] | null =
      favorite.count !== null && selectors === null
        ? [{ kind: "first", count: favorite.count }]
        : (selectors?.value ?? null);
    return { list: favorite.list, selectors: slice, whole };
  }
  if (selectors === null) {
    const favorite = /^(?:top|best)\b/iu.test(bare) && mine ? favoriteOf(`my ${bare}`) : null;
    return favorite?.list == null
      ? null
      : {
          list: favorite.list,
          selectors: favorite.count === null ? null : [{ kind: "first", count: favorite.count }],
          whole: true,
        };
  }
  if (rest === "" || /^(?:ones?|places?|spots?|on (?:the|my) list|in (?:the|my) list)$/iu.test(rest))
    return { list: null, selectors: selectors.value, whole: false };
  const topic = rest.replace(/\s+(?:on|in|of) (?:the|my) (?:list|favou?rites)$/iu, "");
  if (topic.split(" ").length > 4 || /[,;:]/u.test(topic)) return null;
  const slice = selectors.value.some(({ kind }) => kind !== "one");
  return {
    list: { ...topicOf(topic), by: mine && slice ? "frame" : "stored" },
    selectors: selectors.value,
    whole: false,
  };
}

/** The words of a question without those that ask, and whether they ask of the past. */
function asked(text: string): { readonly phrase: string; readonly led: boolean; readonly past: boolean } {
  let phrase = text.replace(TRAIL, "");
  let past =
    PAST.test(phrase) || (/^(?:what|who|which|where|when)\s+(?:was|were)\s/iu.test(phrase) && PAST.test(phrase));
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
  if (/^did\s/iu.test(phrase)) past = true;
  return {
    phrase: phrase
      .replace(/^(?:did|does|do)\s+/iu, "")
      .replace(/\s+(?:and|,)\s+where did i say (?:that|it|this)$|,?\s*and where did i say (?:that|it|this)$/iu, ""),
    led,
    past,
  };
}

function picked(text: string, isAsked: boolean): readonly Question[] {
  if (
    /^(?:(?:and|so)\s+)?(?:how(?! about)|why|when(?! did i)|where(?! did i)|what(?:'s| is| are) in)\b/iu.test(text) &&
    !/\b(?:list|ranking|favou?rites)\b/iu.test(text)
  )
    return [];
  const { phrase, led, past } = asked(
    text.replace(/,?\s+(?:and\s+)?(?:when|where|which chat) did i say (?:that|it|this|so)$/iu, ""),
  );
  if (/\b(?:your|his|her|their|people's|everyone's|\p{L}+'s)\b/iu.test(phrase) && !/^my\b/iu.test(phrase)) return [];
  const found = askedFavorite(phrase);
  if (found === null) return [];
  // A phrase that neither asks nor shows asks for what is stored alone.
  const list =
    found.list === null || led || isAsked || /^(?:list|show|my)\b.*\bfav\S+\s+\S+$/iu.test(text)
      ? found.list
      : { ...found.list, by: "stored" as const };
  const isShow = /^(?:list|show|give me|read|tell me)\b/iu.test(text);
  if (!led && phrase.split(" ").length > 7) return [];
  if (
    found.list === null &&
    !/#\d|\b(?:ones?|second|third|fourth|fifth|last|first|next|number|top|bottom|\d+(?:st|nd|rd|th))\b/iu.test(text)
  )
    return [];
  return [
    {
      kind: "pick",
      list,
      selectors: found.selectors,
      whole: found.whole || (isShow && found.list?.plural === true),
      past,
    },
  ];
}

/** "staging port?", "wifi password pls", "what's the code for the gym?" */
function keyed(text: string, isAsked: boolean): readonly Question[] {
  const { phrase, led, past } = asked(text);
  const words = phrase.toLowerCase().split(/\s+/u);
  if (words.length > 8 || (!led && !isAsked && words.length > 5)) return [];
  if (!led && ((!isAsked && IMPERATIVES.has(words[0] ?? "")) || words.some((word) => FINITE.has(word)))) return [];
  const of = attributeOf(phrase);
  if (of === null) return led || isAsked ? byWords(text) : [];
  const asks =
    led &&
    (of.by === "my" || of.by === "our" || of.by === "person") &&
    !/^(?:how|why)\b|^what(?:'s| is| are) (?:on|in|at)\b|\blist$/iu.test(text) &&
    of.key.split(" ").length <= 4 &&
    /^(?:(?:what|who|when)(?:'s|s)?\b(?!\s+(?:could|would|should|about))|do you|tell|remind|can you|could you|i f)/iu.test(
      text,
    );
  const others = ["me", "project"]
    .filter((subject) => of.person === "" && subject !== of.subject)
    .map((subject) => ({ ...of, subject }));
  const question = asking(of, { others, past: past || of.past, asks });
  return asks ? [question] : [question, ...(led || isAsked ? byWords(text) : [])];
}

/** What questions for a list say beside its topic, the place and the item. */
const OF_LISTS = new RegExp(
  String.raw`^(?:a|an|the|my|our|mine|and|or|ok|so|hey|quick|question|then|please|pls|u|r|rn|wats?|what'?s|out|back|down|` +
    String.raw`file|time|rank(?:s|ed|ing)?|lists?|sit(?:s|ting)?|stands?|comes?|places?|positions?|spots?|slots?|ones?|` +
    String.raw`like|love|most|best|say|said|have|hold|holds|read|show|see|print|display|give|tell|run|through|more|again|` +
    String.raw`called?|told|named?|listed|stored|put|number|long|many|now|very|know|remember|recall|lost|track|i'd)$`,
  "u",
);

/** "what do you have down as my favorite dinosaurs?": the words that are left name the list, a place or an item of it. */
function favoriteIn(text: string, isAsked: boolean): readonly Question[] {
  const tokens = tokenise(text.toLowerCase());
  const named = tokens.findIndex(({ word }) => new RegExp(`^${FAVORITE}$`, "u").test(word));
  const likes = /\bi (?:like|love)(?: the)? (?:most|best)\b/iu.test(text);
  const asks =
    isAsked ||
    /^(?:(?:ok|so|hey),? )?(?:wh?ats?|what's|which|who|where|how|list|show|read|print|display|give|tell|run|remind|i'd like to see|in my|out of)\b/iu.test(
      text,
    );
  const elsewhere =
    /^what(?:'s| is| are) in\b|\b(?:before|used? to|previously|originally|earlier|formerly|back when)\b/iu;
  if ((named < 0 && !likes) || !asks || tokens.length > 20 || elsewhere.test(text)) return [];
  let selectors: readonly Selector[] | null = null;
  const runs: (readonly [at: number, text: string])[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { word, kind, start, end } = tokens[at] as (typeof tokens)[number];
    const places: ReturnType<typeof selectorsAt> =
      selectors === null && word !== "best" ? selectorsAt(tokens, at) : null;
    if (places !== null) {
      selectors = places.value;
      at = places.end - 1;
    } else if (
      at !== named &&
      kind === "word" &&
      !(OF_LISTS.test(word) || PRONOUNS.has(word) || FINITE.has(word) || PREPOSITIONS.has(word))
    ) {
      const last = runs.at(-1);
      if (last !== undefined && last[0] === at - 1)
        runs[runs.length - 1] = [at, `${last[1]} ${text.slice(start, end)}`];
      else runs.push([at, text.slice(start, end)]);
    }
  }
  const topic = runs.find(([at]) => at > named) ?? runs[0];
  const [other, more] = runs.filter((one) => one !== topic);
  if (topic === undefined || more !== undefined) return [];
  const list: ListMention = { ...topicOf(topic[1], /\bleast\b/u.test(text)), by: "stored" };
  if (other !== undefined)
    return /\b(?:where|rank|position|place|spot)\b/iu.test(text) && selectors === null
      ? [{ kind: "rankOf", list, item: mention(other[1]) }]
      : [];
  if (/\b(?:how many|number of) fav|\bhow long is my list\b/iu.test(text)) return [{ kind: "count", list }];
  if (/\b(?:how|where|when|why)\b/iu.test(text) && !/\b(?:lists?|rank|ranking|where did i put)\b/iu.test(text))
    return [];
  return [{ kind: "pick", list, selectors, whole: list.plural && selectors === null, past: false }];
}

/** Verbs of questions, which are no part of a key. */
const ASKING = new RegExp(
  String.raw`^(?:use|uses|used|using|wear|need|want|get|go|run|runs|running|work|works|lead|leads|live|` +
    String.raw`lives|call|called|say|said|tell|told|know|remember|stored|set|listen|again|please|pls|plz|` +
    String.raw`now|currently|still|exactly|much|many|long|old|time|number)$`,
  "u",
);

/** "which port is staging on?": the words that are left, in any order, are the key. */
function byWords(text: string): readonly Question[] {
  const words = tokenise(text.toLowerCase())
    .filter(({ kind }) => kind === "word")
    .map(({ word }) => word.replace(/'s$/u, ""))
    .filter(
      (word) =>
        !PRONOUNS.has(word) &&
        !FINITE.has(word) &&
        !PREPOSITIONS.has(word) &&
        !ASKING.test(word) &&
        !/^(?:the|a|an|my|our|your|and|or|so|hey|ok)$/u.test(word),
    );
  if (words.length < 2 || words.length > 3 || words.some((word) => IMPERATIVES.has(word))) return [];
  const rest = (i: number): readonly string[] => words.toSpliced(i, 1);
  const orders = words.flatMap((one, i) => [
    [one, ...rest(i)],
    ...(words.length > 2 ? [[one, ...rest(i).toReversed()]] : []),
  ]);
  return orders.flatMap((order): readonly Question[] => {
    const of = attributeOf(order.join(" "));
    return of === null ? [] : [asking(of, { others: [{ ...of, subject: "project" }] })];
  });
}
