import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contentTime } from "../../model/drawer.ts";
import { daysIn } from "../../text/days.ts";
import { periodOf, timeWindow } from "./time-window.ts";
import { assertLinear } from "../../text/linear.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

/** A Wednesday. */
const NOW = { now: Date.parse("2023-06-14T15:00:00Z"), days: daysIn("UTC") };

const CASES: readonly (readonly [question: string, start: string, end: string])[] = [
  ["who did Maria have dinner with on May 3, 2023?", "2023-05-03", "2023-05-04"],
  ["what happened on 8 May, 2023", "2023-05-08", "2023-05-09"],
  ["what happened on the 8th of May 2023", "2023-05-08", "2023-05-09"],
  ["notes of 2022-12-31", "2022-12-31", "2023-01-01"],
  ["what did we ship in May 2023?", "2023-05-01", "2023-06-01"],
  ["what did we ship in May?", "2023-05-01", "2023-06-01"],
  ["what did we plan in August?", "2022-08-01", "2022-09-01"],
  ["revenue in Q3 2022", "2022-07-01", "2022-10-01"],
  ["trips in summer 2022", "2022-06-01", "2022-09-01"],
  ["where were we last summer?", "2022-06-01", "2022-09-01"],
  ["what did Ana say yesterday?", "2023-06-13", "2023-06-14"],
  ["what did Ana say last week?", "2023-06-05", "2023-06-12"],
  ["the weekend before last", "2023-06-03", "2023-06-05"],
  ["last weekend", "2023-06-10", "2023-06-12"],
  ["two months ago", "2023-04-01", "2023-05-01"],
  ["3 days ago", "2023-06-11", "2023-06-12"],
  ["A couple of months ago we moved", "2023-04-01", "2023-05-01"],
  ["A few days ago", "2023-06-11", "2023-06-12"],
  ["in the last two weeks", "2023-05-29", "2023-06-15"],
  ["last Friday", "2023-06-09", "2023-06-10"],
  ["on Wednesday", "2023-06-07", "2023-06-08"],
  ["who won in 2019", "2019-01-01", "2020-01-01"],
  ["last year", "2022-01-01", "2023-01-01"],
];

for (const [question, start, end] of CASES) {
  test(`'${question}' names ${start} … ${end}`, () => {
    const window = timeWindow(question, NOW);
    assert.ok(window !== null);
    assert.deepEqual(
      [new Date(window.start).toISOString().slice(0, 10), new Date(window.end).toISOString().slice(0, 10)],
      [start, end],
    );
  });
}

test("a question without a time names none", () => {
  for (const question of ["may I ask something?", "how do I march on?", "2 apples", "version 2019", ""]) {
    assert.equal(timeWindow(question, NOW), null, question);
  }
});

test("a hostile question takes linear time", async () => {
  await assertLinear("the last", 100_000, (n) => timeWindow("the last ".repeat(n), NOW));
});

const ZONES = [
  "UTC",
  "America/New_York",
  "America/St_Johns",
  "Pacific/Honolulu",
  "Asia/Kolkata",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "America/Sao_Paulo",
  "Asia/Beirut",
];

test("calendar words and days mean days of the zone, whatever the zone and the season", () => {
  const instants = fc.integer({ min: Date.parse("2015-01-01"), max: Date.parse("2027-01-01") });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instants, (zone, now) => {
      const days = daysIn(zone);
      const today = days.day(now);
      const named = [timeWindow("what did we do today?", { now, days }), periodOf(today, { now, days })];
      for (const period of named) {
        assert.ok(period !== null && period.start <= now && now < period.end, `${zone} ${now}`);
        assert.deepEqual([days.day(period.start), days.day(period.end - 1)], [today, today]);
        assert.ok(days.day(period.start - 1) < today && days.day(period.end) > today);
        // What is dated by the day alone is of that day everywhere.
        const noon = contentTime({ value: today, by: "file-name" });
        assert.ok((period.start <= noon && noon < period.end) || zone === "Pacific/Auckland");
      }
      const yesterday = timeWindow("yesterday", { now, days });
      assert.equal(yesterday?.end, named[0]?.start);
    }),
    { numRuns: rounds(300, 20) },
  );
});

test("in New York at nine in the evening, today has its morning", () => {
  const days = daysIn("America/New_York");
  const today = timeWindow("today", { now: Date.parse("2026-05-03T21:00:00-04:00"), days });
  assert.equal(today?.start, Date.parse("2026-05-03T00:00:00-04:00"));
  assert.equal(periodOf("2026-05-03 14:00", { now: 0, days })?.start, Date.parse("2026-05-03T14:00:00-04:00"));
});
