import { type Token } from "../english/tokens.ts";
import { FINITE, LIKES } from "../english/word-classes.ts";
import { isStopWord } from "../text/words.ts";
import { type Called, type Names, stem } from "./names.ts";
import { holder, isAlike, isOther, tellingWords, tokensOf } from "./values.ts";

/** How a clause puts another value in the place of one that it needn't name: "so we raised it to", "settled on", "it's"; what it puts follows. */
const PUTS = new RegExp(
  String.raw`\b(?:\p{L}+ (?:it|that|this|them|him|her)(?: (?:up|down|back|forward|over|out|all))* to|` +
    String.raw`(?:\p{L}+(?:ed|ing|en|nt|ut|t|pt|go|went|gone)|go|goes|stick)(?: \p{L}+)?(?: up| down| back| over)? (?:on|for|with|to|at)|` +
    String.raw`(?:down|up|back|forward|over|on) to|(?:it|mine|ours|that)(?:'s| is| will be)(?: now)?|` +
    String.raw`(?:i'm|i am|we're|we are)(?: now)? (?:with|on|at|in|using))\s+(?:the |an? )?`,
  "giu",
);
/** The same said behind the value: "we charge 95 these days". */
const SINCE = /\b(?:i|we|they)\s+\p{L}+\s+(?=(?:\S+\s+){1,3}?(?:now|these days|nowadays|from now on|instead)\b)/giu;
/** What changes a value that it doesn't tell: "so we doubled it". */
const MULTIPLIED = /\b(?:doubled|tripled|trebled|quadrupled|halved|scrapped|axed|reversed) (?:it|that|them)\b/iu;

/** Whether a clause puts another value in the place of a fact's, which the sentence names by a word of its own or by its value alone. */
export function succeeds(unit: string, fact: Names, called: Called): boolean {
  // What is said of a list's topic ("the paper goes to …") tells of no item, where nobody says that he likes it.
  if (!called.person || called.owned || fact.isLoose || (fact.isList && !LIKES.test(unit))) return false;
  const isNamed = called.part && !called.ofAnother;
  if (isNamed && !fact.isList && MULTIPLIED.test(unit)) return true;
  const tokens = tokensOf(unit);
  const straight = unit.replace(/[‘’ʼ]/gu, "'");
  return [PUTS, SINCE].some((form) =>
    Array.from(straight.matchAll(form)).some((found) => {
      const at = found.index + found[0].length;
      const put = tokens.filter(({ start }) => start >= at).slice(0, 4);
      const end = put.findIndex(({ kind }) => kind === "mark");
      const isNext = put
        .slice(0, end < 0 ? 4 : end)
        .some((token) => isOther(token, tokens, fact) || isOtherFigure(token, fact));
      return isNext && (isNamed || standsFor(unit.slice(0, found.index), tokens, fact));
    }),
  );
}

const FIGURE = /^[€$£]?\d[\d.,]*(?:k|m|%)?$/iu;
const figureOf = (text: string): string => text.replace(/[^\d.,]/gu, "");

/** Whether a word is another number, where the value is one, with its unit or without. */
const isOtherFigure = ({ text }: Token, { type, values: [value = ""] }: Names): boolean =>
  /^(?:number|money|identifier|text)$/u.test(type) &&
  FIGURE.test(text) &&
  FIGURE.test(value.split(/\s/u, 1)[0] ?? "") &&
  figureOf(text) !== figureOf(value) &&
  (type !== "identifier" || isAlike(text, value)) &&
  // "Went off at 3" puts no other code in the place of 4417.
  Math.abs(figureOf(text).length - figureOf(value).length) < 3;

/** Whether a fact's value, or the figure of it, stands in a text for what it is the value of: first, or as a figure of nothing else. */
function standsFor(before: string, tokens: readonly Token[], { values, type }: Names): boolean {
  return values.some((value) => {
    const [figure = ""] = value.split(/\s+/u);
    const isFigure = FIGURE.test(figure) || type === "date";
    const named = [value, ...(isFigure ? [] : tellingWords(value))].some((one) => {
      const lead = before.replace(/^(?:the|an?)\s/iu, "").slice(0, one.length + 2);
      return holder(lead)(one);
    });
    if (!isFigure || type === "date") return named;
    return figuresOf(tokens, value).some(({ at, isElse, isSaid }) => at.end <= before.length && !isElse && !isSaid);
  });
}

/** Where the figure of a value stands in a sentence, and whether it counts something else there: "10 people" are no 10 percent. */
function figuresOf(
  tokens: readonly Token[],
  value: string,
): readonly { at: Token; isElse: boolean; isSaid: boolean }[] {
  const [figure = "", unit = ""] = value.split(/\s+/u);
  return tokens.flatMap((at, i) => {
    if (!FIGURE.test(at.text) || figureOf(at.text) !== figureOf(figure)) return [];
    const [last, next] = [tokens[i - 1]?.word ?? "", tokens[i + 1] ?? { word: "", kind: "mark" }];
    const isAlone = next.kind === "mark" || FINITE.has(next.word) || isStopWord(next.word) || /ed$/u.test(next.word);
    return [{ at, isElse: !isAlone && stem(next.word) !== stem(unit), isSaid: FINITE.has(last) }];
  });
}

/** Whether the figure of a value counts something else wherever it stands in a sentence. */
export function isCounted(tokens: readonly Token[], value: string): boolean {
  const all = figuresOf(tokens, value);
  return all.length > 0 && all.every(({ isElse }) => isElse);
}
