import type { ErrorCode } from "../../index.ts";
import { ERROR_TABLE } from "./error-table.ts";

/** The exit status that an error ends the command line with. */
export function exitStatusOf(code: ErrorCode): number {
  return ERROR_TABLE[code].exit;
}
