import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { openLoci } from "../../src/index.ts";
import { rounds } from "../rounds.fixture.ts";
import { storedDrawers } from "../stored-drawers.fixture.ts";
import { temporaryFolder } from "./notes.fixture.ts";

/** How a rollout may tell one message. */
const WAYS = ["item", "event", "completed", "event item", "item event", "completed item", "item completed"] as const;

interface Told {
  readonly way: (typeof WAYS)[number];
  readonly role: "user" | "assistant";
  readonly text: string;
}

const time = (second: number): string => new Date(Date.UTC(2026, 0, 5, 10) + second * 1000).toISOString();

function records(all: readonly Told[]): readonly string[] {
  const payloads = all.flatMap(({ way, role, text }) =>
    way.split(" ").map((as) => {
      if (as === "item")
        return ["response_item", { type: "message", role, content: [{ type: "input_text", text }] }] as const;
      if (as === "event")
        return ["event_msg", { type: role === "user" ? "user_message" : "agent_message", message: text }] as const;
      const item = { type: role === "user" ? "UserMessage" : "AgentMessage", content: [{ type: "text", text }] };
      return ["event_msg", { type: "item_completed", item }] as const;
    }),
  );
  const head = ["session_meta", { id: "019a" }] as const;
  return [head, ["event_msg", { type: "token_count" }] as const, ...payloads].map(
    ([type, payload], i) => `${JSON.stringify({ timestamp: time(i), type, payload })}\n`,
  );
}

/** Messages by role and text: as many as the kind of record that tells most of them has. */
function expected(all: readonly Told[]): readonly string[] {
  const counts = Map.groupBy(all, ({ role, text }) => `${role}: ${text}`);
  return [...counts]
    .flatMap(([key, of]) => {
      const most = ["item", "event", "completed"].map(
        (as) => of.filter(({ way }) => way.split(" ").includes(as)).length,
      );
      return Array.from({ length: Math.max(...most) }, () => key);
    })
    .sort();
}

const talks = fc.array(
  fc.record({
    way: fc.constantFrom(...WAYS),
    role: fc.constantFrom("user", "assistant"),
    text: fc.constantFrom("yes", "the heron nests at berth four", "go on"),
  }),
  { minLength: 1, maxLength: 9 },
) as fc.Arbitrary<readonly Told[]>;

const heron = { role: "user", text: "the heron nests at berth four" } as const;
/** Read when the first of two equal messages was told by an event, and again when the second was told by an item. */
const GROWN: [readonly Told[], number[]] = [
  [
    { way: "item event", role: "user", text: "yes" },
    { way: "completed", ...heron },
    { way: "completed item", ...heron },
  ],
  [5],
];

test("Codex: each message is stored once, told as an item, an event, or both in any order, and read at any moment", async (t) => {
  const folder = temporaryFolder(t);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(talks, fc.array(fc.nat(20), { maxLength: 3 }), async (all, cuts) => {
      const [home, chats] = ["home", "chats"].map((name) => join(folder, `${++round}`, name)) as [string, string];
      mkdirSync(chats, { recursive: true });
      const lines = records(all);
      const loci = await openLoci({ home });
      try {
        const project = await loci.project("p");
        for (const cut of [...cuts.map((at) => Math.min(at, lines.length)).sort((a, b) => a - b), lines.length]) {
          writeFileSync(join(chats, "rollout-a.jsonl"), lines.slice(0, cut).join(""));
          await project.mine([chats], { scope: "kb" });
        }
      } finally {
        await loci.close();
      }
      const stored = (await storedDrawers(home, "p")).map(({ text, message }) => `${message?.role}: ${text}`);
      assert.deepEqual(stored.sort(), expected(all));
    }),
    { numRuns: rounds(60, 4), examples: [GROWN] },
  );
});

test("Codex: what a run doesn't read of a history is counted by kind, but for events that an item tells too", async (t) => {
  const folder = temporaryFolder(t);
  const told = (way: Told["way"], text: string): Told => ({ way, role: "assistant", text });
  const lines = records([told("item event", "a"), told("event item", "b")]);
  const thought = { type: "event_msg", payload: { type: "agent_reasoning", text: "hm" } };
  writeFileSync(join(folder, "rollout-a.jsonl"), `${lines.join("")}${JSON.stringify(thought)}\n`);
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const { notes } = await (await loci.project("p")).mine([join(folder, "rollout-a.jsonl")], { scope: "kb" });
  assert.deepEqual(
    notes.map(({ code, message }) => [code, message]),
    [["RECORDS_LEFT_OUT", "1 record of histories not read: 1 event_msg agent_reasoning"]],
  );
});
