import type { CognitiveHall } from "../../model/placement.ts";
import { fold } from "../../text/fold.ts";
import { stem } from "../../text/stem.ts";
import { words } from "../../text/words.ts";
import { HALLS, classifyHall } from "../halls/classify-hall.ts";
import { isRole } from "../roles.ts";
import { conceptOf } from "../rooms/concept.ts";
import { salientConcepts } from "../rooms/salient-concept.ts";
import type { Closet, ClosetTopic } from "./aaak.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { ENGLISH } from "../rooms/background.ts";
import { sentences } from "../../text/sentences.ts";

/** Capitalised words that name nobody: days, months, and words that English or chats write with a capital. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july " +
    "august september october november december ok okay yes no hey hi hello thanks thank wow yeah yep " +
    "lol omg " +
    "note notes todo fixme warning tip see also figure table chapter section part appendix http https www com the english assistant user system"
  ).split(" "),
);

/** A run of capitalised words inside a sentence, of one line. */
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}.@/#_-])(?:(?:Dr|Mr|Mrs|Ms|Prof` +
    String.raw`|St)\. )?\p{Lu}[\p{L}\p{N}]*(?:[’'-]\p{L}+)*(?:[ \t]+(?:(?:of|de|van|von|der|la|le|di|da|du|del` +
    String.raw`|bin|al)[ \t]+)?\p{Lu}[\p{L}\p{N}]*(?:[’'-]\p{L}+)*)*`,
  "gu",
);

/**
 * Names in a passage, in order, once each: runs of capitalised words that don't begin a sentence (there a capital says nothing), and those that do
 * when `known` holds them. At most four words; code and headings (where every word may have a capital) are passed over.
 *
 * @param known folded names that are names wherever they stand
 */
export function namesIn(text: string, known: ReadonlySet<string> = new Set()): readonly string[] {
  const prose = text.replace(/```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|https?:\/\/\S+|^#{1,6} .*$/gm, (code) =>
    " ".repeat(code.length),
  );
  const found = new Set<string>();
  for (const match of prose.matchAll(NAME)) {
    const whole = match[0].replace(/[’']s$/u, "");
    const parts = whole.split(/[ \t]+/);
    const opening = opensSentence(prose, match.index);
    // "When Kai", "Yesterday Kai": what opens a sentence may be a common word before a name; "Monday" alone names nobody anywhere.
    while (
      parts.length > 0 &&
      (opening || parts.length === 1) &&
      isCommon(parts[0] as string, opening && parts.length > 1)
    )
      parts.shift();
    if (parts.length === 0 || parts.length > 4) continue;
    const name = parts.join(" ");
    if (opening && name === whole && parts.length === 1 && !known.has(fold(name))) continue;
    if (name.length > 1) found.add(name);
  }
  return [...found];
}

function isCommon(word: string, opening: boolean): boolean {
  const folded = fold(word).replace(/['’].*$/u, "");
  return folded.length < 2 || isStopWord(folded) || NO_NAMES.has(folded) || (opening && ENGLISH.frequency(folded) > 0);
}

/** At the start, after a sentence's end, after a line end, or behind a list's or heading's mark. */
function opensSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at);
  return /(?:^|[.!?…:;"“”(\n|>*#-])[ \t"'“‘(*_\[-]*$/.test(before);
}

/** A drawer as far as its closet depends on it. */
export interface ClosetDrawer {
  /** At least eight hex digits. */
  readonly id: string;
  readonly text: string;
  readonly heading: string;
  /** Author or role of a message; null for what is none. */
  readonly speaker: string | null;
  /** ISO 8601; null when unknown. */
  readonly date: string | null;
  readonly hall: CognitiveHall | null;
}

/** The drawers of one document in one room, in document order. */
export interface ClosetInput {
  readonly wing: string;
  readonly room: string;
  readonly document: string;
  readonly drawers: readonly ClosetDrawer[];
}

const MAX_NAMES = 6;
const MAX_TOPICS = 8;
const MAX_SALIENT = 5;
const ID_DIGITS = 8;

/** The names that a closet of these drawers would hold: to be gathered over a wing for `entityCodes`. Most frequent first. */
export function closetNames(drawers: readonly ClosetDrawer[]): readonly string[] {
  const speakers = [
    ...new Set(drawers.flatMap(({ speaker }) => (speaker === null || isRole(speaker) ? [] : [speaker]))),
  ];
  const known = new Set(speakers.map(fold));
  const mentions = new Map<string, number>();
  for (const speaker of speakers) mentions.set(speaker, drawers.length);
  for (const { text } of drawers)
    for (const name of namesIn(text, known)) mentions.set(name, (mentions.get(name) ?? 0) + 1);
  return (
    [...mentions]
      // One mention of one word is as likely a capital for emphasis.
      .filter(([name, count]) => count > 1 || name.includes(" "))
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, MAX_NAMES)
      .map(([name]) => name)
  );
}

/**
 * Builds the closet of a document's drawers in a room, without a model: names (speakers and capitalised words that recur), topics (headings, else
 * the terms that stand out) with the drawers that hold each, days, halls, and one sentence word for word.
 *
 * Pure; the same drawers give the same closet.
 *
 * @param codes of the wing's names (`entityCodes` over `closetNames` of all its closets); names without a code are left out
 * Cost: linear in the text, about a millisecond for twenty drawers.
 */
export function buildCloset(
  { wing, room, document, drawers }: ClosetInput,
  codes: ReadonlyMap<string, string>,
): Closet {
  const named = closetNames(drawers).flatMap((name) =>
    codes.has(name) ? [{ code: codes.get(name) as string, name }] : [],
  );
  const texts = drawers.map(({ text }) => text);
  const topics = topicsOf(drawers, texts, [wing, ...drawers.map(({ speaker }) => speaker ?? "")]);
  const key = keySentence(texts, [conceptOf(room).stems, ...topics.map(({ stems }) => stems)]);
  const days = drawers.flatMap(({ date }) => /^\d{4}-\d{2}-\d{2}/.exec(date ?? "")?.[0] ?? []).sort();
  return {
    wing,
    room,
    document,
    who: named,
    drawers: drawers.map(({ id }) => id.slice(0, ID_DIGITS)),
    topics: topics.map(({ name, places }): ClosetTopic => ({
      name,
      drawers: places,
      who: whoIsIn(places, drawers, named),
    })),
    when: days.length === 0 ? null : { first: days[0] as string, last: days[days.length - 1] as string },
    halls: [...HALLS, "unsure" as const]
      .map((hall) => ({ hall, count: drawers.filter((drawer) => (drawer.hall ?? "unsure") === hall).length }))
      .filter(({ count }) => count > 0),
    key,
  };
}

interface Topic {
  readonly name: string;
  readonly places: readonly number[];
  readonly stems: readonly string[];
}

function topicsOf(
  drawers: readonly ClosetDrawer[],
  texts: readonly string[],
  without: readonly string[],
): readonly Topic[] {
  const headings = new Map<string, number[]>();
  drawers.forEach(({ heading, speaker }, i) => {
    const name = heading.replace(/ \(part \d+\)$/, "").trim();
    if (speaker !== null || name === "" || conceptOf(name).stems.length === 0) return;
    const places = headings.get(name);
    if (places === undefined) headings.set(name, [i]);
    else places.push(i);
  });
  if (headings.size > 0) {
    // The largest where there are too many, then in the order of the document.
    const kept = [...headings]
      .sort(([, a], [, b]) => b.length - a.length || (a[0] as number) - (b[0] as number))
      .slice(0, MAX_TOPICS);
    return kept
      .sort(([, a], [, b]) => (a[0] as number) - (b[0] as number))
      .map(([name, places]) => ({ name, places, stems: conceptOf(name).stems }));
  }
  const stemsOf = texts.map((text) => new Set(words(text).map((word) => stem(fold(word.text)))));
  return salientConcepts(texts, MAX_SALIENT, { without })
    .map(({ room, stems }) => ({
      name: room.replaceAll("-", " "),
      places: drawers.flatMap((_, i) => (stems.every((one) => stemsOf[i]?.has(one)) ? [i] : [])),
      stems,
    }))
    .filter(({ places }) => places.length > 0);
}

/** Up to three of the closet's names that the drawers speak of, in the closet's order; the speakers of a chat are everywhere and so left out. */
function whoIsIn(
  places: readonly number[],
  drawers: readonly ClosetDrawer[],
  named: readonly { readonly code: string; readonly name: string }[],
): readonly string[] {
  const speakers = new Set(drawers.map(({ speaker }) => speaker ?? ""));
  return named
    .filter(({ name }) => !speakers.has(name) && places.some((i) => (drawers[i] as ClosetDrawer).text.includes(name)))
    .slice(0, 3)
    .map(({ code }) => code);
}

const SHORTEST = 20;
const LONGEST = 240;
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
 * The sentence that says most of what a closet is about: score = distinct stems of the topics it holds (each weighted by its topic's rank) + 1 for a sure
 * hall (½ more for a fact or a discovery) − 0.2 for each full hundred characters; questions, list items and what
 * begins with a small letter (the rest of a cut sentence) don't count. Ties by the earlier. Null when there is none
 * of 20–240 characters.
 *
 * @param texts of the drawers in order; the first eight sentences of the first forty are looked at
 * @param topics stems by topic, most important first
 */
function keySentence(texts: readonly string[], topics: readonly (readonly string[])[]): KeySentence | null {
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
