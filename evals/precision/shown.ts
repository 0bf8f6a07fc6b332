/**
 * What agents are shown of short notes, as it is: of each question all that belongs to the answer and nothing else; and whether what was said first
 * stands alone or before what was said later. Run: node evals/precision/shown.ts > evals/precision/report.md
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "../shared/read-lines.ts";
import { withLoci } from "../shared/with-loci.ts";

interface Note {
  /** Left out, the set is of one project. */
  readonly project?: string;
  readonly id: string;
  readonly wing: string;
  readonly text: string;
}
interface Question {
  readonly project?: string;
  readonly query: string;
  readonly gold: readonly string[];
}
/** What was said in order, "/other" between chats; `newer` is null where `other` is of something else. */
interface Correction {
  readonly said: readonly string[];
  readonly question: string;
  readonly older: string;
  readonly newer: string | null;
  readonly other?: string;
}

const here = new URL(".", import.meta.url).pathname;
const SETS = [
  ["notes.jsonl", "questions.jsonl", "notes"],
  ["other-words.notes.jsonl", "other-words.questions.jsonl", "asked in other words"],
  ["far-words.notes.jsonl", "far-words.questions.jsonl", "asked in far words"],
  ["two-subjects.notes.jsonl", "two-subjects.questions.jsonl", "two subjects, by four hands"],
  ["unseen.notes.jsonl", "unseen.questions.jsonl", "two further subjects"],
  ["near-words.notes.jsonl", "near-words.questions.jsonl", "three subjects, and as many near misses"],
] as const;

console.log(
  "# What agents are shown of short notes\n\nWritten by `node evals/precision/shown.ts`. `passed`: all that belongs to the answer and nothing else. " +
    "`precision`: of all that is shown for\nquestions with an answer. `silent`, `covered`: of the questions without one.\n\n" +
    "| set | passed | precision | recall | covered | silent | covered of those |\n|---|---|---|---|---|---|---|",
);
for (const [notes, questions, name] of SETS)
  await withLoci(async (loci) => {
    const textOf = new Map<string, string>();
    for (const { project = "notes", id, wing, text } of readLines<Note>(join(here, notes))) {
      textOf.set(`${project}/${id}`, text);
      const into = await loci.project(project);
      await into.addDrawer({ text, wing, room: "notes", scope: "kb", force: true });
    }
    let [some, passed, right, shown, recall, covered] = [0, 0, 0, 0, 0, 0];
    let [none, silent, wrong] = [0, 0, 0];
    for (const { project = "notes", query, gold } of readLines<Question>(join(here, questions))) {
      const answer = await (await loci.project(project)).search(query);
      const kept = answer.hits.slice(0, answer.weaker).map(({ text }) => text);
      const held = gold.filter((id) => kept.includes(textOf.get(`${project}/${id}`) as string)).length;
      if (gold.length === 0) {
        none++;
        silent += Number(kept.length === 0);
        wrong += Number(answer.covered);
        continue;
      }
      some++;
      passed += Number(held === gold.length && kept.length === held);
      right += held;
      shown += kept.length;
      recall += held / gold.length;
      covered += Number(answer.covered);
    }
    console.log(
      `| ${name} | ${passed} of ${some} | ${(right / shown).toFixed(2)} | ${(recall / some).toFixed(2)} | ${covered} | ${silent} of ${none} | ${wrong} |`,
    );
  });

await withLoci(async (loci, home) => {
  const cases = readLines<Correction>(join(here, "corrections.jsonl"));
  const lines: string[] = [];
  let time = Date.parse("2026-01-05T09:00:00Z");
  for (const [i, { said }] of cases.entries()) {
    let chat = 0;
    for (const [n, text] of said.entries()) {
      if (text === "/other") {
        chat++;
        time += 3 * 86_400_000;
        continue;
      }
      const at = new Date((time += 60_000)).toISOString();
      lines.push(JSON.stringify({ session: `${i}-${chat}`, id: `${i}-${n}`, role: "user", text, time: at }));
      lines.push(
        JSON.stringify({ session: `${i}-${chat}`, id: `${i}-${n}-a`, role: "assistant", text: "All right.", time: at }),
      );
    }
  }
  writeFileSync(join(home, "said.jsonl"), `${lines.join("\n")}\n`);
  const project = await loci.project("said");
  await project.mine([join(home, "said.jsonl")], { scope: "kb", format: "jsonl" });
  let [corrected, first, three, alone, others, wrong] = [0, 0, 0, 0, 0, 0];
  for (const { question, older, newer, other = "" } of cases) {
    const { hits, weaker } = await project.search(question);
    const kept = hits.slice(0, weaker);
    if (newer === null) {
      others++;
      wrong += Number(
        kept[0]?.text.includes(other) === true || kept.some((hit) => hit.later && hit.text.includes(older)),
      );
      continue;
    }
    corrected++;
    const at = kept.findIndex(({ text }) => text.includes(newer));
    first += Number(at === 0);
    three += Number(at >= 0 && at < 3);
    alone += Number(at < 0 && kept.some(({ text }) => text.includes(older)));
  }
  console.log(
    `\n## Said otherwise later\n\nOf ${corrected} values that were corrected later the newer one stands first ${first} times, among three ${three} times; the older one ` +
      `stands alone ${alone} times. Of ${others} pairs\nthat speak of two things ${wrong} are taken for one.`,
  );
});
