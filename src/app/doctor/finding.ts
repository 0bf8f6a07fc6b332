import { hintOf, type NextStep } from "../../model/next-step.ts";
import type { Finding } from "../../operations/answers/status.ts";

/** A next step of a finding, in the words of the command line and as data. */
export function nextStep(next: NextStep): Pick<Finding, "next" | "step"> {
  const { hint, step } = hintOf(next);
  return { next: hint, step };
}
