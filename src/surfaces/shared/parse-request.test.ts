import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { LociError } from "../../index.ts";
import { parseRequest } from "./parse-request.ts";
import { addDrawerRequestSchema } from "./schemas/add-drawer-request.ts";
import { expandRequestSchema } from "./schemas/expand-request.ts";
import { searchRequestSchema } from "./schemas/search-request.ts";

function refused(work: () => unknown): LociError {
  try {
    work();
  } catch (thrown) {
    assert.ok(thrown instanceof LociError);
    return thrown;
  }
  return assert.fail("nothing was thrown");
}

const searching = (value: unknown): unknown => parseRequest(searchRequestSchema, value, "search");

test("a right request comes through as it is", () => {
  assert.deepEqual(searching({ query: "q", wing: ["a", "b"], limit: 3 }), { query: "q", wing: ["a", "b"], limit: 3 });
});

test("an unknown parameter is refused with the one that was meant", () => {
  const error = refused(() => searching({ query: "q", wings: "a" }));
  assert.equal(error.code, "USAGE");
  assert.match(error.message, /no parameter 'wings'/);
  assert.match(error.hint, /did you mean 'wing'/);
});

test("a misspelt required parameter is named before the missing one", () => {
  assert.match(refused(() => searching({ qery: "q" })).hint, /did you mean 'query'/);
});

test("an unknown parameter like nothing known is refused with all that are known", () => {
  assert.match(refused(() => searching({ query: "q", frobnicate: 1 })).hint, /^leave it out; known are query, limit/);
});

test("a missing parameter, a wrong type, a wrong word and a number out of bounds say what to give", () => {
  assert.match(refused(() => searching({})).message, /'query' is missing/);
  const wrong = refused(() => searching({ query: 7 }));
  assert.match(wrong.message, /'query' is a number, not a string/);
  assert.equal(wrong.hint, "give 'query' as a string");
  assert.match(refused(() => searching({ query: "q", mode: "fuzzy" })).hint, /hybrid, lexical, semantic/);
  assert.match(refused(() => searching({ query: "q", limit: 0 })).message, /'limit' is less than 1/);
  assert.match(refused(() => searching({ query: "q", limit: 1.5 })).hint, /whole number/);
  assert.match(refused(() => searching({ query: "q", wing: 3 })).message, /'wing' is a number/);
  assert.match(refused(() => searching({ query: "q", wing: ["a", 3] })).message, /'wing/);
  assert.match(refused(() => searching("q")).message, /the request is a string, not an object/);
  assert.match(refused(() => searching(null)).message, /null, not an object/);
  assert.match(refused(() => parseRequest(expandRequestSchema, { ids: [] }, "expand")).message, /'ids' is empty/);
});

test("a megabyte is refused without being repeated", () => {
  const giant = "g".repeat(1_000_000);
  for (const work of [
    () => searching({ query: giant }),
    () => searching({ query: "q", wing: giant }),
    () => searching({ query: "q", room: [giant] }),
    () => parseRequest(addDrawerRequestSchema, { text: giant, wing: "w", room: "r" }, "add_drawer"),
    () => parseRequest(expandRequestSchema, { ids: Array.from({ length: 1_000 }, () => "abcd") }, "expand"),
  ]) {
    const error = refused(work);
    assert.equal(error.code, "TOO_LARGE");
    assert.ok(JSON.stringify([error.message, error.hint, error.details]).length < 2_000);
  }
  assert.ok(JSON.stringify(refused(() => searching({ query: "q", [giant]: 1 }))).length < 2_000);
});

test("a value of another form is shown the form; a request that takes nothing says so", () => {
  const form = refused(() =>
    parseRequest(z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) }), { id: "x" }, "delete_drawer"),
  );
  assert.deepEqual(
    [form.message, form.hint],
    ["delete_drawer: 'id' has the wrong form", "give 'id' in the form /^[0-9a-f]{32}$/"],
  );
  const time = refused(() =>
    parseRequest(z.strictObject({ time: z.iso.datetime({ offset: true }) }), { time: "8 May" }, "tell"),
  );
  assert.equal(time.hint, "give 'time' as an ISO 8601 time with zone, such as 2026-05-31T14:00:00Z");
  assert.equal(
    refused(() => parseRequest(z.strictObject({}), { x: 1 }, "status")).hint,
    "leave it out; there are none",
  );
  assert.equal(
    refused(() => parseRequest(z.strictObject({}), { projct: "a" }, "status", ["project"])).hint,
    "did you mean 'project'? Known are project",
  );
});

test("a parameter of an address that is no number is said to be none, in one fault", () => {
  const rank = z.strictObject({ rank: z.coerce.number().int().min(1).max(1_000_000) });
  for (const given of ["first", "Infinity"]) {
    const { message, hint, details } = refused(() => parseRequest(rank, { rank: given }, "GET /v1/facts/by-rank"));
    assert.deepEqual(
      [message, hint, (details["faults"] as unknown[]).length],
      ["GET /v1/facts/by-rank: 'rank' is no number", "give 'rank' as a number", 1],
    );
  }
  assert.match(
    refused(() => parseRequest(rank, { rank: "1.5" }, "x")).message,
    /'rank' is a number, not a whole number/,
  );
});

test("all faults of a request are told, with their paths", () => {
  const { details } = refused(() => searching({ limit: "ten", explain: "yes" }));
  assert.deepEqual(
    (details["faults"] as { path: string }[]).map(({ path }) => path),
    ["query", "limit", "explain"],
  );
});
