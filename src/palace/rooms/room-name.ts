import { remembered } from "../../caches/bounded-cache.ts";
import { withoutNamedDay } from "../../text/iso-date.ts";
import { slug } from "../../text/slug.ts";
import { stem } from "../../text/stem.ts";
import { isStopWord } from "../../text/words.ts";
import { conceptOf, isShort, slugConcepts, TOLD_APART } from "./concept.ts";
import { BARE_WORDS, NUMERALS } from "./plain-words.ts";

/** A room's name has at most this many words: a longer one is a sentence, not a concept. */
const MAX_WORDS = 4;

/**
 * The room that a heading or a file name gives: its first four words that say something, as a slug; null when it names nothing ("Introduction",
 * "2024-05-12", "notes").
 * @param serving words that serve in the language around it (see `functionWords`); English ones never name anything
 * @example roomName("ch04-01 What Is Ownership?") // "ownership"
 */
export function roomName(heading: string, serving: ReadonlySet<string> = NONE): string | null {
  const whole = withoutLanguage(heading.replace(BLOCK_ID, "").replace(PAGE_ID, ""));
  const name = /\d{4}/.test(whole) ? withoutNamedDay(whole) : whole;
  const slugged = slug(name);
  // `slug` knows dates; what it keeps of a name that holds one is taken, else the name as it stands: its capitals part words.
  const words = conceptOf(/\d/.test(name) ? slugged : name).words.filter(
    (word) => !serving.has(word) && (word.length > 1 || A_WORD.test(slugged) || !/[a-z]/.test(word)),
  );
  if (words.every((word) => BARE.has(stem(word)))) return null;
  const room = slug(words.slice(0, MAX_WORDS).join("-"));
  return room === "" || !/\p{L}/u.test(room) || DAY.test(room) ? null : room;
}

const NONE: ReadonlySet<string> = new Set();
const BARE: ReadonlySet<string> = new Set([...BARE_WORDS, ...NUMERALS].map(stem));

/** The two letters that are names, of languages; a letter beside words counts an appendix. */
const A_WORD = /^[cr]$/;

/**
 * What Obsidian and Logseq call a paragraph by, to link to it: `^aB3dE` at the end of a line, `id:: 663f0c1e-…`,
 * `((663f0c1e-…))`.
 */
export const BLOCK_ID = /(?<=\s|^)\^[\w-]+[ \t]*$/gmu;
/** What Notion adds to the name of each page, and of the folder of its subpages, where it exports them. */
const PAGE_ID = / [\da-f]{32}$/u;
/** Days and months alone, as daily notes have them, name no concept. */
const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|today|daily|w\d\d|-)+$/;

/** Maximum number of cached folder names; each folder comes with every file in it. */
const MEMO_FOLDERS = 1_000;

interface FolderName {
  /** With the letters and numbers that tell it from others of its kind. */
  readonly name: string;
  /** Whether it names a topic: `project-a` doesn't, but tells what is below it from what is below `project-b`. */
  readonly isTopic: boolean;
}

/**
 * Reads the topics of a document's path. Folders that name no concept (`src`, `notes`, `2024`, `chapter-3`) and those that only repeat the wing are
 * passed over. A room is named by all of its folders, the outermost left out where that grows too long: the `process` of one department isn't that
 * of another, nor `north/sales/process` that of the south.
 * @param path relative to the source's root, `/` between
 * @param wing the document's wing
 * @example pathTopic("docs/auth/setup-clerk.md", "driftwood") // { folder: "auth", file: "setup-clerk" }
 */
export function pathTopic(path: string, wing: string, serving?: ReadonlySet<string>) {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  const file = segments.pop() ?? "";
  const folders = segments.map(folderName).filter(({ name }) => name !== "" && name !== wing);
  const at = folders.findLastIndex(({ isTopic }) => isTopic);
  const joined = folders.slice(0, at + 1).reduceRight<string | null>((below, { name: above }) => {
    if (below === null) return above;
    // What a folder says is said by those below it, or would push the innermost out of a slug's length.
    return `-${below}-`.includes(`-${above}-`) || slug(`${above}-${below}`) !== `${above}-${below}`
      ? below
      : `${above}-${below}`;
  }, null);
  const name = roomName(file.replace(/(?<=.)\.[^.]*$/u, ""), serving);
  return {
    /** The innermost folder that names a topic, behind those above it. */
    folder: joined,
    /** The file's own name, when it names one. */
    file: name === wing ? null : name,
  };
}

const folderName = remembered(MEMO_FOLDERS, (folder): FolderName => {
  // Of the words that serve in any text one is also what a department is called.
  const topic = roomName(folder) ?? (/^it$/iu.test(folder) ? "it" : null);
  const [kind = "", ...rest] = folder.split(TOLD_APART);
  const parts = [
    roomName(kind) ?? slug(kind),
    ...rest.map((part, i) => (i % 2 === 0 ? part.toLowerCase() : roomName(part))),
  ];
  const name = rest.length === 0 ? (topic ?? "") : parts.filter((part) => part !== null && part !== "").join("-");
  return { name, isTopic: topic !== null };
});

/** A language at the end of a name: `ch11.en`, `README_zh-CN`. */
const LANGUAGE = /(^|[._-])([a-z]{2})([_-][a-z]{2})?$/iu;
let languages: Intl.DisplayNames | null = null;

/**
 * A name without the language that it ends in. Left are codes that also mean something ("hr", "ml"), those in capitals
 * alone ("EU"), and those behind a hyphen where what stands before names a concept ("team-uk").
 */
function withoutLanguage(name: string): string {
  const [end, sign, code = "", region] = LANGUAGE.exec(name) ?? [];
  const lower = code.toLowerCase();
  if (end === undefined || isStopWord(lower) || isShort(lower)) return name;
  const rest = name.slice(0, -end.length);
  const marked = sign === "" ? code === lower : sign === "." || region !== undefined || roomName(rest) === null;
  languages ??= new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  return marked && languages.of(lower) !== undefined ? rest : name;
}

interface CountedRoom {
  readonly room: string;
  readonly count: number;
}

/**
 * Which rooms mean the same: for each room that another stands for, that other one. The one with most drawers stands for its group,
 * then the shorter, then the first by the alphabet. Rooms with the same stems, or written as one word and as two, are
 * joined. A model that compared them gained nothing (evals/rooms: .960 of pairs, by words .965).
 *
 * A function of the set of rooms, not of the order in which they came: a rebuilt index joins the same rooms. To be applied as
 * the second argument of `readyCorrections`, where what a person said wins.
 * @param conceptOf remembers names between calls, where the same one is given again
 * @example joinRooms([{ room: "movies", count: 2 }, { room: "movie", count: 9 }]) // Map { "movies" → "movie" }
 * Cost: linear, some µs a room.
 */
export function joinRooms(rooms: readonly CountedRoom[], conceptOf = slugConcepts()): ReadonlyMap<string, string> {
  const ranked = [...rooms].sort(
    (a, b) => b.count - a.count || a.room.length - b.room.length || (a.room < b.room ? -1 : 1),
  );
  const heads = new Map<string, string>();
  const compacts = new Map<string, string>();
  const joined = new Map<string, string>();
  for (const { room } of ranked) {
    const { key, compact } = conceptOf(room);
    if (key === "") continue;
    const head = heads.get(key) ?? compacts.get(compact);
    if (head === undefined) {
      heads.set(key, room);
      if (compact !== "") compacts.set(compact, room);
    } else if (head !== room) joined.set(room, head);
  }
  return joined;
}
