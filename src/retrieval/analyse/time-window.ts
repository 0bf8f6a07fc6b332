import WORDS from "../../english/word-classes.json" with { type: "json" };
import { MONTHS, WEEKDAYS } from "../../english/word-classes.ts";
import { ONES } from "../../english/numerals.ts";
import type { Days } from "../../text/days.ts";
import { fold, isStopWord, words } from "../../text/words.ts";

/** A stretch of time that a question names, in milliseconds since the epoch: `start` inclusive, `end` exclusive. */
export interface TimeWindow extends Period {
  /** The words that named it. */
  readonly text: string;
}

const DAY = 86_400_000;
const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };
/** From zero to twelve. */
const NUMBERS = ONES.slice(0, 13);

const MONTH =
  String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?` +
  String.raw`|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const WEEKDAY = `(${WEEKDAYS.join("|")})`;
const COUNT = String.raw`(\d{1,3}|an?|${NUMBERS.slice(1).join("|")}|a couple of|a few)`;

/** When a question was asked, and in whose days. */
export interface AskedAt {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly days: Pick<Days, "day" | "begins">;
}

/** One way of naming a time: the pattern, and what it means seen from the day of asking. Days are reckoned as if the zone were UTC's. */
interface Rule {
  readonly pattern: RegExp;
  readonly window: (match: readonly (string | undefined)[], today: Date) => readonly [number, number] | null;
}

const date = (year: number, month: number, day = 1): number => Date.UTC(year, month, day);
const monthIndex = (name: string): number =>
  MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3)));
const span = (start: number, days: number): readonly [number, number] => [start, start + days * DAY];
const months = (year: number, month: number, count = 1): readonly [number, number] => [
  date(year, month),
  date(year, month + count),
];

function count(written: string): number {
  const text = written.toLowerCase();
  if (/^\d/.test(text)) return Number(text);
  if (text === "a couple of") return 2;
  if (text === "a few") return 3;
  const index = NUMBERS.indexOf(text);
  return index < 0 ? 1 : index;
}

// A month without a year is the latest one that has begun; a day likewise.
const latestYear = (month: number, today: Date): number =>
  month <= today.getUTCMonth() ? today.getUTCFullYear() : today.getUTCFullYear() - 1;

const monday = (today: Date): number => today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY;

function day(year: number, month: number, dayOfMonth: number): readonly [number, number] | null {
  const start = date(year, month, dayOfMonth);
  return dayOfMonth >= 1 && new Date(start).getUTCMonth() === month ? span(start, 1) : null;
}

function ago(amount: number, unit: string, today: Date): readonly [number, number] {
  const y = today.getUTCFullYear();
  const m = today.getUTCMonth();
  if (unit === "day") return span(today.getTime() - amount * DAY, 1);
  if (unit === "week") return span(monday(today) - amount * 7 * DAY, 7);
  if (unit === "month") return months(y, m - amount);
  return months(y - amount, 0, 12);
}

const season = (name: string, year: number): readonly [number, number] =>
  months(year, SEASONS[name.toLowerCase()] as number, 3);

/** Matches what every rule needs at least once; most questions lack it. */
const MAY_NAME_TIME = new RegExp(
  String.raw`\d|\b(?:ago|last|past|previous|this|yesterday|today|tonight|weekend|jan|feb|mar|apr|may|june?` +
    String.raw`|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november` +
    String.raw`|december|sunday|monday|tuesday|wednesday|thursday|friday|saturday)\b`,
  "i",
);

// Longest and most exact forms first: the first rule that matches wins.
const RULES: readonly Rule[] = [
  { pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/i, window: ([, y, m, d]) => day(Number(y), Number(m) - 1, Number(d)) },
  {
    pattern: new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\d{4})\b`, "i"),
    window: ([, d, m, y]) => day(Number(y), monthIndex(m as string), Number(d)),
  },
  {
    pattern: new RegExp(String.raw`\b${MONTH} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`, "i"),
    window: ([, m, d, y]) => day(Number(y), monthIndex(m as string), Number(d)),
  },
  {
    pattern: new RegExp(String.raw`\b${MONTH},? (?:of )?(\d{4})\b`, "i"),
    window: ([, m, y]) => months(Number(y), monthIndex(m as string)),
  },
  { pattern: /\bQ([1-4]),? (?:of )?(\d{4})\b/i, window: ([, q, y]) => months(Number(y), (Number(q) - 1) * 3, 3) },
  {
    pattern: /\b(spring|summer|autumn|fall|winter)(?: of)? (\d{4})\b/i,
    window: ([, s, y]) => season(s as string, Number(y)),
  },
  {
    pattern: new RegExp(String.raw`\b${MONTH} (\d{1,2})(?:st|nd|rd|th)?\b`, "i"),
    window: ([, m, d], today) => dayWithoutYear(monthIndex(m as string), Number(d), today),
  },
  {
    pattern: new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}\b`, "i"),
    window: ([, d, m], today) => dayWithoutYear(monthIndex(m as string), Number(d), today),
  },
  { pattern: /\b(?:the )?weekend before last\b/i, window: (_, today) => span(monday(today) - 9 * DAY, 2) },
  { pattern: /\b(?:the )?day before yesterday\b/i, window: (_, today) => span(today.getTime() - 2 * DAY, 1) },
  { pattern: /\byesterday\b/i, window: (_, today) => span(today.getTime() - DAY, 1) },
  { pattern: /\b(?:today|this morning|tonight)\b/i, window: (_, today) => span(today.getTime(), 1) },
  {
    pattern: new RegExp(String.raw`\b${COUNT} (day|week|month|year)s? ago\b`, "i"),
    window: ([, n, unit], today) => ago(count(n as string), (unit as string).toLowerCase(), today),
  },
  {
    pattern: new RegExp(String.raw`\b(?:in |over |during )?the (?:last|past) ${COUNT} (day|week|month|year)s\b`, "i"),
    window: ([, n, unit], today) => [
      ago(count(n as string), (unit as string).toLowerCase(), today)[0],
      today.getTime() + DAY,
    ],
  },
  { pattern: /\b(?:last|previous) weekend\b/i, window: (_, today) => span(monday(today) - 2 * DAY, 2) },
  {
    pattern: /\b(?:last|previous) (week|month|year)\b/i,
    window: ([, unit], today) => ago(1, (unit as string).toLowerCase(), today),
  },
  {
    pattern: /\bthis (week|month|year)\b/i,
    window: ([, unit], today) => ago(0, (unit as string).toLowerCase(), today),
  },
  {
    pattern: new RegExp(String.raw`\blast ${WEEKDAY}\b`, "i"),
    window: ([, name], today) => lastWeekday(name as string, today),
  },
  {
    pattern: new RegExp(String.raw`\bon ${WEEKDAY}\b`, "i"),
    window: ([, name], today) => lastWeekday(name as string, today),
  },
  {
    pattern: /\blast (spring|summer|autumn|fall|winter)\b/i,
    window: ([, name], today) => lastSeason(name as string, today),
  },
  {
    pattern: new RegExp(String.raw`\b(?:in|during|last|since|early|late) ${MONTH}(?=\W|$)`, "i"),
    window: ([, m], today) => months(latestYear(monthIndex(m as string), today), monthIndex(m as string)),
  },
  { pattern: /\b(?:in|during|of|since|year) ((?:19|20)\d{2})\b/i, window: ([, y]) => months(Number(y), 0, 12) },
];

function dayWithoutYear(month: number, dayOfMonth: number, today: Date): readonly [number, number] | null {
  const window = day(today.getUTCFullYear(), month, dayOfMonth);
  return window !== null && window[0] > today.getTime() ? day(today.getUTCFullYear() - 1, month, dayOfMonth) : window;
}

function lastWeekday(name: string, today: Date): readonly [number, number] {
  const back = (today.getUTCDay() - WEEKDAYS.indexOf(name.toLowerCase()) + 7) % 7 || 7;
  return span(today.getTime() - back * DAY, 1);
}

// The latest season of that name that is over.
function lastSeason(name: string, today: Date): readonly [number, number] {
  for (let year = today.getUTCFullYear(); ; year--) {
    const window = season(name, year);
    if (window[1] <= today.getTime()) return window;
  }
}

/**
 * The stretch of time that a question names, seen from `now`: exact dates, months, quarters, seasons, years,
 * weekdays and relative times, in English. Weeks begin on Monday; days are those of the zone.
 * @returns null where the question names none
 * @example timeWindow("what did we ship in May 2023?", { now, days }) // 2023-05-01 … 2023-06-01
 */
export function timeWindow(question: string, { now, days }: AskedAt): TimeWindow | null {
  const text = question.slice(0, 2_000);
  if (!MAY_NAME_TIME.test(text)) return null;
  const today = new Date(days.day(now));
  for (const { pattern, window } of RULES) {
    const match = pattern.exec(text);
    const range = match === null ? null : window(match, today);
    if (range !== null && match !== null)
      return { start: days.begins(range[0]), end: days.begins(range[1]), text: match[0] };
  }
  return null;
}

/** Words of questions that ask for a time alone, as in "what happened yesterday?". */
const WHATEVER: ReadonlySet<string> = new Set(WORDS.whatever);

/**
 * Whether a question asks for a time and for nothing that happened then.
 * @example asksTimeAlone("What did we do last Friday?", window) // true
 * @example asksTimeAlone("What did we ship last Friday?", window) // false
 */
export function asksTimeAlone(question: string, { text }: TimeWindow): boolean {
  const rest = question.slice(0, 2_000).replace(text, " ");
  return words(rest).every((word) => {
    const folded = fold(word.text);
    return isStopWord(folded) || WHATEVER.has(folded);
  });
}

const FORM = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/i;

/** A stretch of time, in milliseconds since the epoch. */
export interface Period {
  readonly start: number;
  /** The first instant after it. */
  readonly end: number;
}

/**
 * What a year, a month, a day or a time in ISO 8601 means, all of it. Years, months and days are those of the zone, and so
 * is a time that names none. A space may stand for the T.
 *
 * `Date.parse` alone won't do: it moves 30 February into March and reads a bare "1" as January 2001.
 * @returns null for other forms, and for days and hours that there are not
 * @example isoPeriod("2023-05") // 2023-05-01 … 2023-06-01
 */
function isoPeriod(text: string, days: AskedAt["days"]): Period | null {
  const parts = FORM.exec(text);
  if (parts === null) return null;
  const [, year, month, day, time, zone = ""] = parts as unknown as readonly [
    unknown,
    string,
    string?,
    string?,
    string?,
    string?,
  ];
  const date = `${year}-${month ?? "01"}-${day ?? "01"}`;
  const start = Date.parse(date);
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(date)) return null;
  if (time !== undefined) {
    const moment = Date.parse(`${date}T${time}${zone === "" ? "Z" : colonZone(zone)}`);
    if (Number.isNaN(moment)) return null;
    const instant = zone === "" ? days.begins(start) + (moment - start) : moment;
    return { start: instant, end: instant + 1 };
  }
  const end = new Date(start);
  if (day !== undefined) end.setUTCDate(end.getUTCDate() + 1);
  else if (month !== undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  return { start: days.begins(start), end: days.begins(end.getTime()) };
}

/** `+0200` and `+02` as `+02:00`: the only form that every engine's `Date.parse` is bound to read. */
const colonZone = (zone: string): string =>
  zone.toUpperCase().replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours: string, minutes = "00") => `${hours}:${minutes}`);

/**
 * Reads a time that was asked for by itself, as an option or after `before:` and `after:`: a year, month, day or time in ISO form, words
 * such as "last week", or a time as mail writes it. What is longer than a moment means the whole of it: `end` is the first instant after it.
 * @param at what "last week" is seen from
 * @returns null for what is no time, also for days that there are not
 * @example periodOf("2023-05", { now, days }) // 2023-05-01 … 2023-06-01
 */
export function periodOf(text: string, at: AskedAt): Period | null {
  const trimmed = text.trim();
  return isoPeriod(trimmed, at.days) ?? wordedPeriod(trimmed, at) ?? otherMoment(trimmed);
}

// A question may hold numbers that are no time; in an option a number beside what was understood is part of the time, so that
// "31 June 2025" isn't all of June and "yesterday 14:00" not all of yesterday.
function wordedPeriod(text: string, at: AskedAt): TimeWindow | null {
  const window = timeWindow(text, at);
  return window === null || /\d/.test(text.replace(window.text, " ")) ? null : window;
}

// As mail, web servers and collections of questions write times: "2023/05/30 (Tue) 23:40", "Tue, 30 May 2023 23:40:00 GMT". Nothing that
// begins like an ISO form, which was refused for a reason, and no 05/06/2026, which is two days.
function otherMoment(text: string): Period | null {
  if (!/\b\d{4}\b/.test(text) || !/^\d{4}\/\d|\d:\d/.test(text) || /^\d{4}(?:-|$)|\b\d\d?\/\d\d?\/\d{4}\b/.test(text))
    return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : { start: moment, end: moment + 1 };
}
