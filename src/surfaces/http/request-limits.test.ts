import assert from "node:assert/strict";
import { test } from "node:test";
import { concurrencyLimit, perSecond } from "./request-limits.ts";

const never = new AbortController().signal;
const timer = (): number => performance.now();

test("callers take turns, however many requests one of them has", async () => {
  const { run } = concurrencyLimit({ atOnce: 1, each: 100, timer });
  const order: string[] = [];
  const { promise: first, resolve: go } = Promise.withResolvers<void>();
  const all = [run("a", never, () => first)];
  for (let i = 0; i < 50; i++) all.push(run("a", never, async () => void order.push(`a${i}`)));
  all.push(run("b", never, async () => void order.push("b")));
  all.push(run("c", never, async () => void order.push("c")));
  go();
  await Promise.all(all);
  assert.deepEqual(order.slice(0, 4), ["a0", "b", "c", "a1"]);
  assert.equal(order.length, 52);
});

test("work whose client has gone is never begun, and takes no turn", async () => {
  const { run } = concurrencyLimit({ atOnce: 1, each: 100, timer });
  const { promise: first, resolve: go } = Promise.withResolvers<void>();
  const pending = run("a", never, () => first);
  const aborted = new AbortController();
  let began = false;
  const dropped = run("a", aborted.signal, async () => void (began = true));
  aborted.abort();
  await assert.rejects(dropped, { code: "CANCELLED" });
  await assert.rejects(
    run("a", AbortSignal.abort(), async () => void (began = true)),
    { code: "CANCELLED" },
  );
  go();
  await pending;
  await run("a", never, async () => {});
  assert.equal(began, false);
});

test("a client who goes as his turn comes gives his place back", async () => {
  const { run } = concurrencyLimit({ atOnce: 1, each: 100, timer });
  for (let i = 0; i < 3; i++) {
    const aborted = new AbortController();
    const dropped = run("a", aborted.signal, async () => assert.fail("nobody waits for it"));
    // Its turn has come, and it hasn't begun yet.
    aborted.abort();
    await assert.rejects(dropped, { code: "CANCELLED" });
  }
  assert.equal(await run("b", never, async () => 7), 7);
});

test("a caller has so many requests under way, and another one his own", () => {
  const { admit } = concurrencyLimit({ atOnce: 4, each: 2, timer });
  const leave = admit("a");
  admit("a");
  assert.throws(() => admit("a"), { code: "RATE_LIMITED" });
  admit("b");
  leave();
  leave();
  admit("a");
  assert.throws(() => admit("a"), { code: "RATE_LIMITED" });
});

test("arrivals without an end delay work by a few turns that last, not by hundreds", async () => {
  let now = 0;
  const { admit, run } = concurrencyLimit({ atOnce: 1, each: 1_000, timer: () => now });
  let turns = 0;
  let began = false;
  const done = run("a", never, async () => void (began = true));
  while (!began && turns < 100) {
    admit("b");
    turns++;
    // What reading the bodies of sixty takes.
    now += 20;
    await new Promise(setImmediate);
  }
  await done;
  assert.ok(turns < 10, `${turns} turns`);
});

test("a fault of one is no fault of the next", async () => {
  const { run } = concurrencyLimit({ atOnce: 1, each: 2, timer });
  await assert.rejects(
    run("a", never, () => Promise.reject(new Error("broken"))),
    /broken/,
  );
  assert.equal(await run("a", never, async () => 7), 7);
});

test("so many a second, and as many in the next", () => {
  let now = 0;
  const allows = perSecond(3, () => now);
  const four = (): readonly boolean[] => [1, 2, 3, 4].map(() => allows());
  assert.deepEqual(four(), [true, true, true, false]);
  now = 999;
  assert.ok(!allows());
  now = 1_000;
  assert.deepEqual(four(), [true, true, true, false]);
});
