import { stripVTControlCharacters } from "node:util";
import type { ParsedDocument } from "../../model/section.ts";
import { type Fields, fieldsOf, objectsOf } from "../../text/fields.ts";
import { decodedJson } from "../decode.ts";
import { parseMarkdown } from "../markdown/parse-markdown.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";

/**
 * A Jupyter notebook as Markdown: its text cells as they are, code and what it printed in fences. Pictures, and what
 * is only for a browser, are left out.
 * @throws LociError `FILE_SKIPPED`: `binary`, `broken-utf8`, `damaged`, `empty`
 * Cost: linear.
 */
export async function parseNotebook(input: BinaryInput): Promise<ParsedDocument> {
  const notebook = decodedJson(input) ?? {};
  // Before version 4 cells stood in sheets.
  const sheets = objectsOf(notebook["worksheets"]);
  const cells = [notebook, ...sheets].flatMap((sheet) => objectsOf(sheet["cells"]));
  if (cells.length === 0) throw skipFile(input.path, notebook["nbformat"] === undefined ? "damaged" : "empty");
  const { language_info: info, kernelspec, title } = fieldsOf(notebook["metadata"]) ?? {};
  const language = [fieldsOf(info)?.["name"], fieldsOf(kernelspec)?.["language"]].find(
    (one) => typeof one === "string",
  );
  const text = cells.flatMap((cell) => cellText(cell, (language as string | undefined) ?? "")).join("\n\n");
  if (text.trim() === "") throw skipFile(input.path, "empty");
  const { sections, ...parsed } = parseMarkdown({ text: `${text}\n`, path: input.path }, false);
  const metadata = { ...parsed.metadata, ...(typeof title === "string" && { title }) };
  return { ...parsed, metadata, sections: sections.map((section) => ({ ...section, lines: null })) };
}

function cellText(cell: Fields, language: string): readonly string[] {
  const source = textOf(cell["source"] ?? cell["input"]);
  const kind = cell["cell_type"];
  if (kind === "heading") return [`${"#".repeat(Math.min(6, Number(cell["level"]) || 1))} ${source}`];
  if (kind !== "code") return source.trim() === "" ? [] : [source];
  return [
    ...(source.trim() === "" ? [] : [fenced(source, language)]),
    ...objectsOf(cell["outputs"]).flatMap((output) => {
      const text = stripVTControlCharacters(outputText(output)).trimEnd();
      return text.trim() === "" ? [] : [fenced(text, "output")];
    }),
  ];
}

/** What an output printed, which may be coloured; a picture alone says `<Figure size 640x480>`. */
function outputText(output: Fields): string {
  if (output["output_type"] === "stream") return textOf(output["text"]);
  if (output["output_type"] === "error" || output["output_type"] === "pyerr") {
    const traceback = Array.isArray(output["traceback"]) ? output["traceback"].join("\n") : "";
    return traceback || `${textOf(output["ename"])}: ${textOf(output["evalue"])}`;
  }
  const data = fieldsOf(output["data"]) ?? {};
  const text = textOf(data["text/markdown"] ?? data["text/plain"] ?? output["text"]);
  return /^\s*<[^<>\n]*>\s*$/u.test(text) && Object.keys(data).some((type) => type.startsWith("image/")) ? "" : text;
}

/** A fence that is longer than every one inside. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/gu) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/u, "")}\n${fence}`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string").join("");
  return typeof value === "string" ? value : "";
}
