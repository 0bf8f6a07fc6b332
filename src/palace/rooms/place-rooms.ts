import type { Placed } from "../../model/placement.ts";
import type { DocumentMetadata } from "../../model/section.ts";
import { UNNAMED } from "../unnamed.ts";
import { pathTopic } from "./path-topic.ts";
import { roomName } from "./room-name.ts";
import { passagesByTerm, salientConcept, type SalienceOptions } from "./salient-concept.ts";
import { topicSegments } from "./topic-segments.ts";

/** A drawer as far as its room depends on it. */
export interface RoomDrawer {
  readonly text: string;
  readonly heading: string;
  readonly breadcrumb: readonly string[];
  /** Author or role of a message; null for what is none. */
  readonly speaker: string | null;
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
 * The room of each drawer where nobody said one. For files: the innermost folder that names a topic, else the file's name, else the
 * title, else what the text is about; a large file is parted by its headings. For chats and long text without headings: stretches
 * about one thing (`topicSegments`), each named by its salient concept.
 *
 * Pure, and of this document alone. Cost: linear in the text.
 */
export function placeRooms(input: RoomsInput): readonly Placed<string>[] {
  const { drawers } = input;
  if (drawers.length === 0) return [];
  if (drawers.some((drawer) => drawer.speaker !== null)) return byTopic(input, salience(input), null);
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
  for (const name of [input.metadata.title ?? "", input.title, ...(input.metadata.tags ?? []).slice(0, 1), input.drawers[0]?.breadcrumb[0] ?? ""]) {
    const room = roomName(name);
    if (room !== null && room !== input.wing) return { value: room, by: "rule", confidence: 0.7 };
  }
  const concept = salientConcept(input.drawers.map((drawer) => drawer.text), salience(input));
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
  part(drawers.map((_, i) => i), 0, root);
  return rooms;
}

/** Rooms of running text: each stretch by its salient concept, else by the concept of the whole, else by `fallback`. */
function byTopic(input: RoomsInput, options: SalienceOptions, fallback: Placed<string> | null): readonly Placed<string>[] {
  const texts = input.drawers.map((drawer) => drawer.text);
  const rooms: Placed<string>[] = [];
  const starts = topicSegments(texts);
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

function wholeRoom(texts: readonly string[], options: SalienceOptions, fallback: Placed<string> | null): Placed<string> {
  if (fallback !== null) return fallback;
  const concept = salientConcept(texts, options);
  return concept === null ? { value: UNNAMED, by: "unsure", confidence: 0 } : { value: concept.room, by: "inferred", confidence: concept.confidence / 2 };
}
