import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { ByteWriter } from "../codec/bytes.ts";
import { packCounts, type Postings, readPostings, writePosting } from "../codec/postings.ts";
import { PostingsCache } from "./postings-cache.ts";

interface Held {
  readonly ordinal: number;
  readonly content: number;
}

function written(list: readonly Held[]): Uint8Array {
  const out = new ByteWriter();
  let before = 0;
  for (const { ordinal, content } of list) {
    writePosting(out, ordinal - before, packCounts(0, content, 0), 0, content, 0);
    before = ordinal;
  }
  return out.copy();
}

const codeOf = ({ content }: Held): number => packCounts(0, content, 0);

function assertHolds({ ordinals, codes, first, end, wide }: Postings, list: readonly Held[]): void {
  assert.deepEqual(
    [...ordinals.subarray(first, end)],
    list.map(({ ordinal }) => ordinal),
  );
  assert.deepEqual([...codes.subarray(first, end)], list.map(codeOf));
  assert.deepEqual(
    [...(wide ?? [])],
    list.flatMap(({ content }, i) => (content < 16 ? [] : [[i, { heading: 0, content, breadcrumb: 0 }]])),
  );
}

const held = fc
  .uniqueArray(fc.record({ ordinal: fc.integer({ min: 0, max: 99 }), content: fc.integer({ min: 1, max: 20 }) }), {
    selector: ({ ordinal }) => ordinal,
    maxLength: 40,
  })
  .map((list) => list.toSorted((a, b) => a.ordinal - b.ordinal));

test("what is kept is what was read, whatever was read, let go and asked for since", () => {
  const step = fc.record({
    term: fc.constantFrom("a", "b", "c", "d", "e"),
    list: held,
    dead: fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 30 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 300, max: 3000 }), (steps, bound) => {
      const cache = new PostingsCache(bound);
      const owner = { segment: 1 };
      const expected = new Map<string, readonly Held[]>();
      for (const { term, list, dead } of steps) {
        const known = cache.get(owner, term);
        if (known !== undefined) {
          assert.ok(typeof known === "object");
          assertHolds(known, expected.get(term) ?? []);
          continue;
        }
        const mask = Uint8Array.from({ length: 100 }, (_, o) => (dead.includes(o) ? 1 : 0));
        const live = list.filter(({ ordinal }) => !dead.includes(ordinal));
        const read = readPostings(written(list), 0, list.length, mask, cache.memory);
        assertHolds(read, live);
        cache.set(owner, term, read);
        expected.set(term, live);
      }
    }),
  );
});

test("a list too long to share memory with others is read and kept too", () => {
  const list = Array.from({ length: 70_000 }, (_, i) => ({ ordinal: 3 * i, content: 1 + (i % 15) }));
  const cache = new PostingsCache(8_000_000);
  const read = readPostings(written(list), 0, list.length, null, cache.memory);
  const short = readPostings(written(list.slice(0, 5)), 0, 5, null, cache.memory);
  cache.set({ segment: 1 }, "long", read);
  assertHolds(read, list);
  assertHolds(short, list.slice(0, 5));
});

test("what was known of a segment that nobody reads any more takes no memory", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const cache = new PostingsCache(16 * 1024 * 1024);
  const owners = Array.from({ length: 50 }, (_, segment) => {
    const owner = { segment };
    for (let n = 0; n < 300; n++) cache.set(owner, `term${n}`, 0);
    return new WeakRef(owner);
  });
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  assert.equal(owners.filter((owner) => owner.deref() !== undefined).length, 0);
});
