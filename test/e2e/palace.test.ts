import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { LociError, openLoci, type Loci, type Project } from "../../src/index.ts";
import { encode } from "../../src/palace/closets/aaak.ts";
import { decode } from "../../src/palace/closets/decode-aaak.fixture.ts";
import { rounds } from "../rounds.fixture.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

interface Palace {
  readonly folder: string;
  readonly loci: Loci;
  readonly project: Project;
}

async function palace(t: TestContext, files: Readonly<Record<string, string>> = {}): Promise<Palace> {
  const folder = mkdtempSync(join(tmpdir(), "loci-palace-"));
  const loci = await openLoci({ home: join(folder, "home"), system: { clock: () => NOW } });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const project = await loci.project("test");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    utimesSync(join(folder, path), 0, (NOW - 86_400_000) / 1000);
  }
  for (const wing of new Set(Object.keys(files).map((path) => path.split("/")[0] as string))) {
    await project.index([join(folder, wing)], {
      scope: wing === "secret" ? "admin" : wing === "diary" ? "user:42" : "kb",
      wing,
    });
  }
  return { folder, loci, project };
}

const FILES = {
  "driftwood/auth/clerk.md": "---\ndate: 2026-10-02\n---\nWe decided to use Clerk for logins in Driftwood.\n",
  "driftwood/movies/list.md": "---\ndate: 2026-10-09\n---\nOn Friday we watched Stalker together.\n",
  "orion/auth/clerk.md": "---\ndate: 2026-09-14\n---\nOrion moved from Auth0 to Clerk in September.\n",
  "orion/movie/list.md": "I prefer films by Tarkovsky.\n",
  "secret/auth/pay.md": "The salary band of level five is eighty thousand.\n",
  "diary/tea/sencha.md": "TODO: order more Sencha.\n",
};

test("browsing: wings, rooms, taxonomy, tunnels, graph and traverse agree, for each caller", async (t) => {
  const { project } = await palace(t, FILES);
  const { taxonomy, halls } = await project.taxonomy();
  assert.deepEqual(taxonomy, {
    diary: { tea: 1 },
    driftwood: { auth: 1, movie: 1 },
    orion: { auth: 1, movie: 1 },
    secret: { auth: 1 },
  });
  assert.equal(halls["driftwood"]?.["facts"], 1);
  assert.deepEqual((await project.taxonomy({ caller: "public" })).taxonomy, {
    driftwood: { auth: 1, movie: 1 },
    orion: { auth: 1, movie: 1 },
  });
  assert.deepEqual(
    (await project.wings({ caller: "user:42" })).wings.map(({ wing, count }) => [wing, count]),
    [
      ["driftwood", 2],
      ["orion", 2],
      ["diary", 1],
    ],
  );
  const { tunnels, explicit } = await project.tunnels();
  assert.deepEqual(
    tunnels.map(({ room, wings, count, first, last }) => ({ room, wings, count, first, last })),
    [
      { room: "movie", wings: ["driftwood", "orion"], count: 2, first: "2026-10-09", last: tunnels[0]?.last ?? null },
      {
        room: "auth",
        wings: ["driftwood", "orion", "secret"],
        count: 3,
        first: "2026-09-14",
        last: tunnels[1]?.last ?? null,
      },
    ],
  );
  assert.deepEqual(explicit, []);
  assert.deepEqual(
    (await project.tunnels({ wings: ["Orion", "secret"] })).tunnels.map(({ room }) => room),
    ["auth"],
  );
  assert.deepEqual(
    (await project.rooms({ wing: "orion" })).rooms.map(({ room }) => room),
    ["auth", "movie"],
  );
  const compared = await project.compareHall("hall_facts", { wings: ["orion", "driftwood"] });
  assert.deepEqual(
    compared.wings.map(({ wing, total, drawers }) => [wing, total, drawers.map(({ hall }) => hall)]),
    [
      ["orion", halls["orion"]?.["facts"] ?? 0, Array(halls["orion"]?.["facts"] ?? 0).fill("facts")],
      ["driftwood", halls["driftwood"]?.["facts"] ?? 0, Array(halls["driftwood"]?.["facts"] ?? 0).fill("facts")],
    ],
  );
  assert.ok(compared.wings.some(({ total }) => total > 0));
  await assert.rejects(project.compareHall("nothing"), { code: "USAGE" });
  // One of the five is there in every palace, though nothing may stand in it.
  assert.deepEqual(await project.compareHall("advice"), { hall: "advice", wings: [] });
  const { rooms } = await project.traverse("movies", { hops: 1 });
  assert.deepEqual(
    rooms.map(({ room, hops, via }) => ({ room, hops, via })),
    [{ room: "auth", hops: 1, via: ["driftwood", "orion"] }],
  );
  const graph = await project.graph();
  assert.deepEqual(
    graph.nodes.map(({ room }) => room),
    ["auth", "movie", "tea"],
  );
  assert.equal(graph.edges.length, 4);
  const dug = await project.tunnels();
  assert.deepEqual([graph.explicit, graph.linked], [dug.explicit, dug.linked]);
  await assert.rejects(project.traverse("nowhere"), { code: "USAGE" });
  await assert.rejects(project.rooms({ wing: "secret", caller: "public" }), { code: "USAGE" });
});

test("a moved drawer stays in its room when its text is edited, also through a rebuild; a text that took its place doesn't", async (t) => {
  const { folder, project } = await palace(t, {
    "orion/auth/notes.md":
      "# One\n\nThe salmon is smoked over alder wood for two days.\n\n# Two\n\nOrion moved from Auth0 to Clerk in September.\n",
  });
  const placed = async (): Promise<readonly string[]> =>
    (await project.search("salmon Orion Clerk tea", { limit: 10 })).hits
      .map(({ text, room }) => `${room}: ${text.replace(/^# \w+\s+/, "").slice(0, 12)}`)
      .sort();
  const find = async (): Promise<string> => (await project.search("salmon alder")).hits[0]?.id ?? "";
  await project.correct("move-drawer", { id: await find(), room: "kitchen" });
  const file = join(folder, "orion", "auth", "notes.md");
  writeFileSync(file, readFileSync(file, "utf8").replace("two days", "three days, at least"));
  await project.index([]);
  assert.deepEqual(await placed(), ["auth: Orion moved ", "kitchen: The salmon i"]);
  await project.rebuild();
  assert.deepEqual(await placed(), ["auth: Orion moved ", "kitchen: The salmon i"]);
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(/The salmon.*/, "Tea is best in the morning, with nothing in it."),
  );
  await project.index([]);
  assert.deepEqual(await placed(), ["auth: Orion moved ", "auth: Tea is best "]);
});

test("a filter finds rooms by any of their names, before and after a correction, and corrections survive everything", async (t) => {
  const { project, loci } = await palace(t, FILES);
  const rooms = async (room: string, wing?: string): Promise<readonly string[]> =>
    (await project.search("films watched Stalker Tarkovsky", { room, ...(wing !== undefined && { wing }) })).hits
      .map((hit) => `${hit.wing}/${hit.room}`)
      .sort();
  assert.deepEqual(await rooms("movies"), ["driftwood/movie", "orion/movie"]);
  assert.deepEqual(await project.correct("rename-room", { from: "movie", to: "Cinema" }), {
    room: "cinema",
    wing: null,
    drawers: 2,
  });
  for (const name of ["cinema", "movie", "movies"])
    assert.deepEqual(await rooms(name), ["driftwood/cinema", "orion/cinema"], name);
  assert.deepEqual(await project.correct("rename-wing", { from: "orion", to: "orion-two" }), {
    wing: "orion-two",
    drawers: 2,
  });
  assert.deepEqual(await project.correct("alias-wing", { from: "dw", to: "driftwood" }), {
    wing: "driftwood",
    drawers: 2,
  });
  assert.deepEqual(await rooms("cinema", "orion"), ["orion-two/cinema"]);
  assert.deepEqual(await rooms("cinema", "dw"), ["driftwood/cinema"]);
  assert.deepEqual(await project.correct("merge-rooms", { from: "auth", to: "cinema", wing: "secret" }), {
    room: "cinema",
    wing: "secret",
    drawers: 1,
  });
  const before = { taxonomy: await project.taxonomy(), tunnels: await project.tunnels() };
  assert.deepEqual(before.taxonomy.taxonomy, {
    diary: { tea: 1 },
    driftwood: { auth: 1, cinema: 1 },
    "orion-two": { auth: 1, cinema: 1 },
    secret: { cinema: 1 },
  });
  await project.index([]);
  await project.rebuild();
  const again = await loci.project("test");
  assert.deepEqual({ taxonomy: await again.taxonomy(), tunnels: await again.tunnels() }, before);
  assert.deepEqual((await again.wings()).wings.find(({ wing }) => wing === "driftwood")?.aliases, ["dw"]);
  // Back again: an earlier name is free to be taken.
  await project.correct("rename-room", { from: "cinema", to: "movie" });
  assert.deepEqual(Object.keys((await project.taxonomy()).taxonomy["driftwood"] ?? {}), ["auth", "movie"]);
  await assert.rejects(project.correct("rename-room", { from: "movie", to: "auth" }), { code: "USAGE" });
  // Whoever takes back what he did doesn't take back what somebody else did since.
  await assert.rejects(project.correct("undo", { from: "auth", to: "cinema" }), { code: "USAGE" });
  await assert.rejects(project.correct("rename-room", { from: "nowhere", to: "x" }), { code: "USAGE" });
  await assert.rejects(project.correct("rename-room", { from: "movie", to: "cinema", caller: "user:42" }), {
    code: "FORBIDDEN",
  });
});

test("a moved drawer stays in its room when its file is indexed again, moved, and when the index is made anew", async (t) => {
  const { project, folder } = await palace(t, FILES);
  const roomOf = async (): Promise<string | undefined> =>
    (await project.search("Clerk for logins in Driftwood")).hits[0]?.room;
  const { hits } = await project.search("Clerk for logins in Driftwood");
  const id = hits[0]?.id ?? "";
  assert.deepEqual(await project.correct("move-drawer", { id: id.slice(0, 10), room: "Decisions" }), {
    id,
    wing: "driftwood",
    room: "decisions",
  });
  assert.equal(await roomOf(), "decisions");
  assert.deepEqual(
    (await project.search("Clerk logins Driftwood", { room: "decisions" })).hits.map((hit) => hit.id),
    [id],
  );
  await project.rebuild();
  assert.equal(await roomOf(), "decisions");
  mkdirSync(join(folder, "driftwood/other"));
  writeFileSync(join(folder, "driftwood/other/moved.md"), readFileSync(join(folder, "driftwood/auth/clerk.md")));
  rmSync(join(folder, "driftwood/auth/clerk.md"));
  await project.index([]);
  assert.equal(await roomOf(), "decisions");
});

test("a wing or room that isn't there is refused wherever one is named, with the name that was meant", async (t) => {
  const { project } = await palace(t, FILES);
  for (const ask of [
    () => project.compareHall("facts", { wings: ["orion", "driftwod"] }),
    () => project.tunnels({ wings: ["driftwod"] }),
    () => project.rooms({ wing: "driftwod" }),
    () => project.closets({ wing: "driftwod" }),
    () => project.wakeUp({ wing: "driftwod" }),
    () => project.correct("rename-wing", { from: "driftwod", to: "harbour" }),
    () => project.correct("alias-wing", { from: "harbour", to: "driftwod" }),
  ])
    await assert.rejects(ask, { code: "USAGE", message: "there is no wing 'driftwod'", hint: /mean 'driftwood'/u });
  const room = { code: "USAGE", message: "there is no room 'movei'", hint: /did you mean 'movie'/u };
  await assert.rejects(() => project.traverse("movei"), room);
  await assert.rejects(() => project.correct("undo"), /no correction/u);
});

test("corrections are undone one after the other, over a rebuild and an edit, and none is left behind", async (t) => {
  const { project, folder, loci } = await palace(t, FILES);
  const names = async (): Promise<unknown> => ({
    taxonomy: await project.taxonomy(),
    wings: (await project.wings()).wings.map(({ wing, aliases }) => [wing, aliases]),
  });
  const states = [await names()];
  const id = (await project.search("Clerk for logins in Driftwood")).hits[0]?.id ?? "";
  for (const correct of [
    () => project.correct("merge-rooms", { from: "movie", to: "auth" }),
    () => project.correct("rename-room", { from: "auth", to: "logins", wing: "driftwood" }),
    () => project.correct("move-drawer", { id, room: "decisions" }),
    () => project.correct("move-drawer", { id, room: "attic" }),
    () => project.correct("rename-wing", { from: "orion", to: "orion-two" }),
    () => project.correct("alias-wing", { from: "driftwood", to: "orion-two" }),
  ]) {
    await correct();
    states.push(await names());
  }
  await project.rebuild();
  const kinds: string[] = [];
  for (states.pop(); states.length > 0;) {
    // What was moved is known by another id once its text is edited.
    if (states.length === 3) {
      const file = join(folder, "driftwood/auth/clerk.md");
      writeFileSync(file, readFileSync(file, "utf8").replace("Clerk for logins", "Clerk for all logins"));
      await project.index([]);
    }
    const { undone, left } = await project.correct("undo");
    kinds.push(undone ?? "nothing");
    assert.deepEqual(await names(), states.pop(), undone);
    assert.equal(left, states.length);
  }
  assert.deepEqual(kinds, ["alias wing", "rename wing", "move drawer", "move drawer", "rename room", "merge rooms"]);
  await assert.rejects((await loci.project("test")).correct("undo"), { code: "USAGE" });
  await assert.rejects(project.correct("undo", { caller: "public" }), { code: "FORBIDDEN" });
});

test("the last move of a drawer is undone whatever was corrected since, and as it was placed before", async (t) => {
  const { project } = await palace(t, FILES);
  const clerk = (await project.search("Clerk for logins in Driftwood")).hits[0]?.id ?? "";
  const stalker = (await project.search("watched Stalker together")).hits[0]?.id ?? "";
  const state = async (): Promise<unknown> => ({
    taxonomy: await project.taxonomy(),
    placed: (await project.expand([clerk])).drawers.map(({ wing, room }) => [wing, room]),
  });
  await project.correct("rename-room", { from: "auth", to: "Sign In & Out" });
  const before = await state();
  await project.correct("move-drawer", { id: clerk, room: "Decisions" });
  await project.correct("move-drawer", { id: stalker, room: "attic" });
  const other = (await project.expand([stalker])).drawers.map(({ room }) => room);
  assert.equal((await project.correct("undo", { id: clerk.slice(0, 12) })).id, clerk);
  const movie = (await project.expand([stalker])).drawers.map(({ room }) => room);
  assert.deepEqual([movie, other], [["attic"], ["attic"]]);
  await assert.rejects(project.correct("undo", { id: clerk }), { code: "USAGE" });
  await project.correct("undo", { id: stalker });
  assert.deepEqual(await state(), before);
  assert.equal((await project.correct("undo")).undone, "rename room");
});

test("a correction under a name that was taken away is refused, and every revision tells of corrections", async (t) => {
  const { project } = await palace(t, FILES);
  const clerk = (await project.search("Clerk for logins in Driftwood")).hits[0]?.id ?? "";
  const revisions = new Set<string>();
  const told = async (): Promise<void> => {
    const now = (await project.changes({ caller: "public" })).revision.split("-")[0] as string;
    assert.ok(!revisions.has(now), "whoever keeps a page open hears of it");
    revisions.add(now);
  };
  await told();
  await project.correct("merge-rooms", { from: "movie", to: "auth", wing: "orion" });
  await told();
  // In the other wing it is called so still.
  assert.equal((await project.correct("rename-room", { from: "movie", to: "films" })).wing, null);
  await told();
  await project.correct("rename-wing", { from: "orion", to: "hunter" });
  await told();
  const before = await project.taxonomy();
  const gone = (kind: string, name: string, now: string) => ({
    code: "USAGE",
    message: `the ${kind} '${name}' is called '${now}' now`,
    hint: `give '${now}' if you mean that`,
  });
  for (const [refused, expected] of [
    [() => project.correct("rename-room", { from: "Movies", to: "cinema" }), gone("room", "movies", "films")],
    [() => project.correct("merge-rooms", { from: "movie", to: "auth" }), gone("room", "movie", "films")],
    [() => project.correct("merge-rooms", { from: "auth", to: "movie" }), gone("room", "movie", "films")],
    [
      () => project.correct("move-drawer", { id: clerk, room: "?!" }),
      { code: "USAGE", message: /no letters or digits/ },
    ],
    [() => project.correct("move-drawer", { id: clerk, room: "movie" }), gone("room", "movie", "films")],
    [() => project.correct("rename-wing", { from: "Orion", to: "stars" }), gone("wing", "orion", "hunter")],
    [() => project.correct("alias-wing", { from: "stars", to: "orion" }), gone("wing", "orion", "hunter")],
    [
      () => project.correct("rename-room", { from: "auth", to: "door", wing: "orion" }),
      gone("wing", "orion", "hunter"),
    ],
  ] as const)
    await assert.rejects(refused, expected);
  assert.deepEqual(await project.taxonomy(), before);
  // What nobody sees who asks tells him nothing.
  await project.correct("rename-wing", { from: "secret", to: "vault" });
  await assert.rejects(told(), { message: "whoever keeps a page open hears of it" });
});

test("a drawer added by hand is in its file and found word for word; edits and deletions in an editor are picked up", async (t) => {
  const { project } = await palace(t);
  const text = "# A heading\n\n```sh\nexit 1\n```\n---\n<!-- loci:drawer id=x scope=kb -->\n<!-- /loci:drawer -->\n";
  const { id, file, ...place } = await project.addDrawer({
    wing: "Driftwood",
    room: "Auth Migration",
    scope: "kb",
    hall: "facts",
    text,
  });
  assert.deepEqual(place, { wing: "driftwood", room: "auth-migration", redacted: [], secrets: [] });
  const { drawers } = await project.expand([id]);
  assert.deepEqual(
    drawers.map((one) => [one.text, one.fresh, one.wing, one.room, one.hall, one.scope, one.date]),
    [[text, true, "driftwood", "auth-migration", "facts", "kb", "2026-11-20T12:00:00.000Z"]],
  );
  const lines = readFileSync(file, "utf8").split("\n");
  assert.ok(lines.includes("# A heading"));
  assert.equal(drawers[0]?.lines, null, "a line would tell of the drawers above it");
  assert.ok(readFileSync(file, "utf8").includes(`id=${id} `));
  const second = await project.addDrawer({
    wing: "driftwood",
    room: "auth-migration",
    scope: "user:42",
    text: "Kai will do the migration on Monday.",
  });
  assert.equal(second.file, file);
  assert.deepEqual(
    (await project.search("migration Monday", { caller: "public" })).hits.map((hit) => hit.id),
    [id],
  );
  // Edited.
  writeFileSync(file, readFileSync(file, "utf8").replace("on Monday", "on Thursday"));
  await project.index([]);
  assert.equal((await project.search("Kai migration")).hits[0]?.text, "Kai will do the migration on Thursday.");
  // Adding again never writes over what somebody edited.
  await project.addDrawer({
    wing: "driftwood",
    room: "auth-migration",
    scope: "user:42",
    text: "Kai will do the migration on Monday.",
    force: true,
  });
  assert.equal(readFileSync(file, "utf8").match(/Kai will do/g)?.length, 2);
  // Deleted.
  rmSync(file);
  await project.index([]);
  assert.deepEqual((await project.search("migration")).hits, []);
  assert.deepEqual((await project.taxonomy()).taxonomy, {});
});

test("what supersedes itself is changed in its pin alone: id, day, parts and versions stay, and without a word the pin too", async (t) => {
  const { project } = await palace(t);
  const place = { wing: "harbour", room: "Gate Rules", scope: "kb" } as const;
  const long = Array.from({ length: 60 }, (_, i) => `The gate of pier ${i} opens at ${i} o'clock.`).join(" ");
  for (const words of ["Never open the gate on Fridays.", long]) {
    const { id, file } = await project.addDrawer({ text: words, ...place });
    await project.correct("move-drawer", { id, room: "Attic" });
    const [shown] = (await project.expand([id])).drawers;
    const state = async (): Promise<unknown> => [await project.drawers({}), readFileSync(file, "utf8")];
    const before = await state();
    const change = { text: words, wing: shown?.wing, room: shown?.room, scope: "kb", supersedes: [id], force: true };
    for (const pin of [true, undefined, false]) {
      assert.equal((await project.addDrawer({ ...change, pin })).id, id);
      assert.equal((await project.drawerSource(id)).pinned, pin !== false);
      assert.deepEqual((await project.drawers({})).total, (before as [{ total: number }])[0].total);
    }
    assert.deepEqual(await state(), before);
  }
});

test("any text comes back from its file and the index exactly", async (t) => {
  const { project } = await palace(t);
  const line = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "<!-- /loci:drawer -->",
      "<!-- loci:drawer id=a scope=kb -->",
      "<!-- /\\loci:drawer -->",
      "```",
      "---",
      "# x",
      "",
      " ",
      "a\r",
    ),
  );
  const text = fc
    .array(line, { minLength: 1, maxLength: 6 })
    .map((lines) => lines.join("\n"))
    .filter((one) => one.trim() !== "" && !one.includes("\0") && one.isWellFormed());
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      const { id } = await project.addDrawer({ wing: "w", room: "r", scope: "kb", text: one, force: true });
      const [drawer] = (await project.expand([id])).drawers;
      assert.equal(drawer?.text, one);
      assert.equal(drawer?.fresh, true);
    }),
    { numRuns: rounds(40, 5) },
  );
});

test("a near-duplicate is refused with its matches, unless forced; one that readers of the new drawer can't see is none", async (t) => {
  const { project } = await palace(t);
  const text = "The staging database of Driftwood runs on port 5433.";
  const { id } = await project.addDrawer({ wing: "driftwood", room: "staging", scope: "admin", text });
  await project.addDrawer({ wing: "driftwood", room: "staging", scope: "kb", text });
  await assert.rejects(
    project.addDrawer({
      wing: "driftwood",
      room: "ports",
      scope: "kb",
      text: "the staging database of Driftwood runs on port 5433",
    }),
    (error: LociError) => {
      const matches = error.details["matches"] as { id: string; similarity: number; text: string }[];
      return (
        error.code === "DUPLICATE" &&
        matches.length === 1 &&
        matches[0]?.text === text &&
        matches[0].similarity === 1 &&
        matches[0].id !== id
      );
    },
  );
  await project.addDrawer({
    wing: "driftwood",
    room: "ports",
    scope: "kb",
    text: "The staging database of Driftwood runs on port 5434.",
  });
  await project.addDrawer({ wing: "driftwood", room: "ports", scope: "kb", text, force: true });
  assert.deepEqual((await project.checkDuplicate("Something else entirely.")).matches, []);
  assert.equal((await project.checkDuplicate(text, { scope: "admin" })).duplicate, true);
  await assert.rejects(project.addDrawer({ wing: "w", room: "r", scope: "everyone", text: "x" }), {
    code: "SCOPE_INVALID",
  });
  await assert.rejects(project.addDrawer({ wing: "w", room: "!", text: "x" }), { code: "USAGE" });
  await assert.rejects(project.addDrawer({ wing: "w", room: "r", text: " " }), { code: "USAGE" });
  await assert.rejects(project.addDrawer({ wing: "w", room: "r", text: "a\0b" }), { code: "USAGE" });
  await assert.rejects(project.addDrawer({ wing: "w", room: "r", scope: "kb", text: "x" }, { caller: "user:42" }), {
    code: "FORBIDDEN",
  });
  await assert.rejects(project.addDrawer({ wing: "w", room: "r", text: "x" }, { caller: "public" }), {
    code: "FORBIDDEN",
  });
});

test("a long drawer is found by each part, and goes as one", async (t) => {
  const { project } = await palace(t);
  const text = Array.from(
    { length: 60 },
    (_, i) => `Paragraph ${i} speaks of the harbour and its many lights at night.`,
  ).join("\n\n");
  const { id } = await project.addDrawer({ wing: "w", room: "harbour", scope: "kb", text });
  const { drawers } = await project.expand([id], { document: true });
  assert.ok(drawers.length > 1);
  assert.equal(drawers.map((drawer) => drawer.text).join(""), text);
  assert.equal(drawers[0]?.id, id);
  await assert.rejects(project.addDrawer({ wing: "w", room: "harbour", scope: "kb", text }), { code: "DUPLICATE" });
  const { matches } = await project.forget(drawers[1]?.id ?? "");
  assert.deepEqual(
    matches
      .filter(({ goes }) => goes)
      .map(({ id }) => id)
      .sort(),
    drawers.map((drawer) => drawer.id).sort(),
    "the preview shows all that would go",
  );
  const { removed, proof } = await project.forget(drawers[1]?.id ?? "", { yes: true });
  assert.equal(removed.length, drawers.length);
  assert.equal(proof?.clean, true);
});

test("of drawers that say the same and are added at once, one is stored", async (t) => {
  const { project } = await palace(t);
  const added = await Promise.allSettled(
    Array.from({ length: 4 }, () =>
      project.addDrawer({ wing: "w", room: "zoo", scope: "kb", text: "the very same words about ocelots" }),
    ),
  );
  assert.equal(added.filter(({ status }) => status === "fulfilled").length, 1);
  for (const one of added) if (one.status === "rejected") assert.equal((one.reason as LociError).code, "DUPLICATE");
});

test("where a hand-added drawer stands in its file tells nothing of the drawers above it, which may be somebody else's", async (t) => {
  const { project } = await palace(t);
  const { id: hidden } = await project.addDrawer({
    wing: "w",
    room: "shared",
    scope: "admin",
    text: "A secret.\nOf several\nlines.",
  });
  await project.addDrawer({ wing: "w", room: "shared", scope: "kb", text: "A public note about lemurs." });
  const seen = async () =>
    (await project.search("lemurs", { caller: "public" })).hits.map(({ id, compositeId, lines, text }) => ({
      id,
      compositeId,
      lines,
      text,
    }));
  const before = await seen();
  assert.equal(before.length, 1);
  await project.forget(hidden, { yes: true });
  assert.deepEqual(await seen(), before);
});

test("forget shows, then forgets and proves it; files of the user's stay, and say where", async (t) => {
  const { project, folder } = await palace(t, FILES);
  const { id, file } = await project.addDrawer({
    wing: "driftwood",
    room: "keys",
    scope: "kb",
    text: "The door code is swordfish.",
  });
  const kept = await project.addDrawer({
    wing: "driftwood",
    room: "keys",
    scope: "kb",
    text: "The window has no code.",
  });
  const shown = await project.forget("code is swordfish");
  assert.deepEqual(
    shown.matches.map((match) => [match.id, match.goes, match.why]),
    [[id, true, ""]],
  );
  assert.deepEqual([shown.removed, shown.proof], [[], null]);
  const forgotten = await project.forget("code is swordfish", { yes: true });
  assert.deepEqual(forgotten.removed, [id]);
  assert.equal(forgotten.proof?.clean, true);
  assert.ok((forgotten.proof?.probes.length ?? 0) >= 6);
  assert.ok(!readFileSync(file, "utf8").includes("swordfish"));
  assert.deepEqual(
    (await project.search("swordfish door code")).hits.filter((hit) => hit.text.includes("swordfish")),
    [],
  );
  await project.rebuild();
  await assert.rejects(project.expand([id]), { code: "DRAWER_NOT_FOUND" });
  assert.equal((await project.forget(kept.id, { yes: true })).removed.length, 1);
  assert.equal(existsSync(file), false);
  // Of a file.
  const own = await project.forget("films by Tarkovsky", { yes: true });
  assert.deepEqual([own.removed, own.proof], [[], null]);
  assert.equal(own.matches[0]?.goes, false);
  assert.ok(own.matches[0]?.why.includes(join(folder, "orion/movie/list.md:1")));
  // Not quite its words.
  const near = await project.forget("Tarkovsky watching");
  assert.ok(near.matches.length > 0 && near.matches.every(({ goes }) => !goes));
  // Seeing isn't owning.
  const shared = await project.addDrawer({
    wing: "driftwood",
    room: "keys",
    scope: "kb",
    text: "The cellar code is herring.",
  });
  const mine = await project.addDrawer(
    { wing: "driftwood", room: "keys", text: "My locker code is anchovy." },
    { caller: "user:42" },
  );
  assert.equal(mine.file, "palace/driftwood/keys.md");
  for (const caller of ["user:42", "public"] as const)
    assert.deepEqual(
      (await project.forget(shared.id, { caller, yes: true })).matches.map(({ goes, why }) => [goes, why]),
      [[false, "only the owner may forget it"]],
    );
  for (const caller of ["user:42", "public"] as const)
    assert.deepEqual(
      (await project.forget("films by Tarkovsky", { caller })).matches.map(({ why }) => why),
      ["it stands in a file of the owner's: only the owner can take it out"],
    );
  assert.deepEqual((await project.forget("locker code is anchovy", { caller: "user:7", yes: true })).removed, []);
  assert.deepEqual((await project.forget("locker code is anchovy", { caller: "user:42", yes: true })).removed, [
    mine.id,
  ]);
  const stranger = await project.forget("salary band", { caller: "public", yes: true });
  assert.ok(stranger.matches.every(({ text, file: path }) => !text.includes("salary") && path === null));
  await assert.rejects(project.forget("00000000"), { code: "DRAWER_NOT_FOUND" });
});

test("closets: one a document and room, codes unique in a wing, AAAK that reads back", async (t) => {
  const { project } = await palace(t, FILES);
  const { closets, total } = await project.closets();
  assert.equal(total, 6);
  assert.deepEqual(closets.map(({ wing, room, document }) => `${wing}/${room} ${document}`).slice(1, 3), [
    "driftwood/auth auth/clerk.md",
    "driftwood/movie movies/list.md",
  ]);
  for (const { text } of closets) assert.equal(encode(decode(text)), text);
  const auth = await project.closets({ room: "auth", caller: "public" });
  assert.deepEqual(
    auth.closets.map(({ wing }) => wing),
    ["driftwood", "orion"],
  );
  assert.deepEqual(await project.closets({ wing: "driftwood", room: "movies", limit: 1 }), {
    closets: [closets[2]],
    total: 1,
  });
  await assert.rejects(project.closets({ wing: "nobody" }), { code: "USAGE" });
});

test("wake-up: within its budget, each line with its drawer, of what the caller sees, the same each time", async (t) => {
  const { project } = await palace(t, FILES);
  await project.addDrawer({
    wing: "me",
    room: "identity",
    scope: "kb",
    pin: true,
    text: "I am Kai, and I build Driftwood.",
  });
  await project.addDrawer({ wing: "me", room: "rules", scope: "kb", pin: true, text: "Never deploy on Fridays." });
  const brief = await project.wakeUp();
  assert.deepEqual(brief, await project.wakeUp());
  assert.ok(brief.tokens <= 800 && brief.budgetTokens === 800);
  assert.match(
    brief.text,
    /## Identity\n- I am Kai[\s\S]*## Pinned\n- Never deploy[\s\S]*## Active rooms[\s\S]*## Recent events\n- 2026-10-09 On Friday we watched Stalker/,
  );
  assert.ok(!brief.text.includes("Sencha"), "a user's note doesn't reach the owner's agent");
  assert.match((await project.wakeUp({ caller: "user:42" })).text, /## Open items\n- TODO: order more Sencha\./);
  for (const { drawer } of brief.lines) assert.equal((await project.expand([drawer ?? "none"])).drawers[0]?.id, drawer);
  const theirs = await project.wakeUp({ caller: "public" });
  assert.ok(!theirs.text.includes("Sencha") && !theirs.text.includes("salary") && !theirs.text.includes("secret"));
  assert.ok((await project.wakeUp({ budgetTokens: 40 })).tokens <= 40);
  assert.equal((await project.wakeUp({ budgetTokens: 0 })).text, "");
  const wing = await project.wakeUp({ wing: "orion" });
  assert.ok(wing.lines.every(({ text }) => !text.includes("driftwood/")));
});

test("wake-up: an event of a file that says no day isn't told as of the day when the file was written", async (t) => {
  const { project } = await palace(t, {
    "log/films/dated.md": "---\ndate: 2026-10-09\n---\nOn Friday we watched Stalker together.\n",
    "log/films/undated.md": "On Friday we watched Mirror together.\n",
  });
  const { text } = await project.wakeUp();
  assert.match(text, /## Recent events\n- 2026-10-09 On Friday we watched Stalker[^\n]*(?:\n\n|$)/u);
  assert.ok(!text.includes("Mirror"), text);
});

test("rooms of one wing: near are those that share documents and sessions, and those that speak of it, of what the caller sees", async (t) => {
  const { project } = await palace(t, {
    "harbour/ferry/times.md": "# Ferry\n\nIt leaves at noon.\n\n# Winter\n\nFrom November it rests.\n",
    "harbour/bread/rye.md": "Feed the starter in the evening.\n",
    "harbour/office/desk.md": "The desk sells tickets for the ferry.\n",
    "secret/office/pay.md": "The ferry pays the ferry's crew for the ferry.\n",
  });
  const { drawers } = await project.drawers({ wing: "harbour" });
  const moved = drawers.find(({ text }) => text.includes("November"));
  await project.correct("move-drawer", { id: moved?.id ?? "", room: "winter" });
  const near = async (room: string): Promise<readonly (readonly [string, readonly string[]])[]> =>
    (await project.traverse(room, { hops: 1, caller: "public" })).rooms.map(({ room, via }) => [room, via]);
  assert.deepEqual(await near("ferry"), [
    ["office", ["about:ferry", "harbour"]],
    ["winter", ["with:ferry", "harbour"]],
    ["bread", ["harbour"]],
  ]);
  assert.deepEqual((await near("winter"))[0], ["ferry", ["with:winter", "harbour"]]);
  const owners = (await project.traverse("ferry", { hops: 1 })).rooms;
  assert.ok(
    (owners[0]?.weight ?? 0) > ((await project.traverse("ferry", { hops: 1, caller: "public" })).rooms[0]?.weight ?? 1),
  );
  assert.deepEqual(
    (await project.traverse("bread")).rooms.map(({ room, hops }) => [room, hops]),
    [
      ["ferry", 1],
      ["winter", 1],
      ["office", 1],
    ],
  );
  const { rooms, total } = await project.traverse("bread", { limit: 2 });
  assert.deepEqual([rooms.map(({ room }) => room), total], [["ferry", "winter"], 3]);
});

test("tunnels that somebody digs lead somewhere, follow renaming, and can be filled", async (t) => {
  const { project } = await palace(t, FILES);
  await project.addTunnel(
    { wing: "diary", room: "tea" },
    { wing: "orion", room: "movies" },
    { label: "quiet evenings" },
  );
  assert.deepEqual((await project.tunnels()).explicit, [
    { a: { wing: "diary", room: "tea" }, b: { wing: "orion", room: "movie" }, label: "quiet evenings" },
  ]);
  assert.deepEqual((await project.tunnels({ caller: "public" })).explicit, []);
  assert.equal((await project.traverse("tea", { hops: 1 })).rooms[0]?.room, "movie");
  await assert.rejects(project.addTunnel({ wing: "diary", room: "tea" }, { wing: "orion", room: "nowhere" }), {
    code: "USAGE",
  });
  assert.deepEqual(await project.removeTunnel({ wing: "orion", room: "movies" }, { wing: "diary", room: "tea" }), {
    removed: true,
  });
  assert.deepEqual(await project.removeTunnel({ wing: "orion", room: "movies" }, { wing: "diary", room: "tea" }), {
    removed: false,
  });
});

test("a tunnel is one and the same under every name that its rooms had", async (t) => {
  const { project } = await palace(t, FILES);
  const [tea, movies] = [
    { wing: "diary", room: "tea" },
    { wing: "orion", room: "movies" },
  ];
  await project.addTunnel(tea, movies, { label: "first" });
  await project.correct("rename-room", { from: "tea", to: "sencha" });
  const sencha = { wing: "diary", room: "sencha" };
  const { tunnel } = await project.addTunnel(sencha, movies, { label: "second" });
  assert.deepEqual(tunnel, { a: sencha, b: { wing: "orion", room: "movie" }, label: "second" });
  assert.deepEqual((await project.tunnels()).explicit, [tunnel]);
  await project.correct("rename-room", { from: "sencha", to: "matcha" });
  await assert.rejects(project.addTunnel(tea, { wing: "diary", room: "matcha" }), {
    code: "USAGE",
    message: "a tunnel needs two different rooms",
  });
  assert.deepEqual(await project.removeTunnel({ wing: "diary", room: "matcha" }, movies), { removed: true });
  assert.deepEqual((await project.tunnels()).explicit, []);
});

test("of two rooms that get one name at once the second is refused; a circle says how the name is given back", async (t) => {
  const { project } = await palace(t, FILES);
  const renamed = await Promise.allSettled([
    project.correct("rename-room", { from: "tea", to: "evenings" }),
    project.correct("rename-room", { from: "auth", to: "evenings" }),
  ]);
  assert.deepEqual(renamed.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  await project.addDrawer({ wing: "orion", room: "docks", text: "Orion docks at noon." });
  await project.addDrawer({ wing: "driftwood", room: "docks", text: "Driftwood has docks of its own." });
  await project.addDrawer({ wing: "orion", room: "piers", text: "Nine piers were painted in May." });
  await project.correct("merge-rooms", { from: "docks", to: "piers" });
  await assert.rejects(
    project.correct("rename-room", { from: "piers", to: "docks", wing: "orion" }),
    (error) => error instanceof LociError && error.hint.endsWith(": loci palace rename piers docks"),
  );
  assert.equal((await project.correct("rename-room", { from: "piers", to: "docks" })).room, "docks");
  await project.correct("rename-room", { from: "docks", to: "quays", wing: "orion" });
  await project.correct("merge-rooms", { from: "quays", to: "docks", wing: "orion" });
  assert.equal((await project.rooms({ wing: "orion" })).rooms.find(({ room }) => room === "docks")?.count, 2);
});

test("a wing's other names are told to who sees drawers under them, and to the owner", async (t) => {
  const { project } = await palace(t, FILES);
  await project.correct("alias-wing", { from: "secret", to: "orion" });
  await project.correct("alias-wing", { from: "dw", to: "driftwood" });
  const aliases = async (caller: "owner" | "public"): Promise<unknown> =>
    (await project.wings({ caller })).wings
      .filter(({ wing }) => wing !== "diary")
      .map(({ wing, aliases }) => [wing, aliases]);
  assert.deepEqual(await aliases("owner"), [
    ["orion", ["secret"]],
    ["driftwood", ["dw"]],
  ]);
  assert.deepEqual(await aliases("public"), [
    ["driftwood", []],
    ["orion", []],
  ]);
  await project.correct("rename-wing", { from: "driftwood", to: "flotsam" });
  assert.deepEqual(await aliases("public"), [
    ["flotsam", ["driftwood"]],
    ["orion", []],
  ]);
});

test("the folder of hand-added drawers goes away and comes back: none is taken out, and the run says it", async (t) => {
  const { folder, project } = await palace(t);
  const { id } = await project.addDrawer({
    text: "The oboe is in the attic.",
    wing: "house",
    room: "attic",
    scope: "kb",
  });
  const own = join(folder, "home", "projects", "test", "memory", "palace");
  renameSync(own, `${own}-away`);
  const away = await project.index([]);
  assert.deepEqual(
    [away.status, away.failed.map(({ code }) => code), away.drawers.removed],
    ["failed", ["PATH_NOT_FOUND"], 0],
  );
  assert.deepEqual(
    (await project.search("oboe")).hits.map((hit) => hit.id),
    [id],
  );
  renameSync(`${own}-away`, own);
  assert.deepEqual(
    [(await project.index([])).status, (await project.search("oboe")).hits.map((hit) => hit.id)],
    ["done", [id]],
  );
  // One file that is deleted is meant.
  rmSync(join(own, "house", "attic.md"));
  const { status, files, drawers } = await project.index([]);
  assert.deepEqual([status, files.removed, drawers.removed], ["done", 1, 1]);
});

test("a drawer that supersedes another takes its place; the older words stay in their file and are found no more", async (t) => {
  const superseding = mkdtempSync(join(tmpdir(), "loci-superseded-"));
  t.after(() => rmSync(superseding, { recursive: true, force: true }));
  const loci = await openLoci({ home: join(superseding, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const old = await project.addDrawer({ text: "The session token lives for 12 hours.", wing: "w", room: "tokens" });
  const added = await project.addDrawer({
    text: "The session token lives for 24 hours.",
    wing: "w",
    room: "tokens",
    date: "2026-02-03",
    supersedes: [old.id],
  });
  const { hits } = await project.search("how long does the session token live?");
  assert.deepEqual(
    hits.map(({ id, date }) => [id, date]),
    [[added.id, "2026-02-03"]],
  );
  const superseded = /superseded=.*\nThe session token lives for 12 hours/;
  assert.match(readFileSync(added.file, "utf8"), superseded);
  // Changed back: the earlier version itself, as it stood.
  const before = (await project.drawers({ room: ["tokens"] })).drawers.map(({ id }) => id);
  assert.deepEqual(before, [added.id]);
  const place = { wing: "w", room: "tokens" };
  const back = await project.addDrawer({
    text: "The session token lives for 12 hours.",
    ...place,
    supersedes: [added.id],
  });
  assert.equal(back.id, old.id);
  assert.deepEqual(
    (await project.search("session token lives")).hits.map(({ id }) => id),
    [old.id],
  );
  const text = readFileSync(added.file, "utf8");
  assert.doesNotMatch(text, superseded);
  assert.equal(text.split("12 hours").length, 2);
  const anew = await project.addDrawer({
    text: "The session token lives for 24 hours.",
    ...place,
    supersedes: [back.id],
  });
  assert.equal(anew.id, added.id);
  assert.equal((await project.search("session token lives")).hits[0]?.date, "2026-02-03");
  await project.rebuild();
  assert.equal((await project.search("12 hours")).hits.filter(({ id }) => id === old.id).length, 0);
  await assert.rejects(
    project.addDrawer({ text: "x", wing: "w", room: "r", supersedes: ["f".repeat(32)] }),
    (thrown: { readonly code?: string }) => thrown.code === "DRAWER_NOT_FOUND",
  );
  await assert.rejects(
    project.addDrawer({ text: "x y z", wing: "w", room: "r", date: "soon" }),
    (thrown: { readonly code?: string }) => thrown.code === "USAGE",
  );
});

test("a change of a long passage is taken back: the earlier words count again, and the id that is given opens them", async (t) => {
  const { project } = await palace(t);
  const lines = Array.from({ length: 60 }, (_, i) => `The gate of pier ${i} opens at ${i} o'clock.`);
  const changed = (at: number): string => lines.with(at, `Nobody opens gate ${at} but Ximena.`).join(" ");
  const words = lines.join(" ");
  const found = async (): Promise<number> =>
    (await project.search("Ximena", { limit: 50 })).hits.filter(({ text }) => text.includes("Ximena")).length;
  const opens = async (id: string, text: string): Promise<void> => {
    assert.equal((await project.expand([id])).text, text);
    const { fresh, pinned } = await project.drawerSource(id);
    assert.deepEqual([fresh, pinned], [true, pin]);
  };
  let pin = false;
  for (const [at, isPinned, twin, isMoved] of [
    [59, false, false, false],
    [30, true, true, false],
    [0, true, false, false],
    [59, true, true, true],
    [30, false, false, true],
    [0, false, true, true],
  ] as const) {
    pin = isPinned;
    const place = { wing: `w${at}${String(pin)}`, room: isMoved ? "moved" : "there", scope: "kb", pin } as const;
    const room = isMoved ? "before" : place.room;
    const first = await project.addDrawer({ ...place, room, text: words, force: true });
    // Another passage that has its first part in common with both.
    const text = `${words} The ferry is late.`;
    const other = twin ? await project.addDrawer({ ...place, text, force: true }) : null;
    if (isMoved) await project.correct("move-drawer", { id: first.id, room: place.room });
    let { id } = first;
    for (let round = 0; round < 2; round++) {
      const change = await project.addDrawer({ ...place, text: changed(at), supersedes: [id], force: true });
      await opens(change.id, changed(at));
      assert.ok((await found()) > 0);
      const back = await project.addDrawer({ ...place, text: words, supersedes: [change.id] });
      await opens(back.id, words);
      assert.equal(await found(), 0);
      if (!isMoved) assert.equal(back.id, first.id);
      id = back.id;
    }
    const file = readFileSync(join(dirname(first.file), `${place.room}.md`), "utf8");
    assert.equal(file.split(" superseded=").length - 1, 1);
    assert.equal((await project.index([])).files.indexed, 0);
    if (other === null) continue;
    // Both give way to the one: it stays, and goes by the id of the part that it has in common with the other.
    const parts = (await project.drawers({ wing: [place.wing] })).drawers;
    const kept = parts.find((one) => one.text.startsWith("The gate of pier 0") && one.id !== id) ?? assert.fail();
    await opens((await project.addDrawer({ ...place, text, supersedes: [id, kept.id] })).id, text);
  }
});

test("seven topical halls are there unasked, in the taxonomy, hits and closets", async (t) => {
  const { project } = await palace(t, { "app/login/notes.md": "We fixed two bugs of the login script.\n" });
  assert.equal((await project.taxonomy()).halls["app"]?.["technical"], 1);
  assert.equal((await project.wings()).wings[0]?.halls["technical"], 1);
  assert.deepEqual((await project.search("login bugs", { hall: "technical" })).hits[0]?.topicalHalls, ["technical"]);
  assert.deepEqual((await project.closets({})).closets[0]?.halls.at(-1), { hall: "technical", count: 1 });
  const { wings } = await project.compareHall("technical");
  assert.deepEqual(
    wings.map(({ wing, total }) => [wing, total]),
    [["app", 1]],
  );
});
