import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { docx, NAMESPACE, paragraph } from "../zip/make-zip.fixture.ts";
import { parseDocx } from "./parse-docx.ts";

/** A level: `decimal %1.`, and more of its elements. */
function level(at: number, format: string, text: string, more = "", start = 1): string {
  return `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
}

function abstract(id: number, ...levels: string[]): string {
  return `<w:abstractNum w:abstractNumId="${id}">${levels.join("")}</w:abstractNum>`;
}

function list(id: number, of: number, overrides = ""): string {
  return `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${overrides}</w:num>`;
}

function item(text: string, id: number, at = 0, more = ""): string {
  return `<w:p><w:pPr>${more}<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

async function parse(body: string, numbering: string, styles = "") {
  const part = (name: string, xml: string) => ({
    name: `word/${name}.xml`,
    content: `<?xml version="1.0"?><w:${name} ${NAMESPACE}>${xml}</w:${name}>`,
  });
  const bytes = docx(body, [part("numbering", numbering), part("styles", styles)]);
  return await parseDocx({ bytes, path: "a.docx", limits: DEFAULT_PARSE_LIMITS });
}

test("an interrupted list goes on where it stopped; another list of the same kind counts on unless it starts anew", async () => {
  const again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';
  const { text } = await parse(
    item("one", 1) +
      paragraph("Between.") +
      item("two", 1) +
      paragraph("Again.") +
      item("three", 2) +
      item("new", 3) +
      item("next", 3) +
      item("after", 1),
    abstract(0, level(0, "decimal", "%1.")) + list(1, 0) + list(2, 0) + list(3, 0, again),
  );
  assert.equal(text, "1. one\n\nBetween.\n\n2. two\n\nAgain.\n\n3. three\n1. new\n2. next\n3. after\n");
});

test("letters, roman numerals and several levels stay as Word shows them", async () => {
  const levels = [
    level(0, "upperRoman", "%1."),
    level(1, "lowerLetter", "%1.%2)"),
    level(2, "decimalZero", "(%3)"),
    level(3, "decimal", "%1.%2.%3.%4", "<w:isLgl/>"),
  ];
  const { text } = await parse(
    item("a", 1) +
      item("b", 1, 1) +
      item("c", 1, 1) +
      item("d", 1, 2) +
      item("e", 1, 3) +
      item("f", 1) +
      item("g", 1, 1),
    abstract(0, ...levels) + list(1, 0),
  );
  assert.deepEqual(
    text.split("\n").map((line) => line.trim()),
    ["I. a", "I.a) b", "I.b) c", "(01) d", "1.2.1.1 e", "II. f", "II.a) g", ""],
  );
});

test("a list of 28 letters goes on with aa and bb; what starts at 5 does so, and a level may never begin again", async () => {
  const items = Array.from({ length: 28 }, (_, i) => item(`n${i}`, 1)).join("");
  const long = await parse(items, abstract(0, level(0, "lowerLetter", "%1)")) + list(1, 0));
  assert.match(long.text, /^z\) n25\naa\) n26\nbb\) n27$/mu);
  const { text } = await parse(
    item("a", 1) + item("b", 1, 1) + item("c", 1) + item("d", 1, 1),
    abstract(0, level(0, "decimal", "%1.", "", 5), level(1, "lowerRoman", "%2.", '<w:lvlRestart w:val="0"/>')) +
      list(1, 0),
  );
  assert.deepEqual(
    text.split("\n").map((line) => line.trim()),
    ["5. a", "i. b", "6. c", "ii. d", ""],
  );
});

test("headings keep the numbers that their styles give them, in title and text", async () => {
  const style = (n: number, more: string) =>
    `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/>${more}</w:style>`;
  const { text, sections } = await parse(
    paragraph("Purpose", "Heading1") +
      paragraph("Scope", "Heading2") +
      paragraph("Terms", "Heading2") +
      `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr><w:r><w:t>Preface</w:t></w:r></w:p>` +
      paragraph("Rules", "Own"),
    abstract(
      0,
      level(0, "decimal", "%1", '<w:pStyle w:val="Heading1"/>'),
      level(1, "decimal", "%1.%2", '<w:pStyle w:val="Heading2"/>'),
    ) + list(1, 0),
    style(1, '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>') +
      style(2, '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>') +
      '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="Heading2"/></w:style>',
  );
  assert.deepEqual(
    sections.map(({ breadcrumb }) => breadcrumb.join(" > ")),
    ["1 Purpose", "1 Purpose > 1.1 Scope", "1 Purpose > 1.2 Terms", "Preface", "Preface > 1.3 Rules"],
  );
  assert.match(text, /^1\.2 Terms$/mu);
});

test("numbers in tables, of styles of lists, and beside formatted text", async () => {
  const cell = (inside: string) => `<w:tc>${inside}</w:tc>`;
  const { text } = await parse(
    `<w:tbl><w:tr>${cell(item("Wash", 1))}${cell(paragraph("cold"))}</w:tr><w:tr>${cell(item("Dry", 1))}${cell(paragraph("warm"))}</w:tr></w:tbl>` +
      paragraph("Step", "ListNumber") +
      `<w:p><w:pPr><w:pStyle w:val="ListNumber"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r><w:t> step</w:t></w:r></w:p>`,
    abstract(0, level(0, "decimal", "%1.")) +
      '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Steps"/></w:abstractNum>' +
      abstract(2, level(0, "upperLetter", "Step %1:", '<w:pStyle w:val="ListNumber"/>')) +
      list(1, 0) +
      list(2, 1) +
      list(3, 2),
    '<w:style w:type="numbering" w:styleId="Steps"><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="ListNumber"><w:name w:val="List Number"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>',
  );
  assert.equal(text, "| 1. Wash | cold |\n| 2. Dry | warm |\n\nStep A: Step\nStep B: Bold step\n");
});

test("what is unclear has no number: a language's own words, an unused level above, text boxes, lists that aren't there", async () => {
  const { text } = await parse(
    item("word", 1) + item("second", 2, 1) + item("lost", 9) + item("none", 3) + item("dot", 4),
    abstract(0, level(0, "cardinalText", "%1.")) +
      abstract(1, level(0, "decimal", "%1"), level(1, "decimal", "%1.%2")) +
      abstract(2, level(0, "none", "")) +
      abstract(3, level(0, "bullet", "\uF0B7")) +
      list(1, 0) +
      list(2, 1) +
      list(3, 2) +
      list(4, 3),
  );
  assert.deepEqual(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
    ["word", "second", "lost", "none", "- dot"],
  );
});

test("deleted and hidden paragraphs aren't counted, empty ones are; former properties say nothing", async () => {
  const gone = '<w:rPr><w:del w:id="1" w:author="A"/></w:rPr>';
  const { text } = await parse(
    item("one", 1) +
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>${gone}</w:pPr><w:del w:id="2" w:author="A"><w:r><w:delText>x</w:delText></w:r></w:del></w:p>` +
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>` +
      item("three", 1) +
      `<w:p><w:pPr><w:jc w:val="left"/><w:pPrChange w:id="3" w:author="A"><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange></w:pPr><w:r><w:t>plain</w:t></w:r></w:p>`,
    abstract(0, level(0, "decimal", "%1.")) + list(1, 0),
  );
  assert.equal(text, "1. one\n3. three\n\nplain\n");
});
