import { appendFileSync } from "node:fs";
import { openLoci } from "../built.fixture.ts";

/** Writes into one chat until it is killed; each message is noted in a file of its own as soon as it was acknowledged. */
const [home, name, acknowledged, count] = process.argv.slice(2) as [string, string, string, string];
const loci = await openLoci({ home });
const project = await loci.project("p");
for (let i = 0; i < Number(count); i++) {
  const id = `${name}-${i}`;
  try {
    await project.addMessage("shared", {
      id,
      role: "user",
      text: `Message ${i} of writer ${name} about the harbour at ${i} o'clock.`,
    });
    appendFileSync(acknowledged, `${id}\n`);
  } catch (thrown) {
    // Another process held the chat for too long: not acknowledged, so nothing is promised.
    if ((thrown as { code?: string }).code !== "SOURCE_BUSY" && (thrown as { code?: string }).code !== "STORAGE_BUSY")
      throw thrown;
  }
}
await loci.close();
