import type { BinaryInput } from "../parser-input.ts";
import { skipFile } from "../skip-file.ts";
import { openPackage, type PackageParts, XML_PARTS } from "../zip/open-package.ts";

/** The parts of a DOCX that were read on the way, by name. */
export type DocxParts = PackageParts;

/**
 * Looks at a DOCX before the library does.
 *
 * @throws LociError `FILE_SKIPPED`: as `openPackage`
 */
export async function checkPackage(input: BinaryInput): Promise<DocxParts> {
  const parts = await openPackage(input, { expected: "docx", needs: /^\[Content_Types\]\.xml$/u, reads: XML_PARTS });
  if (![...parts.keys()].some((name) => /^\/?word\/(?:[^/]+)\.xml$/iu.test(name)))
    throw skipFile(input.path, "wrong-type", { expected: "docx" });
  for (const [name, xml] of parts)
    if (/<!DOCTYPE/iu.test(xml.slice(0, 4096))) throw skipFile(input.path, "damaged", { part: name });
  return parts;
}
