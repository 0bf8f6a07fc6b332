import assert from "node:assert/strict";
import { test } from "node:test";
import { documentNames } from "./file-document.ts";

test("a file is called by its folders, itself and its title, each once", () => {
  assert.deepEqual(
    documentNames({ path: "projects/Zephyr/Meeting with Alice.md", documentType: "md" }, { title: "Budget" }),
    ["projects", "Zephyr", "Meeting with Alice", "Budget"],
  );
  assert.deepEqual(
    documentNames({ path: "tea.md", documentType: "md" }, { title: "tea", aliases: ["chai"], tags: ["drinks", "tea"] }),
    ["tea", "chai", "drinks"],
  );
  assert.deepEqual(documentNames({ path: "./src/../src/parse.ts", documentType: "code" }, {}), ["src", "parse.ts"]);
  assert.deepEqual(documentNames({ path: "2024/05/2024-05-03.md", documentType: "md" }, {}), ["2024-05-03"]);
  const many = documentNames(
    { path: "a.md", documentType: "md" },
    { tags: Array.from({ length: 5_000 }, (_, i) => `tag${i}${"x".repeat(900)}`) },
  );
  assert.deepEqual([many.length, Math.max(...many.map(({ length }) => length))], [32, 200], "however many there are");
  assert.deepEqual(documentNames({ path: ".env", documentType: "txt" }, {}), [".env"]);
});
