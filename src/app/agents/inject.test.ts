import assert from "node:assert/strict";
import { test } from "node:test";
import { testPalace } from "../../surfaces/mcp/palace.fixture.ts";

const NOTES = [
  "Tide gauge readings are stored in millimetres, never in feet.",
  "Nightly export deletes rows older than ninety days.",
  "The ferry timetable widget reads its hours from harbour.yaml.",
  "Buoy photos are scaled to 640 pixels before the upload.",
  "Skippers get a text message an hour before high water.",
];
/** Work on what a note is of, and work that shares with one no more than what is to be done. */
const WORK = [
  ["turn the buoy images into thumbnails", 3],
  ["plot the water level in a chart with a legend", 4],
] as const;
const OTHER = [
  "delete the blank line from my snippet",
  "upload it to somewhere else please",
  "read the next page of it",
];

test("work is given what its whole prompt and its object both find, and nothing that only does the same", async (t) => {
  const { project, close } = await testPalace(
    NOTES.map((text, i) => ({ scope: "admin", path: `${i}.md`, text: `${text}\n` })),
  );
  t.after(close);
  for (const [prompt, note] of WORK) {
    const { text, silent } = await project.inject(prompt);
    assert.equal(silent, null, prompt);
    assert.ok(text.includes(NOTES[note] as string), `${prompt}\n${text}`);
    // Of a file that no note names nothing is known.
    assert.notEqual((await project.inject(`${prompt} in src/other/place.ts`)).silent, null, prompt);
  }
  for (const prompt of OTHER) assert.notEqual((await project.inject(prompt)).silent, null, prompt);
});

test("work that an earlier session was of is given what was set right there", async (t) => {
  const { project, close } = await testPalace([]);
  t.after(close);
  const said = [
    "please flash the depth sounder",
    "not over the air, use the yellow cable",
    "and wait ten seconds after the beep",
  ];
  for (const [i, text] of said.entries())
    await project.addMessage("sounder", { id: `${i}`, role: "user", text, time: `2026-03-01T09:0${i}:00Z` });
  const { text } = await project.inject("flash the new image onto the sounder");
  for (const one of said) assert.ok(text.includes(one), text);
});
