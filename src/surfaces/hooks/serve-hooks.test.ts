import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { openLoci, type Project } from "../../index.ts";
import { hookHandler } from "./serve-hooks.ts";

/** A project, and a service's answers to hooks of one session. */
async function service(t: TestContext): Promise<{
  readonly project: Project;
  readonly hook: (event: string, payload: object, signal?: AbortSignal) => Promise<string>;
}> {
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
  const hook = async (event: string, payload: object, signal?: AbortSignal): Promise<string> => {
    const body = JSON.stringify({ session_id: "s1", transcript_path: "none", cwd: home, ...payload });
    const request = new Request(`http://loci/hooks/claude-code/${event}`, {
      method: "POST",
      body,
      ...(signal && { signal }),
    });
    return await (await answer(request, "p")).text();
  };
  return { project, hook };
}

const noted = async (project: Project): Promise<readonly (readonly [kind: string, session: string])[]> =>
  (await project.today()).entries
    .filter(({ client }) => client === "claude-code")
    .map(({ kind, session }) => [kind, session]);

test("a prompt that the hook has answered itself, since the service took too long, is noted by that alone", async (t) => {
  const { project, hook } = await service(t);
  const gone = new AbortController();
  const late = hook("UserPromptSubmit", { prompt: "which port did we decide on for staging?" }, gone.signal);
  const brief = hook("SessionStart", { source: "startup" }, gone.signal);
  gone.abort();
  await Promise.all([late, brief]);
  assert.deepEqual(await noted(project), []);
});

test("a service notes of every prompt what was put into it, or why nothing was", async (t) => {
  const { project, hook } = await service(t);
  await hook("SessionStart", { source: "startup" });
  for (const prompt of ["thanks", "which port did we decide on for staging?", "which walrus did we decide on?"])
    await hook("UserPromptSubmit", { prompt });
  assert.deepEqual(await noted(project), [
    ["silent", "s1"],
    ["given", "s1"],
    ["silent", "s1"],
    ["given", "s1"],
  ]);
});
