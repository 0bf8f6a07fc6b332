import { MONTHS, WEEKDAYS } from "../../english/word-classes.ts";
import type { CognitiveHall } from "../../model/drawer.ts";
import type { Closet } from "../../operations/answers/palace.ts";
import { BASE_VERBS } from "../halls/lexicon.ts";
import { fold, isStopWord, words } from "../../text/words.ts";
import { sentences } from "../../text/sentences.ts";
import { stem } from "../../text/stem.ts";
import { ENGLISH } from "../rooms/plain-words.ts";
import type { RoomDrawer } from "../rooms/place-rooms.ts";
import { isRole } from "../wing.ts";
import { entityCodes } from "./aaak.ts";

/** A drawer as far as its closet depends on it. */
export interface ClosetDrawer extends Pick<RoomDrawer, "text" | "heading" | "speaker"> {
  /** At least eight hex digits. */
  readonly id: string;
  /** ISO 8601; null when unknown. */
  readonly date: string | null;
  readonly hall: CognitiveHall | null;
  readonly topicalHalls: readonly string[];
}

/** Capitalised words that name nobody: days, months, and words that English or chats write with a capital. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    `${WEEKDAYS.join(" ")} ${MONTHS.join(" ")} today yesterday tomorrow ok okay yes no hey hi hello thanks thank wow ` +
    "yeah yep lol omg am pm goodbye bye congrats true false null none undefined " +
    "note notes todo fixme warning tip see also figure table chapter section part appendix http https www com the english assistant user system"
  ).split(" "),
);

/** A run of capitalised words inside a sentence, of one line. */
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}.@/#_-])(?:(?:Dr|Mr|Mrs|Ms|Prof` +
    String.raw`|St)\. )?\p{Lu}[\p{L}\p{N}]*(?:[’'-]\p{L}+)*(?:[^\S\n]+(?:(?:of|de|van|von|der|la|le|di|da|du|del` +
    String.raw`|bin|al)[^\S\n]+)?\p{Lu}[\p{L}\p{N}]*(?:[’'-]\p{L}+)*)*`,
  "gu",
);

/**
 * Names in a passage, in order, as often as they stand there: runs of capitalised words that don't begin a sentence (there a capital says nothing),
 * and those that do when `known` holds them. At most four words; code, markup, headings and lists of links (where every word may have a capital),
 * titles that begin with a gerund or a word like "Your", and what is written in capitals are passed over.
 * @param known folded names that are names wherever they stand
 */
export function namesIn(text: string, known: ReadonlySet<string> = new Set()): readonly string[] {
  const prose = text.replace(
    /```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|<\/?[A-Za-z][^>]*>|https?:\/\/\S+|^#{1,6} .*$|^[ \t]*[-*+] \[[^\]\n]*\]\([^)\n]*\)[ \t]*$/gm,
    (code) => " ".repeat(code.length),
  );
  const found: string[] = [];
  for (const match of prose.matchAll(NAME)) {
    const whole = match[0].replace(/[’']s$/u, "");
    const parts = whole.split(/\s+/);
    const opening = opensSentence(prose, match.index);
    // "When Kai", "Yesterday Kai": what opens a sentence may be a common word before a name; "Monday" alone names nobody anywhere.
    while (
      parts.length > 0 &&
      (opening || parts.length === 1) &&
      isCommon(parts[0] as string, opening && parts.length > 1)
    )
      parts.shift();
    while (/^(?:I|.{2,})$/u.test(parts.at(-1) ?? "") && isStopWord(fold(parts.at(-1) as string))) parts.pop();
    if (parts.length === 0 || parts.length > 4 || isTitle(parts)) continue;
    const name = parts.join(" ");
    // "Listing 13-1", "Section 4": what is numbered is no name.
    if (parts.length === 1 && /^\s\d/u.test(prose.slice(match.index + match[0].length))) continue;
    const isLabel = parts.length === 1 || prose.slice(0, match.index).endsWith("**");
    if (opening && name === whole && isLabel && !known.has(fold(name))) continue;
    if (name.length > 1) found.push(name);
  }
  return found;
}

const ARTICLES: ReadonlySet<string> = new Set(["the", "a", "an"]);
const VERBS: ReadonlySet<string> = new Set(BASE_VERBS.map(stem));
/** Letters of an acronym that may name something, at most. */
const ACRONYM = 4;

/** Whether capitalised words are no name: words that an English title begins with, or capitals throughout, but for an acronym. */
function isTitle(parts: readonly string[]): boolean {
  const [first = ""] = parts;
  const folded = fold(first);
  if (parts.every((part) => /^\p{Lu}{2,}$/u.test(part))) return parts.length > 1 || first.length > ACRONYM;
  if (parts.length > 1 && isStopWord(folded) && !ARTICLES.has(folded)) return true;
  return folded.endsWith("ing") && VERBS.has(stem(folded));
}

function isCommon(word: string, opening: boolean): boolean {
  const folded = fold(word).replace(/['’].*$/u, "");
  return folded.length < 2 || isStopWord(folded) || NO_NAMES.has(folded) || (opening && ENGLISH.frequency(folded) > 0);
}

/** At the start, after a sentence's end, after a line end, or behind a list's or heading's mark. */
function opensSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at);
  return /(?:^|[.!?…:;"“”(\n|>*#-])[^\S\n"'“‘(*_\[-]*$/.test(before);
}

const MAX_NAMES = 6;
/** As in "AWS" and "GitHub", which no ordinary word has. */
const INNER_CAPITAL = /\p{L}\p{Lu}/u;

/** The names that a closet of these drawers would hold: to be gathered over a wing for `entityCodes`. Most frequent first. */
export function closetNames(drawers: readonly ClosetDrawer[]): readonly string[] {
  const speakers = [
    ...new Set(drawers.flatMap(({ speaker }) => (speaker === null || isRole(speaker) ? [] : [speaker]))),
  ];
  // What is a name inside one sentence is one where it opens another.
  const known = new Set([...speakers, ...drawers.flatMap(({ text }) => namesIn(text))].map(fold));
  const mentions = new Map<string, number>();
  for (const speaker of speakers) mentions.set(speaker, drawers.length);
  const small = new Map<string, number>();
  for (const { text } of drawers) {
    for (const name of namesIn(text, known)) mentions.set(name, (mentions.get(name) ?? 0) + 1);
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}{2,}/gu)) small.set(word, (small.get(word) ?? 0) + 1);
  }
  const isOrdinary = (word: string, count: number): boolean =>
    (small.get(word) ?? 0) >= count || isStopWord(word) || ENGLISH.frequency(word) > 0;
  return [...mentions]
    .filter(([name, count]) => {
      if (speakers.includes(name)) return true;
      // One mention of one word is as likely a capital for emphasis, and ordinary words are a title, a label or a button.
      if (count < 2 && !name.includes(" ")) return false;
      return name.split(" ").some((part) => INNER_CAPITAL.test(part) || !isOrdinary(part.toLowerCase(), count));
    })
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(([name]) => name);
}

/** What makes each closet of a wing different from the others: gathered from all of them, before any of them is built. */
export class WingLabels {
  #closets = 0;
  readonly #names = new Set<string>();
  /** Closets that hold a word, by its stem. */
  readonly #holding = new Map<string, number>();
  /** Closets that a sentence could stand on. */
  readonly #doors = new Map<string, number>();
  #codes: ReadonlyMap<string, string> | null = null;

  /** Takes in the drawers of a closet. Cost: linear in the text, about half a millisecond for twenty drawers. */
  add(drawers: readonly ClosetDrawer[]): void {
    this.#closets++;
    for (const name of closetNames(drawers)) this.#names.add(name);
    for (const own of wordCounts(drawers).keys()) this.#holding.set(own, (this.#holding.get(own) ?? 0) + 1);
    for (const one of new Set(keySentences(drawers).map(({ sentence }) => sentence)))
      this.#doors.set(one, (this.#doors.get(one) ?? 0) + 1);
  }

  get codes(): ReadonlyMap<string, string> {
    return (this.#codes ??= entityCodes(this.#names));
  }

  /** How much a word tells a closet from its neighbours, tf · log(1 + N / df). @param count of the word in the closet */
  weight(own: string, count: number): number {
    return count * Math.log(1 + this.#closets / (this.#holding.get(own) ?? 1));
  }

  /** Whether a sentence could stand on another door as well. */
  isShared(sentence: string): boolean {
    return (this.#doors.get(sentence) ?? 0) > 1;
  }
}

/** A word of a closet: as it was first written, and how often it is in its drawers. */
interface Counted {
  readonly word: string;
  count: number;
}

const LONGEST_WORD = 24;
/** One letter, or a number that counts something. */
const NO_WORD = /^(?:.|\d{1,3})$/u;

/** By stem; stop words, single letters and small numbers are none. A heading counts once more than what stands under it. */
function wordCounts(drawers: readonly ClosetDrawer[]): ReadonlyMap<string, Counted> {
  const counts = new Map<string, Counted>();
  for (const { text, heading, speaker } of drawers)
    for (const { text: word } of words(speaker === null ? `${heading}\n${text}` : text)) {
      const folded = fold(word);
      if (NO_WORD.test(folded) || word.length > LONGEST_WORD || isStopWord(folded)) continue;
      const own = stem(folded);
      const known = counts.get(own);
      if (known === undefined) counts.set(own, { word: word.toLowerCase(), count: 1 });
      else known.count++;
    }
  return counts;
}

/** The words that tell a closet from the others of its wing, best first, and what each weighs, by stem. */
export const tellingWords = (
  drawers: readonly ClosetDrawer[],
  labels: WingLabels,
): readonly { readonly stem: string; readonly word: string; readonly weight: number }[] =>
  [...wordCounts(drawers)]
    .map(([own, { word, count }]) => ({ stem: own, word, weight: labels.weight(own, count) }))
    .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1));

const SHORTEST = 20;
const LONGEST = 160;
const PER_DRAWER = 8;
const DRAWERS = 40;

type KeySentence = NonNullable<Closet["key"]>;

/**
 * The sentences that a closet could show: of 20–160 characters in prose, a link counted by its label, among the first eight of the first forty
 * drawers; no questions, list items, captions, markup, hints to look elsewhere, and nothing that begins with a small letter (the rest of a cut
 * sentence) or, but for what is said in chats, doesn't end as a sentence does (a heading).
 */
function keySentences(drawers: readonly ClosetDrawer[]): readonly KeySentence[] {
  return drawers.slice(0, DRAWERS).flatMap(({ text, speaker }, drawer) => {
    const prose = text.replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, (fence) => "\n".repeat(fence.length));
    return sentences(prose)
      .slice(0, PER_DRAWER)
      .flatMap((span): readonly KeySentence[] => {
        const sentence = text.slice(span.start, span.end).trim();
        const read = sentence.replace(LINK, "$1");
        const fits = read.length >= SHORTEST && sentence.length <= LONGEST && !NO_KEY.test(sentence);
        return fits && (speaker !== null || ENDED.test(sentence)) ? [{ drawer, sentence }] : [];
      });
  });
}

const NO_KEY =
  /\?["”')]*$|^[#|>]|^\s*[-*] |^\p{Ll}|\n|[<>{}]|\b(?:Listing|Figure|Table|Chapter|Section)\s\d|^(?:Note|Tip|Warning|See)\b/u;
const LINK = /\[([^\]]*)\]\([^)]*\)|https?:\/\/\S+/g;
const ENDED = /[.!…。！]["”’')\]*_]*$/u;

/**
 * The sentence that tells most of a closet and stands on no other door: the weights of the words that it holds, each once, by the root of its length.
 * Ties by the earlier. Null where there is none.
 */
export function keySentence(drawers: readonly ClosetDrawer[], labels: WingLabels): KeySentence | null {
  const weights = new Map(tellingWords(drawers, labels).map(({ stem: own, weight }) => [own, weight]));
  let best: (KeySentence & { readonly score: number }) | null = null;
  for (const one of keySentences(drawers)) {
    if (labels.isShared(one.sentence)) continue;
    const stems = new Set(words(one.sentence).map((word) => stem(fold(word.text))));
    const score = [...stems].reduce((sum, own) => sum + (weights.get(own) ?? 0), 0) / Math.sqrt(one.sentence.length);
    if (best === null || score > best.score) best = { ...one, score };
  }
  return best === null ? null : { drawer: best.drawer, sentence: best.sentence };
}
