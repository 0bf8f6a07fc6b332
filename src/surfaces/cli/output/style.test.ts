import assert from "node:assert/strict";
import test from "node:test";
import { localMinute } from "../../shared/wording.ts";

test("times are shown in the reader's zone, days without an hour as they are in every zone", (t) => {
  const before = process.env["TZ"];
  t.after(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });
  const shown: Readonly<Record<string, string>> = {
    UTC: "2026-02-01 01:30",
    "America/New_York": "2026-01-31 20:30",
    "Asia/Tokyo": "2026-02-01 10:30",
  };
  for (const [zone, minute] of Object.entries(shown)) {
    process.env["TZ"] = zone;
    assert.equal(localMinute("2026-02-01T01:30:00Z"), minute, zone);
    assert.equal(localMinute("2026-02-01T02:30:00+01:00"), minute, zone);
    for (const day of ["2026-02-01", "2026-02", "2026"]) assert.equal(localMinute(day), day, zone);
    assert.equal(localMinute("2026-02-01T00:00:00.000Z"), "2026-02-01", zone);
  }
});
