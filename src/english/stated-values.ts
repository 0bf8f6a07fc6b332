import { CLOSED, withoutCircumstance, withoutTail } from "./adverbials.ts";
import { splitList } from "./enumeration.ts";
import { hasLooseEnd, isName, isPredicate } from "./noun-phrase.ts";
import { rankAt } from "./numerals.ts";
import { tokenise } from "./tokens.ts";
import { ADDRESS, isExact, typeOf } from "./value-type.ts";

/** A value of a statement, with the rank that was written before it. */
export interface StatedValue {
  readonly value: string;
  readonly rank: number | null;
}

export interface Values {
  readonly values: readonly StatedValue[];
  readonly order: "ranks" | "order" | "none";
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
    .replace(/(?<![\s,;:])[\s,;:]+$/u, "");
  if (!/\p{L}\.\p{L}\.$/u.test(value)) value = value.replace(/(?<=[\p{L}\p{N})])[.…]+$/u, "");
  return value;
}

/** Markers of a numbered list: "1)", "#2", "3.", "(4)", "1 -", "a)". */
const MARKER =
  /(?<=^|[\s,;:(、])(?:#\s?(\d{1,6})(?!\d)[.):]?(?=\s|\p{L})|\(?(\d{1,6})[)）][.:]?|(\d{1,6})[.:](?=\s|\p{L})|(\d{1,3})\s[-–—=]\s|\(?([a-h])\))\s*/gu;
const ORDINAL = new RegExp(
  String.raw`(?<=^|[,;.]\s{0,4}(?:and\s+)?|\s(?:and\s+)?)(first|second|third|fourth|fifth|sixth|seventh|` +
    String.raw`eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th)|number (?:one|two|three|four|five)|` +
    String.raw`no\.? ?\d{1,2})(?:\s+(?:is|comes|place|place is|goes to)\s+|\s*[:=-]\s*|,\s+|\s+)`,
  "giu",
);

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
    const place = rankAt(tokenise(found[1] as string), 0)?.value;
    return { rank: place?.from === "top" ? place.rank : 0, start: found.index, end: found.index + found[0].length };
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
      .replace(/[\s,;、]*(?:\band (?:others|more|so on)|\band|&|,\s*then)?[\s,;、]*$/u, "");
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
      parts.map((part, i) => (i === 0 ? part.replace(/^first\s+|\sfirst$/gu, "") : part)),
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
export const isQuoted = (text: string): boolean =>
  /^["“„«`][^"“”„«»`]+["”“»`]$/u.test(text.trim()) || /^'[^']+'$/u.test(text.trim());

function valuesOf(
  parts: readonly string[],
  order: Values["order"],
  { isListed = false, activity = false } = {},
): Values | "half" {
  const values: StatedValue[] = [];
  for (const each of parts) {
    if (
      each === parts.at(-1) &&
      values.length > 0 &&
      /^(?:(?:and )?(?:(?:many |some )?others|more|so on)|etc\.?)$/u.test(each)
    )
      break;
    const part = each.replace(/^(?:(?:and )?(?:also|then|lastly|finally)|last(?= the ))\s+(?=\S)/u, "");
    if (/\S\s(?:first|second|third|fourth|fifth|last)$/u.test(part)) return "half";
    const value = liked(part);
    if (!isName(value, isListed || isQuoted(part.replace(/^(?:and|&)\s+/u, "")), activity) && !isExact(value))
      return "half";
    values.push({ value, rank: null });
  }
  return { values, order };
}

/** Whether words name something, or are exact by their form. */
export const isValue = (value: string, quoted: boolean): boolean =>
  isExact(value) || (isName(value, quoted) && (quoted || !hasLooseEnd(value)));

/** "8443 until March": what holds for a while only. */
const ENDING = /^(?!from\b)\S.*\s(?:until|till)\s+\p{L}/iu;

/** "11 this Friday": what holds once. */
const ONCE = /^(?:at |on )?\S*\d.*\s(?:this|next|today|tomorrow|tonight)\b/iu;

/** A value, and behind it a clause of its own of somebody or something else. */
const OTHERS_CLAUSE = new RegExp(
  String.raw`^(\S.{0,60}?)(?:,|,?\s(?:and|but|while|whereas))\s+(?:\p{Lu}\p{L}+(?:['’]s)?|his|hers|theirs|ours|the (?:other|\p{Ll}+)|my \p{Ll}+)\s` +
    String.raw`(?:is|has|was|had|gets?|got|goes|takes?|wants|likes|lives|works|says)\s`,
  "u",
);

/** What stands behind the verb, as a value; null where something limits it. */
export function valueOf(tail: string): string | null {
  const token = tail.trim();
  if (/^\S+$/u.test(token)) return written(token);
  const bare = withoutTail(token);
  if (bare === null || ENDING.test(bare) || ONCE.test(bare)) return null;
  // "2208 and the pool opens at six", "X12345 and expires in May": a clause of its own behind an exact value.
  const first = /^(.{1,40}?),?\s+(?:and|plus)\s+(?!(?:an?\s+)?(?:half|quarter|third)\b)\p{Ll}+\s+\S/u.exec(bare)?.[1];
  if (first !== undefined && isExact(written(first))) return valueOf(first);
  // "Ms. Brandt and Marcus has Mr. Ochoa": somebody else's clause behind a name.
  const [, before = ""] = OTHERS_CLAUSE.exec(bare) ?? [];
  if (before !== "") return valueOf(before);
  // "7:15 am in the blue room"
  const timed = /^(.{2,40}?) (?:in|at|with) (?!.*\b(?:but|or|if|when|not)\b)\p{L}.*$/u.exec(bare)?.[1] ?? "";
  if (/\d[:.]\d|\d ?[ap]m\b/iu.test(timed) && typeOf(timed) === "date" && typeOf(bare) !== "date") return timed;
  const placed = bare.replace(/^(?:in|on|at) /iu, "");
  const value = written(typeOf(bare) === "date" || ADDRESS.test(placed) ? placed : bare);
  return isPredicate(value.split(/\s+/u)) && !isQuoted(bare) && !isExact(value) ? "" : value;
}

/** A name behind a verb, without the circumstances behind it. */
export function nameOf(tail: string): string | null {
  // "Ana and works from Rome", "Dr. Lund (the tall one)"
  const value = valueOf(tail.replace(/\s+(?:and\s+\p{Ll}+s|plus\s+\p{Ll}+)\s+\S.*$|\s*\([^()]*\)$/u, ""));
  const name = value === null ? null : withoutCircumstance(value);
  return name === null || name === value ? name : valueOf(name);
}

/** What says why, what no longer holds, or that a list goes on: it states nothing beside a value. */
const NO_STATEMENT = new RegExp(
  String.raw`^(?:(?:simply|just|mostly|mainly)\s+)?(?:because|cause|cuz|coz|cos|bc|thanks to|due to|since|(?:and )?not|` +
    String.raw`instead of|rather than|(?:(?:up|down|away) )?from|as of|(?:it )?was|previously|formerly)\b|^(?:many |some )others$|^so on$`,
  "iu",
);
/** Longest text of which closing adverbials are taken off; a longer one is no adverbial. */
const MOST_CLOSING = 400;

/**
 * What a sentence says behind the values that it states, without the word that joins it: "is due on the 3rd" of "The rent
 * is 980 euros and is due on the 3rd". Empty where only adverbials, a reason or a single word stands there.
 * @param values slices of the text
 */
export function saidBehind(text: string, values: readonly string[]): string {
  // A list stands in the order of the text or turned round, so that its last value is at one of its ends.
  const end = Math.max(lastEnd(text, values[0] ?? ""), lastEnd(text, values.at(-1) ?? ""));
  let behind = end > 0 ? text.slice(end) : "";
  for (let before = ""; behind !== before && behind.length <= MOST_CLOSING;) {
    before = behind;
    behind = behind.replace(CLOSED, "");
  }
  const said = behind
    .replace(/^[^\p{L}\p{N}]+(?:(?:and|but|plus|while|whereas|yet)\s+)?/iu, "")
    .replace(/[\s,;:)\]}"”*_`]+$/u, "");
  return /\S\s+\S/u.test(said) && !NO_STATEMENT.test(said) ? said : "";
}

/** Where the last mention of a value ends as words of their own; 0 where it isn't in the text as it is written. */
function lastEnd(text: string, value: string): number {
  let at = value === "" ? -1 : text.lastIndexOf(value);
  while (at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1) + text.charAt(at + value.length)))
    at = text.lastIndexOf(value, at - 1);
  return at < 0 ? 0 : at + value.length;
}
