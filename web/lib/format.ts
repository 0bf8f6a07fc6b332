const number = new Intl.NumberFormat(undefined);
/** `2026-06-21`, as Sweden writes it. */
const localDay = new Intl.DateTimeFormat("sv-SE");
/** `06:02`, beside such days. */
const clock = new Intl.DateTimeFormat("sv-SE", { timeStyle: "short" });

/** A count with separators. */
export const count = (value: number): string => number.format(value);

/** `1 drawer`, `2 drawers`. */
export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

/** The day of an ISO time in the reader's zone; of a date without a time that date, which no zone moves. */
export function day(iso: string | null | undefined): string {
  const written = iso?.slice(0, 10) ?? "";
  if (iso == null || !/T(?!00:00(?::00(?:\.0+)?)?Z$)/.test(iso)) return written;
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? written : localDay.format(at);
}

/** The days from one time to another; one where both are on it. */
export const days = (first: string | null, last: string | null): string =>
  day(first) === day(last) ? day(first) : `${day(first)} – ${day(last)}`;

/** An ISO time in the reader's zone. */
export function moment(iso: string | null | undefined): string {
  const time = iso === null || iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? "" : `${localDay.format(time)}, ${hour(time)}`;
}

/** The time of day, in the reader's zone. */
export const hour = (time: string | number): string => clock.format(new Date(time));

/** A text of at most so many characters, cut off between words. */
export const shortened = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most)
        .replace(/\s+\S*$/, "")
        .replace(/[\s…]+$/, "")} …`;

/** Bytes in the unit that fits. */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** Milliseconds, short. */
export const millis = (value: number): string =>
  value < 10 ? `${value.toFixed(1)} ms` : value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;

/** A score or a part of one. */
export const score = (value: number): string => value.toFixed(3).replace("-", "−");

/** A name of the interface's data, readable: `closetTerms` as `closet terms`. */
export const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toLowerCase();

/** Who may see something, as the reader would say it. */
export function whoSees(scope: string): string {
  if (scope === "kb") return "everyone in the project";
  return scope === "admin" ? "only me" : scope.replace(/^user:/, "user ");
}

/** The file of a passage; of one that was added, without the scope that its path ends in, which is said in words. */
export const fileOf = ({ path, name }: { readonly path: string; readonly name: string }): string =>
  path.replace(/(?<=\.md)#(?:kb|admin|user:).*$/, "") || name;

/** The last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
