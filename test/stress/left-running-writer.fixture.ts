/** Writes until it is killed: `node left-running-writer.fixture.ts HOME NAME ACKNOWLEDGED`. A line of output is an operation that ended. */
import { appendFileSync } from "node:fs";
import { LociError, openLoci } from "../../src/index.ts";

const [home = "", name = "", acknowledged = ""] = process.argv.slice(2);
const began = Date.now().toString(36);
const loci = await openLoci({ home });
const project = await loci.project("default");
for (let i = 0; ; i++) {
  const id = `${name}-${began}-${i}`;
  try {
    // One chat for all, where each waits for the others.
    await project.addMessage("shared", { id, role: "user", text: `${name} saw the falcon ${i} times since ${began}.` });
    appendFileSync(acknowledged, `${id}\n`);
    process.stdout.write("said\n");
    if (i % 3 === 0) {
      const text = `The note ${i} of ${name} since ${began} is about the harbour.`;
      const drawer = await project.addDrawer({ wing: "w", room: name, scope: "kb", text, force: true });
      process.stdout.write("added\n");
      await project.forget(drawer.id, { yes: true });
      process.stdout.write("forgot\n");
    }
    await project.search("who saw the falcon near the harbour");
    process.stdout.write("searched\n");
  } catch (thrown) {
    // Nothing was promised. Whoever waits too long for others is seen to stand still.
    const isBusy = thrown instanceof LociError && ["SOURCE_BUSY", "STORAGE_BUSY"].includes(thrown.code);
    // Another one erased it, or the index went away under it: said, and tried again.
    const isGone = thrown instanceof LociError && ["DRAWER_NOT_FOUND", "INDEX_DAMAGED"].includes(thrown.code);
    if (!isBusy && !isGone) throw thrown;
    process.stderr.write(`${thrown.code}: ${thrown.message}\n`);
  }
}
