import { roomName } from "./room-name.ts";

/** What a path says a document is about. */
export interface PathTopic {
  /** The innermost folder that names a topic. */
  readonly folder: string | null;
  /** The file's own name, when it names one. */
  readonly file: string | null;
}

/** Folders come with each of their files: the names of those met last, at most so many. */
const MEMO_FOLDERS = 1_000;
const folderNames = new Map<string, string | null>();

/**
 * Reads the topics of a document's path. Folders that name no concept (`src`, `notes`, `2024`, `chapter-3`) and those that only
 * repeat the wing are passed over.
 *
 * @param path relative to the source's root, `/` between
 * @param wing the document's wing
 * @example pathTopic("docs/auth/setup-clerk.md", "driftwood") // { folder: "auth", file: "setup-clerk" }
 */
export function pathTopic(path: string, wing: string): PathTopic {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  const file = segments.pop() ?? "";
  let folder: string | null = null;
  for (let i = segments.length - 1; i >= 0 && folder === null; i--) {
    const name = folderName(segments[i] as string);
    if (name !== null && name !== wing) folder = name;
  }
  const name = roomName(withoutExtension(file));
  return { folder, file: name === wing ? null : name };
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
