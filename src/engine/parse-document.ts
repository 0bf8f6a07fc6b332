import type { ParseInput } from "../ingest/dependencies.ts";
import type { ParsedDocument } from "../model/section.ts";
import { decode } from "../parsing/decode.ts";
import { parseMarkdown } from "../parsing/markdown/parse-markdown.ts";
import { skipFile } from "../parsing/skip-file.ts";
import { parseText } from "../parsing/text/parse-text.ts";

const TEXT_TYPES: ReadonlySet<string> = new Set(["md", "txt", "code"]);

/** Whether there is a parser for a document type. */
export function canParse(documentType: string): boolean {
  return TEXT_TYPES.has(documentType);
}

/** Parses a file by its document type. @throws LociError `FILE_SKIPPED` */
export async function parseDocument({ path, documentType, bytes }: ParseInput): Promise<ParsedDocument> {
  const decoded = decode(bytes);
  if ("refused" in decoded) throw skipFile(path, decoded.refused);
  return documentType === "md" ? parseMarkdown({ text: decoded.text, path }) : parseText({ text: decoded.text, path });
}
