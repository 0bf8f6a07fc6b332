import { isSecretName } from "../english/secret-words.ts";
import { withoutSpans } from "../text/snippet.ts";
import prose from "./prose-words.json" with { type: "json" };

/**
 * Whether a word that stands where a secret would stand is one. Passwords have little entropy, so they can't be told by
 * randomness alone; they are told by what they are not: a placeholder, a reference, a word of prose, a type, a path.
 */

/** Where the word stands, which decides how much it has to look like a secret by itself. */
export type Position =
  /** In quotes behind a name such as `password`. */
  | "quoted"
  /** Alone behind a name and `:` or `=`, the end of its line or of its list. */
  | "assigned"
  /** Behind "is" at the end of a sentence. */
  | "stated"
  /** Anywhere else near such a name: it must look like one. */
  | "near";

const PLACEHOLDER = new RegExp(
  String.raw`^(?:x{3,}|X{3,}|y{4,}|[*•●·#_.\-–—…?]+|…|<.*|\$.*|\{.*|%.*%|\[.*|@\S*|your.*|my[-_ ]?(?:secret` +
    String.raw`|token|pass|api|super).*|(?:an?|the|some|any)[-_].*|.*example.*|.*changeme.*|.*change[-_]?(?:me` +
    String.raw`|it|this).*|.*placeholder.*|.*redacted.*|.*(?:dummy|sample|fake[-_]).*|insert[-_].*|enter[-_].*` +
    String.raw`|replace[-_].*|todo|tbd|n\/a|foo(?:bar)?(?:baz)?|bar|baz|test|testing|demo|(?:super[-_]?)?secret` +
    String.raw`|pass(?:word|wd|phrase|code)?[12]?|pwd|pw|token|(?:api[-_]?|access[-_]?|secret[-_]?)?key` +
    String.raw`|postgres|mysql|root|guest|\p{L}*[-_]?(?:password|passwd)[-_]?\p{L}*|hidden|masked|value|string` +
    String.raw`|12345|abc|1234\.{3}|.*\.\.\.+.*|.*….*|.*\*{3,}.*|.*x{5,}.*|.*X{5,}.*|.*_here)$`,
  "iu",
);

/** Predicates and types that stand behind "the password is" and "password:" and are no password, but for those that `STATEMENT` knows. */
const PROSE = new Set(prose.words);

/** The same in other languages, as forms and handbooks have them: wrong, right, required, empty, valid, expired, secret, strong, weak, see. */
const FOREIGN_PROSE = new RegExp(`^(?:${prose.foreign.join("|")})`, "iu");

/** Endings of English words that state something of a password rather than being it. */
const STATEMENT = /^[a-z]+(?:ed|ing|able|ible|ive|less|ful|ous|ment|tion|sion|ally|ly|ance|ence)$/u;
const REFERENCE = new RegExp(
  String.raw`^(?:pbkdf2|scrypt:|bcrypt:|sha\d+[:-]|md5:|argon2|process\.env|os\.environ|os\.getenv|env[.[(]` +
    String.raw`|ENV[.[(]|import\.meta|config[.[(]|self[.[]|this[.[]|secrets[.[]|vault:|ssm:|op:\/\/|arn:|file:` +
    String.raw`|\$|@|&|=>|->|~\/|\.{0,2}\/[\w.-]*|[a-z]:\\|https?:|[\w.+-]+@[\w-]+\.\w+|\w+\(|\w+\[|new\s` +
    String.raw`|await\s|function)`,
  "iu",
);
const DOTTED = /^[A-Za-z_$][\w$]*(?:(?:\?|!)?\.[A-Za-z_$][\w$]*)+(?:\(.*)?$/u;
const FILE = new RegExp(
  String.raw`^[\w./-]+\.(?:txt|md|json|ya?ml|toml|env|ts|js|py|go|rs|rb|java|kt|c|h|cpp|cs|php|html|css|sh` +
    String.raw`|pem|crt|key|log|ini|cfg|conf|xml|csv|sql|pdf|docx?|png|jpe?g|svg)$`,
  "iu",
);
const DATE_OR_VERSION = new RegExp(
  String.raw`^(?:\d{4}-\d\d?-\d\d?.*|\d\d?[/.]\d\d?[/.]\d{2,4}|\d\d?:\d\d(?::\d\d)?` +
    String.raw`|v?\d+(?:\.\d+)+(?:[-+][\w.]+)?|v\d+|#\d+|\d{1,3}(?:st|nd|rd|th|s|ms|m|h|d|px|%|kb|mb|gb|k)?)$`,
  "iu",
);
/** An issue's: "Tulpe-55" is none. */
const TICKET = /^[A-Z]{2,10}-\d{1,6}$/u;
const isLabel = (value: string): boolean => [FILE, DATE_OR_VERSION, TICKET].some((form) => form.test(value));
const ARGUMENT = /^(?:\p{L}+=$|\w+=[^=])/u;
const IDENTIFIER =
  /^(?:[a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+|[A-Z]+(?:_[A-Z]+)+|[a-z]+(?:-[a-z]+)+)$/u;

/** Characters of a value by which it is told that it stands for another: those that do are short. */
const LONGEST_PLACEHOLDER = 120;

/** True when it stands for something else: a placeholder, a variable, a path. */
export const isPlaceholder = (value: string): boolean =>
  PLACEHOLDER.test(value.slice(0, LONGEST_PLACEHOLDER)) || REFERENCE.test(value) || /^[<{[(].*[>}\])]$/u.test(value);

/** Whether `value`, which stands at `position`, is a password. @param value without quotes and closing punctuation */
export function looksLikePassword(value: string, position: Position): boolean {
  if (value.length < 4 || value.length > 2000 || isPlaceholder(value)) return false;
  const lower = value.toLowerCase();
  if (PROSE.has(lower.replace(/[!?]+$/u, "")) || DOTTED.test(value) || isLabel(value)) return false;
  if (/[()]/u.test(value) && position !== "quoted") return false;
  if ((position === "near" || position === "stated") && METHOD.test(value)) return false;
  const [digit, symbol] = [/\d/u.test(value), /[!@#$%^&*+=?~|]/u.test(value)];
  if (position === "near") return value.length >= 6 && /\p{L}/u.test(value) && (digit || symbol) && !isNearWord(value);
  if (/^\p{L}+$/u.test(value) && isSecretName(value)) return false;
  if (position === "quoted" && /\s/u.test(value)) return isPassphrase(value);
  if (FOREIGN_PROSE.test(value)) return false;
  if (digit || (symbol && !/^\p{L}+['’]?\p{L}*[!?]*$/u.test(value))) return true;
  if (position === "quoted")
    return (
      !STATEMENT.test(lower) &&
      (!IDENTIFIER.test(value) || /-/u.test(value)) &&
      /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(value)
    );
  // A phone begins a word with a capital, and a form its labels.
  if (STATEMENT.test(lower) || (/^[A-Z]/u.test(value) && position !== "stated")) return false;
  return /-/u.test(value) ? value.split("-").length >= 3 : /^\p{L}\p{Ll}+[!?]?$/u.test(value);
}

/** How a password is kept, or what asks for it: "SHA-256-hashed", "ISO27001", "Windows11". */
const METHOD = new RegExp(String.raw`^(?:${prose.methods.join("|")})[-_ ]?\d+[\p{L}\d-]*$`, "iu");

const isNearWord = (value: string): boolean =>
  ARGUMENT.test(value) ||
  /^[*_]/u.test(value) ||
  IDENTIFIER.test(value) ||
  /^\p{L}+['’]\p{L}+[!?]?$|^\p{L}+[!?]+$/u.test(value);

const FUNCTION_WORDS = new Set(prose.grammar);

/** Several words in quotes: a passphrase has no grammar. */
function isPassphrase(value: string): boolean {
  const words = value.trim().split(/\s+/u);
  return (
    words.length >= 3 &&
    words.length <= 30 &&
    value.length <= 200 &&
    !words.some((word) => FUNCTION_WORDS.has(word.toLowerCase()))
  );
}

/** Words drawn from a list, without quotes: "correct horse battery staple". One of them may also say something of a password. */
export function isDrawn(value: string): boolean {
  const words = value.split(/[ -]/u);
  const said = words.filter((word) => PROSE.has(word) || STATEMENT.test(word));
  return (
    said.length <= 1 &&
    !words.some((word) => FUNCTION_WORDS.has(word) || /^(?:words?|characters?|letters?)$/u.test(word))
  );
}

/**
 * Whether `value`, which is assigned to a name such as `api_key`, is a key. Keys are random: letters and digits without words.
 * @param least characters that a key has at least
 */
export function looksLikeKey(value: string, least = 12): boolean {
  if (
    value.length < least ||
    isPlaceholder(value) ||
    isLabel(value) ||
    (DOTTED.test(value) && !/[A-Za-z]\d[A-Za-z\d]{10,}/u.test(value)) ||
    IDENTIFIER.test(value) ||
    ARGUMENT.test(value)
  )
    return false;
  if (/[\s(){}<>]/u.test(value) || /^\d+$/u.test(value)) return false;
  if (
    !/\p{L}/u.test(value) ||
    (!/\d/u.test(value) &&
      !(value.length >= 20 && /[a-z]/u.test(value) && /[A-Z]/u.test(value) && entropy(value) > 3.6))
  )
    return false;
  // Words joined by hyphens with a number behind them: names, not keys.
  const words = value.split(/[-_./]/u);
  if (
    words.length > 1 &&
    words.every((word) => /^(?:\p{L}{2,12}|\d{1,4}|v\d+)$/u.test(word)) &&
    value.replace(/\D/gu, "").length <= 4
  )
    return false;
  return entropy(value) >= 2.8;
}

/** Characters by which a token tells whether it is drawn by chance. */
const TOLD_BY = 300;

/** Whether a token is drawn by chance: identifiers and headings begin like many a token. */
export function isRandom(value: string): boolean {
  const words = value.slice(0, TOLD_BY).split(/[-_.~=+/]/u);
  const isMixed = (word: string): boolean =>
    (/\d/u.test(word) && /[A-Za-z]/u.test(word)) || (word.match(/[a-z][A-Z]/gu) ?? []).length >= 3;
  return (
    words.some((word) => word.length >= 8 && isMixed(word)) ||
    words.filter((word) => word.length >= 4 && /[a-z][A-Z]|\d[A-Za-z]/u.test(word)).length >= 2 ||
    /^[A-Z2-7]{20}$/u.test(value)
  );
}

/** Shannon entropy of the characters of a word, in bits a character. */
function entropy(value: string): number {
  const shares = [...Map.groupBy(value, (sign) => sign).values()].map(({ length }) => length / value.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

export interface SecretFinding {
  /** What it is, for the placeholder: lower case letters, digits and hyphens. */
  readonly kind: string;
  /** UTF-16 offsets of the secret itself, without what stands around it. */
  readonly start: number;
  readonly end: number;
}

export interface SecretRule {
  /** A password where left out. */
  readonly kind?: string;
  /** The secret is the first group that took part. Global and with indices; a source is read in any case. */
  readonly pattern: RegExp | string;
  /** Looked for first, since most texts have none of it: one must occur in the lower-cased text, where a word begins or ends at its blanks. */
  readonly hints: readonly string[];
  readonly also?: readonly string[];
  readonly accepts?: (value: string, match: RegExpExecArray) => boolean;
}

export interface Redacted {
  readonly text: string;
  /** One a placeholder, in order of place; offsets are those of the text that was given. */
  readonly findings: readonly SecretFinding[];
}

export const placeholderOf = (kind: string): string => `[redacted:${kind}]`;

/** Findings in order of place. Of those that overlap, the union is one, of the kind of the longest. */
export function joinFindings(found: readonly SecretFinding[]): readonly SecretFinding[] {
  const sorted = found.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start || b.end - a.end);
  const joined: SecretFinding[] = [];
  for (const finding of sorted) {
    const last = joined.at(-1);
    if (last === undefined || finding.start >= last.end) joined.push(finding);
    else {
      const kind = finding.end - finding.start > last.end - last.start ? finding.kind : last.kind;
      joined[joined.length - 1] = { kind, start: last.start, end: Math.max(last.end, finding.end) };
    }
  }
  return joined;
}

/**
 * Replaces each finding by its placeholder; of findings that overlap, the union once.
 * @example replaceFindings("key=abc123", [{ kind: "api-key", start: 4, end: 10 }]).text // "key=[redacted:api-key]"
 */
export function replaceFindings(text: string, found: readonly SecretFinding[]): Redacted {
  const findings = joinFindings(found);
  const spans = findings.map(({ kind, start, end }) => ({ start, end, by: placeholderOf(kind) }));
  return { text: withoutSpans(text, spans), findings };
}
