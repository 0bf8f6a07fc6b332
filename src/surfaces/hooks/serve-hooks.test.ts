import assert from "node:assert/strict";
import test from "node:test";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { openLoci } from "../../index.ts";
import { hookHandler } from "./serve-hooks.ts";

test("a service notes of every prompt what was put into it, or why nothing was", async (t) => {
  const home = temporaryFolder(t);
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.addDrawer({ text: "We decided that staging listens on port 8099.", wing: "w", scope: "admin" });
  const answer = hookHandler({
    home,
    userHome: home,
    project: async () => project,
    afterwards: (work) => void work(),
    cursorHasOwn: () => false,
    sleep: async () => await new Promise<never>(() => undefined),
  });
  const hook = async (event: string, payload: object): Promise<string> => {
    const body = JSON.stringify({ session_id: "s1", transcript_path: "none", cwd: home, ...payload });
    const request = new Request(`http://loci/hooks/claude-code/${event}`, { method: "POST", body });
    return await (await answer(request, "p")).text();
  };
  await hook("SessionStart", { source: "startup" });
  for (const prompt of ["thanks", "which port did we decide on for staging?", "which walrus did we decide on?"])
    await hook("UserPromptSubmit", { prompt });
  const { entries } = await project.today();
  assert.deepEqual(
    entries.filter(({ client }) => client === "claude-code").map(({ kind, session }) => [kind, session]),
    [
      ["silent", "s1"],
      ["given", "s1"],
      ["silent", "s1"],
      ["given", "s1"],
    ],
  );
});
