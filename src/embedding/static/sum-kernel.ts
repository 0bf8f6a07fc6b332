import { webAssembly } from "../../wasm/web-assembly.ts";
import { SUM_KERNEL_MODULE } from "./sum-kernel.module.ts";
import { sumRows } from "./sum-rows.ts";
import type { StaticTable } from "./table.ts";

/** Adds up the rows of tokens into `sum`, as `sumRows` does. */
export type SumOfRows = (ids: Uint16Array, sum: Float64Array) => void;

/** Components that the kernel takes at a time. */
const COMPONENTS = 16;
const PAGE_BYTES = 65_536;
/** Tokens of a text for which there is room; a longer one is summed without the kernel. */
const MOST_TOKENS = 32_768;

interface Exports {
  sum(ids: number, count: number, scales: number, rows: number, dimension: number, sum: number): void;
}

/**
 * `sumRows` for many texts, with SIMD: less than half the time, and the same bits, since each component is added in the order of the
 * tokens in double precision. Null where the processor or the table has another width.
 *
 * Cost: a copy of the table (8 MB, some 5 ms), which pays from about a hundred texts on.
 */
export function sumKernel(table: Pick<StaticTable, "dimension" | "words" | "scales">): SumOfRows | null {
  const { dimension, words, scales } = table;
  const bytes = Buffer.from(SUM_KERNEL_MODULE, "base64");
  if (dimension % COMPONENTS !== 0 || !webAssembly.validate(bytes)) return null;
  const scalesAt = words.byteLength;
  const sumAt = (scalesAt + scales.byteLength + 15) & ~15;
  const idsAt = sumAt + dimension * 8;
  const memory = new webAssembly.Memory({ initial: Math.ceil((idsAt + MOST_TOKENS * 2) / PAGE_BYTES) });
  new Int32Array(memory.buffer, 0, words.length).set(words);
  new Float32Array(memory.buffer, scalesAt, scales.length).set(scales);
  const summed = new Float64Array(memory.buffer, sumAt, dimension);
  const room = new Uint16Array(memory.buffer, idsAt, MOST_TOKENS);
  const kernel = new webAssembly.Instance(new webAssembly.Module(bytes), { env: { memory } }).exports as Exports;
  return (ids, sum) => {
    if (ids.length > MOST_TOKENS) return sumRows(table, ids, sum);
    room.set(ids);
    kernel.sum(idsAt, ids.length, scalesAt, 0, dimension, sumAt);
    sum.set(summed);
  };
}
