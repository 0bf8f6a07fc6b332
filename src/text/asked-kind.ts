/** What kind of thing answers a question, where its words say so. */
export type AskedKind =
  | "age"
  | "weight"
  | "length"
  | "temperature"
  | "speed"
  | "memory"
  | "loudness"
  | "phone"
  | "email"
  | "colour"
  | "password"
  | "name"
  | "identifier"
  | "proper"
  | "count"
  | "time"
  | "duration"
  | "money"
  | "number"
  | "person"
  | "place"
  | "reason"
  | "manner";

const NUMBERS =
  "(?<!\\b(?:the|this|that|new|next|old|other|which|another|any|no|left|right|first|last) )one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|" +
  "seventy|eighty|ninety|hundred|thousand|million|dozen|half|twice|once";
const DURATION =
  String.raw`(?:seconds?|secs?|minutes?|mins?|hours?|nights?|days?|weeks?|fortnights?|months?|quarters?|years?|` +
  String.raw`winters?|summers?|seasons?|decades?|ms)\b`;
/** Names of days and months, as `src/english/calendar.ts` has them, and their short forms. */
const DAY =
  String.raw`(?:(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)days?|[Mm]ay|[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|` +
  String.raw`[Mm]ar(?:ch)?|[Aa]pr(?:il)?|[Jj]une?|[Jj]uly?|[Aa]ug(?:ust)?|[Ss]ept?(?:ember)?|(?:[Oo]ct|[Nn]ov|[Dd]ec)(?:o?(?:em)?ber)?)\b`;
/** A quantity, and the units of some. */
const QUANTITY = String.raw`(?:\d|\b(?:${NUMBERS}|half an?|an?))[ -]?`;
const LENGTH = String.raw`(?:[mck]?m|[ck]?met(?:er|re)s?|milli?met(?:er|re)s?|kilomet(?:er|re)s?|feet|foot|ft|inch(?:es)?|yards?|miles?|floors?|stor(?:ey|ie)s|lanes?|blocks?)\b`;
const WEIGHT = String.raw`(?:kilos?|kilogram\w*|kgs?|g|grams?|lbs?|pounds?|ounces?|oz|tons?|tonnes?|stones?)\b`;
const COLOURS =
  "red|blue|green|yellow|black|white|gr[ae]y|brown|orange|purple|violet|pink|beige|turquoise|teal|cyan|magenta|navy|" +
  "cream|ivory|gold|golden|silver|bronze|copper|maroon|crimson|scarlet|ochre|olive|mint|lilac|indigo|burgundy|anthracite|dark|light|pale";
const OFTEN = String.raw`every|each|daily|nightly|weekly|monthly|quarterly|yearly|always|never`;

/** Of each kind the words that ask for it, what holds it, and what may. English. */
const KINDS: readonly (readonly [kind: AskedKind, asks: RegExp, holds: RegExp, may?: RegExp])[] = [
  [
    "age",
    /\bhow old\b|\b(?:what|which) .*\bage\b|\bage of\b/iu,
    new RegExp(
      String.raw`${QUANTITY}(?:years?|yrs?|months?|weeks?|days?)\b|\b(?:born|birth\w*|aged?|newborn|teenager)\b|` +
        String.raw`\bturn(?:s|ed|ing)? (?:\d|${NUMBERS})|(?:\b(?:is|was|am|are|at)|['’][sm]) (?:now |only |almost )?` +
        String.raw`(?:\d{1,3}|${NUMBERS})(?=[ ]?(?:[.,;!?)]|$|(?:and|now|today|already|in)\b))|\b(?:19|20)\d\d\b`,
      "iu",
    ),
  ],
  ["weight", /\bhow heavy\b|\bweigh(?:s|t|ed|ing)?\b/iu, new RegExp(QUANTITY + WEIGHT, "iu")],
  [
    "length",
    /\bhow (?:tall|wide|thick|deep|far)\b|\b(?:length|height|width|depth|distance)\b/iu,
    new RegExp(QUANTITY + LENGTH, "iu"),
  ],
  [
    "temperature",
    /\bhow (?:hot|warm|cold)\b|\btemperature\b/iu,
    /\d ?(?:°|degrees?\b|celsius|fahrenheit|[CF]\b)|\b(?:hot|warm|cold|freez\w+)\b/iu,
  ],
  [
    "speed",
    /\bhow (?:fast|quick(?:ly)?)\b|\bspeed\b/iu,
    new RegExp(
      String.raw`\d ?(?:km\/h|kph|mph|kn|knots|m\/s|[kmg]bit|[kmg]bps|fps|rpm|hz|[kmg]hz)|\b\d{1,2}:\d\d\b|(?:\/|\bper |\ban? )(?:s|second|minute|hour)\b|${QUANTITY}${DURATION}`,
      "iu",
    ),
  ],
  ["memory", /\bhow much (?:memory|ram)\b/iu, /\d ?[kmgt]i?b\b|\bgigabytes?\b/iu],
  ["loudness", /\bhow (?:loud|noisy|quiet)\b/iu, /\d ?(?:db|decibels?)\b|\b(?:loud|noisy|quiet|silent)\w*/iu],
  [
    "phone",
    /\b(?:phone|telephone|mobile|cell) ?(?:number|no\b)|\bwhat (?:number|do I (?:call|dial))\b.*\b(?:call|dial|reach)\b/iu,
    /\+?\d(?:[ ()/.-]{0,2}\d){5,}/u,
  ],
  ["email", /\be-?mail(?: address)?\s*\??$|\be-?mail address\b/iu, /\S@\S/u],
  [
    "colour",
    /\b(?:what|which) (?:colou?rs?|shade)\b|\bcolou?rs? of\b/iu,
    new RegExp(String.raw`\b(?:${COLOURS})(?:ish)?\b|#[0-9a-f]{3,8}\b|\bRAL\b`, "iu"),
  ],
  // Nothing tells a password but that it is called so.
  ["password", /\b(?:passwords?|passcode|passphrase)\b/iu, /\b(?:passwords?|passcode|passphrase)\b/iu],
  [
    "name",
    /\b(?:sur|nick|first |last |maiden |family )names?\b|\bwhat(?: is|['’]s| are| was) .*\b(?:names?|called)\b|\bname of\b/iu,
    /\b(?:called|named|\w*names?)\b/iu,
    /\b(?:is|are|was|it['’]s|=)\s+(?:an? |the )?\p{Lu}\p{Ll}+|\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|:\s*\p{Lu}|[“"”«]/u,
  ],
  [
    "identifier",
    /(?<=\b(?:passport|policy|account|serial|order|insurance|membership|registration|customer|invoice|chip|permit|contract|licen[cs]e|tax|ticket|phone) )(?:number|no|id|code|plate)\b|(?<=\bnumber )plate\b|\biban\b|(?<=['’]s )number\b/iu,
    new RegExp(
      String.raw`\b(?=[\p{L}\d-]*\d)(?!\d+(?:st|nd|rd|th)\b)[\p{L}\d]+(?:-[\p{L}\d]+)+\b|\b\p{L}+\d[\p{L}\d]*\b|\b\d{3,}\b(?! ?(?:${DURATION}|${LENGTH}|${WEIGHT}|%))`,
      "iu",
    ),
  ],
  [
    "count",
    /\bhow many\b(?! (?:percent|per cent|times))/iu,
    new RegExp(
      String.raw`(?<![\d.,:/-])\b(?:\d[\d.,]*|${NUMBERS}|several|dozens?|both|all)(?!\w|[.,:/-]\d| ?(?:[%€$£]|percent|per cent|[ap]\.?m\b|${DURATION}|${LENGTH}|${WEIGHT}|${DAY}))`,
      "iu",
    ),
    /\p{N}/u,
  ],
  // What has a name of its own.
  [
    "proper",
    /\b(?:what|which) (?:\p{L}+ )?(?:city|town|country|region|street|hospital|school|university|airports?|station|airline|bank|brand|make|model|manufacturer|company|firm|provider|supplier|team|club|band|surgeon|doctor|dentist|teacher|lawyer|garage|restaurant)\b/iu,
    /(?<=\S\s|^\W*)(?!(?:The|This|That|These|It|You|In|On|At|For|If|When|We|My|Our|He|She|They|His|Her|And|But|I)\b)\p{Lu}[\p{L}\d'’&-]+/u,
    /\bcalled|\bnamed/iu,
  ],
  [
    "time",
    /\b(?:when|(?:what|which) (?:time|day|date|week|month|year)s?|deadline|how (?:long ago|soon|often)|(?:since|until) when)\b/iu,
    new RegExp(
      String.raw`\b(?:19|20)\d\d\b|\b\d{1,2}(?::\d\d| ?[ap]\.?m\b|(?:st|nd|rd|th)\b)|\b\d{1,2}[./-]\d{1,2}[./-]|` +
        String.raw`\b${DAY}|\b(?:at|by|from|until|till|since|on) (?:\d|${NUMBERS})|` +
        String.raw`(?:\b\d+|\b(?:${NUMBERS}))[ -]?${DURATION}|` +
        String.raw`\b(?:${OFTEN}|yesterday|today|tomorrow|tonight|ago|since|until|mornings?|evenings?|noon|midnight|night|` +
        String.raw`weekend|spring|summer|autumn|winter|easter|christmas)\b`,
      "iu",
    ),
    /\b(?:first|last|next|this|before|after) |\b(?:soon|now)\b/iu,
  ],
  [
    "duration",
    /\bhow long\b/iu,
    new RegExp(
      String.raw`(?:\d|\b(?:${NUMBERS}|an?|few|several))[ -]?(?:${DURATION}|(?:mm|cm|k?m|met(?:er|re)s?|feet|foot|ft|` +
        String.raw`inch(?:es)?|miles?|pages?|words|characters|chars|lines|digits|bytes)\b)|\b(?:since|until|till|forever)\b`,
      "iu",
    ),
  ],
  [
    "money",
    new RegExp(
      String.raw`\b(?:how (?:expensive|cheap|(?<!\bby how )much (?:is|are|was|were))\b(?! (?:left|there))|` +
        String.raw`(?<!\bby )how much\b.*\b(?:costs?|pays?|paid|charged?|charges|earns?|spen[dt]|prices?|fees?|rent|salary|owes?)` +
        String.raw`|how (?:high|big|large|low) .*\b(?:rents?|prices?|fees?|salary|costs?|bills?|bonus|budget|deposit|tax|premium|wages?)` +
        String.raw`|(?:what|which) .*\b(?:costs?|price|fee|salary|budget|rent|charges?|earns?|pays?|paid|spen[dt])|` +
        String.raw`^\W*(?:price|cost|fee|salary|budget|rent))\b`,
      "iu",
    ),
    new RegExp(
      String.raw`[€$£¥₹]|(?<!\bby )\d[\d.]* ?%|\b(?:euros?|dollars?|pounds?|francs?|kr|chf|usd|eur|gbp|cents?|yen|pence|quid|free|cheap|expensive)\b|` +
        String.raw`\d[\d.,]* (?:an?|per|each)\b|\d[.,]\d{3}\b|\b(?:paid|pays?|costs?|charge[sd]?|wants?|earns?|spent|price|rent|fee|deposit)(?: \p{L}+){0,3} ` +
        String.raw`\d[\d.,]*(?![\d:]| ?(?:%|percent|per cent|${DURATION}|${LENGTH}|${WEIGHT}|${DAY}))`,
      "iu",
    ),
  ],
  [
    "number",
    new RegExp(
      String.raw`\bhow (?:many|much|old|far|big|large|high|fast|slow|tall|deep|heavy|wide|thick|steep|strong|hot|warm|cold|loud|late|early)\b|` +
        String.raw`\b(?:(?:what|which) (?:\S+ ){0,3}|^\W*)(?:port|version|number|code|pin|price|cost|limit|size|amount|percent(?:age)?|` +
        String.raw`rate|budget|score|temperature|threshold|timeout|interval|phone)\b`,
      "iu",
    ),
    new RegExp(String.raw`\p{N}|\b(?:${NUMBERS}|free|${OFTEN})\b`, "iu"),
  ],
  [
    "person",
    /\b(?:who|whom|whose)\b/iu,
    new RegExp(
      // At the beginning of a text every word has a capital: a name stands before a verb there, or is followed by another.
      String.raw`(?<=\S\s)(?!${DAY}|I\b)\p{Lu}[\p{L}'’-]+|^\s*(?:[-*+]\s+)?` +
        String.raw`(?!(?:The|This|That|These|It|You|In|On|At|For|If|When)\b)\p{Lu}[\p{L}'’-]+` +
        String.raw`(?:,|:|\s+(?:and|is|was|has|had|will|can|\p{Ll}+(?:[^s\P{Ll}]s|ed))\b|\s*$)`,
      "u",
    ),
    /\b(?:I|[Ww]e|[Mm]y|[Hh]e|[Ss]he|[Tt]hey)\b/u,
  ],
  [
    "place",
    /\bwhere\b/iu,
    new RegExp(
      String.raw`\b(?:[Ii]n|[Aa]t|[Oo]n|[Uu]nder|[Bb]ehind|[Ii]nside|[Nn]ear|[Nn]ext to|[Aa]bove|[Bb]elow|[Bb]etween|[Ff]rom|[Ii]nto)\s+` +
        String.raw`(?!(?:the |every |each |an? )?(?:\d|(?:${DAY}|${NUMBERS}|morning|evening|afternoon|night|end|week|month|year|leave|time|call|average|` +
        String.raw`least|most|first|last|all|once|hold|order|case|sale|purpose|on|in|at|to|of|for|from|and|by)\b))\S|` +
        String.raw`\b[Tt]o\s+(?:the|an?|my|our|your|his|her|their|(?!${DAY})\p{Lu})|[\w-]+\/[\w-]+|https?:`,
      "u",
    ),
  ],
  [
    "reason",
    /\bwhy\b|\bwhat (?:reason|caused?)\b|\bhow come\b/iu,
    /\b(?:because|since|so that|due to|in order|therefore|reason|cause[ds]?|otherwise|to avoid|as|to|for|led|too|instead|after)\b(?:\s+\S+){2}/iu,
  ],
  [
    "manner",
    /\bhow (?:do|does|did|to|can|should|is|are|was|were)\b/iu,
    /`[^`]+`|\b(?:by|with|using|use|run|set|via|through|first|then)\b/iu,
  ],
];

/** A kind of thing that a question asks for, and the folded words that ask for it. */
export interface Asked {
  readonly kind: AskedKind;
  readonly words: ReadonlySet<string>;
}

const QUESTION_WORDS: ReadonlySet<string> = new Set(["what", "which"]);

/** The kinds of thing that a question asks for, the surest first; none where its words don't say. */
export function askedKinds(question: string): readonly Asked[] {
  const asked: Asked[] = [];
  for (const [kind, asks] of KINDS) {
    const match = asks.exec(question);
    if (match === null) continue;
    const said = match[0].toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const words = new Set([...said.slice(0, said[0] === "how" ? 2 : 1), ...said.slice(-1)]);
    // "How much does it cost" asks for money, not for any number.
    const own = [...words].filter((word) => !QUESTION_WORDS.has(word));
    if (!asked.some((surer) => own.every((word) => surer.words.has(word)))) asked.push({ kind, words });
  }
  return asked;
}

/** Whether a text holds something of that kind at all. */
export function holdsKind(kind: AskedKind, text: string): boolean {
  return KINDS.some(([one, , holds, may]) => one === kind && (holds.test(text) || may?.test(text) === true));
}

/** Whether it does so beyond doubt: a pronoun may be who is asked for, "the next" may be when. */
export function surelyHoldsKind(kind: AskedKind, text: string): boolean {
  return KINDS.some(([one, , holds]) => one === kind && holds.test(text));
}
