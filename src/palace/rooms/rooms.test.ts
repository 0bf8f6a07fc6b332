import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { slug } from "../../text/slug.ts";
import { isShort } from "./concept.ts";
import { joinRooms, pathTopic, roomName } from "./room-name.ts";
import { type RoomDrawer, type RoomsInput, placeRooms, topicSegments } from "./place-rooms.ts";
import { salientConcept } from "./salient-concept.ts";
import FUNCTION_WORDS from "../../text/function-words.json" with { type: "json" };
import { isStopWord } from "../../text/words.ts";
import { singularOfWord } from "../../english/nouns.ts";

test("names: without numbering, dates, stop words and generic words; null when nothing is left", () => {
  assert.equal(roomName("ch04-01-what-is-ownership"), "ownership");
  assert.equal(roomName("Meeting notes 2024-05-12: GPU pricing"), "gpu-pricing");
  assert.equal(roomName("AuthMigration"), "auth-migration");
  assert.equal(roomName("JavaScript"), "javascript");
  assert.equal(roomName("Appendix C: Derivable traits"), "derivable-traits");
  assert.equal(roomName("C"), "c");
  for (const day of ["May 14th, 2024", "Dienstag, 14. Mai 2024", "14 mai 2024", "2024年5月14日", "2024-W20"])
    assert.equal(roomName(day), null, day);
  assert.equal(roomName("14. Mai 2024: Hafen"), "hafen");
  assert.equal(roomName("Riley's college apps"), "riley-college-apps");
  const bare = ["E", "Appendix C", "First", "Next steps", "Mom", "What we decided", "A to Z"];
  for (const nothing of ["Introduction", "2024-05-12", "notes", "README", "3", "", "???", ...bare])
    assert.equal(roomName(nothing), null, nothing);
});

test("paths: the innermost folder that names a topic, passing over generic ones and the wing", () => {
  assert.deepEqual(pathTopic("docs/auth/2024/setup-clerk.md", "driftwood"), { folder: "auth", file: "setup-clerk" });
  assert.deepEqual(pathTopic("driftwood/notes/03-billing.md", "driftwood"), { folder: null, file: "billing" });
  assert.deepEqual(pathTopic(".hidden", "w"), { folder: null, file: "hidden" });
  // A word that every department has names a room of each.
  for (const department of ["sales", "support", "hr", "it"])
    assert.equal(pathTopic(`handbook/${department}/process/index.md`, "w").folder, `${department}-process`);
  const deep = {
    "engineering/database-operations/a.md": "engineering-database-operations",
    "north/sales/process/a.md": "north-sales-process",
    "south/sales/process/2024/a.md": "south-sales-process",
    "Vault/3 Areas/Garden/Beds/Herbs/a.md": "areas-garden-beds-herbs",
    "garden/garden-beds/a.md": "garden-beds",
    "garden/herbs/garden/a.md": "herbs-garden",
  };
  for (const [path, room] of Object.entries(deep)) assert.equal(pathTopic(path, "w").folder, room, path);
  // The innermost stays whole, however long those above are.
  const far = pathTopic(
    `${"quarterly-supplier-agreements-of-europe/".repeat(2)}customs-and-transport-insurance/a.md`,
    "w",
  );
  assert.equal(far.folder, "customs-transport-insurance");
  const long = ["human-resources-emea-hiring/process", "human-resources-emea-hiring/tools"];
  assert.equal(new Set(long.map((folder) => pathTopic(`${folder}/a.md`, "w").folder)).size, 2);
  // Notion adds an id to the names of pages, and of the folders of their subpages.
  const id = "0f3a9c1d2b4e4f6a8b7c6d5e4f3a2b1c";
  assert.deepEqual(pathTopic(`Wedding ${id}/Caterer ${id}.md`, "w"), { folder: "wedding", file: "caterer" });
  assert.deepEqual(pathTopic(`Log ${id}.md`, "w"), pathTopic("Log.md", "w"));
});

test("a folder names its room in its own script", () => {
  for (const folder of [
    "рецепты",
    "συνταγες",
    "れしぴ",
    "ノート",
    "요리법",
    "კერძები",
    "मसाले",
    "அறை",
    "菜谱",
    "מתכונים",
    "وصفات",
  ])
    assert.equal(pathTopic(`${folder}/a.md`, "w").folder, folder);
  assert.equal(pathTopic("Рабочий Стол/Συνταγές/a.md", "w").folder, "рабочий-стол-συνταγες");
});

test("folders that a letter or a number tells apart give rooms of their own, at every depth", () => {
  const marks = ["a", "b", "i", "s", "v", "1", "2", "12", "112"];
  const kinds = ["dep", "Project", "team", "Region", "customer_success", "site"];
  const shapes: ((kind: string, mark: string) => string)[] = [
    (kind, mark) => `${kind}-${mark}/process`,
    (kind, mark) => `${kind} ${mark.toUpperCase()}/process`,
    (kind, mark) => `emea/${kind}_${mark}/process/x`,
    (kind, mark) => `${kind}-${mark}-north/process`,
    (_, mark) => `process/team-${mark}`,
    (_, mark) => `team-${mark}`,
  ];
  for (const kind of kinds)
    for (const shape of shapes) {
      const paths = marks.map((mark) => `${shape(kind, mark).replace("/x", "/chapter-1")}/notes.md`);
      const rooms = paths.map((path) => pathTopic(path, "w").folder ?? "");
      assert.equal(new Set(rooms).size, marks.length, rooms.join(" "));
      assert.ok(
        rooms.every((room) => room !== "" && slug(room) === room),
        rooms.join(" "),
      );
      assert.deepEqual(joinRooms(rooms.map((room) => ({ room, count: 1 }))), new Map());
    }
  // What orders parts of one thing, a version or a date is no such mark.
  for (const folder of ["01-auth", "auth 2024", "auth/chapter-3", "auth/part 2", "auth/v1.2", "auth/2024-05", "auth/3"])
    assert.equal(pathTopic(`${folder}/notes.md`, "w").folder, "auth", folder);
});

test("languages, versions and numbers in paths name no room; what a code also means does", () => {
  const known = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => known.of(code) !== undefined);
  const languages = codes.filter((code) => !isStopWord(code) && !isShort(code));
  assert.ok(languages.length > 140);
  for (const code of languages) {
    const paths = [`ch11.${code}.html`, `${code}/ch11.html`, `README_${code}.md`, `index.${code}-XX.html`];
    for (const path of [...paths, `docs/${code}_DE/index.md`])
      assert.deepEqual(pathTopic(path, "w"), { folder: null, file: null }, path);
    // A file without a heading is titled by its name.
    assert.equal(roomName(`README_${code}`), null, code);
    assert.equal(pathTopic(`install.${code}.md`, "w").file, "install", code);
    assert.equal(pathTopic(`garden-${code}.md`, "w").file, `garden-${code}`, code);
  }
  for (const number of ["v1.2", "v10", "rc1", "1.0.0-beta.2", "sec-5.3", "fig 4", "Chapter 11", "p. 12", "2024"])
    assert.deepEqual(pathTopic(`${number}.md`, "w"), { folder: null, file: null }, number);
  for (const name of ["hr", "ml", "EU", "UK"]) assert.equal(pathTopic(`${name}.md`, "w").file, name.toLowerCase());
});

/** Whether two headings lead to one room. */
function sameRoom(a: string, b: string): boolean {
  const [one, other] = [roomName(a), roomName(b)];
  if (one === null || other === null) return false;
  return one === other || joinRooms([one, other].map((room) => ({ room, count: 1 }))).size > 0;
}

test("the same concept in other words; another concept with shared words", () => {
  for (const [a, b] of [
    ["Auth migration", "Migrating the authentication"],
    ["Prices of GPUs", "gpu-pricing"],
    ["movies", "Movie notes"],
  ] as const)
    assert.ok(sameRoom(a, b), `${a} | ${b}`);
  for (const [a, b] of [
    ["python tests", "ruby tests"],
    ["leak", "water leak"],
    ["notes", "jazz notes"],
    ["", "x"],
  ] as const)
    assert.ok(!sameRoom(a, b), `${a} | ${b}`);
});

test("rooms are joined whatever order they come in, under the largest", () => {
  const rooms = [
    { room: "movie", count: 9 },
    { room: "movies", count: 2 },
    { room: "postgres", count: 5 },
    { room: "postgresql", count: 5 },
    { room: "garden", count: 1 },
    { room: "general", count: 3 },
  ];
  const joined = new Map([
    ["movies", "movie"],
    ["postgresql", "postgres"],
  ]);
  fc.assert(
    fc.property(fc.shuffledSubarray(rooms, { minLength: rooms.length }), (shuffled) =>
      assert.deepEqual(new Map([...joinRooms(shuffled)].sort()), joined),
    ),
  );
});

test("a concept that is frequent here and rare elsewhere, as a noun, in the singular, without the speakers", () => {
  const about = [
    "I signed up for a pottery class yesterday!",
    "Wow, pottery! What do you make in the pottery class, Mel?",
    "Mostly bowls. The pottery teacher is great.",
    "Thanks Melanie, that sounds amazing.",
  ];
  assert.equal(salientConcept(about, { without: ["Melanie"] })?.room, "pottery");
  assert.equal(salientConcept(["Thanks!", "Wow, that's great, thanks!", "Great."]), null);
  assert.equal(salientConcept([]), null);
});

test("no part of an address of mail or of a page names a room", () => {
  const domain = fc.constantFrom("harbourlight", "kelpworks", "orchardside");
  const top = fc.constantFrom("org", "io", "museum", "co.uk");
  const address = fc.tuple(fc.constantFrom("ana@", "ops.team@", "https://", "www."), domain, top);
  fc.assert(
    fc.property(fc.array(address, { minLength: 3, maxLength: 8 }), (addresses) => {
      const mails = addresses.map(([how, name, end], i) => `From: <${how}${name}.${end}>\nThe pottery of day ${i}.`);
      assert.equal(salientConcept(mails)?.room, "pottery");
    }),
  );
});

test("words that only serve in a language, and numerals, name no room there; in English text they may", () => {
  for (const [language, serving] of Object.entries(FUNCTION_WORDS)) {
    const sentences = fc.array(fc.array(fc.constantFrom(...serving), { minLength: 6, maxLength: 12 }), {
      minLength: 3,
      maxLength: 6,
    });
    fc.assert(
      fc.property(sentences, (made) => {
        const drawers = made.map((words) => drawer(`${words.join(" ")} zorblat ${words.at(-1)}.`));
        const place = (path: string, heading?: string): string | undefined =>
          placeRooms(
            input(
              path,
              drawers.map((one) => (heading === undefined ? one : { ...one, breadcrumb: [heading] })),
            ),
          )[0]?.value;
        assert.equal(place("2024-05-12.md"), "zorblat");
        assert.equal(place(`${serving[0]}.md`), "zorblat");
        assert.equal(place("a.md", `${serving[0]} quilz`), "quilz");
      }),
      { seed: 37, numRuns: 30 },
    );
    assert.ok(serving.length > 50, language);
  }
  const english = [
    "The war was long.",
    "After the war they went home.",
    "Nobody wanted that war. Nine said so, nine left.",
  ];
  assert.equal(salientConcept(english)?.room, "war");
  assert.equal(
    placeRooms(
      input(
        "2024-05-12.md",
        english.map((text) => drawer(text)),
      ),
    )[0]?.value,
    "war",
  );
  for (const count of ["Nine", "Twenty", "Hundred"]) assert.equal(roomName(count), null);
  assert.equal(roomName("Nine lives of cats"), "nine-lives-cats");
});

test("a name is no plural, a word that is also written small may be one", () => {
  const said = (word: string): string[] => [`We drove to ${word}.`, `Then ${word} again.`, `What of ${word}?`];
  for (const name of ["Texas", "Reuters", "Keynes"]) assert.equal(salientConcept(said(name))?.room, name.toLowerCase());
  assert.equal(salientConcept(said("lagoons"))?.room, "lagoon");
});

test("a session with tools is named by what was worked on, not by how", () => {
  const said = [
    "Now let me read the existing files and the test suite.",
    "Let me implement spotter-gqc.4: the handler for `toggle_debug`.",
    "All 84 tests pass. Now run the full suite and credo.",
    "The annotations need a migration. Let me check the config.",
    "Compile error in lib/spotter/annotation.ex, let me fix the compile error.",
    "All tests pass, credo clean. The annotation schema accepts a null position.",
    "Now add the handler that closes the annotations, then compile.",
    "Clean compile. Let me read the next task and run the suite.",
    "Committed and pushed. The full suite passes, credo is clean.",
  ];
  const drawers = said.flatMap((text): RoomDrawer[] => [
    { text, heading: "", breadcrumb: [], speaker: "assistant" },
    {
      text: "$ mix test\nannotation_test.exs handler config",
      heading: "",
      breadcrumb: [],
      speaker: "tool",
      spoken: false,
    },
  ]);
  const rooms = placeRooms({ path: "s", title: "", metadata: {}, wing: "spotter", drawers });
  assert.deepEqual([...new Set(rooms.map(({ value }) => value))], ["annotation"]);
});

test("singular: regular plurals, and words that only look like one", () => {
  for (const [plural, one] of [
    ["stories", "story"],
    ["boxes", "box"],
    ["potatoes", "potato"],
    ["approaches", "approach"],
    ["quizzes", "quiz"],
    ["movies", "movie"],
    ["cats", "cat"],
    ["glass", "glass"],
    ["physics", "physics"],
    ["virus", "virus"],
    ["aliases", "alias"],
    ["statuses", "status"],
    ["postgres", "postgres"],
    ["trans", "trans"],
    ["news", "news"],
    ["gas", "gas"],
  ] as const)
    assert.equal(singularOfWord(plural), one);
});

test("segments cover the passages in order, within the sizes", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("the pottery bowl", "a dog in the park", "tax return forms", "thanks", ""), {
        maxLength: 60,
      }),
      (passages) => {
        const starts = topicSegments(passages);
        if (passages.length === 0) return assert.deepEqual(starts, []);
        assert.equal(starts[0], 0);
        starts.forEach((start, i) => {
          const size = (starts[i + 1] ?? passages.length) - start;
          assert.ok(size > 0);
          if (starts.length > 1) assert.ok(size >= 4 && size <= 10, `${size}`);
        });
      },
    ),
  );
});

const drawer = (text: string, breadcrumb: readonly string[] = [], speaker: string | null = null): RoomDrawer => ({
  text,
  heading: breadcrumb[breadcrumb.length - 1] ?? "",
  breadcrumb,
  speaker,
});
const input = (path: string, drawers: readonly RoomDrawer[]): RoomsInput => ({
  path,
  title: "",
  metadata: {},
  wing: "w",
  drawers,
});

test("a small file is one room; a large one is parted by its headings, where they hold enough", () => {
  assert.deepEqual(
    placeRooms(input("garden/a.md", [drawer("x"), drawer("y")])).map(({ value }) => value),
    ["garden", "garden"],
  );
  const large = [...Array(20).keys()]
    .map((i) => drawer(`p${i}`, ["Manual", "Roses", `part ${i}`]))
    .concat(
      [...Array(9).keys()].map((i) => drawer(`q${i}`, ["Manual", i === 8 ? "Tulips (part 2)" : "Tulips"])),
      [drawer("z", ["Manual", "Index"])],
    );
  const rooms = placeRooms(input("garden/handbook-of-flowers.md", large)).map(({ value }) => value);
  assert.deepEqual([...new Set(rooms)], ["roses", "tulips", "garden"]);
  assert.equal(rooms.filter((room) => room === "tulips").length, 9);
});

test("the heading over a document goes before its file's name, where it is a name and no sentence", () => {
  const under = (heading: string): string | undefined =>
    placeRooms(input("auth.md", [drawer("x"), drawer("y", [heading]), drawer("z", [heading, "Why Clerk"])]))[2]?.value;
  assert.equal(under("Auth migration"), "auth-migration");
  assert.equal(under("Notes"), "auth");
  assert.equal(under("How the crew decided to leave its provider behind"), "auth");
  const rooms = placeRooms(input("clerk/auth.md", [drawer("x", ["Auth migration"])]));
  assert.equal(rooms[0]?.value, "clerk");
});

const SUBJECTS = ["GPU pricing", "Riley's college", "Sourdough", "Bike repair", "Tax return", "Beekeeping", "Sailing"];

test("a document of several subjects goes to rooms by its own headings, one about a single thing does not", () => {
  const sections = SUBJECTS.map((subject) => drawer(`What was said of ${subject}.`, ["Team book", subject]));
  const rooms = (drawers: readonly RoomDrawer[], path = "team-book.md"): readonly string[] =>
    placeRooms(input(path, drawers)).map(({ value }) => value);
  assert.deepEqual(rooms([drawer("Everything.", ["Team book"]), ...sections]), [
    "team-book",
    ...SUBJECTS.map((subject) => roomName(subject)),
  ]);
  // Nothing names a daily log, so two subjects are enough; a deeper heading, or one that names nothing, goes with its subject.
  const log = [["Bees", "Varroa"], ["Bees", "Next steps"], ["Clerk"]].map((path) => drawer("Said.", path));
  assert.deepEqual(rooms(log, "memory/2026-02-08.md"), ["bees", "bees", "clerk"]);
  const one = SUBJECTS.map((subject) => drawer(`What the team does about ${subject}.`, ["Team book", subject]));
  assert.deepEqual([...new Set(rooms(one))], ["team-book"]);
});

test("sections that speak of one concept are one room, whatever their headings", () => {
  const headings = ["First frost", "Water", "Slugs and snails", "A greenhouse", "Seeds from Anna", "Compost heap"];
  const rooms = (subject: (i: number) => string): readonly string[] => {
    const drawers = headings.map((heading, i) =>
      drawer(`${heading} had a say in it. The ${subject(i)} did well.`, [heading]),
    );
    return [...new Set(placeRooms(input("2026-02-08.md", drawers)).map(({ value }) => value))];
  };
  assert.deepEqual(
    rooms(() => "zucchini"),
    ["zucchini"],
  );
  assert.equal(rooms((i) => ["leek", "zucchini", "pumpkin", "spinach", "radish", "fennel"][i] ?? "").length, 6);
});

test("what is said of one thing in many ways stands in one room", () => {
  const room = (heading: string): string | undefined =>
    placeRooms(
      input("2026-02-08.md", [drawer("The Clerk draft is ready.", [heading]), drawer("Fed twice.", ["Sourdough"])]),
    )[0]?.value;
  for (const heading of [
    "Clerk",
    "Decided: Clerk",
    "Call with Priya about Clerk",
    "Clerk follow-up",
    "Clerk with Priya",
  ])
    assert.equal(room(heading), "clerk", heading);
  assert.equal(room("Why we are going to leave Clerk before the summer"), "clerk");
  assert.equal(room("Notes on the tax return"), "tax-return");
  assert.equal(room("Auth migration"), "auth-migration");
});

test("rooms grow much slower than documents", () => {
  const forms = [
    "%",
    "Call about %",
    "% next steps",
    "Decided: %",
    "% with Priya",
    "Why we picked % over the other one",
    "More on %",
  ];
  const day = (n: number): RoomDrawer[] =>
    [0, 1, 2].map((i) => {
      const subject = SUBJECTS[(n * 5 + i * (1 + (n % 3))) % SUBJECTS.length] ?? "";
      const heading = (forms[(n + i) % forms.length] ?? "").replace("%", subject);
      return drawer(`${subject}: the draft of ${n} is ready, ${subject} goes on.`, [heading]);
    });
  const rooms = (days: number): number =>
    new Set([...Array(days).keys()].flatMap((n) => placeRooms(input(`log-${n}.md`, day(n))).map(({ value }) => value)))
      .size;
  assert.ok(rooms(200) <= 2 * SUBJECTS.length, `${rooms(200)} rooms of ${SUBJECTS.length} subjects`);
  assert.equal(rooms(400), rooms(200));
});

test("where nothing names a room it is general, and unsure", () => {
  assert.deepEqual(placeRooms(input("2024-05-12.md", [drawer("Thanks!")])), [{ value: "general", by: "unsure" }]);
});

test("any document: a slug for every drawer, the same each time", () => {
  const any = fc.record({
    text: fc.string({ unit: "grapheme", maxLength: 80 }),
    speaker: fc.option(fc.constantFrom("Kai", "assistant")),
    breadcrumb: fc.array(fc.string({ maxLength: 12 }), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(any, { maxLength: 40 }), (path, drawers) => {
      const document = input(
        path,
        drawers.map(({ text, speaker, breadcrumb }) => drawer(text, breadcrumb, speaker)),
      );
      const rooms = placeRooms(document);
      assert.equal(rooms.length, drawers.length);
      for (const { value } of rooms) {
        assert.equal(slug(value), value);
        assert.notEqual(value, "");
      }
      assert.deepEqual(placeRooms(document), rooms);
    }),
  );
});

test("a word that only says how one speaks, at the head of sections on different things, is none of their subjects", () => {
  const sections = {
    "the tax return": "We pay it in May and the accountant wants receipts.",
    sourdough: "Feed the starter twice; flour at night.",
    "the garden fence": "Posts rot at the foot, larch lasts.",
    Kyoto: "Temples early, trains after nine, bring cash.",
    "the boiler": "Pressure falls each week; call the plumber.",
    "piano lessons": "Scales first; the left hand is weak.",
    Clerk: "Sessions are kept for a day, tokens refresh.",
    "bicycle repair": "The chain slips on the third cog.",
    "the school play": "Costumes by Friday, lines by heart.",
  };
  const placed = (heads: readonly string[], above: readonly string[], said: string): string[] => {
    const drawers = Object.entries(sections).map(([subject, body], i) => {
      const heading = `${heads[i % heads.length]} ${subject}`;
      return { text: `## ${heading}\n\n${said}${body}`, heading, breadcrumb: [...above, heading], speaker: null };
    });
    const title = above[0] ?? (drawers[0]?.heading as string);
    return placeRooms({ path: "2026-05.md", title, metadata: {}, wing: "home", drawers }).map(({ value }) => value);
  };
  for (const heads of [
    ["Notes on", "Notes on", "Thoughts on"],
    ...["Musings on", "Reflections on", "Remarks about", "Dealing with", "Plans for", "A report on", "The story of"],
    ...["Research into", "My ruminations on"],
  ].map((one) => (typeof one === "string" ? [one] : one)))
    for (const above of [[], ["Everything in my head"]])
      assert.deepEqual(
        placed(heads, above, ""),
        "tax-return sourdough garden-fence kyoto boiler piano clerk bicycle-repair school-play".split(" "),
        `${heads.join(", ")} ${above.join()}`,
      );
  assert.deepEqual(new Set(placed(["Insurance for"], [], "The insurance pays half. ")), new Set(["insurance"]));
});

test("written as one word or as two", () => {
  for (const [a, b] of [
    ["Beekeeping", "Bee keeping"],
    ["Child care", "Childcare"],
    ["CI pipeline", "CI/CD pipeline"],
    ["Job hunting", "Job search"],
  ] as const)
    assert.equal(sameRoom(a, b), true, `${a} / ${b}`);
  for (const [a, b] of [
    ["Docs", "Notes"],
    ["Bee keeping", "Bee hives"],
    ["Car pets", "Carbon"],
  ] as const)
    assert.equal(sameRoom(a, b), false, `${a} / ${b}`);
  assert.deepEqual(
    [
      ...joinRooms([
        { room: "bee-keeping", count: 2 },
        { room: "beekeeping", count: 9 },
      ]),
    ],
    [["bee-keeping", "beekeeping"]],
  );
});

test("no key of front matter, of any kind, and no name of a property names a room", () => {
  const keys = ["tags", "aliases", "cssclass", "rating", "created", "publisher"];
  const kinds: Readonly<Record<string, (keys: readonly string[]) => string>> = {
    yaml: (all) => `---\n${all.map((key) => `${key}: [a, b]\n`).join("")}---\n`,
    lists: (all) => `---\n${all.map((key) => `${key}:\n  - a\n`).join("")}---\n`,
    crlf: (all) => `---\r\n${all.map((key) => `${key}:\r\n- a\r\n`).join("")}---\r\n`,
    dots: (all) => `\uFEFF---\n${all.map((key) => `"${key}": x\n`).join("")}...\n`,
    broken: (all) => `---\n${all.map((key) => `${key}: [a\n`).join("")}b: : c\n---\n`,
    toml: (all) => `+++\n${all.map((key) => `${key} = "a"\n`).join("")}+++\n`,
    json: (all) => `;;;\n{\n${all.map((key) => `  "${key}": 1,\n`).join("")}}\n;;;\n`,
    comment: (all) => `<!--\n${all.map((key) => `${key}: a\n`).join("")}-->\n`,
    unended: (all) => `---\n${all.map((key) => `${key}: a\n`).join("")}\n`,
    unfenced: (all) => `${all.map((key) => `${key}: a\n`).join("")}\n`,
    dataview: (all) => `${all.map((key) => `${key}:: a\n`).join("")}\n`,
    logseq: (all) => all.map((key) => `- ${key}:: a\n`).join(""),
  };
  for (const [kind, head] of Object.entries(kinds))
    for (let i = 0; i < keys.length; i++) {
      const some = [...keys.slice(i), ...keys.slice(0, i)].slice(0, 1 + (i % 4));
      for (const body of ["", "And so it went, and on.\n", "We glazed the pottery bowls; pottery is slow.\n"]) {
        const drawers = [{ text: head(some) + body, heading: "", breadcrumb: [], speaker: null }];
        const [room] = placeRooms({ path: "2024-05-12.md", title: "2024-05-12", metadata: {}, wing: "w", drawers });
        const named = keys.some((key) => room?.value.includes(key.slice(0, 3)) === true);
        assert.ok(!named, `${kind} ${some.join()}: ${room?.value}`);
        if (body.includes("pottery")) assert.match(room?.value ?? "", /pottery/u, kind);
      }
    }
  // What Markdown takes for a heading.
  for (const [text, heading] of [
    ["\n---\ntags: a\n---\nAnd so on.\n", "tags: a"],
    ["rating:: 5\ntags:: a\n-\n", "rating:: 5 tags:: a"],
  ] as const) {
    const drawers = [{ text, heading, breadcrumb: [heading], speaker: null }];
    const [room] = placeRooms({ path: "2024-05-12.md", title: heading, metadata: {}, wing: "w", drawers });
    assert.equal(room?.by, "unsure", `${heading}: ${room?.value}`);
  }
});

test("who does something names no room, a whole noun phrase does, and the only heading that names one does", () => {
  const said = (...texts: readonly string[]): string | undefined =>
    placeRooms(
      input(
        "chat",
        texts.map((text) => ({ ...drawer(text), speaker: "user" })),
      ),
    )[0]?.value;
  for (const verb of ["recommended", "recommends", "chose", "installed"])
    assert.equal(said(`Kai ${verb} Clerk.`), "clerk");
  assert.equal(said("Maya booked the ferry to Elba", "Maya paid 120 euros for it"), "ferry");
  assert.equal(said("Postgres crashed on Monday."), "postgres");
  const tram = "The tram to the hospital takes 12 minutes, first stop Karlsplatz.";
  for (const [subject, room] of [
    ["knee surgery", "knee-surgery"],
    ["brake pads", "brake-pad"],
  ] as const)
    assert.equal(said(tram, `The ${subject} is on 2 April. Ask Dr. Weiss.`), room);
  for (const redis of [["Project Notes", "Redis"], ["Redis"]]) {
    const parts = [["Project Notes"], redis, [...redis, "Connection"], [...redis, "Authentication"]];
    const rooms = placeRooms(
      input(
        "a.md",
        parts.map((path) => drawer("It is set.", path)),
      ),
    ).map(({ value }) => value);
    assert.deepEqual(rooms, ["redis", "redis", "redis", "redis"]);
  }
});
