import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { LociError, type Project } from "../../src/index.ts";
import { note, writeNotes } from "./notes.fixture.ts";

/** Work on a project that may be disturbed anywhere. */
export interface FaultJob {
  readonly name: string;
  /** Whether texts get vectors; most jobs do without, for speed. */
  readonly embeds?: true;
  /** Of many points every so many-th is tried; each by default. */
  readonly every?: number;
  /** Makes what the job finds. */
  readonly prepare: (project: Project, folder: string) => Promise<void>;
  /** Changes what lies outside of the data folder; once, before the job is first run. */
  readonly change?: (folder: string) => void;
  /** What is disturbed. */
  readonly run: (project: Project, folder: string) => Promise<unknown>;
  /** What holds after the job was acknowledged, without another run. */
  readonly check: (project: Project) => Promise<void>;
  /** What holds in any case, whether the job was acknowledged or not. */
  readonly keeps?: (project: Project) => Promise<void>;
}

const texts = async (project: Project, query: string): Promise<readonly string[]> =>
  (await project.search(query, { limit: 100, mode: "lexical" })).hits.map(({ text }) => text).sort();

const count = async (project: Project): Promise<number> => (await project.status()).counts.drawers;

/** Unlike each other, so that none is taken for another said again. */
const WORDS: Readonly<Record<string, string>> = {
  quetzalcoatlus: "The vault in the old harbour opens with quetzalcoatlus, which nobody else knows.",
  marzipanimoose: "Every second Tuesday the bakery hands out marzipanimoose to whoever asks first.",
  zanzibaritone: "Our choir lost its zanzibaritone in spring and has sung without one ever since.",
};
const sentence = (word: string): string => WORDS[word] as string;

const message = (uuid: string, text: string): string =>
  `${JSON.stringify({ type: "user", uuid, parentUuid: null, sessionId: "s1", timestamp: "2025-03-01T10:00:00Z", message: { content: text } })}\n`;

async function listed(project: Project): Promise<readonly string[]> {
  const { items } = await project.askFacts("What are my favorite teas?", { scope: "admin" });
  return items.map(({ value }) => value.toLowerCase());
}

/** The work of the tests, each small: a disturbed one is done once for every point. */
export const FAULT_JOBS: readonly FaultJob[] = [
  {
    name: "index",
    embeds: true,
    async prepare(project, folder) {
      writeNotes(join(folder, "notes"), { "a.md": note(1), "b.md": note(2), "c.md": note(3) });
      await project.index([join(folder, "notes")], { scope: "kb" });
    },
    change(folder) {
      writeNotes(join(folder, "notes"), { "b.md": note(2, 1), "d.md": note(4) });
      rmSync(join(folder, "notes", "c.md"));
    },
    run: (project) => project.index([]),
    async check(project) {
      for (const [number, version] of [
        [1, 0],
        [2, 1],
        [4, 0],
      ] as const)
        assert.equal((await texts(project, `"version ${version} of note ${number}"`)).length, 1);
      assert.deepEqual(await texts(project, '"version 0 of note 2"'), []);
      assert.deepEqual(await texts(project, '"version 0 of note 3"'), []);
    },
  },
  {
    name: "add",
    async prepare(project) {
      await project.addDrawer({ wing: "w", room: "r", scope: "admin", text: sentence("quetzalcoatlus"), force: true });
    },
    async run(project) {
      try {
        await project.addDrawer({ wing: "w", room: "r", scope: "admin", text: sentence("zanzibaritone") });
      } catch (thrown) {
        // Said again after a fault: it was stored.
        if (!(thrown instanceof LociError && thrown.code === "DUPLICATE")) throw thrown;
      }
    },
    async check(project) {
      assert.deepEqual(await texts(project, '"zanzibaritone"'), [sentence("zanzibaritone")]);
      assert.equal(await count(project), 2);
    },
    keeps: async (project) => assert.deepEqual(await texts(project, '"quetzalcoatlus"'), [sentence("quetzalcoatlus")]),
  },
  {
    name: "forget",
    async prepare(project) {
      for (const word of ["quetzalcoatlus", "marzipanimoose"])
        await project.addDrawer({ wing: "w", room: "r", scope: "admin", text: sentence(word), force: true });
    },
    run: (project) => project.forget("marzipanimoose", { yes: true }),
    async check(project) {
      assert.deepEqual(await texts(project, '"marzipanimoose"'), []);
      assert.equal(await count(project), 1);
    },
    keeps: async (project) => assert.deepEqual(await texts(project, '"quetzalcoatlus"'), [sentence("quetzalcoatlus")]),
  },
  {
    name: "the first message of a project",
    every: 2,
    async prepare() {},
    run: (project) =>
      project.addMessage("c", {
        id: "m1",
        role: "user",
        text: sentence("quetzalcoatlus"),
        time: "2026-05-31T14:00:00Z",
      }),
    async check(project) {
      assert.deepEqual(await texts(project, '"quetzalcoatlus"'), [sentence("quetzalcoatlus")]);
      assert.equal(await count(project), 1);
      assert.equal((await project.chatMessages("c")).messages.length, 1);
    },
  },
  {
    name: "the first drawer of a project",
    every: 2,
    async prepare() {},
    run: (project) =>
      project
        .addDrawer({ wing: "w", room: "r", scope: "admin", text: sentence("quetzalcoatlus") })
        .catch((thrown: { code?: string }) => {
          // Said again after it was kept.
          if (thrown.code !== "DUPLICATE") throw thrown;
        }),
    async check(project) {
      assert.deepEqual(await texts(project, '"quetzalcoatlus"'), [sentence("quetzalcoatlus")]);
      assert.equal(await count(project), 1);
    },
  },
  {
    name: "forget a message",
    every: 3,
    async prepare(project) {
      for (const word of ["quetzalcoatlus", "marzipanimoose"])
        await project.addMessage("c", { id: word, role: "user", text: sentence(word), time: "2026-05-31T14:00:00Z" });
      const answer = `You told me: ${sentence("marzipanimoose")} That is all.`;
      await project.addMessage("c", { id: "a1", role: "assistant", text: answer, time: "2026-05-31T14:01:00Z" });
    },
    async run(project) {
      const { hits } = await project.search('"marzipanimoose"', { role: "user", mode: "lexical" });
      for (const { id } of hits) await project.forget(id, { yes: true });
    },
    async check(project) {
      assert.deepEqual(await texts(project, '"marzipanimoose"'), []);
      const { messages } = await project.chatMessages("c");
      assert.deepEqual(
        messages.map(({ text }) => text),
        [sentence("quetzalcoatlus"), "[redacted:forgotten] That is all."],
      );
    },
    keeps: async (project) => assert.deepEqual(await texts(project, '"quetzalcoatlus"'), [sentence("quetzalcoatlus")]),
  },
  {
    name: "facts",
    async prepare(project) {
      await project.tellFacts("My favorite tea is sencha.", { scope: "admin" });
    },
    run: (project) => project.tellFacts("My second favorite tea is assam.", { scope: "admin" }),
    check: async (project) => assert.deepEqual(await listed(project), ["sencha", "assam"]),
    keeps: async (project) => assert.equal((await listed(project))[0], "sencha"),
  },
  {
    name: "mine",
    async prepare(project, folder) {
      writeNotes(join(folder, "chats"), { "a.jsonl": message("1", "the first message of the falcon") });
      await project.mine([join(folder, "chats")], { scope: "admin" });
    },
    change: (folder) =>
      writeNotes(join(folder, "chats"), {
        "a.jsonl": message("1", "the first message of the falcon") + message("2", "the second message of the falcon"),
      }),
    run: (project, folder) => project.mine([join(folder, "chats")], { scope: "admin" }),
    async check(project) {
      assert.deepEqual(await texts(project, '"second message of the falcon"'), ["the second message of the falcon"]);
      assert.equal(await count(project), 2);
    },
    keeps: async (project) =>
      assert.deepEqual(await texts(project, '"first message of the falcon"'), ["the first message of the falcon"]),
  },
  {
    name: "chat",
    prepare: async (project) =>
      void (await project.addMessage("tea", { id: "m1", role: "user", text: "Sencha is green." })),
    run: (project) => project.addMessage("tea", { id: "m2", role: "user", text: "Assam is black." }),
    async check(project) {
      assert.deepEqual(await texts(project, '"assam is black"'), ["Assam is black."]);
      assert.equal(await count(project), 2);
    },
    keeps: async (project) => assert.deepEqual(await texts(project, '"sencha is green"'), ["Sencha is green."]),
  },
];
