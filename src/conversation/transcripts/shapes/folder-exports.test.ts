import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test, type TestContext } from "node:test";
import { makeZip } from "../../../parsing/zip/make-zip.fixture.ts";
import { fileBundle, pathBundle } from "../bundles.ts";
import { bytesBundle } from "../bytes-bundle.fixture.ts";
import { exportRoots } from "./folder-exports.ts";
import { jsonl, readAll } from "../read-all.fixture.ts";

const ASKED = "Where does the cellar key hang?";
const TOLD = "It hangs on the blue hook.";
const SECONDS = Date.UTC(2026, 2, 2, 10) / 1000;

/** A folder of files: values as JSON, texts as they are. */
function folderOf(t: TestContext, files: Readonly<Record<string, unknown>>): string {
  const root = mkdtempSync(join(tmpdir(), "loci-exports-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof value === "string" ? value : JSON.stringify(value));
  }
  return root;
}

const told = async (root: string): Promise<readonly unknown[]> => {
  const { format, entries, problems } = await readAll(root, await pathBundle(root));
  assert.deepEqual(problems, []);
  return [
    format,
    ...entries.map(({ session, title, author, role, time, text, caption }) =>
      [session, title, author ?? role, time?.slice(11, 19), text, caption].map((part) => part ?? "-").join("|"),
    ),
  ];
};

const parts = (message: string, session: string | null, ...list: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    list.map((part, i) => [`part/${session === null ? "" : `${session}/`}${message}/prt_${i}.json`, part]),
  );

test("opencode's store of files, of both of its layouts", async (t) => {
  const info = { id: "ses_1", title: "Key", directory: "/p", time: { created: SECONDS * 1000 } };
  const asked = { id: "msg_1", role: "user", sessionID: "ses_1", time: { created: SECONDS * 1000 } };
  const answered = { id: "msg_2", role: "assistant", sessionID: "ses_1", time: { created: SECONDS * 1000 + 5000 } };
  const layout = (above: string, session: string | null): Record<string, unknown> => ({
    [`session/${session === null ? "proj" : "info"}/ses_1.json`]: info,
    [`${above}message/ses_1/msg_1.json`]: asked,
    [`${above}message/ses_1/msg_2.json`]: answered,
    ...Object.fromEntries(
      Object.entries({
        ...parts("msg_1", session, { type: "text", text: ASKED }),
        ...parts(
          "msg_2",
          session,
          { type: "tool", tool: "bash", state: { input: { command: "ls" }, output: "keys.txt" } },
          { type: "text", text: TOLD },
        ),
      }).map(([name, part]) => [`${above}${name}`, part]),
    ),
  });
  const expected = [
    "opencode",
    `ses_1|Key|user|10:00:00|${ASKED}|-`,
    'ses_1|Key|tool_call|10:00:05|bash\n{"command":"ls"}|-',
    "ses_1|Key|tool_result|10:00:05|keys.txt|-",
    `ses_1|Key|assistant|10:00:05|${TOLD}|-`,
  ];
  for (const files of [layout("", null), layout("session/", "ses_1")]) {
    assert.deepEqual(await told(folderOf(t, files)), expected);
    assert.deepEqual(exportRoots(Object.keys(files).map((name) => `storage/${name}`)), ["storage/"]);
  }
});

test("Discord's data package, with tables or lists, from its folder or the one above", async (t) => {
  const said = (id: number, text: string): Record<string, unknown> => ({
    ID: id,
    Timestamp: `2026-03-02 10:00:0${id}`,
    Contents: text,
    Attachments: id === 1 ? "" : "https://cdn/a/b/plan.png?x=1",
  });
  const messages: Record<string, unknown> = {
    "Messages/index.json": { 1000001: "general in House", 1000002: "Direct Message with jonas#0" },
    "Messages/c1000001/channel.json": { id: "1000001", type: 0, name: "general", guild: { id: "1", name: "House" } },
    "Messages/c1000001/messages.json": [said(2, TOLD), said(1, ASKED)],
    "Messages/c1000002/channel.json": { id: "1000002", type: 1 },
    "Messages/c1000002/messages.csv":
      'ID,Timestamp,Contents,Attachments\r\n3,2026-03-02 10:00:03.250000+00:00,"Two\nlines, ""quoted""",\r\n',
  };
  const expected = (author: string): readonly string[] => [
    "discord",
    `discord-1000001|general in House|${author}|10:00:01|${ASKED}|-`,
    `discord-1000001|general in House|${author}|10:00:02|${TOLD}|plan.png`,
    `discord-1000002|Direct Message with jonas#0|${author}|10:00:03|Two\nlines, "quoted"|-`,
  ];
  const whole = folderOf(t, { ...messages, "Account/user.json": { id: "5", username: "marta", global_name: "Märta" } });
  assert.deepEqual(await told(whole), expected("Märta"));
  assert.deepEqual(await told(join(whole, "Messages")), expected("user"));
});

test("Zulip's export: senders, streams and groups by name", async (t) => {
  const root = folderOf(t, {
    "realm.json": {
      zerver_userprofile: [
        { id: 10, full_name: "Märta" },
        { id: 11, full_name: "Jonas" },
      ],
      zerver_userprofile_crossrealm: [{ id: 1, full_name: "Notification Bot" }],
      zerver_stream: [{ id: 3, name: "house" }],
      zerver_recipient: [
        { id: 20, type: 2, type_id: 3 },
        { id: 21, type: 3, type_id: 9 },
      ],
      zerver_subscription: [
        { recipient: 21, user_profile: 10 },
        { recipient: 21, user_profile: 11 },
      ],
    },
    "messages-000001.json": {
      zerver_message: [
        { id: 2, sender: 11, recipient: 20, subject: "keys", content: TOLD, date_sent: SECONDS + 5 },
        { id: 1, sender: 10, recipient: 20, subject: "keys", content: ASKED, date_sent: SECONDS },
      ],
    },
    "messages-000002.json": {
      zerver_message: [{ id: 3, sender: 1, recipient: 21, content: "Hi", date_sent: SECONDS + 9.5 }],
    },
  });
  assert.deepEqual(await told(root), [
    "zulip",
    `zulip-house > keys|house > keys|Märta|10:00:00|${ASKED}|-`,
    `zulip-house > keys|house > keys|Jonas|10:00:05|${TOLD}|-`,
    "zulip-Märta, Jonas|Märta, Jonas|Notification Bot|10:00:09|Hi|-",
  ]);
});

test("Telegram's page: names that stand once, breaks, files, and its own lines", async (t) => {
  const message = (inside: string, joined = ""): string =>
    `<div class="message default clearfix${joined}" id="m"><div class="body">` +
    `<div class="pull_right date details" title="02.03.2026 11:00:05 UTC+01:00">11:00</div>${inside}</div></div>`;
  const root = folderOf(t, {
    "messages.html": `<!DOCTYPE html><html><body><div class="page_wrap"><div class="page_header"><div class="content">
      <div class="text bold">Jonas </div></div></div><div class="page_body chat_page"><div class="history">
      <div class="message service" id="message-1"><div class="body details">2 March 2026</div></div>
      ${message(`<div class="from_name">Märta </div><div class="text">Where?<br>The <b>key</b> &amp; hook\n</div>`)}
      ${message(`<div class="reply_to details">In reply to <a href="#m">this</a></div><div class="text">Two</div>`, " joined")}
      ${message(`<div class="from_name">Jonas</div><div class="media_wrap clearfix"><a class="photo_wrap" href="photos/a@1.jpg"></a></div>`)}
      </div></div></div></body></html>`,
  });
  const { format, brief, entries } = await readAll("m", await fileBundle("messages.html", join(root, "messages.html")));
  assert.equal(format, "telegram");
  assert.deepEqual(brief, [
    "context system: 2 March 2026",
    "message user: Where?\nThe key & hook",
    "message user: Two",
    "message user: ",
  ]);
  assert.deepEqual(
    entries.slice(1).map(({ author, time, caption, title }) => [author, time?.slice(11, 19), caption, title]),
    [
      ["Märta", "10:00:05", null, "Jonas"],
      ["Märta", "10:00:05", null, "Jonas"],
      ["Jonas", "10:00:05", "a@1.jpg", "Jonas"],
    ],
  );
});

test("Kimi's messages have the times of the file beside them", async (t) => {
  const wire = [SECONDS, SECONDS + 60].map((timestamp) => ({ timestamp, message: { type: "TurnBegin", payload: {} } }));
  const said = [ASKED, TOLD, "And now?", "Still there."].map((content, i) => ({
    role: i % 2 === 0 ? "user" : "assistant",
    content,
  }));
  const root = folderOf(t, {
    "s1/context.jsonl": jsonl([{ role: "_checkpoint", id: 0 }, ...said]),
    "s1/wire.jsonl": jsonl([{ type: "metadata", protocol_version: "1.3" }, ...wire]),
  });
  const file = join(root, "s1/context.jsonl");
  const { format, entries } = await readAll("k", await fileBundle("context.jsonl", file));
  assert.deepEqual(
    [format, entries.map(({ time }) => time?.slice(11, 16))],
    ["kimi", ["10:00", "10:00", "10:01", "10:01"]],
  );
});

test("Cline's messages have the times of what it showed, in the file beside them", async (t) => {
  const texts = (role: string, text: string) => ({ role, content: [{ type: "text", text }] });
  const shown = [
    { ts: 1000 * SECONDS, type: "say", say: "task", text: ASKED },
    { ts: 1000 * SECONDS + 1000, type: "say", say: "api_req_started", text: "{}" },
    { ts: 1000 * SECONDS + 5000, type: "say", say: "text", text: TOLD },
    { ts: 1000 * SECONDS + 6000, type: "say", say: "api_req_started", text: "{}" },
    { ts: 1000 * SECONDS + 8000, type: "say", say: "completion_result", text: "Done." },
    { ts: 1000 * SECONDS + 20_000, type: "say", say: "user_feedback", text: "And now?" },
    { ts: 1000 * SECONDS + 21_000, type: "say", say: "api_req_started", text: "{}" },
  ];
  const said = [
    texts("user", `<task>\n${ASKED}\n</task>`),
    texts("assistant", TOLD),
    texts("user", "[list_files] Result:"),
    texts("assistant", "Done."),
    texts("user", "[attempt_completion] Result: the user said <feedback>\nAnd now?\n</feedback>"),
    texts("assistant", "Still there."),
  ];
  const root = folderOf(t, {
    "tasks/17/api_conversation_history.json": JSON.stringify(said),
    "tasks/17/ui_messages.json": JSON.stringify(shown),
  });
  const file = join(root, "tasks/17/api_conversation_history.json");
  const { entries } = await readAll("c", await fileBundle("api_conversation_history.json", file));
  const told = entries.map(({ time, text }) => [Date.parse(time as string) / 1000 - SECONDS, text]);
  assert.deepEqual(told, [
    [0, ASKED],
    [5, TOLD],
    [6, "[list_files] Result:"],
    [8, "Done."],
    [20, "[attempt_completion] Result: the user said"],
    [20, "And now?"],
    [21, "Still there."],
  ]);
});

test("Cursor's stores: a chat of its agent, and the tabs of its first versions", async (t) => {
  const root = folderOf(t, {});
  const store = new DatabaseSync(join(root, "store.db"));
  store.exec("PRAGMA journal_mode = WAL");
  store.exec(
    "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)",
  );
  const keep = store.prepare("INSERT INTO blobs VALUES (?, ?)");
  const hash = (i: number): string => String(i).padStart(64, "0");
  const messages = [
    { role: "user", content: `<user_info>\nOS\n</user_info>\n<user_query>\n${ASKED}\n</user_query>` },
    {
      role: "assistant",
      id: "1",
      content: [
        { type: "reasoning", text: "hm" },
        { type: "tool-call", toolCallId: "t", toolName: "Read", args: { path: "keys.txt" } },
      ],
    },
    { role: "tool", id: "t", content: [{ type: "tool-result", toolCallId: "t", toolName: "Read", result: "blue" }] },
    { role: "assistant", id: "1", content: [{ type: "text", text: TOLD }] },
  ];
  for (const [i, message] of [...messages.entries()].reverse()) keep.run(hash(i), Buffer.from(JSON.stringify(message)));
  keep.run(hash(8), Buffer.from(JSON.stringify({ role: "user", content: "of another branch" })));
  const named = messages.flatMap((_, i) => [0x0a, 32, ...Buffer.from(hash(i), "hex")]);
  keep.run(hash(9), Buffer.from([0x28, 0x96, 0x01, ...named, 0x1a, 2, 0x41, 0x42]));
  const meta = { agentId: "a1", latestRootBlobId: hash(9), name: "Key", createdAt: SECONDS * 1000 };
  store.prepare("INSERT INTO meta VALUES ('0', ?)").run(Buffer.from(JSON.stringify(meta)).toString("hex"));
  store.close();
  const agent = await readAll("s", await fileBundle("store.db", join(root, "store.db")));
  assert.deepEqual(readdirSync(root), ["store.db"], "nothing is left beside what is only read");
  assert.deepEqual(
    [agent.format, ...agent.brief],
    [
      "cursor",
      "context system: <user_info>\nOS\n</user_info>",
      `message user: ${ASKED}`,
      'tool tool_call: Read\n{"path":"keys.txt"}',
      "tool tool_result: blue",
      `message assistant: ${TOLD}`,
    ],
  );
  assert.equal(agent.entries[0]?.time, "2026-03-02T10:00:00.000Z");
  const state = new DatabaseSync(join(root, "state.vscdb"));
  state.exec("CREATE TABLE ItemTable (key TEXT, value BLOB)");
  const tab = {
    tabId: "t1",
    chatTitle: "Key",
    lastSendTime: SECONDS * 1000,
    bubbles: [
      { type: "user", id: "a", text: ASKED },
      { type: "ai", id: "b", rawText: TOLD },
    ],
  };
  const chats = JSON.stringify({ tabs: [tab] });
  state.prepare("INSERT INTO ItemTable VALUES ('workbench.panel.aichat.view.aichat.chatdata', ?)").run(chats);
  state.close();
  const tabs = await readAll("s", await fileBundle("state.vscdb", join(root, "state.vscdb")));
  assert.deepEqual(tabs.brief, [`message user: ${ASKED}`, `message assistant: ${TOLD}`]);
});

test("the pages of a chat of Telegram's are one, also among those of all its chats, and in an archive", async (t) => {
  const page = (...messages: readonly (readonly [who: string, words: string])[]): string =>
    `<!DOCTYPE html><html><body><div class="page_wrap"><div class="page_header"><div class="content"><div class="text bold">Trip</div></div>
</div><div class="page_body chat_page">${messages
      .map(
        ([who, words]) =>
          `<div class="message default clearfix"><div class="body"><div class="pull_right date details" title="12.03.2024 18:02:11">18:02</div>
${who === "" ? "" : `<div class="from_name">${who}</div>`}<div class="text">${words}</div></div></div>`,
      )
      .join("")}</div></div></body></html>`;
  const chat = {
    "messages.html": page(["Ann", "one"], ["", "two"]),
    "messages2.html": page(["", "three"], ["Bob", "four"]),
    "messages10.html": page(["", "five"]),
  };
  const said = ["Ann|one", "Ann|two", "Ann|three", "Bob|four", "Bob|five"];
  const all = Object.entries(chat).map(([name, html]) => [`chats/chat_01/${name}`, html]);
  const folder = folderOf(t, {
    ...Object.fromEntries(all.map(([name, html]) => [`all/${name}`, html])),
    "all/chats/chat_02/messages.html": page(["Eve", "other"]),
    ...Object.fromEntries(Object.entries(chat).map(([name, html]) => [`one/${name}`, html])),
  });
  assert.deepEqual(exportRoots(["all/chats/chat_01/messages2.html", "one/messages2.html"]), ["all/", "one/"]);
  const zip = makeZip(all.map(([name = "", content = ""]) => ({ name, content })));
  for (const bundle of [
    await pathBundle(join(folder, "one")),
    await pathBundle(join(folder, "all")),
    await bytesBundle("all.zip", zip),
  ]) {
    const { format, entries, problems } = await readAll("m", bundle);
    assert.deepEqual([format, problems], ["telegram", []]);
    const sessions = Map.groupBy(entries, ({ session }) => session);
    const [first, second = []] = [...sessions.values()];
    assert.deepEqual(
      first?.map(({ author, text }) => `${author}|${text}`),
      said,
    );
    assert.deepEqual(
      second.map(({ text }) => text),
      bundle.path.endsWith("/all") ? ["other"] : [],
    );
  }
});
