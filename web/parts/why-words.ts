import { spaced } from "../lib/format.ts";

type Features = Readonly<Record<string, { readonly value: number }>>;

/** What the features of a hit say in words, the weightiest first; null: nothing. */
const SAYINGS: readonly (readonly [names: readonly string[], says: (value: number) => string | null])[] = [
  [
    ["coverage"],
    (value) =>
      value > 0.95
        ? "it holds all words of the question"
        : value > 0.5
          ? "it holds most words of the question"
          : value > 0
            ? "it holds some words of the question"
            : null,
  ],
  [["message"], (value) => (value > 0.8 ? "no other passage holds them so densely" : null)],
  [["dense"], (value) => (value > 0.5 ? "it means much the same" : null)],
  [["window1", "window3", "window6"], (value) => (value > 0.5 ? "the passages around it speak of it too" : null)],
  [["documentCoverage", "documentDense"], (value) => (value > 0.7 ? "its whole document is about it" : null)],
  [["named"], (value) => (value > 0 ? "the question names its file" : null)],
  [["speaker"], (value) => (value > 0 ? "the question names who said it" : null)],
  [["time"], (value) => (value > 0 ? "it is from the time that is asked for" : null)],
  [["followsQuestion"], (value) => (value > 0 ? "it follows when somebody asked" : null)],
  [["recency"], (value) => (value > 0.6 ? "it was said lately" : null)],
  [["assistant", "tool", "aside"], (value) => (value > 0 ? "less, since no person said it" : null)],
];
/** What parts of a score, stages of a search and checks of the doctor are called; another is called as in the data. */
const NAMES: Readonly<Record<string, string>> = {
  message: "words in the passage",
  window1: "words, with one around it",
  window3: "words, with three around it",
  window6: "words, with six around it",
  coverage: "share of the words",
  documentCoverage: "share in the document",
  dense: "meaning",
  denseNeighbours: "meaning around it",
  documentDense: "meaning of the document",
  speaker: "who said it",
  question: "only asks",
  followsQuestion: "follows a question",
  firstPerson: "says I or we",
  likely: "hardly helps",
  weaker: "behind what helps",
  time: "time asked for",
  hall: "kind of memory",
  recency: "said lately",
  named: "file is named",
  links: "mostly links",
  assistant: "an assistant said it",
  assistantAsked: "an assistant is asked for",
  tool: "a tool gave it",
  toolAsked: "a tool is asked for",
  aside: "beside the talk",
  spread: "others of its document",
  embed: "its meaning",
  activation: "what was opened lately",
  diversify: "leaving out what is alike",
  analyse: "reading the question",
  expand: "other words for it",
  candidates: "finding passages",
  rank: "weighing them",
  assemble: "showing them",
  leases: "runs",
  vectors: "meaning",
};

/** A part of a score, a stage of a search or a check of the doctor, as people say it. */
export const partName = (name: string): string => NAMES[name] ?? spaced(name);

/** Parts that say something of what stands around a passage: of one that is its whole document they say nothing more. */
const AROUND = /^(?:window|document)/;

/** Reasons in one sentence. */
const MOST = 3;
/** What is taken from a score and isn't worth a word. */
const SLIGHT = 0.05;

/** Why a hit stands where it stands, in one sentence. */
export function whySentence(
  place: number,
  parts: Readonly<Record<string, number>>,
  features: Features | undefined,
  isAlone = false,
): string {
  const said = SAYINGS.flatMap(([names, says]) => {
    const found = names.filter((name) => (parts[name] ?? 0) !== 0 && !(isAlone && AROUND.test(name)));
    const text = says(Math.max(0, ...found.map((name) => features?.[name]?.value ?? 0)));
    const weight = found.reduce((sum, name) => sum + Math.abs(parts[name] ?? 0), 0);
    return text === null || found.length === 0 ? [] : [{ text, weight }];
  });
  const first = said.slice(0, 1);
  const rest = said.slice(1).sort((a, b) => b.weight - a.weight);
  const reasons = [...first, ...rest].slice(0, MOST).map(({ text }) => text);
  const byWeight = Object.entries(parts).sort(([, a], [, b]) => b - a);
  const [most, least] = [byWeight.at(0), byWeight.at(-1)];
  if (reasons.length === 0 && most !== undefined) reasons.push(`most of its score is for “${partName(most[0])}”`);
  const behind = least !== undefined && least[1] < -SLIGHT ? `; it was set back for “${partName(least[0])}”` : "";
  const last = reasons.pop() ?? "it was found";
  return `Number ${place + 1}: ${reasons.length === 0 ? last : `${reasons.join(", ")}, and ${last}`}${behind}.`;
}
