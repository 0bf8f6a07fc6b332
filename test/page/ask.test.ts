import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import type { AskEventAnswer } from "../../src/client/index.ts";
import { type LoopbackBehaviour, startLoopbackModels } from "../../src/llm/loopback.fixture.ts";
import { SKIP } from "./browser.fixture.ts";
import { eventually, openPage, pageTest, shows } from "./service.fixture.ts";

/** Events as the service streams them. */
function streamed(events: readonly AskEventAnswer[]): string {
  return events.map(({ type, ...data }) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join("");
}

test("without a model a question gives the passages, and in a chat both sides are kept", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const { page, watched, go } = await openPage(service);
  await go("ask");
  await page.getByRole("button", { name: "New chat…" }).press("Enter");
  await page.getByLabel("Name of the chat").fill("planning");
  await page.keyboard.press("Enter");
  await page.getByLabel("Question").fill("How often is the impeller replaced?");
  await page.keyboard.press("Enter");
  await shows(page, "No language model is configured");
  await page.locator(".cited a").first().press("Enter");
  await page.locator(".passage [data-marked]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".passage").waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".said-user", { hasText: "How often is the impeller replaced?" }).waitFor();
  // What the answer of an earlier visit quotes leads to where it stands, and so does what it was only shown.
  await page.locator(".said-other .card a").first().press("Enter");
  await page.locator(".passage", { hasText: "impeller" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".said-other summary", { hasText: /From \d+ passage/ }).press("Enter");
  await page.locator(".said-other [data-passage]", { hasText: "impeller" }).first().waitFor();
  // An answer of an earlier version, which knew names alone, says these.
  const project = await service.loci.project("default");
  const old = { id: "a", role: "assistant", text: "Every 200 hours.", sources: ["pumps.md"] };
  await project.addMessage("older", old);
  await go("ask?chat=older");
  await shows(page, "From pumps.md");
  await go("ask?chat=planning");
  await page.getByRole("button", { name: "Delete this chat" }).press("Enter");
  await page.getByRole("button", { name: "Delete it, for good" }).press("Enter");
  await page.getByText(/planning was deleted/).waitFor();
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test(
  "a second question waits for the first, and each stays in the chat that it belongs to",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { page, watched, go } = await openPage(service);
    const held: { readonly question: string; readonly go: () => Promise<void> }[] = [];
    await page.route("**/v1/ask", (route) => {
      const { question } = route.request().postDataJSON() as { question: string };
      held.push({ question, go: async () => await route.continue() });
    });
    await go("ask?chat=planning");
    for (const question of ["How often is the impeller replaced?", "Who bakes rye?"]) {
      await page.getByLabel("Question").fill(question);
      await page.keyboard.press("Enter");
    }
    await shows(page, "Waits for the answer before it.");
    await eventually("the first question is asked", () => held.length > 0);
    assert.deepEqual(
      held.map(({ question }) => question),
      ["How often is the impeller replaced?"],
    );
    await page.getByRole("link", { name: "Without a chat" }).click();
    await shows(page, "Ask your memory");
    assert.equal(await page.locator(".turn").count(), 0);
    await held[0]?.go();
    await eventually("the second question is asked", () => held.length > 1);
    await held[1]?.go();
    await page.getByRole("link", { name: "planning" }).click();
    await page.locator(".answer[aria-busy=false]").nth(1).waitFor();
    assert.equal(await page.locator(".answer").count(), 2);
    assert.ok((await page.locator(".answer mark").count()) > 0, "what answers is marked");
    assert.doesNotMatch((await page.locator(".answer").first().textContent()) ?? "", /> /);
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test(
  "an answer comes in pieces; its citations open their passages and say what the check found",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { hits } = await service.client().search({ query: "impeller every 200 hours" });
    const hit = hits[0];
    assert.ok(hit !== undefined);
    const passage = {
      label: "M1",
      id: hit.id,
      hash: "0",
      text: hit.text,
      source: hit.source,
      heading: hit.heading,
      lines: hit.lines,
      pages: null,
      message: null,
      date: null,
      scope: "kb",
    };
    const answer = `Every 200 hours [M1 "every 200 hours"]. In May [M1 "in May"]. <img src=x onerror=alert(1)> [M9]`;
    const cited = { label: "M1", reason: "", foundIn: "M1", drawer: hit.id, hash: "0", lines: null, message: null };
    const events = [
      { type: "passages", passages: [passage], covered: true },
      { type: "delta", text: "Every 200" },
      {
        type: "done",
        schema: 1,
        question: "How often?",
        text: answer,
        by: "model",
        model: null,
        sources: [passage],
        citations: [
          { ...cited, quote: "every 200 hours", verdict: "supported" },
          { ...cited, quote: "in May", verdict: "not found" },
        ],
        facts: null,
        covered: true,
        probability: 1,
        chat: null,
        spend: null,
        notes: [],
      },
    ] as unknown as readonly AskEventAnswer[];
    const { page, watched, go } = await openPage(service);
    await page.route(
      "**/v1/ask",
      async (route) => await route.fulfill({ contentType: "text/event-stream", body: streamed(events) }),
    );
    await go("ask");
    await page.getByLabel("Question").fill("How often?");
    await page.keyboard.press("Enter");
    await shows(page, /Written by the language model/);
    assert.equal(await page.locator("a.cite").count(), 2);
    assert.equal(await page.locator("a.cite.bad").count(), 1);
    await shows(page, /1 of 2 citations not proved/);
    assert.match((await page.locator(".answer [role=log]").innerText()) ?? "", /In May \S*M1 not proved/);
    assert.match((await page.locator(".answer").textContent()) ?? "", /<img src=x onerror=alert\(1\)> \[M9\]/);
    assert.equal(await page.locator("main img").count(), 0);
    await page.locator("a.cite").first().click();
    await page.locator(".passage [data-marked]", { hasText: "200 hours" }).waitFor();
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test(
  "a model that fails, breaks off, is cut, answers nothing or cites nothing is told from one that isn't there",
  {
    skip: SKIP,
  },
  async (t) => {
    const models = await startLoopbackModels();
    t.after(() => models.close());
    const llm = { provider: "openai-compatible", model: "m", base_url: `${models.origin}/v1`, retries: 0 } as const;
    const service = await pageTest(t, { llm });
    const { page, go } = await openPage(service);
    await go("ask");
    const text = "The impeller is replaced by Marta at sea";
    const told = async (behaviour: LoopbackBehaviour): Promise<{ said: string; whole: string; cards: number }> => {
      models.behave(behaviour);
      const turns = page.locator(".answer");
      const before = await turns.count();
      await page.getByLabel("Question").fill("How often is the impeller replaced?");
      await page.keyboard.press("Enter");
      const turn = turns.nth(before);
      await turn.and(page.locator("[aria-busy=false]")).waitFor();
      const said = await turn.locator("[role=log]").innerText();
      return { said, whole: await turn.innerText(), cards: await turn.locator(":scope > .cited > li").count() };
    };
    const failed = await told({ do: "error", status: 500 });
    assert.match(failed.whole, /The provider is overloaded or down/);
    const silent = await told({ do: "answer", text: "" });
    assert.match(silent.whole, /The language model answered with nothing/);
    const broken = await told({ do: "cut", after: 2, text });
    assert.match(broken.said, /^The impeller[^\n]*…/);
    assert.match(broken.whole, /The answer was cut off in the middle/);
    const cut = await told({ do: "answer", text, finish: "length" });
    assert.match(cut.said, /at sea…$/);
    assert.match(cut.whole, /The answer was cut at its limit of tokens/);
    for (const { whole, cards } of [failed, silent, broken, cut]) {
      assert.doesNotMatch(whole, /No language model|Written by|^> /m);
      assert.ok(cards > 0, "what it was to be written from stands below");
    }
    assert.match((await told({ do: "answer", text })).whole, /which cites no passage/);
  },
);

test("the sentence that is cited is marked, though its lines break", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const file = join(service.docs, "gauge.md");
  const sentence = "The tide gauge of the north quay is\nread by Oddvar, who climbs\ndown to it every Saturday.";
  writeFileSync(file, `# Gauge\n\nIt stands since 1911.\n${sentence} Nobody else\nhas the key.\n`);
  await (await service.loci.project("default")).index([file], { scope: "kb" });
  const { page, go } = await openPage(service);
  await go("ask");
  await page.getByLabel("Question").fill("Who reads the tide gauge of the north quay?");
  await page.keyboard.press("Enter");
  const marked = page.locator(".cited mark").first();
  await marked.waitFor();
  assert.equal((await marked.textContent())?.replace(/\s+/g, " "), sentence.replaceAll("\n", " "));
});
