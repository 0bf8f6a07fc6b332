import { Signal } from "../model/signals.ts";

/** Characters at the head of a text that are looked at; a drawer is shorter, and a longer text is bounded. */
const READ = 20_000;

const MONTHS = "january|february|april|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec";
/** Words too: they count only beside a number or a preposition of time. */
const MONTHS_OR_WORDS = "may|march|mar";
const WEEKDAYS = "mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?";
const COUNTS = "\\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|few|couple(?: of)?|several|many";
const UNITS = "seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?|decades?|summer|winter|spring|autumn|fall|morning|afternoon|evening";

/** Words and phrases that say when. Plain words make a trie, which is what an engine of patterns goes through fastest. */
const TIME_WORD = new RegExp(`\\b(?:${WEEKDAYS}|${MONTHS}|yesterday|today|tonight|tomorrow|nowadays|o'clock|the other day|a while ago|long ago|recently|lately)\\b`, "i");
const TIME_FIGURE = /\b(?:19|20)\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b\d{1,2}:\d\d\b|\b\d{1,2} ?[ap]\.?m\b|[0-9０-９]+[年月日]|昨日|今日|明日|去年|来年|今年|昨天|今天|明天/i;
/** A tenth of the cost of the pattern after it, none of whose matches is without one of these. */
const TIME_HINT = new RegExp(`\\b(?:${UNITS}|${MONTHS_OR_WORDS})\\b`, "i");
const TIME_PHRASE = new RegExp(
  [
    `\\b(?:in|on|since|until|till|by|during|last|next|this|early|late|mid|of|\\d+(?:st|nd|rd|th)?)[ -](?:${MONTHS_OR_WORDS})\\b`,
    `\\b(?:${MONTHS_OR_WORDS})\\.? \\d`,
    `\\b(?:last|next|this|past|previous|coming|every|each) (?:${COUNTS} )?(?:${UNITS})\\b`,
    `\\b(?:${COUNTS}) (?:${UNITS}) (?:ago|later|earlier|before|after|from now)\\b`,
  ].join("|"),
  "i",
);
const FIGURE = /\d/;
const DIGIT = /\p{Nd}/u;
const NUMBER_WORD = /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|dozen)\b/i;
/** "I" alone is a letter of lists and a Roman number too, so it counts before a small word or a contraction. */
const FIRST_PERSON = /\bI(?:['’](?:m|ve|d|ll)\b|[ \t\n]+[a-z])|\b(?:me|my|mine|myself|we|our|ours|ourselves)\b|\b(?:My|We|Our|Me)\b/;
/** A capitalised word after a small letter, digit or comma: not the start of a sentence, not a heading in capitals, no month or weekday. */
const NAME = new RegExp(`[\\p{Ll}\\p{N}][,;]?['’)]?[ \\t\\n]+(?!I\\b|(?:${capitalised(`${MONTHS}|${MONTHS_OR_WORDS}|${WEEKDAYS}`)})\\b)\\p{Lu}\\p{Ll}+`, "u");
const QUESTION = /[?？؟][\s"'”’»）)\]*_]*$/;

/**
 * What the form of a text says about it, as bits of `Signal`.
 *
 * @example signalsOf("I met Kay last week. You?") // question | temporal | firstPerson | name
 * Cost: a handful of linear patterns over at most 20,000 characters from the head (the last 200 for the question); some 10 µs a drawer.
 */
export function signalsOf(text: string): number {
  const head = text.length > READ ? text.slice(0, READ) : text;
  let bits = 0;
  if (QUESTION.test(text.slice(-200).trimEnd())) bits |= Signal.question;
  if (TIME_WORD.test(head) || TIME_FIGURE.test(head) || (TIME_HINT.test(head) && TIME_PHRASE.test(head))) bits |= Signal.temporal;
  if (FIGURE.test(head) || NUMBER_WORD.test(head) || DIGIT.test(head)) bits |= Signal.number;
  if (FIRST_PERSON.test(head)) bits |= Signal.firstPerson;
  if (NAME.test(head)) bits |= Signal.name;
  if (isMostlyCode(head)) bits |= Signal.code;
  return bits;
}

function capitalised(alternatives: string): string {
  return alternatives.replace(/(^|\|)([a-z])/g, (_whole, bar: string, letter: string) => bar + letter.toUpperCase());
}

/** Half of the characters or more stand in fences, table rows, link items, or lines that end or start as code does. */
function isMostlyCode(text: string): boolean {
  let code = 0;
  let all = 0;
  let fenced = false;
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (trimmed === "") continue;
    all += trimmed.length;
    const fence = trimmed.startsWith("```") || trimmed.startsWith("~~~");
    if (fenced || fence || CODE_LINE.test(trimmed)) code += trimmed.length;
    if (fence) fenced = !fenced;
  }
  return all > 0 && code * 2 >= all;
}

const CODE_LINE =
  /^\|.*\||^(?:[-*+]|\d+\.) \[[^\]]*\]\([^)]*\)\W*$|^https?:\/\/\S+$|[{};]$|=>\s*$|^(?:import|export|from|def|class|fn|func|const|let|var|return|#include|package|public|private|static|pub|use|async|struct|impl|enum)\s.*[:;({})=].*$|^(?:\/\/|\/\*|\$ |>>> |<\/?[a-z][\w-]*(?:\s[^>]*)?>)/;
