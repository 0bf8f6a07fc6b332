import { crc32, deflateRawSync } from "node:zlib";

/** A file for a test's archive, and the lies that its headers may tell. */
export interface ZipFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  readonly declaredSize?: number;
  readonly encrypted?: boolean;
}

/** Writes a ZIP archive. */
export function makeZip(files: readonly ZipFile[]): Uint8Array {
  const pieces: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, stored = false, declaredSize, encrypted = false } of files) {
    const raw = Buffer.from(content as string);
    const packed = stored ? raw : deflateRawSync(raw);
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredSize ?? raw.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, title, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), fields, tail, title]));
    pieces.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...pieces, directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}

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
