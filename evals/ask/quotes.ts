import { readLines } from "../shared/read-lines.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openLoci } from "../../src/index.ts";

/**
 * How often the first thing that `ask` quotes without a model holds the answer, and how many passages it shows.
 *
 * Run: `node evals/ask/quotes.ts [DOCUMENTS QUESTIONS]`; a line of questions is `{ "question", "answer" }`, forms of the answer apart by `|`.
 */
const here = dirname(fileURLToPath(import.meta.url));
const [documents = join(here, "documents"), questions = join(here, "questions.jsonl")] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "loci-quotes-"));
const loci = await openLoci({ home });
try {
  const project = await loci.project("quotes");
  await project.index([documents], { scope: "kb" });
  const cases = readLines<{ readonly question: string; readonly answer: string }>(questions);
  let exact = 0;
  let sentence = 0;
  let citation = 0;
  let anywhere = 0;
  let shown = 0;
  for (const { question, answer } of cases) {
    const { text, by } = await project.ask(question);
    if (by === "facts") {
      if (answer.split("|").some((form) => text.includes(form))) exact++;
      else console.log(`- ${question} → ${text}`);
      continue;
    }
    const blocks = text.split("\n\n> ").slice(1);
    const first = blocks[0] ?? "";
    const quoted = first.split("\n[M")[0]?.replace(/\n> /g, " ") ?? "";
    const holds = (words: string): boolean => answer.split("|").some((form) => words.includes(form));
    const right = holds(quoted);
    if (right) sentence++;
    else console.log(`- ${question} → ${quoted.slice(0, 140)}`);
    const cited = /\[M\d+ "(.*?)"\]/.exec(first)?.[1] ?? "";
    if (holds(cited)) citation++;
    else if (right) console.log(`- ${question} is cited by "${cited}"`);
    if (holds(text.replace(/\n> /g, " "))) anywhere++;
    shown += blocks.length;
  }
  console.log(
    `first passage ${sentence}, its citation ${citation}, any passage ${anywhere} of ${cases.length}; ${(shown / cases.length).toFixed(1)} passages shown`,
  );
} finally {
  await loci.close();
  rmSync(home, { recursive: true });
}
