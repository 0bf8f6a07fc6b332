import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Closet } from "../../operations/answers/palace.ts";
import { encode, entityCodes } from "./aaak.ts";
import { buildCloset } from "./build-closet.ts";
import { type ClosetDrawer, WingLabels, closetNames, namesIn } from "./closet-names.ts";
import { decode } from "./decode-aaak.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";
import { codePoint } from "../../../test/code-point.fixture.ts";

const halls = ["facts", "events", "discoveries", "preferences", "advice", "unsure"] as const;
const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 20 }),
  fc
    .array(fc.constantFrom("; ", " | ", "|", ";", "\\", "\n", "\r", "=", "a", " ", "..", "\\n"), { maxLength: 8 })
    .map((parts) => parts.join("")),
);
const name = anyText.filter((text) => text !== "");
const day = fc.constantFrom("2024-01-02", "2024-03-01", "2023-12-31");

const anyCloset: fc.Arbitrary<Closet> = fc
  .record({
    wing: fc.constantFrom("w", "auth-team", "会議"),
    room: fc.constantFrom("r", "auth-migration"),
    document: anyText,
    names: fc.uniqueArray(name, { maxLength: 4 }),
    drawers: fc.array(fc.stringMatching(/^[0-9a-f]{8}$/), { minLength: 1, maxLength: 12 }),
    words: fc.array(fc.stringMatching(/^[\p{L}\p{N}]{1,8}$/u), { maxLength: 5 }),
    topics: fc.array(fc.tuple(anyText, fc.array(fc.nat(11), { minLength: 1 }), fc.nat(3)), { maxLength: 4 }),
    when: fc.option(fc.tuple(day, day)),
    counts: fc.array(fc.nat(4), { minLength: 6, maxLength: 6 }),
    key: fc.option(fc.tuple(fc.nat(11), anyText)),
  })
  .map(({ wing, room, document, names, drawers, topics, words, when, counts, key }) => {
    const who = names.map((one, i) => ({ code: `C${i}`, name: one }));
    return {
      wing,
      room,
      document,
      who,
      drawers,
      topics: topics.map(([topic, places, n]) => ({
        name: topic,
        drawers: [...new Set(places.map((place) => place % drawers.length))].sort((a, b) => a - b),
        who: who.slice(0, n).map(({ code }) => code),
      })),
      words,
      when: when === null ? null : { first: when[0], last: when[1] },
      halls: halls.map((hall, i) => ({ hall, count: counts[i] as number })).filter(({ count }) => count > 0),
      key: key === null ? null : { drawer: key[0] % drawers.length, sentence: key[1] },
    };
  });

test("decode(encode(closet)) is the closet, whatever its texts hold", () => {
  fc.assert(
    fc.property(anyCloset, (closet) => assert.deepEqual(decode(encode(closet)), closet)),
    { numRuns: rounds(1000, 33) },
  );
});

test("what other programs take for the end of a line ends none", () => {
  for (const odd of ["\u2028", "\u2029", "\u0085", "\v", "\f"]) {
    const text = `a${odd}b`;
    const closet: Closet = {
      wing: "w",
      room: "r",
      document: text,
      who: [{ code: "AB", name: text }],
      drawers: ["aaa00000"],
      topics: [{ name: text, drawers: [0], who: ["AB"] }],
      words: [],
      when: null,
      halls: [],
      key: { drawer: 0, sentence: text },
    };
    assert.deepEqual(decode(encode(closet)), closet);
  }
});

test("encode(decode(text)) is the text, or decode refuses it: damaged texts never pass as something else", () => {
  fc.assert(
    fc.property(
      anyCloset,
      fc.nat(),
      fc.constantFrom("", "x", " ", "\n", ";", "|", "\\", "0", "-"),
      fc.nat(2),
      (closet, at, put, cut) => {
        const text = encode(closet);
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + put + text.slice(place + cut);
        let read: Closet;
        try {
          read = decode(damaged);
        } catch (error) {
          assert.equal((error as { code?: string }).code, "USAGE");
          return;
        }
        assert.equal(encode(read), damaged);
      },
    ),
    { numRuns: rounds(1000, 33) },
  );
});

test("the example of the grammar", () => {
  const text =
    "AAAK2 driftwood/auth-migration docs/auth.md\n@ KAI=Kai; CLE=Clerk\n# 9f2a1c03 77b0e2aa 01c2d3e4\n+ " +
    "Token refresh | 1-3 CLE\n+ Costs | 2\n* refresh hourly\n~ 2024-01-02..2024-03-01\n% facts 2; unsure 1\n! 1 We decided " +
    "to use Clerk.\n";
  assert.equal(encode(decode(text)), text);
  for (const wrong of [
    "",
    "AAAK2 a b",
    text.replace("facts 2", "facts 0"),
    text.replace("1-3", "1-4"),
    text.replace("1-3", "1,2,3"),
    text.replace("CLE\n", "XXX\n"),
    text.replace("01c2d3e4", "01C2"),
    text.trimEnd(),
    text.replace("@ ", "? "),
    text.replace("1-3", "1-99999999999"),
  ]) {
    assert.throws(() => decode(wrong), { code: "USAGE" });
  }
});

test("codes: unique, of the set and not of its order", () => {
  assert.deepEqual(
    [...entityCodes(["Kaira Sol", "Kai"])],
    [
      ["Kai", "KAI"],
      ["Kaira Sol", "KSO"],
    ],
  );
  assert.deepEqual([...entityCodes(["Анна", "Ёлка", "東京", "ばん"]).values()], ["ばん", "東京", "ЕЛК", "АНН"]);
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 8 }),
          fc.constantFrom("Kai", "Kaia", "Kaio", "Kai Lee", "Kai Li"),
        ),
        { maxLength: 40 },
      ),
      (names) => {
        const codes = entityCodes(names);
        assert.equal(new Set(codes.values()).size, new Set(names).size);
        for (const code of codes.values()) assert.match(code, /^[\p{L}\p{N}]{2,}$/u);
        assert.deepEqual(entityCodes([...names].reverse()), codes);
      },
    ),
  );
});

test("names: capitals inside a sentence, runs of them, not the word that opens one", () => {
  assert.deepEqual(
    namesIn(
      "Yesterday Kai met Dr. Okafor in Table Mountain Park. When Priya called, Redis was down. I said OK on Monday.",
    ),
    ["Kai", "Dr. Okafor", "Table Mountain Park", "Priya", "Redis"],
  );
  assert.deepEqual(namesIn("Nobody here. `Code Span` and\n```\nSome Code\n```\n"), []);
});

/** The labels of a wing of one closet, or of several. */
function labelsOf(...closets: readonly (readonly ClosetDrawer[])[]): WingLabels {
  const labels = new WingLabels();
  for (const drawers of closets) labels.add(drawers);
  return labels;
}

const drawer = (i: number, text: string, more: Partial<ClosetDrawer> = {}): ClosetDrawer => ({
  id: `${i}`.padStart(32, "a"),
  text,
  heading: "",
  speaker: null,
  date: null,
  hall: null,
  topicalHalls: [],
  ...more,
});

test("names: what a title or the number before a caption writes with a capital is none", () => {
  assert.deepEqual(namesIn("Table\u00a09.8.\u00a0List of tools by Debian"), ["Debian"]);
  assert.deepEqual(namesIn("9.8.8.\u00a0Erasing a disk of\u00a0Debian"), ["Debian"]);
  assert.deepEqual(namesIn("- [Count Records With Ecto](elixir/count.md)\n- told [Maria Lopez](maria.md) of it"), [
    "Maria Lopez",
  ]);
});

test("a speaker who is named by a role is nobody in a closet, as for a wing", () => {
  const drawers = ["You", "me", "Developer", "model", "assistant", "Anna"].flatMap((speaker, i) => [
    drawer(2 * i, "The boiler leaks again.", { speaker }),
    drawer(2 * i + 1, "It was repaired.", { speaker }),
  ]);
  assert.deepEqual(closetNames(drawers), ["Anna"]);
});

test("who names people and products, of one note too, and no title, button, keyword or emphasis", () => {
  const who = (...texts: readonly string[]): readonly string[] =>
    closetNames(texts.map((text, i) => drawer(i + 1, text))).toSorted();
  const note =
    "Yesterday Kai and Priya moved the invoices to Stripe. Maya asked whether Stripe keeps receipts, and Priya said " +
    "that Stripe does. Today Kai and Maya order the hook.";
  assert.deepEqual(who(note), ["Kai", "Maya", "Priya", "Stripe"]);
  assert.deepEqual(who("The talk with AWS and GitHub was long.", "We asked AWS, GitHub and Anna de Vries."), [
    "AWS",
    "Anna de Vries",
    "GitHub",
  ]);
  for (const text of [
    "then Creating and Creating a table, Fixing and Fixing it",
    "run DROP TABLE with UNIQUE, or DROP TABLE, where UNIQUE is NULL, NULL is True and True is NULL",
    "say Goodbye and Goodbye",
    "fill in Your Name Comes Here and Last Name; their last name",
    "1. **Seek Feedback**: ask others\n2. **Seek Feedback**: again",
    "we were JUST DOING IT, JUST DOING IT, before Realizing I had to, and realizing it",
  ])
    assert.deepEqual(who(text), [], text);
});

test("a closet says who, what, when, which halls, and one sentence word for word", () => {
  const drawers = [
    drawer(1, "We decided to use Clerk for the login. Kai agreed.", {
      heading: "Decision",
      hall: "facts",
      date: "2024-01-02",
    }),
    drawer(2, "The token refresh runs every hour. It calls Clerk twice.", {
      heading: "Token refresh",
      hall: "facts",
      date: "2024-03-01T10:00:00Z",
    }),
    drawer(3, "More on refreshing, says Kai.", { heading: "Token refresh (part 2)", topicalHalls: ["work", "login"] }),
  ];
  const closet = buildCloset({ wing: "driftwood", room: "auth", document: "auth.md", drawers }, labelsOf(drawers));
  assert.deepEqual(closet.who, [
    { code: "CLE", name: "Clerk" },
    { code: "KAI", name: "Kai" },
  ]);
  assert.deepEqual(closet.topics, [
    { name: "Decision", drawers: [0], who: ["CLE", "KAI"] },
    { name: "Token refresh", drawers: [1, 2], who: ["CLE", "KAI"] },
  ]);
  assert.deepEqual(closet.when, { first: "2024-01-02", last: "2024-03-01" });
  assert.deepEqual(closet.halls, [
    { hall: "facts", count: 2 },
    { hall: "unsure", count: 1 },
    { hall: "login", count: 1 },
    { hall: "work", count: 1 },
  ]);
  assert.ok(drawers[closet.key?.drawer ?? 9]?.text.includes(closet.key?.sentence ?? "nothing"));
  assert.deepEqual(decode(encode(closet)), closet);
});

test("days of a closet whose documents have none are those that their texts name", () => {
  const days = ["2026-03-03", "3 March 2026", "March 3rd, 2026", "3. März 2026", "3.3.2026", "2026年3月3日"];
  for (const day of days) {
    const drawers = [drawer(1, `On ${day} the lease ended.`), drawer(2, "It began on 5 May 2025, not 1.2.2.2025.")];
    const { when } = buildCloset({ wing: "w", room: "r", document: "d", drawers }, labelsOf(drawers));
    assert.deepEqual(when, { first: "2025-05-05", last: "2026-03-03" }, day);
  }
  const dated = [drawer(1, "Of 3 March 2026.", { date: "2024-01-02" })];
  const { when } = buildCloset({ wing: "w", room: "r", document: "d", drawers: dated }, labelsOf(dated));
  assert.deepEqual(when, { first: "2024-01-02", last: "2024-01-02" });
});

test("any drawers give a valid closet whose key sentence stands in its drawer", () => {
  const any = fc.record({
    text: fc.string({ unit: "grapheme", maxLength: 120 }),
    heading: fc.string({ maxLength: 10 }),
    speaker: fc.option(fc.constantFrom("Kai", "user")),
    hall: fc.constantFrom(null, "facts" as const),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 8 }), (list) => {
      const drawers = list.map((one, i) => drawer(i, one.text, one));
      const closet = buildCloset({ wing: "w", room: "r", document: "d", drawers }, labelsOf(drawers));
      assert.deepEqual(decode(encode(closet)), closet);
      if (closet.key !== null) assert.ok(drawers[closet.key.drawer]?.text.includes(closet.key.sentence));
    }),
  );
});

test("a closet's words tell it from its neighbours, and its sentence stands on no other door", () => {
  const shared = "This chapter ends with a summary of what was learned.";
  const closets = ["lantern", "harbour", "violin"].map((subject, n) => [
    drawer(2 * n, `${shared} The old ${subject} was repaired in the workshop. Listing 10-${n} shows it.`),
    drawer(2 * n + 1, `${shared} A ${subject} stood there all winter, said Anna Berg.`),
  ]);
  const labels = labelsOf(...closets);
  for (const [n, drawers] of closets.entries()) {
    const closet = buildCloset({ wing: "w", room: "r", document: `d${n}`, drawers }, labels);
    assert.equal(closet.words[0], ["lantern", "harbour", "violin"][n]);
    assert.notEqual(closet.key?.sentence, shared);
    assert.match(closet.key?.sentence ?? "", /lantern|harbour|violin/);
    assert.deepEqual(closet.who, [{ code: "ANN", name: "Anna Berg" }]);
  }
});

test("a closet's sentence is one: no caption, no heading, no link alone, no hint to look elsewhere", () => {
  const keyOf = (...texts: readonly string[]): string | null => {
    const drawers = texts.map((text, i) => drawer(i, text, { heading: "9.4.2. The scheduling priority" }));
    return buildCloset({ wing: "w", room: "r", document: "d", drawers }, labelsOf(drawers)).key?.sentence ?? null;
  };
  for (const none of [
    "9.4.2.\u00a0The scheduling priority of programs",
    "List of nice values for the scheduling priority",
    "[source](https://til.example.org/posts/4a7dc5fd94-run-nice-priority-values)",
    "See the manual page systemd.mount(5) for values.",
  ]) {
    assert.equal(keyOf(none), null, none);
    assert.equal(keyOf(none, "Programs run with a value from -20 to 19."), "Programs run with a value from -20 to 19.");
  }
  assert.equal(
    keyOf("A value is set by [the nice command](https://example.org/nice)."),
    "A value is set by [the nice command](https://example.org/nice).",
  );
});
