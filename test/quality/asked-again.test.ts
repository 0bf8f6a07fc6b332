import assert from "node:assert/strict";
import { test } from "node:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLoci } from "../../evals/shared/with-loci.ts";

/** A session of Claude Code's: what a user and the agent say in turn. */
function session(id: string, day: string, said: readonly string[]): string {
  return said
    .map((text, i) => {
      const type = i % 2 === 0 ? "user" : "assistant";
      return `${JSON.stringify({
        type,
        uuid: `${id}-${i}`,
        parentUuid: i === 0 ? null : `${id}-${i - 1}`,
        sessionId: id,
        timestamp: `${day}T09:0${i}:00Z`,
        isSidechain: false,
        message: { role: type, content: type === "user" ? text : [{ type: "text", text }] },
      })}\n`;
    })
    .join("");
}

const DECIDED = [
  "Let's decide how the fermentation controller talks to the valves. I want something boring.",
  "Modbus over RS-485 is the boring choice: every valve maker supports it.",
  "Good. We go with Modbus at 19200 baud, and never MQTT, because the cellar has no wifi.",
  "Noted: Modbus RTU, 19200 baud, no MQTT. I'll write that into docs/valves.md.",
  "Please also make the poll interval 750 ms.",
  "Done, POLL_MS = 750 in src/valve.py.",
];
const ASKED_AGAIN = [
  "What baud rate did we decide for the valves?",
  "19200 baud, Modbus RTU.",
  "Please rename the function read_valve to poll_valve.",
  "Renamed in src/valve.py.",
  "When is Jonas on holiday?",
  "Jonas is away 1 to 14 December.",
];

test("what was covered is covered when an agent was asked the same in a session that went on to other things", async () => {
  await withLoci(async (loci, home) => {
    const project = await loci.project("brewery");
    const folder = join(home, "sessions");
    mkdirSync(folder);
    writeFileSync(join(folder, "s1.jsonl"), session("s1", "2026-11-24", DECIDED));
    await project.mine([folder], { scope: "admin" });
    const questions = ["which baud rate do the valves use", "what baud rate did we decide on for the valves?"];
    const asked = async (question: string) => (await project.search(question)).probability;
    const before = await Promise.all(questions.map(asked));
    assert.ok((before[0] ?? 0) >= 0.5);
    writeFileSync(join(folder, "s2.jsonl"), session("s2", "2026-11-29", ASKED_AGAIN));
    await project.mine([folder], { scope: "admin" });
    for (const [i, question] of questions.entries()) {
      const after = await asked(question);
      const { text } = await project.inject(question);
      assert.ok(text.includes("19200"), question);
      assert.doesNotMatch(text, /Renamed|Jonas/u, question);
      assert.ok(after >= (before[i] ?? 0) - 0.12, `${question}: ${before[i]} → ${after}`);
    }
  });
});

/** Questions, and answers that share no word with them, as people speak. */
const EXCHANGES = [
  [
    "Which database did we pick for bookings?",
    "Postgres 17 on Hetzner, because the ledger needs serialisable transactions.",
  ],
  ["When does the on-call rotation change?", "Tuesdays at 10:00, handover by voice in the #bridge room."],
  ["Who owns the ticket printer driver?", "Priyanka does; Olaf is her stand-in until March."],
  ["How do we number the releases?", "Calendar versions: 2026.11, then 2026.11.1 for fixes."],
  [
    "What did we agree on for retries of card payments?",
    "Three attempts, 2, 8 and 30 seconds apart, then manual review.",
  ],
] as const;

test("what an agent replied to a question is the first to be shown when it is asked again, as unchecked, and covers nothing", async () => {
  await withLoci(async (loci, home) => {
    const project = await loci.project("ferry");
    const folder = join(home, "sessions");
    mkdirSync(folder);
    for (const [i, exchange] of EXCHANGES.entries())
      writeFileSync(
        join(folder, `s${i}.jsonl`),
        session(`s${i}`, `2026-11-2${i}`, [
          "hi, look at the repo first",
          "I read the README and the last ten commits.",
          ...exchange,
          "ok, go on with the tests",
          "All 214 tests pass.",
        ]),
      );
    await project.mine([folder], { scope: "admin" });
    for (const [question, reply] of EXCHANGES)
      for (const asked of [question, question.toLowerCase().replace("?", ""), `Thanks! ${question}`]) {
        const { text } = await project.ask(asked);
        assert.ok(
          text.includes(`> ${reply}`) && text.startsWith("Nothing that is stored clearly"),
          `${asked}: ${text}`,
        );
        const { hits, covered } = await project.search(asked);
        assert.deepEqual([hits[0]?.text, hits[0]?.unchecked, covered], [reply, true, false], asked);
        assert.equal((await project.inject(asked)).text, "", asked);
      }
  });
});
