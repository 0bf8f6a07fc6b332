import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { LociError } from "../model/error.ts";
import { allKeys } from "./check-value.ts";
import { loadConfiguration, trustTreeFile } from "./load-configuration.ts";
import { scratch } from "./scratch.fixture.ts";

const refuses = (code: string, message: string | RegExp, details?: object) => (error: unknown) => {
  assert.ok(error instanceof LociError);
  assert.equal(error.code, code);
  if (typeof message === "string") assert.equal(error.message, message);
  else assert.match(error.message, message);
  if (details !== undefined) assert.deepEqual({ ...error.details, ...details }, error.details);
  return true;
};

test("without anything, every key has its default", async (context) => {
  const folder = scratch(context);
  const { entries, settings, tree, notes } = await loadConfiguration({
    home: join(folder, "home"),
    folder,
  });
  assert.deepEqual(
    entries.map(({ key }) => key),
    allKeys().map(({ key }) => key),
  );
  assert.ok(entries.every(({ layer, value, definition }) => layer === "default" && value === definition.default));
  assert.equal(settings.chunking.max_chunk_size, 1500);
  assert.deepEqual([tree, notes], [null, []]);
});

test("each layer wins over the ones before, and says where it stands", async (context) => {
  const folder = scratch(context, {
    "home/config.toml":
      "# mine\n[chunking]\nmax_chunk_size = 1000\noverlap_lines = 1\n\n[recall]\nlimit = 20\n[ingest]\nexclude = ['a']\n",
    "tree/.loci.toml": "chunking.overlap_lines = 3\n[ingest]\nexclude = ['b']\n",
  });
  const { settings, entries } = await loadConfiguration({
    home: join(folder, "home"),
    folder: join(folder, "tree"),
    environment: {
      LOCI_RECALL_LIMIT: "30",
      LOCI_INGEST_EXCLUDE: "c,*.{d,e}",
      LOCI_CHAT_INDEX_MESSAGES: "off",
      PATH: "/bin",
    },
    flags: ["recall.limit=40", "recall.limit=41"],
  });
  const from = (key: string) => entries.find((entry) => entry.key === key);
  assert.equal(settings.chunking.max_chunk_size, 1000);
  assert.equal(settings.chunking.overlap_lines, 3);
  assert.deepEqual(settings.ingest.exclude, ["c", "*.{d,e}"]);
  assert.equal(settings.chat.index_messages, false);
  assert.equal(settings.recall.limit, 41);
  assert.deepEqual(
    [from("chunking.max_chunk_size")?.layer, from("chunking.max_chunk_size")?.where],
    ["home", join(folder, "home/config.toml:3")],
  );
  assert.deepEqual(
    [from("chunking.overlap_lines")?.layer, from("chunking.overlap_lines")?.where],
    ["tree", join(folder, "tree/.loci.toml:1")],
  );
  assert.deepEqual(
    [from("ingest.exclude")?.layer, from("ingest.exclude")?.where],
    ["environment", "LOCI_INGEST_EXCLUDE"],
  );
  assert.deepEqual([from("recall.limit")?.layer, from("recall.limit")?.where], ["flag", "--set"]);
});

test("zero, false and empty are values", async (context) => {
  const folder = scratch(context, {
    "home/config.toml":
      "[recall]\nactivation_weight = 0\n[chat]\nindex_messages = false\n[ingest]\nexclude = []\n[palace]\nwing = ''\n",
  });
  const { entries } = await loadConfiguration({ home: join(folder, "home"), folder: null });
  const changed = entries.filter(({ layer }) => layer === "home").map(({ key, value }) => [key, value]);
  assert.deepEqual(changed, [
    ["ingest.exclude", []],
    ["recall.activation_weight", 0],
    ["palace.wing", ""],
    ["chat.index_messages", false],
  ]);
});

for (const [what, text, code, message, line] of [
  [
    "an unknown field",
    "[recall]\nlimit = 3\nlimt = 4\n",
    "CONFIG_UNKNOWN_KEY",
    /^there is no setting 'recall\.limt' \(.*config\.toml:3\)$/,
    3,
  ],
  ["an unknown section", "\n[recal]\nlimit = 3\n", "CONFIG_UNKNOWN_KEY", /^there is no setting 'recal' /, 2],
  ["an unknown key at the top", "limit = 3\n", "CONFIG_UNKNOWN_KEY", /^there is no setting 'limit' /, 1],
  ["a prototype's name", "[__proto__]\nx = 3\n", "CONFIG_UNKNOWN_KEY", /__proto__/, 1],
  [
    "a quoted number",
    '[recall]\nlimit = "3"\n',
    "CONFIG_INVALID",
    /^recall\.limit must be a whole number from 1 to 1000 \(hits\), not "3" \(.*config\.toml:2\)$/,
    2,
  ],
  ["a number out of range", "[recall]\n\nlimit = 0\n", "CONFIG_INVALID", /from 1 to 1000 \(hits\), not 0 /, 3],
  ["half a hit", "[recall]\nlimit = 2.5\n", "CONFIG_INVALID", /whole number/, 2],
  ["not a number", "[recall]\nactivation_weight = nan\n", "CONFIG_INVALID", /a number from 0 to 10/, 2],
  [
    "a choice that is none",
    "[security]\nredact = 'fuzzy'\n",
    "CONFIG_INVALID",
    /one of off, chats, all, not "fuzzy"/,
    2,
  ],
  ["a list of numbers", "[ingest]\ninclude = [\n  1,\n]\n", "CONFIG_INVALID", /a list of patterns/, 2],
  [
    "a pattern that leaves the tree",
    "[ingest]\ninclude = ['../../.ssh/*']\n",
    "CONFIG_INVALID",
    /stay inside the tree/,
    2,
  ],
  [
    "a pattern that matches nothing",
    "[ingest]\nexclude = ['a', 'b[']\n",
    "CONFIG_INVALID",
    /not \["a","b\["\]: '\[' is not closed/,
    2,
  ],
  [
    "a scope that is none",
    "[ingest]\nscope = 'everyone'\n",
    "CONFIG_INVALID",
    /^ingest\.scope must be kb, admin, user:<id> or empty, not "everyone"/,
    2,
  ],
  [
    "an address that would be all of them",
    "[server]\nhost = ''\n",
    "CONFIG_INVALID",
    /^server\.host must be an address/,
    2,
  ],
  [
    "a hall whose name is nothing",
    "[palace]\nhall_keywords = { '!' = ['k8s'] }\n",
    "CONFIG_INVALID",
    /^palace\.hall_keywords must be a table of lists of strings, each under a name/,
    2,
  ],
  [
    "a wing whose name is nothing",
    "[palace]\nwing = '!!!'\n",
    "CONFIG_INVALID",
    /^palace\.wing must be a name with letters or digits \(no mere date\), or empty, not "!!!"/,
    2,
  ],
  ["a wing that is a date", "[palace]\nwing = '2024-01-01'\n", "CONFIG_INVALID", /^palace\.wing must be a name/, 2],
  ["a section that is a value", "recall = 3\n", "CONFIG_INVALID", /^recall must be a table/, 1],
  ["a value inside an inline table", "recall = { limit = true }\n", "CONFIG_INVALID", /recall\.limit must be/, 1],
  ["what is no TOML", "[recall]\nlimit = = 3\n", "CONFIG_INVALID", /config\.toml:2 is not TOML/, 2],
] as const) {
  test(`${what} in a file names key, file and line`, async (context) => {
    const folder = scratch(context, { "home/config.toml": text });
    const home = join(folder, "home");
    await assert.rejects(
      loadConfiguration({ home, folder: null }),
      refuses(code, message, { file: join(home, "config.toml"), line }),
    );
  });
}

test("a misspelt section is told the one that was meant", async (context) => {
  const folder = scratch(context, { "home/config.toml": "[recal]\nlimit = 3\n" });
  await assert.rejects(
    loadConfiguration({ home: join(folder, "home"), folder: null }),
    (error) => error instanceof LociError && error.hint === "did you mean [recall]?",
  );
});

test("a pipe in the place of a file isn't waited for", async (context) => {
  const folder = scratch(context, { "home/x": "" });
  execFileSync("mkfifo", [join(folder, "home/config.toml")]);
  await assert.rejects(
    loadConfiguration({ home: join(folder, "home"), folder: null }),
    refuses("CONFIG_UNREADABLE", /it is no file/),
  );
});

test("the nearest key is suggested", async (context) => {
  const folder = scratch(context);
  for (const [typed, suggestion] of [
    ["LOCI_RECALL_LIMTI", "recall.limit"],
    ["LOCI_CHUNKING_MAXCHUNKSIZE", "chunking.max_chunk_size"],
    ["LOCI_RECAL_LIMIT", "recall.limit"],
  ] as const) {
    await assert.rejects(
      loadConfiguration({ home: folder, folder: null, environment: { [typed]: "1" } }),
      refuses("CONFIG_UNKNOWN_KEY", /LOCI_/, { suggestion, variable: typed }),
    );
  }
});

test("a variable of a wrong type names the variable; an empty one is absent; LOCI_HOME is none", async (context) => {
  const folder = scratch(context);
  const load = (environment: Record<string, string>) => loadConfiguration({ home: folder, folder: null, environment });
  await assert.rejects(
    load({ LOCI_RECALL_LIMIT: "many" }),
    refuses(
      "CONFIG_INVALID",
      'recall.limit must be a whole number from 1 to 1000 (hits), not "many" (LOCI_RECALL_LIMIT)',
    ),
  );
  const { entries } = await load({ LOCI_RECALL_LIMIT: "", LOCI_HOME: "x", LOCI_PROJECT: "y" });
  assert.ok(entries.every(({ layer }) => layer === "default"));
});

test("a secret's value is in no error", async (context) => {
  const folder = scratch(context, { "home/config.toml": "[store]\ntoken = 42424242\n" });
  await assert.rejects(
    loadConfiguration({ home: join(folder, "home"), folder: null }),
    (error) => error instanceof LociError && !JSON.stringify([error.message, error.details]).includes("4242"),
  );
});

test("a file that can't be read is an error, not an absence", async (context) => {
  const folder = scratch(context, { "binary/config.toml": "", "large/config.toml": `# ${"x".repeat(1_000_001)}` });
  mkdirSync(join(folder, "folder/config.toml"), { recursive: true });
  writeFileSync(join(folder, "binary/config.toml"), Buffer.from([0x5b, 0xff, 0xfe]));
  for (const home of ["binary", "large", "folder"]) {
    await assert.rejects(
      loadConfiguration({ home: join(folder, home), folder: null }),
      refuses("CONFIG_UNREADABLE", /can't be read/),
    );
  }
});

test("the nearest .loci.toml counts, and none above the tree's root", async (context) => {
  const folder = scratch(context, {
    ".loci.toml": "palace.wing = 'outside'\n",
    "repo/.git/HEAD": "",
    "repo/docs/.loci.toml": "palace.wing = 'docs'\n",
    "repo/docs/deep/x.md": "",
    "repo/src/x.ts": "",
  });
  const wing = async (path: string) =>
    (await loadConfiguration({ home: join(folder, "home"), folder: join(folder, path) })).settings.palace.wing;
  assert.equal(await wing("repo/docs/deep"), "docs");
  assert.equal(await wing("repo/src"), "");
  assert.equal(await wing("."), "outside");
});

test("a tree's file sets harmless keys at once, the others once it is trusted, and is untrusted again when it changes", async (context) => {
  const folder = scratch(context, {
    "tree/.loci.toml": "[palace]\nwing = 'w'\n[security]\nredact = 'all'\n[ingest]\nscope = 'kb'\n",
  });
  const home = join(folder, "home");
  const tree = join(folder, "tree");
  const load = () => loadConfiguration({ home, folder: tree });

  const before = await load();
  assert.deepEqual(
    [before.settings.palace.wing, before.settings.security.redact, before.settings.ingest.scope],
    ["w", "chats", ""],
  );
  assert.deepEqual(before.tree, {
    path: join(tree, ".loci.toml"),
    trusted: false,
    ignored: ["ingest.scope", "security.redact"],
  });
  assert.deepEqual(
    before.notes.map(({ code }) => code),
    ["CONFIG_UNTRUSTED"],
  );
  assert.match(before.notes[0]?.message ?? "", /is not trusted: ingest\.scope, security\.redact are left out/);

  assert.deepEqual(await trustTreeFile(home, tree), {
    path: join(tree, ".loci.toml"),
    keys: ["ingest.scope", "palace.wing", "security.redact"],
  });
  const trusted = await load();
  assert.deepEqual(
    [trusted.settings.security.redact, trusted.settings.ingest.scope, trusted.tree?.trusted, trusted.notes],
    ["all", "kb", true, []],
  );
  assert.equal(statSync(join(home, "trusted.json")).mode & 0o777, 0o600);

  appendFileSync(join(tree, ".loci.toml"), "# changed\n");
  const after = await load();
  assert.equal(after.settings.security.redact, "chats");
  assert.match(after.notes[0]?.message ?? "", /has changed since you trusted it/);
});

test("a tree's file in which anything is wrong is left out and told of; one that was trusted is an error", async (context) => {
  const wrong = {
    "an unknown section": '[project]\nname = "x"\n',
    "an unknown key": "[chunking]\nmax_chunk_sise = 10\n",
    "a wrong type": "[chunking]\nmax_chunk_size = 'much'\n",
    "no TOML": "[[[\n",
    "deep brackets": `a = ${"[".repeat(50_000)}`,
    "too large": `# ${"x".repeat(1_000_001)}`,
  };
  for (const [what, text] of Object.entries(wrong)) {
    const folder = scratch(context, {
      "home/config.toml": "[recall]\nlimit = 3\n",
      "tree/.loci.toml": `[chunking]\nmax_chunk_size = 900\n${text}`,
    });
    const [home, tree] = [join(folder, "home"), join(folder, "tree")];
    const { settings, notes, tree: file } = await loadConfiguration({ home, folder: tree });
    assert.deepEqual([settings.recall.limit, settings.chunking.max_chunk_size, file?.trusted], [3, 1500, false], what);
    assert.deepEqual(
      notes.map(({ code }) => code),
      ["CONFIG_UNTRUSTED"],
      what,
    );
    assert.match(
      notes[0]?.message ?? "",
      /\.loci\.toml is not trusted, and left out, since something in it is wrong: /u,
    );
    await assert.rejects(trustTreeFile(home, tree), { name: "LociError" }, what);
  }
  // Trusted by a version that knew its keys.
  const folder = scratch(context, { "home/config.toml": "", "tree/.loci.toml": "[chunking]\nmax_chunk_size = 900\n" });
  const [home, tree] = [join(folder, "home"), join(folder, "tree")];
  await trustTreeFile(home, tree);
  const { files } = JSON.parse(readFileSync(join(home, "trusted.json"), "utf8")) as { files: Record<string, string> };
  const text = "[project]\nname = 'x'\n";
  writeFileSync(join(tree, ".loci.toml"), text);
  const known = Object.fromEntries(
    Object.keys(files).map((path) => [path, createHash("sha256").update(text).digest("hex")]),
  );
  writeFileSync(join(home, "trusted.json"), JSON.stringify({ schema: 1, files: known }));
  await assert.rejects(loadConfiguration({ home, folder: tree }), refuses("CONFIG_UNKNOWN_KEY", /project/u));
});

test("nothing wrong is trusted, and a damaged record of trust is said", async (context) => {
  const folder = scratch(context, {
    "bad/.loci.toml": "[recall]\nlimt = 3\n",
    "tree/.loci.toml": "[recall]\nlimit = 3\n",
    "home/trusted.json": "{",
  });
  await assert.rejects(
    trustTreeFile(join(folder, "other"), join(folder, "bad")),
    refuses("CONFIG_UNKNOWN_KEY", /limt/),
  );
  await assert.rejects(
    loadConfiguration({ home: join(folder, "home"), folder: join(folder, "tree") }),
    refuses("CONFIG_UNREADABLE", /trusted\.json is damaged/),
  );
});

test("a variable of another program that begins like ours is told, and ends nothing", async () => {
  const { notes, settings } = await loadConfiguration({
    home: "/nowhere",
    folder: null,
    environment: { LOCI_ZQXJ_WVUT: "1", LOCI_RECALL_LIMIT: "7" },
  });
  assert.deepEqual([notes.map(({ code }) => code), settings.recall.limit], [["VARIABLE_IGNORED"], 7]);
});

test(
  "a home that may not be read is an error",
  { skip: process.getuid?.() === 0 && "root reads everything" },
  async (context) => {
    const folder = scratch(context, { "home/config.toml": "" });
    chmodSync(join(folder, "home/config.toml"), 0);
    await assert.rejects(
      loadConfiguration({ home: join(folder, "home"), folder: null }),
      refuses("CONFIG_UNREADABLE", /EACCES/),
    );
  },
);
