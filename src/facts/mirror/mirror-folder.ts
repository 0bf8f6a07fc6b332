import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { syncFolder } from "../../files/private-folder.ts";
import { LociError } from "../../model/error.ts";
import type { FactList } from "../../storage/ports/fact-store.ts";
import { mirrorName } from "./mirror-name.ts";
import { parseMirror, renderMirror } from "./mirror-text.ts";
import type { FactMirrors, ListName, MirrorEdit, MirrorReading, MirrorState, RejectedMirror } from "./mirrors.ts";

/** Largest mirror that is read, in bytes. */
const LARGEST = 8_000_000;

/**
 * Mirrors in a folder, which is made when the first one is written. Files are replaced by renaming, so a reader sees
 * the
 * old or the new one.
 */
export function openMirrorFolder(folder: string): FactMirrors {
  return new MirrorFolder(folder);
}

/** A mirror as it was read. */
interface Found {
  readonly content: ReturnType<typeof parseMirror>;
  readonly time: number;
}

/** Name of the nth edit of a mirror that could not be applied. */
function rejectedName(file: string, nth: number): string {
  return file.replace(/\.md$/u, nth === 1 ? ".rejected.md" : `.rejected-${nth}.md`);
}

/** The mirror of which a file keeps an edit that could not be applied; null for any other file. */
function rejectedOf(name: string): string | null {
  const [, stem] = /^(.*)\.rejected(?:-\d+)?\.md$/u.exec(name) ?? [];
  return stem === undefined ? null : `${stem}.md`;
}

class MirrorFolder implements FactMirrors {
  readonly #folder: string;
  /** Modification times (ms) of files that are known to hold what was written. */
  readonly #known = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: ListName, list: FactList | null): Promise<void> {
    const file = mirrorName(name);
    const found = await this.#read(file);
    const foreign = found !== null && (found.content.kind !== "read" || found.content.edited);
    // An edit that could not be applied is kept under another name before the mirror is written.
    if (foreign) await this.#setAside(file);
    await this.#write(file, list, foreign ? null : found);
  }

  async replace(name: ListName, list: FactList | null, edited: string = mirrorName(name)): Promise<void> {
    const file = mirrorName(name);
    if (edited !== file) await rm(join(this.#folder, edited), { force: true });
    await this.#write(file, list, list === null || list.items.length === 0 ? null : await this.#read(file));
  }

  async renew(name: ListName, list: FactList): Promise<void> {
    await this.#write(mirrorName(name), list, null);
  }

  async states(): Promise<readonly MirrorState[]> {
    const states: MirrorState[] = [];
    for (const file of await this.#files()) {
      const found = await this.#read(file);
      if (found?.content.kind !== "read" || mirrorName(found.content.name) !== file) continue;
      const { name, topic, revision, values, said } = found.content;
      states.push({ ...name, file, topic, revision, values, said, time: found.time });
    }
    return states;
  }

  /** @param present the mirror that is there, when it isn't known to hold what was written */
  async #write(file: string, list: FactList | null, present: Found | null): Promise<void> {
    const path = join(this.#folder, file);
    if (list === null || list.items.length === 0) {
      await rm(path, { force: true });
      if (existsSync(this.#folder)) syncFolder(this.#folder);
      this.#known.delete(file);
      return;
    }
    if (
      present !== null &&
      present.content.kind === "read" &&
      !present.content.edited &&
      present.content.revision > list.revision
    )
      return;
    replaceFile(path, renderMirror(list), { durable: true });
    this.#known.set(file, (await stat(path)).mtimeMs);
  }

  async forgetRejected(name: ListName): Promise<void> {
    const file = mirrorName(name);
    for (const kept of await this.#markdown())
      if (rejectedOf(kept) === file) await rm(join(this.#folder, kept), { force: true });
  }

  /** Somebody wrote it by hand: what was set aside before stays, too. */
  async #setAside(file: string): Promise<void> {
    const taken = new Set(await this.#markdown());
    let nth = 1;
    while (taken.has(rejectedName(file, nth))) nth++;
    await rename(join(this.#folder, file), join(this.#folder, rejectedName(file, nth)));
  }

  async edits(names: readonly ListName[] | null): Promise<MirrorReading> {
    const edits: MirrorEdit[] = [];
    const rejected: RejectedMirror[] = [];
    for (const file of names === null ? await this.#files() : names.map(mirrorName)) {
      const found = await this.#read(file);
      if (found === null) continue;
      const { content, time } = found;
      if (content.kind === "rejected")
        rejected.push({
          file,
          reason: content.reason,
          line: content.line,
          ...(content.cut === undefined || mirrorName(content.cut) !== file ? {} : { cut: content.cut }),
        });
      else if (content.revision > 0 && mirrorName(content.name) !== file)
        rejected.push({ file, reason: "its first line names another list", line: 1 });
      else if (content.edited)
        edits.push({
          ...content.name,
          file,
          topic: content.topic,
          revision: content.revision,
          values: content.values,
          time,
        });
      else this.#known.set(file, time);
    }
    const missing = (names ?? []).filter((name) => !existsSync(join(this.#folder, mirrorName(name))));
    return { edits, rejected, missing };
  }

  /** A mirror that may have changed since it was last written or read; null when it hasn't, or isn't there. */
  async #read(file: string): Promise<Found | null> {
    const path = join(this.#folder, file);
    try {
      const { mtimeMs, size } = await stat(path);
      if (this.#known.get(file) === mtimeMs) return null;
      if (size > LARGEST)
        return {
          content: { kind: "rejected", reason: `it is larger than ${LARGEST} bytes`, line: null },
          time: mtimeMs,
        };
      return { content: parseMirror(await readFile(path, "utf8")), time: mtimeMs };
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return null;
      throw new LociError("STORAGE_FAILED", `the mirror '${file}' can't be read (${code ?? "unknown"})`, {
        hint: "check its permissions",
        cause: thrown,
      });
    }
  }

  /** The mirrors that are there. */
  async #files(): Promise<readonly string[]> {
    return (await this.#markdown()).filter((name) => rejectedOf(name) === null).sort();
  }

  async #markdown(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => name.endsWith(".md"));
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw new LociError("STORAGE_FAILED", "the folder of mirrors can't be read", {
        hint: "check its permissions",
        cause: thrown,
      });
    }
  }
}
