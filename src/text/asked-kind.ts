/** What kind of thing answers a question, where its words say so. */
export type AskedKind = "time" | "duration" | "money" | "number" | "person" | "place" | "reason" | "manner";

const NUMBERS =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|" +
  "seventy|eighty|ninety|hundred|thousand|million|dozen|half|twice|once";
const DURATION =
  String.raw`(?:seconds?|secs?|minutes?|mins?|hours?|nights?|days?|weeks?|fortnights?|months?|quarters?|years?|` +
  String.raw`winters?|summers?|seasons?|decades?|ms)\b`;
/** Names of days and months, as `src/english/calendar.ts` has them, and their short forms. */
const DAY =
  String.raw`(?:(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)days?|[Mm]ay|[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|` +
  String.raw`[Mm]ar(?:ch)?|[Aa]pr(?:il)?|[Jj]une?|[Jj]uly?|[Aa]ug(?:ust)?|[Ss]ept?(?:ember)?|(?:[Oo]ct|[Nn]ov|[Dd]ec)(?:o?(?:em)?ber)?)\b`;
const OFTEN = String.raw`every|each|daily|nightly|weekly|monthly|quarterly|yearly|always|never`;

/** Of each kind the words that ask for it, and what holds it. English. */
const KINDS: readonly (readonly [kind: AskedKind, asks: RegExp, holds: RegExp])[] = [
  [
    "time",
    /\b(?:when|(?:what|which) (?:time|day|date|week|month|year)s?|deadline|how (?:long ago|soon|often)|(?:since|until) when)\b/iu,
    new RegExp(
      String.raw`\b(?:19|20)\d\d\b|\b\d{1,2}(?::\d\d| ?[ap]\.?m\b|(?:st|nd|rd|th)\b)|\b\d{1,2}[./-]\d{1,2}[./-]|` +
        String.raw`\b${DAY}|\b(?:at|by|from|until|till|since|on) (?:\d|${NUMBERS})|` +
        String.raw`(?:\b\d+|\b(?:${NUMBERS}))[ -]?${DURATION}|\b(?:first|last|next|this|before|after) |` +
        String.raw`\b(?:${OFTEN}|yesterday|today|tomorrow|tonight|ago|since|until|mornings?|evenings?|noon|midnight|night|` +
        String.raw`weekend|spring|summer|autumn|winter|easter|christmas|soon|now)\b`,
      "iu",
    ),
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
      String.raw`\b(?:how (?:expensive|cheap|much (?:is|are|was|were))\b(?! (?:left|there))|` +
        String.raw`how much\b.*\b(?:costs?|pays?|paid|charged?|charges|earns?|spen[dt]|prices?|fees?|rent|salary|owes?)` +
        String.raw`|(?:what|which) .*\b(?:costs?|price|fee|salary|budget|rent|charges?|earns?)|^\W*(?:price|cost|fee|salary|budget|rent))\b`,
      "iu",
    ),
    /[€$£¥₹]|\d ?%|\b(?:euros?|dollars?|pounds?|francs?|kr|chf|usd|eur|gbp|cents?|yen|pence|free|cheap|expensive)\b|\d[\d.,]* (?:an?|per|each)\b/iu,
  ],
  [
    "number",
    new RegExp(
      String.raw`\bhow (?:many|much|old|far|big|large|high|fast|slow|tall|deep|heavy|wide|thick|steep|strong|hot|warm|cold|loud|late|early)\b|` +
        String.raw`\b(?:(?:what|which) (?:\S+ ){0,2}|^\W*)(?:port|version|number|code|pin|price|cost|limit|size|amount|percent(?:age)?|` +
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
      String.raw`\b(?:I|[Ww]e|[Mm]y|[Hh]e|[Ss]he|[Tt]hey)\b|(?<=\S\s)(?!${DAY})\p{Lu}[\p{L}'’-]+|^\s*(?:[-*+]\s+)?` +
        String.raw`(?!(?:The|This|That|These|It|You|In|On|At|For|If|When)\b)\p{Lu}[\p{L}'’-]+` +
        String.raw`(?:,|:|\s+(?:and|is|was|has|had|will|can|\p{Ll}+(?:[^s\P{Ll}]s|ed))\b|\s*$)`,
      "u",
    ),
  ],
  [
    "place",
    /\bwhere\b/iu,
    new RegExp(
      String.raw`\b(?:in|at|on|under|behind|inside|near|next to|above|below|between|from|into|to)\s+` +
        String.raw`(?!\d|(?:the |every |each )?(?:${DAY}|${NUMBERS}|morning|evening|afternoon|night|end|week))\S|[\w-]+\/[\w-]+|https?:`,
      "iu",
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

/** The kinds of thing that a question asks for, the surest first; none where its words don't say. */
export function askedKinds(question: string): readonly Asked[] {
  return KINDS.flatMap(([kind, asks]) => {
    const match = asks.exec(question);
    if (match === null) return [];
    const said = match[0].toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return [{ kind, words: new Set([...said.slice(0, said[0] === "how" ? 2 : 1), ...said.slice(-1)]) }];
  });
}

/** Whether a text holds something of that kind at all. */
export function holdsKind(kind: AskedKind, text: string): boolean {
  return KINDS.some(([one, , holds]) => one === kind && holds.test(text));
}
