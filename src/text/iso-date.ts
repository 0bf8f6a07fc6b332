const LANGUAGES = "ca cs da de el en es et fi fr hr hu id it lt lv nb nl pl pt ro ru sk sl sr-Latn sv tr uk".split(" ");
/** Months of these languages by their names and abbreviations; two languages that mean different ones by a word have none by it. */
let months: Map<string, number> | null = null;
const weekdays = new Set<string>();

/** Names the weekdays too. */
function monthsByName(): Map<string, number> {
  for (const { format } of LANGUAGES.map((language) => new Intl.DateTimeFormat(language, { weekday: "long" })))
    for (let day = 1; day <= 7; day++) weekdays.add(plain(format(new Date(2024, 0, day))));
  const named = new Map<string, number>();
  const styles = (["long", "short"] as const).flatMap((month) => [{ month }, { month, day: "numeric" } as const]);
  for (const format of LANGUAGES.flatMap((language) => styles.map((style) => new Intl.DateTimeFormat(language, style))))
    for (let month = 1; month <= 12; month++) {
      const parts = format.formatToParts(new Date(2024, month - 1, 15));
      const name = plain(parts.find(({ type }) => type === "month")?.value ?? "");
      named.set(name, (named.get(name) ?? month) === month ? month : 0);
    }
  return named;
}

const plain = (word: string): string => word.toLowerCase().replace(/\.$/u, "").normalize("NFC");

/** `14 May 2024`, `May 14th, 2024`, `14. Mai 2024`, `14 de mayo de 2024`, `2024年5月14日`. */
const NAMED_DAYS = [
  /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|[.º])?[\s_-]*(?:de[\s_-]+)?(?<month>\p{L}{3,})[.,]?[\s_-]+(?:de[\s_-]+)?(?<year>\d{4})(?!\d)/iu,
  /(?<month>\p{L}{3,})\.?[\s_-]+(?<day>\d{1,2})(?:st|nd|rd|th)?,?[\s_-]+(?<year>\d{4})(?!\d)/iu,
  /(?<!\d)(?<year>\d{4})(?:[年년]\s*(?<number>\d{1,2})[月월]\s*|[\s_-]+(?<month>\p{L}{3,})[\s_-]+)(?<day>\d{1,2})(?!\d)[日일]?/iu,
];

/**
 * A day in a text whose month has a name, in any of 28 languages, as ISO 8601; undefined where there is none.
 * @example namedDay("Notes of May 14th, 2024") // "2024-05-14"
 */
function namedDay(text: string): string | undefined {
  for (const form of NAMED_DAYS) {
    const { day, month = "", number, year } = form.exec(text)?.groups ?? {};
    if (month !== "") months ??= monthsByName();
    const date = isoDate(`${year}-${number ?? months?.get(plain(month))}-${day}`);
    if (date !== undefined) return date;
  }
  return undefined;
}

/** `2024-05-14`, `14.5.2024`, and days whose month has a name. */
const DAYS = [/(?<![\d.-])(?:\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})(?![\d.-]\d|\d)/u, ...NAMED_DAYS].map(
  (form) => new RegExp(form, `g${form.flags}`),
);

/** The days that a text names with their year, as ISO 8601, each as often as it is named. */
export const daysOf = (text: string): string[] =>
  DAYS.flatMap((form) => [...text.matchAll(form)].flatMap(([day]) => namedDay(day) ?? isoDate(day) ?? []));

/**
 * A text without a day whose month has a name, and then without the names of weekdays.
 * @example withoutNamedDay("Dienstag, 14. Mai 2024: Hafen") // " : Hafen"
 */
export function withoutNamedDay(text: string): string {
  const left = NAMED_DAYS.reduce(
    (rest, form) => rest.replace(form, (all) => (namedDay(all) === undefined ? all : "")),
    text,
  );
  return left === text
    ? text
    : left.replace(/\p{L}+,?/gu, (word) => (weekdays.has(plain(word.replace(",", ""))) ? "" : word));
}

/**
 * A date that a document says of itself, as ISO 8601: written so, with a space for the T, with slashes, without signs
 * between (`20240514`), or with points, where the day comes first. Undefined for other ways of writing dates, which mean different days in different places,
 * and for days that there are not. Seconds and milliseconds since 1970 count from 1998 to 2033.
 * @example isoDate("2024/5/1 9:30") // "2024-05-01T09:30Z"
 */
export function isoDate(text: string | undefined): string | undefined {
  if (/^(?:9|1\d)\d{8}(?:\d{3})?$/.test(text ?? ""))
    return new Date(Number(text) * ((text as string).length > 10 ? 1 : 1000)).toISOString();
  const parts =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)[ ]*(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i.exec(
      (text ?? "")
        .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/, "$3-$2-$1")
        .replace(/^(\d{4})(\d\d)(\d\d)(?!\d)/, "$1-$2-$3"),
    );
  if (parts === null) return undefined;
  const [, year, month, day, time, zone] = parts as unknown as [string, string, string, string, string?, string?];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (new Date(date).getUTCDate() !== Number(day)) return undefined;
  if (time === undefined) return date;
  const hours = /^\d:/.test(time) ? `0${time}` : time;
  const full = `${date}T${hours}${(zone ?? "Z")
    .toUpperCase()
    .replace(/^(?:UTC|GMT)$/, "Z")
    .replace(/^([+-]\d\d)(\d\d)$/, "$1:$2")}`;
  return Number.isNaN(Date.parse(full)) ? undefined : full;
}

/** `2026-05-31T14:30:59+02:00` in other words around it. */
const STAMP =
  /(?<!\d)\d{4}-\d\d-\d\d[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)(?![\p{L}\d])|(?![\d:]| ?[ap]\.?m))/iu;
/** `2026-05-31_14-30`; `202605311430` as notes are numbered, `20260531T143059`, `IMG_20260531_143059`. */
const DAYS_WITH_TIME = [
  /(?<!\d)(\d{4})-(\d\d)-(\d\d)[T_ -](\d\d)[-:h.](\d\d)(?:[-:m.](\d\d))?(?!\d| ?[ap]\.?m)/iu,
  /(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)[T_ -]?(\d\d)(\d\d)(\d\d)?(?:\d{3})?(?!\d)/iu,
];
/** `2026-05-31`, as Logseq has it `2026_05_31`, as Dendron `2026.05.31`; `20260531`. */
const DAYS_ALONE = [/(?<!\d)(\d{4})([-_. /])(\d{2})\2(\d{2})(?!\d)/u, /(?<!\d)((?:19|20)\d\d)()(\d\d)(\d\d)(?!\d)/u];
const DAY_FIRST = /(?<![\d.])(\d{2})\.(\d{2})\.(\d{4})(?!\d)/u;

/**
 * When a document says that it is from, as ISO 8601: a date as `isoDate` reads it, or one in a link, behind a weekday, with other words.
 * @example statedDate("[[Journal/2024-05-01|Wednesday]]") // "2024-05-01"
 */
export const statedDate = (text: string): string | undefined => isoDate(text.trim()) ?? dateIn(text);

/**
 * The date in the name of a file, or in what else stands for one, as ISO 8601; undefined where there is none.
 * @example dateIn("202405011230 Herons.md") // "2024-05-01T12:30:00Z"
 */
export function dateIn(text: string): string | undefined {
  const plain = text.replace(DAY_FIRST, "$3-$2-$1");
  const stamp = isoDate(STAMP.exec(plain)?.[0]);
  if (stamp !== undefined) return stamp;
  for (const form of DAYS_WITH_TIME) {
    const [, year, month, day, hour, minute, second = "00"] = form.exec(plain) ?? [];
    const date = isoDate(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    if (date !== undefined) return date;
  }
  for (const form of DAYS_ALONE) {
    const [, year, , month, day] = form.exec(plain) ?? [];
    const date = isoDate(`${year}-${month}-${day}`);
    if (date !== undefined) return date;
  }
  return namedDay(plain);
}
