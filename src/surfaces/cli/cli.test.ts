import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openLoci } from "../../index.ts";
import { BIN, type Sandbox, sandbox } from "./spawn-loci.fixture.ts";

const FILES = {
  "notes/deploy.md":
    "# Deploy\n\nStaging listens on port 8443. Production listens on port 443.\n\n## Rollback\n\nTo roll " +
    "back, redeploy the tag before, then clear the cache.\n",
  "notes/team.md": "# Team\n\nAda keeps the build green. Grace writes the compiler.\n",
  "notes/secret.md": "---\nscope: admin\n---\n# Salaries\n\nThe vault code is 0451.\n",
  "notes/photo.png": "\x89PNG\0\0",
  "chat.jsonl":
    '{"session":"s1","id":"m1","role":"user","author":"Ada","time":"2026-01-05T10:00:00Z","text":"The espresso machine is broken again"}\n{"session":"s1","id":"m2","role":"user","author":"Grace","text":"I ordered a new gasket"}\n',
};

let box: Sandbox;
before(async () => {
  box = sandbox(FILES);
  const { status, err } = await box.loci(["index", "notes", "--scope", "kb"]);
  assert.equal(status, 0, err);
});
after(() => box.remove());

describe("index", () => {
  test("answers with the job, schema first, and nothing else on stdout", async () => {
    const { status, out, json } = await box.loci(["index", "notes", "--json"]);
    assert.equal(status, 0);
    assert.ok(out.startsWith('{"schema":1,"job":{'));
    assert.equal(out.trimEnd().split("\n").length, 1);
    const { job } = json();
    assert.deepEqual(Object.keys(job.files).sort(), ["failed", "indexed", "removed", "seen", "skipped", "unchanged"]);
    assert.equal(job.files.unchanged, 3);
    assert.equal(job.embeddings.computed, 0);
    assert.equal(job.drawers.added, 0);
  });

  test("an empty folder is a source, and a note says that nothing was there", async (t) => {
    const empty = sandbox({ "notes/.hidden/a.md": "# Hidden\n" });
    t.after(() => empty.remove());
    const { status, err, json } = await empty.loci(["index", "notes", "--scope", "kb", "--json"]);
    assert.equal(status, 1, err);
    assert.deepEqual(
      json().job.notes.map(({ code }: { code: string }) => code),
      ["SOURCE_EMPTY"],
    );
    const again = await empty.loci(["index", "notes"]);
    assert.match(again.err, /^note: nothing to read was found in 'notes' \(/m);
    assert.equal((await empty.loci(["mine", "notes", "--scope", "admin"])).status, 1);
  });

  test("a table of Discord's is taken from a folder under any name, another table isn't", async (t) => {
    const row = '"1","ada","2024-03-01T17:02:11.1230000+00:00","The heron is back.","",""';
    const tables = sandbox({
      "chats/c.csv": `AuthorID,Author,Date,Content,Attachments,Reactions\n${row}\n`,
      "chats/prices.csv": "Item,Price\nNet,4\n",
    });
    t.after(() => tables.remove());
    const { status, json } = await tables.loci(["mine", "chats", "--scope", "admin", "--json"]);
    const { files, skipped } = json()["job"] as { files: { indexed: number }; skipped: { path: string }[] };
    assert.deepEqual([status, files.indexed, skipped.map(({ path }) => path)], [0, 1, ["prices.csv"]]);
  });

  test("hidden histories of every agent are named, and what else its folder holds isn't", async (t) => {
    const places = [
      ...[
        ".qwen/projects",
        ".gemini/tmp",
        ".pi/agent",
        ".kimi/sessions",
        ".factory/sessions",
        ".copilot/session-state",
      ],
      ...[
        ".local/share/amp/threads",
        ".claude/projects",
        ".codex/sessions",
        ".config/claude/projects",
        ".cursor/chats",
      ],
    ].sort();
    const files = places.map((place) => [`old/${place}/x/chats/a.jsonl`, '{"type":"user"}\n']);
    const other = { "old/.claude/settings.json": "{}", "old/.local/share/fonts/a.txt": "a", "old/.qwen/a.md": "a" };
    const hidden = sandbox({ ...Object.fromEntries(files), ...other });
    t.after(() => hidden.remove());
    for (const command of ["mine", "index"]) {
      const { status, json } = await hidden.loci([command, "old", "--scope", "admin", "--json"]);
      assert.equal(status, 1);
      const { skipped } = json()["job"] as { skipped: { path: string; reason: string }[] };
      assert.deepEqual(
        skipped.map(({ path }) => path),
        places,
      );
      assert.match(skipped[0]?.reason ?? "", /^hidden; histories of claude are read by mining it$/u);
    }
  });

  test("without a scope it fails and says so, on stdout as JSON, on stderr as text", async () => {
    const asJson = await box.loci(["index", "chat.jsonl", "--json"]);
    assert.equal(asJson.status, 2);
    const { schema, error } = asJson.json();
    assert.deepEqual([schema, error.code], [1, "SOURCE_SCOPE_REQUIRED"]);
    assert.deepEqual(Object.keys(error), ["code", "message", "hint", "details"]);
    const asText = await box.loci(["index", "chat.jsonl"]);
    assert.deepEqual([asText.status, asText.out], [2, ""]);
    assert.match(asText.err, /^error: nothing says who may see .* \[SOURCE_SCOPE_REQUIRED\]\n  give --scope kb/);
  });

  for (const [what, args, code, status] of [
    ["a missing path", ["index", "nowhere", "--scope", "kb"], "PATH_NOT_FOUND", 2],
    ["an empty path", ["index", "", "--scope", "kb"], "PATH_NOT_FOUND", 2],
    ["a scope that is none", ["index", "notes", "--scope", "everyone"], "SCOPE_INVALID", 2],
    ["a pattern that is not closed", ["index", "notes", "--scope", "kb", "--include", "notes/[ab"], "USAGE", 2],
    ["a brace that is not closed", ["index", "notes", "--scope", "kb", "--exclude", "*.{md"], "USAGE", 2],
    ["an empty pattern", ["index", "notes", "--scope", "kb", "--include", ""], "USAGE", 2],
    ["a name without a pipe", ["index", "notes", "--name", "x"], "USAGE", 2],
    ["a pipe without a name", ["index", "-", "--scope", "kb"], "USAGE", 2],
    ["a pipe beside a path", ["index", "-", "notes", "--name", "x"], "USAGE", 2],
    ["nothing to refresh", ["index", "--project", "empty"], "PROJECT_NOT_FOUND", 1],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const finished = await box.loci([...args, "--json"]);
      assert.equal(finished.json()["error"].code, code);
      assert.equal(finished.status, status);
    });
  }

  test("a command without its argument says what may stand there", async () => {
    for (const [words, names] of [
      [["setup"], /'agent': claude-code, codex, gemini, cursor, opencode$/],
      [["hooks", "install"], /'agent': claude-code/],
      [["config", "set"], /'key': ./],
    ] as const) {
      const { status, json } = await box.loci([...words, "--json"]);
      assert.equal(status, 2);
      assert.match(json()["error"].message, names);
    }
  });

  test("what is kept is found where it is the first thing in a home, and in a project that is new", async (t) => {
    const fresh = sandbox({});
    t.after(() => fresh.remove());
    const home = join(fresh.folder, "home");
    for (const [i, words] of [
      ["set", "fonts", "1", "Futura"],
      ["put", "our staging port", "8443"],
      ["tell", "my favorite font is Futura"],
    ].entries()) {
      for (const project of ["first", "second"]) {
        const where = ["--home", join(fresh.folder, `fresh-${i}`), "--project", project];
        assert.equal((await fresh.loci(["facts", ...words, ...where])).status, 0);
        assert.match((await fresh.loci(["facts", ...where])).out, /Futura|8443/u, words.join(" "));
      }
    }
    const told = await fresh.loci(["facts", "tell", "-", "--home", home], { input: "My favorite tea is assam" });
    assert.deepEqual([told.status, existsSync(home)], [0, true], told.err);
    const asked = await fresh.loci(["facts", "ask", "What is my favorite tea?", "--home", home]);
    assert.match(asked.out, /assam/u);
    const added = await fresh.loci(["add", "-", "--home", join(fresh.folder, "other")], { input: "The key is here." });
    assert.deepEqual([added.status, added.err], [0, ""]);
  });

  test("a source's misspelt name is told the near one", async () => {
    for (const words of [
      ["sources", "rm", "nots"],
      ["search", "deploy", "--source", "nots"],
    ])
      assert.match((await box.loci(words)).err, /did you mean 'notes'\?/u, words.join(" "));
  });

  test("projects that become one say that tokens of either see both", async () => {
    for (const name of ["one", "two"]) await box.loci(["add", `The ${name} of them.`, "--project", name]);
    const merged = await box.loci(["projects", "merge", "one", "two"]);
    assert.match(
      merged.out,
      /'two' is part of 'one' now: .*\nTokens of either project see what both held/u,
      merged.err,
    );
  });

  test("nothing from a pipe takes the place of nothing, and a pipe that is named isn't waited for", async () => {
    const name = ["--name", "log", "--scope", "kb", "--project", "emptied"];
    assert.equal(
      (await box.loci(["index", "-", ...name], { input: "The tangerine release ships on Monday.\n" })).status,
      0,
    );
    const empty = await box.loci(["index", "-", ...name, "--json"], { input: "" });
    assert.deepEqual([empty.status, empty.json()["error"].code], [2, "USAGE"]);
    assert.equal((await box.loci(["search", "tangerine", "--project", "emptied", "--json"])).json()["hits"].length, 1);
    execFileSync("mkfifo", [join(box.folder, "fifo.md")]);
    for (const command of ["index", "mine"]) {
      const { error } = (
        await box.loci([command, "fifo.md", "--scope", "kb", "--project", "emptied", "--json"])
      ).json();
      assert.deepEqual([error.code, error.hint.includes("loci index -")], ["PATH_UNREADABLE", true]);
    }
    assert.equal((await box.loci(["sources", "--project", "emptied", "--json"])).json()["sources"].length, 1);
  });

  test("says how code is read, which isn't by default", async () => {
    mkdirSync(join(box.folder, "code"));
    writeFileSync(join(box.folder, "code", "parse.py"), "def parse():\n    return 1\n");
    const left = await box.loci(["index", "code", "--scope", "kb", "--project", "code"]);
    assert.match(left.out, /no document \(parse\.py\).*--include '\*\*\/\*\.py'/);
    const asked = await box.loci(["index", "code", "--scope", "kb", "--project", "code", "--include", "**/*.py"]);
    assert.match(asked.out, /1 indexed/);
    assert.doesNotMatch(asked.out, /--include/);
  });

  test("takes a text from a pipe, and refuses one that is no text", async () => {
    const piped = await box.loci(["index", "-", "--name", "standup", "--scope", "kb", "--project", "piped"], {
      input: "# Standup\n\nThe marmalade release ships on Friday.\n",
    });
    assert.equal(piped.status, 0, piped.err);
    const found = await box.loci(["search", "marmalade", "--project", "piped", "--json"]);
    assert.match(found.json()["hits"][0].text, /ships on Friday/);
    const page = await box.loci(["index", "-", "--name", "page.html", "--scope", "kb", "--project", "piped"], {
      input: "<nav>Menu</nav><main><h1>Zoo</h1><p>The axolotl is fed on Monday.</p></main>",
    });
    assert.equal(page.status, 0, page.err);
    const [hit] = (await box.loci(["search", "axolotl", "--project", "piped", "--json"])).json()["hits"];
    assert.deepEqual([hit.documentType, hit.breadcrumb, hit.source.path], ["html", ["Zoo"], "page.html"]);
    const unread = await box.loci(["index", "-", "--name", "x.pdf", "--scope", "kb", "--project", "piped", "--json"], {
      input: "no PDF",
    });
    assert.deepEqual([unread.status, unread.json()["error"].code], [1, "FILE_SKIPPED"]);
  });

  test("a file that was named and took no part ends with status 1, in a folder it is only told", async () => {
    const alone = await box.loci(["index", "notes/photo.png", "--scope", "kb", "--project", "named"]);
    assert.deepEqual([alone.status, alone.err], [1, ""]);
    assert.match(alone.out, /skipped +photo\.png: /);
    const beside = await box.loci([
      "index",
      "notes/photo.png",
      "notes/team.md",
      "--scope",
      "kb",
      "--project",
      "named",
      "--json",
    ]);
    assert.deepEqual([beside.status, beside.json()["job"].status, beside.json()["job"].drawers.total], [1, "done", 1]);
    assert.equal((await box.loci(["index", "notes/team.md", "--scope", "kb", "--project", "named"])).status, 0);
    assert.equal((await box.loci(["index", "notes", "--scope", "kb", "--project", "named"])).status, 0);
  });
});

test("mine takes chats, and says what it can't read", async () => {
  const mined = await box.loci(["mine", "chat.jsonl", "--scope", "kb", "--project", "chats", "--json"]);
  assert.equal(mined.status, 0, mined.err);
  assert.deepEqual(mined.json()["job"].messages, { added: 2, kept: 0, skipped: 0 });
  const found = (await box.loci(["search", "espresso", "--project", "chats", "--json"])).json();
  assert.deepEqual(
    [found["hits"][0].message.ids, found["hits"][0].message.author, found["hits"][0].date.slice(0, 10)],
    [["m1"], "Ada", "2026-01-05"],
  );
  // Files without a transcript make no project.
  const empty = sandbox({
    "notes/tea.md": "# Tea\n",
    "talk.jsonl": readFileSync(join(box.folder, "chat.jsonl"), "utf8"),
  });
  const none = await empty.loci(["mine", "notes", "--scope", "kb"]);
  assert.match(none.out, /skipped +tea\.md: no transcript in a known form/u);
  assert.match((await empty.loci(["projects"])).out, /there are no projects yet/u);
  assert.deepEqual((await empty.loci(["mine", "talk.jsonl", "--scope", "kb", "--json"])).json()["job"].messages, {
    added: 2,
    kept: 0,
    skipped: 0,
  });
  assert.match((await empty.loci(["projects"])).out, /default/u);
  empty.remove();
  assert.equal((await box.loci(["mine"])).status, 2);
  assert.equal((await box.loci(["mine", "chat.jsonl", "--format", "telegraph"])).status, 2);
});

describe("search", () => {
  test("answers as the contract says, and the parts add up", async () => {
    const { status, out, json } = await box.loci(["search", "which", "port does staging use?", "--json", "--explain"]);
    assert.equal(status, 0);
    assert.ok(out.startsWith('{"schema":1,"query":"which port does staging use?"'));
    const { hits, notes, covered, probability, mode } = json();
    assert.match(hits[0].text, /8443/);
    assert.deepEqual(
      [hits[0].source.path, hits[0].heading, hits[0].breadcrumb, hits[0].scope],
      ["deploy.md", "Deploy", ["Deploy"], "kb"],
    );
    for (const hit of hits)
      assert.ok(
        Math.abs(Object.values(hit.parts as Record<string, number>).reduce((a, b) => a + b, 0) - hit.score) < 1e-9,
      );
    assert.deepEqual([typeof covered, typeof probability, mode, notes], ["boolean", "number", "hybrid", []]);
  });

  test("shows hits for people: place, snippet, how sure; colour only where it is wanted", async () => {
    const plain = await box.loci(["search", "staging port"]);
    assert.match(plain.out, /^ 1\. Deploy {2}\d/);
    assert.match(plain.out, /deploy\.md:\d/);
    assert.match(plain.out, /hits?, (probably not )?covered \(\d+ %\) · hybrid/);
    assert.ok(!plain.out.includes("\x1b"));
    assert.equal(plain.err, "");
    const coloured = await box.loci(["search", "staging port"], { environment: { FORCE_COLOR: "1" } });
    assert.ok(coloured.out.includes("\x1b[33m"));
    assert.ok(
      !(await box.loci(["search", "staging port"], { environment: { FORCE_COLOR: "1", NO_COLOR: "1" } })).out.includes(
        "\x1b",
      ),
    );
  });

  test("--explain draws the tree of each score", async () => {
    const { out } = await box.loci(["search", "staging port", "--explain"]);
    assert.match(out, /score \d\.\d{4} {2}rank by words 1/);
    assert.match(out, /└─ \w+ +[+−]\d\.\d{4} {2}-?\d\.\d{4} × /);
    assert.match(out, /words .*rarity/);
    assert.match(out, /\d+ visible, \d+ left by filters, \d+ ranked/);
  });

  test("nothing found is status 1, with the reason where it can be known", async () => {
    const nothing = await box.loci(["search", "xylophone", "--wing", "nobody"]);
    assert.equal(nothing.status, 1);
    assert.match(nothing.out, /nothing found/);
    const elsewhere = sandbox();
    const empty = await elsewhere.loci(["search", "anything"]);
    assert.equal(empty.status, 1);
    assert.match(empty.err, /has no sources yet .*loci index FOLDER/);
    const asked = await elsewhere.loci(["ask", "anything"]);
    assert.deepEqual([asked.status, /has no sources yet .*loci index FOLDER/u.test(asked.err)], [1, true]);
    mkdirSync(join(box.folder, "unknown"));
    writeFileSync(join(box.folder, "unknown", "package.json"), "{}");
    for (const command of ["search", "ask"])
      assert.equal(
        (await box.loci([command, "anything"], { cwd: "unknown" })).err.split("holds nothing yet").length,
        2,
      );
    elsewhere.remove();
  });

  test("looking makes neither a data folder nor a project", async () => {
    const elsewhere = sandbox();
    // What git says of a repository is kept, but not where nothing else is.
    execFileSync("git", ["init", "-q", join(elsewhere.folder, "repository")]);
    const home = join(elsewhere.folder, "some", "home");
    for (const command of [
      ["search", "staging"],
      ["status"],
      ["facts"],
      ["facts", "ask", "What is my favorite tea?"],
      ["facts", "show", "tea"],
      ["facts", "show", "tea", "--history"],
      ["ask", "What is my favorite tea?"],
      ["wake-up"],
      ["inject", "which port does staging use?"],
      ["doctor"],
      ["secrets"],
      ["data", "retention"],
      ["chat", "list"],
      ["palace", "rooms"],
      ["palace", "wings"],
      ["palace", "tunnels"],
      ["sources"],
      ["sources", "jobs"],
      // What changes only what is there, too.
      ["sources", "rm", "notes"],
      ["chat", "rm", "planning"],
      ["facts", "undo"],
      ["facts", "rm", "tea"],
      ["forget", "staging"],
      ["flush"],
      ["eval"],
      ["data", "rebuild"],
      ["watch"],
    ]) {
      const finished = await elsewhere.loci([...command, "--home", home], { cwd: "repository" });
      assert.doesNotMatch(finished.out + finished.err, /loci-empty|INTERNAL/, command.join(" "));
      assert.equal(existsSync(join(elsewhere.folder, "some")), false, command.join(" "));
    }
    const stands = await elsewhere.loci(["status", "--home", home]);
    assert.match(stands.err, /there is no data folder at .*home' yet/u);
    assert.match(stands.out, /^index +not made yet: 'loci index FOLDER --scope kb' makes it$/mu);
    const { home: reported } = (await elsewhere.loci(["status", "--json", "--home", home])).json();
    assert.equal(reported, home);
    elsewhere.remove();
  });

  test("a misspelt project is an error that names those that are there, and makes none", async () => {
    await box.loci(["index", "notes", "--scope", "kb", "--project", "driftwood"]);
    for (const command of [
      ["search", "staging"],
      ["status"],
      ["expand", "abcdef"],
      ["palace", "wings"],
      ["sources"],
      ["sources", "jobs"],
      ["doctor"],
      ["forget", "x"],
      ["search", "--batch", "-"],
      ["facts"],
      ["facts", "ask", "What is my favorite tea?"],
      ["facts", "show", "tea"],
      ["facts", "show", "tea", "--history"],
      ["facts", "undo"],
      ["facts", "rm", "tea"],
    ]) {
      const { status, json } = await box.loci([...command, "--project", "driftwod", "--json"], {
        input: '"staging"\n',
      });
      const { error } = json();
      assert.deepEqual(
        [status, error.code, error.hint.startsWith("did you mean 'driftwood'? there are ")],
        [1, "PROJECT_NOT_FOUND", true],
        command.join(" "),
      );
      assert.ok(error.details.known.includes("driftwood"));
    }
    assert.ok(!existsSync(join(box.home, "projects", "driftwod")));
  });

  test("the project of no repository that was renamed is it still, without a note", async () => {
    await box.loci(["index", "notes", "--scope", "kb"]);
    await box.loci(["projects", "rename", "default", "notebook"]);
    const { status, err } = await box.loci(["search", "staging"]);
    assert.deepEqual([status, err], [0, ""]);
    await box.loci(["projects", "rename", "notebook", "default"]);
  });

  test("nobody but the owner is told which projects there are", async () => {
    await box.loci(["index", "notes", "--scope", "kb", "--project", "driftwood"]);
    for (const caller of ["public", "user:42"]) {
      const { error } = (
        await box.loci(["search", "staging", "--project", "driftwod", "--json", "--as", caller])
      ).json();
      assert.equal(error.code, "PROJECT_NOT_FOUND");
      assert.doesNotMatch(JSON.stringify(error), /driftwood/);
    }
    const elsewhere = ["--project", "empty"];
    await box.loci(["facts", "tell", "My favorite tea is sencha", ...elsewhere]);
    for (const command of [["search", "staging"], ["status"]]) {
      assert.match(Object.values(await box.loci([...command, ...elsewhere])).join(), /driftwood/);
      for (const caller of ["public", "user:42"])
        assert.doesNotMatch(
          Object.values(await box.loci([...command, ...elsewhere, "--as", caller])).join(),
          /driftwood/,
          `${command.join(" ")} as ${caller}`,
        );
    }
  });

  test("a caller sees his scopes only", async () => {
    const ask = async (caller: string) =>
      (await box.loci(["search", "vault code", "--json", "--as", caller]))
        .json()
        ["hits"].map((hit: { text: string }) => hit.text)
        .join();
    assert.match(await ask("owner"), /0451/);
    for (const caller of ["public", "user:42"]) assert.doesNotMatch(await ask(caller), /0451/);
  });

  for (const [what, args, code, output] of [
    ["no question", [], "USAGE", /a question is missing/],
    ["an empty question", [" "], "USAGE", /a question is missing/],
    ["a limit that is no number", ["x", "--limit", "many"], "USAGE", /whole number from 1 to 1000/],
    ["a limit of 0", ["x", "--limit", "0"], "USAGE", /whole number from 1 to 1000/],
    ["an unknown mode", ["x", "--mode", "fuzzy"], "USAGE", /hybrid, lexical, semantic/],
    ["a time that is none", ["x", "--since", "smarch"], "QUERY_INVALID", /smarch/],
    ["an unknown source", ["x", "--source", "nope"], "SOURCE_NOT_FOUND", /nope/],
    ["an unknown caller", ["x", "--as", "bob"], "CALLER_INVALID", /bob/],
    ["a project that is a path", ["x", "--project", "../x"], "PROJECT_INVALID", /not a project's name/],
    ["an empty project", ["x", "--project", ""], "PROJECT_INVALID", /not a project's name/],
    ["an empty home", ["x", "--home", ""], "USAGE", /--home is empty/],
    ["a setting that isn't there", ["x", "--set", "recall.limt=3"], "CONFIG_UNKNOWN_KEY", /recall\.limt/],
    ["a setting without a value", ["x", "--set", "recall.limit"], "USAGE", /KEY=VALUE/],
    ["a question beside a batch", ["x", "--batch", "-"], "USAGE", /own questions/],
    ["a batch that isn't there", ["--batch", "nowhere.txt"], "PATH_NOT_FOUND", /nowhere/],
    ["a batch that is a folder", ["--batch", "notes"], "PATH_UNREADABLE", /notes/],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const finished = await box.loci(["search", ...args, "--json"]);
      const { error } = finished.json();
      assert.equal(error.code, code);
      assert.match(error.message, output);
      assert.notEqual(error.hint, "");
      assert.ok([1, 2, 3].includes(finished.status ?? 0));
    });
  }

  test("huge and odd questions are answered in bounded time", async () => {
    for (const query of ["staging port ".repeat(8000), "?!… --- ((", "\u202e\u0007staging", "-", "-- ", '"unclosed']) {
      const { status, out } = await box.loci(["search", "--json", "--", query]);
      assert.ok(status === 0 || status === 1 || status === 2, query.slice(0, 20));
      assert.equal(JSON.parse(out).schema, 1);
    }
  });
});

describe("search --batch", () => {
  const questions = [
    '"staging port"',
    '{"query":"roll back","limit":1,"as_of":"2100-01-01"}',
    "who writes the compiler?",
    '{"query":"x","limt":3}',
    "[1]",
    '{"q":"x"}',
    "",
    '{"query":"x","since":"smarch"}',
    '"Ada"',
    '{"query":',
    '" "',
    '{"query":""}',
    '"build green" -grace',
    "404",
    '{"query":"x","limit":"3"}',
  ];

  test("answers a line with a line, in order; a bad one gets an error with its number and the rest goes on", async () => {
    writeFileSync(join(box.folder, "questions.txt"), questions.join("\n"));
    const { status, out, err } = await box.loci(["search", "--batch", "questions.txt", "--limit", "2"]);
    const answers = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, any>);
    assert.equal(status, 1, err);
    assert.equal(answers.length, questions.length);
    assert.deepEqual(
      answers.map((answer) => answer["error"]?.code ?? answer["query"]),
      [
        "staging port",
        "roll back",
        "who writes the compiler?",
        "USAGE",
        "USAGE",
        "USAGE",
        "USAGE",
        "QUERY_INVALID",
        "Ada",
        "USAGE",
        "USAGE",
        "USAGE",
        '"build green" -grace',
        "404",
        "USAGE",
      ],
    );
    assert.deepEqual(
      answers.map(({ line }) => line),
      [undefined, undefined, undefined, 4, 5, 6, 7, 8, undefined, 10, 11, 12, undefined, undefined, 15],
    );
    assert.ok(answers.every(({ error }) => error === undefined || error.hint !== ""));
    assert.match(answers[2]?.["hits"][0].text, /Grace/);
    assert.ok(answers.every(({ schema }) => schema === 1));
    assert.equal(answers[1]?.["hits"].length, 1);
    assert.ok(answers[0]?.["hits"].length <= 2);
  });

  test("gives the same answers as one question a process", async () => {
    const strip = ({ timings: _, ...answer }: Record<string, any>) => answer;
    const batch = await box.loci(["search", "--batch", "-", "--limit", "3"], {
      input: '"staging port"\n"who writes the compiler"\n',
    });
    assert.equal(batch.status, 0);
    const lines = batch.out
      .trimEnd()
      .split("\n")
      .map((line) => strip(JSON.parse(line) as Record<string, any>));
    assert.deepEqual(lines[0], strip((await box.loci(["search", "staging port", "--limit", "3", "--json"])).json()));
    assert.deepEqual(
      lines[1],
      strip((await box.loci(["search", "who writes the compiler", "--limit", "3", "--json"])).json()),
    );
  });

  test("an empty batch has no answers", async () => {
    const { status, out } = await box.loci(["search", "--batch", "-"], { input: "" });
    assert.deepEqual([status, out], [0, ""]);
  });

  test("a reader that goes away ends it quietly", () => {
    writeFileSync(join(box.folder, "many.txt"), '"staging port"\n'.repeat(2000));
    const { stdout, stderr } = spawnSync(
      "bash",
      ["--norc", "-c", 'node "$BIN" search --batch many.txt | head -n 1; echo "${PIPESTATUS[0]}"'],
      {
        cwd: box.folder,
        encoding: "utf8",
        env: {
          PATH: `${join(process.execPath, "..")}:${process.env["PATH"]}`,
          HOME: box.folder,
          LOCI_HOME: box.home,
          BIN: join(import.meta.dirname, "../../../bin/loci.js"),
        },
      },
    );
    const [first = "", status] = stdout.trimEnd().split("\n");
    assert.equal(JSON.parse(first).schema, 1);
    assert.deepEqual([status, stderr], ["0", ""]);
  });

  test("Ctrl-C cancels while it waits for a line, with status 130", async () => {
    let killed = false;
    const { status, err } = await box.loci(["search", "--batch", "-"], {
      input: '"staging port"\n',
      onOutput: (_, kill) => {
        if (!killed) kill("SIGINT");
        killed = true;
      },
    });
    assert.equal(status, 130, err);
    assert.match(err, /\[CANCELLED\]/);
  });
});

test("silence that a sure search has is said as what it is", async () => {
  await box.loci(["index", "notes", "--scope", "kb", "--project", "silent"]);
  const { out } = await box.loci(["inject", "which port did we choose for the canary?", "--project", "silent"]);
  assert.match(out, /^silent: nothing that is kept belongs to it for sure \(searched for, it is \d+ % covered\)$/mu);
});

test("what an answer stands on is said as hits say it, and read by verify, as it was written before, too", async () => {
  const { out } = await box.loci(["ask", "which port does staging use?"]);
  assert.match(out, /^\[M1\] deploy\.md:\d+ \(Deploy\) · passage [0-9a-f]{10}$/mu);
  assert.doesNotMatch(out, /drawer|sha256/u);
  const { hits } = (await box.loci(["search", "which port does staging use?", "--json"])).json();
  for (const line of [undefined, `[M1] deploy.md:1 drawer ${hits[0].id} sha256 ${"0".repeat(16)}`]) {
    const said = line === undefined ? out : out.replace(/^\[M1\] deploy.*$/mu, line);
    const { citations, clean } = (await box.loci(["verify", "-", "--json"], { input: said })).json();
    assert.deepEqual(
      citations.map(({ drawer, changed }: Record<string, unknown>) => [drawer, changed]),
      [[hits[0].id, line === undefined ? null : true]],
    );
    assert.equal(clean, true);
  }
});

test("a token for a project that isn't there is issued, and says so", async () => {
  await box.loci(["add", "The kettle is descaled.", "--project", "kitchen"]);
  for (const [name, said] of [
    ["kitchn", "note: there is no project 'kitchn' yet ('loci projects' lists those that are there)\n"],
    ["kitchen", ""],
  ] as const) {
    const { status, err } = await box.loci(["tokens", "add", "user:9", "--only", name]);
    assert.deepEqual([status, err], [0, said], name);
  }
});

test("Ctrl-C ends watching without a fault: the run that it ends isn't tried again", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [`notes/${n}.md`, `# Note ${n}\n\nIt is ${n}.\n`]),
  );
  const busy = sandbox(many);
  await busy.loci(["index", "notes/1.md", "--scope", "kb"]);
  await busy.loci(["index", "notes", "--scope", "kb"]);
  for (const wait of [50, 150, 300]) {
    for (const name of Object.keys(many)) writeFileSync(join(busy.folder, name), `# Anew\n\nIt is ${wait}.\n`);
    let killed = false;
    const { status, out } = await busy.loci(["watch", "--json"], {
      onOutput: (_, kill) => {
        if (!killed) setTimeout(() => kill("SIGINT"), wait);
        killed = true;
      },
    });
    assert.equal(status, 0);
    assert.doesNotMatch(out, /retrying|"problem":\{/u);
  }
  busy.remove();
});

test("watching what another process watches says so", async () => {
  const shared = sandbox({ "notes/tea.md": "# Tea\n" });
  await shared.loci(["index", "notes", "--scope", "kb"]);
  const loci = await openLoci({ home: shared.home });
  const watching = await (await loci.project("default")).watch();
  const child = spawn(process.execPath, [BIN, "watch"], {
    cwd: shared.folder,
    env: { ...process.env, LOCI_HOME: shared.home },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes("notes:")) child.kill("SIGINT");
  });
  await once(child, "close");
  assert.match(said, /^notes: another process keeps it current; this one takes over when that one ends$/mu);
  await watching.close();
  await loci.close();
  shared.remove();
});

test("a command or subcommand that there isn't is said with the nearest one, by help too", async () => {
  for (const [args, message, hint] of [
    [["help", "frobnicate"], /unknown command 'frobnicate'/, /loci --help/],
    [["help", "--home", "x", "serch"], /unknown command 'serch'/, /did you mean search\?/],
    [["help", "facts", "tel"], /unknown command 'facts tel'/, /did you mean facts tell\?/],
    [["frobnicate"], /unknown command 'frobnicate'/, /loci --help/],
    [["stop"], /unknown command 'stop'/, /^ *Ctrl-C ends 'loci serve' where it runs, 'systemctl --user stop loci'/m],
    [["facts", "history", "font"], /unknown command 'facts history'/, /did you mean facts show --history\?/],
    [["undo"], /unknown command 'undo'/, /did you mean facts undo, or palace undo\?/],
    [["import"], /unknown command 'import'/, /did you mean index, or mine, or data import\?/],
    [["remember", "x"], /unknown command 'remember'/, /did you mean add\?/],
    [["delete", "--yes"], /unknown command 'delete'/, /did you mean forget\?/],
    [["data", "export"], /unknown command 'data export'/, /did you mean data backup\?/],
    [["remember", "--help"], /unknown command 'remember'/, /did you mean add\?/],
    [["palace", "wing", "--help"], /unknown command 'palace wing'/, /did you mean palace wings\?/],
    [["data"], /a command is missing/, /there are data backup, data restore/],
    [["ask"], /'question': the question/, /loci ask .*<question...>, for example: loci ask "/],
    [["facts", "set", "fonts", "two", "Futura"], /'<rank>' is text/, /whole number from 1 to 1000000\n$/],
    [["tell", "My favorite tea is sencha"], /unknown command 'tell'/, /did you mean facts tell\?/],
    [["palace", "mrge", "a", "b"], /unknown command 'palace mrge'/, /did you mean palace merge\?/],
    [["tokens", "zzzzzzzz"], /unknown command 'tokens zzzzzzzz'/, /tokens add/],
    [["sources", "x"], /unknown command 'sources x'/, /there are sources rm/],
    [
      ["facts", "My favorite tea is sencha"],
      /unknown command/,
      /did you mean facts tell "My favorite tea is sencha"\?/,
    ],
    [["facts", "which tea do I like?"], /unknown command/, /did you mean facts ask "which tea do I like\?"\?/],
  ] as const) {
    const { status, out, err } = await box.loci(args);
    assert.deepEqual([status, out], [2, ""], args.join(" "));
    assert.match(err, message);
    assert.match(err, hint);
  }
  assert.match((await box.loci(["help", "facts", "tell"])).out, /^Usage: loci facts tell/);
  for (const command of [[], ["search"], ["facts"]])
    assert.deepEqual((await box.loci(["help", ...command])).out, (await box.loci([...command, "--help"])).out);
});

test("a service isn't started on what was named wrongly", async () => {
  for (const [flags, code] of [
    [["--root", "nowhere"], "PATH_NOT_FOUND"],
    [["--root", ""], "PATH_NOT_FOUND"],
    [["--host", ""], "USAGE"],
    [["--port", "99999"], "USAGE"],
  ] as const) {
    const refused = await box.loci(["serve", "--port", "0", ...flags, "--json"]);
    assert.deepEqual([refused.status, refused.json()["error"].code], [2, code], flags.join(" "));
  }
});

test("a source whose folder is gone is removed by its path, and nothing is said to be left there", async () => {
  const emptied = sandbox({ "in/tea.md": "# Tea\n" });
  await emptied.loci(["index", "in", "--scope", "kb"]);
  rmSync(join(emptied.folder, "in"), { recursive: true });
  const run = await emptied.loci(["index"]);
  assert.match(run.out, /where it has moved: 'loci index NEW-PLACE', then 'loci sources rm OLD-PLACE --yes'/u);
  const { err } = await emptied.loci(["search", "tea"]);
  assert.match(
    err,
    /'in' is not at '.*in' any more.*\(put it back; or loci index NEW-PLACE, then loci sources rm in-\w+\)/u,
  );
  const removed = await emptied.loci(["sources", "rm", "./in/", "--yes"]);
  assert.equal(removed.status, 0, removed.err);
  assert.match(removed.out, /^removed in: 1 document, 1 passage\. Nothing stands at .*\/in any more\n$/);
  emptied.remove();
});

test("a name that moves the cursor or holds a line end is spelt out for people, and whole in JSON", async () => {
  const odd = sandbox({ "in/tea\n\x1b[31m.md": "# Tea\n\nThe marmalade is green.\n", "in/bad\n2.md": "\0" });
  const indexed = await odd.loci(["index", "in", "--scope", "kb"]);
  assert.match(indexed.out, /skipped {2}bad\\n2\.md: binary/);
  assert.match((await odd.loci(["search", "marmalade"])).out, /tea\\n\\x1b\[31m\.md:1-3/);
  assert.match(
    (await odd.loci(["index", "in/bad\n2.md", "--scope", "kb"])).err,
    /^note: '.*bad\\n2\.md' lies inside the source/,
  );
  assert.match(
    (await odd.loci(["index", "gone\n\x1b[2J", "--scope", "kb"])).err,
    /^error: there is no '.*gone\\n\\x1b\[2J' \[PATH_NOT_FOUND\]\n/,
  );
  for (const command of [["sources"], ["status"], ["doctor"], ["sources", "jobs"]])
    assert.doesNotMatch((await odd.loci(command)).out, /\x1b|bad\n/, command[0]);
  const [hit] = (await odd.loci(["search", "marmalade", "--json"])).json()["hits"];
  assert.equal(hit.source.path, "tea\n\x1b[31m.md");
  writeFileSync(join(odd.folder, "in/\x1b[31mcoffee.md"), "# Coffee\n\nThe espresso is red.\n");
  await odd.loci(["index"]);
  const [coffee] = (await odd.loci(["search", "espresso", "--json"])).json()["hits"];
  assert.match((await odd.loci(["expand", coffee.id, "--where"])).out, /^path +\\x1b\[31mcoffee\.md$/m);
  assert.match((await odd.loci(["expand", hit.id])).out, /^tea\\n\\x1b\[31m\.md/);
  assert.match((await odd.loci(["expand", hit.id, "--where"])).out, /path +tea\\n/);
  odd.remove();
});

describe("expand and source", () => {
  test("open the exact text by the beginning of an id, and say when a file has moved on", async () => {
    const { hits } = (await box.loci(["search", "Ada keeps the build green", "--limit", "1", "--json"])).json();
    const id = hits[0].id.slice(0, 10);
    const expanded = (await box.loci(["expand", id, "--json"])).json();
    assert.equal(expanded["drawers"][0].text, hits[0].text);
    assert.equal(expanded["drawers"][0].fresh, true);
    assert.match((await box.loci(["expand", id, "--document"])).out, /Grace writes the compiler/);
    const source = (await box.loci(["expand", id, "--where", "--json"])).json().sources[0];
    assert.deepEqual(
      [source["path"], source["file"], source["fresh"]],
      ["team.md", join(box.folder, "notes/team.md"), true],
    );
    assert.match((await box.loci(["expand", id, "--where"])).out, /file +.*notes\/team\.md/);
    assert.equal((await box.loci(["expand", id, "--where", "--json", "--as", "public"])).json().sources[0].file, null);

    writeFileSync(join(box.folder, "notes/team.md"), "# Team\n\nEverybody left.\n");
    assert.equal((await box.loci(["expand", id, "--json"])).json()["drawers"][0].fresh, false);
    assert.match((await box.loci(["expand", id])).out, /stale/);
    writeFileSync(join(box.folder, "notes/team.md"), FILES["notes/team.md"]);
    await box.loci(["index"]);
  });

  test("an id that is none, or that nobody may see, is not found", async () => {
    const hidden = (await box.loci(["search", "vault code", "--limit", "1", "--json"])).json()["hits"][0].id;
    for (const args of [
      ["expand", "ffffffffffff"],
      ["expand", "hello"],
      ["expand", "ffffffffffff", "--where"],
      ["expand", hidden, "--as", "public"],
      ["expand", hidden, "--where", "--as", "user:1"],
    ]) {
      const finished = await box.loci([...args, "--json"]);
      assert.deepEqual([finished.json()["error"].code, finished.status], ["DRAWER_NOT_FOUND", 1]);
    }
    assert.equal((await box.loci(["expand"])).status, 2);
    assert.equal((await box.loci(["expand", "abcd", "--before", "-1"])).status, 2);
  });
});

describe("housekeeping", () => {
  test("status", async () => {
    const status = (await box.loci(["status", "--json"])).json();
    assert.deepEqual(
      [status["schema"], status["project"], status["index"].state, status["counts"].documents, status["leaves"]],
      [1, "default", "ready", 3, []],
    );
    assert.match((await box.loci(["status"])).out, /leaves +nothing leaves this machine/);
    assert.ok(
      (await box.loci(["status", "--json", "--as", "public"])).json()["counts"].drawers < status["counts"].drawers,
    );
  });

  test("sources lists and removes, for the owner only", async () => {
    await box.loci(["index", "notes", "--scope", "kb", "--project", "short-lived"]);
    const { sources } = (await box.loci(["sources", "--json", "--project", "short-lived"])).json();
    assert.deepEqual([sources.length, sources[0].name, sources[0].options.scope], [1, "notes", "kb"]);
    assert.match((await box.loci(["sources"])).out, /^key +name +kind/);
    assert.equal((await box.loci(["sources", "--as", "public", "--json"])).json()["error"].code, "FORBIDDEN");
    for (const args of [["index", box.folder], ["index"], ["mine", box.folder]])
      assert.equal(
        (await box.loci([...args, "--scope", "kb", "--as", "user:1", "--json"])).json()["error"].code,
        "FORBIDDEN",
        args[0],
      );
    assert.equal((await box.loci(["sources", "rm", "nope", "--json"])).json()["error"].code, "SOURCE_NOT_FOUND");
    const asked = await box.loci(["sources", "rm", "notes", "--project", "short-lived"]);
    assert.match(asked.out, /notes.* would go with the passages of \d+ files?: say it again with --yes/u);
    const removed = await box.loci(["sources", "rm", "notes", "--project", "short-lived", "--yes", "--json"]);
    assert.equal(removed.json()["removed"].documents, 3);
    assert.equal((await box.loci(["search", "staging", "--project", "short-lived"])).status, 1);
    assert.ok(existsSync(join(box.folder, "notes/deploy.md")));
  });

  test("jobs lists runs and shows one", async () => {
    const { jobs } = (await box.loci(["sources", "jobs", "--json", "--limit", "1"])).json();
    assert.equal(jobs.length, 1);
    assert.match((await box.loci(["sources", "jobs"])).out, /^id +kind +status/);
    assert.equal((await box.loci(["sources", "jobs", jobs[0].id, "--json"])).json()["job"].id, jobs[0].id);
    assert.deepEqual(
      [
        (await box.loci(["sources", "jobs", "nope", "--json"])).json()["error"].code,
        (await box.loci(["sources", "jobs", "nope"])).status,
      ],
      ["JOB_NOT_FOUND", 1],
    );
  });

  test("rebuild gives the same answers, and doctor is content", async () => {
    const ask = async () => (await box.loci(["search", "staging port", "--json"])).json()["hits"];
    const before = await ask();
    const rebuilt = await box.loci(["data", "rebuild", "--json"]);
    assert.equal(rebuilt.status, 0, rebuilt.err);
    assert.equal(rebuilt.json()["job"].embeddings.computed, 0);
    assert.deepEqual(await ask(), before);
    const doctor = await box.loci(["doctor", "--json", "--deep"]);
    assert.equal(doctor.status, 0);
    assert.ok(doctor.json()["findings"].every(({ severity }: { severity: string }) => severity === "ok"));
    assert.match((await box.loci(["doctor"])).out, /^ok +Node/);
    assert.equal(
      (await box.loci(["data", "rebuild", "--project", "empty", "--json"])).json()["error"].code,
      "NOTHING_TO_INDEX",
    );
  });

  test("a lost index is said and made again", async () => {
    for (const suffix of ["", "-wal", "-shm"])
      rmSync(join(box.home, "projects/default", `index.sqlite${suffix}`), { force: true });
    const found = (await box.loci(["search", "staging port", "--json"])).json();
    assert.match(found["hits"][0].text, /8443/);
    assert.deepEqual(
      found["notes"].map(({ code }: { code: string }) => code),
      ["INDEX_REBUILT"],
    );
  });
});

describe("config", () => {
  test("set, get, list, unset, path: value and layer", async () => {
    const set = await box.loci(["config", "set", "recall.limit", "2", "--json"]);
    assert.deepEqual(
      [set.status, set.json()["file"], set.json()["inForce"].value],
      [0, join(box.home, "config.toml"), 2],
    );
    assert.deepEqual((await box.loci(["config", "recall.limit", "--json"])).json(), {
      schema: 1,
      key: "recall.limit",
      value: 2,
      layer: "home",
      where: `${join(box.home, "config.toml")}:2`,
    });
    assert.ok((await box.loci(["search", "the", "a", "staging", "build", "--json"])).json()["hits"].length <= 2);
    assert.equal(
      (await box.loci(["config", "recall.limit", "--json"], { environment: { LOCI_RECALL_LIMIT: "7" } })).json()[
        "layer"
      ],
      "environment",
    );
    assert.match(
      (await box.loci(["config", "set", "recall.limit", "3"], { environment: { LOCI_RECALL_LIMIT: "7" } })).out,
      /but 7 is in force: environment: LOCI_RECALL_LIMIT/,
    );
    assert.match((await box.loci(["config", "--changed"])).out, /recall\.limit +3 +home: /);
    assert.match((await box.loci(["config"])).out, /chunking\.max_chunk_size +1500 +default/);
    await box.loci(["config", "set", "recall.limit", "--unset"]);
    assert.equal((await box.loci(["config", "--changed", "--json"])).json()["settings"].length, 0);
  });

  for (const [what, args, code] of [
    ["an unknown key", ["config", "recall.limt"], "CONFIG_UNKNOWN_KEY"],
    ["a wrong value", ["config", "set", "recall.limit", "many"], "CONFIG_INVALID"],
    ["a secret", ["config", "set", "store.token", "hunter2"], "CONFIG_INVALID"],
  ] as const) {
    test(`refuses ${what}, with status 3`, async () => {
      const finished = await box.loci([...args, "--json"]);
      assert.deepEqual([finished.json()["error"].code, finished.status], [code, 3]);
      assert.ok(!finished.out.includes("hunter2"));
    });
  }

  test("what is broken elsewhere is said before anything is written", async () => {
    const { status, err } = await box.loci(["config", "set", "recall.limit", "3"], {
      environment: { LOCI_RECALL_LIMIT: "many" },
    });
    assert.deepEqual(
      [
        status,
        existsSync(join(box.home, "config.toml")) &&
          readFileSync(join(box.home, "config.toml"), "utf8").includes("limit"),
      ],
      [3, false],
      err,
    );
  });

  test("a broken file stops every command that reads it, with file and line", async () => {
    writeFileSync(join(box.home, "config.toml"), "[recall]\nlimt = 3\n");
    for (const args of [
      ["search", "x"],
      ["config"],
      ["config", "set", "recall.limit", "3"],
      ["index", "notes", "--scope", "kb"],
    ]) {
      const { status, err } = await box.loci(args);
      assert.equal(status, 3);
      assert.match(
        err,
        /no setting 'recall\.limt' \(.*config\.toml:2\) \[CONFIG_UNKNOWN_KEY\]\n  did you mean recall\.limit\?/,
      );
    }
    rmSync(join(box.home, "config.toml"));
  });

  test("what is added in a package of a monorepo stands in its wing, as what is indexed there", async () => {
    const tree = sandbox({ "repo/.git/HEAD": "", "repo/packages/api/package.json": '{ "name": "api" }' });
    mkdirSync(join(tree.folder, "repo/packages/api/src"));
    const wings = [];
    for (const [cwd, ...flags] of [
      ["repo/packages/api/src"],
      ["repo"],
      ["repo/packages/api", "--wing", "me"],
      ["repo/packages/api", "--project", "notes"],
    ] as const) {
      const { out } = await tree.loci(["add", `The key of ${cwd} rotates ${flags.join(" ")}.`, ...flags], { cwd });
      wings.push(/ to ([^/]+)\//u.exec(out)?.[1]);
    }
    assert.deepEqual(wings, ["api", "repo", "me", "notes"]);
    tree.remove();
  });

  test("a tree's own file: harmless keys at once, the rest after trust", async () => {
    const tree = sandbox({
      "repo/.git/HEAD": "",
      "repo/docs/a.md": "# A\n\nAbout apples.\n",
      "repo/.loci.toml": '[palace]\nwing = "orchard"\n[ingest]\nscope = "kb"\n',
    });
    try {
      const refused = await tree.loci(["index", "docs", "--json"], { cwd: "repo" });
      assert.equal(refused.json()["error"].code, "SOURCE_SCOPE_REQUIRED");
      assert.match(
        refused.err,
        /note: .*\.loci\.toml is not trusted: ingest\.scope is left out \(read the file, then run loci config trust\)/,
      );
      const trusted = await tree.loci(["config", "trust"], { cwd: "repo/docs" });
      assert.match(trusted.out, /it sets ingest\.scope, palace\.wing/);
      // From elsewhere: the tree of the path counts, not that of the current folder.
      const indexed = await tree.loci(["index", "repo/docs", "--json", "--project", "p"]);
      assert.equal(indexed.status, 0, indexed.out);
      const { hits } = (await tree.loci(["search", "apples", "--json", "--project", "p"])).json();
      assert.deepEqual([hits[0].wing, hits[0].scope], ["orchard", "kb"]);
      const local = await tree.loci(["config", "set", "--local", "chunking.overlap_lines", "0"], { cwd: "repo/docs" });
      assert.equal(local.status, 0, local.err);
      assert.match(readFileSync(join(tree.folder, "repo/.loci.toml"), "utf8"), /\[chunking\]\noverlap_lines = 0\n$/);
      assert.match(local.err, /has changed since you trusted it/);
      const none = await tree.loci(["config", "trust", "--json"]);
      assert.deepEqual([none.json()["error"].code, none.status], ["PATH_NOT_FOUND", 2]);
    } finally {
      tree.remove();
    }
  });
});

describe("the command line itself", () => {
  test("a misspelt command or flag suggests the right one, with status 2", async () => {
    for (const [args, output] of [
      [["serch", "x"], /unknown command 'serch' \[USAGE\]\n  did you mean search\?/],
      [["search", "x", "--limti", "3"], /unknown option '--limti' \[USAGE\]\n  did you mean --limit\?/],
      [["sources", "remove", "x"], /\[USAGE\]/],
      [["--jsn", "status"], /did you mean --json\?/],
      [["status", "extra"], /too many arguments/],
      [
        ["search", "staging", "-port"],
        /unknown option '-port' \[USAGE\]\n  to leave a word out, quote the whole question: loci search "… -port"/,
      ],
      [
        ["search", "git", "--no-verify"],
        /unknown option '--no-verify' \[USAGE\]\n  to search for a flag, put it in quotes: loci search '"--no-verify"'/,
      ],
      [["search", "x", "--limit"], /argument missing/],
      [["search", "x", "--top", "5"], /unknown option '--top' \[USAGE\]\n  did you mean --limit\?/],
      [["search", "x", "-k", "5"], /did you mean --limit\? to leave a word out, quote .* "… -k"/],
      [["status", "--format", "x"], /did you mean --json\?/],
      [["chats"], /unknown command 'chats' \[USAGE\]\n  did you mean chat, or chat list\?/],
      [["chats", "show", "planning"], /did you mean chat, or chat list/],
      [["tokens", "list"], /unknown command 'tokens list' \[USAGE\]\n  did you mean tokens\?/],
      [["palace", "taxonomy"], /did you mean palace\?/],
      [["chat", "show", "planning", "--chat", "other"], /unknown option '--chat'/],
      [["chat", "--chat", "other", "rm", "planning", "--yes"], /unknown option '--chat'/],
      [["what is ownership"], /did you mean search "what is ownership"\?/],
      [["setup", "vscode"], /use one of claude-code, .*; others start 'loci mcp'/],
    ] as const) {
      const { status, out, err } = await box.loci(args);
      assert.deepEqual([status, out], [2, ""]);
      assert.match(err, output);
    }
  });

  test("help goes to stdout with status 0; nothing at all is status 2; the version is the package's", async () => {
    const help = await box.loci(["--help"]);
    assert.equal(help.status, 0);
    assert.match(help.out, /What goes in:\n +index/);
    assert.equal((await box.loci(["help", "search"])).out, (await box.loci(["search", "--help"])).out);
    const nothing = await box.loci([]);
    assert.deepEqual([nothing.status, nothing.out], [2, ""]);
    assert.match(nothing.err, /^Usage: loci/);
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
      version: string;
    };
    for (const flag of ["--version", "-v", "-V"]) assert.equal((await box.loci([flag])).out, `${version}\n`);
  });

  test("what is no history is said to be none, and not to have gone somewhere", async () => {
    writeFileSync(join(box.folder, "hosts.txt"), "127.0.0.1 localhost\n");
    const home = join(box.folder, "no-history");
    const mined = await box.loci(["mine", "hosts.txt", "--scope", "admin", "--json", "--home", home]);
    const { failed, notes } = mined.json()["job"] as Record<"failed" | "notes", readonly { readonly code: string }[]>;
    assert.deepEqual([failed.length, mined.status], [1, 1]);
    assert.deepEqual(
      notes?.map(({ code }) => code),
      [],
    );
  });

  test("a home that can't be made is a storage error", async () => {
    writeFileSync(join(box.folder, "a-file"), "");
    const finished = await box.loci(["status", "--json", "--home", join(box.folder, "a-file", "home")]);
    assert.deepEqual([finished.json()["error"].code, finished.status], ["STORAGE_FAILED", 4]);
    for (const home of ["a-file", "a-file/home"]) {
      const set = await box.loci(["config", "set", "recall.limit", "5", "--json", "--home", join(box.folder, home)]);
      assert.deepEqual([set.json()["error"].code, set.status], ["STORAGE_FAILED", 4], home);
      const token = await box.loci(["tokens", "add", "public", "--json", "--home", join(box.folder, home)]);
      assert.deepEqual([token.json()["error"].code, token.status], ["STORAGE_FAILED", 4], home);
    }
  });

  test(
    "a home on a file system that takes no folders is said at once",
    { skip: process.platform !== "linux" && "needs /proc" },
    () => {
      for (const args of [["status"], ["config", "set", "recall.limit", "5"], ["tokens", "add", "public"]]) {
        const { stdout } = spawnSync(process.execPath, [BIN, ...args, "--json", "--home", "/proc/loci/home"], {
          encoding: "utf8",
          timeout: 30_000,
          killSignal: "SIGKILL",
        });
        assert.equal((JSON.parse(stdout) as { error: { code: string } }).error.code, "STORAGE_FAILED", args.join(" "));
      }
    },
  );

  test(
    "what runs long takes small limits of memory",
    { skip: process.platform !== "linux" && "reads /proc" },
    async () => {
      const server = spawn(process.execPath, [BIN, "mcp", "--home", box.home], { stdio: ["pipe", "pipe", "inherit"] });
      const closed = once(server, "close");
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
      await once(server.stdout, "data");
      assert.match(readFileSync(`/proc/${server.pid}/cmdline`, "utf8"), /--max-semi-space-size=4\0/);
      server.stdin.end();
      assert.deepEqual(await closed, [0, null]);
    },
  );

  test(
    "an older Node hands over to the one that the package brings along",
    { skip: olderNode() === null && "no Node older than 24 on this machine" },
    async () => {
      const node = olderNode() as string;
      const found = await box.loci(["search", "staging port", "--json"], { node });
      assert.equal(found.status, 0, found.err);
      assert.equal(found.err, "");
      assert.match(found.json()["hits"][0].text, /8443/);
      assert.equal((await box.loci(["serch"], { node })).status, 2);
      const batch = await box.loci(["search", "--batch", "-"], {
        node,
        input: '"staging port"\n',
        onOutput: (_, kill) => kill("SIGTERM"),
      });
      assert.equal(batch.status, 143);
    },
  );

  for (const signal of ["SIGTERM", "SIGHUP", "SIGKILL"] as const) {
    test(
      `what an older Node has started ends when that one gets ${signal}`,
      { skip: (olderNode() === null || process.platform !== "linux") && "no Node older than 24 on this machine" },
      async () => {
        const wrapper = spawn(olderNode() as string, [BIN, "mcp", "--home", box.home], {
          stdio: ["pipe", "pipe", "inherit"],
        });
        // The pipe to the child stays open: only the end of the wrapper tells it.
        wrapper.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
        await once(wrapper.stdout, "data");
        const { pid } = wrapper;
        const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
        assert.match(readFileSync(`/proc/${child}/cmdline`, "utf8"), /\0mcp\0/);
        // Its end of the pipe closes with the last process that holds it.
        const ended = once(wrapper.stdout, "close");
        wrapper.kill(signal);
        await ended;
        wrapper.stdin.destroy();
      },
    );
  }
});

/** A Node of Debian or the like, before version 24. */
function olderNode(): string | null {
  const path = "/usr/bin/node";
  if (!existsSync(path)) return null;
  return Number.parseInt(execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" }), 10) < 24
    ? path
    : null;
}
