import { HOLDS } from "../../english/adverbials.ts";
import { isPredicate } from "../../english/noun-phrase.ts";
import { isSensitive } from "./attribute-keys.ts";
import { attributeOf } from "./mentions.ts";

const NAME = String.raw`(?:password|passcode|passphrase|pwd?|pin|code|key|combination|combo|token|secret|log-?in)`;
/** "my gate code is *99#", "password for netflix = x!4", "my login is ada / x!4": one word, whatever its signs, behind a key that holds secrets. */
const SAID = new RegExp(
  String.raw`^(.{0,60}?\b${NAME}(?:\s(?:for|to|of|on)\s[^,.:=]{2,30}?)?)(?:\s+(?:is|equals)\s+(?:${HOLDS}\s+)?|\s*[:=]\s*)` +
    String.raw`((?:\S+\s[/|]\s)?\S+)$`,
  "iu",
);
/** "Alarm code 4417#", "door code's 4417, don't tell Ben", "PIN 4417 for the new card": a secret right behind its name. */
const BESIDE = new RegExp(
  String.raw`^(?!(?:use|enter|type|try|forg[eo]t|lost|wrong|change|update|set|reset|need|send|give|generate|create|make|find)\s)` +
    String.raw`(?<key>(?:[\p{L}-]+\s){0,4}?${NAME})(?:['’]s|\sis|:)?\s(?<token>(?=\S*\d)\S{4,}?)` +
    String.raw`(?<of>\s(?:for|to|of|on)\s(?:the|my|our)\s[^,;]{2,30})?(?<rest>[,;]\s.+)?$`,
  "iu",
);
/** Marks that a reader takes for quotation. Single straight ones, stars and underlines may be a secret's own. */
const QUOTED = /^(?:"(.+)"|“(.+)”|„(.+)[“”]|«(.+)»|‘(.+)’|`(.+)`)$/u;
const WRAPPED = /^(['*_]+|~~).+\1$/u;
/** What the keys of a door or a telephone can enter: no mark of a sentence. Two stars on both sides may be bold print. */
const KEYPAD = /^(?!\*\*.+\*\*$)[\d*#]+$/u;

/** A word, a number, or what a keypad enters: a full stop behind it is the sentence's. */
const PLAIN = /^(?:\p{L}+|[\d*#-]+)$/u;

/** The word inside quotation marks or backticks; null where none stand around it. */
const quotedToken = (token: string): string | null =>
  QUOTED.exec(token)
    ?.slice(1)
    .find((inside) => inside !== undefined) ?? null;

/** Reads the secret that a sentence states in one word; null where it states none. @param marks what ends it, as written */
export function secretToken(sentence: string, marks: string) {
  const stated = marks.includes("?") ? sentence : setApart(sentence);
  const [, key = "", token = ""] = SAID.exec(stated) ?? [];
  const of = key === "" ? null : attributeOf(key);
  if (of === null) return null;
  // The marks behind something else are the sentence's.
  const own = sentence.endsWith(token) ? ownMarks(token, marks) : "";
  const whole = `${token}${own ?? ""}`;
  const isWord = /^\p{L}+$/u.test(whole);
  return {
    /** The sentence without a mark that is its own. */
    body: `${stated}${own ?? ""}`,
    /** The secret, byte for byte; null where it isn't sure which marks are its own. */
    value: own === null || (WRAPPED.test(whole) && !KEYPAD.test(whole)) ? null : (quotedToken(whole) ?? whole),
    /** Whether the full stop behind it, taken for the sentence's, may be its own. */
    isOpen: marks === "." && own === "" && quotedToken(token) === null && !PLAIN.test(token),
    /** Whether it is said where it can't be stored: "the code is broken" states none. */
    isSecret: !isWord || (isSensitive(of.key, "") && marks !== "?" && !isPredicate([token])),
  };
}

/** A sentence that names a secret and says it right behind that, as one that states it; any other as it is. */
function setApart(sentence: string): string {
  const { key = "", token = "", of = "" } = BESIDE.exec(sentence)?.groups ?? {};
  return isSensitive(attributeOf(`${key}${of}`)?.key ?? "", "") ? `${key}${of} is ${token}` : sentence;
}

/** Those of the marks at the end that are the secret's; null where that isn't sure. */
function ownMarks(token: string, marks: string): string | null {
  if (marks === "" || /^!+$/u.test(marks)) return quotedToken(token) === null ? marks : "";
  // A bracket or a quotation mark behind a full stop: the sentence's mark stands behind everything else.
  if (/[^.!?…]/u.test(marks)) return /[^.!?…]$/u.test(marks) ? marks : null;
  if (marks.includes("?")) return null;
  return marks === "." || quotedToken(token) !== null ? "" : null;
}
