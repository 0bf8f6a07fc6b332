import { keeping } from "../caches/bounded-cache.ts";
import {
  type Position,
  type SecretFinding,
  type SecretRule as Rule,
  isPlaceholder,
  isRandom,
  looksLikeKey,
  looksLikePassword,
} from "./secret-value.ts";
import { MARKED } from "./marked-tokens.ts";
import { LANGUAGE_RULES } from "./rules-of-languages.ts";
import {
  ENDS,
  joinedTo,
  secretsInTables,
  lineOf,
  near,
  PASSWORD_NAME as NAME,
  QUOTED,
  SPOKEN_RULES,
  THEN,
  UNIT,
  USER,
  WORD,
} from "./spoken-rules.ts";
import { percentDecoded } from "../text/printable.ts";

/** What a password is for, between its name and the verb. */
const ABOUT = String.raw`(?:\s+(?:for|to|of|on|at|in|para|de|do|da|pour|für|vom|del)\s+[^\s.:;=?!]+(?:\s+[^\s.:;=?!]+){0,4}?)?`;
const BARE = String.raw`(?!\*\*)([^\s"'\x60“‘«「,;]{4,2000})`;
const VERB =
  String.raw`(?:(?:(?:has|have|had|was|is|got|been|just)\s+)*(?:changed|reset|set|updated|rotated)\s+(?:back\s+)?to(?:\s+be)?` +
  String.raw`|is|was|are|will be|should be|would be|must be|became|es|est|ist|lautet|war|è|é|this|ist jetzt|是|为|은|는)`;
const ADVERB = String.raw`(?:(?:now|still|currently|just|simply|literally|actually|again|jetzt|ahora|maintenant|agora|:)\s+)*`;
/** Names of fields that hold keys; the last word of a longer name counts. */
const KEY_FIELD =
  String.raw`(?:[A-Za-z0-9]+[_.-]){0,5}(?:api[_ -]?key|apikey|secret[_ -]?key|secret[_ -]?access[_ -]?key` +
  String.raw`|access[_ -]?key(?![_ -]?id)|access[_ -]?token|auth[_ -]?token|refresh[_ -]?token|bearer[_ -]?token|bot[_ -]?token` +
  String.raw`|session[_ -]?token|deploy[_ -]?token|personal[_ -]?access[_ -]?token|client[_ -]?secret|app[_ -]?secret|consumer[_ -]?secret` +
  String.raw`|signing[_ -]?(?:key|secret)|webhook[_ -]?secret|encryption[_ -]?key|master[_ -]?key|private[_ -]?key|license[_ -]?key` +
  String.raw`|jwt[_ -]?secret|session[_ -]?secret|cookie[_ -]?secret|secret[_ -]?token|service[_ -]?key|account[_ -]?key|secret|token|credentials?|auth|pat)`;
const PASSWORD_FIELD = String.raw`(?:[A-Za-z0-9]+[_.-]){0,5}[A-Za-z0-9]{0,20}(?:password|passwd|passphrase|passcode|pwd|pass|pw|userpass)`;

const password = (position: Position) => (value: string) => looksLikePassword(trimmed(value), position);
const MEASURE = new RegExp(`^${UNIT}`, "iu");
const measured = (value: string, match: RegExpExecArray): boolean =>
  /^\d+$/u.test(value) && MEASURE.test(match.input.slice(match.index + match[0].length));

const PASSWORD_HINTS =
  "passw|pass w|passph|pass ph|passcode|pass code|pwd|contrase|mot de|kennwort|senha|пароль|密|パスワード|비밀번호".split(
    "|",
  );

/** What stands where nothing but a password does, in settings and on command lines: by what it is looked for, and the form. */
const ASSIGNED: readonly (readonly [hints: string, pattern: Rule["pattern"]])[] = [
  [
    "pass|pwd",
    new RegExp(
      String.raw`(?:^|[\s;&|"'])(?:export\s+|set\s+|ENV\s+|-e\s+)?[A-Z0-9_]*(?:PASSWORD|PASSWD|PASSPHRASE` +
        String.raw`|PWD|_PASS|_PW)=([^\s"'\x60$;&|]{4,2000})`,
      "dg",
    ),
  ],
  [
    "pass|pwd|pw",
    new RegExp(
      String.raw`^[ \t>*\-|#]*(?:${PASSWORD_FIELD}|${NAME})\**[ \t]*(?:[:=：]` +
        String.raw`|\|)\**[ \t]*([^\s"'\x60,;|]{4,2000})[ \t|]*(?:[ \t]#[^\n]*)?$`,
      "dgim",
    ),
  ],
  // ~/.netrc and redis.conf.
  [
    "machine|requirepass|masterauth",
    /\bmachine\s+\S+\s+login\s+\S+\s+password\s+(\S{4,200})|^[ \t]*(?:requirepass|masterauth)[ \t]+(\S{4,200})[ \t]*$/dgim,
  ],
  [
    "sshpass|openssl|redis-cli|docker login|mysql|mariadb|zip|htpasswd",
    new RegExp(
      String.raw`\b(?:(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]*?\s-p|(?:sshpass\s+-p|redis-cli\b[^\n|;]*?\s(?:-a|--pass)|docker login\b[^\n|;]*?\s-p` +
        String.raw`|ldapsearch\b[^\n|;]*?\s-w|openssl\b[^\n|;]*?\s-k|smbclient\b[^\n|;]*?\s-U\s*\S+?%|(?:un)?zip\b[^\n|;]*?\s-P` +
        // With -n there is no file before the user.
        String.raw`|htpasswd\s(?=[^\n|;]*?-\w*b)\s*(?:-\w+\s+){1,9}(?:(?<=\s-\w*n\w*\s+(?:-\w+\s+){0,9})|\S+\s+)\S+\s)\s*)["']?([^\s"'$]{4,2000})`,
      "dg",
    ),
  ],
];
const GIVEN: typeof ASSIGNED = [
  ["basic ", /\bauthorization["']?\s*[:=]\s*["']?basic\s+([A-Za-z0-9+/]{8,}={0,2})/dgi],
  ["wifi:", /\bWIFI:(?:[A-Z]:(?:\\.|[^;\\\n])*;)*?P:"?((?:\\.|[^;\\\n"]){4,128})"?;/dgi],
  [
    "curl|http |wget",
    /\b(?:curl|http|wget)\b[^\n|;]{0,400}?\s(?:-u|--user|-a)[ =]?["']?[\w.@+-]{1,60}:([^\s"'$]{4,2000})/dg,
  ],
];

const RULES: readonly Rule[] = [
  ...ASSIGNED.map(([hints, pattern]) => ({ hints: hints.split("|"), pattern, accepts: password("assigned") })),
  ...GIVEN.map(([hints, pattern]) => ({
    hints: hints.split("|"),
    pattern,
    accepts: (one: string) => !isPlaceholder(one),
  })),
  ...SPOKEN_RULES,
  ...LANGUAGE_RULES,
  ...MARKED.map(([kind, hints, pattern]): Rule => ({
    kind,
    hints: hints.split("|"),
    pattern,
    accepts: (value) => !isPlaceholder(value) && !/EXAMPLE|(?:x|X|0){8,}|(.)\1{9,}/u.test(value) && isRandom(value),
  })),
  {
    kind: "private-key",
    hints: ["private key", "putty-user-key-file"],
    pattern:
      String.raw`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----((?:\\[nr]|[\sA-Za-z0-9+/=:,.()@<>-])*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)` +
      String.raw`|PuTTY-User-Key-File-\d[\s\S]*?Private-Lines: \d+\r?\n([A-Za-z0-9+/=\r\n]{24,})`,
    accepts: (value) => /[A-Za-z0-9+/=]{24,}/u.test(value),
  },
  {
    hints: ["://"],
    pattern: /[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'<>]{0,100}:([^\s/@"'<>]{1,4000})@[\w.[\]${}-]/dgi,
    accepts: (value) => !isPlaceholder(percentDecoded(value)) && !/^\d{1,5}$/u.test(value),
  },
  {
    kind: "token",
    hints: ["://"],
    pattern: /https?:\/\/([A-Za-z0-9_-]{20,})@[\w.-]+/dg,
    accepts: (value) => looksLikeKey(value, 20),
  },
  {
    kind: "token",
    hints: ["?", "&", "value=", "auth="],
    pattern:
      String.raw`\b(?:key|name)=["'][\w.:-]{0,60}(?:key|secret|token|password|passwd|pwd)["']\s+value=["']([^"'\s]{6,2000})["']` +
      String.raw`|\bauth\s*=\s*\(\s*["'][^"'\n]{1,60}["']\s*,\s*["']([^"'\n]{4,200})["']|` +
      String.raw`[?&](?:access_token|auth_token|api[_-]?key|apikey|key|token|sig|signature|secret|client_secret` +
      String.raw`|password|pwd|auth|code_verifier|x-amz-signature|x-amz-security-token)=([^\s&#"'<>\x60)]{8,})`,
    accepts: (value) => looksLikeKey(percentDecoded(value), 10) || looksLikePassword(value, "near"),
  },
  {
    kind: "token",
    hints: ["bearer", "token ", "key ", "_auth"],
    pattern:
      String.raw`(?:\bbearer\s+|\bauthorization["']?\s*[:=]\s*["']?(?:token|apikey|key)\s+|_auth(?:Token)?\s*=\s*)` +
      String.raw`([\w.~+/=-]{12,})`,
    accepts: (value) => looksLikeKey(value, 12),
  },
  {
    kind: "cookie",
    hints: ["cookie", "curl", "wget", "http"],
    // Each pair of a header, of an object of cookies and of a command line: what stands before it is looked for backwards, and not far.
    pattern:
      String.raw`(?<![\w.-])[\w.-]{0,40}(?:session|sess|sid|auth|token|jwt|csrf|xsrf)[\w.-]{0,40}["']?\s*[:=]\s*["']?` +
      String.raw`(?<=(?:\b(?:set-)?cookies?["']?\s*[:=]|\b(?:curl|wget|http)\b[^\n|;]{0,2000}?\s(?:-b|--cookie)[ =]?)` +
      String.raw`[^\n]{0,4096}?)([^\s;,"'\\]{12,})`,
    accepts: (value) => looksLikeKey(percentDecoded(value), 12),
  },

  // A field and its value: in code, settings, JSON, shell.
  {
    kind: "api-key",
    hints: ["key", "secret", "token", "cred", "auth", "pat"],
    pattern:
      String.raw`(?<![A-Za-z0-9])${KEY_FIELD}(?:_[0-9]+)?["'\x60\]]{0,2}\s*(?::=|=>|[:=]|\bis\b` +
      String.raw`|\bto\b)\s*(?:new\s+|[>|][+-]?\n\s*)?(?:["'\x60]([^"'\x60\s]{8,8000})["'\x60]|([^\s"'\x60,;<>]{10,8000}))`,
    accepts: (value) => looksLikeKey(trimmed(value), 10),
  },
  {
    kind: "api-key",
    hints: ["key", "token", "secret"],
    pattern:
      String.raw`\b(?:api|access|secret|auth|bot|license|personal access|service|deploy|client|master|encryption` +
      String.raw`|webhook)\s?(?:key|token|secret)s?(?:\s+(?:for|to|of|on)\s+\S+(?:\s+\S+){0,3}?)?\s*(?:is|are|was` +
      String.raw`|:|=|->|→)?\s*(?:now\s+)?["'\x60“(]?([^\s"'\x60”,;()<>]{12,8000})`,
    accepts: (value) => looksLikeKey(trimmed(value), 12),
  },
  {
    hints: ["pass", "pwd", "pw"],
    pattern:
      String.raw`(?<![A-Za-z0-9$])${PASSWORD_FIELD}` +
      String.raw`(?:_?[0-9])?["'\x60\]]{0,2}\s*(?::=|=>|[:=])\s*(?:b|r|f|u)?${QUOTED}`,
    accepts: password("quoted"),
  },
  {
    hints: ["pass", "pwd", "pw"],
    pattern: String.raw`(?<![A-Za-z0-9$.])(?:${PASSWORD_FIELD}|${NAME})\s*(?:[:=：]|->|→)\s*([^\s"'\x60,;|<>]{4,2000})`,
    accepts: (value, match) =>
      !measured(value, match) && (looksLikePassword(trimmed(value), "near") || /^\d{4,}$/u.test(trimmed(value))),
  },
  {
    hints: ["pw", "pass", "login", "cred", "u/p"],
    pattern:
      String.raw`(?<![\w/\\.-])(?:login|log in|logins?|creds?|credentials?|account|user(?:name)?|u\/p)\b` +
      String.raw`(?![-/\\.])(?:\s+(?:is|are|with|as` +
      String.raw`|for\s+\S+))?\s*[:=]?\s*["'\x60]?${USER}["'\x60]?(?:\s*\/\s+|\/|:|\s*(?:[,;/]|and` +
      String.raw`|with)?\s*(?:pw|pass|password|pwd)\b\s*[:=]?\s*|(?<=\b(?:creds?|credentials?)\s*[:=]\s*\S{2,60})[ \t]+)["'\x60]?([^\s"'\x60,;/|]{6,120})`,
    accepts: (value) => looksLikePassword(trimmed(value), "near") && !/:|@[\w-]+\.\w/u.test(value),
  },
  {
    hints: ["pass", "pwd", "pw"],
    // Beside the name of its user a plain word too, where the line is no code.
    pattern:
      String.raw`(?<![\p{L}\d])(?:user(?:[ _-]?(?:name|id))?|uid|login|account|e-?mail)(?:[ \t]*:[ \t]*|=)[^\s,;/|&=:]{1,80}` +
      String.raw`(?:[ \t]*[,;/|&]|[ \t]+and\b)?[ \t]*(?:${PASSWORD_FIELD}|${NAME})(?:[ \t]*:[ \t]*|=)([^\s"'\x60,;|<>&]{4,200})`,
    accepts: (value, match) =>
      looksLikePassword(trimmed(value), "quoted") && !/[(){}[\]]/u.test(lineOf(match).join(match[0])),
  },

  // Said in a sentence.
  {
    hints: PASSWORD_HINTS,
    pattern: String.raw`(?<!\p{L})${NAME}(?!\p{L})${ABOUT}${THEN}${WORD}`,
    accepts: near,
  },
  {
    hints: PASSWORD_HINTS,
    pattern: String.raw`(?<!\p{L})${NAME}(?!\p{L})${ABOUT}(?:\s+${VERB}|['’]s)\s+${ADVERB}${BARE}`,
    accepts: stated,
  },
  {
    hints: PASSWORD_HINTS,
    pattern:
      String.raw`\b(?:change|changed|set|reset|rotate|rotated|update|updated)\s+(?:it|(?:the|my|our|your|his|her` +
      String.raw`|their)?\s*(?:\S+\s+){0,3}?${NAME}${ABOUT})\s+(?:back\s+)?to\s+(?:be\s+)?(?:${QUOTED}|${BARE})`,
    accepts: stated,
  },
  {
    hints: PASSWORD_HINTS,
    pattern:
      String.raw`(?:^|[\s"'\x60(])([^\s"'\x60,;()]{5,80})["'\x60]?\s+(?:is|was)\s+(?:the|my|our|your` +
      String.raw`|his|her|their|still the)\s+(?:\S+\s+){0,3}?${NAME}\b`,
    accepts: password("near"),
  },
  {
    hints: PASSWORD_HINTS,
    pattern:
      String.raw`\b(?:use|using|try|enter|type|with|put|used)\s+(?:${QUOTED}|${BARE}` +
      String.raw`)\s+as\s+(?:the\s+|my\s+|your\s+|a\s+|an\s+|its\s+)?(?:\S+\s+){0,2}?${NAME}\b`,
    accepts: (value, { input, index, 0: { length } }) =>
      password(ENDS.test(input.slice(index + length)) ? "stated" : "near")(value),
  },
  {
    hints: PASSWORD_HINTS.concat("pw", "pass"),
    pattern:
      String.raw`(?<!\p{L})(?:${NAME}|pass|pw)(?:\s+(?:again|still|once more)[,:]?|\s+(?:that\s+)?(?:s?he|they|i|we|you)\s+(?:(?:just|had|has|have)\s+)?` +
      String.raw`(?:made|set|chose|picked|use[ds]?|gave(?:\s+(?:me|us))?)(?:\s+(?:is|was))?:?)?\s+(?:${QUOTED}|${BARE})`,
    accepts: (value) => looksLikePassword(trimmed(value), "near") && /\d/u.test(value) && /[a-z]/iu.test(value),
  },

  // Command lines and files.
  {
    hints: [":"],
    // ~/.pgpass: host, port, database, user, password.
    pattern:
      /(?:^|["'])(?:[\w.-]+|\*):(?:\d{4,5}|\*):(?:[\w.-]+|\*):(?:[\w.@-]+|\*):((?:\\.|[^\s:\\]){4,200}?)(?=["']?[ \t]*$|["']\s)/dgm,
    accepts: (value) => looksLikePassword(value, "quoted") && !/^\d+$/u.test(value),
  },
  {
    hints: ["--pass", "--pw", "-password"],
    pattern:
      /(?:^|\s)--?(?:[a-z]+-)*(?:password|passwd|pass|pw|passphrase|passin|passout)(?:[= ]\s*)(?:pass:)?["']?([^\s"'$]{4,2000})/dgi,
    accepts: (value) => !value.startsWith("-") && looksLikePassword(trimmed(value), "quoted"),
  },
  {
    kind: "token",
    hints: ["--"],
    pattern: /(?:^|\s)--(?:[a-z]+-)*(?:token|api-key|apikey|secret|key|auth)[= ]\s*["']?([^\s"'$]{10,8000})/dgi,
    accepts: (value) => looksLikeKey(trimmed(value), 10),
  },
];

/** What is looked for in many texts, and whether it stands in the one that is looked at. */
interface Hint {
  readonly piece: string;
  /** Whether a word begins, or ends, with it. */
  readonly begins: boolean;
  readonly ends: boolean;
  occurs: boolean;
}

const HINTS = new Map<string, Hint>();
const PAIRS = 4_096;
/** A number for the two letters from `at` on. */
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) * 31) ^ text.charCodeAt(at + 1)) & (PAIRS - 1);
/** Hints of two letters or more by their first two, so that one pass over a text finds them all: few of its places have a hint's. */
const BEGINNING: readonly Hint[][] = Array.from({ length: PAIRS }, () => []);

const hintOf = keeping((hint: string): Hint => {
  const piece = hint.trim();
  const made = { piece, begins: hint.startsWith(" "), ends: hint.endsWith(" "), occurs: false };
  if (piece.length > 1) BEGINNING[pairAt(piece, 0)]?.push(made);
  return made;
}, HINTS);

/** No wider: in some scripts a word of Latin letters stands between others without a blank. */
const isLetter = (text: string, at: number): boolean => /[a-z\d_]/u.test(text.charAt(at));

/** Says of each hint whether it occurs in a text. */
function lookFor(text: string): void {
  for (const hint of HINTS.values()) hint.occurs = hint.piece.length < 2 && text.includes(hint.piece);
  for (let at = 0; at < text.length; at++) {
    const hints = BEGINNING[pairAt(text, at)] as readonly Hint[];
    for (let i = 0; i < hints.length; i++) {
      const hint = hints[i] as Hint;
      if (hint.occurs || !text.startsWith(hint.piece, at) || (hint.begins && isLetter(text, at - 1))) continue;
      hint.occurs = !hint.ends || !isLetter(text, at + hint.piece.length);
    }
  }
}

const READY = RULES.map(({ pattern, hints, also, ...rule }) => ({
  ...rule,
  hints: hints.map(hintOf),
  also: also?.map(hintOf),
  source: pattern,
  /** Compiled when a text first has what it is looked for by. */
  pattern: typeof pattern === "string" ? undefined : pattern,
}));
/** A number of a lock or a card, in groups or not; of three digits with a keypad's sign, or on wheels. */
const FOUR_DIGITS = /\d(?:[*# -]*\d){3}|\d{3}[*#]|\*\d{3}|\d-\d-\d|\d[A-F]\d/iu;

const ASKS = /(?:^|[.!?;,]\s+)(?:(?:and|so|but|hey) )?(?:what|which|who|whose|where|when|why|how)\b[^.!?;]*$/iu;

/** A statement: what looks like a password anywhere; a plain word only where the sentence ends behind it. */
function stated(value: string, match: RegExpExecArray): boolean {
  const word = trimmed(value);
  if (measured(word, match)) return false;
  if (looksLikePassword(word, "near") || /^\d{4,}$/u.test(word)) return true;
  if (/[(){}]/u.test(value)) return false;
  // Who asks says nothing, and "the password of the cabin's wifi" is whose it is.
  if (/\s(?:for|to|of|on|at|in)\s.*['’]s\s+\S*$/iu.test(match[0])) return false;
  if (value.endsWith("?") && ASKS.test(lineOf(match)[0])) return false;
  // Only in English is known which words say something of a password.
  if (!/(?:\b(?:is|was|are|be|to)|['’]s)\s+(?:\S+\s+)*\S*$/iu.test(match[0])) return false;
  const rest = match.input.slice(match.index + match[0].length);
  const ends = /[.!,;]$/u.test(value)
    ? /^(?:$|[\s"')\]])/u.test(rest)
    : /^\s*(?:$|[.!,;)\n]|(?:for|on|in case|and the|if you)\b)/u.test(rest);
  return ends && looksLikePassword(word, "stated");
}

/** Without what closes a sentence, a list or a bracket behind a word. */
const trimmed = (value: string): string => value.replace(/(?:[.…,;:)\]}>*_"'`”’]|\\n)+$/u, "");

/**
 * Secrets that the kept rule set doesn't know or that have too little entropy for it: passwords in addresses, in settings, on command
 * lines and in sentences, PINs, phrases of wallets. Pure; linear in the text for all practical inputs.
 */
export function findByOwnRules(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  lookFor(text.toLowerCase());
  const [hasDigit, hasFour] = [/\d/u.test(text), FOUR_DIGITS.test(text)];
  for (const rule of READY) {
    const { kind = "password", hints, also, accepts } = rule;
    if (kind === "pin" && !(accepts === undefined ? hasDigit : hasFour)) continue;
    if (!hints.some(({ occurs }) => occurs) || also?.some(({ occurs }) => occurs) === false) continue;
    const pattern = (rule.pattern ??= new RegExp(rule.source, "dgiu"));
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const group = match.findIndex((value, i) => i > 0 && value !== undefined);
      const value = match[group];
      const at = match.indices?.[group];
      if (value === undefined || at === undefined || value === "") {
        if (match[0] === "") pattern.lastIndex++;
        continue;
      }
      if (!value.startsWith("[redacted:") && (accepts?.(value, match) ?? true)) {
        // The star of a keypad belongs to its code, where it doesn't close what is set in bold.
        const isWhole = kind === "private-key" || (kind === "pin" && value.endsWith("*") && text[at[1]] !== "*");
        const length = isWhole ? value.length : Math.max(1, trimmed(value).length);
        findings.push({ kind, start: at[0], end: at[0] + length });
      } else pattern.lastIndex = Math.max(match.index + 1, Math.min(pattern.lastIndex, at[0]));
    }
  }
  return [...findings, ...secretsInTables(text), ...joinedTo(text, findings)];
}
