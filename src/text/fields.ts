/** An object of somebody else's format: any field may be missing or of another type. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object, or null. */
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The object that a text of JSON holds; null where it holds none, or is no JSON: cut off, or of another kind. */
export function jsonFields(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The value as a text that isn't empty, or null. */
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The texts among some values, those that are empty left out, as one. */
export const textsJoined = (values: readonly unknown[], between = "\n"): string =>
  values.flatMap((value) => textOf(value) ?? []).join(between);

/** The value as a list; empty when it is none. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

/** The objects among the values of a list. */
export const objectsOf = (value: unknown): Fields[] =>
  listOf(value)
    .map(fieldsOf)
    .filter((fields) => fields !== null);

/** An ISO 8601 time with a zone, as it stands; null for anything else. */
export const isoTime = (value: unknown): string | null =>
  typeof value === "string" &&
  /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:?\d{2})$/u.test(value) &&
  !Number.isNaN(Date.parse(value))
    ? value
    : null;

/** Seconds since the epoch, as a number or digits, as ISO 8601 to the millisecond; null for anything else. */
export function epochTime(value: unknown): string | null {
  const seconds = typeof value === "string" && /^\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds <= 0 || seconds > 8.64e12) return null;
  return new Date(Math.round(seconds * 1000)).toISOString();
}

/**
 * The text of a call of a tool: its name, and below it what it was given; text as it is, anything else as JSON.
 * @example toolText("Bash", { command: "ls" }) // 'Bash\n{"command":"ls"}'
 */
export function toolText(name: string | null, input: unknown): string {
  const given = input === undefined || input === null ? "" : typeof input === "string" ? input : jsonText(input);
  return textsJoined([name, given]);
}

/** A value that was read from JSON as JSON. `JSON.parse` reads any depth, `JSON.stringify` ends at some thousand levels: a sign stands for what is deeper. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return "[nested too deeply]";
  }
}

/** Order of the parts of a date: year first, day first, month first. */
export type DateOrder = "ymd" | "dmy" | "mdy";

/** A date and time as a person's device wrote it. */
export interface WrittenTime {
  /** The three numbers of its date, as they stand. */
  readonly date: readonly [number, number, number];
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Minutes before UTC; 0 where nothing says the zone. */
  readonly west?: number;
}

/**
 * A written time as ISO 8601; what says no zone counts as UTC, so that hour and day stay as they were written. Null for a time that
 * there isn't in this order.
 * @example timeIn("dmy", { date: [12, 3, 24], hour: 18, minute: 2, second: 0 }) // "2024-03-12T18:02:00.000Z"
 */
export function timeIn(order: DateOrder, { date, hour, minute, second, west = 0 }: WrittenTime): string | null {
  const [first, middle, last] = date;
  const [year, month, day] =
    order === "ymd" ? [first, middle, last] : order === "dmy" ? [last, middle, first] : [last, first, middle];
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null;
  // Thailand counts from 543 years before.
  const full = year < 100 ? 2000 + year : year > 2400 && year < 2700 ? year - 543 : year;
  const time = new Date(Date.UTC(full, month - 1, day, hour, minute + west, second));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/**
 * In which order the dates of a text stand: the one in which all of them exist and time runs forward most. Where several do, the year first
 * if the text spans far less time so, as it reads years for days else; otherwise `usual`.
 * @param dates in the order of the text
 */
export function dateOrder(dates: readonly WrittenTime[], usual: DateOrder): DateOrder {
  if ((dates[0]?.date[0] ?? 0) > 31 || usual === "ymd") return "ymd";
  const readings = (usual === "mdy" ? (["mdy", "dmy"] as const) : (["dmy", "mdy"] as const)).map(readIn);
  const [first, second] = readings as [Reading, Reading];
  const best = second.faults < first.faults ? second : first;
  const yearFirst = readIn("ymd");
  const isNearer = yearFirst.faults === best.faults && yearFirst.span * 20 < best.span;
  return yearFirst.faults < best.faults || isNearer ? "ymd" : best.order;

  function readIn(order: DateOrder): Reading {
    let [earliest, latest, faults] = ["9", "", 0];
    for (const date of dates) {
      const time = timeIn(order, date);
      if (time === null) faults += dates.length;
      else if (time < latest) faults++;
      latest = time ?? latest;
      if (time !== null && time < earliest) earliest = time;
    }
    return { order, faults, span: Date.parse(latest) - Date.parse(earliest) };
  }
}

/** The dates of a text read in one order. */
interface Reading {
  readonly order: DateOrder;
  /** Dates that don't exist, each as many as there are dates, and steps back in time. */
  readonly faults: number;
  /** From the earliest to the last, milliseconds. */
  readonly span: number;
}

/** The first date with a time of day that stands in a text, year first, as headings and labels have it; null where none does. */
export const timeInText = (text: string): string | null => timeInWords(STAMP.exec(text)?.[0] ?? "");
const STAMP = /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[ T,]{1,2}\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[+-]\d{2}:?\d{2}\b)?/u;

/**
 * What a match holds of a date and a time of day: the numbers in groups 1 to 6, AM or PM in group 7, where the clock has them.
 * @example matchedTime(/^(\d+)\/(\d+)\/(\d+) (\d+):(\d+):(\d+) (AM|PM)$/u.exec("3/12/2024 6:02:00 PM")) // date [3, 12, 2024], hour 18 …
 */
export function matchedTime(found: readonly (string | undefined)[]): WrittenTime {
  const [first = 0, middle = 0, last = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const half = found[7];
  const ofDay = half === undefined ? hour : (hour % 12) + (/^p/iu.test(half) ? 12 : 0);
  return { date: [first, middle, last], hour: ofDay, minute, second };
}

/** Zones that clocks name, in hours after UTC. */
const ZONES = new Map(
  (
    "HST-10 AKST-9 AKDT-8 PST-8 PDT-7 MST-7 MDT-6 CST-6 CDT-5 EST-5 EDT-4 AST-4 ADT-3 NST-3.5 NDT-2.5 BRT-3 WEST+1 BST+1 CET+1 CEST+2 MEZ+1 " +
    "MESZ+2 SEČ+1 SELČ+2 EET+2 EEST+3 SAST+2 MSK+3 IST+5.5 HKT+8 SGT+8 AWST+8 JST+9 KST+9 ACST+9.5 ACDT+10.5 AEST+10 AEDT+11 NZST+12 NZDT+13"
  )
    .split(" ")
    .map((zone) => [zone.replace(/[+-].*/u, ""), Number(zone.replace(/^[^+-]+/u, ""))]),
);

/** Minutes before UTC of `GMT+1`, `UTC-03:30`, `PDT`; 0 for what isn't known. */
export function minutesWest(zone: string): number {
  const offset = /^(?:GMT|UTC)([+\-−])(\d{1,2})(?::?(\d{2}))?$/u.exec(zone);
  if (offset === null) return -(ZONES.get(zone) ?? 0) * 60;
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
  return offset[1] === "+" ? -minutes : minutes;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const CLOCK =
  /(?:(오전|오후|[上下]午|午[前後]) ?)?(?<!\d)(\d{1,2}) ?[:h시時] ?(\d{2})(?: ?[:m분分] ?(\d{2})(?:\.\d+)?)?(?: ?([ap])\.?m\b\.?)?/iu;

/**
 * The date and time of a text that names its month in English, has the year in front, or dots behind day and month; null where it doesn't.
 * @example timeInWords("Tuesday, March 12, 2024 at 10:00:00 PM UTC") // "2024-03-12T22:00:00.000Z"
 */
export function timeInWords(text: string): string | null {
  const line = text.replaceAll(/[\s\u00a0\u202f]+/gu, " ");
  const clock = CLOCK.exec(line);
  if (clock === null) return null;
  const [all, before = "", hour, minute, second = "0", after = ""] = clock;
  const rest = line.slice(clock.index + all.length);
  const day = `${line.slice(0, clock.index)} ${rest}`;
  const named = /\b(?:(\d{1,2})[- ])?(\p{L}{3})\p{L}*\.?[- ](?:(\d{1,2})\b,? )?(?:[\d:]+ )?(\d{4}|(?<=-)\d\d\b)/u.exec(
    day,
  );
  const month = MONTHS.indexOf(named?.[2]?.toLowerCase() ?? "") + 1;
  const date =
    month > 0
      ? [named?.[4]?.padStart(4, "20"), month, named?.[1] ?? named?.[3]]
      : (/(\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})/u.exec(day)?.slice(1) ??
        /(\d{1,2})\.(\d{1,2})\.(\d{4})/u.exec(day)?.slice(1).reverse());
  if (date === undefined) return null;
  const half = /[후下後]/u.test(before) ? "pm" : before === "" && after === "" ? undefined : `${after || "a"}m`;
  const zone = /^ ?((?:UTC|GMT)?[+-]\d\S+|\p{Lu}{3,4}\b)/u.exec(rest)?.[1] ?? "";
  const written = matchedTime(["", ...date.map(String), hour, minute, second, half]);
  return timeIn("ymd", { ...written, west: minutesWest(zone.replace(/^(?=[+-])/u, "UTC")) });
}
