import { type SecretFinding, type SecretRule, looksLikeKey, looksLikePassword, isDrawn } from "./secret-value.ts";
import { DOOR, NO_THING } from "../english/secret-words.ts";
import { holdsLuhn, isIban } from "../text/check-digits.ts";

/** A password by name, in some languages. */
export const PASSWORD_NAME =
  String.raw`(?:(?:pass ?words?|pass ?phrases?|pass ?codes?|passwd|pwd)${NO_THING}|contraseñas?|contrasenas?|mot de passe` +
  String.raw`|passwort|kennwort|senhas?|пароль|密码|密碼|パスワード|비밀번호)`;
/** Words that say that a number was a measure. */
export const UNIT =
  String.raw`\s*(?:(?:characters?|chars?|bits?|bytes?|words?|letters?|digits?|symbols?|lines?|mm|cm|m|seconds?|minutes?|hours?|days?` +
  String.raw`|weeks?|months?|years?|times?|attempts?|users?|or more|or fewer)\b|%)`;
/** What the keys of a door enter; groups of a dial. */
export const CODE = String.raw`([*#]{0,2}\d(?:[\d*#]|[ -](?=[\d#*])){2,14}[*#]?)(?![\p{L}\d_]|[.,-]\d|${UNIT})`;
/** Codes that everybody may know. */
const OPEN_CODE = String.raw`(?<!\b(?:zip|area|postal|post|country|product|error|exit|status|discount|promo|voucher|source|qr|bar) )`;
const CODE_NAME =
  String.raw`(?:\b${DOOR}(?:['’]s)?\s+(?:code|combination|combo|pin)` +
  String.raw`|${OPEN_CODE}\b(?:code|combination|combo|pin|passcode)\s+(?:to|for|of|on)\s+` +
  String.raw`(?:[^\s.:;?!]+\s+){0,4}?(?:${DOOR}|get in)(?:\s+\p{L}+)?` +
  String.raw`|\b(?:PUK|PIN(?:\s+(?:code|number))?|(?:access|security|unlock|2fa|otp|one-time|backup|recovery)\s+(?:code|pin)s?)` +
  String.raw`(?:\s+(?:to|of|on|for)\s+(?:[^\s.:;?!]+\s+){0,3}?[^\s.:;?!]+)?)`;
const STILL = String.raw`(?:(?:now|still|not|no longer|actually|currently|once|really|never)\s+)*`;
const STATES =
  String.raw`(?:(?:\s+(?:is|was|are|isn['’]t|wasn['’]t|used to be|changed? (?:from|to)|from|to)` +
  String.raw`|['’]s)\s+${STILL}|\s*[:=]\s*)`;
/** What is said of a secret before its value: "I changed the alarm code. It's …", "the gate code is different now: …". */
export const THEN =
  String.raw`(?:\s+(?:(?:has|have|was|is|got|been|just)\s+)*(?:changed|reset|updated|replaced|renewed|rotated|new|different)(?:\s+\p{L}+){0,2})?` +
  String.raw`(?:\s*[.,;:?!–—-]*\s+(?:and\s+)?(?:now\s+)?(?:it|that)(?:['’]?s|\s+is|\s+was)\s+${STILL}|\s*(?::|[–—]|[-=]>|→)\s+|\s+\(\s*)`;
const SHORT = String.raw`["'“‘\x60]?([^\s"'\x60“”‘’«「,;()<>]{3,200})`;
export const WORD = String.raw`(?!\*\*)["'“‘\x60]?([^\s"'\x60“”‘’«「,;()<>]{4,200})`;

/** What signs set apart, each in a group of its own. */
export const QUOTED =
  String.raw`(?:"([^"\n]{3,2000})"|'([^'\n]{3,2000})'|\x60([^\x60\n]{3,2000})\x60|[“„]([^“”\n]{3,2000})[“”]` +
  String.raw`|‘([^’\n]{3,2000})’|«\s?([^»\n]{3,2000}?)\s?»|「([^」\n]{3,2000})」|\*\*([^*\n]{3,2000})\*\*)`;

/** Characters to either side in which signs say that a line is code. */
const LINE = 200;
/** What stands before and behind a match in its line. */
export const lineOf = ({ input, index, 0: { length } }: RegExpExecArray): readonly [before: string, behind: string] => [
  /[^\n]*$/u.exec(input.slice(Math.max(0, index - LINE), index))?.[0] ?? "",
  /^[^\n]*/u.exec(input.slice(index + length, index + length + LINE))?.[0] ?? "",
];
export const near = (value: string): boolean => looksLikePassword(bare(value), "near");
/** Four digits, or the three wheels of a lock. */
export const isCode = (value: string): boolean => value.replace(/\D/gu, "").length >= 4 || /^\d-\d-\d$/u.test(value);
/** As only a keypad has it: with its star, or its hash at the end. Before a number that is how an issue is written; a year has a footnote. */
export const isKeyed = (value: string): boolean =>
  /^\*(?!\*)|^[^*]+[*#]$/u.test(value) && value.replace(/\D/gu, "").length >= 3 && !/^(?:19|20)\d\d\*$/u.test(value);
/** The number of a paper; no date, nor a word of the sentence before one ("renew the passport before 2027-02-01"). */
const paper = (value: string): boolean =>
  value.replace(/\D/gu, "").length >= 5 && !/\b[a-z]{4,}\b/iu.test(value) && !DATE.test(value);
const DATE = new RegExp(
  String.raw`\b(?:(?:19|20)\d\d[ -](?:0?[1-9]|1[0-2])[ -](?:0?[1-9]|[12]\d|3[01])` +
    String.raw`|(?:0?[1-9]|[12]\d|3[01])[ -](?:0?[1-9]|[12]\d|3[01]|[a-z]{3,})[ -](?:19|20)\d\d` +
    String.raw`|[a-z]{3} (?:0?[1-9]|[12]\d|3[01]) (?:19|20)\d\d)\b`,
  "iu",
);

/** What opens a door or a phone, as it is said: by what it is looked for, and the form. */
const CODES: readonly (readonly [hints: string, pattern: string])[] = [
  [" code| combination| combo| pin| puk| passcode", `${CODE_NAME}${STATES}${CODE}`],
  [
    " code| combination| combo| pin| puk| passcode",
    String.raw`\b(?:is|was|isn['’]t|wasn['’]t)\s+(?:\S+\s+){0,3}?${CODE_NAME}\s+${STILL}${CODE}`,
  ],
  [
    " open| unlock| punch in | press | key in | enter | dial ",
    String.raw`(?<![\p{L}\d.,-])(?:${CODE}\s+(?:opens|unlocks|to (?:open|unlock))` +
      String.raw`|(?<=\b(?:punch in|press|key in|enter|dial)\s+)${CODE}\s+(?:at|on|into))\s+` +
      String.raw`(?:\p{L}+['’]?\p{L}*\s+){0,3}?${DOOR}\b`,
  ],
  // "the gate code 4471", "my pin, 4471", "PIN 4471 for the card", "they set the gate to 4471"; an alarm is set to a time.
  [
    " code| pin|pin |safe|vault|padlock|gate| set | change| switch| reset ",
    String.raw`(?:(?:\b(?:my|our|his|her|the|card|sim|phone|bank) pin|(?<=(?:^|[.:;!?\n])\s*(?:[-*•]\s+)?)pin|` +
      String.raw`\b${DOOR}(?:['’]s)?\s+(?:code|combination|pin)),?\s+|(?:^|[.;\n]\s*)(?:the |my |our )?(?:safe|vault|padlock|gate)\s*:\s*` +
      String.raw`|\b(?:set|changed?|switched|reset)\s+(?:the|my|our)\s+(?:\p{L}+\s+){0,2}?(?:gate|door|garage|lock|safe|keypad|vault|shed)` +
      String.raw`(?:\s+(?:keypad|lock|one))?\s+(?:back\s+)?to\s+)${CODE}(?=\s*(?:$|[.,;!?)\n]|(?:for|works|opens|again|now|please)\b))`,
  ],
  [
    " type | enter | press | punch in | use | try | dial | key in ",
    String.raw`\b(?:type|enter|press|punch in|use|try|dial|key in)\s+${CODE}\s+(?:at|on|for|to (?:open|get (?:in|into|through)))` +
      String.raw`\s+(?:the|my|our)\s+(?:\p{L}+['’]?\p{L}*\s+){0,2}?${DOOR}(?=\s*(?:$|[.,;!?)\n]))`,
  ],
  // What is sent and counts once.
  [
    " code|otp| passcode",
    String.raw`\b(?:(?:verification|log-?in|sign-?in|authentication|one-time|2fa) (?:code|pin|passcode)|otp)(?:\s+is)?[:,]?\s+` +
      String.raw`(?!(?:19|20)\d\d\b)(\d{3}[ -]?\d{3,5}|\d{4})(?![\w.,-]*\d)` +
      String.raw`|(?<![\w.-])((?:G-)?\d{4,8})\s+is\s+your\s+(?:\p{L}+\s+){0,3}?(?:code|otp|passcode)\b` +
      String.raw`|\byour\s+(?:[\p{L}&-]+\s+){0,4}?${OPEN_CODE}code\s+is:?\s+(\d{3}[ -]?\d{3}|\d{4,8})(?=[^\n]{0,80}\bshare\b)`,
  ],
];

/** Passwords said without their name, or before it. */
const SAID: typeof CODES = [
  [
    "log|sign|get in",
    String.raw`\b(?:use|using|try|enter|type|with|put)\s+${WORD}["'”’\x60]?\s+(?:to|for)\s+(?:log|sign|get` +
      String.raw`|logging|signing|getting)\s?[- ]?in`,
  ],
  [
    "log in|login|log into|sign in|sign into",
    String.raw`\b(?:log|sign)[- ]?in(?:to)?\s+(?:to|on|at)?\s*(?:[^\s.:;?!,]+\s+){1,4}?(?:with|using)\s+${WORD}`,
  ],
  // "you get in with hunter2!", "admin / hunter2 gets you in".
  [
    "get in|gets in|gets you in|gets me in|gets us in|log in|log on",
    String.raw`\b(?:get|gets|got)\s+in(?:to)?\s+(?:[^\s.:;?!,]+\s+){0,4}?with\s+(?:[\w.+@-]{2,60}\s*\/\s*)?${WORD}` +
      String.raw`|(?<![\w/.-])[\w.+@-]{2,60}\s*\/\s*${WORD}\s+(?:gets\s+(?:you|me|us)\s+in(?:to)?|to\s+(?:log|get)\s+(?:in|on))\b` +
      String.raw`|\blog\s+(?:in|on)\s+(?:with|as|using)\s+[\w.+@-]{2,60}\s*\/\s*${WORD}`,
  ],
  [
    "wifi|wi-fi|wlan",
    String.raw`(?<![\w/.-])(?:wi-?fi|wlan)(?:\s+(?:is|ist))?\s*[:=]?\s+["'\x60]?[\w.+-]{2,32}["'\x60]?\s*(?:\/|,\s|\|)\s*${WORD}`,
  ],
  [
    "login|log in|sign in|logged in",
    String.raw`(?<![\w/\\.-])(?:log[- ]?in|sign[- ]?in)(?:\s+(?:for|to|at|on|of)\s+[^.:;=?!\n]{1,60}?)?` +
      String.raw`(?:\s+(?:is|are|was|as|with)|\s*:)\s+["'\x60]?[\w.+@-]{2,60}["'\x60]?\s*(?:\/|,|\b(?:and` +
      String.raw`|with))\s*${WORD}`,
  ],
];

/** Behind a new password and a pause: who came up with it, and how. */
const TAKEN =
  String.raw`(?:[^\n.?!]{0,40}?[\s,;]|[.!]\s+)(?:(?:and|so|then)\s+)?(?:(?:i|we|s?he|they)(?:['’]ve|\s+ha(?:ve|d))?\s+)?(?:just\s+)?` +
  String.raw`(?:took|chose|picked|went with|(?:set|made|changed) it to|made it)\s+`;
/** Passwords behind talk of a new one, and what a command that shows one has written. */
const TOLD: typeof CODES = [
  ["passw|passph|passcode| pin", String.raw`(?<!\p{L})(?:${PASSWORD_NAME}|pin)(?!\p{L})(?:${TAKEN}|,\s+)${SHORT}`],
  [
    "log in|log on|sign in",
    String.raw`\b(?:reset|new|changed|renewed)\b[^\n.?!]{0,60}[\s,;](?:log|sign) (?:in|on) (?:with|using)\s+${SHORT}`,
  ],
  ["key ", String.raw`(?<=(?:^|\n)[ \t]*)key\s+(?=\S*[!@#$%&?])${SHORT}(?=[ \t]*(?:$|\n))`],
  [
    "vault |pass |op |bw |security |aws |kubectl |secret-tool|keyring ",
    String.raw`(?<=(?:^|\n)[^\n\p{L}]{0,8}|[$#%>]\s)(?:vault (?:kv get|read)|g?o?pass (?:show|\S+/)|lpass show|op (?:read|item get)|bw get password` +
      String.raw`|security find-\w+-password|aws secretsmanager get|kubectl get secret(?!s)` +
      String.raw`|secret-tool lookup|keyring get)[^\n]*\n[ \t]*${SHORT}(?=[ \t]*(?:$|\n))`,
  ],
];

/** As nothing but a password is written, at the end of its sentence: with a digit and a sign, or inside of words; or a number that is no year. */
function isTaken(value: string, { input, index, 0: { length } }: RegExpExecArray): boolean {
  const word = bare(value);
  if (!ENDS.test(input.slice(index + length))) return false;
  // "TLS-1.3", "ticket-4411", "HomeNet-2G" have a name and a number.
  if (/^\d+$/u.test(word)) return word.length >= 4 && !/^(?:19|20)\d\d$/u.test(word);
  if (/^\p{L}+-\d[\d.]*\p{L}?$/u.test(word)) return false;
  return /^(?=.*\d)\S*[!@#$%^&*?~]/u.test(word) || (near(word) && /[^\p{L}\d]\S|\d{4}|\p{Ll}\d+\p{L}/u.test(word));
}

/** Secrets as people say them in sentences, beside "the password is …". */
export const SPOKEN_RULES: readonly SecretRule[] = [
  ...CODES.map(([hints, pattern]) => ({ kind: "pin", hints: hints.split("|"), pattern, accepts: isCode })),
  ...SAID.map(([hints, pattern]) => ({ hints: hints.split("|"), pattern, accepts: near })),
  ...TOLD.map(([hints, pattern]) => ({ hints: hints.split("|"), pattern, accepts: isTaken })),
  {
    kind: "pin",
    hints: [" code", " combination", " combo", " pin", " passcode"],
    pattern: `(?:${CODE_NAME}|\\b(?:the|my|our) pin)${THEN}${CODE}`,
    accepts: (value, { input, index, 0: { length } }) =>
      isCode(value) && /^[)"'”’]*\s*(?:$|[.,;!?)\n]|(?:now|again|from)\b)/u.test(input.slice(index + length)),
  },
  {
    kind: "pin",
    hints: ["gate", "door", "safe", "alarm", "lock", "garage", "vault", "entrance", "entry", "office", "shed", "key"],
    // "the gate is 5580*", "garage 5580#": nothing but a keypad's.
    pattern: String.raw`\b${DOOR}(?:(?:\s+[^\s.:;=?!,\d]+){0,3}?${STATES}|\s+)${CODE}`,
    accepts: isKeyed,
  },
  {
    kind: "pin",
    hints: [" open", " unlock", " works ", " takes ", " needs ", " wants ", " disarm ", " get in"],
    pattern:
      String.raw`(?:\b(?:${DOOR}|phone|tablet|laptop)\s+(?:opens?|unlocks?|is (?:opened|unlocked)|works)\s+with` +
      String.raw`|\b(?:keypad|intercom|padlock|alarm)\s+(?:takes|needs|wants)` +
      String.raw`|\b(?:open|unlock|disarm)\s+(?:[^\s.:;?!]+\s+){0,3}?${DOOR}\s+with|\bget in(?:to)?\s+with)` +
      String.raw`\s+(?:the code\s+)?${CODE}`,
    accepts: (value, match) =>
      isCode(value) &&
      (!/^(?:get|alarm|phone|tablet|laptop)/iu.test(match[0]) ||
        ENDS.test(match.input.slice(match.index + match[0].length))),
  },
  {
    kind: "license-key",
    hints: [" key ", " serial ", " licen", " activation "],
    pattern:
      String.raw`\b(?:(?:licen[cs]e|product|activation|registration|serial|cd|steam)\s+(?:key|code|number` +
      String.raw`|no\.?)|serial)(?:\s+(?:for|of|to)\s+[^.:;=?!\n]{1,60}?)?(?:\s+(?:is|was)|['’]s` +
      String.raw`|\s*[:=])\s+${STILL}["'“\x60]?([A-Z\d][A-Z\d]*(?:-[A-Z\d]+)*)(?![\w.-]*[\p{L}\d])`,
    accepts: (value) =>
      value === value.toUpperCase() && value.length >= 5 && /\d/u.test(value) && !/^\d{1,5}$/u.test(value),
  },
  {
    kind: "pin",
    hints: ["left", "right"],
    pattern:
      /\b(?:combination|combo)\b[^.;?!\n\d]{0,60}((?:\d{1,2}\s*(?:left|right|[lr])\b[\s,;-]*(?:and |then )?){3,4})/dgi,
  },
  {
    hints: ["wifi", "wi-fi", "wlan", "network", "hotspot"],
    // "the new wifi is HomeNet, key …".
    pattern:
      String.raw`\b(?:wi-?fi|wlan|network|hotspot)\b(?:\s+[^\s.:;=?!]+){1,5}?(?<=[,(])\s*(?:and\s+)?(?:the\s+)?(?:key|pass|pw|code)` +
      String.raw`(?:\s+is|\s*[:=])?\s+${WORD}`,
    accepts: (value, match) =>
      near(value) ||
      (ENDS.test(match.input.slice(match.index + match[0].length)) && /^[a-z]+(?:-[a-z]+){2,}$/u.test(value)),
  },
  {
    hints: ["passphrase", "pass phrase"],
    pattern:
      String.raw`\bpass ?phrase\b(?:\s+(?:for|to|of|on)\s+[^.:;=?!\n]{1,60}?)?(?:\s+(?:is|was)|\s*[:=→]|\s*->)\s+` +
      String.raw`((?:[a-z]{3,9}[ -]){3,9}[a-z]{3,9})(?=\s*(?:$|[.,;!?)\n]))`,
    accepts: isDrawn,
  },
  {
    kind: "totp-secret",
    hints: ["totp", "2fa", "mfa", "otp", "authenticator"],
    pattern:
      String.raw`\b(?:h?totp|otp|2fa|mfa|authenticator)(?:\s+(?:secret|seed|key|setup key|code))?(?:\s+(?:for|of|to)\s+` +
      String.raw`[^.:;=?!\n]{1,40}?)?(?:\s+(?:is|was)|\s*[:=→]|\s*->|\s)\s*["'\x60]?((?:[A-Z2-7]{4}[ -]?){3,16})(?![\w-])`,
    accepts: (value) => value.toUpperCase() === value && /[2-7]/u.test(value) && /[A-Z]/u.test(value),
  },
  {
    kind: "recovery-code",
    hints: ["backup", "recovery", "emergency", "scratch", "one-time"],
    pattern:
      String.raw`\b(?:backup|recovery|emergency|scratch|one-time)\s+(?:codes?|keys?|passwords?)` +
      String.raw`(?:\s+(?:for|of|to)\s+[^.:;=?!\n]{1,40}?)?(?:\s+(?:is|are|were)\s|\s*[:=→]|\s*->)\s*` +
      String.raw`["'\x60]?((?:[a-z\d]{4,10}(?:[-\s][a-z\d]{3,10}){0,5})(?:(?:\s*[,;\n]\s*|\s+and\s+)[a-z\d]{4,10}(?:[-\s][a-z\d]{3,10}){0,5}){0,20})`,
    accepts: (value) => value.split(/[\s,;-]+(?:and\s+)?/u).every((word) => /\d/u.test(word)),
  },
  { kind: "pin", hints: ["cvv", "cvc"], pattern: /\bcv[vc]2?(?:\s+(?:is|was))?\s*[:=]?\s*(\d{3,4})\b/dgi },
  {
    kind: "api-key",
    hints: ["secret", " key "],
    pattern: /\b(?:secret|[a-z]{3,20} key)\s+["'`]?(?=[\w/+=-]*[A-Z])([\w/+=-]{28,200})/dg,
    accepts: (value) => looksLikeKey(value, 28) && /[a-z]/u.test(value),
  },
  {
    kind: "iban",
    hints: [""],
    pattern: /(?<![\p{L}\d])([A-Z]{2}\d{2}(?:(?: [\dA-Z]{4}){2,7}(?: [\dA-Z]{1,3})?|[\dA-Z]{11,30}))(?![\p{L}\d])/dgu,
    accepts: isIban,
  },
  {
    kind: "card",
    hints: ["card", "visa", "amex", "debit", "credit"],
    pattern: /\b(?:card|visa|mastercard|amex|debit|credit)\b[^.\n\d]{0,60}?((?:\d[ -]?){12,18}\d)(?!\d)/dgi,
    accepts: (value) => holdsLuhn(value.replace(/\D/gu, "")),
  },
  {
    kind: "id-number",
    hints: "passport|licen|id card|identity card|national i|social |ssn| sin | bsn |tax id".split("|"),
    pattern:
      String.raw`\b(?:passport|driver['’]?s? licen[cs]e|driving licen[cs]e|id card|identity card|national id` +
      String.raw`|national insurance` +
      String.raw`|social (?:security|insurance)|ssn|sin|bsn|tax id)(?:\s+(?:number|no\.?))?(?:\s+(?:is|was)|\s*[:=])?\s+([A-Z\d]` +
      String.raw`(?:[ -]?[A-Z\d]){5,13})(?![\p{L}\d])`,
    accepts: paper,
  },
  {
    kind: "account-number",
    hints: ["account n"],
    pattern: /\baccount (?:number|no\.?)(?:\s+(?:is|was))?\s*[:=]?\s*(\d(?:[ -]?\d){5,16})(?![\w-])/dgi,
  },
  {
    kind: "seed-phrase",
    hints: ["phrase", "words", "seed", "mnemonic"],
    pattern:
      String.raw`\b(?:seed|recovery|backup|wallet|mnemonic\w*)["']?(?:\s+(?:phrase|words|sentence))?` +
      String.raw`(?:\s+[\p{L}'’]+){0,7}?(?:\s+(?:is|are)\s|\s*[:=])\s*` +
      String.raw`["'\x60“]?((?:(?:\d{1,2}[.)] ?)?[a-z]{3,8}[ ,\n]+){11,23}(?:\d{1,2}[.)] ?)?[a-z]{3,8})(?![\p{L}])`,
    accepts: (value) => !/\b(?:the|and|for|was|are|has|not|but|our|his|her)\b/iu.test(value),
  },
];

/** "…, and the guest one is": what joins one more of the same to a secret, and says of what it is. */
const JOINED = new RegExp(
  String.raw`["'”’\x60)#*]*\s*(?:\b(?:any ?more|now|again)\b)?[\s,;(]*` +
    String.raw`(?:(?<said>(?:(?:and|but|or|while|so|then)\s+)*(?:[\p{L}.-]+\s+){0,4}?` +
    String.raw`(?:(?:ones?|it|that|guests?|other|mine|yours|hers|theirs|new|old|code|pin|password` +
    String.raw`|[\p{L}]+['’]s)\s+(?:is|are|was|will be)|(?:it|that|one)['’]s)\s+` +
    String.raw`(?:(?:now|still|not|no longer)\s+)*)|(?:(?:and|but|or|nor|to|not|was|formerly|previously` +
    String.raw`|instead of|rather than|&|\/)\s+)+)["'“‘\x60]?(?<value>[^\s"'\x60“”‘’,;()<>]{4,200})`,
  "duy",
);
/** A user's name; no word of what to do, of where something is kept, or by whom: "creds: use vault2", "creds: vault/prod1". */
export const USER =
  "(?!(?:see|use|ask|check|get|go|try|open|find|read|from|in(?:to)?|at|via|on|under|with|by|per|like|now|only|same|both|not?|none|ours|new|old|are|needs?" +
  "|lives?|(?:stor|mov|rotat|expir|shar|manag|copi|sav|sync|generat|regenerat|attach|past|mount|updat|chang|delet|remov|revok|encrypt)ed" +
  String.raw`|kept|unchanged|1password|bitwarden|lastpass|keepass(?:xc)?|keychain|vault|okta|wiki)(?![\w@.+-]))[\w.+@-]{2,60}`;
/** Behind a value that nothing but a word joins. */
export const ENDS = /^["'”’`)]*\s*(?:$|[.,;!?)\n]|(?:any|now|for|on|at|in|instead|respectively)\b)/u;
const FURTHER = 240;

/** More of what was found, in the same sentence: "the password is …, and the guest one is …". Pure. */
export function joinedTo(text: string, findings: readonly SecretFinding[]): readonly SecretFinding[] {
  const more: SecretFinding[] = [];
  for (const { kind, end: from } of findings) {
    if (kind !== "password" && kind !== "pin") continue;
    for (let end = from; end < from + FURTHER;) {
      JOINED.lastIndex = end;
      const found = JOINED.exec(text);
      const at = found?.indices?.groups?.["value"];
      const { value = "", said } = found?.groups ?? {};
      const secret = bare(value);
      const isOne = kind === "pin" ? /^[*#\d][\d*#-]{3,}$/u.test(secret) && isCode(secret) : near(secret);
      if (at === undefined || !isOne || (said === undefined && !ENDS.test(text.slice(at[0] + secret.length)))) break;
      end = at[0] + secret.length;
      more.push({ kind, start: at[0], end });
    }
  }
  return more;
}

/** A line of signs that parts the names of columns from what stands in them. */
const RULE = /^(?=[|+ \t]*[:=-]{2})[|+:= \t-]+\r?$/u;
const OF_PASSWORDS = new RegExp(`(?:^|[ _.-])(?:${PASSWORD_NAME}|pass|pw|hasło|wachtwoord|lösenord)$`, "iu");
const OF_KEYS = /(?:^|[ _.-])(?:secret|token|credentials?|(?:api|access|secret|private|client)[ _-]?(?:key|secret))$/iu;
/** Columns of a table that are looked at. */
const WIDEST = 40;

/** The cells of a line, between bars or parted by more than a blank. Of two under each other the bars before them, or their beginnings, are the same. */
function cellsOf(line: string) {
  const hasBars = line.includes("|");
  const cells = line.matchAll(hasBars ? /[^\s|`*](?:[^|]*[^\s|`*])?/gu : /\S+(?: \S+)*/gu);
  return Array.from(Array.from(cells).slice(0, WIDEST), ({ 0: text, index: start }) => {
    const ahead = line.slice(0, start).replace(/^\s*\|/u, "");
    return { text, start, column: hasBars ? ahead.split("|").length : start };
  });
}

/**
 * What stands in the column of a table, or as the value of a row, that is named as a secret is: in Markdown, and as `vault kv get`, `psql` and
 * other programs print it. It has to look like a secret by itself: a table may be of anything. Pure, linear.
 */
export function secretsInTables(text: string): readonly SecretFinding[] {
  const found: SecretFinding[] = [];
  let [at, before] = [0, ""];
  let names: ReturnType<typeof cellsOf> = [];
  for (const line of text.split("\n")) {
    if (RULE.test(line)) names = RULE.test(before) ? names : cellsOf(before);
    else if (line.trim() === "") names = [];
    const cells = names.length > 1 ? cellsOf(line) : [];
    for (const { text: value, start, column } of cells) {
      const name = names.find((one) => one.column === column)?.text ?? "";
      const called = /^values?$/iu.test(name) ? (cells[0]?.text ?? "") : name;
      if ((OF_PASSWORDS.test(called) && near(value)) || (OF_KEYS.test(called) && looksLikeKey(value, 16)))
        found.push({ kind: "password", start: at + start, end: at + start + value.length });
    }
    if (line.trim() !== "") before = line;
    at += line.length + 1;
  }
  return found;
}

/** Without what closes a sentence or a bracket behind a word. */
export const bare = (value: string): string => value.replace(/[.…,;:)\]}>?"'`”’]+$/u, "");
