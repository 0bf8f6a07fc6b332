import { fold } from "../../text/fold.ts";
import { sentences } from "../../text/sentences.ts";
import { stem } from "../../text/stem.ts";
import { words } from "../../text/words.ts";
import { classifyHall } from "../halls/classify-hall.ts";

const SHORTEST = 20;
const LONGEST = 240;
const PER_DRAWER = 8;
const DRAWERS = 40;

/** A sentence of a drawer. */
export interface KeySentence {
  /** Place of the drawer. */
  readonly drawer: number;
  /** Exact characters, without the white space around. */
  readonly sentence: string;
}

/**
 * The sentence that says most of what a closet is about: score = distinct stems of the topics it holds (each weighted by its topic's rank) + 1 for a sure
 * hall (½ more for a fact or a discovery) − 0.2 for each full hundred characters; questions, list items and what
 * begins with a small letter (the rest of a cut sentence) don't count. Ties by the earlier. Null when there is none
 * of 20–240 characters.
 *
 * @param texts of the drawers in order; the first eight sentences of the first forty are looked at
 * @param topics stems by topic, most important first
 */
export function keySentence(texts: readonly string[], topics: readonly (readonly string[])[]): KeySentence | null {
  const worth = new Map<string, number>();
  topics.forEach((stems, rank) => {
    for (const one of stems) worth.set(one, Math.max(worth.get(one) ?? 0, 1 / (1 + rank * 0.5)));
  });
  let best: (KeySentence & { readonly score: number }) | null = null;
  texts.slice(0, DRAWERS).forEach((text, drawer) => {
    const prose = text.replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, (fence) => "\n".repeat(fence.length));
    for (const span of sentences(prose).slice(0, PER_DRAWER)) {
      const sentence = text.slice(span.start, span.end).trim();
      if (
        sentence.length < SHORTEST ||
        sentence.length > LONGEST ||
        /\?["”')]*$|^[#|>]|^\s*[-*] |^\p{Ll}|\n/u.test(sentence)
      )
        continue;
      const score = scoreOf(sentence, worth);
      if (best === null || score > best.score) best = { drawer, sentence, score };
    }
  });
  const found = best as (KeySentence & { readonly score: number }) | null;
  return found === null ? null : { drawer: found.drawer, sentence: found.sentence };
}

function scoreOf(sentence: string, worth: ReadonlyMap<string, number>): number {
  let score = -0.2 * Math.floor(sentence.length / 100);
  for (const one of new Set(words(sentence).map((word) => stem(fold(word.text))))) score += worth.get(one) ?? 0;
  const { hall } = classifyHall(sentence);
  return score + (hall === null ? 0 : hall === "facts" || hall === "discoveries" ? 1.5 : 1);
}
