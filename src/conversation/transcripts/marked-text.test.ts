import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LociError } from "../../model/error.ts";
import { readAll } from "./read-all.fixture.ts";

test("labels, with the text on the same line or below; fences hide theirs", async () => {
  const { format, brief, entries } = await readAll(
    "talk.txt",
    "A talk of yesterday\n\nUser: How are you?\nReally?\n\nAssistant:\n\nFine:\n```\nUser: not me\n```\n\n**Human:** ok\n[Assistant]: bye\n",
  );
  assert.equal(format, "text");
  assert.deepEqual(brief, [
    "context system: A talk of yesterday",
    "message user: How are you?\nReally?",
    "message assistant: Fine:\n```\nUser: not me\n```",
    "message user: ok",
    "message assistant: bye",
  ]);
  assert.deepEqual(
    entries.map(({ session, id }) => [session, id]),
    [
      ["talk", "1"],
      ["talk", "2"],
      ["talk", "3"],
      ["talk", "4"],
      ["talk", "5"],
    ],
  );
});

test("headings, and `> ` before what was typed", async () => {
  const headings = await readAll(
    "talk.md",
    "# Export\n\n## User\n\nHi\n\n## Assistant\n\nUser: is a word here\n\n### a heading of its own\n",
  );
  assert.deepEqual(headings.brief, [
    "context system: # Export",
    "message user: Hi",
    "message assistant: User: is a word here\n\n### a heading of its own",
  ]);
  const quotes = await readAll("talk.txt", "> first\n> line two\n\nanswer one\n\nstill one\n> second\nanswer two\n");
  assert.deepEqual(quotes.brief, [
    "message user: first\nline two",
    "message assistant: answer one\n\nstill one",
    "message user: second",
    "message assistant: answer two",
  ]);
});

test("what nobody marked is not read at all", async () => {
  for (const text of [
    "Just a note.\n\n> with a quotation\n\nand more",
    "User: alone\n",
    "Question of taste: none",
    "",
    "{ not json",
    "[1, 2]",
    "Question: what?\nAnswer: that\n",
    "Prompt: a\nAnswer: b\n",
    "An essay\n\n> a quotation\n\nand\n\n> another\n\nend\n",
  ]) {
    await assert.rejects(
      readAll("note.txt", text),
      (error) => error instanceof LociError && error.code === "TRANSCRIPT_UNRECOGNISED",
      text,
    );
  }
});

test("named as such, weaker marks are read too", async () => {
  const { brief } = await readAll("note.md", "> one\n\nfirst\n\n> two\n\nsecond\n", "text");
  assert.deepEqual(brief, [
    "message user: one",
    "message assistant: first",
    "message user: two",
    "message assistant: second",
  ]);
  await assert.rejects(readAll("note.md", "> one\n\nfirst\n\n> two\n\nsecond\n"));
});

test("people who speak in turn, by their names, perhaps with times", async () => {
  for (const text of [
    "Kay: Tea?\nRemy: Yes.\nwith milk\nKay: Here.\nRemy: Thanks: lots\n",
    "[10:03] Kay: Tea?\n[10:04] Remy: Yes.\nwith milk\n[10:05] Kay: Here.\n[10:06] Remy: Thanks: lots\n",
    "12/03/2024, 10:03 - Kay: Tea?\n12/03/2024, 10:04 - Remy: Yes.\nwith milk\n12/03/2024, 10:04 - Kay: Here.\n12/03/2024, 10:05 - Remy: Thanks: lots\n",
  ]) {
    const { entries, problems } = await readAll("talk.txt", text);
    assert.deepEqual(
      [entries.map(({ author, role, text: body }) => [author, role, body]), problems],
      [
        [
          ["Kay", "user", "Tea?"],
          ["Remy", "user", "Yes.\nwith milk"],
          ["Kay", "user", "Here."],
          ["Remy", "user", "Thanks: lots"],
        ],
        [],
      ],
    );
  }
  for (const text of [
    "Name: Kay\nCity: Ghent\nName: Remy\nCity: Basel\nand then\na lot\nof other\nlines\nfollow here\n",
    "Title: x\nDate: y\nAuthor: z\n",
    "Q: a\nA: b\nQ: c\nA: d\n",
    "Note: a\nTip: b\nNote: c\nTip: d\n",
    "Minutes\n\nKay: a\nRemy: b\nKay: c\nRemy: d\n",
  ]) {
    await assert.rejects(
      readAll("notes.txt", text),
      (error) => error instanceof LociError && error.code === "TRANSCRIPT_UNRECOGNISED",
      text,
    );
  }
});

test("every word that is said is found again, byte for byte", () => {
  const words = fc.array(
    fc
      .string({ unit: fc.constantFrom("a", "b", " ", "\n", "é", "日", "`", "#", ":"), minLength: 1, maxLength: 20 })
      .map((part) => part.trim())
      .filter((part) => part !== "" && !/^\s*(`{3}|~{3})/mu.test(part)),
    { minLength: 2, maxLength: 8 },
  );
  return fc.assert(
    fc.asyncProperty(words, async (turns) => {
      const text = turns.map((turn, i) => `${i % 2 === 0 ? "User" : "Assistant"}: ${turn}\n\n`).join("");
      const { entries } = await readAll("talk.txt", text);
      assert.deepEqual(
        entries.map((entry) => entry.text),
        turns,
      );
    }),
  );
});
