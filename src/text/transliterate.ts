/**
 * Writes a folded text in Latin letters where a small table can: Cyrillic (as in passports, ICAO 9303, ь and ъ dropped), Greek (ISO 843 type 2,
 * without digraphs), Hebrew and Arabic (consonants), Georgian (national), Armenian, kana (Hepburn), Hangul (Revised Romanization, syllable by
 * syllable). Other scripts, Chinese characters first, stay as they are: a reading needs a dictionary.
 *
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
