import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { fileBundle } from "../bundles.ts";
import { readAll } from "../read-all.fixture.ts";

/** Forty variants of each form: each choice turns at its own pace, so that they meet in many ways. */
const VARIANTS = Array.from({ length: 40 }, (_, i) => i);
const pick = <T>(from: readonly T[], i: number): T => from[i % from.length] as T;
const START = Date.UTC(2025, 2, 14, 9, 5, 0);
const minute = (time: string | null): string => time?.slice(0, 16) ?? "none";

/** What people and models say: several lines, what looks like marks, other scripts. */
const WORDS = [
  "Where does the key hang?",
  "On the blue hook.\n\nSecond line: with Mrs Orth.\n- one\n- two",
  "See https://example.org/a:b?c=d, at 10:30 - or later",
  "12/3: dentist\n14/3: herons",
  "Schlüssel — 鍵 — مفتاح 🔑",
  "```ts\nconst user = 1; // User: x\n```\nso it is",
  "  indented\n    more",
  "# Plan\n1. Count\n2. Note",
];

/** Phones: stamp, and whether it is an iPhone, which writes marks of direction. */
const PHONES: readonly { readonly stamp: (date: Date) => string; readonly ios: boolean }[] = [
  { ios: false, stamp: (d) => `${d.getUTCMonth() + 1}/${d.getUTCDate()}/25, ${twelve(d)}\u202fAM - ` },
  { ios: false, stamp: (d) => `${two(d.getUTCDate())}/${two(d.getUTCMonth() + 1)}/2025, ${twelve(d)} am - ` },
  { ios: false, stamp: (d) => `${two(d.getUTCDate())}.${two(d.getUTCMonth() + 1)}.25, ${hours(d)} - ` },
  { ios: false, stamp: (d) => `${two(d.getUTCDate())}/${two(d.getUTCMonth() + 1)}/2025 ${hours(d)} - ` },
  { ios: false, stamp: (d) => `2025-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())} ${hours(d)} - ` },
  { ios: true, stamp: (d) => `[${two(d.getUTCDate())}.${two(d.getUTCMonth() + 1)}.25, ${hours(d)}:07] ` },
  { ios: true, stamp: (d) => `[${d.getUTCMonth() + 1}/${d.getUTCDate()}/25, ${twelve(d)}:07\u202fAM] ` },
  { ios: true, stamp: (d) => `[2025/${d.getUTCMonth() + 1}/${d.getUTCDate()} ${hours(d)}:07] ` },
  { ios: true, stamp: (d) => `[${two(d.getUTCDate())}-${two(d.getUTCMonth() + 1)}-2025 ${hours(d)}:07] ` },
];
const two = (n: number): string => String(n).padStart(2, "0");
const hours = (d: Date): string => `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}`;
const twelve = (d: Date): string => `${d.getUTCHours() % 12 || 12}:${two(d.getUTCMinutes())}`;

const NAMES = ["marta lind", "+49 151 0000000", "Jonas 🦩", "~\u00a0Dr. Orth", "李雷", "Åse-Marie (work)", "José, tío"];
/** What WhatsApp says itself: nobody's words. */
const NOTICES = [
  "Messages and calls are end-to-end encrypted. No one outside of this chat can read them.",
  "Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.",
  'Marta changed the group name from "Keys: old" to "Keys: new"',
  'marta lind created group "Cellar: keys"',
  "Jonas hat „Keller: Schlüssel“ als neuen Betreff festgelegt",
  "+49 151 0000000 joined using this group's invite link",
  "Your security code with Jonas changed. Tap to learn more.",
  'José cambió el asunto de "a: b" a "c: d"',
  "Marta a changé le sujet de « a : b » en « c : d »",
];
/** What stands for a file: on Android, and on an iPhone behind a mark. */
const FILES = [
  ["<Media omitted>", "\u200eimage omitted"],
  ["<Medien ausgeschlossen>", "\u200eBild weggelassen"],
  ["<Multimedia omitido>", "\u200eimagen omitida"],
  ["IMG-20250314-WA0001.jpg (file attached)", "\u200e<attached: 00000012-PHOTO-2025-03-14-09-05-07.jpg>"],
  ["IMG-20250314-WA0001.jpg (Datei angehängt)", "\u200e<Anhang: 00000012-PHOTO-2025-03-14-09-05-07.jpg>"],
  ["\u200ePTT-20250314-WA0003.opus (archivo adjunto)", "\u200e<adjunto: 00000013-AUDIO-2025-03-14-09-05-07.opus>"],
  ["\u200eDOC 1 of Marta.pdf (file attached)", "Report.pdf • \u200e3 pages \u200edocument omitted"],
  ["<Médias omis>", "\u200esticker omitted"],
  ["STK-20250314-WA0002.webp (fichier joint)", "\u200eGIF retiré"],
] as const;

/** What a phone asks for in a form of its own: words of a person, behind a mark. */
const GIVEN = ["\u200eLocation: https://maps.example/?q=1,2", "\u200ePOLL:\nWhich hook?\n\u200eOPTION: Blue (2 votes)"];

test("WhatsApp: notices, files and words of people in forty exports", async () => {
  const wrong: string[] = [];
  let all = 0;
  for (const i of VARIANTS) {
    const { stamp, ios } = pick(PHONES, i);
    const people = [pick(NAMES, i), pick(NAMES, i + 3)];
    const group = i % 2 === 0;
    const lines: string[] = [];
    const expected: string[] = [];
    const say = (who: string | null, text: string, kind: string, body = text): void => {
      const day = i % 3 === 0 ? 86_400_000 : 3 * 86_400_000;
      const date = new Date(START + Math.floor(expected.length / 3) * day + expected.length * 60_000);
      lines.push(`${stamp(date)}${who === null ? "" : `${who}: `}${text}`);
      const author = kind === "context" ? "null" : who?.replace(/^~\s?/u, "");
      expected.push([kind, author, date.toISOString().slice(0, 16), body].join(" | "));
    };
    const notice = (text: string): void => {
      if (ios) say(group ? "Cellar keys" : (people[0] as string), `\u200e${text}`, "context", text);
      else say(null, text, "context");
    };
    notice(pick(NOTICES, i % 2));
    notice(pick(NOTICES, i));
    for (const n of [0, 1, 2, 3, 4, 5]) say(people[n % 2] as string, pick(WORDS, n + i), "message");
    const [android, apple] = pick(FILES, i + Math.floor(i / 9));
    say(people[1] as string, ios ? apple : android, "file", "");
    say(people[0] as string, "and a word \u200e<This message was edited>", "message");
    notice(pick(NOTICES, i + 4));
    say(people[1] as string, pick(WORDS, i), "message");
    if (ios) say(people[0] as string, pick(GIVEN, i), "message");
    const breaks = i % 4 === 0 ? "\r\n" : "\n";
    const text = lines.join("\n").replaceAll("\n", breaks) + (i % 5 === 0 ? "" : breaks);
    const { format, entries } = await readAll("_chat.txt", (i % 7 === 0 ? "\uFEFF" : "") + text);
    assert.equal(format, "whatsapp", text);
    const found = entries.map(({ kind, author, time, text: body, caption }) =>
      [caption === null ? kind : "file", String(author), minute(time), body.replaceAll("\r", "")].join(" | "),
    );
    all += expected.length;
    for (const [n, one] of expected.entries())
      if (one.trimEnd() !== found[n]?.trimEnd()) wrong.push(`${i} ${one} <> ${found[n]}`);
    if (found.length !== expected.length) wrong.push(`${i} ${found.length} of ${expected.length}`);
  }
  assert.deepEqual(wrong, [], `${wrong.length} of ${all}`);
});

/** How Cursor writes the time of an export, in its languages and zones. */
const EXPORTS: readonly (readonly [written: string, time: string])[] = [
  ["3/14/2025 at 10:05:00 GMT+1", "2025-03-14T09:05"],
  ["3/14/2025 at 02:05:00 PDT", "2025-03-14T09:05"],
  ["3/14/2025 at 5:05:00 AM EDT", "2025-03-14T09:05"],
  ["14/3/2025 at 10:05:00 CET", "2025-03-14T09:05"],
  ["14.3.2025 at 10:05:00 MEZ", "2025-03-14T09:05"],
  ["14/03/2025 at 09:05:00 UTC", "2025-03-14T09:05"],
  ["2025/3/14 at 17:05:00 GMT+8", "2025-03-14T09:05"],
  ["2025-03-14 at 14:35:00 GMT+5:30", "2025-03-14T09:05"],
  ["14-03-2025 at 10:05:00 CET", "2025-03-14T09:05"],
  ["3/14/2025 at 18:05:00 JST", "2025-03-14T09:05"],
  ["2025. 3. 14. at 18:05:00 GMT+9", "2025-03-14T09:05"],
  ["14. 3. 2025 at 10:05:00 SEČ", "2025-03-14T09:05"],
  ["14.03.2025 at 12:05:00 MSK", "2025-03-14T09:05"],
  ["14/3/2025 at 2:35:00 pm IST", "2025-03-14T09:05"],
];

test("Cursor's exports: who says what, and when it was exported", async () => {
  const wrong: string[] = [];
  for (const i of VARIANTS) {
    const [written, time] = pick(EXPORTS, i);
    const version = pick(["0.45.14", "0.47.5", "1.0.0", "1.7.52", "2.4.1"], i);
    const said = Array.from({ length: 6 }, (_, n) => [n % 2 === 0 ? "user" : "assistant", pick(WORDS, n + i)] as const);
    let text = `${i % 6 === 5 ? "" : `# ${pick(["Cellar key", "Fix: a `bug`", "Ключ"], i)}\n`}_Exported on ${written} from Cursor (${version})_\n\n---\n\n`;
    for (const [role, words] of said)
      text += `**${role === "user" ? "User" : "Cursor"}**\n\n${words}${role === "assistant" && i % 3 === 0 ? "\n\n**User**\n\n---\n\nis quoted" : ""}\n\n---\n\n`;
    if (i % 4 === 0) text = text.replaceAll("\n", "\r\n");
    const { format, entries } = await readAll(`cursor_${i}.md`, text);
    const own = entries.filter(({ kind }) => kind === "message");
    if (format !== "cursor") wrong.push(`${i} ${format} ${written}`);
    if (own.length !== said.length) wrong.push(`${i} ${own.length} of ${said.length}`);
    for (const [n, [role, words]] of said.entries()) {
      const entry = own[n];
      const isIn = entry?.text.replaceAll("\r", "").includes(words.trimEnd()) === true;
      if (entry?.role !== role || !isIn || minute(entry.time) !== time)
        wrong.push(`${i} ${role} ${words} ${written} <> ${entry?.role} ${entry?.time} ${entry?.text}`);
    }
  }
  assert.deepEqual(wrong, [], String(wrong.length));
});

/** What VS Code keeps in an answer beside words. */
const BESIDE: readonly object[] = [
  { kind: "progressMessage", content: { value: "Working" } },
  { kind: "progressTaskSerialized", content: { value: "Searching" }, progress: [] },
  { kind: "thinking", value: "Hm, the hook", id: "t", metadata: {} },
  { kind: "prepareToolInvocation", toolName: "read" },
  { kind: "undoStop", id: "u" },
  { kind: "mcpServersStarting", didStartServerIds: [] },
  { kind: "codeblockUri", uri: { path: "/p/a.ts", scheme: "file" }, isEdit: true },
  { kind: "textEditGroup", uri: { path: "/p/a.ts" }, edits: [[{ text: "x" }]], done: true },
  { kind: "confirmation", title: "Run?", message: "npm test", data: {} },
  { kind: "elicitation", title: "Which?", message: { value: "one" } },
  { kind: "warning", content: { value: "Rate limit" } },
  { kind: "command", command: { id: "x", title: "Do" } },
];

test("Copilot's chats in VS Code: kept, exported, and of versions long past", async () => {
  const wrong: string[] = [];
  for (const i of VARIANTS) {
    const said: string[] = [];
    const requests = [0, 1, 2].map((n) => {
      const asked = pick(WORDS, n + i);
      const answer = pick(WORDS, n + i + 1);
      const time = START + n * 600_000;
      const when = i % 8 === 7 ? "2025-03-14T09:05" : new Date(time).toISOString().slice(0, 16);
      said.push(`user ${when} ${asked}`);
      if (n !== 1 || i % 5 !== 4) said.push(`assistant ${when} ${answer}`);
      const markdown = pick<object>(
        [
          { value: answer, supportThemeIcons: false, supportHtml: false, baseUri: { scheme: "file" } },
          { kind: "markdownContent", content: { value: answer, isTrusted: false } },
          { value: answer, isTrusted: { enabledCommands: [] }, uris: {} },
          { kind: "markdownVuln", content: { value: answer }, vulnerabilities: [] },
        ],
        i,
      );
      const response = n === 1 && i % 5 === 4 ? [] : [pick(BESIDE, i + n), markdown, pick(BESIDE, i + n + 5)];
      return {
        requestId: `request_${n}`,
        message: pick<unknown>(
          [
            { text: asked, parts: [{ kind: "text", text: asked, range: { start: 0, endExclusive: 3 } }] },
            { parts: [{ kind: "text", text: asked, range: { start: 0, endExclusive: 3 } }] },
            asked,
          ],
          Math.floor(i / 2),
        ),
        variableData: { variables: [{ kind: "file", name: "a.ts", value: {} }] },
        response: i % 9 === 8 ? { value: response } : response,
        isCanceled: n === 1 && i % 5 === 4,
        agent: { id: "github.copilot.editsAgent" },
        ...(i % 8 !== 7 && { timestamp: time }),
      };
    });
    const whole = pick<object>(
      [
        { version: 3, requesterUsername: "mira", responderUsername: "GitHub Copilot", sessionId: "s", requests },
        { requesterUsername: "mira", requesterAvatarIconUri: {}, responderUsername: "GitHub Copilot", requests },
        {
          version: 3,
          responderUsername: "GitHub Copilot",
          initialLocation: "panel",
          requests,
          sessionId: "s",
          inputState: {},
        },
        { requests, version: 2, sessionId: "s", customTitle: "Key", isImported: false },
      ],
      i,
    );
    const created = { creationDate: START, ...whole };
    const text =
      i % 10 === 9
        ? `${JSON.stringify({ kind: 0, v: created })}\n`
        : JSON.stringify(created, null, i % 2 === 0 ? 2 : 0);
    const { format, entries } = await readAll(i % 10 === 9 ? "s.jsonl" : "chat.json", text);
    if (format !== "copilot") wrong.push(`${i} ${format}`);
    const found = entries
      .filter(({ kind }) => kind === "message")
      .map((one) => `${one.role} ${minute(one.time)} ${one.text}`);
    if (JSON.stringify(found) !== JSON.stringify(said))
      wrong.push(`${i} ${JSON.stringify(said)} <> ${JSON.stringify(found)}`);
  }
  assert.deepEqual(wrong, [], String(wrong.length));
});

test("Copilot's first command line, and what is copied from its chat", async () => {
  const timeline = [
    { id: "1", timestamp: "2025-10-01T10:00:00Z", type: "user", text: "Where?" },
    { id: "2", timestamp: "2025-10-01T10:05:00Z", type: "copilot", text: "Blue hook." },
  ];
  const chatMessages = [
    { role: "user", content: "Where?" },
    { role: "assistant", content: "", tool_calls: [{ id: "c", function: { name: "bash", arguments: "{}" } }] },
    { role: "tool", tool_call_id: "c", content: "ok" },
    { role: "assistant", content: "Blue hook." },
  ];
  const kept = { sessionId: "s", startTime: "2025-10-01T10:00:00Z", chatMessages, timeline };
  for (const indent of [0, 2]) {
    const { format, entries } = await readAll("session_s.json", JSON.stringify(kept, null, indent));
    assert.equal(format, "copilot-cli");
    assert.deepEqual(
      entries.map(({ role, time, text }) => `${role} ${minute(time)} ${text}`),
      [
        "user 2025-10-01T10:00 Where?",
        "tool_call 2025-10-01T10:00 bash\n{}",
        "tool_result 2025-10-01T10:00 ok",
        "assistant 2025-10-01T10:05 Blue hook.",
      ],
    );
  }
  for (const mark of [
    "**User**: |**GitHub Copilot**: ",
    "## User\n\n|## GitHub Copilot\n\n",
    "User: |GitHub Copilot: ",
  ]) {
    const [user, model] = mark.split("|") as [string, string];
    const { brief } = await readAll("c.md", `${user}Where?\n\n${model}Hook.\n\n${user}And?\n\n${model}Orth.\n`);
    assert.deepEqual(
      brief.filter((one) => !one.startsWith("context")),
      ["message user: Where?", "message assistant: Hook.", "message user: And?", "message assistant: Orth."],
    );
  }
});

test("opencode's store: versions of its parts, helpers, errors and what only keeps books", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loci-wild-"));
  const wrong: string[] = [];
  try {
    for (const i of VARIANTS) {
      const file = join(folder, `opencode-${i}.db`);
      const store = new DatabaseSync(file);
      store.exec(`CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL, name TEXT);
        CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, slug TEXT, directory TEXT NOT NULL, title TEXT,
          version TEXT, time_created INTEGER NOT NULL, time_updated INTEGER, time_archived INTEGER);
        CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER, time_updated INTEGER, data TEXT);
        CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
        CREATE TABLE todo (session_id TEXT, content TEXT);`);
      const said: string[] = [];
      for (const [s, parent] of [null, i % 2 === 0 ? null : "ses_0"].entries()) {
        const own = `ses_${s}`;
        store
          .prepare("INSERT INTO session VALUES (?, 'p', ?, 'calm-heron', '/p', ?, '1.1.0', ?, ?, NULL)")
          .run(own, parent, `Key ${s}`, START + s * 3_600_000, START);
        for (let n = 0; n < 6; n++) {
          const isUser = n % 2 === 0;
          const time = START + s * 3_600_000 + n * 60_000;
          const id = `msg_${s}${n}`;
          const words = pick(WORDS, n + i + s);
          const data = {
            role: isUser ? "user" : "assistant",
            time: { created: time, ...(!isUser && { completed: time + 5 }) },
            ...(isUser
              ? {
                  agent: "build",
                  model: { providerID: "x", modelID: "y" },
                  ...(i % 3 === 0 && { summary: { title: "T", diffs: [] } }),
                }
              : {
                  parentID: `msg_${s}${n - 1}`,
                  modelID: "y",
                  mode: "build",
                  path: { cwd: "/p", root: "/p" },
                  cost: 0,
                  finish: "stop",
                }),
          };
          store.prepare("INSERT INTO message VALUES (?, ?, ?, ?, ?)").run(id, own, time, time, JSON.stringify(data));
          const beside = pick<object>(
            [
              { type: "step-start", snapshot: "a" },
              { type: "reasoning", text: "Hm.", time: { start: 1, end: 2 } },
              { type: "snapshot", snapshot: "a" },
              { type: "patch", hash: "a", files: ["/p/a"] },
              { type: "agent", name: "plan", source: { value: "@plan", start: 0, end: 5 } },
              { type: "retry", attempt: 1, error: { name: "APIError", data: { message: "no" } } },
              { type: "compaction", auto: true },
              { type: "text", text: "Called the Read tool", synthetic: true },
              { type: "text", text: "gone", ignored: true },
              {
                type: "tool",
                callID: "c",
                tool: "bash",
                state: { status: "error", input: { command: "ls" }, error: "no" },
              },
              { type: "tool", callID: "c", tool: "bash", state: { status: "pending", input: {}, raw: "" } },
              {
                type: "tool",
                callID: "c",
                tool: "read",
                state: {
                  status: "completed",
                  input: { filePath: "a" },
                  output: "1",
                  title: "a",
                  metadata: {},
                  time: {},
                },
              },
            ],
            i + n,
          );
          const parts = [
            ...(isUser ? [] : [{ type: "step-start" }, beside]),
            { type: "text", text: words, time: { start: time } },
          ];
          if (isUser && i % 4 === 0)
            parts.push({ type: "file", mime: "image/png", filename: "a.png", url: "data:" } as never);
          if (!isUser) parts.push({ type: "step-finish", reason: "stop", cost: 0 } as never);
          for (const [k, part] of parts.entries())
            store
              .prepare("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)")
              .run(`prt_${s}${n}${two(k)}`, id, own, time, time, JSON.stringify(part));
          said.push(
            `${own} ${parent === null ? "message" : "sidechain"} ${data.role} ${minute(new Date(time).toISOString())} ${words}`,
          );
        }
      }
      store.close();
      const { format, entries } = await readAll("x", await fileBundle("opencode.db", file));
      if (format !== "opencode") wrong.push(`${i} ${format}`);
      const found = entries
        .filter(
          ({ kind, role, caption }) =>
            caption === null && (kind === "message" || (kind === "sidechain" && !/tool|system/u.test(role))),
        )
        .map((one) => `${one.session} ${one.kind} ${one.role} ${minute(one.time)} ${one.text}`);
      if (JSON.stringify(found) !== JSON.stringify(said))
        wrong.push(`${i} ${JSON.stringify(said)} <> ${JSON.stringify(found)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  assert.deepEqual(wrong, [], String(wrong.length));
});
