import assert from "node:assert/strict";
import test from "node:test";
import { judgeAnswer, supportedOnly } from "./gate.ts";
import { type QuoteCase, quoteSet } from "./quote-set.fixture.ts";

const judged = (one: QuoteCase): string =>
  judgeAnswer(`So it is. [${one.label} “${one.quote}”]`, one.sources)[0]?.verdict ?? "no citation";

test("of the quote set no made-up quote passes and every true one does", () => {
  const cases = quoteSet();
  assert.ok(cases.length >= 400, `${cases.length} cases`);
  const passed = cases.filter((one) => one.verdict !== "supported" && judged(one) === "supported");
  assert.deepEqual(
    passed.map(({ name, quote }) => `${name}: ${quote}`),
    [],
  );
  const refused = cases.filter((one) => one.verdict === "supported" && judged(one) !== "supported");
  assert.deepEqual(
    refused.map((one) => `${one.name}: ${one.quote}: ${judged(one)}`),
    [],
  );
});

test("of the quote set the verdict on what is false names its kind", () => {
  const wrong = quoteSet().filter((one) => one.verdict !== "supported" && judged(one) !== one.verdict);
  assert.deepEqual(
    wrong.map((one) => `${one.name}: ${one.quote}: ${judged(one)}, not ${one.verdict}`),
    [],
  );
});

test("a supported quote is located in the stored text, to the character", () => {
  const text = "Infor-\nmation is kept in a ﬁle.";
  const [one] = judgeAnswer('[M1 "information is kept in a file"]', [{ label: "M1", text }]);
  assert.equal(one?.verdict, "supported");
  assert.equal(text.slice(one?.span?.start, one?.span?.end), "Infor-\nmation is kept in a ﬁle");
});

test("a citation without a quote, or with a short one, isn't supported and says why", () => {
  const sources = [{ label: "M1", text: "The port is 8080." }];
  assert.deepEqual(
    judgeAnswer('[M1] [M1 "port is"]', sources).map(({ verdict, reason }) => [verdict, reason]),
    [
      ["not found", "no quote"],
      ["not found", "too short"],
    ],
  );
});

test("strict keeps sentences whose citations are all supported, and nothing else", () => {
  const sources = [{ label: "M1", text: "The service listens on port 8080 by default." }];
  const answer =
    'It listens on 8080 [M1 "listens on port 8080"]. The sky is blue. It is red. [M1 "entirely made up words"] By default. [M1 "port 8080 by default"] [M1 "listens on port 8080"] And more [M1 "listens on port 8080", M2 "whatever it is"].';
  assert.equal(
    supportedOnly(answer, judgeAnswer(answer, sources)),
    'It listens on 8080 [M1 "listens on port 8080"]. By default. [M1 "port 8080 by default"] [M1 "listens on port 8080"]',
  );
  assert.equal(supportedOnly("Nothing is cited here.", []), "");
});
