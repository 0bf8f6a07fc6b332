import WORDS from "./word-classes.json" with { type: "json" };
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
  if (!isTitled && /(?:^|\s)[\p{Ll}\d]\S*\sor\s/u.test(value)) return false;
  const words = straight(value).split(/\s+/u);
  if (words.length > (isTitled ? 3 * MOST_WORDS : MOST_WORDS)) return false;
  if (isTitled || /^\p{L}$/u.test(value)) return true;
  const bare = words.map((word) => word.replace(/^[("']+|[)"',.!?:;]+$/gu, ""));
  const [first = ""] = bare;
  const last = bare.at(-1) ?? "";
  // A title in capitals may hold any word: "I Am Legend", "When Harry Met Sally".
  const capitals = bare.filter(isUpper).length;
  if (words.length > 1 && isUpper(first) && isUpper(last) && capitals * 2 >= words.length)
    return !bare.some(
      (word) => CLAUSE_WORDS.has(word) || /^(?:is|are|was|were|i'm|don't|doesn't|you|they|we)$/u.test(word),
    );
  if (isUpper(words[0] ?? "") && words.length === 1)
    return !/^(?:I|It|This|That|They|You|None|Nothing|TBD|N\/A|Unknown|Yes|No|What|Why|How|Here)$/u.test(first);
  if (bare.some(breaksName) || JOINED_CLAUSE.test(value)) return false;
  const ends = PREPOSITIONS.has(last.toLowerCase()) || /^(?:the|a|an|and|or|of)$/iu.test(last);
  if (words.length > 1 && ends && !isUpper(last)) return false;
  return (isLiked && words.length === 1 && /ing$/u.test(first)) || !isPredicate(bare);
}

const isUpper = (word: string): boolean => /^[\p{Lu}\p{Lt}\p{Lo}]|^\p{L}?\d/u.test(word);

/** Words that join, limit or judge: no name holds one in small letters. */
const CLAUSE_WORDS: ReadonlySet<string> = new Set(WORDS.joining);

/** "… and Tom knows": somebody who does something, behind "and". */
const JOINED_CLAUSE =
  /\s(?:and|&)\s(?:\p{Lu}\p{L}+|everyone|everybody|the \p{Ll}+|my \p{Ll}+)\s(?!(?:of|and|the|de|la|in|on|with|at)\b)\p{Ll}{3,}/u;

/**
 * Whether small words stand behind a name or a figure that belong to neither: "Kit innit", "9443 on prod". One noun may
 * close what an article opens: "a Volvo estate"; a figure counts one: "3 replicas".
 */
export function hasLooseEnd(value: string): boolean {
  const words = value.split(/\s+/u);
  // "533401372 expires 2029"
  if (/^\S*\d\S*\s+(?!(?:and|of|de|in|to|by)\s)\p{Ll}{2,}\s/u.test(value)) return true;
  const last = words.findLastIndex(isUpper);
  const behind = words.length - 1 - last;
  if (last < 0 || behind === 0) return false;
  return !(
    behind === 1 &&
    (/^(?:an?|the|my)$/u.test(words[0] ?? "") || (last === 0 && /^\d[\d.,]* \p{Ll}+s$/u.test(value)))
  );
}

/** Whether a small word at its place tells a clause. */
function breaksName(word: string, at: number): boolean {
  const small = word.toLowerCase();
  if (word !== small && !/^I(?:'\w+)?$/u.test(word)) return false;
  if (PRONOUNS.has(small) || FINITE.has(small) || /n't$|'(?:m|re|ve|ll|d)$/u.test(small)) return true;
  if (CLAUSE_WORDS.has(small) || (at > 0 && /^(?:worst|best)$/u.test(small))) return true;
  if (at === 0) return PREPOSITIONS.has(small) || DEGREES.has(small) || HEDGES.has(small);
  return PREPOSITIONS.has(small) && !MIDDLE.test(small);
}

const MEASURED_BY: ReadonlySet<string> = new Set(WORDS.measured);

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
  // "A Sunday this year", "the same as Dan's"
  if (/^an?$/u.test(first) && /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/iu.test(words[1] ?? "")) return true;
  if (/^(?:the )?(?:same(?: \p{Ll}+)?|identical|similar|equal) (?:as|to|for|like)\b/u.test(small.join(" ")))
    return true;
  if (/^(?:the|that)$/u.test(first) && second === "one" && words.length > 2 && PREPOSITIONS.has(third ?? ""))
    return true;
  if (/^\d[\d.,]*$/u.test(words[0] ?? "") && MEASURED_BY.has(last)) return true;
  if (LASTLY.test(last) && !/\p{Lu}/u.test(words.join(" "))) return true;
  if (/^(?:kind|sort|top|bottom|middle|out|full|short)$/u.test(first) && second === "of") return true;
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
