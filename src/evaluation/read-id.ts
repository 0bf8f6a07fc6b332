/** An id as text, which collections write as a number too. Null for anything else, and for an empty one. */
export function readId(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}
