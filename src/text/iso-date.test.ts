import assert from "node:assert/strict";
import { test } from "node:test";
import { isoDate, statedDate, withoutNamedDay } from "./iso-date.ts";

test("dates and times as they are written become ISO 8601; what means several days, or none, is undefined", () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    "2024-05-01": "2024-05-01",
    "2024/5/1": "2024-05-01",
    "2024/5/1 9:30": "2024-05-01T09:30Z",
    "2024-05-01T9:30:15.5": "2024-05-01T09:30:15.5Z",
    "2024-05-01T10:00:00.5+0530": "2024-05-01T10:00:00.5+05:30",
    "2024-05-01 10:00:00 UTC": "2024-05-01T10:00:00Z",
    "2024-05-01 10:00:00.1234z": "2024-05-01T10:00:00.1234Z",
    "2024.05.01": "2024-05-01",
    "1.5.2024 9:30": "2024-05-01T09:30Z",
    "20240501": "2024-05-01",
    "20240501T10:00:00Z": "2024-05-01T10:00:00Z",
    "20241501": undefined,
    "30.02.2024": undefined,
    "2024-02-30": undefined,
    "2024-05-01T25:00": undefined,
    "1/5/2024": undefined,
    "": undefined,
  };
  for (const [text, date] of Object.entries(cases)) assert.equal(isoDate(text), date, text);
});

test("seconds and milliseconds since 1970; figures that are a day and an hour are none", () => {
  assert.equal(isoDate("1657896704306"), "2022-07-15T14:51:44.306Z");
  assert.equal(isoDate("1657896704"), "2022-07-15T14:51:44.000Z");
  for (const figures of ["2024051412", "2024051412300", "165789670", "16578967043"])
    assert.equal(isoDate(figures), undefined, figures);
});

test("a day whose month has a name goes with its weekday; a month or a weekday alone stays", () => {
  const cases: Readonly<Record<string, string>> = {
    "Tuesday, May 14th, 2024": "",
    "Dienstag, 14. Mai 2024: Hafen": ": Hafen",
    "14 mai 2024 marées": "marées",
    "2024年5月14日": "",
    "Harbour in May": "Harbour in May",
    "Tuesday club 2024": "Tuesday club 2024",
  };
  for (const [text, left] of Object.entries(cases)) assert.equal(withoutNamedDay(text).trim(), left, text);
});

test("a date where a document says when it is from: links, weekdays, zones by name; half a day and what is none stay out", () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    "[[2024-05-01]]": "2024-05-01",
    "[[2024-05-01|today]]": "2024-05-01",
    "[[Journal/2024/05/2024-05-01-Wednesday#Morning]]": "2024-05-01",
    "[2024-05-01](../daily/2024-05-01.md)": "2024-05-01",
    "![[20240501]]": "2024-05-01",
    "[[May 1st, 2024]]": "2024-05-01",
    "<2024-05-01 Wed 14:30>": "2024-05-01",
    "@2024/05/01": "2024-05-01",
    "Wed, 01 May 2024 10:00:00 +0200": "2024-05-01",
    "2024-05-01T10:00:00+02:00[Europe/Berlin]": "2024-05-01T10:00:00+02:00",
    "2024-05-01 10:00 UTC (Greenwich)": "2024-05-01T10:00Z",
    "2024-05-01 01:30 PM": "2024-05-01",
    " 2024-05-01 09:30 ": "2024-05-01T09:30Z",
    "202405011230": "2024-05-01T12:30:00Z",
    "1715680800000": "2024-05-14T10:00:00.000Z",
    "05/01/2024": undefined,
    "{{date}}": undefined,
    "[[soon]]": undefined,
    "": undefined,
  };
  for (const [text, date] of Object.entries(cases)) assert.equal(statedDate(text), date, text);
});
