import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { linkedRoomsOf } from "../../src/app/palace/linked-rooms.ts";
import { DEFAULT_ENGINES } from "../../src/engine/engines.ts";
import { openProject } from "../../src/engine/open-project.ts";
import { thisSystem } from "../../src/engine/system.ts";
import { loadConfiguration, openLoci, type Project } from "../../src/index.ts";

const VAULT = {
  "garden/beds.md":
    "# Beds\n\nThe tomatoes stand beside the fence.\n\nSee [[Irrigation#Timer|the timer]] and [[Seeds]].\n",
  "house/irrigation.md": "# Irrigation\n\nHoses run under the terrace.\n\n# Timer\n\nIt waters at six.\n",
  "house/paint.md": "---\naliases: [Seeds]\n---\nWhite paint is in the cellar; `[[beds]]` is no link.\n",
  "travel/rome.md": "We stayed near the river. ![[house/Paint]] Also [beds](../garden/beds.md).\n",
};
const SECRET = {
  "garden/safe.md": "The safe's code is with the notary. See [[Beds]], [[Payroll]] and [[irrigation]].\n",
  "pay/payroll.md": "The payroll is closed on the 25th.\n",
};

async function vault(t: TestContext): Promise<{
  readonly project: Project;
  readonly home: string;
  readonly remove: (path: string) => Promise<void>;
  readonly write: (path: string, text: string, indexed?: boolean) => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "loci-links-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const project = await loci.project("test");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, "vault", path)), { recursive: true });
    writeFileSync(join(folder, "vault", path), text);
  };
  for (const [path, text] of Object.entries(VAULT)) put(path, text);
  for (const [path, text] of Object.entries(SECRET)) put(path, `---\nscope: admin\n---\n${text}`);
  const index = async (): Promise<void> => {
    await project.index([join(folder, "vault")], { scope: "kb", wing: "home" });
  };
  await index();
  return {
    project,
    home: join(folder, "home"),
    async remove(path) {
      rmSync(join(folder, "vault", path));
      await index();
    },
    write: async (path, text, indexed = true) => {
      put(path, text);
      if (indexed) await index();
    },
  };
}

async function linksOf(project: Project, caller?: "public"): Promise<readonly string[]> {
  const { linked } = await project.tunnels(caller === undefined ? {} : { caller });
  return linked.flatMap(({ a, b, count, links }) => [
    `${a.room} - ${b.room}: ${count}`,
    ...links.map(({ from, line, to }) => `  ${from}:${line} ${to}`),
  ]);
}

test("links between notes join the rooms they stand in, by name, heading, alias, path and embed, say where, and follow corrections", async (t) => {
  const { project, write } = await vault(t);
  const [timer] = (await project.search("it waters at six")).hits;
  await project.correct("move-drawer", { id: timer?.id ?? "", room: "clocks" });
  assert.deepEqual(await linksOf(project, "public"), [
    "clocks - garden: 1",
    "  garden/beds.md:5 house/irrigation.md",
    "garden - house: 1",
    "  garden/beds.md:5 house/paint.md",
    "garden - travel: 1",
    "  travel/rome.md:1 garden/beds.md",
    "house - travel: 1",
    "  travel/rome.md:1 house/paint.md",
  ]);
  const { rooms } = await project.traverse("travel", { hops: 1, caller: "public" });
  assert.ok(rooms.some(({ room }) => room === "house"));
  // Derived: what is no longer linked joins nothing.
  await write("travel/rome.md", "We stayed near the river.\n");
  assert.deepEqual(
    (await linksOf(project, "public")).filter((line) => line.includes("travel")),
    [],
  );
});

test("a link reveals no note of another scope, neither where it leads to nor where it comes from", async (t) => {
  const { project, write } = await vault(t);
  const owner = (await linksOf(project)).join("\n");
  assert.match(owner, /garden\/safe\.md:4 pay\/payroll\.md/);
  const seen = JSON.stringify(await project.tunnels({ caller: "public" }));
  for (const word of ["safe", "payroll", "pay"])
    assert.ok(!seen.includes(`"${word}`) && !seen.includes(`${word}.md`), word);
  // A name that a hidden note bears too means what it meant before.
  const before = await linksOf(project, "public");
  await write("garden/irrigation.md", "---\nscope: admin\n---\nNearer to the beds than the other one.\n");
  assert.deepEqual(await linksOf(project, "public"), before);
  assert.notDeepEqual(await linksOf(project), owner.split("\n"));
});

test("a note that the first hit links to is lifted, and says so; the order doesn't depend on the limit", async (t) => {
  const { project, write } = await vault(t);
  await write("travel/hut.md", "The hut tour goes over the ridge. Gear for the tour as in [[Packing]].\n");
  await write("travel/packing.md", "Crampons, two litres of water and a headlamp: all the gear there is.\n");
  await write("travel/attic.md", "In the attic stand boxes with winter gear of others.\n");
  const question = "what gear do we take on the hut tour over the ridge";
  const { hits } = await project.search(question);
  assert.deepEqual(
    hits.slice(0, 2).map(({ source }) => source.path),
    ["travel/hut.md", "travel/packing.md"],
  );
  const { parts = {}, score = 0 } = hits[1] ?? {};
  assert.equal(parts["linked"], 0.2);
  assert.ok(Math.abs(Object.values(parts).reduce((sum, part) => sum + part, 0) - score) < 1e-9);
  assert.deepEqual(
    (await project.search(question, { limit: 2 })).hits.map(({ id }) => id),
    hits.slice(0, 2).map(({ id }) => id),
  );
  await write("travel/hut.md", "The hut tour goes over the ridge. Gear for the tour as in the packing list.\n");
  const without = (await project.search(question)).hits;
  assert.ok(without.every(({ parts }) => parts["linked"] === undefined));
});

test("of two notes of one name a search lifts the one that the tunnels show, whichever the question finds", async (t) => {
  const { project, write } = await vault(t);
  // More notes than a search looks at for linked ones speak of the question; the nearer note of the name doesn't.
  const crowd = Array.from({ length: 70 }, (_, i) => `Crowd ${i} of the tour met at the hut.\n`);
  for (const [i, text] of crowd.entries()) await write(`crowd/note-${i}.md`, text, i === crowd.length - 1);
  await write("travel/kitchen/packing.md", "Passports are in the drawer of the kitchen table.\n", false);
  await write(
    "winter/packing.md",
    "Gear that we take on the tour: crampons, a headlamp, and two litres of water.\n",
    false,
  );
  await write("travel/hut.md", "What gear do we take on the hut tour over the ridge? It is in [[Packing]].\n");
  const shown = (await project.tunnels()).linked.flatMap(({ links }) =>
    links.filter(({ from }) => from === "travel/hut.md").map(({ to }) => to),
  );
  const { hits } = await project.search("what gear do we take on the hut tour over the ridge", { limit: 100 });
  assert.equal(hits[0]?.source.path, "travel/hut.md");
  const lifted = hits.filter(({ parts }) => parts["linked"] !== undefined).map(({ source }) => source.path);
  assert.deepEqual(shown, ["travel/kitchen/packing.md"]);
  // The note that is meant stands too far behind to be lifted, so nothing is.
  assert.deepEqual(lifted, []);
});

test("the links that lead to a note follow every change: a line that moves, a link that goes, an alias that another note takes", async (t) => {
  const { project, write } = await vault(t);
  const backlinks = async (path: string): Promise<readonly string[]> => {
    const { drawers } = await project.drawers({ limit: 100 });
    const id = drawers.find(({ source }) => source.path === path)?.id ?? "";
    return (await project.outline(id)).links.map(({ from, line }) => `${from}:${line}`);
  };
  assert.deepEqual(await backlinks("house/paint.md"), ["garden/beds.md:5", "travel/rome.md:1"]);
  await write("garden/beds.md", `# Beds\n\nNew.\n\n${VAULT["garden/beds.md"].slice("# Beds\n\n".length)}`);
  assert.deepEqual(await backlinks("house/paint.md"), ["garden/beds.md:7", "travel/rome.md:1"]);
  await write("house/paint.md", "White paint is in the cellar.\n");
  assert.deepEqual(await backlinks("house/paint.md"), ["travel/rome.md:1"]);
  await write("garden/sowing.md", "---\naliases: [Seeds]\n---\nSow in March.\n");
  assert.deepEqual(await backlinks("garden/sowing.md"), ["garden/beds.md:7"]);
  await write("travel/rome.md", "We stayed near the river.\n");
  assert.deepEqual(await backlinks("house/paint.md"), []);
});

test("links between rooms are those of a palace opened anew, whatever is written, taken away, moved, renamed and taken back", async (t) => {
  const { project, home, write, remove } = await vault(t);
  const anew = async (): Promise<readonly string[]> => {
    const loci = await openLoci({ home });
    const links = await linksOf(await loci.project("test"));
    await loci.close();
    return links;
  };
  const idOf = async (path: string): Promise<string> => {
    const { drawers } = await project.drawers({ limit: 100 });
    return drawers.find(({ source }) => source.path === path)?.id ?? "";
  };
  const changes: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
    ["a line more before", async () => await write("travel/rome.md", `Spring.\n\n${VAULT["travel/rome.md"]}`)],
    [
      "a drawer moved",
      async () => await project.correct("move-drawer", { id: await idOf("house/paint.md"), room: "x" }),
    ],
    [
      "the linking drawer too",
      async () => {
        await project.correct("move-drawer", { id: await idOf("garden/beds.md"), room: "soil" });
      },
    ],
    ["taken back", async () => await project.correct("undo", {})],
    ["a room renamed", async () => await project.correct("rename-room", { from: "travel", to: "trips" })],
    [
      "another wing",
      async () => await write("house/paint.md", `---\nwing: shed\naliases: [Seeds]\n---\nWhite paint.\n`),
    ],
    ["a note gone", async () => await remove("house/irrigation.md")],
    [
      "a note of its name elsewhere",
      async () => await write("attic/irrigation.md", "# Timer\n\nIt waters at seven.\n"),
    ],
    ["the first back", async () => await write("house/irrigation.md", VAULT["house/irrigation.md"])],
    ["the alias taken over", async () => await write("attic/sacks.md", "---\naliases: [Seeds]\n---\nIn sacks.\n")],
  ];
  await linksOf(project);
  for (const [what, change] of changes) {
    await change();
    assert.deepEqual(await linksOf(project), await anew(), what);
  }
});

test("after a change links between rooms are read of the notes that changed alone", async (t) => {
  const { home, write } = await vault(t);
  const { settings } = await loadConfiguration({ home, folder: home, environment: {}, flags: [] });
  const [name, batch] = ["test", { drawers: 60, bytes: 100_000 }] as const;
  const opened = {
    home,
    name,
    settings,
    batch,
    engines: DEFAULT_ENGINES,
    system: thisSystem(),
    background: "here",
  } as const;
  const project = await openProject(opened);
  t.after(async () => await project.close());
  const read: string[] = [];
  const links = async (): Promise<readonly string[]> => {
    read.length = 0;
    await project.indexHandle.use(async (index) => {
      const watched = Object.create(index, {
        get: {
          value: async (ids: readonly string[], visible: "all") => {
            const found = await index.get(ids, visible);
            read.push(...found.map(({ document }) => document.path));
            return found;
          },
        },
        documentDrawers: {
          value: async (...asked: Parameters<typeof index.documentDrawers>) => {
            read.push(asked[0].path);
            return await index.documentDrawers(...asked);
          },
        },
      }) as typeof index;
      await linkedRoomsOf(await project.palace(index, "all"), watched, "all");
    });
    return [...new Set(read)].sort();
  };
  assert.ok((await links()).length >= 4);
  assert.deepEqual(await links(), []);
  await write("travel/rome.md", `Spring.\n\n${VAULT["travel/rome.md"]}`);
  assert.deepEqual(await links(), ["travel/rome.md"]);
  await write("house/irrigation.md", "# Irrigation\n\nHoses.\n\n# Timer\n\nIt waters at eight.\n");
  assert.deepEqual(await links(), ["house/irrigation.md"]);
});
