import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

/** How each tool says what is in a workspace, and what a package of it is called. */
const WORKSPACES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  npm: {
    "package.json": '{ "name": "harbour", "workspaces": ["packages/*"] }',
    "packages/crane/package.json": '{ "name": "@harbour/crane-control" }',
  },
  pnpm: {
    "package.json": '{ "name": "harbour" }',
    "pnpm-workspace.yaml": "packages:\n  - 'packages/*'\n",
    "packages/crane/package.json": '{ "name": "crane-control" }',
  },
  cargo: {
    "Cargo.toml": '[workspace]\nmembers = ["packages/*"]\n',
    "packages/crane/Cargo.toml": '[package]\nname = "crane-control"\n',
  },
  go: {
    "go.work": "use ./packages/crane\n",
    "packages/crane/go.mod": "module example.org/harbour/crane-control\n",
  },
  python: {
    "pyproject.toml": '[project]\nname = "harbour"\n',
    "packages/crane/pyproject.toml": '[project]\nname = "crane-control"\n',
  },
};

for (const [tool, manifests] of Object.entries(WORKSPACES))
  test(`a package of a ${tool} workspace is a wing of its repository's project`, async (t) => {
    const folder = temporaryFolder(t);
    const root = join(folder, "harbour");
    writeNotes(root, {
      ...manifests,
      "docs/tide.md": "# Tide\n\nThe tide table hangs at the gate.\n",
      "packages/crane/README.md": "# Crane\n\nThe crane lifts forty tons.\n",
      "packages/crane/docs/brakes/wear.md": "# Wear\n\nBrake pads last two years.\n",
      // What is no package: a folder without a manifest, one that names nothing, a sample.
      "packages/notes/plan.md": "# Plan\n\nThe mole is built in spring.\n",
      "packages/crane/test/package.json": '{ "type": "commonjs" }',
      "packages/crane/test/cases.md": "# Cases\n\nAn empty hook swings.\n",
      "packages/crane/fixtures/shop/package.json": '{ "name": "shop" }',
      "packages/crane/fixtures/shop/README.md": "# Shop\n\nThe shop sells rope.\n",
    });
    execFileSync("git", ["init", "-q", root]);
    const loci = await openLoci({ home: join(folder, "home") });
    t.after(() => loci.close());
    const project = await loci.project("p");
    await project.index([root], { scope: "kb" });
    const wingOf = async (words: string): Promise<string | undefined> =>
      (await project.search(words, { limit: 1 })).hits[0]?.wing;
    assert.equal(await wingOf("tide table hangs at the gate"), "harbour");
    assert.equal(await wingOf("mole is built in spring"), "harbour");
    assert.equal(await wingOf("crane lifts forty tons"), "crane-control");
    assert.equal(await wingOf("brake pads last two years"), "crane-control");
    assert.equal(await wingOf("an empty hook swings"), "crane-control");
    assert.equal(await wingOf("shop sells rope"), "crane-control");
  });
