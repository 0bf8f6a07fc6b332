import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../src/index.ts";
import { connectHere } from "../../src/surfaces/mcp/in-process-client.fixture.ts";
import { testPalace } from "../../src/surfaces/mcp/palace.fixture.ts";

/** What sentences are made of, without end. */
const PIECES = [
  ",",
  "a,",
  "(",
  "[",
  '"',
  '"a" ',
  "not ",
  "-a ",
  "a OR ",
  "which is the ",
  "[a](",
  '[M1 "',
  "a-",
  "。",
  "? ",
  ". ",
  ". . . x ",
];

test("every reader of sentences takes one without end, or refuses it, and none fails", async (t) => {
  const { project, close } = await testPalace();
  t.after(close);
  const agent = await connectHere(project, { caller: "owner" });
  for (const piece of PIECES) {
    const text = piece.repeat(Math.floor(19_000 / piece.length));
    const readers: Readonly<Record<string, () => Promise<unknown>>> = {
      search: () => project.search(text),
      ask: () => project.ask(text),
      inject: () => project.inject(text),
      verify: () => project.verify(text),
      message: () => project.addMessage("endless", { id: piece, role: "user", text }),
      drawer: () => project.addDrawer({ text: `x ${text}`, wing: "w", room: "r", force: true }),
      agent: async () => {
        const { content } = await agent.callTool({ name: "search", arguments: { query: text } });
        assert.doesNotMatch(JSON.stringify(content), /INTERNAL/);
      },
    };
    for (const [name, read] of Object.entries(readers))
      await read().catch((thrown: unknown) => {
        const known = thrown instanceof LociError && thrown.code !== "INTERNAL";
        assert.ok(known, `${name} of ${JSON.stringify(piece)}: ${String(thrown)}`);
      });
  }
});
