import type { Job } from "../../index.ts";
import { EXIT } from "../shared/error-table.ts";

/**
 * The exit status that a finished run gives. What is skipped in a folder is told and no failure; a file that was asked for by name is one.
 *
 * @param asked whether a skipped file was
 */
export function jobStatus({ status, skipped }: Job, asked: (path: string) => boolean): number {
  if (status === "cancelled") return EXIT.CANCELLED;
  return status === "done" && !skipped.some(({ path }) => asked(path)) ? EXIT.OK : EXIT.NOTHING_OR_PARTIAL;
}
