import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Loci, openLoci, type Project } from "../../index.ts";

let loci: Loci;
let project: Project;
const home = mkdtempSync(join(tmpdir(), "loci-set-right-"));
before(async () => {
  loci = await openLoci({ home, settings: { llm: { provider: "none" }, embedding: { provider: "none" } } as never });
  project = await loci.project("p");
});
after(async () => {
  await loci.close();
  rmSync(home, { recursive: true });
});

/** What is stated, what it should have been, and the question for it. */
const FACTS = [
  ["my license plate is XK 82 JLM", "XK 82 JLN", "what's my license plate?"],
  ["my dentist is Dr. Halloran", "Dr. Hallorand", "who is my dentist?"],
  ["our standup is at 9:30", "9:45", "when's the standup?"],
  ["my locker number is 118", "181", "what's my locker number?"],
  ["my mom's birthday is June 3rd", "June 4th", "when is my mom's birthday?"],
  ["my favorite color is teal", "navy", "what's my favorite color?"],
  ["my flight is LH 441", "LH 414", "what's my flight?"],
  ["my cat's name is Biscuit", "Brisket", "what's my cat's name?"],
  ["my email is mo@alder.example", "mo@birch.example", "what's my email?"],
] as const;
const CORRECTIONS = [
  (value: string) => `no sorry, ${value}`,
  (value: string) => `no wait, it's ${value}`,
  (value: string) => `oops, that should be ${value}`,
  (value: string) => `I meant ${value}`,
  (value: string) => `actually ${value}`,
  (value: string) => `make that ${value}`,
  (value: string) => `${value}, sorry`,
  (value: string) => `that was a typo, ${value}`,
];
/** Said behind a fact, and no correction of it. */
const OTHERS = [
  "no problem",
  "no, thanks",
  "sorry, gotta go",
  "actually never mind",
  "wait for Anna",
  "Actually Anna called",
  "oops, wrong chat",
  "sorry, 5 minutes",
  "no Anna didn't come",
  "oh no, rain",
];

/** What is answered in a chat of its own, as people have it: said one right after the other, with no time given. */
async function answered(lines: readonly string[]): Promise<string> {
  const chat = `c${(chats += 1)}`;
  const scope = `user:${chat}` as const;
  let text = "";
  for (const line of lines) ({ text } = await project.ask(line, { chat, caller: scope }));
  return text;
}
let chats = 0;

test("what is set right behind a fact stands in its answer", async () => {
  for (const [i, [stated, value, question]] of FACTS.entries())
    for (const [k, corrected] of CORRECTIONS.entries()) {
      if ((i + k) % 3 !== 0) continue;
      const text = await answered([stated, corrected(value), question]);
      assert.ok(text.includes(value), `${stated} | ${corrected(value)} | ${text}`);
    }
});

test("what corrects nothing stands in no fact's answer", async () => {
  for (const [i, [stated, , question]] of FACTS.entries()) {
    const other = OTHERS[i % OTHERS.length] as string;
    const text = await answered([stated, other, question]);
    assert.ok(!text.includes(other), `${stated} | ${other} | ${text}`);
  }
});

test("what changes a thing that was spoken of right before it stands in its answer", async () => {
  for (const [stated, changed, question, value] of [
    ["The budget for the offsite is 12k", "finance cut it to 9k", "what is the budget for the offsite?", "9k"],
    ["My phone number is 0176 4455 221", "I have a new number: 0151 9987 110", "what's my phone number?", "0151"],
    [
      "I take 20 mg of lisinopril every morning",
      "the doctor lowered it to 10 mg",
      "how much lisinopril do I take?",
      "10",
    ],
    ["my favourite number is 7", "scrap that, 11", "what's my favourite number?", "11"],
  ] as const)
    assert.match(
      await answered([stated, changed, question]),
      new RegExp(`^[^>]*“[^”]*${value}|^[^>]*> [^\\n]*${value}`, "u"),
    );
});

test("somebody who was named goes by a pronoun behind it", async () => {
  for (const moved of ["she moved to Braga last month", "no, she lives in Braga", "they have since moved to Braga"])
    assert.match(await answered(["my sister Ines lives in Porto", moved, "where does Ines live?"]), /Braga/u, moved);
});

test("what was taken back is said to be, and isn't answered by the words that stated it", async () => {
  const text = await answered(["my shoe size is 43", "forget my shoe size", "what's my shoe size?"]);
  assert.match(text, /^I don't have your shoe size stored any more, since \d{4}-\d\d-\d\d\.$/u);
  for (const [told, order, ...questions] of [
    ["remember that the boiler man is called Kevin", "forget the boiler man", "who is the boiler man?"],
    ["my gym code is 2208", "forget my gym code", "gym code?", "what's my gym code?"],
    ["our landlord is Mr Ott", "forget our landlord", "landlord?", "who is our landlord?"],
  ] as const)
    for (const question of questions)
      assert.match(
        await answered([told, order, question]),
        /^I don't have .+ stored any more, since \S+\.$/u,
        question,
      );
  assert.match(
    await answered(["my gym code is 2208", "forget my gym code", "my gym code is 3391", "gym code?"]),
    /3391/u,
  );
  const undone = await answered(["my shoe size is 43", "undo that", "what's my shoe size?"]);
  assert.match(undone, /^I don't have your shoe size stored any more\.$/u);
  assert.match(
    await answered(["my favorite tea is oolong", "Her favorite tea is mint", "my favorite tea?"]),
    /is oolong\.$/u,
  );
});

test("what isn't stored as a fact is answered by a passage in the words of the question", async () => {
  const text = await answered(["I used to work at Ikea, now I'm at Vattenfall", "where do I work?"]);
  assert.match(text, /^From what is stored:\n\n> I used to work at Ikea, now I'm at Vattenfall/u);
});

test("another one's birthday answers no question for a birthday", async () => {
  const text = await answered(["my mom's birthday is June 3rd", "what's my dad's birthday?"]);
  assert.match(
    text,
    /^I don't have your dad's birthday stored as a fact\.\n\nNothing that is stored clearly answers this/u,
  );
});

test("what an agent found out on a request is quoted before it, as his words", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-found-"));
  const loci = await openLoci({ home: join(folder, "home"), settings: { llm: { provider: "none" } } as never });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  const project = await loci.project("p");
  const said = [
    ["user", "the sluice simulation diverges after 400 steps"],
    ["tool_call", "Bash(python sim.py --steps 500)"],
    ["tool_result", "step 412: level=nan"],
    ["assistant", "The time step is too large for explicit Euler; RK4 with dt=0.05 stays stable."],
  ] as const;
  const messages = said.map(([role, text], i) => ({ id: `m${i}`, role, text, time: `2026-03-01T10:0${i}:00Z` }));
  await project.recordSession({ agent: "codex", session: "s", messages });
  // Found without a look at anything, in a session that looks at things; the same of who only chats is nothing found.
  const known = [
    ["user", "the tide chart is blurry on the tablet"],
    ["assistant", "The canvas ignores the pixel ratio, so it is drawn at half the resolution."],
    ["user", "the gull counter shows nothing at night"],
    ["assistant", "Its camera switches to infrared, for which the model has no weights."],
  ] as const;
  const messagesOf = (some: readonly (readonly [string, string])[], day: string) =>
    some.map(([role, one], i) => ({ id: `${day}${i}`, role, text: one, time: `2026-03-${day}T10:0${i}:00Z` }));
  await project.recordSession({ agent: "codex", session: "k", messages: messagesOf([...known, ...said], "02") });
  for (const [question, found] of [
    ["why does the sluice simulation diverge?", "The time step"],
    ["why was the tide chart blurry?", "The canvas ignores"],
    ["what was it with the blurry tide chart?", "The canvas ignores"],
    ["why does the gull counter show nothing at night?", "Its camera switches"],
  ] as const) {
    const { text } = await project.ask(question);
    assert.match(text, new RegExp(`^[^>]*> ${found} .*\\n\\[M1 .* an assistant, not checked$`, "mu"), question);
  }
  const chats = await loci.project("chats");
  await chats.recordSession({ agent: "codex", session: "c", messages: messagesOf(known, "03") });
  const { hits } = await chats.search("why was the tide chart blurry?");
  assert.ok(hits.length > 0 && hits.every(({ exchange }) => exchange === undefined));
});
