import WORDS from "./asked-words.json" with { type: "json" };
import { writtenOut } from "./question-frame.ts";

/** Any of some words, or expressions for words, that are set apart by spaces. */
const oneOf = (words: string | readonly string[]): string =>
  `(?:${(typeof words === "string" ? words.split(" ") : words).join("|")})`;
/** Any of some expressions. */
const any = (flags: string, ...parts: readonly string[]): RegExp => new RegExp(parts.join("|"), flags);
const raw = String.raw;

const NUMBERS =
  raw`(?:(?<!\b${oneOf("the this that new next old other which another any no left right first last")} )one|` +
  `${oneOf(WORDS.numbers)})`;
const DURATION = raw`${oneOf(WORDS.durations)}\b`;
/** Names of days and months, as `src/english/word-classes.ts` has them, and their short forms. */
const DAY = raw`${oneOf(WORDS.days)}\b`;
/** A quantity, and the units of some. */
const QUANTITY = raw`(?:\d|\b(?:${NUMBERS}|half an?|an?))[ -]?`;
const LENGTH = raw`${oneOf(WORDS.lengths)}\b`;
const WEIGHT = raw`${oneOf(raw`kilos? kilogram\w* kgs? g grams? lbs? pounds? ounces? oz tons? tonnes? stones?`)}\b`;
const CURRENCY = oneOf("euros? dollars? pounds? francs? kr kron(?:er?|or|en) chf usd eur gbp cents? yen pence");
const UNIT = `(?:${DURATION}|${LENGTH}|${WEIGHT})`;
const COLOURS = oneOf(WORDS.colours);
/** Behind "when" and "where" that begin what a question asks, not a clause of it: "why does it fail when …". */
const FIRST_ASKED = raw`(?<!\b${oneOf("what which where when why whom? whose how")} (?:[^\s,]+ ){1,8}wh\w+)`;
/** Words with a capital at the beginning of a sentence that name nothing. */
const UNNAMED = oneOf(WORDS.unnamed);
const TITLE = raw`${oneOf("Mrs? Ms Dr Prof Uncle Aunt Miss Sir")}\.?`;
const PASSWORD = /\b(?:passwords?|passcode|passphrase)\b/iu;
const OFTEN = "every|each|daily|nightly|weekly|monthly|quarterly|yearly|always|never";

/** Figures that are a date or a time of day. */
const DATED =
  raw`\b\d{1,2}(?:st|nd|rd|th)?(?: of)? ${DAY}(?: \d{4}\b)?|\b${DAY} \d{1,2}(?:st|nd|rd|th)?\b(?!:)` +
  raw`|\b(?:${DAY}|in|since|until|from) (?:19|20)\d\d\b|\b\d{1,2}:\d\d\b|\b\d{1,2} ?[ap]\.?m\b|\b\d{4}-\d\d-\d\d\b`;
/** What numbers a thing: "inventory number 30771", "Android 9", "platform 11". */
const NUMBERING = oneOf(WORDS.numberings);
/** What a value of another kind looks like, by the kinds that take nearly any figure. */
const OF_OTHERS = {
  dates: new RegExp(DATED, "giu"),
  times: any("giu", DATED, raw`(?<!\d)\d*` + QUANTITY + DURATION),
  numbered: any("gu", DATED, raw`\b${NUMBERING} [\p{L}-]?\d[\d-]*`, raw`\bby \d[\d.,]* ?\p{L}+`),
  named: any("gu", DATED, raw`\b${NUMBERING} [\p{L}-]?\d[\d-]*|(?<=[^.!?]\s)\b\p{Lu}\p{L}+ \d+\b|\b\d{1,2}\.\d{1,2}\b`),
};

/** `others`: values of other kinds, which are no value of this one. */
type Kind = readonly [asks: RegExp, holds: RegExp, may?: RegExp | null, others?: RegExp];

/** English; the surest first. */
const KINDS = {
  age: [
    /\bhow old\b|\b(?:what|which) .*\bage\b|\bage of\b/iu,
    any(
      "iu",
      raw`${QUANTITY}(?:years?|yrs?|months?|weeks?|days?)\b|\b(?:born|birth\w*|aged?|newborn|teenager)\b`,
      raw`\bturn(?:s|ed|ing)? (?:\d|${NUMBERS})`,
      raw`(?:\b(?:is|was|am|are|at)|['’][sm]) (?:now |only |almost )?` +
        raw`(?:\d{1,3}|${NUMBERS})(?=[ ]?(?:[.,;!?)]|$|(?:and|now|today|already|in)\b))`,
      raw`(?<!\b(?:in|by|until|till|before|after|during) )\b(?:19|20)\d\d\b`,
      raw`\b(?:built|bought|made|planted|founded|new|got|since)\b.*\b(?:19|20)\d\d\b`,
    ),
  ],
  weight: [/\bhow heavy\b|\bweigh(?:s|t|ed|ing)?\b/iu, any("iu", QUANTITY + WEIGHT)],
  length: [
    /\bhow (?:tall|wide|thick|deep|far)\b|\b(?:length|height|width|depth|distance)\b/iu,
    any("iu", QUANTITY + LENGTH),
  ],
  temperature: [
    /\bhow (?:hot|warm|cold)\b|\btemperature\b/iu,
    any("iu", raw`\d ?(?:°|celsius|[CF]\b)|(?:\d|\b${NUMBERS}) ?degrees?\b|\b(?:hot|warm|cold|freez\w+)\b`),
    /\b(?:at|to|below|above|under|over) \d{2,4}\b(?![:.]\d)/iu,
  ],
  speed: [
    /\bhow (?:fast|quick(?:ly)?)\b|\bspeed\b/iu,
    any(
      "iu",
      raw`\d ?(?:km\/h|k?mph|knots?|m\/s|[kmg]b(?:it|ps)|fps|rpm|[kmg]?hz)|\b\d{1,2}:\d\d\b`,
      QUANTITY + DURATION,
    ),
  ],
  memory: [/\bhow much (?:memory|ram)\b/iu, /\d ?[kmgt]i?b\b|\bgigabytes?\b/iu],
  loudness: [/\bhow (?:loud|noisy|quiet)\b/iu, /\d ?(?:db|decibels?)\b|\b(?:loud|noisy|quiet|silent)\w*/iu],
  phone: [/\b(?:phone|telephone|mobile|cell) ?(?:number|no\b)/iu, /\+?\d(?:[ ()/.-]{0,2}\d){5,}/u],
  email: [/\be-?mail(?: address)?\s*\??$|\be-?mail address\b/iu, /\S@\S/u],
  colour: [
    /\b(?:what|which) (?:colou?rs?|shade)\b|\bcolou?rs? of\b/iu,
    any("iu", raw`\b${COLOURS}(?:ish)?\b|#[0-9a-f]{3,8}\b|\bRAL\b`),
  ],
  // Nothing tells a password but that it is called so.
  password: [PASSWORD, PASSWORD],
  name: [
    any(
      "iu",
      raw`\b(?:sur|nick|first |last |maiden |family )names?\b`,
      raw`\bwhat(?: is|['’]s| are| was) .*\b(?:names?|called)\b|\bname of\b`,
    ),
    /\b(?:called|named|\w*names?)\b/iu,
    /\b(?:is|are|was|it['’]s|=)\s+(?:an? |the )?\p{Lu}\p{Ll}+|(?<!\b(?:in|at|to|near|from|on) )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|:\s*\p{Lu}|[“"”«]/u,
  ],
  identifier: [
    any(
      "iu",
      raw`(?<=\b${oneOf(WORDS.identified)} )(?:number|no|id|code|plate)\b`,
      raw`(?<=\bnumber )plate\b|\biban\b|(?<=['’]s )number\b`,
    ),
    any(
      "iu",
      raw`\b(?=[\p{L}\d-]{0,60}\d)(?!\d+(?:st|nd|rd|th)\b)[\p{L}\d]+(?:-[\p{L}\d]+){1,9}\b`,
      raw`\b\p{L}+\d[\p{L}\d]*\b|\b\d{3,}\b(?! ?(?:${UNIT}|%))`,
    ),
  ],
  count: [
    /\bhow many\b(?! (?:percent|per cent|times))/iu,
    any(
      "iu",
      raw`(?<![\d.,:/-])\b(?:\d[\d.,]*|${NUMBERS}|several|dozens?|both|all(?! (?:the|day|night|over)\b))` +
        raw`(?!\w|[.,:/-]\d| ?(?:[%€$£]|percent|per cent|[ap]\.?m\b|[kmgt]i?b\b|${UNIT}|${CURRENCY}\b|${DAY}))`,
    ),
    /\d ?(?:%|per ?cent) \p{L}/iu,
    OF_OTHERS.named,
  ],
  // A name, but of nobody: of what is called so.
  brand: [
    /\b(?:what|which) (?:\p{L}+ )?(?:airline|bank|brand|make|model|manufacturer)\b/iu,
    any(
      "u",
      raw`(?<=[^\s.!?:]\s)(?<!\b(?:${TITLE}|called|named|in|at|to|near|room|(?:fl(?:y|ies|ying)|goes|leaves|sails) from) |` +
        raw`(?:er|or|ist) is |\p{Lu}[\p{L}'’-]+ )` +
        raw`(?!(?:${UNNAMED}|${DAY}|${TITLE})(?!\w))\p{Lu}[\p{L}&][\p{L}\d&-]*(?!['’]s)`,
      raw`^\W*\p{Lu}[\p{L}\d&-]+(?=[.,;]|\s*$)`,
    ),
  ],
  // What has a name of its own.
  proper: [
    any("iu", raw`\b(?:what|which) (?:\p{L}+ )?${oneOf(WORDS.places)}\b`),
    any("u", raw`(?=\p{Lu})(?<=\S\s|^\W*)(?!${UNNAMED}\b)\p{Lu}[\p{L}\d'’&-]+`),
    /\bcalled|\bnamed/iu,
  ],
  time: [
    any(
      "iu",
      raw`\bwhen\b${FIRST_ASKED}|\b(?:(?:what|which) (?:time|day|date|week|month|year)s?|deadline`,
      raw`how (?:long ago|soon|often)|(?:since|until) when)\b`,
    ),
    any(
      "iu",
      raw`\b(?:19|20)\d\d\b|\b\d{1,2}(?::\d\d| ?[ap]\.?m\b|(?:st|nd|rd|th)\b)|\b\d{1,2}[./-]\d{1,2}[./-]`,
      raw`\b${DAY}|\b(?:at|by|from|until|till|since|on) (?:\d|${NUMBERS})`,
      raw`\b(?:\d+(?:st|nd|rd|th)?|${NUMBERS}|${oneOf(WORDS.ordinals)})[ -]?${DURATION}`,
      raw`\b(?:an?|per) (?:year|term|season|month|week|night|day|hour)\b`,
      raw`\b(?:${OFTEN})\b|\b${oneOf(WORDS.dates)}\b|\b(?:half|quarter) (?:past|to)\b|o['’]clock\b`,
    ),
    /\b(?:(?:first|last|next|this) (?!one\b)|(?:before|after|whenever|unless|during|once|while) |as soon as|(?:soon|now)\b)/iu,
  ],
  // "Since the outage" tells since when.
  taking: [/\bhow long\b.*\btakes?\b/iu, any("iu", QUANTITY + DURATION)],
  duration: [
    /\bhow long\b/iu,
    any(
      "iu",
      raw`(?:\d|\b(?:${NUMBERS}|an?|few|several))[ -]?(?:(?:working|business|whole|full|more) )?(?:${DURATION}|${oneOf(WORDS.measures)}\b)`,
      raw`\b(?:since|until|till|forever)\b`,
    ),
  ],
  money: [
    any(
      "iu",
      raw`\b(?:how (?:expensive|cheap|(?<!\bby how )much (?:is|are|was|were))\b(?! (?:left|there))`,
      raw`(?<!\bby )how much\b.*\b${oneOf(WORDS.costs)}`,
      raw`how (?:high|big|large|low) .*\b${oneOf(WORDS.incomes)}`,
      raw`wh(?:at|ich) (?!currency).*\b${oneOf("costs? price fee salary budget rent charges? earns? pays? paid")}`,
      raw`^\W*(?:price|cost|fee|salary|budget|rent))\b`,
    ),
    any(
      "iu",
      raw`[€$£¥₹]|(?<![\d.]|\bby )\d[\d.]* ?(?:%|per ?cent\b)|\b(?:${CURRENCY}|free|cheap|expensive)\b`,
      raw`\d[.,]* (?:an?|per|each)\b|\d[.,]\d{3}\b(?! \p{Ll}+s\b)|\b(?:hour|dai|week|month|year|night)ly:? \d`,
      raw`\b${oneOf("paid pays? costs? charge[sd]? wants? earns? spent price rent fee deposit")}` +
        raw`(?: \p{L}+){0,3} \d[\d.,]*(?![\d:]| ?(?:%|percent|per cent|${UNIT}|${DAY}))`,
    ),
    any(
      "iu",
      raw`(?<![\p{L}\d.:/-])\d\d[\d.,]*(?=\s*(?:[;,!?)]|$|(?:from|since|now|instead|this|until|plus|in total|altogether)\b))`,
    ),
    OF_OTHERS.numbered,
  ],
  // A figure of a name ("k8s", "stage-02") measures nothing.
  size: [
    /\bhow (?:big|large|high|slow|steep|strong)\b/iu,
    any("iu", raw`(?<![\p{L}\p{N}_.]|[\p{L}\p{N}][-/])\p{N}|\b(?:${NUMBERS}|size)\b`),
    null,
    OF_OTHERS.times,
  ],
  // What is measured by a figure, and not counted.
  measure: [
    /\b(?:what|which)\b.*\b(?:wattage|voltage|aperture|diameter|capacity|resolution|mileage|circumference)\b/iu,
    any(
      "iu",
      raw`(?<![\p{L}\d-])\d[\d.,]*[ -]?(?:[°%x×]|\p{L}{1,2}\b|lit(?:er|re)s?|dpi|ppi|psi|bar|rpm|[mk][AW]h|watts?|volts?|miles?|pixels?|megapixels?|${LENGTH})`,
      raw`\bf\/\d|(?<![\p{L}\d-])\d{1,3}[.,]\d{3}\b`,
    ),
    null,
    OF_OTHERS.times,
  ],
  code: [
    /\b(?:(?:what|which) (?:\S+ ){0,3}|^\W*)(?:port|version|code|pin)(?=\W*$|\s+(?:is|are|was|do|does|did|has|of|for|to|on|in|at|we|I)\b)/iu,
    /\p{N}/u,
    null,
    OF_OTHERS.times,
  ],
  number: [
    any(
      "iu",
      raw`\bhow (?:many|much|late|early)\b`,
      raw`\b(?:(?:what|which) (?:\S+ ){0,3}|^\W*)(?:number|price|cost|limit|size|amount|` +
        raw`percent(?:age)?|rate|budget|score|threshold|timeout|interval|phone)\b`,
    ),
    any("iu", raw`\p{N}|\b(?:${NUMBERS}|free|${OFTEN})\b`),
    null,
    OF_OTHERS.dates,
  ],
  person: [
    // "Who is Ruben?" asks for all about him.
    any(
      "u",
      raw`(?<!\p{L})(?![Ww]ho(?:['’]s| is| was| are) (?:${TITLE} )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*\W*$)` +
        raw`(?:[Ww]hom?|[Ww]hose|WHO|[Ww]h(?:at|ich) (?:\p{L}+ )?(?:surgeon|doctor|dentist|teacher|lawyer))(?!\p{L})`,
    ),
    any(
      "u",
      // At the beginning of a text or a line every word has a capital: a name stands before a verb there, or before another.
      raw`(?<=[^\s.!?#\d]\s)(?<!\b(?:in|on|at|via|into|near|room|St\.)(?: the)? |\b(?:in|on|at) \p{Lu}\p{L}+ )` +
        raw`(?!${DAY}|I\b)\p{Lu}[\p{L}'’-]*\p{Ll}(?! ?\d)`,
      raw`(?:^|\n|(?<!\bSt)[.!?]\s)\s*(?:[-*+]\s+)?(?!${UNNAMED}\b)\p{Lu}[\p{L}'’-]*\p{Ll}` +
        raw`(?:,|:|\s+…|\s+(?:and|is|was|has|had|will|can|\p{Ll}+(?:[^s\P{Ll}]s|ed))\b|\s*$)`,
    ),
    any("u", raw`\b(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey)\b`, raw`\b${oneOf(WORDS.persons)}\b`),
  ],
  place: [
    any("iu", raw`\bwhere\b${FIRST_ASKED}`),
    any(
      "u",
      raw`\b(?:${oneOf(WORDS.before)}|[Nn]ext to)\s+(?!(?:the |every |each |an? )?(?:\d|(?:${DAY}|${NUMBERS}|${oneOf(WORDS.notPlaces)})\b))\S`,
      raw`\b${oneOf("stall shelf floor berth aisle bay street road lane square next outside")}\b`,
      raw`\b[Tt]o\s+(?:the|an?|my|our|your|his|her|their|(?!${DAY})\p{Lu})|[\w-]\/[\w-]|https?:`,
      raw`\b${oneOf("abroad home(?!\\s(?:match|game|team|page)) here there upstairs downstairs inside away online")}\b`,
    ),
    any("u", raw`(?<=\S\s)(?!${UNNAMED}\b|${DAY}|I\b)\p{Lu}\p{Ll}+`),
  ],
  reason: [
    /\bwhy\b|\bwhat (?:reason|caused?|made|broke)\b|\bhow come\b/iu,
    any(
      "iu",
      raw`\b(?:because|since|so that|due to|in order|therefore|reason|cause[ds]?|otherwise|as|to|for|led|too|instead|` +
        raw`after)\b(?:\s+\S+){2}`,
    ),
  ],
  manner: [
    /\bhow (?:do|does|did|to|can|should|is|are|was|were)\b/iu,
    /`[^`]+`|\b(?:by|with|using|use|run|set|via|through|first|then)\b/iu,
  ],
} satisfies Readonly<Record<string, Kind>>;

export type AskedKind = keyof typeof KINDS;

export interface Asked {
  readonly kind: AskedKind;
  readonly words: ReadonlySet<string>;
}

/** A number or code behind the word for it. */
const TOLD = /^\s+(?:(?:no|nr)\.?\s*|#)?[^\s\d]{0,12}\d/u;

/** What tells that a text is more than some words to look up ("intern laptop price"), as does a larger number of words. */
const ASKING =
  /[?.!;\n]|\b(?:wh\p{L}+|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|I|we|you)\b/iu;
const LONGEST_LOOKUP = 5;
/** Characters at each end of a long text in which it is looked for what is asked: what stands between is told, not asked. */
const ENDS = 1_000;

/** Whether a text is but some words to look up: "aunt's phone". */
export const looksUp = (text: string): boolean =>
  !ASKING.test(text) && text.trim().split(/\s+/u).length <= LONGEST_LOOKUP;

/** The kinds of thing that a question asks for, the surest first; none where its words don't say. */
export function askedKinds(whole: string): readonly Asked[] {
  const asking = whole.length > 2 * ENDS ? `${whole.slice(0, ENDS)}\n${whole.slice(-ENDS)}` : whole;
  const question = looksUp(asking) ? `what is the ${asking}` : writtenOut(asking);
  const asked: Asked[] = [];
  for (const kind of Object.keys(KINDS) as AskedKind[]) {
    const match = KINDS[kind][0].exec(question);
    // "What is port 8443 for", "what costs 12 euros": what it would ask for stands there.
    if (match === null || TOLD.test(question.slice(match.index + match[0].length))) continue;
    const said = match[0].toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const words = new Set([...said.slice(0, said[0] === "how" ? 2 : 1), ...said.slice(-1)]);
    // "How much does it cost" asks for money, not for any number.
    const own = [...words].filter((word) => word !== "what" && word !== "which");
    if (!asked.some((surer) => own.every((word) => surer.words.has(word)))) asked.push({ kind, words });
  }
  return asked;
}

/** Words that may be another value: numbers, numerals, days and names. */
const VALUE = any("u", raw`^(?:.*\p{N}.*|\p{Lu}.*|${NUMBERS}|${DAY})$`);

/** Whether a text has a number, a day or, within a sentence, a name. */
export function holdsValue(text: string): boolean {
  const said = text.split(/[.!?]\s+|\n/u).map((sentence) => sentence.match(/[\p{L}\p{N}]+/gu) ?? []);
  return said.some((all) =>
    all.some((word, i) => VALUE.test(word) && (i > 0 || /\p{N}/u.test(word)) && !/^I$/u.test(word)),
  );
}

/** Whether a text has a number, a day or a name that another doesn't have. */
export function hasOtherValue(text: string, than: string): boolean {
  const known = new Set(than.match(/[\p{L}\p{N}]+/gu));
  const [, ...said] = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return said.some((word) => VALUE.test(word) && !known.has(word));
}

export function holdsKind(kind: AskedKind, text: string): boolean {
  const [, holds, may]: Kind = KINDS[kind];
  const own = ownValues(kind, text);
  return holds.test(own) || may?.test(own) === true;
}

/** Whether it does so beyond doubt: a pronoun may be who is asked for, "the next" may be when. */
export const surelyHoldsKind = (kind: AskedKind, text: string): boolean => KINDS[kind][1].test(ownValues(kind, text));

/** A text with "…" for the values of other kinds. */
function ownValues(kind: AskedKind, text: string): string {
  const others = (KINDS[kind] as Kind)[3];
  return others === undefined ? text : text.replace(others, "…");
}
