import assert from "node:assert/strict";
import { test } from "node:test";
import { type AskedKind, askedKinds, holdsKind, surelyHoldsKind } from "./asked-kind.ts";

test("what a question asks for, the surest first, and the words that ask for it", () => {
  const of = (question: string): readonly string[] =>
    askedKinds(question).map(({ kind, words }) => `${kind}: ${[...words].join(" ")}`);
  assert.deepEqual(of("how much does the boiler cost?"), ["money: how much cost"]);
  assert.deepEqual(of("when was Pepper born?"), ["time: when"]);
  assert.deepEqual(of("which tracking port do we use?"), ["code: which port"]);
  assert.deepEqual(of("who built the bridge?"), ["person: who"]);
  assert.deepEqual(of("tell me of Pepper"), []);
  // What would be asked for stands there.
  assert.deepEqual(of("what does error code E18 mean?"), []);
  assert.deepEqual(of("what listens on port 8443?"), []);
  assert.deepEqual(of("what costs 12 euros?"), []);
});

test("months and weekdays are times, no persons and no places, whatever stands beside them", () => {
  const months = "January February March April May June July August September October November December".split(" ");
  const days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
  for (const day of [...months, ...days])
    for (const text of [`complained of slow exports in ${day}`, `closed on ${day}`]) {
      const held = (["time", "person", "place"] as const).filter((kind: AskedKind) => holdsKind(kind, text));
      assert.deepEqual(held, ["time"], text);
    }
});

test("names that begin as a month does are names; a text's first word is one before a verb", () => {
  assert.ok(holdsKind("place", "it comes from Jansson"));
  assert.ok(holdsKind("person", "call Marlene, or Octavia"));
  assert.ok(holdsKind("person", "Bettina owns the engine"));
  assert.ok(holdsKind("person", "# Engines\n\nBettina owns the engine"));
  assert.ok(!holdsKind("person", "# Engines\n\nCottage road is ploughed"));
  assert.ok(!holdsKind("person", "Cottage road is ploughed"));
  assert.ok(!holdsKind("money", "Lessons are on Tuesdays at five"));
  assert.ok(holdsKind("money", "Lessons are 40 euros"));
});

test("what holds one kind of thing, in whatever number and unit, doesn't hold another", () => {
  const numerals = "seven thirteen fourteen sixteen nineteen 7 16 40".split(" ");
  const told: Partial<Record<AskedKind, readonly string[]>> = {
    weight: numerals.map((n) => `it weighs ${n} kilos`),
    length: numerals.map((n) => `it measures ${n} metres`),
    duration: numerals.map((n) => `it lasts ${n} weeks`),
    count: numerals.map((n) => `the club seats ${n}`),
    money: numerals.map((n) => `it was ${n} euros`),
    phone: ["ring 480 22 310", "+47 55 123 456"],
    email: ["write to post@example.org"],
    colour: ["it is green", "painted in warm grey"],
  };
  const asks: Partial<Record<AskedKind, string>> = {
    weight: "how heavy is it?",
    length: "how tall is it?",
    duration: "how long does it last?",
    count: "how many people does it seat?",
    money: "how much does it cost?",
    phone: "what is its phone number?",
    email: "what is the email address?",
    colour: "which colour is it?",
  };
  // Metres tell how long something is, as weeks do.
  const both = new Set(["duration: length"]);
  for (const [asked, question] of Object.entries(asks) as [AskedKind, string][]) {
    assert.equal(askedKinds(question)[0]?.kind, asked, question);
    for (const [kind, texts] of Object.entries(told) as [AskedKind, readonly string[]][])
      for (const text of texts)
        if (!both.has(`${asked}: ${kind}`) && !(asked === "money" && kind === "count") && kind !== "phone")
          assert.equal(
            (asked === "count" ? surelyHoldsKind : holdsKind)(asked, text),
            asked === kind,
            `${question} ${text}`,
          );
  }
});

test("what only looks like a kind of thing is none", () => {
  const none: readonly (readonly [question: string, text: string])[] = [
    ["who did the check?", "My pressure was 138 over 86."],
    ["who sweeps the chimney?", "Wood stove: no spruce in it."],
    ["who has the key?", "API keys rotate every ninety days."],
    ["what is the alarm code?", "The … changes each time somebody leaves."],
    ["how many customers are there?", "At most 400 MB a file."],
    ["how large is the disk?", "k8s is called heron; stage-02 is its twin."],
    ["how many agents are there?", "They hung all the time."],
    ["which brand is the cleaner?", "The cat is called Mosse and hates it."],
    ["what make is the piano?", "Lessons are with Ms. Adeyemi on Tuesdays."],
  ];
  for (const [question, text] of none)
    assert.ok(!holdsKind(askedKinds(question)[0]?.kind as AskedKind, text), `${question} ${text}`);
  assert.ok(holdsKind("brand", "It is a Miele from 2011."));
  assert.ok(holdsKind("person", "Marta … to retire at sixty."));
  assert.ok(holdsKind("person", "The man at the market does it."));
  assert.ok(holdsKind("place", "Fishmonger: Osei, stall 22"));
  // Whoever does it may be no person, an office has no name, and a share or a condition is a value, too.
  for (const [kind, text] of [
    ["person", "Certificates are renewed by caddy, nothing to do by hand."],
    ["person", "Locker 58, key with the steward."],
    ["place", "The regatta starts off buoy 4"],
    ["time", "From the fourth day of illness a note is needed"],
    ["time", "The lift is out of order whenever it freezes"],
    ["money", "The bonus is 45 percent of a salary"],
    ["count", "It takes 18 percent seeds"],
  ] as const)
    assert.ok(holdsKind(kind, text), text);
  assert.ok(!holdsKind("person", "It is heated by the sun"));
  assert.deepEqual(askedKinds("who is Mrs. Haberland?"), []);
  assert.deepEqual(askedKinds("what happens to the pump when it is freezing?"), []);
});

test('when and where of a clause behind another question word ask for nothing; behind a comma or "and" of their own they do', () => {
  const first = (question: string): string | undefined => askedKinds(question)[0]?.kind;
  for (const word of ["when", "where"] as const) {
    assert.equal(first(`why does the pump stop ${word} it rains?`), "reason");
    assert.equal(first(`how many people sit ${word} the band plays?`), "count");
  }
  assert.equal(first("where do we meet when the alarm rings?"), "place");
  assert.equal(first("when do we meet where the river bends?"), "time");
});

test("a capital behind a full stop or a place names no brand, a place no person, and another measure is no count", () => {
  assert.ok(!holdsKind("brand", "Keep it dry. Check with the gauge"));
  assert.ok(!holdsKind("brand", "it stands in Lisbon"));
  assert.ok(holdsKind("brand", "it is a Siemens"));
  for (const place of ["in Porto", "on Windows", "at Gandi"])
    assert.ok(!holdsKind("person", `the pump … ${place}`), place);
  assert.ok(holdsKind("person", "It broke. Octavia mends it"));
  assert.ok(!holdsKind("count", "lunch money of 6 pounds if they stay longer than four hours"));
  assert.ok(holdsKind("temperature", "it rests at four degrees"));
  assert.ok(holdsKind("time", "the plan pays two cleanings a year"));
  assert.ok(holdsKind("place", "assemble by the bike racks"));
});

test("a value of one kind is none of another: dates, numbers of things, names of streets, tuners and versions", () => {
  const none: readonly (readonly [question: string, text: string])[] = [
    ["how much honey did it give?", "it swarmed on 14 May at 10:30"],
    ["how large is the backup?", "written at 02:40 and kept for 35 days"],
    ["how long does a deployment take?", "two approvals since the outage on 3 October"],
    ["what make is the piano?", "The … tuner is Ines Cabral"],
    ["which airline does Ottilie take?", "… flies from Gothenburg"],
    ["what aperture does it have?", "collimated with the three nylon screws"],
    ["how many users does the app have?", "… 3.2 crashes on Android 9"],
    ["what is the frame number of the bike?", "20 x 2.15 tyres, pumped to 3.5 bar"],
    ["who conducts the choir?", "the parish hall in Ebbing Street"],
    ["who built the greenhouse?", "# Notes 5"],
    ["which surgeon operates?", "on 9 February at St. Göran, seven o'clock"],
    ["how old is the pear?", "badly hit by rust in 2024"],
    ["when does the course begin?", "the next one is Bayesian"],
    ["laptop price", "inventory number 30771."],
    ["amplifier wattage", "hums in the left socket"],
    ["what is the mileage of the car?", "its insurance number is KX-20931-B"],
    ["what is the rent?", "it goes up by 60 francs"],
    ["who tuned it?", "… in March to 442 Hz. The pedal squeaks."],
    ["how much did the raft cost?", "It needs a service in September 2027."],
    ["what does the ferry cost?", "Booked for 3 July at 11:25, cabin 4107."],
    ["what did the load test cost?", "1,150 previews a minute before it fell behind."],
    ["what does the hearing aid cost?", "Its batteries are size 312, brown sticker."],
  ];
  for (const [question, text] of none)
    assert.ok(!holdsKind(askedKinds(question)[0]?.kind as AskedKind, text), `${question} ${text}`);
  const held: readonly (readonly [question: string, text: string])[] = [
    ["how large is the backup?", "some 412 GB on 3 May"],
    ["how long does a deployment take?", "eleven minutes"],
    ["how long have we had it?", "since the outage"],
    ["what make is the piano?", "The … is a Bechstein from 1962"],
    ["which airline does she take?", "she flies with Norwegian from Gothenburg"],
    ["how many users does the app have?", "Android 9, and 1,200 users"],
    ["who conducts it?", "It is in Ebbing Street, and Agnes Fairley conducts"],
    ["how old is the pear?", "planted in 2009"],
    ["laptop price", "it was 1,299 euros"],
    ["what is the mileage of the car?", "84,300 at the last service"],
    ["tank capacity", "it holds 55 litres"],
    ["what resolution do the printers have?", "they print 203 dpi"],
  ];
  for (const [question, text] of held)
    assert.ok(holdsKind(askedKinds(question)[0]?.kind as AskedKind, text), `${question} ${text}`);
  assert.deepEqual(askedKinds("render the label at the resolution of our printers"), []);
});
