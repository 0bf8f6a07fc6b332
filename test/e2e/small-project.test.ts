import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

const NOTES = {
  "deploy.md": "# Deploys\n\nWe deploy to production every Tuesday at 10:00 with the green pipeline.\n",
  "coffee.md": "# Coffee\n\nThe office drinks coffee from Blue Bottle; decaf is on the second shelf.\n",
  "ports.md": "# Ports\n\nStaging listens on port 8443, production on 443.\n",
  "launch.md": "# Launch\n\nThe launch of Orion moved from 3 May to 17 May because of the audit.\n",
};
const ANSWERED = [
  "which port does staging use?",
  "when do we deploy?",
  "when is the launch of Orion?",
  "where is the decaf?",
  "why was the launch moved?",
  "what coffee do we drink?",
];
const UNANSWERED = [
  "who wrote the parser?",
  "when do we drink tea with the king?",
  "which database does production use?",
  "what is the password of the staging server?",
  "how tall is the office building?",
  "when was the audit of the kitchen?",
];

test("in a project of four notes what they answer is covered, and what they don't isn't", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(join(folder, "notes"), NOTES);
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([join(folder, "notes")], { scope: "kb" });
  for (const [questions, expected] of [
    [ANSWERED, true],
    [UNANSWERED, false],
  ] as const)
    for (const question of questions) {
      const { covered, probability } = await project.search(question);
      assert.equal(covered, expected, `${question} ${probability}`);
    }
});
