import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { undoLast, writeChange } from "../api/list-writer.ts";
import { openSqliteFactStore } from "../../storage/sqlite/catalog/open-catalog.ts";
import type { FactItem, FactSource } from "../../storage/ports/fact-store.ts";
import { rounds } from "../../../test/rounds.fixture.ts";
import { seededRandom } from "../../../evals/shared/report.ts";
import { applyOperation, type ListOperation, replayChanges, describeEffect, valueKey } from "./apply-operation.ts";
import { codePoint } from "../../../test/code-point.fixture.ts";

const OPERATIONS = rounds(100_000, 3_000);
const LISTS = OPERATIONS / 100;
const BATCH = 500;

/** Whole numbers below a bound, from a seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  const draw = seededRandom(seed);
  return (below) => Math.floor(draw() * below);
}

/** The reference model: an array of strings and what an operation plainly says. */
function plainly(list: readonly string[], operation: ListOperation): string[] {
  const without = (value: string): string[] => list.filter((one) => one.toLowerCase() !== value.toLowerCase());
  const spelt = (value: string): string => list.find((one) => one.toLowerCase() === value.toLowerCase()) ?? value;
  const has = (value: string): boolean => without(value).length < list.length;
  const distinct = (values: readonly string[]): string[] =>
    values.filter((value, i) => values.findIndex((other) => other.toLowerCase() === value.toLowerCase()) === i);
  const inserted = (value: string, rank: number): string[] => {
    const rest = without(value);
    rest.splice(Math.min(rank - 1, rest.length), 0, spelt(value));
    return rest;
  };
  switch (operation.op) {
    case "append":
      return distinct([...list, ...operation.values]);
    case "insertAt":
      return inserted(operation.value, operation.rank);
    case "move":
      return has(operation.value) ? inserted(operation.value, operation.rank) : [...list];
    case "set": {
      const old = list[operation.rank - 1];
      return old === undefined
        ? inserted(operation.value, list.length + 1)
        : plainly(list, { op: "replace", old, value: operation.value });
    }
    case "replace": {
      if (!has(operation.old)) return [...list];
      const same = operation.old.toLowerCase() === operation.value.toLowerCase();
      const value = same ? operation.value : spelt(operation.value);
      return list.flatMap((one) =>
        one.toLowerCase() === operation.old.toLowerCase()
          ? [value]
          : one.toLowerCase() === value.toLowerCase()
            ? []
            : [one],
      );
    }
    case "remove":
      return without(operation.value);
    case "swap": {
      if (!has(operation.first) || !has(operation.second)) return [...list];
      const [first, second] = [spelt(operation.first), spelt(operation.second)];
      return list.map((one) => (one === first ? second : one === second ? first : one));
    }
    case "clear":
      return [];
    case "replaceAll":
      return distinct(operation.values).map(spelt);
  }
}

function anyOperation(next: (below: number) => number): ListOperation {
  const value = (): string => {
    const letter = String.fromCharCode(97 + next(14));
    return next(2) === 0 ? letter : letter.toUpperCase();
  };
  const values = (): string[] => Array.from({ length: next(5) }, value);
  const rank = 1 + next(16);
  return (
    [
      { op: "append", values: values() },
      { op: "append", values: [value()] },
      { op: "insertAt", rank, value: value() },
      { op: "move", rank, value: value() },
      { op: "set", rank, value: value() },
      { op: "replace", old: value(), value: value() },
      { op: "remove", value: value() },
      { op: "swap", first: value(), second: value() },
      ...(next(6) === 0 ? [{ op: "clear" } as const] : []),
      ...(next(4) === 0 ? [{ op: "replaceAll", values: values() } as const] : []),
    ] as readonly ListOperation[]
  ).at(next(8)) as ListOperation;
}

test(`${OPERATIONS} operations and undos on ${LISTS} lists in SQLite agree with plain arrays, and with the replay of their history`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "loci-operations-"));
  const store = await openSqliteFactStore(join(folder, "catalog.sqlite"));
  const next = random(20260511);
  const model = Array.from({ length: LISTS }, () => ({ now: [] as string[], before: [] as string[][] }));
  let time = 0;
  let undone = 0;
  try {
    for (let done = 0; done < OPERATIONS; done += BATCH) {
      await store.write((writer) => {
        for (let i = 0; i < BATCH; i += 1) {
          time += 1;
          const at = next(LISTS);
          const list = model[at] as (typeof model)[number];
          const key = `list ${at}`;
          const source: FactSource = { messageId: `m${time}`, chat: key, sentence: "", time };
          if (next(8) === 0) {
            const by = { source, group: `g${time}`, recordedAt: time };
            undoLast(writer, { scope: "kb", explicit: true }, key, by);
            undone += list.before.length > 0 ? 1 : 0;
            list.now = list.before.pop() ?? list.now;
          } else {
            const operation = anyOperation(next);
            const after = plainly(list.now, operation);
            writeChange(writer, {
              scope: "kb",
              key,
              topic: key,
              operations: [operation],
              source,
              group: `g${time}`,
              reason: "test",
              recordedAt: time,
            });
            if (JSON.stringify(after) !== JSON.stringify(list.now)) list.before.push(list.now);
            list.now = after;
          }
          const stored = writer.list("kb", key)?.items.map((item) => item.value) ?? [];
          assert.deepEqual(stored, list.now, `operation ${time} on ${key}`);
        }
      });
    }
    await store.read((reader) => {
      for (const { scope, key } of reader.lists(null))
        assert.deepEqual(replayChanges(reader.changes(scope, key)), reader.list(scope, key)?.items);
    });
    assert.ok(undone > OPERATIONS / 20, `${undone} undos`);
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
});

const source = (time: number): FactSource => ({ messageId: "m", chat: "A", sentence: "", time });
const values = fc.array(fc.constantFrom("a", "A", "b", "c", "d", "e", "é", "E\u0301"), { maxLength: 8 });
const listOf = (given: readonly string[], time = 1): readonly FactItem[] =>
  applyOperation([], { op: "append", values: given }, source(time));

test("keys stay distinct and first spellings stay, whatever is done", () => {
  fc.assert(
    fc.property(values, fc.array(fc.nat(1_000_000), { maxLength: 30 }), (given, seeds) => {
      let items = listOf(given);
      for (const seed of seeds) {
        items = applyOperation(items, anyOperation(random(seed)), source(2));
        assert.equal(new Set(items.map((item) => item.key)).size, items.length);
        for (const item of items) assert.equal(item.key, valueKey(item.value));
      }
    }),
  );
});

test("an older statement never removes or displaces what was said later", () => {
  fc.assert(
    fc.property(values, fc.array(fc.nat(1_000_000), { maxLength: 20 }), (given, seeds) => {
      const newer = listOf(given, 100);
      let items = newer;
      for (const seed of seeds) items = applyOperation(items, anyOperation(random(seed)), source(50));
      assert.deepEqual(
        items.slice(0, newer.length).map((item) => item.value),
        newer.map((item) => item.value),
      );
    }),
  );
});

test("an effect names what came and went, and moves only what must have moved", () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const [from, to] = [listOf(before), listOf(after)];
      const effect = describeEffect(from, to);
      const came = to.filter((item) => !from.some((one) => one.key === item.key)).map((item) => item.value);
      assert.ok(came.every((value) => effect.added.some((one) => one.value === value)));
      assert.equal(
        JSON.stringify(from.map((item) => item.value)) === JSON.stringify(to.map((item) => item.value)),
        effect.added.length + effect.removed.length + effect.moved.length === 0,
      );
    }),
  );
});

test("equality of values", () => {
  const same: readonly (readonly [string, string])[] = [
    ["Reese’s", "reese's."],
    ["Café", "Cafe\u0301"],
    ["“Hamlet”", "Hamlet"],
    [" a  b ", "a b"],
    ["ﬁlm", "film"],
    ["STRASSE", "straße"],
    ["İstanbul", "istanbul"],
    ["te\u200bal", "teal"],
  ];
  for (const [one, other] of same) assert.equal(valueKey(one), valueKey(other), `${one} = ${other}`);
  const different: readonly (readonly [string, string])[] = [
    ["Alien", "Aliens"],
    ["C++", "C"],
    ["C#", "C++"],
    ["Iron Man", "Iron Man 2"],
    ["Dune (1984)", "Dune (2021)"],
    ["resume", "résumé"],
  ];
  for (const [one, other] of different) assert.notEqual(valueKey(one), valueKey(other), `${one} ≠ ${other}`);
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => assert.equal(valueKey(valueKey(text)), valueKey(text))),
  );
});
