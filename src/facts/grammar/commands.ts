import { cardinalAt, type Position, rankAt, selectorsAt } from "../../english/numerals.ts";
import { topicOf } from "../../english/nouns.ts";
import { straight, tokenise } from "../../english/tokens.ts";
import { attributeOf, favoriteOf } from "./mentions.ts";
import { factNamed } from "./intent.ts";
import type { AttributeMention, ItemMention, ListMention, NamedItem, Target } from "./intent.ts";
import { askedRelations } from "./relations.ts";
import type { Reading } from "./statements.ts";
import { withoutTail } from "../../english/adverbials.ts";
import { isName } from "../../english/noun-phrase.ts";
import { isQuoted, liked, readValues, written } from "../../english/stated-values.ts";

/** Longest command that is read, in characters. */
const LONGEST = 1000;

/** What a command names beside its verb: its list, null where it is the one spoken of, and whether it names one. */
interface Of {
  readonly verb: string;
  readonly list: ListMention | null;
  readonly isNamed: boolean;
}

/** The verbs of commands with what reads the words behind them, in the order in which they are tried. */
const COMMANDS: readonly (readonly [verb: RegExp, read: (tail: string, of: Of) => Reading])[] = (
  [
    [String.raw`(?:swap|switch|exchange|flip)(?!\s+out)(?:\s+around)?`, swapped],
    ["replace|substitute|swap out|change|switch out|update|rename|exchange", replaced],
    [
      "knock|ditch|remove|delete|drop|take out|take off|take|strike|cross out|cross off|cross|scratch|cut|kick out|kick|" +
        "get rid of|pull|axe|lose",
      removed,
    ],
    ["move|put|stick|slot|place|rank|bump|shift|make|push|bring|slide|send|promote|demote|drop|set|insert|add", placed],
    ["add|append|include|insert|put|throw in|throw|stick|tack on", added],
  ] as const
).map(([verbs, read]) => [new RegExp(String.raw`^(?:${verbs})\s+`, "iu"), read]);
const CLEAR = new RegExp(
  String.raw`^(?:clear(?: out)?|empty(?: out)?|reset|wipe(?: out)?|scrap|delete|remove|forget(?: about)?|` +
    String.raw`erase|drop)\s+(?:all(?: of)?\s+|(?:everything|all|anything|what|whatever)(?: (?:that )?(?:i|you|we)(?:'ve)? ` +
    String.raw`(?:said|told|tell|wrote|mentioned|know|have|kept|stored|saved|remember(?:ed)?)(?: you)?)? (?:in|on|from|about|of)\s+|` +
    String.raw`the (?:whole|entire)\s+)?`,
  "iu",
);
const UNDO = new RegExp(
  String.raw`^(?:(?:please|never ?mind),?\s+)*(?:undo(?:\s+(?:that|it|this|(?:(?:the|my)\s+)?(?:last\s+)?\p{L}+))?|` +
    String.raw`(?:take|put|roll) (?:that|it) back|(?:forget|scratch|delete|remove|erase) (?:that|it|this)|revert(?: that| it| the last change)?)$`,
  "iu",
);
/** "Change it to 3391", "make that 3391": of what isn't said. "Update" alone may be taken for an opening. */
const RESTATED =
  /^(?:(?:change|set|move|update|correct|switch|make) (?:it|that)(?: (?:back )?to)?|(?:it|that) to) (?=\S*\d).{1,40}$/iu;
/** What makes a removal one for good. */
const FOR_GOOD =
  /\s(?:for good|permanently|completely|forever|with (?:all )?(?:its|their) history|from (?:your )?memory)$/iu;
/** Two commands in one sentence. */
const TWO =
  /[,;]?\s+(?:and|then|but)\s+(?:then\s+|also\s+)?(?:add|remove|delete|drop|move|put|swap|replace|make|rank|clear|bump)\s/iu;

/** Reads a command on lists and facts; "half" where it names a list and a part of it can't be read. */
export function readCommand(raw: string): Reading {
  if (raw.length > LONGEST) return null;
  const said = straight(withoutTail(raw) ?? raw).replace(/\b(?:the|my) list of (?=my\s)|\s+clean$/giu, "");
  const text = said.replace(/^(?:in|on|from|for)\s+((?:my|our|the)\s[^,]{2,60}),\s+(.+)$/iu, "$2 in $1");
  if (UNDO.test(text)) return { kind: "undo" };
  if (RESTATED.test(text)) return "half";
  if (!CLEAR.test(text) && !COMMANDS.some(([verb]) => verb.test(text))) return null;
  const found = listIn(text);
  if (TWO.test(text)) return found === null ? null : "half";
  const whole = wholeList(text);
  if (whole !== null) return whole;
  const { rest = text, list = null } = found ?? {};
  if (found !== null && /\s(?:to|from|in|on|off)\s+my\s/iu.test(rest)) return "half";
  for (const [pattern, read] of COMMANDS) {
    const [verb] = pattern.exec(rest) ?? [];
    const reading =
      verb === undefined
        ? null
        : read(rest.slice(verb.length), { verb: verb.trim().toLowerCase(), list, isNamed: found !== null });
    if (reading !== null) return reading;
  }
  return list?.by === "frame" ? "half" : null;
}

const THE_LIST =
  /^(?:(?:the|my) (?:list|ranking)|(?:that|this) list|(?:my |the )?(?:favou?rites|faves|favs)(?: list)?)$/iu;
/** Words that no topic of a list holds: they belong to the command. */
const NO_TOPIC =
  /\b(?:clean|instead|at|before|after|between|no|longer|my|our|top|bottom|end|first|last|of|to|start|(?:second|third|fourth|fifth) one)\b/iu;

/** Reads a phrase as a list, null where it is the one spoken of: "my favorite cheeses", "the tea list", "it". */
export function listOf(phrase: string): { readonly list: ListMention | null } | null {
  const text = phrase.trim().replace(/[.!]+$/u, "");
  if (THE_LIST.test(text)) return { list: null };
  const favorite = favoriteOf(text.replace(/^the\s+(?=.*\bfav)/iu, "my ").replace(/\s+(?:list|ranking)$/iu, ""));
  if (favorite?.list != null) return favorite.position === null ? favorite : null;
  const [, topic = ""] =
    /^(?:my|our|the)\s+(?:list of\s+(?:favou?rite\s+)?)?(.{2,60}?)(?:\s+(?:list|ranking|favou?rites|faves|rankings))?$/iu.exec(
      text,
    ) ?? [];
  if (topic === "" || topic.split(" ").length > 5 || NO_TOPIC.test(topic)) return null;
  return { list: { ...topicOf(topic), by: "stored" } };
}

const LIST_AT =
  /\s+(?:to|from|in|on|onto|into|off of|off|out of|of|among|for|within)\s+(?=(?:my|our|the|it|that|there)\b)/giu;
const AFTER_LIST =
  /\s+(?=(?:at|as|in|to|before|after|above|below|behind|ahead of|right|first|second|third|last|with|by|and|,)\b)/giu;

/** The list that a command names, and its words without it; the longest phrase that is one. */
function listIn(text: string): { readonly rest: string; readonly list: ListMention | null } | null {
  for (const found of text.matchAll(LIST_AT)) {
    const from = found.index + found[0].length;
    const phrase = text.slice(from);
    const ends = [phrase.length, ...[...phrase.matchAll(AFTER_LIST)].map(({ index }) => index).toReversed()];
    const isOwn = /\s(?:to|from|of)\s+$/u.test(text.slice(0, from)) && /^(?:my|our)\s/iu.test(phrase);
    for (const end of ends) {
      const named = listOf(phrase.slice(0, end));
      const isList = isOwn || /\b(?:list|ranking|favou?rites)\b/iu.test(phrase.slice(0, end));
      if (named === null || (named.list?.by === "stored" && !isList)) continue;
      return { rest: `${text.slice(0, found.index)}${phrase.slice(end)}`, list: named.list };
    }
  }
  return null;
}

const isItem = (value: string): boolean => isName(value, true) && value.split(" ").length <= 12;
const FIRST = { from: "top", rank: 1 } as const;

/** An item as words name it, a place, "my third favorite cheese" or its value, and its list where they name it. */
function itemOf(text: string): { readonly item: ItemMention; readonly list: ListMention | null } | null {
  const phrase = text.trim();
  const favorite = /^my\s/iu.test(phrase) ? favoriteOf(phrase) : null;
  if (favorite !== null && (favorite.position !== null || favorite.list?.plural === false))
    return { item: { kind: "position", position: favorite.position ?? FIRST }, list: favorite.list };
  const position = positionOf(phrase);
  if (position !== null) return { item: { kind: "position", position }, list: null };
  const item = namedItem(phrase);
  if (!isItem(item.value) || (!isQuoted(phrase) && /[;:?]|\s(?:and then|because|if|when)\s/u.test(item.value)))
    return null;
  return { item, list: null };
}

/** What words name, as a whole and cut where they enumerate. */
export function namedItem(text: string): NamedItem {
  const [value, read] = [written(text), readValues(text, { plural: true, count: null })];
  const parts = read === null || read === "half" ? [value] : read.values.map((one) => one.value);
  return { kind: "value", value, parts };
}

function positionOf(text: string): Position | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^(?:the|my)\s+/u, "")
    .replace(/^(?:position|place|spot|slot|rank)\s+(?=[\p{L}\d]+$)/u, "number ")
    .replace(/(?<!\bnumber|\bno\.?)\s+(?:one|place|spot|position|slot|item|favou?rite|entry)$/u, "");
  const tokens = tokenise(bare);
  const rank = rankAt(tokens, 0);
  if (rank !== null && rank.end === tokens.length) return rank.value;
  return /^(?:very )?(?:bottom|end|back)$/u.test(bare) ? { from: "end", back: 0 } : null;
}

const STEP =
  /^(up|down)(?:\s+(?:by\s+)?(\S+))?(?:\s+(?:spots?|places?|positions?|slots?|ranks?|steps?|notch(?:es)?))?$/iu;

/** "at #2", "to the top", "up one" */
function targetOf(text: string): Target | null {
  const phrase = text.trim();
  const [step, way = "", many = "one"] = STEP.exec(phrase) ?? [];
  const count = /^an?$/iu.test(many) ? 1 : (cardinalAt(tokenise(many.toLowerCase()), 0)?.value ?? null);
  if (step !== undefined && count !== null) return { kind: "step", up: /^up$/iu.test(way) ? count : -count };
  const position = positionOf(phrase.replace(/^(?:at|to|in|as|into|up to|down to|back to|on)\s+/iu, ""));
  return position === null ? null : { kind: "position", position };
}

const CUT_AT = new RegExp(
  String.raw`\s+(?=(?:at|to|in|as|into|up|down|right|just|first|second|third|fourth|fifth|last|my|number|back|on top)\b|#\d)`,
  "giu",
);

/** Words that fall into an item and a target behind it, which may name its list: "Ghent my second favorite city". */
function aimed(
  text: string,
): { readonly item: string; readonly target: Target; readonly list: ListMention | null } | null {
  for (const cut of text.matchAll(CUT_AT)) {
    const item = text.slice(0, cut.index).replace(/\s+(?:in|up|down|back|as)$/iu, "");
    const behind = text.slice(cut.index + cut[0].length).replace(/^my\s+new\s+/iu, "my ");
    const favorite = /^my\s/iu.test(behind) ? favoriteOf(behind) : null;
    const position = favorite?.position ?? (favorite?.list == null ? null : FIRST);
    const target =
      position === null ? targetOf(behind.replace(/^my\s+/iu, "")) : ({ kind: "position", position } as const);
    if (target !== null && !/^(?:the|a|an|my)?\s*$/iu.test(item)) return { item, target, list: favorite?.list ?? null };
  }
  return null;
}

/** "clear my tea list", "forget my gym code", "erase my favorite teas for good" */
function wholeList(text: string): Reading {
  const verb = CLEAR.exec(text)?.[0] ?? "";
  const phrase = text
    .slice(verb.length)
    .replace(/^that\s+(.{3,60}?)\s+(?:is|are)\s.*$/iu, "$1")
    .replace(/^(?:who|what|when|where|which)\s+(.{2,60}?)\s+(?:is|are)$/iu, "$1")
    .replace(FOR_GOOD, "");
  const named = verb === "" || /\s(?:from|off|and)\s/iu.test(phrase) ? null : (listOf(phrase) ?? somebodys(phrase));
  if (named === null) return null;
  const { list } = named;
  const isErase = /^erase\s/iu.test(text) || FOR_GOOD.test(text);
  const isList = /\b(?:list|ranking)\b/iu.test(phrase);
  if (list === null)
    return (isList || /\b(?:everything|all)\b/iu.test(text)) && !isErase ? { kind: "clear", list } : null;
  const of = list.by === "frame" || isList ? null : (list.of ?? attributeOf(phrase));
  // "Forget what I said about my flight" is answered, whatever is stored of it.
  const by = /\s(?:i|you|we)\b/iu.test(verb) && of?.by !== "the" ? "frame" : list.by;
  return { kind: isErase ? "erase" : "clear", list: of === null || of.by === "none" ? list : { ...factList(of), by } };
}

function factList(of: AttributeMention): ListMention {
  const { key, topic } = factNamed(of);
  return { key, name: topic, plural: false, by: "stored", of };
}

/** "Anna's birthday", "where I live": an exact fact without "my" and "our". */
function somebodys(phrase: string): { readonly list: ListMention } | null {
  const [relation] = askedRelations(phrase).flatMap((one) => (one.kind === "askAttribute" ? one.of : []));
  const of = relation ?? attributeOf(phrase);
  return of === null || (of.by !== "person" && relation === undefined) ? null : { list: factList(of) };
}

function swapped(tail: string, { list }: Of): Reading {
  const [one = "", other = "", ...more] = tail
    .replace(/\s+(?:around|places|positions|over)$/iu, "")
    .split(/\s+(?:and|with|&)\s+/iu);
  const [first, second] = [itemOf(one), itemOf(/^my\s/iu.test(one) ? `my ${other.replace(/^my /iu, "")}` : other)];
  if (first === null || second === null || more.length > 0) return null;
  return { kind: "swap", list: list ?? first.list ?? second.list, first: first.item, second: second.item };
}

function replaced(tail: string, { list }: Of): Reading {
  const cut = /\s+(?:with|by|to|for|into)\s+/iu.exec(tail);
  if (cut === null) return null;
  const by = tail.slice(cut.index + cut[0].length);
  const named = itemOf(tail.slice(0, cut.index));
  const value = liked(by);
  if (named === null || !isItem(value)) return null;
  if (/\s(?:and|or)\s\S/u.test(value) && !isQuoted(by)) return "half";
  const isAttribute = /^(?:my|our|the)\s/iu.test(tail) && named.item.kind === "value";
  return isAttribute ? null : { kind: "replace", list: list ?? named.list, item: named.item, value };
}

function removed(words: string, { verb, list }: Of): Reading {
  const tail = words.replace(/\s+(?:off|out|away)$/iu, "");
  const bare = tail
    .toLowerCase()
    .replace(/^(?:the|my)\s+/u, "")
    .replace(/\s+(?:ones?|items?|entries|entry)$/u, "");
  const tokens = tokenise(bare);
  const selectors = selectorsAt(tokens, 0);
  if (selectors !== null && selectors.end === tokens.length) return { kind: "remove", list, item: selectors.value };
  // "Drop feta to #3" moves it.
  const named = /^(?:drop|take|pull)$/u.test(verb) && aimed(tail) !== null ? null : itemOf(tail);
  return named === null ? null : { kind: "remove", list: list ?? named.list, item: named.item };
}

function placed(tail: string, { verb, list }: Of): Reading {
  const found = aimed(tail);
  const named = found === null ? null : itemOf(found.item);
  if (found === null || named === null) return null;
  const { item } = named;
  if (/^(?:add|insert)$/u.test(verb) && item.kind === "value")
    return { kind: "add", list: list ?? found.list, values: item.parts, to: found.target };
  const insert = !/^(?:move|bump|shift|push|slide|promote|demote|bring|drop|send)$/u.test(verb);
  return { kind: "place", list: list ?? found.list ?? named.list, item, to: found.target, insert };
}

function added(tail: string, { verb, list, isNamed }: Of): Reading {
  if ((!isNamed && !/^(?:add|append|include)$/u.test(verb)) || aimed(tail) !== null) return null;
  const read = readValues(tail.replace(/^also\s+/iu, ""), { plural: true, count: null });
  if (read === null || read === "half") return read;
  return { kind: "add", list, values: read.values.map(({ value }) => value), to: null };
}
