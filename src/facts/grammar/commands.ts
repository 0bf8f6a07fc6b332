import { cardinalAt, type Position, rankAt, selectorsAt } from "../../english/numerals.ts";
import { topicOf } from "../../english/nouns.ts";
import { straight, tokenise } from "../../english/tokens.ts";
import { storedKey } from "./attribute-keys.ts";
import { attributeOf, favoriteOf } from "./mentions.ts";
import { type ItemMention, type ListMention, shownAs, type Target } from "./intent.ts";
import type { Reading } from "./statements.ts";
import { withoutTail } from "../../english/adverbials.ts";
import { isName } from "../../english/noun-phrase.ts";
import { isQuoted, liked, readValues, written } from "../../english/stated-values.ts";

/** Longest command that is read, in characters. */
const LONGEST = 1000;

const ADD = /^(?:add|append|include|insert|put|throw in|throw|stick|tack on)\s+/iu;
const REMOVE =
  /^(?:knock|ditch|remove|delete|drop|take out|take off|take|strike|cross out|cross off|cross|scratch|cut|kick out|kick|get rid of|pull|axe|lose)\s+/iu;
const PLACE =
  /^(?:move|put|stick|slot|place|rank|bump|shift|make|push|bring|slide|send|promote|demote|drop|set|insert|add)\s+/iu;
const SWAP = /^(?:swap|switch|exchange|flip)\s+(?:around\s+)?/iu;
const REPLACE = /^(?:replace|substitute|swap out|change|switch out|update|rename|exchange)\s+/iu;
const CLEAR = new RegExp(
  String.raw`^(?:clear(?: out)?|empty(?: out)?|reset|wipe(?: out)?|scrap|delete|remove|forget(?: about)?|` +
    String.raw`erase|drop)\s+(?:all(?: of)?\s+|everything (?:in|on|from|about)\s+|the (?:whole|entire)\s+)?`,
  "iu",
);
const UNDO = new RegExp(
  String.raw`^(?:(?:(?:please|nevermind|never mind),?\s+)*undo(?:\s+(?:that|it|this|(?:(?:the|my)\s+)?(?:last\s+)?` +
    String.raw`(?:change|one|edit|swap|move|removal|addition)))?|take (?:that|it) back|revert(?: that| it| the last change)?|` +
    String.raw`roll (?:that|it) back|put it back(?: how it was)?)$`,
  "iu",
);
const ANY = [ADD, REMOVE, PLACE, SWAP, REPLACE, CLEAR];
/** What makes a removal one for good. */
const FOR_GOOD =
  /\s(?:for good|permanently|completely|forever|with (?:all )?(?:its|their) history|from (?:your )?memory)$/iu;

/** A list that a command names; `list: null` is the one spoken of. */
interface Named {
  readonly list: ListMention | null;
  readonly position: Position | null;
}

const THE_LIST =
  /^(?:(?:the|my) (?:list|ranking)|(?:that|this) list|(?:my |the )?(?:favou?rites|faves|favs)(?: list)?)$/iu;

/** Reads a phrase as a list: "my favorite cheeses", "the tea list", "it". */
export function listOf(phrase: string): Named | null {
  const text = phrase.trim().replace(/[.!]+$/u, "");
  if (THE_LIST.test(text)) return { list: null, position: null };
  const favorite = favoriteOf(text.replace(/^the\s+(?=.*\bfav)/iu, "my ").replace(/\s+(?:list|ranking)$/iu, ""));
  if (favorite?.list != null) return { list: favorite.list, position: favorite.position };
  const [, topic] =
    /^(?:my|our|the)\s+(?:list of\s+)?(?:favou?rite\s+)?(.{2,60}?)(?:\s+(?:list|ranking|favou?rites|faves|rankings))?$/iu.exec(
      text,
    ) ?? [];
  if (
    topic === undefined ||
    topic.split(" ").length > 5 ||
    /\b(?:clean|instead|at|before|after|between|no|longer|my|our|top|bottom|end|first|last|of|to|start)\b/iu.test(topic)
  )
    return null;
  return { list: { ...topicOf(topic), by: "stored" }, position: null };
}

const LIST_AT =
  /\s+(?:to|from|in|on|onto|into|off of|off|out of|of|among|for|within)\s+(?=(?:my|our|the|it|that|there)\b)/giu;
const AFTER_LIST =
  /\s+(?=(?:at|as|in|to|before|after|above|below|behind|ahead of|right|first|second|third|last|with|by|and|,)\b)/giu;

/** The list that a command names, and its words without it; the longest phrase that is one. */
function listIn(text: string): { readonly rest: string; readonly named: Named } | null {
  for (const found of text.matchAll(LIST_AT)) {
    const from = found.index + found[0].length;
    const phrase = text.slice(from);
    const ends = [phrase.length, ...[...phrase.matchAll(AFTER_LIST)].map(({ index }) => index).toReversed()];
    for (const end of ends) {
      const named = listOf(phrase.slice(0, end));
      if (named === null || named.position !== null) continue;
      const isOwn =
        /(?:^|\s)(?:to|from|(?:top|bottom|end) of)\s+$/u.test(text.slice(0, from)) && /^(?:my|our)\s/iu.test(phrase);
      const isList = isOwn || /\b(?:list|ranking|favou?rites)\b/iu.test(phrase.slice(0, end));
      if (named.list?.by === "stored" && !isList) continue;
      return { rest: `${text.slice(0, found.index)}${phrase.slice(end)}`, named };
    }
  }
  return null;
}

const isItem = (value: string): boolean => isName(value, true) && value.split(" ").length <= 12;
const FIRST = { from: "top", rank: 1 } as const;
const at = (position: Position): ItemMention => ({ kind: "position", position });

/** An item as words name it: a place, "my third favorite cheese", or its value. */
function itemOf(text: string): { readonly item: ItemMention; readonly named: Named | null } | null {
  const phrase = text.trim();
  const favorite = /^my\s/iu.test(phrase) ? favoriteOf(phrase) : null;
  if (favorite !== null && (favorite.position !== null || favorite.list?.plural === false)) {
    const named = favorite.list === null ? null : { list: favorite.list, position: null };
    return { item: at(favorite.position ?? FIRST), named };
  }
  const place = positionOf(phrase);
  if (place !== null) return { item: at(place), named: null };
  const quoted = isQuoted(phrase);
  const value = written(phrase);
  if (!isItem(value) || (!quoted && /[;:?]|\s(?:and then|because|if|when)\s/u.test(value))) return null;
  const read = readValues(phrase, { plural: true, count: null });
  const parts = read === null || read === "half" ? [value] : read.values.map((one) => one.value);
  return { item: { kind: "value", value, parts }, named: null };
}

function positionOf(text: string): Position | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^(?:the|my)\s+/u, "")
    .replace(/(?<!\bnumber|\bno\.?|\brank)\s+(?:one|place|spot|position|slot|item|favou?rite|entry)$/u, "");
  const tokens = tokenise(bare);
  const rank = rankAt(tokens, 0);
  if (rank !== null && rank.end === tokens.length) return rank.value;
  const number = /^(?:position|place|spot|slot|rank)\s/u.test(bare) ? cardinalAt(tokens, 1) : null;
  if (number !== null && number.end === tokens.length) return { from: "top", rank: number.value };
  if (/^(?:top|front|start|beginning|very top|head)$/u.test(bare)) return { from: "top", rank: 1 };
  return /^(?:bottom|end|back|very bottom|very end)$/u.test(bare) ? { from: "end", back: 0 } : null;
}

/** "at #2", "to the top", "up one", "above feta" */
function targetOf(text: string): Target | null {
  const phrase = text.trim();
  const step =
    /^(up|down)(?:\s+(?:by\s+)?(.+?))?(?:\s+(?:spots?|places?|positions?|slots?|ranks?|steps?|notch(?:es)?))?$/iu.exec(
      phrase,
    );
  if (step !== null) {
    const many = (step[2] ?? "one").toLowerCase();
    const count = /^(?:a|an|one)$/u.test(many) ? 1 : (cardinalAt(tokenise(many), 0)?.value ?? null);
    if (count !== null) return { kind: "step", up: step[1]?.toLowerCase() === "up" ? count : -count };
  }
  const beside =
    /^(?:to |at )?(?:right |just |directly |one )?(before|after|above|below|ahead of|behind|under|underneath|over|on top of)\s+(.+)$/iu.exec(
      phrase,
    );
  if (beside !== null) {
    const item = itemOf(beside[2] as string)?.item;
    return item === undefined
      ? null
      : { kind: /^(?:before|above|ahead of|over|on top of)$/iu.test(beside[1] as string) ? "before" : "after", item };
  }
  const position = positionOf(phrase.replace(/^(?:at|to|in|as|into|up to|down to|back to|on)\s+/iu, ""));
  return position === null ? null : { kind: "position", position };
}

const CUT_AT = new RegExp(
  String.raw`\s+(?=(?:at|to|in|as|into|up|down|before|after|above|below|ahead|behind|between|under|over|` +
    String.raw`right|just|first|second|third|fourth|fifth|last|my|#\d|number|back|on top)\b|#\d)`,
  "giu",
);

/** The ways in which words fall into an item and a target behind it. */
function placed(text: string): { readonly item: string; readonly target: Target } | null {
  for (const cut of [...text.matchAll(CUT_AT)]) {
    const target = targetOf(text.slice(cut.index + cut[0].length).replace(/^my\s+(?:new\s+)?/iu, ""));
    if (target !== null && !/^(?:the|a|an|my)?\s*$/iu.test(text.slice(0, cut.index)))
      return { item: text.slice(0, cut.index).replace(/\s+(?:in|up|down|back)$/iu, ""), target };
  }
  return null;
}

/** Two commands in one sentence. */
const TWO =
  /[,;]?\s+(?:and|then|but)\s+(?:then\s+|also\s+)?(?:add|remove|delete|drop|move|put|swap|replace|make|rank|clear|bump)\s/iu;

/** Reads a command on lists and facts; "half" where it names a list and a part of it can't be read. */
export function readCommand(raw: string): Reading {
  if (raw.length > LONGEST) return null;
  const inOrder = (said: string): string =>
    straight(said)
      .replace(/\b(?:the|my) list of (?=my\s)/iu, "")
      .replace(/^(?:in|on|from|for)\s+((?:my|our|the)\s[^,]{2,60}),\s+(.+)$/iu, "$2 in $1")
      .replace(INSTEAD, "replace $3 with $1 in $2");
  const text = inOrder(withoutTail(raw) ?? raw);
  if (UNDO.test(text)) return { kind: "undo" };
  if (!ANY.some((verb) => verb.test(text))) return goes(inOrder(raw));
  if (TWO.test(text)) return listIn(text) === null ? null : "half";
  const whole = wholeList(text);
  if (whole !== null) return whole;
  const found = listIn(text);
  const rest = found?.rest ?? text;
  if (found !== null && /\s(?:to|from|in|on|off)\s+my\s/iu.test(rest)) return "half";
  const read = onItems(rest, found?.named.list ?? null, found !== null);
  if (read !== null) return read;
  return found?.named.list?.by === "frame" ? "half" : null;
}

/** "make Ghent number 3 in my favorite cities instead of Bergen": it takes that place. */
const INSTEAD =
  /^(?:make|put|set|add|have)\s+(.{1,60}?)\s+(?:(?:number|#|at|in|on|to|as)\b.*?)?(my\s.{2,60}?)\s+instead of\s+(.{1,60})$/iu;

/** "clear my tea list", "forget my gym code", "erase my favorite teas for good" */
function wholeList(text: string): Reading {
  const verb = CLEAR.exec(text);
  if (verb === null) return null;
  const isErase = /^erase\s/iu.test(text) || FOR_GOOD.test(text);
  const phrase = text
    .slice(verb[0].length)
    .replace(/^that\s+(.{3,60}?)\s+(?:is|are)\s.*$/iu, "$1")
    .replace(/^(my\s.*?)\s+clean$/iu, "$1")
    .replace(FOR_GOOD, "")
    .replace(/\s+(?:entirely|altogether)$/iu, "");
  const named = listOf(phrase);
  if (named === null || named.position !== null || /\sfrom\s|\soff\s|\sand\s/iu.test(phrase)) return null;
  const isList = /\b(?:list|ranking)\b/iu.test(phrase);
  const { list } = named;
  if (list === null)
    return /\b(?:list|ranking|everything|all)\b/iu.test(text) && !isErase ? { kind: "clear", list } : null;
  if (list.by === "frame" && !list.plural && !isList && /^(?:remove|delete|drop)\s/iu.test(text)) return null;
  const of = list.by === "frame" || isList ? null : attributeOf(phrase);
  return {
    kind: isErase ? "erase" : "clear",
    list:
      of === null || of.by === "none"
        ? list
        : { key: storedKey(of.subject, of.key), name: shownAs(of), plural: false, by: "stored" },
  };
}

function onItems(rest: string, list: ListMention | null, isNamed: boolean): Reading {
  const made = /^(?:make|set)\s+(.+?)\s+(?:as\s+)?(my\s+.+)$/iu.exec(rest);
  const favorite = made === null ? null : favoriteOf((made[2] as string).replace(/\bnew\s+/iu, ""));
  if (made !== null && favorite !== null && (favorite.list !== null || favorite.position !== null)) {
    const item = itemOf(made[1] as string)?.item;
    const to = { kind: "position", position: favorite.position ?? FIRST } as const;
    return item === undefined ? "half" : { kind: "place", list: favorite.list ?? list, item, to, insert: true };
  }
  return (
    (/^(?:swap|switch) out\s/iu.test(rest) ? null : swapped(rest, list)) ??
    replaced(rest, list) ??
    removed(rest, list) ??
    moved(rest, list) ??
    added(rest, list, isNamed)
  );
}

function swapped(rest: string, list: ListMention | null): Reading {
  const verb = SWAP.exec(rest);
  if (verb === null) return null;
  const tail = rest.slice(verb[0].length).replace(/\s+(?:around|places|positions|over)$/iu, "");
  const favorite = /^(?:my|the)\s+(.+?)\s+and\s+(.+)$/iu.exec(tail);
  const second = favorite === null ? null : favoriteOf(`my ${favorite[2] as string}`);
  const first = favorite === null ? null : positionOf(favorite[1] as string);
  if (second?.position != null && first !== null && second.list !== null)
    return { kind: "swap", list: second.list, first: at(first), second: at(second.position) };
  const cut = /\s+(?:and|with|&)\s+/iu.exec(tail);
  if (cut === null) return null;
  const [one, other] = [itemOf(tail.slice(0, cut.index)), itemOf(tail.slice(cut.index + cut[0].length))];
  if (one === null || other === null) return null;
  const of = list ?? one.named?.list ?? other.named?.list ?? null;
  return { kind: "swap", list: of, first: one.item, second: other.item };
}

function replaced(rest: string, list: ListMention | null): Reading {
  const verb = REPLACE.exec(rest);
  if (verb === null) return null;
  const tail = rest.slice(verb[0].length);
  const cuts = [...tail.matchAll(/\s+(?:with|by|to|for|into)\s+/giu)];
  const [cut] = cuts;
  if (cut === undefined) return null;
  const item = itemOf(tail.slice(0, cut.index));
  const value = liked(tail.slice(cut.index + cut[0].length));
  if (item === null || !isItem(value)) return null;
  if (/\s(?:and|or)\s\S/u.test(value) && !isQuoted(tail.slice(cut.index + cut[0].length))) return "half";
  const isAttribute = /^(?:my|our|the)\s/iu.test(tail) && item.named === null && item.item.kind === "value";
  return isAttribute ? null : { kind: "replace", list: list ?? item.named?.list ?? null, item: item.item, value };
}

function removed(rest: string, list: ListMention | null): Reading {
  const verb = REMOVE.exec(rest);
  if (verb === null) return null;
  const tail = rest.slice(verb[0].length).replace(/\s+(?:off|out|away)$/iu, "");
  // "Drop feta to #3" moves it.
  if (/^(?:drop|take|pull|push)\s.*\s(?:to|down|below|under)\s/iu.test(rest) && placed(tail) !== null) return null;
  const bare = tail
    .toLowerCase()
    .replace(/^(?:the|my)\s+/u, "")
    .replace(/\s+(?:ones?|items?|entries|entry)$/u, "");
  const tokens = tokenise(bare);
  const selectors = selectorsAt(tokens, 0);
  if (selectors !== null && selectors.end === tokens.length)
    return { kind: "remove", list, items: [], selectors: selectors.value };
  const item = itemOf(tail);
  if (item === null) return null;
  return { kind: "remove", list: list ?? item.named?.list ?? null, items: [item.item], selectors: null };
}

function moved(rest: string, list: ListMention | null): Reading {
  const verb = PLACE.exec(rest);
  const found = verb === null ? null : placed(rest.slice(verb[0].length));
  if (verb === null || found === null) return null;
  const item = itemOf(found.item);
  if (item === null) return null;
  const isAdding = /^(?:add|insert)\s/iu.test(rest);
  if (isAdding && item.item.kind === "value") return { kind: "add", list, values: item.item.parts, to: found.target };
  const insert = !/^(?:move|bump|shift|push|slide|promote|demote|bring|drop|send)/iu.test(rest);
  return { kind: "place", list: list ?? item.named?.list ?? null, item: item.item, to: found.target, insert };
}

function added(rest: string, list: ListMention | null, isNamed: boolean): Reading {
  const verb = ADD.exec(rest);
  if (verb === null || (!isNamed && !/^(?:add|append|include)\s/iu.test(rest))) return null;
  const placing = placed(rest.slice(verb[0].length));
  if (placing !== null) return null;
  const tail = rest
    .slice(verb[0].length)
    .replace(/^(?:also\s+)/iu, "")
    .replace(/\s+(?:too|as well)$/iu, "");
  const values = readValues(tail, { plural: true, count: null });
  if (values === null) return null;
  return values === "half" ? "half" : { kind: "add", list, values: values.values.map(({ value }) => value), to: null };
}

const NO_LONGER = String.raw`(?:(?:is|are) no longer|(?:is|are)(?:n't| not)(?=.*\sany\s?(?:more|longer)$))\s+`;
const ANY_MORE = String.raw`(?:\s+any\s?(?:more|longer))?$`;
/** What says that something is no longer in a list: put as a removal. */
const GONE: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(String.raw`^((?!my\s).{1,80}?)\s+${NO_LONGER}(?:(?:one of|among|in|on)\s+)?(my\s.+?)${ANY_MORE}`, "isu"),
    "remove $1 from $2",
  ],
  [
    new RegExp(
      String.raw`^(my\s.{2,80}?)\s+(?:no longer (?:include|contain)s?\s+|${NO_LONGER})([^,;]{1,60}?)${ANY_MORE}`,
      "isu",
    ),
    "remove $2 from $1",
  ],
];

/** "Pluto is no longer one of my favorite planets" */
function goes(text: string): Reading {
  if (text.length > 300) return null;
  for (const [pattern, to] of GONE) {
    const put = text.replace(pattern, to);
    const found = put === text ? null : listIn(put);
    if (found?.named.list?.by === "frame") return removed(found.rest, found.named.list);
  }
  return null;
}
