import assert from "node:assert/strict";
import { test } from "node:test";
import { readData } from "./read-data.ts";

const read = async (text: string, path: string, first = 1): Promise<readonly string[]> =>
  (await readData(text, path, first)).map(({ keys, value, line }) => `${line} ${keys.join(" > ")} = ${value}`);

test("values are what the format means, with the line of their key", async () => {
  assert.deepEqual(
    await read('wheel_size = "9 # in"\n[db]\nport = 8_443 # TLS\ntls = { port = 2, v = 1.10 }\nv = 1.10\n', "a.toml"),
    ["1 wheel_size = 9 # in", "3 db > port = 8_443", "4 db > tls > port = 2", "5 db > v = 1.10"],
  );
  assert.deepEqual(await read('[db]\r\nport = 1\r\nhost = "a"\r\n', "a.toml"), ["2 db > port = 1", "3 db > host = a"]);
  assert.deepEqual(await read('[[peers]]\nname = "a"\nip = "x"\n[[peers]]\nname = "b"\nip = "y"', "a.toml"), [
    "2 peers > name = a",
    "3 peers > a > ip = x",
    "5 peers > name = b",
    "6 peers > b > ip = y",
  ]);
  assert.deepEqual(await read('{"api host":"x\\"y","database":{"host":"db.kb.example"}}', "a.json"), [
    '1 api host = x"y',
    "1 database > host = db.kb.example",
  ]);
  const yaml =
    'region: "eu # west"\nv: 1.10\nstaging:\n  port: 1\n  tls: {port: 2}\nlist:\n  - name: a\n    by: Dana\n';
  assert.deepEqual(await read(yaml, "a.yml"), [
    "1 region = eu # west",
    "2 v = 1.10",
    "4 staging > port = 1",
    "5 staging > tls > port = 2",
    "7 list > name = a",
    "8 list > a > by = Dana",
  ]);
});

test("blocks of text, aliases, tags, nothing, lists and broken files say nothing", async () => {
  for (const notes of ["notes: |\n  smtp port: 2525\n", "notes: >-\n  smtp port: 2525\n", "notes: a\n  b: c\n"])
    assert.deepEqual(await read(`${notes}x: &a 1\ny: *a\nz: !Ref b\nc: #general\nl: [1, 2]`, "a.yaml"), [
      ...(notes.endsWith("b: c\n") ? [] : ["3 x = 1"]),
    ]);
  assert.deepEqual(await read('notes = """\nsmtp port = 2525\n"""\n', "a.toml"), []);
  for (const [text, path] of [
    ["a: 1\na: 2", "a.yaml"],
    ["a: 1\n // b\n", "a.json"],
    ['{"a": 1, "a": 2}', "a.json"],
    ["a = 1\na = 2", "a.toml"],
    ["[".repeat(20_000), "a.json"],
    [`${"[".repeat(9_000)}${"]".repeat(9_000)}`, "a.json"],
    [`a: &a [x]\n${"b: [*a, *a]\n".repeat(9)}`, "a.yaml"],
  ] as const)
    assert.deepEqual(await read(text, path), []);
  // A piece out of the middle: what it stands under isn't known.
  assert.deepEqual(await read("port: 1", "a.yaml", 40), []);
});
