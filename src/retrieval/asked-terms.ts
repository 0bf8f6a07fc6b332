import { fold, words, isStopWord } from "../text/words.ts";
import { indexTerms, onlyTerm } from "../text/analyzer.ts";
import { sentences } from "../text/sentences.ts";
import type { Question } from "./analyse/analyse-question.ts";
import type { SearchDependencies } from "./dependencies.ts";
import type { Found } from "./find-candidates.ts";
import { UNSEEN_DRAWERS } from "../storage/ports/searched-fields.ts";
import { MONTHS, WEEKDAYS } from "../english/word-classes.ts";
import type { Asked, AskedKind } from "../text/asked-kind.ts";

/** Drawers that the language counts for when it is asked how rare a word is: a project of three notes knows nothing of that. */
const PRIOR_DRAWERS = 1_000;
/** By Zipf's law about 4.8 / r of passages of some 60 words hold the word of rank r. */
const ZIPF = 4.8;
const MOST_COMMON = 0.5;
/** The same share for a word that the language's vocabulary doesn't list. */
const UNLISTED = 1e-4;
const LEAST_WEIGHT = 0.1;
/** Drawers that hold a term, below which none does: what is given is an idf in double precision. */
const NONE = 0.25;
const termsIn = (list: string): ReadonlySet<string> => new Set(list.split(" ").flatMap(indexTerms));
/** Terms of words that frame a question and say nothing of what answers it: "what do we know about", "what happened", "everything". */
const FRAMING = termsIn("know known happen everything anything exactly");
/** Those of words that only say again that a place is asked for: "where is the wine stored", "where did I leave it". */
const PLACING = termsIn(
  "store keep kept leave left put place locate lie stand stood sit park moor stay live hide hidden base register",
);
const ASKS_PLACE = /(?<!\p{L})where(?:['’]s|['’]re)?(?!\p{L})/iu;

/** A term of the question, and how much of it it is. */
export interface AskedTerm {
  readonly term: string;
  /** ln of how rare it is. */
  readonly weight: number;
  /** Whether it belongs to a name, number or identifier. */
  readonly name: boolean;
  /** Visible drawers that hold it, about; null where nobody looked. */
  readonly holding: number | null;
}

/** The terms by which a hit is judged. */
export interface AskedTerms {
  readonly terms: readonly AskedTerm[];
  /**
   * What of the question no drawer holds: the share of `total`, and the names, numbers and identifiers that no author is called either.
   * @param by drawers that hold a term and don't count
   */
  readonly absent: (by: (term: string) => number) => { readonly share: number; readonly missing: readonly string[] };
}

/** Weighs the terms of a question by how rare they are, in the project and in the language. */
export function askedTerms(
  question: Question,
  { set, terms }: Pick<Found, "set" | "terms">,
  lexicon: SearchDependencies["lexicon"],
): AskedTerms {
  const rank = (word: string): number | null => lexicon?.frequencyRank?.(word) ?? null;
  const ranks = new Map<string, number | null>();
  for (const word of question.words) {
    const term = onlyTerm(word);
    if (term !== null && !ranks.has(term)) ranks.set(term, rank(word));
  }
  const names = namesOf(question, rank);
  const nameTerms = new Set(names.flatMap(indexTerms));
  // Without terms only meaning was searched, and nobody looked where they stand.
  const searched: readonly { term: string; idf: number | null }[] =
    terms.length > 0
      ? terms.flatMap(({ term, original }, i) => (original ? [{ term, idf: set.idf[i] ?? null }] : []))
      : question.terms.map((term) => ({ term, idf: null }));
  const framing = ASKS_PLACE.test(question.text) ? new Set([...FRAMING, ...PLACING]) : FRAMING;
  const asked: AskedTerm[] = [];
  for (const { term, idf } of searched) {
    if (framing.has(term)) continue;
    const listed = ranks.get(term) ?? null;
    const prior = listed === null ? UNLISTED : Math.min(MOST_COMMON, ZIPF / (listed + 10));
    const holding = idf === null ? 0 : Math.max(0, (set.visible + UNSEEN_DRAWERS + 1) / (1 + Math.exp(idf)) - 0.5);
    const rarity = Math.log((set.visible + PRIOR_DRAWERS + 1) / (holding + PRIOR_DRAWERS * prior + 0.5));
    asked.push({
      term,
      weight: Math.max(LEAST_WEIGHT, rarity),
      name: nameTerms.has(term),
      holding: idf === null ? null : holding,
    });
  }
  /** Nothing but words in Latin letters that the language doesn't list, and no other spelling of one was found: where nothing holds them, nothing is asked. */
  const isUnknown =
    terms.every(({ original }) => original) &&
    asked.every(({ term }) => ranks.get(term) === null && /^\p{Script=Latin}+$/u.test(term));
  const total = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return {
    terms: asked,
    absent: (by) => {
      const lacking = asked.filter(({ term, holding }) => holding !== null && holding - by(term) < NONE);
      const absent = new Set(lacking.map(({ term }) => term));
      return {
        share: lacking.reduce((sum, { weight }) => sum + weight, 0) / total,
        missing:
          absent.size === 0 || !asksShortly(question.text)
            ? []
            : isUnknown && absent.size === asked.length
              ? question.words.filter((word) => absent.has(onlyTerm(word) ?? word))
              : missingOf(names, absent, set.candidates),
      };
    },
  };
}

/** The names that no drawer holds and no author has. */
function missingOf(
  names: readonly string[],
  absent: ReadonlySet<string>,
  candidates: readonly { readonly author: string }[],
): readonly string[] {
  const lacking = names.filter((name) => indexTerms(name).some((term) => absent.has(term)));
  if (lacking.length === 0) return [];
  const authors = new Set(candidates.map(({ author }) => author));
  const said = new Set([...authors].flatMap((author) => words(fold(author)).map(({ text }) => text)));
  return lacking.filter((name) => !words(fold(name)).some(({ text }) => said.has(text)));
}

/** A word or identifier as it stands between spaces, without the signs around it. */
const RUN = /[\p{L}\p{N}](?:[\p{L}\p{N}_@./\\#+-]*[\p{L}\p{N}+#])?/gu;
/** Joined from parts, or letters and figures together: `track-db-2`, `user_store`, `E0382`. */
const IDENTIFIER = /[_@\\#]|\p{L}\d|\d\p{Lu}|\p{Ll}\p{Lu}|[\p{L}\p{N}]{2}\.[\p{L}\p{N}]{2}|-\d/u;
const DATE = /^\d{4}-\d\d(?:-\d\d)?/;
/** A number that names something; "the 3 reasons" counts. */
const NUMBER = /^\d{3,}$/;
/** English question words: languages that write every noun with a capital have none of them. */
const ENGLISH = /\b(?:what|which|who|whose|when|where|why|how|did|does|do|is|are|the|of|about|with|and)\b/i;
const CALENDAR = new Set([
  ...MONTHS,
  ...WEEKDAYS.flatMap((day) => [day, `${day}s`]),
  ..."spring summer autumn winter christmas easter".split(" "),
]);

/** Maximum number of words of a question whose names are its subject; a longer one tells a story around them. */
const LONGEST = 20;
const ASKS =
  /[?？؟]\s*$|^\s*(?:what|which|who|whose|whom|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can)\b/i;
/** Maximum number of words of what is looked up without a question: "Kubernetes ingress". */
const LONGEST_LOOKUP = 6;

/** Whether a text is a question or a few words to look up, not a claim or a story. */
export function asksShortly(text: string): boolean {
  const count = text.trim().split(/\s+/).length;
  return count <= LONGEST_LOOKUP || (count <= LONGEST && ASKS.test(text));
}

/**
 * The names, numbers and identifiers of a question, as they stand there: what it is about, which no synonym can replace. Its first word counts only
 * where `rank` doesn't know it; what is a time is none.
 * @param rank how common a word is in its language; null: the language doesn't list it
 */
export function namesOf(
  { text, time }: Pick<Question, "text" | "time">,
  rank: (word: string) => number | null,
): readonly string[] {
  const names = new Set<string>();
  const timed = time === null ? "" : time.text.toLowerCase();
  const english = ENGLISH.test(text);
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const word = run.replace(/['’]s$/u, "");
    const folded = fold(word);
    if (
      isStopWord(folded) ||
      DATE.test(word) ||
      CALENDAR.has(folded) ||
      (timed !== "" && timed.includes(word.toLowerCase()))
    )
      continue;
    if (IDENTIFIER.test(word) || NUMBER.test(word)) names.add(word);
    else if (english && /^\p{Lu}/u.test(word)) {
      // "Which OS", "what CDN": an abbreviation behind the question word is what is asked for, not what it is asked of.
      if (/^\p{Lu}{2,5}s?$/u.test(word) && /\b(?:which|what|whose)\s+$/iu.test(text.slice(0, index))) continue;
      const begins = /(?:^|[.!?:\n]\s*["“(]?)$/u.test(text.slice(0, index));
      if (!begins || rank(word) === null) names.add(word);
    }
  }
  return [...names];
}

/** Where a question goes on with another: "which size is it, and what does it cost?" */
const NEXT_QUESTION =
  /[?？]\s+(?=\S)|[,;]?\s+(?:and|or|&)\s+(?=(?:(?:in|at|on|from|to|for|with|by) )?(?:what|which|whom?|whose|when|where|why|how)\b)/iu;
/** Codes and numbers of which one passage may say one: "what do E18 and E24 mean?" */
const CODES = /(?:\b(?=\p{L}*\d)[\p{L}\d]+(?:,\s*|\s+(?:and|or|&)\s+)){1,4}(?=\p{L}*\d)[\p{L}\d]+\b/u;
/** Terms of a question that another goes on with, at least: "and how long?" is asked of the same. */
const LEAST_TERMS = 2;

/**
 * The parts of a question that different passages may answer, each with all that it asks: two questions in one, or what is asked of several codes. The
 * question alone where it asks for one thing. Pure.
 */
export function askedParts(question: string): readonly string[] {
  const clauses = question.split(NEXT_QUESTION);
  const telling = (clause: string): number =>
    words(clause).filter(({ text }) => !isStopWord(fold(text)) && !CALENDAR.has(fold(text))).length;
  if (clauses.length > 1 && clauses.every((clause) => telling(clause) >= LEAST_TERMS)) return clauses;
  const codes = CODES.exec(question)?.[0];
  return codes === undefined
    ? [question]
    : codes.split(/,\s*|\s+(?:and|or|&)\s+/u).map((code) => question.replace(codes, code));
}

/** Where an item of a list begins, and a sentence that goes on about what the one before it names. */
const ITEM = /\n(?=[ \t]*(?:[-*+•]|\d+[.)])[ \t])/u;
const GOES_ON =
  /^\s*(?:(?:and|but|so) )?(?:he|she|it|they|this|that|these|those|his|her|its|their|there|both)(?!\p{L})/iu;

/**
 * The fewest sentences in a row that hold all terms of a text, with those behind them that go on about the same: a number beside another subject answers
 * nothing. All of a text without terms, which speaks of what it stands under. Pure. Cost: linear, but for terms that are far apart.
 */
export function askedPart(text: string, termsOf: (part: string) => readonly string[]): string {
  const parts = sentences(text).flatMap(({ start, end }) => text.slice(start, end).split(ITEM));
  const held = parts.map(termsOf);
  let [first, last] = [0, parts.length - 1];
  for (let from = 0; from < parts.length; from++) {
    const left = new Set(held.flat());
    for (let to = from; left.size > 0 && to < parts.length && to - from < last - first; to++) {
      for (const term of held[to] ?? []) left.delete(term);
      if (left.size === 0) [first, last] = [from, to];
    }
  }
  while (GOES_ON.test(parts[last + 1] ?? "")) last++;
  return parts.slice(first, last + 1).join("\n");
}

/** The letters beside which a name goes on. Fifty expressions with all letters of Unicode would be a twentieth of a cold search. */
const LATIN = "[A-Za-zÀ-ɏ]";
const whole = (pattern: string, flags = "u"): RegExp => new RegExp(`(?<!${LATIN})(?:${pattern})(?!${LATIN})`, flags);
/** By its capital, which "may" and "sun" don't have; or cut short. */
const day = (name: string, length: number): RegExp => {
  const [first = "", rest = ""] = [name.slice(0, length), name.slice(length)];
  return whole(`${first[0]?.toUpperCase()}${first.slice(1)}(?:${rest}s?)?`);
};
const classOf = (members: string): readonly RegExp[] => members.split(" ").map((one) => whole(one, "iu"));

const MONTHS_AND_DAYS = [
  MONTHS.map((name) => day(name, 3)),
  WEEKDAYS.map((name) => day(name, name[0] === "t" ? 4 : 3)),
];
/** What has sides: of other things "back" and "left" tell something else. */
const OF_SIDES = String.raw`(?=\s(?:door|entrance|gate|garden|yard|row|seat|wheel|tyre|brake|light|side|wall|eye|ear|hand|foot|knee|hip|shoulder|arm|leg)s?)`;
/** Classes of which who tells of one tells nothing of another, each member by all its names; and the kind of question that another may answer. */
const CLASSES: readonly (readonly [members: readonly RegExp[], answers?: AskedKind])[] = [
  ...MONTHS_AND_DAYS.map((members) => [members] as const),
  [classOf("mornings? afternoons? evenings?"), "time"],
  [classOf("winter summer spring autumn|fall"), "time"],
  [classOf("staging production|prod")],
  [classOf("breakfast lunch dinner|supper")],
  [classOf("north(?:ern)? south(?:ern)? east(?:ern)? west(?:ern)?")],
  ...["front back|rear", "left right"].map(
    (sides) => [classOf(sides.replaceAll(/\S+/gu, `(?:$&)${OF_SIDES}`))] as const,
  ),
  [classOf(String.raw`plant(?:s|ed)?|sow(?:s|ed|n)? harvest(?:s|ed)?|pick(?:s|ed)?(?!\sup) mow(?:s|ed|n)? prune[sd]?`)],
  [classOf(String.raw`(?:starts?|begins?)(?!\p{L}) end(?:s|ed)?(?!\sof)|finish(?:e[sd])?`)],
  [
    classOf(
      String.raw`kitchen bath(?:room)? bedroom (?:living|sitting)[\s-]room|lounge dining[\s-]room guest[\s-]room hallway` +
        " attic|loft cellar|basement garage nursery balcony",
    ),
    "place",
  ],
  [
    classOf(
      "m[uo]m(?:my)?|mother dad(?:dy)?|father sister brother wife husband son daughter gran(?:ny|dma|dmother)? " +
        "grand(?:pa|ad|father) aunt(?:ie)? uncle nephew niece",
    ),
    "person",
  ],
];
const begins = (names: readonly string[]): string =>
  names.map((name) => `${name[0]?.toUpperCase()}${name.slice(1, 3)}`).join("|");
/** What reaches over days or months, or comes back on each; a date in figures may be any. */
const REACHES = new RegExp(
  String.raw`(?:[Ff]rom|[Uu]ntil|[Tt]ill|[Ss]ince|[Tt]hrough|[Tt]o|[Bb]y|[Bb]efore|[Aa]fter|[-–—])\s*(?:\d{1,2}\.? )?` +
    String.raw`(?:${begins([...MONTHS, ...WEEKDAYS])})|\b(?:[Dd]aily|[Ee](?:very|ach)|[Mm]onthly|[Aa](?:ll|lways)|` +
    String.raw`[Ww]eek(?:days?|ends?))\b|\d{4}-\d\d|\d\.\d{1,2}\.`,
  "u",
);
const ORDINAL = String.raw`\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|ground|top`;
/** What is counted off before its noun: "the third floor", "5 December". */
const BEFORE = new RegExp(
  String.raw`(?<![\p{L}\d])(${ORDINAL}|\d{1,2}(?= (?:of )?(?:${begins(MONTHS)})))(?: of)? (\p{L}{3,})`,
  "gu",
);
/** A noun with the small numbers that tell which: "oven 3", "hives no. 2 and 4". */
const BEHIND = String.raw`(?<!\p{L})(\p{L}{3,}?)s?[\s-]+(?:no\.?\s*|number\s+|#)?(\d{1,2}(?:(?:,? and |, ?| or |[-–])\d{1,2})*)(?!\d|[.:]\d|%)`;
/** What measures is no number of a thing: "takes 3 hours". */
const MEASURES = String.raw`(?![\p{L}/]|,\d|\s*[€$£°]|\s+(?:[ap]m|k?m|kg|percent|(?!(?:is|was|has|does|its)\b)\p{L}+s)\b)`;
const [TOLD, ASKED] = [BEHIND, BEHIND + MEASURES].map((one) => new RegExp(one, "giu")) as [RegExp, RegExp];
/** What is asked of somebody: of "Ruth's passport" who, and what. */
const OWNED = /(?<!\p{L})(\p{Lu}[\p{L}-]+)['’]s\s+(\p{Ll}{3,})(?:\s+(\p{Ll}{3,}))?/u;
/** What is answered by yes or no may be answered by another day. */
const YES_OR_NO = /^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may)\b/iu;

/**
 * Tells which passages are about another one of a kind than the question: another month, day, room, floor or relative, or another's passport. Pure.
 * @returns whether a text, with what it stands under, names such another and not the one that is asked for; of messages only numbers and owners are
 * compared, since what they leave out stands before them, or is their own day @param kinds of the question (`askedKinds`)
 * @example ofAnother("What did the meter show in July?", [])("Meter in October: 48,213 kWh.") // true
 */
export function ofAnother(question: string, kinds: readonly Asked[]): (text: string, isMessage?: boolean) => boolean {
  if (!asksShortly(question)) return () => false;
  const asked = (YES_OR_NO.test(question) ? [] : CLASSES).flatMap(([members, answers]) => {
    const own = answers !== undefined && answers === kinds[0]?.kind ? [] : members.filter((one) => one.test(question));
    return own.length === 0 ? [] : [{ own, others: members.filter((one) => !own.includes(one)), members }];
  });
  const counted = countedIn(question, ASKED).filter(([, of]) => !isStopWord(of));
  const apart = counted.filter(([, of]) => !MONTHS.includes(of));
  const [, owner = "", thing = "", next = thing] = OWNED.exec(question) ?? [];
  const owned =
    owner === ""
      ? null
      : new RegExp(String.raw`\p{Lu}[\p{L}-]+['’]s (?:\p{Ll}+ ){0,2}(?:${thing}|${next})(?!\p{L})`, "u");
  return (text, isMessage = false) =>
    (!isMessage &&
      asked.some(
        ({ own, others, members }) =>
          others.some((one) => one.test(text)) &&
          !own.some((one) => one.test(text)) &&
          !(MONTHS_AND_DAYS.includes(members as RegExp[]) && REACHES.test(text)),
      )) ||
    (counted.length > 0 && isOther(REACHES.test(text) ? apart : counted, countedIn(text, TOLD))) ||
    (owned !== null && !fold(text).includes(fold(owner).slice(0, 4)) && owned.test(text));
}

/** Nouns that are numbered, each with what tells which; "*": any. */
type Counted = readonly (readonly [which: string, of: string])[];

function countedIn(text: string, numbered: RegExp): Counted {
  return [
    ...Array.from(
      text.matchAll(BEFORE),
      ([, which = "", of = ""]) => [which.replace(/(?<=\d)\D+/u, ""), fold(of)] as const,
    ),
    ...Array.from(text.matchAll(numbered)).flatMap(([, of = "", which = ""]) =>
      (/[-–]/u.test(which) ? ["*"] : (which.match(/\d+/gu) ?? [])).map((one) => [one, fold(of)] as const),
    ),
  ];
}

function isOther(asked: Counted, told: Counted): boolean {
  return asked.some(([which, of]) => {
    const same = told.filter((one) => one[1].endsWith(of));
    return same.length > 0 && !same.some(([one]) => one === which || one === "*");
  });
}
