import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { it } from "node:test";
import { AGENTS } from "../../src/surfaces/hooks/hook-event.ts";
import { answer, newUser, SKIP } from "./installed.fixture.ts";

/** Settings that the user had before, which come back byte for byte. */
const SETTINGS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "claude-code": [".claude/settings.json", '{\n\t"model": "opus", // mine\n\t"hooks": {}\n}'],
  codex: [".codex/hooks.json", '{ "hooks": {} }\n'],
  gemini: [".gemini/settings.json", '{"theme":"Dracula"}'],
  cursor: [".cursor/hooks.json", '{\n  "version": 1,\n  "hooks": {}\n}\n'],
};

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
      const fired = await user.loci(["hooks", agent]);
      assert.equal(fired.status, 0, `${fired.stdout}${fired.stderr}`);
      const { status, stdout, stderr } = await user.loci(["hooks", "uninstall", agent]);
      assert.equal(status, 0, `${stdout}${stderr}`);
      if (file !== "") assert.equal(readFileSync(join(user.folder, file), "utf8"), text);
    },
  );
