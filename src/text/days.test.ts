import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dayOf, daysIn } from "./days.ts";

const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));

test("a time has the day of the zone where it is read; a day without an hour stays that day in every zone", () => {
  fc.assert(
    fc.property(
      zones,
      fc.date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
      (zone, at) => {
        const time = at.toISOString();
        const days = daysIn(zone);
        const [day, bare] = [dayOf(time, days), dayOf(time.slice(0, 10), days)];
        assert.equal(bare, time.slice(0, 10));
        assert.equal(dayOf(`${bare}T00:00:00.000Z`, days), bare);
        if (at.getTime() % 86_400_000 === 0) return;
        const begins = days.begins(Date.parse(day));
        assert.ok(begins <= at.getTime() && at.getTime() < begins + 26 * 3_600_000, `${time} in ${zone}: ${day}`);
      },
    ),
    { numRuns: 60 },
  );
});

test("a day is the one that the zone's clocks show, whatever year and hour it is", () => {
  fc.assert(
    fc.property(
      zones,
      fc.date({ min: new Date("1930-01-01"), max: new Date("2060-01-01"), noInvalidDate: true }),
      (zone, at) => {
        const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
        const days = daysIn(zone);
        for (const hours of [0, 1, 5, 12, 23])
          assert.equal(days.day(at.getTime() + hours * 3_600_000), shown.format(at.getTime() + hours * 3_600_000));
      },
    ),
  );
});
