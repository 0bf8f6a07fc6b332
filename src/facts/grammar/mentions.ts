import WORDS from "../../english/noun-words.json" with { type: "json" };
import { CLOSED } from "../../english/adverbials.ts";
import { LONGEST_TOPIC, PERSON, topicOf } from "../../english/nouns.ts";
import { cardinalAt, type Position, rankAt } from "../../english/numerals.ts";
import { type Token, tokenise } from "../../english/tokens.ts";
import { FINITE, FORMER, IMPERATIVES, PRONOUNS } from "../../english/word-classes.ts";
import { attributeKey, personKey, TITLE } from "./attribute-keys.ts";
import type { AttributeMention, ListMention } from "./intent.ts";

/** The words that make a noun one's favourite. */
export const FAVORITE = String.raw`(?:favou?rites?|favorits?|fave?s?|favs?|preferred)`;
/** A single word of these. */
export const IS_FAVORITE = new RegExp(`^${FAVORITE}$`, "u");
const STRONG: ReadonlySet<string> = new Set(WORDS.strong);

/** A favourite as a phrase names it: "my second favorite space films", "top 3 guitars". */
export interface Favorite {
  readonly list: ListMention | null;
  readonly position: Position | null;
  readonly count: number | null;
  /** Whether the phrase says "in order", "ranked". */
  readonly ordered: boolean;
  /** "worst to best", "ascending". */
  readonly reversed: boolean;
}

const SUFFIX = new RegExp(
  String.raw`(?:^|\s+)(?:in (?:order of preference|descending order)|ranked|of mine|overall|to (?:eat|drink|watch|read|play|listen to|visit|use|` +
    String.raw`wear|cook|make)|list|ranking|(?:from )?best to worst|top to bottom)$`,
  "iu",
);
const REVERSED =
  /\s*[,(]?\s*(?:from )?(?:worst to best|least to most(?: favou?rite)?|bottom to top|in ascending order|ascending|in reverse order|reversed)\)?$/iu;

/** Reads a phrase as a favourite; null where it is none. */
export function favoriteOf(phrase: string): Favorite | null {
  const plain = phrase
    .trim()
    .replace(/[*_`]+/gu, "")
    .replace(/-(?=fav)/giu, " ");
  if (plain.length > 260) return null;
  const reversed = REVERSED.test(plain);
  const { text, ordered } = withoutEnd(plain.replace(REVERSED, ""));
  const tokens = tokenise(text);
  const lead = leadOf(tokens);
  if (lead === null || !(lead.named || (lead.position !== null && lead.mine))) return null;
  const number = cardinalAt(tokens, lead.end);
  const counts = number !== null && number.end < tokens.length && number.value < 1000;
  const count = counts ? number.value : lead.count;
  const at = counts ? number.end : lead.end;
  const rest = tokens.slice(tokens[at]?.word === "all-time" ? at + 1 : at);
  const [first] = rest;
  if (first === undefined) return { list: null, position: lead.position, count, ordered, reversed };
  const topic = text.slice(first.start, rest.at(-1)?.end).trim();
  if (!lead.named || !isTopic(topic, rest)) return null;
  return { list: { ...topicOf(topic, lead.least), by: "frame" }, position: lead.position, count, ordered, reversed };
}

const IN_ORDER =
  /[,(]\s*[^,()]*(?:order|ranked|preference|best to worst|best first|most to least|top first|starting with)[^,()]*\)?$/iu;

/** "Favorite place to read": what it is for tells a thing, a place, a way or a time from others. */
const TO_DO = /\b(?:thing|place|spot|way|time)s?\s+to\s+\S+$/iu;

/** A phrase without what stands behind its topic, and whether that says that there is an order. */
function withoutEnd(phrase: string): { readonly text: string; readonly ordered: boolean } {
  let text = phrase;
  let ordered = false;
  for (let steps = 0; steps < 4 && !TO_DO.test(text); steps += 1) {
    const end = (IN_ORDER.exec(text) ?? SUFFIX.exec(text) ?? CLOSED.exec(text))?.[0] ?? "";
    if (end === "") break;
    ordered ||= IN_ORDER.test(end) || /order|ranked|ranking|best/iu.test(end);
    text = text.slice(0, text.length - end.length).trim();
  }
  return { text, ordered };
}

const NUMBER_ONE = /(?:goal|priority|concern|fan|problem|rule|reason|issue|enemy|job|thing|question|worry|fear)s?$/u;

/** The words before a topic: "my", ranks, numbers, "favorite"; `named`: whether they say that what follows is a favourite. */
function leadOf(tokens: readonly Token[]) {
  const words = tokens.map(({ word }) => word);
  const mine = /^(?:my|our|mine)$/u.test(words[0] ?? "");
  const lead = {
    end: mine ? 1 : 0,
    mine,
    position: null as Position | null,
    count: null as number | null,
    least: false,
  };
  let numbered = false;
  for (let steps = 0; steps < 8; steps += 1) {
    const word = words[lead.end] ?? "";
    if (IS_FAVORITE.test(word)) return { ...lead, end: lead.end + 1, named: true };
    if (/^(?:top|best)$/u.test(word) && mine) {
      const named = isTop(tokens, lead.end + 1);
      if (named === null) return null;
      lead.end += 1;
      if (named) return { ...lead, named };
      continue;
    }
    const rank = lead.position === null ? rankAt(tokens, lead.end) : null;
    const number = cardinalAt(tokens, lead.end);
    if (word === "least" || word === "worst") {
      lead.least = true;
      lead.end += 1;
    } else if (rank !== null) {
      lead.position = rank.value;
      numbered = mine && /^(?:#|number|no\.|num)/u.test(word) && !NUMBER_ONE.test(words.at(-1) ?? "");
      lead.end = words[rank.end] === "most" ? rank.end + 1 : rank.end;
    } else if (STRONG.has(word) || (word === "all" && words[lead.end + 1] === "time"))
      lead.end += word === "all" ? 2 : 1;
    else if (number === null) break;
    else [lead.count, lead.end] = [number.value, number.end];
  }
  return { ...lead, named: numbered };
}

/** Whether "top" names favourites: "my top cities", "my top 3 cities"; null where it is another word: "my top priority". */
function isTop(tokens: readonly Token[], at: number): boolean | null {
  const next = cardinalAt(tokens, at);
  const rest = tokens.slice(next?.end ?? at).map(({ word }) => word);
  const [first = ""] = rest;
  if (first === "" || IS_FAVORITE.test(first)) return false;
  return next !== null || topicOf(rest.join(" ")).plural ? true : null;
}

const NO_TOPIC_WORD: ReadonlySet<string> = new Set(WORDS.noTopic);

/** Whether words may be what a list is about. */
function isTopic(topic: string, words: readonly Token[]): boolean {
  return (
    words.length <= 6 &&
    topic.length <= LONGEST_TOPIC &&
    !/[,;:?!()"#]|\bnumber \d/u.test(topic) &&
    !words.some(
      ({ word, text }) => (PRONOUNS.has(word) && text !== "US") || FINITE.has(word) || NO_TOPIC_WORD.has(word),
    ) &&
    !/^(?:of|in|on|at|for|to|from|with|by|about|as|than|one|ones|part|bit)$/u.test(words[0]?.word ?? "") &&
    !/^(?:of|in|on|at|for|to|from|with|by|about|as|than|the|a)$/u.test(words.at(-1)?.word ?? "")
  );
}

/** Words before an attribute that say that the present one is meant, and are none of its key. */
const PRESENT = /^(?:new|current|present|actual|latest|updated|own|full)$/iu;
/** What makes of a key one of another time: "former boss" says nothing of the boss. */
export const FORMER_KEY = new RegExp(String.raw`^${FORMER}\s(?=.)`, "iu");
const NOBODY: ReadonlySet<string> = new Set(WORDS.nobody);

/** An attribute with what its form says of it. */
export interface NamedAttribute extends AttributeMention {
  readonly by: NonNullable<AttributeMention["by"]>;
}

const NO_KEY_WORD = new RegExp(
  String.raw`^(?:my|your|his|her|their|its|our|earlier|later|and|or|but|not|the|a|an|because|if|every|` +
    String.raw`um|uh|er|like|lol|until|wait|sure|when|says?|said|thinks?|thought|reckons?|told|heard|hears?|claims?)$|[()[\]{}<>=]|^\d+(?:st|nd|rd|th)$`,
  "u",
);
/** Longest key of an attribute, in words. */
const MOST_KEY_WORDS = 5;

/** Reads a phrase as an attribute: "my dog's name", "Anna's birthday", "the staging port"; null where it is none. */
export function attributeOf(phrase: string): NamedAttribute | null {
  const text = phrase
    .trim()
    .replace(/[*_`"“”]+|\s(?:since|as of) (?:yesterday|today|now|(?:this|last) \p{L}+|\p{L}+day|\d.*)$/giu, "")
    .replace(/[’]/gu, "'")
    .replace(/\bwi-fi\b/giu, "wifi");
  if (text.length > 120 || text === "") return null;
  const [, whose = "", tail = text] = /^(my|our|the|this|mine)\s+(.+)$/iu.exec(text) ?? [];
  if (/^(?:this|mine)$/iu.test(whose)) return null;
  const [, owner, owned] =
    /^((?:(?:dr|mrs?|ms|mx|prof)\.?)?\s?[\p{L}][\p{L}.-]*(?: \p{Lu}[\p{L}.-]*){0,2})'s?\s+(.+)$/iu.exec(tail) ?? [];
  const hasOwner = owner !== undefined && owned !== undefined && (tail.includes("'s ") || /s' /u.test(tail));
  if (whose === "" && hasOwner) {
    const names = owner.replace(TITLE, "").split(" ");
    const isNamed = names.length === 1 || TITLE.test(owner) || names.every((word) => /^\p{Lu}/u.test(word));
    // "uncle Bo's address"
    const isKin = names.length === 2 && PERSON.test((names[0] ?? "").toLowerCase());
    if (!(isNamed || isKin) || NOBODY.has(owner.toLowerCase()) || IMPERATIVES.has(owner.toLowerCase())) return null;
    return named(personKey(owner), owner, owned, "person");
  }
  const by = whose === "" ? "none" : (whose.toLowerCase() as NamedAttribute["by"]);
  return named(by === "my" || by === "none" ? "me" : "project", "", tail, by);
}

function named(subject: string, person: string, phrase: string, by: NamedAttribute["by"]): NamedAttribute | null {
  let words = phrase.trim().split(/\s+/u);
  while (words.length > 1 && PRESENT.test(words[0] as string)) words = words.slice(1);
  // "port of staging", "password for the guest wifi", "code to the safe"
  const link = words.findIndex(
    (word, i) =>
      i > 0 && (/^(?:of|for|in|on|at)$/iu.test(word) || /^to (?:the|my|our)$/iu.test(`${word} ${words[i + 1] ?? ""}`)),
  );
  if (link > 0 && link < words.length - 1) {
    if (link > 2 || words.length - link > 4) return null;
    const behind = words.slice(link + 1).filter((word) => !/^(?:the|my|our|a|an)$/iu.test(word));
    words = [...behind, ...words.slice(0, link)];
  }
  words = words.map((word) => word.replace(/[,:;]$/u, ""));
  const small = words.map((word) => word.toLowerCase());
  // "my daughter Ines is 7": said of her, no name of a fact.
  if (small.some((word, i) => PERSON.test(word) && /^\p{Lu}\p{Ll}/u.test(words[i + 1] ?? ""))) return null;
  if (words.length === 0 || words.length > MOST_KEY_WORDS) return null;
  // "Tom's favorite tea" is Tom's; one's own are lists.
  const isHis = by === "person" && /^\p{Lu}/u.test(person) && words.length > 1;
  const isNone = (word: string, i: number): boolean =>
    PRONOUNS.has(word) || FINITE.has(word) || NO_KEY_WORD.test(word) || (IS_FAVORITE.test(word) && !(isHis && i === 0));
  if (
    small.some(isNone) ||
    /^(?:most|least|best|top|worst)\s(?!(?:friend|man|mate|buddy)s?\b)/u.test(`${small.join(" ")} `)
  )
    return null;
  const { key } = topicOf(words.join(" ").replaceAll("'s ", " "));
  // Behind "the" no sentence begins: "the Stavanger office".
  const [first = ""] = by === "none" ? [] : (/^\p{Lu}\p{Ll}+(?=\s.*\p{Ll})/u.exec(words.join(" ")) ?? []);
  const { name } = topicOf(words.join(" "));
  const former = FORMER_KEY.exec(key)?.[0] ?? "";
  return {
    subject,
    person,
    key: by === "my" && key === "number" ? "phone number" : former + attributeKey(key.slice(former.length)),
    name: first + name.slice(first.length),
    by,
  };
}
