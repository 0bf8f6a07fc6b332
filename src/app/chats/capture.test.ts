import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { writeMemory } from "../../../test/e2e/notes.fixture.ts";
import type { CaptureState } from "../../conversation/chats/chat-window.ts";
import { type Loci, openLoci, type Project } from "../../index.ts";
import { type LoopbackModels, type LoopbackRequest, startLoopbackModels } from "../../llm/loopback.fixture.ts";

let folder: string;
let models: LoopbackModels;
const opened: Loci[] = [];
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "loci-capture-"));
  models = await startLoopbackModels();
});
after(async () => {
  for (const loci of opened) await loci.close();
  await models.close();
  rmSync(folder, { recursive: true });
});

interface Opened {
  project: Project;
  readonly root: string;
  readonly clock: { now: number };
  readonly loci: Loci;
}

async function open(name: string, llm: object = {}, chat: object = {}): Promise<Opened> {
  const clock = { now: Date.parse("2026-05-01T12:00:00Z") };
  const loci = await openLoci({
    home: join(folder, name),
    settings: {
      llm: { provider: "openai-compatible", model: "m", base_url: `${models.origin}/v1`, retries: 0, ...llm },
      chat: { capture_threshold: 8, time_zone: "UTC", ...chat },
    } as never,
    system: { environment: {}, clock: () => (clock.now += 1_000) },
  });
  opened.push(loci);
  return { project: await loci.project("p"), root: join(folder, name, "projects", "p"), clock, loci };
}

const memoryOf = ({ root }: Opened): string =>
  existsSync(join(root, "chats", "memory.md")) ? readFileSync(join(root, "chats", "memory.md"), "utf8") : "";
const stateOf = ({ root }: Opened): CaptureState =>
  JSON.parse(readFileSync(join(root, "chats", "c", "recent.json"), "utf8")) as CaptureState;
const captures = (text: string): number => text.split("<!-- loci:capture ").length - 1;
/** Closing a project waits for the notes that are being taken. */
async function settle(it: Opened): Promise<void> {
  await it.project.close();
  it.project = await it.loci.project("p");
}

let said = 0;
async function talk(it: Opened, count: number, chat = "c"): Promise<void> {
  for (let i = 0; i < count; i++) {
    const user = i % 2 === 0;
    await it.project.addMessage(chat, {
      id: `m${said++}`,
      role: user ? "user" : "assistant",
      text: user ? `I always take the ${said} o'clock train to work.` : "Noted, have a good trip.",
    });
    await settle(it);
  }
}

/** Notes the last thing that the user said. */
const noting = ({ question }: LoopbackRequest): string => {
  const [, label, words] =
    /\[(M\d+)\][^\n]*\n(I always take the \d+ o'clock train)(?![\s\S]*I always)/.exec(question) ?? [];
  return `- He takes an early train [${label} "${words}"]\n- He is a spy for the crown [${label} "I work for the crown"]\n- Buy milk`;
};
const calls = (): number => models.requests.length;

test("notes are taken from the users' words alone, each with its proof, and are found", async () => {
  const it = await open("notes");
  models.behave({ do: "answer", text: noting });
  await talk(it, 8);
  await settle(it);
  const request = models.requests.at(-1) as LoopbackRequest;
  assert.doesNotMatch(request.question, /have a good trip/);
  const memory = memoryOf(it);
  assert.match(memory, /^# Memory\n\n## 2026-05-01 12:\d\d · c\n<!-- loci:capture/);
  assert.match(memory, /- He takes an early train <!-- loci:note/);
  assert.doesNotMatch(memory, /spy|milk/);
  const { hits } = await it.project.search("early train", { type: "chat", limit: 20 });
  const note = hits.find(({ elementType }) => elementType === "memory_summary");
  assert.equal(note?.message?.role, "summary");
  assert.equal(note?.scope, "admin");
  assert.ok((note?.message?.ids.length ?? 0) > 1, "it points at the message that it came from");
  const recent = JSON.parse(readFileSync(join(it.root, "chats", "c", "recent.json"), "utf8"));
  assert.equal(recent.messages.length, 5);
});

test("five captures are kept, and what a person wrote is never touched", async () => {
  const it = await open("prune");
  writeMemory(it.root, "admin", ["Allergic to nuts."]);
  models.behave({ do: "answer", text: noting });
  await talk(it, 8 + 6 * 3 + 10);
  const memory = memoryOf(it);
  assert.equal(captures(memory), 5);
  assert.match(memory, /- Allergic to nuts\./);
  await it.project.clearChatMemory("c");
  assert.equal(captures(memoryOf(it)), 0);
  assert.match(memoryOf(it), /Allergic/);
});

test("nothing notable moves the mark and writes nothing", async () => {
  const it = await open("nothing");
  models.behave({ do: "answer", text: "NOTHING" });
  await talk(it, 8);
  assert.equal(memoryOf(it), "");
  const before = calls();
  await talk(it, 2);
  assert.equal(calls(), before);
});

test("a user's notes are his own, and the owner's chats share theirs", async () => {
  const it = await open("scopes");
  models.behave({ do: "answer", text: noting });
  for (let i = 0; i < 8; i++) {
    await it.project.addMessage(
      "u",
      { id: `u${i}`, role: "user", text: `I always take the ${i + 1} o'clock train to work.` },
      { caller: "user:7" },
    );
    await settle(it);
  }
  assert.match((await it.project.chatMemory("u", { caller: "user:7" })).text, /early train/);
  assert.equal((await it.project.chatMemory("u", { caller: "user:8" })).text, "");
  assert.equal((await it.project.chatMemory("a")).text, "");
  const { hits } = await it.project.search("early train", { caller: "user:8" });
  assert.deepEqual(hits, []);
  await talk(it, 8, "a");
  assert.match((await it.project.chatMemory("another")).text, /early train/);
});

describe("failures that users of other memories report", () => {
  test("never called: the message that reaches the threshold sets it off, through every way in", async () => {
    const it = await open("never");
    models.behave({ do: "answer", text: noting });
    const before = calls();
    for (let i = 0; i < 4; i++)
      await it.project.ask(`I always take the ${i + 1} o'clock train, is that early?`, { chat: "c" });
    await settle(it);
    assert.ok(models.requests.slice(before).some(({ question }) => question.includes("## The user's messages")));
    assert.equal(captures(memoryOf(it)), 1);
  });

  test("every other time: each window that fills up is captured, counted from the messages themselves", async () => {
    const it = await open("other");
    models.behave({ do: "answer", text: noting });
    // Eight at first, then three more each time, since five stay in the window.
    await talk(it, 8);
    assert.equal(captures(memoryOf(it)), 1);
    await talk(it, 3);
    assert.equal(captures(memoryOf(it)), 2);
    await talk(it, 3);
    assert.equal(captures(memoryOf(it)), 3);
  });

  test("a stale count: another process, a new start and a lost recent.json count alike", async () => {
    const it = await open("stale");
    models.behave({ do: "answer", text: noting });
    await talk(it, 8);
    rmSync(join(it.root, "chats", "c", "recent.json"));
    const before = calls();
    await talk(it, 2);
    assert.equal(calls(), before, "what was captured is not paid for again");
    await it.loci.close();
    const again = await openLoci({
      home: join(folder, "stale"),
      settings: {
        llm: { provider: "openai-compatible", model: "m", base_url: `${models.origin}/v1` },
        chat: { capture_threshold: 8 },
      } as never,
      system: { environment: {} },
    });
    opened.push(again);
    const project = await again.project("p");
    await project.addMessage("c", { id: "later", role: "user", text: "I always take the 77 o'clock train to work." });
    await project.close();
    assert.equal(calls(), before + 1);
  });

  test("another path skips it: messages added by any surface fill the same window", async () => {
    const it = await open("path");
    models.behave({ do: "answer", text: noting });
    await talk(it, 6);
    const before = calls();
    await it.project.ask("I always take the 5 o'clock train, when is that?", { chat: "c", platform: "telegram" });
    await settle(it);
    assert.equal(calls() - before, 2, "one for the answer, one for the notes");
  });

  test("a failed run counted as done blocks for ever: it changes nothing and is tried again", async () => {
    const it = await open("failed");
    models.behave({ do: "error", status: 500 });
    await talk(it, 8);
    assert.equal(memoryOf(it), "");
    assert.equal(stateOf(it).failed?.count, 1);
    models.behave({ do: "answer", text: noting });
    const before = calls();
    await talk(it, 1);
    assert.equal(calls(), before, "not at once");
    it.clock.now += 3_600_000;
    await talk(it, 1);
    assert.equal(captures(memoryOf(it)), 1);
    assert.equal(stateOf(it).failed, null);
  });

  test("the capture causes the capture: what it writes is no message of a chat", async () => {
    const it = await open("loop");
    models.behave({ do: "answer", text: noting });
    const before = calls();
    await talk(it, 8);
    await settle(it);
    assert.equal(calls() - before, 1);
    assert.equal((await it.project.chatMessages("c")).total, 8);
    assert.deepEqual(
      (await it.project.chats()).chats.map(({ chat }) => chat),
      ["c"],
    );
  });

  test("paid again and again: killed after memory.md was written, nothing is asked again", async () => {
    const it = await open("paid");
    models.behave({ do: "answer", text: noting });
    await talk(it, 8);
    const recent = join(it.root, "chats", "c", "recent.json");
    writeFileSync(recent, JSON.stringify({ ...JSON.parse(readFileSync(recent, "utf8")), captured: null }));
    const before = calls();
    await it.project.addMessage("c", { id: `m${said - 1}`, role: "assistant", text: "Noted, have a good trip." });
    await settle(it);
    assert.equal(calls(), before);
    assert.equal(captures(memoryOf(it)), 1);
    const { hits } = await it.project.search("early train", { limit: 20 });
    assert.equal(hits.filter(({ elementType }) => elementType === "memory_summary").length, 1);
  });

  test("over the limit of spending it waits, and goes on the next day", async () => {
    const it = await open("waits", { daily_token_limit: 100 });
    await talk(it, 8);
    assert.equal(stateOf(it).failed?.reason, "over_budget");
    assert.equal(memoryOf(it), "");
  });
});

describe("summaries", () => {
  const points = ({ question }: LoopbackRequest): string =>
    [...question.matchAll(/^\w+ \[(M\d+)\][^\n]*\n(?:#[^\n]*\n+)?([A-Z][^\n]{12,60}?)(?:\.|\n)/gm)]
      .map(([, label, words]) => `- It says: ${words} [${label} "${words}"]`)
      .join("\n") + '\n- The moon is cheese [M1 "the moon is made of cheese"]';

  async function withNotes(name: string, llm: object = {}): Promise<Opened & { readonly docs: string }> {
    const it = await open(name, llm);
    const docs = join(folder, `${name}-docs`);
    mkdirSync(docs);
    writeFileSync(join(docs, "a.md"), "# Launch\n\nThe launch was moved to Friday afternoon.\n");
    writeFileSync(join(docs, "b.md"), "# Pumps\n\nThe spare pump stands behind the boiler.\n");
    await it.project.index([docs], { scope: "kb" });
    return { ...it, docs };
  }

  test("a preview sends nothing, a run writes proved points with links, indexes them, and has nothing to do a second time", async () => {
    const it = await withNotes("flush", { input_price: 2, output_price: 4 });
    models.behave({ do: "answer", text: points });
    const before = calls();
    const preview = await it.project.flush();
    assert.deepEqual([preview.outcome, preview.pending.drawers, calls()], ["preview", 2, before]);
    assert.ok(preview.pending.cost > 0);
    const report = await it.project.flush({ yes: true });
    assert.deepEqual([report.outcome, report.done.batches, report.done.points, report.done.refused], ["done", 1, 2, 1]);
    const text = readFileSync(report.files[0] as string, "utf8");
    assert.match(text, /generated: "loci flush"/);
    assert.match(text, / \[M1 "[^"]+"\] \(\[a\.md\]\(loci:\/\/drawer\/[0-9a-f]{32}\)\)/);
    // The summary's quotes are looked up again, and not in the summary.
    const written = text.slice(text.indexOf("<!-- loci:flush"));
    assert.deepEqual(
      (await it.project.verify(written)).citations.map(({ verdict }) => verdict),
      ["supported", "supported"],
    );
    writeFileSync(join(it.docs, "a.md"), "# Launch\n\nNothing is said of it any more.\n");
    await it.project.index([]);
    assert.deepEqual((await it.project.verify(written)).citations.map(({ verdict }) => verdict).sort(), [
      "not found",
      "supported",
    ]);
    writeFileSync(join(it.docs, "a.md"), "# Launch\n\nThe launch was moved to Friday afternoon.\n");
    await it.project.index([]);
    assert.doesNotMatch(text, /cheese/);
    const { hits } = await it.project.search("launch moved Friday", { source: "summaries (generated)" });
    assert.equal(hits[0]?.scope, "admin");
    const after = calls();
    assert.equal((await it.project.flush({ yes: true })).outcome, "nothing");
    assert.equal(calls(), after);
  });

  test("over a folder in OpenClaw's layout the summary goes into its daily log, beside what people write there", async () => {
    const it = await open("claw");
    const claw = join(folder, "claw-workspace");
    mkdirSync(join(claw, "memory"), { recursive: true });
    writeFileSync(join(claw, "MEMORY.md"), "# Launch\n\nThe launch was moved to Friday afternoon.\n");
    const log = join(claw, "memory", "2026-02-08.md");
    writeFileSync(log, "# Sunday\n\nThe spare pump stands behind the boiler.\n");
    writeFileSync(
      join(claw, "private.md"),
      "---\nscope: admin\n---\n# Vault\n\nold.\n\n## Lock\n\nThe vault opens with a brass key.\n",
    );
    await it.project.index([claw], { scope: "kb" });
    models.behave({ do: "answer", text: points });
    const { files, done } = await it.project.flush({ yes: true });
    assert.deepEqual(files.map(dirname).sort(), [join(claw, "memory"), join(it.root, "memory")].sort());
    assert.equal(done.drawers, 4);
    const today = files.find((file) => file.startsWith(claw)) as string;
    const text = readFileSync(today, "utf8");
    assert.match(text, /^# \d{4}-\d\d-\d\d\n\n## Generated at .*\n\n<!-- loci:flush/u);
    assert.doesNotMatch(text, /vault/i);
    const asked = { caller: "public", type: "memory_summary" } as const;
    const { hits } = await it.project.search("launch moved Friday", asked);
    assert.deepEqual(
      hits.map(({ source }) => source.path),
      [`memory/${basename(today)}`],
    );
    // What people write behind it is theirs, and is summed up; the summary is not.
    writeFileSync(today, `${text}\n## Evening\n\nThe gutter was cleaned by a neighbour.\n`);
    await it.project.index([]);
    assert.equal((await it.project.flush()).pending.drawers, 1);
    await it.project.flush({ yes: true });
    assert.ok(readFileSync(today, "utf8").startsWith(text));
    assert.equal((await it.project.flush({ yes: true })).outcome, "nothing");
  });

  test("generated text is never the input of another run: neither summaries, notes, nor answers", async () => {
    const it = await withNotes("generated");
    models.behave({ do: "answer", text: noting });
    await talk(it, 8);
    await it.project.ask("when is the launch?", { chat: "d" });
    models.behave({ do: "answer", text: points });
    await it.project.flush({ yes: true });
    const asked = models.requests
      .slice(-1)
      .map(({ question }) => question)
      .join("");
    assert.match(asked, /o'clock train/);
    assert.doesNotMatch(asked, /good trip|He takes an early|From what is stored/);
    assert.equal((await it.project.flush()).outcome, "nothing");
  });

  test("a failed batch is left for the next time; a killed run repeats nothing that is on disk", async () => {
    const it = await withNotes("killed");
    models.behave({ do: "error", status: 500 });
    assert.equal((await it.project.flush({ yes: true })).outcome, "failed");
    assert.equal((await it.project.flush()).pending.drawers, 2);
    models.behave({ do: "answer", text: points });
    await it.project.flush({ yes: true });
    const ledger = join(it.root, "memory", "flushed.jsonl");
    const lines = readFileSync(ledger, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    // As if it had been killed before the last line, and in the middle of it.
    writeFileSync(ledger, `${lines.slice(0, -1).join("\n")}\n${lines.at(-1)?.slice(0, 10)}`);
    assert.equal((await it.project.flush()).outcome, "nothing");
    writeFileSync(join(it.docs, "c.md"), "# Keys\n\nThe cellar key hangs beside the door.\n");
    await it.project.index([]);
    const report = await it.project.flush({ yes: true });
    assert.equal(report.done.drawers, 1);
    assert.equal((await it.project.flush()).outcome, "nothing");
  });

  test("equal words go once, in the owner's words to a model of its own; wrong labels leave them to be summed up again", async () => {
    const prompt = join(folder, "flush-prompt.txt");
    writeFileSync(prompt, "Only dates, in one word each.\n");
    const it = await withNotes("again", { flush_model: "small", flush_prompt: prompt });
    writeFileSync(join(it.docs, "copy.md"), readFileSync(join(it.docs, "a.md")));
    await it.project.index([]);
    assert.equal((await it.project.flush()).pending.drawers, 2);
    models.behave({ do: "answer", text: '- The launch was moved to Friday. [M7 "launch was moved"]' });
    const wrong = await it.project.flush({ yes: true });
    assert.deepEqual(
      [wrong.outcome, wrong.reason, wrong.pending.drawers, wrong.done.refused],
      ["failed", "nothing_proved", 2, 1],
    );
    const [asked] = models.requests.slice(-1);
    assert.match(JSON.stringify(asked), /Only dates, in one word each/);
    assert.match(JSON.stringify(asked), /small/);
    assert.doesNotMatch(JSON.stringify(asked), /what was decided, found out/);
    models.behave({ do: "answer", text: points });
    assert.equal((await it.project.flush({ yes: true })).outcome, "done");
    assert.equal((await it.project.flush()).outcome, "nothing", "the copy of what was summed up is, too");
    rmSync(prompt);
    await assert.rejects(it.project.flush(), { code: "CONFIG_INVALID" });
  });

  test("over the limit it waits, and says so", async () => {
    const it = await withNotes("limited", { daily_token_limit: 60 });
    const report = await it.project.flush({ yes: true });
    assert.deepEqual([report.outcome, report.reason], ["waiting", "over_budget"]);
  });

  test("a summary of one scope is made of it alone and seen by those who see it", async () => {
    const it = await withNotes("scoped");
    const secret = join(folder, "scoped-secret.md");
    writeFileSync(secret, "# Pay\n\nThe budget was cut by a third.\n");
    await it.project.index([secret], { scope: "admin" });
    models.behave({ do: "answer", text: points });
    const report = await it.project.flush({ yes: true, scope: "kb" });
    assert.doesNotMatch((models.requests.at(-1) as LoopbackRequest).question, /budget/);
    assert.match(report.files[0] as string, /2026-05-01\.kb\.md$/);
    const { hits } = await it.project.search("launch moved Friday", {
      caller: "public",
      source: "summaries (generated)",
    });
    assert.equal(hits[0]?.scope, "kb");
  });
});

describe("retention", () => {
  test("shows what was kept too long, removes it, and leaves what a person pinned", async () => {
    const it = await open("retention", {}, { log_days: 30, owner_capture_days: 60, message_days: 90 });
    models.behave({ do: "answer", text: noting });
    writeMemory(it.root, "admin", ["Allergic to nuts."]);
    await talk(it, 8);
    it.clock.now += 40 * 86_400_000;
    assert.deepEqual(
      (await it.project.retention()).items.map(({ kind, count }) => [kind, count]),
      [["log", 1]],
    );
    it.clock.now += 30 * 86_400_000;
    await it.project.addMessage("c", { id: "fresh", role: "user", text: "A message of today about the harbour." });
    const shown = await it.project.retention();
    assert.deepEqual(
      shown.items.map(({ kind }) => kind),
      ["log", "notes", "notes"],
    );
    assert.ok(memoryOf(it).includes("loci:capture"), "nothing is removed by looking");
    assert.equal((await it.project.retention({ yes: true })).removed, true);
    assert.match(memoryOf(it), /Allergic/);
    assert.doesNotMatch(memoryOf(it), /loci:capture/);
    assert.equal(
      (await it.project.search("early train", { limit: 50 })).hits.filter(
        ({ elementType }) => elementType === "memory_summary",
      ).length,
      0,
    );
    it.clock.now += 30 * 86_400_000;
    await it.project.retention({ yes: true });
    assert.deepEqual(
      (await it.project.chatMessages("c")).messages.map(({ id }) => id),
      ["fresh"],
    );
    assert.deepEqual((await it.project.search("o'clock train", { mode: "lexical" })).hits, []);
    assert.deepEqual((await it.project.retention()).items, []);
  });

  test("forgetting a message is proved down to the bytes: log, window, notes and memory too", async () => {
    const it = await open("proof");
    models.behave({ do: "answer", text: noting });
    await talk(it, 8);
    await it.project.addMessage("c", {
      id: "secret",
      role: "user",
      text: "My locker in the old station is the violet one.",
    });
    const forgotten = await it.project.forget("locker in the old station", { yes: true });
    assert.equal(forgotten.proof?.clean, true, JSON.stringify(forgotten.proof));
    assert.ok(forgotten.proof?.probes.some(({ path }) => path === "bytes of every file"));
    const note = /I always take the (\d+) o'clock train/.exec(memoryOf(it))?.[0] as string;
    const gone = await it.project.forget(note, { yes: true });
    assert.ok(gone.removed.length >= 1);
    assert.doesNotMatch(memoryOf(it), new RegExp(note));
  });

  test("what a forgotten message alone told goes from the lists too; what another one told as well stays", async () => {
    const it = await open("told");
    const say = async (id: string, text: string): Promise<void> => {
      await it.project.addMessage("c", { id, role: "user", text });
      await it.project.tellFacts(text, { chat: "c", messageId: id, scope: "kb" });
    };
    await say("a", "My favorite color is violet.");
    await say("b", "My favorite tea is Assam.");
    await say("c", "My favorite color is violet.");
    await say("d", "My favorite soup is borscht.");
    const favorite = async (topic: string): Promise<string> => (await it.project.askFacts(`What is my favorite ${topic}?`, { scope: "kb" })).text; // prettier-ignore
    assert.match(await favorite("soup"), /borscht/);
    const { drawers: [soup] } = { drawers: await it.project.messageDrawers("c", "d") }; // prettier-ignore
    const forgotten = await it.project.forget(soup as string, { yes: true });
    assert.equal(forgotten.proof?.clean, true, JSON.stringify(forgotten.proof));
    assert.deepEqual(forgotten.lists, ["soup"]);
    assert.doesNotMatch(await favorite("soup"), /borscht/);
    const [first] = await it.project.messageDrawers("c", "a");
    await it.project.forget(first as string, { yes: true });
    assert.match(await favorite("color"), /violet/);
    assert.match(await favorite("tea"), /Assam/);
  });
});
