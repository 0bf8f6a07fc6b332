import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Loci, openLoci, type Project } from "../../index.ts";
import { type LoopbackModels, startLoopbackModels } from "../../llm/loopback.fixture.ts";

let folder: string;
let models: LoopbackModels;
const opened: Loci[] = [];
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "loci-propose-"));
  models = await startLoopbackModels();
});
after(async () => {
  for (const loci of opened) await loci.close();
  await models.close();
  rmSync(folder, { recursive: true });
});

async function open(name: string, propose = true, llm: object = {}): Promise<Project> {
  const loci = await openLoci({
    home: join(folder, name),
    settings: {
      facts: { propose },
      llm: { provider: "openai-compatible", model: "m", base_url: `${models.origin}/v1`, retries: 0, ...llm },
    } as never,
    system: { environment: {} },
  });
  opened.push(loci);
  return await loci.project("p");
}

const TEETH = "For my teeth I go to Dr. Imani Moe since spring";
const answering = (...proposals: readonly object[]): void =>
  models.behave({
    do: "answer",
    text: proposals.map((one) => JSON.stringify({ how: "set", quote: TEETH, ...one })).join("\n"),
  });

test("what a model reads in a message is stored as the message says it, shown, counted, and taken back", async () => {
  const project = await open("taken");
  answering({ of: "my dentist", value: "Dr. Imani Moe" });
  const told = await project.tellFacts(TEETH, { chat: "c", messageId: "m1" });
  assert.deepEqual([told.route, told.reason, told.changed], ["facts-write", "proposed", true]);
  assert.match(told.text, /^Your dentist is Dr\. Imani Moe\..*language model.*undo that/su);
  const asked = await project.askFacts("who's my dentist?", { chat: "other" });
  assert.deepEqual([asked.items[0]?.value, asked.sources[0]?.sentence], ["Dr. Imani Moe", TEETH]);
  const { llm } = await project.status();
  assert.equal(llm?.jobs.find(({ job }) => job === "facts")?.calls, 1);
  assert.match((await project.tellFacts("undo that", { chat: "c" })).text, /Taken back/u);
  assert.equal((await project.askFacts("who's my dentist?")).kind, "not_stored");
});

test("what the message doesn't say, word for word, isn't taken", async () => {
  const project = await open("checked");
  const proposals = [
    { value: "Dr. Moe" },
    { value: "Imani Mo" },
    { value: "dr. imani moe" },
    { value: "Dr. Imani Moe", quote: "My dentist is Dr. Imani Moe" },
    { value: "" },
    { value: "Dr. Imani Moe", how: "sometimes" },
    { of: "the thing that he said of it all", value: "spring" },
    { of: "my password", value: "spring" },
    { value: 7 },
  ];
  for (const one of proposals) {
    answering({ of: "my dentist", ...one });
    const told = await project.tellFacts(TEETH, { chat: "c" });
    assert.deepEqual([told.changed, told.text], [false, ""], JSON.stringify(one));
  }
  models.behave({ do: "answer", text: "NOTHING" });
  assert.equal((await project.tellFacts(TEETH, { chat: "c" })).changed, false);
  assert.deepEqual(await project.facts(), []);
  // Other facts of one message are.
  answering({ of: "my dentist", value: "Dr. Imani Moe" }, { of: "my dentist", value: "spring" });
  assert.match((await project.tellFacts(TEETH, { chat: "c" })).text, /Dr\. Imani Moe/u);
});

test("a model is asked only where the setting allows it, and of the user's own plain statements", async () => {
  answering({ of: "my dentist", value: "Dr. Imani Moe" });
  const before = models.requests.length;
  const off = await open("off", false);
  assert.equal((await off.tellFacts(TEETH)).changed, false);
  const none = await open("none", true, { provider: "none" });
  assert.deepEqual((await none.tellFacts(TEETH)).notes, []);
  const project = await open("own");
  for (const text of [
    "What did Dr. Imani Moe say about my teeth?",
    "maybe I go to Dr. Imani Moe next time, not sure",
    "> For my teeth I go to Dr. Imani Moe",
    "my favorite tea is sencha",
    "remember the plumber comes in by the back door",
    "we deploy with ghp_x7Kq2Lm9Rt4Vw8Zs3Bn6Yc1Dd5Fg0Hh2Jj4K by now",
    "ok thanks",
  ]) {
    await project.tellFacts(text, { chat: "c" });
    assert.equal(models.requests.length, before, text);
  }
});

test("a model that fails is said, and the message is as if it hadn't been asked", async () => {
  const project = await open("fails");
  models.behave({ do: "error", status: 500 });
  const told = await project.tellFacts(TEETH, { chat: "c" });
  assert.deepEqual([told.changed, told.text, told.notes[0]?.code], [false, "", "MODEL_UNAVAILABLE"]);
});
