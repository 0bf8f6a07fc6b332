import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../index.ts";

/** What was said first, and later; what is asked; what the answer begins with, and what it shows as well or not. */
const CASES: readonly (readonly [said: readonly string[], question: string, first: RegExp, shown: RegExp | null])[] = [
  [
    ["The kiln opening is planned for 20 May.", "The potters are late, so the kiln opening slips to 3 June."],
    "When is the kiln opening?",
    /^> The potters are late, so the kiln opening slips to 3 June/mu,
    /20 May/u,
  ],
  [
    ["We'll use Umbrex for invoices, Kay has an account.", "ok decided: invoices go through Paddock."],
    "Which provider do we use for invoices?",
    /^> ok decided/mu,
    /Umbrex/u,
  ],
  // What the chat is called by needn't be said in it.
  [
    ["Choir rehearsal is in the chapel.", "Rehearsal moves to the school, the chapel has no heating."],
    "Where is the choir rehearsal?",
    /^> Rehearsal moves to the school/mu,
    /in the chapel\./u,
  ],
  // The kind of thing goes unsaid; with its name half of the rest is enough.
  [
    ["Hartmann delivers the glaze, a fine supplier.", "We switched to Loew for the glaze, they are cheaper."],
    "Who is the glaze supplier we have?",
    /^> We switched to Loew/mu,
    /Hartmann/u,
  ],
  [
    ["The apron of Noor has size 31 in width.", "And Noor is size 33 already."],
    "What apron size does Noor have?",
    /^> And Noor is size 33/mu,
    /size 31/u,
  ],
  // Of the same thing, and of something else about it.
  [
    ["They gave us K-20931 as the number of the kiln permit.", "The new kiln permit runs out in 2029."],
    "Which number did they give our kiln permit?",
    /^> They gave us K-20931/mu,
    null,
  ],
  // Unsure, of something else, or not said as a change: it stays where it stands.
  [
    ["The glaze costs 40 euros a bucket.", "Maybe the glaze costs less now at the other shop, 30 or so."],
    "How much does the glaze cost?",
    /^> The glaze costs 40/mu,
    null,
  ],
  [
    ["The studio has 64 shelves.", "The shelves of both rooms come to 412, studio included."],
    "How many shelves does the studio have?",
    /^> The studio has 64/mu,
    null,
  ],
  [["Pim is 11 years old.", "Pim weighs 4 kilos now."], "How old is Pim?", /^> Pim is 11/mu, null],
  // What was, and what is asked of a time, is answered by what was said then.
  [
    ["The wheel stood in room 7.", "The wheel moved, it stands in room 9 now."],
    "In which room was the wheel before?",
    /room/u,
    null,
  ],
];

test("what was said later of the same, as a change, goes before what answers; nothing else does", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-later-"));
  const loci = await openLoci({ home: join(folder, "home"), settings: { llm: { provider: "none" } } as never });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  for (const [i, [said, question, first, shown]] of CASES.entries()) {
    const project = await loci.project(`p${i}`);
    const all = [
      "The tenor sings on Thursdays in the old chapel.",
      ...said,
      "The bread is in the oven, I left at noon.",
    ];
    for (const [n, text] of all.entries())
      await project.addMessage(n % 2 === 0 ? "choir" : "b", {
        id: `m${n}`,
        role: "user",
        text,
        time: `2026-03-0${n + 1}T10:00:00Z`,
      });
    const { text } = await project.ask(question);
    const at = text.search(first);
    const quoted = text.indexOf("\n> ");
    assert.ok(at >= 0 && (first.source.startsWith("^") ? at === quoted + 1 : true), `${question}\n${text}`);
    if (shown === null) continue;
    assert.match(text, shown, question);
    // What agents get by a search, too: before what it renews, which says so, if that matters at all.
    const { hits, weaker } = await project.search(question);
    const [older, newer] = said.map((one) => hits.slice(0, weaker).findIndex(({ text }) => text === one));
    assert.ok(newer !== undefined && newer >= 0, question);
    if (older === undefined || older < 0) continue;
    assert.ok(newer < older && hits[older]?.later?.id === hits[newer]?.id, question);
  }
});
