import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { parseAst } from "rolldown/parseAst";
import { globSync } from "tinyglobby";
import { rounds } from "../test/rounds.fixture.ts";
import { spelled, spelt } from "./case-spelt.ts";

const ROOT = join(import.meta.dirname, "..");

test("each letter stands with its other case, wherever it stands", () => {
  assert.equal(spelt(String.raw`^an? \d{2}\b`), String.raw`^[aA][nN]? \d{2}\b`);
  assert.equal(spelt("[a-c-]"), String.raw`[a-cA-C\-]`);
  assert.equal(spelt("[^k]s"), String.raw`[^kK\u{212a}][sS\u{17f}]`);
  assert.equal(spelt(String.raw`(?<name>é)\/(?!b)`), String.raw`(?<name>[é\u{c9}])\/(?![bB])`);
  assert.equal(spelt(String.raw`\u00e9\x41`), String.raw`[\u00e9\u{c9}][\x41a]`);
  assert.equal(spelt(String.raw`[\p{Lu}\p{N}]`), String.raw`[\p{LC}\u{345}\p{N}]`);
});

test("what refers back, or asks for one case, isn't spelt out", () => {
  for (const source of [String.raw`(a)\1`, String.raw`(?<a>b)\k<a>`, String.raw`\P{Lu}`, String.raw`\p{Uppercase}`])
    assert.equal(spelt(source), null);
});

test("a pattern that is put together is written as it came out, what functions put together as it was", () => {
  const code = `const A = new RegExp(B + "c", "giu"); const f = (x) => new RegExp(x, "iu"); const d = /d/u;`;
  const given = new Map([[code.indexOf("new"), /bc/giu]]);
  assert.equal(spelled(code, given), code.replace(`new RegExp(B + "c", "giu")`, "/[bB][cC]/gu"));
});

/** Patterns of our files that pass over case. */
function patterns(): readonly RegExp[] {
  const found = new Map<string, RegExp>();
  const see = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    const { pattern, flags = "" } = ((value as { regex?: unknown }).regex ?? {}) as Record<string, string | undefined>;
    if (pattern !== undefined && /i/.test(flags) && /u/.test(flags)) found.set(pattern, new RegExp(pattern, "giu"));
    Object.values(value).forEach(see);
  };
  for (const path of globSync("src/**/*.ts", { cwd: ROOT, ignore: ["**/*.test.ts"] })) {
    const code = readFileSync(join(ROOT, path), "utf8");
    if (/\/[a-z]*(?:iu|ui)/.test(code)) see(parseAst(code, { lang: "ts" }));
  }
  return [...found.values()];
}

test("spelt out, a pattern finds the same in texts made of its own words, in any case", () => {
  const all = patterns().flatMap((before) => {
    const source = spelt(before.source);
    return source === null ? [] : [{ before, after: new RegExp(source, "gu") }];
  });
  assert.ok(all.length > 150, `${all.length}`);
  const cased = fc.tuple(fc.constantFrom("lower", "upper", "title"), fc.constantFrom("", " ", ", ", "'s ", "\n", "-"));
  for (const { before, after } of all) {
    const own = before.source.replace(/\\./gu, " ").match(/[\p{L}\p{N}]+|[^\s\p{L}]/gu) ?? ["x"];
    const word = fc.oneof(fc.constantFrom(...own), fc.constantFrom("the", "Olga", "7", "2026-01-02", "é", "Й", "😀"));
    fc.assert(
      fc.property(fc.array(fc.tuple(word, cased), { maxLength: 12 }), (parts) => {
        const text = parts
          .map(([one, [how, behind]]) => {
            if (how === "lower") return one.toLowerCase() + behind;
            return (
              (how === "upper" ? one : one.slice(0, 1)).toUpperCase() + (how === "upper" ? "" : one.slice(1)) + behind
            );
          })
          .join("");
        const foundBy = (pattern: RegExp): unknown =>
          Array.from(text.matchAll(pattern), (found) => [found.index, ...found]);
        assert.deepEqual(foundBy(after), foundBy(before), String(before));
      }),
      { numRuns: rounds(200, 20) },
    );
  }
});
