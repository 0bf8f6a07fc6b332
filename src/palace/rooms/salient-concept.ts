import { keeping } from "../../caches/bounded-cache.ts";
import { fold, isStopWord, words, type Word } from "../../text/words.ts";
import { slug } from "../../text/slug.ts";
import { stem } from "../../text/stem.ts";
import { ENGLISH } from "./plain-words.ts";
import WORDS from "./plain-words.json" with { type: "json" };
import { singularOfWord } from "../../english/nouns.ts";
import { BASE_VERBS, Kind, knownWord } from "../halls/lexicon.ts";

const VERBS: ReadonlySet<string> = new Set(BASE_VERBS);

/** Words before which a noun phrase begins. */
const DETERMINERS: ReadonlySet<string> = new Set(WORDS.determiners);
/** Words followed by a base verb, so by no noun. */
const BEFORE_VERBS: ReadonlySet<string> = new Set(WORDS.beforeVerbs);

/**
 * How much a word in its place looks like a noun, 0–1: by its ending, and by the words around it. No tagger: a wrong guess costs
 * a candidate some weight, nothing else.
 * @param word folded; `before` and `after` its neighbours in the sentence, folded, empty at an edge
 */
function nounEvidence(word: string, before: string, after: string): number {
  if (
    /(?:ly|n't|'ve|'ll|'re|'d|'m)$/.test(word) &&
    !/(?:family|jelly|belly|assembly|bully|ally|fly|reply|lily)$/.test(word)
  )
    return 0;
  if (/(?:tion|sion|ment|ness|ship|ism|ist|ogy|phy|ance|ence|ware|base|ery)s?$/.test(word)) return 1;
  if (/(?:ful|ous|ive|able|ible|less|est|ish|ical)$/.test(word)) return 0.25;
  if (word.endsWith("ed") && word.length > 4) return 0;
  if (BEFORE_VERBS.has(before)) return VERBS.has(word) ? 0 : before === "to" ? 0.45 : 0.3;
  if (DETERMINERS.has(before)) return after === "" || BEFORE_VERBS.has(after) ? 1 : 0.9;
  if (VERBS.has(word)) return before === "" ? 0.1 : 0.4;
  return word.endsWith("ing") && word.length > 5 ? 0.65 : 0.7;
}

export interface SalientConcept {
  /** One or two words, as a slug. */
  readonly room: string;
  /** How many of the passages hold it. */
  readonly passages: number;
}

/** What to leave out, and what else is known. */
export interface SalienceOptions {
  /** Words that name no concept here: the speakers, the wing. Any case. */
  readonly without?: readonly string[];
  /** Passages of the whole document by term (see `passagesByTerm`): what stands all over it says less about a part. */
  readonly document?: ReadonlyMap<string, number>;
  /** Stems of the only words that may name it, each by itself. */
  readonly among?: ReadonlySet<string>;
  /** Words that serve in the language of the document, where that isn't English (see `functionWords`). */
  readonly serving?: ReadonlySet<string> | undefined;
  /** Stems of words that name a concept only together with another that is not among them. */
  readonly plain?: ReadonlySet<string>;
  /** What words are worth by the options above, of those met before: shared by all that is asked of one document. */
  readonly known?: Map<string, Term>;
}

/** Of a folded word: ln(N / (df + 1)) − 2, never below 0, and 0 for what can't name a concept; its stem, where it can. */
type Term = { readonly rare: number; readonly stem: string };

interface Candidate {
  /** Surface forms with their counts. */
  readonly forms: Map<string, number>;
  passages: number;
  /** Sum over occurrences of how much it looks like a noun, at most two occurrences a passage. */
  evidence: number;
  last: number;
  inLast: number;
  readonly parts: 1 | 2;
  idf: number;
  /** Whether it is a whole noun phrase somewhere: "the knee surgery is". */
  isWhole: boolean;
}

/** Number of passages that must contain a word for it to name a group. */
const ENOUGH = 2;
/**
 * A pair of words counts this much of the sum of both its words' rarity, so that a pair that recurs wins over its
 * head; chosen with `CONTRAST` by evals/rooms.
 */
const PAIR = 1.5;
/** Exponent of the discount for terms found all over the document: (here / everywhere) to this power. */
const CONTRAST = 1.5;
/** What of a word's evidence is left where a name acts ("Kai recommended Clerk"). */
const ACTING = 0.6;
const MAX_CHARACTERS = 60_000;

/**
 * Names the concept of a group of passages: the term that is frequent here and rare elsewhere, score =
 * Σ noun evidence · ln(N / (df + 1)), over single words and pairs of neighbours that occur twice or more. Null when no word stands out.
 *
 * Pure; ties by the shorter, then by the alphabet. Cost: linear in the text, of which the first 60,000 characters are read.
 * @param passages texts in order; for messages without the speakers' names
 */
export function salientConcept(passages: readonly string[], options: SalienceOptions = {}): SalientConcept | null {
  const ranked: { readonly name: string; readonly score: number; readonly passages: number }[] = [];
  for (const [key, candidate] of collect(passages, options)) {
    if (candidate.passages < ENOUGH && ((candidate.parts === 2 && !candidate.isWhole) || passages.length > ENOUGH))
      continue;
    const own = (candidate.passages / Math.max(candidate.passages, options.document?.get(key) ?? 0)) ** CONTRAST;
    const score = candidate.evidence * candidate.idf * (candidate.parts === 2 ? PAIR : 1) * own;
    if (score > 0) ranked.push({ name: commonest(candidate.forms), score, passages: candidate.passages });
  }
  ranked.sort((a, b) => b.score - a.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  for (const { name, passages: holding } of ranked) {
    const room = slug(name.split(" ").map(singularIn(passages, options)).join(" "));
    if (!/\p{L}/u.test(room)) continue;
    return { room, passages: holding };
  }
  return null;
}

/** The singular of a word, where it is one: not of a name, which is never written small ("Texas"), nor in another language than English. */
function singularIn(passages: readonly string[], { serving }: SalienceOptions): (word: string) => string {
  const isWritten = (word: string, passage: string): boolean => {
    for (let at = passage.indexOf(word); at >= 0; at = passage.indexOf(word, at + 1)) {
      const [before, after] = [passage.slice(Math.max(0, at - 2), at), passage.slice(at + word.length).slice(0, 2)];
      if (!/\p{L}$/u.test(before) && !/^\p{L}/u.test(after)) return true;
    }
    return false;
  };
  return (word) => {
    const singular = serving !== undefined && serving.size > 0 ? word : singularOfWord(word);
    return singular === word || passages.some((passage) => isWritten(word, passage)) ? singular : word;
  };
}

/** How many passages of a document hold each term, for `SalienceOptions.document`. */
export const passagesByTerm = (passages: readonly string[], options: SalienceOptions): ReadonlyMap<string, number> =>
  new Map([...collect(passages, options)].map(([key, candidate]) => [key, candidate.passages]));

function collect(passages: readonly string[], options: SalienceOptions): ReadonlyMap<string, Candidate> {
  const term = terms(options);
  const candidates = new Map<string, Candidate>();
  let characters = 0;
  passages.forEach((passage, p) => {
    if (characters > MAX_CHARACTERS) return;
    characters += passage.length;
    const prose = withoutMarks(passage);
    // What is only asked for names nothing by itself.
    const isAsked = /\?[^\w?]*$/u.test(passage);
    const found = words(prose);
    const folded = found.map((word) => fold(word.text));
    /** Whether only a space or hyphen stands before the word. */
    const joins = (i: number): boolean =>
      /^[ -]$/.test(prose.slice((found[i - 1] as Word).end, (found[i] as Word).start));
    /** Whether a name stands before a verb: who does something is seldom what is spoken of. */
    const acts = (i: number): boolean =>
      /^\p{Lu}/u.test((found[i] as Word).text) &&
      (knownWord(folded[i + 1] ?? "").kind & (Kind.past | Kind.third)) !== 0 &&
      joins(i + 1);
    for (let i = 0; i < folded.length; i++) {
      const word = folded[i] as string;
      const { rare, stem: stemmed } = term(word);
      if (rare <= 1) continue;
      const before = i > 0 && joins(i) ? (folded[i - 1] as string) : "";
      const evidence = nounEvidence(word, before, folded[i + 1] ?? "") * (acts(i) ? ACTING : 1);
      if (evidence === 0) continue;
      const isPlain = options.plain?.has(stemmed) ?? false;
      if (!isPlain) note(candidates, stemmed, word, p, evidence, 1, rare);
      const next = folded[i + 1];
      if (options.among !== undefined || next === undefined) continue;
      const { rare: rareNext, stem: stemmedNext } = term(next);
      if (rareNext <= 1 || next.endsWith("ing") || next.endsWith("ed") || !joins(i + 1)) continue;
      if (isPlain && options.plain?.has(stemmedNext) === true) continue;
      const head = nounEvidence(next, word, folded[i + 2] ?? "");
      if (head < 0.5) continue;
      const pair = note(candidates, `${stemmed} ${stemmedNext}`, `${word} ${next}`, p, head, 2, rare + rareNext);
      const isEnded = i + 2 === folded.length || isStopWord(folded[i + 2] as string);
      pair.isWhole ||= !isAsked && DETERMINERS.has(before) && isEnded;
    }
  });
  return candidates;
}

/** What folded words are worth; each is worked out once. */
function terms({ without = [], among, serving, known }: SalienceOptions): (word: string) => Term {
  const left = new Set(without.flatMap((name) => words(fold(name)).map((word) => word.text)));
  // "Mel" for Melanie.
  const nicknames = [...left].filter((name) => name.length > 3);
  const names = (word: string): boolean =>
    word.length > 2 &&
    word.length < 30 &&
    !/\d/.test(word) &&
    !isStopWord(word) &&
    serving?.has(word) !== true &&
    (among === undefined || among.has(stem(word))) &&
    !left.has(word) &&
    !nicknames.some((name) => name.startsWith(word));
  const top = Math.log(ENGLISH.passages) - 2;
  return keeping((word: string) => {
    const stemmed = names(word) ? stem(word) : "";
    const holding = stemmed === "" ? ENGLISH.passages : ENGLISH.frequency(word, stemmed);
    return { rare: Math.max(0, top - Math.log(holding + 1)), stem: stemmed };
  }, known);
}

function note(
  candidates: Map<string, Candidate>,
  key: string,
  form: string,
  passage: number,
  evidence: number,
  parts: 1 | 2,
  idf: number,
): Candidate {
  let candidate = candidates.get(key);
  if (candidate === undefined)
    candidates.set(
      key,
      (candidate = { forms: new Map(), passages: 0, evidence: 0, last: -1, inLast: 0, parts, idf, isWhole: false }),
    );
  if (candidate.last !== passage) {
    candidate.passages++;
    candidate.last = passage;
    candidate.inLast = 0;
  }
  candidate.forms.set(form, (candidate.forms.get(form) ?? 0) + 1);
  candidate.idf = Math.min(candidate.idf, idf);
  if (candidate.inLast < 2) candidate.evidence += evidence;
  candidate.inLast++;
  return candidate;
}

/** The form that occurs most, then the shorter, then the first of the alphabet. */
function commonest(forms: ReadonlyMap<string, number>): string {
  let best = "";
  let count = 0;
  for (const [form, n] of forms) {
    if (n > count || (n === count && (form.length < best.length || (form.length === best.length && form < best))))
      [best, count] = [form, n];
  }
  return best;
}

/** Without fences, links' addresses and the placeholder of a shared picture, whose description stands in many chats. */
const withoutMarks = (text: string): string =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(text.includes("@") ? /(?:https?:\/\/|www\.)\S+|\S{1,64}@[\w-]+\.\S+/g : /(?:https?:\/\/|www\.)\S+/g, " ")
    .replace(/\[shared image: (?:a |an )?(?:photo|picture|image|photography) of /gi, ". ")
    .replace(/[\u2019]/g, "'")
    .replace(/n't\b|'(?:s|re|ve|ll|d|m)\b/gi, " ");
