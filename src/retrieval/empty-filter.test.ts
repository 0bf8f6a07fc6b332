import assert from "node:assert/strict";
import { test } from "node:test";
import type { DrawerFilter } from "../model/search.ts";
import { emptyFilter } from "./empty-filter.ts";

test("the filter that left nothing is named; phrases, an empty project and what is merely not found are no matter of filters", () => {
  assert.deepEqual(
    emptyFilter(
      {
        visible: 4,
        eligible: 0,
        removed: [
          { by: "wings", drawers: 3 },
          { by: "rooms", drawers: 1 },
        ],
      },
      {},
    ).map(({ code, message }) => [code, message]),
    [["FILTER_EMPTY", "no drawer passes the filter: 'room' left none"]],
  );
  assert.deepEqual(
    emptyFilter(
      {
        visible: 4,
        eligible: 0,
        removed: [
          { by: "wings", drawers: 4 },
          { by: "rooms", drawers: 0 },
        ],
      },
      {},
    ).map(({ message }) => message),
    ["no drawer passes the filter: 'wing' left none"],
  );
  assert.deepEqual(emptyFilter({ visible: 4, eligible: 0, removed: [{ by: "phrases", drawers: 4 }] }, {}), []);
  assert.deepEqual(emptyFilter({ visible: 0, eligible: 0, removed: [{ by: "wings", drawers: 0 }] }, {}), []);
  assert.deepEqual(emptyFilter({ visible: 4, eligible: 1, removed: [{ by: "wings", drawers: 3 }] }, {}), []);
  assert.deepEqual(
    emptyFilter(
      { visible: 4, eligible: 0, removed: [{ by: "since", drawers: 4 }] },
      { since: Date.parse("2030-01-01") },
    ).map(({ message }) => message),
    ["no drawer passes the filter: none is dated from 2030-01-01T00:00:00.000Z on"],
  );
  assert.deepEqual(
    emptyFilter(
      { visible: 4, eligible: 0, removed: [{ by: "before", drawers: 4 }] },
      { before: Date.parse("2020-01-02") },
    ).map(({ message }) => message),
    ["no drawer passes the filter: none is dated before 2020-01-02T00:00:00.000Z"],
  );
});

test("bounds with no time between them are said as that, and each hint is about the filter that left nothing", () => {
  const note = (by: string, filter: DrawerFilter = {}) =>
    emptyFilter({ visible: 4, eligible: 0, removed: [{ by, drawers: 4 }] }, filter)[0];
  const turned = { since: Date.parse("2026-03-01"), before: Date.parse("2026-02-01") };
  assert.equal(
    note("before", turned)?.message,
    "no drawer passes the filter: no time is from 2026-03-01T00:00:00.000Z on and before 2026-02-01T00:00:00.000Z",
  );
  assert.equal(note("since", turned)?.message, note("before", turned)?.message);
  assert.match(note("wings")?.hint ?? "", /loci palace taxonomy/);
  assert.match(note("documentTypes")?.hint ?? "", /md.*pdf.*chat/);
  assert.match(note("sources")?.hint ?? "", /loci sources/);
});
