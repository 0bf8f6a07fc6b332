import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { SessionProjects, sessionProjects } from "./session-projects.ts";

test("a history that says no folder goes to the repository in which it lies; outside of one nothing says where", async (t) => {
  const userHome = mkdtempSync(join(tmpdir(), "loci-histories-"));
  t.after(() => rmSync(userHome, { recursive: true, force: true }));
  const history = join(userHome, "work", "birch", ".specstory", "history");
  const loose = join(userHome, "exports");
  for (const folder of [history, loose]) mkdirSync(folder, { recursive: true });
  execFileSync("git", ["init", "-q", join(userHome, "work", "birch")]);
  for (const folder of [history, loose]) writeFileSync(join(folder, "a.md"), "_**User**_\n\nHello\n");
  const projects = new SessionProjects({ home: join(userHome, ".loci"), userHome });
  assert.deepEqual(await projects.ofTranscript(join(history, "a.md")), ["birch"]);
  assert.deepEqual(await projects.ofTranscript(join(loose, "a.md")), []);
});

test("a folder that isn't there makes no project: a hook's session goes where its transcript was, else to none's", async (t) => {
  const userHome = mkdtempSync(join(tmpdir(), "loci-histories-"));
  t.after(() => rmSync(userHome, { recursive: true, force: true }));
  const where = { home: join(userHome, ".loci"), userHome };
  const [code, gone] = [join(userHome, "code", "birch"), join(userHome, "code", "alder")];
  for (const folder of [code, gone]) {
    mkdirSync(folder, { recursive: true });
    execFileSync("git", ["init", "-q", folder]);
  }
  const transcript = put(join(userHome, "t", "s.jsonl"), lines(claude(0, code, "Hello")));
  for (const folder of ["/nonexistent/zz", "relative", `${code}\0x`, join(code, "\0"), join(userHome, "x\ny", "z")]) {
    assert.deepEqual(await sessionProjects(null, folder, where), ["default"], folder);
    assert.deepEqual(await sessionProjects(transcript, folder, where), ["birch"], folder);
  }
  assert.deepEqual(await sessionProjects(transcript, gone, where), ["alder", "birch"]);
  rmSync(gone, { recursive: true });
  assert.deepEqual(await sessionProjects(null, gone, where), ["alder"], "a project knows it");
  assert.deepEqual(readdirSync(join(where.home, "projects")).sort(), ["alder", "birch"]);
});

const AT = "2026-11-02T10:00:00.000Z";
const TIME = { created: Date.parse(AT) };
const lines = (...records: readonly object[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join("");
const put = (path: string, content: string): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
};
const claude = (i: number, cwd: string, content: unknown): object => ({
  type: i % 2 === 0 ? "user" : "assistant",
  ...{ uuid: `u${i}`, parentUuid: i === 0 ? null : `u${i - 1}`, sessionId: "s", cwd, timestamp: AT },
  message: { role: i % 2 === 0 ? "user" : "assistant", content },
});
const codex = (type: string, payload: object): object => ({ timestamp: AT, type, payload });
const codexSaid = (text: string, role = "user"): object =>
  codex("response_item", { type: "message", role, content: [{ type: "input_text", text }] });
const around = (cwd: string): string => `<environment_context>\n  <cwd>${cwd}</cwd>\n</environment_context>`;

/** Transcripts of work in `a`, then in `b`; in each form in which one says so. @returns what is mined */
const IN_TWO: Readonly<Record<string, (at: string, a: string, b: string) => string>> = {
  "a tool was called with the other folder a hundred times before": (at, a, b) => {
    const calls = Array.from({ length: 100 }, (_, i) =>
      claude(i + 1, a, i % 2 === 0 ? [{ type: "tool_use", id: `t${i}`, name: "run", input: { cwd: b } }] : "ok"),
    );
    return put(join(at, "a.jsonl"), lines(claude(0, a, "Hello"), ...calls, claude(102, b, "Goodbye")));
  },
  "the record that says so has five megabytes": (at, a, b) =>
    put(join(at, "b.jsonl"), lines(claude(0, a, "Hello"), claude(2, b, "x".repeat(5_000_000)))),
  "Codex told its model alone": (at, a, b) =>
    put(
      join(at, "rollout-c.jsonl"),
      lines(codex("session_meta", { id: "c", timestamp: AT, cwd: a }), codexSaid("Hello"), codexSaid(around(b))),
    ),
  "a store of opencode's": (at, a, b) => {
    mkdirSync(at, { recursive: true });
    const db = new DatabaseSync(join(at, "opencode.db"));
    db.exec("CREATE TABLE session(id, title, directory, parent_id, time_created)");
    db.exec("CREATE TABLE message(id, session_id, data, time_created); CREATE TABLE part(id, message_id, data)");
    for (const [i, folder] of [a, b].entries()) {
      db.prepare("INSERT INTO session VALUES (?, 'One', ?, NULL, ?)").run(`s${i}`, folder, TIME.created);
      const data = JSON.stringify({ role: "user", time: TIME, path: { cwd: "/elsewhere" } });
      db.prepare("INSERT INTO message VALUES (?, ?, ?, ?)").run(`m${i}`, `s${i}`, data, TIME.created);
      db.prepare("INSERT INTO part VALUES (?, ?, ?)").run(`p${i}`, `m${i}`, '{"type":"text","text":"Hello"}');
    }
    db.close();
    return join(at, "opencode.db");
  },
  "its files of before": (at, a, b) => {
    for (const [i, directory] of [a, b].entries()) {
      put(join(at, `session/p/ses_${i}.json`), JSON.stringify({ id: `ses_${i}`, directory, time: TIME }));
      put(join(at, `message/ses_${i}/msg_${i}.json`), JSON.stringify({ id: `msg_${i}`, role: "user", time: TIME }));
      put(join(at, `part/msg_${i}/prt_${i}.json`), JSON.stringify({ type: "text", text: "Hello" }));
    }
    return at;
  },
};

test("a transcript says each repository in which its tool worked, and no other that stands in it", async (t) => {
  const userHome = mkdtempSync(join(tmpdir(), "loci-two-"));
  t.after(() => rmSync(userHome, { recursive: true, force: true }));
  const [a, b, other] = ["alder", "birch", "other"].map((name) => join(userHome, name)) as [string, string, string];
  for (const folder of [a, b, other]) execFileSync("git", ["init", "-q", folder]);
  const where = { home: join(userHome, ".loci"), userHome };
  for (const [form, write] of Object.entries(IN_TWO)) {
    const file = write(join(userHome, "histories", form.replaceAll(" ", "-")), a, b);
    const projects = new SessionProjects(where);
    assert.deepEqual([...(await projects.ofTranscript(file))].sort(), ["alder", "birch"], form);
    projects.save();
    assert.deepEqual([...(await new SessionProjects(where).ofTranscript(file))].sort(), ["alder", "birch"], form);
  }
  const [amp, exported, planted, begun] = ["amp", "exported", "planted", "begun"].map((name) =>
    join(userHome, name, name),
  );
  const message = { role: "user", content: [{ type: "text", text: "Hello" }], meta: { sentAt: TIME.created } };
  const thread = { id: "T-0199aaaa-0000-7000-8000-000000000001", created: TIME.created, messages: [message] };
  const trees = { initial: { trees: [{ uri: `file://${a}` }] } };
  const input = { cwd: other };
  const one = {
    info: { id: "ses_x", directory: a, time: TIME },
    messages: [
      { info: { id: "m", role: "user", time: TIME }, parts: [{ type: "text", text: "Hello" }] },
      { info: { id: "n", role: "assistant", time: TIME }, parts: [{ type: "tool", tool: "x", state: { input } }] },
    ],
  };
  const head = codex("session_meta", { id: "d", timestamp: AT, cwd: a });
  const files = [
    put(`${amp}.json`, JSON.stringify({ ...thread, env: trees })),
    // Indented, each field of an argument stands on a line of its own.
    put(`${exported}.json`, JSON.stringify(one, null, 2)),
    put(`${planted}.jsonl`, lines(head, codexSaid("Hello"), codexSaid(around(other), "assistant"))),
  ];
  for (const file of files) assert.deepEqual(await new SessionProjects(where).ofTranscript(file), ["alder"], file);
  // A line that was still being written is read again when it is whole.
  const whole = lines(claude(0, a, "Hello"), claude(2, b, "Goodbye"));
  for (const cut of [whole.length - 10, whole.indexOf("birch") + 3]) {
    put(`${begun}.jsonl`, whole.slice(0, cut));
    const projects = new SessionProjects(where);
    assert.deepEqual(await projects.ofTranscript(`${begun}.jsonl`), ["alder"]);
    put(`${begun}.jsonl`, whole);
    assert.deepEqual(await projects.ofTranscript(`${begun}.jsonl`), ["alder", "birch"]);
  }
});
