import { type ErrorBody, errorBody } from "../shared/error-body.ts";
import { exitStatusOf } from "../shared/exit-codes.ts";
import type { CliIo } from "./io.ts";
import { oneLine } from "./output/one-line.ts";
import { createStyle } from "./output/style.ts";

/**
 * Says what went wrong: as JSON on stdout where JSON was asked for, else as text on stderr.
 *
 * @returns the exit status
 */
export async function printError(io: CliIo, thrown: unknown, json: boolean): Promise<number> {
  const error = errorBody(thrown);
  if (json) await io.out.write(`${JSON.stringify({ schema: 1, error })}\n`);
  else await io.err.write(errorText(io, error));
  if (error.code === "INTERNAL" && thrown instanceof Error && io.environment["DEBUG"] !== undefined) await io.err.write(`${thrown.stack ?? ""}\n`);
  return exitStatusOf(error.code);
}

function errorText(io: CliIo, { code, message, hint }: ErrorBody): string {
  const style = createStyle(io.err, io.environment);
  return `${style.red("error:")} ${oneLine(message)} ${style.dim(`[${code}]`)}\n${hint === "" ? "" : `  ${oneLine(hint)}\n`}`;
}
