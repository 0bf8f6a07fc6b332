import { cardinalAt } from "../language/numerals.ts";
import { tokenise } from "../language/tokens.ts";

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

const MONTH = new RegExp(
  String.raw`\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|` +
    String.raw`sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b`,
  "iu",
);
const DATE_WORD = new RegExp(
  String.raw`^(?:\d{1,4}(?:st|nd|rd|th)?|\d{1,2}:\d{2}.*|[ap]m|at|of|the|on|to|and|noon|utc|gmt|c?es?t|` +
    String.raw`p[sd]?t|-|–|,|\.|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|` +
    String.raw`sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|` +
    String.raw`sun)day|bst|ist|jst|e?est|aes?t|msk|local|time|sharp)$`,
  "u",
);
const DAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/iu;

/** Tokens whose kind is the type. */
const OWN_KINDS: ReadonlySet<string> = new Set(["email", "url", "path", "money", "version", "date"]);
/** A host by its last label: "acme.co.uk", "db-1.internal". */
const HOST = new RegExp(
  "^(?:[a-z0-9_-]+\\.)+(?:com|org|net|io|dev|ai|co|app|edu|gov|info|biz|cloud|internal|local|lan|corp|test|example|" +
    "eu|uk|de|fr|it|es|pt|nl|be|ch|at|se|no|fi|dk|pl|cz|ie|us|ca|au|nz|jp|cn|kr|in|br|mx|za|me|tv|xyz)(?:[:/]\\S*)?$",
  "u",
);
/** "eu-north-1", "12-34-7" */
const JOINED_CODE = /^(?=.*\d)[\p{L}\p{N}]+(?:[-_/.:][\p{L}\p{N}]+)+$/u;

/** The type of a value. @example typeOf("TW123456789") // "identifier" */
export function typeOf(value: string): ValueType {
  const tokens = tokenise(value);
  const only = tokens.length === 1 ? tokens[0]?.kind : undefined;
  if (only !== undefined && OWN_KINDS.has(only)) return only as ValueType;
  if (MONTH.test(value) && /\d/u.test(value) && tokens.every((token) => DATE_WORD.test(token.word))) return "date";
  if (
    /^(?:(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? )?(?:next |this )?/iu.test(value) &&
    (DAY.test(value) || /^\d{1,2}(?:st|nd|rd|th) of \p{L}+$/iu.test(value)) &&
    tokens.length <= 5
  )
    return "date";
  if (HOST.test(value)) return "url";
  const digits = value.replace(/\D/gu, "").length;
  if (/^\+?[\d\s().-]{7,22}$/u.test(value) && digits >= 7 && /[\s().+-]/u.test(value)) return "phone";
  if (only === "number" || (cardinalAt(tokens, 0)?.end ?? 0) === tokens.length) return "number";
  if (only === "code" || JOINED_CODE.test(value)) return "identifier";
  if (tokens.length <= 4 && digits >= 3 && /^(?=.*\p{L})[\p{L}\p{N}_.#/-]+$/u.test(value)) return "identifier";
  if (/^[$€£¥₹]|\d\s?(?:usd|eur|gbp|dollars|euros|pounds|chf|yen)$/iu.test(value)) return "money";
  if (/^\d[\d.,]*\s?\p{L}{1,12}$/u.test(value)) return "number";
  return tokens.some((token) => token.upper) && tokens.length <= 6 ? "name" : "text";
}

/** The canonical form of a value of a type; the value itself where there is none. Times are read with `now`. */
export function canonical(value: string, type: ValueType): string {
  if (type === "phone") return value.replace(/[^\d+]/gu, "");
  if (type === "email") return value.toLowerCase();
  if (type === "number" && /^\d[\d,]*(?:\.\d+)?$/u.test(value)) return value.replaceAll(",", "");
  return value.normalize("NFKC");
}

/** What a known attribute may hold. `named`: a name in capitals or a quoted text. `typed`: anything but plain text. */
type Holds = "named" | "typed" | "date" | "any";

const KNOWN: ReadonlyMap<string, Holds> = new Map(
  (
    [
      [
        "named",
        "name nickname surname maiden middle wife husband partner fiance fiancé spouse boss manager dentist " +
          "doctor gp therapist lawyer accountant landlord supervisor mentor coach neighbor neighbour roommate " +
          "flatmate ceo cto cfo coo employer company school university college hometown city country state " +
          "bank airline hotel employer mother father mom mum dad son daughter brother sister dog cat pet lead " +
          "maintainer teacher tutor assistant vet nanny babysitter editor engineer owner architect designer " +
          "developer director president captain physio physiotherapist psychologist psychiatrist optician plumber " +
          "electrician mechanic hairdresser barber cleaner gardener pharmacist surgeon midwife grandmother " +
          "grandfather grandma grandpa uncle aunt cousin nephew niece girlfriend boyfriend fiancée stepmother " +
          "stepfather horse hamster rabbit parrot puppy kitten recruiter reviewer advisor adviser agent broker " +
          "insurer isp gym clinic hospital salon pharmacy kindergarten daycare " +
          "provider trainer instructor pediatrician paediatrician dermatologist cardiologist",
      ],
      [
        "date",
        "birthday birthdate anniversary deadline launch release due expiry expiration checkin checkout " +
          "departure arrival appointment graduation wedding kickoff go-live milestone",
      ],
      [
        "typed",
        "phone mobile cell number telephone email e-mail mail website url homepage port pin passport iban " +
          "account username handle login id code zip postcode version budget salary rent price cost fee " +
          "deposit limit quota timeout height weight age size license licence plate vin sku extension fax ip " +
          "subnet vlan ssn tin vat token key seat gate room flight booking reservation confirmation order " +
          "tracking invoice ticket case policy membership serial locker combination password passcode passphrase wifi ssid " +
          "timezone",
      ],
      [
        "any",
        "address job occupation profession title role blood branch hostname host domain " +
          "database repo repository region zone allergy allergies shoe pronouns nationality religion codename " +
          "framework",
      ],
    ] as const
  ).flatMap(([holds, words]) => words.split(" ").map((word) => [word, holds] as const)),
);

/**
 * Words that alone don't make their attribute known: "the code is 42", "my number is up". They need one more before
 * them.
 */
const NEEDS_MORE = new Set(
  (
    "number code key token id size limit order case policy account state title role room ticket seat gate due " +
    "host cost price key mail cell release version age branch school bank city country company region domain " +
    "database owner"
  ).split(" "),
);

/** Whether an attribute is one of those that people state exactly, and the value is what such an attribute holds. */
export function isKnown(key: string, value: string): boolean {
  const words = key.split(" ");
  const last = words.at(-1) ?? "";
  const holds =
    KNOWN.get(last) ??
    (last === "date" || last === "time" || last === "day"
      ? "date"
      : last === "type" && words.at(-2) === "blood"
        ? "any"
        : undefined);
  if (holds === undefined || (words.length < 2 && NEEDS_MORE.has(last)) || words.length > 5) return false;
  if (last === "size" && /^(?:x{0,3}[sl]|m|small|medium|large|extra[- ](?:small|large))$/iu.test(value))
    return words.length > 1;
  const type = typeOf(value);
  // "Key to getting KudiFlow moving" is nobody.
  if (holds === "named")
    return (
      (type === "name" && /^(?:(?:the|de|van|von|al|el) )?[\p{Lu}"“]/u.test(value)) ||
      (type === "identifier" && /\p{Lu}/u.test(value))
    );
  if (holds === "date") return type === "date";
  if (
    holds === "typed" &&
    /(?:username|handle|login|ssid|password|passcode|passphrase|code|wifi)$/u.test(last) &&
    /^(?:@\S+|[\p{L}\p{N}]+[_.\d-]\S*)$/u.test(value)
  )
    return true;
  if (holds === "typed")
    return (
      type !== "text" &&
      (type !== "name" ||
        /(?:timezone|username|handle|login|plate|seat|gate|password|passcode|ssid|code|wifi)$/u.test(last) ||
        /\d/u.test(value))
    );
  return value.length <= 120;
}

/** Whether an attribute is a role or a relation, which the name of somebody or something holds: "dentist", not "name". */
export function holdsPerson(key: string): boolean {
  const last = key.split(" ").at(-1) ?? "";
  return last !== "name" && KNOWN.get(last) === "named";
}

/** Whether what an attribute holds has a form of its own: a number, a code, an address. */
export function isTyped(key: string): boolean {
  return KNOWN.get(key.split(" ").at(-1) ?? "") === "typed";
}

/** Words that so many lines and sentences begin with that they name no attribute by themselves. */
const GENERAL = new Set(
  (
    "note title type status date summary description example result error warning todo problem question " +
    "answer goal plan " +
    "task issue idea point value default format tag category author source reason step option input output guess " +
    "suggestion thing subject from to cc re"
  ).split(" "),
);
const FAVORITE = /^(?:least )?favou?rite\b/u;

/** Whether a key names no attribute by itself, but the kind of a line or a remark. */
export function isGeneral(key: string): boolean {
  return GENERAL.has(key) || FAVORITE.test(key) || /(?:error|exception|warning|fatal|traceback)$/u.test(key);
}

/** A number with a unit of measure; spans of time say how long something happens to take. */
const MEASURE =
  /^\d[\d.,]*\s?(?:[kcm]?m|km\/h|mph|[kmµ]?g|lbs?|oz|ft|in|inches|[kmgt]b|gib|mib|[km]?w|kwh|°[cf]|sqm|m²)$/iu;

/** A person's name behind its title: "Dr. Okafor". */
const TITLED = /^(?:Dr|Mrs?|Ms|Mx|Prof|Miss|Rev)\.? \p{Lu}\p{L}+(?: \p{Lu}[\p{L}'’-]+)*$/u;

/** Whether a value is exact by its form alone: an address, an identifier, a date, a sum of money, a measure. */
export function isExact(value: string): boolean {
  if (MEASURE.test(value) || TITLED.test(value)) return true;
  // A channel, a handle: "#heron-dev", "@kestrel"
  if (/^[#@]\p{L}[\p{L}\p{N}_.-]+$/u.test(value)) return true;
  return ["money", "email", "url", "path", "identifier", "phone", "date", "version"].includes(typeOf(value));
}

const SECRET = new RegExp(
  "(?:^| )(?:password|passcode|passphrase|pin|pin code|passport|passport number|ssn|" +
    "social security|social security number|credit card|card number|debit card|cvv|cvc|iban|" +
    "bank account|account number|tax id|national id|id number|driver's license|drivers license|" +
    "driver license|license number|licence number|private key|api key|secret|secret key|access key|" +
    "token|access token|recovery code|seed phrase|wifi|wi-fi|insurance number|social insurance|" +
    "medical record)(?: |$)",
  "u",
);

/**
 * Whether what an attribute holds is to stay private whatever was said: numbers of documents and cards, passwords,
 * keys.
 */
export function isSensitive(key: string, value: string): boolean {
  const digits = value.replace(/[\s-]/gu, "");
  return (
    SECRET.test(key) ||
    (/^\d{13,19}$/u.test(digits) && luhn(digits)) ||
    /^\p{Lu}{2}\d{2}[\p{Lu}\d]{11,30}$/u.test(value.replace(/\s/gu, "")) ||
    /^\d{3}-\d{2}-\d{4}$/u.test(value) ||
    /^(?:sk|pk|ghp|gho|xox[abp]|AKIA|AIza)[-_\p{L}\p{N}]{12,}$/u.test(value)
  );
}

/** The check digit of payment cards (ISO/IEC 7812-1). */
function luhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Other words for an attribute, by which it is asked for, too. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/^(?:date of birth|birth date|birthdate|dob|bday|b-day)$/u, "birthday"],
  [
    new RegExp(
      "^(?:telephone|telephone number|phone number|mobile number|cell number|cell phone|" +
        "cell phone number|mobile phone number|mobile|cell|phone)$",
      "u",
    ),
    "phone number",
  ],
  [/^(?:e-mail|mail|e-mail address|email address|mail address|email)$/u, "email"],
  [/^(?:home address|postal address|street address|address)$/u, "address"],
  [/^(?:wi-fi password|wifi password|wifi)$/u, "wifi password"],
  [/^full name$/u, "name"],
  [/^(launch|release|due|departure|arrival|graduation|wedding|kickoff|go-live|expiry|expiration) date$/u, "$1"],
  [/ number$/u, ""],
  [/^(.+) (?:mother|mom|mum)$/u, "$1 mother"],
];

/** The key under which an attribute is stored. @example attributeKey("e-mail address") // "email" */
export function attributeKey(key: string): string {
  for (const [pattern, to] of SAME) {
    const same = key.replace(pattern, to);
    if (
      same !== key &&
      (to !== "" ||
        same.includes(" ") ||
        /^(?:order|tracking|invoice|booking|passport|flight|ticket|account|customer|license|serial|room)$/u.test(same))
    )
      return same;
  }
  return key;
}

/** The key of an attribute's list: attributes share the store with ranked lists, under keys that no topic has. */
export function storedKey(subject: string, key: string): string {
  return `@${subject}/${attributeKey(key)}`;
}

/** Whether a list's key is an attribute's. */
export function isAttribute(key: string): boolean {
  return key.startsWith("@") && key.includes("/");
}

/** Whose attribute a key is: `me`, `project`, or a person. */
export function subjectOf(key: string): string {
  return key.slice(1, key.indexOf("/"));
}
