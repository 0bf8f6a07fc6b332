/** Bytes of UTF-8 above which FTS5's `porter` leaves a word alone. */
const LONGEST = 64;

/**
 * The stem of a folded word by Porter's algorithm, exactly as FTS5's `porter` tokenizer has it (the differential test
 * compares word by word): "relational" is "relat". Words under 3 or over 64 bytes of UTF-8 come back as they are.
 *
 * Source: M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980); the conditions' letters below are his:
 * m counts vowel-consonant sequences, *v* is "holds a vowel", *o is "ends consonant-vowel-consonant, the last not w, x, y".
 * Cost: under a microsecond; no allocation but the result.
 * @param word lower case, see `fold`
 */
export const stem: (word: string) => string = createStemmer();

/** The scratch buffer lives in the closure: calls never overlap, as nothing in here waits. */
function createStemmer(): (word: string) => string {
  const buffer = new Uint16Array(LONGEST + 1);
  return (word) => {
    const length = word.length;
    if (length < 2 || length > LONGEST || !LAST_LETTERS.has(word.charCodeAt(length - 1))) return word;
    let bytes = 0;
    for (let i = 0; i < length; i++) {
      const unit = word.charCodeAt(i);
      buffer[i] = unit;
      // A surrogate is half of four bytes.
      bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
    }
    if (bytes < 3 || bytes > LONGEST) return word;
    const stemmed = strip(buffer, length);
    for (let i = 0; i < stemmed; i++) {
      if (buffer[i] !== word.charCodeAt(i))
        return String.fromCharCode.apply(null, buffer.subarray(0, stemmed) as unknown as number[]);
    }
    return stemmed === length ? word : word.slice(0, stemmed);
  };
}

const code = (letter: string): number => letter.charCodeAt(0);
const [A, B, D, E, G, I, L, N, O] = [
  code("a"),
  code("b"),
  code("d"),
  code("e"),
  code("g"),
  code("i"),
  code("l"),
  code("n"),
  code("o"),
];
const [S, T, U, W, X, Y, Z] = [code("s"), code("t"), code("u"), code("w"), code("x"), code("y"), code("z")];

/** Last letters that some rule applies to; a word with another last letter is its own stem. */
const LAST_LETTERS: ReadonlySet<number> = new Set(Array.from("cdegilmnrstuy", code));

type Letters = Uint16Array;

function isVowel(letter: number, yIsVowel: boolean): boolean {
  return letter === A || letter === E || letter === I || letter === O || letter === U || (yIsVowel && letter === Y);
}

/** m of the first `length` letters, counted to 2 at most. */
function measure(letters: Letters, length: number): number {
  let m = 0;
  let consonant = false;
  let afterVowel = false;
  for (let i = 0; i < length; i++) {
    consonant = !isVowel(letters[i] as number, consonant);
    if (!consonant) afterVowel = true;
    else if (afterVowel) {
      if (++m === 2) return 2;
      afterVowel = false;
    }
  }
  return m;
}

/** *v* */
function containsVowel(letters: Letters, length: number): boolean {
  for (let i = 0; i < length; i++) if (isVowel(letters[i] as number, i > 0)) return true;
  return false;
}

/** *o */
function endsShort(letters: Letters, length: number): boolean {
  if (length < 3) return false;
  const last = letters[length - 1];
  if (last === W || last === X || last === Y) return false;
  let mask = 0;
  let consonant = false;
  for (let i = 0; i < length; i++) {
    consonant = !isVowel(letters[i] as number, consonant);
    mask = ((mask << 1) | (consonant ? 1 : 0)) & 7;
  }
  return mask === 5;
}

function endsWith(letters: Letters, length: number, suffix: readonly number[]): boolean {
  const start = length - suffix.length;
  if (start <= 0) return false;
  for (let i = 0; i < suffix.length; i++) if (letters[start + i] !== suffix[i]) return false;
  return true;
}

/** A suffix and what takes its place. The first rule that matches decides, even if its condition then fails. */
interface Rule {
  readonly suffix: readonly number[];
  readonly replacement: readonly number[];
}

interface Step {
  /** By their last letter but one. */
  readonly rules: ReadonlyMap<number, readonly Rule[]>;
  /** m of the stem, at least. */
  readonly least: number;
}

/** @param text "from>to" lists */
function step(least: number, text: string): Step {
  const byLetter = new Map<number, Rule[]>();
  for (const entry of text.split(" ")) {
    const [from, to] = entry.split(">") as [string, string];
    const key = from.charCodeAt(from.length - 2);
    byLetter.set(key, [
      ...(byLetter.get(key) ?? []),
      { suffix: Array.from(from, code), replacement: Array.from(to, code) },
    ]);
  }
  return { rules: byLetter, least };
}

const STEP_2 = step(
  1,
  "ational>ate tional>tion enci>ence anci>ance izer>ize logi>log bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ation>ate ator>ate " +
    "alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble",
);
const STEP_3 = step(1, "ical>ic ness> icate>ic iciti>ic ful> ative> alize>al");
const STEP_4 = step(
  2,
  "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>",
);

function apply(letters: Letters, length: number, { rules, least }: Step): number {
  if (length < 2) return length;
  const candidates = rules.get(letters[length - 2] as number);
  if (candidates === undefined) return length;
  for (let c = 0; c < candidates.length; c++) {
    const { suffix, replacement } = candidates[c] as Rule;
    if (!endsWith(letters, length, suffix)) continue;
    const rest = length - suffix.length;
    if (measure(letters, rest) < least) return length;
    // "ion" goes only after s or t.
    if (suffix.length === 3 && suffix[0] === I && suffix[1] === O && letters[rest - 1] !== S && letters[rest - 1] !== T)
      return length;
    for (let i = 0; i < replacement.length; i++) letters[rest + i] = replacement[i] as number;
    return rest + replacement.length;
  }
  return length;
}

function step1(letters: Letters, start: number): number {
  let length = start;
  if (letters[length - 1] === S) {
    if (letters[length - 2] === E) {
      const long =
        (length > 4 && letters[length - 4] === S && letters[length - 3] === S) ||
        (length > 3 && letters[length - 3] === I);
      length -= long ? 2 : 1;
    } else if (letters[length - 2] !== S) length -= 1;
  }
  const shortened = step1b(letters, length);
  length = shortened < 0 ? repair(letters, -shortened) : shortened;
  if (letters[length - 1] === Y && containsVowel(letters, length - 1)) letters[length - 1] = I;
  return length;
}

/** "eed", "ed", "ing". The new length, negative where "ed" or "ing" went. */
function step1b(letters: Letters, length: number): number {
  const last = letters[length - 1];
  const before = letters[length - 2];
  if (last === D && before === E) {
    if (length > 3 && letters[length - 3] === E) return measure(letters, length - 3) > 0 ? length - 1 : length;
    return length > 2 && containsVowel(letters, length - 2) ? -(length - 2) : length;
  }
  if (last === G && before === N && length > 3 && letters[length - 3] === I && containsVowel(letters, length - 3))
    return -(length - 3);
  return length;
}

/** What follows the loss of "ed" or "ing": "conflat" gets its e back, "hopp" loses a p, "fil" becomes "file". */
function repair(letters: Letters, length: number): number {
  const last = letters[length - 1] as number;
  const before = letters[length - 2];
  if (length > 2 && ((last === T && before === A) || (last === L && before === B) || (last === Z && before === I))) {
    letters[length] = E;
    return length + 1;
  }
  if (!isVowel(last, false) && last !== L && last !== S && last !== Z && last === before) return length - 1;
  if (measure(letters, length) === 1 && endsShort(letters, length)) {
    letters[length] = E;
    return length + 1;
  }
  return length;
}

function strip(letters: Letters, start: number): number {
  let length = step1(letters, start);
  length = apply(letters, length, STEP_2);
  length = apply(letters, length, STEP_3);
  length = apply(letters, length, STEP_4);
  if (letters[length - 1] === E) {
    const m = measure(letters, length - 1);
    if (m > 1 || (m === 1 && !endsShort(letters, length - 1))) length -= 1;
  }
  if (length > 1 && letters[length - 1] === L && letters[length - 2] === L && measure(letters, length - 1) > 1)
    length -= 1;
  return length;
}
