import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultType } from "./file-type.ts";

test("office files with macros, and templates, are read as the others", () => {
  assert.deepEqual(["a.docm", "b.PPSX", "c.xlsm", "d.ott"].map(defaultType), ["docx", "pptx", "xlsx", "odf"]);
});

test("names say the type, in capitals too; a page of an e-book is a page", () => {
  assert.deepEqual(["a/B.MD", "ch01.xhtml", "index.htm", "notes", "main.ts", ".md"].map(defaultType), [
    "md",
    "html",
    "html",
    null,
    null,
    null,
  ]);
});
