import { BARE_WORDS } from "./plain-words.ts";
import { slug } from "../../text/slug.ts";
import { stem } from "../../text/stem.ts";
import { conceptOf } from "./concept.ts";

/** A room's name has at most this many words: a longer one is a sentence, not a concept. */
const MAX_WORDS = 4;

/**
 * The room that a heading or a file name gives: its first four words that say something, as a slug; null when it names nothing ("Introduction",
 * "2024-05-12", "notes").
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
export const BLOCK_ID = /(?<=\s|^)\^[\w-]+[ \t]*$/gmu;
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
 * Reads the topics of a document's path. Folders that name no concept (`src`, `notes`, `2024`, `chapter-3`) and those that only repeat the wing are
 * passed over. Where two or more folders above name topics, one word is too little for a room: the
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
