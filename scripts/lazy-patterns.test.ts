import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { globSync } from "tinyglobby";
import { waiting } from "./lazy-patterns.ts";

const ROOT = join(import.meta.dirname, "..");

/** What a file of statements leaves in `result`. */
const valueOf = (code: string): unknown => new Function(`let result; ${waiting(code)}; return result;`)() as unknown;

test("a constant with a class of letters is made at its first use, and once", () => {
  const code = String.raw`
    const made = [];
    const LETTER = new RegExp(String.raw${"`"}\p{L}${"`"} + (made.push("letter"), ""), "u");
    const TABLE = [[/\p{Lu}/u, "upper"], [/\p{Ll}/u, "lower"]];
    const before = made.length;
    const kindOf = (text) => TABLE.find(([one]) => one.test(text))?.[1] ?? null;
    const all = { LETTER, kind: kindOf("é") };
    result = [before, all.LETTER.test("x"), LETTER === all.LETTER, all.kind, kindOf("É"), made];
  `;
  assert.deepEqual(valueOf(code), [0, true, true, "lower", "upper", ["letter"]]);
});

test("what another binds by the same name, exports, or calls a key stays as it is", () => {
  const same = [
    String.raw`const A = /\p{L}/u; const f = ({ A }) => A;`,
    String.raw`const A = /\p{L}/u; const f = (A) => A;`,
    String.raw`const A = /\p{L}/u; const f = ([A = 1]) => A;`,
    String.raw`export const A = /\p{L}/u; A.test("a");`,
    String.raw`const A = /\p{L}/u; export { A };`,
    String.raw`const A = (text) => /\p{L}/u.test(text); A("a");`,
    String.raw`const A = "\\p{L}"; A.length;`,
    "const A = /a/u; A.test('a');",
  ];
  for (const code of same) assert.equal(waiting(code), code);
  const code = String.raw`const A = /\p{L}/u; const of = { A: 1, b: { A: 2 }.A }; result = [of.A, of.b, A.test("a")];`;
  assert.deepEqual(valueOf(code), [1, 2, true]);
});

test("each file of the program is still one, and most of its classes of letters wait", () => {
  let [before, after] = [0, 0];
  const atTop = (code: string): number => code.match(/^const \w+(?:: RegExp)? = [^\n]*\\p\{/gm)?.length ?? 0;
  for (const path of globSync("src/**/*.ts", { cwd: ROOT, ignore: ["**/*.test.ts"] })) {
    const code = readFileSync(join(ROOT, path), "utf8");
    if (!code.includes("\\p{")) continue;
    before += atTop(code);
    // A second time nothing is left to do, and what doesn't parse would throw.
    const once = waiting(code);
    assert.equal(waiting(once), once, path);
    after += atTop(once);
  }
  assert.ok(before > 50 && after < before / 4, `${before} → ${after}`);
});
