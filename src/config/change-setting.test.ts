import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { LociError } from "../model/error.ts";
import { changeSetting } from "./change-setting.ts";
import { scratch } from "./scratch.fixture.ts";

for (const [what, before, key, value, after] of [
  ["into no file", null, "server.port", "5", "[server]\nport = 5\n"],
  [
    "a value, its comment kept",
    "[server]\nport = 10 # plenty\nhost = 'localhost'\n",
    "server.port",
    "5",
    "[server]\nport = 5 # plenty\nhost = 'localhost'\n",
  ],
  [
    "at the end of its table",
    "# top\n[server]\n# why\nport = 10\n\n[palace]\nwing = 'w'\n",
    "server.host",
    "localhost",
    "# top\n[server]\n# why\nport = 10\nhost = \"localhost\"\n\n[palace]\nwing = 'w'\n",
  ],
  ["into an empty table", "[server]", "server.port", "5", "[server]\nport = 5"],
  ["a new table", "[palace]\nwing = 'w'", "server.port", "5", "[palace]\nwing = 'w'\n\n[server]\nport = 5\n"],
  [
    "a dotted key",
    "server.port = 10\n[palace]\nwing = 'w'\n",
    "server.port",
    "5",
    "server.port = 5\n[palace]\nwing = 'w'\n",
  ],
  [
    "beside a dotted key",
    "server.port = 10\n[palace]\nwing = 'w'\n",
    "server.host",
    "localhost",
    "server.port = 10\nserver.host = \"localhost\"\n[palace]\nwing = 'w'\n",
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
    "[server]\r\nport = 10\r\n",
    "server.host",
    "localhost",
    '[server]\r\nport = 10\r\nhost = "localhost"\r\n',
  ],
  [
    "text that looks like a key in a string",
    "[palace]\nwing = '''\n[server]\nport = 3'''\n",
    "server.port",
    "5",
    "[palace]\nwing = '''\n[server]\nport = 3'''\n\n[server]\nport = 5\n",
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
  const folder = scratch(context, { "home/config.toml": "# a\n[server]\nport = 10 # b\nhost = 'localhost'\n" });
  const file = join(folder, "home/config.toml");
  assert.equal((await changeSetting(file, "server.port", null)).changed, true);
  assert.equal(readFileSync(file, "utf8"), "# a\n[server]\nhost = 'localhost'\n");
  assert.equal((await changeSetting(file, "server.port", null)).changed, false);
  assert.equal((await changeSetting(join(folder, "nowhere/config.toml"), "server.port", null)).changed, false);
  assert.equal(existsSync(join(folder, "nowhere")), false);
});

for (const [what, before, key, value, code] of [
  ["an unknown key", "", "server.limt", "5", "CONFIG_UNKNOWN_KEY"],
  ["a wrong value", "", "server.port", "five", "CONFIG_INVALID"],
  ["a scope that is none", "", "ingest.scope", "everyone", "CONFIG_INVALID"],
  ["a secret", "", "store.token", "hunter2", "CONFIG_INVALID"],
  ["a section in one line", "server = { port = 3 }\n", "server.host", "localhost", "CONFIG_INVALID"],
  ["a table below the key", "[palace.hall_keywords]\na = ['b']\n", "palace.hall_keywords", "{}", "CONFIG_INVALID"],
  ["a file that is broken already", "[server\n", "server.port", "5", "CONFIG_INVALID"],
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
  await changeSetting(join(folder, "home/config.toml"), "server.port", "5");
  assert.equal(readFileSync(join(folder, "dotfiles/loci.toml"), "utf8"), "[server]\nport = 5\n");
});

function scratchFile(folder: string, text: string): string {
  mkdirSync(join(folder, "home"));
  const file = join(folder, "home", "config.toml");
  writeFileSync(file, text);
  return file;
}
