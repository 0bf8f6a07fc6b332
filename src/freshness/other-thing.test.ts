import assert from "node:assert/strict";
import { test } from "node:test";
import { bearingOnPassage } from "./passage.ts";

/** What was said, what is asked, what renews it later, and what has an owner, a person, a number or a verb in common with it and is of something else. */
const LATER: readonly (readonly [
  said: string,
  question: string,
  newer: readonly string[],
  others: readonly string[],
])[] = [
  [
    "The launch of the Alder shop is planned for 8 December.",
    "when is the launch of the shop planned?",
    ["The launch of the Alder shop slips: it is now planned for 15 December, no longer 8 December."],
    [
      "The support hotline of the shop is open from 8 to 18 o'clock.",
      "The shop of Alder has 14 employees now.",
      "The Alder shop's Christmas party is planned for 18 December.",
    ],
  ],
  [
    "Our contact person at Alder is Ingrid Solheim.",
    "who is our contact person at Alder?",
    [
      "Ingrid Solheim has left. Our contact person at Alder is now Matteo Ricci.",
      "Our contact at Alder is Matteo Ricci now.",
    ],
    [
      "The courier for Alder is Bring Express, decided today.",
      "Alder's new logo was drawn by Studio Norte.",
      "The lawyer at Alder is now Petra Lind.",
    ],
  ],
  [
    "Ida is allergic to nickel.",
    "what is Ida allergic to?",
    ["Ida isn't allergic to nickel any more, it's cobalt now."],
    ["Ida's brother Ivo turned out allergic to latex.", "Ida's boss is allergic to dust now."],
  ],
  [
    "My aunt lives in Cork.",
    "where does my aunt live?",
    ["My aunt moved to Galway."],
    ["My uncle moved to Galway.", "Our cousin lives in Sligo now."],
  ],
  [
    "The database of the shop is MySQL 8.",
    "which database does the shop use?",
    ["The database of the shop is MariaDB 11 now, no longer MySQL 8."],
    ["The payment provider of the shop is Adyen now.", "The database of the warehouse is Oracle 23 now."],
  ],
  [
    "The retro of team Birch is on Thursdays at 15:00.",
    "when is the retro of team Birch?",
    ["The retro of team Birch moves to Fridays at 11:00."],
    [
      "The planning of team Birch is on Mondays at 10:00 from now on.",
      "Team Birch's lunch is now at 12:30 on Thursdays.",
      "The standup of team Birch moved to 9:15.",
    ],
  ],
  [
    "Karin Moe's extension is 4471.",
    "what is Karin Moe's extension?",
    ["Karin Moe's extension is now 4602."],
    ["Farid Aziz's extension is now 4502.", "Karin Moe moved to room 312 today."],
  ],
  [
    "The backup runs at 3 o'clock at night.",
    "when does the backup run?",
    ["The backup runs at 1 o'clock from now on."],
    [
      "The canteen closes at 3 o'clock now.",
      "The index job runs at 5 o'clock now, it took 3 hours.",
      "Room 3 is free from 8 o'clock.",
    ],
  ],
  [
    "We deploy the shop with Ansible.",
    "what do we deploy the shop with?",
    ["We now deploy the shop with Argo CD."],
    ["We now deploy the blog with Terraform.", "We test the shop with Playwright now."],
  ],
  [
    "The licence for Figma costs 45 euros a month.",
    "how much does the licence for Figma cost?",
    ["The licence for Figma now costs 55 euros a month."],
    ["The licence for Miro now costs 16 euros a month.", "The workshop on Figma now costs 300 euros."],
  ],
  [
    "The warehouse in Lund has 12 docks.",
    "how many docks does the warehouse in Lund have?",
    ["The warehouse in Lund has 14 docks now."],
    ["The warehouse in Lund has 40 employees now.", "The warehouse in Malmo has 14 docks now."],
  ],
  [
    "Invoices of Alder are due within 30 days.",
    "when are the invoices of Alder due?",
    ["Invoices of Alder are due within 14 days from now on."],
    ["Complaints of Alder are answered within 2 days from now on.", "The trial for Alder now lasts 14 days."],
  ],
  [
    "The interview with Nora is in room Fjord.",
    "where is the interview with Nora?",
    ["The interview with Nora moved to room Skog."],
    ["The interview with Per moved to room Skog.", "Nora's desk is now in room Elv."],
  ],
  [
    "Our supplier for paper is Holmen.",
    "who is our supplier for paper?",
    ["Our supplier for paper is now Stora."],
    ["Our supplier for ink is now Brother.", "Our printer for paper bags is now Ljung."],
  ],
  [
    "the wifi password at the cabin is birchbark77",
    "what's the wifi password at the cabin?",
    ["someone reset the wifi at the cabin, it's elkhorn31 now", "the cabin wifi password is now elkhorn31"],
    [
      "the alarm code at the cabin is 8812 now",
      "the padlock of the cabin shed opens with 4471 from today",
      "cabin rental went up to 900",
    ],
  ],
  [
    "Our standup is at 9:30 in the Blue room.",
    "when is our standup?",
    ["we pushed standup to 9:45", "standup's at 10 from Monday", "from next week standup is 9:15"],
    ["our retro moved to 16:00 in the Blue room", "lunch in the Blue room is at 12:30 now"],
  ],
  [
    "Maria is our tax adviser.",
    "who is our tax adviser?",
    [
      "Maria retired, Jonas does our taxes now",
      "our new tax adviser is Jonas Weil",
      "we've switched tax advisers, it's Jonas Weil",
    ],
    ["Maria's assistant is now Petra Lang", "our insurance adviser is now Olaf Brandt"],
  ],
  [
    "The rent for the studio is 780 a month.",
    "how much is the rent for the studio?",
    ["studio rent goes up to 820", "rent's 820 now"],
    [
      "the electricity for the studio is 95 a month now",
      "the deposit for the studio was raised to 1600",
      "parking at the studio now costs 60",
    ],
  ],
  [
    "Our API runs on port 8080.",
    "which port does our API run on?",
    ["the API moved to port 9090", "we changed the API port, 9090 now"],
    [
      "the admin panel runs on port 9191 now",
      "our API now has 12 endpoints",
      "our API handles 4000 requests a second now",
    ],
  ],
  [
    "Leo's swimming lesson is on Tuesday at 4.",
    "when is Leo's swimming lesson?",
    ["Leo's swimming moved to Thursday at 5", "swimming for Leo is Wednesdays now"],
    [
      "Leo's piano lesson is now on Friday at 3",
      "Leo's dentist moved him to Thursday",
      "Mia's swimming lesson moved to Thursday",
    ],
  ],
  [
    "I drive a Skoda Octavia.",
    "what car do I drive?",
    ["sold the Skoda, got a Volvo V60 now", "I drive a Volvo V60 now"],
    ["my sister drives a Volvo V60 now"],
  ],
  [
    "Budget for the fair is 12000.",
    "what's the budget for the fair?",
    ["they cut the fair budget to 9000", "budget's down to 9500", "fair: we only get 9500 now"],
    ["the stand at the fair now costs 3400", "we expect 12500 visitors at the fair now"],
  ],
  [
    "Sara handles support on weekends.",
    "who handles support on weekends?",
    ["Sara's out, Ken handles weekends from now on"],
    ["Sara handles billing now", "Ken handles sales on weekends now"],
  ],
  [
    "We store logs in Elasticsearch.",
    "where do we store logs?",
    ["logs go to Loki now", "we moved the logs to Loki"],
    ["we store images in S3 now", "we store sessions in Valkey from today"],
  ],
  [
    "The flight to Oslo leaves at 7:40.",
    "when does the flight to Oslo leave?",
    ["flight's delayed, leaves at 9:10", "they moved the Oslo flight to 8:15"],
    [
      "the train to Oslo now leaves at 9:05",
      "the flight to Bergen was moved to 8:15",
      "the hotel in Oslo moved check-in to 16:00",
    ],
  ],
  // Somebody or something else does the same, is told apart alike, or is meant at another time.
  [
    "Mia goes to swimming on Wednesdays.",
    "when does Mia go to swimming?",
    ["Mia's swimming is on Saturdays now"],
    ["Leo has moved to swimming on Fridays.", "team Heron moved their swimming to Sundays"],
  ],
  [
    "I fly to Oslo on the 3rd.",
    "when do I fly to Oslo?",
    ["I fly to Oslo on the 5th now"],
    ["Ravi flies to Oslo on the 6th"],
  ],
  [
    "The dev server runs Node 20.",
    "which Node does the dev server run?",
    ["the dev server is on Node 22 now", "the team replaced Node 20, we're on Node 22"],
    ["The CI image is on Node 24 since Monday."],
  ],
  [
    "Nadia is the release manager",
    "who is the release manager?",
    ["Nadia's on leave, Florian does releases till spring"],
    [],
  ],
  [
    "The German site is hosted at Hetzner.",
    "where is the German site hosted?",
    ["The German site moved to Fastly."],
    ["The US site moved to Fastly."],
  ],
  ["The left printer takes A3.", "what does the left printer take?", [], ["The right printer has been set to A4."]],
  ["The backend deadline is 3 June.", "when is the backend deadline?", [], ["The design deadline slipped to 17 June."]],
  [
    "The 2025 budget is 40k",
    "what is the 2025 budget?",
    ["the 2025 budget went up to 45k"],
    ["the 2026 budget went up to 55k"],
  ],
  ["Project Alder ships in May", "when does project Alder ship?", [], ["project Birch now ships in July"]],
  ["Karim is on call this week.", "who is on call this week?", [], ["Julia will be on call next week."]],
  // What was said first is of something else than what is asked for.
  ["I fly to Oslo on the 3rd.", "when does Ravi fly to Oslo?", [], ["Ravi flies to Oslo on the 6th"]],
  ["My salary is 4,100 a month.", "what is Jakob's salary?", [], ["Jakob's salary went up to 4,600."]],
  [
    "The guest wifi is called Otter.",
    "what's the office wifi called?",
    [],
    ["The office wifi has been renamed to Beaver."],
  ],
  ["Karim is on call this week.", "who is on call next week?", [], ["Julia will be on call next week."]],
  ["Ines has 30 lessons, Bodo 18", "how many lessons does Bodo have?", ["Bodo is at 25 lessons now"], []],
  [
    "the kids' school starts at 8:10",
    "when does the kids' school start?",
    ["heads up: school starts earlier this term, 8:00 for the kids"],
    [],
  ],
  [
    "Grandma takes 20 mg of Enalapril.",
    "how much Enalapril does grandma take?",
    ["Enalapril is down to 10 mg now"],
    ["grandma takes 5 mg of Bisoprolol now", "grandma's knee needs 30 mg of something else now"],
  ],
];

test("what is said later renews the same thing of the same owner, and nothing else that has a name, a number or a verb in common with it", () => {
  const wrong = LATER.flatMap(([said, question, newer, others]) => {
    const as = (text: string): string | undefined => bearingOnPassage(question)?.(said)({ text })?.as;
    return [
      ...newer.filter((text) => as(text) !== "renews").map((text) => `not renewed: ${question} ${text}`),
      ...others.filter((text) => as(text) !== undefined).map((text) => `of something else: ${question} ${text}`),
    ];
  });
  assert.deepEqual(wrong, []);
});

/** A statement, a question and what is said later: behind a reason, of the thing that it tells of, or of what somebody else has. */
const REASONED: readonly (readonly [said: string, question: string, later: string, isNewer: boolean])[] = [
  [
    "the quartet rehearses in Nadine's attic",
    "where does the quartet rehearse?",
    "Nadine's husband had enough of us, we rehearse at the fire hall now",
    true,
  ],
  [
    "the greenhouse is heated to 18 degrees",
    "what temperature is the greenhouse heated to?",
    "the gardener came by, so the greenhouse is at 15 from today",
    true,
  ],
  [
    "Piet has the trailer key",
    "who has the trailer key?",
    "Piet's in Spain till May, so the trailer key is with Lore",
    true,
  ],
  [
    "the farewell party is at Café Adria",
    "where is the farewell party?",
    "Café Adria is closed for repairs, party's at the Linden instead",
    true,
  ],
  [
    "our notary is Mr Behrens",
    "who is our notary?",
    "Mr Behrens's calendar is full for months and we go to a Ms Oduya these days",
    true,
  ],
  [
    "my tandem partner is Luca",
    "who's my tandem partner?",
    "Luca went home to Turin so Amina's my tandem partner",
    true,
  ],
  ["backups are kept for 14 days", "how long do we keep backups?", "audit says 60 days of backups, changed it", true],
  [
    "the spare tent is in the loft",
    "where is the spare tent?",
    "i put the tent in the garden shed, the loft leaks",
    true,
  ],
  [
    "the book club meets on the first Tuesday",
    "when does the book club meet?",
    "book club's moved to the second Thursday",
    true,
  ],
  [
    "we buy eggs from the Hoffmann farm",
    "where do we buy eggs?",
    "Hoffmanns' prices went mad, we buy at the market hall now",
    true,
  ],
  ["my physio is Katrin", "who is my physio?", "Katrin stepped back after the baby, Jens treats me now", true],
  ["the cleaning is done by Olga", "who does the cleaning?", "Dana has taken over the cleaning from Olga", true],
  ["I take the 7:14 ferry", "which ferry do i take?", "they cancelled the 7:14, so i'm on the 7:40", true],
  [
    "our rowing boat is called Möwe",
    "what is our rowing boat called?",
    "the boat next to ours is called Albatros",
    false,
  ],
  [
    "my jersey number is 14",
    "what is my jersey number?",
    "somebody's jersey with number 41 lay in the locker room",
    false,
  ],
  ["our web host is Tarn", "who is our web host?", "read an article on how someone moved from Tarn to Lumen", false],
  ["the vet is Dr Sandoval", "who is the vet?", "got a letter from another vet, Dr Kowal, advertising", false],
  ["our cat weighs 5 kilos", "how much does our cat weigh?", "the shelter lady said his sister weighs 7 kilos", false],
  [
    "quiet hours are 22 to 6",
    "what are the quiet hours?",
    "they let us play till 23 last Saturday, as an exception",
    false,
  ],
  ["my room is 208", "which room is mine?", "went into 280 by mistake, awkward", false],
  [
    "our electricity supplier is Voltano",
    "who is our electricity supplier?",
    "the neighbours say their supplier is Sparstrom and cheap",
    false,
  ],
  ["the head nurse is Rita", "who is the head nurse?", "Rita's off sick, I'm filling in today", false],
  [
    "my favourite cake is plum",
    "what's my favourite cake?",
    "tried a cake with beetroot on Sunday, weird but good",
    false,
  ],
  ["bread rises for 12 hours", "how long does the bread rise?", "some people let bread rise 24 hours, crazy", false],
  ["the raffle is on Fridays", "when is the raffle?", "no raffle on new year's eve of course", false],
  ["our bus line is 44", "what is our bus line?", "the guys from line 48 waved at us", false],
  ["my discount is 10 percent", "what's my discount?", "I dream of a 30 percent discount", false],
  [
    "the mower takes 2 liters of oil",
    "how much oil does the mower take?",
    "borrowed a mower from work, that one takes 3 liters",
    false,
  ],
  ["my teacher is Ms Falk", "who is my teacher?", "i had a teacher once called Ms Brandt, terrible", false],
];

test("a clause behind its reason renews what it is of; what others have, what was come across or was so once doesn't", () => {
  for (const [said, question, text, isNewer] of REASONED) {
    const as = bearingOnPassage(question)?.(said)({ text, nearest: true })?.as;
    assert.equal(as !== undefined, isNewer, `${said} | ${text}`);
  }
});
