import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LociError } from "../../../model/error.ts";
import { makeZip } from "../../../parsing/zip/make-zip.fixture.ts";
import { fileBundle } from "../bundles.ts";
import { bytesBundle } from "../bytes-bundle.fixture.ts";
import { jsonl, readAll } from "../read-all.fixture.ts";

const ASKED = "Where does the cellar key hang?";
const TOLD = "On the blue hook.\n\nBehind the door.";
const DAY = "2024-03-12";
/** What each of these exports holds: who, when in UTC, and the exact words. */
const TALK = [`Ada ${DAY}T10:00 ${ASKED}`, `Bo ${DAY}T15:01 ${TOLD}`];
/** The same with a model, which has no name. */
const WITH_MODEL = [`user ${DAY}T10:00 ${ASKED}`, `assistant ${DAY}T15:01 ${TOLD}`];
const [FIRST, SECOND] = [Date.UTC(2024, 2, 12, 10), Date.UTC(2024, 2, 12, 15, 1)];
const iso = (time: number): string => new Date(time).toISOString();
const json = (value: unknown): string => JSON.stringify(value, null, 2);

interface Export {
  readonly format: string;
  readonly file: string;
  readonly content: string;
  readonly said?: readonly string[];
  /** Words that nobody says. */
  readonly beside?: number;
}

const grokTime = (time: number): object => ({ $date: { $numberLong: String(time) } });
const cell = (words: string): string =>
  `<div class="outer-cell mdl-cell"><div class="header-cell"><p class="mdl-typography--title">Gemini Apps<br></p></div>` +
  `<div class="content-cell mdl-cell mdl-typography--body-1">${words}</div></div>`;
const ANSWER = "<p>On the <b>blue</b> hook.</p>\n<p>Behind the door.</p>";

const EXPORTS: readonly Export[] = [
  {
    format: "google-chat",
    file: "messages.json",
    content: json({
      messages: [
        {
          creator: { name: "Ada", email: "ada@example.org", user_type: "Human" },
          created_date: "Tuesday, March 12, 2024 at 10:00:00 AM UTC",
          text: ASKED,
          message_id: "a/b/c",
        },
        { creator: { name: "Bo" }, created_date: "Tuesday, March 12, 2024 at 3:01:00\u202fPM UTC", text: TOLD },
      ],
    }),
  },
  {
    // The newest stands first, and words are HTML.
    format: "skype",
    file: "messages.json",
    beside: 1,
    content: json({
      userId: "8:live:Ada",
      conversations: [
        {
          id: "8:bo",
          displayName: "Bo",
          MessageList: [
            {
              id: "3",
              originalarrivaltime: iso(SECOND),
              messagetype: "RichText",
              content: TOLD.replace("blue", "<b>blue</b>"),
              from: "8:bo",
              displayName: null,
            },
            { id: "2", originalarrivaltime: iso(FIRST), messagetype: "Text", content: ASKED, from: "8:live:Ada" },
            {
              id: "1",
              originalarrivaltime: iso(FIRST - 1),
              messagetype: "Event/Call",
              content: "<partlist/>",
              from: "8:bo",
            },
          ],
        },
      ],
    }),
  },
  {
    format: "signal",
    file: "data.json",
    content: jsonl([
      {
        date: iso(FIRST).slice(0, 19),
        sender: "Ada",
        body: ASKED,
        quote: "",
        sticker: "",
        reactions: [],
        attachments: [],
      },
      { date: iso(SECOND).slice(0, 19), sender: "Bo", body: TOLD, quote: "", sticker: "", reactions: [["Ada", "+"]] },
    ]),
  },
  {
    format: "gemini-app",
    file: "MyActivity.json",
    said: WITH_MODEL.map((one) => one.replace("15:01", "10:00")),
    content: json([
      {
        header: "Gemini Apps",
        title: `Prompted ${ASKED}`,
        time: iso(FIRST),
        products: ["Gemini Apps"],
        safeHtmlItem: [{ html: ANSWER }],
      },
    ]),
  },
  {
    format: "gemini-app",
    file: "My Activity.html",
    said: WITH_MODEL.map((one) => one.replace("15:01", "10:00")),
    beside: 1,
    content: `<html><body>${cell("Gave feedback: Good response<br>Mar 12, 2024, 10:09:00 AM UTC")}${cell(`Prompted ${ASKED}<br>Mar 12, 2024, 10:00:00\u202fAM UTC<br>${ANSWER}`)}</body></html>`,
  },
  {
    // Another language: which line has the day is known by its place.
    format: "gemini-app",
    file: "Meine Aktivitäten.html",
    said: [`user ${DAY}T09:00 ${ASKED}`, `assistant ${DAY}T09:00 ${TOLD}`],
    content: `<html><body>${cell(`${ASKED}<br>12.03.2024, 10:00:00 MEZ<br>${ANSWER}`)}</body></html>`,
  },
  {
    format: "grok",
    file: "prod-grok-backend.json",
    said: WITH_MODEL,
    content: json({
      conversations: [
        {
          conversation: { id: "c1", title: "Key", create_time: iso(FIRST) },
          responses: [
            { response: { _id: "r1", message: ASKED, sender: "human", create_time: grokTime(FIRST) } },
            { response: { _id: "r2", message: TOLD, sender: "ASSISTANT", create_time: grokTime(SECOND) } },
          ],
        },
      ],
    }),
  },
  {
    format: "open-webui",
    file: "chat-export.json",
    said: WITH_MODEL,
    content: json([
      {
        id: "c1",
        title: "Key",
        chat: {
          history: {
            messages: { m1: { id: "m1", childrenIds: ["m2"], role: "user", content: ASKED } },
            currentId: "m2",
          },
          messages: [
            { id: "m1", parentId: null, childrenIds: ["m2"], role: "user", content: ASKED, timestamp: FIRST / 1000 },
            { id: "m2", parentId: "m1", childrenIds: [], role: "assistant", content: TOLD, timestamp: SECOND / 1000 },
          ],
        },
      },
    ]),
  },
  {
    format: "librechat",
    file: "key.json",
    said: WITH_MODEL,
    content: json({
      conversationId: "c1",
      title: "Key",
      messages: [
        {
          ...{ messageId: "m1", isCreatedByUser: true, text: ASKED, createdAt: iso(FIRST) },
          children: [
            {
              messageId: "m2",
              isCreatedByUser: false,
              text: "",
              content: [{ type: "text", text: TOLD }],
              createdAt: iso(SECOND),
            },
          ],
        },
      ],
    }),
  },
  {
    format: "sillytavern",
    file: "Bo - 2024-03-12.jsonl",
    said: TALK,
    content: jsonl([
      { user_name: "Ada", character_name: "Bo", create_date: "2024-3-12@10h00m00s", chat_metadata: {} },
      { name: "Ada", is_user: true, send_date: "March 12, 2024 10:00am", mes: ASKED, extra: {} },
      { name: "Bo", is_user: false, send_date: "March 12, 2024 3:01pm", mes: TOLD, extra: {} },
    ]),
  },
  {
    format: "irc",
    file: "irssi.log",
    said: [`Ada ${DAY}T10:00 ${ASKED}`, `Bo 2024-03-13T15:01 waves`],
    beside: 1,
    content: `--- Log opened Tue Mar 12 10:00:00 2024\n09:59 -!- Ada [~a@example.org] has joined #cellar\n10:00 < Ada> ${ASKED}\n--- Day changed Wed Mar 13 2024\n15:01  * Bo waves\n--- Log closed Wed Mar 13 23:59:59 2024\n`,
  },
  {
    // ZNC: the day stands in the file's name.
    format: "irc",
    file: "2024-03-12.log",
    said: [`Ada ${DAY}T10:00 ${ASKED}`, `Bo ${DAY}T15:01 On the hook.`],
    beside: 1,
    content: `[10:00:00] <Ada> ${ASKED}\n[15:01:00] <Bo> On the hook.\n[15:02:00] *** Quits: Bo (gone)\n`,
  },
  {
    format: "irc",
    file: "hexchat.log",
    said: [`Ada ${DAY}T10:00 ${ASKED}`, `Bo ${DAY}T15:01 On the hook.`],
    beside: 1,
    content: `**** BEGIN LOGGING AT Tue Mar 12 09:00:00 2024\n\nMar 12 10:00:00 <Ada>\t${ASKED}\nMar 12 15:01:00 <Bo>\tOn the hook.\nMar 12 15:02:00 *\tBo has quit\n**** ENDING LOGGING AT Tue Mar 12 15:03:00 2024\n`,
  },
  {
    format: "irc",
    file: "cellar.weechatlog",
    said: [`Ada ${DAY}T10:00 ${ASKED}`, `Bo ${DAY}T15:01 On the hook.`],
    beside: 1,
    content: `2024-03-12 09:59:00\t-->\tAda (~a@example.org) has joined #cellar\n2024-03-12 10:00:00\tAda\t${ASKED}\n2024-03-12 15:01:00\t@Bo\tOn the hook.\n`,
  },
];

test("exports of chats: who said what, and when, in the exact words, with either line break", async () => {
  for (const { format, file, content, said = TALK, beside = 0 } of EXPORTS)
    for (const text of file.endsWith(".txt") || file.endsWith(".log")
      ? [content, content.replaceAll("\n", "\r\n")]
      : [content]) {
      const { format: found, entries, problems } = await readAll(file, text);
      assert.equal(found, format, file);
      assert.deepEqual(problems, [], file);
      const messages = entries.filter(({ kind }) => kind === "message");
      const brief = messages.map((one) => `${one.author ?? one.role} ${one.time?.slice(0, 16)} ${one.text}`);
      assert.deepEqual(
        brief.map((one) => one.replaceAll("\r", "")),
        said,
        file,
      );
      assert.equal(entries.length - messages.length, beside, file);
    }
});

test("a Google Chat is called as its group, or by its members", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loci-chat-"));
  try {
    const path = join(folder, "messages.json");
    writeFileSync(path, EXPORTS[0]?.content ?? "");
    for (const [group, title] of [
      [{ name: "Cellar", members: [{ name: "Ada" }] }, "Cellar"],
      [{ members: [{ name: "Ada" }, { name: "Bo" }] }, "Ada, Bo"],
    ]) {
      writeFileSync(join(folder, "group_info.json"), JSON.stringify(group));
      const { entries } = await readAll(path, await fileBundle(path, path));
      assert.deepEqual(new Set(entries.map((one) => one.title)), new Set([title]));
      const inside = ["messages.json", "group_info.json"].map((name) => ({
        name: `Takeout/Google Chat/Groups/DM a/${name}`,
        content: readFileSync(join(folder, name)),
      }));
      const packed = await readAll("takeout.zip", await bytesBundle("takeout.zip", makeZip(inside)));
      assert.deepEqual(new Set(packed.entries.map((one) => one.title)), new Set([title]), "in an archive");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** What has something of such a form, and isn't one. */
const ALIKE: readonly (readonly [file: string, content: string])[] = [
  ["server.log", "[10:00:00] [main/INFO]: started\n[10:00:01] [main/INFO]: <none> ready\n"],
  ["times.log", "10:00:00 <init>\n10:00:01 done\n"],
  ["table.txt", "2024-03-12 10:00:00\tAda\t12\n2024-03-12 10:01:00\tBo\t13\n"],
  ["line.txt", "[LINE] Chat history with Ada\nnothing was said\n"],
  ["kakao.txt", "카카오톡 대화를 저장하는 방법\n오전 10:00에 저장\n"],
  ["diary.txt", "Mar 12, 2024 was cold.\nWe stayed inside.\n"],
  ["issues.json", json({ messages: [{ created_date: "2024-03-12", text: ASKED }] })],
  ["senders.json", json({ sender: "a", body: "b" })],
  ["activity.json", json([{ header: "Search", title: "Searched for keys", time: iso(FIRST), products: ["Search"] }])],
  ["activity.html", cell("x").replace("Gemini Apps", "YouTube")],
  ["conversations.json", json({ conversations: [{ id: "c1", responses: [{ message: ASKED, sender: "human" }] }] })],
  ["chats.json", json([{ id: "c1", chat: { title: "Key", messages: [] } }])],
];

test("what only looks like an export of a chat is no known form", async () => {
  for (const [file, content] of ALIKE)
    await assert.rejects(
      readAll(file, content),
      (error) => error instanceof LociError && error.code === "TRANSCRIPT_UNRECOGNISED",
      file,
    );
});
