import { keeping } from "../../caches/bounded-cache.ts";
import type { Placed } from "../../model/drawer.ts";
import type { DocumentMetadata } from "../../model/section.ts";
import { functionWords } from "../../text/function-words.ts";
import { fold, words } from "../../text/words.ts";
import { stem } from "../../text/stem.ts";
import { indexTerms } from "../../text/analyzer.ts";
import { UNNAMED } from "../wing.ts";
import { AGENT_WORDS, CHAT_WORDS, ENGLISH, GENERIC_WORDS } from "./plain-words.ts";
import { LARGE, LARGE_FILE, SUBJECTS, byHeading, hasSubjects, withoutPart } from "./headings.ts";
import { BLOCK_ID, pathTopic, roomName } from "./room-name.ts";
import { type SalienceOptions, type SalientConcept, passagesByTerm, salientConcept } from "./salient-concept.ts";

export interface RoomDrawer {
  readonly text: string;
  readonly heading: string;
  readonly breadcrumb: readonly string[];
  /** Author or role of a message; null for what is none. */
  readonly speaker: string | null;
  /**
   * Of a message: said by a person or an assistant. What a tool, a helper or a program wrote names no room; left out means said.
   */
  readonly spoken?: boolean;
}

export interface RoomsInput {
  /** Relative to the source's root, `/` between; for a chat its session. */
  readonly path: string;
  readonly title: string;
  readonly metadata: DocumentMetadata;
  readonly wing: string;
  readonly drawers: readonly RoomDrawer[];
}

/**
 * The room of each drawer where nobody said one. For files: the folders that name topics, else the heading over all of it, else the file's
 * name, else the title, else what the text is about. A large file, and one of several subjects, is parted by its headings. For chats and long text
 * without headings: stretches about one thing (`topicSegments`), each named by its salient concept.
 *
 * Pure, and of this document alone. Cost: linear in the text.
 */
export function placeRooms(input: RoomsInput): readonly Placed<string>[] {
  const { drawers } = input;
  if (drawers.length === 0) return [];
  if (drawers.some((drawer) => drawer.speaker !== null)) return bySpeech(input);
  const options = salience(input);
  const names = documentNames(input, options.serving);
  const root = documentRoom(input, names, options);
  const depth = commonHeading(drawers) === null ? 0 : 1;
  const subjects = hasSubjects(drawers, { depth, names: names.map(({ value }) => value) }, options);
  if (drawers.length <= LARGE && !subjects) return drawers.map(() => root);
  if (drawers.some((drawer) => drawer.breadcrumb.length > 0))
    return byHeading(drawers, root, { parting: subjects ? SUBJECTS : LARGE_FILE, salience: options });
  return byTopic(input, options, { fallback: root });
}

function salience(input: RoomsInput): SalienceOptions {
  const speakers = new Set(input.drawers.map((drawer) => drawer.speaker ?? ""));
  const serving = functionWords(input.drawers.map(({ text }) => text));
  return { without: [...speakers, input.wing], serving, known: new Map() };
}

const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/giu;

/** Front matter between its fences; a line of it begins with a key, a bracket or a sign, or is indented. */
const FRONT_MATTER = new RegExp(
  String.raw`^\uFEFF?\s*(?:-{3,}|\+{3,}|;{3,}|<!--)[ \t]*\r?\n` +
    String.raw`(?:(?:["'\w][^\n:=]*[:=]|[-{}[\]#]|[ \t]+\S|\r?$)[^\n]*\n)+(?:-{3,}|\+{3,}|;{3,}|\.{3}|-->)`,
  "mu",
);
/** Keys at the head of a file that nothing fences, or no fence ends. */
const OPEN_KEYS = /^\uFEFF?\s*(?:-{3,}[ \t]*\r?\n)?(?:[\w-]+:[^\n]*\n)+/u;
/** A property's key as Logseq and Dataview write it. */
const PROPERTY = /^(\s*(?:[-*>]\s+)?)[\p{L}_][\w-]*::/gmu;

/** What a passage says, without ids and the names of properties. */
function ownWords({ text, speaker }: RoomDrawer, i: number): string {
  const isHead = i === 0 && speaker === null;
  const head = isHead ? FRONT_MATTER.exec(text) : null;
  const body = head?.index === 0 ? text.slice(head[0].length) : text;
  const own = isHead && body === text ? text.replace(OPEN_KEYS, (keys) => keys.replaceAll(/^[\w-]+:/gmu, "")) : body;
  return own
    .replaceAll(BLOCK_ID, "")
    .replaceAll(/^\s*(?:id|collapsed)::.*$/gmu, "")
    .replaceAll(PROPERTY, "$1")
    .replaceAll(UUID, " ");
}

/** What names a document, best first. The first of several headings names its own part only, though it be taken for the title. */
function documentNames(input: RoomsInput, serving?: ReadonlySet<string>): readonly Placed<string>[] {
  const topic = pathTopic(input.path, input.wing, serving);
  const common = commonHeading(input.drawers);
  const front = FRONT_MATTER.exec(input.drawers[0]?.text ?? "");
  // Front matter behind an empty line, and a property above a dash, are headings to Markdown.
  const isKeys = common !== null && (/\w::(?:\s|$)/u.test(common) || (front?.index === 0 && front[0].includes(common)));
  const heading = isKeys ? null : common;
  const first = input.drawers.find(({ breadcrumb }) => breadcrumb.length > 0)?.breadcrumb[0];
  const title = heading === null && input.title === first ? undefined : input.title;
  const named = [
    topic.folder,
    heading !== null && SENTENCE.test(heading) ? null : roomName(heading ?? "", serving),
    topic.file,
    ...[input.metadata.title, title, input.metadata.tags?.[0]].map((name) => roomName(name ?? "", serving)),
    isKeys ? null : onlyHeading(input.drawers, serving),
  ];
  return named.flatMap((value) => (value === null || value === input.wing ? [] : [{ value, by: "rule" }]));
}

/** A heading of more than six words, which the file's name says shorter. */
const SENTENCE = /^(?:\s*\S+\s+){6}\S/;

/** The heading that stands over the whole document; null where there is none, or several. */
function commonHeading(drawers: readonly RoomDrawer[]): string | null {
  const headings = new Set(drawers.flatMap(({ breadcrumb }) => breadcrumb.slice(0, 1).map(withoutPart)));
  return headings.size === 1 ? ([...headings][0] ?? null) : null;
}

/** The only room that headings of one level name, of the outermost where any does. */
function onlyHeading(drawers: readonly RoomDrawer[], serving?: ReadonlySet<string>): string | null {
  for (let depth = 0; drawers.some(({ breadcrumb }) => breadcrumb.length > depth); depth++) {
    const names = drawers.map(({ breadcrumb }) => roomName(withoutPart(breadcrumb[depth] ?? ""), serving));
    const [room, ...others] = new Set(names.filter((name) => name !== null));
    if (room !== undefined) return others.length === 0 ? room : null;
  }
  return null;
}

function documentRoom(input: RoomsInput, names: readonly Placed<string>[], options: SalienceOptions): Placed<string> {
  if (names[0] !== undefined) return names[0];
  const texts = input.drawers.map(ownWords);
  return ofConcept(salientConcept(texts, options)) ?? UNSURE;
}

const UNSURE: Placed<string> = { value: UNNAMED, by: "unsure" };

const ofConcept = (concept: SalientConcept | null): Placed<string> | null =>
  concept && { value: concept.room, by: "inferred" };

/**
 * Rooms of a chat: by what its people and assistants said, in prose, and by its title. What tools wrote stands in the room of the stretch in which
 * they were called.
 */
function bySpeech(input: RoomsInput): readonly Placed<string>[] {
  const spoken = input.drawers.filter((drawer) => drawer.spoken !== false);
  const options = salience({ ...input, drawers: spoken });
  const title = roomName(input.title, options.serving);
  const named: Placed<string> | null = title === null || title === input.wing ? null : { value: title, by: "rule" };
  if (spoken.length === 0) {
    return input.drawers.map(() => named ?? UNSURE);
  }
  const code = spoken.length < input.drawers.length;
  const rooms = code
    ? byTopic(
        { ...input, drawers: spoken.map((drawer) => ({ ...drawer, text: proseOf(drawer.text, input.wing) })) },
        { ...options, plain: PLAIN_TO_AGENTS },
        { fallback: named, sizes: OF_WORK },
      )
    : byTopic({ ...input, drawers: spoken }, options, { fallback: named });
  let at = 0;
  return input.drawers.map((drawer) => {
    const room = rooms[Math.min(at, rooms.length - 1)] as Placed<string>;
    if (drawer.spoken === false) return rooms[Math.max(0, at - 1)] as Placed<string>;
    at++;
    return room;
  });
}

/** Sizes of topics in an agent's work, whose short sentences between tools say less than talk. */
const OF_WORK: SegmentSizes = { smallest: 8, largest: 20 };

const PLAIN_TO_AGENTS: ReadonlySet<string> = new Set([...AGENT_WORDS, ...GENERIC_WORDS, ...CHAT_WORDS].map(stem));

/**
 * What was said in a session with tools, without code, paths, links and numbers of tickets; names of types as words (`TokenStore`).
 */
const proseOf = (text: string, wing: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(new RegExp(`\\b${wing}-[\\w.-]+`, "gi"), " ")
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`/g, " ")
    .replace(/<\/?[a-z][^>\n]*>/gi, " ")
    .replace(/\S*(?:[/\\_@=(){}[\]<>|]|\w\.\w|::)\S*/g, " ");

/** Rooms of running text: each stretch by its salient concept, else by the concept of the whole, else by `fallback`. */
function byTopic(
  input: RoomsInput,
  options: SalienceOptions,
  { fallback, sizes }: { readonly fallback: Placed<string> | null; readonly sizes?: SegmentSizes },
): readonly Placed<string>[] {
  const texts = input.drawers.map(ownWords);
  const rooms: Placed<string>[] = [];
  const starts = topicSegments(texts, sizes);
  const contrasted = starts.length > 1 ? { ...options, document: passagesByTerm(texts, options) } : options;
  let whole: Placed<string> | null = null;
  starts.forEach((start, s) => {
    const end = starts[s + 1] ?? texts.length;
    const room =
      ofConcept(salientConcept(texts.slice(start, end), contrasted)) ??
      (whole ??= fallback ?? ofConcept(salientConcept(texts, options)) ?? UNSURE);
    for (let i = start; i < end; i++) rooms.push(room);
  });
  return rooms;
}

/** Passages a group has at least and at most, where there are enough. */
interface SegmentSizes {
  readonly smallest: number;
  readonly largest: number;
}

/** Chosen by evals/rooms. */
const OF_TALK: SegmentSizes = { smallest: 4, largest: 10 };
/** Number of passages compared on each side of a gap. */
const WINDOW = 4;

/**
 * Cuts running passages into stretches about one thing, at the gaps where the vocabulary changes most (block comparison of TextTiling, M. Hearst
 * 1997: cosine of the rare words of the passages before and after a gap). Segments have 4–10 passages; a sequence shorter than 8 stays whole.
 * @param passages texts in order
 * @returns start index of each segment, ascending, the first 0; empty for no passages
 * Cost: linear in the text.
 */
export function topicSegments(
  passages: readonly string[],
  { smallest, largest }: SegmentSizes = OF_TALK,
): readonly number[] {
  const n = passages.length;
  if (n === 0) return [];
  if (n < 2 * smallest) return [0];
  const terms = keeping(rareTerms);
  const bags = passages.map((passage) => new Set(words(passage).flatMap(({ text }) => terms(fold(text)))));
  const cohesion = Array.from({ length: n }, (_, gap) => (gap === 0 ? 1 : cosine(bags, gap)));
  // The cheapest cut into pieces of allowed sizes: least cohesion at the cuts, a small price for each, exact by dynamic programming.
  const price = cohesion.slice(1).reduce((sum, value) => sum + value, 0) / (n - 1);
  const cost = new Array<number>(n + 1).fill(Infinity);
  const from = new Array<number>(n + 1).fill(0);
  cost[0] = 0;
  for (let end = smallest; end <= n; end++) {
    for (let size = smallest; size <= Math.min(end, largest); size++) {
      const start = end - size;
      const total = (cost[start] as number) + (start === 0 ? 0 : (cohesion[start] as number) - price * 0.5);
      if (total < (cost[end] as number)) [cost[end], from[end]] = [total, start];
    }
  }
  if (cost[n] === Infinity) return [0];
  const starts: number[] = [];
  for (let at = n; at > 0; at = from[at] as number) starts.push(from[at] as number);
  return starts.reverse();
}

/** The terms of a folded word that few texts hold. */
const rareTerms = (word: string): readonly string[] =>
  word.length < 3 || ENGLISH.frequency(word) > 0.015 * ENGLISH.passages ? [] : indexTerms(word);

function cosine(bags: readonly ReadonlySet<string>[], gap: number): number {
  const before = united(bags.slice(Math.max(0, gap - WINDOW), gap));
  const after = united(bags.slice(gap, gap + WINDOW));
  let dot = 0;
  for (const [term, count] of before) dot += count * (after.get(term) ?? 0);
  const norm = length(before) * length(after);
  return norm === 0 ? 0 : dot / norm;
}

function united(bags: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const bag of bags) for (const term of bag) sum.set(term, (sum.get(term) ?? 0) + 1);
  return sum;
}

const length = (bag: ReadonlyMap<string, number>): number =>
  Math.sqrt([...bag.values()].reduce((sum, count) => sum + count * count, 0));
