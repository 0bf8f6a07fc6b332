/**
 * A process of its own that indexes: `node index-process.fixture.ts HOME PROJECT FOLDER…`. Writes a line for each step of the progress,
 * so that a test can kill it at any of them, then the job as JSON.
 */
import { openLoci } from "../built.fixture.ts";

const [home = "", name = "", ...folders] = process.argv.slice(2);
const loci = await openLoci({ home, batch: { drawers: 24, bytes: 1_000_000 } });
const project = await loci.project(name);
const job = await project.index(folders, {
  scope: "kb",
  onProgress: ({ phase, files, drawers }) => process.stdout.write(`${phase} ${files.done} ${drawers}\n`),
});
process.stdout.write(`${JSON.stringify(job)}\n`);
await loci.close();
