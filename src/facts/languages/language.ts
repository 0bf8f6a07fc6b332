/** What a frame is about; `grammar/build-intent.ts` makes an intent of it. */
export type Meaning =
  | "assign" | "member" | "mention" | "add" | "place" | "make" | "move" | "transfer" | "swap" | "replace" | "remove" | "clear" | "undo"
  | "pick" | "list" | "listAll" | "count" | "rankOf" | "beside" | "check" | "provenance";

/**
 * A form of statement, command or question.
 *
 * `form` is a sequence of: a word or sign; `<category>` (a phrase of that table); a slot in capitals (`TOPIC`, `VALUES`,
 * `VALUE`, `REF`, `OTHER`, `PHRASE`: any words; `MARKED`: values that begin with a list's first marker; `RANK`, `RANKS`, `NUMBER`: as `numbers` gives them); `=flag` (says how it
 * was matched); `{MACRO}`; `( … | … )` alternatives. `?` after an element: may be absent; `*`: any number of times.
 * A form covers its whole clause.
 */
export interface Frame {
  readonly means: Meaning;
  readonly form: string;
  /** Sentences of this form. They are tests, and the documentation. An example may need context: see `given`. */
  readonly examples: readonly string[];
  /** A statement that an example needs before it. */
  readonly given?: string;
}

/** A place in a list, from the front or from the back. */
export type Position = { readonly from: "top"; readonly rank: number } | { readonly from: "end"; readonly back: number };

/** Numbers as words and numerals. */
export interface Numbers {
  readonly cardinals: Readonly<Record<string, number>>;
  readonly ordinals: Readonly<Record<string, number>>;
  /** Cardinals that a smaller ordinal or cardinal may follow: "twenty first". */
  readonly tens: Readonly<Record<string, number>>;
  /** Units that a smaller number goes on with: "two hundred and first"; `one`: words for a single one, `and`: what joins. */
  readonly hundreds: { readonly units: Readonly<Record<string, number>>; readonly one: readonly string[]; readonly and: readonly string[] };
  /** A numeral as an ordinal, the digits in group 1. Matched against the whole folded word. */
  readonly numeral: RegExp;
  /** Words that name a rank when a number follows: "number two", "no. 2". */
  readonly labels: readonly string[];
  /** The same before several numbers: "numbers 2 and 4". */
  readonly plurals: readonly string[];
  /** Phrases that name a position as they stand. */
  readonly positions: Readonly<Record<string, Position>>;
  /** Words that open a slice: "top three", "last two". */
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** Words that stand for an item though they are numbers: "the last one". */
  readonly units: readonly string[];
  /** Words between the ends of a span: "2 to 4". */
  readonly through: readonly string[];
}

/** How nouns change with number. Only what a topic's equality needs. */
export interface Inflection {
  /** Plural → singular, for words that no rule covers. */
  readonly irregular: Readonly<Record<string, string>>;
  /** Words that are the same in both numbers; the verb tells which. */
  readonly invariant: readonly string[];
  /** Singulars that end like a plural. */
  readonly singulars: readonly string[];
  /** Plural ending → singular ending, the first that fits. `except` gives, for listed words, another ending. */
  readonly rules: readonly InflectionRule[];
  /** Singular ending → plural ending, the first that fits; for display. */
  readonly plurals: readonly (readonly [singular: string, plural: string])[];
  /** Spellings of one word. */
  readonly variants: Readonly<Record<string, string>>;
  /** Topics that are the same. */
  readonly synonyms: Readonly<Record<string, string>>;
  /** Words that end a noun's head: "kinds | of pasta". */
  readonly links: readonly string[];
  /** Whether every word of the head changes with number ("quesos españoles"), or the last one only. */
  readonly agreement: boolean;
}

export interface InflectionRule {
  readonly plural: string;
  readonly singular: string;
  /** Plurals (or, after "*", ends of plurals) for which the singular ending is another. */
  readonly except?: readonly (readonly [singular: string, ends: readonly string[]])[];
}

/** Reasons for not taking a sentence as a fact, with the words that show them. */
export type Refusal = "hedged" | "negated" | "conditional" | "reported" | "past_taste" | "task_input" | "other_person" | "undecided" | "question";

/** A language: tables only. Adding one is adding one file. */
export interface Language {
  readonly name: string;
  /** Tables of phrases by category. Those named in `RequiredCategory` are read by the grammar itself. */
  readonly words: Readonly<Record<RequiredCategory, readonly string[]>> & Readonly<Record<string, readonly string[]>>;
  /** Words of the tables whose usual slips of the hand (`grammar/misspellings.ts`) are words of nothing else. */
  readonly hurried?: readonly string[];
  /** Other misspellings, with the word that is meant. */
  readonly misspelt?: Readonly<Record<string, string>>;
  readonly macros: Readonly<Record<string, string>>;
  readonly refusals: Readonly<Record<Refusal, readonly string[]>>;
  readonly numbers: Numbers;
  readonly inflection: Inflection;
  /** Forms with which a new clause begins after a comma or a conjunction. */
  readonly starters: readonly string[];
  /** The same for clauses that begin with a name (`NAME`: up to four words), which may have a capital. */
  readonly subjects?: readonly string[];
  /** Forms of commands: after one, another begins at a comma or conjunction. */
  readonly commands?: readonly string[];
  /** Forms that name a list, and with a colon what a command after it is about. */
  readonly heads?: readonly string[];
  /** Forms that go on with a command whose clause held the word: "move X to #1 | and Y to #3". */
  readonly sequels?: readonly (readonly [word: string, form: string])[];
  /** Forms that go on with what a topic began ("As for teas, | my favorites are …"), so that no clause begins with them. */
  readonly continued: readonly string[];
  /** Forms at which a clause ends, with or without a comma. */
  readonly breaks: readonly string[];
  /** Forms that say how, where or how far something is, in small letters; no value. */
  readonly predicates?: readonly string[];
  readonly frames: readonly Frame[];
}

/** Categories that the grammar itself reads. */
export type RequiredCategory =
  | "preferred" // weaker words of the same kind, which make no question by themselves
  | "favorite" // the words that make a favourite frame
  | "lead" // what may stand before a form without changing it
  | "polite" // a lead that makes a question a request
  | "correct" // a lead that says that a new fact replaces an old one
  | "tail" // what may stand after a form without changing it
  | "correctTail" // a tail that says so
  | "and" // joins items of a list
  | "then" // joins items in order
  | "clauseAnd" // may join clauses
  | "clauseLead" // may stand between such a joint and the clause
  | "my" // the possessive that opens a frame
  | "be" // the copula
  | "about" // names a topic before a form that goes on with it
  | "those" // points at a list above
  | "show" // asks for something to be shown
  | "least" // turns a favourite around
  | "article" // stands before a value without being part of it
  | "state" // begins a predicate that is no value: "closed on Mondays"
  | "pronoun" // stands for something; no value
  | "notTopic" // never inside a topic
  | "notTaste" // heads of "my top …", "my #1 …" that are no favourites
  | "abbreviation"; // a full stop after it ends no sentence
