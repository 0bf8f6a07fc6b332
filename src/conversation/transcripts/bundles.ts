import { createReadStream } from "node:fs";
import { readdir, stat, open } from "node:fs/promises";
import { join } from "node:path";
import { isOpenDatabase } from "../../files/open-databases.ts";
import { LociError } from "../../model/error.ts";
import type { TranscriptBundle } from "./format-reader.ts";
import { operation, step } from "../../model/next-step.ts";
import { skipFile } from "../../parsing/parser-input.ts";
import { type ByteSource, readZipDirectory, streamZipEntry, ZipFault } from "../../parsing/zip/zip-directory.ts";

/** Folders inside an export, at most; exports are two to four deep. */
const DEPTH = 6;

/**
 * A transcript on disk: a file, an archive, or the folder of an unpacked export. Nothing stays open between reads.
 * @throws LociError `PATH_NOT_FOUND`; `FILE_SKIPPED` for a damaged archive
 */
export async function pathBundle(path: string): Promise<TranscriptBundle> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  return isFolder ? await folderBundle(path) : await fileBundle(path, path);
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

const MAX_ENTRIES = 200_000;
/** Bytes that one file of an archive may unpack to. Exports of heavy users reach several hundred megabytes. */
const MAX_UNPACKED = 4 * 1024 ** 3;

/** Whether bytes begin like a ZIP archive. */
export const looksZipped = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);

/**
 * An export as it was downloaded: a ZIP archive, unpacked file by file while it is read.
 * @throws LociError `FILE_SKIPPED` with the archive's fault as reason
 */
export async function zipBundle(path: string, source: ByteSource): Promise<TranscriptBundle> {
  const all = await readZipDirectory(source, MAX_ENTRIES).catch((error: unknown) => {
    throw faultOf(path, error);
  });
  const entries = new Map(all.flatMap((entry) => (entry.name.endsWith("/") ? [] : [[entry.name, entry] as const])));
  return {
    path,
    names: [...entries.keys()].sort(),
    many: true,
    async *stream(name, from = 0) {
      const entry = entries.get(name);
      if (entry === undefined)
        throw new LociError("PATH_NOT_FOUND", `'${path}' holds no '${name}'`, {
          hint: step`the archive has changed: run ${operation("index")} again`,
        });
      let at = 0;
      try {
        for await (const piece of streamZipEntry(source, entry, MAX_UNPACKED)) {
          if (at + piece.length > from) yield piece.subarray(Math.max(0, from - at));
          at += piece.length;
        }
      } catch (error) {
        throw faultOf(path, error);
      }
    },
  };
}

function faultOf(path: string, fault: unknown): unknown {
  if (!(fault instanceof ZipFault)) return fault;
  return skipFile(path, fault.kind, { cause: fault });
}

/**
 * A transcript that is one file on disk, or one archive, as long as it is now: what is written to it from here on belongs to the next reading.
 * Nothing stays open between reads.
 * @param path what to call it
 * @param file absolute
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`; `FILE_SKIPPED` for a damaged archive
 */
export async function fileBundle(path: string, file: string): Promise<TranscriptBundle> {
  let source: ByteSource;
  let isZip: boolean;
  if (isOpenDatabase(file))
    throw new LociError("PATH_UNREADABLE", `'${path}' is a database of Loci's own`, { hint: "name a transcript" });
  try {
    source = fileSource(file, (await stat(file)).size);
    isZip = looksZipped(await source.read(0, 4));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown";
    if (code === "ENOENT")
      throw new LociError("PATH_NOT_FOUND", `there is no '${path}'`, { hint: "check the spelling", cause });
    throw new LociError("PATH_UNREADABLE", `'${path}' can't be read (${code})`, {
      hint: "check it and its permissions",
      cause,
    });
  }
  if (isZip) return await zipBundle(path, source);
  const { size } = source;
  return {
    path,
    names: [path],
    many: false,
    file,
    stream: (_name, from = 0) =>
      from < size ? (createReadStream(file, { start: from, end: size - 1 }) as AsyncIterable<Uint8Array>) : nothing(),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function fileSource(path: string, size: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      const file = await open(path);
      try {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}
