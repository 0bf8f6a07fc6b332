import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { quantise } from "../model/vector.ts";
import { assembleKernel } from "./assemble.fixture.ts";
import { codeKernel, dotKernel, REACH, ScoreBoard, webAssembly } from "./kernels.ts";
import { CODE_KERNEL_MODULE } from "./code-kernel.module.ts";
import { CHUNK_ROWS, CodeStore } from "../storage/sqlite/vectors/code-store.ts";
import { DOT_KERNEL_MODULE } from "./dot-kernel.module.ts";
import { PRIOR_KERNEL_MODULE } from "./prior-kernel.module.ts";
import { SUM_KERNEL_MODULE } from "./sum-kernel.module.ts";
import { VectorStore } from "../storage/sqlite/vectors/vector-store.ts";
import { scalarCodeKernel, scalarDotKernel } from "./scalar-kernels.fixture.ts";
import { BLOCK_ROWS, blockBytes, VectorCoder } from "../storage/sqlite/vectors/vector-code.ts";
import { rounds } from "../../test/rounds.fixture.ts";

test("the modules are what their sources assemble to", async () => {
  assert.equal(Buffer.from(await assembleKernel("dot-kernel")).toString("base64"), DOT_KERNEL_MODULE);
  assert.equal(Buffer.from(await assembleKernel("code-kernel")).toString("base64"), CODE_KERNEL_MODULE);
  assert.equal(Buffer.from(await assembleKernel("prior-kernel")).toString("base64"), PRIOR_KERNEL_MODULE);
  assert.equal(Buffer.from(await assembleKernel("sum-kernel")).toString("base64"), SUM_KERNEL_MODULE);
});

const QUERY = 0;
const OUT = 4096;
const LIST = 8192;
const NORMS = 16_384;
const ROWS = 32_768;

test("dot products and cosines: SIMD finds what scalar JavaScript finds, bit for bit, extremes included", () => {
  const component = fc.oneof(fc.integer({ min: -128, max: 127 }), fc.constantFrom(-128, -127, 127));
  fc.assert(
    fc.property(
      fc.constantFrom(32, 64, 256),
      fc.integer({ min: 1, max: 8 }),
      fc.infiniteStream(component),
      fc.infiniteStream(fc.float({ min: 0, max: 1, noNaN: true })),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -10, max: 300, noNaN: true }),
      (stride, quads, components, norms, scale, floor) => {
        const count = quads * 4;
        const results = [dotKernel, scalarDotKernel].map((make) => ({
          make,
          memory: new webAssembly.Memory({ initial: 2 }),
        }));
        const bytes = Int8Array.from({ length: count * stride }, () => components.next().value as number);
        const query = Int16Array.from({ length: stride }, () => components.next().value as number);
        const inverse = Float32Array.from({ length: count }, () => norms.next().value as number);
        const [fast, slow] = results.map(({ make, memory }) => {
          new Int8Array(memory.buffer, ROWS).set(bytes);
          new Int16Array(memory.buffer, QUERY).set(query);
          new Float32Array(memory.buffer, NORMS).set(inverse);
          const kernel = make(memory);
          new Uint32Array(memory.buffer, LIST).set(
            Uint32Array.from({ length: count }, (_, i) => ROWS + ((i * 7) % count) * stride),
          );
          return [0, LIST].flatMap((list) =>
            [floor, Number.NEGATIVE_INFINITY].map((least) => {
              const matches = kernel.scan(ROWS, list, count, stride, QUERY, NORMS, scale, least, OUT);
              return [...new Int32Array(memory.buffer, OUT, matches * 2)];
            }),
          );
        });
        assert.deepEqual(fast, slow);
      },
    ),
    { numRuns: rounds(200, 17) },
  );
});

test("a score board visits the drawers whose bounds reach the floor", () => {
  const value = fc.double({ min: 0, max: 50, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const board = new ScoreBoard();
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(0), value), { minLength: 1, maxLength: 900 }),
      fc.record({ nearest: share, next: share }),
      fc.double({ min: 0, max: 90, noNaN: true }),
      (values, shares, floor) => {
        const scores = board.take(values.length);
        scores.set(values, REACH);
        const at = (i: number): number => scores[i + REACH] as number;
        const expected = values.flatMap((_, i) => {
          const bound = at(i) + shares.nearest * (at(i - 1) + at(i + 1)) + shares.next * (at(i - 2) + at(i + 2));
          return bound > 0 && bound >= floor ? [i] : [];
        });
        const visited: number[] = [];
        board.visitBounds(
          values.length,
          shares,
          () => floor,
          (i) => visited.push(i),
        );
        scores.fill(0);
        assert.deepEqual(visited, expected);
      },
    ),
  );
});

test("a vector store gives the cosines of what was written, whatever was there before, and of pages that only pass through", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(3, 32, 100),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
      (dimension, sizes) => {
        const store = new VectorStore(dimension);
        const vectors = (rows: number, seed: number) =>
          Array.from({ length: rows }, (_, r) =>
            quantise(Float32Array.from({ length: dimension }, (__, i) => Math.sin(seed + r * 31 + i * i))),
          );
        const segments = sizes.map((rows, s) => {
          const all = vectors(rows, s);
          const blocks = store.allocate(rows);
          store.write(blocks, 0, new Uint8Array(all.flatMap(({ components }) => [...components])));
          const norms = Float32Array.from(all, ({ inverseNorm }, r) => (r % 7 === 3 ? 0 : inverseNorm));
          store.writeNorms(blocks, norms);
          // Rows of a page are no multiple of those of a block.
          const pages = Array.from(
            { length: Math.ceil(rows / 50) },
            (_, page) =>
              new Uint8Array(all.slice(page * 50, page * 50 + 50).flatMap(({ components }) => [...components])),
          );
          // Every other segment is given back, so that later ones use its memory again.
          if (s % 2 === 1) store.release(blocks);
          return {
            rows,
            all,
            blocks,
            paged: {
              page: (page: number) => pages[page] as Uint8Array,
              rowsAPage: 50,
              rows,
              norm: (row: number) => norms[row] as number,
            },
            kept: s % 2 === 0,
          };
        });
        const query = quantise(Float32Array.from({ length: dimension }, (_, i) => Math.cos(i)));
        store.setQuery(query);
        for (const { rows, all, blocks, paged, kept } of segments) {
          const expected = all.map(({ components, inverseNorm }, r) => {
            const dot = components.reduce((sum, value, i) => sum + value * (query.components[i] as number), 0);
            return r % 7 === 3 ? 0 : dot * query.inverseNorm * inverseNorm;
          });
          for (const vectors of kept ? [blocks, paged] : [paged]) {
            assert.deepEqual(
              [
                ...store.cosines(
                  vectors,
                  Uint32Array.from({ length: rows }, (_, r) => r),
                ),
              ].map((c) => c + 0),
              expected.map((c) => c + 0),
            );
            const above: [number, number][] = [];
            store.scan(
              vectors,
              () => 0.1,
              (row, cosine) => above.push([row, cosine]),
            );
            assert.deepEqual(
              above,
              expected.flatMap((cosine, r) => (cosine >= 0.1 ? [[r, cosine]] : [])),
            );
            // Here and there, and with whole blocks among them.
            for (const asked of [(row: number) => row % 3 === 0, (row: number) => row > 90 && row !== 270]) {
              const some = Uint32Array.from({ length: rows }, (_, row) => row).filter(asked);
              for (const least of [0.1, 0.2]) {
                const chosen: [number, number][] = [];
                store.scanSome(
                  vectors,
                  some,
                  () => least,
                  (row, cosine) => chosen.push([row, cosine]),
                );
                assert.deepEqual(
                  chosen.sort(([a], [b]) => a - b),
                  expected.flatMap((cosine, r) => (asked(r) && cosine >= least ? [[r, cosine]] : [])),
                );
              }
            }
          }
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("estimates: SIMD finds what scalar JavaScript finds, bit for bit, at the largest sums too", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(32, 96, 256, 2048),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      fc.boolean(),
      (dimension, blocks, seed, extreme) => {
        let state = seed | 1;
        const byte = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24;
        const codes = Uint8Array.from({ length: blocks * blockBytes(dimension) }, byte);
        const tables = Uint8Array.from({ length: dimension * 4 }, () => (extreme ? 127 : byte() >> 1));
        for (let block = 0; block < blocks; block++)
          for (let row = 0; row < BLOCK_ROWS; row++)
            new DataView(codes.buffer).setFloat32(
              ((block + 1) * codes.length) / blocks - 64 + row * 4,
              byte() / 500,
              true,
            );
        const [fast, slow] = [codeKernel, scalarCodeKernel].map((make) => {
          const memory = new webAssembly.Memory({ initial: 4 });
          new Uint8Array(memory.buffer).set(tables);
          new Uint8Array(memory.buffer).set(codes, 16_384);
          const found = make(memory).scan(16_384, blocks, dimension / 8, 0, 0.01, -0.3, 0.2, 8192);
          return [...new Uint32Array(memory.buffer, 8192, found * 2)];
        });
        assert.deepEqual(fast, slow);
      },
    ),
  );
});

test("a code's estimate is near the cosine, of rows in every chunk; none of what is hidden or has no vector", () => {
  for (const dimension of [96, 256, 384]) {
    const rows = CHUNK_ROWS + 37;
    let state = 7;
    const random = (): number => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8) / 2 ** 24 - 0.5;
    const some = (length: number): Float32Array => Float32Array.from({ length }, () => random() + random() + random());
    const query = quantise(some(dimension));
    // Some like the query, some not.
    const vectors = Array.from({ length: rows }, (_, r) => {
      const other = some(dimension);
      return quantise(other.map((value, i) => value + ((r % 10) * (query.components[i] as number)) / 127));
    });
    const norms = Float32Array.from(vectors, ({ inverseNorm }, r) => (r === 5 ? Number.NaN : inverseNorm));
    const store = new CodeStore(dimension);
    const coder = new VectorCoder(dimension);
    const chunks = store.allocate(rows);
    for (let first = 0; first < rows; first += BLOCK_ROWS) {
      const of = vectors.slice(first, first + BLOCK_ROWS);
      const components = Int8Array.from(of.flatMap((one) => [...one.components]));
      store.write(chunks, first, coder.block(components, norms.subarray(first, first + of.length)));
    }
    store.hide(
      chunks,
      Uint8Array.from({ length: rows }, (_, r) => (r === 6 ? 1 : 0)),
    );
    store.setQuery(query);
    const found = new Map<number, number>();
    store.scan(
      chunks,
      null,
      () => 0,
      (row, estimate) => found.set(row, estimate),
    );
    assert.deepEqual([found.has(5), found.has(6)], [false, false]);
    let squares = 0;
    vectors.forEach(({ components, inverseNorm }, r) => {
      const dot = components.reduce((sum, value, i) => sum + value * (query.components[i] as number), 0);
      const cosine = dot * inverseNorm * query.inverseNorm;
      if (r === 5 || r === 6) return;
      if (cosine > 0.2) assert.ok(found.has(r));
      squares += ((found.get(r) ?? 0) - Math.max(0, cosine)) ** 2;
    });
    assert.ok(Math.sqrt(squares / rows) < 0.6 / Math.sqrt(dimension), `${dimension}: ${Math.sqrt(squares / rows)}`);
    // A mask leaves out rows, and whole chunks.
    const mask = Uint8Array.from({ length: rows }, (_, r) => (r === CHUNK_ROWS + 9 ? 1 : 0));
    const masked: number[] = [];
    store.scan(
      chunks,
      mask,
      () => 0,
      (row) => masked.push(row),
    );
    assert.deepEqual(masked, [CHUNK_ROWS + 9]);
    // Passing by as pages finds the same, and reads no page without a row that counts.
    const passing = new CodeStore(dimension);
    passing.setQuery(query);
    const read: number[] = [];
    const pages = {
      rows,
      rowsAPage: CHUNK_ROWS,
      page: (page: number) => {
        read.push(page);
        const first = page * CHUNK_ROWS;
        const size = Math.min(CHUNK_ROWS, rows - first);
        const blocks = Array.from({ length: Math.ceil(size / BLOCK_ROWS) }, (_, b) => {
          const of = vectors.slice(first + b * BLOCK_ROWS, Math.min(first + (b + 1) * BLOCK_ROWS, rows));
          const components = Int8Array.from(of.flatMap((one) => [...one.components]));
          const at = first + b * BLOCK_ROWS;
          return coder.block(components, norms.subarray(at, at + of.length)).slice();
        });
        return Buffer.concat(blocks);
      },
      dead: Uint8Array.from({ length: rows }, (_, r) => (r === 6 ? 1 : 0)),
    };
    const passed = new Map<number, number>();
    passing.scanPages(
      pages,
      null,
      () => 0,
      (row, estimate) => passed.set(row, estimate),
    );
    assert.deepEqual([...passed], [...found]);
    const counted: number[] = [];
    passing.scanPages(
      pages,
      mask,
      () => 0,
      (row) => counted.push(row),
    );
    assert.deepEqual([counted, read], [[CHUNK_ROWS + 9], [0, 1, 1]]);
  }
});
