import { example, hintOf, type NextStep, step } from "../../model/next-step.ts";
import type { Finding } from "../../operations/answers/status.ts";

/** The next step of most findings. */
export const INDEX_AGAIN = step`${example("index")}`;
export const REBUILD = step`${example("data rebuild")}`;

/** What a check found in order. */
export const sound = (check: string, what: string): Finding => ({ check, severity: "ok", what, next: "" });

const finding =
  (severity: "warning" | "error") =>
  (check: string, what: string, next: string | NextStep): Finding => ({ check, severity, what, ...nextOf(next) });
/** What works, and needs a look; and what doesn't work until something is done. */
export const warning = finding("warning");
export const fault = finding("error");

/** A file, or lines of it, that isn't as Loci wrote it. @param then what else may be done */
export const other = (path: string, lines: readonly number[] | null, then = ""): Finding =>
  warning(
    "files",
    `'${path}' is not as it was written${lines === null ? "" : ` in line ${lines.join(", ")}`}: somebody edited it, or a byte of it is wrong`,
    `read it; where you didn't edit it, put it back from a backup${then}`,
  );

/** In the words of the command line, and as data. */
function nextOf(next: string | NextStep): Pick<Finding, "next" | "step"> {
  if (typeof next === "string") return { next };
  const { hint, step } = hintOf(next);
  return { next: hint, step };
}
