import assert from "node:assert/strict";
import { daysIn } from "../text/days.ts";
import { test } from "node:test";
import { LociError } from "../model/error.ts";
import type { DrawerFilter } from "../model/search.ts";
import type { SearchOptions } from "../model/requests/index.ts";
import { instant, resolveFilter, emptyFilter } from "./resolve-filter.ts";
import { assertLinear } from "../text/linear.fixture.ts";

const NOW = { now: Date.parse("2023-06-14T15:00:00Z"), days: daysIn("UTC") }; // a Wednesday

test("a year, a month, a day, a quarter mean the whole of it, in ISO form and in words", () => {
  const cases: readonly (readonly [text: string, start: string, end: string])[] = [
    ["2023", "2023-01-01", "2024-01-01"],
    ["2023-05", "2023-05-01", "2023-06-01"],
    ["2023-12", "2023-12-01", "2024-01-01"],
    [" 2024-02-29 ", "2024-02-29", "2024-03-01"],
    ["0050-01", "0050-01-01", "0050-02-01"],
    ["may 2023", "2023-05-01", "2023-06-01"],
    ["Q1 2023", "2023-01-01", "2023-04-01"],
    ["in the last two weeks", "2023-05-29", "2023-06-15"],
  ];
  for (const [text, first, after] of cases) {
    const { start, end } = instant("until", text, NOW);
    assert.deepEqual([start, end], [Date.parse(first), Date.parse(after)], text);
  }
});

test("'until' and 'asOf' end with the month or year that they name, 'since' begins with it", () => {
  const before = Date.parse("2023-06-01");
  assert.deepEqual(resolveFilter({ until: "2023-05" }, {}, [], NOW), { before });
  assert.deepEqual(resolveFilter({ asOf: "2023-05" }, {}, [], NOW), { before });
  assert.deepEqual(resolveFilter({ since: "2022", until: "2022" }, {}, [], NOW), {
    since: Date.parse("2022-01-01"),
    before: Date.parse("2023-01-01"),
  });
});

test("a question's field and an option that name one thing in two spellings ask for it, and types are of any case", () => {
  const sources = [
    { key: "recipes-1", name: "recipes", root: "/home/me/recipes" },
    { key: "run-2", name: "run", root: "/home/me/run" },
  ];
  const resolve = (options: SearchOptions, asked: DrawerFilter): DrawerFilter =>
    resolveFilter(options, asked, sources, NOW);
  assert.deepEqual(resolve({ wing: "Kai's Notes" }, { wings: ["kais-notes"] }), { wings: ["Kai's Notes"] });
  assert.deepEqual(resolve({ room: ["Tea Room", "attic"] }, { rooms: ["tea-room"] }), { rooms: ["Tea Room"] });
  assert.deepEqual(resolve({ hall: "hall_facts" }, { halls: ["Facts"] }), { halls: ["hall_facts"] });
  assert.deepEqual(resolve({ source: "/home/me/recipes" }, { sources: ["recipes"] }), { sources: ["recipes-1"] });
  assert.deepEqual(resolve({ type: "MD" }, { documentTypes: ["md", "pdf"] }), { documentTypes: ["md"] });
  assert.deepEqual(resolve({}, { documentTypes: ["PDF"] }), { documentTypes: ["pdf"] });
  assert.deepEqual(resolve({ wing: "novel", source: "run" }, { wings: ["recipes"], sources: ["recipes"] }), {
    wings: [],
    sources: [],
  });
});

test("a source's name means every source of that name, its key and root one of them", () => {
  const sources = [
    { key: "docs-1", name: "docs", root: "/a/docs" },
    { key: "docs-2", name: "docs", root: "/b/docs" },
    { key: "run", name: "docs-1", root: "/run" },
  ];
  const keys = (source: string | readonly string[], asked: DrawerFilter = {}): readonly string[] | undefined =>
    resolveFilter({ source }, asked, sources, NOW).sources;
  assert.deepEqual(keys("docs"), ["docs-1", "docs-2"]);
  assert.deepEqual(keys(["docs", "/b/docs"]), ["docs-1", "docs-2"]);
  assert.deepEqual(keys("docs", { sources: ["/b/docs"] }), ["docs-2"]);
  assert.deepEqual([keys("docs-1"), keys("/a/docs")], [["docs-1"], ["docs-1"]]);
});

test("a time is that moment, with a zone or without", () => {
  const cases: readonly (readonly [text: string, time: string])[] = [
    ["2026-05-31T14:00:00Z", "2026-05-31T14:00:00Z"],
    ["2026-05-31t14:00:00.250z", "2026-05-31T14:00:00.250Z"],
    ["2026-05-31 14:00", "2026-05-31T14:00"],
    ["2026-05-31T14:00+0200", "2026-05-31T12:00Z"],
    ["2026-05-31T14:00-02:00", "2026-05-31T16:00Z"],
  ];
  for (const [text, time] of cases)
    assert.deepEqual(instant("since", text, NOW), { start: Date.parse(time), end: Date.parse(time) + 1 }, text);
});

test("a day that there is not, a number and a form of dates that means different days are no times", () => {
  const texts = [
    "",
    "xyz",
    "1",
    "-1",
    "12",
    "20260530",
    "2023-13",
    "2023-00",
    "2023-13-01",
    "2026-02-30",
    "2023-02-29",
    "2026-04-31T10:00Z",
    "2026-02-30T10:00:00Z",
    "2026-05-31T25:00Z",
    "2026-05-31T14:00+99:00",
    "31 June 2025",
    "05/06/2026",
    "2026-05-31T",
    "yesterday 14:00",
    "2026-02-30 3 days ago",
  ];
  for (const text of texts) {
    assert.throws(
      () => instant("since", text, NOW),
      (error: unknown) =>
        error instanceof LociError &&
        error.code === "QUERY_INVALID" &&
        error.message.includes("since") &&
        error.hint !== "",
      text,
    );
  }
});

test("times as mail and collections of questions write them are moments", () => {
  for (const [text, time] of [
    ["2023/05/30 (Tue) 23:40", "2023-05-30T23:40"],
    ["Tue, 30 May 2023 23:40:00 GMT", "2023-05-30T23:40:00Z"],
  ] as const)
    assert.equal(instant("now", text, NOW).start, Date.parse(time), text);
});

test("a time that JavaScript gives as no text is refused and not a fault", () => {
  for (const value of [2023, new Date(NOW.now), null]) {
    assert.throws(
      () => instant("until", value as unknown as string, NOW),
      (error: unknown) => error instanceof LociError && error.code === "QUERY_INVALID",
    );
  }
});

test("a long text takes linear time", async () => {
  await assertLinear("months", 100_000, (n) =>
    assert.throws(() => instant("since", "2023-05-".repeat(n), NOW), LociError),
  );
});

test("the filter or the phrase that left nothing is named; an empty project and what is merely not found are no matter of filters", () => {
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
    [["FILTER_EMPTY", "no passage fits the filter: 'room' left none"]],
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
    ["no passage fits the filter: 'wing' left none"],
  );
  const phrases = { by: "phrases", drawers: 3 } as const;
  for (const [before, message] of [
    [[], 'no passage holds "gold tips" and "green" word for word'],
    [
      [{ by: "wings", drawers: 1 }],
      'no passage of those that the filters leave holds "gold tips" and "green" word for word',
    ],
    [[{ by: "wings", drawers: 0 }], 'no passage holds "gold tips" and "green" word for word'],
  ] as const)
    assert.deepEqual(
      emptyFilter({ visible: 4, eligible: 0, removed: [...before, phrases] }, {}, ["gold tips", "green"]).map(
        ({ code, message }) => [code, message],
      ),
      [["PHRASE_ABSENT", message]],
    );
  assert.deepEqual(emptyFilter({ visible: 0, eligible: 0, removed: [{ by: "wings", drawers: 0 }] }, {}), []);
  assert.deepEqual(emptyFilter({ visible: 4, eligible: 1, removed: [{ by: "wings", drawers: 3 }] }, {}), []);
  assert.deepEqual(
    emptyFilter(
      { visible: 4, eligible: 0, removed: [{ by: "since", drawers: 4 }] },
      { since: Date.parse("2030-01-01") },
    ).map(({ message }) => message),
    ["no passage fits the filter: none is dated from 2030-01-01 on"],
  );
  assert.deepEqual(
    emptyFilter(
      { visible: 4, eligible: 0, removed: [{ by: "before", drawers: 4 }] },
      { before: Date.parse("2020-01-02") },
    ).map(({ message }) => message),
    ["no passage fits the filter: none is dated before 2020-01-02"],
  );
});

test("bounds with no time between them are said as that, and each hint is about the filter that left nothing", () => {
  const note = (by: string, filter: DrawerFilter = {}) =>
    emptyFilter({ visible: 4, eligible: 0, removed: [{ by, drawers: 4 }] }, filter)[0];
  const turned = { since: Date.parse("2026-03-01"), before: Date.parse("2026-02-01") };
  assert.equal(
    note("before", turned)?.message,
    "no passage fits the filter: no time is from 2026-03-01T00:00:00.000Z on and before 2026-02-01T00:00:00.000Z",
  );
  assert.equal(note("since", turned)?.message, note("before", turned)?.message);
  assert.match(note("wings")?.hint ?? "", /loci palace/);
  assert.match(note("documentTypes")?.hint ?? "", /md.*pdf.*chat/);
  assert.match(note("sources")?.hint ?? "", /loci sources/);
});
