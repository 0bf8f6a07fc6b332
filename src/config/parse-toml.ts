import { LociError } from "../model/error.ts";

/**
 * A TOML text as plain values.
 *
 * @throws LociError `CONFIG_INVALID` with file and line for what is not TOML. The parser is loaded on first use.
 */
export async function parseToml(text: string, file: string): Promise<Record<string, unknown>> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    return parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message continues with a block of source lines, which may hold secrets: only its first line is kept.
    const reason = (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
    throw new LociError("CONFIG_INVALID", `${file}:${error.line} is not TOML: ${reason}`, {
      hint: "correct that line",
      details: { file, line: error.line, column: error.column },
      cause: error,
    });
  }
}
