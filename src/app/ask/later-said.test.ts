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
  // Told of another value, without a word of change.
  [
    ["The kiln insurance costs 640 a year.", "Kiln insurance got dearer: 702 this year."],
    "What does the kiln insurance cost?",
    /^> Kiln insurance got dearer/mu,
    /640/u,
  ],
  [
    ["Pim gets 180 grams of clay a day.", "The teacher put Pim on 150 grams."],
    "How much clay does Pim get?",
    /180/u,
    /150/u,
  ],
  // Another one of its kind.
  [
    ["Shelf number 2 stands in the hall.", "Shelf number 3 stands in the kitchen now."],
    "Where does shelf number 2 stand?",
    /^> Shelf number 2/mu,
    null,
  ],
  [
    ["They wanted 90 euros for the front wheel.", "They wanted 70 euros for the rear wheel."],
    "How much does the front wheel cost?",
    /^> They wanted 90/mu,
    null,
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
  let quotedAnswers = 0;
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
    const { text, by } = await project.ask(question);
    // What facts read as one they answer themselves.
    if (by === "passages") {
      quotedAnswers++;
      const at = text.search(first);
      const quoted = text.indexOf("\n> ");
      assert.ok(at >= 0 && (first.source.startsWith("^") ? at === quoted + 1 : true), `${question}\n${text}`);
      if (shown !== null) assert.match(text, shown, question);
    }
    if (shown === null) continue;
    // What agents get by a search, too: before what it renews, which says so, if that matters at all.
    const { hits, weaker } = await project.search(question);
    const [older, newer] = said.map((one) => hits.slice(0, weaker).findIndex(({ text }) => text === one));
    assert.ok(newer !== undefined && newer >= 0, question);
    if (older === undefined || older < 0) continue;
    assert.ok(newer < older && hits[older]?.later?.id === hits[newer]?.id, question);
  }
  assert.ok(quotedAnswers >= CASES.length / 2);
});

/** What was said, what was said next in the same chat, what is asked; whether the one sets the other right. */
const REPLIES: readonly (readonly [said: string, next: string, question: string, setsRight: boolean])[] = [
  ["The school play is on 4 December.", "It's 11 December instead, they just wrote.", "When is the school play?", true],
  ["Dinner with the Lunds is at seven.", "no, half past seven, sorry", "When is dinner with the Lunds?", true],
  ["Our plumber charges 80 an hour.", "He's at 95 since January.", "What does the plumber charge?", true],
  ["We fly from Bergen.", "Scratch that, the flight leaves from Stavanger.", "Where do we fly from?", true],
  ["The landlord's name is Pahlsson.", "I misread, it's Palsson.", "What is the landlord's name?", true],
  [
    "The budget of the party is 3,000.",
    "Petra just told me we only get 2,200.",
    "What is the budget of the party?",
    true,
  ],
  [
    "The ferry to Oslo leaves at 9:10.",
    "It's a small ship, only 40 seats.",
    "When does the ferry to Oslo leave?",
    false,
  ],
  ["The party with Kaplan is at ten.", "The dentist is at eleven instead.", "When is the party with Kaplan?", false],
  ["Paul's birthday is on 4 May.", "no, I don't need a cake, sorry", "When is Paul's birthday?", false],
  ["The server room is on floor 2.", "He said the canteen is on floor 5.", "Where is the server room?", false],
  ["The rent is 800.", "Maybe it's 850 since June?", "How much is the rent?", false],
];

test("a reply that sets right what was just said stands before it, though it names nothing", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-replies-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  const project = await loci.project("replies");
  for (const [i, [said, next]] of REPLIES.entries())
    for (const [n, text] of [said, "ok, thanks a lot", next].entries())
      await project.addMessage(`chat-${i}`, {
        id: `m${n}`,
        role: "user",
        text,
        time: `2026-03-${10 + i}T10:0${n}:00Z`,
      });
  for (const [said, next, question, setsRight] of REPLIES) {
    const { hits, weaker } = await project.search(question);
    const [first, second] = hits;
    if (!setsRight) {
      assert.deepEqual([first?.text, first?.later], [said, undefined], question);
      continue;
    }
    assert.deepEqual([first?.text, second?.text, second?.later?.id], [next, said, first?.id], question);
    assert.ok(weaker >= 2, question);
  }
});

/** What was said, and what may change it in other words than the question's; whether it does. */
const OTHERWISE: readonly (readonly [said: string, later: string, question: string, renews: boolean])[] = [
  ["We hold the wheel demo on Fridays at 14:00.", "demo is bumped to 15:30", "What time is the wheel demo?", true],
  ["Hana looks after the shed.", "turns out Hana left, Priya does it now", "Who looks after the shed?", true],
  ["Uncle walks with a stick.", "oh and the stick's gone, he has a frame", "What does uncle walk with?", true],
  ["Budget for the kiln is 12k.", "kiln budget is down to 9.5k", "How much can we spend on the kiln?", true],
  [
    "We hold the wheel demo on Fridays at 14:00.",
    "the demo went well, 40 people came",
    "What time is the wheel demo?",
    false,
  ],
  ["Hana looks after the shed.", "Hana and Priya had lunch in the yard", "Who looks after the shed?", false],
];

test("an answer by passages begins with what took its value's place, said in other words", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-otherwise-"));
  const loci = await openLoci({ home: join(folder, "home"), settings: { llm: { provider: "none" } } as never });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  for (const [i, [said, later, question, renews]] of OTHERWISE.entries()) {
    const project = await loci.project(`p${i}`);
    for (const [n, text] of [said, "The bread is in the oven.", later, "I left at noon."].entries())
      await project.addMessage("c", { id: `m${n}`, role: "user", text, time: `2026-03-0${n + 1}T10:00:00Z` });
    const { text } = await project.ask(question);
    assert.equal(/^> …?(.*)$/mu.exec(text)?.[1], renews ? later : said, text);
  }
});

/** What one said, what another said later that hardly names it, what is asked; whether both are shown. */
const OBLIQUE: readonly (readonly [said: string, later: string, question: string, both: boolean])[] = [
  [
    "The kiln vats are kept at 18 degrees.",
    "went up by a degree a day, so it's 20 everywhere",
    "How warm are the vats?",
    true,
  ],
  [
    "The kiln opening is on 16 March, two potters come.",
    "one potter can't before Easter, so it's 20 April",
    "When do we open?",
    true,
  ],
  [
    "Pia will be the apprentice, Wednesday and Friday.",
    "school moved things about, Friday is out. Wed and Thursday",
    "On which days does the apprentice come?",
    true,
  ],
  [
    "Our clay comes from a pit called marten.",
    "marten is flooded, so the one in Hythe sends it to us",
    "Where does our clay come from?",
    true,
  ],
  // In no word of it: nearest in meaning, and another value since something happened.
  ["The landlord wants 690 for the flat.", "they put up what we pay for housing to 730", "How much is our rent?", true],
  ["We sleep in the room under the roof.", "moved downstairs, we have the bedroom now", "Where do we sleep?", true],
  // Another thing's, no change, and what is only thought of.
  ["The kiln vats are kept at 18 degrees.", "The choir has 20 singers now.", "How warm are the vats?", false],
  ["The landlord wants 690 for the flat.", "housing is 730 in the other street", "How much is our rent?", false],
  [
    "The kiln opening is on 16 March, two potters come.",
    "the potter has a market on 20 April",
    "When do we open?",
    false,
  ],
  [
    "The kiln vats are kept at 18 degrees.",
    "maybe it's a degree more from Monday, 19 or so",
    "How warm are the vats?",
    false,
  ],
];

test("what may have been said anew of the same is shown first by ask, with its older one, and marked as unsure by search", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-oblique-"));
  const loci = await openLoci({ home: join(folder, "home"), settings: { llm: { provider: "none" } } as never });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  for (const [i, [said, later, question, both]] of OBLIQUE.entries()) {
    const project = await loci.project(`p${i}`);
    for (const [n, text] of ["Hello all.", said, "thanks", "The bread is in the oven.", later].entries())
      await project.addMessage("c", {
        id: `m${n}`,
        role: "user",
        author: n % 2 === 0 ? "Ann" : "Bo",
        text,
        time: `2026-03-0${n + 1}T10:00:00Z`,
      });
    const { text } = await project.ask(question);
    const quoted = Array.from(text.matchAll(/^> (.*)$/gmu), ([, quote = ""]) => quote);
    assert.deepEqual(quoted.slice(0, both ? 2 : 1), both ? [later, said] : [said], text);
    const { hits } = await project.search(question);
    // What says surely that it is newer stands first by search, too.
    const first = both && hits[0]?.text === later ? [later, undefined] : [said, both ? true : undefined];
    assert.deepEqual([hits[0]?.text, hits[0]?.later?.unsure], first, question);
  }
});

test("what a question leaves out stays out of what was said later, and signs in a stored text ask for nothing", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-limits-"));
  const loci = await openLoci({ home: join(folder, "home"), settings: { llm: { provider: "none" } } as never });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  const project = await loci.project("limits");
  const said = ["Hana looks after the shed.", "My gym code is 2208", "turns out Hana left, Priya does it now"];
  for (const [n, text] of [...said, "My gym code is 3391"].entries())
    await project.addMessage("c", { id: `m${n}`, role: "user", text, time: `2026-03-0${n + 1}T10:00:00Z` });
  const shed = "Who looks after the shed?";
  assert.match((await project.ask(shed)).text, /Priya/u);
  for (const limit of ["-priya", '-"hana left"', "NOT priya", '"the shed"', "wing:elsewhere", "role:assistant"])
    assert.doesNotMatch((await project.ask(`${shed} ${limit}`)).text, /Priya/u, limit);
  // A fact that was told later, or that stands nowhere in what is asked for.
  const code = "What's my gym code?";
  assert.match((await project.ask(code)).text, /3391/u);
  for (const search of [{ asOf: "2026-03-02" }, { until: "2026-03-02" }, { wing: "elsewhere" }, { type: "pdf" }])
    assert.doesNotMatch((await project.ask(code, { search })).text, /3391/u, JSON.stringify(search));
  const other = await loci.project("signs");
  const signed = 'The wheel demo of Kay is run source:nowhere by Ann -today NOT "late" OR never.';
  await other.addMessage("c", { id: "1", role: "user", text: signed, time: "2026-03-01T10:00:00Z" });
  await other.addMessage("c", { id: "2", role: "user", text: "Bread is in the oven.", time: "2026-03-02T10:00:00Z" });
  assert.match((await other.ask("Who runs the wheel demo of Kay?")).text, /Ann/u);
});

test("in a chat a value sets right what was said before something else, but behind another value that", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-between-"));
  const loci = await openLoci({ home: join(folder, "home"), settings: { llm: { provider: "none" } } as never });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  for (const [i, [between, isShown]] of (
    [
      ["I'll bring wine and the big salad", true],
      ["can you add a reminder to call them?", true],
      ["Lunch with Ines is at one", false],
    ] as const
  ).entries()) {
    const project = await loci.project(`p${i}`);
    for (const [n, text] of ["Dinner with the Lindgrens is at seven.", between, "no, half past seven, sorry"].entries())
      await project.addMessage("c", { id: `m${n}`, role: "user", text, time: `2026-03-01T10:0${n}:00Z` });
    const { text } = await project.ask("when is dinner with the Lindgrens?");
    assert.equal(text.includes("half past"), isShown, `${between}\n${text}`);
  }
});

test("what a chat is told and stores in part is answered by what was stored, and looks nothing up", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-told-"));
  const loci = await openLoci({ home: join(folder, "home"), settings: { llm: { provider: "none" } } as never });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  const project = await loci.project("p");
  await project.addMessage("c", { id: "m0", role: "user", text: "Hanne takes the kids to the pool at eleven." });
  const told = ["our babysitter is Hanne, she takes 11 euros an hour", "Thanks. My own GP is Dr. Ahn, she's new"];
  for (const [i, text] of told.entries()) {
    const answer = await project.ask(text, { chat: "d", id: `q${i}` });
    assert.equal(answer.by, "facts", text);
    assert.doesNotMatch(answer.text, /stored answers|clearly answers|From what is stored/u, text);
  }
});
