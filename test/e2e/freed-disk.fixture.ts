import { rmSync } from "node:fs";
import { join } from "node:path";
import { LociError, openLoci } from "../built.fixture.ts";

/**
 * Opens a project on a full disk, and goes on with it when there is room: `node freed-disk.fixture.ts HOME PROJECT` prints what each step came to. The
 * disk is full because of the file `filler` in HOME.
 */
const [home = "", name = ""] = process.argv.slice(2);
const loci = await openLoci({ home });
const project = await loci.project(name);
const say = async (what: string, work: Promise<unknown>): Promise<void> => {
  const outcome = await work.then(
    () => "done",
    (thrown: unknown) => (thrown instanceof LociError ? thrown.code : String(thrown)),
  );
  console.log(`${what} ${outcome}`);
};
const add = (text: string): Promise<unknown> => project.addDrawer({ text, scope: "kb", wing: "tea", room: "notes" });
await say("search", project.search("sencha"));
await say("add", add("Oolong is half green."));
await say("tell", project.tellFacts("My favorite wine is port."));
rmSync(join(home, "filler"));
// Whoever reads while the catalog is opened again is answered.
let adding = true;
const reading = (async () => {
  while (adding) await Promise.all([project.sources(), project.jobs(), new Promise(setImmediate)]);
})();
await say(
  "add",
  add("Rooibos is red.").finally(() => (adding = false)),
);
await say("reads", reading);
await say("tell", project.tellFacts("My favorite beer is stout."));
await say("index", project.index([]));
console.log((await project.search("rooibos red", { limit: 1 })).hits[0]?.text);
await loci.close();
