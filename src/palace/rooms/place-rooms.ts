import type { Placed } from "../../model/placement.ts";
import type { DocumentMetadata } from "../../model/section.ts";
import { UNNAMED } from "../wing.ts";
import { passagesByTerm, salientConcept, type SalienceOptions } from "./salient-concept.ts";
import { type SegmentSizes, topicSegments } from "./topic-segments.ts";
import { AGENT_WORDS, BARE_WORDS, CHAT_WORDS, GENERIC_WORDS } from "./plain-words.ts";
import { slug } from "../../text/slug.ts";
import { stem } from "../../text/stem.ts";
import { conceptOf } from "./concept.ts";

/** A room's name has at most this many words: a longer one is a sentence, not a concept. */
const MAX_WORDS = 4;

/**
 * The room that a heading or a file name gives: its first four words that say something, as a slug; null when it names
 * nothing
 * ("Introduction", "2024-05-12", "notes").
 *
 * @example roomName("ch04-01 What Is Ownership?") // "ownership"
 */
export function roomName(heading: string): string | null {
  const name = heading.replace(BLOCK_ID, "");
  const words = conceptOf(slug(name) === "" ? name : withoutDates(name)).words.filter(
    (word) => word.length > 1 || A_WORD.test(slug(name)) || !/[a-z]/.test(word),
  );
  if (words.every((word) => BARE.has(stem(word)))) return null;
  const room = slug(words.slice(0, MAX_WORDS).join("-"));
  return room === "" || !/\p{L}/u.test(room) || DAY.test(room) ? null : room;
}

const BARE: ReadonlySet<string> = new Set(BARE_WORDS.split(" ").map(stem));

/** The two letters that are names, of languages; a letter beside words counts an appendix. */
const A_WORD = /^[cr]$/;

/**
 * What Obsidian and Logseq call a paragraph by, to link to it: `^aB3dE` at the end of a line, `id:: 663f0c1e-…`,
 * `((663f0c1e-…))`.
 */
const BLOCK_ID = /(?<=\s|^)\^[\w-]+[ \t]*$/gmu;
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/giu;

function withoutIds(text: string): string {
  return text
    .replaceAll(BLOCK_ID, "")
    .replaceAll(/^\s*(?:id|collapsed)::.*$/gmu, "")
    .replaceAll(UUID, " ");
}

/** Days and months alone, as daily notes have them, name no concept. */
const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|today|daily|-)+$/;

/**
 * `slug` knows dates; what it keeps of a name that holds one is taken, else the name as it stands (its capitals part
 * words).
 */
function withoutDates(name: string): string {
  return /\d/.test(name) ? slug(name) : name;
}

/** What a path says a document is about. */
interface PathTopic {
  /** The innermost folder that names a topic; in a deep tree with the one above it. */
  readonly folder: string | null;
  /** The file's own name, when it names one. */
  readonly file: string | null;
}

/** Maximum number of cached folder names; each folder comes with every file in it. */
const MEMO_FOLDERS = 1_000;
const folderNames = new Map<string, string | null>();

/**
 * Reads the topics of a document's path. Folders that name no concept (`src`, `notes`, `2024`, `chapter-3`) and those
 * that only
 * repeat the wing are passed over. Where two or more folders above name topics, one word is too little for a room: the
 * `process` of one department
 * isn't that of another.
 *
 * @param path relative to the source's root, `/` between
 * @param wing the document's wing
 * @example pathTopic("docs/auth/setup-clerk.md", "driftwood") // { folder: "auth", file: "setup-clerk" }
 */
export function pathTopic(path: string, wing: string): PathTopic {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  const file = segments.pop() ?? "";
  const [folder = null, above] = segments
    .map(folderName)
    .filter((name): name is string => name !== null && name !== wing)
    .reverse();
  const joined =
    folder === null || above === undefined || folder.includes("-") ? folder : roomName(`${above}-${folder}`);
  const name = roomName(withoutExtension(file));
  return { folder: joined ?? folder, file: name === wing ? null : name };
}

function folderName(folder: string): string | null {
  const known = folderNames.get(folder);
  if (known !== undefined) return known;
  const name = roomName(folder);
  if (folderNames.size >= MEMO_FOLDERS) folderNames.clear();
  folderNames.set(folder, name);
  return name;
}

function withoutExtension(file: string): string {
  const dot = file.lastIndexOf(".");
  return dot > 0 ? file.slice(0, dot) : file;
}

/** A drawer as far as its room depends on it. */
export interface RoomDrawer {
  readonly text: string;
  readonly heading: string;
  readonly breadcrumb: readonly string[];
  /** Author or role of a message; null for what is none. */
  readonly speaker: string | null;
  /**
   * Of a message: said by a person or an assistant. What a tool, a helper or a program wrote names no room; left out
   * means said.
   */
  readonly spoken?: boolean;
}

/** A document whose drawers need rooms. */
export interface RoomsInput {
  /** Relative to the source's root. */
  readonly path: string;
  readonly title: string;
  readonly metadata: DocumentMetadata;
  readonly wing: string;
  readonly drawers: readonly RoomDrawer[];
}

/** A document with more drawers than this is cut into rooms by its headings, or by topic where it has none. */
const LARGE = 24;

/**
 * The room of each drawer where nobody said one. For files: the innermost folder that names a topic, else the heading over
 * all of it, else the file's name, else the title, else what the text is about. A large file, and one of several subjects, is
 * parted by its headings. For chats and long text without headings: stretches about one thing (`topicSegments`), each named by
 * its salient concept.
 *
 * Pure, and of this document alone. Cost: linear in the text.
 */
export function placeRooms(input: RoomsInput): readonly Placed<string>[] {
  const { drawers } = input;
  if (drawers.length === 0) return [];
  if (drawers.some((drawer) => drawer.speaker !== null)) return bySpeech(input);
  const names = documentNames(input);
  const root = documentRoom(input, names);
  const subjects = hasSubjects(drawers, names);
  if (drawers.length <= LARGE && !subjects) return drawers.map(() => root);
  if (drawers.some((drawer) => drawer.breadcrumb.length > 0))
    return byHeading(drawers, root, subjects ? SUBJECTS : LARGE_FILE);
  return byTopic(input, salience(input), root);
}

function salience(input: RoomsInput): SalienceOptions {
  const speakers = new Set(input.drawers.map((drawer) => drawer.speaker ?? ""));
  return { without: [...speakers, input.wing] };
}

/** What names a document, best first. The first of several headings names its own part only, though it be taken for the title. */
function documentNames(input: RoomsInput): readonly Placed<string>[] {
  const topic = pathTopic(input.path, input.wing);
  const heading = commonHeading(input.drawers);
  const first = input.drawers.find(({ breadcrumb }) => breadcrumb.length > 0)?.breadcrumb[0];
  const title = heading === null && input.title === first ? undefined : input.title;
  const named: readonly (readonly [string | null, number])[] = [
    [topic.folder, 0.9],
    [heading !== null && SENTENCE.test(heading) ? null : roomName(heading ?? ""), 0.8],
    [topic.file, 0.8],
    ...[input.metadata.title, title, input.metadata.tags?.[0]].map((name) => [roomName(name ?? ""), 0.7] as const),
  ];
  return named.flatMap(([value, confidence]) =>
    value === null || value === input.wing ? [] : [{ value, by: "rule", confidence }],
  );
}

/** A heading of more than six words, which the file's name says shorter. */
const SENTENCE = /^(?:\s*\S+\s+){6}\S/;

/** The heading that stands over the whole document; null where there is none, or several. */
function commonHeading(drawers: readonly RoomDrawer[]): string | null {
  const headings = new Set(drawers.flatMap(({ breadcrumb }) => breadcrumb.slice(0, 1).map(withoutPart)));
  return headings.size === 1 ? ([...headings][0] ?? null) : null;
}

function documentRoom(input: RoomsInput, names: readonly Placed<string>[]): Placed<string> {
  if (names[0] !== undefined) return names[0];
  const concept = salientConcept(
    input.drawers.map((drawer) => withoutIds(drawer.text)),
    salience(input),
  );
  if (concept !== null) return { value: concept.room, by: "inferred", confidence: concept.confidence };
  return { value: UNNAMED, by: "unsure", confidence: 0 };
}

/** A document is of several subjects where this many of its headings name different rooms; with a name of its own, and without. */
const ENOUGH_SUBJECTS = { named: 3, unnamed: 2 } as const;
/** Share of its sections that speak of what a document is called, from which on it is about that. */
const SPOKEN_OF = 1 / 3;

/** Whether a document's sections are about one thing each, and not about what it is called: notes of a week, a memory file. */
function hasSubjects(drawers: readonly RoomDrawer[], names: readonly Placed<string>[]): boolean {
  const depth = commonHeading(drawers) === null ? 0 : 1;
  const sections = new Map<string, string>();
  for (const { breadcrumb, text } of drawers) {
    const room = roomName(withoutPart(breadcrumb[depth] ?? ""));
    if (room === null) continue;
    const { key } = conceptOf(room);
    sections.set(key, `${sections.get(key) ?? ""} ${text}`);
  }
  const own = new Set(names.flatMap(({ value }) => conceptOf(value).stems));
  if (sections.size < (own.size === 0 ? ENOUGH_SUBJECTS.unnamed : ENOUGH_SUBJECTS.named)) return false;
  const speaking = [...sections.values()].filter((text) => conceptOf(text).stems.some((stem) => own.has(stem)));
  return speaking.length < SPOKEN_OF * sections.size;
}

function withoutPart(heading: string): string {
  return heading.replace(/ \(part \d+\)$/, "");
}

/** When headings part a document: a stretch of more drawers than `whole`, into rooms of at least `least`. */
interface Parting {
  readonly whole: number;
  readonly least: number;
}
const LARGE_FILE: Parting = { whole: LARGE, least: 3 };
const SUBJECTS: Parting = { whole: 0, least: 1 };

/** Rooms from headings: a stretch that is too large is parted by its next level of headings, of several subjects only by its first. */
function byHeading(drawers: readonly RoomDrawer[], root: Placed<string>, parting: Parting): readonly Placed<string>[] {
  const rooms = new Array<Placed<string>>(drawers.length).fill(root);
  const part = (members: readonly number[], depth: number, room: Placed<string>, { whole, least }: Parting): void => {
    const deeper = members.some((i) => (drawers[i] as RoomDrawer).breadcrumb.length > depth);
    if (members.length <= whole || !deeper) {
      for (const i of members) rooms[i] = room;
      return;
    }
    const groups = Map.groupBy(members, (i) => withoutPart((drawers[i] as RoomDrawer).breadcrumb[depth] ?? ""));
    const next = groups.size > 1 ? LARGE_FILE : { whole, least };
    for (const [name, group] of groups) {
      const own = group.length >= least ? roomName(name) : null;
      part(group, depth + 1, own === null ? room : { value: own, by: "rule", confidence: 0.8 }, next);
    }
  };
  part(
    drawers.map((_, i) => i),
    0,
    root,
    parting,
  );
  return rooms;
}

/**
 * Rooms of a chat: by what its people and assistants said, in prose, and by its title. What tools wrote stands in the
 * room of the stretch in
 * which they were called.
 */
function bySpeech(input: RoomsInput): readonly Placed<string>[] {
  const spoken = input.drawers.filter((drawer) => drawer.spoken !== false);
  const title = roomName(input.title);
  const named: Placed<string> | null =
    title === null || title === input.wing ? null : { value: title, by: "rule", confidence: 0.7 };
  if (spoken.length === 0) {
    const room = named ?? { value: UNNAMED, by: "unsure" as const, confidence: 0 };
    return input.drawers.map(() => room);
  }
  const code = spoken.length < input.drawers.length;
  const options = salience({ ...input, drawers: spoken });
  const rooms = code
    ? byTopic(
        { ...input, drawers: spoken.map((drawer) => ({ ...drawer, text: proseOf(drawer.text, input.wing) })) },
        { ...options, plain: PLAIN_TO_AGENTS },
        named,
        OF_WORK,
      )
    : byTopic({ ...input, drawers: spoken }, options, named);
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

const PLAIN_TO_AGENTS: ReadonlySet<string> = new Set(
  [AGENT_WORDS, GENERIC_WORDS, CHAT_WORDS].flatMap((list) => list.split(" ")).map(stem),
);

/**
 * What was said in a session with tools, without code, paths, links and numbers of tickets; names of types as words
 * (`TokenStore`).
 */
function proseOf(text: string, wing: string): string {
  return text
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(new RegExp(`\\b${wing}-[\\w.-]+`, "gi"), " ")
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`/g, " ")
    .replace(/<\/?[a-z][^>\n]*>/gi, " ")
    .replace(/\S*(?:[/\\_@=(){}[\]<>|]|\w\.\w|::)\S*/g, " ");
}

/** Rooms of running text: each stretch by its salient concept, else by the concept of the whole, else by `fallback`. */
function byTopic(
  input: RoomsInput,
  options: SalienceOptions,
  fallback: Placed<string> | null,
  sizes?: SegmentSizes,
): readonly Placed<string>[] {
  const texts = input.drawers.map((drawer) => withoutIds(drawer.text));
  const rooms: Placed<string>[] = [];
  const starts = topicSegments(texts, sizes);
  const contrasted = starts.length > 1 ? { ...options, document: passagesByTerm(texts, options) } : options;
  let whole: Placed<string> | null = null;
  starts.forEach((start, s) => {
    const end = starts[s + 1] ?? texts.length;
    const concept = salientConcept(texts.slice(start, end), contrasted);
    let room: Placed<string>;
    if (concept !== null) room = { value: concept.room, by: "inferred", confidence: concept.confidence };
    else room = whole ??= wholeRoom(texts, options, fallback);
    for (let i = start; i < end; i++) rooms.push(room);
  });
  return rooms;
}

function wholeRoom(
  texts: readonly string[],
  options: SalienceOptions,
  fallback: Placed<string> | null,
): Placed<string> {
  if (fallback !== null) return fallback;
  const concept = salientConcept(texts, options);
  return concept === null
    ? { value: UNNAMED, by: "unsure", confidence: 0 }
    : { value: concept.room, by: "inferred", confidence: concept.confidence / 2 };
}
