import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { it } from "node:test";
import { pathToFileURL } from "node:url";
import { AGENTS } from "../../src/surfaces/hooks/hook-event.ts";
import { answer, newUser, NODE, SKIP, type User } from "./installed.fixture.ts";

/** Settings that the user had before, which come back byte for byte. */
const SETTINGS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "claude-code": [".claude/settings.json", '{\n\t"model": "opus", // mine\n\t"hooks": {}\n}'],
  codex: [".codex/hooks.json", '{ "hooks": {} }\n'],
  gemini: [".gemini/settings.json", '{"theme":"Dracula"}'],
  cursor: [".cursor/hooks.json", '{\n  "version": 1,\n  "hooks": {}\n}\n'],
};

/** Loads a module as a host does, and asks it for the brief of a session; prints what it tells its user. */
const HOST = `
const told = [];
const { Loci } = await import(process.argv[1]);
const client = { tui: { showToast: async ({ body }) => told.push(body.message) } };
const hooks = await Loci({ client, directory: process.cwd() });
await hooks["experimental.chat.system.transform"]({ sessionID: "s" }, { system: [] });
console.log(JSON.stringify(told));
`;

/** What the module that is written for opencode tells in Node. That a busy machine didn't answer in time is no fault of what is written. */
function toldByPlugin({ folder, environment }: User): readonly string[] {
  const plugin = pathToFileURL(join(folder, ".config", "opencode", "plugin", "loci.js")).href;
  const args = ["--input-type=module", "-e", HOST, plugin];
  const { stdout, stderr } = spawnSync(NODE, args, { cwd: folder, env: environment, encoding: "utf8" });
  assert.match(stdout, /^\[/u, stderr);
  return (JSON.parse(stdout) as readonly string[]).filter((one) => !one.endsWith("no answer in time"));
}

for (const agent of AGENTS)
  it(
    `hooks of ${agent} run from the packed product, and leave its settings as they were`,
    { skip: SKIP },
    async (t) => {
      const user = newUser(t);
      const [file, text] = SETTINGS[agent] ?? ["", ""];
      if (file !== "") {
        mkdirSync(dirname(join(user.folder, file)), { recursive: true });
        writeFileSync(join(user.folder, file), text);
      }
      await answer(user, "index", "notes", "--scope", "kb");
      await answer(user, "hooks", "install", agent);
      if (agent === "opencode") assert.deepEqual(toldByPlugin(user), []);
      const { installed } = await answer<{ readonly installed: readonly string[] }>(user, "hooks", agent);
      assert.notEqual(installed.length, 0);
      for (const event of installed) {
        const payload = {
          session_id: "s",
          hook_event_name: event,
          cwd: user.folder,
          prompt: "which port does it use?",
        };
        const ended = await user.loci(["hook", agent, event], JSON.stringify(payload));
        assert.equal(ended.status, 0, ended.stderr);
        assert.doesNotMatch(ended.stdout, /memory unavailable/u);
      }
      const { status, stdout, stderr } = await user.loci(["hooks", "uninstall", agent]);
      assert.equal(status, 0, `${stdout}${stderr}`);
      if (file !== "") assert.equal(readFileSync(join(user.folder, file), "utf8"), text);
    },
  );
