import assert from "node:assert/strict";
import { test } from "node:test";
import { followNames } from "./corrections.ts";

test("names are followed to their end; a circle ends at one of its names, wherever it is entered", () => {
  const next: Readonly<Record<string, string>> = { a: "b", b: "c", itself: "itself", in: "y", y: "z", z: "x", x: "y" };
  const end = (name: string): string => followNames(name, (at) => next[at]);
  assert.deepEqual(["a", "b", "c", "unknown", "itself"].map(end), ["c", "c", "c", "unknown", "itself"]);
  assert.deepEqual(["in", "x", "y", "z"].map(end), ["x", "x", "x", "x"]);
});
