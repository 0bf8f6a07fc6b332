import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { COMMAND_WORDS, hintOf, operation, step } from "../../index.ts";
import { ERROR_TABLE, inWords } from "./error-table.ts";

test("every error code of the union has its row, and no row is left over", () => {
  const source = readFileSync(new URL("../../model/error.ts", import.meta.url), "utf8");
  const union = source.slice(
    source.indexOf("export type ErrorCode"),
    source.indexOf(";", source.indexOf("export type ErrorCode")),
  );
  const codes = [...union.matchAll(/"([A-Z_]+)"/g)].map(([, code]) => code);
  assert.ok(codes.length > 20);
  assert.deepEqual(Object.keys(ERROR_TABLE).sort(), codes.sort());
});

test("every code is an error's somewhere: none is only told of", () => {
  const root = new URL("../../", import.meta.url);
  const told = /\.(?:test|fixture)\.ts$|^model[\\/]error\.ts$|[\\/]error-table\.ts$|[\\/]openapi-document\.ts$/;
  const source = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !told.test(path))
    .map((path) => readFileSync(new URL(path, root), "utf8"))
    .join("\n");
  assert.deepEqual(
    Object.keys(ERROR_TABLE).filter((code) => !source.includes(`"${code}"`)),
    [],
  );
});

test("exit statuses are those of the contract, HTTP statuses are errors", () => {
  for (const [code, { exit, http, when }] of Object.entries(ERROR_TABLE)) {
    assert.ok([1, 2, 3, 4, 130].includes(exit), code);
    assert.ok(http >= 400 && http < 600, code);
    assert.ok(when.length > 10, code);
  }
  assert.equal(ERROR_TABLE.SOURCE_SCOPE_REQUIRED.exit, 2);
  assert.equal(ERROR_TABLE.CONFIG_INVALID.exit, 3);
  assert.equal(ERROR_TABLE.STORAGE_FULL.exit, 4);
});

test("next steps are said wherever in an answer they stand, and their data isn't given away", () => {
  const note = { code: "SOURCE_GONE", message: "gone", ...hintOf(step`${operation("index")} brings it back`) };
  const said = { code: "SOURCE_GONE", message: "gone", hint: "'loci index' brings it back" };
  assert.deepEqual(
    inWords({ jobs: [{ id: "j", notes: [note] }], job: { notes: [note] }, notes: [note] }, COMMAND_WORDS),
    {
      jobs: [{ id: "j", notes: [said] }],
      job: { notes: [said] },
      notes: [said],
    },
  );
  assert.deepEqual(inWords({ findings: [{ what: "w", next: "x", step: ["y"] }], up: [{ step: 2 }] }, COMMAND_WORDS), {
    findings: [{ what: "w", next: "y" }],
    up: [{ step: 2 }],
  });
});
