import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { writeMemory } from "../../../test/e2e/notes.fixture.ts";
import { type AskEvent, type Caller, type Loci, openLoci, type Project } from "../../index.ts";
import { type LoopbackModels, type LoopbackRequest, startLoopbackModels } from "../../llm/loopback.fixture.ts";

let folder: string;
let models: LoopbackModels;
const opened: Loci[] = [];
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "loci-ask-"));
  models = await startLoopbackModels();
});
after(async () => {
  for (const loci of opened) await loci.close();
  await models.close();
  rmSync(folder, { recursive: true });
});

const MANUAL = `# Service\n\nSee https://docs.example/guide for more.\n\n## Ports\n\nThe staging service listens on port 8443 and keeps its certificate in /etc/loci.\n\n## Backups\n\nBackups run every night at two and are kept for fourteen days.\n`;
const SECRET = `# Pay\n\nThe staging budget for port moves is 9000 euros a year.\n`;

async function open(name: string, llm: object = {}, more: object = {}): Promise<Project> {
  const docs = join(folder, `${name}-docs`);
  mkdirSync(join(docs, "private"), { recursive: true });
  mkdirSync(join(docs, "public"));
  writeFileSync(join(docs, "public", "manual.md"), MANUAL);
  writeFileSync(join(docs, "private", "pay.md"), SECRET);
  const loci = await openLoci({
    home: join(folder, name),
    settings: {
      llm: { provider: "openai-compatible", model: "m", base_url: `${models.origin}/v1`, ...llm },
      ...more,
    } as never,
    system: { environment: {} },
  });
  opened.push(loci);
  const project = await loci.project("p");
  await project.index([join(docs, "public")], { scope: "kb" });
  await project.index([join(docs, "private")], { scope: "admin" });
  return project;
}

/** The label of the passage that holds some words, as the model sees it. */
function labelOf({ system }: LoopbackRequest, words: string): string {
  const before = system.slice(0, system.indexOf(words));
  return [...before.matchAll(/^\w+ \[(M\d+)\]/gm)].at(-1)?.[1] ?? "M0";
}

const answering = (write: (request: LoopbackRequest) => string): void =>
  models.behave({ do: "answer", text: write, pieces: 9 });

test("an answer streams, its citations are proved and located, and it costs what it costs", async () => {
  const project = await open("stream", { input_price: 1, output_price: 2 });
  answering(
    (request) =>
      `It is 8443 [${labelOf(request, "listens on port")} "listens on port 8443"]. See https://docs.example/guide [M1 "nobody ever wrote these words"].`,
  );
  const events: AskEvent[] = [];
  for await (const event of project.askStream("which port does the staging service listen on?")) events.push(event);
  assert.equal(events[0]?.type, "passages");
  const done = events.at(-1);
  assert.ok(done?.type === "done" && done.by === "model");
  assert.deepEqual(
    done.citations.map(({ verdict }) => verdict),
    ["supported", "not found"],
  );
  const [cited] = done.citations;
  assert.deepEqual(cited?.lines, { start: 7, end: 7 });
  const source = done.sources.find(({ id }) => id === cited?.drawer);
  assert.equal(cited?.hash, source?.hash);
  assert.match(source?.text ?? "", /8443/);
  assert.ok((done.spend?.inputTokens ?? 0) > 100 && (done.spend?.cost ?? 0) > 0);
  const status = await project.status();
  assert.equal(status.llm?.today.calls, 1);
  const shown = events.flatMap((event) => (event.type === "delta" ? [event.text] : [])).join("");
  assert.doesNotMatch(shown, /https:/);
});

test("others spend their own share: the public none, users theirs, and the owner's is his", async () => {
  const project = await open("shares", { daily_token_limit: 40_000, user_token_limit: 12_000 });
  answering(() => "It is 8443.");
  const ask = async (caller: Caller): Promise<string> => {
    const { by, notes } = await project.ask("which port does the staging service listen on?", { caller });
    // A share that there is none of can't be used up.
    for (const { code, message } of notes)
      if (code === "MODEL_UNAVAILABLE")
        assert.match(message, caller === "public" ? /lets you use no language model/u : /is used up for today/u);
    return `${by} ${notes.flatMap(({ code }) => (code === "UNCITED" ? [] : [code])).join()}`;
  };
  assert.equal(await ask("public"), "passages MODEL_UNAVAILABLE");
  const told: string[] = [];
  for (let i = 0; i < 60; i++) told.push(await ask(`user:${i % 12}`));
  assert.ok(told.includes("model ") && told.at(-1) === "passages MODEL_UNAVAILABLE", told.join("; "));
  for (let i = 0; i < 3; i++) assert.equal(await ask("owner"), "model ");
  const { spend } = await project.spend();
  const owner = spend.find(({ caller }) => caller === "owner");
  assert.ok(owner?.job === "ask" && owner.calls === 3);
  const others = spend.filter(({ caller }) => caller !== "owner");
  assert.ok(others.length > 1 && others.every(({ caller, tokens }) => caller !== "public" && tokens <= 12_000));
  assert.ok(others.reduce((sum, { tokens }) => sum + tokens, 0) <= 20_000);
});

test("strict leaves out what isn't proved", async () => {
  const project = await open("strict");
  answering(
    (request) =>
      `It is 8443 [${labelOf(request, "listens on port")} "listens on port 8443"]. It is also free of charge. It never sleeps [M1 "words that nobody wrote"].`,
  );
  const { text } = await project.ask("which port does the staging service listen on?", { strict: true });
  assert.match(text, /^It is 8443 \[M\d "listens on port 8443"\]\.$/);
  answering(() => "It is nine.");
  const none = await project.ask("which port does the staging service listen on?", { strict: true });
  assert.equal(none.by, "passages");
  assert.ok(none.notes.some(({ code }) => code === "NOTHING_PROVED"));
});

test("without a model the answer is the passages, quoted and cited, and says so", async () => {
  const project = await open("none", { provider: "none" });
  const answer = await project.ask("which port does the staging service listen on?");
  assert.equal(answer.by, "passages");
  assert.match(answer.text, /> The staging service listens on port 8443/);
  assert.ok(answer.citations.length > 0 && answer.citations.some(({ verdict }) => verdict === "supported"));
  assert.ok(answer.citations.every(({ verdict, reason }) => verdict === "supported" || reason === "no quote"));
  assert.deepEqual(
    answer.notes.map(({ code }) => code),
    ["NO_LANGUAGE_MODEL"],
  );
  assert.deepEqual((await project.status()).leaves, []);
});

test("a model that fails before its first word leaves the passages; one that breaks off, its words and the passages", async () => {
  const project = await open("fails", { retries: 0 });
  models.behave({
    do: "error",
    status: 429,
    body: {
      error: { message: "You exceeded your current quota", type: "insufficient_quota", code: "insufficient_quota" },
    },
  });
  const answer = await project.ask("which port does the staging service listen on?", { chat: "c" });
  assert.equal(answer.by, "passages");
  assert.match(answer.notes.at(-1)?.message ?? "", /quota is used up/);
  models.behave({ do: "cut", after: 2, text: "The port is eight thousand and something" });
  const broken = await project.ask("when do backups run?", { chat: "c" });
  assert.match(broken.text, /^The port is[^\n]*…\n\nFrom what is stored:\n\n> Backups run every night/);
  assert.ok(broken.citations.some(({ verdict }) => verdict === "supported"));
  assert.deepEqual([broken.by, broken.notes.at(-2)?.code], ["model", "ANSWER_CUT"]);
  const messages = (await project.chatMessages("c")).messages;
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["user", "assistant", "user", "assistant"],
  );
});

test("an answer that is empty or was cut is said, and what there was is shown", async () => {
  const project = await open("short");
  models.behave({ do: "answer", text: "", finish: "length" });
  const none = await project.ask("which port does the staging service listen on?");
  assert.deepEqual([none.by, none.notes.map(({ code }) => code)], ["passages", ["ANSWER_EMPTY"]]);
  assert.match(none.text, /8443/);
  models.behave({ do: "answer", text: "The staging service listens on", finish: "length" });
  const cut = await project.ask("which port does the staging service listen on?");
  assert.deepEqual([cut.by, cut.text], ["model", "The staging service listens on…"]);
  assert.deepEqual(
    cut.notes.map(({ code }) => code).filter((code) => code !== "UNCITED"),
    ["ANSWER_CUT"],
  );
  const asked = (await project.today()).entries.filter(({ kind }) => kind === "asked");
  assert.deepEqual([asked.length, asked.every(({ ids }) => ids.length > 0)], [2, true]);
});

test("a prompt that is too long for the model is asked with fewer passages", async () => {
  const project = await open("long", { retries: 0 });
  for (let i = 0; i < 6; i++)
    await project.addMessage("talk", {
      id: `m${i}`,
      role: "user",
      text: `Lantern ${i} hangs at pier ${i} in the harbour.`,
    });
  const error = { message: "This model's maximum context length is 4096 tokens", code: "context_length_exceeded" };
  const tooLong = { do: "error", status: 400, body: { error } } as const;
  models.behave(tooLong, tooLong, { do: "answer", text: "At the piers." });
  const answer = await project.ask("where do the lanterns hang in the harbour?");
  assert.deepEqual([answer.by, answer.text], ["model", "At the piers."]);
  assert.ok(answer.notes.some(({ code }) => code === "FEWER_PASSAGES"));
  const given = models.requests.slice(-3).map(({ system }) => system.match(/^\w+ \[M\d\]/gm)?.length);
  assert.deepEqual(given, [5, 2, 1]);
});

test("the prompt says what day it is, and tells times as the user's clock does", async () => {
  const loci = await openLoci({
    home: join(folder, "zones"),
    settings: {
      llm: { provider: "openai-compatible", model: "m", base_url: `${models.origin}/v1` },
      chat: { time_zone: "America/New_York" },
    } as never,
    system: { environment: {}, clock: () => Date.parse("2026-11-24T03:30:00Z") },
  });
  opened.push(loci);
  const project = await loci.project("p");
  await project.addMessage("talk", {
    id: "m1",
    role: "user",
    text: "The ferry leaves at noon.",
    time: "2026-11-24T02:00:00Z",
  });
  answering(() => "At noon.");
  await project.ask("when does the ferry leave?");
  const { system } = models.requests.at(-1) as LoopbackRequest;
  assert.match(system, /It is Monday, 2026-11-23 22:30\./);
  assert.match(system, /\[M1\] user, talk, 2026-11-23 21:00\n/);
});

test("a model that thinks is asked to think little, and has room for it", async () => {
  const project = await open("thinks", { model: "qwen3-8b", max_output_tokens: 500 });
  answering(() => "It is 8443.");
  await project.ask("which port does the staging service listen on?");
  const { body } = models.requests.at(-1) as LoopbackRequest;
  assert.equal((body as { reasoning_effort?: string }).reasoning_effort, "low");
  assert.equal((body as { max_tokens?: number }).max_tokens, 4_500);
});

test("over the limit of spending nothing is sent", async () => {
  const project = await open("budget", { daily_token_limit: 50 });
  answering(() => "never");
  const before = models.requests.length;
  const answer = await project.ask("which port does the staging service listen on?");
  assert.equal(models.requests.length, before);
  assert.match(answer.notes.at(-1)?.message ?? "", /limit of spending/);
});

test("in a chat both sides are kept, the question doesn't find itself, and another chat finds them", async () => {
  const project = await open("chat");
  answering((request) => `Noted: ${request.question.slice(0, 20)}`);
  await project.ask("The ferry to Visby leaves at half past seven on Thursdays.", { chat: "one" });
  const request = models.requests.at(-1) as LoopbackRequest;
  assert.doesNotMatch(request.system, /ferry to Visby/);
  const again = await project.ask("when does the ferry to Visby leave?", { chat: "two" });
  assert.ok(again.sources.some(({ text, message }) => text.includes("half past seven") && message?.chat === "one"));
  assert.ok(again.sources.every(({ message }) => message?.chat !== "two"));
  assert.deepEqual((await project.chats()).chats.map(({ chat }) => chat).sort(), ["one", "two"]);
  assert.deepEqual(
    (await project.chatMessages("one")).messages.map(({ role }) => role),
    ["user", "assistant"],
  );
});

test("what an assistant said in a chat stands for nothing in another", async () => {
  const project = await open("taint");
  answering(() => "The gate code is probably four four one nine.");
  await project.ask("which port does the staging service listen on?", { chat: "one" });
  answering(() => "I don't know.");
  await project.ask("what is the gate code?", { chat: "two" });
  const { system } = models.requests.at(-1) as LoopbackRequest;
  assert.doesNotMatch(system, /four four one nine/);
});

test("in a chat that others see, only what they may see is answered from, and the owner's notes stay out", async () => {
  const project = await open("audience");
  writeMemory(join(folder, "audience", "projects", "p"), "admin", ["Anna is allergic to nuts."]);
  answering(() => "Nothing.");
  await project.ask("what is the staging budget for port moves?", { chat: "open", scope: "kb" });
  const seen = models.requests.at(-1) as LoopbackRequest;
  assert.doesNotMatch(seen.system, /9000 euros|allergic/);
  await project.ask("what is the staging budget for port moves?", { chat: "mine" });
  assert.match((models.requests.at(-1) as LoopbackRequest).system, /9000 euros[\s\S]*|allergic/);
  const user = await project.ask("what is the staging budget for port moves?", { chat: "own", caller: "user:7" });
  assert.ok(user.sources.every(({ scope }) => scope !== "admin"));
  await assert.rejects(project.ask("hello there", { chat: "x", caller: "public" }), { code: "FORBIDDEN" });
});

test("facts are answered exactly and without the model", async () => {
  const project = await open("facts");
  const before = models.requests.length;
  await project.ask("My favorite fonts are 1) Garamond, 2) Futura.", { chat: "c" });
  const answer = await project.ask("What is my second favorite font?", { chat: "c" });
  assert.equal(answer.by, "facts");
  assert.match(answer.text, /Futura/);
  assert.equal(models.requests.length, before);
  assert.equal((await project.chatMessages("c")).total, 4);
});

test("what facts don't have, and a passage says, is answered by the passage alone", async () => {
  const project = await open("denied", { provider: "none" });
  await project.addDrawer({ text: "My sister's birthday is 3 May.", wing: "home", room: "family", scope: "admin" });
  const answered = await project.ask("what is my sister's birthday?", { caller: "owner" });
  assert.match(answered.text, /^From what is stored:\n\n> My sister's birthday is 3 May\./);
  const unknown = await project.ask("what is my favorite tea?", { caller: "owner" });
  assert.match(unknown.text, /have .*stored|stored .*answers/i);
});

test("what was asked to be remembered is shown once, and orders to the memory are answered with what to do", async () => {
  const project = await open("remembered", { provider: "none" });
  const said = async (text: string) => await project.ask(text, { caller: "owner", chat: "own" });
  await said("remember that the city closes Kanalbridge on the 4th and 5th");
  const { text, sources } = await project.ask("when is Kanalbridge closed?", { caller: "owner" });
  assert.equal(text.match(/^> /gmu)?.length, 1, text);
  assert.equal(sources.length, 1);
  for (const order of ["what can you do?", "forget where the bridge is", "undo", "good morning", "morning"]) {
    const answer = await said(order);
    assert.deepEqual(answer.sources, [], order);
    assert.doesNotMatch(answer.text, /stored (?:clearly )?answers|From what/u, order);
  }
});

test("a passage that an assistant said is quoted as such", async () => {
  const project = await open("assistant", { provider: "none" });
  const path = join(folder, "session.txt");
  const cause = "The nightly export fails because the certificate of the object store expired on 14 November.";
  writeFileSync(path, `User: Please find out why the nightly export fails.\nAssistant: ${cause}\n`);
  await project.mine([path], { scope: "admin" });
  const { text } = await project.ask("why does the nightly export fail?", { caller: "owner" });
  assert.match(text, /> The nightly export fails because[^\n]*\n\[M\d "[^\n]*, an assistant, not checked$/m);
});

test("what facts don't have is answered by no passage about another topic, though it is asked again", async () => {
  const project = await open("bleed", { provider: "none" });
  const lists = {
    colors: "Teal 2) Ochre",
    "tv shows": "Dark 2) Andor",
    candies: "Nougat 2) Fudge",
    rivers: "Tagus 2) Po",
  };
  const [denied = "", ...told] = Object.keys(lists).reverse();
  for (const topic of told)
    await project.ask(`My favorite ${topic} are 1) ${lists[topic as keyof typeof lists]}`, { chat: "A" });
  for (const chat of ["A", "A", undefined]) {
    for (const question of [`what are my favorite ${denied}?`, `what is my second favorite ${denied.slice(0, -1)}?`]) {
      const { text, covered } = await project.ask(question, chat === undefined ? {} : { chat });
      assert.match(text, /^I don't have your favorite rivers stored as a fact\.\n/u, question);
      assert.equal(covered, false, question);
    }
  }
  const said = await project.ask("what are my favorite candies?");
  assert.match(said.text, /Nougat/u);
});

test("few words to look up, of which one stands in no passage, are answered by nothing of a neighbour", async () => {
  const project = await open("neighbours", { provider: "none" });
  const pairs = [
    ["Anna's birthday is 17 February", "anna's birthday", "anna's address"],
    ["my uncle's phone number is 555-0717", "uncle's phone", "aunt's phone"],
    ["the parrot's name is Captain", "parrot name?", "hamster name?"],
    ["my shirt size is 41", "shirt size", "shoe size"],
    ["the pharmacy closes at 18:45", "pharmacy closing time", "car insurance"],
  ] as const;
  for (const [id, [text]] of pairs.entries()) await project.addMessage("c", { id: `${id}`, role: "user", text });
  for (const [said, asked, neighbour] of pairs) {
    const { text, covered } = await project.ask(asked);
    assert.ok(covered && text.includes(said.split(" ").at(-1) ?? said), `${asked}: ${text}`);
    assert.equal((await project.ask(neighbour)).covered, false, neighbour);
  }
});

test("where nothing matters what holds a word of the question is shown as the closest, and nothing else", async () => {
  const project = await open("closest", { provider: "none" });
  for (const text of ["Keypad on the walk in freezer is 6628 btw.", "Choir practice is on thursdays at seven."])
    await project.addDrawer({ text, wing: "home", room: "notes", scope: "admin" });
  const close = await project.ask("how do I get into the freezer, what do I punch in?");
  assert.match(close.text, /^Nothing that is stored clearly answers this; these come closest:\n\n> /u);
  assert.match(close.text, /freezer is 6628/u);
  assert.equal(close.covered, false);
  assert.doesNotMatch(close.text, /Choir/u);
  assert.equal((await project.ask("who painted the bathroom?")).text, "Nothing that is stored answers this.");
});

test("what the owner says in a chat of his own is his, and what he says where others listen is the project's", async () => {
  const project = await open("whose");
  await project.ask("My therapist is called Dr. Ibis.", { chat: "own" });
  await project.ask("My favorite tea is sencha.", { chat: "own" });
  await project.ask("Our office plant is called Fern.", { chat: "shared", scope: "kb" });
  for (const caller of ["public", "user:y"] as const) {
    for (const query of ["Who is my therapist?", "What is my favorite tea?", "What is the project's favorite tea?"])
      assert.doesNotMatch((await project.ask(query, { caller })).text, /Ibis|sencha/, `${caller}: ${query}`);
  }
  for (const scope of ["kb", "user:y"] as const)
    assert.deepEqual(
      (await project.facts({ scope })).filter(({ items }) => /sencha/.test(JSON.stringify(items))),
      [],
    );
  assert.match((await project.ask("What is my favorite tea?")).text, /sencha/);
  assert.match((await project.ask("Who is my therapist?", { chat: "own" })).text, /Ibis/);
  // An answer in a chat that others read tells nothing private.
  assert.doesNotMatch((await project.ask("What is my favorite tea?", { chat: "shared" })).text, /sencha/);
});

test("the files of a chat are there for people to read", async () => {
  const project = await open("files", {}, { chat: { time_zone: "Pacific/Kiritimati" } });
  await project.addMessage("notes", {
    id: "m1",
    role: "user",
    text: "Late in the evening.",
    time: "2026-03-01T23:30:00Z",
  });
  const root = join(folder, "files", "projects", "p", "chats", "notes");
  assert.match(readFileSync(join(root, "log", "2026-03-02.md"), "utf8"), /\*\*13:30 user\*\*\n\nLate in the evening\./);
  assert.equal(JSON.parse(readFileSync(join(root, "profile.json"), "utf8")).scope, "admin");
  assert.equal(JSON.parse(readFileSync(join(root, "recent.json"), "utf8")).messages.length, 1);
  assert.equal(JSON.parse(readFileSync(join(root, "messages.jsonl"), "utf8")).session, "2026-03-02");
});

test("an answer that somebody else wrote is verified, by the drawers it names or by all there are", async () => {
  const project = await open("verify", { provider: "none" });
  const asked = await project.ask("which port does the staging service listen on?");
  const port = asked.sources.find(({ text }) => text.includes("8443"));
  const foot = `\n\nSources\n[M1] manual.md:7\n     drawer ${port?.id} sha256 ${port?.hash.slice(0, 16)}\n[M2] manual.md drawer ${"0".repeat(32)}\n`;
  const named = await project.verify(
    `It is 8443 [M1 "listens on port 8443"]. Kept long [M1 "are kept for fourteen days"]. Gone [M2 "listens on port 8443"].${foot}`,
  );
  assert.deepEqual(
    named.citations.map(({ verdict }) => verdict),
    ["supported", "not found", "no such source"],
  );
  assert.deepEqual([named.citations[0]?.changed, named.citations[0]?.lines?.start, named.clean], [false, 7, false]);
  assert.equal(named.strict, 'It is 8443 [M1 "listens on port 8443"].');
  const free = await project.verify(
    'Both [M1 "listens on port 8443"; "kept for fourteen days"], not [M2 "listens on port 9000 and more"].',
  );
  assert.deepEqual(
    free.citations.map(({ verdict }) => verdict),
    ["supported", "supported", "not found"],
  );
  const user = await project.verify('Secret [M1 "The staging budget for port moves"].', { caller: "user:7" });
  assert.equal(user.citations[0]?.verdict, "not found");
  assert.equal((await project.verify("nothing is cited")).clean, false);
});
