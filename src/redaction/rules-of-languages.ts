import { EASTERN_WORDS, NO_THING, SECRET_WORDS, type SecretWords } from "../english/secret-words.ts";
import { type SecretRule, looksLikePassword } from "./secret-value.ts";
import { CODE, ENDS, QUOTED, USER, WORD, bare, isCode, isKeyed, lineOf, near } from "./spoken-rules.ts";

/** Words between a name and its verb: none ends a sentence or holds a number. */
const ABOUT = String.raw`(?:\s+[^\s.:;=?!,\d—–]+){0,5}?`;
const SIGN = String.raw`\s*(?:[:=：]|=>|->|→|—|–)\s*`;
const NOW = String.raw`(?:(?:now|still|jetzt|nun|ahora|maintenant|agora|adesso|ora|nu|teraz|теперь)\s+)?`;
/** What a name stands behind that is said of no other thing: an article, "my", or nothing. */
const STARTS = String.raw`(?<=(?:^|[.,;!?(\n])\s*(?:[-*•]\s+)?`;
const MY = String.raw`${STARTS}|(?<!\p{L})(?:my|mein|meine|unsere?|mon|ma|mi|mio|meu|mijn|min|mój|мой|наш|мій)\s+)`;
/** What a number is oftenest of, said without a verb. */
const OF_CARD = String.raw`\s+(?:(?:der|de la|de|del|do|da|della|van de|до|від|от)\s+)?(?:karte|carte|tarjeta|carta|cartão|karty|карт\p{L}*|телефон\p{L}*)`;
const THE =
  String.raw`${STARTS}|(?<!\p{L})(?:the|my|our|der|die|unser|mein|le|la|mon|notre|el|mi|nuestro|il|mio|nostro|o|meu|nosso` +
  String.raw`|de|mijn|onze|мой|наш)\s+)`;
const CLOSES = String.raw`["'”’»\x60)]?`;
/** What says that a number is a length, an amount or a time. */
const MEASURED = new RegExp(
  String.raw`^\s*(?:zeichen|stellen|ziffern|tage|jahre|caractères|chiffres|jours|caracteres|dígitos|días|caratteri|cifre|giorni|` +
    "dias|tekens|cijfers|dagen|tecken|tegn|znak|cyfr|символ|знак|цифр|karakter|characters?|digits?|bits?|bytes?|mm|cm|%|€|euro)",
  "iu",
);
const YEAR = /^(?:19|20)\d\d$/u;

const behind = ({ input, index, 0: { length } }: RegExpExecArray): string => input.slice(index + length);
const isNumber = (value: string, match: RegExpExecArray): boolean => isCode(value) && !MEASURED.test(behind(match));
const isClosed = (value: string, match: RegExpExecArray): boolean =>
  isNumber(value, match) && !YEAR.test(value) && ENDS.test(behind(match));

const isMixed = (value: string): boolean => near(value) && /\d/u.test(value);
/** A password beside its name: it looks like one, or it is a number and no year. */
function isStated(value: string, match: RegExpExecArray): boolean {
  const word = bare(value);
  const rest = match[0].slice(match[0].lastIndexOf(value) + word.length) + behind(match);
  return /^\d{4,12}$/u.test(word) ? !YEAR.test(word) && ENDS.test(rest) : near(value);
}

/** German nouns that stand behind "ist" without an article, and by their endings say something of a thing. */
const ABSTRACT =
  /^(?:Pflicht|Unsinn|Quatsch|Geheimnis|Standard|\p{L}*(?:sache|schaft|ung|heit|keit|teil|tät)(?!\p{L}))/iu;
/** A plain word where nothing but a password stands: alone behind a colon, or behind "reads"; in German also behind "ist", as its nouns have capitals. */
function isPlain(value: string, match: RegExpExecArray): boolean {
  const word = bare(value).toLowerCase();
  // "login(user: name, password: hash)" is a call.
  if (/^clave/iu.test(match[0]) || /\w\([^()]*$/u.test(lineOf(match)[0])) return false;
  if (/\sist\s/iu.test(match[0]) && (ABSTRACT.test(value) || !/^\p{Lu}\p{Ll}{3,}/u.test(value))) return false;
  return ENDS.test(value.slice(word.length) + behind(match)) && looksLikePassword(word, "assigned");
}

/** In bold stands what is stressed, and between quotes that more words follow, what is spoken of. */
const isApart = (value: string, match: RegExpExecArray): boolean =>
  near(value) ||
  (!/^clave|\*\*$/iu.test(match[0]) && ENDS.test(behind(match)) && looksLikePassword(bare(value), "quoted"));

/** Stands for what may be there in a word of a pattern. */
const MAYBE = "\0";

/** The ways in which one of a pattern's words may be written, with what may be any letter, or missing, marked. */
function spellings(word: string): readonly string[] {
  // What stands before a word, and what may be missing behind its beginning, tells nothing.
  const telling = word.replace(/\(\?:[^()]*\)(?= \p{L})|(?<!^)\(\?:[^()]*\)\?/gu, MAYBE);
  const [group, ways = "", optional] = /\(\?:([^()]*)\)(\?)?/u.exec(telling) ?? [];
  if (group === undefined) return [telling.replace(/(?:\\p\{L\}|\[[^\]]*\])[+?*]?|.\?/gu, MAYBE)];
  return [...ways.split("|"), ...(optional === undefined ? [] : [""])].flatMap((way) =>
    spellings(telling.replace(group, () => way)),
  );
}

/**
 * What stands in every match of a pattern of words, one of them: most texts hold none. Between blanks where a word begins or ends.
 * @param joined whether other words may stand before them without a blank
 */
function hintsOf(words: string, joined = false): readonly string[] {
  const hintOf = (spelt: string): string => {
    const isEnd = (at: number): boolean => !/[\d_\0]/u.test(spelt.charAt(at));
    const runs = Array.from(spelt.matchAll(/\p{L}+/gu), ({ 0: run, index }) => {
      const begins = index === 0 ? !joined : isEnd(index - 1);
      return {
        worth: run.length + (begins ? 2 : 0),
        text: `${begins ? " " : ""}${run}${isEnd(index + run.length) ? " " : ""}`,
      };
    });
    return runs.toSorted((a, b) => b.worth - a.worth)[0]?.text.toLowerCase() ?? "";
  };
  let depth = 0;
  const parted = words.replace(/[()|]/gu, (sign) => {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    return sign === "|" && depth === 0 ? "\n" : sign;
  });
  return [...new Set(parted.split("\n").flatMap(spellings).map(hintOf))];
}

/** One of some words, as a word of its own. */
const named = (words: string, before = String.raw`\p{L}\d_/.`): string =>
  String.raw`(?<![${before}])(?:${words})(?![\p{L}\d_])`;
/** A number, or one with a letter, as doors in France have it. */
const DIAL = String.raw`(?:${CODE}|([A-F]\d{3,6}|\d{1,6}[A-FА-Я]\d{0,4})(?![\p{L}\d]))`;
type Shape = readonly [
  kind: string,
  hinted: string,
  pattern: string,
  accepts: SecretRule["accepts"] & {},
  also?: readonly string[],
];

function rulesOf(words: SecretWords): readonly SecretRule[] {
  const {
    password,
    compounds,
    pin,
    states,
    code = "",
    door = "",
    open = "^",
    opens = "",
    with: by = "",
    login = "",
  } = words;
  const says = String.raw`(?:${SIGN}|\s*(?:(?<=\s)|(?=['’]))(?:${states})\s*:?\s+${NOW})`;
  const called = named(password, compounds === true ? String.raw`\d_/.` : undefined) + NO_THING;
  const opened = String.raw`${ABOUT}(?:\s+|['’])`;
  const joins = String.raw`${named(opens)}(?:-\p{L}+)?${ABOUT}\s+(?:${by})\s+`;
  const shapes: readonly Shape[] = [
    ["password", password, `${called}${ABOUT}${says}${WORD}${CLOSES}`, isStated],
    ["password", password, `${called}${ABOUT}${says}${QUOTED}`, isApart],
    [
      "password",
      password,
      String.raw`${called}(?:${ABOUT}\s+(?:lautet|heißt|brzmi|ist(?: jetzt)?)|\s+(?:${states})\s*:|\s*\**[:=]\**)\s+${WORD}${CLOSES}`,
      isPlain,
    ],
    ["password", password, String.raw`${called}(?:\s+الواي فاي)?\s+${WORD}${CLOSES}(?=\s*(?:$|[.,;!?)\n]|है))`, isMixed],
    ["pin", pin, `${named(pin)}${ABOUT}${says}${DIAL}`, isNumber],
    ["pin", pin, String.raw`${MY}${named(pin)}(?:${OF_CARD}|\s+(?:${door}))?,?\s+${CODE}`, isClosed],
    [
      "pin",
      code && door,
      String.raw`${named(code)}(?!\s+(?:${open}))${ABOUT}\s+(?:${door})(?!\p{L})${ABOUT}(?:${says}|\s+)${DIAL}`,
      isNumber,
      hintsOf(code),
    ],
    ["pin", code, String.raw`${THE}(?:${code})\s+(?:${states})\s+${NOW}${CODE}`, isClosed],
    [
      "pin",
      opens && door,
      String.raw`${named(door)}${opened}(?:${opens})${ABOUT}\s+(?:${by})\s+(?:\p{L}+\s+){0,2}?${CODE}(?=\s*(?:$|[.,;!?)\n]|au[fs]\b|open\b))`,
      isNumber,
      hintsOf(opens),
    ],
    ["pin", door, `${named(door)}${ABOUT}${says}${CODE}`, isKeyed],
    ["password", opens, `${joins}${WORD}`, near],
    ["password", opens, String.raw`${joins}${USER}\s*\/\s*${WORD}`, near],
    ["password", login, String.raw`${named(login)}${ABOUT}(?!\s+from\b)${says}${USER}\s*[\/:,]\s*${WORD}`, near],
  ];
  return shapes
    .filter(([, of]) => of !== "")
    .map(([kind, of, pattern, accepts, also]) => {
      const hints = hintsOf(of, of === password && compounds);
      return { kind, pattern, accepts, hints, ...(also && { also }) };
    });
}

const { password, pin, states, measured } = EASTERN_WORDS;
/** Passwords and numbers as they are said in each language of `SECRET_WORDS`. */
export const LANGUAGE_RULES: readonly SecretRule[] = [
  ...Object.values(SECRET_WORDS).flatMap(rulesOf),
  {
    hints: hintsOf(password, true).map((hint) => hint.trim()),
    pattern: String.raw`(?:${password})\s*(?:${states}|[:=：→])\s*["“「『]?([!-~]{4,200}?)(?![!-~])(?!${measured})`,
    accepts: (value) => near(value) || /^\d{4,12}$/u.test(bare(value)),
  },
  {
    kind: "pin",
    hints: hintsOf(pin, true).map((hint) => hint.trim()),
    pattern: String.raw`(?:${pin})\s*(?:${states}|[:=：→])\s*(\d[\d -]{2,12}\d)(?!\d|${measured})`,
  },
];
