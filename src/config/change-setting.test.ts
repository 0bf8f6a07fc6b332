import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { LociError } from "../model/error.ts";
import { changeSetting } from "./change-setting.ts";
import { scratch } from "./scratch.fixture.ts";

for (const [what, before, key, value, after] of [
  ["into no file", null, "recall.limit", "5", "[recall]\nlimit = 5\n"],
  [
    "a value, its comment kept",
    "[recall]\nlimit = 10 # plenty\nmode = 'lexical'\n",
    "recall.limit",
    "5",
    "[recall]\nlimit = 5 # plenty\nmode = 'lexical'\n",
  ],
  [
    "at the end of its table",
    "# top\n[recall]\n# why\nlimit = 10\n\n[palace]\nwing = 'w'\n",
    "recall.mode",
    "lexical",
    "# top\n[recall]\n# why\nlimit = 10\nmode = \"lexical\"\n\n[palace]\nwing = 'w'\n",
  ],
  ["into an empty table", "[recall]", "recall.limit", "5", "[recall]\nlimit = 5"],
  ["a new table", "[palace]\nwing = 'w'", "recall.limit", "5", "[palace]\nwing = 'w'\n\n[recall]\nlimit = 5\n"],
  [
    "a dotted key",
    "recall.limit = 10\n[palace]\nwing = 'w'\n",
    "recall.limit",
    "5",
    "recall.limit = 5\n[palace]\nwing = 'w'\n",
  ],
  [
    "beside a dotted key",
    "recall.limit = 10\n[palace]\nwing = 'w'\n",
    "recall.mode",
    "lexical",
    "recall.limit = 10\nrecall.mode = \"lexical\"\n[palace]\nwing = 'w'\n",
  ],
  [
    "over several lines",
    "[ingest]\nexclude = [ # these\n  'a', # first\n  \"b]\",\n]\nscope = 'kb'\n",
    "ingest.exclude",
    "c,d",
    '[ingest]\nexclude = ["c", "d"]\nscope = \'kb\'\n',
  ],
  [
    "with Windows' line ends",
    "[recall]\r\nlimit = 10\r\n",
    "recall.mode",
    "lexical",
    '[recall]\r\nlimit = 10\r\nmode = "lexical"\r\n',
  ],
  [
    "text that looks like a key in a string",
    "[palace]\nwing = '''\n[recall]\nlimit = 3'''\n",
    "recall.limit",
    "5",
    "[palace]\nwing = '''\n[recall]\nlimit = 3'''\n\n[recall]\nlimit = 5\n",
  ],
  ["with odd characters", "", "palace.wing", 'a "b" \\ é', '[palace]\nwing = "a \\"b\\" \\\\ é"\n'],
  [
    "a table of lists",
    "",
    "palace.hall_keywords",
    '{"infra":["k8s","a b"]}',
    '[palace]\nhall_keywords = { infra = ["k8s", "a b"] }\n',
  ],
] as const) {
  test(`set ${what}`, async (context) => {
    const folder = scratch(context);
    const file = join(folder, "home", "config.toml");
    if (before !== null) scratchFile(folder, before);
    const changed = await changeSetting(file, key, value);
    assert.equal(readFileSync(file, "utf8"), after);
    assert.equal(changed.changed, true);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(folder, "home")), ["config.toml"]);
    assert.equal((await changeSetting(file, key, value)).changed, false);
  });
}

test("unset takes the line out, and is quiet where there is none", async (context) => {
  const folder = scratch(context, { "home/config.toml": "# a\n[recall]\nlimit = 10 # b\nmode = 'lexical'\n" });
  const file = join(folder, "home/config.toml");
  assert.equal((await changeSetting(file, "recall.limit", null)).changed, true);
  assert.equal(readFileSync(file, "utf8"), "# a\n[recall]\nmode = 'lexical'\n");
  assert.equal((await changeSetting(file, "recall.limit", null)).changed, false);
  assert.equal((await changeSetting(join(folder, "nowhere/config.toml"), "recall.limit", null)).changed, false);
  assert.equal(existsSync(join(folder, "nowhere")), false);
});

for (const [what, before, key, value, code] of [
  ["an unknown key", "", "recall.limt", "5", "CONFIG_UNKNOWN_KEY"],
  ["a wrong value", "", "recall.limit", "five", "CONFIG_INVALID"],
  ["a scope that is none", "", "ingest.scope", "everyone", "CONFIG_INVALID"],
  ["a relative root", "", "server.roots", "/srv/notes,notes", "CONFIG_INVALID"],
  ["a secret", "", "store.token", "hunter2", "CONFIG_INVALID"],
  ["a section in one line", "recall = { limit = 3 }\n", "recall.mode", "lexical", "CONFIG_INVALID"],
  ["a table below the key", "[palace.hall_keywords]\na = ['b']\n", "palace.hall_keywords", "{}", "CONFIG_INVALID"],
  ["a file that is broken already", "[recall\n", "recall.limit", "5", "CONFIG_INVALID"],
] as const) {
  test(`set refuses ${what} and changes nothing`, async (context) => {
    const folder = scratch(context);
    const file = scratchFile(folder, before);
    await assert.rejects(
      changeSetting(file, key, value),
      (error) => error instanceof LociError && error.code === code && !error.message.includes("hunter2"),
    );
    assert.equal(readFileSync(file, "utf8"), before);
  });
}

test("a link keeps pointing where it did", async (context) => {
  const folder = scratch(context, { "dotfiles/loci.toml": "", "home/x": "" });
  symlinkSync(join(folder, "dotfiles/loci.toml"), join(folder, "home/config.toml"));
  await changeSetting(join(folder, "home/config.toml"), "recall.limit", "5");
  assert.equal(readFileSync(join(folder, "dotfiles/loci.toml"), "utf8"), "[recall]\nlimit = 5\n");
});

function scratchFile(folder: string, text: string): string {
  mkdirSync(join(folder, "home"));
  const file = join(folder, "home", "config.toml");
  writeFileSync(file, text);
  return file;
}
