import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "./parser-input.ts";
import { parseFile } from "./registry.ts";
import { defaultType } from "./file-type.ts";

const parse = (documentType: string, bytes: Uint8Array, maxBytes = 100): ReturnType<typeof parseFile> =>
  parseFile({ bytes, path: "a.ts", documentType, limits: { ...DEFAULT_PARSE_LIMITS, maxBytes } });

test("every type of text has a parser that loads", async () => {
  for (const type of ["md", "txt", "code", "rst", "html"])
    assert.match((await parse(type, Buffer.from("tea"))).text, /tea/, type);
});

test("types without a parser are refused, also names that every object has", async () => {
  for (const type of ["exe", "toString", ""])
    await assert.rejects(parse(type, Buffer.from("tea")), { code: "FILE_SKIPPED" });
});

test("no format is read that is too large", async () => {
  const types = "md code rst html pdf docx pptx xlsx odf epub rtf mail canvas ipynb csv org adoc tex".split(" ");
  for (const type of types)
    await assert.rejects(parse(type, Buffer.from("long"), 3), {
      code: "FILE_SKIPPED",
      details: { path: "a.ts", reason: "too-large", bytes: 4, limit: 3 },
    });
});

test("text formats refuse what isn't text", async () => {
  await assert.rejects(parse("md", Buffer.from("a\0")), {
    code: "FILE_SKIPPED",
    details: { path: "a.ts", reason: "binary" },
  });
  await assert.rejects(parse("txt", Buffer.from([0xff])), {
    code: "FILE_SKIPPED",
    details: { path: "a.ts", reason: "broken-utf8" },
  });
});

test("a long document isn't a deep one: any number of paragraphs", async () => {
  const long: Readonly<Record<string, string>> = {
    md: "[a]: b\n\n",
    rst: "a\n\n",
    txt: "a\n\n",
    code: "a\n\n",
    html: "<p>a",
  };
  for (const [type, paragraph] of Object.entries(long)) {
    const body = paragraph.repeat(200_000);
    const { sections } = await parse(
      type,
      Buffer.from(type === "html" ? `<h1>a</h1><div>${body}</div>` : body),
      2_000_000,
    );
    assert.ok((sections[0]?.blocks.length ?? 0) >= 200_000, type);
  }
});

test("office files with macros, and templates, are read as the others", () => {
  assert.deepEqual(["a.docm", "b.PPSX", "c.xlsm", "d.ott"].map(defaultType), ["docx", "pptx", "xlsx", "odf"]);
  assert.deepEqual(["a.dotm", "b.potm", "c.xltm", "d.OTS", "e.otp"].map(defaultType), [
    ...["docx", "pptx", "xlsx", "odf", "odf"],
  ]);
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
