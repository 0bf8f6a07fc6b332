import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { lociCommand } from "../../src/surfaces/mcp/process-client.fixture.ts";
import { temporaryFolder } from "./notes.fixture.ts";

const README = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");

/** The words of a command that the README shows, without `loci`. */
function readmeCommand(pattern: RegExp): readonly string[] {
  const found = pattern.exec(README)?.[0];
  assert.ok(found !== undefined, `the README has no ${pattern}`);
  return found.split(" ").slice(1);
}

const record = (uuid: string, type: string, text: string, cwd: string): string =>
  `${JSON.stringify({ type, uuid, parentUuid: null, sessionId: `s-${uuid}`, cwd, timestamp: "2026-03-01T10:00:00Z", message: { content: text } })}\n`;

async function spawnLoci(
  args: readonly string[],
  { cwd, environment }: { readonly cwd: string; readonly environment: Record<string, string> },
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  const started = lociCommand(args);
  const child = spawn(started.command, started.args, { cwd, env: { ...process.env, ...environment } });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.end();
  const status = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { status, stdout, stderr };
}

async function askOverMcp(cwd: string, environment: Record<string, string>, query: string): Promise<string> {
  const client = new Client({ name: "loci-test", version: "1.0.0" });
  assert.deepEqual(readmeCommand(/claude mcp add loci -- loci mcp/).slice(-2), ["loci", "mcp"]);
  await client.connect(
    new StdioClientTransport({
      ...lociCommand(["mcp"]),
      cwd,
      env: { ...process.env, ...environment } as Record<string, string>,
      stderr: "ignore",
    }),
  );
  try {
    // Folders gave these projects their names, and nobody else did.
    assert.match(
      client.getInstructions() ?? "",
      /^Loci is the memory of this project: (?!.*(?:lighthouse|windmill|notes))/,
    );
    const { content } = await client.callTool({ name: "search", arguments: { query } });
    return (content[0] as { readonly text: string }).text;
  } finally {
    await client.close();
  }
}

test("from a fresh home: the README's own lines make an agent answer from the history of its own repository", async (t) => {
  const userHome = temporaryFolder(t);
  const repository = join(userHome, "code", "lighthouse");
  const other = join(userHome, "code", "windmill");
  for (const [folder, name] of [
    [repository, "lighthouse"],
    [other, "windmill"],
  ] as const) {
    mkdirSync(join(folder, ".git"), { recursive: true });
    writeFileSync(join(folder, ".git", "config"), `[remote "origin"]\n\turl = git@example.org:kay/${name}.git\n`);
  }
  // A worktree and a subfolder are the same repository.
  const worktree = join(userHome, "code", "lighthouse-lamp");
  mkdirSync(join(repository, ".git", "worktrees", "lighthouse-lamp"), { recursive: true });
  mkdirSync(worktree);
  writeFileSync(join(worktree, ".git"), `gitdir: ${join(repository, ".git", "worktrees", "lighthouse-lamp")}\n`);
  mkdirSync(join(repository, "docs"));
  const transcripts = join(userHome, ".claude", "projects");
  mkdirSync(transcripts, { recursive: true });
  writeFileSync(
    join(transcripts, "a.jsonl"),
    record("1", "user", "Which lens does the lamp have?", repository) +
      record("2", "assistant", "The lamp has a Fresnel lens of the second order.", repository),
  );
  writeFileSync(join(transcripts, "b.jsonl"), record("3", "user", "The stairs have 199 steps.", worktree));
  writeFileSync(
    join(transcripts, "c.jsonl"),
    record("4", "user", "The sails are made of canvas.", join(other, "gone")),
  );

  const environment = { HOME: userHome, LOCI_HOME: join(userHome, ".loci"), NO_COLOR: "1" };
  const mine = readmeCommand(/loci mine ~\/\.claude\/projects --scope admin/).map((word) =>
    word.replace(/^~/, userHome),
  );
  const mined = await spawnLoci([...mine, "--json"], { cwd: userHome, environment });
  assert.equal(mined.status, 0, mined.stderr);
  const { job } = JSON.parse(mined.stdout) as { readonly job: { readonly projects: readonly object[] } };
  assert.deepEqual(
    job.projects.map((one) => ({ ...one, job: "" })),
    [
      { project: "lighthouse", job: "", sessions: 3, messages: { added: 3, kept: 0, skipped: 0 } },
      { project: "windmill", job: "", sessions: 1, messages: { added: 1, kept: 0, skipped: 0 } },
    ],
  );
  rmSync(transcripts, { recursive: true });

  const found = await askOverMcp(join(repository, "docs"), environment, "which lens does the lamp have?");
  assert.match(found, /Fresnel lens of the second order/);
  const elsewhere = await askOverMcp(worktree, environment, "how many steps do the stairs have?");
  assert.match(elsewhere, /^\w{7} \[[^\n]*\nThe stairs have 199 steps\.$/m);

  // Reading in a folder of no project makes none, and says how many others hold something: names that nobody gave are not for a model.
  const empty = join(userHome, "code", "empty");
  mkdirSync(join(empty, ".git"), { recursive: true });
  const nothing = await askOverMcp(empty, environment, "which lens?");
  assert.match(nothing, /^Nothing is stored here yet[^]*Note PROJECT_EMPTY: [^]*2 other projects hold passages/);
  assert.doesNotMatch(nothing, /lighthouse|windmill/);
  assert.deepEqual(readdirSync(join(userHome, ".loci", "projects")).sort(), ["lighthouse", "windmill"]);
});

test("the root of an indexed source selects its project, repository or not", async (t) => {
  const userHome = temporaryFolder(t);
  const vault = join(userHome, "vault");
  mkdirSync(join(vault, "deep"), { recursive: true });
  writeFileSync(join(vault, "deep", "tea.md"), "# Tea\n\nSencha is brewed at seventy degrees.\n");
  const environment = { HOME: userHome, LOCI_HOME: join(userHome, ".loci"), NO_COLOR: "1" };
  const indexed = await spawnLoci(["index", vault, "--scope", "kb", "--project", "notes"], {
    cwd: userHome,
    environment,
  });
  assert.equal(indexed.status, 0, indexed.stderr);
  const found = await spawnLoci(["search", "how is sencha brewed", "--json"], {
    cwd: join(vault, "deep"),
    environment,
  });
  const { hits } = JSON.parse(found.stdout) as { readonly hits: readonly { readonly text: string }[] };
  assert.match(hits[0]?.text ?? "", /seventy degrees/);
  assert.equal(existsSync(join(userHome, ".loci", "projects", "default")), false);
});
