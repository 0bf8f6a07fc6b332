import type { Span } from "../model/section.ts";

/**
 * The sentences of a text, in order; they cover it exactly, and white space belongs to the sentence before it.
 *
 * A sentence ends at `.`, `?`, `!`, `…` (with closing quotes and brackets) before white space or the end; at `。`, `！`, `？`, `｡`, `।`
 * anywhere; and at a blank line. It doesn't end at a title (Dr. Kay), an initial (J. Kay), a number's point (p. 7, fig. 2, 1. at the
 * start of a line), a day's (17. May), a decimal (3.14), or before a small letter ("e.g. this", "“Why?” she asked").
 * @param isTyped Whether people typed it, without care: a small letter may begin a sentence after a point or a question mark, but
 * not after "etc." and its like.
 * @example sentences("Hi Dr. Kay. Well?").length // 2
 * Cost: linear.
 */
export function sentences(text: string, isTyped = false): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let end = sentenceEnd(text, 0, isTyped); end !== null; end = sentenceEnd(text, start, isTyped)) {
    spans.push({ start, end });
    start = end;
  }
  const last = spans[spans.length - 1];
  if (start < text.length && text.slice(start).trim() === "" && last !== undefined)
    spans[spans.length - 1] = { start: last.start, end: text.length };
  else if (start < text.length) spans.push({ start, end: text.length });
  return spans;
}

/** Where the sentence that starts at `start` ends, with the white space behind it; null when it goes on to the end of the text. */
export function sentenceEnd(text: string, start: number, isTyped = false): number | null {
  STOP.lastIndex = start;
  // All before is white space.
  let blank = start;
  for (let match = STOP.exec(text); match !== null; match = STOP.exec(text)) {
    const end = STOP.lastIndex;
    const mark = match[0].charCodeAt(0) > 32;
    if (mark && !endsSentence(text, [match.index, end], isTyped)) continue;
    // White space before the first sentence belongs to it.
    if (text.slice(blank, end).trim() === "") {
      blank = end;
      continue;
    }
    return mark ? skipSpace(text, end) : end;
  }
  return null;
}

/**
 * Blank lines, or marks that may end a sentence with the quotes and brackets that close behind them. A repetition keeps a place for each time:
 * of millions of empty lines it takes some at once.
 */
const STOP = /\r?\n(?:[ \t]*\r?\n){1,1000}|[.!?…。！？｡।]{1,1000}["'”’»）」』)\]*_]{0,1000}/g;

/** Marks that end a sentence whatever follows. */
const ANYWHERE = /[。！？｡।]/;

/** Never end a sentence, before a capital or not. */
const TITLES: ReadonlySet<string> = new Set(
  "mr mrs ms dr prof st rev hon gov sen rep gen col capt lt sgt fr vs cf eg ie e.g i.e viz approx resp messrs mme mlle hr fr".split(
    " ",
  ),
);
/** Don't end a sentence before a number. */
const BEFORE_NUMBER: ReadonlySet<string> = new Set(
  "no nos nr tel fig figs eq vol pp p ch sec art ver v jan feb mar apr jun jul aug sep sept oct nov dec ca c para".split(
    " ",
  ),
);

/** What follows the point of a day: "on 17. May". */
const MONTH = new RegExp(
  String.raw`^(?:Jan(?:uary?)?|Feb(?:ruary?)?|M(?:arch|ärz|ar)|Apr(?:il)?|Ma[iy]|Jun[ei]?|Jul[iy]?|Aug(?:ust)?|` +
    String.raw`Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)(?!\p{L})`,
  "u",
);

/** Don't end a sentence of what people type, where small letters begin others. */
const SHORTENED: ReadonlySet<string> = new Set("etc no nr inc ltd jr sr st a.m p.m u.s d.c fig ca dept mx".split(" "));

/** Maximum length of a word whose point doesn't end the sentence. */
const LONGEST = Math.max(...[...TITLES, ...BEFORE_NUMBER].map(({ length }) => length));

function endsSentence(text: string, [mark, end]: readonly [mark: number, end: number], isTyped: boolean): boolean {
  if (ANYWHERE.test(text.slice(mark, end))) return true;
  if (end < text.length && skipSpace(text, end) === end) return false;
  const next = skipSpace(text, end);
  const isAfter = isTyped && /[.?]/u.test(text.charAt(mark));
  if (/^\p{Ll}/u.test(text.slice(next, next + 2)) && !isAfter && !text.slice(end, next).includes("\n")) return false;
  if (text.charAt(mark) !== "." || (end - mark > 1 && !isTyped)) return true;
  let from = mark;
  while (from > 0 && mark - from <= LONGEST && /[\p{L}\p{N}.]/u.test(text.charAt(from - 1))) from--;
  if (mark - from > LONGEST) return true;
  const following = text.slice(next, next + 2);
  const word = text.slice(from, mark);
  const folded = word.toLowerCase();
  if (
    TITLES.has(folded) ||
    (isTyped && SHORTENED.has(folded)) ||
    (BEFORE_NUMBER.has(folded) && /^[\p{N}]/u.test(following))
  )
    return false;
  if (/^[0-3]?\d$/.test(word) && MONTH.test(text.slice(next, next + 12))) return false;
  if (/^\d{1,3}$/.test(word) && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, from - 12), from))) return false;
  if (isTyped && /\.\p{Lu}$/u.test(word)) return false;
  // One letter, of two units at most.
  return !(word.length < 3 && /^\p{Lu}$/u.test(word) && word !== "I" && /^\p{Lu}/u.test(following));
}

const SPACES = /[\t-\r \xa0\u2028\u2029\u3000]*/y;

function skipSpace(text: string, from: number): number {
  SPACES.lastIndex = from;
  return from + (SPACES.exec(text)?.[0].length ?? 0);
}

/** What only a sentence has: its verb, one that people often use, or a pronoun run together with one. */
const VERB = new RegExp(
  String.raw`\b(?:I|we|am|is|are|was|were|be|been|has|have|had|will|must|should|likes?|loves?|hates?|prefers?|needs?|uses?|wants?|` +
    String.raw`lives?|works?|got|met|went|said|chose|starts?|ends?|costs?|stands?|comes?|came|goes|takes?|took|lies|arrives?|opens?|` +
    String.raw`closes?|leaves?|left|runs?|pays?|paid|hangs?|keeps?|sits?|visits?|calls?|bought|broke|sold|quit|gave|found|lost|made|` +
    String.raw`told|wrote|rang|sent|won)\b|(?:it|that|he|she|here|there|this)['’]s\b|\p{L}['’](?:m|re|ve|ll|d)\b|` +
    String.raw`\p{L}['’]s \p{L}+ing (?:to|in|at|on|for|with|from|an?|the|my|our)\b|` +
    String.raw`^\p{L}[\p{L} ]{1,30}: .*\b(?:on|at) \S*\d`,
  "iu",
);
const DETERMINER = "(?:the|an?|my|our|your|his|her|its|their)";
/** Behind these a noun phrase goes on; behind any other word a new one is what a verb is said of: "feeds our cat". */
const GOES_ON =
  "(?:of|in|on|at|to|for|from|with|by|about|over|under|into|onto|near|without|during|among|between|behind|beside|beyond|through|across|around|" +
  "against|per|via|like|along|above|below|before|after|than|as|up|down|off|out|towards?|inside|outside|within|upon|since|until|till|is|and|or|but|" +
  "all|both|half|such|quite|not|just|only|what|which|whose|plus|minus|versus|vs|when|where|how|why|who|that|if|because|while|no|so|now|also|then|please|" +
  "\\p{L}+ing|\\p{L}*[.,:;–—-])";
/** Whom or what it is done to, and when: "owes me", "every week" says when, "the next week" too. */
const OBJECT = new RegExp(
  String.raw`^(?:\S+\s+)+?(?!${GOES_ON}\s)(?<!\bto )\S*\p{L}\s+(?:(?:me|us|him|them|it|you|themselves|\p{L}{2,3}self)\b` +
    String.raw`|${DETERMINER}\s+(?!(?:\p{L}+ )?(?:day|week|month|year|morning|evening|night|weekend)\b)\p{L})`,
  "iu",
);
/** A noun of many or a verb; what follows tells which: "cuts out", "lasts 18 minutes"; and when something is so. */
const DOES = new RegExp(
  String.raw`\p{L}\s+\p{L}+(?<![su'’i])s\s+(?:out|off|up|down|away|back|apart|itself|when|if|because|every|once|twice|again|too|more|less|fewer|like` +
    String.raw`|without|(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve) (?:\p{L}+s|people|percent|million|thousand))(?![\p{L}-])` +
    String.raw`|\p{L}\s+(?:since|because|while|unless|although|always|never|often|usually|sometimes|already|still|hardly|barely|rarely)\s+\p{L}`,
  "iu",
);
/** Something was done: "Kay asked", "changed the code", not "the shared kitchen" and "used cars". */
const DONE = new RegExp(
  String.raw`(?<!(?:^|\s)(?:${DETERMINER}|${GOES_ON}|new|more|most|very|next|last))\s\p{L}{3,}(?<!ne)ed\b|^\p{L}{3,}(?<!ne)ed ${DETERMINER}\b`,
  "iu",
);

/**
 * Whether words say something of somebody, rather than only name it, by the form of the sentence: what stands behind what. Nothing is known of most verbs.
 * @example isClause("our cat scratches the sofa") // true
 * @example isClause("the colour of the sofa") // false
 */
export const isClause = (text: string): boolean =>
  VERB.test(text) || OBJECT.test(text) || DOES.test(text) || DONE.test(text);
