import { MONTHS, WEEKDAYS } from "../../english/calendar.ts";
import { fold, isStopWord } from "../../text/words.ts";
import type { Question } from "./analyse-question.ts";

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
