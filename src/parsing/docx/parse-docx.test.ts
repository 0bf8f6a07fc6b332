import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from "../parser-input.ts";
import { parseFile } from "../registry.ts";
import { makeZip, docx, NAMESPACE, paragraph } from "../zip/make-zip.fixture.ts";
import { parseDocx } from "./parse-docx.ts";

const DATA = new URL("../../../../shared/data/docs/docx/", import.meta.url);
const noData = existsSync(DATA) ? false : "shared data is absent";

function parse(bytes: Uint8Array, limits: Partial<ParseLimits> = {}) {
  return parseDocx({ bytes, path: "a.docx", limits: { ...DEFAULT_PARSE_LIMITS, ...limits } });
}

test("headings make sections, also by styles of their own", async () => {
  const styles = `<?xml version="1.0"?><w:styles ${NAMESPACE}>
    <w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="MyChapter"><w:name w:val="My Chapter"/><w:basedOn w:val="Heading1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Sub"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`;
  const body =
    paragraph("Before") +
    paragraph("One", "MyChapter") +
    paragraph("a") +
    paragraph("Deeper", "Sub") +
    paragraph("b") +
    paragraph("Two", "Heading1") +
    paragraph("c");
  const { text, sections } = await parse(docx(body, [{ name: "word/styles.xml", content: styles }]));
  assert.deepEqual(
    sections.map(({ breadcrumb, level, span }) => [breadcrumb.join(" > "), level, text.slice(span.start, span.end)]),
    [
      ["", 0, "Before\n\n"],
      ["One", 1, "One\n\na\n\n"],
      ["One > Deeper", 2, "Deeper\n\nb\n\n"],
      ["Two", 1, "Two\n\nc\n"],
    ],
  );
});

test("every document of the sample gives its text, in sections that cover it", { skip: noData }, async () => {
  const expected: Readonly<Record<string, RegExp>> = {
    "comments.docx": /^Ouch\.$/mu,
    "endnotes.docx": /^Ouch\[1\]\.\[2\]\n\n1\. A tachyon walks into a bar\.\n2\. Fin\.$/mu,
    "footnotes.docx": /^Ouch\[1\]\.\[2\]\n\n1\. A tachyon walks into a bar\.\n2\. Fin\.$/mu,
    "simple-list.docx": /^- Apple\n- Banana$/mu,
    "tables.docx": /^Above\n\n\| Top left \| Top right \|\n\| Bottom left \| Bottom right \|\n\nBelow$/mu,
    "test__docx__codeblock.docx": /^readDocx :: ReaderOptions\n {9}-> B\.ByteString/mu,
    "test__docx__lists.docx": /^1\. one\n2\. two\n {3}a\. a\n {3}b\. b$/mu,
    "test__docx__tables.docx": /^\| Lebron James \| Basketball \| Very High \| Leaving Cleveland \|$/mu,
    "test__docx__track_changes_insertion.docx": /^This is a text with two exciting insertions\.$/mu,
    "test__docx__unicode.docx": /^Hello, 世界\. This costs €10\./mu,
    "text-box.docx": /^Datum plane$/mu,
    "utf8-bom.docx": /^This XML has a byte order mark\.$/mu,
    "strict-format.docx": /^Test$/mu,
  };
  const read = (bytes: Uint8Array) =>
    parseFile({ bytes, path: "a.docx", documentType: "docx", limits: DEFAULT_PARSE_LIMITS });
  const without: Readonly<Record<string, string>> = {
    "empty.docx": "empty",
    "external-picture.docx": "empty",
    "tiny-picture-target-base-relative.docx": "image-only",
    "tiny-picture.docx": "image-only",
  };
  for (const name of readdirSync(DATA).filter((file) => file.endsWith(".docx"))) {
    const bytes = readFileSync(new URL(name, DATA));
    if (without[name] !== undefined) {
      await assert.rejects(read(bytes), (error: LociError) => error.details["reason"] === without[name], name);
      continue;
    }
    const { text, sections } = await parse(bytes);
    assert.notEqual(text, "", name);
    if (expected[name] !== undefined) assert.match(text, expected[name], name);
    assert.equal(sections.map(({ span }) => text.slice(span.start, span.end)).join(""), text, name);
  }
  const headers = await parse(readFileSync(new URL("test__docx__headers.docx", DATA)));
  assert.deepEqual(headers.sections.at(-1)?.breadcrumb, [
    "A Test of Headers",
    "Second Level",
    "Third level",
    "Fourth level",
    "Fifth level",
    "Sixth level",
  ]);
  const titled = await parse(readFileSync(new URL("test__docx__metadata.docx", DATA)));
  assert.equal(titled.metadata.title, "This Is the Title");
});

test("reasons for skipping", async (context) => {
  const good = docx(paragraph("text"));
  const nested = `${"<w:tbl><w:tr><w:tc>".repeat(4_000)}${paragraph("deep")}${"</w:tc></w:tr></w:tbl>".repeat(4_000)}`;
  const compound = Buffer.concat([
    Buffer.from("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "latin1"),
    Buffer.alloc(600),
    Buffer.from("EncryptedPackage", "utf16le"),
  ]);
  const cases: [name: string, reason: string, bytes: Uint8Array, limits?: Partial<ParseLimits>][] = [
    [
      "a bomb by its ratio",
      "decompressed-size",
      docx(paragraph("x"), [{ name: "word/media/bomb.xml", content: Buffer.alloc(16 << 20) }]),
    ],
    ["a bomb that repeats paragraphs", "decompressed-size", docx(paragraph("the same words again").repeat(400_000))],
    [
      "a bomb by its size",
      "decompressed-size",
      docx(paragraph("x"), [{ name: "word/a.xml", content: "<a>" + "b".repeat(100_000) + "</a>" }]),
      { maxDecompressedBytes: 50_000 },
    ],
    [
      "a bomb that lies about its size",
      "decompressed-size",
      docx(paragraph("x"), [{ name: "word/a.xml", content: Buffer.alloc(4 << 20, "ab"), declaredSize: 100 }]),
    ],
    ["deep nesting", "nesting", docx(nested)],
    ["truncated", "truncated", good.subarray(0, good.length - 100)],
    ["damaged", "damaged", docx("<w:p>")],
    ["an old .doc", "wrong-type", Buffer.from("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 and so on", "latin1")],
    ["text", "wrong-type", Buffer.from("just text")],
    ["another archive", "wrong-type", makeZip([{ name: "a.txt", content: "a" }])],
    [
      "a spreadsheet",
      "wrong-type",
      makeZip([
        { name: "[Content_Types].xml", content: "<Types/>" },
        { name: "xl/workbook.xml", content: "<workbook/>" },
      ]),
    ],
    ["a password", "encrypted", compound],
  ];
  for (const [name, reason, bytes, limits] of cases) {
    await context.test(name, () =>
      assert.rejects(
        parseFile({ bytes, path: "a.docx", documentType: "docx", limits: { ...DEFAULT_PARSE_LIMITS, ...limits } }),
        (error) => error instanceof LociError && error.code === "FILE_SKIPPED" && error.details["reason"] === reason,
      ),
    );
  }
});

test("comments and instructions of the XML are no text, sections of plain characters are", async () => {
  const run = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
  const { text } = await parse(
    docx(
      run("row<!-- <w:p> --> gently<?tool a<b?>") +
        run("<![CDATA[a < b & c <!-- d -->]]>") +
        run("down <![CDATA[the]]> stream"),
    ),
  );
  assert.equal(text, "row gently\n\na < b & c <!-- d -->\n\ndown the stream\n");
});

test("text stays, whatever element is around it", async (context) => {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const ruby = (base: string, reading: string) =>
    `<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/></w:rubyPr><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`;
  const drawing = (properties: string, content: string) =>
    `<w:drawing><wp:anchor><wp:docPr id="1" name="x" ${properties}<a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:anchor></w:drawing>`;
  const picture = (link: string) => `<pic:pic><pic:blipFill><a:blip ${link}/></pic:blipFill></pic:pic>`;
  const box = (text: string) => `<w:txbxContent><w:p>${run(text)}</w:p></w:txbxContent>`;
  const cell = (content: string) => `<w:tc><w:p>${content}</w:p></w:tc>`;
  const cases: [name: string, paragraph: string, expected: string][] = [
    [
      "a simple field",
      `${run("See ")}<w:fldSimple w:instr=' IF 2 > 1 "x" '>${run("Table 1")}</w:fldSimple>${run(".")}`,
      "See Table 1.",
    ],
    ["ruby", `${run("in ")}${ruby("東", "とう")}${ruby("京", "きょう")}${run("都")}`, "in 東京(とうきょう)都"],
    ["directions", `<w:bdo w:val="rtl">${run("one")}</w:bdo><w:dir w:val="rtl">${run(" two")}</w:dir>`, "one two"],
    ["a smart tag", `<w:smartTag w:element="city"><w:smartTagPr/>${run("Oslo")}</w:smartTag>`, "Oslo"],
    ["custom XML", `<w:customXml w:element="x">${run("inline")}</w:customXml>`, "inline"],
    ["a control", `<w:sdt><w:sdtPr/><w:sdtContent>${run("inline")}</w:sdtContent></w:sdt>`, "inline"],
    [
      "a link to nothing",
      `<w:hyperlink r:id="none">${run("a link")}</w:hyperlink><w:hyperlink r:id="none" w:anchor="b">${run(" §")}</w:hyperlink>`,
      "a link §",
    ],
    [
      "a link by a field",
      `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> HYPERLINK \\\\l "footnote-ref-1" </w:instrText><w:fldChar w:fldCharType="separate"/></w:r>${run("§")}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run(" 5")}`,
      "§ 5",
    ],
    [
      "a box to tick by a field",
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar><w:instrText> FORMCHECKBOX </w:instrText><w:fldChar w:fldCharType="end"/></w:r>${run(" sent")}`,
      "☒ sent",
    ],
    [
      "a picture of nothing",
      `${run("a")}<w:r>${drawing('descr="A &quot;cat&quot;"><a:hlinkClick r:id="none"/></wp:docPr>', picture('r:embed="none"'))}</w:r>${run("b")}`,
      'a A "cat" b',
    ],
    [
      "an old picture of nothing",
      `<w:r><w:pict><v:shape><v:imagedata r:id="none" o:title="A dog"/></v:shape></w:pict></w:r>`,
      "A dog",
    ],
    ["a chart with a title", `<w:r>${drawing('title="Sales > 1" descr=" "/>', "")}</w:r>`, "Sales > 1"],
    [
      "a text box in its newer form only",
      `${run("a")}<w:r><mc:AlternateContent><mc:Choice Requires="wps">${drawing("/>", `<wps:wsp><wps:txbx>${box("boxed")}</wps:txbx></wps:wsp>`)}</mc:Choice></mc:AlternateContent></w:r>`,
      "a\n\nboxed",
    ],
    [
      "an oval text box, in both forms",
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${drawing("/>", `<wps:wsp><wps:txbx>${box("boxed")}</wps:txbx></wps:wsp>`)}</mc:Choice><mc:Fallback><w:pict><v:oval><v:textbox>${box("boxed")}</v:textbox></v:oval></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      "boxed",
    ],
    [
      "breaks",
      `<w:r><w:t>one</w:t><w:br w:type="page"/><w:t>two</w:t><w:br w:type="column"/><w:t>three</w:t><w:cr/><w:t>four</w:t><w:ptab w:alignment="right"/><w:t>five</w:t></w:r>`,
      "one\ntwo\nthree\nfour five",
    ],
    ["a sign of a font of signs", `<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>${run(" done")}`, "✓ done"],
    [
      "a paragraph whose end was deleted",
      `<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>${run("be")}</w:p><w:p>${run("gun")}`,
      "begun",
    ],
    [
      "a note that is gone",
      `${run("a")}<w:r><w:footnoteReference w:id="7"/><w:endnoteReference w:id="7"></w:endnoteReference><w:commentReference w:id="7"/></w:r>`,
      "a",
    ],
    [
      "what was inserted, and not what was deleted",
      `<w:del w:id="1"><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins w:id="2">${run("here")}</w:ins><w:moveFrom w:id="3">${run("from")}</w:moveFrom><w:moveTo w:id="4">${run(" to")}</w:moveTo>`,
      "here to",
    ],
  ];
  for (const [name, content, expected] of cases)
    await context.test(name, async () =>
      assert.equal((await parse(docx(`<w:p>${content}</w:p>`))).text, `${expected}\n`),
    );
  const around = `<w:sdt><w:sdtContent>${paragraph("In a control")}</w:sdtContent></w:sdt><w:customXml w:element="x">${paragraph("In custom XML")}</w:customXml>`;
  const rows = `<w:tbl><w:sdt><w:sdtContent><w:tr>${cell(run("A"))}<w:sdt><w:sdtContent>${cell(run("B"))}</w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>`;
  assert.equal((await parse(docx(around + rows))).text, "In a control\n\nIn custom XML\n\n| A | B |\n");
});

test("diagrams and charts say what is written on them", async () => {
  const names = 'xmlns:a="a" xmlns:c="c" xmlns:dgm="d"';
  const shown = (content: string) =>
    `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x"/><a:graphic><a:graphicData ${names}>${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const point = (text: string) =>
    `<dgm:pt><dgm:t><a:p><a:r><a:t>${text} </a:t></a:r><a:r><a:t>oar</a:t></a:r></a:p><a:p/></dgm:t></dgm:pt>`;
  const cache = (part: string, values: readonly string[]) =>
    `<c:${part}><c:strRef><c:strCache>${values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join("")}</c:strCache></c:strRef></c:${part}>`;
  const years = cache("cat", ["2019", "2020"]);
  const series = (name: string, values: readonly string[]) =>
    `<c:ser>${cache("tx", [name])}${years}${cache("val", values)}</c:ser>`;
  const relationship = (id: string, target: string) => `<Relationship Id="${id}" Type="t" Target="${target}"/>`;
  const { text } = await parse(
    docx(
      `${shown('<dgm:relIds r:dm="d1" r:lo="l1"/>')}${shown('<c:chart r:id="c1"/>')}${shown('<c:chart r:id="none"/><c:chart r:id="c1"/>')}${paragraph("After")}`,
      [
        {
          name: "word/_rels/document.xml.rels",
          content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship("d1", "diagrams/data1.xml")}${relationship("c1", "/word/charts/chart1.xml")}</Relationships>`,
        },
        {
          name: "word/diagrams/data1.xml",
          content: `<dgm:dataModel ${names}>${point("Long")}${point("Short &amp; light")}</dgm:dataModel>`,
        },
        {
          name: "word/charts/chart1.xml",
          content: `<c:chartSpace ${names}><a:p><a:r><a:t>Sales</a:t></a:r></a:p>${series("East", ["1", "2"])}${series("West", ["3"])}</c:chartSpace>`,
        },
      ],
    ),
  );
  assert.equal(
    text,
    "Long oar\n\nShort & light oar\n\nSales\n\n|  | East | West |\n| 2019 | 1 | 3 |\n| 2020 | 2 |  |\n\nAfter\n",
  );
});

test("attributes may stand in either kind of quotes", async () => {
  const notes = `<w:footnotes ${NAMESPACE}><w:footnote w:type='separator' w:id='0'><w:p/></w:footnote><w:footnote w:id='2'>${paragraph("It floats.")}</w:footnote></w:footnotes>`;
  assert.equal(
    (
      await parse(
        docx("<w:p><w:r><w:t>Oar</w:t><w:footnoteReference w:id='2'/><w:footnoteReference w:id='0'/></w:r></w:p>", [
          { name: "word/footnotes.xml", content: notes },
        ]),
      )
    ).text,
    "Oar[1]\n\n1. It floats.\n",
  );
});

test("comments stand behind their paragraphs, with their authors", async () => {
  const comment = (id: number, author: string, text: string) =>
    `<w:comment w:id="${id}" ${author === "" ? "" : `w:author="${author}" `}w:initials="X"><w:p><w:r><w:annotationRef/></w:r><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`;
  const comments = `<?xml version="1.0"?><w:comments ${NAMESPACE}>${comment(0, "Ada &amp; Bo&#233;", "Which one?")}${comment(1, "", "The left.")}${comment(2, "Cy", "Row more.")}${comment(3, "Cy", "")}${comment(4, "Cy", "Of a sentence that is gone")}</w:comments>`;
  const marked = (text: string, ...ids: number[]) =>
    `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r>${ids.map((id) => `<w:r><w:commentReference w:id="${id}"/></w:r>`).join("")}<w:r><w:t>.</w:t></w:r></w:p>`;
  const body = `${marked("An oar", 0, 1)}${marked("Last", 3)}<w:p><w:del><w:r><w:delText>x</w:delText><w:commentReference w:id="4"/></w:r></w:del></w:p><w:tbl><w:tr><w:tc>${marked("Cell", 2)}</w:tc><w:tc>${paragraph("b")}</w:tc></w:tr></w:tbl>`;
  assert.equal(
    (await parse(docx(body, [{ name: "word/comments.xml", content: comments }]))).text,
    "An oar.\n\nNote by Ada & Boé: Which one?\n\nNote: The left.\n\nLast.\n\n| Cell. Note by Cy: Row more. | b |\n",
  );
  const numbering = `<?xml version="1.0"?><w:numbering ${NAMESPACE}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const listed = [marked("One", 2), marked("Two")]
    .join("")
    .replaceAll("<w:p>", '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>');
  assert.equal(
    (
      await parse(
        docx(listed, [
          { name: "word/comments.xml", content: comments },
          { name: "word/numbering.xml", content: numbering },
        ]),
      )
    ).text,
    "1. One.\n\n   Note by Cy: Row more.\n2. Two.\n",
  );
});

test("parts in UTF-16 are read, with a mark and without", async () => {
  const xml = `<?xml version="1.0" encoding="UTF-16"?><w:document ${NAMESPACE}><w:body>${paragraph("naïve 日本")}</w:body></w:document>`;
  const little = Buffer.from(xml, "utf16le");
  const big = Buffer.from(`\uFEFF${xml}`, "utf16le").swap16();
  for (const content of [little, Buffer.concat([Buffer.from([0xff, 0xfe]), little]), big, big.subarray(2)]) {
    assert.equal((await parse(docx("", [{ name: "word/document.xml", content }]))).text, "naïve 日本\n");
  }
});

test("headings by styles with names of other scripts, and by outline levels of their own", async () => {
  const styles = `<?xml version="1.0"?><w:styles ${NAMESPACE}>
    <w:style w:type="paragraph" w:styleId="見出し1"><w:name w:val="章&amp;'節'"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="2a"><w:name w:val="标题"/><w:basedOn w:val="見出し1"/></w:style></w:styles>`;
  const outlined = (text: string, level: number) =>
    `<w:p><w:pPr><w:pStyle w:val="Normal"/><w:outlineLvl w:val="${level}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body = [
    paragraph("日本語", "見出し1"),
    paragraph("一", "2a"),
    outlined("Second", 1),
    paragraph("Below it."),
    outlined("Body text", 9),
  ].join("");
  const { sections } = await parse(docx(body, [{ name: "word/styles.xml", content: styles }]));
  assert.deepEqual(
    sections.map(({ breadcrumb, level }) => [breadcrumb.join(" > "), level]),
    [
      ["日本語", 1],
      ["一", 1],
      ["一 > Second", 2],
    ],
  );
});

test("parts with numbers in their names are read as others", async () => {
  const styles = `<?xml version="1.0"?><w:styles ${NAMESPACE}><w:style w:type="paragraph" w:styleId="MyChapter"><w:name w:val="My Chapter"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>`;
  const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const related = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${relationships}/styles" Target="styles2.xml"/></Relationships>`;
  const { sections } = await parse(
    docx(paragraph("One", "MyChapter"), [
      { name: "word/styles2.xml", content: styles },
      { name: "word/_rels/document.xml.rels", content: related },
    ]),
  );
  assert.equal(sections[0]?.title, "One");
});

test("formulas are written in one line, boxes to tick as they look", async () => {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const formula = `<m:oMathPara><m:oMathParaPr><m:jc m:val="left"/></m:oMathParaPr><m:oMath>${math("E=m")}<m:sSup><m:e>${math("c")}</m:e><m:sup>${math("2")}</m:sup></m:sSup>${math("&lt;")}<m:f><m:num>${math("a")}</m:num><m:den>${math("b")}</m:den></m:f></m:oMath></m:oMathPara>`;
  const box = (checked: string) =>
    `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run("x")}</w:sdtContent></w:sdt>`;
  const { text } = await parse(
    docx(
      `<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${run("Energy: ")}${formula}</w:p><w:p>${box("1")}${run(" sent")}</w:p><w:p>${box("0")}${run(" paid")}</w:p>`,
    ),
  );
  assert.equal(text, "Energy: E=mc^2<a/b\n\n☒ sent\n\n☐ paid\n");
});

test("what a formula draws is written: roots, sums and brackets", async () => {
  const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const brackets = (properties: string, content: string) =>
    `<m:d>${properties === "" ? "" : `<m:dPr>${properties}<m:ctrlPr/></m:dPr>`}<m:e>${content}</m:e></m:d>`;
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${math("i")}</m:sub><m:sup>${math("n")}</m:sup><m:e>${math("i")}</m:e></m:nary>`;
  const formula = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${math("2")}</m:e></m:rad>${brackets("", math("a+") + brackets('<m:begChr m:val="["/><m:endChr m:val=""/>', math("b")))}${sum}`;
  assert.equal(
    (
      await parse(
        docx(
          `<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:oMath>${formula}</m:oMath></w:p>`,
        ),
      )
    ).text,
    "√2(a+[b)∑_i^ni\n",
  );
});

test("a moment that a program writes when it knows none is no date", async () => {
  const core = (modified: string) => ({
    name: "docProps/core.xml",
    content: `<?xml version="1.0"?><c xmlns:dcterms="t"><dcterms:created>2013-12-23T23:15:00Z</dcterms:created><dcterms:modified>${modified}</dcterms:modified></c>`,
  });
  assert.equal((await parse(docx(paragraph("Text"), [core("2013-12-23T23:15:00Z")]))).metadata.date, undefined);
  assert.equal(
    (await parse(docx(paragraph("Text"), [core("2024-05-01T09:30:00Z")]))).metadata.date,
    "2024-05-01T09:30:00Z",
  );
});

test("merged cells of a table keep the columns of the others", async () => {
  const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
  const [begins, goesOn] = ['<w:vMerge w:val="restart"/>', "<w:vMerge/>"];
  const body = `<w:tbl>${row(cell("Region"), cell("Sales", '<w:gridSpan w:val="2"/>'), cell("Note"))}${row(
    cell("North", begins),
    cell("May"),
    cell("3"),
    cell("a"),
  )}${row(cell("", goesOn), cell("June"), cell("5"), cell("b"))}</w:tbl>`;
  assert.equal(
    (await parse(docx(body))).text,
    "| Region | Sales |  | Note |\n| North | May | 3 | a |\n|  | June | 5 | b |\n",
  );
});
