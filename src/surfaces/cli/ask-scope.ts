import { createInterface } from "node:readline/promises";
import { LociError, parseScope, type Scope } from "../../index.ts";
import type { CliIo } from "./io.ts";
import { oneLine } from "./output/one-line.ts";

/**
 * Asks on the terminal who may see a path. Enter alone takes nothing: there is no silent default.
 *
 * @throws LociError `SOURCE_SCOPE_REQUIRED` when nothing is answered, `SCOPE_INVALID`, `CANCELLED`
 */
export async function askScope(path: string, { input, signal }: CliIo): Promise<Scope> {
  const terminal = createInterface({ input, output: process.stderr });
  try {
    const answer = await terminal.question(`Who may see ${oneLine(path)}?\n  kb         everyone who may use the project\n  admin      only you\n  user:<id>  that user and you\nscope: `, { signal });
    if (answer.trim() !== "") return parseScope(answer.trim());
    throw new LociError("SOURCE_SCOPE_REQUIRED", `nothing says who may see '${path}'`, { hint: "give --scope kb, --scope admin or --scope user:<id>" });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "AbortError") throw new LociError("CANCELLED", "cancelled", { cause: thrown });
    throw thrown;
  } finally {
    terminal.close();
  }
}
