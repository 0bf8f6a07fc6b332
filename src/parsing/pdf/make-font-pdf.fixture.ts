/** A PDF with fonts of its own, for tests. */
export interface FontPdfPlan {
  /** Fonts by the name that pages call them, `F`: each a dictionary, made with `add` where it needs other objects. */
  readonly fonts: Readonly<Record<string, (add: AddObject) => string>>;
  /** The operators of each page. */
  readonly pages: readonly string[];
}

/** Adds an object: a dictionary, or one with a stream. Gives its reference, `7 0 R`. */
export type AddObject = (dictionary: string, stream?: string | Uint8Array) => string;

/** Writes a PDF by hand: 612 × 792 points. */
export function makeFontPdf({ fonts, pages }: FontPdfPlan): Uint8Array {
  const objects: Buffer[] = [];
  const add: AddObject = (dictionary, stream) => {
    const data = stream === undefined ? null : Buffer.from(stream as string, "latin1");
    const body =
      data === null
        ? Buffer.from(dictionary, "latin1")
        : Buffer.concat([
            Buffer.from(`${dictionary.replace(/>>$/u, "")} /Length ${data.length} >>\nstream\n`, "latin1"),
            data,
            Buffer.from("\nendstream"),
          ]);
    return `${objects.push(body)} 0 R`;
  };
  const tree = add("");
  const named = Object.entries(fonts).map(([name, font]) => `/${name} ${add(font(add))}`);
  const kids = pages.map((operators) =>
    add(
      `<< /Type /Page /Parent ${tree} /MediaBox [0 0 612 792] /Contents ${add("<< >>", operators)} /Resources << /Font << ${named.join(" ")} >> >> >>`,
    ),
  );
  objects[0] = Buffer.from(`<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`);
  const catalog = add(`<< /Type /Catalog /Pages ${tree} >>`);
  const parts = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let at = (parts[0] as Buffer).length;
  for (const [i, body] of objects.entries()) {
    offsets.push(at);
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    parts.push(part);
    at += part.length;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${offsets.length + 1} /Root ${catalog} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/**
 * A font of numbered glyphs, as most programs embed them; no glyphs are there, though.
 *
 * @param more entries of its dictionary: `/ToUnicode 7 0 R`
 */
export function numberedFont(add: AddObject, more = ""): string {
  const descriptor = add(
    "<< /Type /FontDescriptor /FontName /ABCDEF+Own /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>",
  );
  const system = "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>";
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Own /CIDSystemInfo ${system} /FontDescriptor ${descriptor} /DW 600 >>`,
  );
  return `<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Own /Encoding /Identity-H /DescendantFonts [${descendant}] ${more} >>`;
}

/** Text in hex of a font's codes, at a place: points from the left and the bottom. */
export function show(font: string, hex: string, x = 72, y = 700, size = 12): string {
  return `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm <${hex}> Tj ET`;
}
