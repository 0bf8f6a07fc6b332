import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PendingChanges } from "./pending-changes.ts";

const QUIET = 1500;

test("one file waits until it is quiet; each change starts the wait anew", () => {
  const pending = new PendingChanges(QUIET);
  assert.equal(pending.wait(0), null);
  pending.touch("a.md", 0);
  assert.equal(pending.wait(0), 1500);
  pending.touch("a.md", 1000);
  assert.equal(pending.wait(1500), 1000);
  assert.deepEqual(pending.take(2499), []);
  assert.equal(pending.wait(2500), 0);
  assert.deepEqual(pending.take(2500), ["a.md"]);
  assert.equal(pending.wait(2500), null);
});

test("files that change together are taken together, but a quiet file isn't held up by a busy one for longer than the grace", () => {
  const pending = new PendingChanges(QUIET);
  pending.touch("a.md", 0);
  pending.touch("b.md", 300);
  assert.equal(pending.wait(1500), 300);
  assert.equal(pending.wait(1800), 0);
  assert.deepEqual(pending.take(1800), ["a.md", "b.md"]);

  pending.touch("a.md", 10_000);
  for (let at = 10_000; at <= 11_900; at += 100) pending.touch("log.md", at);
  assert.equal(pending.wait(11_900), 0);
  assert.equal(pending.isUnsettled("log.md", 11_900), true);
  assert.deepEqual(pending.take(11_900), ["a.md"]);
  assert.equal(pending.size, 1);
});

test("500 files over two seconds are one bulk change", () => {
  const pending = new PendingChanges(QUIET);
  for (let i = 0; i < 500; i++) pending.touch(`${i}.md`, i * 4);
  assert.equal(pending.wait(1500), 1996);
  assert.equal(pending.wait(3496), 0);
  assert.equal(pending.take(3496).length, 500);
});

test("whatever changes when: a run starts no earlier than quiet and no later than quiet and grace after the first quiet file", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(400)), { minLength: 1, maxLength: 40 }), (changes) => {
      const pending = new PendingChanges(QUIET);
      let now = 0;
      const last = new Map<string, number>();
      for (const [file, gap] of changes) {
        now += gap;
        pending.touch(`${file}`, now);
        last.set(`${file}`, now);
      }
      const first = Math.min(...last.values()) + QUIET;
      // Somebody who sleeps for as long as he is told, starting at the last change.
      for (let wait = pending.wait(now); wait !== 0; wait = pending.wait(now)) now += wait as number;
      assert.ok(
        now >= first &&
          now <=
            Math.max(
              first + 400,
              changes.reduce((sum, [, gap]) => sum + gap, 0),
            ),
      );
      const taken = pending.take(now);
      assert.ok(taken.length > 0);
      for (const path of taken) assert.ok(now - (last.get(path) as number) >= QUIET);
      assert.equal(taken.length + pending.size, last.size);
    }),
  );
});

test("a file that keeps growing is taken after ten seconds, and again after ten more", () => {
  const pending = new PendingChanges(QUIET);
  const taken: number[] = [];
  for (let at = 0; at <= 30_000; at += 500) {
    pending.touch("log.md", at);
    if (pending.wait(at) === 0 && pending.take(at).length > 0) taken.push(at);
  }
  assert.deepEqual(taken, [10_000, 20_500]);
});
