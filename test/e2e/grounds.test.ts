import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";

test("summaries are derived, what cites nothing says so, and equal messages of several sessions fold", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-grounds-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: join(root, "home"), settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const note = join(root, "note.md");
  writeFileSync(note, "The lighthouse was painted red.\n");
  const summary = join(root, "summary.md");
  writeFileSync(summary, '---\ngenerated: "loci flush"\n---\n\n- The lighthouse is red [M1 "painted red"].\n');
  const bare = join(root, "bare.md");
  writeFileSync(bare, "---\ngenerated: a model\n---\n\n- The lighthouse is green.\n");
  const lines = ["a", "b", "c"].flatMap((session) =>
    [
      ["user", "Please keep a list of every lighthouse that we paint this year."],
      ["assistant", `The lighthouse is blue, says ${session}.`],
    ].map(([role, text], n) => JSON.stringify({ session, id: String(n), role, text })),
  );
  const chat = join(root, "chat.jsonl");
  writeFileSync(chat, lines.join("\n"));
  await project.index([note, summary, bare], { scope: "kb" });
  await project.mine([chat], { scope: "kb" });
  const { hits } = await project.search("lighthouse", { limit: 20, all: true });
  const found = new Map(
    hits.map(({ text, ground, unchecked = false, duplicates }) => [
      text.trim().split("\n").at(-1),
      [ground, unchecked, duplicates],
    ]),
  );
  assert.deepEqual(found.get("The lighthouse was painted red."), ["stated", false, 0]);
  assert.deepEqual(found.get('- The lighthouse is red [M1 "painted red"].'), ["derived", false, 0]);
  assert.deepEqual(found.get("- The lighthouse is green."), ["derived", true, 0]);
  assert.deepEqual(found.get("The lighthouse is blue, says b."), ["derived", true, 0]);
  assert.deepEqual(found.get("Please keep a list of every lighthouse that we paint this year."), ["stated", false, 2]);
});

test("where facts don't have it, an assistant's own words don't stand in", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-grounds-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: join(root, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  writeFileSync(join(root, "note.md"), "Nadia is allergic to peanuts and shellfish.\n");
  await project.index([join(root, "note.md")], { scope: "admin" });
  await project.addMessage("chat", { id: "1", role: "user", text: "what is Nadia allergic to?" });
  await project.addMessage("chat", { id: "2", role: "assistant", text: "As to Nadia, she is allergic to gravel." });
  const { text } = await project.ask("what is Nadia allergic to?");
  assert.ok(text.includes("peanuts") && !text.includes("gravel"), text);
});

test("an answer that quotes stands behind what it quotes, and leads to it", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-grounds-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: join(root, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const note = "Deploys are on Thursdays since the outage, and the person on call starts them from the bastion.";
  writeFileSync(join(root, "note.md"), `${note}\n`);
  await project.index([join(root, "note.md")], { scope: "admin" });
  const answer = 'The day of the weekly deploy of the whole platform is Thursday [M1 "Deploys are on Thursdays"].';
  const lines = [
    { session: "s", id: "1", role: "user", text: "Could you look up our weekly deploy day, please, and tell me?" },
    { session: "s", id: "2", role: "assistant", text: answer },
  ];
  writeFileSync(join(root, "chat.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  await project.mine([join(root, "chat.jsonl")], { scope: "admin" });
  const { hits } = await project.search("on which day is the weekly deploy of the platform?", { all: true });
  const texts = hits.map(({ text }) => text.trim());
  assert.ok(texts.indexOf(note) < texts.indexOf(answer), texts.join("\n"));
  assert.ok(texts.indexOf(note) === 0, texts.join("\n"));
  const cites = hits.map((hit) => hit.cites ?? null);
  assert.deepEqual(cites[texts.indexOf(answer)], [hits[0]?.id]);
  assert.equal(cites[0], null);
});

test("what programs say makes no room active; a prompt behind what a client put before it is the person's", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-grounds-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: join(root, "home"), settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const write = (session: string, says: string, more = {}): void => {
    const line = (role: string, n: number, content: string): string =>
      JSON.stringify({
        type: role,
        uuid: `${session}${n}`,
        parentUuid: n === 0 ? null : `${session}${n - 1}`,
        sessionId: session,
        timestamp: `2026-11-0${n + 1}T10:00:00.000Z`,
        message: { role, content },
        ...more,
      });
    writeFileSync(join(root, `${session}.jsonl`), `${line("user", 0, says)}\n${line("assistant", 1, "Done.")}\n`);
  };
  const reminder = "<system-reminder>\nThe sky is green.\n</system-reminder>\n";
  write("one", `${reminder}Paint the lighthouse lantern of the lighthouse.`);
  write("two", "Sum up the chestnut harvest of the chestnut farm.", { entrypoint: "sdk-py" });
  await project.mine([join(root, "one.jsonl"), join(root, "two.jsonl")], { scope: "admin" });
  const { hits } = await project.search("lighthouse chestnut sky", { all: true });
  const grounds = new Map(hits.map(({ text, ground }) => [text.trim(), ground]));
  assert.equal(grounds.get("Paint the lighthouse lantern of the lighthouse."), "stated");
  assert.equal(grounds.get(reminder.trim()), "machine");
  const { text } = await project.wakeUp();
  assert.match(text, /Paint the lighthouse/u);
  assert.doesNotMatch(text, /chestnut|green/u);
  await project.addMessage("c", { id: "1", role: "user", text: "Who won the chess tournament in Reykjavik?" });
  await project.addMessage("c", { id: "2", role: "user", text: "Kay won the regatta in Bergen yesterday." });
  const brief = await project.wakeUp();
  assert.match(brief.text, /regatta/u);
  assert.doesNotMatch(brief.text, /tournament/u);
});
