import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lostTurns } from "./after-compaction.ts";
import { questionText, needOf, objectOf } from "./need.ts";
import { ASK_FOR_MEMORY, machinePrompts, NEED_NOTHING } from "./prompts.fixture.ts";

/** Whether a prompt asks for memory itself, so that little is needed to speak. */
function asks(prompt: string): boolean {
  const need = needOf(prompt);
  return need.needsMemory && need.strength === "asks";
}

describe("whether a prompt asks for memory", () => {
  it("is silent on at least 95 % of prompts that need none", () => {
    const asking = NEED_NOTHING.filter((prompt) => asks(prompt));
    assert.ok(
      asking.length <= 0.05 * NEED_NOTHING.length,
      `${asking.length} of ${NEED_NOTHING.length}:\n${asking.join("\n")}`,
    );
  });

  it("is silent on sums, and not on what is called by a number", () => {
    for (const sum of [
      "what is 17*23",
      "What is 17 % of 3,400?",
      "how much is 3.5 times 8?",
      "what's the square root of 144?",
      "12 * 12 =",
    ])
      assert.equal(needOf(sum).needsMemory, false, sum);
    for (const prompt of ["when is invoice 4471 due?", "what happened on 12 May?", "what is our policy 77-1043?"])
      assert.equal(asks(prompt), true, prompt);
  });

  it("is silent on news, and not on questions about them", () => {
    for (const what of ["new decision", "Update", "heads up", "Change of plans", "correction", "final plan"])
      for (const on of ["", " about the battery", " on the ferry timetable", " for Kay's boat"]) {
        const news = `${what}${on}: it will be lead acid after all, sodium is sold out`;
        assert.equal(needOf(news).needsMemory, false, news);
        for (const asked of [
          `${what}${on}: what did we decide on before?`,
          `what is the ${what.toLowerCase()}${on || " of May"}?`,
        ])
          assert.equal(needOf(asked).needsMemory, true, asked);
      }
    assert.equal(needOf("update the ferry timetable widget to the new hours").needsMemory, true);
  });

  it("lets at least 90 % of those through that ask for the past", () => {
    const silent = ASK_FOR_MEMORY.filter((prompt) => !asks(prompt));
    assert.ok(silent.length <= 0.1 * ASK_FOR_MEMORY.length, silent.join("\n"));
  });

  it("needs most for work and for what anybody knows", () => {
    const strengthOf = (prompt: string): string => {
      const need = needOf(prompt);
      return need.needsMemory ? need.strength : need.reason;
    };
    for (const [prompt, strength] of [
      ["What was the agent waiting for when the migration was cut off?", "asks"],
      ["I ruled out one way of handing the context to the reviewer in its ticket. Which one?", "asks"],
      ["On which port does the app run in development by default?", "asks"],
      ["on which port does the label service run again?", "asks"],
      ["What are good unit tests for a date parser in Java?", "may"],
      ["the build is red, can you look at the log and fix it?", "work"],
      ["make the kettle whistle less", "work"],
      ["ring the plumber about the kettle, you have her number", "asks"],
      ["print the badges, you know who is coming", "asks"],
      ["you have changed the parser twice", "about-this-session"],
      ["go through our tide tables", "work"],
      ["make test", "command"],
      ["sort this list: pear, fig, apple", "about-this-session"],
      ["generate a random password with 16 characters", "may"],
      ["Remember: the quay cameras are rebooted every Sunday at 04:00.", "no-question-of-the-past"],
      ["please note that staging moves to Frankfurt on Monday", "no-question-of-the-past"],
      ["ok, don't forget to run the property tests with few ships", "no-question-of-the-past"],
      ["remember how we set up the mirror? do the same here", "asks"],
      ["Remember the day that we agreed on for the retro and book a room", "asks"],
      ["git commit -m 'the end of it'", "command"],
      ["docker compose down", "command"],
      ["what is ownership", "may"],
      ["what's a wing?", "may"],
      ["define idempotence", "may"],
      ["what does backpressure mean?", "may"],
      ["where is our skipper?", "asks"],
      ["ownership", "too-short"],
      ["what is it?", "too-short"],
    ] as const)
      assert.equal(strengthOf(prompt), strength, prompt);
  });

  it("takes none of 500 machine-written prompts for the user's", () => {
    for (const prompt of machinePrompts())
      assert.deepEqual(needOf(prompt), { needsMemory: false, reason: "machine-written" }, prompt);
    assert.deepEqual(needOf("which port did we choose?", "cron"), { needsMemory: false, reason: "machine-written" });
  });

  it("looks at what is asked, not at code, quotes and logs", () => {
    assert.equal(questionText("```\nwhat did we decide?\n```\nfix it"), "fix it");
    assert.equal(asks("> what did we decide about caching?\n\nadd that to the docs"), false);
  });

  it("takes bounded time on hostile prompts", () => {
    for (const prompt of [
      "ok ".repeat(100_000),
      "what did we ".repeat(50_000),
      "<a>".repeat(50_000),
      "```".repeat(50_000),
      "which a ".repeat(50_000),
    ])
      needOf(prompt);
  });
});

describe("what a compaction lost", () => {
  const turn = (id: string, role: string, text: string): { id: string; role: string; text: string } => ({
    id,
    role,
    text,
  });
  const turns = [
    turn("1", "user", "The staging gateway must listen on port 8443 behind haproxy with mutual certificates."),
    turn("2", "assistant", "Configured haproxy: staging gateway on 8443, certificates from the internal vault."),
    turn("3", "user", "For invoices, round half to even and keep four decimals in the ledger table."),
    turn("4", "assistant", "Ledger rounds half to even now, with four decimals, migration 0042 adds the column."),
    turn("5", "user", "Which migration added the ledger column with four decimals?"),
  ];
  const summary =
    "The user set up the staging gateway on port 8443 behind haproxy with mutual certificates from the internal vault.";

  it("is given back where the last request asks for it, and only that", () => {
    const lost = lostTurns(turns, { summary, request: turns[4]?.text as string }, 6);
    assert.deepEqual(
      lost.map(({ id }) => id),
      ["3", "4"],
    );
    for (const { kept } of lost) assert.ok(kept < 0.5);
  });

  it("is nothing where the summary holds it, or nothing is asked", () => {
    assert.deepEqual(
      lostTurns(turns.slice(0, 2), { summary, request: "which port does the staging gateway have?" }, 6),
      [],
    );
    assert.deepEqual(lostTurns(turns, { summary, request: "continue" }, 6), []);
    assert.deepEqual(lostTurns([], { summary: "", request: "" }, 6), []);
  });
});

it("what work is about stands without the word that says what is to be done", () => {
  assert.equal(objectOf("Deploy refunds with our payment provider."), "refunds with our payment provider.");
  assert.equal(objectOf("Let's deploy the shop for Kai."), "the shop for Kai.");
  assert.equal(objectOf("continue"), "");
});
