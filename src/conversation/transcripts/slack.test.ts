import assert from "node:assert/strict";
import { test } from "node:test";
import { makeZip } from "../../parsing/zip/make-zip.fixture.ts";
import { bytesBundle } from "./bytes-bundle.fixture.ts";
import { readAll } from "./read-all.fixture.ts";

const users = [
  { id: "U1", name: "ann", profile: { display_name: "Ann", real_name: "Ann B." } },
  { id: "U2", name: "bob", profile: { display_name: "", real_name: "Bob C." } },
];
const day1 = [
  {
    type: "message",
    user: "U1",
    text: "Who &amp; when, <@U2>?",
    ts: "1452837352.000100",
    thread_ts: "1452837352.000100",
    reply_count: 2,
  },
  { type: "message", user: "U2", text: "<@U1> has joined", subtype: "channel_join", ts: "1452837353.000000" },
  { type: "message", user: "U2", text: "unrelated", ts: "1452837354.000000" },
  { type: "message", user: "U2", text: "I, today", ts: "1452837360.000000", thread_ts: "1452837352.000100" },
];
const day2 = [
  { type: "message", user: "U1", text: "late answer", ts: "1452923753.000000", thread_ts: "1452837352.000100" },
  {
    type: "message",
    subtype: "bot_message",
    bot_id: "B1",
    username: "ci",
    text: "",
    ts: "1452923754.000000",
    attachments: [{ text: "build failed" }],
  },
  { type: "message", user: "U9", text: "", ts: "1452923755.000000", files: [{ title: "plan.pdf" }] },
  { type: "message", user: "U9", text: "", ts: "1452923756.000000" },
  { type: "message", text: "no time" },
];
const files = (root: string) => [
  { name: `${root}channels.json`, content: JSON.stringify([{ id: "C1", name: "general" }]) },
  { name: `${root}dms.json`, content: JSON.stringify([{ id: "D1", members: ["U1", "U2"] }]) },
  { name: `${root}users.json`, content: JSON.stringify(users) },
  { name: `${root}general/2016-01-15.json`, content: JSON.stringify(day1) },
  { name: `${root}general/2016-01-16.json`, content: JSON.stringify(day2) },
  {
    name: `${root}D1/2016-01-16.json`,
    content: JSON.stringify([{ type: "message", user: "U1", text: "psst", ts: "1452923753.000000" }]),
  },
];

test("users are resolved, threads stay together, the text stays Slack's own", async () => {
  for (const root of ["", "Team export/"]) {
    const { format, entries, problems } = await readAll(
      "export.zip",
      await bytesBundle("export.zip", makeZip(files(root))),
    );
    assert.equal(format, "slack");
    assert.deepEqual(
      entries.map(({ session, title, author, role, kind, text, caption }) => [
        session,
        title,
        author,
        role,
        kind,
        text,
        caption,
      ]),
      [
        ["D1", "Ann, Bob C.", "Ann", "user", "message", "psst", null],
        ["general", "#general", "Ann", "user", "message", "Who &amp; when, <@U2>?", "@Bob C."],
        ["general", "#general", "Bob C.", "user", "message", "I, today", null],
        ["general", "#general", "Ann", "user", "message", "late answer", null],
        ["general", "#general", "Bob C.", "system", "context", "<@U1> has joined", "@Ann"],
        ["general", "#general", "Bob C.", "user", "message", "unrelated", null],
        ["general", "#general", "ci", "bot", "message", "", "build failed"],
        ["general", "#general", "U9", "user", "message", "", "plan.pdf"],
      ],
    );
    assert.equal(entries[1]?.time, "2016-01-15T05:55:52.000Z");
    assert.deepEqual(
      problems.map(({ file, line, reason }) => `${file} ${line} ${reason}`),
      [`${root}general/2016-01-16.json 5 no message with a time`, `${root}general/2016-01-16.json 4 empty message`],
    );
  }
});

test("a day by itself is read without names", async () => {
  const { format, entries } = await readAll("general/2016-01-15.json", JSON.stringify(day1));
  assert.equal(format, "slack");
  assert.deepEqual(entries.map(({ session, author }) => `${session} ${author}`)[0], "general U1");
});

test("whom and which channels a text mentions is named beside it, once each, and the text stays exact", async () => {
  const named: Record<string, string | null> = {
    "<@U1> and <@U2|bob>, <@U1>": "@Ann\n@Bob C.",
    "<@U9>, <@U8|carl>": "@carl",
    "see <#C1|> or <#C9|plans>": "#general\n#plans",
    "<https://x.org/a?b=1&amp;c=2|the page> <!here> a &lt;@U1&gt;": null,
  };
  const day = Object.keys(named).map((text, i) => ({ type: "message", user: "U1", text, ts: `145283735${i}.000100` }));
  const lists = files("").filter(({ name }) => !name.includes("/"));
  const zip = makeZip([...lists, { name: "general/2016-01-15.json", content: JSON.stringify(day) }]);
  const { entries } = await readAll("export.zip", await bytesBundle("export.zip", zip));
  assert.deepEqual(Object.fromEntries(entries.map(({ text, caption }) => [text, caption])), named);
});
