import { PERSON } from "../../english/nouns.ts";
import { isSecretName } from "../../english/secret-words.ts";
import { holdsToken } from "../../redaction/marked-tokens.ts";
import { holdsLuhn } from "../../text/check-digits.ts";

/** Whether what an attribute holds is to stay private whatever was said: numbers of documents and cards, passwords, keys. */
export function isSensitive(key: string, value: string): boolean {
  const digits = value.replace(/[\s-]/gu, "");
  return (
    (isSecretName(key) && !key.endsWith(" expiry")) ||
    // A key leaves "number" out.
    (/\d{4}/u.test(digits) && /(?:^| )(?:card|account)$/u.test(key)) ||
    (/^\d{13,19}$/u.test(digits) && holdsLuhn(digits)) ||
    /^\p{Lu}{2}\d{2}[\p{Lu}\d]{11,30}$/u.test(value.replace(/\s/gu, "")) ||
    /^\d{3}-\d{2}-\d{4}$/u.test(value) ||
    holdsToken(value)
  );
}

const EVENTS = "launch|release|due|departure|arrival|graduation|wedding|kickoff|go-live|expiry|expiration";

/** Other words for an attribute, by which it is asked for, too. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/(^| )(?:date of birth|birth date|birthdate|dob|bday|b-day|bd)$/u, "$1birthday"],
  [/^(?:(?:tele|mobile |cell )?phone|mobile|cell)(?: number)?$/u, "phone number"],
  [/^(?:e-mail|mail|e-mail address|email address|mail address|email)$/u, "email"],
  [/^(?:home address|postal address|street address|address)$/u, "address"],
  [/^(?:wi-fi password|wifi password|wifi|wifi pw|wifi pass|wifi one)$/u, "wifi password"],
  [/^(.+ )(?:pw|pwd|passwd)$/u, "$1password"],
  [/^wifi (?:network|network name|ssid)$/u, "wifi name"],
  [new RegExp(`^(${EVENTS}) date$`, "u"), "$1"],
  [
    /^(.+ .+|order|tracking|invoice|booking|passport|flight|ticket|account|customer|license|serial|room) number$/u,
    "$1",
  ],
];

/** Keys under which something else of a thing stands than its name: "wifi" asks for its password. */
export const OTHER_THAN_NAME = new RegExp(`^(?:wifi password|phone number|address|${EVENTS})$`, "u");

/** The key under which an attribute is stored. @example attributeKey("e-mail address") // "email" */
export function attributeKey(key: string): string {
  // "My team lead's number" is not the team lead.
  const [pattern, to] = SAME.find(([one]) => one.test(key) && !PERSON.test(key.replace(/ number$/u, ""))) ?? [];
  return pattern === undefined || to === undefined ? key : key.replace(pattern, to);
}

/** A title before a name. */
export const TITLE = /^(dr|mrs?|ms|mx|prof)(?:\.\s*|\s)(?=\p{L})/iu;

/** The key of a person, whatever the case and the full stop of a title. @example personKey("Dr. Moss") // "dr moss" */
export const personKey = (name: string): string => name.toLowerCase().replace(TITLE, "$1 ");

/** The key of an attribute's list: attributes share the store with ranked lists, under keys that no topic has. */
export const storedKey = (subject: string, key: string): string => `@${subject}/${attributeKey(key)}`;

/** Whether a list's key is an attribute's. */
export const isAttribute = (key: string): boolean => key.startsWith("@") && key.includes("/");

/** Whose attribute a key is: `me`, `project`, or a person. */
export const subjectOf = (key: string): string => key.slice(1, key.indexOf("/"));

/** Whether a list's key and values are of a secret, which is written to no file but the catalog. */
export function isSecretFact(key: string, values: readonly string[]): boolean {
  const name = key.slice(key.indexOf("/") + 1);
  return isAttribute(key) && ["", ...values].some((value) => isSensitive(name, value));
}
