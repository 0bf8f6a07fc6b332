import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeAnswer, QuoteGate } from "./gate.ts";
import { passageAnswer } from "./passage-answer.ts";

const citedOf = (text: string, question: string): string => {
  const passage = { label: "M1", text, heading: "", place: "notes.md" };
  return /\[M1 "(.*?)"\]/.exec(passageAnswer([passage], question, true))?.[1] ?? "";
};

test("a citation goes on over a line that only wraps, and over the point of a day or a number", () => {
  const wrapped =
    "Boats come in all year. The office opens when the first ferry\nis in sight, which in summer means a quarter\npast seven. Dogs wait outside.";
  const day = "The fair opens on 17. May at ten, see No. 5. Bring a coat.";
  for (const [text, question, holds] of [
    [wrapped, "When does the office open in summer?", "quarter past seven"],
    [day, "When does the fair open?", "17. May at ten"],
    ["- Kettle: 1,200 W\n- Hob: 3,000 W", "How strong is the hob?", "Hob: 3,000 W"],
  ] as const) {
    const quote = citedOf(text, question);
    assert.ok(quote.includes(holds), `${question} ${quote}`);
    const sources = [{ label: "M1", text, about: "" }];
    assert.equal(new QuoteGate(sources).judge("M1", quote).verdict, "supported", quote);
  }
  assert.ok(!citedOf("- Kettle: 1,200 W\n- Hob: 3,000 W", "How strong is the hob?").includes("Kettle"));
});

test("whatever a passage is like, a heading alone, a short text or many lines, the answer's quote of it is proved", () => {
  const texts = [
    "## Backups\nNightly at 02:30 to the NAS.",
    "Port 22.",
    "It is red.",
    "Ja.",
    "# Notes\n\n## Fobs\n\nLena has it.",
    "4711",
  ];
  for (const text of texts)
    for (const covered of [true, false]) {
      const shown = { label: "M1", text, heading: "", place: "a.md" };
      const answer = passageAnswer([shown], "where is the spare fob and which port is it?", covered);
      const judged = judgeAnswer(answer, [{ label: "M1", text }]);
      assert.deepEqual(
        judged.map(({ verdict }) => verdict),
        ["supported"],
        `${answer}\n${JSON.stringify(judged)}`,
      );
    }
});

test("the passage that the ranking puts first is quoted, also where its heading alone says what it is about", () => {
  const passage = (label: string, heading: string, text: string) =>
    ({ label, heading, text, place: `${label}.md` }) as const;
  const passages = [
    passage("M1", "Tom", "Ops. Lives in Mannheim."),
    passage("M2", "Log", "Lunch with Tom."),
    passage("M3", "Shopping", "Bread and milk."),
  ];
  const answer = passageAnswer(passages, "who is Tom", true);
  assert.match(answer, /Lives in Mannheim/u);
  assert.match(answer, /Lunch with Tom/u);
  assert.doesNotMatch(answer, /Bread/u);
});

test("the sentence that says who did it is quoted, not another of the same subject that has a name, too", () => {
  const moved =
    "We chose Adyen over Stripe because the fees for SEPA were lower. Mirabel signed the contract on 4 March 2026. The ports stay.";
  const hives = "The Buckfast hives came from Ulrich Baumann. Matthias feeds them on Saturdays.";
  for (const [heading, text, question, quoted] of [
    ["2026-03-04: Billing leaves Stripe", moved, "who signed the Adyen contract?", "…Mirabel signed"],
    ["Bees", hives, "Who feeds the Buckfast hives?", "…Matthias feeds"],
    ["Bees", hives, "where do the Buckfast hives come from?", "The Buckfast hives came"],
  ] as const) {
    const passage = {
      label: "M1",
      text: `# ${heading}\n\n${text}`,
      heading,
      place: "notes.md",
    };
    const answer = passageAnswer([passage], question, true);
    assert.ok(answer.includes(`\n\n> ${quoted}`), answer);
  }
});

test("neither settings nor a heading is quoted where a sentence answers", () => {
  const text = "---\ntitle: Dentist appointment\n---\n# Dentist appointment\n\nThe 14th of May at half past nine.\n";
  const told = { label: "M1", text, heading: "", place: "b.md" };
  const answer = passageAnswer([told], "when is the dentist appointment?", true);
  assert.match(answer, /^> The 14th of May at half past nine\.$/mu);
  assert.doesNotMatch(answer, /^> .*(?:title|#)/mu);
});
