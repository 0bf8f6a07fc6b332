import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { sandbox } from "../../src/surfaces/cli/spawn-loci.fixture.ts";

const SENTENCE = "The bittern booms at midnight near the sluice";

test("one sentence that came in by every way goes with one forget, and no history brings it back", async (t) => {
  const box = sandbox();
  t.after(() => box.remove());
  const root = box.folder;
  const work = join(root, "work");
  const home = join(root, ".loci");
  mkdirSync(work);
  const run = async (words: readonly string[], input = ""): Promise<string> => {
    const environment = { LOCI_HOME: home, LOCI_PROJECT: "birds" };
    const { out, err } = await box.loci(words, { cwd: "work", environment, input });
    return out + err;
  };
  const history = (session: string, digit: string, sentence = SENTENCE, day = "2026-11-02"): string => {
    const file = join(root, `${session}.jsonl`);
    const said = [
      ["user", sentence],
      ["assistant", "The keeper of the reeds has noted it."],
    ].map(([role, text], i) => ({
      type: role,
      uuid: `${digit.repeat(8)}-1111-4111-8111-11111111111${i}`,
      sessionId: session,
      cwd: work,
      timestamp: `${day}T10:00:0${i}.000Z`,
      message: { role, content: text },
    }));
    writeFileSync(file, said.map((one) => `${JSON.stringify(one)}\n`).join(""));
    return file;
  };
  const recorded = history("s1", "1");
  const mined = history("s2", "2");
  const stop = JSON.stringify({ session_id: "s1", cwd: work, hook_event_name: "Stop", transcript_path: recorded });
  const prompt = JSON.stringify({ conversation_id: "c", cwd: work, prompt: `${SENTENCE}.` });
  await run(["hook", "claude-code", "Stop", "--wait"], stop);
  await run(["hook", "cursor", "beforeSubmitPrompt", "--wait"], prompt);
  const compacted = {
    ...JSON.parse(stop),
    hook_event_name: "PostCompact",
    compact_summary: `It was said: ${SENTENCE}`,
  };
  await run(["hook", "claude-code", "PostCompact", "--wait"], JSON.stringify(compacted));
  await run(["mine", mined, "--scope", "admin"]);
  await run(["add", "--force", "--wing", "n", "--room", "r", "--scope", "admin", `${SENTENCE}, by hand.`]);
  await run(
    ["index", "-", "--name", "piped", "--scope", "admin"],
    `# Other\n\nThis stays.\n\n# Birds\n\n${SENTENCE}, piped.\n`,
  );
  const page = `<html><body><h1>Birds</h1><p>${SENTENCE}, handed over.</p><p>Barges.</p></body></html>`;
  await run(["index", "-", "--name", "page.html", "--scope", "admin"], page);
  await run(["chat"], `/remember ${SENTENCE}, pinned.\n/remember Barges are slow.\n`);

  const listed = JSON.parse(await run(["forget", SENTENCE, "--json"])) as { readonly matches: readonly object[] };
  assert.equal(listed.matches.length, 7);
  assert.match(await run(["forget", SENTENCE, "--yes"]), /7 passages forgotten/u);
  assert.match(await run(["wake-up"]), /Barges are slow/u);
  const holding = (): readonly string[] =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => /bittern/iu.test(readFileSync(file, "latin1")));
  assert.deepEqual(holding(), []);
  // Told again by every history, under its own id, and by another session.
  await run(["hook", "claude-code", "Stop", "--wait"], stop);
  await run(["mine", mined, recorded, history("s3", "3"), "--scope", "admin"]);
  // And in other signs and letters: what was pinned, what was added by hand.
  const other = [`${SENTENCE.toUpperCase()}!`, `> "${SENTENCE}"`, `${SENTENCE}; by hand`];
  await run(["mine", ...other.map((sentence, i) => history(`t${i}`, `${4 + i}`, sentence)), "--scope", "admin"]);
  // And within what else was said, in a history that nobody had read.
  const within = `Before I forget it: as they say, ${SENTENCE.toLowerCase()}, and nobody minds. Barges next week?`;
  await run(["mine", history("u1", "8", within, "2020-01-02"), "--scope", "admin"]);
  assert.deepEqual(holding(), []);
  const titled = history("u2", "9", "The lapwing calls.", "2020-01-02");
  const title = { type: "ai-title", sessionId: "u2", aiTitle: `On "${SENTENCE}"` };
  writeFileSync(titled, `${readFileSync(titled, "utf8")}${JSON.stringify(title)}\n`);
  await run(["mine", titled, "--scope", "admin"]);
  assert.match(await run(["search", "lapwing calls"]), /The lapwing calls/u);
  assert.deepEqual(holding(), []);
  // What is said anew afterwards is heard.
  await run(["mine", history("u3", "a", within, "2999-01-02"), "--scope", "admin"]);
  assert.match(await run(["search", "bittern midnight sluice"]), /and nobody\s+minds/u);
  assert.match(await run(["search", "keeper of the reeds"]), /keeper of the reeds has noted it/u);
  assert.match(await run(["search", "this stays"]), /This stays/u);
});

const line = (session: string, i: number, content: string, day = "2026-11-02"): string => {
  const role = i % 2 === 0 ? "user" : "assistant";
  const entry = { type: role, uuid: `${session}-${i}`, sessionId: session, timestamp: `${day}T10:00:0${i}.000Z` };
  return `${JSON.stringify({ ...entry, message: { role, content } })}\n`;
};

/** A folder, and the command over it, with all that it writes. */
function birds(t: TestContext): { readonly folder: string; readonly run: (...words: string[]) => Promise<string> } {
  const box = sandbox();
  t.after(() => box.remove());
  const run = async (...words: string[]): Promise<string> => {
    const { out, err } = await box.loci(words, { environment: { LOCI_PROJECT: "birds" } });
    return out + err;
  };
  return { folder: box.folder, run };
}

/** Ways in which a tool calls a session: what it writes beside the messages. */
const TITLES = [
  { type: "custom-title", customTitle: "" },
  { type: "ai-title", aiTitle: "" },
];

test("a session's title goes with a message that has a word of it, and comes back by nothing", async (t) => {
  const { folder, run } = birds(t);
  for (const [i, title] of TITLES.entries()) {
    const session = `s${i}`;
    const told = [`hello: ${SENTENCE} ${i}`, "Noted by the keeper.", "Now the barges, please."];
    const named = Object.fromEntries(
      Object.entries(title).map(([key, value]) => [key, value === "" ? `Bittern at night ${i}` : value]),
    );
    const history = (more: string): void =>
      writeFileSync(
        join(folder, `${session}.jsonl`),
        `${told.map((one, at) => line(session, at, one)).join("")}${more}${JSON.stringify({ ...named, sessionId: session })}\n`,
      );
    history("");
    await run("mine", `${session}.jsonl`, "--scope", "admin");
    assert.match(await run("search", "barges", "--json"), /Bittern at night/u);
    assert.match(await run("forget", `${SENTENCE} ${i}`, "--yes"), /1 passage forgotten/u);
    history(line(session, 4, "And the sluice, what of it?"));
    await run("mine", `${session}.jsonl`, "--scope", "admin");
    assert.match(await run("search", "what of it", "--json"), /what of it/u);
    assert.doesNotMatch(`${await run("search", "barges", "--json")} ${await run("wake-up")}`, /bittern/iu);
  }
});

test("a word that everything holds keeps no history out, and what is kept out is said", async (t) => {
  const { folder, run } = birds(t);
  const told = (name: string, ...texts: string[]): string => {
    const lines = texts.map((text, i) => line(name, 2 * i, text, "2020-01-02"));
    writeFileSync(join(folder, `${name}.jsonl`), lines.join(""));
    return `${name}.jsonl`;
  };
  await run("mine", told("a", "I saw the heron today.", "Of a bittern nobody spoke."), "--scope", "admin");
  await run("forget", "the", "--yes");
  await run("forget", "bittern", "--yes");
  const mined = await run(
    "mine",
    told("b", "Ingrid fed the geese.", "They said that a bittern booms."),
    "--scope",
    "admin",
  );
  assert.match(mined, /hold messages that were forgotten here[\s\S]*b\.jsonl/u);
  assert.match(await run("search", "fed the geese"), /Ingrid fed the geese/u);
  assert.doesNotMatch(await run("search", "bittern booms"), /They said/u);
});
