import assert from "node:assert/strict";
import { test } from "node:test";
import { readLines } from "./read-lines.ts";

const read = (text: string) =>
  readLines(text, 10).map(({ key, under, value, line }) => [under.join(" "), key, value, line]);

test("what lines state is read with its place, in every common notation", () => {
  assert.deepEqual(read("- **Staging port**: 8080\n* `PORT`: `9000`\nOwner = Dana Whitfield."), [
    ["", "staging port", "8080", 10],
    ["", "port", "9000", 11],
    ["", "owner", "Dana Whitfield", 12],
  ]);
  assert.deepEqual(read("[staging]\nport = 8443 ; TLS\n[production]\nport=443"), [
    ["staging", "port", "8443", 11],
    ["production", "port", "443", 13],
  ]);
  assert.deepEqual(read("```env\nexport STAGING_URL='https://a.dev/x' # now\n```\nstagingHost=a.dev"), [
    ["", "staging url", "https://a.dev/x", 11],
    ["", "staging host", "a.dev", 13],
  ]);
  assert.deepEqual(read("---\nrelease:\n  codename: Bluebird\n  owner: Ann\ndeadline: 2026-07-01\n---"), [
    ["release", "codename", "Bluebird", 12],
    ["release", "owner", "Ann", 13],
    ["", "deadline", "2026-07-01", 14],
  ]);
  assert.deepEqual(read("| Host | Value |\n|---|---|\n| Staging host | db-3.internal |\n| a | b | c |"), [
    ["", "host", "Value", 10],
    ["", "staging host", "db-3.internal", 12],
    ["staging host", "value", "db-3.internal", 12],
  ]);
  assert.deepEqual(
    read("| env | port | host |\n|:--|--:|---|\n| staging | 8443 | a\\|b |\n| prod | | c | d |\n| dev | - | e |"),
    [
      ["staging", "port", "8443", 12],
      ["staging", "host", "a|b", 12],
      ["dev", "host", "e", 14],
    ],
  );
  assert.deepEqual(
    read("servers:\n  staging:\n    port: 1 # TLS\n    - note\n    host: a\n  prod: {port: 2, host: 'b'}"),
    [
      ["servers staging", "port", "1", 12],
      ["servers staging", "host", "a", 14],
      ["servers prod", "port", "2", 15],
      ["servers prod", "host", "b", 15],
    ],
  );
  assert.deepEqual(read("[[peers]]\nname = 'alpha'\nip = '10.0.0.1'\n[[peers]]\nname = 'beta'\nip = '10.0.0.2'"), [
    ["peers", "name", "alpha", 11],
    ["peers alpha", "ip", "10.0.0.1", 12],
    ["peers", "name", "beta", 14],
    ["peers beta", "ip", "10.0.0.2", 15],
  ]);
  assert.deepEqual(read("Anna's birthday: 3 May"), [["", "anna birthday", "3 May", 10]]);
});

test("prose, links and empty values state nothing", () => {
  assert.deepEqual(read("Port: this is changed often. Ask Dana before you rely on it."), []);
  assert.deepEqual(read("see https://example.org/a and http://b"), []);
  assert.deepEqual(read("port:\n\nport =\nlist: [1, 2]\ntext: |"), []);
  assert.deepEqual(read(`port: ${"x".repeat(200)}`), []);
});

test("what a line alone doesn't say for sure states nothing", () => {
  assert.deepEqual(read('size = "9 # in"\nregion: "eu # west" # a\nname: \'a; b\''), [
    ["", "size", "9 # in", 10],
    ["", "region", "eu # west", 11],
    ["", "name", "a; b", 12],
  ]);
  assert.deepEqual(read(String.raw`host: "x\"y"` + '\nowner: \'Ann\'\'s\'\nteam: "A" and "B"\nrun: "open'), []);
  assert.deepEqual(read('p: {host: "a, b: c", port: 2}'), []);
  for (const text of [
    "notes: |\n  smtp port: 2525\n\n  host: a\n",
    "notes: >-\n  smtp port: 2525\n",
    "- |\n  a: 1\n",
    'notes = """\nsmtp port: 2525\nhost = "a"\n"""\n',
  ])
    assert.deepEqual(
      read(`${text}ok: 1`).map(([, ...rest]) => rest.slice(0, 2)),
      [["ok", "1"]],
    );
});

test("a row that is short or long is left out, and no other", () => {
  const row = (cells: string): unknown[] =>
    read(`| env | port | host |\n|--|--|--|\n| a | 1 | x |\n${cells}\n| b | 2 | y |`).map((one) => one.slice(0, 3));
  for (const odd of ["| c |", "| c | 9 |", "| c | |", "| c | 9 | z | 8 |"])
    assert.deepEqual(row(odd), [
      ["a", "port", "1"],
      ["a", "host", "x"],
      ["b", "port", "2"],
      ["b", "host", "y"],
    ]);
});

test("a long passage is read in time that grows with its length", () => {
  assert.equal(readLines(`${"a ".repeat(50_000)}: b\n${"- ".repeat(20_000)}\n${"|".repeat(20_000)}`, 1).length, 0);
});
