import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Sandbox, sandbox } from "./spawn-loci.fixture.ts";

const FILES = {
  "driftwood/auth/clerk.md": "---\ndate: 2026-01-02\n---\nWe decided to use Clerk for logins in Driftwood.\n",
  "driftwood/movies/list.md": "---\ndate: 2026-01-09\n---\nOn Friday we watched Stalker together.\n",
  "orion/auth/clerk.md": "---\ndate: 2025-09-14\n---\nOrion moved from Auth0 to Clerk in September.\n",
  "secret/pay/bands.md": "---\ndate: 2025-09-15\n---\nThe salary band of level five is eighty thousand.\n",
};

let box: Sandbox;
before(async () => {
  box = sandbox(FILES);
  for (const wing of ["driftwood", "orion", "secret"]) {
    const { status, err } = await box.loci([
      "index",
      wing,
      "--wing",
      wing,
      "--scope",
      wing === "secret" ? "admin" : "kb",
    ]);
    assert.equal(status, 0, err);
  }
});
after(() => box.remove());

test("taxonomy, wings, rooms, tunnels, graph and traverse have the shapes of the contract", async () => {
  const taxonomy = (await box.loci(["palace", "--json"])).json();
  assert.deepEqual(Object.keys(taxonomy), ["schema", "taxonomy", "halls"]);
  assert.deepEqual(taxonomy.taxonomy, { driftwood: { auth: 1, movies: 1 }, orion: { auth: 1 }, secret: { pay: 1 } });
  assert.deepEqual((await box.loci(["palace", "--as", "public", "--json"])).json().taxonomy, {
    driftwood: { auth: 1, movies: 1 },
    orion: { auth: 1 },
  });
  const { tunnels } = (await box.loci(["palace", "tunnels", "--json"])).json();
  assert.deepEqual(
    tunnels.map((one: object) => Object.keys(one)),
    [["room", "wings", "halls", "count", "first", "last"]],
  );
  assert.deepEqual(
    [tunnels[0].room, tunnels[0].wings, tunnels[0].first, tunnels[0].last],
    ["auth", ["driftwood", "orion"], "2025-09-14", "2026-01-02"],
  );
  assert.deepEqual((await box.loci(["palace", "traverse", "movie", "--hops", "1", "--json"])).json().rooms, [
    { room: "auth", hops: 1, weight: 1 / 2 / Math.sqrt(2), via: ["driftwood"] },
  ]);
  assert.deepEqual(
    (await box.loci(["palace", "wings", "--json"])).json().wings.map(({ wing }: { wing: string }) => wing),
    ["driftwood", "orion", "secret"],
  );
  assert.equal((await box.loci(["palace", "rooms", "--wing", "orion", "--json"])).json().rooms.length, 1);
  assert.equal((await box.loci(["palace", "graph", "--json"])).json().edges.length, 1);
  for (const command of [
    ["palace"],
    ["palace", "wings"],
    ["palace", "rooms"],
    ["palace", "tunnels"],
    ["palace", "traverse", "auth"],
    ["palace", "graph"],
    ["palace", "closets"],
    ["wake-up"],
  ]) {
    const { status, out, err } = await box.loci(command);
    assert.deepEqual([status, err], [0, ""], command[0]);
    assert.match(out, /auth|clerk|driftwood/i, command[0]);
  }
  const wrong = await box.loci(["palace", "traverse", "nowhere", "--json"]);
  assert.deepEqual([wrong.status, wrong.json().error.code], [2, "USAGE"]);
});

test("rooms and wings are corrected from the command line, for good", async () => {
  assert.deepEqual((await box.loci(["palace", "rename", "movies", "Cinema", "--json"])).json(), {
    schema: 1,
    room: "cinema",
    wing: null,
    drawers: 1,
  });
  assert.equal((await box.loci(["palace", "rename-wing", "driftwood", "dw", "--also"])).out, "driftwood: 2 passages\n");
  const [hit] = (await box.loci(["search", "Stalker", "--wing", "dw", "--room", "movie", "--json"])).json().hits;
  assert.deepEqual([hit.wing, hit.room], ["driftwood", "cinema"]);
  assert.equal((await box.loci(["palace", "move", hit.id.slice(0, 8), "Evenings", "--json"])).json().room, "evenings");
  assert.equal((await box.loci(["data", "rebuild"])).status, 0);
  assert.deepEqual((await box.loci(["palace", "--json"])).json().taxonomy.driftwood, {
    auth: 1,
    evenings: 1,
  });
  assert.equal((await box.loci(["palace", "merge", "evenings", "nowhere"])).status, 2);
  assert.equal((await box.loci(["palace", "rename", "auth", "x", "--as", "public"])).status, 2);
  assert.match(
    (await box.loci(["palace", "undo"])).out,
    /^undone: move drawer, cinema to evenings; 2 more can be undone/,
  );
  assert.deepEqual((await box.loci(["palace", "--json"])).json().taxonomy.driftwood, {
    auth: 1,
    cinema: 1,
  });
  const { undone, left } = (await box.loci(["palace", "undo", "--json"])).json();
  assert.deepEqual([undone, left], ["alias wing", 1]);
});

test("forgetting takes and names the lines of memory.md and the questions that hold the words, in one document", async () => {
  const folder = join(box.home, "projects", "default");
  assert.equal((await box.loci(["eval", "add", "Where is the zanzibaritone of ours?", "list.md"])).status, 0);
  assert.equal((await box.loci(["eval", "add", "Which film?", "list.md"])).status, 0);
  mkdirSync(join(folder, "chats"), { recursive: true });
  const memory = join(folder, "chats", "memory.md");
  writeFileSync(memory, "# Memory\n\n- The zanzibaritone of ours is blue.\n- Barges are slow.\n");
  const words = ["forget", "zanzibaritone of ours"];
  const shown = await box.loci(words);
  assert.deepEqual([shown.status, shown.err], [0, ""]);
  assert.match(shown.out, /would go: ‘The zan.* of memory\.md\nwould go: ‘.*Where is the zan.* of questions\.md/u);
  const gone = await box.loci([...words, "--yes", "--json"]);
  const { notes, proof } = gone.json();
  assert.deepEqual([gone.status, gone.err, notes.length, proof.clean], [0, "", 2, true]);
  assert.equal(
    `${readFileSync(join(folder, "questions.md"), "utf8")}${readFileSync(memory, "utf8").replace(/<!--.*/u, "")}`,
    "<!-- expect: Which film? → list.md -->\n# Memory\n\n- Barges are slow.\n\n",
  );
  for (const file of [memory, join(folder, "questions.md")]) rmSync(file);
});

test("add, edit in an editor, refuse a near-duplicate, forget", async () => {
  assert.match((await box.loci(["forget", "salary band of level five"])).out, /bands\.md/);
  const none = await box.loci(["forget", "salary feathers"]);
  assert.equal(none.status, 1, "what only looks like it is no find");
  const palace = join(box.home, "projects", "default", "memory", "palace");
  assert.equal(existsSync(palace), false, "looking at what would go makes nothing");
  const text = "# Keys\n\nThe door code is swordfish.\n";
  const place = ["--wing", "home", "--room", "keys", "--scope", "kb"];
  const added = (await box.loci(["add", "-", ...place, "--json"], { input: text })).json();
  assert.deepEqual(Object.keys(added).slice(0, 3), ["schema", "id", "file"]);
  assert.ok(added.file.startsWith(palace));
  assert.equal((await box.loci(["expand", added.id, "--json"])).json().drawers[0].text, text);
  const again = await box.loci(["add", text, ...place, "--json"]);
  assert.deepEqual([again.status, again.json().error.code], [1, "DUPLICATE"]);
  assert.deepEqual(Object.keys(again.json().error.details.matches[0]), ["id", "similarity", "text"]);
  const result = await box.loci(["add", text, ...place]);
  assert.deepEqual([result.status, result.out], [1, ""]);
  assert.match(result.err, /100 % alike[\s\S]*DUPLICATE/);
  writeFileSync(added.file, readFileSync(added.file, "utf8").replace("swordfish", "tuna"));
  assert.equal((await box.loci(["index"])).status, 0);
  const [edited] = (await box.loci(["search", "door code", "--json"])).json().hits;
  assert.equal(edited.text, "# Keys\n\nThe door code is tuna.\n");
  assert.match((await box.loci(["forget", "code is tuna"])).out, /would go[\s\S]*--yes/);
  const forgotten = (await box.loci(["forget", "code is tuna", "--yes", "--json"])).json();
  assert.deepEqual([forgotten.removed, forgotten.proof.clean], [[edited.id], true]);
  assert.deepEqual(
    (await box.loci(["search", "tuna", "--json"]))
      .json()
      .hits.filter((hit: { text: string }) => hit.text.includes("tuna")),
    [],
  );
  const own = await box.loci(["forget", "salary band of level five", "--yes"]);
  assert.equal(own.status, 1);
  assert.match(own.out, /stays[\s\S]*bands\.md:1, which is yours/);
  const alone = await box.loci(["add", "The spare key of the boathouse is with Mirabel.", "--project", "alone"]);
  assert.match(alone.out, /^added \w+ to [\w-]+\/[\w-]+, seen by you alone \(admin\): /u);
  const seen = async (...as: readonly string[]): Promise<number> =>
    (await box.loci(["search", "spare key boathouse", "--project", "alone", "--json", ...as])).json().hits.length;
  assert.deepEqual([await seen(), await seen("--as", "public")], [1, 0]);
});

test("a hall whose name is nothing is refused, as such a wing or room is", async () => {
  const { status, err } = await box.loci([
    "add",
    "The lighthouse has ninety steps.",
    "--wing",
    "w",
    "--room",
    "r",
    "--hall",
    "!!",
    "--scope",
    "kb",
  ]);
  assert.equal(status, 2);
  assert.match(err, /the hall has no letters or digits/);
});

test("what is added through a pipe is kept byte for byte, its byte order mark too", async () => {
  const text = "\ufeff The copper kettle whistles at dawn.\r\n";
  const { id, file } = (
    await box.loci(["add", "-", "--wing", "kitchen", "--room", "kettle", "--scope", "kb", "--json"], { input: text })
  ).json();
  assert.equal((await box.loci(["expand", id, "--json"])).json()["drawers"][0].text, text);
  assert.ok(readFileSync(file, "utf8").includes(`-->\n${text}\n<!--`));
  assert.deepEqual(
    (await box.loci(["search", "copper kettle", "--limit", "1", "--json"]))
      .json()
      ["hits"].map((hit: { text: string }) => hit.text),
    [text],
  );
});

test("tunnels are dug and filled; closets and wake-up keep their budgets", async () => {
  assert.equal(
    (await box.loci(["palace", "tunnels", "dig", "driftwood/auth", "secret/pay", "--label", "vendor"])).out,
    "driftwood/auth — secret/pay\n",
  );
  assert.equal((await box.loci(["palace", "tunnels", "--json"])).json().explicit.length, 1);
  assert.deepEqual((await box.loci(["palace", "tunnels", "--as", "public", "--json"])).json().explicit, []);
  assert.equal((await box.loci(["palace", "tunnels", "dig", "secret/pay", "driftwood/auth", "--fill"])).status, 0);
  assert.equal((await box.loci(["palace", "tunnels", "dig", "secret/pay", "driftwood/auth", "--fill"])).status, 1);
  assert.equal((await box.loci(["palace", "tunnels", "dig", "driftwood", "secret/pay"])).status, 2);
  const closets = (await box.loci(["palace", "closets", "--limit", "1", "--json"])).json();
  assert.deepEqual([closets.closets.length, closets.closets[0].text.startsWith("AAAK2 driftwood/")], [1, true]);
  const brief = (await box.loci(["wake-up", "--budget-tokens", "60", "--json"])).json();
  assert.ok(brief.tokens <= 60 && brief.lines.length > 0);
  for (const { drawer } of brief.lines) assert.match(drawer, /^[0-9a-f]{32}$/);
});

test("forgetting one passage takes the questions and notes that repeat it, of several lines or with more around it, and no others", async () => {
  const folder = join(box.home, "projects", "default");
  const [questions, memory] = [join(folder, "questions.md"), join(folder, "chats", "memory.md")];
  const prompt = "Where does the zanzibaritone\nof my aunt Odile hang?\nAsk her.";
  const { id } = (await box.loci(["add", prompt, "--scope", "admin", "--json"])).json();
  const asked = [prompt, "zanzibaritone of my aunt Odile", `Earlier: ${prompt}`, "Which film?", "Ask whom?", "ask"];
  for (const question of asked) assert.equal((await box.loci(["eval", "add", question, "list.md"])).status, 0);
  mkdirSync(join(folder, "chats"), { recursive: true });
  writeFileSync(memory, "# Memory\n\n- Zanzibaritone of my aunt Odile\n- Barges are slow.\n");
  assert.equal((await box.loci(["forget", id, "--json"])).json().notes.length, 4);
  const { notes, proof } = (await box.loci(["forget", id, "--yes", "--json"])).json();
  assert.deepEqual([notes.length, proof.clean], [4, true]);
  const left = `${readFileSync(questions, "utf8")}${readFileSync(memory, "utf8").replace(/<!--.*/u, "")}`;
  assert.deepEqual(left.match(/(?<=expect: |^- ).*?(?= →|$)/gmu), [
    "Which film?",
    "Ask whom?",
    "ask",
    "Barges are slow.",
  ]);
  for (const file of [memory, questions]) rmSync(file);
});
