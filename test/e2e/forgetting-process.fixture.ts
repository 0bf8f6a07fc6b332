/**
 * One of several processes beside a service: `node forgetting-process.fixture.ts HOME PROJECT NAME TIMES` opens the data folder so many times, and each
 * time adds two drawers, forgets one, searches.
 */
import { openLoci } from "../built.fixture.ts";

const [home = "", name = "", prefix = "", times = "1"] = process.argv.slice(2);
for (let time = 0; time < Number(times); time++) {
  const who = `${prefix}x${time}`;
  const loci = await openLoci({ home });
  const project = await loci.project(name);
  const add = (what: string): ReturnType<typeof project.addDrawer> =>
    project.addDrawer({ wing: "w", room: "r", scope: "kb", text: `The one called ${who} ${what}.`, force: true });
  await add("keeps a boat at the pier");
  const { id } = await add("hides a key under the mat");
  const { proof } = await project.forget(id, { yes: true });
  if (proof?.clean !== true) throw new Error(JSON.stringify(proof));
  const { hits } = await project.search(`${who} keeps a boat`, { mode: "lexical" });
  if (!hits.some(({ text }) => text.includes(`${who} keeps a boat`))) throw new Error("the kept one is not found");
  if (hits.some(({ text }) => text.includes(`${who} hides`))) throw new Error("the forgotten one is found");
  await loci.close();
}
