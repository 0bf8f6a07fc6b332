import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyAsks, sessionBrief, type SessionDrawer } from "./session-brief.ts";

let next = 0;
const said = (role: string, text: string, marks: SessionDrawer["marks"] = []): SessionDrawer => ({
  id: `d${++next}`,
  text,
  role,
  marks,
  day: "2026-03-01",
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

test("a session that only asked, and looked at nothing, is no work", () => {
  const answered = (...turns: readonly string[]) =>
    turns.flatMap((text) => [said("user", text), said("assistant", "At 3.")]);
  assert.equal(onlyAsks(answered("hi", "when may I restart the planner?", "thanks")), true);
  assert.equal(onlyAsks([said("user", "<session_context>", ["machine"]), ...answered("where did we stop?")]), true);
  assert.equal(onlyAsks(answered("where did we stop?", "from now on restarts are allowed at night only")), false);
  assert.equal(onlyAsks(answered("Mend the lamp.")), false);
  assert.equal(onlyAsks([...answered("why does the lamp flicker?"), said("tool_call", "Bash\n{}")]), false);
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
    "  ended with (not checked): Done: it shines.",
  ]);
  // Neither a remark nor what is said to it is how it ended, or what was asked last.
  for (const [remark, reply] of [
    ["thanks a lot", "You are welcome."],
    ["cool, moving on", "You're very welcome!"],
    ["what a foggy day", "How lovely"],
  ] as const) {
    const session = [said("user", "Mend the lamp."), said("assistant", "Done: it shines."), said("user", remark)];
    assert.deepEqual(
      lines([...session, said("assistant", reply)]).slice(1),
      ["  ended with (not checked): Done: it shines."],
      remark,
    );
  }
});

test("the last three requests of a person are told, each with how it ended; what a tool wrote over the session isn't", () => {
  const summary = said("summary", "1. Primary Request and Intent:\n   Mend it.\n\n7. Pending Tasks:\n   - Paint", [
    "machine",
  ]);
  const said4 = ["Mend the lamp.", "Paint the door.", "Oil the hinge.", "Sweep the stairs."].flatMap((text) => [
    said("user", text),
    said("assistant", "Let me see."),
    said("user", "<task-notification>", ["machine"]),
    said("assistant", `It is done: ${text}`),
  ]);
  assert.deepEqual(lines([...said4, summary]).slice(1), [
    "  asked: Paint the door.",
    "  answered (not checked): It is done: Paint the door.",
    "  asked: Oil the hinge.",
    "  answered (not checked): It is done: Oil the hinge.",
    "  asked last: Sweep the stairs.",
    "  ended with (not checked): It is done: Sweep the stairs.",
  ]);
});

test("a session in which nobody asked for anything has no lines", () => {
  assert.deepEqual(lines([said("user", "/clear")]), []);
  assert.deepEqual(lines([said("assistant", "Hello."), said("user", "<task-notification>", ["machine"])]), []);
});

test("a title that was given its day elsewhere has the day of who reads it, once", () => {
  const drawers = [said("user", "Oil the lamp.")];
  for (const title of ["Lamp (2026-03-02)", "Lamp (2026-03-01)", "Lamp"])
    assert.equal(sessionBrief(title, drawers)[0]?.text, "Lamp (2026-03-01)");
});

test("a message of blanks alone, as agents write them before a call, is no end and no answer", () => {
  const blank = said("assistant", "\n\n");
  assert.deepEqual(
    lines([
      said("user", "Mend the lamp."),
      said("assistant", "The wick is new."),
      blank,
      said("user", "Paint the door."),
      blank,
    ]),
    [
      "Lamp (2026-03-01)",
      "  answered (not checked): The wick is new.",
      "  asked last: Paint the door.",
      "  left open: this request has no answer",
    ],
  );
});

test("a chat between people tells its last words: nobody asked an assistant for anything", () => {
  const by = (author: string | null, text: string, role = "user"): SessionDrawer => ({ ...said(role, text), author });
  const chat = [by("Ada", "Is the boat mended?"), by("Ben", "Tomorrow, I think."), by("Ada", "ok, fine")];
  assert.deepEqual(lines(chat), ["Lamp (2026-03-01)", "  last said: Ben: Tomorrow, I think."]);
  // Where an assistant takes part, or nobody is named, a message asks for something.
  for (const drawers of [[...chat, by(null, "Yes.", "assistant")], chat.map((one) => ({ ...one, author: null }))])
    assert.ok(lines(drawers).some((line) => line.startsWith("  asked last: ")));
});
