import WORDS from "../../english/word-classes.json" with { type: "json" };
import { CODE, COMMON, GENERAL, NATIONAL, ONE_OF, OWNED, PASSING, PERSON } from "../../english/nouns.ts";
import { HOLDS } from "../../english/adverbials.ts";
import { straight } from "../../english/tokens.ts";
import { isSensitive, OTHER_THAN_NAME } from "./attribute-keys.ts";
import { isExact, typeOf } from "../../english/value-type.ts";
import type { AttributeMention } from "./intent.ts";
import { attributeOf, type NamedAttribute } from "./mentions.ts";
import type { Opened } from "../../english/openers.ts";
import { readRelation } from "./relations.ts";
import type { Reading } from "./statements.ts";
import { isName } from "../../english/noun-phrase.ts";
import { isQuoted, isValue, nameOf, valueOf } from "../../english/stated-values.ts";

const raw = String.raw;
const WHOSE = raw`(?:(?:my|our|the)\s|[\p{L}.]+(?: \p{Lu}[\p{L}.]+){0,2}['’]s?\s(?!been\s))`;
const KEY = raw`(?:${WHOSE}[^,;:=?!\n]{1,70}?|(?:new|current)\s[^,;:=?!\n]{2,50}?)`;
/** A key of which nothing says whose it is: "gym code". */
const BARE =
  raw`(?!(?:my|our|the|it|this|that|he|she|they|there|here|what|who|which|where|when|how|i|you|we)\b)` +
  raw`[\p{L}][\p{L} -]{2,40}?`;
const ADVERB = raw`(?:\s+(?<adverb>${HOLDS}|no longer|as of (?:today|now)))?`;
/** A sign that gives a value; no colon of a time. */
const GIVES = raw`\s*(?:=|:(?!\d\d(?!\d)|(?<=\d:)\d))\s*`;
/** What was done to something that has another value since. */
const CHANGED = `(?:${WORDS.changed.join("|")})`;
const BEEN = raw`(?:has |have |had |just |recently |got |was |were |been |is |'s |to be |needed to be )*`;
const FROM = raw`(?:\s+from\s+(?:.{1,60}?))?`;
const NEW_ONE = raw`(?:(?:the\s+)?new one(?:\s+is|'s)|it(?:'?s| is)(?: now)?|which is|now(?: it's)?|is now|(?=\s*\S*\d\S* now$))`;

/** What a form found in a sentence. */
interface Found {
  readonly of: NamedAttribute;
  readonly value: string;
  /** The value with what stands around it. */
  readonly tail: string;
  /** The sentence up to its value. */
  readonly head: string;
  readonly opened: Opened;
}

/** A form of sentences that state a fact. */
interface Form {
  readonly how: "set" | "change";
  readonly pattern: RegExp;
  /** Whether it holds where nothing is stored yet; null where it is no statement. */
  readonly warrants: (found: Found) => boolean | null;
  /** Whether it is read of a line among such lines alone. */
  readonly isLine?: true;
}

/** The forms, in the order in which they are tried: the first that takes a sentence holds. */
const FORMS: readonly Form[] = [
  // "the gym code changed to 3391", "seat moved from 9A to 22A", "wifi password got rotated, the new one is moss-40"
  {
    how: "change",
    pattern: new RegExp(
      raw`^(?<key>${KEY}|${BARE})(?:(?:\s+|(?='s\s))${BEEN}${CHANGED}${FROM}(?:(?:\s+(?:back|again|over))?\s+(?:to|(?<=replaced )by|with|until)|` +
        raw`(?:\s+again)?(?:\s+\p{L}{3})?\s*(?:[,;.–-]\s*(?:and |so )?${NEW_ONE}|:))|\s+(?:is|are)(?:n't| not| no longer)\s.{1,60}?(?:,|;|\s+but)\s+` +
        raw`(?:but\s+)?${NEW_ONE})\s+(?<value>.+)$`,
      "isu",
    ),
    warrants: movedTo,
  },
  // "they changed the gym code to 3391", "I renamed our bot to Bruno", "change my gym code to 3391"
  {
    how: "change",
    pattern: new RegExp(
      raw`^(?:(?:i|we|they|she|he|it|someone|\p{Lu}\p{L}+|the \p{L}+|my \p{L}+|our \p{L}+)(?:'ve|'s|\s+have|\s+has)?` +
        raw`(?:\s+(?:just|now|recently|finally|already|had to))*\s+)?(?:${CHANGED}|correct)\s+(?:up\s+)?` +
        raw`(?<key>(?:my|our|the) [^,;:=?!\n]{1,60}?|[\p{L}.]+'s [^,;:=?!\n]{1,50}?|\p{Ll}[\p{L} -]{2,40}?)` +
        raw`(?:${FROM}(?: back)? (?:to|with|as|until)|\s*[,;–-] *(?:and |so )?${NEW_ONE}|:) (?<value>.+)$`,
      "isu",
    ),
    warrants: movedTo,
  },
  // "Port: 8443" among such lines
  {
    how: "set",
    pattern: new RegExp(raw`^(?<key>[\p{L}][^:=?!,;\n]{1,50}?)${GIVES}(?<value>\S.*)$`, "isu"),
    warrants: inLine,
    isLine: true,
  },
  // "my gym code is 2208", "Anna's birthday is 3 May", "the build tool is now called bazel", "gym code is now 9911"
  {
    how: "set",
    pattern: new RegExp(
      raw`^(?<key>${KEY}|${BARE})(?:(?:\s+(?:is|are|was changed to|will be|has become|became|reads|equals)|` +
        raw`'s(?=\s(?:called|named)\s))${ADVERB}(?:\s+(?:called|named|set to|back (?:to|at)(?=\s\S*\d)|changed to|` +
        raw`known as|spelled))?\s+|${GIVES})(?<value>.+)$`,
      "isu",
    ),
    warrants: (found) => (found.of.by === "none" && !found.opened.remember ? unowned(found) : stated(found)),
  },
];

/** Reads an exact fact of oneself, the project or a person. */
export function readAttribute(text: string, opened: Opened, isLine: boolean): Reading {
  const said = straight(text);
  if (said.length > 600) return null;
  const own = readRelation(said, text, opened);
  if (own !== null) return own;
  for (const one of FORMS) {
    const groups = one.isLine === true && !isLine && !opened.remember ? undefined : one.pattern.exec(said)?.groups;
    const reading = groups === undefined ? null : readForm(one, groups, { said, text, opened });
    if (reading !== null) return reading;
  }
  return null;
}

function readForm(
  { how, warrants }: Form,
  { key = "", value: group = "", adverb = "" }: Readonly<Record<string, string | undefined>>,
  { said, text, opened }: { readonly said: string; readonly text: string; readonly opened: Opened },
): Reading {
  // The text of a group where it stands in the message, which has other quotation marks.
  const tail = text.slice(text.length - group.length);
  const head = said.slice(0, said.length - group.length);
  const of = attributeOf(key);
  if (of === null || /no longer/iu.test(adverb)) return null;
  if (IS_CALLED.test(head) && OTHER_THAN_NAME.test(of.key)) return null;
  const isMore = /also/iu.test(adverb) || opened.also;
  const value = PERSON.test(of.key) && !isQuoted(tail) ? nameOf(tail) : valueOf(tail);
  if (value === null) return how === "change" ? "half" : null;
  const sure = warrants({ of, value, tail, head, opened });
  if (sure === null) return null;
  const isNow = opened.correction || /now|currently|as of|officially/iu.test(adverb) || NOW_ON.test(tail);
  const meant = how === "change" || of.by === "none" || (isNow && !isMore) ? "change" : isMore ? "also" : "set";
  return { kind: "attribute", of, values: [value], how: meant, sure };
}

/** What says behind a value that it holds since now. */
const NOW_ON = /\s(?:now|from now on|these days|nowadays|from today|as of (?:now|today))[\s.!]*$/iu;

const IS_CALLED = /\s(?:called|named)\s+$/iu;

const UNREAL = /\b(?:don't|not|never|might|may|could|should|would|will|if|want|need|plan)\b/u;

/** "Change my password to …" is an order, of what is stored alone. */
export const ORDERS = /^(?:change|update|set|reset|move|switch|rename|correct|replace)\s/iu;

/** "… moved to 10": whether what was changed is known by that. */
function movedTo(found: Found): boolean | null {
  const { of, value, tail, head } = found;
  if (UNREAL.test(head) || !isValue(value, isQuoted(tail)) || misfits(of, value)) return null;
  if (!/\b(?:moved|moving|went|shifted|switched)\b/iu.test(head) || (isExact(value) && !PERSON.test(of.key)))
    return !ORDERS.test(head) && (isKeySaid(found) || (of.by !== "the" && of.by !== "none" && isFirm(found)));
  // "I switched dentists, it's Ingrid Moss now" names another; who moved is still who he is.
  if (PERSON.test(of.key) && PROPER.test(value) && /^i\b.*\bswitched\b/iu.test(head)) return false;
  return PERSON.test(of.key) || of.by === "person" ? null : false;
}

/** "We changed the wifi, it's Heron88 now": no chat keeps a secret, which is lost where it isn't stored. */
const isKeySaid = ({ of, value }: Found): boolean => /\d/u.test(value) && isExact(value) && isSensitive(of.key, "");

/** "my gym code is 2208": whether the form warrants storing what isn't stored yet. */
function stated(found: Found): boolean | null {
  const { of, value, tail, head, opened } = found;
  if (!isValue(value, isQuoted(tail)) || misfits(of, value)) return null;
  if (!isQuoted(tail) && /,\s+\p{Ll}/u.test(value) && typeOf(value) !== "date") return null;
  // "Tom's favorite tea is assam": one, which is a name.
  if (of.key.startsWith("favorite ")) return /\sis(?: now)?\s+$/iu.test(head) && isName(value, true) ? true : null;
  return opened.remember ? of.by !== "none" || !GENERAL.has(of.name.toLowerCase()) : isFirm(found);
}

function inLine(found: Found): boolean | null {
  const { of, value, opened } = found;
  const sure = stated(found);
  if (sure === null || opened.remember) return sure;
  return (isExact(value) && !isCount(found)) || ONE_OF.test(of.key);
}

/** "Tickets: 112" counts them. */
const isCount = ({ value, head }: Found): boolean => /s\s*[:=]\s*$/iu.test(head) && /^\d+$/u.test(value);

function unowned(found: Found): boolean | null {
  const { of, value, tail, head } = found;
  const isCalled = IS_CALLED.test(head) && PROPER.test(value) && isName(value, false);
  const isSecret = isSensitive(of.key, value);
  if (misfits(of, value) || isCount(found) || !(isExact(value) || isCalled || (isQuoted(tail) && isSecret)))
    return null;
  const isCode = /\d/u.test(value) && isExact(value) && CODE.test(of.name) && !PASSING.test(of.name);
  return !GENERAL.has(of.name.toLowerCase()) && (isCalled || isCode || isSecret);
}

/** Whether a value is of a kind that its key can't hold: "my phone is a Pixel" is no number, "my boss is German" no name, "45 a month" no password. */
function misfits({ key }: AttributeMention, value: string): boolean {
  const type = typeOf(value);
  if (NATIONAL.test(value)) return !/(?:language|nationality|name|cuisine|food)$/u.test(key);
  if (key === "phone number") return !/^(?:phone|number|identifier)$/u.test(type) || !/\d{3}/u.test(value);
  return key === "email" ? type !== "email" : /password$/u.test(key) && type === "number" && /\s/u.test(value);
}

const PROPER = /^(?:(?:Dr|Mrs?|Ms|Prof)\.? |\d+\p{L}? )?\p{Lu}/u;
/** "Left 12 right 33 left 7": the numbers of a combination. */
const TURNS = /^(?:\p{L}+ )?\d+(?:[\s,-]+(?:\p{L}+ )?\d+)+$/u;

/** Whether a statement warrants storing what isn't stored yet. */
function isFirm({ of, value, tail, head }: Found): boolean {
  // "The release date" is kept under "release".
  const words = Math.max(...[of.key, of.name].map((one) => one.split(" ").length));
  const isOwn = of.by !== "the" && of.by !== "none";
  // "My car" says whose, "the car" nothing.
  if (GENERAL.has(of.name.toLowerCase()) && !(isOwn && OWNED.test(of.key) && /\p{Lu}/u.test(value))) return false;
  const isOne = ONE_OF.test(of.key) || (PERSON.test(of.key) && PROPER.test(value));
  if (words > 1 && TURNS.test(value) && isSensitive(of.key, "")) return true;
  // "The exam is on 17 June": what is on a day is an event, and needs no owner.
  if (typeOf(value) === "date" && /^(?:on|at) /u.test(tail) && !PASSING.test(of.name)) return of.by !== "none";
  if (isExact(value) || isQuoted(tail)) return isOwn || isOne || (words > 1 && typeOf(value) !== "number");
  const isNamed = PROPER.test(value) || IS_CALLED.test(head);
  // "The vendor is Klarpay": a name alone says who or what it is, of a key that names a role or a thing.
  const role = of.key.split(" ").at(-1) ?? "";
  const isRole = of.by === "the" && (!GENERAL.has(role) || (of.key !== role && OWNED.test(role)));
  if (!isOwn) return isNamed && (isOne || (isRole && /\sis(?:\s(?:called|named))?\s+$/iu.test(head)));
  if (PERSON.test(of.key)) return PROPER.test(value.replace(/^the /u, ""));
  // Small words name something only where the key says what: "our build tool is bazel".
  if (isNamed || COMMON.test(of.key)) return true;
  return (isOne && !/\s|^(?:an?|the)\s/u.test(value)) || isSensitive(of.key, "");
}
