import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../../test/contract/reference/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";
import { memoryFacts } from "../memory-facts.fixture.ts";

/** What is stored after messages of one chat: "topic: value, value". */
async function storedAfter(
  ...messages: readonly string[]
): Promise<{ readonly stored: string; readonly reply: string }> {
  const facts = memoryFacts();
  let reply = "";
  for (const message of messages) reply = (await facts.tell(message, { chat: "A" })).text;
  const lists = (await facts.list(null, { kind: "all" })).filter(({ count }) => count > 0);
  const stored = lists.map(({ topic, items }) => `${topic}: ${items.map(({ value }) => value).join(", ")}`);
  return { stored: stored.join("; "), reply };
}

const CITIES = "My favorite cities are 1) Lyon, 2) Turin, 3) Bergen";

test("each reading answers for its own end: nothing behind it is lost without a word", async () => {
  for (const [messages, stored] of [
    [["The deadline is 3 May 2027, 17:00 CET"], "deadline: 3 May 2027, 17:00 CET"],
    [[CITIES, "Swap 1 and 2, then add Ghent."], "city: Lyon, Turin, Bergen"],
    [
      ["My e-mail is a@old.example", "My e-mail is no longer a@old.example, it's b@new.example"],
      "e-mail: b@new.example",
    ],
    [["If favorite planets ranked: first is Saturn, second is Neptune, what then?"], ""],
  ] as const)
    assert.equal((await storedAfter(...messages)).stored, stored, messages.at(-1));
});

test("a subject that is shared, or a half that isn't read, is said", async () => {
  for (const message of ["Anna's and Tom's birthday is 3 May", "Remember that Anna's and Tom's birthday is 3 May"]) {
    assert.equal((await storedAfter(message)).stored, "", message);
  }
  const { stored, reply } = await storedAfter(
    "My favorite nuts are pecan, cashew",
    "add almond to my favorite nuts and lima to my favorite beans",
  );
  assert.deepEqual([stored, reply.includes("nothing of it was stored")], ["nut: pecan, cashew", true]);
});

test("values end where they end: bold lines, options, marks inside names, hedges", async () => {
  for (const [message, stored] of [
    ["My favorite editors:\n\n1. **Neovim**\n2. **Zed**\n3. `ed`", "editor: Neovim, Zed, ed"],
    ["Remember that the deploy flag is --force", "deploy flag: --force"],
    ["My favorite band is Panic! at the Disco", "band: Panic! at the Disco"],
    [
      "My favorite hymns are first Abide with Me, second Jerusalem, third Be Thou My Vision.",
      "hymn: Abide with Me, Jerusalem, Be Thou My Vision",
    ],
    ["my favorite birds are first robin second wren third heron", "bird: robin, wren, heron"],
    ["My favorite dishes:\n\n1. paella\n\n2. moussaka\n\n3. laksa", "dish: paella, moussaka, laksa"],
    ["My font size is 13. Our indent width is 2.", "font size: 13; indent width: 2"],
    ["TypeError: cannot read properties of undefined\n    at render (app.js:14:3)", ""],
    ["My favorite color is kind of blue", ""],
    ["My favorite album is Kind of Blue", "album: Kind of Blue"],
    ["Our sprint goal is to ship the importer", ""],
  ] as const)
    assert.equal((await storedAfter(message)).stored, stored, message);
});

test("'is now' takes a place, 'new' and a rank alone make room", async () => {
  for (const [message, stored] of [
    ["My #3 favorite city is now Ghent", "Lyon, Turin, Ghent"],
    ["My third favorite city is Ghent", "Lyon, Turin, Ghent, Bergen"],
  ] as const)
    assert.equal((await storedAfter(CITIES, message)).stored, `city: ${stored}`, message);
});

test("what asks for something else is handed on", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite snack is Takis.", { chat: "A" });
  await facts.tell("Our Node version is 18.19.0", { chat: "A", time: "2025-01-15T09:00:00Z" });
  await facts.tell("Our Node version is now 20.11.1", { chat: "A", time: "2025-03-20T09:00:00Z" });
  assert.equal((await facts.ask("how many calories are in my favorite snack?")).route, "search");
  assert.equal((await facts.ask("Back when I lived in Rome, what was my favorite snack?")).route, "search");
  await facts.tell(CITIES, { chat: "A" });
  await facts.tell("my #2 favorite city is now Ghent", { chat: "A" });
  assert.equal((await facts.ask("what was my second favorite city before?")).route, "search");
  assert.match((await facts.ask("What's our sprint goal?")).text, /don't have the sprint goal stored/u);
  await facts.tell("My favorite database is DuckDB", { chat: "B" });
  assert.equal((await facts.tell("no, I meant the other branch", { chat: "B" })).route, "search");
});

test("a document that is passed on states no exact facts, unless it is to be remembered", async () => {
  const text =
    "Here is the plan.\n\n## Costs\nThe budget is $5,000.\n\n## Dates\n- Deadline: 3 May\n- Launch: 5 May\n- Port: 8443";
  assert.equal((await storedAfter(text)).stored, "");
  assert.equal(
    (await storedAfter("The budget is $5,000.\nRemember that the deadline is 3 May.")).stored,
    "budget: $5,000; deadline: 3 May",
  );
});

test("what is loved least is a list of its own, and a half that isn't read is said", async () => {
  const { stored, reply } = await storedAfter("My least favorite vegetable is okra and my favorite is peas");
  assert.equal(stored, "least favorite vegetable: okra");
  assert.match(reply, /A part of that can't be read/u);
  assert.equal((await storedAfter("My favorite movie is the one with the shark")).stored, "");
});

test("whose a line is, it doesn't say: it goes on with what is stored", async () => {
  assert.equal((await storedAfter("Staging port: 8443", "the staging port is now 9443")).stored, "staging port: 9443");
});

test("a change names its key, its new value, or a newer one behind it", async () => {
  for (const [messages, stored] of [
    [["The wifi password is hunter-9", "wifi password got rotated, the new one is moss-40"], "wifi password: moss-40"],
    [["Anna's birthday is 14 June", "oops, Anna's birthday is 15 June, not 14"], "Anna's birthday: 15 June"],
    [["My gym code is 2208", "they changed the gym code, it's 3391 now"], "gym code: 3391"],
    [["My dentist is Dr. Sand", "I changed my dentist, it's Dr. Moe now"], "dentist: Dr. Moe"],
    [["they changed the menu, it's great now"], ""],
    [["my favorite tea is assam", "my favorite tea is sencha, not assam"], "tea: sencha"],
  ] as const)
    assert.equal((await storedAfter(...messages)).stored, stored, messages.at(-1));
});

test("whole names, signed numbers and addresses are values; frames of stories and two keys are none", async () => {
  for (const [message, stored] of [
    ["My favourite number is -7", "number: -7"],
    ["One of my favourite pubs is The Eagle and Child.", "pub: The Eagle and Child"],
    ["My best friend is Oluwaseun Adeyemi.", "best friend: Oluwaseun Adeyemi"],
    ["The address is Vestre Torggate 9, 5015 Bergen", "address: Vestre Torggate 9, 5015 Bergen"],
    ["the vendor is Klarpay", "vendor: Klarpay"],
    ["landlord is called Sigrid Aasen, she's nice", "landlord: Sigrid Aasen"],
    ["test card is 4000 0000 0000 3220", "test card: 4000 0000 0000 3220"],
    ["Write a story where my name is Zara and I live in Rome.", ""],
    ["my best guess is Tuesday", ""],
  ] as const)
    assert.equal((await storedAfter(message)).stored, stored, message);
});

test("a question of a list is what its words name: the list, a place or an item of it", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite operas are 1) Tosca, 2) Norma, 3) Aida", { chat: "A" });
  for (const [question, answer] of [
    ["what do you have down as my favorite operas?", "1. Tosca, 2. Norma, 3. Aida"],
    ["print my favorite operas", "1. Tosca, 2. Norma, 3. Aida"],
    ["what's sitting at number 3 in my favorite operas rn?", "Aida"],
    ["Where on my list of favorite operas is Norma?", "#2"],
    ["what position does Norma hold in my favorite operas?", "#2"],
    ["Do you know which opera I like the most?", "Tosca"],
    ["I lost track, how many favorite operas are there now?", "3"],
  ] as const)
    assert.ok((await facts.ask(question)).text.includes(answer), question);
  for (const question of [
    "what's in my favorite opera?",
    "how long is my favorite opera?",
    "where is my favorite opera on?",
  ])
    assert.equal((await facts.ask(question)).route, "search", question);
});

test("a name says who holds a role, and nothing of what comes and goes; 'my' is never somebody else's", async () => {
  for (const message of [
    "The winner is France",
    "the next stop is Berlin",
    "the first one is Alice",
    "the culprit is Dave",
  ])
    assert.equal((await storedAfter(message)).stored, "", message);
  assert.equal(
    (await storedAfter("the office manager is Helga Brandt", "my manager is Deniz")).stored,
    "manager: Deniz; office manager: Helga Brandt",
  );
});

test("citations and marks of headings that are copied with a list are no part of its items", async () => {
  const said = [
    "My favorite candies are 1) Twix [M1], 2) ## Mars",
    "My favorite candies are [M1] 1) ## Twix, 2) **Mars**",
    "My favorite candies are [M2]: 1. Twix 2. Mars [M3]",
    "My favorite candies are:\n## \n1) Twix\n2) Mars",
    "My favorite candies are:\n## 1) Twix\n## 2) Mars",
    "# My favorite candies are 1) Twix, 2) Mars",
    "## [M1] My favorite candies are 1) Twix [M2], 2) Mars",
  ];
  for (const text of said)
    assert.match((await memoryFacts().tell(text)).text, /^Your favorite candies: 1\. Twix, 2\. Mars\.$/u, text);
  assert.match((await memoryFacts().tell("My favorite languages are C# and F#")).text, /1\. C#, 2\. F#/u);
});

test("a key as a program gives it is words", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite colors are red and blue");
  assert.equal((await facts.change({ op: "set", topic: "favorite_colors", rank: 3, value: "green" })).items.length, 3);
  assert.equal((await facts.show("favorite-colours")).items.length, 3);
  // The design's own keys, whatever the list was called when it was told.
  await facts.tell("My favorite TV shows are 1) Lost, 2) Dark");
  assert.equal((await facts.show("favorite_tv")).items[1]?.value, "Dark");
  await facts.change({ op: "add", topic: "favorite_tv", values: ["Fargo"] });
  assert.equal((await facts.show("tv shows")).items.length, 3);
  await assert.rejects(facts.show("favorite_radio"), { code: "FACT_NOT_FOUND" });
  await facts.change({ op: "put", topic: "staging_port", value: "8443" });
  assert.match((await facts.ask("staging port?")).text, /8443/u);
});

test("what was taken back isn't shown as said later", async () => {
  const text = "My favorite cheeses are gouda and brie";
  const said = async () => [{ text, time: "2026-05-01T10:00:00Z", chat: "c", messageId: "m1" }];
  let now = 0;
  const facts = createFacts({
    store: openMemoryFactStore(),
    files: null,
    said,
    clock: () => ++now,
    newId: () => `n${++now}`,
  });
  await facts.tell(text, { chat: "c", messageId: "m1" });
  await facts.undo();
  assert.doesNotMatch((await facts.ask("what are my favorite cheeses?")).text, /gouda/u);
});

test("a thing that is called by a name has it, and is asked for by what tells it", async () => {
  const facts = memoryFacts();
  for (const text of ["the hotel is called Vila Tivoli", "The primary database is PostgreSQL 17"])
    await facts.tell(text);
  assert.match((await facts.ask("what's the hotel called?")).text, /Vila Tivoli/u);
  assert.match((await facts.ask("primary database?")).text, /PostgreSQL 17/u);
});

test("a statement that isn't sure enough to be new speaks of no list; a clause behind a semicolon is read", async () => {
  const facts = memoryFacts();
  assert.equal((await facts.tell("The call starts at 8:30", { chat: "A" })).reason, "no_frame");
  const [first, second] = ["The project lead is Teresa", "Teresa left; the project lead is now Bruno"];
  assert.equal((await storedAfter(first, second)).stored, "project lead: Bruno");
  assert.equal((await storedAfter("my locker is number 118")).stored, "locker: number 118");
});

test("what came back, and the key of what opens something, are read", async () => {
  for (const [messages, stored] of [
    [["the staging port is 9443", "we moved the staging port back to 8443"], "staging port: 8443"],
    [["the staging port is 9443", "staging port is back to 8443"], "staging port: 8443"],
    [["The code to the safe is 12-44-32"], "safe code: 12-44-32"],
    [["my key to success is coffee"], ""],
    [["She is allergic to dogs"], ""],
  ] as const)
    assert.equal((await storedAfter(...messages)).stored, stored, messages.at(-1));
});

test("a list is asked for by its name alone", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite pizzerias are Ada, Bino and Cesco");
  await facts.tell("Swap Ada and Cesco in my favorite pizzerias");
  await facts.tell("Add Dino to my favorite pizzerias");
  await facts.tell("Anna's birthday is 3 May");
  assert.match((await facts.ask("anna bday?")).text, /3 May/u);
  assert.match((await facts.ask("how many favorite pizzerias have I got?")).text, /4/u);
  assert.match((await facts.ask("pizzerias?")).text, /1\. Cesco, 2\. Bino, 3\. Ada, 4\. Dino/u);
});

test("a message that is sent again changes nothing twice", async () => {
  const facts = memoryFacts();
  const said = { chat: "c", messageId: "m2" };
  await facts.tell("My favorite pizzerias are Ada, Bino and Cesco", { chat: "c", messageId: "m1" });
  assert.equal((await facts.tell("Swap Ada and Cesco in my favorite pizzerias", said)).changed, true);
  const again = await facts.tell("Swap Ada and Cesco in my favorite pizzerias", said);
  assert.deepEqual([again.changed, again.reason], [false, "told_before"]);
  assert.equal((await facts.show("pizzerias")).items[0]?.value, "Cesco");
});

test("what sounds like a change and can't be read stands beside the list, until a newer value is said", async () => {
  const facts = memoryFacts();
  const later = async (): Promise<readonly string[]> =>
    (await facts.show("dentist")).later?.map(({ sentence }) => sentence) ?? [];
  await facts.tell("My dentist is Dr. Sand", { chat: "c" });
  await facts.tell("I don't go to Dr. Sand any more.", { chat: "c" });
  assert.deepEqual(await later(), ["I don't go to Dr. Sand any more."]);
  await facts.tell("My dentist is Dr. Moe", { chat: "c" });
  assert.deepEqual(await later(), []);
});

test("places of a list are named by its topic; an order that can't be read, and a number that contradicts, are said", async () => {
  const hikes = "My favorite hikes are 1) Besseggen, 2) Trolltunga, 3) Romsdalseggen";
  for (const [command, stored] of [
    ["Put the first aid kit in the car", "hike: Besseggen, Trolltunga, Romsdalseggen"],
  ] as const)
    assert.equal((await storedAfter(hikes, "nice weather today", command)).stored, stored, command);
  const left = await storedAfter(hikes, "nice weather today", "Reverse my hikes");
  assert.match(left.reply, /change of your favorite hikes, .*nothing was changed.*"my favorite hikes are …"/u);
  const films = await storedAfter("my top 2 films are Heat, Ran and Alien");
  assert.deepEqual([films.stored, /nothing of it was stored/u.test(films.reply)], ["", true]);
});

test("what others wrote behind a colon is theirs; words of order, and a clause of its own, are no part of a value", async () => {
  for (const text of [
    'My boss wrote: "My favorite editor is Emacs. I live in Rome."',
    'My doctor advised: "No salt"',
    "Our contract states: “x y”",
    "Her message: my favorite editor is vim",
    "My mum's reply: my favorite editor is nano",
    "The poem goes: my favorite color is grey",
  ])
    assert.equal((await storedAfter(text)).stored, "", text);
  for (const [text, stored] of [
    ["Ranking my favorite rivers: Danube first, then the Loire, then the Tagus", "river: Danube, the Loire, the Tagus"],
    ["My favorite board games are Azul, Catan, and also Root", "board game: Azul, Catan, Root"],
    ["My gym code is 2208 and the pool opens at six", "gym code: 2208"],
    ["My PIN is 4471 and my wife knows it", "PIN: 4471"],
    ["My passport number is X12345 and expires in May", "passport number: X12345"],
    ["My boss is Ana and works from Rome", "boss: Ana"],
    ["My flight is LX 318 and LX 319", "flight: LX 318 and LX 319"],
    ["my top three are Heat, Ran and Alien", ""],
    ["My favorite band is Florence and the Machine", "band: Florence and the Machine"],
  ] as const)
    assert.equal((await storedAfter(text)).stored, stored, text);
});

test("a key is asked for by another word for it, or without its apostrophe", async () => {
  for (const [told, question, value] of [
    ["my boss is Dana", "who's my manager?", "Dana"],
    ["my mum's maiden name is Kessler", "what's my mother's maiden name?", "Kessler"],
    ["our dog's chip number is 528210004417", "dogs chip number", "528210004417"],
    ["Ellie's shoe size is 28", "ellies shoe size?", "28"],
    ["the wifi for guests is called Murmeltier", "what's the guest wifi called?", "Murmeltier"],
    ["our guests locker is 17", "guest locker?", "17"],
    ["our guest locker is 17", "guests locker?", "17"],
    ["my sister's locker is 7", "which locker is mine", null],
    ["my dog's name is Rex", "what's my name?", null],
    ["my sister's birthday is 3 May", "when is my birthday?", null],
  ] as const) {
    const facts = memoryFacts();
    await facts.tell(told, { chat: "c" });
    assert.equal((await facts.ask(question)).items[0]?.value ?? null, value, question);
  }
});

test("what is stored of others, or by a verb, is forgotten in the words that ask for it", async () => {
  for (const [fact, command] of [
    ["Anna's birthday is 3 May", "Forget Anna's birthday"],
    ["Anna's birthday is 3 May", "forget that Anna's birthday is 3 May"],
    ["Priya's allergy is cashews", "please delete Priya's allergy"],
    ["I live in Ghent", "forget where I live"],
    ["I was born in Lima", "forget where I was born"],
    ["Our dentist is Dr. Okafor", "forget who my dentist is"],
  ] as const)
    assert.equal((await storedAfter(fact, command)).stored, "", command);
  const { stored } = await storedAfter("My dentist is Dr. Okafor", "Forget my dentist's number", "Forget Anna's idea");
  assert.equal(stored, "dentist: Dr. Okafor");
});

test("all that is kept is told on demand, with what is secret named alone", async () => {
  const facts = memoryFacts();
  assert.match((await facts.ask("what do you know about me?")).text, /don't have any facts/u);
  await facts.tell("Our gate code is 4471#. My favorite teas are assam and sencha.", { chat: "A" });
  await facts.tell("The garage man is Ebbe", { chat: "A" });
  await facts.tell("Ebbe moved to Malmö, the garage man is Sten now", { chat: "A" });
  await facts.tell("the safe's combination is left 12 right 33 left 7", { chat: "A" });
  for (const asked of ["what do you know about me?", "list everything"]) {
    const { text, items } = await facts.ask(asked);
    assert.match(text, /garage man: Sten/u);
    assert.match(text, /1\. assam, 2\. sencha/u);
    assert.match(text, /safe.s combination: kept; ask/u);
    assert.doesNotMatch(`${text}${JSON.stringify(items)}`, /4471|left 12/u);
  }
});

test("what somebody else likes best is his, and what a place is for is part of its name", async () => {
  const facts = memoryFacts();
  for (const text of ["Tom's favourite tea is assam", "My favorite tea is sencha"])
    await facts.tell(text, { chat: "A" });
  const answers = ["What's Tom's favorite tea?", "What is my favorite tea?"];
  assert.deepEqual(await Promise.all(answers.map(async (question) => (await facts.ask(question)).text)), [
    "Tom's favourite tea is assam.",
    "Your favorite tea is sencha.",
  ]);
  for (const text of [
    "Tom's favorite thing is when it snows",
    "Tom's favorite is assam",
    "The user's favorite color is stored in prefs.json",
  ])
    assert.equal((await storedAfter(text)).stored, "", text);
  assert.equal(
    (await storedAfter("My favorite place to read is the attic", "My favorite place to swim is Lake Brienz")).stored,
    "place to read: attic; place to swim: Lake Brienz",
  );
});

test("a list is asked for in any words that name it, and a place of no list by none", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite show tunes are 1) Maria, 2) Memory, 3) Tomorrow", { chat: "A" });
  for (const [question, answer] of [
    ["What's my second favorite show tune?", "Memory"],
    ["Which of my favorite show tunes comes second?", "Memory"],
    ["my second favorite show tune", "Memory"],
    ["and the third one?", "Tomorrow"],
    ["bottom two of my favorite show tunes?", "Memory, Tomorrow"],
    ["Can you list all of my favorite show tunes in order?", "Maria, Memory, Tomorrow"],
    ["What should I do first?", ""],
    ["What should I play at my favorite show tune?", ""],
    ["What's my least favorite show tune?", ""],
  ] as const) {
    const { items } = await facts.ask(question, { chat: "A" });
    assert.equal(items.map(({ value }) => value).join(", "), answer, question);
  }
});
