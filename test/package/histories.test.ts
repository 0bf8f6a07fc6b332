import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { it } from "node:test";
import { answer, INSTALLED, newUser, SKIP } from "./installed.fixture.ts";

const HISTORIES = join(import.meta.dirname, "..", "histories");

/** What was said in a history, and the file that it is. */
interface History {
  readonly form: string;
  readonly file: string;
  readonly said: number;
}

/** Forms that only a folder tells, or that no history of another tool has. */
const MADE: readonly (History & { readonly content: string })[] = [
  {
    form: "claude-memory",
    file: ".claude/projects/-home-ada-key/memory/cellar.md",
    said: 1,
    content: "---\nname: cellar\n---\nThe cellar key hangs on the blue hook.\n",
  },
  {
    form: "jsonl",
    file: "generic.jsonl",
    said: 1,
    content: `${JSON.stringify({ session: "s", id: 1, role: "user", text: "Where does the cellar key hang?" })}\n`,
  },
];

it("every form that the docs name is read by the packed product", { skip: SKIP }, async (t) => {
  const user = newUser(t);
  for (const { file, content } of MADE) {
    mkdirSync(dirname(join(user.folder, file)), { recursive: true });
    writeFileSync(join(user.folder, file), content);
  }
  const sections = readFileSync(join(HISTORIES, "expected.txt"), "utf8").trim().split("\n\n");
  const histories = sections.map((section): History => {
    const [name = "", form = "", ...said] = section.split("\n");
    return { form, file: join(HISTORIES, "files", name), said: said.length };
  });
  const read = new Set<string>();
  for (const [i, { form, file, said }] of [...histories, ...MADE].entries()) {
    const run = ["mine", join(user.folder, file), "--scope", "admin", "--project", `p${i}`];
    if (file.startsWith(HISTORIES)) run[1] = file;
    const { job } = await answer<{ readonly job: { readonly messages: { readonly added: number } } }>(user, ...run);
    assert.equal(job.messages.added, said, file);
    read.add(form);
  }
  const { stdout } = await user.loci(["mine", "--help"]);
  const choices = /--format <format>.*?\(choices:(?<list>.*?)\)/su.exec(stdout)?.groups?.["list"] ?? "";
  const offered = Array.from(choices.matchAll(/"([\w-]+)"/gu), ([, form]) => form).filter((form) => form !== "auto");
  assert.deepEqual([...read].sort(), offered.sort());
  const docs = readFileSync(join(INSTALLED, "node_modules", "loci", "docs", "conversation.md"), "utf8");
  const rows = docs.split("| form | what it is |")[1]?.split("\n\n")[0] ?? "";
  const named = [...rows.matchAll(/^\| ([^|]+) \|/gmu)].flatMap(([, cell = ""]) => cell.match(/(?<=`)[\w-]+(?=`)/gu));
  assert.deepEqual([...named].sort(), offered.sort());
});
