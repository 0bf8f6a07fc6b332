import type { OpenPdf } from "./open-pdf.ts";

/** Pages that are looked at: the first ones of a scan are like the others. */
const LOOKED_AT = 3;

/** Whether the first pages of a document without text draw something: pictures, or letters as outlines. */
export async function drawsAnything(pdf: OpenPdf): Promise<boolean> {
  const { getResolvedPDFJS } = await import("unpdf");
  const { OPS } = await getResolvedPDFJS();
  const drawing = new Set(
    Object.entries(OPS).flatMap(([name, operator]) =>
      /^(?:paint|constructPath|fill|stroke|shadingFill)/u.test(name) && !/Form/u.test(name) ? [operator as number] : [],
    ),
  );
  for (let number = 1; number <= Math.min(LOOKED_AT, pdf.numPages); number++) {
    const { fnArray } = await (await pdf.getPage(number)).getOperatorList();
    if (fnArray.some((operator) => drawing.has(operator))) return true;
  }
  return false;
}
