import assert from "node:assert/strict";
import { test } from "node:test";
import { latePatterns } from "./late-patterns.ts";

/** Runs a script; answers what it returns, and the sources of the patterns that were made until then. */
function run(body: string): { readonly value: unknown; readonly made: readonly string[]; readonly script: string } {
  const made: string[] = [];
  class Watched extends RegExp {
    constructor(source: string, flags?: string) {
      super(source, flags);
      made.push(source);
    }
  }
  const script = latePatterns(`"use strict";(function (RegExp) {\n${body}\n})`);
  // eslint-disable-next-line no-eval
  const value = (0, eval)(script)(Watched) as unknown;
  return { value, made, script };
}

test("a pattern is made when it is first used, and once", () => {
  const body = `var USED = new RegExp("a", "g"); var UNUSED = new RegExp("b"); var LITERAL = /c/u;
    return [USED.test("aa"), USED.lastIndex, USED.test("aa"), LITERAL.test("c")];`;
  const { value, made, script } = run(body);
  assert.deepEqual(value, [true, 1, true, true]);
  assert.deepEqual(made, ["a"]);
  assert.match(script, /function UNUSED\(\)/);
});

test("however a pattern is named, it is the same one", () => {
  const body = `var A = /a/; var B = new RegExp(A.source + "b"); var held = { A, B: B, "C": A, [A.source]: 1 };
    var asked = (text, pattern = A) => pattern.test(text); class Own { A = A; #b = B; of() { return this.#b; } }
    return [held.A === A, held.B.source, held.C === held.A, held.a, asked("a"), new Own().A === A, new Own().of() === B];`;
  const { value, script } = run(body);
  assert.deepEqual(value, [true, "ab", true, 1, true, true, true]);
  assert.match(script, /function A\(\)[^]*function B\(\)/);
});

test("a name that is bound in another place too is left alone", () => {
  const body = `var A = /a/; function f(A) { return A; } var g = ({ B: [A] }) => A; class A2 { static h() { try { throw 3; } catch (A) { return A; } } }
    return [f(1), g({ B: [2] }), A2.h(), A.test("a")];`;
  const { value, script } = run(body);
  assert.deepEqual(value, [1, 2, 3, true]);
  assert.match(script, /var A = \/a\/;/);
});
