import WORDS from "../../english/word-classes.json" with { type: "json" };

/** A plural noun, judged by its ending. */
const PLURAL = /^(?:people|children|men|women|media|criteria|[\w'-]*[a-z]{2}s'?)$/;
const NO_PLURAL = /(?:ss|us|is|'s|[^aeiou]ics)$/;
/** Singular words that end in s. */
const SINGULAR: ReadonlySet<string> = new Set(WORDS.singularInS);

/** Auxiliary verbs behind a question's noun: "which cities in Europe have we seen". */
const HELPING = /\b(?:is|are|was|were|do|does|did|has|have|had|am|i|we|you|they|he|she)\b/;

/** Words that end the noun phrase after "what" and "which": verbs, pronouns, prepositions. */
const ENDS_NOUN: ReadonlySet<string> = new Set(WORDS.endsNoun);

/** "both", "all the", "in common", "different … s", "across our chats". */
const OUTRIGHT = any(
  String.raw`all (?:the|of|my|our|his|her|their)|in common|various|several|each|every (?:one|time)|in what ways`,
  String.raw`different (?:[\w-]+ ){0,2}\w+s|list (?:all|the|every|of)|(?:across|throughout) (?:our|my|all|the) \w+`,
  "over time|so far|in order",
);

/** "What has Ann painted?", "Where have we been?": the perfect asks for all times at once. */
const PERFECT = /^(?:what|where|who|whom)\s+(?:has|have)\s+(?!.*\b(?:just|always|ever|been able)\b)/;
/** "What does Ann do to relax?" */
const HABIT = /\bwhat\s+do(?:es)?\s+(?:[\w'-]+\s+){1,3}do\b/;

/** Polite openings ("can you tell me"), which are left out. */
const POLITE = /^(?:(?:can|could|would|will) you (?:please )?|please )/;
/** One occasion, one moment or a guess: its answer stands in one place, however many things it names. */
const ONE_OCCASION = any(
  String.raw`while|when|during|after|before|until|at (?:the|his|her|their|my|our)|on (?:the )?\d`,
  "(?:in|on|by|of) (?:january|february|march|april|may|june|july|august|september|october|november|december)",
  "recent(?:ly)?|lately|yesterday|today|tonight|last|latest|newest|most|plans?|planning",
  "might|likely|would|should|can|could|new|two|three|main",
);
/** Words that ask for several occasions in any question. */
const COUNTED = /\b(?:how many times|both)\b/;

/**
 * Whether a question asks for several things, whose answers are likely to stand in several places: a noun in the plural ("what books has Ann
 * read?"), a count ("how many"), "both", "all my", "in what ways", the perfect ("where has she camped?"). One that names an occasion ("at the
 * party", "after the race", "in June") or asks for a guess doesn't. English; others are never taken for such.
 *
 * Its accuracy on LoCoMo stands in evals/ranking.md.
 * @example asksSeveral("Which cities have we visited?") // true
 * @example asksSeveral("Which city did we visit last?") // false
 * Cost: a few microseconds.
 */
export function asksSeveral(question: string): boolean {
  const text = question.slice(0, LONGEST).replaceAll("’", "'").trim();
  const asked = text.toLowerCase().replace(POLITE, "");
  if (COUNTED.test(asked)) return true;
  if (ONE_OCCASION.test(asked)) return false;
  return (
    /\bhow many\b/.test(asked) || OUTRIGHT.test(asked) || namesSeveral(text) || PERFECT.test(asked) || HABIT.test(asked)
  );
}

/** Any of these as whole words. */
function any(...patterns: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${patterns.join("|")})\b`);
}

/** Longer ones are messages, not questions. */
const LONGEST = 300;

/** "what kinds of …s", "which …s", "what are her …s' names"; in the case in which it was written, since a name is no plural. */
function namesSeveral(text: string): boolean {
  const [, after = ""] = /\b(?:what|which)\s+(.*)/is.exec(text) ?? [];
  const list = after.split(/[\s?.!,;]+/).filter((word) => word !== "");
  const end = list.findIndex((word) => ENDS_NOUN.has(word.toLowerCase()));
  if (end === 0) {
    if (list[0] !== "are" && list[0] !== "were") return false;
    const rest = list.slice(1);
    const stop = rest.findIndex((word) => ENDS_NOUN.has(word) || word === "of");
    return rest.slice(0, stop < 0 ? rest.length : stop).some(isPlural);
  }
  // "Which server runs on 8443?": what ends in s may be a verb, where no other follows.
  if (end < 0 || !HELPING.test(list.slice(end).join(" ").toLowerCase())) return false;
  const noun = list.slice(0, Math.min(end, 7));
  const of = noun.indexOf("of");
  return isPlural(noun.at(of > 0 ? of - 1 : -1)) || (of > 0 && isPlural(noun.at(-1)));
}

const isPlural = (word: string | undefined): boolean =>
  word !== undefined && !/^\p{Lu}/u.test(word) && PLURAL.test(word) && !NO_PLURAL.test(word) && !SINGULAR.has(word);
