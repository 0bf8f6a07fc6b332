import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionTime } from "./session-time.ts";

const TIMES: readonly (readonly [string, string | null])[] = [
  ["1:56 pm on 8 May, 2023", "2023-05-08T13:56:00.000Z"],
  ["2025-12-15 (Monday)", "2025-12-15T00:00:00.000Z"],
  ["2024-01-02T13:04:05+02:00", "2024-01-02T11:04:05.000Z"],
  ["2024-01-02 13:04", "2024-01-02T13:04:00.000Z"],
  ["05.01.2024, 21:52:04", "2024-01-05T21:52:04.000Z"],
  ["29.12.2023", "2023-12-29T00:00:00.000Z"],
  ["March-15-2024", "2024-03-15T00:00:00.000Z"],
  ["2023/05/20 (Sat) 02:21", "2023-05-20T02:21:00.000Z"],
  ["Mon, 15 Jan 2024 10:00:00 +0100", "2024-01-15T09:00:00.000Z"],
  ["Mon Jan 15 2024 10:00:00 GMT+0100 (CET)", "2024-01-15T09:00:00.000Z"],
  ["31.13.2024", null],
  ["", null],
  ["once upon a time", null],
];

test("the time of a session is the same wherever it is read", (t) => {
  const zone = process.env["TZ"];
  t.after(() => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });
  for (const place of ["UTC", "America/New_York", "Asia/Tokyo"]) {
    process.env["TZ"] = place;
    for (const [text, time] of TIMES) assert.equal(sessionTime(text), time, `${text} in ${place}`);
  }
});
