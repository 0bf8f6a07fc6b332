import type { Placed } from "../../model/drawer.ts";
import { slug } from "../../text/slug.ts";
import { words } from "../../text/words.ts";
import { conceptOf, speaksOf } from "./concept.ts";
import { roomName } from "./room-name.ts";
import { salientConcept, type SalienceOptions } from "./salient-concept.ts";

interface UnderHeading {
  readonly text: string;
  readonly breadcrumb: readonly string[];
}

/** A document with more drawers than this is cut into rooms by its headings, or by topic where it has none. */
export const LARGE = 24;

/** A heading without the number of its part, where a long section was cut. */
export const withoutPart = (heading: string): string => heading.replace(/ \(part \d+\)$/, "");

/** The texts under each heading of one level. Drawers above the first stand under "". */
const sectionsOf = <T extends UnderHeading>(drawers: readonly T[], depth: number): ReadonlyMap<string, readonly T[]> =>
  Map.groupBy(drawers, ({ breadcrumb }) => withoutPart(breadcrumb[depth] ?? ""));

/** `Musings on the boiler`: how one speaks, before what one speaks of. */
const MANNER = /^(?:(?:the|an?|my) )?(\S+) (?:on|about|for|into|with|of) (?=\S)/iu;

/** Takes from headings the word by which several of them begin so, where what stands below them doesn't speak of it. */
function withoutManner(sections: ReadonlyMap<string, readonly UnderHeading[]>): (heading: string) => string {
  const manner = (heading: string): string => MANNER.exec(heading)?.[1]?.toLowerCase() ?? "";
  const empty = new Set<string>();
  for (const [word, led] of Map.groupBy(sections, ([heading]) => manner(heading))) {
    if (word === "" || led.length < ENOUGH_SUBJECTS.named) continue;
    const stems = new Set(conceptOf(word).stems);
    const speaks = (text: string, heading: string): boolean => speaksOf(text.replaceAll(heading, ""), stems);
    const speaking = led.filter(([heading, members]) => members.some(({ text }) => speaks(text, heading)));
    if (speaking.length < SPOKEN_OF * led.length) empty.add(word);
  }
  return (heading) => (empty.has(manner(heading)) ? heading.replace(MANNER, "") : heading);
}

/** A document is of several subjects where this many of its headings name different rooms; with a name of its own, and without. */
const ENOUGH_SUBJECTS = { named: 3, unnamed: 2 } as const;
/** Share of its sections that speak of what a document is called, from which on it is about that. */
const SPOKEN_OF = 1 / 3;
/**
 * Share and number of its sections that speak of the concept of the whole, from which on it is about that: of documents joined from nine notes
 * on different things none has as many, of chapters and generated notes on one thing most.
 */
const ONE_CONCEPT = { share: 0.5, sections: 4 } as const;

/**
 * Whether a document's sections are about one thing each: notes of a week, a memory file. They aren't where they speak of what it is called, or
 * of one concept that stands out.
 * @param depth of the headings that would part it
 * @param names what the document is called
 */
export function hasSubjects(
  drawers: readonly UnderHeading[],
  { depth, names }: { readonly depth: number; readonly names: readonly string[] },
  salience: SalienceOptions,
): boolean {
  const sections = new Map<string, string[]>();
  const parts = sectionsOf(drawers, depth);
  const subject = withoutManner(parts);
  for (const [heading, members] of parts) {
    const room = roomName(subject(heading), salience.serving);
    if (room === null) continue;
    const { key } = conceptOf(room);
    const said = sections.get(key) ?? [""];
    sections.set(key, said);
    for (const { text } of members) said.push(text.replaceAll(heading, () => subject(heading)));
  }
  const own = new Set(names.flatMap((name) => conceptOf(name).stems));
  if (sections.size < (own.size === 0 ? ENOUGH_SUBJECTS.unnamed : ENOUGH_SUBJECTS.named)) return false;
  const texts = [...sections.values()].map((said) => said.join("\n"));
  if (texts.filter((text) => speaksOf(text, own)).length >= SPOKEN_OF * texts.length) return false;
  const shared = salientConcept(texts, salience)?.passages ?? 0;
  return shared < ONE_CONCEPT.sections || shared < ONE_CONCEPT.share * texts.length;
}

/** A heading of more words than this is a sentence, unless all that it names are two words side by side ("Notes on the tax return"). */
const MAX_WORDS = 3;

const isName = (heading: string, room: string): boolean =>
  words(heading).length <= MAX_WORDS || (room.split("-").length < MAX_WORDS && slug(heading).includes(room));

/** What a heading is on, where it says so: after "about", after "Decided:"; before a colon, and before with whom. */
const ABOUT = [/^.*? (?:about|regarding) (.+)$/i, /^(?:decided|decision)s?: (.+)$/i, /^(.+?)(?: with |:).+$/i];

/**
 * The room of what stands under a heading: its own name; of a sentence the word in it that the text speaks of, so that what is said of one thing
 * in many ways stands in one room. Null: it names none.
 * @example subjectOf("Call with Priya about Clerk", []) // "clerk"
 */
function subjectOf(said: string, texts: readonly string[], { serving }: SalienceOptions): string | null {
  const heading = ABOUT.flatMap((part) => part.exec(said)?.[1] ?? []).find((part) => roomName(part, serving)) ?? said;
  const name = roomName(heading, serving);
  if (name === null || isName(heading, name)) return name;
  const among = new Set(conceptOf(heading).stems);
  const paragraphs = texts.flatMap((text) => text.split("\n\n"));
  const named = salientConcept([heading, ...paragraphs], { among, serving }) ?? salientConcept([heading], { serving });
  return named?.room ?? null;
}

/** When headings part a document: a stretch of more drawers than `whole`, into rooms of at least `least`. */
interface Parting {
  readonly whole: number;
  readonly least: number;
}
export const LARGE_FILE: Parting = { whole: LARGE, least: 3 };
export const SUBJECTS: Parting = { whole: 0, least: 1 };

/** Rooms from headings: a stretch that is too large is parted by its next level of headings, of several subjects only by its first. */
export function byHeading(
  drawers: readonly UnderHeading[],
  root: Placed<string>,
  { parting, salience }: { readonly parting: Parting; readonly salience: SalienceOptions },
): readonly Placed<string>[] {
  const rooms = new Map<UnderHeading, Placed<string>>();
  const part = (
    members: readonly UnderHeading[],
    { depth, room }: { readonly depth: number; readonly room: Placed<string> },
    { whole, least }: Parting,
  ): void => {
    const deeper = members.some(({ breadcrumb }) => breadcrumb.length > depth);
    if (members.length <= whole || !deeper) {
      for (const member of members) rooms.set(member, room);
      return;
    }
    const groups = sectionsOf(members, depth);
    const subject = withoutManner(groups);
    const next = groups.size > 1 ? LARGE_FILE : { whole, least };
    for (const [heading, group] of groups) {
      const texts = group.map(({ text }) => text);
      const own = group.length < least ? null : subjectOf(subject(heading), texts, salience);
      part(group, { depth: depth + 1, room: own === null ? room : { value: own, by: "rule" } }, next);
    }
  };
  part(drawers, { depth: 0, room: root }, parting);
  return drawers.map((drawer) => rooms.get(drawer) ?? root);
}
