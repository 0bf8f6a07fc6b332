import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../../src/index.ts";
import { startLoopbackModels } from "../../src/llm/loopback.fixture.ts";
import { openConversation } from "../../src/surfaces/chat/conversation.ts";
import { sandbox } from "../../src/surfaces/cli/spawn-loci.fixture.ts";
import { mcpMount, testService } from "../e2e/service.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { answersOf, asksOf, dice } from "./generated-asks.ts";

const OTHERS: readonly Caller[] = ["public", "user:1", "user:2", "user:telegram-3", "user:4"];
const QUESTIONS = [
  "Which port does the staging service listen on?",
  "What did we decide about the staging port?",
  "My favorite tea is sencha.",
  "I go to Dr. Moe now, and the vet is Dr. Hale.",
];
/** What the owner allows a day, of all and of one user; the third is money. */
const LIMITS: readonly Readonly<Record<string, number>>[] = [
  // Half of it every day, and half of what is asked.
  { daily_token_limit: rounds(60_000, 30_000), user_token_limit: rounds(20_000, 10_000) },
  { job_token_limit: 60_000, user_token_limit: 1_000_000, daily_token_limit: 0 },
  { daily_cost_limit: 0.06, input_price: 1, output_price: 1, user_token_limit: 1_000_000, daily_token_limit: 0 },
];

for (const limits of LIMITS.slice(0, rounds(LIMITS.length, 1)))
  test(`whatever others ask, and by whichever way, the owner's share of the model is his: ${JSON.stringify(limits)}`, async (t) => {
    const models = await startLoopbackModels({ do: "answer", text: "It is 8443." });
    t.after(() => models.close());
    const box = sandbox();
    t.after(() => box.remove());
    mkdirSync(box.home, { recursive: true });
    const llm = { provider: "openai-compatible", model: "m", base_url: `${models.origin}/v1`, ...limits };
    writeFileSync(
      join(box.home, "config.toml"),
      `[llm]\n${Object.entries(llm)
        .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
        .join("")}[facts]\npropose = true\n`,
    );
    const service = await testService(t, { home: box.home, mounts: [mcpMount("palace")] });
    const project = await service.loci.project("default");
    await project.indexText(
      {
        name: "manual.md",
        text: "# Ports\n\nThe staging service listens on port 8443. The staging port was decided in May.\n",
      },
      { scope: "kb" },
    );
    const ids = (await project.search("staging port")).hits.map(({ id }) => id);
    for (let round = 0; round < rounds(3, 1); round++)
      for (const [nth, caller] of OTHERS.entries()) {
        const words = {
          ids,
          questions: QUESTIONS,
          names: [`planning-${caller}`, "kb", "owner"],
          roll: dice(round * 10 + nth),
        };
        await answersOf(service, caller, await asksOf(words, rounds(2, 1)));
        const talk = openConversation({ project, caller, chat: "talk", platform: "telegram", resolvePath: null });
        for (let i = 0; i < rounds(12, 6); i++) await talk.say({ text: QUESTIONS[i % QUESTIONS.length] as string });
        for (let i = 0; i < rounds(20, 10); i++) await project.ask(`${QUESTIONS[i % 2] as string} ${i}`, { caller });
      }
    const spent = async (): Promise<
      readonly { readonly caller: Caller; readonly calls: number; readonly tokens: number; readonly cost: number }[]
    > => (await project.spend()).spend;
    let others = await spent();
    const sum = (of: "calls" | "tokens" | "cost", lines = others): number =>
      lines.reduce((all, one) => all + one[of], 0);
    // What goes on behind an answer, as proposals do, has its call counted a moment before it is asked.
    for (let tries = 0; tries < 1_200 && models.requests.length !== sum("calls"); tries++, others = await spent())
      await sleep(50);
    // They were at it until it was refused, and nothing went by uncounted.
    assert.ok(
      sum("calls") > 5 && others.every(({ caller }) => caller !== "public" && caller !== "owner"),
      JSON.stringify(others),
    );
    assert.equal(models.requests.length, sum("calls"));
    const { daily_token_limit = 0, job_token_limit = 0, daily_cost_limit = 0, user_token_limit = 0 } = limits;
    if (daily_token_limit > 0) assert.ok(sum("tokens") <= daily_token_limit / 2, JSON.stringify(others));
    if (job_token_limit > 0) assert.ok(others.every(({ tokens }) => tokens <= job_token_limit / 2));
    if (daily_cost_limit > 0) assert.ok(sum("cost") <= daily_cost_limit / 2);
    for (const [caller, lines] of Map.groupBy(others, (one) => one.caller))
      if (user_token_limit > 0) assert.ok(sum("tokens", lines) <= user_token_limit, caller);
    for (const caller of OTHERS)
      assert.equal((await project.ask(QUESTIONS[0] as string, { caller })).by, "passages", caller);
    // And the owner is answered, by every way that asks a model.
    const asked = models.requests.length;
    assert.equal((await project.ask(QUESTIONS[0] as string)).by, "model");
    const response = await service.ask("/v1/ask", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ question: QUESTIONS[1] }),
    });
    assert.match(await response.text(), /8443/);
    const own = openConversation({ project, caller: "owner", chat: "talk", platform: "cli", resolvePath: null });
    assert.equal((await own.say({ text: QUESTIONS[0] as string })).answer?.by, "model");
    const { out } = await box.loci(["ask", QUESTIONS[0] as string, "--project", "default", "--json"]);
    assert.equal((JSON.parse(out) as { readonly by: string }).by, "model", out);
    assert.ok(models.requests.length >= asked + 4);
    assert.notEqual((await project.flush({})).outcome, "waiting");
  });
