import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { LociError } from "../../../index.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { containPath } from "../contain-path.ts";
import { route } from "../route.ts";

/** Entries of one folder that are told; the answer says when there are more. */
const MOST_ENTRIES = 2_000;

const entrySchema = z.object({ name: z.string(), path: z.string(), kind: z.enum(["folder", "file"]), bytes: z.int().nullable() });

/** Answer of `GET /v1/filetree`. */
export const filetreeSchema = z.object({ schema: z.literal(SCHEMA_VERSION), path: z.string().nullable(), entries: z.array(entrySchema), truncated: z.boolean() });

/** What may be indexed from, one folder at a time. */
export const filetreeRoute = route({
  method: "get",
  path: "/v1/filetree",
  operation: "filetree",
  summary: "What is in a folder inside the service's roots, for choosing what to index; without a path, the roots. Read-only, one level, nothing hidden, no link out of the roots",
  access: "owner",
  query: z.strictObject({ path: z.string().min(1).max(4_096).exactOptional().describe("Absolute path of a folder") }),
  answer: filetreeSchema,
  async handle({ query: { path }, service: { roots, loci } }) {
    if (path === undefined) return { path: null, entries: roots.map((root) => ({ name: root, path: root, kind: "folder", bytes: null })), truncated: false };
    const folder = containPath(path, roots, loci.home);
    if (!statSync(folder).isDirectory()) throw new LociError("USAGE", "that path is no folder", { hint: "name the folder around it" });
    const entries: z.output<typeof entrySchema>[] = [];
    const names = readdirSync(folder).filter((name) => !name.startsWith(".")).sort();
    for (const name of names.slice(0, MOST_ENTRIES)) {
      const inside = join(folder, name);
      try {
        // Where a link leads out of the roots it isn't shown.
        const stat = statSync(containPath(inside, roots, loci.home));
        if (stat.isDirectory()) entries.push({ name, path: inside, kind: "folder", bytes: null });
        else if (stat.isFile()) entries.push({ name, path: inside, kind: "file", bytes: stat.size });
      } catch (thrown) {
        const gone = (thrown as NodeJS.ErrnoException).code;
        if (!["FORBIDDEN", "PATH_NOT_FOUND", "PATH_UNREADABLE", "ENOENT", "EACCES"].includes(gone ?? "")) throw thrown;
      }
    }
    return { path: folder, entries, truncated: names.length > MOST_ENTRIES };
  },
});
