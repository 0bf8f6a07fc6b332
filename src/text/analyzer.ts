import { keeping } from "../caches/bounded-cache.ts";
import { CharacterClass, characterClass, isStopWord, runEnd, fold } from "./words.ts";
import { pieces } from "./identifier-pieces.ts";
import { stem } from "./stem.ts";

/** A term and the place in the text that it was made from. */
export interface TermSpan {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A text and where its terms go; places only when somebody asks for them. */
interface Sink {
  readonly text: string;
  readonly terms: string[];
  readonly places: number[] | null;
  readonly termOf: (word: string) => string;
  /** Beginnings of the plain words that matter (`beginnings`); null: all do. */
  readonly wanted: Uint8Array | null;
}

/** Words remembered with their terms; at some 100 bytes each this is about 6 MB. The memo starts anew when full. */
const MEMO_WORDS = 65_536;
/** Maximum length of a memoised word; longer ones seldom recur. */
const MEMO_LENGTH = 24;
/** Runs of a text remembered with their terms, and the longest of them; some 4 MB. */
const MEMO_RUNS = 32_768;
const MEMO_RUN_LENGTH = 32;
/**
 * What stands between separators that end every word and identifier, from its first letter to its last with the signs around it: so its
 * terms depend on nothing else. Beyond ASCII nothing is a separator here.
 */
const RUN =
  /(?:(?<![-_./\\@:0-9A-Za-z\u0080-\uffff])--)?[0-9A-Za-z\u0080-\uffff](?:[-_./\\@:0-9A-Za-z\u0080-\uffff]*[0-9A-Za-z\u0080-\uffff])?(?:(?:\+\+|#)(?![+#]))?/g;
/** Longest term in characters: a longer word is cut there, a longer identifier is found by its parts only. */
const LONGEST_TERM = 128;

/** ASCII: 0 separator, 1 small letter, 2 capital, 3 separator that may join an identifier, 4 digit. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 0x30 && code <= 0x39) return 4;
  if (code >= 0x61 && code <= 0x7a) return 1;
  if (code >= 0x41 && code <= 0x5a) return 2;
  return "_-./\\@:".includes(String.fromCharCode(code)) ? 3 : 0;
});
const DASH = 0x2d;
const PLUS = 0x2b;
const HASH = 0x23;
const isAsciiLetter = (code: number): boolean => ASCII[code] === 1 || ASCII[code] === 2 || ASCII[code] === 4;

/**
 * Makes an analyzer, with a bounded memo of words of its own. The rule:
 *
 * 1. A **word** is a run of letters, digits and marks. Its term is `stem(fold(word))`, as FTS5's `porter unicode61` has it.
 * 2. A word with **capitals inside** gives its term, then the terms of its parts of two letters or more:
 *    `getUserName` → getusernam get user name; `HTTPServer` → httpserver http server. `APIs`, `NASA` stay whole. So does one of
 *    **letters beside figures**, whose figures count alone: `OAuth2Client` → oauth2client oauth auth 2 client; `30am` → 30am 30 am.
 *    A **code** (see `codeBeginning`) gives its term, then its beginning with a star, by which a shortened one is found:
 *    `2d9a163c` → 2d9a163c 2d9a16*.
 * 3. An **identifier** is words joined, without spaces, by `_`, `-`, `.`, `/`, `\`, `@` or `::`. It gives itself whole, folded and
 *    not stemmed, then its pieces by the same rule: first cut at slashes, each piece at `.`, `@`, `::`, each of those at `_`
 *    and `-`: `src/user_store.ts` → src/user_store.ts src user_store.ts user_store user store ts. Two words of letters with one
 *    hyphen (`well-known`) are prose and give their parts only; `max-chunk-size` and `covid-19` are identifiers.
 * 4. A **letter with signs**, `++` or `#`, gives the letter, then itself: `C++` → c c++; `F#` → f f#.
 * 5. A **flag**, two hyphens and a word or identifier that begins with a letter of ASCII, gives the terms of that, then itself, folded:
 *    `--all` → all --all.
 * 6. **Unspaced scripts** (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese, Yi) give overlapping pairs of letters, a letter
 *    with its marks counting as one, and so does a syllable written in letters of Hangul; a letter alone gives itself.
 * 7. An **emoji** gives itself, without the colour of its skin.
 *
 * A whole stands before its parts, so the terms of a phrase are contiguous in every text that holds the phrase between spaces.
 */
export function createAnalyzer() {
  const memo = new Map<string, string>();

  const termOf = (word: string): string => {
    if (word.length > MEMO_LENGTH) return detached(stem(fold(word.slice(0, LONGEST_TERM).toWellFormed())));
    const known = memo.get(word);
    if (known !== undefined) return known;
    if (memo.size >= MEMO_WORDS) memo.clear();
    const term = detached(stem(fold(word)));
    memo.set(detached(word), term);
    return term;
  };

  const runs = new Map<string, string | readonly string[]>();

  /** The terms of a run; one alone is itself, without a list around it. */
  const runTerms = (run: string): string | readonly string[] => {
    const known = runs.get(run);
    if (known !== undefined) return known;
    const terms: string[] = [];
    cut({ text: run, terms, places: null, termOf, wanted: null });
    const found = terms.length === 1 ? (terms[0] as string) : terms;
    if (run.length <= MEMO_RUN_LENGTH) {
      if (runs.size >= MEMO_RUNS) runs.clear();
      runs.set(detached(run), found);
    }
    return found;
  };

  const cut = (sink: Sink): void => {
    const { text, terms, places, wanted } = sink;
    const length = text.length;
    let i = 0;
    while (i < length) {
      const code = text.charCodeAt(i);
      if (code < 128) {
        if (!isAsciiLetter(code)) {
          i++;
          continue;
        }
        const start = i;
        // Most words are ASCII, without capitals inside and figures, and end at a space or a comma: those never leave this loop.
        let plain = true;
        let figures = ASCII[code] === 4 ? 1 : 0;
        while (++i < length) {
          const next = text.charCodeAt(i);
          const kind = next > 127 ? 3 : (ASCII[next] as number);
          if (kind === 1) continue;
          if (kind === 4) {
            figures++;
            continue;
          }
          if (kind !== 2) {
            if (kind === 3 && (next > 127 || joins(text, i) > 0)) plain = false;
            break;
          }
          plain = false;
        }
        if (!plain || (figures > 0 && (figures < i - start || figures >= HEXADECIMAL))) i = compound(sink, start);
        else if (wanted === null || i - start === 1 || wanted[pairOf(code, text.charCodeAt(start + 1))] === 1) {
          terms.push(termOf(text.slice(start, i)));
          if (places !== null) places.push(start, i);
        }
        if (start > 1 && text.charCodeAt(start - 1) === DASH) flag(sink, start, i);
        i = signed(text, i, sink);
        continue;
      }
      const codePoint = text.codePointAt(i) as number;
      const kind = characterClass(codePoint);
      if (kind === CharacterClass.letter) i = signed(text, compound(sink, i), sink);
      else if (kind === CharacterClass.unspaced) {
        const end = runEnd(text, i, kind);
        pairs(sink, i, end);
        i = end;
      } else {
        const end = i + (codePoint > 0xffff ? 2 : 1);
        if (kind === CharacterClass.emoji) {
          terms.push(text.slice(i, end));
          if (places !== null) places.push(i, end);
        }
        i = end;
      }
    }
  };

  const spans = (text: string, wanted: ReadonlySet<string>, begin: Uint8Array): TermSpan[] => {
    const places: number[] = [];
    const terms: string[] = [];
    cut({ text, terms, places, termOf, wanted: begin });
    const found: TermSpan[] = [];
    terms.forEach((term, i) => {
      if (wanted.has(term)) found.push({ term, start: places[2 * i] as number, end: places[2 * i + 1] as number });
    });
    return found;
  };

  const termsOf = (text: string): string[] => {
    const terms: string[] = [];
    // Most runs are words that were met before. Finding them is left to the regular expression, which is fast from its first use on.
    const found = text.match(RUN) ?? [];
    for (let i = 0; i < found.length; i++) {
      const made = runTerms(found[i] as string);
      if (typeof made === "string") terms.push(made);
      else for (const term of made) terms.push(term);
    }
    return terms;
  };

  return {
    terms: termsOf,
    /** The term of a word that gives one alone; null for what gives none or several. */
    only: (word: string): string | null => {
      const known = runs.get(word);
      if (known !== undefined) return typeof known === "string" ? known : null;
      const [term, second] = termsOf(word);
      return term === undefined || second !== undefined ? null : term;
    },
    /** Gives the terms that are wanted with their places; the fewer, the less work. */
    finder: (wanted: ReadonlySet<string>): ((text: string) => TermSpan[]) => {
      const begin = beginnings(wanted);
      return (text) => (wanted.size === 0 ? [] : spans(text, wanted, begin));
    },
  };
}

/** A number for two letters of ASCII in any case. Of the second, ten letters stand for two each, y for i among them. */
const pairOf = (first: number, second: number): number => (((first | 32) & 127) << 7) | (second & 0x6f) | 32;

/** The first two letters that a word of some term may have: stems keep them, but for y, which becomes i, and where one letter is left. */
function beginnings(terms: Iterable<string>): Uint8Array {
  const pairs = new Uint8Array(1 << 14);
  for (const term of terms) {
    const at = pairOf(term.charCodeAt(0), term.charCodeAt(1));
    if (term.length === 1) pairs.fill(1, at & ~127, (at & ~127) + 128);
    else pairs[at] = 1;
  }
  return pairs;
}

/** A copy that shares no memory with the text it was cut from: a slice of 13 characters or more would keep the whole text alive. */
function detached(word: string): string {
  if (word.length < 13) return word;
  const codes: number[] = [];
  for (let i = 0; i < word.length; i++) codes.push(word.charCodeAt(i));
  return String.fromCharCode(...codes);
}

const JOINER = /_+|[-./@\\]|::/y;

/** Length of the joiner at `i` when a letter follows it, else 0. */
function joins(text: string, i: number): number {
  JOINER.lastIndex = i;
  if (!JOINER.test(text)) return 0;
  const end = JOINER.lastIndex;
  return characterClass(text.codePointAt(end) ?? 0) === CharacterClass.letter ? end - i : 0;
}

/** Emits the word or identifier that starts at `start`; answers where it ends. */
function compound(sink: Sink, start: number): number {
  const { text } = sink;
  let end = runEnd(text, start, CharacterClass.letter);
  for (let joiner = joins(text, end); joiner > 0; joiner = joins(text, end))
    end = runEnd(text, end + joiner, CharacterClass.letter);
  pieces(text, { start, end }, (from, to, whole) => {
    if (whole && to - from > LONGEST_TERM) return;
    const word = text.slice(from, to);
    sink.terms.push(whole ? detached(fold(word)) : sink.termOf(word));
    sink.places?.push(from, to);
    const beginning = whole ? null : codeBeginning(word);
    if (beginning === null) return;
    sink.terms.push(beginning);
    sink.places?.push(from, to);
  });
  return end;
}

/** Letters of a hexadecimal code's beginning: as many as people shorten one to, at the least. */
const HEXADECIMAL = 6;
/** Letters of another code's beginning. */
const CODE = 8;

/**
 * The beginning of a code, by which it is found when only that was noted: of a hash, a UUID's part or another word of hexadecimal digits with
 * a figure, or of eight letters and figures, four of them figures, or more. Null for any other word.
 */
function codeBeginning(word: string): string | null {
  if (word.length < HEXADECIMAL || !/[0-9]/.test(word)) return null;
  if (/^[0-9a-f]+$/i.test(word)) return `${word.slice(0, HEXADECIMAL).toLowerCase()}*`;
  const isCode = word.length >= CODE && /^[0-9a-z]+$/i.test(word) && /(?:[0-9][^0-9]*){4}/.test(word);
  return isCode ? `${word.slice(0, CODE).toLowerCase()}*` : null;
}

/** Emits the word or identifier from `start` to `end` together with the two hyphens before it, where nothing that joins words stands before those. */
function flag({ text, terms, places }: Sink, start: number, end: number): void {
  if (text.charCodeAt(start - 2) !== DASH || end - start > LONGEST_TERM || ASCII[text.charCodeAt(start)] === 4) return;
  const before = start < 3 ? 0 : text.charCodeAt(start - 3);
  if (before > 127 || ASCII[before] !== 0) return;
  terms.push(detached(fold(text.slice(start - 2, end))));
  places?.push(start - 2, end);
}

/** A letter with signs behind it, which no further one follows. */
const SIGNED = /[a-z](?:\+\+|#)(?![+#])/iy;

/** Emits the letter that ends at `end` together with the signs behind it, where it stands alone and has some; answers where they end. */
function signed(text: string, end: number, sink: Sink): number {
  const sign = text.charCodeAt(end);
  if (sign !== HASH && sign !== PLUS) return end;
  SIGNED.lastIndex = end - 1;
  const before = end < 2 ? CharacterClass.separator : characterClass(text.charCodeAt(end - 2));
  if (before === CharacterClass.letter || before === CharacterClass.mark || !SIGNED.test(text)) return end;
  sink.terms.push(text.slice(end - 1, SIGNED.lastIndex).toLowerCase());
  sink.places?.push(end - 1, SIGNED.lastIndex);
  return SIGNED.lastIndex;
}

/** A letter of Hangul, of which decomposed texts write up to three for a syllable, or any other character. */
const SYLLABLE = /[\u1100-\u115f](?:[\u1160-\u11a7][\u11a8-\u11ff]?)?|./suy;

/** Emits overlapping pairs of letters of an unspaced script. */
function pairs({ text, terms, places }: Sink, start: number, end: number): void {
  let before = -1;
  for (let from = start; from < end; from = SYLLABLE.lastIndex) {
    let to = from;
    do {
      SYLLABLE.lastIndex = to;
      SYLLABLE.test(text);
      to = SYLLABLE.lastIndex;
    } while (to < end && characterClass(text.codePointAt(to) as number) === CharacterClass.mark);
    const alone = from === start && to === end;
    if (before >= 0 || alone) {
      const first = alone ? from : before;
      terms.push(fold(text.slice(first, to)));
      places?.push(first, to);
    }
    before = from;
  }
}

const analyzer = createAnalyzer();

/**
 * The terms under which a text is found, in order; the same for documents and questions. See `createAnalyzer` for the rule.
 * @example indexTerms("Running getUserName") // ["run", "getusernam", "get", "user", "name"]
 * Cost: linear; 15 MB/s of English or more on one core.
 */
export const indexTerms: (text: string) => string[] = analyzer.terms;

/** The terms of a text that tell something: without stop words. @example tellingTerms("When does it run?") // ["run"] */
export const tellingTerms = (text: string): readonly string[] => indexTerms(text).filter((term) => !isStopWord(term));

/**
 * The term of a word that gives one alone; null for what gives none or several. As `indexTerms` has it, without a list around it.
 * @example onlyTerm("teas") // "tea"; onlyTerm("getUserName") // null
 */
export const onlyTerm: (word: string) => string | null = analyzer.only;

/**
 * Gives those terms of a text that are in `wanted`, which must not change, with their places: `text.slice(start,
 * end)` is what each was made from. For phrases and snippets.
 */
export const termFinder: (wanted: ReadonlySet<string>) => (text: string) => TermSpan[] = analyzer.finder;

/** A `termFinder` that keeps what it found: for the few texts that are looked at several times in one search. */
export const keptTermFinder = (wanted: ReadonlySet<string>): ((text: string) => readonly TermSpan[]) =>
  keeping<string, readonly TermSpan[]>(termFinder(wanted));
