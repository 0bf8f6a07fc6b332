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

test("a scan with fields over it has their text, and no comment beside it", async () => {
  const { text } = await parse({
    pages: [[], []],
    picture: true,
    annotations: [
      { page: 0, body: "/Subtype /Widget /FT /Tx /T (a) /V (Filled in over a scan) /Rect [72 600 400 620]" },
      { page: 1, body: "/Subtype /Text /Contents (Look at the stamp) /Rect [72 600 90 620]" },
    ],
  });
  assert.equal(text, "Filled in over a scan");
});
