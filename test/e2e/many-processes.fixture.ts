/**
 * One of several processes at work on one project: `node many-processes.fixture.ts HOME PROJECT SHARED OWN`. Indexes a folder that
 * all of them index and one of its own, while it searches; writes what happened as JSON.
 */
import { setTimeout as delay } from "node:timers/promises";
import { openLoci } from "../built.fixture.ts";

const [home = "", name = "", shared = "", own = ""] = process.argv.slice(2);
const loci = await openLoci({ home, batch: { drawers: 40, bytes: 1_000_000 } });
const project = await loci.project(name);
let working = true;
let searches = 0;
const searching = (async () => {
  while (working) {
    const { hits } = await project.search("who saw the falcon near the harbour", { limit: 5 });
    await project.recordAccess(
      "shown",
      hits.map(({ id }) => id),
    );
    searches++;
    // A search in the midst of each batch; without end they would take more of the processor than all that they are to disturb.
    await delay(5);
  }
})();
const jobs = [
  await project.index([shared], { scope: "kb" }),
  await project.index([own], { scope: "kb" }),
  await project.index([]),
];
working = false;
await searching;
process.stdout.write(
  JSON.stringify({
    statuses: jobs.map(({ status }) => status),
    failed: jobs.flatMap(({ failed }) => failed),
    searches,
  }),
);
await loci.close();
