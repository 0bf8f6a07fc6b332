import assert from "node:assert/strict";
import { test } from "node:test";
import { longestFirst, sharedProcesses } from "./processes.ts";

const SHORT = 'import { test } from "node:test";';
const named = (...files: readonly string[]): ReadonlyMap<string, string> => new Map(files.map((file) => [file, SHORT]));

test("short files share a process, unit tests apart from those of the whole, up to some length", () => {
  const texts = named(
    "src/a/a.test.ts",
    "src/b/b.test.ts",
    "src/c.test.ts",
    "test/e2e/d.test.ts",
    "test/e2e/e.test.ts",
  );
  const table = new Map([
    ["src/a/a.test.ts", 50],
    ["src/b/b.test.ts", 30],
  ]);
  assert.deepEqual(sharedProcesses(texts, table), [
    { files: ["src/a/a.test.ts"], needsBuild: false },
    { files: ["src/b/b.test.ts", "src/c.test.ts"], needsBuild: false },
    { files: ["test/e2e/d.test.ts", "test/e2e/e.test.ts"], needsBuild: true },
  ]);
});

test("alone are long files, the packed product, what changes its own process", () => {
  const files = ["src/long.test.ts", "test/e2e/a.test.ts", "test/e2e/b.test.ts", "test/package/a.test.ts"];
  const texts = new Map([
    ...named(...files),
    ["test/e2e/a.test.ts", 'process.env["TZ"] = "UTC";'],
    ["test/e2e/b.test.ts", "const mine = `pgrep -P ${process.pid}`;"],
  ]);
  assert.deepEqual(
    sharedProcesses(texts, new Map([["src/long.test.ts", 90]])).map((one) => one.files),
    files.map((file) => [file]),
  );
});

test("tests that start processes, browsers among them, share their own: it isn't changed by that", () => {
  const texts = new Map([
    ["test/page/a.test.ts", 'import { spawn } from "node:child_process";'],
    ["test/page/b.test.ts", 'const box = sandbox();\nspawn(BIN, { env: { PATH: process.env["PATH"] } });'],
  ]);
  assert.deepEqual(sharedProcesses(texts, new Map()), [{ files: [...texts.keys()], needsBuild: true }]);
});

test("unit tests that start processes share one that holds little else", () => {
  const texts = new Map([
    ...named("src/a.test.ts", "src/c.test.ts"),
    ["src/b.test.ts", 'import { spawn } from "node:child_process";'],
    ["src/d.test.ts", 'import { repositories } from "./repositories.fixture.ts";'],
  ]);
  assert.deepEqual(
    sharedProcesses(texts, new Map()).map((one) => one.files),
    [
      ["src/a.test.ts", "src/c.test.ts"],
      ["src/b.test.ts", "src/d.test.ts"],
    ],
  );
});

test("what reads dist/ waits for the build, and so does its process", () => {
  const texts = new Map([...named("src/a.test.ts"), ["src/b.test.ts", 'new URL("../dist/index.js", import.meta.url)']]);
  assert.deepEqual(sharedProcesses(texts, new Map()), [
    { files: ["src/a.test.ts", "src/b.test.ts"], needsBuild: true },
  ]);
});

test("the longest come first, after a minute of those that need no build", () => {
  const one = (file: string, needsBuild: boolean) => ({ files: [file], needsBuild });
  const last = new Map([
    ["a", 40],
    ["b", 30],
    ["c", 10],
    ["d", 50],
    ["e", 20],
  ]);
  const order = longestFirst([one("c", false), one("a", false), one("e", true), one("b", false), one("d", true)], last);
  assert.deepEqual(
    order.map(({ files }) => files[0]),
    ["a", "b", "d", "e", "c"],
  );
});
