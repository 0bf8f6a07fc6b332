import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { EmbeddingProvider } from "../embedding/port.ts";
import { openStaticEmbedding } from "../embedding/static/provider.ts";
import type { Unrelated } from "../model/vector.ts";
import { LociError } from "../model/error.ts";
import type { Hit } from "../operations/answers/hits.ts";
import { isStopWord } from "../text/words.ts";
import { type SearchDependencies, DEFAULT_RECALL } from "./dependencies.ts";
import { type ChatFixture, chatDependencies } from "./palace.fixture.ts";
import { search } from "./search.ts";

const provider = openStaticEmbedding({ isStopWord });
const UNRELATED = provider.unrelated as Unrelated;
const NOW = Date.parse("2023-06-14T12:00:00Z");

const CHATS: readonly ChatFixture[] = [
  {
    session: "monday",
    date: "2023-06-05T10:00:00Z",
    messages: [
      ["Ana", "Did you ever find the lost violin?"],
      ["Ben", "Yes! It was in the attic, behind the old mirrors."],
      ["Ana", "What a relief. We rehearse on Friday then."],
    ],
  },
  {
    session: "garden",
    date: "2023-05-01T10:00:00Z",
    wing: "home",
    messages: [
      ["Ana", "The tomatoes need water every morning."],
      ["Ben", "I planted basil beside the tomatoes."],
    ],
  },
  { session: "secret", scope: "admin", messages: [["Owner", "The violin cost four thousand crowns."]] },
  {
    session: "again",
    messages: [
      ["Ben", "I planted basil beside the tomatoes."],
      ["Ben", "err_conn_reset shows up in server.log again"],
    ],
  },
];

async function dependencies(
  chats: readonly ChatFixture[] = CHATS,
  changes: Partial<SearchDependencies> = {},
): Promise<SearchDependencies> {
  return { ...(await chatDependencies(chats, provider)), now: () => NOW, ...changes };
}

test("the passage that answers comes first, and the question before it lends it context", async () => {
  const { hits, mode } = await search(await dependencies(), "where was the violin found?");
  assert.equal(mode, "hybrid");
  // By score; what the words alone make relevant may stand before it.
  const learned = ({ score, parts: { weaker = 0, likely = 0 } }: (typeof hits)[number]): number =>
    score - weaker - likely;
  const order = hits.toSorted((a, b) => learned(b) - learned(a));
  assert.ok(order.slice(0, 2).some(({ text }) => text.includes("attic")));
});

test("a session's title lends its words to the first exchange alone", async () => {
  const subjects = [
    ["Outdoor sign resin", "which resin for outdoors"],
    ["Harbour crane gearbox", "which gearbox for the harbour crane"],
  ] as const;
  for (const [title, question] of subjects) {
    const messages: ChatFixture["messages"] = [
      ["Ana", "Which one do I take?"],
      ["Ben", "A UV-stable polyurethane: epoxy yellows in a summer."],
      ["Ana", "Is this crack harmless?"],
      ["Ben", "It is 0.8 mm wide, so fill it before winter."],
    ];
    const { hits, covered } = await search(await dependencies([{ session: "s", title, messages }]), question);
    assert.match(hits[0]?.text ?? "", /polyurethane/u, question);
    const crack = hits.find(({ text }) => text.includes("0.8 mm"));
    assert.ok((crack?.relevance ?? 0) <= 0.2, `${question}: ${crack?.relevance}`);
    assert.ok(covered !== true || hits[0]?.text.includes("polyurethane"));
  }
});

test("a model elsewhere is asked once a question, one of this machine also what was said later", async () => {
  const asked = async (local: boolean): Promise<number> => {
    let calls = 0;
    const model: EmbeddingProvider = {
      identity: provider.identity,
      capabilities: { ...provider.capabilities, local, similarWords: false },
      unrelated: UNRELATED,
      embedPassages: async (texts, options) => await provider.embedPassages(texts, options),
      embedQuery: async (text, options) => {
        calls++;
        return await provider.embedQuery(text, options);
      },
      similarWords: () => [],
    };
    const said: ChatFixture = {
      session: "flat",
      date: "2023-06-05T10:00:00Z",
      messages: [["Ana", "The landlord wants 690 for the flat."]],
    };
    await search(await dependencies([said], { provider: model }), "What does the landlord want for the flat?");
    return calls;
  };
  assert.deepEqual([await asked(false), (await asked(true)) > 1], [1, true]);
});

test("the parts of every score add up to it, in every fusion", async () => {
  const deps = await dependencies();
  for (const fusion of ["learned", "rrf", "plain"] as const) {
    const { hits } = await search(deps, "who planted basil near the tomatoes on 1 May 2023?", {
      fusion,
      explain: true,
    });
    assert.ok(hits.length > 0);
    for (const { score, parts, explanation } of hits) {
      assert.ok(Math.abs(Object.values(parts).reduce((sum, part) => sum + part, 0) - score) < 1e-9);
      for (const [name, { value, weight }] of Object.entries(explanation?.features ?? {}))
        assert.ok(Math.abs(value * weight - (parts[name] ?? 0)) < 1e-9, name);
    }
  }
});

test("duplicates of one session collapse to one hit with a count; of two sessions only equal texts do", async () => {
  const again: ChatFixture = {
    session: "thrice",
    messages: [
      ["Ben", "Basil for the soup."],
      ["Ben", "basil for the soup."],
    ],
  };
  const { hits } = await search(await dependencies([...CHATS, again]), "basil tomatoes");
  const count = (text: string) =>
    hits.filter((hit) => hit.text.toLowerCase() === text).map(({ duplicates }) => duplicates);
  assert.deepEqual(count("basil for the soup."), [1]);
  assert.deepEqual(count("i planted basil beside the tomatoes."), [1]);
});

test("many passages of one document, or many copies of one text, leave room for others", async () => {
  const long: ChatFixture = {
    session: "long",
    messages: Array.from({ length: 400 }, (_, i): [string, string] => [
      "Ann",
      `The falcon, the falcon, sighting ${i} of a falcon.`,
    ]),
  };
  const others = Array.from({ length: 12 }, (_, i): ChatFixture => ({
    session: `other-${i}`,
    messages: [["Ben", `On walk ${i} through the wide and windy hills beside the river we also saw one falcon.`]],
  }));
  const sessions = (hits: readonly Hit[]): number => new Set(hits.map(({ message }) => message?.session)).size;
  const grouped = await search(await dependencies([long, ...others]), "falcon falcon", { groupBy: "document" });
  assert.deepEqual([grouped.hits.length, sessions(grouped.hits)], [10, 10]);
  const copies: ChatFixture = {
    session: "copies",
    messages: Array.from({ length: 400 }, (): [string, string] => [
      "Ann",
      "The falcon, the falcon, one sighting of a falcon.",
    ]),
  };
  const collapsed = await search(await dependencies([copies, ...others]), "falcon falcon");
  assert.deepEqual([collapsed.hits.length, collapsed.hits[0]?.duplicates], [10, 399]);
});

test("one document that fills the candidates by meaning leaves room for others, though few hold the words", async () => {
  const instruments: ChatFixture = {
    session: "instruments",
    messages: ["violin", "cello", "viola", "violins", "clarinet", "flute", "oboe", "bassoon"].map(
      (name): [string, string] => ["Ann", `The ${name} and the orchestra.`],
    ),
  };
  const others = ["a piano", "a trumpet", "a guitar"].map((name): ChatFixture => ({
    session: name,
    messages: [["Ben", `I heard ${name} in the hall yesterday evening.`]],
  }));
  const base = await dependencies([instruments, ...others]);
  const deps = { ...base, settings: { ...base.settings, expansion: false, pool: 10 } };
  const { hits } = await search(deps, "violin", { groupBy: "document", limit: 3 });
  assert.equal(hits.length, 3);
});

test("filters, phrases and exclusions decide before ranking", async () => {
  const deps = await dependencies();
  const texts = async (query: string, options = {}) =>
    (await search(deps, query, options)).hits.map(({ text }) => text);
  assert.ok((await texts("tomatoes", { wing: "home" })).every((text) => text.includes("tomatoes")));
  assert.deepEqual(await texts('"behind the old mirrors"'), ["Yes! It was in the attic, behind the old mirrors."]);
  assert.ok((await texts("tomatoes -basil")).every((text) => !text.includes("basil")));
  assert.ok((await texts("violin", { until: "2023-05-31" })).every((text) => !text.includes("violin")));
  assert.deepEqual(await texts("violin", { wing: "nowhere" }), []);
  assert.ok((await texts("tomatoes wing:home")).length > 0);
});

test("the times of a filter are shown as all times are", async () => {
  const deps = await dependencies();
  const options = { since: "2024-03-01T00:00:00Z", until: "2024-03-01T11:59:59.999Z" };
  for (const query of ["violin", "the"]) {
    const { since, before } = (await search(deps, query, options)).filters;
    assert.deepEqual([since, before], ["2024-03-01T00:00:00.000Z", "2024-03-01T12:00:00.000Z"], query);
  }
});

test("in a long question quotes and dashes are prose, and the answer says so", async () => {
  const { hits, notes } = await search(
    await dependencies(),
    `I told you that the "lost and never found again" violin matters to me -really- and so I ask you once more where on earth we could ever find it in the attic`,
  );
  assert.ok(hits.some(({ text }) => text.includes("attic")));
  assert.deepEqual(
    notes.map(({ code }) => code),
    ["QUERY_READ_AS_PROSE"],
  );
});

test("a field behind a minus sign leaves out passages with its words, which is said", async () => {
  const deps = await dependencies();
  const { hits, notes } = await search(deps, "basil tomatoes -wing:home");
  assert.ok(hits.some(({ wing }) => wing === "home"));
  assert.deepEqual(
    notes.map(({ code, message }) => [code, message]),
    [["FIELD_READ_AS_WORDS", "no field leaves out, so passages with these words were left out: wing:home"]],
  );
  const times = await search(deps, "basil before:sometime -room:x");
  assert.deepEqual(
    times.notes.map(({ code }) => code),
    ["FIELD_READ_AS_WORDS", "FIELD_READ_AS_WORDS"],
  );
});

test("a field that other programs filter by is read as words, which is said; an address and a line of code are none", async () => {
  const deps = await dependencies();
  const { notes } = await search(deps, "basil tag:garden path:notes/home");
  assert.deepEqual(
    notes.map(({ code, message }) => [code, message.slice(message.lastIndexOf(": ") + 2)]),
    [["FIELD_READ_AS_WORDS", "tag:garden, path:notes/home"]],
  );
  const { notes: ofName } = await search(deps, "path:oncall.md");
  assert.deepEqual(
    ofName.map(({ code }) => code),
    ["FIELD_READ_AS_WORDS"],
  );
  for (const words of ["basil file://home/x", "basil std::path::Path", "the file: basil", "title::basil"])
    assert.deepEqual((await search(deps, words)).notes, [], words);
});

test("a field with a space behind its colon filters nothing, which is said with the way to write it", async () => {
  const deps = await dependencies();
  const { hits, notes } = await search(deps, "basil tomatoes wing: home");
  assert.ok(new Set(hits.map(({ wing }) => wing)).size > 1);
  assert.deepEqual(
    notes.map(({ code, hint }) => [code, hint]),
    [["FIELD_READ_AS_WORDS", "to filter, write it together: wing:home"]],
  );
  assert.deepEqual((await search(deps, "the day before: basil; room:")).notes, []);
  assert.deepEqual((await search(deps, "basil wing:home")).notes, []);
});

test("times inside a question are read as those of the options, and what is none is words, which is said", async () => {
  const deps = await dependencies();
  for (const [field, option] of [
    ["before:2024-03", "2024-02-29"],
    ["before:2024", "2023"],
    ['before:"1 march 2024"', "2024-02-29"],
  ] as const) {
    assert.equal(
      (await search(deps, `violin ${field}`)).filters["before"],
      (await search(deps, "violin", { until: option })).filters["before"],
      field,
    );
  }
  assert.equal(
    (await search(deps, "violin after:2024-03")).filters["since"],
    (await search(deps, "violin", { since: "2024-03" })).filters["since"],
  );
  for (const value of ["2024-02-30", "1", "long", "05/06/2024"]) {
    const { filters, notes, explanation } = await search(deps, `violin after:${value}`, { explain: true });
    assert.deepEqual([filters["since"], notes.map(({ code }) => code)], [undefined, ["FIELD_READ_AS_WORDS"]], value);
    assert.match(notes[0]?.message ?? "", new RegExp(`after:${value}`));
    assert.ok((explanation?.terms.length ?? 0) > 1, value);
  }
});

test("identifiers are found whole and in parts", async () => {
  const deps = await dependencies();
  for (const query of ["err_conn_reset", "server.log", "conn reset"]) {
    assert.ok((await search(deps, query)).hits[0]?.text.includes("err_conn_reset"), query);
  }
});

test("a question of stop words falls back to the newest, and says so", async () => {
  const { hits, notes, covered } = await search(await dependencies(), "what is it?");
  assert.equal(hits[0]?.message?.session, "monday");
  assert.equal(covered, false);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ["QUERY_STOP_WORDS_ONLY"],
  );
});

test("a question of stop words and exclusions shows the newest that hold none of them", async () => {
  const deps = await dependencies();
  for (const query of ["-violin", "the -violin", 'what is it? -"lost violin"']) {
    const { hits, notes } = await search(deps, query, { caller: "user:42", limit: 2 });
    assert.equal(hits.length, 2, query);
    assert.ok(
      hits.every(({ text }) => !text.includes("lost violin")),
      query,
    );
    assert.deepEqual(
      notes.map(({ code }) => code),
      ["QUERY_STOP_WORDS_ONLY"],
    );
  }
});

test("without a model search runs on words and says so", async () => {
  const { mode, notes, hits } = await search(await dependencies(CHATS, { provider: null }), "violin attic");
  assert.equal(mode, "lexical");
  assert.deepEqual(
    notes.map(({ code }) => code),
    ["MODEL_UNAVAILABLE"],
  );
  assert.ok(hits[0]?.text.includes("violin") || hits[0]?.text.includes("attic"));
});

test("accesses lift a drawer by weight · B", async () => {
  const settings = { ...DEFAULT_RECALL, activationWeight: 0.5 };
  const plain = await search(await dependencies(CHATS, { settings }), "tomatoes");
  const last = plain.hits.at(-1);
  assert.ok(last !== undefined);
  const accesses = async () => new Map([[last.id, [{ time: NOW - 4000, weight: 1 }]]]);
  const lifted = await search(await dependencies(CHATS, { settings, accesses }), "tomatoes");
  const same = lifted.hits.find(({ id }) => id === last.id);
  assert.ok(Math.abs((same?.parts["activation"] ?? 0) - 0.5 * Math.log(1.5)) < 1e-12);
});

test("a time or a source that can't be read is an error that names the value", async () => {
  const deps = await dependencies();
  const code = (expected: string) => (error: unknown) =>
    error instanceof LociError && error.code === expected && error.hint !== "";
  await assert.rejects(search(deps, "tea", { since: "someday" }), code("QUERY_INVALID"));
  await assert.rejects(search(deps, "tea", { source: "nope" }), code("SOURCE_NOT_FOUND"));
});

test("a question of 100 kB and one of punctuation only are answered", async () => {
  const deps = await dependencies();
  const long = await search(deps, "violin ".repeat(15_000));
  assert.ok(long.notes.some(({ code }) => code === "QUERY_SHORTENED"));
  const [note] = (await search(deps, "?!… --- ((")).notes.filter(({ code }) => code === "QUERY_STOP_WORDS_ONLY");
  assert.equal(note?.message, "the question holds no words, so the most recent passages are shown");
  assert.match(note?.hint ?? "", /^signs alone are not searched/);
  // Where nothing is shown, nothing is said to be.
  const none = await search(deps, "?!… --- ((", { wing: "nobody" });
  assert.deepEqual(none.hits, []);
  assert.equal(none.notes[0]?.message, "the question holds no words");
});

test("what a caller may not see changes nothing of the answer (non-interference)", async () => {
  const word = fc.constantFrom("violin", "attic", "tomatoes", "basil", "crowns", "mirrors", "rehearse", "morning");
  const message = fc
    .array(word, { minLength: 1, maxLength: 6 })
    .map((words): readonly [string, string] => ["Eve", words.join(" ")]);
  const hidden = fc.array(fc.array(message, { minLength: 1, maxLength: 4 }), { maxLength: 3 });
  const ask = async (
    extra: readonly (readonly (readonly [string, string])[])[],
    query: string,
    scope: "admin" | "user:7",
  ) => {
    const chats = extra.map((messages, i): ChatFixture => ({ session: `hidden-${i}`, scope, messages }));
    const answer = await search(await dependencies([...CHATS.slice(0, 2), ...chats]), query, {
      caller: "user:42",
      explain: true,
    });
    return JSON.stringify(answer);
  };
  await fc.assert(
    fc.asyncProperty(
      hidden,
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("admin" as const, "user:7" as const),
      async (extra, words, scope) => {
        assert.equal(await ask(extra, words.join(" "), scope), await ask([], words.join(" "), scope));
      },
    ),
    { numRuns: 40 },
  );
});

test("words joined, apart, misspelt or written by another's habit find the passage", async () => {
  const texts = [
    "The Wi-Fi key is on the yellow sticker upstairs.",
    "Deploy runbook: announce it first.",
    "The flaky health check woke us four times.",
    "We wrote 2,000 rows a second.",
    "Column deleted_at is null before that.",
    "Landlord: Tobias Lindqvist, prefers letters.",
    "Помидоры и огурцы поливать каждый вечер.",
    "Ein Monat Kündigungsfrist im Vertrag.",
  ];
  const deps = await dependencies([
    ...CHATS,
    ...texts.map((text, i): ChatFixture => ({ session: `note${i}`, messages: [["Ana", text]] })),
  ]);
  for (const provided of [deps, { ...deps, provider: null }]) {
    for (const [question, at] of [
      ["wifi", 0],
      ["run book", 1],
      ["healthcheck", 2],
      ["2000", 3],
      ["deletedAt", 4],
      ["lindquist", 5],
      ["помидор", 6],
      ["kuendigungsfrist", 7],
    ] as const) {
      const { hits } = await search(provided, question);
      assert.equal(hits[0]?.text, texts[at], question);
    }
  }
});

test("what may be a flag of a command is searched, or said to be left out", async () => {
  const deps = await dependencies([
    { session: "shell", messages: [["Ana", "Use tar -xzf to unpack, and git log -p for diffs."]] },
  ]);
  const diffs = await search(deps, "git log -p");
  assert.deepEqual([diffs.hits.length, diffs.notes], [1, []]);
  const unpacked = await search(deps, "tar -xzf");
  assert.deepEqual([unpacked.hits.length, unpacked.notes.map(({ code }) => code)], [0, ["WORDS_EXCLUDED"]]);
  assert.equal((await search(deps, 'tar "-xzf"')).hits.length, 1);
});

test("a misspelt word finds nothing through what the caller can't see", async () => {
  const deps = await dependencies([
    { session: "secret", scope: "admin", messages: [["Owner", "The accordion is in the loft."]] },
    { session: "seen", messages: [["Ana", "Nothing is here."]] },
  ]);
  const { explanation } = await search(deps, "acordion", { caller: "public", explain: true });
  assert.deepEqual(
    explanation?.terms.map(({ term }) => term),
    ["acordion"],
  );
});

test("the one near spelling of a misspelt word stands for it: what answers is covered; where several are near, none does", async () => {
  const notes: ChatFixture[] = ["The accordion is in the loft.", "Maren repairs bellows.", "Marek repairs reeds."].map(
    (text, i) => ({ session: `note${i}`, messages: [["Ana", text]] }),
  );
  const deps = await dependencies([...CHATS, ...notes]);
  for (const provided of [deps, { ...deps, provider: null }]) {
    const { covered, explanation } = await search(provided, "where is the acordion", { explain: true });
    assert.equal(covered, true);
    assert.deepEqual(
      explanation?.terms.filter(({ term }) => term.endsWith("ordion")).map(({ term, original }) => [term, original]),
      [["accordion", true]],
    );
    const { explanation: doubtful } = await search(provided, "who is marer", { explain: true });
    assert.deepEqual(
      doubtful?.terms.filter(({ original }) => original).map(({ term }) => term),
      ["marer"],
    );
  }
});

test("halves that are words by chance don't keep the one near spelling from standing for a misspelt word", async () => {
  const notes: ChatFixture[] = ["The accordion is in the loft.", "Dion drew an acor."].map((text, i) => ({
    session: `note${i}`,
    messages: [["Ana", text]],
  }));
  const { covered, hits, explanation } = await search(
    await dependencies([...CHATS, ...notes]),
    "is the acordion in the loft",
    { explain: true },
  );
  assert.deepEqual([covered, hits[0]?.text], [true, "The accordion is in the loft."]);
  assert.deepEqual(
    explanation?.terms
      .map(({ term }) => term)
      .filter((term) => ["acordion", "accordion", "acor", "dion"].includes(term)),
    ["accordion"],
  );
});

test("the only other spelling of what nobody writes so stands for it: what answers is covered", async () => {
  const notes: ChatFixture[] = [
    "The field last_seen_at is set by the poller.",
    "We keep a checklist for the boat.",
  ].map((text, i) => ({ session: `note${i}`, messages: [["Ana", text]] }));
  const deps = await dependencies([...CHATS, ...notes]);
  for (const [question, term, instead] of [
    ["what sets lastSeenAt", "last_seen_at", "lastseenat"],
    ["the boat's check list", "checklist", "check"],
  ] as const) {
    const { covered, explanation } = await search(deps, question, { explain: true });
    const originals = new Map(explanation?.terms.map((one) => [one.term, one.original]));
    assert.deepEqual([covered, originals.get(term), originals.get(instead)], [true, true, false], question);
  }
  const both = await dependencies([
    ...CHATS,
    ...notes,
    { session: "java", messages: [["Ben", "In Java it is lastSeenAt, too. Check the list twice."]] },
  ]);
  for (const [question, own] of [
    ["what sets lastSeenAt", "lastseenat"],
    ["the boat's check list", "check"],
  ] as const) {
    const { explanation } = await search(both, question, { explain: true });
    assert.equal(explanation?.terms.find(({ term }) => term === own)?.original, true, question);
  }
});

test("a question in a script that the model doesn't know is judged by its words", async () => {
  const deps = await dependencies([...CHATS, { session: "cat", messages: [["Ama", "ᏪᏌ ᎠᎩᎾᎸ ᏓᎹ."]] }]);
  const { covered, probability } = await search(deps, "ᏪᏌ ᎠᎩᎾᎸ");
  assert.equal(covered, true);
  assert.equal(probability, (await search({ ...deps, provider: null }, "ᏪᏌ ᎠᎩᎾᎸ")).probability);
});

test("a question in Japanese with its words in the passage is covered", async () => {
  const deps = await dependencies([...CHATS, { session: "cat", messages: [["Yui", "猫の名前はタマです。"]] }]);
  assert.equal((await search(deps, "猫の名前")).covered, true);
});

test("in a large index the few near spellings of a misspelt name are looked up, and not the many", async () => {
  const deps = await dependencies([{ session: "loft", messages: [["Ana", "The Lindqvists are in the loft."]] }]);
  const large = { ...deps, index: { ...deps.index, drawers: async () => 50_001 } };
  const widened = async (of: typeof deps, question: string): Promise<boolean> =>
    (await search(of, question, { explain: true })).explanation?.terms.some(({ term }) => term === "lindqvist") ===
    true;
  assert.deepEqual(
    await Promise.all([widened(deps, "Lindquist"), widened(large, "Lindquist"), widened(large, "Lindqvisty")]),
    [true, false, true],
  );
});

test("the explanation says what relevance matters, and by what a hit that was left out lost it", async () => {
  const deps = await dependencies();
  const query = "where was the violin found?";
  const all = await search(deps, query, { explain: true });
  const weaker = all.hits.slice(all.weaker);
  assert.ok(weaker.length > 0 && weaker.every(({ relevance }) => relevance < (all.explanation?.least ?? 0)));
  const least = all.hits[0]?.relevance ?? 1;
  const cut = await search(deps, query, { explain: true, minRelevance: least });
  const left = all.hits.filter(({ relevance }) => relevance < least).map(({ id }) => id);
  assert.deepEqual(cut.explanation?.leftOut.map(({ id }) => id).toSorted(), left.toSorted());
  assert.ok(cut.explanation?.leftOut.every(({ lost }) => lost !== ""));
});
