import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyFilter } from "./empty-filter.ts";

test("the filter that left nothing is named; phrases, an empty project and what is merely not found are no matter of filters", () => {
  assert.deepEqual(emptyFilter({ visible: 4, eligible: 0, removed: [{ by: "wings", drawers: 3 }, { by: "rooms", drawers: 1 }] }, {}).map(({ code, message }) => [code, message]), [["FILTER_EMPTY", "no drawer passes the filter: 'room' left none"]]);
  assert.deepEqual(emptyFilter({ visible: 4, eligible: 0, removed: [{ by: "wings", drawers: 4 }, { by: "rooms", drawers: 0 }] }, {}).map(({ message }) => message), ["no drawer passes the filter: 'wing' left none"]);
  assert.deepEqual(emptyFilter({ visible: 4, eligible: 0, removed: [{ by: "phrases", drawers: 4 }] }, {}), []);
  assert.deepEqual(emptyFilter({ visible: 0, eligible: 0, removed: [{ by: "wings", drawers: 0 }] }, {}), []);
  assert.deepEqual(emptyFilter({ visible: 4, eligible: 1, removed: [{ by: "wings", drawers: 3 }] }, {}), []);
  const bounds = { since: Date.parse("2030-01-01"), before: Date.parse("2020-01-02") };
  assert.deepEqual(emptyFilter({ visible: 4, eligible: 0, removed: [{ by: "since", drawers: 4 }] }, bounds).map(({ message }) => message), ["no drawer passes the filter: none is dated from 2030-01-01T00:00:00.000Z on"]);
  assert.deepEqual(emptyFilter({ visible: 4, eligible: 0, removed: [{ by: "before", drawers: 4 }] }, bounds).map(({ message }) => message), ["no drawer passes the filter: none is dated before 2020-01-02T00:00:00.000Z"]);
});
