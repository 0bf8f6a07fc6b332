import type { Frame, Language, Refusal } from "../languages/language.ts";
import type { Lexicon } from "./match-pattern.ts";
import { Numerals } from "./numerals.ts";
import { compilePattern, type Pattern } from "./pattern.ts";
import { neededWords, openingWords } from "./pattern-words.ts";
import { phraseTable, type PhraseTable } from "./phrase-table.ts";

/** A language, compiled. */
export interface Grammar {
  readonly language: Language;
  readonly lexicon: Lexicon;
  readonly refusals: Readonly<Record<Refusal, PhraseTable>>;
  /** `needs`: sets of words of each of which a clause must hold one. */
  readonly frames: readonly { readonly frame: Frame; readonly pattern: Pattern; readonly needs: readonly ReadonlySet<string>[] }[];
  readonly starters: readonly Pattern[];
  /** Words with which a starter can begin; null when that may be any. */
  readonly starterWords: ReadonlySet<string> | null;
  readonly continued: readonly Pattern[];
  readonly breaks: readonly Pattern[];
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
  return {
    language,
    lexicon: { tables, numerals: new Numerals(language.numbers) },
    refusals: refusals as Record<Refusal, PhraseTable>,
    frames: language.frames.map((frame) => {
      const pattern = compile(frame.form);
      return { frame, pattern, needs: neededWords(pattern, opening) };
    }),
    starters,
    starterWords: openingWords({ kind: "choice", parts: starters }, opening),
    continued: language.continued.map(compile),
    breaks: language.breaks.map(compile),
  };
}
