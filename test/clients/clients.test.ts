import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { ScriptedModel } from "./scripted-model.fixture.ts";

/** Folder in whose `node_modules/.bin` the agents' command lines are; `.ci/run` installs them. */
const CLIENTS = process.env["TESTS_CLIENTS"];
const SKIP =
  CLIENTS === undefined && process.env["CI"] === undefined
    ? "drives the agents' own command lines: set TESTS_CLIENTS to a folder that has them installed"
    : false;
const LOCI = join(import.meta.dirname, "..", "..", "bin", "loci.js");

/** A client: where its settings stand, what stands in them before Loci comes, and how it is asked once. */
interface ClientProgram {
  readonly name: string;
  readonly agent: "codex" | "gemini" | "opencode";
  /** Settings by path in the home. */
  readonly settings: (url: string) => Readonly<Record<string, string>>;
  /** The file that hooks are written to; it comes back byte for byte. */
  readonly hooks: string;
  readonly ask: (prompt: string) => readonly [command: string, ...args: string[]];
  readonly environment?: (url: string) => NodeJS.ProcessEnv;
}

const SERVER = { command: "loci", args: ["mcp"] };
const PROGRAMS: readonly ClientProgram[] = [
  {
    name: "Codex CLI",
    agent: "codex",
    hooks: ".codex/hooks.json",
    settings: (url) => ({
      ".codex/hooks.json": '{ "hooks": {} }\n',
      ".codex/config.toml": `model = "mock"\nmodel_provider = "mock"\napproval_policy = "never"\n[model_providers.mock]\nname = "mock"\nbase_url = "${url}/v1"\nwire_api = "responses"\n[mcp_servers.loci]\ncommand = "loci"\nargs = ["mcp"]\nrequired = true\n`,
    }),
    ask: (prompt) => ["codex", "exec", "--dangerously-bypass-hook-trust", "--skip-git-repo-check", prompt],
  },
  {
    name: "Gemini CLI",
    agent: "gemini",
    hooks: ".gemini/settings.json",
    settings: () => ({
      // As the client writes it itself.
      ".gemini/settings.json": JSON.stringify(
        {
          security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
          general: { enableAutoUpdate: false },
          mcpServers: { loci: { ...SERVER, trust: true } },
        },
        null,
        2,
      ),
    }),
    ask: (prompt) => ["gemini", "--approval-mode", "yolo", "-p", prompt],
    environment: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "none", GEMINI_CLI_TRUST_WORKSPACE: "true" }),
  },
  {
    name: "opencode",
    agent: "opencode",
    hooks: ".config/opencode/plugin/loci.js",
    settings: (url) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        model: "mock/mock",
        autoupdate: false,
        provider: {
          mock: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${url}/v1`, apiKey: "none" },
            models: { mock: { tool_call: true } },
          },
        },
        mcp: { loci: { type: "local", command: ["loci", "mcp"] } },
      }),
    }),
    ask: (prompt) => ["opencode", "run", prompt],
  },
];

/** A user of a client, in a repository with one document, whose hooks are installed. */
async function user(t: TestContext, program: ClientProgram) {
  const model = new ScriptedModel();
  const url = await model.start();
  const home = mkdtempSync(join(tmpdir(), "loci-client-"));
  const folder = join(home, "harbour");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  write("bin/loci", `#!/bin/sh\nexec "${process.execPath}" "${LOCI}" "$@"\n`);
  chmodSync(join(home, "bin", "loci"), 0o755);
  write(
    "harbour/ports.md",
    "# Ports\n\nThe staging gateway listens on port 8443.\n\n# Crew\n\nMirabel runs the release train.\n",
  );
  for (const [path, text] of Object.entries(program.settings(url))) write(path, text);
  const env: NodeJS.ProcessEnv = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    LOCI_HOME: join(home, ".loci"),
    PATH: [join(home, "bin"), join(CLIENTS ?? "", "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
    ...program.environment?.(url),
  };
  t.after(() => {
    model.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  const run = async (command: string, ...args: readonly string[]): Promise<string> =>
    await new Promise((resolve) => {
      const child = execFile(
        command,
        args,
        { cwd: folder, env, timeout: 120_000, maxBuffer: 50_000_000 },
        (_, out, err) => resolve(`${out}\n${err}`),
      );
      child.stdin?.end();
    });
  await run("git", "init", "--quiet");
  await run("loci", "index", ".", "--scope", "kb");
  return { model, home, run, hooks: join(home, program.hooks) };
}

interface Found {
  readonly text: string;
  readonly documentType: string;
  readonly message: { readonly role: string } | null;
}

describe("an agent's own command line with Loci's hooks and server", { skip: SKIP }, () => {
  for (const program of PROGRAMS)
    it(`${program.name}: two sessions, and nothing of Loci's own comes back`, async (t) => {
      const { model, run, hooks } = await user(t, program);
      const before = existsSync(hooks) ? readFileSync(hooks, "utf8") : null;
      await run("loci", "hooks", "install", program.agent);
      const question = "Which port does the staging gateway use?";
      const conversation = (): string => model.asked.map(({ body }) => body).join("\n");

      model.begin({ call: "search", args: { query: question } }, { text: "It is port 8443." });
      const said = await run(...program.ask(question));
      assert.match(conversation(), /listens on port 8443/u, said);

      model.begin({ text: "Mirabel does." });
      const later = await run(...program.ask("Who runs the release train?"));
      assert.match(conversation(), /<<<DATA \w{7}|\\u003c\\u003c\\u003cDATA|&lt;&lt;&lt;DATA/u, `no brief: ${later}`);

      const search = async (query: string): Promise<readonly Found[]> =>
        (JSON.parse((await run("loci", "search", query, "--json")).split("\n\n")[0] as string) as { hits: Found[] })
          .hits;
      for (let tries = 0; !(await search("release train")).some(({ message }) => message?.role === "user"); tries++) {
        assert.ok(tries < 40, "the session was not recorded");
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      const hits = [...(await search(question)), ...(await search("release train"))];
      assert.match(hits[0]?.text ?? "", /8443/u);
      assert.notEqual(hits[0]?.documentType, "chat");
      for (const { text } of hits) assert.doesNotMatch(text, /stored text, no|hook_context|^(?:mcp__)?loci/u);

      await run("loci", "hooks", "uninstall", program.agent);
      assert.equal(existsSync(hooks) ? readFileSync(hooks, "utf8") : null, before);
    });
});
