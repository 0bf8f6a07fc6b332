import { type Token, tokenise } from "../../english/tokens.ts";
import { isStopWord } from "../../text/words.ts";
import { type Bearing, bearingOnAny, type Spoken } from "./bearing.ts";
import { isNear, namesOf, stem } from "./names.ts";
import { bare, isDay, isSubject } from "./values.ts";

/** Most figures, days, names and words of a passage that may be over. */
const MOST_VALUES = 10;

/**
 * What a message says of a passage that may answer a question, as `bearingOn` of a fact: what question and passage both speak of is its name, and
 * what else it tells its values. A plain word of it is over only where that is said right beside it.
 * @example bearingOnPassage("when is the sprint demo?", "sprint demo is fridays 14:00")({ text: "demo moved to 15:30" }) // renews
 */
export function bearingOnPassage(question: string, passage: string): (said: Spoken) => Bearing | null {
  const asked = tokenise(question).flatMap(({ word }) => (isStopWord(word) ? [] : [stem(word)]));
  const tokens = tokenise(passage).filter(({ kind }) => kind === "word");
  const isAsked = ({ word }: Token): boolean => asked.some((one) => isNear(one, stem(word)));
  const named = tokens.flatMap((token, at) => (isAsked(token) ? [{ word: token.word, at }] : []));
  if (named.length === 0) return () => null;
  const facts = valuesOf(tokens, isAsked).map(({ value, at, unit }) => {
    // The last of its names before a value says best what that is: "our seed investor is Northbeam, board call is at 17h".
    const words = [...named.filter((one) => one.at > at), ...named.filter((one) => one.at < at)].map(
      ({ word }) => word,
    );
    const topic = [...new Set([...unit, ...words])].join(" ");
    return { ...namesOf({ key: "@project/", topic, values: [value] }), kept: bare(passage), isLoose: true };
  });
  return bearingOnAny(facts.slice(0, MOST_VALUES));
}

/** What a passage tells beside what is asked for: figures with their units, days, names and other words. */
function valuesOf(
  tokens: readonly Token[],
  isAsked: (token: Token) => boolean,
): readonly { readonly value: string; readonly at: number; readonly unit: readonly string[] }[] {
  const found: { value: string; at: number; unit: readonly string[]; isExact: boolean }[] = [];
  for (const [at, token] of tokens.entries()) {
    const { text, word } = token;
    const last = found.at(-1);
    // "9 March" is one value.
    if (
      last?.isExact === true &&
      last.at === at - 1 &&
      (word === "may" || !isStopWord(word)) &&
      isDay(`${last.value} ${word}`)
    ) {
      found.splice(-1, 1, { ...last, value: `${last.value} ${text}`, at });
      continue;
    }
    if (isAsked(token) || isStopWord(word)) continue;
    const isName = /^\p{Lu}/u.test(text) && (at > 0 || isSubject(tokens[1]?.word ?? ""));
    const next = tokens[at + 1]?.word ?? "";
    const isMeasure = /^[\d.,]+$/u.test(text) && !isStopWord(next) && /^\p{L}+$/u.test(next) && !isDay(next);
    const isExact = /\d/u.test(text) || isDay(word) || isName;
    if (isExact || word.length > 3)
      found.push({ value: isExact ? text : word, at, unit: isMeasure ? [next] : [], isExact });
  }
  return found.toSorted((a, b) => Number(b.isExact) - Number(a.isExact));
}
