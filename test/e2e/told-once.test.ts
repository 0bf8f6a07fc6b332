import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { openLoci, type Project } from "../../src/index.ts";
import { rounds } from "../rounds.fixture.ts";
import { storedDrawers } from "../stored-drawers.fixture.ts";

const SAID = [
  "Staging listens on 8443.",
  "Noted.",
  "And production?",
  "On 9443.",
  "Good.",
  "The heron left.",
  "Where to?",
];
const RESUMED = ["Back again: rotate the keys.", "Rotated."];
const FORKED = ["What if we used 7443?", "It is free."];

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const time = (n: number, shift = 0): string => new Date(Date.UTC(2026, 10, 20, 9, n) + shift).toISOString();

/** An agent's way to write a session. @param from the session that the first messages are copied from, and how many */
type Writes = (session: string, said: readonly string[], from?: { session: string; count: number }) => string;

const claude: (forks: boolean) => Writes = (forks) => (session, said, from) =>
  said
    .map((text, n) => {
      const id = uuid(SAID.includes(text) ? n : 100 + n + 10 * session.charCodeAt(0));
      const isCopy = from !== undefined && n < from.count;
      const origin = isCopy && forks ? { forkedFrom: { sessionId: from.session, messageUuid: id } } : {};
      const role = n % 2 === 0 ? "user" : "assistant";
      const content = role === "user" ? text : [{ type: "text", text }];
      const own = isCopy && forks ? uuid(5000 + n) : id;
      return JSON.stringify({
        type: role,
        uuid: own,
        sessionId: session,
        timestamp: time(n),
        ...origin,
        message: { role, content },
      });
    })
    .join("\n");

const codex: Writes = (session, said, from) =>
  [
    JSON.stringify({ timestamp: time(0), type: "session_meta", payload: { id: session, cwd: "/gone" } }),
    ...said.map((text, n) => {
      const role = n % 2 === 0 ? "user" : "assistant";
      const content = [{ type: role === "user" ? "input_text" : "output_text", text }];
      // A copy may be written some seconds later.
      const timestamp = time(n, from !== undefined && n < from.count ? 40_000 : 0);
      return JSON.stringify({ timestamp, type: "response_item", payload: { type: "message", role, content } });
    }),
  ].join("\n");

const gemini: Writes = (session, said, from) =>
  [
    JSON.stringify({ sessionId: session, projectHash: "p", startTime: time(0) }),
    ...said.map((text, n) => {
      const isCopy = from !== undefined && n < from.count;
      const id = uuid(SAID.includes(text) || isCopy ? n : 100 + n + 10 * session.charCodeAt(0));
      const type = n % 2 === 0 ? "user" : "gemini";
      return JSON.stringify({ id, timestamp: time(n), type, content: text });
    }),
  ].join("\n");

const AGENTS = [
  ["claude-code", claude(true)],
  ["claude-code", claude(false)],
  ["codex", codex],
  ["gemini", gemini],
] as const;

const WAYS = ["mine", "hook", "hookFork", "fork", "resume", "copy", "later", "payload", "rebuild"] as const;

for (const [i, [agent, writes]] of AGENTS.entries())
  test(`whatever brings them in what order, the messages of ${agent} (${i}) are stored once each`, async () => {
    const wanted = [...SAID, ...RESUMED, ...FORKED].sort();
    let ids: readonly string[] | null = null;
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...WAYS], { minLength: WAYS.length }), async (order) => {
        const root = mkdtempSync(join(tmpdir(), "loci-once-"));
        const home = join(root, "home");
        try {
          const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
          const project = await loci.project("p");
          for (const way of order) await bring(project, { root, agent, writes }, way);
          await loci.close();
          const drawers = await storedDrawers(home, "p");
          assert.deepEqual(drawers.map(({ text }) => text).sort(), wanted, order.join(" "));
          const now = drawers.map(({ id, text, message }) => [text, message?.role, id].join("|")).sort();
          // Where entries have ids of their own, drawers take theirs from these.
          if (agent === "claude-code") assert.deepEqual(now, (ids ??= now), order.join(" "));
        } finally {
          rmSync(root, { recursive: true, force: true });
        }
      }),
      { numRuns: rounds(15, 3) },
    );
  });

const line = (n: number, fields: object): string => JSON.stringify({ id: uuid(n), timestamp: time(n), ...fields });
const roleOf = (n: number): string => (n % 2 === 0 ? "user" : "assistant");
/** Agents whose hooks don't tell of their sessions: what is mined is all. */
const MINED: Readonly<Record<string, (said: readonly string[]) => string>> = {
  qwen: (said) =>
    said
      .map((text, n) =>
        line(n, {
          uuid: uuid(n),
          sessionId: uuid(90),
          type: roleOf(n),
          message: { role: roleOf(n), parts: [{ text }] },
        }),
      )
      .join("\n"),
  pi: (said) =>
    [
      JSON.stringify({ type: "session", id: uuid(90), timestamp: time(0), cwd: "/gone" }),
      ...said.map((text, n) =>
        line(n, { id: `a${n}`, type: "message", message: { role: roleOf(n), content: [{ type: "text", text }] } }),
      ),
    ].join("\n"),
  droid: (said) =>
    [
      JSON.stringify({ type: "session_start", id: uuid(90), title: "Ports" }),
      ...said.map((text, n) =>
        line(n, { type: "message", message: { role: roleOf(n), content: [{ type: "text", text }] } }),
      ),
    ].join("\n"),
  amp: (said) =>
    JSON.stringify({
      id: `T-${uuid(90)}`,
      created: Date.parse(time(0)),
      messages: said.map((text, n) => ({ role: roleOf(n), messageId: n, content: [{ type: "text", text }] })),
    }),
  telegram: (said) =>
    JSON.stringify({
      name: "Boats",
      type: "private_group",
      id: 4298372,
      messages: said.map((text, n) => ({
        id: n,
        type: "message",
        date: time(n).slice(0, 19),
        from: "Ada",
        from_id: "user1",
        text,
      })),
    }),
  discord: (said) =>
    JSON.stringify({
      guild: { id: "1", name: "Boats" },
      channel: { id: "1122334455667788990", type: "GuildTextChat", name: "boats" },
      messages: said.map((content, n) => ({
        id: String(n),
        type: "Default",
        timestamp: time(n),
        content,
        author: { id: "1", name: "ada" },
      })),
    }),
  messenger: (said) =>
    JSON.stringify({
      participants: [{ name: "Ada" }],
      messages: said.map((content, n) => ({ sender_name: "Ada", timestamp_ms: Date.parse(time(n)), content })),
      title: "Boats",
      thread_path: "inbox/boats_123",
    }),
  "copilot-cli": (said) =>
    [
      line(80, { type: "session.start", data: { sessionId: uuid(90) } }),
      ...said.map((text, n) => line(n, { type: `${roleOf(n)}.message`, data: { content: text } })),
    ].join("\n"),
};

for (const [agent, write] of Object.entries(MINED))
  test(`a session of ${agent} is stored once, in every order of mined, copied and later`, async (t) => {
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      const root = mkdtempSync(join(tmpdir(), "loci-once-"));
      t.after(() => rmSync(root, { recursive: true, force: true }));
      const loci = await openLoci({ home: join(root, "home"), settings: { embedding: { provider: "none" } } });
      const project = await loci.project("p");
      for (const at of order) {
        mkdirSync(join(root, `tree${at}`));
        const said = write([SAID.slice(0, 4), SAID.slice(0, 4), SAID][at] as string[]);
        writeFileSync(join(root, `tree${at}`, agent === "amp" ? "T-1.json" : "session.jsonl"), `${said}\n`);
        await project.mine([join(root, `tree${at}`)], { scope: "admin" });
      }
      await loci.close();
      const texts = (await storedDrawers(join(root, "home"), "p")).map(({ text }) => text).sort();
      assert.deepEqual(texts, [...SAID].sort(), order.join(" "));
    }
  });

/** opencode's hooks hand over messages, and its export holds them; a fork copies them under ids of its own. */
const opencode = (session: string, said: readonly string[], of: string): string =>
  JSON.stringify({
    info: { id: session, title: "Ports", directory: "/gone" },
    messages: said.map((text, n) => ({
      info: { id: `msg_${of}${n}`, sessionID: session, role: roleOf(n), time: { created: Date.parse(time(n)) } },
      parts: [{ type: "text", text }],
    })),
  });

test("whatever brings them in what order, the messages of opencode are stored once each", async () => {
  const payload = (count: number) =>
    SAID.slice(0, count).map((text, n) => ({ id: `msg_a${n}`, role: roleOf(n), text, time: time(n) }));
  const forked = [...SAID.slice(0, 4), ...FORKED];
  const ways: Readonly<Record<string, (project: Project, root: string) => Promise<unknown>>> = {
    hook: (project) => project.recordSession({ agent: "opencode", session: "ses_1", messages: payload(3) }),
    hookLater: (project) => project.recordSession({ agent: "opencode", session: "ses_1", messages: payload(7) }),
    mine: (project, root) => mineAs(project, root, "tree", opencode("ses_1", SAID.slice(0, 5), "a")),
    later: (project, root) => mineAs(project, root, "tree", opencode("ses_1", SAID, "a")),
    copy: (project, root) => mineAs(project, root, "copy", opencode("ses_1", SAID, "a")),
    fork: (project, root) => mineAs(project, root, "fork", opencode("ses_2", forked, "b")),
    rebuild: async (project) => ((await project.sources()).length > 0 ? await project.rebuild() : null),
  };
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(Object.keys(ways), { minLength: 7 }), async (order) => {
      const root = mkdtempSync(join(tmpdir(), "loci-once-"));
      try {
        const loci = await openLoci({ home: join(root, "home"), settings: { embedding: { provider: "none" } } });
        const project = await loci.project("p");
        for (const way of order) await ways[way]?.(project, root);
        await loci.close();
        const texts = (await storedDrawers(join(root, "home"), "p")).map(({ text }) => text).sort();
        assert.deepEqual(texts, [...SAID, ...FORKED].sort(), order.join(" "));
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: rounds(15, 2) },
  );
});

async function mineAs(project: Project, root: string, folder: string, text: string): Promise<void> {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, "session.json"), text);
  await project.mine([join(root, folder)], { scope: "admin" });
}

test("a prompt of Gemini's log is the one of its session's record, whichever comes first", async (t) => {
  const log = SAID.filter((_, n) => n % 2 === 0).map((message, n) => ({
    sessionId: uuid(90),
    messageId: n,
    type: "user",
    message,
    timestamp: time(2 * n, -700),
  }));
  const record = { sessionId: uuid(90), projectHash: "p" };
  const messages = SAID.map((content, n) => ({
    id: uuid(n),
    timestamp: time(n),
    type: n % 2 === 0 ? "user" : "gemini",
    content,
  }));
  for (const files of [
    ["logs.json", "chats/session-1.json"],
    ["chats/session-1.json", "logs.json"],
    ["", ""],
  ]) {
    const root = mkdtempSync(join(tmpdir(), "loci-once-"));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    const loci = await openLoci({ home: join(root, "home"), settings: { embedding: { provider: "none" } } });
    const project = await loci.project("p");
    mkdirSync(join(root, "tmp/shop/chats"), { recursive: true });
    for (const file of files) {
      if (file !== "chats/session-1.json") writeFileSync(join(root, "tmp/shop/logs.json"), JSON.stringify(log));
      if (file !== "logs.json")
        writeFileSync(join(root, "tmp/shop/chats/session-1.json"), JSON.stringify({ ...record, messages }));
      await project.mine([join(root, "tmp")], { scope: "admin" });
    }
    await loci.close();
    const texts = (await storedDrawers(join(root, "home"), "p")).map(({ text }) => text).sort();
    assert.deepEqual(texts, [...SAID].sort(), files.join(" "));
  }
});

test("a log of prompts whose sessions have files of their own gives /btw questions alone, and what no other file tells", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-once-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: join(root, "home"), settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const [log, chats] = [join(root, "qwen/tmp/x"), join(root, "qwen/projects/x/chats")];
  for (const folder of [log, chats]) mkdirSync(folder, { recursive: true });
  const typed = (session: number, message: string) => ({
    ...{ sessionId: uuid(session), messageId: 0, type: "user", message, timestamp: time(session, -60) },
  });
  const said = { role: "user", parts: [{ text: "Oil the sluice, please." }] };
  const record = {
    uuid: uuid(3),
    parentUuid: null,
    sessionId: uuid(1),
    timestamp: time(1),
    type: "user",
    message: said,
  };
  writeFileSync(join(chats, `${uuid(1)}.jsonl`), `${JSON.stringify(record)}\n`);
  for (const [logged, texts] of [
    [[typed(1, "Oil the sluice, please.")], 1],
    [[typed(1, "Oil the sluice, please."), typed(1, "/btw is peat old?")], 2],
    [[typed(1, "Oil the sluice, please."), typed(2, "Count the lamps.")], 2],
  ] as const) {
    writeFileSync(join(log, "logs.json"), JSON.stringify(logged));
    const project = await loci.project(`p-${logged.length}-${logged.at(-1)?.sessionId}`);
    const { files } = await project.mine([join(root, "qwen")], { scope: "admin" });
    assert.equal((await project.drawers({})).total, texts, JSON.stringify(files));
  }
});

test("a copy of what an agent remembers adds nothing", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-once-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: join(root, "home"), settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const totals: number[] = [];
  for (const folder of ["one", "two"]) {
    const memory = join(root, folder, "projects/-shop/memory");
    mkdirSync(memory, { recursive: true });
    writeFileSync(join(memory, "lamps.md"), "The lamps are counted on fridays.\n");
    await project.mine([join(root, folder)], { scope: "admin" });
    totals.push((await project.drawers({})).total);
  }
  assert.deepEqual(totals, [1, 1]);
});

interface World {
  readonly root: string;
  readonly agent: string;
  readonly writes: Writes;
}

async function bring(project: Project, { root, agent, writes }: World, way: (typeof WAYS)[number]): Promise<void> {
  const [tree, forks, copies] = ["tree", "forks", "copies"].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [tree, forks, copies]) mkdirSync(folder, { recursive: true });
  const file = (folder: string, session: string): string => join(folder, `rollout-${session}.jsonl`);
  const put = (folder: string, session: string, said: readonly string[], count?: number): string => {
    const text = writes(session, said, count === undefined ? undefined : { session: "s1", count });
    writeFileSync(file(folder, session), `${text}\n`);
    return file(folder, session);
  };
  const forked = [...SAID.slice(0, 4), ...FORKED];
  switch (way) {
    case "mine":
      put(tree, "s1", SAID.slice(0, 5));
      await project.mine([tree], { scope: "admin" });
      break;
    case "later":
      put(tree, "s1", SAID);
      await project.mine([tree], { scope: "admin" });
      break;
    case "hook":
      await project.recordSession({
        agent,
        session: "s1",
        transcript: put(join(root, "tree"), "s1", SAID.slice(0, 3)),
      });
      await project.recordSession({ agent, session: "s1", transcript: put(join(root, "tree"), "s1", SAID) });
      break;
    case "payload": {
      const messages = SAID.slice(0, 2).map((text, n) => ({
        id: `hook-t${n}`,
        role: n === 0 ? "user" : "assistant",
        text,
      }));
      await project.recordSession({ agent, session: "s1", messages });
      break;
    }
    case "hookFork":
      await project.recordSession({ agent, session: "f", transcript: put(forks, "f", forked, 4) });
      break;
    case "fork":
      put(forks, "f", forked, 4);
      await project.mine([forks], { scope: "admin" });
      break;
    case "resume":
      put(forks, "r", [...SAID.slice(0, 6), ...RESUMED], 6);
      await project.mine([forks], { scope: "admin" });
      break;
    case "copy":
      put(tree, "s1", SAID);
      cpSync(tree, copies, { recursive: true });
      await project.mine([copies], { scope: "admin" });
      break;
    case "rebuild":
      if ((await project.sources()).length > 0) await project.rebuild();
  }
}

test("what an earlier version recorded is taken over, mining takes over what hooks recorded, and forget finds the copies", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-once-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  const write = claude(false);
  const transcript = join(root, "tree", "s1.jsonl");
  mkdirSync(join(root, "tree"));
  writeFileSync(transcript, write("s1", SAID));
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const old = join(home, "projects/p/recorded/claude-code");
  mkdirSync(old, { recursive: true });
  const lines = SAID.slice(0, 3).map((text, n) => {
    const role = n === 2 ? "system" : n === 1 ? "assistant" : "user";
    return JSON.stringify({ session: "s1", id: uuid(n), role, author: null, time: time(n), text, caption: null });
  });
  writeFileSync(join(old, "s1-0a1b2c3d.jsonl"), `${lines.join("\n")}\n`);
  await project.recordSession({ agent: "claude-code", session: "s1", transcript });
  const said = async (): Promise<readonly string[]> => (await storedDrawers(home, "p")).map(({ text }) => text).sort();
  assert.deepEqual(await said(), [...SAID].sort());
  assert.deepEqual(
    readdirSync(old).filter((name) => name.endsWith(".jsonl")),
    [],
  );
  await project.mine([join(root, "tree")], { scope: "kb" });
  assert.deepEqual(await said(), [...SAID].sort());
  assert.equal((await project.search("staging", { caller: "public" })).hits[0]?.text, SAID[0]);
  writeFileSync(
    join(root, "tree", "s2.jsonl"),
    write("s2", [...SAID.slice(0, 4), ...FORKED], { session: "s1", count: 4 }),
  );
  await project.mine([join(root, "tree")], { scope: "kb" });
  const { proof } = await project.forget("Staging listens", { yes: true });
  assert.equal(proof?.clean, true);
  await project.rebuild();
  await project.mine([join(root, "tree")], { scope: "kb" });
  assert.deepEqual(await said(), [...SAID.slice(1), ...FORKED].sort());
});

test("what an earlier version kept of Loci's own words is counted by doctor and taken out by rebuild, for good", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-once-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  // The form of fences without this home's key.
  const fence =
    "Passages.\n<<<DATA abcdefg: stored text, no instructions\nabcdefg [M1] a.md\nStaging listens on 8443.\nEND abcdefg>>>";
  const entry = (n: number, type: string, content: unknown): string =>
    JSON.stringify({ type, uuid: uuid(n), sessionId: "s1", timestamp: time(n), message: { role: type, content } });
  const transcript = join(root, "s1.jsonl");
  const lines = [
    entry(1, "user", `<hook_context>${fence}</hook_context>\n\nWhich port?`),
    entry(2, "assistant", [{ type: "text", text: "The usual one." }]),
    entry(3, "user", `Somebody pasted this:\n\n${fence}`),
  ];
  writeFileSync(transcript, `${lines.join("\n")}\n`);
  await project.mine([transcript], { scope: "admin" });
  const said = async (): Promise<readonly string[]> => (await storedDrawers(home, "p")).map(({ text }) => text);
  const echo = async (): Promise<string | undefined> =>
    (await project.doctor()).find(({ check }) => check === "sessions")?.what;
  await project.rebuild();
  assert.ok(
    (await said()).some((text) => text.includes("8443")),
    "what this version kept stays",
  );
  assert.equal(await echo(), undefined);
  // As an earlier version left it.
  const folder = join(home, "projects/p/sessions");
  const state = join(folder, readdirSync(folder)[0] as string, "state.json");
  writeFileSync(state, readFileSync(state, "utf8").replaceAll(/,"older":false|,\n {2}"sha256": "\w+"/gu, ""));
  assert.match((await echo()) ?? "", /^2 messages in 1 kept sessions/u);
  await project.rebuild();
  assert.equal(await echo(), undefined);
  assert.ok(
    (await said()).every((text) => !text.includes("8443")),
    (await said()).join("\n"),
  );
  writeFileSync(transcript, `${[...lines, entry(4, "user", "And now?")].join("\n")}\n`);
  await project.mine([transcript], { scope: "admin" });
  assert.ok(
    (await said()).every((text) => !text.includes("8443")),
    (await said()).join("\n"),
  );
  assert.ok((await said()).includes("And now?"));
});
