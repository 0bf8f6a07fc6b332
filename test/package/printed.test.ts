import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { makePdf } from "../../src/parsing/pdf/make-pdf.fixture.ts";
import { makeZip } from "../../src/parsing/zip/make-zip.fixture.ts";
import { freePort } from "../free-port.fixture.ts";
import { lineOf, newUser, SKIP, type User } from "./installed.fixture.ts";

/** Commands that aren't run here, with what they need. */
const NOT_RUN: readonly (readonly [command: RegExp, needs: string])[] = [
  [/^npm |^git (?:pull|checkout)/u, "the checkout, of which the package was made"],
  [/^docker /u, "Docker"],
  [/^systemctl |serve --(?:install|remove)/u, "a session of systemd or launchd"],
  [/^(?:claude|codex|gemini) mcp /u, "the agent itself; test/clients starts agents"],
  [/example\.org/u, "the network"],
  [/loci telegram/u, "a bot of Telegram"],
  [/move --to http|LOCI_CATALOG_URI/u, "Milvus, PostgreSQL"],
  [/migrate-model|flush --yes/u, "a provider of models"],
  [/mempalace/u, "a palace of MemPalace"],
];

/** What has happened before a command is typed. */
const BEFORE: readonly (readonly [command: RegExp, typed: string])[] = [
  [/^loci hooks claude-code/u, "loci hooks install claude-code"],
  [/forget "the door code is"/u, "loci add 'Mind that the door code is with the porter.'"],
  [/connection refused/u, "loci add 'Since May the proxy says connection refused at night.'"],
  [/about backups/u, "loci add 'We decided about backups: they go to Hetzner every night.'"],
  [/loci add - --wing/u, "git commit -q --allow-empty -m 'The release train leaves on Thursdays.'"],
  [/merge auth-move/u, "loci add 'Kerberos was dropped in March.' --wing driftwood --room auth-move"],
  [/rename misc/u, "loci add 'The printer jams on Mondays.' --wing driftwood --room misc"],
  [/wings kai/u, "loci add 'Kai advises to sleep first.' --wing kai; loci add 'Write it down.' --wing priya"],
  [/rename-wing driftwood/u, "loci add 'Orion signs in by passkeys.' --wing orion --room logins"],
  [/wing driftwood/u, "loci add 'Driftwood runs on three servers.' --wing driftwood --room auth-migration"],
  [/sources rm til/u, "mkdir -p til; echo 'The kettle is descaled in June.' > til/a.md; loci index til --scope kb"],
  [/rename web-birch/u, "loci add 'Birch is green.' --project web-birch"],
  [/split web/u, "loci add 'Web is red.' --project web; loci add 'The footer is blue.' --project web-2"],
  [/data backup/u, "rm -rf disk"],
  [/data restore .*monday/u, "rm -rf .loci"],
];

/** What ends otherwise than with 0, as it should. */
const ENDS: readonly (readonly [command: RegExp, status: number, why: string])[] = [
  [/^loci setup claude-code$/u, 1, "nobody is there to say yes"],
  [/^loci hooks uninstall cursor/u, 1, "it has none"],
  [/inject "fix the lint/u, 1, "it is silent"],
  [/move --to folder/u, 2, "it is there already"],
];

/** Runs until it is stopped, and what it says once it runs. */
const STAYS = /^loci (?:serve|watch)(?: |$)/u;
const RUNS = /listens on|watching|"schema"/u;

const root = join(import.meta.dirname, "../..");

/** The commands of a page, a line each, without remarks; where there are prompts, what stands behind them. */
function printed(page: string): readonly string[] {
  const blocks = readFileSync(join(root, page), "utf8").matchAll(/```(sh|bash|console)\n(.*?)```/gsu);
  return [...blocks].flatMap(([, kind, text = ""]) =>
    text
      .split("\n")
      .filter((line) => kind !== "console" || line.startsWith("$ "))
      .map((line) => line.replace(/^\$ /u, "").replace(/(?:^|\s+)# .*$/u, ""))
      .filter((line) => line.trim() !== ""),
  );
}

/** What a reader has at hand: notes, sessions of agents, an export, a repository. */
async function prepare(user: User): Promise<void> {
  const { folder } = user;
  const timestamp = "2026-05-01T10:00:00Z";
  const [sessionId, said] = ["5f0c6a52-7d1e-4c59-9d0b-2a6f1f3b8c11", "We chose port 8443 for staging."];
  const message = { role: "user", content: said };
  const claude = { type: "user", sessionId, cwd: folder, uuid: "u1", timestamp, message };
  const content = [{ type: "input_text", text: "The keel is oak." }];
  const codex = [
    { timestamp, type: "session_meta", payload: { id: "7a", timestamp, cwd: folder } },
    { timestamp, type: "response_item", payload: { type: "message", role: "user", content } },
  ];
  const parts = { content_type: "text", parts: ["The rudder is teak."] };
  const node = { id: "a", message: { id: "a", author: { role: "user" }, create_time: 1.7e9, content: parts } };
  const chat = {
    title: "Rudder",
    id: "c1",
    create_time: 1.7e9,
    mapping: { a: { ...node, children: [], parent: null } },
  };
  const note = "# Deploy\n\nThe staging port is 8443.\n";
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "notes/rust.md": "# What Is Ownership?\n\n## Ownership Rules\n\nEach value in Rust has an owner.\n",
    "notes/deploy.md": note,
    "deploy.md": note,
    "src/a.ts": "/** Which port staging uses. */\nexport const PORT = 8443;\n",
    [`.claude/projects/x/${sessionId}.jsonl`]: `${JSON.stringify(claude)}\n`,
    ".codex/sessions/rollout-2026-05-01T10-00-00-7a.jsonl": codex.map((one) => `${JSON.stringify(one)}\n`).join(""),
    "exports/a.jsonl": `${JSON.stringify({ session: "s", id: "1", role: "user", text: "The mast is ash." })}\n`,
    "chatgpt-export.zip": makeZip([{ name: "conversations.json", content: JSON.stringify([chat]) }]),
    "questions.txt": "which port does staging use?\nwhat is ownership?\n",
    "lines.jsonl": '{"op":"ask","text":"What is my second favorite font?"}\n',
    "answer.md": 'It is 8443 [M1 "The staging port is 8443."].\n',
    "manual.pdf": makePdf({ pages: [[{ x: 72, y: 700, text: "The pump is primed by hand." }]] }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const author = "git config user.email ada@example.org; git config user.name Ada";
  await typed(user, `git init -q .; ${author}; git add deploy.md; git commit -q -m 'We release on Thursdays.'`);
}

interface Ended {
  readonly status: number;
  readonly said: string;
}

const typed = (user: User, line: string): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      "bash",
      ["-c", line],
      { cwd: user.folder, env: user.environment, timeout: 120_000 },
      (_, stdout, stderr) => resolve({ status: child.exitCode ?? -1, said: stdout + stderr }),
    );
    child.stdin?.on("error", () => undefined).end();
  });

/** What stands for something of one's own is that: ids of a passage, a token, a run, a source. */
async function filled(user: User, line: string, known: string): Promise<string> {
  const ask = async (command: string, id: RegExp): Promise<string> => {
    const { said } = await typed(user, `${known}${command}`);
    return id.exec(said)?.[1] ?? assert.fail(`${command}: ${said}`);
  };
  let text = line;
  if (/3fa91c02|bbd2e58e0b|"ID"/u.test(line)) {
    const id = await ask("loci search 'port key staging ownership logins' --json", /"id": ?"([0-9a-f]{32})"/u);
    text = text.replaceAll(/3fa91c02|bbd2e58e0b|(?<=")ID(?=")/gu, id);
  }
  if (line.includes("3f9a01c2de"))
    text = text.replace("3f9a01c2de", await ask("loci tokens --json", /"id": ?"(\w+)"/u));
  if (line.includes("mb2k4x9q01aa"))
    text = text.replace("mb2k4x9q01aa", await ask("loci sources jobs --json", /"id": ?"(\w+)"/u));
  if (line.includes("/KEY")) text = text.replace("KEY", await ask("loci sources --json", /"key": ?"([^"]+)"/u));
  return text;
}

/** Types the commands of a page in a home of its own. @returns those that end otherwise than they should */
async function typedAsPrinted(user: User, page: string): Promise<readonly string[]> {
  const port = String(await freePort());
  const environment: NodeJS.ProcessEnv = { ...user.environment, LOCI_SERVER_PORT: port };
  delete environment["LOCI_HOME"];
  const own = { ...user, environment };
  await prepare(own);
  if (page !== "README.md") await typed(own, "loci index notes --scope kb; loci add 'We move the logins to Clerk.'");
  const faults: string[] = [];
  let known = "";
  for (const line of printed(page).filter((one) => !NOT_RUN.some(([command]) => command.test(one)))) {
    for (const [command, before] of BEFORE) if (command.test(line)) await typed(own, before);
    const text = (await filled(own, line, known))
      .replaceAll("5858", port)
      .replaceAll("/media/disk", join(own.folder, "disk"))
      .replaceAll(/\/(?:srv|data)\/docs/gu, join(own.folder, "notes"));
    if (STAYS.test(line)) {
      const child = user.start(
        text
          .replace(/^loci /u, "")
          .replaceAll("~", own.folder)
          .split(" "),
        {
          LOCI_SERVER_PORT: port,
          LOCI_HOME: join(own.folder, ".loci"),
        },
      );
      await lineOf(child, RUNS).catch((thrown: Error) => faults.push(`${line}: ${thrown.message}`));
      // On a page of commands each is an example; elsewhere what follows asks the service that was started.
      if (page === "docs/cli.md") {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGINT");
        assert.equal(await ended, 0, line);
      }
      continue;
    }
    const { status, said } = await typed(own, known + text);
    const expected = ENDS.find(([command]) => command.test(line))?.[1] ?? 0;
    if (status !== expected || (line.includes("curl") && said.includes('"error":')))
      faults.push(`${line}\nends with ${status}: ${said.slice(0, 500)}`);
    if (/^(?:export )?[A-Z]+=/u.test(line)) known += `${text}\n`;
  }
  return faults;
}

describe("commands that the documentation prints", { skip: SKIP, concurrency: true }, () => {
  for (const page of [
    "README.md",
    ...["cli", "hooks", "http", "mcp", "page", "scale", "team"].map((one) => `docs/${one}.md`),
  ])
    it(`end well as they stand in ${page}`, async (t) => {
      assert.deepEqual(await typedAsPrinted(newUser(t), page), []);
    });
});
