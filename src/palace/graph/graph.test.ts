import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  addTunnel,
  explicitTunnel,
  removeTunnel,
  tunnelsOf,
  visibleTunnels,
  hallsByWing,
  linkedRooms,
  palaceGraph,
  roomsByWing,
} from "./palace-graph.ts";
import type { PalaceRow } from "../../model/drawer.ts";
import { traverse } from "./traverse.ts";
import { NoteNames } from "./note-names.ts";
import { assertLinear } from "../../text/linear.fixture.ts";

const row = (
  wing: string,
  room: string,
  hall = "facts",
  count = 1,
  first: string | null = null,
  last = first,
): PalaceRow => ({ wing, room, hall, count, first, last });

const ROWS = [
  row("driftwood", "auth", "facts", 3, "2024-01-02", "2024-03-01"),
  row("driftwood", "auth", "", 2),
  row("driftwood", "billing", "events", 1, "2024-02-02"),
  row("kai", "auth", "advice", 1, "2023-12-01"),
  row("kai", "garden", "preferences", 4),
  row("orion", "garden", "", 1, "2024-05-05"),
  row("orion", "general"),
  row("kai", "general"),
  row("driftwood", "general"),
];

test("taxonomy: counts by room and by hall, keys sorted, halls by the names of wings that are shown", () => {
  assert.deepEqual(roomsByWing(ROWS), {
    driftwood: { auth: 5, billing: 1, general: 1 },
    kai: { auth: 1, garden: 4, general: 1 },
    orion: { garden: 1, general: 1 },
  });
  assert.deepEqual(
    hallsByWing({ kay: { facts: 2, advice: 1 }, kai: { facts: 1, family: 3 } }, () => "kai"),
    { kai: { advice: 1, facts: 3, family: 3 } },
  );
  assert.deepEqual(Object.keys(roomsByWing([row("__proto__", "constructor")])), ["__proto__"]);
});

test("tunnels: rooms of two wings or more, the specific first", () => {
  assert.deepEqual(
    tunnelsOf(ROWS).map(({ room, count }) => [room, count]),
    [
      ["auth", 6],
      ["garden", 5],
      ["general", 3],
    ],
  );
  assert.deepEqual(tunnelsOf(ROWS)[0], {
    room: "auth",
    wings: ["driftwood", "kai"],
    halls: ["advice", "facts"],
    count: 6,
    first: "2023-12-01",
    last: "2024-03-01",
  });
});

test("graph: an edge for each pair of wings, damped by the wings that hold the room", () => {
  const { nodes, edges } = palaceGraph(ROWS);
  assert.equal(nodes.length, 4);
  assert.deepEqual(
    edges.map(({ a, b, room, weight }) => [a, b, room, weight]),
    [
      ["driftwood", "kai", "auth", 1],
      ["driftwood", "kai", "general", 0.5],
      ["driftwood", "orion", "general", 0.5],
      ["kai", "orion", "garden", 1],
      ["kai", "orion", "general", 0.5],
    ],
  );
  assert.deepEqual(edges[0]?.halls, ["advice", "facts"]);
});

test("traverse: by hops, then strength; the cosine over the wings, damped by their rooms, by hand", () => {
  const close = (value: number) => Math.round(value * 1e6) / 1e6;
  const walk = traverse(ROWS, { start: "billing", hops: 2 });
  assert.deepEqual(
    walk.map(({ room, hops, weight }) => [room, hops, close(weight)]),
    [
      ["auth", 1, close(1 / 3 / Math.sqrt(2))],
      ["general", 1, close(1 / 3 / Math.sqrt(3))],
      ["garden", 2, close((1 / 3 / Math.sqrt(3)) * ((1 / 3 + 1 / 2) / Math.sqrt(6)))],
    ],
  );
  assert.deepEqual(walk[2]?.via, ["kai", "orion"]);
  assert.deepEqual(traverse(ROWS, { start: "nowhere", hops: 3 }), []);
  const tunnel = explicitTunnel({ wing: "orion", room: "garden" }, { wing: "driftwood", room: "billing" });
  assert.deepEqual(traverse(ROWS, { start: "billing", hops: 1 }, { tunnels: [tunnel] })[0], {
    room: "garden",
    hops: 1,
    weight: 1,
    via: ["tunnel:billing"],
  });
});

test("traverse: the only two rooms of a wing are less near than a tunnel makes them", () => {
  const [only] = traverse([row("a", "x"), row("a", "y")], { start: "x", hops: 1 });
  assert.deepEqual(only, { room: "y", hops: 1, weight: 0.5, via: ["a"] });
});

test("traverse: links of notes, damped by the rooms that either end is linked with", () => {
  const linked = (from: string, to: string) => ({
    a: { wing: "orion", room: from },
    b: { wing: "driftwood", room: to },
  });
  const near = traverse(
    ROWS,
    { start: "billing", hops: 1 },
    { tunnels: [], links: [linked("garden", "billing"), linked("garden", "auth")] },
  );
  assert.deepEqual(
    near.find(({ room }) => room === "garden"),
    { room: "garden", hops: 1, weight: 1 / Math.sqrt(2), via: ["link:billing"] },
  );
  assert.ok(
    !traverse(ROWS, { start: "billing", hops: 1 }, { tunnels: [], links: [linked("hidden", "billing")] }).some(
      ({ room }) => room === "hidden",
    ),
  );
});

test("traverse: several ways to a room count together, and lead on from where they end", () => {
  const close = (value: number) => Math.round(value * 1e6) / 1e6;
  const rows = ["a", "b", "c"].map((room) => row("only", room));
  const near = new Map([
    ["a", [{ room: "c", strength: 0.5, via: ["about:a"] }]],
    ["c", [{ room: "far", strength: 0.5, via: ["with:c"] }]],
  ]);
  assert.deepEqual(
    traverse([...rows, row("other", "far")], { start: "a", hops: 2 }, { near }).map(({ room, hops, weight, via }) => [
      ...[room, hops, close(weight)],
      via,
    ]),
    [
      ["c", 1, close(2 / 3), ["about:a", "only"]],
      ["b", 1, close(1 / 3), ["only"]],
      ["far", 2, close(1 / 3), ["with:c"]],
    ],
  );
});

test("links: by path, its end, name, title or alias, the nearest of several, in one source", () => {
  const note = (path: string, title = "", source = "vault") => ({ path, title, source });
  const notes = [
    note("a/plan.md", "The great plan"),
    note("b/plan.md"),
    note("b/deep/plan.md"),
    note("Ünit.md"),
    note("only.md", "", "other"),
    note("z/202405011230 Herons.md"),
    note("z/20240501124500--weirs__water.md"),
    note("z/202405011230.pdf"),
  ];
  const names = new NoteNames(notes.toReversed());
  names.addAlias(notes[3] as (typeof notes)[number], "Device");
  const found = (from: string, target: string, relative = false) =>
    names.find(note(from), { target, relative })?.path ?? null;
  for (const [from, target, wanted] of [
    ["a/x.md", "Plan", "a/plan.md"],
    ["b/deep/x.md", "plan", "b/deep/plan.md"],
    ["x.md", "deep/plan.md", "b/deep/plan.md"],
    ["c/x.md", "plan", "a/plan.md"],
    ["x.md", "b/plan", "b/plan.md"],
    ["x.md", "the GREAT plan", "a/plan.md"],
    ["x.md", "device", "Ünit.md"],
    ["x.md", "U\u0308nit", "Ünit.md"],
    ["x.md", "only", null],
    ["x.md", "202405011230", "z/202405011230 Herons.md"],
    ["x.md", "20240501124500", "z/20240501124500--weirs__water.md"],
    ["x.md", "20240501", null],
  ] as const)
    assert.equal(found(from, target), wanted, target);
  assert.equal(found("b/deep/x.md", "../plan.md", true), "b/plan.md");
  assert.equal(found("b/x.md", "plan.md", true), "b/plan.md");
  assert.equal(found("x.md", "../../plan.md", true), null);
  assert.equal(found("x.md", "plan.md", true), null);
});

test("links: of paths that differ in case the one spelled so is meant; documents of other formats have no titles", () => {
  const note = (path: string, title = "") => ({ path, title, source: "vault" });
  const notes = [note("Plan.md"), note("plan.md"), note("in/paper.pdf", "The paper"), note("in/PLAN.markdown")];
  for (const given of [notes, notes.toReversed()]) {
    const names = new NoteNames(given);
    const found = (from: string, target: string, relative = false) =>
      names.find(note(from), { target, relative })?.path ?? null;
    assert.equal(found("x.md", "Plan"), "Plan.md");
    assert.equal(found("x.md", "plan.md", true), "plan.md");
    assert.equal(found("x.md", "PLAN"), "Plan.md");
    assert.equal(found("in/x.md", "PLAN.md", true), "in/PLAN.markdown");
    assert.equal(found("x.md", "paper.pdf"), "in/paper.pdf");
    assert.equal(found("x.md", "The paper"), null);
    assert.equal(names.spelled(note("x.md"), { target: "plan", relative: false })?.path, "plan.md");
    assert.equal(names.spelled(note("in/x.md"), { target: "paper.pdf", relative: false }), null);
  }
});

test("links join rooms in either direction, most first, and a link inside a room joins nothing", () => {
  const at = (room: string) => ({ wing: "w", room });
  const link = (from: string, line: number, to: string) => ({
    id: `${from}${line}`,
    source: "notes",
    from: `${from}.md`,
    line,
    to: `${to}.md`,
    fromPlace: at(from),
    toPlace: at(to),
  });
  const joined = linkedRooms([
    link("b", 9, "a"),
    link("c", 1, "a"),
    link("a", 4, "b"),
    link("b", 2, "a"),
    link("a", 1, "a"),
  ]);
  assert.deepEqual(
    joined.map(({ a, b, count, links }) => [a.room, b.room, count, links.map(({ from, line }) => `${from}:${line}`)]),
    [
      ["a", "b", 3, ["a.md:4", "b.md:2", "b.md:9"]],
      ["a", "c", 1, ["c.md:1"]],
    ],
  );
});

test("explicit tunnels: undirected, replaced by ends, shown only when both ends are seen", () => {
  const one = explicitTunnel(
    { wing: "Kai", room: "Garden" },
    { wing: "driftwood", room: "auth" },
    "keys under the pot",
  );
  assert.deepEqual(one, {
    a: { wing: "driftwood", room: "auth" },
    b: { wing: "kai", room: "garden" },
    label: "keys under the pot",
  });
  const again = explicitTunnel(one.b, one.a, "new label");
  assert.deepEqual(addTunnel([one], again), [again]);
  assert.deepEqual(removeTunnel([one], again), []);
  assert.throws(() => explicitTunnel(one.a, one.a), { code: "USAGE" });
  assert.deepEqual(visibleTunnels([one], ROWS), [one]);
  assert.deepEqual(
    visibleTunnels(
      [one],
      ROWS.filter(({ wing }) => wing !== "kai"),
    ),
    [],
  );
});

test("traverse agrees with walking every way of each length", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("r", "s", "t", "u", "v")), {
        selector: ([w, r]) => w + r,
        minLength: 1,
        maxLength: 14,
      }),
      (pairs) => {
        const rows = pairs.map(([wing, room]) => row(wing, room));
        const start = pairs[0]?.[1] as string;
        const wings = (room: string): string[] => pairs.filter(([, r]) => r === room).map(([w]) => w);
        const roomsOf = (wing: string): number => pairs.filter(([w]) => w === wing).length;
        const strength = (x: string, y: string): number =>
          wings(x)
            .filter((w) => wings(y).includes(w))
            .reduce((sum, w) => sum + 1 / roomsOf(w), 0) / Math.sqrt(wings(x).length * wings(y).length);
        const rooms = [...new Set(pairs.map(([, r]) => r))];
        let layer = new Map([[start, 1]]);
        const best = new Map<string, [number, number]>();
        for (let hop = 1; hop <= 3; hop++) {
          const next = new Map<string, number>();
          for (const [from, weight] of layer)
            for (const to of rooms) {
              if (to === start || best.has(to) || strength(from, to) === 0) continue;
              next.set(to, Math.max(next.get(to) ?? 0, weight * strength(from, to)));
            }
          for (const [to, weight] of next) best.set(to, [hop, weight]);
          layer = next;
        }
        const walked = traverse(rows, { start, hops: 3 });
        assert.equal(walked.length, best.size);
        for (const { room, hops, weight } of walked) {
          assert.equal(hops, best.get(room)?.[0]);
          assert.ok(Math.abs(weight - (best.get(room)?.[1] as number)) < 1e-9);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test("a wing of many rooms is walked once, not from each of its rooms", async () => {
  const walk = (count: number) => {
    const rows = Array.from({ length: count }, (_, i) => row(i % 2 === 0 ? "even" : "odd", `room-${i}`));
    return traverse([...rows, row("even", "bridge"), row("odd", "bridge")], { start: "room-0", hops: 3 });
  };
  await assertLinear("rooms", 20_000, walk);
  const walked = walk(20_000);
  assert.deepEqual(
    [1, 2].map((hops) => walked.filter((one) => one.hops === hops).length),
    [10_000, 10_000],
  );
  // Rooms in any of ten wings: a thousand sets of wings, each of which leads to all others.
  const wings = Array.from({ length: 10 }, (_, wing) => `wing-${wing}`);
  const scattered = Array.from({ length: 8_000 }, (_, i) =>
    wings.filter((_, wing) => (((i * 7919) % 1023) + 1) & (1 << wing)).map((wing) => row(wing, `room-${i}`)),
  ).flat();
  const before = process.cpuUsage();
  traverse(scattered, { start: "room-0", hops: 3 });
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 < 1_500, `${(user + system) / 1000} ms`);
});
