import { keeping } from "../caches/bounded-cache.ts";
import { LociError } from "../model/error.ts";
import type { ParsedDocument } from "../model/section.ts";
import { type BinaryInput, type BinaryParser, type TextParser, skipFile } from "./parser-input.ts";
import { plainText } from "./decode.ts";

/** A file to be parsed, with the type that its name gave it. */
export interface FileInput extends BinaryInput {
  /** One that `file-type.ts` gives to names, or `code`. */
  readonly documentType: string;
}

/** How each parser is loaded: when its first file comes. */
const LOADERS: Readonly<Record<string, () => Promise<BinaryParser>>> = {
  md: async () => ofText((await import("./markdown/parse-markdown.ts")).parseMarkdown),
  txt: async () => ofText((await import("./text/parse-text.ts")).parseText),
  cards: async () => ofText((await import("./text/parse-text.ts")).parseCards),
  captions: async () => ofText((await import("./text/parse-text.ts")).parseCaptions),
  code: async () => ofText((await import("./code/parse-code.ts")).parseCode),
  rst: async () => ofText((await import("./rst/parse-rst.ts")).parseRst),
  html: async () => (await import("./html/parse-html.ts")).parseHtml,
  pdf: async () => (await import("./pdf/parse-pdf.ts")).parsePdf,
  canvas: async () => (await import("./canvas/parse-canvas.ts")).parseCanvas,
  docx: async () => (await import("./docx/parse-docx.ts")).parseDocx,
  epub: async () => (await import("./epub/parse-epub.ts")).parseEpub,
  pptx: async () => (await import("./office/parse-pptx.ts")).parsePptx,
  xlsx: async () => (await import("./office/parse-xlsx.ts")).parseXlsx,
  odf: async () => (await import("./office/parse-odf.ts")).parseOdf,
  rtf: async () => (await import("./rtf/parse-rtf.ts")).parseRtf,
  ipynb: async () => (await import("./notebook/parse-notebook.ts")).parseNotebook,
  mail: async () => (await import("./mail/parse-mail.ts")).mailParser(parseFile),
  csv: async () => ofText((await import("./table/parse-csv.ts")).parseCsv),
  org: headedText,
  adoc: headedText,
  tex: headedText,
};

/**
 * A parser that was loaded, or is being loaded; null where none reads the type. An import of what is there already still takes tens of microseconds
 * a file.
 */
const parserOf = keeping((documentType: string) =>
  Object.hasOwn(LOADERS, documentType) ? (LOADERS[documentType]?.() ?? null) : null,
);

/**
 * Parses a file on this thread, without a time limit; `worker/parser-pool.ts` does it on another, with one.
 * @throws LociError `FILE_SKIPPED` with `details.reason` for whatever a file can be guilty of; an unknown type is `wrong-type`
 */
export async function parseFile(input: FileInput): Promise<ParsedDocument> {
  const { bytes, path, documentType, limits } = input;
  const parse = parserOf(documentType);
  if (parse === null) throw skipFile(path, "wrong-type", { documentType });
  if (bytes.length > limits.maxBytes)
    throw skipFile(path, "too-large", { bytes: bytes.length, limit: limits.maxBytes });
  try {
    return await (
      await parse
    )(input);
  } catch (error) {
    // The stack is what nesting uses up, in whichever library it happens.
    if (error instanceof RangeError && /call stack/iu.test(error.message))
      throw skipFile(path, "nesting", { cause: error });
    if (error instanceof LociError && error.details["reason"] === "empty") {
      const { holdsPictures } = await import("./zip/open-package.ts");
      if (await holdsPictures(bytes)) throw skipFile(path, "image-only", { cause: error });
    }
    throw error;
  }
}

async function headedText(): Promise<BinaryParser> {
  return ofText((await import("./text/parse-text.ts")).parseHeadedText);
}

function ofText(parse: TextParser): BinaryParser {
  return async ({ bytes, path }) => {
    const read = await plainText(bytes);
    if ("refused" in read) throw skipFile(path, read.refused);
    const document = parse({ text: read.text, path });
    return read.encoding === undefined
      ? document
      : { ...document, metadata: { ...document.metadata, encoding: read.encoding } };
  };
}
