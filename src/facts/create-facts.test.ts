import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { LociError } from "../model/error.ts";
import { openMemoryFactStore } from "../../test/contract/reference/open-fact-store.ts";
import { openSqliteFactStore } from "../storage/sqlite/catalog/open-catalog.ts";
import { rounds } from "../../test/rounds.fixture.ts";
import { daysIn } from "../text/days.ts";
import { createFacts, type Facts } from "./create-facts.ts";
import { readStep } from "../../evals/facts/judge/case.ts";
import { memoryFacts, unlikeHistory } from "./memory-facts.fixture.ts";

const values = async (facts: Facts, topic: string): Promise<readonly string[]> =>
  (await facts.list()).find((list) => list.topic === topic)?.items.map((item) => item.value) ?? [];
const code =
  (wanted: string) =>
  (thrown: unknown): boolean =>
    thrown instanceof LociError && thrown.code === wanted;

test("a statement keeps its message, chat, sentence and time", async () => {
  const facts = memoryFacts();
  await facts.tell("Hello. My favorite tea is sencha! Bye.", {
    chat: "B",
    messageId: "m7",
    time: "2025-03-02T10:00:00Z",
  });
  const { sources, items } = await facts.ask("What's my favorite tea?", { chat: "other" });
  assert.deepEqual(sources, [
    { messageId: "m7", chat: "B", sentence: "My favorite tea is sencha!", time: "2025-03-02T10:00:00.000Z" },
  ]);
  assert.deepEqual(items, [
    { position: 1, value: "sencha", messageId: "m7", chat: "B", time: "2025-03-02T10:00:00.000Z" },
  ]);
});

test("what a user is answered with, he is shown: the project's lists where he has none of his own", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite teas are assam, mate", { scope: "kb" });
  await facts.tell("My favorite gin is Monkey 47", { scope: "kb" });
  await facts.tell("My favorite tea is sencha", { scope: "user:a" });
  assert.equal((await facts.ask("what is my favorite gin?", { scope: "user:a" })).items[0]?.value, "Monkey 47");
  assert.deepEqual(
    (await facts.list("user:a")).map(({ topic, scope }) => [topic, scope]),
    [
      ["gin", "kb"],
      ["tea", "user:a"],
    ],
  );
  assert.deepEqual(
    [(await facts.show("gin", "user:a")).count, (await facts.show("tea", "user:a")).items.map(({ value }) => value)],
    [1, ["sencha"]],
  );
  assert.equal((await facts.history("gin", "user:a")).length, 1);
  assert.match((await facts.ask("what is my favorite gin?", { scope: "user:a" })).text, /^The project's favorite gin/u);
  // Where it was said is the owner's to know, whichever way it is asked.
  for (const { answers } of [
    await facts.ask("what is my favorite gin?", { scope: "user:a" }),
    await facts.tell("what is my favorite gin?", { scope: "user:a" }),
  ])
    assert.deepEqual([answers[0]?.items[0]?.messageId, answers[0]?.sources], ["", []]);
  assert.deepEqual(
    (await facts.show("tea", "kb")).items.map(({ value }) => value),
    ["assam", "mate"],
  );
  await assert.rejects(facts.show("rum", "user:a"), code("FACT_NOT_FOUND"));
  await assert.rejects(facts.tell("My favorite rum is dark", { scope: "user:" }), code("SCOPE_INVALID"));
});

test("the reply shows what was there", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite movies are Star Trek: First Contact, Heat");
  for (const again of ["My favorite movies are First Contact, Heat", "One of my favorite movies is First Contact"]) {
    assert.match((await facts.tell(again)).text, /1\. Star Trek: First Contact, 2\. Heat\.$/u);
  }
  await facts.tell("My favorite teas are 1) assam, 2) sencha");
  const told = await facts.tell("My favorite teas are 1) oolong, 2) sencha");
  assert.deepEqual(
    told.before.map((item) => item.value),
    ["assam", "sencha"],
  );
  assert.deepEqual(
    told.items.map((item) => item.value),
    ["oolong", "sencha"],
  );
  assert.match(told.text, /Was: 1\. assam/u);
});

test("a mixed message: the fact is stored, the question answered, the rest handed back", async () => {
  const facts = memoryFacts();
  const told = await facts.tell("My favorite tea is sencha. How high is Etna? What's my favorite tea?");
  assert.equal(told.route, "facts-write");
  assert.equal(told.answers[0]?.items[0]?.value, "sencha");
  assert.equal(told.rest, "How high is Etna?");
});

test("asking never changes a list; a question that follows needs it asked in the same chat", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite teas are 1) assam, 2) sencha, 3) mate", { chat: "A" });
  const asked = await facts.ask("My favorite tea is oolong", { chat: "A" });
  assert.equal(asked.route, "facts-write");
  assert.equal(asked.kind, undefined);
  assert.deepEqual(await values(facts, "tea"), ["assam", "sencha", "mate"]);
  assert.equal((await facts.ask("and the third one?", { chat: "B" })).route, "search");
  await facts.ask("What is my favorite tea?", { chat: "B" });
  assert.equal((await facts.ask("and the third one?", { chat: "B" })).items[0]?.value, "mate");
});

test("a forgotten chat never was: what it added goes, what it replaced returns, what it repeated stays", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite teas are assam and sencha", { chat: "A" });
  await facts.tell("My favorite season is autumn", { chat: "A" });
  await facts.tell("Actually, my favorite season is winter", { chat: "B" });
  await facts.tell("Add mate to my favorite teas. Also swap 1 and 2.", { chat: "B" });
  await facts.tell("My favorite tea is mate", { chat: "C" });
  await facts.deleteChat("B");
  assert.deepEqual(await values(facts, "season"), ["autumn"]);
  assert.deepEqual(await values(facts, "tea"), ["mate", "assam", "sencha"]);
  assert.deepEqual(await unlikeHistory(facts), []);
  assert.doesNotMatch(
    JSON.stringify([await facts.history("season"), await facts.history("tea")]),
    /winter|"chat":"B"/u,
  );
});

test("what a forgotten chat said stands in no history, even where another chat named it by rank", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite teas are 1) assam", { chat: "A" });
  await facts.tell("Add zyzzyva to my favorite teas", { chat: "B" });
  await facts.tell("Move #2 to #1 in my favorite teas. Remove #1 from my favorite teas.", { chat: "A" });
  await facts.deleteChat("B");
  assert.doesNotMatch(JSON.stringify(await facts.history("tea")), /zyzzyva/u);
  assert.deepEqual(await unlikeHistory(facts), []);
});

test("undo takes back a whole message, of its chat, again and again, and not what was only repeated", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite tea is assam. My favorite soup is pho.", { chat: "A" });
  await facts.tell("My favorite tea is assam", { chat: "A" });
  await facts.tell("My favorite pie is pecan", { chat: "B" });
  // A bare "undo" counts only right after a change.
  assert.equal((await facts.tell("undo that", { chat: "A" })).route, "search");
  assert.equal((await facts.undo({ chat: "A" })).changed, true);
  assert.deepEqual(
    (await facts.list()).map((list) => list.topic),
    ["pie"],
  );
  assert.equal((await facts.undo({ chat: "A" })).changed, false);
  assert.equal((await facts.undo()).changed, true);
  assert.deepEqual(await facts.list(), []);
});

test("lists of a user are his own; the project's are seen where he has none", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite teas are assam, mate", { scope: "kb" });
  await facts.tell("My favorite soup is pho", { scope: "kb" });
  await facts.tell("My favorite tea is sencha", { scope: "user:42" });
  assert.equal((await facts.ask("What's my favorite tea?", { scope: "user:42" })).items[0]?.value, "sencha");
  assert.equal((await facts.ask("What's my favorite soup?", { scope: "user:42" })).items[0]?.value, "pho");
  assert.equal((await facts.ask("What's my favorite tea?")).items[0]?.value, "assam");
  assert.equal((await facts.ask("What's my favorite tea?", { scope: "user:7" })).items[0]?.value, "assam");
  await facts.tell("Add mate to my favorite soups", { scope: "user:42" });
  assert.deepEqual(
    (await facts.show("soup", "kb")).items.map((item) => item.value),
    ["pho"],
  );
});

test("sets and removals without grammar", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite fonts are Futura, Optima.");
  assert.deepEqual(
    (await facts.change({ op: "set", topic: "font", rank: 1, value: "Bodoni" })).items.map((item) => item.value),
    ["Bodoni", "Optima"],
  );
  assert.deepEqual(
    (await facts.change({ op: "set", topic: "font", rank: 3, value: "Didot" })).items.map((item) => item.value),
    ["Bodoni", "Optima", "Didot"],
  );
  assert.deepEqual(
    (await facts.change({ op: "remove", topic: "font", item: "#2" })).items.map((item) => item.value),
    ["Bodoni", "Didot"],
  );
  assert.deepEqual(
    (await facts.change({ op: "remove", topic: "fonts", item: "didot" })).items.map((item) => item.value),
    ["Bodoni"],
  );
  await assert.rejects(facts.change({ op: "set", topic: "font", rank: 9, value: "x" }), code("FACT_INVALID"));
  await assert.rejects(facts.change({ op: "remove", topic: "font", item: "Arial" }), code("FACT_NOT_FOUND"));
  await assert.rejects(facts.show("lens"), code("FACT_NOT_FOUND"));
  await assert.rejects(facts.tell("My favorite tea is mate", { time: "yesterday" }), code("FACT_INVALID"));
  // JavaScript reads a year into these, or moves them on a day.
  for (const time of ["8 May", "1", "2025-02-30", "2025-02-30T10:00:00Z"])
    await assert.rejects(facts.tell("My favorite tea is mate", { time }), code("FACT_INVALID"), time);
  assert.deepEqual(await unlikeHistory(facts), []);
});

test("files of lists are written for people, and not read back", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loci-lists-"));
  // The evening before in UTC is the reader's new day.
  let now = Date.UTC(2025, 11, 31, 20);
  const facts = createFacts({
    store: await openSqliteFactStore(join(folder, "catalog.sqlite")),
    files: join(folder, "facts"),
    days: daysIn("Asia/Tokyo"),
    clock: () => (now += 1000),
    newId: () => String((now += 1)),
  });
  const file = join(folder, "facts", "board-game.private.md");
  try {
    await facts.tell("My favorite board games are 1) Hive, 2) Azul, 3) Root", { chat: "A" });
    const written = await readFile(file, "utf8");
    assert.match(written, /# Favorite board games\n\n1\. Hive \(2026-01-01, chat A\)/u);
    await writeFile(file, written.replace("Hive", "Go"));
    assert.deepEqual(
      (await facts.ask("List my favorite board games")).items.map((item) => item.value),
      ["Hive", "Azul", "Root"],
    );
    assert.deepEqual((await facts.sync()).written, ["board-game.private.md"]);
    assert.equal(await readFile(file, "utf8"), written);
    await facts.tell("Clear my favorite board games");
    assert.equal(existsSync(file), false);
    await facts.tell("My wifi password is hunter2#");
    assert.deepEqual(await readdir(join(folder, "facts")), [], "a secret is in no file");
  } finally {
    await facts.close();
    await rm(folder, { recursive: true });
  }
});

test("a topic that no other call could name is none: it is stored by no statement", async () => {
  const facts = memoryFacts();
  for (const [letters, route] of [
    [200, "facts-write"],
    [201, "search"],
    [5_000, "search"],
  ] as const) {
    const topic = "z".repeat(letters);
    assert.equal((await facts.tell(`My favorite ${topic} are 1) Sencha, 2) Oolong`)).route, route, String(letters));
    if (route === "search")
      await assert.rejects(facts.change({ op: "set", topic, rank: 1, value: "Sencha" }), code("FACT_INVALID"));
    else assert.equal((await facts.show(topic)).count, 2);
  }
});

test("bad input: never a crash, never half a change, bounded", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite teas are 1) assam, 2) sencha", { chat: "A" });
  const strange = [
    "",
    " ",
    "\n\n",
    "\u0000",
    "\u200b",
    "?",
    "1)",
    "#",
    "#0",
    "#-1",
    "my",
    "my favorite",
    "my favorite tea is",
    "My favorite teas are 1) 2) 3)",
    "My #0 favorite tea is mate",
    "My #-2 favorite tea is mate",
    "My 0th favorite tea is mate",
    "put mate at #-1",
    "put mate at #0 in my favorite teas",
    "What is my #99999999999999999999 favorite tea?",
    "What is my -3rd favorite tea?",
    "swap #1 and #77",
    "\ud800 My favorite \udfff is x",
    "((((((",
    "“““",
    "```",
    "> ",
    "<!-- -->",
    "My favorite tea is " + "x".repeat(5000),
    "My favorite " + "very ".repeat(3000) + "tea is mate",
    "é".repeat(100_000),
    "My favorite teas are " + "(".repeat(20_000),
    "a, ".repeat(rounds(50_000, 10_000)),
    "my favorite ".repeat(20_000),
    "1. ".repeat(50_000),
    "🧉".repeat(50_000),
    "my favorite tea:\n".repeat(rounds(5_000, 500)),
  ];
  for (const text of strange) {
    const told = await facts.tell(text, { chat: "A" });
    await facts.ask(text, { chat: "A" });
    assert.ok(told.route === "search" || told.text !== "", JSON.stringify(text.slice(0, 60)));
    assert.deepEqual(await unlikeHistory(facts), []);
  }
  assert.deepEqual((await values(facts, "tea")).slice(0, 2), ["assam", "sencha"]);
  await assert.rejects(facts.tell("x".repeat(5_000_000)), code("TOO_LARGE"));
});

test("a yes or no is about the place that was asked for: the first, a rank, or any", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite kites are 1) delta, 2) box, 3) sled", { chat: "A" });
  const answer = async (text: string): Promise<string | undefined> =>
    /^(Yes|No)/u.exec((await facts.ask(text, { chat: "A" })).text)?.[0];
  assert.deepEqual(
    await Promise.all(
      [
        "Is sled my favorite kite?",
        "Is my favorite kite delta?",
        "Is box my second favorite kite?",
        "Is sled one of my favorite kites?",
        "Is sled in my favorite kites?",
        "Is kvass my favorite kite?",
      ].map(answer),
    ),
    ["No", "Yes", "Yes", "Yes", "Yes", undefined],
  );
});

test("marks of direction, invisible signs, markdown, emoji and repeated values are no part of what is stored", async () => {
  const facts = memoryFacts();
  const told = await facts.tell(
    "\u202eMy favorite \u200bteas\u202c are 1) \u2066שלום\u2069, 2) **mate**, 3) Mate, 4) 🍵 [M3]",
  );
  assert.deepEqual(await values(facts, "tea"), ["שלום", "mate", "🍵"]);
  assert.match(told.text, /1\. שלום, 2\. mate, 3\. 🍵/u);
});

test("one megabyte of items costs seconds, not minutes", async () => {
  const facts = memoryFacts();
  const cost = async (count: number): Promise<number> => {
    const before = process.cpuUsage();
    const { items } = await facts.tell(
      `My favorite things of ${count} are ${Array.from({ length: count }, (_, i) => `item ${i}`).join(", ")}`,
    );
    assert.equal(items.length, count);
    const { user } = process.cpuUsage(before);
    return user;
  };
  await cost(2_000);
  const most = rounds(80_000, 20_000);
  const [few, many] = [await cost(most / 8), await cost(most)];
  // Eight times the items: eight times the time, with room for the collector. A quadratic step would make it sixty-four.
  assert.ok(many < few * 24, `${few} µs and ${many} µs`);
});

test("ten thousand items in one message, and one megabyte", async () => {
  const facts = memoryFacts();
  const numbered = Array.from(
    { length: 10_000 },
    (_, i) => `${i + 1}) thing number ${i + 1} of many, with a comma and more words to make it longer than most others`,
  ).join("\n");
  const told = await facts.tell(`My favorite things are:\n${numbered}`);
  assert.equal(told.items.length, 10_000);
  assert.equal((await facts.ask("What is my 10000th favorite thing?")).items[0]?.position, 10_000);
  assert.equal((await facts.ask("What is my 10001st favorite thing?")).count, 10_000);
});

test("any text: told and asked without an error, and the lists agree with their histories", async () => {
  const words = fc.constantFrom(
    "my",
    "favorite",
    "favorites",
    "tea",
    "teas",
    "is",
    "are",
    "1)",
    "2)",
    "#1",
    "#2",
    "first",
    "second",
    "last",
    "top",
    "and",
    ",",
    ".",
    "?",
    ":",
    "\n",
    "add",
    "remove",
    "swap",
    "move",
    "to",
    "the",
    "of",
    "in",
    "what",
    "list",
    "undo",
    "clear",
    "sencha",
    "Mate",
    '"Earl Grey"',
    "(x)",
    "not",
    "now",
    "actually",
    "i",
    "think",
    "where",
    "did",
    "say",
    "that",
    "mi",
    "favorito",
    "es",
    "🍵",
    "茶",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(words, { maxLength: 14 }).map((list) => list.join(" ")),
        { maxLength: 8 },
      ),
      async (messages) => {
        const facts = memoryFacts();
        for (const message of messages) {
          const before = JSON.stringify(await facts.list());
          const asked = await facts.ask(message, { chat: "A" });
          assert.equal(JSON.stringify(await facts.list()), before);
          const told = await facts.tell(message, { chat: "A" });
          if (asked.route === "search" && told.route === "search") assert.equal(told.changed, false);
          for (const list of await facts.list()) {
            assert.deepEqual(
              list.items.map((item) => item.position),
              list.items.map((_, i) => i + 1),
            );
            assert.equal(new Set(list.items.map((item) => item.value.toLowerCase())).size, list.items.length);
          }
        }
        assert.deepEqual(await unlikeHistory(facts), []);
      },
    ),
    { numRuns: rounds(150, 13) },
  );
});

test("the forms in which a history may be written", () => {
  assert.deepEqual(readStep("[B:2025-01-01T00:00:00Z] hi"), {
    kind: "say",
    project: null,
    chat: "B",
    text: "hi",
    time: "2025-01-01T00:00:00Z",
    role: "user",
  });
  assert.deepEqual(readStep("[other:Z] hi"), {
    kind: "say",
    project: "other",
    chat: "Z",
    text: "hi",
    time: null,
    role: "user",
  });
  assert.deepEqual(readStep("⟨delete_chat B⟩"), { kind: "delete-chat", project: null, chat: "B" });
  assert.deepEqual(readStep({ action: "delete_chat", chat: "B" }), { kind: "delete-chat", project: null, chat: "B" });
  assert.deepEqual(readStep({ chat: "B", text: "hi", at: "2025-01-01" }), {
    kind: "say",
    project: null,
    chat: "B",
    text: "hi",
    time: "2025-01-01",
    role: "user",
  });
});

test("what follows a rank goes on from it and drops nothing", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite greens are okra, pea");
  await facts.tell("My second favorite green is kale, then leek");
  assert.deepEqual(await values(facts, "green"), ["okra", "kale", "leek", "pea"]);
});

test("what replaces an item may begin with an article, and with a pronoun that a capital makes a name", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite books are Emma, Dune, Gray's Anatomy");
  await facts.tell("Replace Emma with The Elements of Style in my favorite books");
  await facts.tell("change Dune to the hobbit");
  await facts.tell("Replace Gray's Anatomy with This Is Water");
  assert.deepEqual(await values(facts, "book"), ["The Elements of Style", "hobbit", "This Is Water"]);
});

test("after a message that changes a list many times its file is as the last change left it", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "loci-facts-"));
  t.after(() => rm(folder, { recursive: true }));
  let now = 0;
  const facts = createFacts({
    store: openMemoryFactStore(),
    files: folder,
    clock: () => ++now,
    newId: () => String(++now),
  });
  await facts.tell(
    "My favorite tea is sencha. Add assam to my favorite teas. Add mate to my favorite teas. My favorite color is teal.",
    { chat: "A" },
  );
  assert.deepEqual((await readdir(folder)).sort(), ["color.private.md", "tea.private.md"]);
  assert.match(await readFile(join(folder, "tea.private.md"), "utf8"), /1\. sencha .*2\. assam .*3\. mate /su);
  assert.deepEqual((await facts.sync()).written, []);
});

test("what names no list is about the one spoken of only with an item of it", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite books are 1) Emma, 2) Dune", { chat: "A" });
  assert.equal((await facts.tell("Blue's my fave, it makes me feel relaxed.", { chat: "A" })).changed, false);
  await facts.tell("List my favorite books", { chat: "A" });
  assert.equal((await facts.tell("Iron Man is my top pick.", { chat: "A" })).changed, false);
  assert.deepEqual(await values(facts, "book"), ["Emma", "Dune"]);
});

test("what a text is to be written for is nobody's own", async () => {
  const facts = memoryFacts();
  await facts.tell("Write a post for us. Our main keyword is “Cleaning in Omaha”.");
  await facts.tell("Our business name is “Home, and our main keyword is “Gutter repair”");
  assert.deepEqual(await facts.list(null, { kind: "attribute" }), []);
});
