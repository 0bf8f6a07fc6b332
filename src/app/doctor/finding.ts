import { hintOf, type NextStep } from "../../model/next-step.ts";

/** What one check found. Every finding that isn't `ok` ends with the next command. */
export interface Finding {
  /** `node`, `permissions`, `disk`, `catalog`, `index`, `facts`, `files`, `vectors`, `model`, `leases`. */
  readonly check: string;
  readonly severity: "ok" | "warning" | "error";
  readonly what: string;
  /** What to type or do; empty when nothing is to be done. */
  readonly next: string;
  /** The same as data, where it names an operation. */
  readonly step?: NextStep;
}

/** A next step of a finding, in the words of the command line and as data. */
export function nextStep(next: NextStep): Pick<Finding, "next" | "step"> {
  const { hint, step } = hintOf(next);
  return { next: hint, step };
}
