import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connectHere } from "./in-process-client.fixture.ts";
import { testPalace } from "./palace.fixture.ts";

test("a call that the client cancels ends the work, and the next call is answered", async () => {
  const palace = await testPalace();
  const client = await connectHere(palace.project, { caller: "owner" });
  try {
    for (let file = 0; file < 400; file++)
      writeFileSync(
        join(palace.folder, "kb", `${file}.md`),
        `# Note ${file}\n\n${"Staging listens on a port. ".repeat(40)}\n`,
      );
    const cancel = new AbortController();
    const calling = client.callTool(
      { name: "sync", arguments: {} },
      { signal: cancel.signal, onprogress: () => cancel.abort("enough") },
    );
    await assert.rejects(calling, /enough/);
    const result = await client.callTool({ name: "status", arguments: {} });
    assert.notEqual(result.isError, true);
    // The run ends by itself once it notices; its job says how.
    let status: string | undefined;
    while (status === undefined || status === "running") {
      status = (await palace.project.jobs({ limit: 1 }))[0]?.status;
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(status, "cancelled");
  } finally {
    await client.close();
    await palace.close();
  }
});
