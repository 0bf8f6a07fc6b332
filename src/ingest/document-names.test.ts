import assert from "node:assert/strict";
import { test } from "node:test";
import { documentNames } from "./document-names.ts";

test("a file is called by its folders, itself and its title, each once", () => {
  assert.deepEqual(documentNames({ path: "projects/Zephyr/Meeting with Alice.md", documentType: "md" }, "Budget"), ["projects", "Zephyr", "Meeting with Alice", "Budget"]);
  assert.deepEqual(documentNames({ path: "tea.md", documentType: "md" }, "tea"), ["tea"]);
  assert.deepEqual(documentNames({ path: "./src/../src/parse.ts", documentType: "code" }, undefined), ["src", "parse.ts"]);
  assert.deepEqual(documentNames({ path: "2024/05/2024-05-03.md", documentType: "md" }, undefined), ["2024-05-03"]);
  assert.deepEqual(documentNames({ path: ".env", documentType: "txt" }, undefined), [".env"]);
});
