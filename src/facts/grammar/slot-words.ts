import { cleanValue } from "./clean-value.ts";
import type { Grammar } from "./grammar.ts";
import type { Captures, TokenRange } from "./match-pattern.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import type { Source } from "./source.ts";

/** The words that the slots of a form took in, and how they begin. */
export class SlotWords {
  readonly captures: Captures;
  readonly source: Source;
  readonly grammar: Grammar;

  constructor(captures: Captures, source: Source, grammar: Grammar) {
    this.captures = captures;
    this.source = source;
    this.grammar = grammar;
  }

  has(slot: string): boolean {
    return this.captures.ranges[slot] !== undefined;
  }

  get least(): string {
    return this.captures.flags.includes("least") ? "least favorite" : "";
  }

  words(slot: string): readonly string[] {
    const range = this.captures.ranges[slot];
    return range === undefined ? [] : this.source.tokens.slice(range.start, range.end).map((token) => token.text);
  }

  text(slot: string): string | null {
    const range = this.captures.ranges[slot];
    return range === undefined ? null : this.clean(range);
  }

  /** The text of a slot that is the subject of its clause; null when it is no name but a clause: "I want tea instead of …". */
  subject(slot: string): string | null {
    const range = this.captures.ranges[slot];
    if (range === undefined || this.pointsAtRank(slot)) return null;
    const { tokens } = this.source;
    const [first, before] = [tokens[range.start], tokens[range.start - 1]];
    // "I want to live in Rome instead of …"
    if (!this.has("TOPIC") && this.words(slot).length > 1 && this.table("infinitive").has(first?.text ?? "")) return null;
    // "replace Dune with This Is Water": behind a word a capital makes a name of it.
    const named = first?.capital === true && before?.kind === "word";
    const clausal = !named && phraseEnds(this.table("pronoun"), tokens, range.start, range.end).some((end) => end < range.end);
    return clausal ? null : this.text(slot);
  }

  /** "my third", "my #2 tea": what stands at a place, and no name of something new. */
  pointsAtRank(slot: string): boolean {
    const range = this.captures.ranges[slot];
    if (range === undefined || this.source.tokens[range.start]?.capital !== false) return false;
    const after = phraseEnds(this.table("my"), this.source.tokens, range.start, range.end)[0];
    return after !== undefined && this.grammar.lexicon.numerals.rank(this.source.tokens, after, range.end).length > 0;
  }

  /** Whether a slot begins with a word of a table, in small letters. */
  beginsWith(slot: string, table: string): boolean {
    const range = this.captures.ranges[slot];
    const first = range === undefined ? undefined : this.source.tokens[range.start];
    return first?.kind === "word" && !first.capital && this.table(table).has(first.text);
  }

  /** "Add a note at the top": no name begins with a small article, unless it is one. */
  beginsWithArticle(slot: string): boolean {
    const range = this.captures.ranges[slot];
    const first = range === undefined ? undefined : this.source.tokens[range.start];
    return first !== undefined && !first.capital && (this.table("article").has(first.text) || this.table("my").has(first.text) || this.table("pronoun").has(first.text));
  }

  /** "The new one should be first": what an article or pronoun opens, with a capital or without, may be no name. */
  describes(slot: string): boolean {
    const first = this.words(slot)[0] ?? "";
    return ["article", "my", "pronoun"].some((table) => this.table(table).has(first));
  }

  isPronoun(slot: string): boolean {
    const words = this.words(slot);
    return words.length === 1 && this.grammar.lexicon.tables["pronoun"]?.has(words[0] as string) === true;
  }

  /** Whether what follows a slot stands on a line of its own. */
  endsLine(slot: string): boolean {
    const last = this.source.tokens[(this.captures.ranges[slot]?.end ?? 0) - 1];
    return last?.kind === "line" || last?.kind === "blank";
  }

  /** Where a slot goes on after its article or possessive. */
  afterArticle(range: TokenRange): number {
    const { tokens } = this.source;
    return phraseEnds(this.table("article"), tokens, range.start, range.end)[0] ?? phraseEnds(this.table("my"), tokens, range.start, range.end)[0] ?? range.start;
  }

  /** The spelling of a value. */
  clean(range: TokenRange): string | null {
    return cleanValue(this.source.text, this.source.tokens, range, this.table("article"), this.table("abbreviation"));
  }

  /** A table of the language; an empty one where it has none of that name. */
  table(name: string): PhraseTable {
    return this.grammar.lexicon.tables[name] ?? new Map();
  }
}
