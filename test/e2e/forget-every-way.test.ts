import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BIN } from "../../src/surfaces/cli/spawn-loci.fixture.ts";
import { temporaryFolder } from "./notes.fixture.ts";

const SENTENCE = "The bittern booms at midnight near the sluice";

test("one sentence that came in by every way goes with one forget, and no history brings it back", (t) => {
  const root = temporaryFolder(t);
  const work = join(root, "work");
  const home = join(root, ".loci");
  mkdirSync(work);
  const run = (words: readonly string[], input = ""): string => {
    const environment = { PATH: process.env["PATH"] ?? "", HOME: root, LOCI_HOME: home, LOCI_PROJECT: "birds" };
    const { stdout, stderr } = spawnSync(process.execPath, [BIN, ...words], {
      cwd: work,
      env: environment,
      input,
      encoding: "utf8",
    });
    return stdout + stderr;
  };
  const history = (session: string, digit: string, sentence = SENTENCE): string => {
    const file = join(root, `${session}.jsonl`);
    const said = [
      ["user", sentence],
      ["assistant", "The keeper of the reeds has noted it."],
    ].map(([role, text], i) => ({
      type: role,
      uuid: `${digit.repeat(8)}-1111-4111-8111-11111111111${i}`,
      sessionId: session,
      cwd: work,
      timestamp: `2026-11-02T10:00:0${i}.000Z`,
      message: { role, content: text },
    }));
    writeFileSync(file, said.map((one) => `${JSON.stringify(one)}\n`).join(""));
    return file;
  };
  const recorded = history("s1", "1");
  const mined = history("s2", "2");
  const stop = JSON.stringify({ session_id: "s1", cwd: work, hook_event_name: "Stop", transcript_path: recorded });
  const prompt = JSON.stringify({ conversation_id: "c", cwd: work, prompt: `${SENTENCE}.` });
  run(["hook", "claude-code", "Stop", "--wait"], stop);
  run(["hook", "cursor", "beforeSubmitPrompt", "--wait"], prompt);
  run(["mine", mined, "--scope", "admin"]);
  run(["add", "--force", "--wing", "n", "--room", "r", "--scope", "admin", `${SENTENCE}, by hand.`]);
  run(
    ["index", "-", "--name", "piped", "--scope", "admin"],
    `# Other\n\nThis stays.\n\n# Birds\n\n${SENTENCE}, piped.\n`,
  );
  const page = `<html><body><h1>Birds</h1><p>${SENTENCE}, handed over.</p><p>Barges.</p></body></html>`;
  run(["index", "-", "--name", "page.html", "--scope", "admin"], page);
  run(["chat"], `/remember ${SENTENCE}, pinned.\n/remember Barges are slow.\n`);

  const listed = JSON.parse(run(["forget", SENTENCE, "--json"])) as { readonly matches: readonly object[] };
  assert.equal(listed.matches.length, 7);
  assert.match(run(["forget", SENTENCE, "--yes"]), /7 passages forgotten/u);
  assert.match(run(["wake-up"]), /Barges are slow/u);
  const holding = (): readonly string[] =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => /bittern/iu.test(readFileSync(file, "latin1")));
  assert.deepEqual(holding(), []);
  // Told again by every history, under its own id, and by another session.
  run(["hook", "claude-code", "Stop", "--wait"], stop);
  run(["mine", mined, recorded, history("s3", "3"), "--scope", "admin"]);
  // And in other signs and letters: what was pinned, what was added by hand.
  const other = [`${SENTENCE.toUpperCase()}!`, `> "${SENTENCE}"`, `${SENTENCE}; by hand`];
  run(["mine", ...other.map((sentence, i) => history(`t${i}`, `${4 + i}`, sentence)), "--scope", "admin"]);
  assert.deepEqual(holding(), []);
  assert.match(run(["search", "keeper of the reeds"]), /keeper of the reeds has noted it/u);
  assert.match(run(["search", "this stays"]), /This stays/u);
});
