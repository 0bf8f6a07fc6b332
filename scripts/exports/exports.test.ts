import assert from "node:assert/strict";
import test from "node:test";
import { findUnusedExports } from "./find-unused-exports.ts";

const file = (path: string, text: string) => ({ path, text });
const unused = (declared: string, ...users: (readonly [path: string, text: string])[]) => {
  const declaring = file("src/a/one.ts", declared);
  return findUnusedExports([declaring], [declaring, ...users.map(([path, text]) => file(path, text))]);
};

for (const [what, declared, path, text] of [
  ["a function that nobody imports", "export function grow(): void {}", "src/b.ts", "const grow = 1;"],
  [
    "a constant that its own file alone uses",
    "export const K = 60;\nexport class Rank { k = K; }",
    "src/b.ts",
    'import { Rank } from "./a/one.ts";',
  ],
  ["the name of another file's", "export const K = 60;", "src/b.ts", 'import { K } from "./a/two.ts";'],
  [
    "a name in a comment",
    "export const K = 60;",
    "src/b.ts",
    '// import { K } from "./a/one.ts";\n/* import("./a/one.ts").K */',
  ],
  [
    "another name under its own",
    "export const K = 60;\nexport const L = 1;",
    "src/b.ts",
    'import { L as K } from "./a/one.ts";',
  ],
  [
    "what a call doesn't speak of",
    "export const K = 60;",
    "src/b.ts",
    'const { L } = await import("./a/one.ts"); // K',
  ],
  [
    "a type that only what is hidden speaks of",
    "export type Joint = 1;\nfunction join(): Joint {\n  return 1;\n}",
    "src/b.ts",
    "",
  ],
] as const) {
  test(`red: ${what}`, () => assert.equal(unused(declared, [path, text]).length, 1));
}

for (const [what, declared, path, text] of [
  ["an import", "export const K = 60;", "src/b.ts", 'import {\n  type X,\n  K as k,\n} from "./a/one.ts";'],
  ["a name that goes on", "export interface K {}", "src/index.ts", 'export type { K } from "./a/one.ts";'],
  ["all of it goes on", "export const K = 60;", "src/b.ts", 'export * from "./a/one.ts";\nK;'],
  [
    "a call",
    "export async function load(): Promise<void> {}",
    "src/b.ts",
    'const { load } = await import("./a/one.ts");',
  ],
  [
    "the built file",
    "export const start = 1;",
    "bin/loci.js",
    'import("../dist/a/one.js").then((loaded) => loaded.start);',
  ],
  ["a program beside src/", "export const K = 60;", "scripts/x/y.ts", 'import { K } from "../../src/a/one.ts";'],
  [
    "a type of what is exported",
    "export interface Options {\n  readonly k: number;\n}\nexport function run(options: Options): void {}",
    "src/b.ts",
    'import { run } from "./a/one.ts";',
  ],
] as const) {
  test(`green: ${what}`, () => assert.deepEqual(unused(declared, [path, text]), []));
}

test("what is taken of a file that hands all of another on is used of that one", () => {
  const one = file("src/a/one.ts", "export const K = 60;\nexport const L = 1;");
  const all = file("src/a/index.ts", 'export * from "./one.ts";');
  const user = file("src/b.ts", 'import { K } from "./a/index.ts";');
  assert.deepEqual(findUnusedExports([one], [one, all, user]), ["src/a/one.ts:2: nothing else uses 'L'"]);
});

test("a finding names the file, the line and the name", () => {
  assert.deepEqual(unused("const a = 1;\n\nexport const K = a;"), ["src/a/one.ts:3: nothing else uses 'K'"]);
});

test("a part of a file may be exported for its unit test, if the file uses it", () => {
  const declaring = file("src/a/one.ts", "export const K = 60;\nexport const L = K;");
  const user = file("src/b.ts", 'import { L } from "./a/one.ts";');
  const unit = file("src/a/one.test.ts", 'import { K } from "./one.ts";');
  assert.deepEqual(findUnusedExports([declaring], [declaring, user], [unit]), []);
  const alone = file("src/a/one.ts", "export const K = 60;");
  assert.equal(findUnusedExports([alone], [alone], [unit]).length, 1);
});
