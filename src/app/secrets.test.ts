import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { openLoci } from "../engine/open-loci.ts";
import type { Caller } from "../model/caller.ts";
import type { Project } from "../operations/project.ts";
import type { PartialSettings } from "../config/configuration.ts";
import { assertLinear } from "../text/linear.fixture.ts";
import { rounds } from "../../test/rounds.fixture.ts";

const root = mkdtempSync(join(tmpdir(), "loci-secrets-"));
after(() => rmSync(root, { recursive: true, force: true }));
const PASSWORD = "Biscuit#7741";
const TOLD = "Walnut#8852";
const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

async function withProject(
  home: string,
  settings: PartialSettings,
  work: (project: Project) => Promise<void>,
): Promise<void> {
  const loci = await openLoci({ home, settings });
  try {
    await work(await loci.project("p"));
  } finally {
    await loci.close();
  }
}

function filesHolding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}

describe("secrets", () => {
  it("never reach the disk with a chat's message or a mined transcript", async () => {
    const home = join(root, "chats");
    const transcript = join(root, "talk.jsonl");
    const lines = [
      { session: "s", id: "1", role: "user", text: `the staging password is ${PASSWORD}` },
      { session: "s", id: "2", role: "assistant", text: `pushed with ${TOKEN}`, caption: `a screenshot of ${TOKEN}` },
    ];
    writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await withProject(home, {}, async (project) => {
      await project.addMessage("ops", { id: "m1", role: "user", text: `my password is ${TOLD}, keep it` });
      await project.mine([transcript], { scope: "admin" });
      const { hits } = await project.search("password staging");
      assert.ok(hits.some(({ text }) => text === "the staging password is [redacted:password]"));
      assert.ok(
        (await project.search("my password keep")).hits.some(
          ({ text }) => text === "my password is [redacted:secret], keep it",
        ),
      );
      assert.equal((await project.mine([transcript], { scope: "admin" })).drawers.added, 0);
    });
    assert.deepEqual(filesHolding(home, PASSWORD), []);
    assert.deepEqual(filesHolding(home, TOKEN), []);
    // What a form states is a fact, and stands in it alone.
    assert.deepEqual(filesHolding(home, TOLD), [join(home, "projects", "p", "catalog.sqlite")]);
  });

  it("that an older version wrote into the record of facts are named, and scrubbed without the facts", async () => {
    await withProject(join(root, "older"), {}, async (project) => {
      await project.tellFacts("our standup is at 9:30");
      const record = join(root, "older/projects/p/facts.jsonl");
      const facts = readFileSync(record, "utf8");
      writeFileSync(record, `${facts}{"key":"@me/restricted","value":"${TOKEN}"}\n`);
      const report = await project.secrets({ scrub: true });
      assert.deepEqual(
        report.places.map(({ path, line }) => [path, line]),
        [[record, 4]],
      );
      assert.deepEqual([report.scrubbed?.files, report.scrubbed?.left], [1, 0]);
      assert.equal(readFileSync(record, "utf8"), facts);
    });
  });

  it("that were told as facts are named, and found by no search", async () => {
    await withProject(join(root, "facts"), {}, async (project) => {
      const { text } = await project.tellFacts("my password is hunter2xyz");
      assert.match(text, /As a secret it stands in this fact alone/u);
      await project.tellFacts("my gym code is 2208");
      const report = await project.secrets();
      assert.deepEqual([report.places, report.facts], [[], ["password"]]);
      const told = async (query: string, caller: Caller) =>
        (await project.search(query, { caller })).notes.flatMap(({ code, message }) =>
          code === "FACT_STORED" ? [message] : [],
        );
      assert.deepEqual(await told("gym code", "owner"), ["a stored fact answers it: Your gym code is 2208."]);
      assert.deepEqual(await told("what is my password", "owner"), [
        "a stored fact answers it: password is kept, as a secret that no search shows",
      ]);
      for (const caller of ["public", "user:7"] as const) assert.deepEqual(await told("gym code", caller), []);
      assert.deepEqual(await told("my locker", "owner"), []);
    });
  });

  it("stay in documents by default, and go from them where that is asked for", async () => {
    const notes = join(root, "notes");
    mkdirSync(notes);
    const text = `# Access\n\nThe wiki's password is ${PASSWORD}.\n\n## Then\n\nRestart the gateway service afterwards.\n`;
    writeFileSync(join(notes, "access.md"), text);
    await withProject(join(root, "off"), {}, async (project) => {
      await project.index([notes], { scope: "kb" });
      assert.ok((await project.search("wiki password")).hits[0]?.text.includes(PASSWORD));
    });
    await withProject(join(root, "all"), { security: { redact: "all" } }, async (project) => {
      await project.index([notes], { scope: "kb" });
      const [hit] = (await project.search("wiki password")).hits;
      assert.ok(hit !== undefined && hit.text.includes("password is [redacted:password]."));
      const second = (await project.search("restart the gateway")).hits[0];
      assert.ok(second !== undefined && second.text.includes("Restart the gateway service afterwards."));
      const opened = await project.expand([hit.id], { document: true });
      assert.equal(opened.text.includes(PASSWORD), false);
    });
  });

  it("go from documents that were indexed before, with the next run over them", async () => {
    const notes = join(root, "before");
    mkdirSync(notes);
    writeFileSync(join(notes, "access.md"), `# Access\n\nThe wiki's password is ${PASSWORD}.\n`);
    const home = join(root, "changed");
    await withProject(home, {}, async (project) => void (await project.index([notes], { scope: "kb" })));
    await withProject(home, { security: { redact: "all" } }, async (project) => {
      assert.equal((await project.index([])).files.indexed, 1);
      const [hit] = (await project.search("wiki password")).hits;
      assert.ok(hit !== undefined && hit.text.includes("password is [redacted:password]."));
      assert.equal((await project.index([])).files.unchanged, 1);
    });
    await withProject(home, {}, async (project) => {
      assert.equal((await project.index([])).files.indexed, 1);
      assert.ok((await project.search("wiki password")).hits[0]?.text.includes(PASSWORD));
    });
  });

  it("that already stand in the memory are reported without telling them, and scrubbed", async () => {
    const home = join(root, "old");
    await withProject(home, { security: { redact: "off" } }, async (project) => {
      await project.addMessage("ops", {
        id: "m1",
        role: "user",
        text: `Kim wrote that the door code is 4711 and the token is ${TOKEN}`,
      });
      await project.addMessage("ops", { id: "m2", role: "user", text: "the launch is on Friday" });
      await assert.rejects(project.secrets({ scrub: true }), { code: "CONFIG_INVALID" });
    });
    await withProject(home, {}, async (project) => {
      const report = await project.secrets();
      assert.deepEqual(
        new Set(report.places.map(({ kind, where }) => `${kind} ${where}`)),
        new Set(["github-key file", "pin file", "github-key drawer", "pin drawer"]),
      );
      assert.equal(JSON.stringify(report).includes(TOKEN), false);
      const scrubbed = await project.secrets({ scrub: true });
      assert.equal(scrubbed.scrubbed?.left, 0);
      // The messages, the window and the log of the day.
      assert.equal(scrubbed.scrubbed?.files, 3);
      assert.deepEqual((await project.secrets()).places, []);
      assert.equal(
        (await project.search("door code token")).hits[0]?.text,
        "Kim wrote that the door code is [redacted:pin] and the token is [redacted:github-key]",
      );
      assert.equal((await project.search("when is the launch?")).hits[0]?.text, "the launch is on Friday");
    });
    assert.deepEqual(filesHolding(join(home, "projects", "p", "chats"), TOKEN), []);
  });

  it("are counted in a file that is full of them in time that grows with the file alone", async () => {
    const file = join(root, "full.txt");
    const line = `the wifi password is hunter22, ask Ada\n`;
    await withProject(join(root, "full"), {}, async (project) => {
      // With a count of lines for each of them 1.6 MB took 16 s.
      await assertLinear("a file full of secrets", rounds(40_000, 20_000), async (lines) => {
        writeFileSync(file, line.repeat(lines));
        const { places } = await project.secrets({ paths: [file] });
        assert.deepEqual(
          places.map(({ kind, count, line: first }) => [kind, count, first]),
          [["password", lines, 1]],
        );
      });
    });
  });

  it("are looked for with pauses in which others are heard, one who gives up too", async () => {
    const file = join(root, "long.jsonl");
    writeFileSync(file, `${JSON.stringify({ text: "the wifi password is hunter22, ask Ada" })}\n`.repeat(20_000));
    await withProject(join(root, "long"), {}, async (project) => {
      const given = new AbortController();
      setTimeout(() => given.abort(), 20);
      await assert.rejects(project.secrets({ paths: [file], signal: given.signal }), { name: "AbortError" });
    });
  });

  it("are looked for in pieces of large files and documents, each text and its line whole", async () => {
    const folder = join(root, "pieces");
    mkdirSync(folder);
    const file = join(folder, "long.jsonl");
    const plain = `${JSON.stringify({ text: "wir träfen uns ☃ am Hügel, ".repeat(12) })}\n`;
    const secret = `${JSON.stringify({ text: "the wifi password is hunter22, ask Ada" })}\n`;
    const one = `${JSON.stringify({ text: "a".repeat(2_500_000) })}\n`;
    writeFileSync(file, `${plain.repeat(5_000)}${secret}${one}${plain.repeat(3_000)}${secret.trimEnd()}`);
    const notes = Array.from({ length: 1_200 }, (_, i) => {
      const said = i % 499 === 0 ? `the wifi password is hunter${i}, ask Ada` : "nothing of note happened on that day";
      return `## Day ${i}\n\n${`On day ${i} ${said}. `.repeat(3)}\n`;
    });
    writeFileSync(join(folder, "notes.md"), notes.join("\n"));
    await withProject(
      join(root, "pieces-home"),
      { security: { redact: "off" } } as PartialSettings,
      async (project) => {
        await project.index([join(folder, "notes.md")], { scope: "admin" });
        const { places, looked } = await project.secrets({ paths: [file] });
        assert.ok(looked.drawers > 1_000);
        assert.deepEqual(
          places.flatMap(({ where, count, line }) => (where === "transcript" ? [[count, line]] : [])),
          [[2, 5_001]],
        );
        assert.equal(places.filter(({ where }) => where === "drawer").length, 3);
      },
    );
  });
});
