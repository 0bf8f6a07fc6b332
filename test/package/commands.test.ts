import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { answer, lineOf, newUser, type Run, SKIP, type User } from "./installed.fixture.ts";

/** A command as a user types it, what it says, and how it ends where that isn't 0. */
type Step = readonly [args: string, says: RegExp, status?: number | undefined];

/** Commands that run until they are stopped have tests of their own in this folder. */
const LONG_LIVED = ["serve", "mcp", "watch", "telegram", "hook"];

/** One day with every command. `ID` is the drawer that the first search found, `JOB` the first run. */
const DAY: readonly Step[] = [
  ["index notes --scope kb --wing harbour", /2 indexed/u],
  ["search 'which port does the staging gateway use?'", /8443/u],
  ["search staging --json", /"schema": ?1/u],
  ["expand ID", /The staging gateway listens on port 8443\./u],
  ["expand ID --where", /ports\.md/u],
  ["mine chats --scope admin", /indexed/u],
  ["add --wing harbour --room tides --scope kb 'High water is at nine.'", /tides/u],
  ["ask 'who looks after the release train?'", /Mirabel/u],
  ["verify answer.md", /proved|supported|quote/iu],
  ["facts tell 'My favorite fonts are 1) Garamond, 2) Futura'", /Garamond/u],
  ["facts ask 'What is my second favorite font?'", /Futura/u],
  ["facts", /font/iu],
  ["facts show font --history", /Garamond/u],
  ["chat list", /./u],
  ["wake-up", /./u],
  ["inject 'which port does the staging gateway use?'", /8443/u],
  ["palace wings", /harbour/u],
  ["palace rooms", /tides/u],
  ["palace", /harbour/u],
  ["palace closets --wing harbour", /./u],
  ["palace tunnels", /./u],
  ["palace traverse tides", /./u],
  ["palace compare facts", /./u],
  ["palace graph", /./u],
  ["sources", /notes/u],
  ["projects", /source/u],
  ["sources jobs", /done/u],
  ["status", /passages/u],
  ["spend", /nothing was asked/u],
  ["doctor", /./u],
  ["secrets", /./u],
  ["data retention --dry-run", /./u],
  ["flush", /./u],
  ["eval add 'which port does staging use?' ports.md", /./u],
  ["eval", /./u],
  ["tokens add user:42", /./u],
  ["tokens", /user:42/u],
  ["config", /recall/u],
  ["config set recall.limit 5", /recall\.limit/u],
  ["config recall.limit", /5/u],
  ["hooks claude-code", /./u, 1],
  ["setup claude-code --yes", /./u],
  ["setup claude-code --remove", /./u],
  ["data rebuild", /./u],
  ["data backup copy", /./u],
  ["data restore copy --home restored", /./u],
  ["search staging --home restored", /8443/u],
  ["data move --to folder", /already/u, 2],
  ["data migrate-model --rollback", /./u, 2],
  ["data import nowhere --scope admin", /nowhere/u, 2],
  ["forget 'High water is at nine.' --yes", /./u],
  ["completion bash", /complete/u],
  ["--version", /\d+\.\d+/u],
];

/** What somebody types wrongly, and what has to be said. */
const MISTAKES: readonly Step[] = [
  ["serach staging", /search/u, 2],
  ["search staging --limt 3", /limit/u, 2],
  ["index nowhere --scope kb", /nowhere/u, 2],
  ["index chats", /--scope/u, 2],
  ["search staging --limit none", /--limit/u, 2],
  ["expand ffffffff", /ffffffff/u, 1],
  ["search staging --project nothing-here", /nothing-here/u, 1],
];

describe("the command line of the packed product", { skip: SKIP }, () => {
  it("does a day's work with every command", async (t) => {
    const user = await started(t);
    const typed = new Set<string>();
    const faults: string[] = [];
    let id = "";
    for (const [line, says, status] of DAY) {
      const args = words(line).map((word) => (word === "ID" ? id : word));
      typed.add(args[0] as string);
      faults.push(...wrong([line, says, status], await user.loci(args)));
      if (id !== "" || args[0] !== "search") continue;
      const { hits } = await answer<{ hits: readonly { readonly id: string }[] }>(user, ...args);
      id = hits[0]?.id ?? "";
    }
    assert.deepEqual(faults, []);
    const { stdout } = await user.loci(["--help"]);
    const listed = [...stdout.matchAll(/^ {2}([a-z][a-z-]+) {2,}\S/gmu)].map(([, name]) => name as string);
    const untried = listed.filter((name) => !typed.has(name) && !["help", "chat", ...LONG_LIVED].includes(name));
    assert.deepEqual(untried, [], "commands that this day doesn't have");
    assert.ok(listed.length > 20);
  });

  it("says what is wrong with what was typed", async (t) => {
    const user = await started(t);
    await answer(user, "index", "notes", "--scope", "kb");
    const faults: string[] = [];
    for (const step of MISTAKES) faults.push(...wrong(step, await user.loci(words(step[0]))));
    assert.deepEqual(faults, []);
  });

  it("talks in the terminal", async (t) => {
    const user = await started(t);
    await answer(user, "index", "notes", "--scope", "kb");
    const { status, stdout, stderr } = await user.loci(["chat"], "which port does the staging gateway use?\n/quit\n");
    assert.equal(status, 0, stderr);
    assert.match(stdout, /8443/u);
  });

  it("keeps a folder current while it watches", async (t) => {
    const user = await started(t);
    await answer(user, "index", "notes", "--scope", "kb");
    const watching = user.start(["watch"]);
    await lineOf(watching, /watch/iu);
    writeFileSync(join(user.folder, "notes", "new.md"), "# Tugs\n\nThe tug Corvina waits at pier nine.\n");
    const found = async (): Promise<boolean> => (await user.loci(["search", "Corvina"])).stdout.includes("pier nine");
    for (let tries = 0; !(await found()); tries++) assert.ok(tries < 60, "the new file was not found");
  });
});

/** A user with what the day needs besides notes: a chat of another tool and an answer to verify. */
async function started(t: TestContext): Promise<User> {
  const user = newUser(t);
  mkdirSync(join(user.folder, "chats"));
  const message = { session: "s1", id: "m1", role: "user", time: "2026-05-01T10:00:00Z", text: "The keel is oak." };
  writeFileSync(join(user.folder, "chats", "a.jsonl"), `${JSON.stringify(message)}\n`);
  writeFileSync(join(user.folder, "answer.md"), 'It is 8443 [M1 "The staging gateway listens on port 8443."].\n');
  return user;
}

/** What a run did other than the step says. A warning or a stack trace is never right. */
function wrong([line, says, status = 0]: Step, run: Run): readonly string[] {
  const said = `${run.stdout}${run.stderr}`;
  const isRight = run.status === status && says.test(said) && !/\bat .+\.js:\d+|Warning:/u.test(run.stderr);
  return isRight ? [] : [`loci ${line} ended with ${run.status}: ${said}`];
}

/** The words of a command line; single quotes hold some together. */
function words(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
