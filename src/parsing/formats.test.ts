import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LociError } from "../model/error.ts";
import type { ParsedDocument } from "../model/section.ts";
import { assertExact } from "./assert-exact.fixture.ts";
import { refusedFormat } from "./file-type.ts";
import { DEFAULT_PARSE_LIMITS } from "./parser-input.ts";
import { parseFile } from "./registry.ts";
import { chunk } from "../chunking/chunk.ts";
import { docx, makeZip, NAMESPACE, paragraph } from "./zip/make-zip.fixture.ts";
import { parseCaptions, parseText } from "./text/parse-text.ts";
import { rounds } from "../../test/rounds.fixture.ts";

async function parse(documentType: string, path: string, text: string): Promise<ParsedDocument> {
  const document = await parseFile({ bytes: Buffer.from(text), path, documentType, limits: DEFAULT_PARSE_LIMITS });
  assertExact(document.text, document);
  return document;
}
const crumbs = ({ sections }: ParsedDocument) => sections.map(({ breadcrumb }) => breadcrumb.join(" > "));

test("a table of values is its own text; rows are blocks, a line end in quotation marks ends none", async () => {
  const text = 'id;name;remark\n1;Ada;"two\nlines; ""quoted"""\n2;Bo;\n';
  const document = await parse("csv", "a.csv", text);
  assert.equal(document.text, text);
  assert.deepEqual(crumbs(document), ["id, name, remark"]);
  assert.deepEqual(
    document.sections[0]?.blocks.map(({ span }) => text.slice(span.start, span.end)),
    ["id;name;remark\n", '1;Ada;"two\nlines; ""quoted"""\n', "2;Bo;\n"],
  );
});

test("a table without names of columns has none; a mark that nothing closes costs one row", async () => {
  assert.deepEqual(crumbs(await parse("csv", "a.csv", "1,2\n3,4\n")), [""]);
  const titled = "Report of 2025,,\n,,\nharbour,berths,depth\nAar,3,4\n";
  assert.deepEqual(crumbs(await parse("csv", "a.csv", titled)), ["harbour, berths, depth"]);
  const years = "harbour;2024;;2025;\n;berths;depth;berths;depth\nAar;1;2;3;4\n";
  const both = "harbour, 2024, 2025, berths, depth, berths, depth";
  assert.deepEqual(crumbs(await parse("csv", "a.csv", years)), [both]);
  const open = await parse("csv", "a.tsv", 'size\tname\n5"\tdisk\n3\ttape\n4\tcard\n');
  assert.deepEqual(crumbs(open), ["size, name"]);
  assert.equal(open.sections[0]?.blocks.length, 4);
});

test("columns are called as the first of the wider rows says, whatever narrower rows stand above", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(";", ",", "\t"),
      fc.integer({ min: 4, max: 9 }),
      fc.array(fc.constantFrom("Account", "DE00 1234", "01.01.2024 - 31.12.2024", "4711.00 EUR", "per 31.12."), {
        minLength: 2,
        maxLength: 14,
      }),
      fc.integer({ min: 5, max: 40 }),
      fc.boolean(),
      async (separator, width, above, rows, blank) => {
        const line = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(separator);
        const names = Array.from({ length: width }, (_, i) => `Column ${"abcdefghi".charAt(i)}`);
        const data = Array.from({ length: rows }, (_, row) =>
          names.map((_, i) => (i === 0 ? `0${row % 9}.01.2024` : `v${row}`)),
        );
        const text = [
          ...above.map((value) => line(["Of", value])),
          ...(blank ? [""] : []),
          ...[names, ...data].map(line),
          "",
        ].join("\r\n");
        assert.deepEqual(crumbs(await parse("csv", "a.csv", text)), [names.join(", ")]);
      },
    ),
    { numRuns: rounds(200, 20) },
  ));

test("cells of a table: quotation marks around, inside, doubled, and left open", async () => {
  const header = '"a ""b"", c",d"e"f,,"g\nh"\n';
  const { sections } = await parse("csv", "a.csv", `${header}1,2,3,4\n`);
  assert.deepEqual(sections[0]?.breadcrumb, ['a "b", c, def, g h']);
});

test("whatever a table of values holds, its rows cover it", () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "a", " "), maxLength: 60 }),
      async (text) => void (await parse("csv", "a.csv", text)),
    ),
    { numRuns: rounds(300, 20) },
  ));

test("a notebook: text, code and what it printed; no pictures", async () => {
  const notebook = {
    nbformat: 4,
    metadata: { language_info: { name: "python" } },
    cells: [
      { cell_type: "markdown", source: ["# Walls\n", "of stone"] },
      {
        cell_type: "code",
        source: "print(1)",
        outputs: [
          { output_type: "stream", text: ["1\n"] },
          { output_type: "display_data", data: { "image/png": "AAAA", "text/plain": "<Figure>" } },
          { output_type: "execute_result", data: { "image/png": "AAAA", "text/plain": ["a  b\n", "1  2"] } },
          { output_type: "error", ename: "KeyError", evalue: "'x'" },
          {
            output_type: "error",
            ename: "KeyError",
            evalue: "'y'",
            traceback: ["\x1B[0;31m----> 2\x1B[0m walls['y']\n", "\x1B[0;31mKeyError\x1B[0m: 'y'"],
          },
          { output_type: "stream", text: "\x1B[1mbold\x1B[0m\n" },
        ],
      },
      { cell_type: "markdown", source: "## Roof\nof slate" },
    ],
  };
  const document = await parse("ipynb", "a.ipynb", JSON.stringify(notebook));
  assert.deepEqual(crumbs(document), ["Walls", "Walls > Roof"]);
  assert.match(
    document.text,
    /```python\nprint\(1\)\n```\n\n```output\n1\n```\n\n```output\na  b\n1  2\n```\n\n```output\nKeyError: 'x'\n```\n\n```output\n----> 2 walls\['y'\]\n\nKeyError: 'y'\n```\n\n```output\nbold\n```/u,
  );
  assert.doesNotMatch(document.text, /AAAA|Figure/u);
  await assert.rejects(parse("ipynb", "a.ipynb", "{"), LociError);
  const cell = (cell_type: string, source: string) => ({ cell_type, source, metadata: {}, outputs: [] });
  const called = ["Use %%time to measure iota", "kappa = 1", "then %%bash runs lambda", "%% flag note", "gamma = 1"];
  const calls = { nbformat: 4, cells: called.map((source, i) => cell(i % 2 === 1 ? "code" : "markdown", source)) };
  const { text } = await parse("ipynb", "calls.ipynb", JSON.stringify(calls));
  for (const source of called) assert.ok(text.includes(source), `a notebook's command is no comment: ${source}`);
});

test("RTF: headings, encodings, tables, notes, and nothing of its tables of fonts", async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\*\generator X;}{\info{\title No}}\pard\outlinelevel0 Walls\par
\pard caf\u233?s \'cc\'ee\'f1 {\b bold} \{x\}{\*\footnote\pard of stone}\par
\pard\intbl a\cell b\cell\row\intbl c\cell d\cell\row\pard end{\deleted gone}{\v hid{\b den}} {\v a\v0 b}\par}`;
  const document = await parse("rtf", "a.rtf", rtf);
  assert.equal(document.text, "Walls\n\ncafés Мос bold {x} [of stone]\n\n| a | b |\n| c | d |\n\nend b\n");
  assert.deepEqual(crumbs(document), ["Walls"]);
  await assert.rejects(parse("rtf", "a.rtf", `{\\rtf1${"{".repeat(100_000)}`), LociError);
  await assert.rejects(parse("rtf", "a.rtf", "plain"), LociError);
  const signs = String.raw`{\rtf1\ansi\ansicpg1252 It\'92s \'93quoted\'94 \'96 5 \'80\par}`;
  assert.equal((await parse("rtf", "a.rtf", signs)).text.trim(), "It’s “quoted” – 5 €");
  for (const [page, bytes, words] of [
    ["850", "Stra\\'e1e \\'9dl", "Straße Øl"],
    ["437", "Gr\\'94\\'e1e", "Größe"],
    ["852", "\\'98\\'a2", "śó"],
    ["932", "\\'90\\'85\\'8e\\'d4", "水車"],
    ["1251", "\\'ca\\'eb\\'fe\\'f7", "Ключ"],
    ["99999", "caf\\'e9", "café"],
  ] as const)
    assert.equal((await parse("rtf", "a.rtf", `{\\rtf1\\ansi\\ansicpg${page} ${bytes}\\par}`)).text.trim(), words);
  const fonts = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fswiss\fcharset204{\*\panose 020b}Arial;}{\f2\fcharset128 M;}{\f3\fcharset238 A;}}
\f0 caf\'e9 {\f1 \'ca\'eb\'fe\'f7} \'e9 \f3 Klju\'e8 \f2 \'8c\'ae\plain \'e9\par}`;
  assert.equal(
    (await parse("rtf", "a.rtf", fonts)).text.trim(),
    "café Ключ é Ključ 鍵é",
    "each font has its character set",
  );
  const nested = String.raw`{\rtf1 \pard\intbl a\cell\pard\intbl\itap2 b\nestcell c\nestcell{\*\nesttableprops\trowd\nestrow}\pard\intbl d\cell\row\pard e\par}`;
  assert.match((await parse("rtf", "a.rtf", nested)).text, /\| a \| b c d \|\n+e/u, "a table in a cell");
  const styled = String.raw`{\rtf1{\stylesheet{\ql Normal;}{\s1\b\fs32 heading 1;}{\s2\outlinelevel1 \'dcberschrift;}{\s7 Body;}}
\pard\plain\s1\b Walls\par\pard\s2 Doors\par\pard\s7 heading 1;\par\pard\s3\par}`;
  assert.deepEqual(
    (await parse("rtf", "a.rtf", styled)).sections.map(({ breadcrumb }) => breadcrumb),
    [["Walls"], ["Walls", "Doors"]],
    "headings by their style",
  );
  const cut = parse("rtf", "a.rtf", signs.slice(0, -6));
  await assert.rejects(cut, (error: LociError) => error.details["reason"] === "truncated");
});

test("Org, AsciiDoc and TeX: their own text, with headings outside of what is quoted", async () => {
  const org =
    "#+TITLE: Plan\n#+DATE: <2024-03-05 Tue>\n* TODO Walls :house:\n#+begin_src c\n* no\n#+end_src\n** Roof\ntext\n";
  const plan = await parse("org", "a.org", org);
  assert.deepEqual(crumbs(plan), ["", "Walls", "Walls > Roof"]);
  assert.deepEqual(plan.metadata, { title: "Plan", date: "2024-03-05" });
  for (const date of ["[2024-03-05 Di 10:00]", "2024-03-05", "March 5, 2024"]) {
    assert.equal((await parse("org", "a.org", `#+DATE: ${date}\ntext\n`)).metadata.date, "2024-03-05", date);
    const revised = await parse("adoc", "a.adoc", `= Book\nv1.0, ${date}\n\ntext\n`);
    assert.equal(revised.metadata.date, "2024-03-05", date);
  }
  const adoc = await parse("adoc", "a.adoc", "= Book\n\n----\n== no\n----\n\n== Walls\n\nx\n");
  assert.deepEqual(crumbs(adoc), ["Book", "Book > Walls"]);
  const tex = String.raw`\title{The \emph{Book}}
\section{Walls of
stone}
\begin{verbatim}
\section{no}
\end{verbatim}
\subsection*{Roof}
`;
  const book = await parse("tex", "a.tex", tex);
  assert.deepEqual(crumbs(book), ["", "Walls of stone", "Walls of stone > Roof"]);
  assert.equal(book.metadata.title, "The Book");
});

test("old formats are refused by name, with what to do", () => {
  for (const path of ["a.doc", "b.XLS", "c/d.ppt", "e.msg", "f.pages", "g/winmail.dat", "h.odg", "i.pst"])
    assert.match(refusedFormat(path) ?? "", /; \w+ it as /u);
  for (const path of ["a.chm", "b.FB2", "c.azw3", "d.djvu", "e.xps"])
    assert.match(refusedFormat(path) ?? "", /; convert (?:it|them) to /u);
  for (const path of ["a.zip", "b.tar.GZ", "c.7z"]) assert.match(refusedFormat(path) ?? "", /; unpack it/u);
  assert.equal(refusedFormat("a.docx"), null);
});

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

test("one section, a block a paragraph", () => {
  const text = "\r\none\r\nmore\r\n \r\ntwo";
  const { sections } = parseText({ text, path: "a.txt" });
  assert.equal(sections.length, 1);
  assert.equal(sections[0]?.elementType, "paragraph");
  assert.deepEqual(
    sections[0]?.blocks.map(({ span }) => text.slice(span.start, span.end)),
    ["one\r\nmore\r\n", "two"],
  );
});

test("exact on any text; none for the empty one", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab \n\r\t😀\0\v") }), (text) =>
      assertExact(text, parseText({ text, path: "" })),
    ),
  );
  assert.deepEqual(parseText({ text: "", path: "" }).sections, []);
});

test("subtitles: what is said, with its moment and who says it; no notes, styles and marks", () => {
  const vtt =
    "WEBVTT - Ponds\n\nNOTE for the\ntranslator\n\nSTYLE\n::cue{}\n\nc1\n00:01.000 --> 00:01.500 align:start\n" +
    "<v.loud Ada>the <i>north</i> pond</v>\n\n00:00:02.000 --> 00:00:03.000\nNOTES are\nkept\n";
  assert.equal(
    parseCaptions({ text: vtt, path: "a.vtt" }).text,
    "[00:01] Ada: the north pond\n\n[00:00:02] NOTES are\nkept\n",
  );
  const close =
    "WEBVTT\n\n00:01.000 --> 00:02.000\none\n00:05.000 --> 00:06.000 align:start\ntwo\nc3\n\nc4\n00:07.000 --> 00:08.000\nthree\n";
  assert.equal(parseCaptions({ text: close, path: "a.vtt" }).text, "[00:01] one\n\n[00:05] two\nc3\n\n[00:07] three\n");
  const numbered = "1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n";
  assert.equal(parseCaptions({ text: numbered, path: "a.srt" }).text, "[00:00:01] one\n\n[00:00:03] two\n");
  const srt = "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<b>one</b> < two\r\n\r\nloose words\r\n";
  const parsed = parseCaptions({ text: srt, path: "a.srt" });
  assertExact("[00:00:01] one < two\n\nloose words\n", parsed);
  assert.equal(parsed.sections[0]?.lines, null);
});

test("hidden text of a DOCX and an ODT is left out", async () => {
  const run = (words: string, look: string): string => `<w:r><w:rPr>${look}</w:rPr><w:t>${words}</w:t></w:r>`;
  const body = `<w:p>${run("hidden", "<w:vanish/>")}${run("shown", '<w:vanish w:val="0"/>')}</w:p>`;
  const limits = DEFAULT_PARSE_LIMITS;
  const { text } = await parseFile({ bytes: docx(body), path: "a.docx", documentType: "docx", limits });
  assert.equal(text, "shown\n");
  const styled = (style: string, words: string): string => `<text:span text:style-name="${style}">${words}</text:span>`;
  const look = (name: string, display: string): string =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties text:display="${display}"/></style:style>`;
  const content =
    `<office:automatic-styles>${look("T1", "none")}${look("T2", "true")}</office:automatic-styles><office:body><office:text>` +
    `<text:p text:style-name="P1">${styled("T1", "hidden<text:s/>too")}${styled("T2", "shown")}</text:p></office:text></office:body>`;
  const odt = makeZip([{ name: "content.xml", content }]);
  assert.equal((await parseFile({ bytes: odt, path: "a.odt", documentType: "odf", limits })).text, "shown\n");
});

test("calendars and addresses: a paragraph for each, by what it tells people", async () => {
  const event = (summary: string, day: string): readonly string[] => [
    ...["BEGIN:VEVENT", `UID:${day}`, `DTSTART:${day}T100000Z`, `SUMMARY:${summary}`],
    ...["BEGIN:VALARM", "DESCRIPTION:Reminder", "END:VALARM", "END:VEVENT"],
  ];
  const calendar = [
    "BEGIN:VCALENDAR",
    ...event("Den", "20240312"),
    ...event("Mill\\, again", "20250101"),
    "END:VCALENDAR",
  ];
  const document = await parse("cards", "a.ics", calendar.join("\r\n").replace("SUMMARY:Den", "SUMMARY:Den\r\n tist"));
  assert.equal(document.text, "Dentist\nStarts: 2024-03-12 10:00 UTC\n\nMill, again\nStarts: 2025-01-01 10:00 UTC\n\n");
  assert.deepEqual([crumbs(document), document.metadata], [["Dentist", "Mill, again"], { title: "a" }]);
  const card = (name: string): string =>
    `BEGIN:VCARD\nVERSION:4.0\nitem1.TEL;TYPE=home:+1 23\nTITLE:Tax adviser\nADR:;;Dock 4;Aarhus;;8000;Denmark\nFN:${name}\nEND:VCARD\n`;
  const cards = await parse("cards", "a.vcf", card("Ada Okafor") + card("Bo"));
  const told = "Phone (home): +1 23\nTitle: Tax adviser\nAddress: Dock 4, Aarhus, 8000, Denmark\n\n";
  assert.equal(cards.text, `Ada Okafor\n${told}Bo\n${told}`);
});
