import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { setInToml } from "./change-setting.ts";
import { tomlEntries } from "./toml-entries.ts";
import { tomlLiteral } from "./change-setting.ts";
import { rounds } from "../../test/rounds.fixture.ts";

test("every key has its place, whatever stands around it", () => {
  const text = [
    "# [no]",
    'a = "x = 1 # no"',
    "[t] # yes",
    "'quoted key' = '''",
    "b = 2",
    "'''",
    "c.d = [ 1, # ]",
    "  2 ]",
    "[[list]]",
    "e = { f = '}' }",
    'g = """a\\"""" # end',
    "",
  ].join("\n");
  assert.deepEqual(
    tomlEntries(text).map(({ kind, path, line, valueStart, valueEnd }) => [
      kind,
      path.join("/"),
      line,
      text.slice(valueStart, valueEnd),
    ]),
    [
      ["value", "a", 2, '"x = 1 # no"'],
      ["table", "t", 3, "[t]"],
      ["value", "t/quoted key", 4, "'''\nb = 2\n'''"],
      ["value", "t/c/d", 7, "[ 1, # ]\n  2 ]"],
      ["table", "list", 9, "[[list]]"],
      ["value", "list/e", 10, "{ f = '}' }"],
      ["value", "list/g", 11, '"""a\\""""'],
    ],
  );
});

const name = fc
  .oneof(fc.stringMatching(/^[a-z_-]{1,6}$/), fc.string({ minLength: 1, maxLength: 4 }))
  .filter((text) => text !== "__proto__" && text.isWellFormed());
const scalar = fc.oneof(
  fc.string().filter((text) => text.isWellFormed()),
  fc.integer({ min: -1e6, max: 1e6 }),
  fc.boolean(),
);
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
const documents = fc.dictionary(name, fc.dictionary(name, value, { maxKeys: 4 }), { maxKeys: 4 });

test("setting a key changes that key and nothing else", () => {
  fc.assert(
    fc.property(
      documents,
      fc.constantFrom("recall", "a"),
      fc.constantFrom("limit", "b"),
      fc.oneof(
        fc.string().filter((text) => text.isWellFormed()),
        fc.integer(),
        fc.array(
          fc.string().filter((text) => text.isWellFormed()),
          { maxLength: 3 },
        ),
      ),
      (document, section, field, wanted) => {
        const before = stringify(document);
        const after = setInToml(before, { section, field }, tomlLiteral(wanted));
        const got = parse(after) as Record<string, Record<string, unknown>>;
        assert.deepEqual(plain(got), plain({ ...document, [section]: { ...document[section], [field]: wanted } }));
        assert.equal(setInToml(after, { section, field }, tomlLiteral(wanted)), after);
      },
    ),
    { numRuns: rounds(500, 33) },
  );
});

test("any text is scanned to its end", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "=", "[", "]", "{", "'", '"', "#", "\n", "\\", " ", ".") }),
      (text) => void tomlEntries(text),
    ),
    { numRuns: rounds(2000, 67) },
  );
});

function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
