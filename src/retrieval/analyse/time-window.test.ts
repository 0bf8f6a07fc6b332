import assert from "node:assert/strict";
import { test } from "node:test";
import { timeWindow } from "./time-window.ts";
import { assertLinear } from "../../text/linear.fixture.ts";

const NOW = Date.parse("2023-06-14T15:00:00Z"); // a Wednesday

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
