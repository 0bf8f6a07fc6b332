import { fold } from "../../text/fold.ts";
import { sentences } from "../../text/sentences.ts";
import { stem } from "../../text/stem.ts";
import { isStopWord } from "../../text/stop-words.ts";

/** What a value is; only values of one kind can take each other's place. */
export type ValueKind = "money" | "percent" | "time" | "day" | "date" | "number" | "name" | "word";

/** A value that a sentence gives: a number with its unit, a time, a day, a name. */
export interface Value {
  readonly kind: ValueKind;
  /** As it is compared. */
  readonly text: string;
  /** The word after a number: "10 books" and "12 days" don't take each other's place. */
  readonly unit: string;
  /** Where it begins in the sentence. */
  readonly at: number;
  readonly length: number;
}

/** A sentence as updates are judged: what it is about, what values it gives, whether it tells of a change. */
export interface Statement {
  readonly text: string;
  /** Stems of what it says has come to its end by a verb alone, one list each; see `ENDED`. */
  readonly ended: readonly (readonly string[])[];
  /** Stems of what it is about: words that are no stop words, values or words of change. */
  readonly topic: ReadonlySet<string>;
  /** Those of the clause that gives its first value, and before it, where there are any: "as agreed, | the release | is on 12 May". */
  readonly subject: ReadonlySet<string>;
  /** All that stand before its first value. */
  readonly lead: ReadonlySet<string>;
  readonly values: readonly Value[];
  /** Whether it tells that something is no longer as it was. */
  readonly change: boolean;
  /** Stems of what it says is over: "no longer X", "instead of X", "from X to", "replaced X with". */
  readonly over: readonly string[];
  /** Whether it states how things are. */
  readonly state: boolean;
}

const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?";
/** Longest forms first. */
const VALUES = new RegExp(
  [
    String.raw`(?<date>\d{4}-\d\d-\d\d|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTH})\b(?:,? \d{4})?|\b(?:${MONTH})\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4})?)`,
    String.raw`(?<time>\b\d{1,2}[:.]\d\d(?: ?[ap]m)?\b|\b\d{1,2} ?[ap]m\b)`,
    String.raw`(?<money>[$€£] ?\d[\d.,]*\d|[$€£] ?\d|\b\d[\d.,]* ?(?:euros?|dollars?|pounds?|eur|usd|gbp)\b)`,
    String.raw`(?<percent>\b\d+(?:[.,]\d+)? ?(?:%|per ?cent\b))`,
    String.raw`(?<day>\b${DAYS}\b)`,
    String.raw`(?<number>\bv?\d+(?:[.,]\d+)*(?:-\d+)?\b)`,
  ].join("|"),
  "giu",
);
/** Capitals inside a sentence; its first word may have its own for standing first. */
const NAME = /(?<=[\p{L}\p{N},;:)"'] )\p{Lu}[\p{L}\p{N}.-]*/gu;

/**
 * Says that something is no longer as it was; of a whole text, whether a sentence of it may say so. "Replaced the filter after 90 days" doesn't:
 * what is replaced by another of its kind is as it was.
 */
const CHANGED = anyOf(
  "moved?|switched|chang(?:ed|es)|no longer|instead|replac(?:ed|es)(?=[^.;]{0,80} (?:with|by) )|upgraded|migrated|rescheduled|postponed|delayed",
  "pushed (?:back|to)|extended|shortened|increased|decreased|raised|reduced|lowered|doubled|halved|cut|dropped|bumped",
  "went (?:up|down)|updated?|renamed|from (?:now|tomorrow|today) on|correction|(?:handed|took) over|revised|reached",
  "new (?:deadline|goal|limit|date|time)|since (?:the new|this|then)|(?:is|are|has|have|it's|i'm|we're) now",
  "now (?:i have|we have|(?!i |we |that |and |it |the |you )[a-z]+)|\\d[^.;,]{0,80} now|these days|rather than",
  "as of (?:this|now|today|last|next)|(?:has|have|had|got|gets) (?:a|an|another) new|turned [^.;,]{0,60}\\b(?:up|down)",
  "turned (?:up|down)|rewr(?:ote|itten)|port(?:ed|s)(?= )|converted|relocated",
);
/** Of a whole text, whether a sentence of it may tell of a change: by `CHANGED`, `ENDED` or `IMPLIED`. */
export const CHANGE = new RegExp(
  `${CHANGED.source}|${
    anyOf(
      "retired|divorced|broke up|split up|prefers?|sold|quit|dropped|ditched|abandoned|left|stepped down|resigned|handed over",
      "is (?:gone|no more|history)|joined|started (?:at|with|for)|hired by|signed (?:on )?with",
    ).source
  }`,
  "iu",
);
/** Words for what isn't so, or not yet. */
const UNREAL = new RegExp(
  String.raw`\?|(?:^|[,;:] )if\b|${
    anyOf(
      "should|might|maybe|perhaps|could|would|unless|against|proposal|proposed|suggest(?:s|ed)?|undecided|no decision",
      String.raw`not yet|thinking (?:about|of)|consider(?:ing|ed)? \w+ing|wonder(?:ing)?|as (?:it is|they are)`,
      // Of what was, long before, or came near to being.
      String.raw`almost|nearly|used to|years ago|back then|as a (?:child|kid)|when (?:i|we|he|she|they) (?:was|were)`,
      String.raw`(?:my|our|his|her|their) (?:first|former|previous|last|old) \w+ was|in (?:my|our|his|her|their) (?:former|previous|last|old)`,
    ).source
  }`,
  "iu",
);
/** Matches statements of a state. */
const STATE = new RegExp(
  `:|${
    anyOf(
      "is|are|runs?|uses?|costs?|lives?|starts?|begins?|ends?|goes|opens?|closes?|lands?|answers?|supports?|has|have|keeps?",
      "kept|works?|belongs?|takes?|meets?|needs?|called|expires?|stands?|planned|decided|agreed|chose|picked|settled",
    ).source
  }`,
  "iu",
);
/** Words that end the name of a thing. */
const AND_SO_ON = "(?:to|with|by|in|on|at|for|and|now|from|after|since|as|because|early|late|or|but|these)";
/** Matches what a sentence says is over; "from X" only before "to Y". */
const OVER = new RegExp(
  String.raw`\b(?:no longer (?:uses? |with |at |in |on )?|instead of |replac(?:ed|es) (?=[^.;]{0,80} with )|from (?=[^.;,]{0,80} to )|cancell?ed )` +
    String.raw`([\p{L}\p{N}.:-]+(?: (?!(?:to|with|by|in|on|at|for|and|now|from|after|since)\b)[\p{L}\p{N}.:-]+)?)`,
  "giu",
);

/**
 * What it says has come to its end, by the verb alone: "sold the Saab", "quit Ironworks;", "prefers rooibos to jasmine". Only where the earlier
 * sentence gives it and the question doesn't name it: who drops the kids at school says nothing of the kids' school.
 */
const ENDED = [
  String.raw`\b(?:sold|retired|took over from|broke up with|split up with|divorced|rather than)`,
  String.raw`\b(?:quit|dropped|ditched|abandoned|left)(?= [^.;,]{1,40}(?:[;,]| for [\p{Lu}]| in favou?r of ))`,
  String.raw`\bprefers? [^.;,]{1,40} to`,
].map(
  (before) =>
    new RegExp(
      String.raw`${before} (?:the |my |our |his |her |their |its )?([\p{L}\p{N}.:-]+(?: (?!${AND_SO_ON}\b)[\p{L}\p{N}.:-]+)*)`,
      "giu",
    ),
);
/** As `ENDED`, for what precedes the verb: "Dr Lund retired", "the NAS is retired", "Kai handed over". */
const HAS_ENDED = new RegExp(
  String.raw`([\p{L}\p{N}.:-]+) (?:(?:has |have |was |is )?(?:retired|stepped down|resigned|handed over|divorced)|` +
    String.raw`is (?:gone|no more|history))\b(?! (?:him|her|it|the|a|my|our) )`,
  "giu",
);

/** Verbs that imply a change of place or state, each with the stem that a question about it uses: "moved to Bergen" answers "where does she live". */
const IMPLIED: readonly (readonly [stem: string, verb: RegExp])[] = [
  ["live", /\b(?:[Mm]oved|[Rr]elocated)(?= (?:back |house |over |away )*(?:to|into|from|in with) \p{Lu})/u],
  [
    "work",
    new RegExp(
      String.raw`\b(?:joined|started (?:at|with|for)|(?:was|got) hired by|signed (?:on )?with)(?! [^.;,]{0,60}\b(?:club|choir|band|gym|` +
        String.raw`team|group|class|course|church|league|call|meeting|party|us|me|him|her|them)\b)`,
      "iu",
    ),
  ],
];

/** The last word of a sentence, as in "renamed it to main". */
const LAST_WORD = /\b(?:to|is|are|with|by|in|on|at) (\p{Ll}[\p{L}\d.-]*?)[.;!]?$/u;
/** Where a clause begins, and what is changed after a verb that says so: "she raised | the limit of the cache". */
const CLAUSE = new RegExp(
  String.raw`[,;:–—]\s|\b(?:so|and|but|because|raised|increased|reduced|lowered|cut|doubled|halved|bumped|moved|changed|` +
    String.raw`switched|extended|shortened|renamed|updated|turned|rewrote|ported|converted)\s`,
  "gi",
);
/** Who changed it, at the head of a sentence, is not what it is about, but for "he raised his own": "the doctor | raised my tablets to 40 mg". */
const CHANGED_BY = new RegExp(
  String.raw`^(?!(?:for|in|on|at|with|of|to|by|from)\b)(?:[\p{L}.]+\s){0,3}(?:raised|increased|reduced|lowered|cut|doubled|halved|` +
    String.raw`bumped|changed|extended|shortened|turned|rewrote|ported|converted)\s(?!(?:his|her|their|its)\b)`,
  "iu",
);
/** A request behind a statement: "I have 10 cards now, can you check the layout?" */
const REQUEST = new RegExp(
  String.raw`[,.]\s*(?:(?:and|but|so)\s+)?(?:(?:can|could|would|will) you|what['’]s|any (?:tips|advice|ideas)|` +
    String.raw`(?:how|what|which|where|when|why|should|do|does|is|am) (?:can|do|does|should|could|would|i|we|you|it|that|the))\b`,
  "iu",
);

/** Words of change and of saying, which are no topic. */
const NO_TOPIC = new Set(
  (
    "move switch chang now longer instead replac upgrad migrat reschedul postpon delai push back extend shorten increas " +
    "decreas rais reduc lower doubl halv cut drop went go up down updat renam tomorrow todai correct revis bump new took hand over " +
    "agre decid chose pick plan call join caus becaus cancel note earli earlier later turn rewrot rewrit port convert reloc retir " +
    "sold sell quit start prefer divorc broke split step resign mr mrs ms dr week month year quarter sprint these dai of rather"
  ).split(" "),
);

/** Any of these as whole words. */
function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`, "iu");
}

/** Maximum number of sentences read of a text. */
const MAX_SENTENCES = 12;

/** What a question asks about: stems of its words that aren't common, and what a word of theirs may begin with. */
export interface Asked {
  readonly stems: ReadonlySet<string>;
  readonly beginnings: RegExp;
  /** Stem of what it asks the number of ("how many books"); null where it asks for something else. */
  readonly counted: string | null;
}

/** Reads a question for `statements` and `replaces`; null for one of common words alone. */
export function askedAbout(question: string): Asked | null {
  const asked = new Set(stems(question.slice(0, LONGEST_QUESTION)));
  if (asked.size === 0) return null;
  const [, many] = COUNTED.exec(question) ?? [];
  const beginnings = [...asked].map((word) => word.slice(0, Math.max(2, Math.min(4, word.length - 1))));
  return {
    stems: asked,
    beginnings: new RegExp(`(?<![\\p{L}\\p{N}])(?:${beginnings.join("|")})`, "iu"),
    counted: many === undefined ? null : stem(fold(many)),
  };
}

const COUNTED = /\bhow many (?:(?:total|different|more) )?(\p{L}+)/iu;

const LONGEST_QUESTION = 300;

/** The statements of a text that may be about what is asked: at most one a sentence, line or item of a list. */
export function statements(text: string, { beginnings, stems }: Asked): readonly Statement[] {
  return text
    .split(/\r?\n+/)
    .filter((line) => beginnings.test(line))
    .flatMap((line) => sentences(line).map(({ start, end }) => line.slice(start, end).trim()))
    .map((sentence) => sentence.split(REQUEST, 1).join(""))
    .filter((sentence) => beginnings.test(sentence) && !UNREAL.test(sentence))
    .slice(0, MAX_SENTENCES)
    .map((sentence) => statement(sentence, stems));
}

function statement(text: string, asked: ReadonlySet<string>): Statement {
  const values = valuesOf(text).filter(({ kind, at, length }) => kind !== "name" || !isAsked(text, at, length, asked));
  const numbers = values.filter(({ kind }) => kind !== "name");
  const given = new Set(numbers.flatMap((value) => stems(text.slice(value.at, value.at + value.length))));
  const aboutOf = (part: string): ReadonlySet<string> =>
    new Set(stems(part).filter((one) => !NO_TOPIC.has(one) && !given.has(one) && !/^\d/.test(one)));
  const implied = IMPLIED.flatMap(([word, verb]) => {
    const at = asked.has(word) ? text.search(verb) : -1;
    return at < 0 ? [] : [{ word, at }];
  });
  const topic = new Set([...aboutOf(text), ...implied.map(({ word }) => word)]);
  const first = Math.min(
    ...(implied.length > 0 ? implied : numbers.length > 0 ? numbers : values).map(({ at }) => at),
    text.length,
  );
  const before = text.slice(0, first);
  const [by] = CHANGED_BY.exec(before) ?? [];
  const changed = by === undefined ? new Set<string>() : aboutOf(before.slice(by.length));
  const ended = endedIn(text);
  // "Quit Ironworks; my gym is Pulse".
  const behind = ended.length > 0 && text.includes(";") ? text.slice(0, values.at(-1)?.at ?? 0) : "";
  return {
    text,
    topic,
    ended,
    lead: changed.size > 0 ? changed : aboutOf(before),
    subject: subjectOf(before, aboutOf) ?? subjectOf(behind, aboutOf) ?? topic,
    values,
    change: implied.length > 0 || CHANGED.test(text),
    over: [...text.matchAll(OVER)].flatMap(([, what = ""]) => stems(what)),
    state: STATE.test(text),
  };
}

function isAsked(text: string, at: number, length: number, asked: ReadonlySet<string>): boolean {
  return stems(text.slice(at, at + length)).every((word) => asked.has(word));
}

function endedIn(text: string): readonly (readonly string[])[] {
  return [...ENDED, HAS_ENDED]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, what = ""]) => stems(what)))
    .filter((what) => what.length > 0);
}

/** What the last clause is about that is about something. */
function subjectOf(before: string, aboutOf: (part: string) => ReadonlySet<string>): ReadonlySet<string> | null {
  const starts = [0, ...[...before.matchAll(CLAUSE)].map((match) => match.index + match[0].length)];
  for (const start of starts.toReversed()) {
    const about = aboutOf(before.slice(start));
    if (about.size > 0) return about;
  }
  return null;
}

function valuesOf(text: string): readonly Value[] {
  const values: Value[] = [];
  for (const match of text.matchAll(VALUES)) {
    const [kind, matched] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) as [
      ValueKind,
      string,
    ];
    const after = text.slice(match.index + matched.length);
    const unit =
      kind === "number" ? (/^ ?(?!(?:last|this|next|tonight|early|late)\b)(\p{L}+)/u.exec(after)?.[1] ?? "") : "";
    values.push({
      kind,
      text: plain(matched),
      unit: isStopWord(fold(unit)) ? "" : stem(fold(unit)),
      at: match.index,
      length: matched.length,
    });
  }
  for (const match of text.matchAll(NAME)) {
    if (values.some(({ at, length }) => match.index >= at && match.index < at + length)) continue;
    const { index: at, 0: name } = match;
    if (!isStopWord(fold(name))) values.push({ kind: "name", text: plain(name), unit: "", at, length: name.length });
  }
  const [, last = ""] = LAST_WORD.exec(text) ?? [];
  if (last !== "" && !isStopWord(fold(last)))
    values.push({ kind: "word", text: plain(last), unit: "", at: text.lastIndexOf(last), length: last.length });
  return values;
}

const plain = (text: string): string =>
  fold(text)
    .replace(/[\s,]+/g, "")
    .replace(/\.$/, "");

/** Years, with the month where it stands beside them: "in 2019", "March 2025", "2025-03-04". */
const YEAR = new RegExp(
  String.raw`\b(?:(?<month>${MONTH})\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?)?(?<![\d.,:$€£-])(?<year>(?:19|20)\d\d)` +
    String.raw`(?:-(?<number>0[1-9]|1[0-2])(?:-\d\d)?)?(?![\d:%-]|[.,]\d)`,
  "giu",
);
const BEFORE_YEAR =
  /\b(?:in|since|during|until|till|by|of|early|late|mid|summer|winter|spring|autumn|fall|year)[ -]$/iu;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Whether a sentence names a time that lies before a moment, and none that doesn't: what it tells of was so before it.
 *
 * @param moment milliseconds since the epoch
 * @example datesBefore("In 2019 Priya moved to Hamburg.", Date.UTC(2026, 2, 1)) // true
 */
export function datesBefore(text: string, moment: number): boolean {
  const ends = [...text.matchAll(YEAR)].flatMap(({ index, groups: { month, year, number } = {} }) => {
    // "Moved to 2000 euros" names no year.
    if (month === undefined && number === undefined && !BEFORE_YEAR.test(text.slice(0, index))) return [];
    const at = number === undefined ? MONTHS.indexOf((month ?? "").slice(0, 3).toLowerCase()) + 1 : Number(number);
    // The first moment behind the month, or the year.
    return at === 0 ? Date.UTC(Number(year) + 1, 0, 1) : Date.UTC(Number(year), at, 1);
  });
  return ends.length > 0 && ends.every((end) => end <= moment);
}

/** Stems of the words that aren't common. */
export function stems(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:[.:][\p{N}]+)*/gu)]
    .map(([word]) => fold(word))
    .filter((word) => !isStopWord(word))
    .map((word) => stem(IRREGULAR.get(word) ?? word));
}

/** Irregular forms of verbs that questions use, which no stemmer joins. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    "built:build ran:run kept:keep held:hold paid:pay wrote:write written:write drove:drive driven:drive taught:teach met:meet " +
    "bought:buy led:lead sent:send spent:spend began:begin begun:begin gave:give given:give got:get flew:fly " +
    "spoke:speak spoken:speak sang:sing slept:sleep wore:wear worn:wear ate:eat eaten:eat drank:drink grew:grow grown:grow"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
