import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import type { Access } from "../../../src/model/search.ts";
import type { Caller } from "../../../src/model/caller.ts";
import { LociError } from "../../../src/model/error.ts";
import { MAX_ACCESSES_KEPT, type Catalog, MAX_JOBS, type LeaseOwner } from "../../../src/storage/ports/catalog.ts";
import { job, source } from "./sample.ts";

/** An engine under test: opens the same, initially empty, catalog each time until `dispose`. */
export interface CatalogUnderTest {
  open(): Promise<Catalog>;
  /** Whether what was written is there for another connection, and after all were closed. */
  readonly shared: boolean;
  dispose(): Promise<void>;
}

const owner = (token: string): LeaseOwner => ({ pid: 7, host: "here", token });

/** The contract of `Catalog`, run on every engine. */
export function catalogContract(name: string, make: () => Promise<CatalogUnderTest>): void {
  describe(`catalog contract: ${name}`, () => {
    let engine: CatalogUnderTest;
    let catalog: Catalog;
    beforeEach(async () => {
      engine = await make();
      catalog = await engine.open();
    });
    afterEach(async () => {
      await catalog.close();
      await engine.dispose();
    });

    test("sources come out as they went in, sorted, replaced whole, removed once", async () => {
      const odd = source("ü;'--", {
        recipe: "r",
        options: { scope: null, wing: "w", room: "r", include: ["**/*.ts"], exclude: [], format: "jsonl" },
      });
      await catalog.sources.put(odd);
      await catalog.sources.put(source("b"));
      await catalog.sources.put(source("a"));
      await catalog.sources.put(source("b", { status: "ready" }));
      assert.deepEqual(await catalog.sources.list(), [source("a"), source("b", { status: "ready" }), odd]);
      assert.deepEqual(await catalog.sources.get("ü;'--"), odd);
      assert.equal(await catalog.sources.get("c"), null);
      assert.equal(await catalog.sources.remove("b"), true);
      assert.equal(await catalog.sources.remove("b"), false);
      assert.equal((await catalog.sources.list()).length, 2);
    });

    test("what a search asks for is what is there, after every write", async () => {
      const check = async (): Promise<void> =>
        assert.deepEqual(await catalog.forSearch(), {
          sources: await catalog.sources.list(),
          palace: await catalog.palace.read(),
        });
      await check();
      await catalog.sources.put(source("a"));
      await check();
      await catalog.palace.change((edits) => ({ ...edits, corrections: [{ kind: "wing", from: "a", to: "b" }] }));
      await check();
      await catalog.sources.put(source("a", { status: "ready" }));
      await catalog.sources.put(source("b"));
      await check();
      await catalog.sources.remove("a");
      await check();
      assert.equal((await catalog.forSearch()).sources.length, 1);
    });

    test("what was put is not changed by changing what was passed", async () => {
      const exclude = ["x"];
      await catalog.sources.put(source("a", { options: { ...source("a").options, exclude } }));
      exclude.push("y");
      assert.deepEqual((await catalog.sources.get("a"))?.options.exclude, ["x"]);
    });

    test("jobs: newest first by first put, unfinished oldest first", async () => {
      await catalog.jobs.put(job("1", { status: "running" }));
      await catalog.jobs.put(job("2", { status: "queued", messages: { added: 1, kept: 0, skipped: 0 } }));
      await catalog.jobs.put(job("3"));
      await catalog.jobs.put(job("1", { status: "running", bytes: 99 }));
      assert.deepEqual(
        (await catalog.jobs.list(2)).map(({ id }) => id),
        ["3", "2"],
      );
      assert.deepEqual(
        (await catalog.jobs.unfinished()).map(({ id }) => id),
        ["1", "2"],
      );
      await catalog.jobs.put(job("1", { status: "cancelled" }));
      assert.deepEqual(
        (await catalog.jobs.unfinished()).map(({ id }) => id),
        ["2"],
      );
      assert.deepEqual(await catalog.jobs.get("3"), job("3"));
      assert.equal(await catalog.jobs.get("4"), null);
      assert.deepEqual(await catalog.jobs.list(0), []);
    });

    test(`jobs: the newest ${MAX_JOBS} are kept`, async () => {
      for (let i = 0; i < MAX_JOBS + 3; i++) await catalog.jobs.put(job(`j${i}`));
      const all = await catalog.jobs.list(MAX_JOBS * 2);
      assert.equal(all.length, MAX_JOBS);
      assert.equal(all.at(-1)?.id, "j3");
    });

    test("a lease is held by one, given back by its holder only", async () => {
      assert.deepEqual(await catalog.leases.take("s", owner("A"), 100), { held: true });
      const second = await catalog.leases.take("s", owner("B"), 110);
      assert.deepEqual(second, { held: false, holder: { name: "s", owner: owner("A"), takenAt: 100, beatAt: 100 } });
      await catalog.leases.release("s", "B");
      assert.equal((await catalog.leases.list()).length, 1);
      assert.deepEqual(await catalog.leases.take("other", owner("B"), 110), { held: true });
      assert.deepEqual(
        (await catalog.leases.list()).map(({ name }) => name),
        ["other", "s"],
      );
      await catalog.leases.release("s", "A");
      assert.deepEqual(await catalog.leases.take("s", owner("B"), 120), { held: true });
    });

    test("a stale lease is taken over exactly as it was judged; its holder learns of it", async () => {
      await catalog.leases.take("s", owner("A"), 100);
      const judged = { name: "s", owner: owner("A"), takenAt: 100, beatAt: 100 };
      assert.equal(await catalog.leases.beat("s", "A", 105), true);
      assert.equal((await catalog.leases.take("s", owner("B"), 200, judged)).held, false, "it has beaten since");
      assert.deepEqual(await catalog.leases.take("s", owner("B"), 200, { ...judged, beatAt: 105 }), { held: true });
      assert.equal(
        (await catalog.leases.take("s", owner("C"), 200, { ...judged, beatAt: 105 })).held,
        false,
        "one winner",
      );
      assert.equal(await catalog.leases.beat("s", "A", 210), false);
      await catalog.leases.release("s", "A");
      assert.equal((await catalog.leases.list())[0]?.owner.token, "B");
    });

    test("a clock that went backwards is kept as it is", async () => {
      await catalog.leases.take("s", owner("A"), 1000.5);
      await catalog.leases.beat("s", "A", -3);
      assert.deepEqual(await catalog.leases.list(), [{ name: "s", owner: owner("A"), takenAt: 1000.5, beatAt: -3 }]);
    });

    test("accesses: latest recorded first, by caller, at most 50 a drawer", async () => {
      const access = (drawer: string, time: number, more: Partial<Access> = {}): Access => ({
        drawer,
        kind: "shown",
        caller: "owner",
        queryHash: null,
        time,
        ...more,
      });
      await catalog.accesses.record([]);
      await catalog.accesses.record([
        access("a", 5),
        access("b", 6, { queryHash: "q" }),
        access("a", 3, { caller: "user:1", kind: "expanded" }),
      ]);
      await catalog.accesses.record([access("a", 1, { kind: "cited" })]);
      const all = await catalog.accesses.last(["b", "a", "none"], "all");
      assert.deepEqual(
        all.get("a")?.map(({ time }) => time),
        [1, 3, 5],
      );
      assert.deepEqual(all.get("b"), [access("b", 6, { queryHash: "q" })]);
      assert.equal(all.has("none"), false);
      assert.deepEqual((await catalog.accesses.last(["a"], ["user:1"])).get("a"), [
        access("a", 3, { caller: "user:1", kind: "expanded" }),
      ]);
      assert.equal((await catalog.accesses.last(["a"], [])).size, 0);
      await catalog.accesses.record(Array.from({ length: 120 }, (_, i) => access("a", 1000 + i)));
      const last = (await catalog.accesses.last(["a"], "all")).get("a") ?? [];
      assert.equal(last.length, MAX_ACCESSES_KEPT);
      assert.equal(last[0]?.time, 1119);
      assert.deepEqual(
        last.slice(-2).map(({ kind, time }) => [kind, time]),
        [
          ["cited", 1],
          ["expanded", 3],
        ],
        "what was merely listed, however often, pushes nothing out that was opened or cited",
      );
      assert.equal(
        (await catalog.accesses.last(["a"], ["user:1"])).get("a")?.length,
        1,
        "others' accesses push nobody's out",
      );
      await catalog.accesses.forget(["a"]);
      assert.deepEqual([...(await catalog.accesses.last(["a", "b"], "all")).keys()], ["b"]);
    });

    test("cursors by source and path", async () => {
      const cursor = { source: "s", path: "a/b.jsonl", offset: 2 ** 40, lastId: null, hash: "00" };
      await catalog.cursors.put(cursor);
      await catalog.cursors.put({ ...cursor, source: "t" });
      await catalog.cursors.put({ ...cursor, lastId: "m1" }, new Map([["m1", 0]]));
      await catalog.cursors.put(
        { ...cursor, lastId: "m1" },
        new Map([
          ["m1", 2 ** 40],
          ["a/b.jsonl", 7],
        ]),
      );
      assert.deepEqual(
        [await catalog.cursors.place("s", "m1"), await catalog.cursors.place("t", "m1")],
        [2 ** 40, null],
      );
      assert.deepEqual(await catalog.cursors.get("s", "a/b.jsonl"), { ...cursor, lastId: "m1" });
      await catalog.cursors.removeSource("s");
      assert.equal(await catalog.cursors.get("s", "a/b.jsonl"), null);
      assert.equal(await catalog.cursors.place("s", "m1"), null);
      assert.notEqual(await catalog.cursors.get("t", "a/b.jsonl"), null);
    });

    test("refusals by source, replaced as a whole, sorted by path", async () => {
      const refusal = {
        path: "b.pdf",
        bytes: 2 ** 40,
        modifiedAt: 1_700_000_000_000.25,
        contentHash: "00",
        reason: "image-only",
      };
      const other = { ...refusal, path: "a/é.pdf", contentHash: null };
      await catalog.refusals.replace("s", [refusal, other]);
      await catalog.refusals.replace("t", [refusal]);
      assert.deepEqual(await catalog.refusals.of("s"), [other, refusal]);
      await catalog.refusals.replace("s", []);
      assert.deepEqual(
        [await catalog.refusals.of("s"), await catalog.refusals.of("t"), await catalog.refusals.of("u")],
        [[], [refusal], []],
      );
    });

    test("spending is reserved within its limits, settled once, and told by day and job", async () => {
      const call = (id: string, tokens: number, job = "ask", day = "2026-11-23", caller: Caller = "owner") => ({
        id,
        day,
        job,
        caller,
        tokens,
        micros: tokens * 3,
      });
      const none = { dayTokens: null, dayMicros: null, jobTokens: null, callerTokens: null };
      assert.deepEqual(await catalog.spend.of("2026-11-23"), { calls: 0, tokens: 0, micros: 0 });
      assert.deepEqual(await catalog.spend.reserve(call("a", 60), { ...none, dayTokens: 100 }), { granted: true });
      assert.deepEqual(await catalog.spend.reserve(call("b", 60), { ...none, dayTokens: 100 }), {
        granted: false,
        limit: "day tokens",
        spent: { calls: 1, tokens: 60, micros: 180 },
      });
      await catalog.spend.settle("a", { tokens: 10, micros: 20 });
      await catalog.spend.settle("unknown", { tokens: 999, micros: 999 });
      assert.deepEqual(await catalog.spend.reserve(call("b", 90, "flush"), { ...none, dayTokens: 100 }), {
        granted: true,
      });
      const money = await catalog.spend.reserve(call("c", 1), { ...none, dayMicros: 292 });
      assert.deepEqual([money.granted, money.granted ? "" : money.limit], [false, "day money"]);
      const job = await catalog.spend.reserve(call("c", 1, "flush"), { ...none, jobTokens: 90 });
      assert.deepEqual([job.granted, job.granted ? "" : job.limit], [false, "job tokens"]);
      assert.deepEqual(await catalog.spend.reserve(call("c", 5, "ask", "2026-11-24"), { ...none, dayTokens: 5 }), {
        granted: true,
      });
      const of = (day: string, caller: Caller, job: string, tokens: number, micros: number) => ({
        ...{ day, caller, job, calls: 1, tokens, micros },
      });
      assert.deepEqual(await catalog.spend.since("2026-11-23"), [
        of("2026-11-24", "owner", "ask", 5, 15),
        of("2026-11-23", "owner", "ask", 10, 20),
        of("2026-11-23", "owner", "flush", 90, 270),
      ]);
    });

    test("a caller keeps to his own share, and all but the owner to theirs: what they leave is his", async () => {
      const call = (id: string, caller: Caller, tokens: number) => ({
        ...{ id, day: "2026-11-23", job: "ask", caller, tokens, micros: 0 },
      });
      const limits = { dayTokens: 100, dayMicros: null, jobTokens: null, callerTokens: null };
      const tries = async (id: string, caller: Caller, tokens: number, callerTokens: number | null) => {
        const answer = await catalog.spend.reserve(call(id, caller, tokens), { ...limits, callerTokens });
        return answer.granted ? "granted" : answer.limit;
      };
      assert.equal(await tries("a", "public", 1, 0), "caller tokens");
      assert.equal(await tries("a", "user:1", 30, 30), "granted");
      assert.equal(await tries("b", "user:1", 1, 30), "caller tokens");
      assert.equal(await tries("b", "user:2", 30, 30), "others' tokens");
      assert.equal(await tries("b", "user:2", 20, 30), "granted");
      assert.equal(await tries("c", "owner", 51, null), "day tokens");
      assert.equal(await tries("c", "owner", 50, null), "granted");
      assert.deepEqual(
        (await catalog.spend.since("2026-11-23")).map(({ caller, tokens }) => [caller, tokens]),
        [
          ["owner", 50],
          ["user:1", 30],
          ["user:2", 20],
        ],
      );
    });

    test("others together use at most half of each limit, whatever it counts", async () => {
      const none = { dayTokens: null, dayMicros: null, jobTokens: null, callerTokens: null };
      for (const [day, limit, passed] of [
        ["2026-11-01", { dayTokens: 100 }, "others' tokens"],
        ["2026-11-02", { dayMicros: 300 }, "others' money"],
        ["2026-11-03", { jobTokens: 100 }, "others' job tokens"],
      ] as const) {
        const reserve = async (id: string, caller: Caller, tokens: number, job = "ask") => {
          const call = { id: `${day}${id}`, day, job, caller, tokens, micros: tokens * 3 };
          const answer = await catalog.spend.reserve(call, { ...none, ...limit });
          return answer.granted ? "granted" : answer.limit;
        };
        assert.equal(await reserve("a", "user:1", 50), "granted");
        assert.equal(await reserve("b", "user:2", 1), passed);
        assert.equal(await reserve("c", "owner", 50), "granted");
        if ("jobTokens" in limit) assert.equal(await reserve("d", "user:2", 50, "flush"), "granted");
      }
    });

    test("the audit trail gives the latest first", async () => {
      const entry = (object: string) => ({
        time: "2026-01-01T00:00:00Z",
        caller: "owner",
        action: "source.add",
        object,
        details: { n: 1, ok: true, none: null },
      });
      await catalog.audit.append([entry("a"), entry("b")]);
      await catalog.audit.append([entry("c")]);
      assert.deepEqual(await catalog.audit.list(2), [entry("c"), entry("b")]);
    });

    test("edits of the palace change as one step, and none at all when the change throws", async () => {
      assert.deepEqual(await catalog.palace.read(), { version: 0, edits: { corrections: [], tunnels: [] } });
      const corrections = [{ kind: "room" as const, from: "a'\u0000", to: "b", wing: null }];
      assert.deepEqual(await catalog.palace.change((edits) => ({ ...edits, corrections })), {
        corrections,
        tunnels: [],
      });
      await assert.rejects(
        catalog.palace.change(() => {
          throw new LociError("USAGE", "no");
        }),
        { code: "USAGE" },
      );
      await catalog.palace.change((edits) => edits);
      assert.deepEqual(await catalog.palace.read(), { version: 1, edits: { corrections, tunnels: [] } });
      const tunnels = [{ a: { wing: "w", room: "a" }, b: { wing: "w", room: "b" }, label: "" }];
      await Promise.all([
        catalog.palace.change((edits) => ({ ...edits, tunnels })),
        catalog.palace.change((edits) => ({ ...edits, corrections: [] })),
      ]);
      assert.deepEqual(await catalog.palace.read(), { version: 3, edits: { corrections: [], tunnels } });
    });

    test("a sound store has nothing to report", async () => {
      assert.deepEqual(await catalog.check(), []);
    });

    test("after close every call throws STORAGE_FAILED, and closing again doesn't", async () => {
      await catalog.close();
      await catalog.close();
      await assert.rejects(catalog.sources.list(), { code: "STORAGE_FAILED" });
      await assert.rejects(
        catalog.accesses.record([{ drawer: "a", kind: "shown", caller: "owner", queryHash: null, time: 1 }]),
        { code: "STORAGE_FAILED" },
      );
      await assert.rejects(catalog.leases.take("a", owner("A"), 1), { code: "STORAGE_FAILED" });
      await assert.rejects(catalog.check(), { code: "STORAGE_FAILED" });
    });

    test("durable engines give everything back after they are opened again", async (t) => {
      if (!engine.shared) return t.skip("gone after it is closed");
      await catalog.sources.put(source("a"));
      await catalog.jobs.put(job("1"));
      await catalog.close();
      catalog = await engine.open();
      assert.deepEqual(await catalog.sources.list(), [source("a")]);
      assert.deepEqual(await catalog.jobs.list(9), [job("1")]);
    });

    test("two connections see each other's commits at once", async (t) => {
      if (!engine.shared) return t.skip("one connection only");
      const other = await engine.open();
      t.after(() => other.close());
      await catalog.sources.put(source("a"));
      assert.deepEqual(await other.sources.list(), [source("a")]);
      await catalog.sources.put(source("b"));
      assert.deepEqual(await other.sources.list(), [source("a"), source("b")]);
      await other.sources.remove("a");
      assert.deepEqual([await catalog.sources.list(), await other.sources.list()], [[source("b")], [source("b")]]);
      await catalog.palace.change((edits) => ({ ...edits, corrections: [{ kind: "wing", from: "a", to: "b" }] }));
      assert.equal((await other.palace.read()).edits.corrections.length, 1);
      assert.equal((await other.forSearch()).palace.edits.corrections.length, 1);
      await catalog.sources.put(source("seen by others"));
      assert.deepEqual((await other.forSearch()).sources, [source("b"), source("seen by others")]);
      assert.deepEqual(await other.leases.take("s", owner("B"), 1), { held: true });
      assert.equal((await catalog.leases.take("s", owner("A"), 1)).held, false);
    });
  });
}
