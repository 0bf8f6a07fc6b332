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
 *
 * @throws LociError `MODEL_UNAVAILABLE` when it can't be read, or the machine is big-endian
 */
export function modelFile(path: string): ModelFile {
  if (endianness() !== "LE") {
    throw new LociError("MODEL_UNAVAILABLE", "the bundled model is laid out for little-endian machines", {
      hint: "configure another embedding provider",
    });
  }
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

/** What stands in the 64 bytes at the head of a model file. */
export interface ModelFileHeader {
  /** The three numbers after the format version; what they count depends on the file. */
  readonly counts: readonly [number, number, number];
  /** SHA-256 of the table's content, lower-case hex. */
  readonly identity: string;
}

const FORMAT = 1;

/**
 * Reads and checks the head of a model file: magic (8 bytes), format version and three counts (uint32),
 * 8 bytes of zero, identity (32 bytes). Little-endian throughout.
 *
 * @param magic eight ASCII characters that name the kind of file
 * @throws LociError `MODEL_UNAVAILABLE` when it isn't such a file, or of another format version
 */
export function readModelHeader(file: ModelFile, magic: string): ModelFileHeader {
  const data = readPart(file, 0, Math.min(file.size, HEAD_BYTES));
  const view = new DataView(data.buffer);
  const found = data.length < HEAD_BYTES ? "" : String.fromCharCode(...data.subarray(0, 8));
  if (found !== magic || view.getUint32(8, true) !== FORMAT) {
    throw new LociError("MODEL_UNAVAILABLE", `'${file.path}' is no model file of format ${FORMAT}`, {
      hint: "install Loci again: its models folder is damaged or of another version",
      details: { path: file.path },
    });
  }
  return {
    counts: [view.getUint32(12, true), view.getUint32(16, true), view.getUint32(20, true)],
    identity: Buffer.from(data.subarray(32)).toString("hex"),
  };
}
