import WORDS from "./secret-words.json" with { type: "json" };

/** How a language speaks of secrets. Each field is a pattern of its words, read in any case. */
export interface SecretWords {
  /** What a password is called. */
  readonly password: string;
  /** Whether `password` ends longer words, too. */
  readonly compounds?: boolean;
  /** What a number is called that is secret by its name alone. */
  readonly pin: string;
  /** Verbs that say what something is. */
  readonly states: string;
  /** A code is secret where it opens a `door`, or where nothing but "the" stands before it. */
  readonly code?: string;
  readonly door?: string;
  /** Codes that everybody may know, by the word behind `code`. */
  readonly open?: string;
  /** Verbs of opening and of logging in, and what joins the secret to them. */
  readonly opens?: string;
  readonly with?: string;
  /** What a user and a password together are called. */
  readonly login?: string;
}

/** Languages by their codes; those whose words nobody confuses share a row. */
export const SECRET_WORDS: Readonly<Record<string, SecretWords>> = WORDS.languages;

/** Written without blanks: what is behind the name follows it at once. */
export const EASTERN_WORDS = WORDS.eastern;

/** What opens with a code, in English. */
export const DOOR =
  String.raw`(?:safe|alarm|boiler|doors?|gate|lock|locker|garage|vault|building|entrance|entry|keypad|padlock|house` +
  String.raw`|shed|office|flat|apartment|suitcase|mailbox|lock ?box|key ?box|key safe|cabin|sim|card|intercom)`;

/** What is called after passwords and is none: what keeps them, asks for them or hints at them. */
export const NO_THING =
  String.raw`(?!\p{L}|\s+(?:apps?|managers?|tools?|keepers?|vaults?|generators?|hints?|reminders?|polic(?:y|ies)|rules?` +
  String.raw`|fields?|forms?|pages?|files?)(?!\p{L}))`;

/** What else is secret by its English name: what proves who one is, what one pays with, what opens a program or a door. */
const ENGLISH_NAME =
  `${WORDS.english.join("|")}|` +
  `(?:${DOOR}|access|security|unlock|backup|recovery) (?:code|combination|combo|key)|` +
  `(?:code|combination|combo|key) (?:to|for|of) .{0,40}${DOOR}`;

const SECRET_NAME = new RegExp(
  `(?<!\\p{L})(?:${Object.values(SECRET_WORDS)
    .map(
      ({ password, pin, compounds }) =>
        `${compounds === true ? String.raw`\p{L}*` : ""}(?:${password})${NO_THING}|${pin}`,
    )
    .join("|")})(?!\\p{L})|(?:^| )(?:${ENGLISH_NAME})(?: |$)|${EASTERN_WORDS.password}|${EASTERN_WORDS.pin}`,
  "iu",
);

/** Whether what is called so is a secret by its name, in any of the languages. @example isSecretName("WLAN-Passwort") // true */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);
