/**
 * Whether a question finds a passage of another language, and of its own in other scripts than Latin. Writes evals/languages/report.md.
 * Run: node evals/languages/measure.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UNRELATED_TEXTS } from "../../src/ingest/unrelated-of.ts";
import type { Project } from "../../src/index.ts";
import { withLoci } from "../shared/with-loci.ts";

type Notes = Readonly<Record<string, readonly (readonly [question: string, passage: string])[]>>;

const NOTES = JSON.parse(readFileSync(new URL("notes.json", import.meta.url), "utf8")) as Notes;
const ENGLISH = NOTES["en"] ?? [];
const NAMES = new Intl.DisplayNames("en", { type: "language" });

interface Found {
  first: number;
  five: number;
  covered: number;
}

/** Questions to a project of some notes, among those of `UNRELATED_TEXTS`. */
async function ask(
  model: "static" | "none",
  passages: readonly string[],
  questions: readonly (readonly string[])[],
): Promise<readonly Found[]> {
  const work = async (project: Project): Promise<readonly Found[]> => {
    const found: Found[] = [];
    for (const list of questions) {
      const tally = { first: 0, five: 0, covered: 0 };
      for (const [i, question] of list.entries()) {
        const { hits, covered } = await project.search(question, { limit: 5 });
        const at = hits.findIndex(({ text }) => text.includes(passages[i] as string));
        if (at === 0) tally.first++;
        if (at >= 0) tally.five++;
        if (covered) tally.covered++;
      }
      found.push(tally);
    }
    return found;
  };
  return await withLoci(
    async (loci, home) => {
      const folder = join(home, "notes");
      mkdirSync(folder);
      for (const [i, text] of [...passages, ...UNRELATED_TEXTS].entries())
        writeFileSync(join(folder, `${i}.md`), `${text}\n`);
      const project = await loci.project("languages");
      await project.index([folder], { scope: "kb" });
      return await work(project);
    },
    { embedding: { provider: model } },
  );
}

/** Questions whose answer isn't there: of the other half's subjects. */
const HALF = ENGLISH.length / 2;
const rows: string[] = [];
const beside: string[] = [];
for (const [language, notes] of Object.entries(NOTES)) {
  if (language === "en") continue;
  const [theirs, english] = [notes.map(([, passage]) => passage), ENGLISH.map(([, passage]) => passage)];
  const [questions, asked] = [notes.map(([question]) => question), ENGLISH.map(([question]) => question)];
  const cells = async (model: "static" | "none"): Promise<string> => {
    const [there, own] = await ask(model, theirs, [asked, questions]);
    const [back] = await ask(model, english, [questions]);
    return [there, back, own].map((one) => `${one?.first}, ${one?.five}`).join(" | ");
  };
  rows.push(`| ${NAMES.of(language)} | ${await cells("none")} | ${await cells("static")} |`);
  const [right, wrong] = await Promise.all([
    ask("static", theirs, [asked, questions]),
    ask("static", theirs.slice(0, HALF), [asked.slice(HALF), questions.slice(HALF)]),
  ]);
  beside.push(`| ${NAMES.of(language)} | ${[...right, ...wrong].map(({ covered }) => covered).join(" | ")} |`);
}
writeFileSync(
  new URL("report.md", import.meta.url),
  [
    "# Other languages",
    "",
    "Written by `node evals/languages/measure.ts`. Sixteen small notes in eleven languages (`notes.json`, written for this; none went into the model),",
    "one file each, among 32 unrelated ones in English; a question each. Of sixteen: right answers first, and in five. How the table alone does among",
    "a thousand passages is in [models/README.md](../../models/README.md).",
    "",
    "| | words only: English asks | it asks English | it asks itself | with the model: English asks | it asks English | it asks itself |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
    "How many of them are called covered: of sixteen questions with an answer there, and of eight whose answer isn't there (the other half's).",
    "",
    "| | answered, asked in English | in its own language | not answered, asked in English | in its own language |",
    "|---|---|---|---|---|",
    ...beside,
    "",
  ].join("\n"),
);
