/** A row of a table, as a file holds it. */
export type ExportRow = Readonly<Record<string, string | number | boolean | null | readonly string[] | undefined>>;

/** Rows as RFC 4180 has them, with a mark of the encoding, which spreadsheets need. */
export function csv(rows: readonly ExportRow[]): string {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading]))];
  return `\u{feff}${lines.map((cells) => cells.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** A cell. What a spreadsheet would take for a formula is marked as text: passages are anybody's. */
function cell(value: ExportRow[string]): string {
  const text = Array.isArray(value) ? value.join("; ") : String(value ?? "");
  const inert = typeof value !== "number" && /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
