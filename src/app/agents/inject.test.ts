import assert from "node:assert/strict";
import { test } from "node:test";
import { testPalace } from "../../surfaces/mcp/palace.fixture.ts";
import { aboutPassage } from "../../conversation/prompt/passage-about.ts";
import { citationOf } from "../../surfaces/http/routes/search.ts";

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

test("work that anybody may order gets nothing of a manual that has its words all over, and what it names", async (t) => {
  const manual = [
    "The parser of JSON bodies runs before the tests of a route.",
    "A parser for a content type is added by addContentTypeParser; tests of the parser stand beside it.",
    "A custom parser may change the body that the tests send.",
    "Errors of the parser are answered with 400, as the tests show.",
  ];
  const { project, close } = await testPalace(
    manual.map((text, i) => ({ scope: "admin", path: `${i}.md`, text: `${text}\n` })),
  );
  t.after(close);
  const { silent } = await project.inject("please refactor the parser and run the tests");
  assert.equal(silent?.reason, "not-covered");
  const named = await project.inject("register the parser of tests with addContentTypeParser");
  assert.ok(named.text.includes("addContentTypeParser"), JSON.stringify(named));
});

test("an identifier that work is on isn't one of its parts", async (t) => {
  const things = ["level", "sluice", "turbine", "lamp", "alarm", "grate"];
  const notes = things.map((thing, i) => ({
    scope: "kb" as const,
    path: `${thing}.md`,
    text: `# ${thing}\n\nThe ${thing} of the mill is checked at ${i + 2}.4 m on Mondays.\n`,
  }));
  const { project, close } = await testPalace([
    ...notes,
    { scope: "kb", path: "code.md", text: "The function reads lamp_adc twice.\n" },
  ]);
  t.after(close);
  for (const thing of things)
    for (const name of [`${thing}_adc`, `read-${thing}`, `adc.${thing}`])
      for (const prompt of [`rename adc to ${name} everywhere`, `add type hints to ${name}`]) {
        const { text } = await project.inject(prompt);
        assert.ok(!text.includes("of the mill"), `${prompt}: ${text}`);
      }
  assert.match((await project.inject("add type hints to lamp_adc")).text, /reads lamp_adc twice/u);
});

test("what only asks what a thing is, is answered by the heading that names it, and by none that does not", async (t) => {
  const { project, close } = await testPalace([
    {
      scope: "admin",
      path: "b/guide.md",
      text: "# Guide\n\n## Moorings\nA mooring is a fixed point where a boat is made fast.\n",
    },
    { scope: "admin", path: "b/rules.md", text: "# Rules\n\n## Speed\nNear a pontoon a boat goes at three knots.\n" },
  ]);
  t.after(close);
  for (const prompt of ["what is a mooring", "what's a mooring?", "explain moorings", "what does mooring mean?"])
    assert.match((await project.inject(prompt)).text, /fixed point/u, prompt);
  for (const prompt of ["what is a pontoon?", "what is a cache?", "explain boats"])
    assert.notEqual((await project.inject(prompt)).silent, null, prompt);
});

test("what anybody may know is answered by the document that the prompt names, and by no other", async (t) => {
  const pages = {
    "quillhop/README.md":
      "# quillhop\n\nA mandatory option is made by `needOption`: without it quillhop ends with status 2.\n",
    "api/KettleStore.md":
      "# KettleStore\n\nTo keep sheets for longer, give `KettleStore` a path: they are written to that folder then.\n",
    "guide.md":
      "# Getting started\n\nIgnore a folder by `ignore`, as git does; a package is installed globally by npm with -g.\n",
  };
  const { project, close } = await testPalace(
    Object.entries(pages).map(([path, text]) => ({ scope: "kb", path, text })),
  );
  t.after(close);
  for (const [prompt, page] of [
    ["how do I make an option mandatory in quillhop?", "needOption"],
    ["how do I give a path to the kettle store?", "KettleStore"],
  ] as const) {
    const { text } = await project.inject(prompt);
    assert.ok(text.includes(page), `${prompt}\n${text}`);
  }
  for (const prompt of ["how do I ignore a folder in git?", "how do I install a package globally with npm?"])
    assert.equal((await project.inject(prompt)).silent?.reason, "not-covered", prompt);
});

test("what a search calls uncertain of a document isn't spoken of, though the prompt asks for what was decided", async (t) => {
  const { project, close } = await testPalace(
    [
      ...NOTES,
      "We decided on 14 May that uploads are tried again three times.",
      "Staging listens on port 8443, production on 9443.",
    ].map((text, i) => ({ scope: "kb", path: `${i}.md`, text: `${text}\n` })),
  );
  t.after(close);
  for (const prompt of [
    "which port did we choose for the canary?",
    "what did we say about the photos of the crew?",
    "who decided on the export of photos?",
  ]) {
    const { covered } = await project.search(prompt);
    const { silent } = await project.inject(prompt);
    assert.deepEqual([covered, silent?.reason], [false, "not-covered"], prompt);
  }
  assert.match((await project.inject("how often did we decide that uploads are tried again?")).text, /three times/u);
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

test("work that an earlier session asked for isn't given back to who asks for it again; what it stated is", async (t) => {
  const { project, close } = await testPalace([]);
  t.after(close);
  const tasks = [
    "Make the berth map zoom with the mouse wheel",
    "please convert the tide tables to Markdown",
    "can you rewrite the crane's manual in plain words?",
    "now sort the skippers by their surnames",
    "let's translate the harbour rules into Danish",
    "commit the ferry timetable widget with a short message",
    "format the buoy inventory as a table",
    "print a calendar for 40 rowers",
  ];
  const time = "2026-11-20T09:00:00Z";
  const record = async (session: string, text: string): Promise<void> => {
    const messages = [
      { id: "1", role: "user", text, time },
      { id: "2", role: "assistant", text: "Done.", time },
      { id: "3", role: "user", text: "fix the flaky test", time },
    ];
    await project.recordSession({ agent: "codex", session, messages });
  };
  for (const [i, task] of tasks.entries()) await record(`s${i}`, task);
  for (const task of [...tasks, "can you let the berth map zoom with the wheel?"])
    assert.notEqual((await project.inject(task)).silent, null, task);
  // What stands around a request that is given again has nothing to do with it.
  await project.recordSession({
    agent: "codex",
    session: "around",
    messages: [
      "the harbour master's seal must stay red, he complained",
      "bump the minor version",
      "the tide server is wiped each Sunday night",
      "remove the debug prints",
      "raise the crane's timeout",
    ].flatMap((text, i) => [
      { id: `u${i}`, role: "user", text, time },
      { id: `a${i}`, role: "assistant", text: "Done.", time },
    ]),
  });
  for (const task of ["bump the minor version", "remove the debug prints", "raise the crane's timeout"])
    assert.notEqual((await project.inject(task)).silent, null, task);
  const { text } = await project.inject("print the harbour master's seal on the header");
  assert.match(text, /stay red/u);
  assert.doesNotMatch(text, /wiped|debug/u);
  await record("stated", "make the pilot station of pier Zulu listen on port 8443");
  assert.match((await project.inject("make the pilot station of pier Zulu listen again")).text, /8443/u);
});

/** Facts as they are told, prompts that ask for each, and the value. */
const TOLD = [
  ["my staging port is 8443", ["what's the staging port again?", "what is my staging port?"], "8443"],
  ["My favorite teas are 1) sencha, 2) oolong", ["what's my second favorite tea?"], "oolong"],
  ["Our release day is Thursday", ["what's our release day?"], "Thursday"],
] as const;

test("amounts and quotes of a prompt are nothing that a passage has to hold", async (t) => {
  const notes = [...NOTES, "A berth costs 28 euros a night, the second boat of a family 20."];
  const { project, close } = await testPalace(
    notes.map((text, i) => ({ scope: "admin", path: `${i}.md`, text: `${text}\n` })),
  );
  t.after(close);
  for (const prompt of [
    "we took 1,240 euros for berths of our family, how many nights is that?",
    'answer this mail: "what does the second boat of my family cost in a berth?"',
  ])
    assert.match((await project.inject(prompt)).text, /28 euros/u, prompt);
});

test("what a session decided of one thing is given to no prompt that asks what was decided of another", async (t) => {
  const { project, close } = await testPalace([
    {
      scope: "admin",
      path: "deploy.md",
      text: "# Deploy\n\nStaging runs in Antwerp; the shop is deployed on Tuesdays.\n",
    },
  ]);
  t.after(close);
  const messages = [
    { id: "1", role: "user", text: "how should the webhooks of the shop work?" },
    { id: "2", role: "assistant", text: "One endpoint with retries would do." },
    {
      id: "3",
      role: "user",
      text: "ok we decided: webhooks go to hooks.shop.example on port 9443, retries five times with backoff",
    },
  ].map((message) => ({ ...message, time: "2026-11-20T09:00:00Z" }));
  await project.recordSession({ agent: "codex", session: "webhooks", messages });
  for (const prompt of [
    "what did we decide about the office plants?",
    "which port does the printer of the office use?",
    "what did we decide about the holiday rota?",
    "what did we agree on for logging?",
  ])
    assert.equal((await project.inject(prompt)).silent?.reason, "not-covered", prompt);
  const { text } = await project.inject("what did we decide about the webhooks?");
  assert.ok(text.includes("hooks.shop.example"), text);
});

test("what a tool fetched from elsewhere is put into no prompt; what it found here is", async (t) => {
  const calls = ["WebFetch", "web_search", "mcp__notion__search", "browser_navigate", "Bash", "Bash", "Read", "Grep"];
  const inputs = { Bash: ["curl -s evil.example/p", "cat turbine.log"] };
  for (const [i, call] of calls.entries()) {
    const input = call === "Bash" ? (inputs.Bash[i % 2] as string) : "turbine";
    const { project, close } = await testPalace([]);
    t.after(close);
    const said = [
      ["user", "please look up turbine maintenance"],
      ["tool_call", `${call}\n${input}`],
      ["tool_result", "Turbine maintenance: the turbine bearing is greased with lithium LX-40 every 300 hours."],
      ["user", "ok thanks"],
    ].map(([role = "", text = ""], n) => ({ id: `${n}`, role, text, time: "2026-11-20T09:00:00Z" }));
    await project.recordSession({ agent: "codex", session: "turbine", messages: said });
    const { text } = await project.inject("what is the turbine bearing greased with?");
    const isHere = i >= 5;
    assert.equal(text.includes("LX-40"), isHere, `${call} ${input}: ${text}`);
    const { hits } = await project.search("turbine bearing greased");
    const found = hits.find((hit) => hit.text.includes("LX-40"));
    assert.ok(found, "who asks finds it");
    const from = i === 4 ? "Bash evil.example/p" : call;
    assert.equal(
      aboutPassage(found, "owner").includes(`from elsewhere by ${from}`),
      !isHere,
      aboutPassage(found, "owner"),
    );
    assert.equal(citationOf(found, 0, "owner").label.includes(`from elsewhere by ${from}`), !isHere);
  }
});

test("a prompt that asks for a stored fact gets it, fenced, beside what passages say; others get none, and no secret is told", async (t) => {
  const { project, close } = await testPalace([]);
  t.after(close);
  for (const [sentence] of TOLD) await project.tellFacts(sentence);
  await project.tellFacts("Our bank PIN is 4711");
  await project.tellFacts("my staging port is 9999", { scope: "user:7" });
  await project.tellFacts("my locker is 12", { scope: "user:7" });
  for (const [, prompts, value] of TOLD)
    for (const prompt of prompts) {
      const { text, silent } = await project.inject(prompt, { session: "s1" });
      assert.equal(silent, null, prompt);
      assert.match(text, new RegExp(String.raw`quoted as data[^]*\[M1\] exact[^\n]*\n[^\n]*\b${value}\b`), text);
      assert.doesNotMatch(text, /9999/);
    }
  const others = [
    "what's our bank PIN?",
    "what's my locker?",
    "what's the staging host again?",
    "which port did we pick for production?",
    "set the staging port in compose.yaml",
    "what is a port?",
  ];
  for (const prompt of others) assert.notEqual((await project.inject(prompt)).silent, null, prompt);
  assert.match((await project.inject("what's my staging port?", { caller: "user:7" })).text, /9999/);

  await project.addDrawer({ text: "We decided that the release day needs two reviewers.", wing: "w", scope: "admin" });
  const { text, used } = await project.inject("what's our release day and who did we decide on for it?");
  assert.deepEqual(
    used.map(({ label }) => label),
    ["M2"],
  );
  assert.match(text, /Thursday[^]*two reviewers/);
});

/** What a person reports, what an agent finds then, and what is asked later; the answer shares hardly a word with the question. */
const FOUND = [
  ["the invoices come out without a logo since the move", "`assets/mark.svg` isn't copied any more.", "mark.svg"],
  ["nightly exports take two hours, please have a look", "Each row opens its own connection; pooled now.", "pooled"],
  ["the greeter robot turns left twice in the lobby", "Its gyro drifts by 4 degrees a minute.", "gyro"],
] as const;
const ASKED_LATER = [
  "why did the invoices come out without a logo?",
  "why were the nightly exports so slow, two hours?",
  "why did the greeter robot turn left twice in the lobby?",
];

for (const by of ["codex", "Loci"])
  test(`what ${by} said after a person's report is given with it only where an agent found it out`, async (t) => {
    const { project, close } = await testPalace([]);
    t.after(close);
    for (const [i, [report, found]] of FOUND.entries()) {
      const messages = [report, found].map((text, at) => ({
        id: `${i}-${at}`,
        role: at === 0 ? "user" : "assistant",
        text,
        time: `2026-03-0${i + 1}T09:0${at}:00Z`,
      }));
      if (by === "Loci") for (const message of messages) await project.addMessage(`own ${i}`, message);
      else await project.recordSession({ agent: by, session: `s${i}`, messages });
    }
    for (const [i, [report, , answer]] of FOUND.entries()) {
      const { text } = await project.inject(ASKED_LATER[i] as string);
      assert.ok(text.includes(report), text);
      assert.equal(text.includes(answer), by !== "Loci", text);
    }
  });
