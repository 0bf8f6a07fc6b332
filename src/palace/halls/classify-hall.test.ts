import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { classifyHall, HALLS, topicalHalls } from "./classify-hall.ts";
import { FEATURES, FORM } from "./sentence-features.ts";

test("the examples of the page, one for each hall", () => {
  assert.equal(classifyHall("We decided to use Clerk for authentication.").hall, "facts");
  assert.equal(classifyHall("Yesterday's deployment had issues.").hall, "events");
  assert.equal(classifyHall("It turns out the connection pool was set too small.").hall, "discoveries");
  assert.equal(classifyHall("I prefer Terraform over Pulumi.").hall, "preferences");
  assert.equal(classifyHall("Next time this happens, check the logs first.").hall, "advice");
});

test("questions, greetings and nothing at all are unsure", () => {
  for (const text of ["", "   ", "How are you?", "Thanks!", "```\nconst x = 1;\n```", "???"])
    assert.equal(classifyHall(text).hall, null, text);
});

test("a cue counts at word boundaries only", () => {
  const inside = classifyHall("The glove compartment is small.");
  assert.notEqual(inside.hall, "preferences");
});

test("chit-chat around a statement doesn't drown it", () => {
  assert.equal(classifyHall("Hey Mel! How are you? I went to a concert with Sam last night.").hall, "events");
});

test("typographic apostrophes count as plain ones", () => {
  assert.deepEqual(classifyHall("I can\u2019t stand cold soup."), classifyHall("I can't stand cold soup."));
});

test("a letter that takes two units in lower case moves no word", () => {
  assert.deepEqual(
    classifyHall("İstanbul, then: we decided to use Clerk."),
    classifyHall("Istanbul, then: we decided to use Clerk."),
  );
});

test("features have the numbers of their places", () => {
  assert.deepEqual(
    Object.values(FORM),
    Object.keys(FORM).map((name) => FEATURES.indexOf(name)),
  );
});

test("any text gets an answer: the same each time, a hall or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const answer = classifyHall(text);
      assert.deepEqual(classifyHall(text), answer);
      assert.ok(answer.hall === null || HALLS.includes(answer.hall));
    }),
  );
});

test("what somebody advised is advice in three words too", () => {
  for (const who of ["Kai", "She", "Priya", "Everyone", "Doctors"])
    for (const verb of ["recommended", "recommends", "advised", "advises"])
      for (const what of ["Clerk", "Clerk again", "long walks"])
        assert.equal(classifyHall(`${who} ${verb} ${what}.`).hall, "advice", `${who} ${verb} ${what}`);
  assert.notEqual(classifyHall("Highly recommended!").hall, "events");
});

test("topical halls match words and phrases, in any script, sorted", () => {
  const halls = topicalHalls({ work: ["code review", "C++"], family: ["kids", "бабушка"], none: [], blank: [" "] });
  assert.deepEqual(halls.of("A code\n review before the kids wake up"), ["family", "work"]);
  assert.deepEqual(halls.of("моя Бабушка"), ["family"]);
  assert.deepEqual(halls.of("C++ it is"), ["work"]);
  assert.deepEqual(halls.of("kidskin"), []);
  assert.deepEqual(topicalHalls({}).of("anything"), []);
});

test("an English keyword is met in its other forms, and in no longer word", () => {
  for (const [word, taken, left] of [
    ["bug", "bugs bug's bugged", "bugle debugger"],
    ["bugs", "bug bugs", "bugle"],
    ["deploy", "deploys deployed deploying", "deployment"],
    ["story", "stories story's", "storyteller"],
    ["code", "codes coded coding", "codec"],
    ["child", "children child's", "childhood"],
    ["pull request", "pull requests", "pull requester"],
    ["sad", "sad", "saddle"],
  ] as const) {
    const halls = topicalHalls({ hall: [word] });
    const texts = (list: string): readonly string[] => (word.includes(" ") ? [list] : list.split(" "));
    for (const text of texts(taken)) assert.deepEqual(halls.of(`The ${text} here`), ["hall"], text);
    for (const text of texts(left)) assert.deepEqual(halls.of(`The ${text} here`), [], text);
  }
});

test("a keyword may hold any sign", () => {
  for (const word of [
    "e-mail",
    "ci/cd",
    "-",
    "a.b",
    "(c)",
    "[x]",
    "{y}",
    "1|2",
    "^$",
    "a\\b",
    '#1 & co: 50 % ~ `q` = "r" < > ! , ; @',
  ]) {
    assert.deepEqual(topicalHalls({ hall: [word] }).of(`before ${word} after`), ["hall"], word);
  }
  assert.deepEqual(topicalHalls({ hall: ["e-mail"] }).of("email and e mail"), []);
});

test("topical halls have the names that a filter asks for, and one for two spellings of it", () => {
  const halls = topicalHalls({
    "Family Life": ["kids"],
    hall_pets: ["cat"],
    "family-life": ["grandma"],
    "!": ["lost"],
  });
  assert.deepEqual(halls.of("The kids have lost the cat."), ["family-life", "pets"]);
  assert.deepEqual(halls.of("grandma"), ["family-life"]);
});
