import type { Placed } from "../../model/placement.ts";
import type { DocumentMetadata } from "../../model/section.ts";
import { UNNAMED } from "../wing.ts";
import { passagesByTerm, salientConcept, type SalienceOptions } from "./salient-concept.ts";
import { type SegmentSizes, topicSegments } from "./topic-segments.ts";
import { AGENT_WORDS, CHAT_WORDS, GENERIC_WORDS } from "./plain-words.ts";
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
  const { words } = conceptOf(slug(name) === "" ? name : withoutDates(name));
  const room = slug(words.slice(0, MAX_WORDS).join("-"));
  return room === "" || !/\p{L}/u.test(room) || DAY.test(room) ? null : room;
}

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
/** A heading needs this many drawers to be a room of its own. */
const ROOM_WORTHY = 3;

/**
 * The room of each drawer where nobody said one. For files: the innermost folder that names a topic, else the file's
 * name, else the
 * title, else what the text is about; a large file is parted by its headings. For chats and long text without
 * headings: stretches
 * about one thing (`topicSegments`), each named by its salient concept.
 *
 * Pure, and of this document alone. Cost: linear in the text.
 */
export function placeRooms(input: RoomsInput): readonly Placed<string>[] {
  const { drawers } = input;
  if (drawers.length === 0) return [];
  if (drawers.some((drawer) => drawer.speaker !== null)) return bySpeech(input);
  const root = documentRoom(input);
  if (drawers.length <= LARGE) return drawers.map(() => root);
  if (drawers.some((drawer) => drawer.breadcrumb.length > 0)) return byHeading(drawers, root);
  return byTopic(input, salience(input), root);
}

function salience(input: RoomsInput): SalienceOptions {
  const speakers = new Set(input.drawers.map((drawer) => drawer.speaker ?? ""));
  return { without: [...speakers, input.wing] };
}

function documentRoom(input: RoomsInput): Placed<string> {
  const topic = pathTopic(input.path, input.wing);
  if (topic.folder !== null) return { value: topic.folder, by: "rule", confidence: 0.9 };
  if (topic.file !== null) return { value: topic.file, by: "rule", confidence: 0.8 };
  for (const name of [
    input.metadata.title ?? "",
    input.title,
    ...(input.metadata.tags ?? []).slice(0, 1),
    input.drawers[0]?.breadcrumb[0] ?? "",
  ]) {
    const room = roomName(name);
    if (room !== null && room !== input.wing) return { value: room, by: "rule", confidence: 0.7 };
  }
  const concept = salientConcept(
    input.drawers.map((drawer) => withoutIds(drawer.text)),
    salience(input),
  );
  if (concept !== null) return { value: concept.room, by: "inferred", confidence: concept.confidence };
  return { value: UNNAMED, by: "unsure", confidence: 0 };
}

/** Rooms from headings: a stretch that is too large is parted by its next level of headings. */
function byHeading(drawers: readonly RoomDrawer[], root: Placed<string>): readonly Placed<string>[] {
  const rooms = new Array<Placed<string>>(drawers.length).fill(root);
  const part = (members: readonly number[], depth: number, room: Placed<string>): void => {
    const deeper = members.some((i) => (drawers[i] as RoomDrawer).breadcrumb.length > depth);
    if (members.length <= LARGE || !deeper) {
      for (const i of members) rooms[i] = room;
      return;
    }
    const groups = new Map<string, number[]>();
    for (const i of members) {
      const name = ((drawers[i] as RoomDrawer).breadcrumb[depth] ?? "").replace(/ \(part \d+\)$/, "");
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [i]);
      else group.push(i);
    }
    for (const [name, group] of groups) {
      const own = group.length >= ROOM_WORTHY ? roomName(name) : null;
      part(group, depth + 1, own === null ? room : { value: own, by: "rule", confidence: 0.8 });
    }
  };
  part(
    drawers.map((_, i) => i),
    0,
    root,
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
