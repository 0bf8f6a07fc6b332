import assert from "node:assert/strict";
import { test } from "node:test";
import { chunk } from "../chunking/chunk.ts";
import { docx, NAMESPACE, paragraph } from "./docx/make-docx.fixture.ts";
import { DEFAULT_PARSE_LIMITS } from "./parser-input.ts";
import { parseFile } from "./registry.ts";

const BEFORE = "What the firm asks has risen twice, and it is paid by transfer, thirty days after the invoice came in.";
const AFTER = "The firm gives no rebate to anybody, whoever asks for it and however often, and says so in its letters.";
const ROWS = [
  ["Visit", "Price", "Since"],
  ["Autumn service of the boiler", "180 euros", "2024"],
  ["Call in the night", "320 euros", "2023"],
];
const ENTRIES = ["Prices", "Pumps", "Radiators"];
const cells = (tag: string): string =>
  ROWS.map((row) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`).join("");
const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`;
const STYLES = {
  name: "word/styles.xml",
  content: `<w:styles ${NAMESPACE}><w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style></w:styles>`,
};
const markdownRow = (row: readonly string[]): string => `| ${row.join(" | ")} |\n`;

/** The same document in several formats: a table between two paragraphs, and three entries of a table of contents. */
const DOCUMENTS: Readonly<Record<string, string | Uint8Array>> = {
  md: `## Contents\n\n${ENTRIES.map((one) => `- [${one}](#${one})\n`).join("")}\n## Prices\n\n${BEFORE}\n\n${markdownRow(ROWS[0] as string[])}|---|---|---|\n${ROWS.slice(1).map(markdownRow).join("")}\n${AFTER}\n`,
  // The contents of a page of the web are navigation, which is left out.
  html: `<body><h2>Prices</h2><p>${BEFORE}</p><table>${cells("td")}</table><p>${AFTER}</p></body>`,
  docx: docx(
    `${ENTRIES.map((one) => paragraph(one, "Verzeichnis1")).join("")}${paragraph("Prices", "Heading1")}${paragraph(BEFORE)}<w:tbl>${ROWS.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("")}</w:tbl>${paragraph(AFTER)}`,
    [STYLES],
  ),
};

for (const [documentType, written] of Object.entries(DOCUMENTS))
  test(`a table and a table of contents are elements of their kind: ${documentType}`, async () => {
    const bytes = typeof written === "string" ? new TextEncoder().encode(written) : written;
    const document = await parseFile({ bytes, path: `a.${documentType}`, documentType, limits: DEFAULT_PARSE_LIMITS });
    const chunks = chunk(document, { maxChunkSize: 1500, overlapLines: 2 });
    assert.deepEqual(
      chunks.map(({ elementType }) => elementType),
      [...(documentType === "html" ? [] : ["toc_entry"]), "section", "table", "section"],
      JSON.stringify(chunks.map(({ text }) => text)),
    );
    assert.match(chunks.at(-2)?.text ?? "", /^\| Visit \| Price \| Since \|\n[^]*2023 \|\s*$/u);
  });

test("a table goes with the line that announces it, and a small one with what is beside it", async () => {
  const elementsOf = async (text: string): Promise<readonly string[]> => {
    const bytes = new TextEncoder().encode(text);
    const limits = DEFAULT_PARSE_LIMITS;
    const document = await parseFile({ bytes, path: "a.md", documentType: "md", limits });
    return chunk(document, { maxChunkSize: 1500, overlapLines: 2 }).map((one) => `${one.elementType}: ${one.text}`);
  };
  const table = ROWS.map(markdownRow).join("").replace("\n", "\n|---|---|---|\n");
  const [, announced] = await elementsOf(`# Prices\n\n${BEFORE}\n\nThese are the prices:\n\n${table}`);
  assert.match(announced ?? "", /^table: These are the prices:\n\n\| Visit/u);
  assert.equal(
    (await elementsOf("# Ports\n\nAll ports.\n\n| a | b |\n|---|---|\n| c | d |\n"))[0]?.slice(0, 14),
    "table: # Ports",
  );
  assert.equal((await elementsOf(`See [this](#a) and [that](#b).\n\n[one](#a)\n\n${BEFORE}`)).length, 1);
});
