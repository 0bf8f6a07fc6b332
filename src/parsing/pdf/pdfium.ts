import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";

/** The library's functions, as they are compiled: they take and give numbers, which are addresses, sizes, coordinates, and 1 or 0 for yes or no. */
type Calls = Readonly<Record<Exclude<keyof WrappedPdfiumModule, "pdfium">, (...values: number[]) => number>>;
/** Its memory moves when it grows. */
interface Memory {
  readonly HEAPU8: Uint8Array;
}

/** Bytes at hand for what a call writes: coordinates, and most strings. */
const SCRATCH = 16_384;
/** Those of them for a string; behind them is room for a name. */
const STRING = SCRATCH - 64;

/**
 * PDFium, the PDF library, as WebAssembly: it holds documents in a memory of its own, by address.
 * A function that gives a structure or a string writes it into `scratch`, where it is read at once.
 */
export class Pdfium {
  readonly call: Calls;
  /** Address of bytes that the next call may write. */
  readonly scratch: number;
  readonly #memory: Memory;
  readonly #heap: WrappedPdfiumModule["pdfium"]["wasmExports"];
  #view: DataView<ArrayBufferLike>;

  constructor({ pdfium }: WrappedPdfiumModule) {
    this.call = pdfium.wasmExports as unknown as Calls;
    this.#memory = pdfium as unknown as Memory;
    this.#heap = pdfium.wasmExports;
    this.scratch = this.#heap.malloc(SCRATCH);
    this.#view = new DataView(this.#memory.HEAPU8.buffer);
    this.call.FPDF_InitLibrary();
  }

  /** Copies bytes into the library's memory. @returns their address; free it */
  place(bytes: Uint8Array): number {
    const address = this.#heap.malloc(bytes.length);
    this.#memory.HEAPU8.set(bytes, address);
    return address;
  }

  free(address: number): void {
    this.#heap.free(address);
  }

  /** A fraction of 4 bytes that a call has written into `scratch`, by its place among such. */
  float(index: number): number {
    return this.#written().getFloat32(this.scratch + 4 * index, true);
  }

  /** One of 8 bytes. */
  double(index: number): number {
    return this.#written().getFloat64(this.scratch + 8 * index, true);
  }

  /** A whole number of 4 bytes. */
  integer(index: number): number {
    return this.#written().getInt32(this.scratch + 4 * index, true);
  }

  /** What the next call reads: a name, as the format writes it. @returns its address */
  name(name: string): number {
    const address = this.scratch + STRING;
    Buffer.from(this.#memory.HEAPU8.buffer, address, SCRATCH - STRING).write(`${name}\0`, "latin1");
    return address;
  }

  /**
   * A string that a call gives: into a buffer, of which it says how large it has to be.
   * @param ask calls with the buffer's address and size
   */
  string(ask: (address: number, bytes: number) => number, encoding: "utf16le" | "utf8" = "utf16le"): string {
    let address = this.scratch;
    const bytes = ask(address, STRING);
    if (bytes > STRING) ask((address = this.#heap.malloc(bytes)), bytes);
    const text = Buffer.from(this.#memory.HEAPU8.buffer, address, bytes).toString(encoding);
    if (address !== this.scratch) this.free(address);
    return text.replace(/\0+$/u, "");
  }

  #written(): DataView<ArrayBufferLike> {
    // A memory that has grown has left its buffer behind, empty.
    if (this.#view.buffer.byteLength === 0) this.#view = new DataView(this.#memory.HEAPU8.buffer);
    return this.#view;
  }
}

let loaded: Promise<Pdfium> | null = null;

/** The library; once a thread. Cost: 40 ms, and 4.6 MB are read. */
export const loadPdfium = (): Promise<Pdfium> => (loaded ??= load());

/** Leaves the library as it is, with all that it holds; the next document begins with a new one. */
export function dropPdfium(): void {
  loaded = null;
}

async function load(): Promise<Pdfium> {
  const { init } = await import("@embedpdf/pdfium");
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")));
  return new Pdfium(await init({ wasmBinary }));
}
