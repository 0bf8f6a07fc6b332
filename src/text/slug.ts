import { fold } from "./words.ts";

/** Longest slug in characters. */
const LONGEST = 60;

/**
 * A name for a wing or room: lower case, words joined by hyphens, transliterated to Latin letters as far as a table goes (see
 * `transliterate`; Chinese characters, katakana, Hebrew, Arabic and scripts without a table stay as they are), without dates, at most 60
 * characters, cut between words where there is one. Empty when nothing is left. Idempotent.
 * @example slug("Café notes, 7 May 2023") // "cafe-notes"
 */
export function slug(text: string): string {
  const words = (fold(text).replace(/['’`]/g, "").match(WORD) ?? []).map((word) =>
    KEPT_SCRIPT.test(word) ? word : fold(transliterate(word)),
  );
  // Signs alone, such as a hard sign, give no letter.
  return shorten(withoutDates(words.filter((word) => word !== "")).join("-"));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/**
 * A word with Chinese characters keeps its kana: half a reading is none. One in katakana keeps its script as well, and so do Hebrew and Arabic,
 * which write consonants alone: nobody reads them back.
 */
const KEPT_SCRIPT = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hebrew}\p{Script=Arabic}]/u;

const YEAR = /^(?:19|20)\d\d$/;
const MONTH_NUMBER = /^(?:0?[1-9]|1[0-2])$/;
const DAY = /^(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;
const COMPACT = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:t\d{4,6}z?)?$/;
const MONTH_NAME =
  /^(?:jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|september|oct|october|nov|november|dec|december)$/;

/** Orders in which dates are written. A month name alone or a year alone is a word like any other. */
const DATES: readonly (readonly RegExp[])[] = [
  [YEAR, MONTH_NUMBER, DAY],
  [DAY, MONTH_NUMBER, YEAR],
  [MONTH_NUMBER, DAY, YEAR],
  [MONTH_NAME, DAY, YEAR],
  [DAY, MONTH_NAME, YEAR],
  [YEAR, MONTH_NAME, DAY],
  [MONTH_NAME, YEAR],
  [YEAR, MONTH_NAME],
  [YEAR, /^(?:0[1-9]|1[0-2])$/],
  [MONTH_NAME, DAY],
  [DAY, MONTH_NAME],
  [COMPACT],
];

const FIGURE = /\d/;

/** Takes dates away until none is left: what a date stood between may be one too. */
function withoutDates(words: readonly string[]): readonly string[] {
  // Every order has figures in it, and few names do.
  if (!words.some((word) => FIGURE.test(word))) return words;
  const kept: string[] = [...words];
  for (let i = 0; i < kept.length;) {
    const date = DATES.find((order) => order.every((part, k) => part.test(kept[i + k] ?? "")));
    if (date === undefined) {
      i++;
      continue;
    }
    kept.splice(i, date.length);
    i = Math.max(0, i - 2);
  }
  return kept;
}

function shorten(whole: string): string {
  if (whole.length <= LONGEST) return whole;
  const head = whole.slice(0, LONGEST + 1);
  const cut = head.lastIndexOf("-");
  if (cut > 0) return head.slice(0, cut);
  // One long word: not through a pair of surrogates.
  return whole.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, "");
}

/**
 * Writes a folded text in Latin letters where a small table can: Cyrillic (as in passports, ICAO 9303, ь and ъ dropped), Greek (ISO 843 type 2,
 * without digraphs), Hebrew and Arabic (consonants), Georgian (national), Armenian, kana (Hepburn), Hangul (Revised Romanization, syllable by
 * syllable). Other scripts, Chinese characters first, stay as they are: a reading needs a dictionary.
 * @param folded see `fold`
 * @example transliterate("москва") // "moskva"
 */
export function transliterate(folded: string): string {
  if (/^[\u0000-\u024f]*$/.test(folded)) return folded;
  return Array.from(
    katakanaToHiragana(folded.normalize("NFC")).replace(KANA_PAIR, kanaPair).replace(KANA_DOUBLE, doubled),
    latin,
  ).join("");
}

function latin(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code >= 0xac00 && code <= 0xd7a3) return hangul(code - 0xac00);
  return LETTERS.get(character) ?? character;
}

/** Pairs "x>latin" for each letter, from two lists of equal length. */
function table(letters: string, spelt: string): [string, string][] {
  const values = spelt.split(" ");
  return Array.from(letters, (letter, i): [string, string] => [letter, values[i] === "-" ? "" : (values[i] as string)]);
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ...table(
    "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch - y - e iu ia",
  ),
  ...table("іїєґўђјљњћџѓќѕ", "i i ie g u dj j lj nj c dz g k dz"),
  ...table("αβγδεζηθικλμνξοπρστυφχψω", "a v g d e z i th i k l m n x o p r s t y f ch ps o"),
  ...table("אבגדהוזחטיכךלמםנןסעפףצץקרשת", "a b g d h v z h t y k k l m m n n s a p f ts ts q r sh t"),
  ...table(
    "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأإؤئپچژگکی",
    "a b t th j h kh d dh r z s sh s d t z a gh f q k l m n h w y a a - a a i w y p ch zh g k y",
  ),
  ...table(
    "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
    "a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h",
  ),
  ...table(
    "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ",
    "a b g d e z e y t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts w p k o f",
  ),
  ...table(
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんがぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽゔぁぃぅぇぉゃゅょゎゐゑーっ",
    "a i u e o ka ki ku ke ko sa shi su se so ta chi tsu te to na ni nu ne no ha hi fu he ho ma mi mu me " +
      "mo ya yu yo ra ri ru re ro wa o n ga gi gu ge go za ji zu ze zo da ji zu de do ba bi bu be bo pa pi " +
      "pu pe po vu a i u e o ya yu yo wa i e - -",
  ),
]);

function katakanaToHiragana(text: string): string {
  return text.replace(/[\u30a1-\u30f4]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
}

/** A syllable in i and a small ya, yu, yo: きゃ is kya, しゃ is sha. */
const KANA_PAIR = /([きしちにひみりぎじぢびぴ])([ゃゅょ])/g;

function kanaPair(_whole: string, first: string, second: string): string {
  const head = (LETTERS.get(first) as string).slice(0, -1);
  const tail = LETTERS.get(second) as string;
  return head + (/(?:sh|ch|j)$/.test(head) ? tail.slice(1) : tail);
}

/** A small tsu doubles the consonant behind it. */
const KANA_DOUBLE = /っ([a-zあ-ゔ])/g;

function doubled(_whole: string, next: string): string {
  const spelt = LETTERS.get(next) ?? next;
  return (spelt.startsWith("ch") ? "t" : /^[aiueon]/.test(spelt) ? "" : spelt.charAt(0)) + next;
}

const INITIALS = "g kk n d tt r m b pp s ss  j jj ch k t p h".split(" ");
const VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ");
const FINALS = " k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ");

function hangul(index: number): string {
  return (
    (INITIALS[Math.floor(index / 588)] as string) +
    (VOWELS[Math.floor((index % 588) / 28)] as string) +
    (FINALS[index % 28] as string)
  );
}
