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

test("users are resolved, threads stay together", async () => {
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
        ["general", "#general", "Ann", "user", "message", "Who & when, @Bob C.?", null],
        ["general", "#general", "Bob C.", "user", "message", "I, today", null],
        ["general", "#general", "Ann", "user", "message", "late answer", null],
        ["general", "#general", "Bob C.", "system", "context", "@Ann has joined", null],
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

test("a text is what people saw: users, channels and links by their names", async () => {
  const shown = {
    "<@U1> and <@U2|bob>": "@Ann and @Bob C.",
    "<@U9>, <@U8|carl>": "<@U9>, @carl",
    "see <#C1|> or <#C1> or <#C9|plans>": "see #general or #general or #plans",
    "<https://x.org/a?b=1&amp;c=2|the page>": "the page (https://x.org/a?b=1&c=2)",
    "<https://x.org/>, <http://x.org|x.org>, <mailto:a@x.org|a@x.org>": "https://x.org/, http://x.org, a@x.org",
    "<!here> <!subteam^S1|@team> <!date^1392734382^{date}|Feb 18>": "@here @team Feb 18",
    "a &lt;@U1&gt; b &amp;lt; <b>": "a <@U1> b &lt; <b>",
  };
  const day = Object.keys(shown).map((text, i) => ({ type: "message", user: "U1", text, ts: `145283735${i}.000100` }));
  const lists = files("").filter(({ name }) => !name.includes("/"));
  const zip = makeZip([...lists, { name: "general/2016-01-15.json", content: JSON.stringify(day) }]);
  const { entries } = await readAll("export.zip", await bytesBundle("export.zip", zip));
  assert.deepEqual(
    entries.map(({ text }) => text),
    Object.values(shown),
  );
});
