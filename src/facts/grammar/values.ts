import {
  looksDescribing,
  DEGREES,
  FINITE,
  HEDGES,
  JUDGEMENTS,
  PREPOSITIONS,
  PRONOUNS,
} from "../../english/word-classes.ts";
import { straight } from "../../english/tokens.ts";
import { isExact } from "../attributes/value-type.ts";
import type { StatedValue } from "./intent.ts";

/** Values that a sentence states. */
export interface Values {
  readonly values: readonly StatedValue[];
  readonly order: "ranks" | "order" | "none";
}

/** Longest value, in characters and in words. */
const LONGEST_VALUE = 300;
const MOST_WORDS = 14;

/** Adverbials that may close a sentence: behind a value and no part of it. */
const CLOSER = (
  "by the way|btw|by far|by a mile|by a long shot|believe it or not|no cap|fyi|for sure|for now|for me|for real|for ages|" +
  "for years|for a while|for a long time|for the record|for the moment|fwiw|these days|right now|rn|at the moment|" +
  "at this point|atm|at present|lately|recently|nowadays|today|currently|presently|now|as of now|as of today|as well|" +
  "as always|as usual|as ever|as you know|too|also|again|anymore|any more|any longer|though|tho|although|however|anyways?|" +
  "instead|once again|of all time|of all|ever|hands down|no doubt|without a doubt|no question|no contest|bar none|so far|" +
  "all day|every day|every time|to be honest|to be fair|to be exact|to be precise|tbh|imo|imho|in my opinion|in my book|" +
  "in that order|in this order|in order|in no particular order|if you ask me|i'd say|i would say|i must say|you know|" +
  "mind you|lol|lmao|haha|hahaha|hehe|ngl|ofc|obviously|definitely|certainly|honestly|seriously|actually|really|truly|" +
  "absolutely|always|basically|literally|clearly|of course|naturally|thanks|thank you|thx|ty|cheers|please|pls|plz|ok|okay|" +
  "right|yes|yeah|yep|no|nope|sorry|remember that|remember it|remember this|keep that in mind|note that|don't forget|" +
  "just so you know|from now on|from today|going forward|starting today|starting now|period|end of story|until now|" +
  "to this day|ever since|after all|hopefully|dude|bro|asap|immediately|uh|um|already|for good|for the win|forever|" +
  "and that's final|that's it|for what it's worth|save that|remember|will you|would you|if you please|at least|effective immediately|" +
  "for (?:this|next) (?:year|month|week|quarter|season)|for the (?:year|month|week|day)|" +
  "yesterday|last (?:week|month|year|night|summer|spring|fall|autumn|winter)|(?:a|one|two|" +
  "three|four|five|a few|a couple of) (?:days?|weeks?|months?|years?) ago|since yesterday|" +
  "since today|since last (?:week|month|year)|as of (?:yesterday|monday|tuesday|wednesday|" +
  "thursday|friday|saturday|sunday)"
).replaceAll(" ", "\\s+");
const CLOSED = new RegExp(String.raw`(?:^|[\s,;]+|\s*[–—-]\s+|\s*[.!…]+\s*)(?:${CLOSER})[\s,.!…]*$`, "u");
/** A reason or a remark behind a value, which changes nothing of it. */
const REASON = new RegExp(
  String.raw`(?:,\s*|\s+)(?:because|cause|cuz|coz|bc|thanks to|due to|simply because|just because|mostly because|mainly because)\s.*$|` +
    String.raw`,\s*(?:which|who|since|as|so|where|especially|followed closely|it's|its|that's|he's|she's|` +
    String.raw`they're|i|it|they|he|she|we|and (?:i|it|they|he|she|we|that|it's))\s+.*$|` +
    String.raw`\s+[–—]\s+\p{Ll}.*$|\s+-\s+(?:\p{Ll}|I\s).*$|\s+(?:though|although|even though)\s+(?:i|I|we|` +
    String.raw`it|he|she|they)(?:'\w+)?\s.*$|,\s*(?:in case|just in case|if you need|call|text|remind|` +
    String.raw`please|don't|just|ask|let me|see|check|all)\s.*$|` +
    String.raw`\s+since\s+(?:i|we|my|the|it|last|childhood|forever|19|20|january|february|march|april|may|` +
    String.raw`june|july|august|september|october|november|december|yesterday|today|monday|tuesday|` +
    String.raw`wednesday|thursday|friday)\b.*$|\s*\((?:because|since|as|i |I |I've |we |it's|for |so |btw|` +
    String.raw`obviously|of course|again|finally|still|no )[^()]*\)$`,
  "u",
);
/** What makes a value hold only sometimes, or takes it back. */
const LIMITING = new RegExp(
  String.raw`(?:^|[\s,;(])(?:if|unless|until|when|whenever|while|but|except|or|maybe|perhaps|probably|` +
    String.raw`depending|although|though|however|i think|i guess|i suppose|i believe|not sure|idk|` +
    String.raw`just kidding|jk|or not|not really|isn't it|right\?|for now|sometimes|mostly|` +
    String.raw`in theory)(?=[\s,;).?!]|$)`,
  "u",
);

/** A value's text without what stands behind it; null where that limits it. */
export function withoutTail(text: string): string | null {
  let rest = text;
  for (let steps = 0; steps < 6; steps += 1) {
    const before = rest;
    const quoted = /^["“«'][^"“”«»]+["”»'](?=[\s,.;]|$)/u.exec(rest)?.[0].length ?? 0;
    const from = Math.max(quoted, 1);
    const at = rest.length > 400 ? Math.max(from, rest.length - 300) : from;
    rest = rest.slice(0, at) + rest.slice(at).replace(CLOSED, "");
    const head = rest.slice(0, from);
    const reason = REASON.exec(rest.length > 2000 ? "" : rest.slice(from));
    if (reason !== null && head !== "") {
      if (/^[,\s]*(?:so|since|as|where|and|i|it)\b/u.test(reason[0]) && LIMITING.test(reason[0])) return null;
      rest = head + rest.slice(from).slice(0, reason.index);
    }
    rest = rest.replace(/[\s,;]+$/u, "");
    if (rest === before) break;
  }
  return rest;
}

/** Whether a single word is a code or a secret: nothing may be taken from it. */
const isCode = (text: string): boolean => /^\S+$/u.test(text) && /[\d\p{S}#*@_^~$%&/\\|<>+=:;]/u.test(text);

/** A value as it is written, without quotation marks, citation marks and decoration around it. */
export function written(text: string): string {
  let value = text.trim();
  value = value
    .replace(/\s*\[[A-Z]?\d{1,3}\]/gu, "")
    .replace(/^\s*(?:and|&|then)\s+(?=\S)/u, "")
    .trim();
  const quoted = /^(["“„«`])([^"“”„«»`]+)["”“»`][.,!]?$/u.exec(value) ?? /^(['‘])([^'‘’]+)['’][.,]?$/u.exec(value);
  if (quoted !== null) return (quoted[2] as string).trim();
  const strong = /^(\*\*|__|\*|_)(?=[^\s*_])(.*[^\s*_])\1$/u.exec(value);
  if (strong !== null && (/\s/u.test(value) || !/\d/u.test(value) || strong[1] === "**")) value = strong[2] as string;
  value = value.replace(/\s+(?:\p{Extended_Pictographic}[\p{Emoji_Modifier}\u200d\ufe0f]*)+[.!]*$/u, "");
  value = value.replace(/\s+[:;]-?[)(DPp]$/u, "");
  if (isCode(value)) return value.length > 2 ? value.replace(/(?<=[\p{L}\p{N}])[,]$/u, "") : value;
  value = value
    .replace(/\s+##*\s*$/u, "")
    .replace(/^[\s,;:]+/u, "")
    .replace(/[\s,;:]+$/u, "");
  if (!/\p{L}\.\p{L}\.$/u.test(value)) value = value.replace(/(?<=[\p{L}\p{N})])[.…]+$/u, "");
  return value;
}

/** Small words of a name that would tell a clause elsewhere. */
const MIDDLE =
  /^(?:in|on|at|of|de|la|the|to|for|and|with|by|from|n|du|van|von|or|over|under|as|like|without|on-the-rocks|up)$/u;

/** Whether a text is a name or a noun phrase, and no predicate. */
export function isName(value: string, isTitled: boolean, isLiked = false): boolean {
  if (value === "" || value.length > LONGEST_VALUE || !/[\p{L}\p{N}\p{S}]/u.test(value) || value.includes("\n"))
    return false;
  const words = straight(value).split(/\s+/u);
  if (words.length > (isTitled ? 3 * MOST_WORDS : MOST_WORDS)) return false;
  if (isTitled || /^\p{L}$/u.test(value)) return true;
  const [first = ""] = words;
  const bare = words.map((word) => word.replace(/^[("']+|[)"',.!?:;]+$/gu, ""));
  const isUpper = (word: string): boolean => /^[\p{Lu}\p{Lt}\p{Lo}]|^\p{L}?\d/u.test(word);
  // A title in capitals may hold any word: "I Am Legend", "When Harry Met Sally".
  const capitals = bare.filter((word) => isUpper(word)).length;
  const titled =
    words.length > 1 && isUpper(bare[0] ?? "") && isUpper(bare.at(-1) ?? "") && capitals * 2 >= words.length;
  if (titled) return !bare.some((word) => /^(?:is|are|was|were|i'm|my|your|don't|doesn't|you|they|we)$/u.test(word));
  if (isUpper(first) && words.length === 1)
    return !/^(?:I|It|This|That|They|You|None|Nothing|TBD|N\/A|Unknown|Yes|No|What|Why|How|Here)$/u.test(bare[0] ?? "");
  for (const [at, word] of bare.entries()) {
    const small = word.toLowerCase();
    if (word !== small && !/^I(?:'\w+)?$/u.test(word)) continue;
    if (PRONOUNS.has(small) || FINITE.has(small) || /n't$|'(?:m|re|ve|ll|d)$/u.test(small)) return false;
    if (/^(?:my|your|our|their|his|her|its|because|if|unless|until|but|than|every)$/u.test(small)) return false;
    if (at === 0 && (PREPOSITIONS.has(small) || DEGREES.has(small) || HEDGES.has(small))) return false;
    if (at > 0 && PREPOSITIONS.has(small) && !MIDDLE.test(small)) return false;
  }
  const last = (bare.at(-1) ?? "").toLowerCase();
  if (
    words.length > 1 &&
    (PREPOSITIONS.has(last) || /^(?:the|a|an|and|or|of)$/u.test(last)) &&
    !isUpper(bare.at(-1) ?? "")
  )
    return false;
  // What somebody likes may be an activity: "ironing".
  return isLiked && words.length === 1 && /ing$/u.test(first) ? true : !isPredicate(bare);
}

const MEASURED_BY = new RegExp(
  String.raw`^(?:long|old|tall|away|late|early|deep|wide|high|behind|ahead|ago|left|short|over|off|today|` +
    String.raw`tonight|tomorrow|yesterday|minutes|hours|days|weeks|percent|times|degrees)$`,
  "u",
);

/** Whether words describe or judge: "closed", "a mess", "800 pages long", "packed tonight". */
export function isPredicate(words: readonly string[]): boolean {
  const small = words.map((word) => (word === word.toLowerCase() ? word : ""));
  const [first = "", second = ""] = small;
  if (words.length === 1)
    return (
      first !== "" &&
      looksDescribing(first) &&
      !/^(?:red|green|gold|fire|light|toast|bananas|nuts|fresh|orange)$/u.test(first)
    );
  if (/^(?:the|that)$/u.test(first) && second === "one" && words.length > 2 && PREPOSITIONS.has(small[2] ?? ""))
    return true;
  if (/^(?:a|an|the)$/u.test(first) && JUDGEMENTS.has(small.at(-1) ?? "")) return true;
  if (
    /^(?:a|an|the)$/u.test(first) &&
    JUDGEMENTS.has(second) &&
    /^(?:of|to|for|mess|thing|one|work|in)$/u.test(small[2] ?? "of")
  )
    return true;
  if (/^\d[\d.,]*$/u.test(words[0] ?? "") && MEASURED_BY.test(small.at(-1) ?? "")) return true;
  if (
    /^(?:long|tall|away|late|tonight|yesterday|tomorrow|upstairs|downstairs|everywhere|soon|together|apart|enough|again)$/u.test(
      small.at(-1) ?? "",
    ) &&
    !/\p{Lu}/u.test(words.join(" "))
  )
    return true;
  if (/^(?:kind|sort)$/u.test(first) && second === "of") return true;
  if (words.length > 1 && /[^i]ly$/u.test(first) && !/^(?:family|july|italy|only)$/u.test(first)) return true;
  return (
    looksDescribing(first) &&
    (PREPOSITIONS.has(second) ||
      /^(?:the|a|an|and|or|my|today|tonight|tomorrow|yesterday|again|now)$/u.test(second) ||
      (words.length === 2 && looksDescribing(second)))
  );
}

/** Markers of a numbered list: "1)", "#2", "3.", "(4)", "1 -", "a)". */
const MARKER =
  /(?<=^|[\s,;:(])(?:#\s?(\d{1,6})(?!\d)[.):]?(?=\s|\p{L})|\(?(\d{1,6})\)[.:]?|(\d{1,6})[.:](?=\s|\p{L})|(\d{1,3})\s[-–—=]\s|\(?([a-h])\))\s*/gu;
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const ORDINAL = new RegExp(
  String.raw`(?<=^|[,;.]\s{0,4}(?:and\s+)?|\s(?:and\s+)?)(first|second|third|fourth|fifth|sixth|seventh|` +
    String.raw`eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th)|number (?:one|two|three|four|five)|` +
    String.raw`no\.? ?\d{1,2})(?:\s+(?:is|comes|place|place is|goes to)\s+|\s*[:=-]\s*|,\s+|\s+)`,
  "giu",
);
const WORD_NUMBERS = "one two three four five".split(" ");

function ranksOf(text: string): readonly { readonly rank: number; readonly start: number; readonly end: number }[] {
  const markers = [...text.matchAll(MARKER)].map((found) => ({
    rank: found[5] === undefined ? Number(found[1] ?? found[2] ?? found[3] ?? found[4]) : found[5].charCodeAt(0) - 96,
    start: found.index,
    end: found.index + found[0].length,
  }));
  if (markers.length > 1 && markers[0]?.start === 0) return markers;
  const bare = /^1\s+\p{Lu}/u.test(text) ? [...text.matchAll(BARE)] : [];
  if (bare.length > 1 && bare.every((found, i) => Number(found[1]) === i + 1))
    return bare.map((found, i) => ({ rank: i + 1, start: found.index, end: found.index + found[0].length }));
  const ordinals = [...text.matchAll(ORDINAL)].map((found) => {
    const word = (found[1] as string).toLowerCase();
    const digits = /\d+/u.exec(word)?.[0];
    const rank =
      digits === undefined
        ? Math.max(ORDINALS.indexOf(word), WORD_NUMBERS.indexOf(word.replace("number ", ""))) + 1
        : Number(digits);
    return { rank, start: found.index, end: found.index + found[0].length };
  });
  const [first] = markers;
  if (first?.start === 0) return ordinals.length > 0 ? [first, ...ordinals] : markers;
  return ordinals.length > 1 && ordinals[0]?.start === 0 ? ordinals : [];
}

/** Digits without a mark before written names: "1 Prado 2 Uffizi". */
const BARE = /(?<=^|\s)(\d{1,2})\s+(?=\p{Lu})/gu;

/** Reads a numbered list; null where it is none, "half" where a part of it is no value. */
function numbered(text: string): Values | "half" | null {
  const markers = ranksOf(text);
  if (markers.length === 0) return null;
  const values: StatedValue[] = [];
  for (const [i, { rank, end }] of markers.entries()) {
    const piece = text
      .slice(end, markers[i + 1]?.start ?? text.length)
      .replace(/[\s,;]*(?:\band|&|,\s*then)?[\s,;]*$/u, "");
    const bare = i === markers.length - 1 ? withoutTail(piece) : piece;
    if (bare === null) return "half";
    const value = liked(remarkless(bare));
    if (!isName(value, true)) return "half";
    values.push({ value, rank });
  }
  return { values, order: "ranks" };
}

/** What is liked, without the article of a common noun: "the whippet", "a 35mm". One before a capital stays. */
export const liked = (text: string): string =>
  written(text).replace(
    /^(?:a|an)\s+(?=\S)|^the\s+(?=[\p{Ll}\d])(?!one\s+(?:with|that|in|on|from|where|by|who|which|about)\b)/u,
    "",
  );

/** An item of a list without the remark behind it. */
const remarkless = (text: string): string => text.replace(/\s+[–—]\s+.*$/u, "").replace(/\s+-\s+(?=\p{Ll}).*$/u, "");

/** What one value is split by where several are meant. */
export interface Meant {
  readonly plural: boolean;
  /** How many were announced: "top three". */
  readonly count: number | null;
  /** Whether an activity may be meant, so that a word in -ing is a name. */
  readonly activity?: boolean;
}

/** Reads what a sentence states behind its verb: null where that is no value, "half" where only a part of it is. */
export function readValues(text: string, meant: Meant): Values | "half" | null {
  const trimmed = text
    .trim()
    .replace(/^(?:[:=,–—]|-(?!\d))+\s*/u, "")
    .replace(/\*\*(\(?\d{1,3}[.)])\*\*/gu, "$1");
  if (trimmed === "") return null;
  const ranked = numbered(trimmed);
  if (ranked !== null) return ranked;
  if (trimmed.includes("\n")) return lines(trimmed);
  const bare = withoutTail(trimmed);
  if (bare === null) return isName(written(trimmed), false) && /^\p{Lu}/u.test(trimmed) ? single(trimmed) : "half";
  for (const sign of [" > ", " >> ", " → ", " -> ", ">"]) {
    const parts = bare.split(sign);
    if (parts.length > 1 && (sign !== ">" || parts.length > 2)) return valuesOf(parts, "order");
  }
  if (/ < \S/u.test(bare)) return "half";
  const thens = bare.split(/(?:,\s*)?(?:and\s+)?\s*\b(?:then|followed by|after that|and lastly|and finally|next)\s+/u);
  if (thens.length > 1 && thens.every((part) => part !== "")) {
    const parts = thens.flatMap((part) => part.split(/\s*,\s*/u)).filter((part) => part !== "");
    return valuesOf(
      parts.map((part, i) => (i === 0 ? part.replace(/^first\s+/u, "") : part)),
      "order",
    );
  }
  const parts = splitList(bare, meant);
  if (parts === "half") return "half";
  return parts.length === 1
    ? single(bare, meant.activity)
    : valuesOf(parts, "none", { activity: meant.activity === true });
}

function lines(text: string): Values | "half" {
  const items = text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*•–]|[a-z][.)])\s+/u, "").trim())
    .filter((line) => line !== "");
  return valuesOf(items.map(remarkless), "none", { isListed: true });
}

function single(text: string, activity = false): Values | null {
  const quoted = isQuoted(text);
  const value = liked(text);
  if (/^(?:a|an|the)\s/u.test(text) && isPredicate(written(text).split(/\s+/u))) return null;
  return isName(value, quoted, activity) || isExact(value) ? { values: [{ value, rank: null }], order: "none" } : null;
}

/** Whether a text stands in quotation marks, as a whole. */
export function isQuoted(text: string): boolean {
  return /^["“„«`][^"“”„«»`]+["”“»`]$/u.test(text.trim()) || /^'[^']+'$/u.test(text.trim());
}

function valuesOf(
  parts: readonly string[],
  order: Values["order"],
  { isListed = false, activity = false } = {},
): Values | "half" {
  const values: StatedValue[] = [];
  for (const part of parts) {
    const value = liked(part);
    if (!isName(value, isListed || isQuoted(part.replace(/^(?:and|&)\s+/u, "")), activity) && !isExact(value))
      return "half";
    values.push({ value, rank: null });
  }
  return { values, order };
}

/** Cuts at commas, semicolons and "and"; "half" where it isn't sure what is one name. Quotes and brackets hold together. */
function splitList(text: string, { plural, count }: Meant): readonly string[] | "half" {
  const commas = cutAtCommas(text);
  const last = commas.at(-1) as string;
  if (commas.length === 1) {
    const slashes = text.split(/\s+[/·•|]\s+/u);
    if (slashes.length > 1) return slashes;
    const ands = cutAtAnd(text);
    if (ands.length === 1) return [text];
    if (plural) {
      if (count !== null && ands.length !== count) return ands.length > count && count === 1 ? [text] : "half";
      return ands.length === 2 || count !== null || ands.every((part) => !/\s/u.test(part)) ? ands : "half";
    }
    return [text];
  }
  const opened = /^(?:and|&|plus|or)\s+/u.exec(last);
  if (opened?.[0].startsWith("or") === true) return "half";
  if (opened !== null) {
    // "Earth, Wind, and Fire" said of one favourite is one name.
    const parts = [...commas.slice(0, -1), last.slice(opened[0].length)];
    return !plural && commas.every((part) => /^(?:and )?\p{Lu}/u.test(part)) ? [text] : parts;
  }
  if (commas.slice(1, -1).some((part, i) => / & /u.test(part) && /^\p{Lu}\S*$/u.test(commas[i] as string)))
    return "half";
  const closing = cutAtAnd(last);
  if (closing.length > 2) return count === commas.length ? commas : "half";
  if (!plural && closing.length === 2 && commas.every((part) => /^(?:the )?\p{Lu}/u.test(part))) return [text];
  if (closing.length === 2 && commas.slice(0, -1).some((part) => cutAtAnd(part).length > 1))
    return plural ? [...commas.slice(0, -1), ...closing] : "half";
  if (closing.length === 2 && count === commas.length) return commas;
  if (closing.length === 1 && !plural && commas.length === 2 && /^\p{Lu}/u.test(last) && !/^(?:a|the)\b/u.test(last))
    return [text];
  return [...commas.slice(0, -1), ...closing];
}

function cutAtAnd(text: string): readonly string[] {
  const parts = cutOutside(text, /^\s+(?:and|&|\+|plus|n)\s+/u);
  return parts.some((part) => part.trim() === "") ? [text] : parts;
}

const ABBREVIATION = new RegExp(
  String.raw`^(?:Jr\.?|Sr\.?|Inc\.?|Ltd\.?|D\.?C\.?|PhD|MD|DC|A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|` +
    String.raw`LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$`,
  "u",
);

function cutAtCommas(text: string): readonly string[] {
  const semicolons = cutOutside(text, /^;\s*/u);
  if (semicolons.length > 1) return semicolons;
  const cut = cutOutside(text, /^,(?!\d{3}(?!\d))\s*|^[，、]\s*/u);
  // What a comma joins to a name: "Sammy Davis, Jr.", "Washington, D.C."
  return cut.reduce<string[]>((joined, part) => {
    if (joined.length > 0 && ABBREVIATION.test(part) && /^\p{Lu}/u.test(joined.at(-1) ?? ""))
      joined.push(`${joined.pop() ?? ""}, ${part}`);
    else joined.push(part);
    return joined;
  }, []);
}

/** Cuts a text where a pattern holds outside quotes and brackets. Linear. */
function cutOutside(text: string, pattern: RegExp): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote !== "") {
      if (sign === quote) quote = "";
      continue;
    }
    if ((sign === '"' || sign === "“") && /["”]/u.test(text.slice(at + 1, at + 200))) quote = sign === "“" ? "”" : '"';
    else if (sign === "(" || sign === "[") depth += 1;
    else if (sign === ")" || sign === "]") depth = Math.max(0, depth - 1);
    if (
      depth > 0 ||
      quote !== "" ||
      !/[\s,;，、]/u.test(sign) ||
      (/\s/u.test(sign) && at > 0 && /\s/u.test(text.charAt(at - 1)))
    )
      continue;
    const found = pattern.exec(text.slice(at, at + 24));
    if (found === null || at === 0) continue;
    parts.push(text.slice(from, at).trim());
    from = at + found[0].length;
    at = from - 1;
  }
  parts.push(text.slice(from).trim());
  return parts.filter((part) => part !== "");
}
