/** A line of text on a page: points from the left and from the bottom, as PDF counts. */
export interface PdfLine {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  /** Operators before it. */
  readonly before?: string;
}

/** What a small PDF for tests holds. */
export interface PdfPlan {
  readonly pages: readonly (readonly PdfLine[])[];
  /** Titles with their page (0-based), height and children. */
  readonly outline?: readonly PdfEntry[];
  /** Added to the trailer, for example an `/Encrypt` dictionary. */
  readonly trailer?: string;
  /** A picture instead of text on every page. */
  readonly picture?: boolean;
  /** The letters a–z are Hebrew ones, from alef on. Text is written as it looks, from the left. */
  readonly hebrew?: boolean;
  /** Annotations on pages (0-based), each the inside of its dictionary; form fields too. */
  readonly annotations?: readonly { readonly page: number; readonly body: string }[];
}

export interface PdfEntry {
  readonly title: string;
  readonly page: number;
  readonly y?: number;
  readonly kids?: readonly PdfEntry[];
}

/** Writes a PDF by hand: 612 × 792 points, Helvetica. */
export function makePdf({
  pages,
  outline = [],
  trailer = "",
  picture = false,
  hebrew = false,
  annotations = [],
}: PdfPlan): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const catalog = add("");
  const tree = add("");
  const letters =
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange " +
    "<00> <FF> endcodespacerange 2 beginbfrange <20> <60> <0020> <61> <7A> <05D0> endbfrange endcmap end " +
    "end";
  const map = hebrew ? `/ToUnicode ${add(`<< /Length ${letters.length} >>\nstream\n${letters}\nendstream`)} 0 R` : "";
  const font = add(`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding ${map} >>`);
  const image = add(
    "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream",
  );
  const fields: number[] = [];
  const pageIds = pages.map((lines, number) => {
    const content = picture
      ? "q 612 0 0 792 0 0 cm /I Do Q"
      : lines
          .map(
            ({ x, y, text, size = 10, before = "" }) =>
              `${before}BT /F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[\\()]/gu, "\\$&")}) Tj ET`,
          )
          .join("\n");
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const annots = annotations
      .filter(({ page }) => page === number)
      .map(({ body }) => {
        const id = add(`<< /Type /Annot ${body} >>`);
        if (body.includes("/Widget")) fields.push(id);
        return `${id} 0 R`;
      });
    return add(
      `<< /Type /Page /Annots [${annots.join(" ")}] /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${stream} 0 R /Resources << /Font << /F ${font} 0 R >> /XObject << /I ${image} 0 R >> >> >>`,
    );
  });
  objects[tree - 1] =
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pageIds.length} >>`;
  const addEntries = (entries: readonly PdfEntry[], parent: number): string => {
    const ids = entries.map(() => add(""));
    entries.forEach(({ title, page, y, kids = [] }, i) => {
      const dest = y === undefined ? "/Fit" : `/XYZ 0 ${y} null`;
      const next = ids[i + 1] === undefined ? "" : `/Next ${ids[i + 1]} 0 R`;
      objects[(ids[i] as number) - 1] =
        `<< /Title (${title}) /Parent ${parent} 0 R /Dest [${pageIds[page]} 0 R ${dest}] ${next} ${kids.length === 0 ? "" : addEntries(kids, ids[i] as number)} >>`;
    });
    return `/First ${ids[0]} 0 R /Last ${ids[ids.length - 1]} 0 R /Count ${ids.length}`;
  };
  let outlines = "";
  if (outline.length > 0) {
    const root = add("");
    objects[root - 1] = `<< /Type /Outlines ${addEntries(outline, root)} >>`;
    outlines = `/Outlines ${root} 0 R`;
  }
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${tree} 0 R ${outlines} ${fields.length === 0 ? "" : `/AcroForm << /Fields [${fields.map((id) => `${id} 0 R`).join(" ")}] >>`} >>`;
  let file = "%PDF-1.7\n";
  const offsets = objects.map((body, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

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
