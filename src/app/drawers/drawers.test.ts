import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { openLoci } from "../../engine/open-loci.ts";
import type { Project } from "../../operations/project.ts";

const FILES: Readonly<Record<string, string>> = {
  "boat/engine.md":
    "---\nwing: boat\ndate: 2026-03-14\n---\n# Engine\n\nThe diesel of the Kittiwake.\n\n## Cooling\n\nThe pump leaks at the seal.\n\n## Oil\n\nChanged every hundred hours.\n",
  "boat/copy.md":
    "---\nwing: boat\ndate: 2025-01-02\n---\n# Copied\n\nFrom the other note, [[engine#Oil]].\n\n## Cooling\n\nThe pump leaks at the seal.\n",
  "home/bread.md": "---\nwing: home\ndate: 2026-05-20\n---\n# Bread\n\nRye rests twelve hours beside the pump.\n",
  "home/undated.txt": "Nobody knows when this was written about a very long walk along the river and back again.\n",
};

async function opened(t: TestContext): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "loci-drawers-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const project = await loci.project("p");
  await project.index([join(folder, "boat"), join(folder, "home", "bread.md")], { scope: "kb" });
  await project.addDrawer({
    wing: "boat",
    room: "diary",
    scope: "admin",
    text: "The pump was stolen, says the owner alone.",
  });
  return project;
}

test("drawers are listed newest first or oldest first, and parts of the list make the whole", async (t) => {
  const project = await opened(t);
  const { drawers, total } = await project.drawers({});
  assert.equal(drawers.length, total);
  const dates = drawers.map(({ date }) => date ?? "");
  assert.deepEqual(dates, [...dates].sort().reverse());
  const parts = [];
  for (let offset = 0; offset < total; offset += 2)
    parts.push(...(await project.drawers({ offset, limit: 2 })).drawers);
  assert.deepEqual(parts, drawers);
  const oldest = await project.drawers({ order: "asc" });
  assert.deepEqual(
    oldest.drawers.map(({ id }) => id),
    drawers.map(({ id }) => id).reverse(),
  );
});

test("other orders sort all that pass the filters, ties by id", async (t) => {
  const project = await opened(t);
  const long = (await project.drawers({ sort: "length" })).drawers.map(({ length }) => length);
  assert.deepEqual(
    long,
    [...long].sort((a, b) => b - a),
  );
  const places = (await project.drawers({ sort: "wing", order: "asc", wing: "boat" })).drawers;
  assert.ok(places.length > 0 && places.every(({ wing }) => wing === "boat"));
  assert.deepEqual(
    places.map(({ room }) => room),
    places.map(({ room }) => room).sort(),
  );
  await assert.rejects(project.drawers({ sort: "colour" as "date" }), { code: "USAGE" });
  await assert.rejects(project.drawers({ limit: 0 }), { code: "USAGE" });
  await assert.rejects(project.drawers({ offset: -1 }), { code: "USAGE" });
});

test("words narrow the list to drawers that hold them all; equal texts are found, and counted", async (t) => {
  const project = await opened(t);
  const matching = (await project.drawers({ text: "PUMP seal" })).drawers;
  assert.equal(matching.length, 2);
  assert.deepEqual(matching.map(({ title }) => title).sort(), ["Copied", "Engine"]);
  assert.ok(matching.every(({ text }) => text.includes("pump leaks at the seal")));
  const twice = await project.drawers({ duplicates: true });
  assert.deepEqual(twice.drawers.map(({ duplicates, source }) => [duplicates, source.path]).sort(), [
    [1, "copy.md"],
    [1, "engine.md"],
  ]);
  assert.equal((await project.drawers({ text: "unheard-of" })).total, 0);
});

test("who may not see a drawer finds it in no list, count or month", async (t) => {
  const project = await opened(t);
  const [owner, other] = [await project.drawers({}), await project.drawers({ caller: "public" })];
  assert.equal(owner.total, other.total + 1);
  assert.equal((await project.drawers({ caller: "public", room: "diary" })).total, 0);
  const sum = async (caller: "owner" | "public"): Promise<number> => {
    const { months, undated } = await project.timeline({ caller });
    return months.reduce((all, { drawers }) => all + drawers, undated);
  };
  assert.deepEqual([await sum("owner"), await sum("public")], [owner.total, other.total]);
});

test("a timeline names every month from the first to the last, also those without a drawer", async (t) => {
  const project = await opened(t);
  const { months, undated } = await project.timeline({ wing: "boat", caller: "public" });
  assert.equal(undated, 0);
  assert.deepEqual([months[0]?.month, months.at(-1)?.month, months.length], ["2025-01", "2026-03", 15]);
  assert.deepEqual(
    months.filter(({ drawers }) => drawers > 0).map(({ month }) => month),
    ["2025-01", "2026-03"],
  );
  assert.deepEqual((await project.timeline({ wing: "nowhere" })).months, []);
});

test("months of a timeline are the user's in every zone, and count what since and until find", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-months-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // Hours behind and before the turns of months, and days without an hour.
  const dates = ["2026-02-01T01:00:00Z", "2025-12-31T23:00:00Z", "2026-02-01", "2025-12-31", "2026-06-30T20:30:00Z"];
  mkdirSync(join(folder, "notes"));
  for (const [i, date] of dates.entries())
    writeFileSync(
      join(folder, "notes", `${i}.md`),
      `---\ndate: ${date}\n---\nThe lock keeper wrote note ${"abcde"[i]} about barge ${i}.\n`,
    );
  for (const zone of ["UTC", "America/New_York", "Asia/Tokyo", "Pacific/Honolulu", "Asia/Kathmandu"]) {
    const loci = await openLoci({ home: join(folder, "home"), settings: { chat: { time_zone: zone } } });
    try {
      const project = await loci.project("p");
      await project.index([join(folder, "notes")], { scope: "kb" });
      const inZone = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, year: "numeric", month: "2-digit" });
      const own = dates.map((date) => (date.includes("T") ? inZone.format(new Date(date)) : date.slice(0, 7)));
      const { months, undated } = await project.timeline({});
      assert.equal(undated, 0, zone);
      assert.deepEqual([months[0]?.month, months.at(-1)?.month], [own.toSorted()[0], own.toSorted().at(-1)], zone);
      for (const { month, drawers } of months) {
        assert.equal(drawers, own.filter((one) => one === month).length, `${zone} ${month}`);
        assert.equal((await project.drawers({ since: month, until: month })).total, drawers, `${zone} ${month}`);
      }
    } finally {
      await loci.close();
    }
  }
});

test("an outline names a document's headings with their first drawers, and where the asked one stands", async (t) => {
  const project = await opened(t);
  const oil = (await project.drawers({ text: "hundred hours" })).drawers[0];
  assert.ok(oil !== undefined);
  const { kind, entries, size, position } = await project.outline(oil.id.slice(0, 12));
  assert.equal(kind, "heading");
  assert.deepEqual(
    entries.map(({ title, level }) => [title, level]),
    [
      ["Engine", 1],
      ["Cooling", 2],
      ["Oil", 2],
    ],
  );
  assert.deepEqual([position, entries.at(-1)?.id], [size - 1, oil.id]);
  await assert.rejects(project.outline("0".repeat(32)), { code: "DRAWER_NOT_FOUND" });
});

test("an outline names the links of other notes that lead to its document, as far as the caller sees them", async (t) => {
  const project = await opened(t);
  const oil = (await project.drawers({ text: "hundred hours" })).drawers[0]?.id as string;
  const { links } = await project.outline(oil);
  assert.deepEqual(
    links.map(({ from, line }) => [from, line]),
    [["copy.md", 7]],
  );
  const [linking] = (await project.expand([links[0]?.id as string])).drawers;
  assert.match(linking?.text ?? "", /\[\[engine#Oil\]\]/);
  assert.deepEqual((await project.outline(linking?.id as string)).links, []);
  await project.addDrawer({ text: "Mine: [[engine]].", wing: "boat", room: "engine", scope: "admin" });
  assert.deepEqual((await project.outline(oil, { caller: "public" })).links, links);
});

test("drawers are listed by their ids, in that order; what is gone or not for who asks is left out", async (t) => {
  const project = await opened(t);
  const { drawers } = await project.drawers({ order: "asc" });
  const ids = drawers.map(({ id }) => id).toReversed();
  const named = await project.drawers({ ids: [...ids, "0".repeat(32)], wing: "home" });
  assert.deepEqual([named.drawers.map(({ id }) => id), named.total], [ids, ids.length]);
  const kb = await project.drawers({ ids, caller: "public" });
  assert.deepEqual(
    kb.drawers.map(({ scope }) => scope),
    ids.slice(1).map(() => "kb"),
  );
});

test("one's own are listed in parts of their own, however many others have", async (t) => {
  const project = await opened(t);
  await project.addDrawer({ text: "The ferry leaves at nine.", wing: "me", room: "pins" });
  for (let i = 0; i < 3; i++)
    await project.addDrawer({ text: `Note ${i} of another.`, wing: "me", room: "pins" }, { caller: "user:7" });
  for (const sort of ["date", "length"] as const)
    for (const [caller, text] of [
      ["owner", /ferry/u],
      ["user:7", /another/u],
    ] as const) {
      const { drawers, total } = await project.drawers({
        own: true,
        room: "pins",
        sort,
        order: "desc",
        limit: 1,
        caller,
      });
      assert.match(drawers[0]?.text ?? "", text);
      assert.equal(total, caller === "owner" ? 1 : 3);
    }
});

test("a text is not cut through a character", async (t) => {
  const project = await opened(t);
  const text = `${"x".repeat(239)}𝛼 and so on`;
  const { id } = await project.addDrawer({ text, scope: "kb" });
  const { drawers } = await project.drawers({ limit: 500 });
  const listed = drawers.find((one) => one.id === id)?.text ?? "";
  assert.ok(listed.length > 200 && listed.isWellFormed() && text.startsWith(listed));
});

test("what an agent's program wrote in the user's place is no message of his outline, and no word of a closet", async (t) => {
  const project = await opened(t);
  const folder = mkdtempSync(join(tmpdir(), "loci-machine-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const said: readonly (readonly [type: string, text: string, meta?: boolean])[] = [
    [
      "user",
      "Caveat: The messages below were generated by the user while running local commands. DO NOT respond to them.",
      true,
    ],
    [
      "user",
      "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>",
    ],
    ["user", "<local-command-stdout>Cleared the conversation of everything.</local-command-stdout>"],
    ["user", "The barn door motor draws 9 amps; which fuse?"],
    ["assistant", "A 16 amp slow fuse fits a motor of 9 amps."],
  ];
  const lines = said.map(([type, content, isMeta = false], i) =>
    JSON.stringify({
      ...{ type, isMeta, userType: "external", isSidechain: false, sessionId: "db5b5fab-8f4d-4e27-9da1-494c73cf256d" },
      ...{ uuid: `m${i}`, parentUuid: i === 0 ? null : `m${i - 1}`, timestamp: `2026-11-25T10:0${i}:00.000Z` },
      message: { role: type, content: type === "user" ? content : [{ type: "text", text: content }] },
    }),
  );
  writeFileSync(join(folder, "db5b5fab.jsonl"), lines.join("\n"));
  await project.mine([folder], { scope: "kb", wing: "barn" });
  const { closets } = await project.closets({ wing: "barn" });
  const key = closets.map((one) => one.key?.sentence);
  assert.deepEqual(key, ["A 16 amp slow fuse fits a motor of 9 amps."]);
  assert.deepEqual(
    closets[0]?.words.filter((word) => /command|message|args|caveat|stdout|local|clear/u.test(word)),
    [],
  );
  assert.equal(closets[0]?.drawers.length, 5);
  const { entries } = await project.outline(closets[0]?.drawers[0] ?? "");
  assert.deepEqual(
    entries.map(({ title }) => title),
    ["The barn door motor draws 9 amps; which fuse?"],
  );
});
