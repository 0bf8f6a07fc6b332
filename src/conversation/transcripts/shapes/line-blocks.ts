/** A stretch of lines that belong together, below the line that began it. */
export interface LineBlock<Mark> {
  readonly mark: Mark;
  readonly text: string;
}

/**
 * The lines of a text as blocks: one begins where `begins` gives a mark for a line, with what the line says itself. Lines before the first
 * mark are a block with a null mark.
 *
 * @param begins gets the line without its break, and the last line before it that isn't empty
 */
export function* lineBlocks<Mark>(
  text: string,
  begins: (line: string, before: string) => { readonly mark: Mark; readonly rest: string } | null,
): Generator<LineBlock<Mark | null>> {
  let mark: Mark | null = null;
  let lines: string[] = [];
  let before = "";
  for (const raw of text.split("\n")) {
    const line = raw.replace(/\r$/u, "");
    const begun = begins(line, before);
    if (line.trim() !== "") before = line.trim();
    if (begun === null) {
      lines.push(raw);
      continue;
    }
    if (mark !== null || lines.some((one) => one.trim() !== "")) yield { mark, text: trimLines(lines.join("\n")) };
    ({ mark } = begun);
    lines = begun.rest === "" ? [] : [begun.rest];
  }
  if (mark !== null || lines.some((one) => one.trim() !== "")) yield { mark, text: trimLines(lines.join("\n")) };
}

/** A text without the blank lines around it; what its first line is indented by stays. */
export function trimLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/u, "").trimEnd();
}

/** A text without the rules (`---`) and blank lines that set it apart from what stands before and after. */
export function withoutRules(text: string): string {
  return trimLines(
    text.replace(/^(?:\s*(?:---[ \t\r]*(?:\n|$)|\n))+/u, "").replace(/(?:\n[ \t]*(?:---)?[ \t\r]*)+$/u, ""),
  );
}
