import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { sandbox } from "../cli/spawn-loci.fixture.ts";

const box = sandbox({ "shop/package.json": '{"name":"shop"}' });
after(() => box.remove());
const cwd = join(box.folder, "shop");
const at = (path: string): string => join(box.folder, path);
function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

const ODD_JSON = `{
\t// my own settings
\t"permissions": { "allow": ["Bash(git:*)"], }, // last
\t"hooks": {
\t\t"BeforeTool": [], // mine
\t\t"Stop": [ /* first */ { "hooks": [ { "type": "command", "command": "say done" } ] } ]
\t},
\t"model":   "opus"
}`;

describe("loci setup", () => {
  write(
    ".claude/projects/-shop/s1.jsonl",
    ["We decided to keep invoices in cents.", "Noted: invoices are in cents."]
      .map(
        (text, i) =>
          `${JSON.stringify({ type: i === 0 ? "user" : "assistant", uuid: `0000000${i}-0000-4000-8000-000000000000`, parentUuid: null, sessionId: "s1", cwd, timestamp: `2026-11-20T09:0${i}:00Z`, message: { role: i === 0 ? "user" : "assistant", content: text } })}\n`,
      )
      .join(""),
  );
  write(".claude/projects/-shop/memory/MEMORY.md", "# Invoices\n\nThe ledger is closed on Fridays.\n");
  write(".claude/projects/-shop/s1/tool-results/a.txt", "User: a\n\nAssistant: b\n");
  const claude = '{\n  "numStartups": 4,\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}';
  const settings = '{ "model": "opus" }\n';
  write(".claude.json", claude);
  write(".claude/settings.json", settings);

  it("shows each step and changes nothing without a yes", async () => {
    const { status, out } = await box.loci(["setup", "claude-code"], { cwd: "shop" });
    assert.equal(status, 1);
    assert.match(out, /history: mine .*\.claude\/projects/u);
    assert.match(out, /nothing was changed/u);
    assert.equal(readFileSync(at(".claude.json"), "utf8"), claude);
  });

  it("mines the history into the project of its repository, connects MCP and hooks, and shows what the agent will see", async () => {
    const { status, out, err } = await box.loci(["setup", "claude-code", "--yes", "--json"], { cwd: "shop" });
    assert.equal(status, 0, out + err);
    const { steps, brief } = JSON.parse(out) as {
      steps: { step: string; done: boolean }[];
      brief: { project: string; text: string };
    };
    assert.deepEqual(
      steps.map(({ step, done }) => [step, done]),
      [
        ["history", true],
        ["mcp", true],
        ["hooks", true],
        ["brief", true],
      ],
    );
    assert.equal(brief.project, "shop");
    assert.match(brief.text, /invoices/u);
    const found = await box.loci(["search", "ledger closed Fridays", "--project", "shop"]);
    assert.match(found.out, /ledger is closed on Fridays/u);
    const { mcpServers } = JSON.parse(readFileSync(at(".claude.json"), "utf8")) as {
      mcpServers: Record<string, { command: string; args: string[] }>;
    };
    assert.deepEqual(Object.keys(mcpServers), ["other", "loci"]);
    assert.deepEqual(mcpServers["loci"]?.args.slice(1), ["mcp", "--home", box.home]);
    assert.ok(readFileSync(at(".claude/settings.json"), "utf8").includes("UserPromptSubmit"));
  });

  it("is undone: both files as they were, byte for byte; what was mined stays", async () => {
    assert.equal((await box.loci(["setup", "claude-code", "--remove"], { cwd: "shop" })).status, 0);
    assert.equal(readFileSync(at(".claude.json"), "utf8"), claude);
    assert.equal(readFileSync(at(".claude/settings.json"), "utf8"), settings);
    assert.ok((await box.loci(["search", "invoices", "--project", "shop"])).out.includes("cents"));
  });

  for (const agent of ["codex", "gemini", "cursor", "opencode"]) {
    it(`${agent}: sets up where nothing is, and leaves nothing behind`, async () => {
      const { status, out, err } = await box.loci(["setup", agent, "--yes"], { cwd: "shop" });
      assert.equal(status, 0, out + err);
      assert.equal((await box.loci(["hooks", agent])).status, 0);
      assert.equal((await box.loci(["setup", agent, "--remove"], { cwd: "shop" })).status, 0);
      for (const file of [
        ".codex/config.toml",
        ".codex/hooks.json",
        ".gemini/settings.json",
        ".cursor/mcp.json",
        ".cursor/hooks.json",
        ".config/opencode/opencode.json",
        ".config/opencode/plugin/loci.js",
      ])
        assert.equal(existsSync(at(file)), false, file);
      const again = await box.loci(["setup", agent, "--remove"], { cwd: "shop" });
      assert.deepEqual([again.status, /holds nothing that Loci put in/u.test(again.out)], [0, true], "said again");
    });
  }

  it("says of a server that somebody put in himself that it would open another memory than the hooks fill", async () => {
    const codex = (args: readonly string[]): string =>
      `[mcp_servers.loci]\ncommand = "loci"\nargs = ${JSON.stringify(args)}\n`;
    for (const [args, isSaid] of [
      [["mcp"], true],
      [["mcp", "--home", box.home], false],
    ] as const) {
      write(".codex/config.toml", codex(args));
      const { out } = await box.loci(["setup", "codex", "--yes"], { cwd: "shop" });
      assert.equal(/connected already.*but without --home/u.test(out), isSaid, out);
      assert.equal(readFileSync(at(".codex/config.toml"), "utf8"), codex(args));
      await box.loci(["setup", "codex", "--remove"], { cwd: "shop" });
    }
    rmSync(at(".codex"), { recursive: true });
  });

  for (const [agent, variable, files] of [
    ["claude-code", "CLAUDE_CONFIG_DIR", [".claude.json", "settings.json"]],
    ["codex", "CODEX_HOME", ["config.toml", "hooks.json"]],
    ["gemini", "GEMINI_CLI_HOME", [".gemini/settings.json"]],
    ["opencode", "XDG_CONFIG_HOME", ["opencode/opencode.json", "opencode/plugin/loci.js"]],
  ] as const) {
    it(`${agent}: writes where ${variable} moved its folder to, and takes it out there`, async () => {
      const moved = { cwd: "shop", environment: { [variable]: at("moved") } };
      const before = files.map((file) => (/json$/u.test(file) ? '{ "model": "opus" }' : null));
      for (const [i, text] of before.entries()) if (text !== null) write(`moved/${files[i]}`, text);
      const now = (): (string | null)[] =>
        files.map((file) => (existsSync(at(`moved/${file}`)) ? readFileSync(at(`moved/${file}`), "utf8") : null));
      assert.equal((await box.loci(["setup", agent, "--yes"], moved)).status, 0);
      for (const text of now()) assert.match(text ?? "", /loci/u);
      for (const file of [".codex/hooks.json", ".gemini/settings.json", ".config/opencode/opencode.json"])
        assert.equal(existsSync(at(file)), false, file);
      assert.equal(readFileSync(at(".claude.json"), "utf8"), claude);
      assert.equal((await box.loci(["hooks", agent], moved)).status, 0);
      assert.equal((await box.loci(["setup", agent, "--remove"], moved)).status, 0);
      assert.deepEqual(now(), before);
      rmSync(at("moved"), { recursive: true });
    });
  }

  it("cursor: takes the transcripts of its projects", async () => {
    const said = ["user", "assistant"].map((role) => ({ role, message: { content: [{ type: "text", text: role }] } }));
    const lines = said.map((one) => JSON.stringify(one)).join("\n");
    write(".cursor/projects/shop/agent-transcripts/a/a.jsonl", lines);
    write(
      ".cursor/projects/shop/agent-transcripts/b.txt",
      "user:\n<user_query>\nWhere?\n</user_query>\n\nassistant:\nHere.\n",
    );
    write(".cursor/projects/shop/terminals/1.txt", "User: no\n\nAssistant: talk\n");
    const { status, out, err } = await box.loci(["setup", "cursor", "--yes", "--project", "shop"], { cwd: "shop" });
    assert.equal(status, 0, out + err);
    assert.match(out, /4 messages taken in from .*agent-transcripts/u);
    await box.loci(["setup", "cursor", "--remove"], { cwd: "shop" });
  });

  const shared = (key: string): string =>
    JSON.stringify(
      { [key]: { other: { command: "x" } }, hooks: { Stop: [{ hooks: [{ command: "mine" }] }] } },
      null,
      2,
    );
  for (const [agent, files] of [
    ["claude-code", { ".claude.json": shared("mcpServers"), ".claude/settings.json": ODD_JSON }],
    ["codex", { ".codex/config.toml": 'model = "a"\n', ".codex/hooks.json": '{ "a": 1 }' }],
    ["codex", { ".codex/config.toml": '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "mine"\n' }],
    ["gemini", { ".gemini/settings.json": shared("mcpServers") }],
    ["gemini", { ".gemini/settings.json": ODD_JSON }],
    ["cursor", { ".cursor/mcp.json": ODD_JSON, ".cursor/hooks.json": '{\n  "version": 1,\n  "a": {}\n}\n' }],
    ["opencode", { ".config/opencode/opencode.json": shared("mcp"), ".config/opencode/plugin/loci.js": null }],
    ["claude-code", { ".claude.json": null, ".claude/settings.json": null }],
    ["codex", { ".codex/config.toml": null, ".codex/hooks.json": null }],
    ["gemini", { ".gemini/settings.json": null }],
    ["cursor", { ".cursor/mcp.json": null, ".cursor/hooks.json": null }],
    ["opencode", { ".config/opencode/opencode.json": null, ".config/opencode/plugin/loci.js": null }],
  ] as const) {
    const before: readonly (readonly [string, string | null])[] = Object.entries(files);
    it(`${agent}: takes out what it put into ${before.map(([file, text]) => (text === null ? `a new ${file}` : file)).join(" and ")} after the data folder is gone`, async () => {
      for (const [file, text] of before) text === null ? rmSync(at(file), { force: true }) : write(file, text);
      assert.equal((await box.loci(["setup", agent, "--yes"], { cwd: "shop" })).status, 0);
      for (const [file] of before) assert.match(readFileSync(at(file), "utf8"), /loci/u);
      rmSync(box.home, { recursive: true });
      const { out } = await box.loci(["setup", agent, "--remove"], { cwd: "shop" });
      assert.doesNotMatch(out, /didn't put in|holds nothing/u);
      assert.deepEqual(
        before.map(([file]) => [file, existsSync(at(file)) ? readFileSync(at(file), "utf8") : null]),
        before,
      );
      for (const [file] of before) rmSync(at(file), { force: true });
    });
  }

  it("a server that somebody connected by hand stays, and is named, after the data folder is gone, too", async () => {
    const own = '{ "mcpServers": { "loci": { "command": "loci", "args": ["mcp"] } } }';
    write(".gemini/settings.json", own);
    await box.loci(["setup", "gemini", "--yes"], { cwd: "shop" });
    rmSync(box.home, { recursive: true });
    const { out } = await box.loci(["setup", "gemini", "--remove"], { cwd: "shop" });
    assert.match(out, /still names a server 'loci'/u);
    assert.equal(readFileSync(at(".gemini/settings.json"), "utf8"), own);
  });

  it("says of a server that the agent's own command put in that it stays", async () => {
    write(".codex/config.toml", '[mcp_servers.loci]\ncommand = "loci"\nargs = ["mcp"]\n');
    await box.loci(["setup", "codex", "--yes"], { cwd: "shop" });
    const { out } = await box.loci(["setup", "codex", "--remove"], { cwd: "shop" });
    assert.match(out, /hooks\.json held nothing else[\s\S]*config\.toml still names a server 'loci'/u);
    rmSync(at(".codex"), { recursive: true });
  });

  it("keeps what was changed meanwhile", async () => {
    write(".codex/config.toml", 'model = "a"\n');
    await box.loci(["setup", "codex", "--yes"], { cwd: "shop" });
    const file = at(".codex/config.toml");
    writeFileSync(file, readFileSync(file, "utf8").replace('"a"', '"b"'));
    await box.loci(["setup", "codex", "--remove"], { cwd: "shop" });
    assert.equal(readFileSync(file, "utf8"), 'model = "b"\n');
  });
});
