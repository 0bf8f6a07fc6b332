import assert from "node:assert/strict";
import { test } from "node:test";
import { rounds } from "../rounds.fixture.ts";
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
/** One word to whoever looks for blanks, thousands of terms to whoever looks for them. */
const UNPARTED = ["👩‍👩‍👧", "港口的渡轮今天早上几点开"];
/** Processor time of a reader of such a word, milliseconds; where each term read the whole of it, it took six times as much. */
const MOST_CPU = 1_000;
const TRIES = 3;

test("every reader of sentences takes one without end, or refuses it, and none fails", async (t) => {
  const { project, close } = await testPalace();
  t.after(close);
  const agent = await connectHere(project, { caller: "owner" });
  for (const piece of PIECES.filter((_, i) => i % rounds(1, 3) === 0)) {
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

test("a question without blanks costs every reader what its length says, for whatever is stored", async (t) => {
  const { project, close } = await testPalace();
  t.after(close);
  const agent = await connectHere(project, { caller: "owner" });
  for (const piece of UNPARTED) {
    const text = piece.repeat(Math.floor(16_000 / piece.length));
    await project.addDrawer({ text, wing: "w", room: "r", force: true });
    for (const [name, read] of [
      ["ask", () => project.ask(text)],
      ["agent", () => agent.callTool({ name: "search", arguments: { query: text } })],
      ["search", () => project.search("ferry", { explain: true })],
    ] as const) {
      let least = Infinity;
      // A neighbour on the same core spoils single ones.
      for (let i = 0; i < TRIES && least >= MOST_CPU; i++) {
        const before = process.cpuUsage();
        await read();
        least = Math.min(least, process.cpuUsage(before).user / 1_000);
      }
      assert.ok(least < MOST_CPU, `${name} of ${piece}: ${least} ms`);
    }
  }
});
