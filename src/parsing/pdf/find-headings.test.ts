import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makeFontPdf, show } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");
const font = (name: string) => () => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** A line: how it is set, and what it says. `H` is 16 points, `B` bold of the text's size, `C` smaller than the text, `P` as it is. */
type Written = readonly [how: "H" | "B" | "T" | "S" | "C" | "P" | "I", text: string];

/** Pages of lines below each other; headings with a gap above. */
async function sections(...pages: (readonly Written[])[]): Promise<string[]> {
  const written = pages.map((lines) => {
    let y = 740;
    return lines
      .map(([how, text]) => {
        y -= how === "T" || how === "I" ? 12 : 26;
        return show(
          how === "B" ? "B" : "F",
          hex(text),
          how === "I" ? 84 : 72,
          y,
          how === "H" ? 16 : how === "S" ? 13 : how === "C" ? 8 : 10,
        );
      })
      .join("\n");
  });
  const bytes = makeFontPdf({ fonts: { F: font("Helvetica"), B: font("Helvetica-Bold") }, pages: written });
  const parsed = await parsePdf({ bytes, path: "a.pdf", limits: DEFAULT_PARSE_LIMITS });
  assert.equal(parsed.sections.map(({ span }) => parsed.text.slice(span.start, span.end)).join(""), parsed.text);
  return parsed.sections.map(({ breadcrumb, pages: at }) => `${at?.start} ${breadcrumb.join(" > ")}`);
}

function text(count: number, about: string): Written[] {
  return Array.from({ length: count }, (_, i) => [
    "T",
    `Line ${i} on ${about} goes on until the end of its column without an end`,
  ]);
}

test("larger lines over text are headings, by size, and bold ones that stand alone below them", async () => {
  assert.deepEqual(
    await sections(
      [
        ["H", "Installing"],
        ...text(8, "installing"),
        ["S", "On Linux"],
        ...text(5, "Linux"),
        ["B", "With a package"],
        ...text(6, "packages"),
      ],
      [["S", "On Windows"], ...text(9, "Windows"), ["H", "Running"], ...text(9, "running")],
    ),
    [
      "1 Installing",
      "1 Installing > On Linux",
      "1 Installing > On Linux > With a package",
      "2 Installing > On Windows",
      "2 Running",
    ],
  );
});

test("captions, initials, labels, sentences and the lines of a cover are no headings", async () => {
  const found = await sections(
    [
      ["H", "The Manual"],
      ["S", "for everybody"],
      ["S", "Ada Lovelace"],
    ],
    [["H", "First part"], ...text(12, "the first"), ["S", "Figure 2: how it hangs together"], ...text(4, "figures")],
    [
      ["H", "W"],
      ...text(9, "words"),
      ["S", "pump"],
      ["S", "valve"],
      ["S", "tank"],
      ["S", "drain"],
      ["S", "sink"],
      ["H", "Second part"],
      ...text(6, "it"),
    ],
    [
      ["H", "CHAPTER"],
      ["H", "Third part"],
      ...text(9, "the third"),
      ["S", "This is a remark that was set larger."],
      ...text(3, "it"),
    ],
  );
  assert.deepEqual(found, ["1 ", "2 First part", "3 Second part", "4 Third part"]);
});

test("few headings for many pages, or as many as text, leave the pages as sections", async () => {
  const page = (n: number): Written[] => text(12, `page ${n}`);
  assert.deepEqual(await sections([["H", "Only one"], ...page(1)], page(2), page(3)), [
    "1 Page 1",
    "2 Page 2",
    "3 Page 3",
  ]);
  const poster: Written[] = Array.from({ length: 12 }, (_, i) => [
    i % 2 === 0 ? "H" : "T",
    `Every other line is as large as ${i}`,
  ]);
  assert.deepEqual(await sections(poster, poster), ["1 Page 1", "2 Page 2"]);
});

const DATA = new URL("../../../../shared/data/docs/pdf/", import.meta.url);

test(
  "manuals without an outline have their own headings",
  { skip: existsSync(DATA) ? false : "shared data is absent" },
  async () => {
    const path = "expeyes-doc-en__en-eyesj-progman.pdf";
    const parsed = await parsePdf({ bytes: readFileSync(new URL(path, DATA)), path, limits: DEFAULT_PARSE_LIMITS });
    const titles = parsed.sections.map(({ breadcrumb }) => breadcrumb.join(" > "));
    assert.ok(
      titles.includes("Hardware Communication > 2.4 Analog Inputs (A1,A2,IN1,IN2 & SEN) > 2.4.1 get voltage(channel#)"),
    );
    assert.deepEqual(
      parsed.sections.filter(({ level }) => level === 1).map(({ title, pages }) => `${pages?.start} ${title}`),
      ["4 Introduction", "6 Hardware Communication", "21 Data processing", "23 Experiments"],
    );
  },
);

test("headings that only their count tells from text: capitals with roman numerals, and their parts with letters", async () => {
  // Small capitals are smaller than the text.
  const paper: Written[][] = [1, 2, 3].map((page) => [
    ["C", `${["I", "II", "III"][page - 1]}. HERONS AND FISH`],
    ...text(14, "herons"),
    ["P", "A. Of the sluice"],
    ...text(14, "sluices"),
    ["P", "B. Of the gate"],
    ...text(6, "gates"),
  ]);
  // In a typeface with small capitals of its own they are small letters, and known by the gap below them.
  const small = paper.map((page) =>
    page.map(([how, said], i): Written => [
      page[i - 1]?.[0] === "C" ? "P" : how,
      said.replace("HERONS AND", "Herons and"),
    ]),
  );
  const titles = await sections(...small);
  assert.ok(titles.includes("2 II. Herons and FISH > B. Of the gate"), titles.join());
  paper[2]?.push(["C", "REFERENCES"], ...text(6, "books"));
  const part = ["A. Of the sluice", "B. Of the gate"];
  assert.deepEqual(
    await sections(...paper),
    ["I", "II", "III"].flatMap((number, i) => {
      const title = `${i + 1} ${number}. HERONS AND FISH`;
      return [title, ...part.map((one) => `${title} > ${one}`)].concat(i === 2 ? ["3 REFERENCES"] : []);
    }),
  );
});

test("capitals and letters that don't count on are no headings", async () => {
  const pages: Written[][] = [1, 2, 3].map(() => [
    ["C", "IV. HERONS AND FISH"],
    ...text(14, "herons"),
    ["P", "C. Of the sluice"],
    ...text(14, "sluices"),
  ]);
  assert.deepEqual(await sections(...pages), ["1 Page 1", "2 Page 2", "3 Page 3"]);
});

test("titles that run into their text, as in letters of physics and below parts of IEEE, and counted ones no larger than it", async () => {
  const letter = ["Introduction", "Model", "Results"].map((title): Written[] => [
    ["I", `${title}.\u0097We count herons at the sluice in every season`],
    ...text(9, title),
  ]);
  assert.deepEqual(await sections(letter.flat(), []), ["1 Introduction", "1 Model", "1 Results"]);
  const paper = ["I. HERONS", "II. FISH"].flatMap((title): Written[] => [
    ["P", title],
    ...text(5, title),
    ["P", "A. Of the sluice"],
    ...text(5, title),
    ["I", "1) Counts: We went there each morning and counted them"],
    ...text(5, title),
  ]);
  const own = ["I. HERONS", "II. FISH"].map((one) => [
    ...[`1 ${one}`, `1 ${one} > A. Of the sluice`],
    `1 ${one} > A. Of the sluice > 1) Counts`,
  ]);
  assert.deepEqual(await sections(paper, []), own.flat());
  // A list in a section goes on with no count of it.
  const counted: Written[] = ["1", "2", "3"].flatMap((number): Written[] => [
    ["P", `${number}. Of herons`],
    ["P", "They stand in the water until noon and fly away then, all of them"],
    ...text(4, "herons"),
    ["T", "1. Count them"],
    ...text(2, "counts"),
    ["P", `${number}.1. Of their young. Those stay at the nest until they can fly`],
    ...text(4, "young ones"),
  ]);
  const numbered = ["1", "2", "3"].flatMap((n) => [`1 ${n}. Of herons`, `1 ${n}. Of herons > ${n}.1. Of their young`]);
  assert.deepEqual(await sections(counted, []), numbered);
});
