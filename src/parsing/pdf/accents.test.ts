import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { type AddObject, makeFontPdf, show } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");

async function textOf(font: (add: AddObject) => string, ...operators: string[]): Promise<string> {
  const bytes = makeFontPdf({ fonts: { F: font }, pages: [operators.join("\n")] });
  return (await parsePdf({ bytes, path: "a.pdf", limits: DEFAULT_PARSE_LIMITS })).text;
}

/** A font in which each glyph is a picture 500 wide, with names of its own by code. */
function drawnFont(names: Readonly<Record<number, string>>): (add: AddObject) => string {
  return (add) => {
    const picture = add("<< >>", "500 0 0 0 500 700 d1 0 0 400 600 re f");
    const entries = Object.entries(names);
    const differences = entries.map(([code, name]) => `${code} /${name}`).join(" ");
    const pictures = entries.map(([, name]) => `/${name} ${picture}`).join(" ");
    return `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 0 /LastChar 127 /Widths [${"500 ".repeat(128)}] /CharProcs << ${pictures} >> /Encoding << /Type /Encoding /Differences [${differences}] >> /Resources << >> >>`;
  };
}

const LETTERS = Object.fromEntries(Array.from({ length: 26 }, (_, i) => [97 + i, String.fromCharCode(97 + i)]));

test("ligatures are read by the names of their glyphs, whatever their codes and forms", async () => {
  const names = { ...LETTERS, 11: "f_f.alt", 12: "f_i", 13: "fl.sc", 14: "f_f_i", 15: "uni00660066006C", 32: "space" };
  const text = await textOf(
    drawnFont(names),
    show("F", hex("a \x0Doat is in\x0Dated by an o\x0Ece")),
    show("F", hex("\x0Cnd the sta\x0B and ba\x0Fe"), 72, 650),
  );
  assert.equal(text, "a float is inflated by an office\n\nfind the staff and baffle");
});

test("in TeX's drawn fonts, whose glyphs have no names, ligatures are where TeX has them", async () => {
  const coded = Object.fromEntries(
    [11, 12, 13, 14, 15, 32, ...Object.keys(LETTERS).map(Number)].map((code) => [code, `a${code}`]),
  );
  assert.equal(await textOf(drawnFont(coded), show("F", hex("the \x0Crst e\x0Bect"))), "the first effect");
  assert.doesNotMatch(await textOf(drawnFont(coded), show("F", hex("a \x0B b"))), /ff/u);
});

test("a ligature at a run's begin or end, and between runs that are set apart, joins its word only", async () => {
  const names = { ...LETTERS, 12: "f_i", 13: "f_l", 32: "space" };
  const apart = `BT /F 12 Tf 1 0 0 1 72 700 Tm [<${hex("of")}> -400 <${hex("\x0Cn")}> -400 <${hex("le\x0D")}>] TJ ET`;
  assert.equal(await textOf(drawnFont(names), apart), "of fin lefl");
});

const HELVETICA = () =>
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [127 /dieresis 128 /caron 129 /dotlessi] >> >>";

test("accents drawn over letters become one with them, as TeX sets them and as typewriters do", async () => {
  // Helvetica: dieresis 333, u 556, o 556, acute 333, dotless i 278, cedilla 333, c 500.
  const text = await textOf(
    HELVETICA,
    `BT /F 12 Tf 1 0 0 1 72 700 Tm [<${hex("f")}> -111 <7F> 444 <${hex("ur Sch")}> -111 <7F> 444 <${hex("onheit")}>] TJ ET`,
    `BT /F 12 Tf 1 0 0 1 72 650 Tm [<${hex("na")}> 27 <7F> 306 <81> <${hex("ve fa")}> <${hex("c")}> 416 <B8> -84 <${hex("ade")}>] TJ ET`,
  );
  assert.equal(text, "für Schönheit\n\nnaïve façade");
});

test("accents beside letters stay what they are", async () => {
  assert.equal(await textOf(HELVETICA, show("F", hex("the mark \xA8a and `code`"))), "the mark ¨a and `code`");
});
