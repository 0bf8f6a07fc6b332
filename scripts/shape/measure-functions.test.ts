import assert from "node:assert/strict";
import { test } from "node:test";
import { measureFunctions } from "./measure-functions.ts";

const complexities = (text: string) =>
  Object.fromEntries(measureFunctions(text).map(({ name, complexity }) => [name, complexity]));

test("decisions are counted: branches, loops, cases, short circuits", () => {
  const text = `
    function f(a: number, b?: string): number {
      if (a > 1 && b) return 1;
      for (const c of "abc") while (a--) console.log(c);
      switch (a) { case 1: return 1; case 2: return 2; default: return a ? 1 : 2; }
    }`;
  assert.deepEqual(complexities(text), { f: 8 });
});

test("a function inside is counted on its own", () => {
  const text = `const outer = (a: boolean) => {
    const inner = (b: boolean): number => (b ? 1 : 2);
    return a || inner(a);
  };`;
  assert.deepEqual(complexities(text), { inner: 2, outer: 2 });
});

test("positional parameters are counted, of an object of them one", () => {
  const text = "function f(a: number, { b, c }: { b: string; c: string }, ...rest: string[]): void {}";
  assert.deepEqual(
    measureFunctions(text).map(({ name, parameters }) => [name, parameters]),
    [["f", 3]],
  );
});
