import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from "../parser-input.ts";
import { makePdf, type PdfLine } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

function parse(bytes: Uint8Array, limits: Partial<ParseLimits> = {}) {
  return parsePdf({ bytes, path: "a.pdf", limits: { ...DEFAULT_PARSE_LIMITS, ...limits } });
}

function skippedFor(reason: string) {
  return (error: unknown) =>
    error instanceof LociError && error.code === "FILE_SKIPPED" && error.details["reason"] === reason;
}

/** Lines below each other, 12 points apart. */
function column(texts: readonly string[], x = 72, top = 700): PdfLine[] {
  return texts.map((text, i) => ({ x, y: top - 12 * i, text }));
}

const FILLER = Array.from(
  { length: 12 },
  (_, i) => `Sentence number ${i} of the filler goes on until the end of its long line here`,
);

test("no outline: a section a page, with pages and starts", async () => {
  const { sections, text, pageStarts } = await parse(
    makePdf({ pages: [column(FILLER), column(["Second page.", ...FILLER])] }),
  );
  assert.deepEqual(
    sections.map(({ title, breadcrumb, level, pages, elementType }) => ({
      title,
      breadcrumb,
      level,
      pages,
      elementType,
    })),
    [
      { title: "Page 1", breadcrumb: ["Page 1"], level: 0, pages: { start: 1, end: 1 }, elementType: "page" },
      { title: "Page 2", breadcrumb: ["Page 2"], level: 0, pages: { start: 2, end: 2 }, elementType: "page" },
    ],
  );
  assert.equal(text.slice((pageStarts as number[])[1]).startsWith("Second page."), true);
});

test("a small document is one section", async () => {
  const small = await parse(makePdf({ pages: [column(["Only this."]), column(["And that."])] }));
  assert.deepEqual(
    small.sections.map(({ title, pages }) => ({ title, pages })),
    [{ title: "", pages: { start: 1, end: 2 } }],
  );
  const onePage = await parse(makePdf({ pages: [column(FILLER)] }));
  assert.equal(onePage.sections.length, 1);
});

test("an outline cuts at the destination's height, on the page where it stands", async () => {
  const pages = [
    [
      { x: 72, y: 720, text: "Alpha", size: 16 },
      ...column(["Text of alpha."], 72, 690),
      { x: 72, y: 400, text: "Beta", size: 16 },
      ...column(["Text of beta."], 72, 370),
    ],
    [
      ...column(["Beta goes on."], 72, 720),
      { x: 72, y: 600, text: "Gamma", size: 14 },
      ...column(["Text of gamma."], 72, 570),
    ],
  ];
  const outline = [
    { title: "Alpha", page: 0, y: 736 },
    { title: "Beta", page: 0, y: 416, kids: [{ title: "Gamma", page: 1, y: 614 }] },
  ];
  const { sections, text } = await parse(makePdf({ pages, outline }));
  assert.deepEqual(
    sections.map(({ breadcrumb, level, pages: range, span }) => [
      breadcrumb.join(" > "),
      level,
      range,
      text.slice(span.start, span.end).trim(),
    ]),
    [
      ["Alpha", 1, { start: 1, end: 1 }, "Alpha\n\nText of alpha."],
      ["Beta", 1, { start: 1, end: 2 }, "Beta\n\nText of beta.\n\nBeta goes on."],
      ["Beta > Gamma", 2, { start: 2, end: 2 }, "Gamma\n\nText of gamma."],
    ],
  );
});

test("an entry that names only the page is found by its title", async () => {
  const pages = [
    [
      ...column(["Preface of the book."], 72, 720),
      { x: 72, y: 500, text: "2.1 The Title", size: 14 },
      ...column(["Below it."], 72, 470),
    ],
  ];
  const { sections, text } = await parse(makePdf({ pages, outline: [{ title: "The Title", page: 0 }] }));
  assert.deepEqual(
    sections.map(({ breadcrumb, span }) => [breadcrumb.join(), text.slice(span.start, span.end).trim()]),
    [
      ["", "Preface of the book."],
      ["The Title", "2.1 The Title\n\nBelow it."],
    ],
  );
});

test("lines flow into paragraphs; broken words are whole again, real hyphens stay", async () => {
  const lines = [
    "The configu-",
    "ration of this machine is done once and then it is kept; the well-",
    "known configuration stays as it is, which is what most readers expect.",
    "It is well-known that this is so, and that the text goes on and on here.",
  ];
  const wide = lines.map((text) => text.padEnd(1));
  const { text } = await parse(
    makePdf({
      pages: [
        [
          { x: 72, y: 712, text: "The first line sets the width of the column for all that are below it: conf-" },
          ...column([
            "iguration of this machine is done just once and it is kept then; it's a well-",
            ...wide.slice(2),
            "The paths through such a graph can be found where its edges bear weights, by edge-",
            "and vertex-disjoint walks, or by the weights of both, and are the shortest ones then.",
          ]),
        ],
      ],
    }),
  );
  assert.ok(text.includes("below it: configuration of this machine"), text);
  assert.ok(text.includes("it's a well-known configuration stays"), text);
  assert.ok(text.includes("by edge- and vertex-disjoint walks"), text);
});

test("a broken word is whole again though its lines look centred", async () => {
  // A first line with an indent, above one that sticks out into the margin by as much.
  const words = "nnnnn ".repeat(10);
  const { text } = await parse(
    makePdf({
      pages: [
        [
          { x: 87, y: 640, text: `${words}cali-` },
          { x: 72, y: 628, text: `bration ${words}nn` },
          { x: 72, y: 616, text: words },
        ],
      ],
    }),
  );
  assert.ok(text.includes("n calibration n"), text);
});

test("running heads and page numbers go, whatever counts along; a heading at a page's top stays", async () => {
  const pages = Array.from({ length: 6 }, (_, i) => [
    { x: 72, y: 760, text: `The Book of Tests ${i % 2 === 0 ? "" : "- Release 1"}`.trim() },
    { x: 72, y: 724, text: `${i + 1}.${i + 2} Heading ${"abcdef"[i]}`, size: 14 },
    ...column(FILLER),
    { x: 300, y: 30, text: String(i + 7) },
  ]);
  const { text } = await parse(makePdf({ pages }));
  assert.ok(!text.includes("The Book of Tests"));
  assert.ok(!/^\d+$/mu.test(text));
  for (const letter of "abcdef") assert.ok(text.includes(`Heading ${letter}`), letter);
});

test("text of pages that are laid out alike is no running head", async (context) => {
  const three = (page: (number: number) => PdfLine[]) => parse(makePdf({ pages: [1, 2, 3].map(page) }));
  const times = (text: string, wanted: string) => text.split(wanted).length - 1;
  const lines = (texts: readonly string[], top: number): PdfLine[] =>
    texts.map((text, i) => ({ x: 72, y: top - 14 * i, text }));
  await context.test("short pages", async () => {
    const { text } = await three((number) =>
      lines(["Invoice", `Number ${number}`, "Item chair costs much", "Total due: 100 EUR"], 720),
    );
    for (const wanted of ["Invoice", "Number 1", "Number 2", "Number 3", "Item chair"])
      assert.ok(text.includes(wanted), wanted);
    assert.equal(times(text, "Total due: 100 EUR"), 3);
  });
  await context.test("the same last sentence, within the bottom margin", async () => {
    const body = Array.from({ length: 45 }, (_, i) => `Clause ${i} binds`);
    for (const gap of [14, 28]) {
      const { text } = await three((number) => [
        ...lines(
          body.map((clause) => `${clause} party ${number}.`),
          720,
        ),
        { x: 72, y: 720 - 14 * 44 - gap, text: "The price is payable within thirty days." },
      ]);
      assert.equal(times(text, "payable within thirty days."), 3, `${gap}`);
    }
  });
  await context.test("numbers that count along in the text", async () => {
    const { text } = await three((number) => lines([`Temperature ${19 + number}`, ...FILLER], 730));
    for (const number of [20, 21, 22]) assert.ok(text.includes(`Temperature ${number}`), `${number}`);
  });
  await context.test("numbers of figures at a page's end", async () => {
    const ends = Array.from({ length: 9 }, (_, page) => (page % 4 === 2 ? "0  32  64" : page === 5 ? "0" : ""));
    const pages = ends.map((end, page) => [
      ...column(FILLER),
      ...(end === "" ? [] : [{ x: 72, y: 150, text: end }]),
      { x: 300, y: 30, text: `${page + 1}` },
    ]);
    const { text } = await parse(makePdf({ pages }));
    assert.equal(text.match(/^0 +32 +64$/gmu)?.length, 2);
    assert.match(text, /^0$/mu);
  });
  await context.test("in the margin: other numbers than the page's, titles, and what is said once", async () => {
    for (const said of [
      (number: number) => `Invoice ${1000 + number}`,
      (number: number) => `Report ${2019 + number}`,
      (number: number) => `Dose ${number * number} mg`,
      (number: number) => (number < 3 ? "Draft" : "Only for Ann"),
    ]) {
      const { text } = await three((number) => [{ x: 72, y: 760, text: said(number) }, ...column(FILLER)]);
      assert.ok(text.includes(said(3)), said(3));
    }
    const { text } = await three((number) => [{ x: 72, y: 755, text: `Step ${number}`, size: 20 }, ...column(FILLER)]);
    assert.ok(text.includes("Step 2"), "title");
  });
});

test("page numbers go however they are written, left and right", async () => {
  const roman = ["i", "ii", "iii", "iv", "v", "vi"];
  const feet: ((page: number) => PdfLine)[] = [
    (page) => ({ x: page % 2 === 0 ? 72 : 500, y: 30, text: `${page + 301}` }),
    (page) => ({ x: 300, y: 30, text: `Page ${page + 1} of 6` }),
    (page) => ({ x: 300, y: 30, text: `- ${roman[page]} -` }),
    (page) => ({ x: 72, y: 30, text: page % 2 === 0 ? `${page + 1} Guide to boats` : `Guide to boats ${page + 1}` }),
  ];
  const wanted = await parse(makePdf({ pages: roman.map(() => column(FILLER)) }));
  for (const foot of feet) {
    const { text } = await parse(makePdf({ pages: roman.map((_, page) => [...column(FILLER), foot(page)]) }));
    assert.equal(text, wanted.text, foot(0).text);
  }
});

test("page numbers go wherever they stand: in wide margins, on few pages, close to the text, on chapters' first pages", async () => {
  const withRows = async (count: number, row: (page: number) => readonly PdfLine[]) =>
    await parse(makePdf({ pages: Array.from({ length: count }, (_, page) => [...column(FILLER), ...row(page)]) }));
  const rows: readonly (readonly [count: number, row: (page: number) => readonly PdfLine[]])[] = [
    ...[2, 3, 4, 8].flatMap((count) =>
      [30, 90, 180].map((y) => [count, (page: number) => [{ x: 300, y, text: `${page + 1}` }]] as const),
    ),
    [6, (page) => [{ x: 72, y: 718, text: `${page + 1} A. Writer` }]],
    [6, (page) => [{ x: 72, y: 750, text: "Letters 12, 1-8" }].slice(page % 2)],
    [20, (page) => [{ x: 300, y: page % 5 === 0 ? 60 : 770, text: `${page + 1}` }]],
    [3, (page) => (page === 0 ? [] : [{ x: 300, y: 30, text: `${page + 1}` }])],
    [2, (page) => [{ x: 300, y: 30, text: `Page ${page + 1} of 2` }]],
  ];
  for (const [count, row] of rows) {
    const { text } = await withRows(count, row);
    assert.equal(text, (await withRows(count, () => [])).text, `${count} pages: ${JSON.stringify(row(0))}`);
  }
});

test("two columns are read one after the other, a table row by row", async () => {
  const left = Array.from({ length: 10 }, (_, i) => `left ${i} words of the first column`);
  const right = Array.from({ length: 10 }, (_, i) => `right ${i} words of the second one`);
  const columns = await parse(makePdf({ pages: [[...column(left), ...column(right, 320)]] }));
  assert.ok(columns.text.indexOf("left 9") < columns.text.indexOf("right 0"));
  const rows = Array.from({ length: 10 }, (_, i) => [
    { x: 72, y: 700 - 12 * i, text: `name${i}` },
    { x: 320, y: 700 - 12 * i, text: `value${i}` },
  ]).flat();
  const table = await parse(makePdf({ pages: [rows] }));
  assert.ok(table.text.includes("name3  value3\nname4  value4"), table.text);
});

test("text turned on its side is read along its lines", async () => {
  const content = Array.from({ length: 4 }, (_, i) => ({ x: 100 + 14 * i, y: 100, text: `sideways line ${i}` }));
  const bytes = Buffer.from(
    Buffer.from(makePdf({ pages: [[...column(["Upright text."]), ...content]] }))
      .toString("latin1")
      .replaceAll(/1 0 0 1 (\d+) 100 Tm/gu, "0 1 -1 0 $1 1 Tm"),
    "latin1",
  );
  const { text } = await parse(bytes);
  assert.match(text, /Upright text\.[\s\S]*sideways line 0\s+sideways line 1\s+sideways line 2\s+sideways line 3/u);
});

test("a page that lies on its side is read as if it stood: sections, running heads, order", async () => {
  const body = (page: number): PdfLine[] => [
    { x: 72, y: 770, text: `The manual ${page}` },
    ...column([`Chapter ${page}`, ...FILLER, `End of page ${page}.`]),
  ];
  const pages = [body(1), body(2), body(3), body(4)];
  const outline = pages.map((_, page) => ({ title: `Chapter ${page + 1}`, page, y: 760 }));
  const standing = Buffer.from(makePdf({ pages, outline })).toString("latin1");
  const wanted = await parse(Buffer.from(standing, "latin1"));
  assert.ok(!wanted.text.includes("The manual"));
  for (const angle of [90, 180, 270]) {
    const turned = standing.replaceAll("/MediaBox", `/Rotate ${String(angle)} /MediaBox`);
    const { text, sections } = await parse(Buffer.from(turned, "latin1"));
    assert.equal(text, wanted.text, `${angle}`);
    assert.deepEqual(sections, wanted.sections, `${angle}`);
  }
});

test("reasons for skipping", async (context) => {
  const pdf = makePdf({ pages: [column(FILLER), column(FILLER)] });
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> >> /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`;
  const cases: [reason: string, bytes: Uint8Array, limits?: Partial<ParseLimits>][] = [
    ["encrypted", makePdf({ pages: [column(FILLER)], trailer: encrypt })],
    ["image-only", makePdf({ pages: [[], []], picture: true })],
    ["empty", makePdf({ pages: [[], []] })],
    ["truncated", pdf.subarray(0, pdf.length >> 1)],
    ["damaged", Buffer.from("%PDF-1.7\nnothing of the kind\nstartxref\n9\n%%EOF\n")],
    ["wrong-type", Buffer.from("<!doctype html><p>A page that was saved as a PDF")],
    ["wrong-type", new Uint8Array(0)],
    ["too-many-pages", makePdf({ pages: Array.from({ length: 9 }, () => column(["x"])) }), { maxPages: 8 }],
    [
      "nesting",
      makePdf({
        pages: [column(FILLER)],
        outline: [{ title: "a", page: 0, kids: [{ title: "b", page: 0, kids: [{ title: "c", page: 0 }] }] }],
      }),
      { maxNesting: 2 },
    ],
  ];
  for (const [reason, bytes, limits] of cases)
    await context.test(reason, () => assert.rejects(parse(bytes, limits), skippedFor(reason)));
});

test("the caller's bytes are untouched", async () => {
  const bytes = makePdf({ pages: [column(FILLER)] });
  const before = Buffer.from(bytes);
  await parse(bytes);
  assert.deepEqual(Buffer.from(bytes), before);
});
