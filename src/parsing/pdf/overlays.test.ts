import assert from "node:assert/strict";
import { test } from "node:test";
import { assertExact } from "../assert-exact.fixture.ts";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makePdf, type PdfPlan } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

async function parse(plan: PdfPlan) {
  const parsed = await parsePdf({ bytes: makePdf(plan), path: "form.pdf", limits: DEFAULT_PARSE_LIMITS });
  assertExact(parsed.text, parsed);
  return parsed;
}

const LABELS = ["Name:", "Employer:", "Town:", "Carries samples:", "Badge:", "Shift:"];
const label = (text: string, i: number) => ({ x: 72, y: 700 - 30 * i, text });
const rect = (i: number, x = 200) => `/Rect [${x} ${696 - 30 * i} ${x + 180} ${712 - 30 * i}]`;

test("what was filled into a form stands beside its label, on its page", async () => {
  const { text, pageStarts } = await parse({
    pages: [[{ x: 72, y: 750, text: "Registration of visitors" }], LABELS.map(label)],
    annotations: [
      // Not in the order in which they stand: programs write fields in any.
      {
        page: 1,
        body: `/Subtype /Widget /FT /Ch /Ff 131072 /T (badge) /Opt [[(t) (Teal)] [(v) (Vermilion)]] /V (v) ${rect(4)}`,
      },
      { page: 1, body: `/Subtype /Widget /FT /Tx /T (name) /V (Ottoline Marchbanks) ${rect(0)}` },
      {
        page: 1,
        body: `/Subtype /Widget /FT /Tx /T (employer) /V <FEFF005100750069006C006C0066006500610074006800650072> ${rect(1)}`,
      },
      { page: 1, body: `/Subtype /Widget /FT /Tx /T (town) ${rect(2)}` },
      {
        page: 1,
        body: `/Subtype /Widget /FT /Btn /T (samples) /V /Yes /AS /Yes /AP << /N << /Yes null /Off null >> >> ${rect(3)}`,
      },
      { page: 1, body: `/Subtype /Widget /FT /Tx /T (shift) /V (Night) ${rect(5)}` },
      { page: 1, body: `/Subtype /Widget /FT /Tx /Ff 8192 /T (secret) /V (hunter2) ${rect(6)}` },
      { page: 1, body: `/Subtype /Widget /FT /Tx /F 2 /T (unseen) /V (nobody) ${rect(7)}` },
    ],
  });
  assert.deepEqual(text.split(/\s*\n+/u), [
    "Registration of visitors",
    "Name:  Ottoline Marchbanks",
    "Employer:  Quillfeather",
    "Town:",
    "Carries samples:  [x]",
    "Badge:  Vermilion",
    "Shift:  Night",
  ]);
  assert.ok(text.indexOf("Ottoline") > (pageStarts as number[])[1]!);
});

test("an answer of several lines is read as a whole; a free text stands where it was written", async () => {
  const { text } = await parse({
    pages: [
      [
        { x: 72, y: 700, text: "Remarks:" },
        { x: 72, y: 500, text: "Date:" },
        { x: 72, y: 400, text: "End of the form" },
      ],
    ],
    annotations: [
      {
        page: 0,
        body: "/Subtype /Widget /FT /Tx /Ff 4096 /T (r) /V (Needs a permit\\rEscort by Barnaby) /Rect [72 600 400 690]",
      },
      { page: 0, body: "/Subtype /FreeText /DA (/Helv 11 Tf) /Contents (the third of May) /Rect [120 495 300 512]" },
    ],
  });
  assert.deepEqual(text.split(/\s*\n+/u), [
    "Remarks:",
    "Needs a permit Escort by Barnaby",
    "Date:  the third of May",
    "End of the form",
  ]);
});

test("a comment stands behind its paragraph with its author, and cuts no sentence that goes over the page", async () => {
  const long = Array.from(
    { length: 8 },
    (_, i) => `Sentence number ${i} of the filler goes on until the end of its long line here`,
  );
  const column = (texts: readonly string[], top: number) =>
    texts.map((line, i) => ({ x: 72, y: top - 12 * i, text: line }));
  const { text, sections } = await parse({
    pages: [
      [
        { x: 72, y: 740, text: "Alpha", size: 16 },
        ...column(["First paragraph of it."], 700),
        { x: 72, y: 640, text: "Beta", size: 16 },
        ...column(long, 600),
        { x: 72, y: 504, text: "The sentence that goes on until the last line of the page and then over to" },
      ],
      column(["the next page, where it ends.", "And more."], 740),
    ],
    outline: [
      { title: "Alpha", page: 0, y: 756 },
      { title: "Beta", page: 0, y: 656 },
    ],
    annotations: [
      { page: 0, body: "/Subtype /Text /T (Ada) /Contents (Is this right?) /Rect [500 695 520 715]" },
      { page: 0, body: "/Subtype /Highlight /Contents (Too long.) /Rect [72 500 200 516]" },
      { page: 0, body: "/Subtype /Highlight /Contents (Sentence number 3 of the filler) /Rect [72 560 200 572]" },
    ],
  });
  const pieces = sections.map(
    ({ title, span }) => [title, text.slice(span.start, span.end).trim().split(/\n+/u)] as const,
  );
  assert.deepEqual(pieces[0], ["Alpha", ["Alpha", "First paragraph of it.", "Note by Ada: Is this right?"]]);
  assert.deepEqual(pieces[1]?.[1][1], "Note: Too long.");
  assert.ok(text.includes("over to the next page, where it ends."), text);
  assert.equal(text.split("Sentence number 3").length, 2);
});

test("a scan with fields and comments over it has their text", async () => {
  const { text } = await parse({
    pages: [[], []],
    picture: true,
    annotations: [
      { page: 0, body: "/Subtype /Widget /FT /Tx /T (a) /V (Filled in over a scan) /Rect [72 600 400 620]" },
      { page: 1, body: "/Subtype /Text /Contents (Look at the stamp) /Rect [72 600 90 620]" },
    ],
  });
  assert.equal(text, "Filled in over a scan\n\nNote: Look at the stamp");
});
