import assert from "node:assert/strict";
import { test } from "node:test";
import { entryQueue } from "./entry-queue.ts";

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test("who comes behind a crowd is looked at before most of it", async () => {
  const { enter, arrivalCount } = entryQueue(() => 0);
  const seen: string[] = [];
  for (let i = 0; i < 600; i++) enter("crowd", () => seen.push(`c${i}`));
  enter("one", () => seen.push("one"));
  assert.deepEqual(seen.slice(15), ["c15", "one"]);
  assert.equal(arrivalCount(), 601);
  // Others come while the crowd waits: each is looked at at once.
  for (let i = 0; i < 5; i++) {
    await turn();
    enter(`o${i}`, () => seen.push(`o${i}`));
    assert.equal(seen.at(-1), `o${i}`);
  }
  for (let i = 0; i < 700; i++) await turn();
  assert.deepEqual(
    seen.filter((one) => one.startsWith("c")),
    Array.from({ length: 600 }, (_, i) => `c${i}`),
  );
});

test("senders of several take turns", async () => {
  const { enter } = entryQueue(() => 0);
  const seen: string[] = [];
  for (const sender of ["a", "b"]) for (let i = 0; i < 18; i++) enter(sender, () => seen.push(`${sender}${i}`));
  for (let i = 0; i < 10; i++) await turn();
  assert.deepEqual(seen.slice(32), ["a16", "b16", "a17", "b17"]);
});

test("one who keeps sending is looked at as time passes, whoever else comes", async () => {
  let now = 0;
  const { enter } = entryQueue(() => now);
  let seen = 0;
  for (let i = 0; i < 1_000; i++) {
    now += 2;
    for (const sender of ["a", "a", `b${i}`]) enter(sender, () => void (sender === "a" && seen++));
    await turn();
  }
  assert.ok(seen >= 1_000, String(seen));
});

test("who sends less than it allows waits for nothing", async () => {
  let now = 0;
  const { enter } = entryQueue(() => now);
  for (let i = 0; i < 1_000; i++) {
    now += 2;
    let looked = false;
    enter("a", () => void (looked = true));
    assert.ok(looked, String(i));
  }
});
