import type { Job } from "../../index.ts";
import { EXIT } from "../shared/error-table.ts";

/** The exit status that a finished run gives. */
export function jobStatus({ status }: Job): number {
  if (status === "done") return EXIT.OK;
  return status === "cancelled" ? EXIT.CANCELLED : EXIT.NOTHING_OR_PARTIAL;
}
