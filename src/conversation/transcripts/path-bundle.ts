import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { LociError } from "../../model/error.ts";
import type { TranscriptBundle } from "./format-reader.ts";
import { fileBundle } from "./file-bundle.ts";

/** Folders inside an export, at most; exports are two deep. */
const DEPTH = 4;

/**
 * A transcript on disk: a file, an archive, or the folder of an unpacked export. Nothing stays open between reads.
 *
 * @throws LociError `PATH_NOT_FOUND`; `FILE_SKIPPED` for a damaged archive
 */
export async function pathBundle(path: string): Promise<TranscriptBundle> {
  const status = await stat(path).catch((cause: unknown) => {
    throw new LociError("PATH_NOT_FOUND", `there is no '${path}'`, { hint: "check the spelling", cause });
  });
  return status.isDirectory() ? await folderBundle(path) : await fileBundle(path, path);
}

async function folderBundle(path: string): Promise<TranscriptBundle> {
  const names: string[] = [];
  const walk = async (folder: string, depth: number): Promise<void> => {
    for (const entry of await readdir(join(path, folder), { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith(".")) continue;
      if (entry.isFile()) names.push(name);
      else if (entry.isDirectory() && depth < DEPTH) await walk(name, depth + 1);
    }
  };
  await walk("", 1);
  return {
    path,
    names: names.sort(),
    many: true,
    stream: (name, from = 0) => createReadStream(join(path, name), { start: from }) as AsyncIterable<Uint8Array>,
  };
}
