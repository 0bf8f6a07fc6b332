import assert from "node:assert/strict";
import { createPrivateFile } from "../../files/private-folder.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { type Caller, openLoci, type Scope } from "../../index.ts";
import { connectHere } from "./in-process-client.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";
import { EVERY_CALL } from "./every-call.fixture.ts";
import { toolsOf } from "./served-project.ts";

const WORDS = [
  "staging",
  "port",
  "auth",
  "migration",
  "tea",
  "sencha",
  "decided",
  "Kai",
  "prefers",
  "yesterday",
  "meeting",
  "should",
  "found",
  "2026",
];
const ASKERS: readonly { readonly caller: Caller; readonly sees: readonly Scope[] }[] = [
  { caller: "public", sees: ["kb"] },
  { caller: "user:42", sees: ["kb", "user:42"] },
];
const SCOPES: readonly Scope[] = ["kb", "admin", "user:42", "user:7"];
/** Steps of a run that are told in milliseconds: the only thing that may differ. */
const TIMINGS = /"timings":\{[^}]*\}/g;

const note = fc.record({
  scope: fc.constantFrom(...SCOPES),
  heading: fc.subarray(WORDS, { minLength: 1, maxLength: 2 }),
  sentences: fc.array(fc.subarray(WORDS, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
});

/** Everything that a client can read, an answer a line. */
async function everything(client: Client): Promise<readonly string[]> {
  const seen: unknown[] = [client.getInstructions(), await client.listResources()];
  for (const { tool, args } of EVERY_CALL)
    seen.push([tool, args, await client.callTool({ name: tool, arguments: args })]);
  for (const { uri } of (await client.listResources()).resources) seen.push(await client.readResource({ uri }));
  for (const wing of ["kb", "admin", "user-7"])
    seen.push([wing, await client.readResource({ uri: `loci://wing/${wing}` }).catch(String)]);
  for (const [name, given] of [
    ["recall", { question: "which port does staging use?" }],
    ["wake-up", {}],
  ] as const) {
    if ((await client.listPrompts()).prompts.some((prompt) => prompt.name === name))
      seen.push(await client.getPrompt({ name, arguments: given }));
  }
  return seen.map((one) => JSON.stringify(one).replace(TIMINGS, ""));
}

test("every tool has a call that is tried", async () => {
  const tried = new Set(EVERY_CALL.map(({ tool }) => tool));
  for (const { name } of await toolsOf("palace"))
    assert.ok(tried.has(name), `${name} is missing in every-call.fixture.ts`);
});

test("what a caller may not see changes no byte of any answer", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(note, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...ASKERS),
      async (notes, { caller, sees }) => {
        const folder = mkdtempSync(join(tmpdir(), "loci-mcp-"));
        const clock = (): number => Date.parse("2026-11-20T12:00:00Z");
        try {
          for (const scope of SCOPES) mkdirSync(join(folder, scope));
          notes.forEach(({ scope, heading, sentences }, index) => {
            const text = `---\ndate: 2026-10-0${(index % 9) + 1}\n---\n# ${heading.join(" ")}\n\n${sentences.map((words) => `${words.join(" ")}.`).join(" ")}\n`;
            writeFileSync(join(folder, scope, `${index}.md`), text);
          });
          const answers: (readonly string[])[] = [];
          for (const scopes of [sees, SCOPES]) {
            const home = join(folder, `home-${scopes.length}`);
            // Fences are signed by a key of the home: the two are to differ in what they hold alone.
            createPrivateFile(join(home, "fence-key"), "0".repeat(64));
            const loci = await openLoci({ home, system: { clock } });
            const project = await loci.project("test");
            for (const scope of scopes) await project.index([join(folder, scope)], { scope });
            // What others do must not show either.
            if (scopes === SCOPES) {
              const { hits } = await project.search("staging port");
              await project.recordAccess(
                "expanded",
                hits.map(({ id }) => id),
                { caller: "owner", query: "staging port" },
              );
              await project.addDrawer({
                text: "The meeting about the port was moved to Friday.",
                wing: "admin",
                room: "meeting",
                scope: "admin",
              });
              await project.addDrawer(
                { text: "Kai prefers oolong in the staging room.", wing: "kb", room: "staging", scope: "user:7" },
                { caller: "user:7" },
              );
              await project.tellFacts("My favorite fonts are 1) Garamond, 2) Futura", { scope: "user:7", chat: "c" });
            }
            const client = await connectHere(project, { caller });
            answers.push(await everything(client));
            await client.close();
            await loci.close();
          }
          const [without = [], withHidden = []] = answers;
          assert.equal(withHidden.length, without.length);
          withHidden.forEach((answer, index) => assert.equal(answer, without[index]));
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: rounds(15, 3) },
  );
});
