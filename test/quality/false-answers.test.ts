import assert from "node:assert/strict";
import { test } from "node:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../src/index.ts";
import { withLoci } from "../../evals/shared/with-loci.ts";

type Said = readonly [role: "user" | "assistant" | "tool_call" | "tool_result", text: string];

/** What a person or a document says, what an assistant answered falsely later, and how it is asked again. */
interface Case {
  readonly stated: string;
  /** The value in it. */
  readonly value: string;
  readonly question: string;
  readonly told: string;
  /** The value in what was told. */
  readonly wrong: string;
  readonly again: readonly string[];
  /** Whether it stands in a file; else a person said it in a session. */
  readonly inFile?: true;
}

const CASES: readonly Case[] = [
  {
    stated: "Also the feature flag of the new checkout is FLAG_CHECKOUT_V2.",
    value: "FLAG_CHECKOUT_V2",
    question: "what is the feature flag of the new checkout?",
    told: "It is called CHECKOUT_NEXT.",
    wrong: "CHECKOUT_NEXT",
    again: ["what is the feature flag of the new checkout called?", "which flag turns the new checkout on?"],
  },
  {
    stated: "The font of the brand is Recoleta, headings in weight 600.",
    value: "Recoleta",
    question: "what font does the brand use?",
    told: "The brand font is Comic Neue.",
    wrong: "Comic Neue",
    again: ["what font does the brand use?", "what is the font of our brand?"],
  },
  {
    stated: "The staging server of the shop listens on port 8443, please put it into the compose file.",
    value: "8443",
    question: "which port does staging use?",
    told: "Staging uses port 6006.",
    wrong: "6006",
    again: ["which port does staging use?", "what port is the staging server of the shop on?"],
  },
  {
    stated: "Our error budget is 2 percent a quarter.",
    value: "2 percent",
    question: "what is our error budget?",
    told: "The error budget is 7 percent.",
    wrong: "7 percent",
    again: ["what is our error budget?", "how large is the error budget?"],
  },
  {
    stated: "We run MariaDB 11 on Exoscale as our database.",
    value: "MariaDB",
    question: "what database do we use?",
    told: "You use Oracle 21c for everything.",
    wrong: "Oracle",
    again: ["what database do we use?", "which database do we run?"],
  },
  {
    stated: "Our contact person at the printer is Ingrid Solheim.",
    value: "Solheim",
    question: "who is our contact person at the printer?",
    told: "That would be Marius Holt, he is very reliable.",
    wrong: "Holt",
    again: ["who is our contact person at the printer?", "who do we contact at the printer?"],
  },
  {
    stated: "The API rate limit is 120 requests a minute per key.",
    value: "120",
    question: "what is the rate limit of the API?",
    told: "They allow 500 requests per minute.",
    wrong: "500",
    again: ["what is the rate limit of the API?", "how many requests a minute does the API allow?"],
  },
  {
    stated: "The nightly backup of the ledger starts at 03:15 and takes an hour.",
    value: "03:15",
    question: "when does the nightly backup of the ledger start?",
    told: "It starts at 22:40.",
    wrong: "22:40",
    again: ["when does the nightly backup of the ledger start?", "at what time is the ledger backed up?"],
    inFile: true,
  },
  {
    stated: "The spare badge for the office is with Yusuf Demirel.",
    value: "Demirel",
    question: "hey, quick one: who has the spare badge for the office?",
    told: "As far as I know, Petra Lund has it.",
    wrong: "Lund",
    again: ["who has the spare badge for the office?", "where is the spare badge of the office?"],
  },
  {
    stated: "Card payments of the shop go through Mollie.",
    value: "Mollie",
    question: "which provider handles card payments?",
    told: "Great question! Card payments are handled by Worldline, via their hosted page.",
    wrong: "Worldline",
    again: ["which provider handles card payments?", "who processes the card payments of the shop?"],
    inFile: true,
  },
  {
    stated: "My therapist is Dr. Wendelin Krasnodar, Thursdays at six.",
    value: "Krasnodar",
    question: "what's the name of my therapist?",
    told: "Her name is Dr. Amalie Brun.",
    wrong: "Brun",
    again: ["what's the name of my therapist?", "what is my therapist called?"],
  },
  {
    stated: "Inspection of the Skoda is due on 11 December at garage Petrovic.",
    value: "11 December",
    question: "when is the inspection of the Skoda due?",
    told: "**14 February**, at garage Novak.",
    wrong: "14 February",
    again: ["when is the inspection of the Skoda due?", "what is the date of the Skoda inspection?"],
    inFile: true,
  },
  {
    stated: "The release train leaves on Tuesdays after lunch.",
    value: "Tuesdays",
    question: "remind me which day the release train leaves",
    told: "This happens on Fridays.",
    wrong: "Fridays",
    again: ["on which day does the release train leave?", "which day does the release train leave?"],
  },
  {
    stated: "Images of the shop are served from BunnyCDN.",
    value: "BunnyCDN",
    question: "where are the images of the shop served from?",
    told: "They're served from Cloudfront.",
    wrong: "Cloudfront",
    again: ["where are the images of the shop served from?", "which CDN serves the images of the shop?"],
  },
  {
    stated: "The consent banner is done with Klaro, keep it out of the test.",
    value: "Klaro",
    question: "I forget which tool does the consent banner.",
    told: "The consent banner is Cookiebot.",
    wrong: "Cookiebot",
    again: ["which tool does the consent banner?", "what is the consent banner done with?"],
  },
  {
    stated: "Product search in the shop runs on Typesense since the spring.",
    value: "Typesense",
    question: "I have forgotten what product search in the shop runs on.",
    told: "It runs on Algolia.",
    wrong: "Algolia",
    again: ["what does product search in the shop run on?", "which engine does product search in the shop use?"],
  },
  {
    stated: "The label printer of the warehouse is called INKWELL-2 in the network.",
    value: "INKWELL-2",
    question: "Now the name of the label printer in the warehouse, please.",
    told: "It's called KPRINT9.",
    wrong: "KPRINT9",
    again: ["what is the label printer of the warehouse called?", "how is the label printer named?"],
  },
  {
    stated: "The kiosk is deployed by hand, to a Raspberry Pi in the hall.",
    value: "Raspberry",
    question: "Let's go on with the kiosk.",
    told: "Sure. The kiosk is deployed to Fly.io every night.",
    wrong: "Fly.io",
    again: ["where is the kiosk deployed?", "what is the kiosk deployed to?"],
  },
  {
    stated: "Deploys are frozen from 18 December to 6 January.",
    value: "18 December",
    question: "Write the mail about the deploy freeze to the team.",
    told: "Here is the mail: Deploys are frozen from 24 December to 2 January. Please plan ahead.",
    wrong: "24 December",
    again: ["from when are deploys frozen?", "from which day are deploys frozen?"],
  },
];
/** What nothing that is stored answers, and what an assistant made up. */
const INVENTED = [
  ["what does the parking at the depot cost?", "The parking at the depot costs 14 euros a day.", "14 euros"],
  ["who maintains the alarm at the office?", "Your contact person is Hans Kruse.", "Kruse"],
  ["how large is the cache of the gateway?", "It has 64 GB.", "64"],
] as const;
/** What an agent says of what it did, with and without its tools. */
const WORK: readonly (readonly Said[])[] = [
  [
    ["user", "The proxy wants another port, can you change it?"],
    ["assistant", "I changed the port in nginx.conf to 9551, tests pass."],
  ],
  [
    ["user", "why does the import of the catalogue fail?"],
    ["tool_call", 'Bash\n{"command":"tail import.log"}'],
    ["tool_result", "done"],
    ["assistant", "The import of the catalogue fails since `parseRow` gets no header."],
  ],
];

async function stored(project: Project, home: string): Promise<void> {
  mkdirSync(join(home, "notes"));
  for (const [i, { stated, inFile }] of CASES.entries())
    if (inFile) writeFileSync(join(home, "notes", `${i}.md`), `# Note ${i}\n\n${stated}\n`);
  await project.index([join(home, "notes")], { scope: "admin" });
  const record = async (day: number, session: string, said: readonly Said[]): Promise<void> => {
    const messages = said.map(([role, text], n) => {
      const time = `2026-11-${String(day).padStart(2, "0")}T10:${String(n).padStart(2, "0")}:00Z`;
      return { id: `${session}-${n}`, role, text, time };
    });
    await project.recordSession({ agent: "codex", session, messages });
  };
  const own = CASES.filter(({ inFile }) => inFile === undefined);
  for (const [i, { stated }] of own.entries())
    await record(2, `said-${i % 4}-${i}`, [
      ["user", stated],
      ["assistant", "compose file updated to the new state."],
    ]);
  for (const [i, { question, told }] of CASES.entries())
    await record(20, `asked-${i}`, [
      ["user", question],
      ["assistant", told],
      ["user", "thanks"],
      ["assistant", i % 2 === 0 ? "Any time." : "You're welcome! Happy to help."],
    ]);
  for (const [i, [question, told]] of INVENTED.entries())
    await record(21, `invented-${i}`, [
      ["user", question],
      ["assistant", told],
    ]);
  for (const [i, said] of WORK.entries()) await record(22, `work-${i}`, said);
}

test("an assistant's false answer stands neither before nor in place of what was said", async () => {
  const wrongly: string[] = [];
  const check = async (name: string, run: () => Promise<void>): Promise<void> => {
    await run().catch((error: unknown) => wrongly.push(`${name}: ${String(error)}`));
  };
  await withLoci(async (loci, home) => {
    const project = await loci.project("told");
    await stored(project, home);
    for (const { value, wrong, again } of CASES)
      for (const question of again)
        await check(question, async () => {
          const { hits } = await project.search(question);
          const places = [value, wrong].map((one) => hits.findIndex(({ text }) => text.includes(one)));
          const [right = -1, false_ = -1] = places;
          assert.ok(right >= 0 && (false_ < 0 || right < false_), `places ${places.join(", ")}`);
          if (false_ >= 0) assert.equal(hits[false_]?.unchecked, true);
          const { text } = await project.ask(question);
          assert.ok(!text.includes(wrong), text);
          const { text: injected } = await project.inject(question);
          for (const not of [wrong, "Any time", "Happy to help", "compose file updated"])
            assert.ok(!injected.includes(not), injected);
        });
    for (const [question, , wrong] of INVENTED)
      await check(question, async () => {
        // What covers it, if anything, is no assistant's; that he said so may be shown, as what nobody checked.
        const { covered, hits } = await project.search(question);
        assert.ok(!covered || hits[0]?.ground === "stated", hits[0]?.text);
        const told = hits.find(({ text }) => text.includes(wrong));
        assert.ok(told === undefined || told.unchecked === true);
        const { text } = await project.ask(question);
        assert.ok(!text.includes(wrong) || (/clearly answers/u.test(text) && /not checked/u.test(text)), text);
        const { text: injected } = await project.inject(question);
        assert.ok(!injected.includes(wrong), injected);
      });
    for (const [question, value] of [
      ["which port did you set in nginx.conf?", "9551"],
      ["why does the import of the catalogue fail?", "parseRow"],
    ] as const)
      await check(question, async () => {
        const { covered, hits } = await project.search(question);
        assert.ok(covered && hits[0]?.text.includes(value), hits[0]?.text);
      });
    await check("the brief", async () => {
      const { text } = await project.wakeUp();
      for (const line of text.split("\n")) if (line.includes("ended")) assert.match(line, /not checked/u);
    });
    assert.deepEqual(wrongly, []);
  });
});

test("what a model recommended is found again, first and shown, where nothing else answers", async () => {
  const talks: readonly (readonly [question: string, answer: string, again: string])[] = [
    [
      "What should I use to store passwords in Postgres?",
      "Use crypt() of pgcrypto with gen_salt('bf') for passwords in Postgres, and never md5.",
      "storing passwords in Postgres",
    ],
    [
      "What's a good way to cook red lentils so that they don't turn to mush?",
      "Simmer red lentils for 8 to 10 minutes in salted water, uncovered, and drain them at once.",
      "how long do red lentils cook?",
    ],
    [
      "Which visa do I need for Vietnam for three weeks?",
      "You may stay 45 days without a visa. Your passport must be valid for six months.",
      "visa for Vietnam",
    ],
  ];
  await withLoci(async (loci, home) => {
    const lines = talks.flatMap(([question, answer], i) =>
      [question, answer].map((text, turn) =>
        JSON.stringify({ session: `s${i}`, id: `${turn}`, role: turn === 0 ? "user" : "assistant", text }),
      ),
    );
    writeFileSync(join(home, "talks.jsonl"), `${lines.join("\n")}\n`);
    const project = await loci.project("talks");
    await project.mine([join(home, "talks.jsonl")], { scope: "admin" });
    for (const [, answer, again] of talks) {
      const { hits, weaker } = await project.search(again);
      assert.deepEqual([hits[0]?.text, hits[0]?.unchecked], [answer, true], again);
      assert.ok((weaker ?? hits.length) > 0, again);
      const { text } = await project.ask(again);
      assert.ok(text.includes(answer.slice(0, 30)) && text.includes("not checked"), text);
    }
  });
});
