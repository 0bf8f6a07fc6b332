import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";
import { LociError } from "../../model/error.ts";

/** Bytes that are asked of a file, and where in it they stand. */
export interface Stretch {
  readonly into: Uint8Array;
  readonly at: number;
}

/** A model file, of which as much is read as is needed. */
export interface ModelFile {
  readonly path: string;
  readonly size: number;
  /** @throws LociError `MODEL_UNAVAILABLE` where the file is gone, cut short, or another one by now */
  read(stretches: readonly Stretch[]): void;
}

const HEAD_BYTES = 64;

/**
 * Opens a model file for each reading: one that was kept open would stand in the way of another version's installation.
 * @throws LociError `MODEL_UNAVAILABLE` when it can't be read, or the machine is big-endian
 */
export function modelFile(path: string): ModelFile {
  if (endianness() !== "LE")
    throw new LociError("MODEL_UNAVAILABLE", "the bundled model is laid out for little-endian machines", {
      hint: "configure another embedding provider",
    });
  const [head, now] = [Buffer.alloc(HEAD_BYTES), Buffer.alloc(HEAD_BYTES)];
  const readFrom = (stretches: readonly Stretch[]): number => {
    let file: number | null = null;
    try {
      file = openSync(path, "r");
      for (const { into, at } of stretches)
        if (readSync(file, into, 0, into.length, at) < into.length) throw new RangeError("the file is cut short");
      return fstatSync(file).size;
    } catch (cause) {
      throw new LociError("MODEL_UNAVAILABLE", `the bundled model file '${path}' can't be read`, {
        hint: "install Loci again, or make the model with models/make.sh",
        details: { path },
        cause,
      });
    } finally {
      if (file !== null) closeSync(file);
    }
  };
  const size = readFrom([{ into: head, at: 0 }]);
  return {
    path,
    size,
    read(stretches) {
      if (readFrom([{ into: now, at: 0 }, ...stretches]) !== size || !now.equals(head))
        throw new LociError("MODEL_UNAVAILABLE", `another model file stands at '${path}' since Loci was started`, {
          hint: "start Loci again",
          details: { path },
        });
    },
  };
}

/** A part of a file, aligned for numbers of any width. */
export function readPart(file: ModelFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  const into = new Uint8Array(new ArrayBuffer(length));
  file.read([{ into, at }]);
  return into;
}

const FORMAT = 1;

/**
 * Reads and checks the head of a model file: magic (8 bytes), format version and three counts (uint32),
 * 8 bytes of zero, identity (32 bytes). Little-endian throughout.
 * @param magic eight ASCII characters that name the kind of file
 * @throws LociError `MODEL_UNAVAILABLE` when it isn't such a file, or of another format version
 */
export function readModelHeader(file: ModelFile, magic: string) {
  const data = readPart(file, 0, Math.min(file.size, HEAD_BYTES));
  const view = new DataView(data.buffer);
  const found = data.length < HEAD_BYTES ? "" : String.fromCharCode(...data.subarray(0, 8));
  if (found !== magic || view.getUint32(8, true) !== FORMAT)
    throw new LociError("MODEL_UNAVAILABLE", `'${file.path}' is no model file of format ${FORMAT}`, {
      hint: "install Loci again: its models folder is damaged or of another version",
      details: { path: file.path },
    });
  return {
    /** The three numbers after the format version; what they count depends on the file. */
    counts: [view.getUint32(12, true), view.getUint32(16, true), view.getUint32(20, true)] as const,
    /** SHA-256 of the table's content, lower-case hex. */
    identity: Buffer.from(data.subarray(32)).toString("hex"),
  };
}

const CONTINUES = 0x9e3779b9 | 0;
const STARTS = 0x811c9dc5 | 0;
const NUMBER_SIGN = 35;

/** The arrays of a vocabulary as the model file holds them, so that opening one takes no loop. */
export interface VocabularyIndex {
  /** Where each token's line starts in the text, in UTF-16 units, and the end of the last: size + 1 values. */
  readonly starts: Uint32Array;
  /** Open addressing with linear probing over a power of two of slots: id + 1, or 0 for empty. */
  readonly slots: Uint16Array;
}

/**
 * The token list: text to id by a hash table over the list's own characters.
 *
 * Asked with a slice of a character buffer, so cutting a word into tokens makes no strings. The table comes ready
 * from the model file: building it, or a `Map` of 30,522 strings, cost a cold process 20 ms (measured on a busy machine). Immutable.
 */
export class Vocabulary {
  /** Number of tokens; ids are 0 to size − 1. */
  readonly size: number;
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #slots: Uint16Array;
  readonly #mask: number;

  /** @param text one token a line, in the order of their ids; "##" marks a token that continues a word */
  constructor(text: string, index: VocabularyIndex) {
    this.#text = text;
    this.#starts = index.starts;
    this.#slots = index.slots;
    this.#mask = index.slots.length - 1;
    this.size = index.starts.length - 1;
  }

  /** The token as listed, with its "##". */
  token(id: number): string {
    return this.#text.slice(this.#starts[id], (this.#starts[id + 1] as number) - 1);
  }

  /** Hash to start from: of a word's first token, or of one that continues it. */
  static seed(continues: boolean): number {
    return continues ? CONTINUES : STARTS;
  }

  /** Extends a hash by one UTF-16 unit (FNV-1a, one round a unit). */
  static extend(hash: number, unit: number): number {
    return Math.imul(hash ^ unit, 0x01000193);
  }

  /**
   * @param hash of exactly the units in the range, from `seed` and `extend`
   * @returns the id, or −1
   */
  find(hash: number, units: Uint16Array, from: number, to: number, continues: boolean): number {
    // FNV mixes upwards, so the high half is folded into the low.
    for (let slot = ((hash >>> 15) ^ hash) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const entry = this.#slots[slot] as number;
      if (entry === 0) return -1;
      if (this.#equals(entry - 1, units, from, to, continues)) return entry - 1;
    }
  }

  #equals(id: number, units: Uint16Array, from: number, to: number, continues: boolean): boolean {
    let at = this.#starts[id] as number;
    const length = (this.#starts[id + 1] as number) - 1 - at;
    if (length !== to - from + (continues ? 2 : 0)) return false;
    if (this.#continues(at, length) !== continues) return false;
    if (continues) at += 2;
    for (let i = from; i < to; i++, at++) if (this.#text.charCodeAt(at) !== units[i]) return false;
    return true;
  }

  #continues(at: number, length: number): boolean {
    return length > 2 && this.#text.charCodeAt(at) === NUMBER_SIGN && this.#text.charCodeAt(at + 1) === NUMBER_SIGN;
  }
}
