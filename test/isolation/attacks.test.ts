import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { type Repositories, repositories } from "../../src/app/projects/repositories.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { cliLeakReader } from "./cli-reader.ts";
import { hooksReader, stdioReader } from "./folder-readers.ts";
import { httpLeakReader } from "./http-reader.ts";
import type { LeakReader } from "./leak-reader.ts";
import { libraryReader } from "./library-reader.ts";
import { mcpLeakReader } from "./mcp-reader.ts";
import { type Canary, drawersOf, newCanary, plant } from "./plant.ts";

const BY_FOLDER: readonly LeakReader[] = [cliLeakReader, stdioReader, hooksReader];
const EVERY_WAY: readonly LeakReader[] = [libraryReader, httpLeakReader, mcpLeakReader, ...BY_FOLDER];

/** Two folders that are called alike, began alike, or lie in one another, and are two projects. */
const PAIRS: Readonly<Record<string, (r: Repositories) => readonly [string, string]>> = {
  "two of one name": (r) => (
    r.make("alder/web", "git@example.org:alder/web.git"),
    r.make("birch/web", "https://example.org/birch/web"),
    ["alder/web", "birch/web"]
  ),
  "a fork and its origin": (r) => (
    r.make("web", "git@example.org:alder/web.git"),
    r.git("", "clone", "-q", "web", "fork"),
    r.git("fork", "remote", "set-url", "origin", "git@example.org:kay/web.git"),
    ["web", "fork"]
  ),
  "two clients on one template": (r) => (
    r.make("template"),
    r.git("", "clone", "-q", "template", "alder"),
    r.git("", "clone", "-q", "template", "birch"),
    ["alder", "birch"]
  ),
  "names that differ by a sign": (r) => (r.make("my.app"), r.make("my_app"), ["my.app", "my_app"]),
  "names of signs": (r) => (r.make("C++"), r.make("🚀"), ["C++", "🚀"]),
  "a repository in another": (r) => (r.make("web"), r.make("web/vendor/x"), ["web", "web/vendor/x"]),
  "a submodule": (r) => (
    r.make("lib"),
    r.make("web"),
    r.git("web", "submodule", "add", "-q", join(r.root, "lib"), "lib"),
    ["web", "web/lib"]
  ),
  "packages of one name in two repositories": (r) => {
    for (const name of ["alder", "birch"]) {
      r.make(name);
      r.write(`${name}/packages/web/package.json`, '{ "name": "web" }');
    }
    return ["alder/packages/web", "birch/packages/web"];
  },
  "packages of one name without git": (r) => {
    for (const name of ["alder", "birch"]) r.write(`${name}/web/package.json`, '{ "name": "web" }');
    return ["alder/web", "birch/web"];
  },
  "one put where the other stood": (r) => {
    r.make("web");
    renameSync(join(r.root, "web"), join(r.root, "old"));
    r.make("web");
    return ["old", "web"];
  },
};

for (const [nth, [what, make]] of Object.entries(PAIRS).slice(0, rounds(99, 1)).entries())
  test(`two projects see nothing of each other, by every way: ${what}`, async (t) => {
    const r = repositories(t);
    const folders = make(r);
    const names: string[] = [];
    for (const folder of folders) names.push(await r.claim(folder));
    assert.equal(new Set(names).size, 2, names.join());
    const canaries = names.flatMap((project) => (["kb", "admin"] as const).map((scope) => newCanary(project, scope)));
    const loci = await openLoci({ home: r.home });
    t.after(() => loci.close());
    await plant(loci, join(r.root, "sources"), [], canaries);
    const leaks: string[] = [];
    let own = 0;
    // What takes a project's name is asked of two pairs: how a folder comes to its name is no business of those ways, and `leaks.test.ts` asks by all of
    // them every day.
    for (const [at, reader] of (nth < rounds(2, 0) ? EVERY_WAY : BY_FOLDER).entries()) {
      const way = await reader.open(loci);
      for (const [i, project] of names.entries()) {
        // Every day each way is asked in one of the two, and the next way in the other.
        if ((at + i) % rounds(1, 2) !== 0) continue;
        const [mine, theirs] = [true, false].map((is) =>
          canaries.filter((one) => (one.project === project) === is),
        ) as [Canary[], Canary[]];
        const asked = [...theirs, ...mine.slice(0, 1)];
        const targets = {
          project,
          folder: join(r.root, folders[i] as string),
          baits: asked.map(({ bait }) => bait),
          names: asked.map(({ name }) => name),
          topics: asked.map(({ topic }) => topic),
          hiddenIds: await drawersOf(loci, theirs, 2),
          visibleIds: await drawersOf(loci, mine, 1),
        };
        for (const { request, answer } of await way.ask("owner", targets)) {
          const folded = answer.toLowerCase();
          if (mine.some(({ secret }) => folded.includes(secret))) own++;
          for (const { secret, bait, name, topic } of theirs)
            if (
              folded.includes(secret) ||
              [bait, name, topic].some((one) => folded.includes(one) && !request.includes(one))
            )
              leaks.push(`${reader.name}: ${request}: ${answer.slice(0, 400)}`);
        }
      }
      await way.close();
    }
    assert.deepEqual(leaks, []);
    assert.ok(own > rounds(30, 15), `${own} answers told what is their own`);
  });
