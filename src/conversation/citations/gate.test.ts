import assert from "node:assert/strict";
import test from "node:test";
import { LEADS } from "../../text/evidence.ts";
import { uncheckable } from "./claim.ts";
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
  // "found no leaks, but …" isn't proved by "leaks, but …".
  const isCut = ({ quote }: QuoteCase): boolean => /^leaks,\s+but/u.test(quote);
  const refused = cases.filter((one) => one.verdict === "supported" && !isCut(one) && judged(one) !== "supported");
  for (const one of cases.filter(isCut)) assert.notEqual(judged(one), "supported");
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

test("a sentence with a number that its passage doesn't hold, or a quote cut behind its not, isn't supported", () => {
  const text =
    "Staging does not listen on port 8443. It takes 9,000 requests in thirty minutes, and three of four are cached.";
  const sources = [{ label: "M1", text, about: "notes/staging-2026.md" }];
  const verdict = (answer: string): string => {
    const [one] = judgeAnswer(answer, sources);
    return `${one?.verdict} ${one?.reason}`.trim();
  };
  for (const [answer, right] of [
    ['It listens on 8443 [M1 "listen on port 8443"].', "not found cut behind a not"],
    ['It doesn\'t listen on 8443 [M1 "listen on port 8443"].', "supported"],
    ['It does not [M1 "not listen on port 8443"].', "supported"],
    ['It takes 9000 requests [M1 "9,000 requests in thirty minutes"].', "supported"],
    ['It takes 12,000 requests [M1 "requests in thirty minutes"].', "not found 12000 is not in the passage"],
    ['In 30 minutes [M1 "requests in thirty minutes"].', "supported"],
    ['In forty minutes [M1 "requests in thirty minutes"].', "not found 40 is not in the passage"],
    ['Said in 2026, one of them is cached [M1 "three of four are cached"].', "supported"],
    ['1. Most are cached [M1 "three of four are cached"] on staging.', "supported"],
    ['Most are cached [M1 "three of four are cached"] since 2025.', "not found 2025 is not in the passage"],
    ['Most are cached [M1 "three of four are cached"]. There are 77 others.', "supported"],
  ] as const)
    assert.equal(verdict(answer), right, answer);
});

test("a quote cut before its predicate proves nothing else than what follows it", () => {
  for (const [subject, verb, says, other, denied] of [
    ["Moth damage", "is", "excluded", "covered", "not covered"],
    ["The courtyard door", "will be", "locked at night", "open all night", "no longer open"],
    ["All former members", "can", "borrow instruments", "vote", "never vote"],
    ["Bikes of the tenants", "were", "moved to the cellar", "stolen", "not stolen"],
  ] as const)
    for (const quote of [`${subject} ${verb}`, ...(subject.length < 12 ? [] : [subject])]) {
      const verdict = (passage: string, said: string): string | undefined =>
        judgeAnswer(`${subject} ${verb} ${said} [M1 "${quote}"].`, [
          { label: "M1", text: `${subject} ${verb} ${passage}. The rest follows.` },
        ])[0]?.verdict;
      assert.deepEqual(
        [verdict(says, other), verdict(denied, denied.split(" ").at(-1) ?? ""), verdict(says, says)],
        ["not found", "not found", "supported"],
        quote,
      );
    }
});

test("a citation in which an answer broke off takes none of those behind it", () => {
  const text = "The period of notice is six months to the end of a quarter.";
  for (const behind of [`[M1 "${text}"] lease.md`, `[M1] lease.md\n\n> ${text}\n[M1 "${text}"] lease.md`])
    for (const open of ['"', "“", "„", "«"]) {
      const judged = judgeAnswer(`Six months [M1 ${open}The period of no…\n\n> ${text}\n${behind}`, [
        { label: "M1", text },
      ]);
      assert.ok(judged.length > 0 && judged.at(-1)?.verdict === "supported", behind);
      assert.ok(judged.every(({ quote }) => quote === null || quote === text));
    }
});

test("what nobody can check is named: sentences without a citation, marks that are none", () => {
  const answer =
    'It is cached [M1 "three of four are cached"]. The sky is blue today. It is red [1], says the page (M1).\n\n> A quoted line of words. And another one.\n> It goes on here';
  assert.deepEqual(uncheckable(answer), {
    uncited: ["The sky is blue today.", "It is red [1], says the page (M1)."],
    marks: ["[1]", "(M1)"],
  });
  assert.deepEqual(uncheckable(LEADS.nothing).uncited, []);
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

test("a number is the same in figures and in words, and another one is none", () => {
  const forms: readonly (readonly [value: number, ...forms: string[]])[] = [
    [7, "seven", "7"],
    [21, "twenty-one", "21"],
    [100, "a hundred", "one hundred", "100"],
    [204, "two hundred and four", "two hundred four", "204"],
    [300, "three hundred", "300"],
    [1200, "twelve hundred", "one thousand two hundred", "1,200", "1200"],
    [3000, "three thousand", "3 thousand", "3,000"],
    [40_000, "forty thousand", "40 thousand", "40,000"],
    [204_000, "two hundred and four thousand", "204,000"],
    [2_000_000, "two million", "2 million", "2,000,000"],
  ];
  const verdictOf = (told: string, said: string): string | undefined =>
    judgeAnswer(`The tank holds ${told} litres [M1 "and the tank holds"].`, [
      { label: "M1", text: `Last we looked, and the tank holds ${said} litres of water.` },
    ])[0]?.verdict;
  for (const [value, ...some] of forms)
    for (const told of some)
      for (const [other, ...others] of forms)
        for (const said of others)
          assert.equal(verdictOf(told, said) === "supported", value === other, `${told}, stored ${said}`);
});
