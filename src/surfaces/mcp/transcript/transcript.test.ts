import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { lociCommand } from "../process-client.fixture.ts";
import { type Ids, type RecordedLine, withIds, withoutVolatile } from "./recorded-line.fixture.ts";
import { sessionPalace } from "./session-palace.fixture.ts";

// When an answer was changed on purpose: node src/surfaces/mcp/transcript/record-session.fixture.ts
test("a recorded session is answered line by line as it was", async () => {
  const recorded = readFileSync(new URL("session.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedLine);
  const palace = await sessionPalace();
  const { command, args } = lociCommand([
    "mcp",
    "--home",
    palace.home,
    "--project",
    palace.name,
    "--profile",
    "palace",
  ]);
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ids: Ids = new Map();
  try {
    let compared = 0;
    for (const { from, message } of recorded) {
      if (from === "client") {
        server.stdin.write(`${JSON.stringify(withIds(message, ids))}\n`);
        continue;
      }
      const answer = await answers.next();
      assert.ok(answer.done !== true, "the server ended early");
      assert.deepEqual(withoutVolatile(JSON.parse(answer.value), ids, palace.folder), message);
      compared++;
    }
    assert.ok(compared >= 10);
    server.stdin.end();
    const code = await new Promise((resolve) => server.on("exit", resolve));
    assert.equal(code, 0);
    assert.equal((await answers.next()).done, true);
  } finally {
    server.kill();
    await palace.close();
  }
});
