import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { sandbox } from "../../src/surfaces/cli/spawn-loci.fixture.ts";
import { rounds } from "../rounds.fixture.ts";

interface World {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly run: (cwd: string, words: readonly string[], input?: string) => Promise<string>;
  readonly git: (cwd: string, ...words: readonly string[]) => void;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: "Kay",
  GIT_AUTHOR_EMAIL: "k@example.org",
  GIT_COMMITTER_NAME: "Kay",
  GIT_COMMITTER_EMAIL: "k@example.org",
};

function world(t: TestContext): World {
  const box = sandbox();
  t.after(() => box.remove());
  const root = box.folder;
  const environment = { HOME: root, LOCI_HOME: join(root, ".loci"), NO_COLOR: "1", PATH: process.env["PATH"] ?? "" };
  return {
    root,
    environment,
    async run(cwd, words, input) {
      // Notes of a command go to standard error, which is read where nobody wants JSON.
      const { out, err } = await box.loci(words, { cwd, environment, input: input ?? "" });
      return words.includes("--json") ? out : out + err;
    },
    git: (cwd, ...words) =>
      void execFileSync("git", words, {
        cwd: join(root, cwd),
        stdio: "pipe",
        env: { ...IDENTITY, HOME: root, PATH: process.env["PATH"] },
      }),
  };
}

function repository({ root, git }: World, path: string, remote: string): void {
  mkdirSync(join(root, path), { recursive: true });
  git(path, "init", "-q", "-b", "main");
  git(path, "commit", "-q", "--allow-empty", "-m", path);
  git(path, "remote", "add", "origin", remote);
}

const record = (id: string, text: string, cwd: string | null): string =>
  `${JSON.stringify({ type: "user", uuid: id, sessionId: "s1", ...(cwd !== null && { cwd }), timestamp: "2026-11-02T10:00:00.000Z", message: { role: "user", content: text } })}\n`;

/** A client that asks once, and ends. */
const MCP = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/call", params: { name: "search", arguments: { query: "staging password" } } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  .join("");

test("two repositories of one name see nothing of each other, by every way", async (t) => {
  const w = world(t);
  repository(w, "alder/web", "git@example.org:alder/web.git");
  repository(w, "birch/web", "git@example.org:birch/web.git");
  await w.run("alder/web", [
    "add",
    "--wing",
    "notes",
    "--room",
    "staging",
    "--scope",
    "admin",
    "The staging password of alder is heron-12.",
  ]);
  await w.run("birch/web", [
    "add",
    "--wing",
    "notes",
    "--room",
    "staging",
    "--scope",
    "admin",
    "The staging password of birch is egret-77.",
  ]);
  const hook = async (cwd: string, event: string, more: object): Promise<string> =>
    await w.run(
      cwd,
      ["hook", "claude-code", event, "--wait"],
      JSON.stringify({ session_id: `s-${cwd}`, cwd: join(w.root, cwd), hook_event_name: event, ...more }),
    );
  for (const [own, other, word] of [
    ["alder/web", "egret-77", "heron-12"],
    ["birch/web", "heron-12", "egret-77"],
  ] as const) {
    const found = await w.run(own, ["search", "staging password", "--json"]);
    assert.ok(found.includes(word) && !found.includes(other), found);
    const overMcp = await w.run(own, ["mcp"], MCP);
    assert.ok(overMcp.includes(word) && !overMcp.includes(other), overMcp);
    const brief = (await w.run(own, ["wake-up"])) + (await hook(own, "SessionStart", { source: "startup" }));
    assert.ok(!brief.includes(other), brief);
    const injected = await hook(own, "UserPromptSubmit", { prompt: "what was the staging password again?" });
    assert.ok(!injected.includes(other), injected);
  }
  const { projects } = JSON.parse(await w.run("", ["projects", "--json"])) as {
    readonly projects: readonly { readonly name: string }[];
  };
  assert.deepEqual(
    projects.map(({ name }) => name),
    ["web", "web-birch"],
  );
  // Renamed, moved, with another remote: the memory is there.
  w.git("birch/web", "remote", "set-url", "origin", "git@example.org:elm/site.git");
  assert.match(await w.run("birch/web", ["search", "staging password"]), /egret-77/u);
  renameSync(join(w.root, "birch"), join(w.root, "elm"));
  assert.match(await w.run("elm/web", ["search", "staging password"]), /egret-77/u);
  // What belongs to no project reads that one.
  assert.match(await w.run("", ["projects", "rename", "web-birch", "default"]), /whatever belongs to none/u);
  assert.match(await w.run("", ["projects", "rename", "web-birch", "elm"]), /still leads/u);
  for (const name of ["elm", "web-birch"])
    assert.match(await w.run("", ["search", "staging password", "--project", name]), /egret-77/u);
  assert.match(await w.run("elm/web", ["search", "staging password"]), /egret-77/u);
});

test("a session goes by the repository of each message; a file without a folder goes where its neighbours went", async (t) => {
  const w = world(t);
  repository(w, "alder/web", "git@example.org:alder/web.git");
  repository(w, "birch/web", "git@example.org:birch/web.git");
  const sessions = join(w.root, ".claude/projects/-alder-web");
  mkdirSync(sessions, { recursive: true });
  const [alder, birch] = [join(w.root, "alder/web"), join(w.root, "birch/web")];
  writeFileSync(
    join(sessions, "s1.jsonl"),
    record("1", "The heron nests in the reeds.", alder) +
      record("2", "The egret fishes at dawn.", birch) +
      record("3", "The heron flies south.", alder),
  );
  mkdirSync(join(w.root, ".claude/projects/-cedar"));
  repository(w, "cedar", "git@example.org:cedar/docs.git");
  const cedar = join(w.root, ".claude/projects/-cedar");
  writeFileSync(join(cedar, "a.jsonl"), record("4", "The crane dances.", join(w.root, "cedar")).replace("s1", "s2"));
  writeFileSync(join(cedar, "b.jsonl"), record("5", "The bittern booms.", null).replace("s1", "s3"));
  writeFileSync(join(sessions, "alone.jsonl"), record("6", "The stork rattles.", null).replace("s1", "s4"));
  writeFileSync(join(cedar, "a.meta.json"), '{"agentType":"fork"}');
  mkdirSync(join(w.root, ".codex"));
  writeFileSync(
    join(w.root, ".codex/history.jsonl"),
    '{"session_id":"x","ts":1762000000,"text":"the spoonbill sifts"}\n',
  );
  const { job } = JSON.parse(await w.run("", ["mine", ".claude/projects", ".codex", "--scope", "admin", "--json"])) as {
    readonly job: {
      readonly skipped: readonly { readonly path: string; readonly reason: string }[];
      readonly notes: readonly { readonly code: string }[];
    };
  };
  assert.ok(
    job.skipped.some(({ path, reason }) => path.endsWith("a.meta.json") && /'a\.jsonl' was started/u.test(reason)),
  );
  assert.ok(
    job.skipped.some(({ path, reason }) => path === "history.jsonl" && /prompts of all projects/u.test(reason)),
  );
  assert.ok(job.notes.some(({ code }) => code === "SESSION_WITHOUT_FOLDER"));
  // Named alone, too: nothing says to which projects its prompts belong.
  writeFileSync(join(w.root, "codex-history.jsonl"), readFileSync(join(w.root, ".codex/history.jsonl")));
  for (const log of [".codex/history.jsonl", "codex-history.jsonl"]) {
    const named = await w.run("alder/web", ["mine", join(w.root, log), "--scope", "admin"]);
    assert.match(named, /prompts of all projects/u, log);
  }
  assert.ok(!(await w.run("", ["search", "spoonbill sifts", "--project", "default"])).includes("The spoonbill"));
  const where = { heron: "web", egret: "web-birch", crane: "docs", bittern: "docs", stork: "default" };
  for (const project of ["web", "web-birch", "docs", "default"]) {
    const words = Object.keys(where).join(" ");
    const found = await w.run("", ["search", words, "--project", project, "--limit", "30", "--json"]);
    for (const [word, home] of Object.entries(where))
      assert.equal(found.includes(`The ${word}`), project === home, `${word} in ${project}`);
  }
  // Read on: what is new goes its own way, too.
  writeFileSync(
    join(sessions, "s1.jsonl"),
    readFileSync(join(sessions, "s1.jsonl"), "utf8") + record("7", "The egret returns.", birch),
  );
  await w.run("", ["mine", ".claude/projects", "--scope", "admin"]);
  assert.ok((await w.run("", ["search", "egret returns", "--project", "web-birch"])).includes("The egret returns"));
  assert.ok(!(await w.run("", ["search", "egret returns", "--project", "web"])).includes("The egret returns"));
});

test("a session that changes its repository on the way says to each what was said there alone, by mining and by hooks, read at once or on", async (t) => {
  const at = "2026-11-02T10:00:00.000Z";
  const item = (type: string, payload: object): string => `${JSON.stringify({ timestamp: at, type, payload })}\n`;
  const said = (text: string): string =>
    item("response_item", { type: "message", role: "user", content: [{ type: "input_text", text }] });
  const sessions = (alder: string, birch: string): Readonly<Record<string, readonly string[]>> => ({
    "claude-code": [
      record("a1", "The marigold gateway listens on 4411.", alder),
      record("b1", "The saffron gateway listens on 5522.", birch),
      // What stands behind the place where reading went on, and says no folder.
      record("b2", "The tansy gateway listens on 6633.", null),
      record("a2", "The sorrel gateway listens on 9966.", alder),
      `${JSON.stringify({ type: "summary", summary: "Lovage and saffron", leafUuid: "b1" })}\n`,
      `${JSON.stringify({ type: "ai-title", aiTitle: "Tansy and lovage", sessionId: "s1" })}\n`,
    ],
    codex: [
      item("session_meta", { id: "c1", timestamp: at, cwd: alder }),
      item("turn_context", { cwd: alder }),
      said("The basil relay is on 2101."),
      item("turn_context", { cwd: birch }),
      said("The dill relay is on 2202."),
      said(`<environment_context>\n  <cwd>${alder}</cwd>\n</environment_context>`),
      said("The cress relay is on 2303."),
      item("turn_context", { cwd: alder }),
      item("turn_context", { cwd: birch }),
      said("The chervil relay is on 2404."),
    ],
  });
  const own: Readonly<Record<string, readonly (readonly string[])[]>> = {
    "claude-code": [
      ["marigold", "sorrel"],
      ["saffron", "tansy", "lovage"],
    ],
    codex: [
      ["basil", "cress"],
      ["dill", "chervil"],
    ],
  };
  for (const [i, agent] of Object.keys(own).entries())
    for (const [k, way] of ["mine", "hook"].entries())
      // Every day each agent by each way, and each of both read at once and on.
      for (const stepwise of [false, true].filter((_, n) => (i + k + n) % rounds(1, 2) === 0)) {
        const w = world(t);
        for (const name of ["alder", "birch"]) repository(w, `${name}/web`, `git@example.org:${name}/web.git`);
        const [alder, birch] = [join(w.root, "alder/web"), join(w.root, "birch/web")];
        const lines = sessions(alder, birch)[agent] as readonly string[];
        const file = join(w.root, `rollout-${agent}.jsonl`);
        for (const end of [2, 4, 6, 8, 10].filter((one) => (stepwise ? one <= lines.length : one === lines.length))) {
          writeFileSync(file, lines.slice(0, end).join(""));
          const cwd = end < 2 ? alder : birch;
          const payload = { session_id: "s1", cwd, hook_event_name: "Stop", transcript_path: file };
          if (way === "mine") await w.run("alder/web", ["mine", file, "--scope", "admin"]);
          else await w.run("alder/web", ["hook", agent, "Stop", "--wait"], JSON.stringify(payload));
        }
        for (const [i, folder] of ["alder/web", "birch/web"].entries()) {
          const found = await w.run(folder, ["search", "gateway relay saffron", "--all", "--json"]);
          const hits = JSON.stringify((JSON.parse(found) as { readonly hits: unknown }).hits).toLowerCase();
          const words = Object.values(own)
            .flat(2)
            .filter((word) => hits.includes(word));
          assert.deepEqual(words, own[agent]?.[i], `${agent} ${way} ${stepwise ? "in steps" : "at once"} ${folder}`);
        }
      }
});
