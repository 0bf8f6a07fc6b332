import assert from "node:assert/strict";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { buildProgram } from "./build-program.ts";
import { COMMANDS } from "./command-table.ts";
import { allCommands } from "./commands/completion.ts";
import { processIo } from "./io.ts";
import { width } from "./output/style.ts";
import { Session } from "./session.ts";
import { sandbox } from "./spawn-loci.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

const DEPLOY = `---
status: active
---
# Deploying the shop to staging and to production
## Ports and webhooks of each of the three environments
The staging port is 8443. Webhooks of the payment provider go to hooks.shop.example on port 9443; see [[undo]] for the way back.
## Rollback
Roll back with bin/rollback --to PREVIOUS, then tell the office that the release was taken back and why.
`;
const UNDO = `# Undoing a release of the shop, step by step, without losing what customers ordered in between
Stop the queue first. Then [[deploy]] the release before. The staging port stays 8443 whatever else is changed.
`;
const turn = (role: string, content: string, minute: number): string =>
  JSON.stringify({
    type: role,
    uuid: `7c0e9d1e-41a9-4b8e-9b1e-00000000000${minute}`,
    sessionId: "5d2f3c9a-6d1e-4f37-8a63-2f5b9c0d7e11",
    timestamp: `2026-11-27T10:0${minute}:00.000Z`,
    cwd: "/srv/shop",
    message: { role, content },
  });
const CHAT = [
  turn(
    "user",
    "Plan the migration of the checkout to the new provider: what must we decide first, and who decides it?",
    1,
  ),
  turn(
    "assistant",
    "First the port of the webhooks: I propose 9443 since the office's firewall lets it through already.",
    2,
  ),
  turn(
    "user",
    "ok we decided: webhooks go to hooks.shop.example on port 9443, and Anna tells the office about it tomorrow.",
    3,
  ),
].join("\n");
const ADDED =
  "My api key is sk-ant-api03-Zx81kQ0v9bT4mWn2pLr7 and the staging database is called shop_staging_eu_central.";
const ANSWER =
  'The port is 8443 [M1 "The staging port is 8443."]. Nobody knows who chose it, nor when that was decided at all.\n';

const box = sandbox({
  "docs/deploy.md": DEPLOY,
  "docs/undo.md": UNDO,
  "docs/unreadable.pdf": "%PDF-1.7 no pages at all",
  "docs/tool.rs": "fn main() {}",
  "chats/5d2f3c9a.jsonl": `${CHAT}\n`,
  "answer.md": ANSWER,
});
after(box.remove);

/** Each command with words that make it say much, in an order that leaves the later ones something to say. */
const LINES: readonly string[][] = [
  ["index", "docs", "--scope", "kb"],
  ["mine", "chats", "--scope", "admin"],
  ["add", ADDED, "--wing", "shop"],
  [
    "facts",
    "tell",
    "My favorite fonts for long printed documents are 1) Garamond, 2) Futura, 3) Gill Sans",
    "--chat",
    "a",
  ],
  ["facts", "tell", "Do you know whether there might be a font that somebody in the office prefers to this one?"],
  ["facts", "ask", "What are my favorite fonts for long printed documents?"],
  ["facts", "set", "font for long printed documents", "2", "Optima"],
  ["facts", "move", "fonts for long printed documents", "Garamond", "3"],
  ["facts", "put", "Anna's birthday", "the third of May, as she told us all"],
  ["facts", "rm", "Anna's birthday"],
  ["facts", "undo"],
  ["facts"],
  ["facts", "show", "fonts for long printed documents"],
  ["facts", "show", "fonts for long printed documents", "--history"],
  ["search", "which port do webhooks of the payment provider use?", "--explain"],
  ["search", "qwxzv", "--explain"],
  ["ask", "which port do webhooks of the payment provider use?", "--chat", "planning"],
  ["ask", "what are my favorite fonts for long printed documents?"],
  ["verify", "answer.md"],
  ["verify", "answer.md", "--strict"],
  ["expand", "ID"],
  ["expand", "ID", "--where"],
  ["chat", "list"],
  ["chat", "show", "planning"],
  ["chat", "rm", "planning"],
  ["inject", "which port do webhooks of the payment provider use?"],
  ["inject", "fix the lint errors of the third file from above"],
  ["wake-up"],
  ["flush"],
  ["palace", "wings"],
  ["palace", "rooms"],
  ["palace", "closets"],
  ["palace", "compare", "facts"],
  [
    "palace",
    "tunnels",
    "dig",
    "docs/deploy",
    "shop/staging-database",
    "--label",
    "both are about the staging environment of the shop",
  ],
  ["palace", "tunnels"],
  ["palace", "traverse", "deploy"],
  ["palace", "graph"],
  ["palace"],
  ["palace", "move", "ID", "docs/elsewhere"],
  ["palace", "rename", "docs/elsewhere", "another-room-with-a-name-that-is-long"],
  ["palace", "merge", "docs/undo", "deploy"],
  ["palace", "rename-wing", "docs", "shop"],
  ["palace", "undo"],
  ["status"],
  ["status", "--audit"],
  ["spend"],
  ["sources"],
  ["sources", "files", "docs"],
  ["sources", "jobs"],
  ["sources", "rm", "docs"],
  ["projects"],
  ["projects", "rename", "default", "the-shop-and-its-documents"],
  ["projects", "split", "the-shop-and-its-documents"],
  ["projects", "merge", "the-shop-and-its-documents", "into-another"],
  ["secrets"],
  ["tokens", "add", "user:42", "--only", "another-project-that-is-not-there"],
  ["tokens"],
  ["tokens", "rm", "0123456789"],
  ["config"],
  ["config", "recall.limit"],
  ["config", "set", "recall.limit", "7"],
  ["config", "trust"],
  ["hooks", "install", "claude-code", "--dry-run"],
  ["hooks", "claude-code"],
  ["hooks", "uninstall", "claude-code"],
  ["setup", "claude-code"],
  ["eval", "add", "which port do webhooks of the payment provider use?", "docs/deploy.md"],
  ["eval", "--failures"],
  ["data", "retention"],
  ["data", "rebuild"],
  ["data", "migrate-model", "none"],
  ["data", "backup", "copies"],
  ["data", "restore", "copies"],
  ["data", "move", "--to", "milvus://127.0.0.1:1"],
  ["data", "import", "nowhere"],
  ["completion", "bash"],
  ["forget", "port of webhooks"],
  ["doctor", "--deep"],
  ["nonsense"],
  ["search", "--lmit", "3"],
];
/** What they print as it was stored, or made for a program, is copied from there: no line of it is broken. */
const VERBATIM = /^(?:expand|chat show|completion|hooks install|verify .* --strict)/u;
/** They go on until they are ended, or speak to a program. */
const GO_ON: ReadonlySet<string> = new Set(["watch", "serve", "mcp", "chat", "telegram", "hook"]);

const session = new Session(processIo(), () => {
  throw new Error("no command runs here");
});
let paths: readonly string[] = [];
before(async () => {
  const program = await buildProgram({ version: "1", commands: COMMANDS, load: "all", session });
  paths = allCommands(program).map(({ path }) => path.join(" "));
});

test("every command is asked", () => {
  const groups = paths.filter((path) => paths.some((other) => other.startsWith(`${path} `)));
  const asked = LINES.map((line) => line.join(" "));
  const missing = paths.filter(
    (path) =>
      path !== "" &&
      !groups.includes(path) &&
      !GO_ON.has(path) &&
      !asked.some((line) => `${line} `.startsWith(`${path} `)),
  );
  assert.deepEqual(missing, []);
});

for (const columns of [40, 60].slice(0, rounds(2, 1)))
  test(`no line is wider than a terminal of ${columns} columns, but for one word and what is verbatim`, async () => {
    const wide: string[] = [];
    const run = async (words: readonly string[], known: (line: string) => boolean = () => false): Promise<string> => {
      const { out, err } = await box.loci(words, { columns });
      // Of a bar that is drawn over itself, what stands there at last.
      const lines = `${out}\n${err}`.replace(/\x1b\[\d+m|.*\r\x1b\[2K/gu, "").split("\n");
      for (const line of lines)
        if (width(line) > columns && !isWord(line) && !known(line)) wide.push(`${words.join(" ")}: ${line}`);
      return out;
    };
    for (const path of paths) await run(["help", ...path.split(" ").filter(Boolean)], isUnit);
    let id = "";
    for (const line of LINES) {
      const words = line.map((word) => (word === "ID" ? id : word));
      if (line[0] === "doctor") damage();
      const verbatim = VERBATIM.test(line.join(" "))
        ? JSON.stringify((await box.loci([...words, "--json"])).json())
        : "";
      const out = await run(words, (shown) => verbatim.includes(JSON.stringify(shown).slice(1, -1)));
      if (line[0] === "search") id ||= /[0-9a-f]{10}/u.exec(out)?.[0] ?? "";
    }
    assert.deepEqual(wide, []);
  });

/** One word behind a mark: nothing that could be broken. */
function isWord(line: string): boolean {
  return /^\s*(?:(?:[→•*#-]|[├└]─|\d+\.|\[M\d+\]) )?\S+(?: ·)?$/u.test(line);
}

/** Of an example, what stands in quotes, or a flag or mark beside its value. */
function isUnit(line: string): boolean {
  return /^\s+(?:(?:--\S+|[|&>]+) )?(?:"[^"]*"|'[^']*'|\S+)(?: \\)?$/u.test(line);
}

function damage(): void {
  for (const file of globSync("projects/*/memory/palace/**/*.md", { cwd: box.home }).slice(0, 1))
    writeFileSync(join(box.home, file), readFileSync(join(box.home, file), "utf8").replace("sk-ant", "sk-bent"));
}
