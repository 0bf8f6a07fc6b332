import { withoutCircumstance, withoutTail } from "../../english/adverbials.ts";
import { isPredicate } from "../../english/noun-phrase.ts";
import { isQuoted, written } from "../../english/stated-values.ts";
import { isExact, typeOf } from "../../english/value-type.ts";
import { isSensitive } from "./attribute-keys.ts";
import { attributeOf } from "./mentions.ts";

/** A single word, of which nothing is taken where it holds a digit or a sign, but the quotation marks around it. */
function codeOf(token: string): string {
  const quoted = quotedToken(token);
  if (quoted !== null) return quoted;
  return /[\d\p{S}#*@_^~$%&/\\|<>+=:;!()[\]{}]/u.test(token) && !/^(['‘*_]+).*\1$/u.test(token)
    ? token
    : written(token);
}

/** "8443 until March": what holds for a while only. */
const ENDING = /^(?!from\b)\S.*\s(?:until|till)\s+\p{L}/iu;

/** "11 this Friday": what holds once. */
const ONCE = /^(?:at |on )?\S*\d.*\s(?:this|next|today|tomorrow|tonight)\b/iu;

/** What stands behind the verb, as a value; null where something limits it. */
export function valueOf(tail: string): string | null {
  const token = tail.trim();
  if (/^\S+$/u.test(token)) return codeOf(token);
  const bare = withoutTail(token);
  if (bare === null || ENDING.test(bare) || ONCE.test(bare)) return null;
  // "2208 and the pool opens at six", "X12345 and expires in May": a clause of its own behind an exact value.
  const first = /^(.{1,40}?),?\s+and\s+(?!(?:an?\s+)?(?:half|quarter|third)\b)\p{Ll}+\s+\S/u.exec(bare)?.[1];
  if (first !== undefined && isExact(written(first))) return valueOf(first);
  // "7:15 am in the blue room"
  const timed = /^(.{2,40}?) (?:in|at|with) (?!.*\b(?:but|or|if|when|not)\b)\p{L}.*$/u.exec(bare)?.[1] ?? "";
  if (/\d[:.]\d|\d ?[ap]m\b/iu.test(timed) && typeOf(timed) === "date" && typeOf(bare) !== "date") return timed;
  const value = written(typeOf(bare) === "date" ? bare.replace(/^(?:in|on|at) /iu, "") : bare);
  return isPredicate(value.split(/\s+/u)) && !isQuoted(bare) && !isExact(value) ? "" : value;
}

/** A name behind a verb, without the circumstances behind it. */
export function nameOf(tail: string): string | null {
  // "Ana and works from Rome", "Dr. Lund (the tall one)"
  const value = valueOf(tail.replace(/\s+and\s+\p{Ll}+s\s+\S.*$|\s*\([^()]*\)$/u, ""));
  const name = value === null ? null : withoutCircumstance(value);
  return name === null || name === value ? name : valueOf(name);
}

/** "my gate code is *99#", "our api key: x!4": one word, whatever its signs, behind a key that holds secrets. */
const SAID = new RegExp(
  String.raw`^((?:my|our|the)\s.{0,60}?\b(?:password|passcode|passphrase|pin|code|key|combination|combo|` +
    String.raw`token|secret))(?:\s+(?:is|equals)\s+(?:(?:now|currently|still|also|actually|officially|` +
    String.raw`finally)\s+)?|\s*[:=]\s*)(\S+)$`,
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
function quotedToken(token: string): string | null {
  return (
    QUOTED.exec(token)
      ?.slice(1)
      .find((inside) => inside !== undefined) ?? null
  );
}

/** A secret as its sentence states it. */
export interface SecretToken {
  /** The sentence without a mark that is its own. */
  readonly body: string;
  /** The secret, byte for byte; null where it isn't sure which marks are its own. */
  readonly value: string | null;
  /** Whether it is said where it can't be stored: "the code is broken" states none. */
  readonly isSecret: boolean;
  /** Whether the full stop behind it, taken for the sentence's, may be its own. */
  readonly isOpen: boolean;
}

/** Reads the secret that a sentence states in one word; null where it states none. @param marks what ends it, as written */
export function secretToken(sentence: string, marks: string): SecretToken | null {
  const [, key = "", token = ""] = SAID.exec(sentence) ?? [];
  const of = key === "" ? null : attributeOf(key);
  if (of === null) return null;
  const own = ownMarks(token, marks);
  const whole = `${token}${own ?? ""}`;
  const isWord = /^\p{L}+$/u.test(whole);
  return {
    body: `${sentence}${own ?? ""}`,
    value: own === null || (WRAPPED.test(whole) && !KEYPAD.test(whole)) ? null : (quotedToken(whole) ?? whole),
    isOpen: marks === "." && own === "" && quotedToken(token) === null && !PLAIN.test(token),
    isSecret: !isWord || (isSensitive(of.key, "") && marks !== "?" && !isPredicate([token])),
  };
}

/** Those of the marks at the end that are the secret's; null where that isn't sure. */
function ownMarks(token: string, marks: string): string | null {
  if (marks === "" || /^!+$/u.test(marks)) return quotedToken(token) === null ? marks : "";
  // A bracket or a quotation mark behind a full stop: the sentence's mark stands behind everything else.
  if (/[^.!?…]/u.test(marks)) return /[^.!?…]$/u.test(marks) ? marks : null;
  if (marks.includes("?")) return null;
  return marks === "." || quotedToken(token) !== null ? "" : null;
}
