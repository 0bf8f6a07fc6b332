// Indexes a folder and asks it a question. Run: node examples/library.ts FOLDER "QUESTION"
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLoci } from "loci";

const [folder = ".", question = "who may see what I index?"] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "loci-example-"));
const loci = await openLoci({ home });
try {
  const project = await loci.project("example");
  const job = await project.index([folder], { scope: "kb" });
  console.log(`${job.files.indexed} files, ${job.drawers.total} drawers`);
  const { hits, covered } = await project.search(question, { limit: 3 });
  console.log(covered ? "The first ones answer:" : "Probably no answer among them:");
  for (const { source, lines, snippet } of hits) console.log(`- ${source.path}:${lines?.start ?? 1}  ${snippet}`);
} finally {
  await loci.close();
  rmSync(home, { recursive: true, force: true });
}
