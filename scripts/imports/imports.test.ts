import assert from "node:assert/strict";
import test from "node:test";
import { findCycles } from "./find-cycles.ts";
import { findViolations } from "./find-violations.ts";
import { importsOf } from "./source-file.ts";

const file = (path: string, text: string) => ({ path, text });

test("imports are found in every form, and not in comments or strings", () => {
  const text = [
    'import a from "./a.ts";',
    "import {",
    "  type B,",
    "  c,",
    '} from "./b.ts";',
    'export * from "./d.ts";',
    'import "./e.ts";',
    'const f = await import("./f.ts");',
    ' * import { x } from "./comment.ts"',
    'const text = `see from "./string.ts"`;',
  ].join("\n");
  assert.deepEqual(
    importsOf(text).map(({ specifier }) => specifier),
    ["./a.ts", "./b.ts", "./d.ts", "./e.ts", "./f.ts"],
  );
  assert.deepEqual(
    importsOf(text)
      .filter(({ dynamic }) => dynamic)
      .map(({ line }) => line),
    [8],
  );
});

for (const [what, path, text] of [
  ["an engine in retrieval", "retrieval/search.ts", 'import { x } from "../storage/sqlite/open.ts";'],
  ["an engine in another engine", "storage/sqlite/open.ts", 'import { x } from "../memory/open.ts";'],
  ["only its type", "ingest/run.ts", 'import type { X } from "../storage/sqlite/open.ts";'],
  ["an engine by call", "ingest/run.ts", 'const x = await import("../storage/sqlite/open.ts");'],
  ["a surface in another surface", "surfaces/http/app.ts", 'import { x } from "../cli/run.ts";'],
  ["the inside in a surface", "surfaces/cli/run.ts", 'import { x } from "../../engine/open.ts";'],
  ["a database driver outside its engine", "engine/open.ts", 'import { DatabaseSync } from "better-sqlite3";'],
  ["files in a pure room", "chunking/chunk.ts", 'import { readFileSync } from "node:fs";'],
  ["a package in the model", "model/drawer.ts", 'import { z } from "zod";'],
  ["something outside of src", "text/words.ts", 'import { x } from "../build.ts";'],
  ["the clock in ranking", "ranking/activation.ts", "const now = Date.now();"],
  ["the environment in facts", "facts/route.ts", "const home = process.env.HOME;"],
  ["randomness in ingest", "ingest/id.ts", "const id = Math.random();"],
  [
    "a schema of an answer in the model",
    "model/drawer.ts",
    'import { hitSchema } from "../operations/answers/hits.ts";',
  ],
  ["a schema beside a type", "palace/x.ts", 'import { type Hit, hitSchema } from "../operations/answers/hits.ts";'],
  ["a schema by call", "app/x.ts", 'const x = await import("../operations/answers/hits.ts");'],
  ["a room that isn't there", "helpers/things.ts", ""],
] as const) {
  test(`red: ${what}`, () => assert.equal(findViolations([file(path, text)]).length, 1));
}

for (const [what, path, text] of [
  ["a port in retrieval", "retrieval/search.ts", 'import type { X } from "../storage/ports/search-index.ts";'],
  ["an engine in the composition root", "engine/engines.ts", 'const x = await import("../storage/sqlite/open.ts");'],
  [
    "the command that starts a surface",
    "surfaces/cli/commands/mcp.ts",
    'import { x } from "../../mcp/serve.ts";\nimport { y } from "../session.ts";',
  ],
  ["the type of an answer", "model/drawer.ts", 'import type { Hit } from "../operations/answers/hits.ts";'],
  ["types in a list", "app/x.ts", 'import { type Hit, type Why } from "../operations/answers/hits.ts";'],
  ["that command in the table", "surfaces/cli/command-table.ts", 'const x = await import("./commands/mcp.ts");'],
  [
    "the clock in a comment or a string",
    "ranking/activation.ts",
    '/** Date.now() */\nconst text = "Date.now()"; // Math.random()',
  ],
] as const) {
  test(`green: ${what}`, () => assert.deepEqual(findViolations([file(path, text)]), []));
}

test("cycles are found, also through several files, and each once", () => {
  const files = [
    file("a/one.ts", 'import { x } from "../b/two.ts";'),
    file("b/two.ts", 'import type { y } from "./three.ts";'),
    file("b/three.ts", 'import { z } from "../a/one.ts";'),
    file("c/self.ts", 'import { s } from "./self.ts";'),
    file("d/later.ts", 'const x = await import("./other.ts");'),
    file("d/other.ts", 'import { x } from "./later.ts";'),
  ];
  assert.deepEqual(findCycles(files), [
    ["a/one.ts", "b/three.ts", "b/two.ts"],
    ["c/self.ts"],
    ["d/later.ts", "d/other.ts"],
  ]);
});
