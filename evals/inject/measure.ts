import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLoci } from "../../src/index.ts";

/**
 * How often `inject` speaks on the questions of a collection, and how often it then holds a labelled passage:
 * `node evals/inject/measure.ts DIR`, with a DIR as the suite `locomo` takes it. An injection is right when one of its passages is labelled; the
 * labels are minimal, so a right passage without a label counts as wrong.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error("name a folder with docs.jsonl and queries.jsonl");

interface Doc {
  readonly id: string;
  readonly group: string;
  readonly session: string;
  readonly role: string;
  readonly text: string;
}
interface Query {
  readonly group: string;
  readonly query: string;
  readonly gold: readonly string[];
}

const read = <T>(name: string): readonly T[] =>
  readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
const home = mkdtempSync(join(tmpdir(), "loci-inject-"));
const loci = await openLoci({ home });
const [docs, queries] = [read<Doc>("docs.jsonl"), read<Query>("queries.jsonl")];
const tally = { questions: 0, spoke: 0, right: 0, silent: {} as Record<string, number> };
for (const [n, group] of [...new Set(docs.map((doc) => doc.group))].entries()) {
  const project = await loci.project(`group-${n}`);
  const said = docs.filter((doc) => doc.group === group && doc.text !== "");
  const known = new Set(["user", "assistant"]);
  const lines = said.map(({ session, id, role, text }) =>
    JSON.stringify({
      session,
      id,
      role: known.has(role) ? role : "user",
      ...(!known.has(role) && { author: role }),
      text,
    }),
  );
  const file = join(home, `${n}.jsonl`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  await project.mine([file], { scope: "admin", format: "jsonl" });
  for (const { query, gold } of queries.filter((one) => one.group === group)) {
    const { silent, used } = await project.inject(query, { budgetTokens: 1_500 });
    tally.questions++;
    if (silent !== null) {
      tally.silent[silent.reason] = (tally.silent[silent.reason] ?? 0) + 1;
      continue;
    }
    tally.spoke++;
    const { drawers } = await project.expand(used.map(({ id }) => id));
    if (drawers.some(({ message }) => message?.ids.some((id) => gold.includes(id)) === true)) tally.right++;
  }
  await project.close();
}
await loci.close();
rmSync(home, { recursive: true, force: true });
console.log({ ...tally, precision: tally.right / tally.spoke, recall: tally.right / tally.questions });
