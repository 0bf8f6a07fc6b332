import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertExact } from "../assert-exact.fixture.ts";
import { parseCode } from "./parse-code.ts";
import { assertLinear } from "../../text/linear.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

const definitions = (path: string, text: string): string[] => {
  const parsed = parseCode({ text, path });
  assertExact(text, parsed);
  return parsed.sections.map(({ title, lines }) => `${title}@${lines?.start}`);
};

test("top-level definitions with the comments and decorators before them", () => {
  const cases: readonly [string, string, string[]][] = [
    [
      "a.ts",
      "import x;\n\n/**\n * Doc\n */\nexport async function f<T>() {\n}\n// about\nclass C {\n  m() " +
        "{}\n}\nexport default function g() {}\nconst A = 1;\n/** B */\nconst B = 2;\n",
      ["@1", "f@3", "C@8", "g@12", "A@13"],
    ],
    [
      "a.mts",
      "const enum Hue {\n}\nexport default class extends Base {\n}\nfunction *walk() {\n}\nasync function* go() {\n}\nconst enumerated = [\n];\n",
      ["Hue@1", "walk@5", "go@7", "enumerated@9"],
    ],
    [
      "a.py",
      "import os\n\n@deco\nasync def f(x):\n    def inner(): pass\n\n# about C\nclass C:\n    def g(self): pass\n",
      ["@1", "f@3", "C@7"],
    ],
    ["a.go", "package a\n\n// F does\nfunc (s *S) F() {\n}\n\ntype T struct {\n}\n", ["@1", "F@3", "T@7"]],
    [
      "a.rs",
      "use x;\n\n#[derive(Debug)]\npub struct A<T> {\n}\nimpl<T> Foo<T> for Bar {\n}\npub(crate) async fn " +
        "go() {}\nmacro_rules! m {\n}\nstatic mut COUNT: [u8; 2] = [\n];\n",
      ["@1", "A@3", "Bar@6", "go@8", "m@9", "COUNT@11"],
    ],
    [
      "a.c",
      "#include <x>\nint main(int c, char **v)\n{\n  if (c) {}\n}\nstruct p {\n};\nint proto(int);\n/*\nint no(void) {\n*/\nvoid A::b(int x) {\n}\n",
      ["@1", "main@2", "p@6", "A::b@9"],
    ],
    ["A.java", "package a;\n\n/** doc */\n@X\npublic final class A {\n  void f() {}\n}\n", ["@1", "A@3"]],
    ["a.rb", "class A::B\n  def x; end\nend\n\ndef self.y?\nend\n", ["A::B@1", "y?@5"]],
    ["a.zig", "fn a() {\n}\n\nfn b() {}\n", ["@1"]],
  ];
  for (const [path, text, expected] of cases) assert.deepEqual(definitions(path, text), expected, path);
});

test("exact on any text of any language", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "",
      "def f():",
      "class A {",
      "  x",
      "/*",
      "*/",
      "// c",
      "@d",
      "const a = 1;",
      "int f() {",
      "#[x]",
      "fn a() {}",
    ),
    fc.string({ maxLength: 10 }),
  );
  const extension = fc.constantFrom("ts", "py", "go", "rs", "java", "c", "cpp", "rb", "sh", "");
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.constantFrom("\n", "\r\n"),
      extension,
      (lines, newline, ending) => void definitions(`a.${ending}`, lines.join(newline)),
    ),
    { numRuns: rounds(500, 27) },
  );
});

test("hostile lines take linear time", async () => {
  for (const unit of ["int ", "a::", "pub const ", "impl<", "export ", "a*", "struct "]) {
    for (const path of ["a.c", "a.rs", "a.ts", "a.java"]) {
      await assertLinear(`${path} ${unit}`, 100_000, (n) => {
        parseCode({ text: `${unit.repeat(n)}\n`, path });
        parseCode({ text: `${unit.repeat(70)}\n`.repeat(n / 100), path });
      });
    }
  }
});
