import { example, hintOf, type NextStep, step } from "../../model/next-step.ts";
import type { Finding } from "../../operations/answers/status.ts";

/** The next step of most findings. */
export const INDEX_AGAIN = step`${example("index")}`;
export const REBUILD = step`${example("data rebuild")}`;

/** What a check found in order. */
export const sound = (check: string, what: string): Finding => ({ check, severity: "ok", what, next: "" });

/** What works, and needs a look. */
export function warning(check: string, what: string, next: string | NextStep): Finding {
  return { check, severity: "warning", what, ...nextOf(next) };
}

/** What doesn't work until something is done. */
export function fault(check: string, what: string, next: string | NextStep): Finding {
  return { check, severity: "error", what, ...nextOf(next) };
}

/** In the words of the command line, and as data. */
function nextOf(next: string | NextStep): Pick<Finding, "next" | "step"> {
  if (typeof next === "string") return { next };
  const { hint, step } = hintOf(next);
  return { next: hint, step };
}
