import assert from "node:assert/strict";
import { test } from "node:test";
import { contentDate } from "./file-document.ts";

const TIME = Date.parse("2026-02-03T04:05:06.789Z");

test("front matter, then the name, then the folders' names, then the modification time", () => {
  assert.deepEqual(contentDate({ date: "2024-05-06" }, "2025-01-01.md", TIME), {
    value: "2024-05-06",
    by: "front-matter",
  });
  assert.deepEqual(contentDate({}, "memory/2025-01-31.md", TIME), { value: "2025-01-31", by: "file-name" });
  assert.deepEqual(contentDate({}, "2025-01-31/2024-12-01 trip.md", TIME), { value: "2024-12-01", by: "file-name" });
  assert.deepEqual(contentDate({}, "2025-01-31/trip.md", TIME), { value: "2025-01-31", by: "file-name" });
  assert.deepEqual(contentDate({}, "trip.md", TIME), { value: "2026-02-03T04:05:06.789Z", by: "modified" });
  assert.equal(contentDate({}, "trip.md", 0), null);
});

test("names with a time, and compact ones", () => {
  assert.equal(contentDate({}, "2025-01-31T14-30.md", 0)?.value, "2025-01-31T14:30:00Z");
  assert.equal(contentDate({}, "log 2025-01-31_14.30.59.txt", 0)?.value, "2025-01-31T14:30:59Z");
  assert.equal(contentDate({}, "IMG_20250131.md", 0)?.value, "2025-01-31");
});

test("numbers that are no dates are none", () => {
  for (const name of ["2025-13-01.md", "2025-02-30.md", "12025-01-01.md", "20259999.md", "1.2.3.md", "99990101.md"])
    assert.equal(contentDate({}, name, 0), null, name);
  assert.equal(contentDate({ date: "soon" }, "a.md", TIME)?.by, "modified");
});

test("days as Logseq and Dendron write them; two separators are none", () => {
  assert.equal(contentDate({}, "journals/2024_05_14.md", 0)?.value, "2024-05-14");
  assert.equal(contentDate({}, "daily.journal.2024.05.14.md", 0)?.value, "2024-05-14");
  assert.equal(contentDate({}, "2024_05-14.md", 0), null);
});

test("a day in a name: with spaces, the day first behind points, or as folders of year, month and day", () => {
  const days = {
    "2024 05 14.md": "2024-05-14",
    "14.05.2024.md": "2024-05-14",
    "Protokoll 14.05.2024.docx": "2024-05-14",
    "Journal/2024/05/14.md": "2024-05-14",
    "2024/05/14/walk.md": "2024-05-14",
    "2024/05/2024-05-15.md": "2024-05-15",
  };
  for (const [path, value] of Object.entries(days))
    assert.deepEqual(contentDate({}, path, TIME), { value, by: "file-name" }, path);
  for (const path of [
    "31.02.2024.md",
    "v1.14.05.20241.md",
    "2024/13/01.md",
    "12024/05/14.md",
    "05/14/2024.md",
    "2024/05/140.md",
  ])
    assert.equal(contentDate({}, path, TIME)?.by, "modified", path);
});

test("a day in a name whose month has a name, in the languages that people have", () => {
  for (const language of [
    "en-US",
    "en-GB",
    "de",
    "fr",
    "es",
    "it",
    "pt",
    "nl",
    "uk",
    "ru",
    "sv",
    "tr",
    "cs",
    "ja",
    "ko",
    "zh",
  ])
    for (let month = 0; month < 12; month++)
      for (const style of ["long", "medium"] as const) {
        const day = new Date(Date.UTC(2024, month, 7 + month));
        const name = new Intl.DateTimeFormat(language, { dateStyle: style, timeZone: "UTC" }).format(day);
        // With figures alone the day may be the month.
        if (/\d+[./]\s?\d+/u.test(name) || name.includes("/")) continue;
        const value = day.toISOString().slice(0, 10);
        assert.deepEqual(contentDate({}, `Notes ${name}.md`, TIME), { value, by: "file-name" }, name);
      }
  const others = { "May 3rd, 2024": "2024-05-03", "3-Sep-2024": "2024-09-03", "2024 May 14": "2024-05-14" };
  for (const [name, value] of Object.entries(others)) assert.equal(contentDate({}, `${name}.md`, TIME)?.value, value);
  for (const name of [
    "Maybe 3 2024",
    "31 June 2024",
    "Version 12 alpha 2024",
    "May 2024",
    "Mach 3 Turbo 2024",
    "3 listopada 2024",
  ])
    assert.equal(contentDate({}, `${name}.md`, TIME)?.by, "modified", name);
});

test("notes numbered by the minute, and names with a day and a time in figures", () => {
  const dates = {
    "202405011230 Herons.md": "2024-05-01T12:30:00Z",
    "zettel/202405011230.md": "2024-05-01T12:30:00Z",
    "202405011230a.md": "2024-05-01T12:30:00Z",
    "20240501123045 Herons.md": "2024-05-01T12:30:45Z",
    "20240501T123045--herons__birds.org": "2024-05-01T12:30:45Z",
    "IMG_20240501_123045.md": "2024-05-01T12:30:45Z",
    "20240501123045123.md": "2024-05-01T12:30:45Z",
  };
  for (const [path, value] of Object.entries(dates))
    assert.deepEqual(contentDate({}, path, TIME), { value, by: "file-name" }, path);
  for (const path of [
    "202413011230.md",
    "202405012561.md",
    "2024050112.md",
    "2024050112301.md",
    "491729876543.md",
    "1715680800000/a.md",
  ])
    assert.equal(contentDate({}, path, TIME)?.by, "modified", path);
});
