import type { WakeUp } from "../../../index.ts";

/** A brief as a model reads it, and why there is none. */
export function briefText({ text, left, budgetTokens }: WakeUp): string {
  if (text !== "") return text;
  return Object.values(left).some((count) => count > 0)
    ? `Nothing fits into ${budgetTokens} tokens.`
    : "Nothing is stored yet.";
}
