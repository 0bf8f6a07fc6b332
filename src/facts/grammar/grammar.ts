import type { Frame, Language, Refusal } from "../languages/language.ts";
import type { Lexicon } from "./match-pattern.ts";
import { misspellings } from "./misspellings.ts";
import { Numerals } from "./numerals.ts";
import { compilePattern, type Pattern } from "./pattern.ts";
import { literalWords, neededWords, openingWords } from "./pattern-words.ts";
import { phraseTable, type PhraseTable } from "./phrase-table.ts";

/** A language, compiled. */
export interface Grammar {
  readonly language: Language;
  readonly lexicon: Lexicon;
  readonly refusals: Readonly<Record<Refusal, PhraseTable>>;
  /** `needs`: sets of words of each of which a clause must hold one. Equal sets are one object. */
  readonly frames: readonly { readonly frame: Frame; readonly pattern: Pattern; readonly needs: readonly ReadonlySet<string>[] }[];
  readonly starters: readonly Pattern[];
  /** Forms of clauses that begin with a name. */
  readonly subjects: readonly Pattern[];
  readonly commands: readonly Pattern[];
  readonly sequels: readonly { readonly word: string; readonly pattern: Pattern }[];
  /** Words with which a starter can begin; null when that may be any. */
  readonly starterWords: ReadonlySet<string> | null;
  /** Misspelt words of the tables, with the word that is meant. */
  readonly spellings: ReadonlyMap<string, string>;
  /** All words of the tables. */
  readonly vocabulary: ReadonlySet<string>;
  readonly continued: readonly Pattern[];
  readonly breaks: readonly Pattern[];
  readonly predicates: readonly Pattern[];
  readonly heads: readonly Pattern[];
}

/**
 * Compiles a language's tables. Pure; some milliseconds, once.
 *
 * @throws Error when a form doesn't compile
 */
export function compileGrammar(language: Language): Grammar {
  const compile = (form: string): Pattern => compilePattern(form, language.macros);
  const tables = Object.fromEntries(Object.entries(language.words).map(([name, phrases]) => [name, phraseTable(phrases)]));
  const refusals = Object.fromEntries(Object.entries(language.refusals).map(([name, phrases]) => [name, phraseTable(phrases)]));
  const opening = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, new Set(table.keys())]));
  const starters = language.starters.map(compile);
  // Forms need the same few sets of words; one object for each, so that a clause is compared with it once.
  const sets = new Map<string, ReadonlySet<string>>();
  const shared = (set: ReadonlySet<string>): ReadonlySet<string> => {
    const words = [...set].sort().join("\n");
    const known = sets.get(words);
    if (known === undefined) sets.set(words, set);
    return known ?? set;
  };
  const frames = language.frames.map((frame) => {
    const pattern = compile(frame.form);
    return { frame, pattern, needs: neededWords(pattern, opening).map(shared) };
  });
  return {
    language,
    lexicon: { tables, numerals: new Numerals(language.numbers) },
    refusals: refusals as Record<Refusal, PhraseTable>,
    frames,
    starters,
    starterWords: openingWords({ kind: "choice", parts: starters }, opening),
    spellings: new Map([...(language.hurried ?? []).flatMap((word, _, all) => misspellings(word).filter((wrong) => !all.includes(wrong)).map((wrong): [string, string] => [wrong, word])), ...Object.entries(language.misspelt ?? {})]),
    vocabulary: new Set([...Object.values(tables).flatMap((table) => [...table.values()].flat(2)), ...frames.flatMap(({ pattern }) => literalWords(pattern)), ...numberWords(language)]),
    commands: (language.commands ?? []).map(compile),
    sequels: (language.sequels ?? []).map(([word, form]) => ({ word, pattern: compile(form) })),
    subjects: (language.subjects ?? []).map(compile),
    continued: language.continued.map(compile),
    breaks: language.breaks.map(compile),
    heads: (language.heads ?? []).map(compile),
    predicates: (language.predicates ?? []).map(compile),
  };
}

function numberWords({ numbers }: Language): readonly string[] {
  return [numbers.cardinals, numbers.tens, numbers.ordinals, numbers.positions].flatMap(Object.keys).concat(numbers.labels, numbers.plurals).flatMap((phrase) => phrase.split(" "));
}
