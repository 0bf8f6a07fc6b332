/**
 * A time in the zone of who reads it; a day without an hour stays that day, which no zone moves. Nothing for none.
 *
 * @example localMinute("2026-02-11T13:03:20Z") // "2026-02-11 14:03" in Rome
 */
export function localMinute(time: string | null | undefined): string {
  if (time === null || time === undefined) return "";
  if (!/T(?!00:00(?::00(?:\.0+)?)?Z$)/u.test(time)) return time.slice(0, 10);
  const at = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
