import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionBrief, type SessionDrawer } from "./session-brief.ts";

let next = 0;
const said = (role: string, text: string, marks: SessionDrawer["marks"] = []): SessionDrawer => ({
  id: `d${++next}`,
  text,
  role,
  marks,
  time: "2026-03-01T10:00:00Z",
});
const lines = (drawers: readonly SessionDrawer[]): readonly string[] =>
  sessionBrief("Lamp", drawers).map(({ text }) => text);

test("title and day, the last request, what the agent's own list leaves open, the files below their common folder", () => {
  const todos = JSON.stringify({
    todos: [
      { content: "Clean the lens", status: "completed" },
      { content: "Oil the gears", status: "in_progress" },
    ],
  });
  assert.deepEqual(
    lines([
      said("user", "<task-notification>done", ["machine"]),
      said("user", "Mend the lamp."),
      said("tool_call", `TodoWrite\n${todos}`),
      said("tool_call", 'Edit\n{"file_path":"/r/src/lens.ts","old_string":"a"}'),
      said("tool_call", 'Write\n{"file_path":"/r/src/gear.ts"}'),
      said("user", "Go on, please."),
      said("assistant", "The lens is clean."),
    ]),
    ["Lamp (2026-03-01)", "  left open: Oil the gears", "  files: gear.ts, lens.ts"],
  );
});

test("the last request is one that says something", () => {
  const asked = (...texts: readonly string[]) =>
    lines(texts.map((text) => said("user", text))).filter((line) => line.startsWith("  asked"));
  assert.deepEqual(asked("Mend the lamp.", "Paint the door.", "Yes, continue!", "ok"), [
    "  asked last: Paint the door.",
  ]);
  assert.deepEqual(asked("Mend the lamp.", "continue with the door"), ["  asked last: continue with the door"]);
  assert.deepEqual(asked("continue", "go on"), []);
});

test("a request without an answer is what was left open; without anything open it says how it ended", () => {
  assert.deepEqual(lines([said("user", "Mend the lamp."), said("tool_call", "Bash\n{}")]).slice(1), [
    "  left open: this request has no answer",
  ]);
  assert.deepEqual(lines([said("user", "Mend the lamp."), said("assistant", "**Done**: it shines.")]).slice(1), [
    "  ended with: Done: it shines.",
  ]);
});

test("the tool's own summary is used, and marked as the tool's", () => {
  const summary = said(
    "summary",
    "This session is being continued.\n\n1. Primary Request and Intent:\n   Mend the lamp of the tower.\n\n7. Pending Tasks:\n   - Paint the door\n\n8. Current Work:\n   x",
    ["machine"],
  );
  assert.deepEqual(lines([said("user", "go"), summary, said("assistant", "It shines.")]).slice(1), [
    "  about, by the tool's own summary: Mend the lamp of the tower.",
    "  left open, by the tool's own summary: Paint the door",
  ]);
});

test("a session in which nobody asked for anything has no lines", () => {
  assert.deepEqual(lines([said("assistant", "Hello."), said("user", "<task-notification>", ["machine"])]), []);
});
