/** An ISO 8601 time with a zone, as it stands; null for anything else. */
export function isoTime(value: unknown): string | null {
  return typeof value === "string" &&
    /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:?\d{2})$/u.test(value) &&
    !Number.isNaN(Date.parse(value))
    ? value
    : null;
}

/** Seconds since the epoch, as a number or digits, as ISO 8601 to the millisecond; null for anything else. */
export function epochTime(value: unknown): string | null {
  const seconds = typeof value === "string" && /^\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds <= 0 || seconds > 8.64e12) return null;
  return new Date(Math.round(seconds * 1000)).toISOString();
}
