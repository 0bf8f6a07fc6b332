import { readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, relative, sep } from "node:path";
import { readPart } from "../../../files/plain-file.ts";
import { z } from "zod";
import { LociError } from "../../../index.ts";
import { FOLDER } from "../../../model/requests/index.ts";
import { versioned } from "../../../operations/answers/answer.ts";
import { route } from "../route.ts";

/** Entries of one folder that are told; the answer says when there are more. */
const MAX_ENTRIES = 2_000;

const entrySchema = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(["folder", "file"]),
  bytes: z.int().nullable(),
});

/** Bytes of a file that are shown; the answer says when there are more. */
const MAX_SHOWN = 1_000_000;

const filetreeSchema = versioned({
  path: z.string().nullable(),
  entries: z.array(entrySchema),
  file: z
    .object({ bytes: z.int(), text: z.string().nullable().describe("Null where it is no text in UTF-8") })
    .exactOptional()
    .describe("Where the path is that of a file: what it holds"),
  truncated: z.boolean(),
});

/** What a file inside the roots holds. */
function contentOf(path: string, file: string): Omit<z.output<typeof filetreeSchema>, "schema"> {
  const bytes = statSync(file).size;
  const start = readPart(file, 0, Math.min(bytes, MAX_SHOWN));
  return { path, entries: [], file: { bytes, text: textOf(start) }, truncated: bytes > start.length };
}

/** Null for what is no text. A character that was cut off at the end is left out. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch (thrown) {
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}

/** What may be indexed from, one folder at a time. */
const filetree = route({
  http: "GET /v1/filetree",
  summary:
    "What is in a folder inside the service's roots, for choosing what to index; without a path, the roots; of a file the text of its first " +
    `${MAX_SHOWN} bytes. Read-only, one level, nothing hidden, no link out of the roots`,
  access: "owner",
  query: FOLDER,
  answer: filetreeSchema,
  async handle({ query: { path }, service: { roots, loci } }) {
    if (path === undefined) {
      const folders = roots.map((root) => ({ name: root, path: root, kind: "folder" as const, bytes: null }));
      return { path: null, entries: folders, truncated: false };
    }
    const folder = containPath(path, roots, loci.home);
    const stat = statSync(folder);
    if (stat.isFile()) return contentOf(path, folder);
    if (!stat.isDirectory())
      throw new LociError("USAGE", "that path is no folder and no file", {
        hint: "name the folder around it, or a file",
      });
    const entries: z.output<typeof entrySchema>[] = [];
    const names = readdirSync(folder)
      .filter((name) => !name.startsWith("."))
      .sort();
    for (const name of names.slice(0, MAX_ENTRIES)) {
      const inside = join(folder, name);
      try {
        // Where a link leads out of the roots it isn't shown.
        const stat = statSync(containPath(inside, roots, loci.home));
        if (stat.isDirectory()) entries.push({ name, path: inside, kind: "folder", bytes: null });
        else if (stat.isFile()) entries.push({ name, path: inside, kind: "file", bytes: stat.size });
      } catch (thrown) {
        const code = (thrown as NodeJS.ErrnoException).code;
        if (!["FORBIDDEN", "PATH_NOT_FOUND", "PATH_UNREADABLE", "ENOENT", "EACCES"].includes(code ?? "")) throw thrown;
      }
    }
    return { path: folder, entries, truncated: names.length > MAX_ENTRIES };
  },
});

/** What may be looked into and indexed from. */
export const FILETREE_ROUTES = { filetree };

/**
 * The real path of something inside the configured roots; `~` is the home of whoever runs the service. Links are followed first, so that none leads out.
 * @param roots absolute, links resolved
 * @throws LociError `USAGE` for a relative path, `FORBIDDEN` for one outside, hidden or inside Loci's own folder (whether or not it
 *   is there), `PATH_NOT_FOUND`
 */
export function containPath(given: string, roots: readonly string[], ownFolder: string): string {
  const path = given.replace(/^~(?=\/|$)/u, homedir());
  if (!isAbsolute(path) || path.includes("\0"))
    throw new LociError("USAGE", "a path must be absolute", { hint: "give it from the root of the file system" });
  const outside = new LociError("FORBIDDEN", "that path is outside of the folders that this service may read", {
    hint: "start it by loci serve --root FOLDER",
  });
  let real: string;
  try {
    real = realpathSync(path);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    // A path outside doesn't reveal whether it exists.
    if (!roots.some((root) => isInside(path, root))) throw outside;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new LociError("PATH_NOT_FOUND", "that path is not there", { hint: "check the spelling" });
    throw new LociError("PATH_UNREADABLE", `that path can't be read (${code ?? "unknown"})`, {
      hint: "check its permissions",
    });
  }
  const root = roots.find((one) => isInside(real, one));
  if (root === undefined || isInside(real, ownFolder)) throw outside;
  const parts = relative(root, real).split(sep);
  if (parts.some((part) => part.startsWith(".")))
    throw new LociError("FORBIDDEN", "hidden files and folders are not shown", { hint: "name what is inside of none" });
  return real;
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === "" || (!way.startsWith(`..${sep}`) && way !== ".." && !isAbsolute(way));
}
