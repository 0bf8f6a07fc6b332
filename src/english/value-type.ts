import WORDS from "./noun-words.json" with { type: "json" };
/** What a value is, recognised by its form. */
export type ValueType =
  | "number"
  | "money"
  | "date"
  | "email"
  | "url"
  | "path"
  | "version"
  | "identifier"
  | "phone"
  | "name"
  | "text";

const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const DAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?";
const TIME_WORD = new RegExp(
  String.raw`^(?:\d{1,4}(?:st|nd|rd|th)?|\d{1,2}(?:[:.]\d{2})?(?:[ap]\.?m\.?)?|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?|[ap]\.?m\.?|at|of|the|on|in|to|and|from|` +
    String.raw`until|every|each|next|this|noon|midnight|utc|gmt|c?es?t|e[sd]?t|p[sd]?t|bst|ist|jst|-|–|local|time|sharp|o'clock|` +
    String.raw`morning|mornings|afternoon|evening|evenings|night|week|weeks|month|year|` +
    String.raw`day|weekday|weekdays|weekend|other|half|past|quarter|q[1-4]|end|one|two|three|four|` +
    String.raw`five|six|seven|eight|nine|ten|eleven|twelve|` +
    String.raw`spring|summer|autumn|fall|winter|first|second|third|last|${MONTH}|${DAY})$`,
  "iu",
);
const DATED = new RegExp(
  String.raw`\b(?:${MONTH}|${DAY}|noon|midnight)\b|\d{1,2}:\d{2}|\d\s?[ap]\.?m\b|^\d{4}-\d\d|` +
    String.raw`\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d(?:st|nd|rd|th)\b|\bq[1-4]\b|\b(?:half|quarter) (?:past|to) |\bo'clock\b`,
  "iu",
);

/** A host by its last label: "acme.co.uk", "db-1.internal". */
const HOST =
  /^(?:[a-z0-9_-]+\.)+(?:com|org|net|io|dev|ai|co|app|edu|gov|info|cloud|internal|local|lan|corp|test|example|eu|[a-z]{2})(?:[:/]\S*)?$/iu;
const UNITS = WORDS.units.join("|");
const NUMBERED = new RegExp(
  String.raw`^(?:[-+]?\d[\d.,]*|(?:one|two|three|four|five|six|eight|ten)(?=\s\p{L}{4}))\s?(?:${UNITS})?(?:\s?(?:\b(?:per|an?)\s|/\s?)\p{L}+)?$`,
  "iu",
);
const NUMBER_WORD = new RegExp(
  String.raw`^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|` +
    String.raw`thirty|forty|fifty|hundred)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine|hundred|thousand))*$`,
  "iu",
);

/** The type of a value. @example typeOf("TW123456789") // "identifier" */
export function typeOf(value: string): ValueType {
  const text = value.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text)) return "email";
  if (/^[a-z][a-z+.-]*:\/\/\S+$/iu.test(text) || /^www\.\S+$/iu.test(text)) return "url";
  if (/^(?:~|\.{1,2})?\/\S+$|^[A-Za-z]:\\\S+$/u.test(text) || /^[\w.-]+\/[\w./-]+\.\w{1,5}$/u.test(text)) return "path";
  if (
    /^[$€£¥₹]\s?\d[\d.,]*\s?(?:k|m|bn|million|billion)?(?:\s?(?:\/|per|a)\s?\p{L}+)?$/iu.test(text) ||
    /^\d[\d.,]*\s?(?:usd|eur|gbp|dollars?|euros?|pounds|chf|yen|[€£$])(?:\s?(?:\/|per|a)\s?\p{L}+)?$/iu.test(text)
  )
    return "money";
  if (
    /^(?!\d{1,2}\.\d{1,2}\.\d{4}$)v?\d+\.\d+\.\d+(?:[-+.]\S+)?$|^v\d+(?:\.\d+)*$|^\p{Lu}\p{L}+ \d+\.\d+(?:\.\d+)?$/u.test(
      text,
    )
  )
    return "version";
  if (DATED.test(text) && text.split(/[\s,]+/u).every((word) => word === "" || TIME_WORD.test(word))) return "date";
  if (HOST.test(text) && !/\s/u.test(text)) return "url";
  const digits = text.replace(/\D/gu, "").length;
  if (/^\+?[\d\s().-]{7,22}$/u.test(text) && digits >= 7 && /[\s().+-]/u.test(text)) return "phone";
  if (
    /^[-+]?\d[\d.,]*$/u.test(text) ||
    NUMBERED.test(text) ||
    NUMBER_WORD.test(text) ||
    /^\d+ and a (?:half|quarter)$/iu.test(text)
  )
    return "number";
  if (/^(?:number|no\.|nr\.?)\s?\d+\p{L}?$|^(?:A|B|AB|O|0)[ -]?(?:\+|-|pos(?:itive)?|neg(?:ative)?)$/iu.test(text))
    return "identifier";
  if (!/\s/u.test(text) && /[\d_*#@$%&^~|\\=+<>]/u.test(text) && text.length > 1) return "identifier";
  if (!/\s/u.test(text) && /^[\p{L}\p{N}]+(?:[-_/.:][\p{L}\p{N}]+)+$/u.test(text) && /[_/.:]|\d/u.test(text))
    return "identifier";
  if (text.split(/\s+/u).length <= 4 && digits >= 2 && /^[\p{Lu}\d .#/-]+$/u.test(text)) return "identifier";
  return /\p{Lu}/u.test(text) && text.split(/\s+/u).length <= 8 ? "name" : "text";
}

/** Whether a value is a date or an hour. Asked of each word of a text: most need one look. */
export const isDate = (value: string): boolean => DATED.test(value.trim()) && typeOf(value) === "date";

/** A person's name behind its title: "Dr. Okafor". */
const TITLED = /^(?:Dr|Mrs?|Ms|Mx|Prof|Miss|Rev)\.? \p{Lu}\p{L}+(?: \p{Lu}[\p{L}'’-]+)*$/u;

/** Whether a value is exact by its form alone: an address, an identifier, a date, a sum, a measure. */
export function isExact(value: string): boolean {
  const type = typeOf(value);
  return TITLED.test(value) || (type !== "name" && type !== "text");
}

/** A street with a number: "14 Mill Lane", "Elm Road 5". */
export const ADDRESS = /^(?:\d+\p{L}?(?: \p{Lu}\p{Ll}+){2,}|(?:\p{Lu}\p{Ll}{2,} )+\d{1,4}\p{L}?)$/u;

/** Keys whose value says where something is. */
const PLACE =
  /(?:^|[ /])(?:home|address|hometown|birthplace|location|place|flat|venue|office|spot|seat|desk|room|locker|gate|terminal|platform|floor|bay|stop|station)$/u;
/** Whether a value is of the kind that a word of a question asks for: "where", or "number" of "my boss's number". */
const ASKED_KINDS: readonly (readonly [word: RegExp, fits: (value: string, key: string) => boolean])[] = [
  [
    /^where$/u,
    (value, key) => PLACE.test(key) || /^(?:in|at|on|under|near|behind|by|next to|inside)\s|^\S*[/\\]/iu.test(value),
  ],
  [
    /^(?:when|(?:what )?(?:date|day|time))$/u,
    (value) => value.split(/[\s,]+/u).some((word) => typeOf(word) === "date" || /^(?:19|20)\d\d$/u.test(word)),
  ],
  [/^who$/u, (value) => /^(?:name|text)$/u.test(typeOf(value))],
  [/^(?:how|number)$/u, (value) => /\d/u.test(value) || typeOf(value) === "number"],
  [/^address$/u, (value) => /\d|\S[.@]\S/u.test(value)],
  [/^name$/u, (value) => /^\p{Lu}/u.test(value)],
  [/^why$/u, () => false],
];

/** Whether what is stored under a key answers a question that asks for something by a word; any word else asks for the value itself. */
export function answersAsked(word: string, key: string, values: readonly string[]): boolean {
  const [, fits] = ASKED_KINDS.find(([one]) => one.test(word)) ?? [];
  return fits === undefined || values.some((value) => fits(value, key));
}
