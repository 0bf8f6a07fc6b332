import { fold, words } from "../../text/words.ts";
import { daysOf } from "../../text/iso-date.ts";
import { stem } from "../../text/stem.ts";
import { HALLS } from "../halls/classify-hall.ts";
import { conceptOf } from "../rooms/concept.ts";
import type { Closet } from "../../operations/answers/palace.ts";
import { type ClosetDrawer, type WingLabels, closetNames, keySentence, tellingWords } from "./closet-names.ts";

/** The drawers of one document in one room, in document order. */
export interface ClosetInput {
  readonly wing: string;
  readonly room: string;
  readonly document: string;
  readonly drawers: readonly ClosetDrawer[];
}

const MAX_TOPICS = 8;
/**
 * Characters of the words that tell a closet from others; with 120 the right door is among five for 69 questions in a hundred, with 400 for 80
 * (evals/closets).
 */
const WORDS = 240;
const ID_DIGITS = 8;

/**
 * Builds the closet of a document's drawers in a room, without a model: names (speakers and capitalised words that recur), headings with the drawers
 * under each, the words that tell it from the other closets of its wing, days, halls, and one sentence word for word.
 *
 * Pure; the same drawers in the same wing give the same closet.
 * @param labels of the wing, with this closet in it
 * Cost: linear in the text, about a millisecond for twenty drawers.
 */
export function buildCloset({ wing, room, document, drawers }: ClosetInput, labels: WingLabels): Closet {
  const named = closetNames(drawers).flatMap((name) => {
    const code = labels.codes.get(name);
    return code === undefined ? [] : [{ code, name }];
  });
  const topics = headingsOf(drawers);
  const days = drawers.flatMap(({ date, text }) => (date === null ? daysOf(text) : date.slice(0, 10))).sort();
  const said = [wing, room, ...named.map(({ name }) => name), ...topics.map(({ name }) => name)];
  const saidStems = new Set(said.flatMap((text) => words(text).map((word) => stem(fold(word.text)))));
  return {
    wing,
    room,
    document,
    who: named,
    drawers: drawers.map(({ id }) => id.slice(0, ID_DIGITS)),
    topics: topics.map(({ name, places }) => ({
      name,
      drawers: places,
      who: whoIsIn(places, drawers, named),
    })),
    words: upTo(
      WORDS,
      tellingWords(drawers, labels).flatMap(({ stem: own, word }) => (saidStems.has(own) ? [] : [word])),
    ),
    when: days.length === 0 ? null : { first: days[0] as string, last: days[days.length - 1] as string },
    halls: hallsOf(drawers),
    key: keySentence(drawers, labels),
  };
}

function hallsOf(drawers: readonly ClosetDrawer[]): Closet["halls"] {
  const counts = new Map<string, number>();
  for (const { hall, topicalHalls } of drawers)
    for (const name of [hall ?? "unsure", ...topicalHalls]) counts.set(name, (counts.get(name) ?? 0) + 1);
  const inOrder = new Set([...HALLS, "unsure", ...[...counts.keys()].sort()]);
  return [...inOrder].flatMap((hall) => (counts.has(hall) ? [{ hall, count: counts.get(hall) as number }] : []));
}

/** The first of some words, as many as fit into so many characters. */
function upTo(characters: number, all: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let used = 0;
  for (const word of all) {
    used += word.length + 1;
    if (used > characters) break;
    kept.push(word);
  }
  return kept;
}

/** Headings with the places of the drawers under them: the largest where there are too many, in the order of the document. */
function headingsOf(
  drawers: readonly ClosetDrawer[],
): readonly { readonly name: string; readonly places: readonly number[] }[] {
  const named = drawers.flatMap(({ heading, speaker }, at) => {
    const name = heading.replace(/ \(part \d+\)$/, "").trim();
    return speaker !== null || name === "" || conceptOf(name).stems.length === 0 ? [] : [{ name, at }];
  });
  return [...Map.groupBy(named, ({ name }) => name)]
    .map(([name, under]) => ({ name, places: under.map(({ at }) => at) }))
    .sort(({ places: a }, { places: b }) => b.length - a.length || (a[0] as number) - (b[0] as number))
    .slice(0, MAX_TOPICS)
    .sort(({ places: a }, { places: b }) => (a[0] as number) - (b[0] as number));
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
