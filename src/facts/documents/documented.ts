import type { Note } from "../../model/hit.ts";
import type { Scope } from "../../model/scope.ts";
import { attributeKey, isGeneral } from "../attributes/known.ts";
import type { AttributeMention } from "../language/intent.ts";
import { topicOf } from "../language/nouns.ts";
import type { Clause } from "../language/read-message.ts";
import { valueKey } from "../lists/value-key.ts";
import { type DataLine, fromData, readLines } from "./read-lines.ts";

/** A passage of an indexed document, as a search finds it. */
export interface DocumentText {
  readonly text: string;
  /** The heading that it stands under; empty when there is none. */
  readonly heading: string;
  readonly path: string;
  /** Number of its first line in the document, from 1. */
  readonly line: number;
  readonly drawer: string;
  /** Of a data file, what its parser reads there; its text is then not read. */
  readonly data?: readonly DataLine[];
}

/** Passages that may say what an attribute is, of what a scope may see: one search. What went wrong is a note. */
export type FindDocuments = (
  words: string,
  scope: Scope,
) => Promise<{ readonly texts: readonly DocumentText[]; readonly notes: readonly Note[] }>;

/** What an indexed document says that an attribute is: a second, cited source beside what was told. */
export interface DocumentValue {
  readonly value: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Id of the passage. */
  readonly drawer: string;
}

/** What documents say of the attributes that a message asks for. */
export interface Documented {
  /** In order of the search; empty when no document says so. */
  of(mention: AttributeMention): readonly DocumentValue[];
  readonly notes: readonly Note[];
}

export const UNDOCUMENTED: Documented = { of: () => [], notes: [] };

/** Most attributes of a message that documents are searched for. */
const MOST_ASKED = 3;
/** Most places that are shown; the answer says how many more there are. */
const MOST_PLACES = 6;
/** Most values that lines say by their own words alone: where more differ, each is of something else. */
const MOST_OF_ANY = 3;
/** Words that are an attribute of a speaker, but of too much in a document. */
const OF_ANYTHING = new Set(["name", "number", "id", "key", "size", "time"]);

/**
 * Looks up what the documents say of the attributes that a message asks for. One search an attribute; none when it
 * asks for none.
 *
 * @param find null where there are no documents
 */
export async function lookUp(
  clauses: readonly Clause[],
  scope: Scope,
  find: FindDocuments | null,
): Promise<Documented> {
  const asked = find === null ? [] : askedOf(clauses).slice(0, MOST_ASKED);
  if (find === null || asked.length === 0) return UNDOCUMENTED;
  const found = new Map<string, readonly DocumentValue[]>();
  const notes: Note[] = [];
  for (const mention of asked) {
    const { texts, notes: said } = await find(`${mention.person} ${mention.name}`.trim(), scope);
    // Who may see a document may hear what it says: scopes decide, whatever the value is.
    found.set(identity(mention), valuesOf(mention, texts));
    notes.push(...said);
  }
  return { of: (mention) => found.get(identity(mention)) ?? [], notes };
}

const identity = ({ subject, key }: AttributeMention): string => `${subject}/${key}`;

function askedOf(clauses: readonly Clause[]): readonly AttributeMention[] {
  const asked = new Map<string, AttributeMention>();
  for (const { readings, words } of clauses)
    for (const { intent } of words.length > 16 ? [] : readings)
      if (
        intent.kind === "askAttribute" &&
        (intent.asks === "value" || intent.asks === "check") &&
        intent.at === null &&
        !/\bfav|\bbest\b|\bpreferred\b/u.test(intent.of.key) &&
        !isGeneral(intent.of.key) &&
        !OF_ANYTHING.has(intent.of.key)
      )
        asked.set(identity(intent.of), intent.of);
  return [...asked.values()];
}

/** The lines that say what an attribute is: named in full, or by the line's own words where none is. */
function valuesOf(mention: AttributeMention, texts: readonly DocumentText[]): readonly DocumentValue[] {
  const wanted = keyOf(`${mention.person} ${mention.key}`);
  const full: DocumentValue[] = [];
  const own: DocumentValue[] = [];
  for (const { text, heading, path, line: first, drawer, data } of texts)
    for (const { key, under, value, line } of data === undefined ? readLines(text, first) : fromData(data)) {
      const place = { value, path, line, drawer };
      const alone = fits(wanted, key);
      const sections = [heading, ...under].filter((one) => one !== "");
      // "Servers › staging › port" is the port of staging, and of the staging servers; "staging › tls › port" isn't that of staging.
      const named = sections.some((_, i) => fits(wanted, [...sections.slice(i), key].join(" ")));
      if (named || (alone && under.length === 0)) full.push(place);
      else if (alone) own.push(place);
    }
  const chosen = full.length > 0 ? full : own;
  const places = new Map(chosen.map((one) => [`${one.path}:${one.line}`, one]));
  const values = new Set(chosen.map(({ value }) => valueKey(value)));
  return full.length === 0 && values.size > MOST_OF_ANY ? [] : [...places.values()];
}

/** Words as an attribute's key, every word in the singular: "limits memory" and "the memory of a limit" meet. */
function keyOf(words: string): string {
  const bare = words.replace(/['’]s(?=\s|$)/gu, "").trim();
  return attributeKey(
    bare
      .split(/\s+/u)
      .map((word) => topicOf(word).key)
      .join(" "),
  );
}

function fits(wanted: string, words: string): boolean {
  return keyOf(words) === wanted || (words.includes("-") && keyOf(words.replaceAll("-", " ")) === wanted);
}

/** Places to be shown: of each value one before a second of any, and how many are left. */
export function shownPlaces(places: readonly DocumentValue[]): {
  readonly shown: readonly DocumentValue[];
  readonly left: number;
} {
  const byValue = Map.groupBy(places, ({ value }) => valueKey(value));
  const first = [...byValue.values()].map(([one]) => one as DocumentValue);
  const shown = [...first, ...places.filter((one) => !first.includes(one))].slice(0, MOST_PLACES);
  return { shown: places.filter((one) => shown.includes(one)), left: places.length - shown.length };
}

/** "README.md:12" */
export function placeOf({ path, line }: DocumentValue): string {
  return `${path}:${line}`;
}
