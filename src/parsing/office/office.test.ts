import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import type { ParsedDocument } from "../../model/section.ts";
import { assertExact } from "../assert-exact.fixture.ts";
import { DEFAULT_PARSE_LIMITS, skipInWords } from "../parser-input.ts";
import { parseFile } from "../registry.ts";
import { docx, makeZip, NAMESPACE, paragraph, type ZipFile } from "../zip/make-zip.fixture.ts";

async function parse(documentType: string, bytes: Uint8Array): Promise<ParsedDocument> {
  const document = await parseFile({ bytes, path: `a.${documentType}`, documentType, limits: DEFAULT_PARSE_LIMITS });
  assertExact(document.text, document);
  return document;
}
const reason = (wanted: string) => (error: unknown) => error instanceof LociError && error.details["reason"] === wanted;
const crumbs = ({ sections }: ParsedDocument) => sections.map(({ breadcrumb }) => breadcrumb.join(" > "));
/** Each as `type target`. */
const relations = (...parts: readonly string[]) =>
  `<Relationships>${parts
    .map((part, i) => [i + 1, ...part.split(" ")])
    .map(([id, type, target]) => `<Relationship Id="rId${id}" Type="http://x/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const paragraphs = (lines: string) =>
  lines
    .split("|")
    .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join("");
const shape = (lines: string, placeholder = "") =>
  `<p:sp><p:nvPr>${placeholder}</p:nvPr><p:txBody>${paragraphs(lines)}</p:txBody></p:sp>`;
const row = (...cells: readonly string[]) =>
  `<a:tr>${cells.map((cell) => `<a:tc>${paragraphs(cell)}</a:tc>`).join("")}</a:tr>`;

const PPTX: readonly ZipFile[] = [
  {
    name: "ppt/presentation.xml",
    content: '<p:presentation><p:sldId id="9" r:id="rId2"/><p:sldId id="8" r:id="rId1"/></p:presentation>',
  },
  { name: "ppt/_rels/presentation.xml.rels", content: relations("slide slides/one.xml", "slide slides/two.xml") },
  { name: "ppt/slides/one.xml", content: shape("Later &amp; last") + shape("7", '<p:ph type="sldNum"/>') },
  {
    name: "ppt/slides/two.xml",
    content: `<p:sld>${shape("The plan", '<p:ph type="title"/>')}<p:grpSp>${shape("first|second")}</p:grpSp>
<p:graphicFrame><a:tbl>${row("a", "b")}${row("c", "d")}</a:tbl></p:graphicFrame></p:sld>`,
  },
  { name: "ppt/slides/_rels/two.xml.rels", content: relations("notesSlide ../notesSlides/n.xml") },
  { name: "ppt/notesSlides/n.xml", content: shape("Say it slowly") },
];

test("a presentation: slides in their order, groups, tables, the speaker's notes", async () => {
  const document = await parse("pptx", makeZip(PPTX));
  assert.deepEqual(crumbs(document), ["Slide 1: The plan", "Slide 2"]);
  assert.equal(
    document.text,
    "Slide 1: The plan\n\nfirst\nsecond\n\n| a | b |\n| c | d |\n\nNotes:\n\nSay it slowly\n\nSlide 2\n\nLater & last\n",
  );
});

const XLSX: readonly ZipFile[] = [
  {
    name: "xl/workbook.xml",
    content: '<workbook><sheet name="Costs" r:id="rId1"/><sheet name="Empty" r:id="rId2"/></workbook>',
  },
  {
    name: "xl/_rels/workbook.xml.rels",
    content: relations("worksheet s1.xml", "worksheet s2.xml", "sharedStrings texts.xml", "styles styles.xml"),
  },
  {
    name: "xl/texts.xml",
    content: "<sst><si><t>Day</t></si><si><r><t>Cos</t></r><r><t>t</t></r><rPh><t>x</t></rPh></si></sst>",
  },
  {
    name: "xl/styles.xml",
    content: `<styleSheet><numFmts><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="166"/><xf numFmtId="46"/></cellXfs></styleSheet>`,
  },
  {
    name: "xl/s1.xml",
    content: `<sheetData><row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>
<c r="D1" t="inlineStr"><is><t>Far</t></is></c></row>
<row><c r="A2" s="1"><v>45356</v></c><c r="B2"><f>1+1</f><v>0.30000000000000004</v></c><c t="b"><v>1</v></c></row>
<row r="3"/><row><c r="A4" s="2"><v>45356.5</v></c><c r="B4" t="str"><v>a
b</v></c><c r="C4" s="3"><v>0.255</v></c><c s="4"><v>1.2534722222</v></c><c s="5"><v>-0.0035300926</v></c></row></sheetData>`,
  },
  { name: "xl/_rels/s1.xml.rels", content: relations("comments notes.xml") },
  {
    name: "xl/notes.xml",
    content: `<comments><commentList><comment ref="B2"><text><r><t>a </t></r><r><t>guess</t></r></text></comment>
<comment ref="F9"><text><t>ask</t></text></comment></commentList></comments>`,
  },
  { name: "xl/s2.xml", content: "<sheetData/>" },
];

test("a workbook: shared and own texts, days, and the columns' names with every row", async () => {
  const document = await parse("xlsx", makeZip(XLSX));
  assert.equal(
    document.text,
    "Costs\n\n| Day | Cost |  | Far |\n| 2024-03-05 | 0.3 [Note: a guess] | TRUE |\n| 2024-03-05 12:00 | a b | 25.5% | 30:05 | -0:05:05 |\n| F9 [Note: ask] |\n\n",
  );
  assert.deepEqual(crumbs(document), ["Costs > Day, Cost, Far"]);
});

const odf = (body: string): readonly ZipFile[] => [
  { name: "content.xml", content: `<office:body>${body}</office:body>` },
  { name: "meta.xml", content: "<dc:title>Report</dc:title><dc:date>2024-03-05T10:00:00</dc:date>" },
];
const table = (cells: string) => `<table:table table:name="S">${cells}</table:table>`;

test("tables below one another in a sheet have their own columns' names; groups of one table share them", async () => {
  const sheet = (rows: readonly (readonly (string | number)[])[]): readonly ZipFile[] =>
    XLSX.map((file) =>
      file.name !== "xl/s1.xml"
        ? file
        : {
            name: file.name,
            content: rows
              .map((row, i) => {
                const cells = row.map((cell, c) => {
                  const at = `r="${"ABCD"[c]}${i + 1}"`;
                  return typeof cell === "number"
                    ? `<c ${at}><v>${cell}</v></c>`
                    : `<c ${at} t="str"><v>${cell}</v></c>`;
                });
                return row.length === 0 ? "" : `<row r="${i + 1}">${cells.join("")}</row>`;
              })
              .join(""),
          },
    );
  const berths = [
    ["Berth", "Depth"],
    ["East", 4],
    ["West", 7],
  ] as const;
  const masters = [
    ["Master", "Ship", "Since"],
    ["Ada", "Heron", 1999],
    ["Ben", "Crane", 2004],
  ] as const;
  const homes = [
    ["Master", "Home", "Speaks"],
    ["Ada", "Oslo", "Norse"],
    ["Ben", "Cork", "Irish"],
  ] as const;
  for (const [rows, names] of [
    [
      [...berths, [], ...masters],
      ["Berth, Depth", "Master, Ship, Since"],
    ],
    [
      [["Ports of the north"], [], ...berths, [], ["Masters"], ...masters],
      ["Berth, Depth", "Master, Ship, Since"],
    ],
    [
      [...homes, [], [], ...berths, [], ...masters],
      ["Master, Home, Speaks", "Berth, Depth", "Master, Ship, Since"],
    ],
    [[...berths, [], ["North", 3], ["South", 2]], ["Berth, Depth"]],
    [[...homes, [], ["Eve", "Bern", "Swiss"], ["Pia", "Rome", "Latin"]], ["Master, Home, Speaks"]],
    [
      [
        ["Counted by the master", "", "who resists no notes"],
        ["and his mate"],
        ["Master", "Ship", "Rig", "Length"],
        ["Ada", "Heron", "Yawl", 12],
      ],
      ["Master, Ship, Rig, Length"],
    ],
    [[...berths, [], ["All", 11], ["As counted by the harbour master"]], ["Berth, Depth"]],
  ] as const) {
    const document = await parse("xlsx", makeZip(sheet(rows)));
    assert.deepEqual(
      crumbs(document),
      names.map((name) => `Costs > ${name}`),
    );
    for (const { span, blocks } of document.sections)
      assert.ok(blocks.every((block) => block.span.start >= span.start && block.span.end <= span.end));
  }
});

test("a text of OpenDocument: headings, lists, tables, notes; not what was deleted", async () => {
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const document = await parse(
    "odf",
    makeZip(
      odf(`<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
<text:h text:outline-level="2">Walls</text:h><text:p>thick<text:s text:c="2"/>walls<text:note>
<text:note-citation>1</text:note-citation><text:note-body><text:p>of stone</text:p></text:note-body></text:note></text:p>
<text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>
${table(`<table:table-row>${cell("a")}${cell("b")}</table:table-row>`)}</office:text>`),
    ),
  );
  assert.equal(document.text, "Walls\n\nthick walls [1: of stone]\n\n- one\n\n| a | b |\n");
  assert.deepEqual(document.metadata, { title: "Report", date: "2024-03-05T10:00:00Z" });
  assert.equal(document.sections[0]?.level, 2);
});

test("items of a list are counted where its style says so, level by level", async () => {
  const style = `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/>
<text:list-level-style-bullet text:level="2"/></text:list-style>`;
  const items = (inner: string) =>
    ["one", "two"]
      .map((text, i) => `<text:list-item><text:p>${text}</text:p>${i === 0 ? inner : ""}</text:list-item>`)
      .join("");
  const list = `<text:list text:style-name="L1">${items(`<text:list>${items("")}</text:list>`)}</text:list>`;
  const [content, ...more] = odf(`${style}<office:text>${list}</office:text>`) as [ZipFile, ...ZipFile[]];
  const moved = { ...content, content: (content.content as string).replace(style, "") };
  const counted = async (by: string) =>
    (await parse("odf", makeZip([moved, { name: "styles.xml", content: style.replace('"1"/', `"${by}"/`) }, ...more])))
      .text;
  assert.equal(await counted("1"), "1. one\n   - one\n   - two\n2. two\n");
  assert.equal(await counted("A"), "A. one\n   - one\n   - two\nB. two\n");
  assert.equal(await counted("i"), "i. one\n   - one\n   - two\nii. two\n");
});

test("a workbook of OpenDocument: cells that are repeated, and none to the last column", async () => {
  const line = (times: number, ...cells: readonly string[]) =>
    `<table:table-row table:number-rows-repeated="${times}">${cells.join("")}</table:table-row>`;
  const cell = (text: string, times = 1) =>
    `<table:table-cell table:number-columns-repeated="${times}"><text:p>${text}</text:p></table:table-cell>`;
  const empty = '<table:table-cell table:number-columns-repeated="16384"/>';
  const rows = line(1, cell("Name"), cell("Town"), empty) + line(2, cell("x", 2), empty) + line(1_048_000, empty);
  const document = await parse("odf", makeZip(odf(`<office:spreadsheet>${table(rows)}</office:spreadsheet>`)));
  assert.equal(document.text, "S\n\n| Name | Town |\n| x | x |\n| x | x |\n\n");
});

test("slides of OpenDocument", async () => {
  const box = (text: string) => `<draw:text-box><text:p>${text}</text:p></draw:text-box>`;
  const page = `<draw:page><draw:frame presentation:class="title">${box("Start")}</draw:frame>
<draw:frame>${box("words")}</draw:frame><presentation:notes>${box("say")}</presentation:notes></draw:page>`;
  const { text } = await parse("odf", makeZip(odf(`<office:presentation>${page}</office:presentation>`)));
  assert.equal(text, "Slide 1: Start\n\nwords\n\nNotes:\n\nsay\n");
});

test("charts of OpenDocument, packed or flat, on slides and in texts; fields of page numbers say nothing", async () => {
  const cells = (...row: string[]): string =>
    `<table:table-row>${row.map((one) => `<table:table-cell><text:p>${one}</text:p></table:table-cell>`).join("")}</table:table-row>`;
  const chart = `<office:body><office:chart><chart:chart><chart:title><text:p>Lumens</text:p></chart:title>
<table:table><table:table-rows>${cells("flat", "310")}${cells("round", "455")}</table:table-rows></table:table></chart:chart></office:chart></office:body>`;
  const frame = (inside: string): string =>
    `<draw:frame><draw:object xlink:href="./Object 1">${inside}</draw:object></draw:frame>`;
  const bodies = (inside: string): readonly string[] => [
    `<office:presentation><draw:page>${frame(inside)}<presentation:notes><text:p><text:page-number>&lt;number&gt;</text:page-number></text:p></presentation:notes></draw:page></office:presentation>`,
    `<office:text><text:p>As drawn:${frame(inside)}</text:p></office:text>`,
  ];
  const shown = "Lumens\n\n| flat | 310 |\n| round | 455 |\n";
  const beside = { name: "Object 1/content.xml", content: chart };
  for (const [i, body] of bodies("").entries()) {
    const { text } = await parse("odf", makeZip([...odf(body), beside]));
    assert.ok(text.includes(shown) && !text.includes("number"), text);
    const flat = `<office:document>${odf(bodies(`<office:document>${chart}</office:document>`)[i] as string)[0]?.content}</office:document>`;
    assert.equal((await parse("odf", Buffer.from(`<?xml version="1.0"?>${flat}`))).text, text);
  }
});

test("charts, boxes and remarks of slides and sheets are read", async () => {
  const cache = (part: string, values: string) =>
    `<c:${part}><c:numCache>${values
      .split(" ")
      .map((value, i) => `<c:pt idx="${2 * i}"><c:v>${value}</c:v></c:pt>`)
      .join("")}</c:numCache></c:${part}>`;
  const chart = `<c:chart>${paragraphs("Heights")}<c:ser><c:tx><c:v>Metres</c:v></c:tx>${cache("cat", "May June")}${cache("val", "0.07000000000000001 3")}</c:ser></c:chart>`;
  const deck = [
    { name: "ppt/presentation.xml", content: '<p:presentation><p:sldId r:id="rId1"/></p:presentation>' },
    { name: "ppt/_rels/presentation.xml.rels", content: relations("slide slides/a.xml") },
    { name: "ppt/slides/a.xml", content: shape("words") },
    { name: "ppt/slides/_rels/a.xml.rels", content: relations("chart ../charts/c.xml", "comments ../comments/n.xml") },
    { name: "ppt/charts/c.xml", content: chart },
    { name: "ppt/comments/n.xml", content: "<p:cmLst><p:cm><p:text>Higher?</p:text></p:cm></p:cmLst>" },
  ];
  const table = "|  | Metres |\n| May | 0.07 |\n|  |  |\n| June | 3 |";
  assert.equal(
    (await parse("pptx", makeZip(deck))).text,
    `Slide 1\n\nwords\n\nHeights\n\n${table}\n\n[Note: Higher?]\n`,
  );
  const book = [
    { name: "xl/workbook.xml", content: '<workbook><sheet name="S" r:id="rId1"/></workbook>' },
    { name: "xl/_rels/workbook.xml.rels", content: relations("worksheet s1.xml") },
    { name: "xl/s1.xml", content: "<row><c><v>1</v></c><c><v>2</v></c></row>" },
    { name: "xl/_rels/s1.xml.rels", content: relations("drawing d.xml") },
    { name: "xl/d.xml", content: `<xdr:sp>${paragraphs("A box")}</xdr:sp>` },
    { name: "xl/_rels/d.xml.rels", content: relations("chart c.xml") },
    { name: "xl/c.xml", content: chart },
  ];
  assert.match(
    (await parse("xlsx", makeZip(book))).text,
    /\| 1 \| 2 \|[\s\S]*A box[\s\S]*Heights[\s\S]*\| June \| 3 \|/u,
  );
});

test("flat OpenDocument says what the package says, without its pictures", async () => {
  const flat = (body: string) =>
    Buffer.from(`<?xml version="1.0"?><office:document><office:meta><dc:title>Stones</dc:title></office:meta>
<office:body>${body}</office:body></office:document>`);
  const picture = "<draw:frame><draw:image><office:binary-data>QUJD</office:binary-data></draw:image></draw:frame>";
  const text = await parse("odf", flat(`<office:text><text:p>words${picture}</text:p></office:text>`));
  assert.deepEqual([text.text, text.metadata], ["words\n", { title: "Stones" }]);
  await assert.rejects(parse("odf", flat("<a:x>".repeat(10_000))), reason("nesting"));
  await assert.rejects(parse("odf", Buffer.from("<office:document>")), reason("damaged"));
});

const item = (id: string, href: string, more = "") =>
  `<item id="${id}" href="${href}" media-type="application/xhtml+xml" ${more}/>`;
const EPUB: readonly ZipFile[] = [
  { name: "META-INF/container.xml", content: '<container><rootfile full-path="OPS/book.opf"/></container>' },
  {
    name: "OPS/book.opf",
    content: `<package><dc:title>Stones</dc:title><dc:date>2020-01-02</dc:date>
<manifest>${item("n", "nav.xhtml", 'properties="nav"')}${item("b", "t/two%20b.xhtml")}${item("a", "t/one.xhtml")}</manifest>
<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>`,
  },
  {
    name: "OPS/nav.xhtml",
    content:
      '<nav><ol><li><a href="t/one.xhtml">1st</a></li><li><a href="t/two%20b.xhtml#x">Second</a></li></ol></nav>',
  },
  {
    name: "OPS/t/one.xhtml",
    content: `<!DOCTYPE html><html><head><title/></head><body><h1>The first</h1>
<p>stone<a id="p"/> walls</p><aside epub:type="footnote"><p>dry ones</p></aside><aside id="n2"><p>or wet</p></aside><h2>Inside</h2><p>moss</p></body></html>`,
  },
  { name: "OPS/t/two b.xhtml", content: "<html><body><p>no heading here</p></body></html>" },
];

test("a book's text is read wherever it stands: in roles, drawings, older types and encodings, and beside the reading order", async () => {
  const roles = ["navigation", "complementary", "banner", "contentinfo", "search", "toolbar", "doc-footnote"];
  const kinds = [
    ...roles.map((role) => `<div role="${role}"><p>${role}word</p></div>`),
    "<svg xmlns='http://www.w3.org/2000/svg'><style>.a{}</style><g><text x='1'><tspan>drawn</tspan> words</text></g></svg>",
    "<table><tr><td>cellword</td></tr></table><aside><p>asideword</p></aside><footer>footword</footer>",
  ];
  const types = [
    "application/xhtml+xml",
    "text/html",
    "text/x-oeb1-document",
    "application/xml",
    "application/x-dtbook+xml",
  ];
  const page = (body: string) =>
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><html><body>${body}</body></html>`, "latin1");
  const files = ["a", ...types.map((_, i) => `t${i}.xml`), "lone"];
  const items = files.map((name, i) => `<item id="i${i}" href="${name}" media-type="${types[i - 1] ?? types[0]}"/>`);
  const refs = files.map((_, i) => `<itemref idref="i${i}" linear="${i === 0 ? "no" : "yes"}"/>`);
  const opf = `<package><manifest>${items.join("")}</manifest><spine>${refs.join("")}</spine></package>`;
  const { text } = await parse(
    "epub",
    makeZip([
      ...EPUB.slice(0, 1),
      { name: "OPS/book.opf", content: opf },
      ...files.map((name) => ({ name: `OPS/${name}`, content: page(`<p>in ${name}: déjà</p>${kinds.join("")}`) })),
    ]),
  );
  for (const name of files) assert.ok(text.includes(`in ${name}: déjà`), name);
  for (const word of [...roles.map((role) => `${role}word`), "drawn words", "cellword", "asideword", "footword"])
    assert.equal(text.split(word).length, files.length + 1, word);
  assert.doesNotMatch(text, /\.a\{/u);
});

test("a book: chapters in reading order; one without a heading is called as in the contents", async () => {
  const document = await parse("epub", makeZip(EPUB));
  assert.deepEqual(crumbs(document), ["The first", "The first > Inside", "Second"]);
  assert.deepEqual(document.metadata, { title: "Stones", date: "2020-01-02" });
  assert.match(document.text, /stone walls\n\ndry ones\n\nor wet\n\nInside\n\nmoss\n\nSecond\n\nno heading here\n$/u);
  const encryption = '<encryption><CipherReference URI="OPS/t/one.xhtml"/></encryption>';
  const locked = makeZip([...EPUB, { name: "META-INF/encryption.xml", content: encryption }]);
  await assert.rejects(parse("epub", locked), reason("copy-protected"));
  const credited = EPUB.map(({ name, content }) => ({
    name,
    content: name.endsWith(".opf")
      ? String(content).replace("<manifest>", "<dc:creator>Ada Stone</dc:creator><manifest>")
      : content,
  }));
  assert.deepEqual((await parse("epub", makeZip(credited))).metadata.aliases, ["Ada Stone"]);
});

test("a book's drawn page is read, also one with entities; a picture beside it is not", async () => {
  const drawn = (words: string) =>
    `<!DOCTYPE svg [<!ENTITY ns "x">]><svg xmlns="http://www.w3.org/2000/svg"><text>${words}</text></svg>`;
  const items = ["page", "picture"].map((id) => `<item id="${id}" href="${id}.svg" media-type="image/svg+xml"/>`);
  const opf = `<package><manifest>${items.join("")}</manifest><spine><itemref idref="page"/></spine></package>`;
  const { text } = await parse(
    "epub",
    makeZip([
      ...EPUB.slice(0, 1),
      { name: "OPS/book.opf", content: opf },
      { name: "OPS/page.svg", content: drawn("drawn words") },
      { name: "OPS/picture.svg", content: drawn("arrow") },
    ]),
  );
  assert.equal(text, "drawn words\n");
});

test("a template with styles and no text holds none, and is no file of another kind", async () => {
  const styles = { name: "styles.xml", content: "<office:document-styles/>" };
  await assert.rejects(parse("odf", makeZip([styles])), reason("empty"));
  await assert.rejects(parse("odf", makeZip([styles, { name: "content.xml", content: "<x/>" }])), reason("damaged"));
});

test("characters that XML lacks are in cells and on slides what they stand for", async () => {
  const sheet = XLSX.map(({ name, content }) => ({
    name,
    content:
      name === "xl/s1.xml"
        ? '<row r="1"><c t="str"><v>line_x000D_one a_x005F_b _xyz_ _xD83D__x0000_</v></c></row>'
        : content,
  }));
  assert.match((await parse("xlsx", makeZip(sheet))).text, /\| line one a_b _xyz_ _xD83D_ \|/u);
  const slide = PPTX.map(({ name, content }) => ({
    name,
    content: name === "ppt/slides/one.xml" ? shape("first_x000B_second") : content,
  }));
  assert.match((await parse("pptx", makeZip(slide))).text, /^first second$/mu);
});

test("a file without a byte says that, whatever its type", async () => {
  for (const type of ["docx", "pptx", "xlsx", "odf", "epub", "pdf", "rtf", "ipynb", "mail", "canvas"]) {
    const error = await parse(type, new Uint8Array()).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof LociError, type);
    assert.equal(skipInWords(error, new Uint8Array()), "empty: it has no bytes; copy or download it again", type);
  }
});

const KINDS: readonly (readonly [type: string, files: readonly ZipFile[], part: string])[] = [
  ["pptx", PPTX, "ppt/slides/one.xml"],
  ["xlsx", XLSX, "xl/s1.xml"],
  ["odf", odf("<office:text><text:p>words</text:p></office:text>"), "content.xml"],
  ["epub", EPUB, "OPS/t/one.xhtml"],
];

/** What a file may define to have another one shown, or to unpack to anything. */
const ENTITIES = '<!DOCTYPE x [<!ENTITY host SYSTEM "file:///etc/hostname"><!ENTITY b "bbb"><!ENTITY c "&b;&b;">]>';

for (const [type, files] of KINDS)
  test(`${type}: a file that defines entities says what it says without them`, async () => {
    const defining = files.map(({ name, content }) => ({
      name,
      content: `${ENTITIES}${String(content).replace(/<\?xml[^>]*\?>/u, "")}`,
    }));
    assert.equal((await parse(type, makeZip(defining))).text, (await parse(type, makeZip(files))).text);
  });

test("an entity stays as it is written, and what stands beside it is read", async () => {
  const [{ content = "" } = {}] = odf("<office:text><text:p>Test: &host;&c;</text:p></office:text>");
  const bytes = makeZip([{ name: "content.xml", content: `<?xml version="1.0"?>${ENTITIES}${String(content)}` }]);
  assert.equal((await parse("odf", bytes)).text, "Test: &host;&c;\n");
});

for (const [type, files, part] of KINDS)
  test(`${type}: hostile files end with their reason`, async () => {
    const withPart = (content: string) =>
      parse(type, makeZip(files.map((file) => (file.name === part ? { name: part, content } : file))));
    const bytes = makeZip(files);
    for (let share = 0.1; share < 1; share += 0.2)
      await assert.rejects(parse(type, bytes.subarray(0, Math.floor(share * bytes.length))), LociError);
    await assert.rejects(withPart(" ".repeat(16 * 1024 * 1024)), reason("decompressed-size"));
    // A part that no reader takes apart may be nested as it likes.
    const deep = await withPart("<a:x>".repeat(10_000) + "</a:x>".repeat(10_000)).catch((error: unknown) => error);
    assert.ok(type === "xlsx" ? !(deep instanceof Error) : reason("nesting")(deep));
    await assert.rejects(parse(type, Buffer.from("plain")), reason("wrong-type"));
    await assert.rejects(parse(type, makeZip([{ name: "a.txt", content: "x" }])), reason("wrong-type"));
    // Tags that nothing has opened or closed are read as far as they go.
    for (const content of ["</a></a><b", "<a:p><a:t>x</a:p></b>", "<row><c><v>1"]) {
      const ended = await withPart(content).catch((error: unknown) => error);
      assert.ok(!(ended instanceof Error) || ended instanceof LociError);
    }
  });

test("a file without text says whether it holds pictures; that of a program's preview is none", async () => {
  const parts: Readonly<Record<string, string>> = {
    pptx: "ppt/media",
    xlsx: "xl/media",
    odf: "Pictures",
    epub: "OPS/img",
  };
  for (const [type, files] of KINDS) {
    // Of a workbook without its sheets, the charts and drawings are left out too.
    const bare = files.filter(({ name }) => !/slides\/|notesSlides\/|\/t\/|^xl\/(?!workbook|_rels)/u.test(name));
    const blank = type === "odf" ? odf("<office:text><text:p/></office:text>") : bare;
    const previews = ["docProps/thumbnail.jpeg", "Thumbnails/thumbnail.png"].map((name) => ({ name, content: "x" }));
    await assert.rejects(parse(type, makeZip([...blank, ...previews])), reason("empty"), type);
    for (const ending of ["png", "JPG", "emf", "svg"])
      await assert.rejects(
        parse(type, makeZip([...blank, { name: `${parts[type]}/image1.${ending}`, content: "x" }])),
        reason("image-only"),
        `${type} ${ending}`,
      );
  }
});

test("what stands at the edges of pages is read once, that of first pages too, without page numbers", async () => {
  const edges: Readonly<Record<string, string>> = {
    first: paragraph("Letter No. 117"),
    running: paragraph("Quarz Ltd"),
    foot: `<w:p><w:r><w:t>Page </w:t></w:r><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:t>2</w:t></w:r></w:p>${paragraph("HRB 4711", "Heading1")}`,
  };
  const refer = (kind: string, type: string, part: string): string =>
    `<w:${kind}Reference w:type="${type}" r:id="rId${Object.keys(edges).indexOf(part) + 1}"/>`;
  const section = `${refer("header", "default", "running")}${refer("footer", "default", "foot")}`;
  const letter = (more: string): Uint8Array =>
    docx(
      `${paragraph("Dear Ada")}<w:p><w:pPr><w:sectPr>${section}</w:sectPr></w:pPr></w:p>${paragraph("Yours")}<w:sectPr>${section}${more}</w:sectPr>`,
      [
        {
          name: "word/_rels/document.xml.rels",
          content: relations("header first.xml", "header running.xml", "footer foot.xml"),
        },
        ...Object.entries(edges).map(([name, xml]) => ({
          name: `word/${name}.xml`,
          content: `<w:hdr ${NAMESPACE}>${xml}</w:hdr>`,
        })),
      ],
    );
  const firstPage = `${refer("header", "first", "first")}`;
  const body = "Quarz Ltd\n\nDear Ada\n\nYours\n\nHRB 4711\n";
  assert.equal((await parse("docx", letter(firstPage))).text, body, "a first page's that isn't shown");
  const shown = (await parse("docx", letter(`${firstPage}<w:titlePg/>`))).text;
  assert.equal(shown, `Letter No. 117\n\n${body}`);
  const master = (name: string, inside: string): string =>
    `<style:master-page style:name="${name}" ${inside}</style:master-page>`;
  const line = (words: string): string => `<text:p>${words}</text:p>`;
  const number = line("Seite <text:page-number>2</text:page-number>");
  const odt = [
    ...odf(`<office:text><text:p a:master-page-name="One">Dear Ada</text:p>${line("Yours")}</office:text>`),
    {
      name: "styles.xml",
      content: `${master("One", `style:next-style-name="Two"><style:header>${line("Letter No. 117")}</style:header>`)}
${master("Two", `><style:header>${line("Quarz Ltd")}</style:header><style:footer>${number}${line("HRB 4711")}</style:footer>`)}`,
    },
  ];
  const wanted = "Letter No. 117\n\nQuarz Ltd\n\nDear Ada\n\nYours\n\nHRB 4711\n";
  assert.equal((await parse("odf", makeZip(odt))).text, wanted);
  const rtf = String.raw`{\rtf1\ansi{\headerf\pard Letter No. 117\par}{\header\pard Quarz Ltd\par}{\footer\pard Page \chpgn\par
Page {\field{\*\fldinst { PAGE }}{\fldrslt 1}}\par\pard HRB 4711\par}\pard Dear Ada\par\sect{\header\pard Quarz Ltd\par}\pard Yours\par}`;
  assert.equal((await parse("rtf", Buffer.from(rtf))).text, wanted);
});

test("hidden sheets stand behind the others, and say so; hidden rows and columns too", async () => {
  const cells = (...row: string[]): string => row.map((one) => `<c t="str"><v>${one}</v></c>`).join("");
  const book = [
    {
      name: "xl/workbook.xml",
      content: '<workbook><sheet name="Old" state="veryHidden" r:id="rId1"/><sheet name="Now" r:id="rId2"/></workbook>',
    },
    { name: "xl/_rels/workbook.xml.rels", content: relations("worksheet s1.xml", "worksheet s2.xml") },
    { name: "xl/s1.xml", content: `<sheetData><row>${cells("was", "9")}</row></sheetData>` },
    {
      name: "xl/s2.xml",
      content: `<cols><col min="2" max="16384" hidden="1"/></cols><sheetData><row>${cells("item", "cost")}</row><row hidden="1">${cells("mill", "3")}</row></sheetData>`,
    },
  ];
  const now = "Now\n\n| item | cost [hidden] |\n| mill | 3 | [hidden] |\n\n";
  const { text, sections } = await parse("xlsx", makeZip(book));
  assert.equal(text, `${now}Old [hidden]\n\n| was | 9 |\n\n`);
  assert.equal(sections.at(-1)?.breadcrumb[0], "Old [hidden]");
  const row = (about: string, ...all: string[]): string =>
    `<table:table-row ${about}>${all.map((one) => `<table:table-cell><text:p>${one}</text:p></table:table-cell>`).join("")}</table:table-row>`;
  const style = '<style:style style:name="ta1" x="y"> <style:table-properties table:display="false"/></style:style>';
  const ods = `<office:spreadsheet><table:table table:name="Old" table:style-name="ta1">${row("", "was", "9")}</table:table>
<table:table table:name="Now"><table:table-column/><table:table-column table:visibility="collapse"/>${row("", "item", "cost")}${row('table:visibility="filter"', "mill", "3")}</table:table></office:spreadsheet>`;
  assert.equal(
    (
      await parse(
        "odf",
        makeZip([{ name: "content.xml", content: `<x>${style}<office:body>${ods}</office:body></x>` }]),
      )
    ).text,
    text,
  );
});
