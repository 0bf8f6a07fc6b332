import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { removeQuietly, replaceFile } from "../../files/write-file-atomically.ts";
import type { ParsedDocument } from "../../model/section.ts";
import { writing } from "../../model/error.ts";
import type { ParseLimits } from "../../parsing/parser-input.ts";
import { INGEST_VERSION } from "../fingerprint.ts";

/** Which parsed document: of a source, by the hash of its file's bytes, and by what else it depends on. */
export interface ParsedKey {
  /** Key of the source: what was parsed for one is never read for another, so nobody can tell what others have. */
  readonly source: string;
  readonly contentHash: string;
  readonly rules: string;
}

/**
 * What a parsed document depends on beside the bytes of its file.
 * @param redact which texts lose their secrets; see the setting
 */
export function parsedRules(documentType: string, limits: ParseLimits, redact: string): string {
  const parts = JSON.stringify([INGEST_VERSION, documentType, limits, redact]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 32);
}

/** Bytes on disk, over all sources of a project. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Share of the bound that a sweep leaves, so that not every write sweeps. */
const KEPT_SHARE = 0.8;
/** Interval after which a use is recorded again, milliseconds. */
const USED_AGAIN_MS = 3_600_000;
const EXTENSION = ".parsed";

/**
 * Parsed documents of a project, kept compressed beside the index: a folder a source, a file a document. A cache of what takes long to parse: whatever is
 * wrong with a file, it is parsed again. Which documents are in use says the source's run (`keep`); of too many the longest unused go.
 */
export class ParsedTexts {
  readonly #folder: string;
  readonly #clock: () => number;
  readonly #most: number;
  /** Bytes of all files, as far as this process knows; null until it has looked. */
  #bytes: number | null = null;

  /** @param folder absolute; made when something is kept. @param clock milliseconds since the epoch. @param most bytes on disk */
  constructor(folder: string, clock: () => number, most: number = MAX_BYTES) {
    this.#folder = folder;
    this.#clock = clock;
    this.#most = most;
  }

  /** A document that is kept; null where it isn't. */
  get(key: ParsedKey): ParsedDocument | null {
    const path = this.#path(key);
    try {
      const document = readParsed(path, boundTo(key));
      if (document !== null) this.#used(path);
      return document;
    } catch (thrown) {
      // Not there, or not as it was written: that is no reason to refuse anybody anything.
      if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") removeQuietly(path);
      return null;
    }
  }

  /** Keeps a document, unless it alone would take a quarter of all. Where that can't be written, it isn't kept. */
  put(key: ParsedKey, document: ParsedDocument): void {
    const bytes = packParsed(document, boundTo(key));
    if (bytes.length > this.#most / 4) return;
    const path = this.#path(key);
    try {
      const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      replaceFile(path, bytes, { durable: false });
      this.#bytes = (this.#bytes ?? this.bytes() - bytes.length) + bytes.length - before;
    } catch (thrown) {
      if (typeof (thrown as NodeJS.ErrnoException).code !== "string") throw thrown;
      return;
    }
    if (this.#bytes > this.#most) this.#evict();
  }

  /** Drops what of a source is kept beside the documents that it has now. @param hashes of their files' contents */
  keep(source: string, hashes: ReadonlySet<string>): void {
    const folder = join(this.#folder, source);
    for (const name of namesIn(folder))
      if (!hashes.has(name.slice(0, -EXTENSION.length)) && name.endsWith(EXTENSION)) erase(join(folder, name));
    this.#bytes = null;
  }

  remove(source: string): void {
    erase(join(this.#folder, source));
    this.#bytes = null;
  }

  /** Drops what is kept of other sources than these. @returns how many sources that were */
  keepSources(sources: ReadonlySet<string>): number {
    const orphans = this.orphans(sources);
    for (const source of orphans) this.remove(source);
    return orphans.length;
  }

  /** Sources of which something is kept, and that are none of these. */
  orphans(sources: ReadonlySet<string>): readonly string[] {
    return namesIn(this.#folder).filter((source) => !sources.has(source));
  }

  /** Bytes of all that is kept. Cost: a look at each file. */
  bytes(): number {
    return this.#files().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #used(path: string): void {
    const now = this.#clock();
    try {
      if (now - statSync(path).mtimeMs > USED_AGAIN_MS) utimesSync(path, now / 1000, now / 1000);
    } catch {
      // Gone in between, or a medium that takes no writes: its use isn't known then.
    }
  }

  #evict(): void {
    const files = [...this.#files()].sort((a, b) => b.used - a.used);
    let kept = 0;
    for (const { path, bytes } of files) {
      if (kept + bytes > KEPT_SHARE * this.#most) removeQuietly(path);
      else kept += bytes;
    }
    this.#bytes = kept;
  }

  #files(): readonly { readonly path: string; readonly bytes: number; readonly used: number }[] {
    return namesIn(this.#folder).flatMap((source) =>
      namesIn(join(this.#folder, source)).flatMap((name) => {
        const path = join(this.#folder, source, name);
        const stat = statSync(path, { throwIfNoEntry: false });
        return stat?.isFile() === true ? [{ path, bytes: stat.size, used: stat.mtimeMs }] : [];
      }),
    );
  }

  #path({ source, contentHash }: ParsedKey): string {
    return join(this.#folder, source, `${contentHash}${EXTENSION}`);
  }
}

/** What a file says it is of: one that was put in another's place, by a restore that mixed two, is no parse of that other document. */
const boundTo = ({ source, contentHash, rules }: ParsedKey): string => `${rules} ${source} ${contentHash}`;

/** What has to go. @throws LociError `STORAGE_FAILED` */
function erase(path: string): void {
  writing(path, () => rmSync(path, { recursive: true, force: true }));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The fastest: three quarters of what the best would save, at an eighth of its time. */
const LEVEL = 1;
/** Maximum unpacked size: others may have written to the folder. */
const MAX_UNPACKED = 512 * 1024 * 1024;

interface Kept {
  readonly rules: string;
  readonly document: ParsedDocument;
}

/**
 * A parsed document as the bytes of a file: compressed JSON (zlib, which carries a checksum).
 * @param rules what the parsed document depends on beside the bytes of its file
 */
export function packParsed(document: ParsedDocument, rules: string): Uint8Array {
  const kept: Kept = { rules, document };
  return deflateSync(JSON.stringify(kept), { level: LEVEL });
}

/**
 * The document in a file of `packParsed`.
 * @returns null for a file of other rules
 * @throws Error for one that isn't there, or isn't as it was written
 * Cost: some 5 ms a megabyte of text.
 */
export function readParsed(path: string, rules: string): ParsedDocument | null {
  const json = inflateSync(readFileSync(path), { maxOutputLength: MAX_UNPACKED }).toString("utf8");
  const kept = JSON.parse(json) as Kept;
  if (kept.rules !== rules) return null;
  return kept.document;
}
