import {
  CODE,
  COMMON,
  GENERAL,
  NATIONAL,
  ONE_OF,
  OWNED,
  PASSING,
  PERSON,
  topicOf,
  VAGUE,
} from "../../english/nouns.ts";
import { straight } from "../../english/tokens.ts";
import { isSensitive } from "./attribute-keys.ts";
import { isExact, typeOf } from "../../english/value-type.ts";
import type { AttributeMention, Intent } from "./intent.ts";
import { attributeOf, calledOf, type NamedAttribute } from "./mentions.ts";
import type { Opened } from "../../english/openers.ts";
import { readRelation } from "./relations.ts";
import { nameOf, valueOf } from "./stated-value.ts";
import type { Reading } from "./statements.ts";
import { withoutTail } from "../../english/adverbials.ts";
import { hasLooseEnd, isName } from "../../english/noun-phrase.ts";
import { isQuoted, readValues, written } from "../../english/stated-values.ts";

type Attribute = Extract<Intent, { kind: "attribute" }>;

const raw = String.raw;
const WHOSE = raw`(?:(?:my|our|the)\s|[\p{L}.]+(?: \p{Lu}[\p{L}.]+){0,2}['’]s?\s)`;
const KEY = raw`(?<key>${WHOSE}[^,;:=?!\n]{1,70}?|(?:new|current)\s[^,;:=?!\n]{2,50}?)`;
/** A key of which nothing says whose it is: "gym code". */
const BARE =
  raw`(?!(?:my|our|the|it|this|that|he|she|they|there|here|what|who|which|where|when|how|i|you|we)\b)` +
  raw`[\p{L}][\p{L} -]{2,40}?`;
const ADVERB = raw`(?:\s+(?<adverb>now|currently|actually|still|officially|finally|also|no longer|as of (?:today|now)))?`;
/** A sign that gives a value; no colon of a time. */
const GIVES = raw`\s*(?:=|:(?!\d\d(?!\d)|(?<=\d:)\d))\s*`;
/** What was done to something that has another value since. */
const CHANGED =
  raw`(?:chang(?:ed?|ing)|mov(?:ed?|ing)|switch(?:ed|ing)?|updated?|renamed?|rotated|reset|set|bumped|increased|` +
  raw`decreased|raised|lowered|reduced|went(?: up| down)?|(?:is|are) (?:up|down)|pushed(?: back)?|postponed|shifted|rescheduled|replaced?|upgraded|` +
  raw`migrated|extended|slipped|delayed|brought forward)`;
const BEEN = raw`(?:has |have |had |just |recently |got |was |were |been |is |'s |to be |needed to be )*`;
const FROM = raw`(?:\s+from\s+(?:.{1,60}?))?`;
const NEW_ONE = raw`(?:(?:the\s+)?new one(?:\s+is|'s)|it(?:'s| is)(?: now)?|which is|now(?: it's)?|is now)`;

/** What a form found in a sentence. */
interface Found {
  readonly of: NamedAttribute;
  readonly value: string;
  /** The value with what stands around it. */
  readonly tail: string;
  /** The sentence up to its value. */
  readonly head: string;
  readonly adverb: string;
  readonly opened: Opened;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A form of sentences that state a fact. */
interface Form {
  readonly how: "set" | "change" | "gone";
  readonly pattern: RegExp;
  /** Whether it holds where nothing is stored yet; null where it is no statement. */
  readonly warrants: (found: Found) => boolean | null;
  readonly when?: "line" | "remember";
  /** The keys that it may speak of, where it names none in one piece. */
  readonly keys?: (groups: Groups) => readonly string[];
}

const form = (how: Form["how"], pattern: string, warrants: Form["warrants"], rest: Partial<Form> = {}): Form => ({
  how,
  pattern: new RegExp(pattern, "isu"),
  warrants,
  ...rest,
});

const isValue = (value: string, tail = ""): boolean =>
  isExact(value) || (isName(value, isQuoted(tail)) && (isQuoted(tail) || !hasLooseEnd(value)));

/** The forms, in the order in which they are tried: the first that takes a sentence holds. */
const FORMS: readonly Form[] = [
  // "My gym code isn't 2208 anymore", "my gym code is no longer 2208"
  form(
    "gone",
    raw`^${KEY}\s+(?:(?:is|are)\s+no\s+longer|(?:isn't|is not|aren't|are not|ain't)(?=.*\s(?:any ?more|any longer)$))\s+` +
      raw`(?<value>[^,;]+?)(?:\s+(?:any ?more|any longer))?$`,
    () => false,
  ),
  // "I got a new phone number, it's 555-0199", "we've switched dentists, it's Dr. Moe"
  form(
    "change",
    raw`^(?<whose>i|we)(?:'ve| have)?(?: just| recently| finally)? (?:(?:got|have|changed to|switched to) an? new ` +
      raw`(?<noun>[\p{L} -]{2,40}?)|(?:switched|changed) (?<nouns>[\p{L} -]{2,40}s))(?:\s?[,:;–-]\s*(?:and )?` +
      raw`(?:${NEW_ONE} )?|\s+(?:and )?${NEW_ONE}\s+)(?<value>\S.*)$`,
    (found) => (isValue(found.value) && !misfits(found.of, found.value) ? isFirm(found) : null),
    {
      keys: ({ whose = "", noun, nouns = "" }) => [
        `${/^i$/iu.test(whose) ? "my" : "our"} ${noun ?? topicOf(nouns).name}`,
      ],
    },
  ),
  // "the gym code changed to 3391", "seat moved from 9A to 22A", "wifi password got rotated, the new one is moss-40", "my code isn't 4, it's 5"
  form(
    "change",
    raw`^(?:${KEY}|(?<bare>${BARE}))(?:\s+${BEEN}${CHANGED}${FROM}(?:(?:\s+back)?\s+(?:to|(?<=replaced )by|with|until)|` +
      raw`\s*(?:[,;.–-]\s*(?:and |so )?${NEW_ONE}|:))|\s+(?:is|are)(?:n't| not| no longer)\s.{1,60}?(?:,|;|\s+but)\s+(?:but\s+)?` +
      raw`${NEW_ONE})\s+(?<value>.+)$`,
    movedTo,
    { keys: ({ key, bare = "" }) => [key ?? bare] },
  ),
  // "they changed the gym code to 3391", "I renamed our bot to Bruno", "change my gym code to 3391"
  form(
    "change",
    raw`^(?:(?:i|we|they|she|he|it|someone|\p{Lu}\p{L}+|the \p{L}+|my \p{L}+|our \p{L}+)(?:'ve|'s|\s+have|\s+has)?` +
      raw`(?:\s+(?:just|now|recently|finally|already|had to))*\s+)?(?:${CHANGED}|correct)\s+(?:up\s+)?` +
      raw`(?<key>(?:my|our|the) [^,;:=?!\n]{1,60}?|[\p{L}.]+'s [^,;:=?!\n]{1,50}?|\p{Ll}[\p{L} -]{2,40}?)${FROM}(?: back)? (?:to|with|as|until) (?<value>.+)$`,
    movedTo,
  ),
  // "my gym code is 2208", "Anna's birthday is 3 May", "the build tool is now called bazel"
  form(
    "set",
    raw`^${KEY}(?:(?:\s+(?:is|are|was changed to|will be|has become|became|reads|equals)|'s(?=\s(?:called|named)\s))${ADVERB}` +
      raw`(?:\s+(?:called|named|set to|back (?:to|at)(?=\s\S*\d)|changed to|known as|spelled))?\s+|${GIVES})(?<value>.+)$`,
    stated,
  ),
  // "Port: 8443", alone or among such lines
  form("set", raw`^(?<key>[\p{L}][^:=?!,;\n]{1,50}?)${GIVES}(?<value>\S.*)$`, inLine, { when: "line" }),
  // "gym code is now 9911": of what is stored; new where a name is given to it, or where a secret would be lost
  form(
    "change",
    raw`^(?<key>${BARE})(?:\s(?:is|are)(?: now)?(?: called| named| back (?:to|at)(?=\s\S*\d))?\s+|${GIVES})(?<value>\S.*)$`,
    unowned,
  ),
  // "order number TW123456789", "remember the wifi password hunter2!": a whole message of a key and a code
  form(
    "set",
    raw`^(?<key>(?:my |our |the )?[\p{L}][\p{L} -]{0,30}?(?:number|code|password|passcode|pin|port|id|username|email|` +
      raw`phone))\s+(?<value>\+?\d[\d ()/-]{5,}|\S*[\d#*@_$%&!]\S*)$`,
    ({ of, value, opened }) => (value.length >= 4 && isExact(value) ? opened.remember || of.name.includes(" ") : null),
  ),
];

/** A share, or a small number of a unit of time, which says little of a key of one word. */
const BARE_MEASURE = /^(?:\d+\s?%|\d{1,3}(?:\s?(?:minutes?|mins?|hours?|hrs?|days?))?)$/u;
/** What is told from others of its kind by a number. */
const NUMBERED = /^(?:locker|desk|seat|room|flat|apartment|unit|box|mailbox|bay|jersey|bib|berth|cabin)$/u;
const PROPER = /^(?:(?:Dr|Mrs?|Ms|Prof)\.? )?\p{Lu}/u;

/** Reads an exact fact of oneself, the project or a person. */
export function readAttribute(text: string, opened: Opened, isLine: boolean): Reading {
  const said = straight(text);
  if (said.length > 600) return null;
  // "Her new teacher is …": the one teacher that is known.
  const theirs = /^(?:his|her|their) (?=new \p{Ll})/iu.exec(said)?.[0] ?? "";
  if (theirs !== "") {
    const reading = readAttribute(`the ${text.slice(theirs.length)}`, opened, isLine);
    const isOne = reading !== null && reading !== "half" && reading.kind === "attribute" && reading.how !== "gone";
    return isOne ? { ...reading, how: "change", sure: false } : null;
  }
  const own = readRelation(said, text, opened);
  if (own !== null) return own;
  for (const one of FORMS) {
    if (one.when !== undefined && !opened.remember && !(one.when === "line" && isLine)) continue;
    const groups = one.pattern.exec(said)?.groups;
    if (groups === undefined) continue;
    const reading = readForm(one, groups, { said, text, opened });
    if (reading !== null) return reading;
    // What is said of a key by a verb of its own is said by no weaker form.
    if (one.warrants === stated && !opened.remember) break;
  }
  return inverse(said, text, opened);
}

function readForm(
  { how, warrants, keys }: Form,
  groups: Groups,
  { said, text, opened }: { readonly said: string; readonly text: string; readonly opened: Opened },
): Reading {
  const group = groups["value"] as string;
  // The text of a group where it stands in the message, which has other quotation marks.
  const tail = text.slice(text.length - group.length).replace(LEADING, "");
  const head = said.slice(0, said.length - group.length);
  const adverb = groups["adverb"]?.toLowerCase() ?? "";
  for (const key of keys?.(groups) ?? [groups["key"] ?? ""]) {
    const of = IS_CALLED.test(head) ? calledOf(key) : attributeOf(key);
    if (of === null || of.past || adverb === "no longer") continue;
    const several = severalOf(of, key, head, tail);
    const way = howOf(adverb, opened);
    if (several !== null) return factOf(of, several, way, true);
    const value = PERSON.test(of.key) && !isQuoted(tail) ? nameOf(tail) : valueOf(tail);
    if (value === null) return how !== "set" || isPlausible(of, tail) ? "half" : null;
    const sure = warrants({ of, value, tail, head, adverb, opened });
    if (sure === null) continue;
    const isNow =
      opened.correction || /now|currently|as of|officially/u.test(adverb) || NOW_ON.test(tail.slice(value.length));
    const meant = how !== "set" ? how : way === "set" && isNow && warrants === stated ? "change" : way;
    return factOf(of, [value], meant, sure);
  }
  return null;
}

/** What says behind a value that it holds since now. */
const NOW_ON = /\s(?:now|from now on|these days|nowadays|from today|as of (?:now|today))[\s.!]*$/iu;

const IS_CALLED = /\s(?:called|named)\s+$/iu;

const LEADING = /^(?:now|currently|actually|still|also|officially)\s+(?=\S)/iu;

const factOf = (of: AttributeMention, values: readonly string[], how: Attribute["how"], sure: boolean): Attribute => ({
  kind: "attribute",
  of,
  values,
  how,
  sure,
});

/** "Our linters are oxlint and knip": several values of one key; null where one is meant. */
function severalOf(of: NamedAttribute, key: string, head: string, tail: string): readonly string[] | null {
  if (!/^\(?1[.)]\s/u.test(tail) && (!/\sare\s/iu.test(head) || topicOf(of.name).name === key.trim())) return null;
  const read = readValues(tail, { plural: true, count: null, activity: true });
  if (read === null || read === "half" || read.values.length < 2) return null;
  const isWho = PERSON.test(of.key) || /name$/u.test(of.key);
  if ((of.by === "the" && !isWho) || GENERAL.has(of.name.toLowerCase())) return null;
  const values = read.values.map((one) => one.value);
  // "max ella and jo" are three.
  if (isWho && values.some((value) => / /u.test(value) && !/\p{Lu}/u.test(value))) return null;
  return values.every((one) => !one.includes(": ")) ? values : null;
}

const UNREAL = /\b(?:don't|not|never|might|may|could|should|would|will|if|want|need|plan)\b/u;

/** "Change my password to …" is an order, of what is stored alone. */
const ORDERS = /^(?:change|update|set|reset|move|switch|rename|correct|replace)\s/iu;

/** "… moved to 10": whether what was changed is known by that. */
function movedTo(found: Found): boolean | null {
  const { of, value, tail, head } = found;
  if (UNREAL.test(head) || !isValue(value, tail) || misfits(of, value)) return null;
  if (!/\b(?:moved|moving|went|shifted|switched)\b/iu.test(head) || (isExact(value) && !PERSON.test(of.key)))
    return of.by !== "the" && of.by !== "none" && !ORDERS.test(head) && isFirm(found);
  // Who moved is still who he is.
  return PERSON.test(of.key) || of.by === "person" ? null : false;
}

/** "my gym code is 2208": whether the form warrants storing what isn't stored yet. */
function stated(found: Found): boolean | null {
  const { of, value, tail, opened } = found;
  if (!isValue(value, tail) || misfits(of, value)) return null;
  if (!isQuoted(tail) && /,\s+\p{Ll}/u.test(value) && typeOf(value) !== "date") return null;
  return opened.remember ? !(isGeneral(of, value) && of.by === "none") : isFirm(found);
}

function inLine(found: Found): boolean | null {
  const { of, value, opened } = found;
  const sure = stated(found);
  if (sure === null || opened.remember) return sure;
  return !isGeneral(of, value) && (isExact(value) || ONE_OF.test(of.key)) && of.key.split(" ").length <= 4;
}

function unowned({ of, value, tail, head }: Found): boolean | null {
  const isCalled = IS_CALLED.test(head) && PROPER.test(value) && isName(value, false);
  if (
    misfits(of, value) ||
    !(isExact(value) || isCalled || PERSON.test(of.key) || (isQuoted(tail) && isSensitive(of.key, "")))
  )
    return null;
  const isCode = /\d/u.test(value) && isExact(value) && CODE.test(of.name) && !PASSING.test(of.name);
  // "vet is Mrs Kilbride": one's own, where a role is held by somebody.
  const isRole = PERSON.test(of.key) && of.key.split(" ").length < 3 && PROPER.test(value) && isValue(value);
  return !isGeneral(of, value) && (isCalled || isCode || isRole || isSensitive(of.key, value));
}

/** Whether a key says nothing by itself, of this value. */
function isGeneral(of: NamedAttribute, value: string): boolean {
  const name = of.name.toLowerCase();
  return GENERAL.has(name) && !((of.by === "my" || of.by === "our") && OWNED.test(name) && /\p{Lu}/u.test(value));
}

/** Whether a value is of a kind that its key can't hold: "my phone is a Pixel" is no number. */
function misfits({ key }: AttributeMention, value: string): boolean {
  const type = typeOf(value);
  if (PERSON.test(key) && NATIONAL.test(value)) return true;
  if (key === "phone number") return !/^(?:phone|number|identifier)$/u.test(type) || !/\d{3}/u.test(value);
  return key === "email" && type !== "email";
}

/** Whether a statement warrants storing what isn't stored yet. */
function isFirm({ of, value, tail, head }: Found): boolean {
  const words = of.key.split(" ").length;
  if (isGeneral(of, value) || (words > 1 && VAGUE.test(of.key) && typeOf(value) !== "date")) return false;
  if (isSensitive(of.key, "") && /phrase|words|mnemonic|pass(?:word|code)$/u.test(of.key)) return true;
  const isPerson = PERSON.test(of.key);
  const isOne = ONE_OF.test(of.key) || ONE_OF.test(of.name.toLowerCase()) || (isPerson && PROPER.test(value));
  const isOwn = of.by !== "the" && of.by !== "none";
  if (isExact(value) || isQuoted(tail)) {
    const isTold = of.by === "person" || NUMBERED.test(of.key) || !BARE_MEASURE.test(value);
    return isOne || (of.name.includes(" ") && (isOwn || typeOf(value) !== "number")) || (isOwn && isTold);
  }
  if (NATIONAL.test(value)) return isOwn && /(?:language|nationality|name|cuisine|food)$/u.test(of.key);
  const isNamed = PROPER.test(value) || IS_CALLED.test(head);
  if (!isOwn) return isNamed && (isOne || (/\sis(?:\s(?:called|named))?\s+$/iu.test(head) && isWholeName(of, value)));
  if (isPerson) return PROPER.test(value.replace(/^the /u, ""));
  // Small words name something only where the key says what: "our build tool is bazel".
  if (isNamed || COMMON.test(of.key)) return true;
  const described =
    /^(?:an?|the)\s/u.test(value) ||
    (value.includes(" ") && (/\s(?:to|in|of|for|by|when|whenever)\s|ly\s/u.test(value) || !/\d|\p{Lu}/u.test(value)));
  return !described && (isOne || (words > 1 && /^\S*\d/u.test(value)));
}

/** "The vendor is Klarpay": a name alone says who or what it is, of a key that names a role or a thing. */
function isWholeName({ by, key }: NamedAttribute, value: string): boolean {
  const head = key.split(" ").at(-1) ?? "";
  return (
    by === "the" &&
    key.split(" ").length <= 3 &&
    (!GENERAL.has(head) || (key.includes(" ") && OWNED.test(head))) &&
    !/^(?:next|last|first|second|third|only|other|best|worst|main|real|whole) /u.test(key) &&
    value.split(" ").every((word) => /^\p{Lu}[\p{L}.'’-]+$/u.test(word))
  );
}

/** Whether a tail that can't be read may well be a value, so that it is said. */
const isPlausible = (of: NamedAttribute, tail: string): boolean =>
  !GENERAL.has(of.key) && of.by !== "the" && /^(?:["“`]|\S*\d)/u.test(tail);

const howOf = (adverb: string, opened: Opened): "set" | "also" => (adverb === "also" || opened.also ? "also" : "set");

/** "Okafor is my dentist", "2208 is the gym code" */
const INVERSE = /^(\S.{0,80}?)\s+(?:is|are)\s+(?:now\s+)?((?:my|our|the)\s.{2,60}|[\p{L}.]+'s\s.{2,50})$/isu;
const NO_SUBJECT =
  /^(?:it|this|that|he|she|they|there|here|what|who|which|where|these|those|i|you|we|my|our|the|mine|and|but|one|if|not)\b|['’]s\s/iu;

function inverse(said: string, text: string, opened: Opened): Reading {
  const found = INVERSE.exec(said);
  if (found === null) return null;
  const subject = text.slice(0, (found[1] as string).length);
  const bare = withoutTail(found[2] as string);
  const of = bare === null ? null : attributeOf(bare);
  if (of === null || of.past || NO_SUBJECT.test(subject) || GENERAL.has(of.name.toLowerCase())) return null;
  const value = written(subject);
  if (!isExact(value) && !(PROPER.test(value) && isName(value, isQuoted(subject)))) return null;
  const isKnown =
    PERSON.test(of.key) || (ONE_OF.test(of.key) && (of.by !== "the" || isExact(value) || of.key.includes(" ")));
  return factOf(of, [value], howOf("", opened), isKnown || opened.remember);
}
