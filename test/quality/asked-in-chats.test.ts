import assert from "node:assert/strict";
import { test } from "node:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../src/index.ts";
import { readLines } from "../../evals/shared/read-lines.ts";
import { rounds } from "../rounds.fixture.ts";
import { withLoci } from "../../evals/shared/with-loci.ts";

/** Questions over eight files of several subjects each, and as many that none of them answers. */
const { files, asked, unanswered } = JSON.parse(
  readFileSync(new URL("../../evals/use/eight-files.json", import.meta.url), "utf8"),
) as {
  readonly files: Readonly<Record<string, string>>;
  readonly asked: readonly Asked[];
  readonly unanswered: readonly string[];
};
/** Some thank and no more, some say something that has nothing to do with what was asked. */
const REMARKS = [
  "thanks a lot",
  "great, that helps",
  "ok, then I'll plan it that way",
  "perfect, thanks!",
  "good, that's what I needed for the letter",
  "hm, alright",
  "I'll note that down for tomorrow",
];
const LEAD_INS = ["", "hey, quick one: ", "sorry, one more thing, "];

interface Asked {
  readonly question: string;
  readonly answer: string;
  /** A false answer. */
  readonly told: string;
}

async function firstRight(project: Project, asked: readonly Omit<Asked, "told">[]): Promise<number> {
  let first = 0;
  for (const { question, answer } of asked) {
    const { hits } = await project.search(question);
    if (hits[0]?.message === null && hits[0].text.includes(answer)) first++;
  }
  return first;
}

/** With a false answer behind each question, and without: the first is the harder one, and what `npm test` tries. */
for (const withFalse of [true, false].slice(0, rounds(2, 1)))
  test(`what was asked in chats${withFalse ? " and answered falsely" : ""} is answered by its file afterwards`, async () => {
    await withLoci(async (loci, home) => {
      const project = await loci.project("asked");
      mkdirSync(join(home, "files"));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(home, "files", name), text);
      await project.index([join(home, "files")], { scope: "admin" });
      const before = await firstRight(project, asked);
      const questions = [...asked.map(({ question }) => question), ...unanswered];
      const told = questions.map((_, i) => asked[i]?.told ?? "As far as I know: 999 crowns, in the cellar.");
      for (const [i, text] of questions.entries()) {
        const chat = `chat-${i % 6}`;
        const said = [
          { role: "user", text: `${LEAD_INS[i % LEAD_INS.length]}${text}` },
          ...(withFalse ? [{ role: "assistant", text: told[i] as string }] : []),
          { role: "user", text: REMARKS[i % REMARKS.length] as string },
        ];
        for (const [n, one] of said.entries()) await project.addMessage(chat, { id: `${i}-${n}`, ...one });
      }
      const after = await firstRight(project, asked);
      assert.ok(after >= 28 && after >= before - 1, `${after} of ${before}`);
      const probabilities = await Promise.all(unanswered.map(async (one) => (await project.search(one)).probability));
      const mean = probabilities.reduce((sum, one) => sum + one, 0) / unanswered.length;
      assert.ok(mean <= 0.2, `${mean} where nothing answers`);
      for (const [i, question] of questions.entries()) {
        if (i % rounds(1, 2) !== 0) continue;
        for (const { text } of [await project.ask(question), await project.inject(question)])
          assert.ok(!text.includes((told[i] as string).slice(0, -1)), `${question} ${text}`);
      }
    });
  });

/** What an agent says that found nothing, or only begins to look. */
const SILENT: readonly ((what: string) => string)[] = [
  (what) => `I couldn't find ${what} in the notes.`,
  (what) => `I searched memory for "${what}" and found nothing about it.`,
  (what) => `Let me look up ${what} in the notes.`,
  (what) => `There is no record of ${what}; you may want to ask a colleague.`,
  (what) => `Do you mean ${what} of this year or last year?`,
  (what) => `I looked through the repository and its documentation, but ${what} stands nowhere.`,
];

test("what an agent said that knew no answer covers nothing; what it found out does", async () => {
  await withLoci(async (loci, home) => {
    const project = await loci.project("asked");
    mkdirSync(join(home, "files"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, "files", name), text);
    await project.index([join(home, "files")], { scope: "admin" });
    const coveredOf = async (): Promise<number> => {
      const answers = await Promise.all(unanswered.map(async (one) => await project.search(one)));
      return answers.filter(({ covered }) => covered).length;
    };
    const before = await coveredOf();
    const record = async (i: number, question: string, answer: string, looked = false): Promise<void> => {
      const at = `2026-11-20T09:${String(i).padStart(2, "0")}`;
      const messages = [
        { id: `q${i}`, role: "user", text: question, time: `${at}:00Z` },
        ...(looked ? [{ id: `c${i}`, role: "tool_call", text: "Bash\ntail -n 40 log", time: `${at}:05Z` }] : []),
        { id: `a${i}`, role: "assistant", text: answer, time: `${at}:10Z` },
      ];
      await project.recordSession({ agent: "codex", session: `s${i % 4}`, messages });
    };
    for (const [i, question] of unanswered.entries()) {
      const what = question.replace("?", "").split(" ").slice(1).join(" ");
      await record(i, question, (SILENT[i % SILENT.length] as (typeof SILENT)[number])(what));
    }
    const after = await coveredOf();
    assert.ok(after <= before, `${after} covered, ${before} before`);
    const found = [
      [
        "what broke the nightly import of the ledger?",
        "The nightly import of the ledger broke since `parseRow` got no header.",
      ],
      ["who signs the export of the ledger?", "The export of the ledger is signed by Ottilie Brandt."],
      ["how many rows does the ledger of March have?", "The ledger of March has 4,812 rows."],
    ] as const;
    for (const [i, [question, answer]] of found.entries()) {
      await record(40 + i, question, answer, true);
      const { hits, covered } = await project.search(question);
      assert.deepEqual([covered, hits[0]?.text], [true, answer], question);
    }
  });
});

/** Notes, what each answers and what it nearly does; three stand in a file, so that a question of few words is likelier than its answer. */
const notes = readLines<{ text: string; answered: readonly string[]; missed: readonly string[] }>(
  new URL("../../evals/relevance/near-misses.jsonl", import.meta.url),
);

for (const [withFalse, least] of (
  [
    [true, 50],
    [false, 50],
  ] as const
).slice(0, rounds(2, 1)))
  test(`questions of one subject leave room for what answers${withFalse ? ", as false answers do" : ""}`, async () => {
    await withLoci(async (loci, home) => {
      const project = await loci.project("asked");
      mkdirSync(join(home, "files"));
      for (let at = 0; at < notes.length; at += 3) {
        const three = notes.slice(at, at + 3).map(({ text }) => text);
        writeFileSync(join(home, "files", `${at}.md`), three.join(at % 2 === 0 ? " " : "\n\n"));
      }
      await project.index([join(home, "files")], { scope: "admin" });
      const asked = notes.flatMap(({ text, answered }) => answered.map((question) => ({ question, answer: text })));
      const questions = asked.flatMap(({ question }, i) => [question, notes.flatMap(({ missed }) => missed)[i] ?? ""]);
      for (const [i, text] of questions.entries()) {
        const said = [{ role: "user", text }];
        const about = text.replace("?", "").split(" ").slice(1).join(" ");
        if (withFalse) said.push({ role: "assistant", text: `As to ${about}: it is green and 999.` });
        said.push({ role: "user", text: REMARKS[i % REMARKS.length] as string });
        for (const [n, one] of said.entries()) await project.addMessage(`chat-${i % 5}`, { id: `${i}-${n}`, ...one });
      }
      const after = await firstRight(project, asked);
      assert.ok(after >= least, `${after} of ${asked.length}`);
    });
  });

test("what was asked about other things stands behind what was told, in whatever words", async () => {
  await withLoci(async (loci, home) => {
    const told = ["sail", "kiln", "loom", "drone"].flatMap((thing) => [
      `The ${thing} is from Brandt & Sons, number 4711.`,
      `Brandt charges too much, so we went over to Okoye for the ${thing}.`,
    ]);
    const other = ["rent", "badge", "choir", "dentist", "bus", "garden", "printer", "visa"];
    const asked = other.flatMap((thing) => [
      `who takes care of our ${thing} now?`,
      `on which date is the ${thing} due`,
    ]);
    const lines = [...told, ...asked, ...other.map((thing) => `${thing} number`)].map((text, i) =>
      JSON.stringify({ session: "chat", id: `m${i}`, role: "user", text, time: `2026-03-01T10:${10 + i}:00Z` }),
    );
    writeFileSync(join(home, "said.jsonl"), `${lines.join("\n")}\n`);
    const project = await loci.project("other");
    await project.mine([join(home, "said.jsonl")], { scope: "kb", format: "jsonl" });
    for (const thing of ["sail", "kiln", "loom", "drone"]) {
      const { hits } = await project.search(`which maker is our ${thing} from?`);
      const grounds = hits.map(({ ground }) => ground);
      assert.ok(!grounds.slice(0, told.length - 3).includes("asked"), `${thing}: ${grounds.join(" ")}`);
    }
  });
});
