import assert from "node:assert/strict";
import { test } from "node:test";
import { readAll } from "../read-all.fixture.ts";

const RULE = "=".repeat(62);
const brief = async (name: string, text: string): Promise<readonly string[]> => {
  const { format, entries } = await readAll(name, text);
  assert.equal(format, "discord");
  return entries.map(({ time, author, kind, text: words, caption }) =>
    [time, author ?? kind, words, caption].filter((part) => part !== null).join(" | "),
  );
};

test("Discord's channels as plain text, whose dates are told by how time goes on", async () => {
  const text = (dates: readonly string[]): string =>
    [
      `${RULE}\nGuild: Harbour\nChannel: Text / general\n${RULE}\n`,
      `[${dates[0]}] alice\nhello [there] you\n`,
      `[${dates[1]}] bob (pinned)\nsecond\non two lines\n\n{Attachments}\nhttps://cdn.example/1/chart.png?ex=2\n\n{Reactions}\n👍 (2)\n`,
      `[${dates[2]}] alice\nthird\n\n{Embed}\nCI\nBuild 812 failed\n\non arm64\n\n${RULE}\nExported 3 message(s)\n${RULE}\n`,
    ].join("\n");
  for (const dates of [
    ["3/1/2024 5:02 PM", "3/1/2024 5:03 PM", "3/14/2024 9:15 AM"],
    ["01-Mar-24 05:02 PM", "01-Mar-24 05:03 PM", "14-Mar-24 09:15 AM"],
    ["01.03.2024 17:02", "01.03.2024 17:03", "14.03.2024 09:15"],
    ["01-Mar-2024 05:02 PM", "01-Mar-2024 05:03 PM", "14-Mar-2024 09:15 AM"],
  ])
    assert.deepEqual(await brief("general.txt", text(dates)), [
      "2024-03-01T17:02:00.000Z | alice | hello [there] you",
      "2024-03-01T17:03:00.000Z | bob | second\non two lines | chart.png",
      "2024-03-14T09:15:00.000Z | alice | third\n\nCI\nBuild 812 failed\n\non arm64",
    ]);
});

test("Discord's dates with a named month, whose day may be a month too", async () => {
  for (const [date, time] of [
    ["04-Mar-24 06:02 PM", "2024-03-04T18:02:00.000Z"],
    ["05-Oct-23 06:02 PM", "2023-10-05T18:02:00.000Z"],
    ["12-Mar-24 18:02", "2024-03-12T18:02:00.000Z"],
  ] as const)
    assert.deepEqual(
      await brief("a.txt", `${RULE}\nGuild: Harbour\nChannel: Text / general\n${RULE}\n\n[${date}] alice\nhello\n`),
      [`${time} | alice | hello`],
    );
});

test("Discord's channels as a table", async () => {
  const rows = [
    "AuthorID,Author,Date,Content,Attachments,Reactions",
    '"1","alice","2024-03-01T17:02:11.1230000+00:00","hello there","",""',
    '"2","bob","2024-03-01T17:03:00.0000000+00:00","second, with ""quotes""\nand a line","https://cdn.example/chart.png",""',
  ];
  const quoted = (rows[0] as string).replaceAll(/\w+/gu, '"$&"');
  // As it is written, and as a program writes it that reads and saves tables.
  for (const header of [rows[0], `\uFEFF${rows[0]}`, quoted])
    assert.deepEqual(await brief("general.csv", [header, ...rows.slice(1)].join("\n")), [
      "2024-03-01T17:02:11.1230000+00:00 | alice | hello there",
      '2024-03-01T17:03:00.0000000+00:00 | bob | second, with "quotes"\nand a line | chart.png',
    ]);
  const apart = '"AuthorID";"Author";"Date";"Content";"Attachments"\n1;alice;2024-03-01T17:02:11Z;a, b;\n';
  assert.deepEqual(await brief("general.csv", apart), ["2024-03-01T17:02:11Z | alice | a, b"]);
});

test("Discord's channels as a page: times from ids, one name for several messages, notices as context", async () => {
  const message = (id: string, inside: string): string =>
    `<div class=chatlog__message-container data-message-id=${id}><div class=chatlog__message>${inside}</div></div>`;
  const words = (text: string): string =>
    `<div class="chatlog__content chatlog__markdown"><span class=chatlog__markdown-preserve>${text}</span>` +
    "<span class=chatlog__edited-timestamp>(edited)</span></div>";
  const page = [
    "<!DOCTYPE html><html><body><div class=preamble><div class=preamble__entry>Harbour</div></div>",
    "<div class=chatlog__message-group>",
    message("1212345678901234567", `<span class=chatlog__author>Alice N.</span>${words("hello <b>there</b>\nyou")}`),
    message(
      "1212345678911234567",
      `${words("again")}<div class=chatlog__attachment><a href="https://cdn.example/chart.png?ex=1"><img></a></div>`,
    ),
    message(
      "1212345678911334567",
      "<div class=chatlog__embed><div class=chatlog__embed-author-container><span class=chatlog__embed-author>CI</span></div>" +
        "<div class=chatlog__embed-title><a class=chatlog__embed-title-link>Build 812</a></div>" +
        "<div class=chatlog__embed-description><div class=chatlog__markdown>on arm64</div></div></div>",
    ),
    "</div><div class=chatlog__message-group>",
    message("1212345678921234567", "<span class=chatlog__system-notification-content>joined the server.</span>"),
    "</div></body></html>",
  ].join("\n");
  assert.deepEqual(await brief("general.html", page), [
    "2024-02-28T10:28:54.143Z | Alice N. | hello there\nyou",
    "2024-02-28T10:28:54.145Z | Alice N. | again | chart.png",
    "2024-02-28T10:28:54.145Z | Alice N. | CI\nBuild 812\non arm64",
    "2024-02-28T10:28:54.148Z | context | joined the server.",
  ]);
  // Of what has no id of Discord's, by what stands beside its words.
  for (const day of ["Monday, March 4, 2024 8:00 AM", "Monday, 04 March 2024 08:00"]) {
    const shown = `<span class="chatlog__author">Bo</span><span class=chatlog__timestamp title="${day}"></span>`;
    const group = `<div class="chatlog__message-group">${message("0", `${shown}${words("oil")}`)}</div>`;
    assert.deepEqual(await brief("page.html", `<!DOCTYPE html><html>${group}</html>`), [
      "2024-03-04T08:00:00.000Z | Bo | oil",
    ]);
  }
});

test("what a card says in a channel's JSON, and what a poll of Telegram's asks, is read", async () => {
  const card = {
    author: { name: "CI" },
    title: "Build 812 failed",
    description: "on arm64",
    fields: [{ name: "branch", value: "main" }],
    footer: { text: "by hand" },
  };
  const said = (id: string, content: string): object => ({
    id,
    type: "Default",
    timestamp: "2024-03-01T17:02:00Z",
    content,
    author: { name: "bot", isBot: true },
    embeds: [card],
  });
  const channel = {
    guild: { name: "g" },
    channel: { id: "1", name: "c" },
    messages: [said("1", ""), said("2", "see")],
  };
  const words = "CI\nBuild 812 failed\non arm64\nbranch: main\nby hand";
  assert.deepEqual(
    (await readAll("c.json", JSON.stringify(channel))).entries.map(({ text }) => text),
    [words, `see\n\n${words}`],
  );
  const poll = { question: "Which pond?", answers: [{ text: "north" }, { text: "south" }] };
  const messages = [
    { id: 1, type: "message", date_unixtime: "1709312400", from: "Ada", from_id: "u1", text: "", poll },
  ];
  const { entries } = await readAll("result.json", JSON.stringify({ name: "Ponds", type: "private", id: 1, messages }));
  assert.deepEqual(
    entries.map(({ author, text }) => [author, text]),
    [["Ada", "Which pond?\nnorth\nsouth"]],
  );
  const page =
    '<div class="page_wrap"><div class="page_header">Ponds</div><div class="message default clearfix"><div class="body">' +
    '<div class="date" title="12.03.2024 18:02:11 UTC+01:00"></div><div class="from_name">Ada</div><div class="media_wrap">' +
    '<div class="media_poll"><div class="question bold">Which pond?</div><div class="answer">- north</div></div></div></div></div></div>';
  const told = (await readAll("messages.html", page)).entries;
  assert.deepEqual(
    told.map(({ author, text }) => [author, text]),
    [["Ada", "Which pond?\n- north"]],
  );
});
