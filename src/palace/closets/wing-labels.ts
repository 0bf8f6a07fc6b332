import { fold } from "../../text/fold.ts";
import { sentences } from "../../text/sentences.ts";
import { stem } from "../../text/stem.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { words } from "../../text/words.ts";
import { entityCodes } from "./aaak.ts";
import { type ClosetDrawer, closetNames } from "./closet-names.ts";

/** What makes each closet of a wing different from the others: gathered from all of them, before any of them is built. */
export class WingLabels {
  /** Closets of the wing. */
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

  /** Of all names, each its own. */
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
export function tellingWords(
  drawers: readonly ClosetDrawer[],
  labels: WingLabels,
): readonly { readonly stem: string; readonly word: string; readonly weight: number }[] {
  return [...wordCounts(drawers)]
    .map(([own, { word, count }]) => ({ stem: own, word, weight: labels.weight(own, count) }))
    .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1));
}

const SHORTEST = 20;
const LONGEST = 160;
const PER_DRAWER = 8;
const DRAWERS = 40;

/** A sentence of a drawer. */
interface KeySentence {
  /** Place of the drawer. */
  readonly drawer: number;
  /** Exact characters, without the white space around. */
  readonly sentence: string;
}

/**
 * The sentences that a closet could show: of 20–160 characters in prose, among the first eight of the first forty drawers; no questions, list items,
 * captions, markup, and nothing that begins with a small letter (the rest of a cut sentence).
 */
function keySentences(drawers: readonly ClosetDrawer[]): readonly KeySentence[] {
  return drawers.slice(0, DRAWERS).flatMap(({ text }, drawer) => {
    const prose = text.replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, (fence) => "\n".repeat(fence.length));
    return sentences(prose)
      .slice(0, PER_DRAWER)
      .flatMap((span): readonly KeySentence[] => {
        const sentence = text.slice(span.start, span.end).trim();
        const fits = sentence.length >= SHORTEST && sentence.length <= LONGEST && !NO_KEY.test(sentence);
        return fits ? [{ drawer, sentence }] : [];
      });
  });
}

const NO_KEY =
  /\?["”')]*$|^[#|>]|^\s*[-*] |^\p{Ll}|\n|[<>{}]|\b(?:Listing|Figure|Table|Chapter|Section) \d|^(?:Note|Tip|Warning)\b/u;

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
