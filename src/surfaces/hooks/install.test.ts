import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { adapterOf } from "./agents.ts";
import { type AgentAdapter, AGENTS } from "./hook-event.ts";
import { disconnect, install, installedEvents, uninstall } from "./install.ts";
import { configFile as fileOf, type InstallPlace, planInstall, planMcp, shellLine } from "./plan-install.ts";

const root = mkdtempSync(join(tmpdir(), "loci-install-"));
after(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
function place(): InstallPlace {
  const userHome = join(root, String(made++));
  return {
    home: join(userHome, ".loci"),
    userHome,
    environment: {},
    launch: { program: "/opt/node 24/bin/node", args: ["/opt/it's/bin/loci.js"] },
    trailing: [],
  };
}
const adapter = (name: string): AgentAdapter => adapterOf(name) as AgentAdapter;
const configFile = (name: string, at: InstallPlace): string => fileOf(adapter(name), at);
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const ODD_SETTINGS = `{
\t// my own settings
\t"permissions": { "allow": ["Bash(git:*)"], },
\t"hooks": {
\t\t"Stop": [
\t\t\t{ "hooks": [ { "type": "command", "command": "say done" } ] }, // mine
\t\t],
\t\t"PreToolUse": []
\t},
\t"model":   "opus"
}`;

describe("installing hooks", () => {
  for (const name of AGENTS) {
    it(`${name}: installs into nothing and leaves nothing behind`, () => {
      const at = place();
      const plan = planInstall(adapter(name), at);
      assert.equal(plan.before, null);
      install(plan, at.home);
      assert.deepEqual(
        installedEvents(adapter(name), at),
        adapter(name).events.map(({ name: event }) => event),
      );
      assert.equal(uninstall(adapter(name), at).how, "deleted");
      assert.equal(existsSync(configFile(name, at)), false);
      assert.deepEqual(installedEvents(adapter(name), at), []);
    });
  }

  for (const name of ["claude-code", "gemini", "codex", "cursor"] as const) {
    it(`${name}: uninstall restores the file byte for byte, comments, tabs and commas included`, () => {
      for (const settings of [
        ODD_SETTINGS,
        "{}",
        '{"hooks":{}}\r\n',
        '\ufeff{\r\n  "a": 1\r\n}\r\n',
        '{ "hooks": { "Stop": [] } }',
      ]) {
        const at = place();
        write(configFile(name, at), settings);
        const plan = planInstall(adapter(name), at);
        install(plan, at.home);
        install(planInstall(adapter(name), at), at.home);
        assert.equal(readFileSync(configFile(name, at), "utf8"), plan.after, "installing twice changes nothing");
        assert.equal(installedEvents(adapter(name), at).length, adapter(name).events.length);
        assert.equal(uninstall(adapter(name), at).how, "restored");
        assert.equal(readFileSync(configFile(name, at), "utf8"), settings);
      }
    });
  }

  it("uninstall keeps what was changed meanwhile and takes out only what is ours", () => {
    const at = place();
    const file = configFile("claude-code", at);
    write(file, ODD_SETTINGS);
    install(planInstall(adapter("claude-code"), at), at.home);
    write(file, readFileSync(file, "utf8").replace('"opus"', '"sonnet"').replace("// mine", "// still mine"));
    assert.equal(uninstall(adapter("claude-code"), at).how, "removed");
    assert.equal(
      readFileSync(file, "utf8"),
      // The comma behind the last entry is taken for that before ours.
      ODD_SETTINGS.replace('"opus"', '"sonnet"').replace("}, // mine", "} // still mine"),
    );
  });

  it("uninstall finds our entries in a file that was written anew", () => {
    const at = place();
    const file = configFile("gemini", at);
    write(file, '{"theme":"dark","hooks":{"BeforeAgent":[{"hooks":[{"type":"command","command":"mine"}]}]}}');
    install(planInstall(adapter("gemini"), at), at.home);
    const anew = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, unknown[]>>;
    write(file, JSON.stringify(anew));
    uninstall(adapter("gemini"), at);
    const left = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, unknown[]>>;
    assert.deepEqual(left["hooks"]?.["BeforeAgent"], [{ hooks: [{ type: "command", command: "mine" }] }]);
    assert.equal(JSON.stringify(left).includes("loci"), false);
  });

  it("Claude Code: program and arguments, never a line for a shell", () => {
    const at = place();
    const { after } = planInstall(adapter("claude-code"), at);
    const { hooks } = JSON.parse(after) as { hooks: Record<string, { hooks: Record<string, unknown>[] }[]> };
    for (const [event, [entry]] of Object.entries(hooks)) {
      assert.equal(entry?.hooks[0]?.["command"], "/opt/node 24/bin/node");
      assert.deepEqual(entry?.hooks[0]?.["args"], ["/opt/it's/bin/loci.js", "hook", "claude-code", event]);
    }
  });

  it("where an agent takes one line for a shell, each word is quoted", () => {
    assert.equal(
      shellLine(["/opt/node 24/bin/node", "/opt/it's/loci.js", "hook"]),
      `'/opt/node 24/bin/node' '/opt/it'\\''s/loci.js' hook`,
    );
  });

  it("Codex: into config.toml where hooks stand there already, since both forms in one layer are a warning", () => {
    const at = place();
    const toml = join(at.userHome, ".codex", "config.toml");
    const text = 'model = "gpt-5"\n\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "mine"\n';
    write(toml, text);
    const plan = planInstall(adapter("codex"), at);
    assert.equal(plan.file, toml);
    install(plan, at.home);
    assert.equal(installedEvents(adapter("codex"), at).length, 6);
    write(toml, `${readFileSync(toml, "utf8")}\n[features]\nx = true\n`);
    assert.equal(uninstall(adapter("codex"), at).how, "removed");
    assert.equal(readFileSync(toml, "utf8"), `${text}\n[features]\nx = true\n`);
  });

  it("Codex: a table that Codex wrote between our marks stays, with a record and without", () => {
    for (const hasRecord of [true, false]) {
      const at = place();
      const toml = join(at.userHome, ".codex", "config.toml");
      write(toml, 'model = "a"\n');
      install(planMcp(adapter("codex"), at), at.home, "mcp-codex");
      const trusted = '[projects."/shop"]\ntrust_level = "trusted"\n';
      write(
        toml,
        readFileSync(toml, "utf8").replace("# end of", () => `\n${trusted}# end of`),
      );
      if (!hasRecord) rmSync(at.home, { recursive: true });
      assert.equal(disconnect(adapter("codex"), at).how, "removed");
      assert.equal(readFileSync(toml, "utf8"), `model = "a"\n\n${trusted}`);
    }
  });

  it("a server that the agent has written in another way since is taken out, and comments and commas around it stay", () => {
    const at = place();
    const file = join(at.userHome, ".claude.json");
    const server = JSON.stringify({ type: "stdio", command: "/n", args: ["/old/bin/loci.js", "mcp", "--home", "/h"] });
    for (const [text, left] of [
      [`{"a":1,"mcpServers":{"loci":${server}}}`, '{"a":1}'],
      [`{"mcpServers":{"loci":${server},"b":{}},"a":1}`, '{"mcpServers":{"b":{}},"a":1}'],
      [`{"mcpServers":{ // ours\n"loci":${server}, "b":{} }}`, '{"mcpServers":{ // ours\n "b":{} }}'],
      [`{"mcpServers":{"b":{}, // mine\n"loci":${server}}}`, '{"mcpServers":{"b":{} // mine\n}}'],
      [`{"mcpServers":{/* c */"loci":${server},},"a":1}`, '{"mcpServers":{/* c */},"a":1}'],
      [`{"mcpServers":{"loci":${server}}, "a":1}`, '{ "a":1}'],
    ] as const) {
      write(file, text);
      assert.equal(disconnect(adapter("claude-code"), at).how, "removed");
      assert.equal(readFileSync(file, "utf8"), left);
      assert.equal(disconnect(adapter("claude-code"), at).how, "absent");
    }
  });

  it("several entries of ours in one list go, and what stands between them stays", () => {
    const at = place();
    const file = configFile("cursor", at);
    const ours = '{"command":"loci hook cursor stop"}';
    write(file, `{"version":1,"hooks":{"stop":[${ours},${ours},{"command":"mine"},${ours}]}}`);
    assert.equal(uninstall(adapter("cursor"), at).how, "removed");
    assert.equal(readFileSync(file, "utf8"), '{"version":1,"hooks":{"stop":[{"command":"mine"}]}}');
  });

  it("settings that are no JSON stay as they are", () => {
    const at = place();
    write(configFile("claude-code", at), "{ nonsense");
    assert.throws(() => planInstall(adapter("claude-code"), at), { code: "USAGE" });
    assert.equal(readFileSync(configFile("claude-code", at), "utf8"), "{ nonsense");
    write(configFile("claude-code", at), '{"hooks": "none"}');
    assert.throws(() => planInstall(adapter("claude-code"), at), { code: "USAGE" });
    write(configFile("claude-code", at), "[".repeat(1_000_000));
    assert.throws(() => planInstall(adapter("claude-code"), at), { code: "USAGE" });
  });

  it("settings of thousands of objects, as agents keep their state in, are read and come back byte for byte", () => {
    const at = place();
    const projects = Array.from({ length: 5_000 }, (_, i) => [`/p/${i}`, { history: [{ display: "[{" }], tools: [] }]);
    const before = JSON.stringify({ projects: Object.fromEntries(projects) }, null, 2);
    write(configFile("claude-code", at), before);
    install(planInstall(adapter("claude-code"), at), at.home);
    assert.notEqual(readFileSync(configFile("claude-code", at), "utf8"), before);
    uninstall(adapter("claude-code"), at);
    assert.equal(readFileSync(configFile("claude-code", at), "utf8"), before);
  });
});
