import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { Job } from "../../src/index.ts";
import type { Corpus } from "../corpus/write-corpus.ts";

/** What indexing a corpus took. */
export interface IndexFigures {
  readonly drawers: number;
  readonly textBytes: number;
  readonly seconds: number;
  /** Of processor time, of all threads. */
  readonly processorSeconds: number;
  readonly peakRssBytes: number;
  /** Index alone; everything that the project has written, with embedding cache and catalog. */
  readonly indexBytes: number;
  readonly projectBytes: number;
}

/**
 * A process of its own: indexes a corpus, wing after wing, through the public API, and prints its figures as JSON. Its memory is that
 * of a program that does only this.
 */
const { values } = parseArgs({
  options: {
    api: { type: "string", default: "" },
    home: { type: "string", default: "" },
    corpus: { type: "string", default: "{}" },
  },
});
const corpus = JSON.parse(values.corpus) as Corpus;
const { openLoci } = (await import(values.api)) as typeof import("../../src/index.ts");
const loci = await openLoci({ home: values.home });
const project = await loci.project("bench");
const start = performance.now();
const spentBefore = process.cpuUsage();
const finished = (job: Job): void => {
  if (job.status !== "done")
    throw new Error(
      `run over ${job.sources.join(", ")} ended as ${job.status}: ${JSON.stringify(job.failed.slice(0, 3))}`,
    );
};
for (const folder of corpus.files) finished(await project.index([folder], { scope: "kb", wing: basename(folder) }));
for (const folder of corpus.chats)
  finished(await project.mine([folder], { scope: "kb", wing: basename(folder), format: "jsonl" }));
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(spentBefore);
const { counts } = await project.status();
await loci.close();
const folder = join(values.home, "projects", "bench");
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const sizeOf = (name: (name: string) => boolean): number =>
  files
    .filter((file) => name(file.name))
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
const figures: IndexFigures = {
  drawers: counts.drawers,
  textBytes: counts.textBytes,
  seconds,
  processorSeconds: (user + system) / 1e6,
  peakRssBytes: process.resourceUsage().maxRSS * 1024,
  indexBytes: sizeOf((name) => name.startsWith("index.sqlite")),
  projectBytes: sizeOf(() => true),
};
console.log(JSON.stringify(figures));
