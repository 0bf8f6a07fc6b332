import { makeZip, type ZipFile } from "../zip/make-zip.fixture.ts";

/** The prefix of what Word writes. */
export const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
/** Prefixes of drawings and references. */
const MORE_NAMESPACES = [
  ["r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"],
  ["mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"],
  ["wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"],
  ["wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"],
  ["a", "http://schemas.openxmlformats.org/drawingml/2006/main"],
  ["pic", "http://schemas.openxmlformats.org/drawingml/2006/picture"],
  ["v", "urn:schemas-microsoft-com:vml"],
  ["o", "urn:schemas-microsoft-com:office:office"],
]
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join("");

/**
 * A DOCX for tests.
 *
 * @param body what is inside `w:body`
 * @param more parts beside those that every document has: `word/styles.xml`, `word/numbering.xml`
 */
export function docx(body: string, more: readonly ZipFile[] = []): Uint8Array {
  const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return makeZip([
    {
      name: "[Content_Types].xml",
      content:
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    {
      name: "_rels/.rels",
      content: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationships}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/_rels/document.xml.rels",
      content: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${relationships}/styles" Target="styles.xml"/><Relationship Id="n" Type="${relationships}/numbering" Target="numbering.xml"/></Relationships>`,
    },
    {
      name: "word/document.xml",
      content: `<?xml version="1.0"?><w:document ${NAMESPACE}${MORE_NAMESPACES}><w:body>${body}</w:body></w:document>`,
    },
    ...more,
  ]);
}

/** A paragraph of one run, with a style. */
export function paragraph(text: string, style?: string): string {
  return `<w:p>${style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}
