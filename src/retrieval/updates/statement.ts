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
export const CHANGE = anyOf(
  "moved?|switched|chang(?:ed|es)|no longer|instead|replac(?:ed|es)(?=[^.;]{0,80} (?:with|by) )|upgraded|migrated|rescheduled|postponed|delayed",
  "pushed (?:back|to)|extended|shortened|increased|decreased|raised|reduced|lowered|doubled|halved|cut|dropped|bumped",
  "went (?:up|down)|updated?|renamed|from (?:now|tomorrow|today) on|correction|(?:handed|took) over|revised|reached",
  "new (?:deadline|goal|limit|date|time)|since (?:the new|this|then)|(?:is|are|has|have|it's|i'm|we're) now",
  "now (?:i have|we have|(?!i |we |that |and |it |the |you )[a-z]+)|\\d[^.;,]{0,80} now",
);
/** Of what isn't so, or not yet. */
const UNREAL = new RegExp(
  String.raw`\?|(?:^|[,;:] )if\b|${
    anyOf(
      "should|might|maybe|perhaps|could|would|unless|against|proposal|proposed|suggest(?:s|ed)?|undecided|no decision",
      String.raw`not yet|thinking (?:about|of)|consider(?:ing|ed)? \w+ing|wonder(?:ing)?|as (?:it is|they are)`,
    ).source
  }`,
  "iu",
);
/** Says how things are. */
const STATE = new RegExp(
  `:|${
    anyOf(
      "is|are|runs?|uses?|costs?|lives?|starts?|begins?|ends?|goes|opens?|closes?|lands?|answers?|supports?|has|have|keeps?",
      "kept|works?|belongs?|takes?|meets?|needs?|called|expires?|stands?|planned|decided|agreed|chose|picked|settled",
    ).source
  }`,
  "iu",
);
/** What it says is over; "from X" only where it goes on to "to Y". */
const OVER = new RegExp(
  String.raw`\b(?:no longer (?:uses? |with |at |in |on )?|instead of |replac(?:ed|es) (?=[^.;]{0,80} with )|from (?=[^.;,]{0,80} to )|cancell?ed )` +
    String.raw`([\p{L}\p{N}.:-]+(?: (?!(?:to|with|by|in|on|at|for|and|now|from|after|since)\b)[\p{L}\p{N}.:-]+)?)`,
  "giu",
);

/** The word that a sentence ends in: "renamed it to main". */
const LAST_WORD = /\b(?:to|is|are|with|by|in|on|at) (\p{Ll}[\p{L}\d.-]*?)[.;!]?$/u;
/** Where a clause begins, and what is changed after a verb that says so: "she raised | the limit of the cache". */
const CLAUSE = new RegExp(
  String.raw`[,;:–—]\s|\b(?:so|and|but|because|raised|increased|reduced|lowered|cut|doubled|halved|bumped|moved|changed|` +
    String.raw`switched|extended|shortened|renamed|updated)\s`,
  "gi",
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
    "agre decid chose pick plan call join caus becaus cancel note earli earlier later"
  ).split(" "),
);

/** Any of these as whole words. */
function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`, "iu");
}

/** The most sentences of a text that are looked at. */
const MOST_SENTENCES = 12;

/** What a question asks about: stems of its words that aren't common, and what a word of theirs may begin with. */
export interface Asked {
  readonly stems: ReadonlySet<string>;
  readonly beginnings: RegExp;
}

/** Reads a question for `statements` and `replaces`; null for one of common words alone. */
export function askedAbout(question: string): Asked | null {
  const asked = new Set(stems(question.slice(0, LONGEST_QUESTION)));
  if (asked.size === 0) return null;
  const beginnings = [...asked].map((word) => word.slice(0, Math.max(2, Math.min(4, word.length - 1))));
  return {
    stems: asked,
    beginnings: new RegExp(`(?<![\\p{L}\\p{N}])(?:${beginnings.join("|")})`, "iu"),
  };
}

const LONGEST_QUESTION = 300;

/** The statements of a text that may be about what is asked: at most one a sentence, line or item of a list. */
export function statements(text: string, { beginnings }: Asked): readonly Statement[] {
  return text
    .split(/\r?\n+/)
    .filter((line) => beginnings.test(line))
    .flatMap((line) => sentences(line).map(({ start, end }) => line.slice(start, end).trim()))
    .map((sentence) => sentence.split(REQUEST, 1).join(""))
    .filter((sentence) => beginnings.test(sentence) && !UNREAL.test(sentence))
    .slice(0, MOST_SENTENCES)
    .map(statement);
}

function statement(text: string): Statement {
  const values = valuesOf(text);
  const numbers = values.filter(({ kind }) => kind !== "name");
  const given = new Set(numbers.flatMap((value) => stems(text.slice(value.at, value.at + value.length))));
  const aboutOf = (part: string): ReadonlySet<string> =>
    new Set(stems(part).filter((one) => !NO_TOPIC.has(one) && !given.has(one) && !/^\d/.test(one)));
  const topic = aboutOf(text);
  const first = Math.min(...(numbers.length > 0 ? numbers : values).map(({ at }) => at), text.length);
  return {
    text,
    topic,
    lead: aboutOf(text.slice(0, first)),
    subject: subjectOf(text.slice(0, first), aboutOf) ?? topic,
    values,
    change: CHANGE.test(text),
    over: [...text.matchAll(OVER)].flatMap(([, what = ""]) => stems(what)),
    state: STATE.test(text),
  };
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
    const [kind, said] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) as [
      ValueKind,
      string,
    ];
    const after = text.slice(match.index + said.length);
    const unit =
      kind === "number" ? (/^ ?(?!(?:last|this|next|tonight|early|late)\b)(\p{L}+)/u.exec(after)?.[1] ?? "") : "";
    values.push({
      kind,
      text: plain(said),
      unit: isStopWord(fold(unit)) ? "" : stem(fold(unit)),
      at: match.index,
      length: said.length,
    });
  }
  for (const match of text.matchAll(NAME)) {
    if (values.some(({ at, length }) => match.index >= at && match.index < at + length)) continue;
    const { index: at, 0: said } = match;
    if (!isStopWord(fold(said))) values.push({ kind: "name", text: plain(said), unit: "", at, length: said.length });
  }
  const [, last = ""] = LAST_WORD.exec(text) ?? [];
  if (last !== "" && !isStopWord(fold(last)))
    values.push({ kind: "word", text: plain(last), unit: "", at: text.lastIndexOf(last), length: last.length });
  return values;
}

const plain = (said: string): string =>
  fold(said)
    .replace(/[\s,]+/g, "")
    .replace(/\.$/, "");

/** Stems of the words that aren't common. */
export function stems(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:[.:][\p{N}]+)*/gu)]
    .map(([word]) => fold(word))
    .filter((word) => !isStopWord(word))
    .map(stem);
}
