import { straight } from "./tokens.ts";
import { DEGREES, FINITE, HEDGES, JUDGEMENTS, looksDescribing, PREPOSITIONS, PRONOUNS } from "./word-classes.ts";

/** Longest value, in characters and in words. */
const LONGEST_VALUE = 300;
const MOST_WORDS = 14;

/** Small words of a name that would tell a clause elsewhere. */
const MIDDLE =
  /^(?:in|on|at|of|de|la|the|to|for|and|with|by|from|n|du|van|von|or|over|under|as|like|without|on-the-rocks|up)$/u;

/** Whether a text is a name or a noun phrase, and no predicate. A quoted one may be anything; one that is liked, an activity. */
export function isName(value: string, isTitled: boolean, isLiked = false): boolean {
  if (value === "" || value.length > LONGEST_VALUE || !/[\p{L}\p{N}\p{S}]/u.test(value) || value.includes("\n"))
    return false;
  const words = straight(value).split(/\s+/u);
  if (words.length > (isTitled ? 3 * MOST_WORDS : MOST_WORDS)) return false;
  if (isTitled || /^\p{L}$/u.test(value)) return true;
  const bare = words.map((word) => word.replace(/^[("']+|[)"',.!?:;]+$/gu, ""));
  const [first = ""] = bare;
  const last = bare.at(-1) ?? "";
  // A title in capitals may hold any word: "I Am Legend", "When Harry Met Sally".
  const capitals = bare.filter(isUpper).length;
  if (words.length > 1 && isUpper(first) && isUpper(last) && capitals * 2 >= words.length)
    return !bare.some((word) => /^(?:is|are|was|were|i'm|my|your|don't|doesn't|you|they|we)$/u.test(word));
  if (isUpper(words[0] ?? "") && words.length === 1)
    return !/^(?:I|It|This|That|They|You|None|Nothing|TBD|N\/A|Unknown|Yes|No|What|Why|How|Here)$/u.test(first);
  if (bare.some(breaksName)) return false;
  const ends = PREPOSITIONS.has(last.toLowerCase()) || /^(?:the|a|an|and|or|of)$/iu.test(last);
  if (words.length > 1 && ends && !isUpper(last)) return false;
  return (isLiked && words.length === 1 && /ing$/u.test(first)) || !isPredicate(bare);
}

const isUpper = (word: string): boolean => /^[\p{Lu}\p{Lt}\p{Lo}]|^\p{L}?\d/u.test(word);

/** Whether a small word at its place tells a clause. */
function breaksName(word: string, at: number): boolean {
  const small = word.toLowerCase();
  if (word !== small && !/^I(?:'\w+)?$/u.test(word)) return false;
  if (PRONOUNS.has(small) || FINITE.has(small) || /n't$|'(?:m|re|ve|ll|d)$/u.test(small)) return true;
  if (/^(?:my|your|our|their|his|her|its|because|if|unless|until|but|than|every)$/u.test(small)) return true;
  if (at === 0) return PREPOSITIONS.has(small) || DEGREES.has(small) || HEDGES.has(small);
  return PREPOSITIONS.has(small) && !MIDDLE.test(small);
}

const MEASURED_BY = new RegExp(
  String.raw`^(?:long|old|tall|away|late|early|deep|wide|high|behind|ahead|ago|left|short|over|off|today|` +
    String.raw`tonight|tomorrow|yesterday|minutes|hours|days|weeks|percent|times|degrees)$`,
  "u",
);

/** Whether words describe or judge: "closed", "a mess", "800 pages long", "packed tonight". */
export function isPredicate(words: readonly string[]): boolean {
  const small = words.map((word) => (word === word.toLowerCase() ? word : ""));
  const [first = "", second = "", third] = small;
  const last = small.at(-1) ?? "";
  if (words.length === 1) return looksDescribing(first) && !THINGS.test(first);
  if (/^(?:a|an|the)$/u.test(first)) {
    if (JUDGEMENTS.has(last)) return true;
    if (JUDGEMENTS.has(second) && /^(?:of|to|for|mess|thing|one|work|in)$/u.test(third ?? "of")) return true;
  }
  if (/^(?:the|that)$/u.test(first) && second === "one" && words.length > 2 && PREPOSITIONS.has(third ?? ""))
    return true;
  if (/^\d[\d.,]*$/u.test(words[0] ?? "") && MEASURED_BY.test(last)) return true;
  if (LASTLY.test(last) && !/\p{Lu}/u.test(words.join(" "))) return true;
  if (/^(?:kind|sort)$/u.test(first) && second === "of") return true;
  if (/[^i]ly$/u.test(first) && !/^(?:family|july|italy|only)$/u.test(first)) return true;
  return (
    looksDescribing(first) &&
    (PREPOSITIONS.has(second) || FOLLOWS.test(second) || (words.length === 2 && looksDescribing(second)))
  );
}

const THINGS = /^(?:red|green|gold|fire|light|toast|bananas|nuts|fresh|orange)$/u;
const LASTLY =
  /^(?:long|tall|away|late|tonight|yesterday|tomorrow|upstairs|downstairs|everywhere|soon|together|apart|enough|again)$/u;
const FOLLOWS = /^(?:the|a|an|and|or|my|today|tonight|tomorrow|yesterday|again|now)$/u;
