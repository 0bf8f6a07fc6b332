import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { canSee, type VisibleScopes } from "../../../src/model/caller.ts";
import type { LociError } from "../../../src/model/error.ts";
import { Signal } from "../../../src/model/message-role.ts";
import type { CandidateQuery } from "../../../src/storage/ports/candidates.ts";
import type { SearchIndex } from "../../../src/storage/ports/search-index.ts";
import { countPlaces } from "./count-places.ts";
import { anyHistory, anyQuery, anyVisible, everyAnswer, historyRuns, outcome, replay } from "./histories.ts";
import { idOf, sampleDocument, sampleQuery, vectorOf, words, type DocumentSample } from "./sample.ts";
import { rounds } from "../../rounds.fixture.ts";

/**
 * What every engine of the `SearchIndex` port promises.
 *
 * @param open a new, empty index each time; the suite closes it
 * @param histories random histories that a property is tried with
 */
export function searchIndexSuite(name: string, open: () => Promise<SearchIndex>, histories = rounds(30, 6)): void {
  const using = async (work: (index: SearchIndex) => Promise<void>): Promise<void> => {
    const index = await open();
    try {
      await work(index);
    } finally {
      await index.close();
    }
  };
  const put = (index: SearchIndex, ...samples: readonly DocumentSample[]) =>
    index.apply({ put: samples.map(sampleDocument), remove: [] });
  const found = async (index: SearchIndex, query: Partial<CandidateQuery>): Promise<readonly string[]> => {
    const { candidates } = await index.candidates(sampleQuery(query));
    const drawers = await index.get(
      candidates.map(({ id }) => id),
      query.visible ?? "all",
    );
    return drawers.map(({ drawer }) => drawer.text).sort();
  };
  // An engine of another repository throws the package's `LociError`, which is another class than that of these sources.
  const refuses = (code: string) => (error: unknown) => {
    const { name, code: said, hint } = error as LociError;
    return name === "LociError" && said === code && hint !== "";
  };

  describe(`${name}: writing`, () => {
    test("counts what was added, kept and removed", () =>
      using(async (index) => {
        assert.deepEqual(await put(index, { path: "a.md", drawers: ["one", "two"] }), {
          added: 2,
          kept: 0,
          removed: 0,
          sequence: 1,
        });
        assert.deepEqual(await put(index, { path: "a.md", drawers: ["one", "three", "four"] }), {
          added: 2,
          kept: 1,
          removed: 1,
          sequence: 2,
        });
        assert.deepEqual(
          await index.apply({
            put: [],
            remove: [
              { source: "notes", path: "a.md" },
              { source: "notes", path: "never.md" },
            ],
          }),
          {
            added: 0,
            kept: 0,
            removed: 3,
            sequence: 3,
          },
        );
        assert.equal((await index.counts("all")).drawers, 0);
      }));

    test("a reader answers as the index does, whatever was written between its calls", () =>
      using(async (index) => {
        const [reader, other] = [index.reader(), index.reader()];
        const texts = ["one fig", "two figs", "three figs"];
        for (const [i, text] of texts.entries()) {
          await put(index, { path: `${i}.md`, drawers: [text] });
          for (const one of [reader, other, reader]) {
            assert.equal(await one.sequence(), i + 1);
            assert.deepEqual(await one.contains(["fig", "three"], "all"), [true, i === 2]);
            const { candidates } = await one.candidates(sampleQuery({ terms: words("fig") }));
            assert.deepEqual(
              (
                await one.get(
                  candidates.map(({ id }) => id),
                  "all",
                )
              )
                .map(({ drawer }) => drawer.text)
                .sort(),
              texts.slice(0, i + 1).sort(),
            );
            assert.equal((await one.recent("all", {}, 10)).length, i + 1);
          }
        }
        await index.close();
        await assert.rejects(reader.sequence(), refuses("STORAGE_FAILED"));
      }));

    test("a document in both lists is replaced", () =>
      using(async (index) => {
        await put(index, { path: "a.md", drawers: ["old"] });
        await index.apply({
          put: [sampleDocument({ path: "a.md", drawers: ["new"] })],
          remove: [{ source: "notes", path: "a.md" }],
        });
        assert.deepEqual(
          (await index.documentDrawers({ source: "notes", path: "a.md" }, "all")).map(({ drawer }) => drawer.text),
          ["new"],
        );
      }));

    test("an id in two documents is refused, and nothing of that change stays", () =>
      using(async (index) => {
        await put(index, { path: "a.md", drawers: [{ text: "apple", id: idOf("x") }] });
        const change = {
          put: [
            sampleDocument({ path: "b.md", drawers: ["fig"] }),
            sampleDocument({ path: "c.md", drawers: [{ text: "iris", id: idOf("x") }] }),
          ],
          remove: [],
        };
        await assert.rejects(index.apply(change), refuses("STORAGE_FAILED"));
        assert.equal(await index.sequence(), 1);
        assert.deepEqual(
          (await index.documents()).map(({ path }) => path),
          ["a.md"],
        );
        assert.deepEqual(await found(index, { terms: words("fig", "iri", "appl") }), ["apple"]);
        const moved = { put: change.put, remove: [{ source: "notes", path: "a.md" }] };
        assert.deepEqual(await index.apply(moved), { added: 1, kept: 1, removed: 0, sequence: 2 });
      }));

    test("a change that grows is applied as one; of a document named twice the last counts; one that is dropped changes nothing", () =>
      using(async (index) => {
        await put(index, { path: "a.md", drawers: ["apple"] }, { path: "old.md", drawers: ["fig"] });
        index.begin().put(sampleDocument({ path: "dropped.md", drawers: ["iris"] }));
        const change = index.begin();
        change.put(sampleDocument({ path: "b.md", drawers: ["plum", "pear"] }));
        change.put(sampleDocument({ path: "empty.md", drawers: [] }));
        change.put(sampleDocument({ path: "a.md", drawers: ["quince"] }));
        change.put(sampleDocument({ path: "b.md", drawers: ["cherry"] }));
        assert.equal(await index.sequence(), 1);
        assert.deepEqual(await found(index, { terms: words("appl", "plum", "cherri") }), ["apple"]);
        assert.deepEqual(await change.apply({ remove: [{ source: "notes", path: "old.md" }] }), {
          added: 2,
          kept: 0,
          removed: 2,
          sequence: 2,
        });
        assert.deepEqual(
          (await index.documents()).map(({ path }) => path),
          ["a.md", "b.md", "empty.md"],
        );
        assert.deepEqual(
          await found(index, { terms: words("appl", "fig", "iri", "plum", "pear", "quinc", "cherri") }),
          ["cherry", "quince"],
        );
      }));

    test("a cancelled write changes nothing", () =>
      using(async (index) => {
        const signal = AbortSignal.abort();
        await assert.rejects(
          index.apply({ put: [sampleDocument({ path: "a.md", drawers: ["x"] })], remove: [], signal }),
        );
        assert.equal(await index.sequence(), 0);
        assert.deepEqual(await index.documents(), []);
      }));

    test("writes that overlap all take place", () =>
      using(async (index) => {
        await Promise.all(
          Array.from({ length: 20 }, (_, i) => put(index, { path: `${i}.md`, drawers: [`apple ${i}`] })),
        );
        assert.equal((await index.counts("all")).documents, 20);
        assert.equal(await index.sequence(), 20);
        assert.equal((await found(index, { terms: words("appl") })).length, 20);
      }));

    test("documents without drawers are remembered, and counted for who may see them", () =>
      using(async (index) => {
        await put(index, { path: "empty.md", drawers: [] }, { path: "secret.md", scope: "admin", drawers: [] });
        assert.deepEqual(
          (await index.documents()).map(({ path }) => path),
          ["empty.md", "secret.md"],
        );
        assert.equal((await index.counts(["kb"])).documents, 1);
        assert.deepEqual(await index.documentDrawers({ source: "notes", path: "empty.md" }, "all"), []);
      }));

    test("the model's identity is kept, and another one refused", () =>
      using(async (index) => {
        assert.equal(await index.modelIdentity(), null);
        await index.setModelIdentity("static:a:8:unit:1");
        await index.setModelIdentity("static:a:8:unit:1");
        await assert.rejects(index.setModelIdentity("static:b:8:unit:1"), refuses("MODEL_MISMATCH"));
        assert.equal(await index.modelIdentity(), "static:a:8:unit:1");
      }));

    test("after close every call fails", async () => {
      const index = await open();
      await index.close();
      await index.close();
      await assert.rejects(index.sequence(), refuses("STORAGE_FAILED"));
      await assert.rejects(index.candidates(sampleQuery({})), refuses("STORAGE_FAILED"));
      await assert.rejects(index.apply({ put: [], remove: [] }), refuses("STORAGE_FAILED"));
    });
  });

  describe(`${name}: reading`, () => {
    test("drawers come back exactly as they went in", () =>
      using(async (index) => {
        const text = "---\n```js\nlet a = `\u0000`;\r\n```\n| a | b |\n\ud83d\ude00 lone \ud800 \u2028 end ";
        const write = sampleDocument({
          path: 'odd "name" \\ \u0001.md',
          drawers: [
            {
              text,
              caption: "a\u0000picture",
              heading: 'H "1"',
              breadcrumb: ["A", 'H "1"'],
              names: ['odd "name"'],
              topicalHalls: ["technical"],
              hall: "advice",
              date: "2024-02-30T99:00",
            },
            {
              text: "",
              message: {
                chat: "c",
                session: "s",
                ids: ["1", "2"],
                role: "user",
                author: null,
                time: "2024-01-01T00:00:00Z",
              },
            },
          ],
        });
        await index.apply({ put: [write], remove: [] });
        const stored = await index.documentDrawers(write.document, "all");
        assert.deepEqual(
          stored.map(({ drawer, document }) => ({ drawer, document })),
          write.drawers.map(({ drawer }) => ({ drawer, document: write.document })),
        );
        assert.deepEqual(await index.documents(), [write.document]);
      }));

    test("a stored drawer knows its place and its neighbours", () =>
      using(async (index) => {
        const write = sampleDocument({ path: "a.md", drawers: ["one", "two", "three"] });
        await index.apply({ put: [write], remove: [] });
        const ids = write.drawers.map(({ drawer }) => drawer.id);
        const [two] = await index.get([ids[1] as string], "all");
        assert.deepEqual([two?.position, two?.documentSize, two?.before, two?.after], [1, 3, ids[0], ids[2]]);
        const ends = await index.get([ids[2] as string, ids[0] as string], "all");
        assert.deepEqual(
          ends.map(({ before, after }) => [before, after]),
          [
            [ids[1], null],
            [null, ids[1]],
          ],
        );
      }));

    test("get keeps the order asked, and leaves out what is unknown or invisible", () =>
      using(async (index) => {
        const seen = sampleDocument({ path: "a.md", drawers: ["one", "two"] });
        const hidden = sampleDocument({ path: "b.md", scope: "admin", drawers: ["three"] });
        await index.apply({ put: [seen, hidden], remove: [] });
        const [one, two, three] = [...seen.drawers, ...hidden.drawers].map(({ drawer }) => drawer.id) as [
          string,
          string,
          string,
        ];
        const got = await index.get([two, three, idOf("nothing"), "not an id", one], ["kb"]);
        assert.deepEqual(
          got.map(({ drawer }) => drawer.id),
          [two, one],
        );
      }));

    test("ranges of a document are clipped", () =>
      using(async (index) => {
        const ref = { source: "notes", path: "a.md" };
        await put(index, { path: "a.md", drawers: ["0", "1", "2", "3"] });
        const texts = async (from?: number, to?: number) =>
          (
            await index.documentDrawers(ref, "all", {
              ...(from !== undefined && { from }),
              ...(to !== undefined && { to }),
            })
          )
            .map(({ drawer }) => drawer.text)
            .join("");
        assert.deepEqual(
          [
            await texts(),
            await texts(2),
            await texts(1, 2),
            await texts(-5, 0),
            await texts(3, 99),
            await texts(4),
            await texts(2, 1),
          ],
          ["0123", "23", "12", "0", "3", "", ""],
        );
        assert.deepEqual(await index.documentDrawers(ref, ["admin"]), []);
      }));

    test("resolve completes ids, ascending, up to a limit, of visible drawers only", () =>
      using(async (index) => {
        const id = (digits: string): string => digits.padEnd(32, "0");
        await put(
          index,
          {
            path: "a.md",
            drawers: [
              { text: "1", id: id("abc1") },
              { text: "2", id: id("abc0") },
              { text: "3", id: id("abd") },
            ],
          },
          { path: "b.md", scope: "admin", drawers: [{ text: "4", id: id("abc2") }] },
        );
        assert.deepEqual(await index.resolve("abc", "all", 9), [id("abc0"), id("abc1"), id("abc2")]);
        assert.deepEqual(await index.resolve("abc", ["kb"], 9), [id("abc0"), id("abc1")]);
        assert.deepEqual(await index.resolve("ab", ["kb"], 2), [id("abc0"), id("abc1")]);
        assert.deepEqual(await index.resolve(id("abd"), "all", 1), [id("abd")]);
        assert.deepEqual(await index.resolve("xyz", "all", 9), []);
        assert.deepEqual(await index.resolve("ABC", "all", 9), []);
      }));

    test("recent: by content date, then id; undated last", () =>
      using(async (index) => {
        const id = (digit: string): string => digit.repeat(32);
        await put(index, {
          path: "a.md",
          drawers: [
            { text: "none", id: id("1") },
            { text: "old", id: id("2"), date: "2020-01-01" },
            { text: "same b", id: id("b"), date: "2024-01-01" },
            { text: "same a", id: id("a"), date: "2024-01-01T12:00:00.000Z" },
          ],
        });
        assert.deepEqual(await index.recent("all", {}, 9), [id("a"), id("b"), id("2"), id("1")]);
        assert.deepEqual(await index.recent("all", {}, 2), [id("a"), id("b")]);
        const newest = [id("a"), id("b"), id("2"), id("1")];
        for (let from = 0; from < 6; from++)
          for (let to = from; to < 6; to++)
            assert.deepEqual(await index.recent("all", { from }, to), newest.slice(from, to), `${from} to ${to}`);
        assert.deepEqual(await index.recent("all", { before: Date.parse("2024-01-01") }, 9), [id("2")]);
        assert.deepEqual(await index.recent("all", {}, 0), []);
      }));

    test("linking: what links to another document, of what the caller sees", () =>
      using(async (index) => {
        const linking = (text: string, id: string) => ({ text, id: id.repeat(32), signals: Signal.linking | 1 });
        await put(
          index,
          { path: "a.md", drawers: [linking("one", "c"), { text: "two", signals: 1 }, linking("three", "a")] },
          { path: "b.md", scope: "admin", drawers: [linking("four", "b")] },
          { path: "c.md", drawers: [linking("five", "d")] },
        );
        await index.apply({ put: [], remove: [{ source: "notes", path: "c.md" }] });
        assert.deepEqual(
          (await index.linking("all")).map(([digit]) => digit),
          ["a", "b", "c"],
        );
        assert.deepEqual(
          (await index.linking(["kb"])).map(([digit]) => digit),
          ["a", "c"],
        );
        assert.deepEqual(await index.linking([]), []);
      }));

    test("documentWrites: another number for what is written again, though nothing of it changed, and the same for the rest", () =>
      using(async (index) => {
        const one = { path: "a.md", drawers: [{ text: "one" }] };
        await put(index, one, { path: "b.md", scope: "admin", drawers: [] });
        const before = await index.documentWrites();

        assert.deepEqual([...before.keys()].sort(), ["notes\na.md", "notes\nb.md"]);
        await put(index, one);
        const after = await index.documentWrites();
        assert.notEqual(after?.get("notes\na.md"), before.get("notes\na.md"));
        assert.equal(after?.get("notes\nb.md"), before.get("notes\nb.md"));
        await index.apply({ put: [], remove: [{ source: "notes", path: "a.md" }] });
        assert.deepEqual([...((await index.documentWrites()) ?? [])], [["notes\nb.md", before.get("notes\nb.md")]]);
      }));

    test("recent: without what holds an excluded phrase, which takes up no place among the newest", () =>
      using(async (index) => {
        const id = (digit: string): string => digit.repeat(32);
        await put(
          index,
          {
            path: "a.md",
            drawers: [
              { text: "bob called", id: id("1"), date: "2024-03-01" },
              { text: "ana called", id: id("2"), date: "2024-02-01" },
            ],
          },
          { path: "b.md", drawers: [{ text: "called bob", id: id("3"), date: "2024-01-01" }] },
        );
        assert.deepEqual(await index.recent("all", { excluded: [["bob"]] }, 1), [id("2")]);
        assert.deepEqual(await index.recent("all", { excluded: [["bob", "call"]] }, 9), [id("2"), id("3")]);
        assert.deepEqual(
          await index.recent(
            "all",
            {
              excluded: [
                ["bob", "call"],
                ["call", "bob"],
              ],
            },
            9,
          ),
          [id("2")],
        );
        assert.deepEqual(await index.recent("all", { excluded: [["call"]] }, 9), []);
        assert.deepEqual(await index.recent("all", { excluded: [] }, 9), [id("1"), id("2"), id("3")]);
      }));

    test("counts and facets", () =>
      using(async (index) => {
        await put(
          index,
          {
            path: "a.md",
            drawers: [
              { text: "é two", wing: "alice", room: "auth", hall: "facts", topicalHalls: ["travel"] },
              { text: "x", wing: "alice", room: "auth", vector: null },
            ],
          },
          {
            path: "b.md",
            source: "chats",
            type: "chat",
            drawers: [{ text: "three", wing: "bob", room: "auth", hall: "facts" }],
          },
        );
        assert.deepEqual(await index.counts("all"), { documents: 2, drawers: 3, vectors: 2, tokens: 4, textBytes: 12 });
        assert.deepEqual(await index.facets("all", {}), {
          wings: { alice: 2, bob: 1 },
          sources: { chats: 1, notes: 2 },
          hallsByWing: { alice: { facts: 1, travel: 1 }, bob: { facts: 1 } },
        });
        assert.deepEqual((await index.facets("all", { wings: ["bob"] })).wings, { bob: 1 });
      }));

    test("places: counts with first and last content date, by wing, room and hall; a room in one wing only", () =>
      using(async (index) => {
        await put(
          index,
          {
            path: "a.md",
            drawers: [
              { text: "one", wing: "alice", room: "auth", hall: "facts", date: "2024-02-01" },
              { text: "two", wing: "alice", room: "auth", hall: "facts", date: "2023-12-31T23:30:00-01:00" },
            ],
          },
          {
            path: "b.md",
            scope: "admin",
            drawers: [
              { text: "three", wing: "bob", room: "auth", date: null },
              { text: "four", wing: "alice", room: "door", date: null },
            ],
          },
        );
        const id = async (text: string): Promise<string> =>
          (await index.get(await index.resolve("", "all", 9), "all")).find(({ drawer }) => drawer.text === text)?.drawer
            .id ?? "";
        const alice = {
          wing: "alice",
          room: "auth",
          hall: "facts",
          count: 2,
          first: "2024-01-01T00:30:00.000Z",
          last: "2024-02-01T12:00:00.000Z",
          newest: { id: await id("one"), time: Date.parse("2024-02-01T12:00:00Z") },
        };
        const door = {
          wing: "alice",
          room: "door",
          hall: "",
          count: 1,
          first: null,
          last: null,
          newest: { id: await id("four"), time: null },
        };
        const bob = {
          wing: "bob",
          room: "auth",
          hall: "",
          count: 1,
          first: null,
          last: null,
          newest: { id: await id("three"), time: null },
        };
        assert.deepEqual(await index.places("all", {}), [alice, door, bob]);
        assert.deepEqual(await index.places(["kb"], {}), [alice]);
        assert.deepEqual(
          await index.places("all", {
            places: [
              { wing: "bob", room: "auth" },
              { wing: "alice", room: "door" },
              { wing: "bob", room: "door" },
            ],
          }),
          [door, bob],
        );
        assert.deepEqual(await index.places("all", { places: [] }), []);
        assert.deepEqual(await index.places("all", { since: Date.parse("2024-01-15") }), [
          { ...alice, count: 1, first: "2024-02-01T12:00:00.000Z" },
        ]);
      }));

    test("places asked after each change are those of a full recount", () =>
      fc.assert(
        fc.asyncProperty(anyHistory, anyVisible, (history, visible) =>
          using(async (index) => {
            const done: (typeof history)[number][] = [];
            for (const change of history) {
              await index.apply(change);
              done.push(change);
              const seen = outcome(done).flatMap(({ document, drawers }) =>
                canSee(visible, document.scope) ? drawers.map(({ drawer }) => drawer) : [],
              );
              const places = await index.places(visible, {});
              assert.deepEqual(
                places.map(({ newest: _newest, ...row }) => row),
                countPlaces(seen),
              );
              for (const { wing, room, hall, newest } of places) {
                // Without a hall nothing can be asked for; then any drawer of the place counts.
                const [first] = await index.recent(
                  visible,
                  { wings: [wing], rooms: [room], ...(hall !== "" && { halls: [hall] }) },
                  1,
                );
                if (hall !== "" || places.filter((one) => one.wing === wing && one.room === room).length === 1)
                  assert.equal(newest.id, first);
              }
            }
          }),
        ),
        { numRuns: Math.min(50, histories) },
      ));
  });

  describe(`${name}: candidates`, () => {
    test("a hand-computed BM25", () =>
      using(async (index) => {
        await put(
          index,
          { path: "a.md", drawers: ["apple apple fig", "fig"] },
          { path: "b.md", drawers: ["iris grape"] },
        );
        const set = await index.candidates(sampleQuery({ terms: words("appl"), radii: [1], spread: [] }));
        // N = 3, n = 1, mean length 2: idf = ln(22.5 / 1.5); tf = 2, length 3: 2 · 2.2 / (2 + 1.2 · (0.25 + 0.75 · 1.5)) = 4.4 / 3.65.
        const idf = Math.log(22.5 / 1.5);
        assert.deepEqual([set.visible, set.eligible, set.idf], [3, 3, [idf]]);
        assert.equal(set.candidates.length, 1);
        const [one] = set.candidates;
        assert.ok(Math.abs((one?.lexical ?? 0) - (idf * 4.4) / 3.65) < 1e-12);
        // The window of ±1 is the whole document: length 4, mean length 3 · 2.
        assert.ok(Math.abs((one?.windows[0] ?? 0) - (idf * 4.4) / (2 + 1.2 * (0.25 + (0.75 * 4) / 6))) < 1e-12);
        assert.ok(Math.abs(set.lexicalBound - 2.2 * idf) < 1e-12);
        assert.equal(one?.coverage, 1);
      }));

    test("a drawer comes in by a neighbour that a filter leaves out, too", () =>
      using(async (index) => {
        await put(index, { path: "a.md", drawers: [{ text: "fig apple", wing: "away" }, "grape", "iris"] });
        const query = { terms: words("appl"), spread: [0.4] };
        assert.deepEqual(await found(index, { ...query, excluded: [["fig"]] }), ["grape"]);
        const { candidates } = await index.candidates(sampleQuery({ ...query, filter: { excludeIds: [] } }));
        assert.equal(candidates.length, 2);
      }));

    test("a drawer without a word of the question comes in by its neighbour's", () =>
      using(async (index) => {
        await put(
          index,
          { path: "a.md", drawers: ["apple", "fig", "date", "elder"] },
          { path: "b.md", drawers: ["grape"] },
        );
        assert.deepEqual(await found(index, { terms: words("appl"), spread: [0.4, 0.15] }), ["apple", "date", "fig"]);
        assert.deepEqual(await found(index, { terms: words("appl"), spread: [] }), ["apple"]);
      }));

    test("asked for the context of messages alone, files are told by themselves", () =>
      using(async (index) => {
        const message = {
          chat: "c",
          session: "s",
          ids: ["1"],
          role: "user",
          author: null,
          time: "2024-01-01T00:00:00Z",
        };
        await put(
          index,
          { path: "a.md", drawers: ["apple", "fig apple"] },
          {
            path: "chat",
            drawers: [
              { text: "apple", message },
              { text: "fig", message: { ...message, ids: ["2"] } },
            ],
          },
        );
        const { candidates } = await index.candidates(
          sampleQuery({ terms: words("appl"), radii: [1], spread: [], context: "messages" }),
        );
        const files = candidates.filter(({ author }) => author === "");
        assert.equal(files.length, 2);
        const chatMessage = candidates.find(({ author }) => author === "user");
        for (const one of files) {
          assert.deepEqual(
            [one.windows, one.documentCoverage, one.denseBefore, one.documentDense],
            [[], one.coverage, one.dense, one.dense],
          );
        }
        assert.equal(chatMessage?.windows?.length, 1);
      }));

    test("a candidate is told whether the query names its file", () =>
      using(async (index) => {
        await put(
          index,
          { path: "a.md", drawers: ["apple"] },
          { path: "c/a.md", drawers: ["apple fig"] },
          { path: "ca.md", drawers: ["apple date"] },
        );
        const named = async (...files: string[]): Promise<readonly string[]> => {
          const { candidates } = await index.candidates(sampleQuery({ terms: words("appl"), files }));
          const stored = await index.get(
            candidates.filter((one) => one.named).map(({ id }) => id),
            "all",
          );
          return stored.map(({ document }) => document.path).sort();
        };
        assert.deepEqual(await named(), []);
        assert.deepEqual(await named("a.md"), ["a.md", "c/a.md"]);
        assert.deepEqual(await named("c/a.md", "none.md"), ["c/a.md"]);
      }));

    test("windows stop at the ends of the document", () =>
      using(async (index) => {
        await put(index, { path: "a.md", drawers: ["fig", "apple"] }, { path: "b.md", drawers: ["apple", "fig"] });
        const { candidates } = await index.candidates(sampleQuery({ terms: words("fig"), radii: [3], spread: [] }));
        assert.equal(candidates.length, 2);
        assert.equal(candidates[0]?.windows.length, 1);
        assert.equal(candidates[1]?.windows?.[0], candidates[0]?.windows?.[0]);
      }));

    test("filters apply before the cut", () =>
      using(async (index) => {
        await put(index, {
          path: "a.md",
          drawers: Array.from({ length: 20 }, (_, i) => ({ text: `apple apple ${i}`, wing: "alice" })),
        });
        await put(index, { path: "b.md", drawers: [{ text: "apple and much more besides it", wing: "bob" }] });
        const set = await index.candidates(
          sampleQuery({ terms: words("appl"), filter: { wings: ["bob"] }, pool: { lexical: 1, dense: 0 } }),
        );
        assert.deepEqual(
          [set.candidates.length, set.eligible, set.visible, set.removed],
          [1, 1, 21, [{ by: "wings", drawers: 20 }]],
        );
        assert.deepEqual(
          (
            await index.get(
              set.candidates.map(({ id }) => id),
              "all",
            )
          ).map(({ drawer }) => drawer.placement.wing.value),
          ["bob"],
        );
      }));

    test("an empty list matches nothing; an absent one everything", () =>
      using(async (index) => {
        await put(index, { path: "a.md", drawers: ["apple"] });
        for (const filter of [
          { wings: [] },
          { halls: [] },
          { rooms: [] },
          { sources: [] },
          { documentTypes: [] },
          { paths: [] },
        ]) {
          assert.equal((await index.candidates(sampleQuery({ terms: words("appl"), filter }))).eligible, 0);
        }
        assert.equal(
          (await index.candidates(sampleQuery({ terms: words("appl"), filter: { excludeIds: [] } }))).eligible,
          1,
        );
      }));

    test("phrases are contiguous within one field; exclusions take away", () =>
      using(async (index) => {
        await put(index, {
          path: "a.md",
          drawers: [
            { text: "apple fig" },
            { text: "fig apple" },
            { text: "fig", heading: "apple" },
            { text: "apple", caption: "fig" },
            { text: "apple date fig" },
            { text: "iris", heading: "apple fig" },
            { text: "grape", breadcrumb: ["apple", "fig"] },
            { text: "kiwi", names: ["grape fig", "iris date"] },
          ],
        });
        const everything = { terms: words("appl", "fig", "grape", "iri", "date"), spread: [] };
        assert.deepEqual(await found(index, { ...everything, phrases: [["appl", "fig"]] }), ["apple fig", "iris"]);
        assert.deepEqual(await found(index, { ...everything, phrases: [["grape", "fig"]] }), ["kiwi"]);
        assert.deepEqual(await found(index, { ...everything, phrases: [["fig", "iri"]] }), []);
        assert.deepEqual(await found(index, { ...everything, phrases: [["appl"], ["date"]] }), ["apple date fig"]);
        assert.deepEqual(await found(index, { ...everything, excluded: [["appl"]] }), ["kiwi"]);
        assert.deepEqual(await found(index, { ...everything, excluded: [["appl", "fig"], ["date"]] }), [
          "apple",
          "fig",
          "fig apple",
          "grape",
        ]);
        assert.deepEqual(await found(index, { ...everything, phrases: [["grape"]], excluded: [["date"]] }), ["grape"]);
      }));

    test("the dense retriever is exact, and works without words", () =>
      using(async (index) => {
        await put(index, {
          path: "a.md",
          drawers: [
            { text: "x", vector: [1, 0, 0, 0, 0, 0, 0, 0] },
            { text: "y", vector: [0, 1, 0, 0, 0, 0, 0, 0] },
            { text: "xy", vector: [1, 1, 0, 0, 0, 0, 0, 0] },
            { text: "-x", vector: [-1, 0, 0, 0, 0, 0, 0, 0] },
            { text: "none", vector: null },
            { text: "zero", vector: [0, 0, 0, 0, 0, 0, 0, 0] },
          ],
        });
        const set = await index.candidates(sampleQuery({ vector: vectorOf([2, 0, 0, 0, 0, 0, 0, 0]) }));
        const ids = set.candidates.map(({ id }) => id);
        const texts = new Map((await index.get(ids, "all")).map(({ drawer }) => [drawer.id, drawer.text]));
        const byText = new Map(set.candidates.map((one) => [texts.get(one.id), one]));
        const [first, second] = [byText.get("x"), byText.get("xy")];
        assert.deepEqual([...byText.keys()].sort(), ["x", "xy"]);
        assert.ok(Math.abs((first?.dense ?? 0) - 1) < 1e-6 && Math.abs((second?.dense ?? 0) - Math.SQRT1_2) < 1e-6);
        assert.equal(set.withoutVector, 1);
        assert.deepEqual(set.idf, []);
        assert.ok(Math.abs((second?.denseAfter ?? 0) + 1) < 1e-6);
        assert.deepEqual([second?.denseBefore, second?.documentDense], [0, first?.dense]);
      }));

    test("a vector of another dimension finds nothing", () =>
      using(async (index) => {
        await put(index, { path: "a.md", drawers: ["apple"] });
        const set = await index.candidates(sampleQuery({ terms: words("appl"), vector: vectorOf([1, 2, 3]) }));
        assert.deepEqual(
          set.candidates.map(({ dense, documentDense }) => [dense, documentDense]),
          [[0, 0]],
        );
      }));

    test("ties break by ascending id at the cut", () =>
      using(async (index) => {
        const id = (i: number): string => i.toString(16).padStart(2, "0").repeat(16);
        for (let i = 9; i >= 0; i--)
          await put(index, {
            path: `${i}.md`,
            drawers: [{ text: "apple", id: id((i * 7) % 10), vector: [1, 0, 0, 0, 0, 0, 0, 0] }],
          });
        const lexical = await index.candidates(sampleQuery({ terms: words("appl"), pool: { lexical: 3, dense: 0 } }));
        const dense = await index.candidates(
          sampleQuery({ vector: vectorOf([1, 0, 0, 0, 0, 0, 0, 0]), pool: { lexical: 0, dense: 3 } }),
        );
        assert.deepEqual(lexical.candidates.map((one) => one.id).sort(), [0, 1, 2].map(id));
        assert.deepEqual(dense.candidates.map((one) => one.id).sort(), [0, 1, 2].map(id));
        assert.equal(new Set(lexical.candidates.map(({ document }) => document)).size, 3);
      }));

    test("the larger the weight of a field, the higher its hits", () =>
      using(async (index) => {
        await put(
          index,
          { path: "a.md", drawers: [{ text: "fig", heading: "apple" }] },
          { path: "b.md", drawers: ["apple fig"] },
        );
        const lead = async (heading: number): Promise<boolean> => {
          const { candidates } = await index.candidates(
            sampleQuery({ terms: words("appl"), fieldWeights: { heading, content: 1, breadcrumb: 1 } }),
          );
          const best = candidates.toSorted((a, b) => b.lexical - a.lexical)[0];
          const [drawer] = await index.get([best?.id ?? ""], "all");
          return drawer?.drawer.heading === "apple";
        };
        assert.deepEqual([await lead(3), await lead(0.2)], [true, false]);
      }));

    test("many drawers: pools, statistics and filters hold over hundreds of documents", () =>
      using(async (index) => {
        const samples = Array.from({ length: 300 }, (_, i) => ({
          path: `${i}.md`,
          drawers: Array.from({ length: 1 + (i % 5) }, (_, j) => `common w${i} ${j % 2 === 0 ? "even" : "odd"}`),
        }));
        for (let from = 0; from < 300; from += 60) await put(index, ...samples.slice(from, from + 60));
        await put(index, ...samples.slice(100, 120));
        assert.deepEqual(await index.contains(["common", "w17", "even", "absent", "w300"], "all"), [
          true,
          true,
          true,
          false,
          false,
        ]);
        const set = await index.candidates(
          sampleQuery({ terms: words("w17"), spread: [], filter: { paths: ["17.md", "18.md"] } }),
        );
        assert.deepEqual([set.candidates.length, set.eligible], [3, 7]);
      }));
  });

  describe(`${name}: properties`, () => {
    test("history-free: any order of put, replace and remove answers as a fresh index does, bit for bit", async () => {
      await fc.assert(
        fc.asyncProperty(anyHistory, fc.array(anyQuery, { minLength: 1, maxLength: 3 }), async (history, queries) => {
          const lived = await open();
          const fresh = await open();
          const compacted = await open();
          try {
            const writes = outcome(history);
            await replay(lived, history);
            await fresh.apply({ put: writes.toReversed(), remove: [] });
            await replay(compacted, history);
            const expected = await everyAnswer(fresh, queries, writes);
            await compacted.settle(40);
            assert.deepEqual(await everyAnswer(compacted, queries, writes), expected);
            await compacted.settle();
            assert.deepEqual(await everyAnswer(lived, queries, writes), expected);
            assert.deepEqual(await everyAnswer(compacted, queries, writes), expected);
            assert.deepEqual(await lived.check(true), []);
          } finally {
            await Promise.all([lived.close(), fresh.close(), compacted.close()]);
          }
        }),
        { numRuns: historyRuns(histories) },
      );
    });

    test("non-interference: what a caller can't see changes none of its answers", async () => {
      await fc.assert(
        fc.asyncProperty(
          anyHistory,
          anyHistory,
          anyVisible,
          fc.array(anyQuery, { minLength: 1, maxLength: 3 }),
          async (history, others, visible, queries) => {
            const alone = await open();
            const shared = await open();
            try {
              const mine = outcome(history).filter(({ document }) => isVisible(visible, document.scope));
              const taken = new Set(mine.map(({ document }) => `${document.source}/${document.path}`));
              const hidden = outcome(others).filter(
                ({ document }) =>
                  !isVisible(visible, document.scope) && !taken.has(`${document.source}/${document.path}`),
              );
              await alone.apply({ put: mine, remove: [] });
              for (const write of hidden) await shared.apply({ put: [write], remove: [] });
              await shared.apply({ put: mine, remove: hidden.slice(0, 1).map(({ document }) => document) });
              const visibleQueries = queries.map((query) => ({ ...query, visible }));
              // `documents()` is for the owner only; the answers after it are the caller's.
              const answers = async (index: SearchIndex) =>
                ((await everyAnswer(index, visibleQueries, mine)) as unknown[]).slice(2);
              assert.deepEqual(await answers(shared), await answers(alone));
            } finally {
              await Promise.all([alone.close(), shared.close()]);
            }
          },
        ),
        { numRuns: historyRuns(histories) },
      );
    });
  });
}

function isVisible(visible: VisibleScopes, scope: string): boolean {
  return visible === "all" || (visible as readonly string[]).includes(scope);
}
