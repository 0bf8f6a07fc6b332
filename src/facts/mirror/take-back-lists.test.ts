import assert from "node:assert/strict";
import { mkdtempSync, copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Facts } from "../api/facts.ts";
import { createFacts } from "../create-facts.ts";
import { openSqliteFactStore } from "../../storage/sqlite/facts/open-fact-store.ts";
import { openMirrorFolder } from "./mirror-folder.ts";
import { takeBackLists } from "./take-back-lists.ts";

function kept(t: TestContext): {
  readonly folder: string;
  readonly catalog: string;
  readonly mirror: (name: string) => string;
  readonly open: () => Promise<{ readonly facts: Facts; readonly taken: readonly string[] }>;
} {
  const folder = mkdtempSync(join(tmpdir(), "loci-taken-"));
  t.after(() => rmSync(folder, { recursive: true }));
  let now = Date.UTC(2026, 0, 1);
  const newId = (): string => String((now += 1));
  const catalog = join(folder, "catalog.sqlite");
  return {
    folder,
    catalog,
    mirror: (name) => join(folder, "facts", name),
    async open() {
      const parts = {
        store: await openSqliteFactStore(catalog),
        mirrors: openMirrorFolder(join(folder, "facts")),
        clock: () => (now += 1000),
        newId,
      };
      const taken = await takeBackLists(parts);
      return { taken, facts: createFacts(parts) };
    },
  };
}

const values = async (facts: Facts, topic: string): Promise<readonly string[]> =>
  (await facts.show(topic)).items.map(({ value }) => value);

test("lists that a lost store held are taken back from their mirrors, each value with where it was said", async (t) => {
  const { catalog, open } = kept(t);
  const { facts: before } = await open();
  await before.tell("My favorite LEGO sets are castle, ship, crane", {
    chat: "A",
    messageId: "m1",
    time: "2025-03-02T10:00:00Z",
  });
  await before.tell("Put tower first in my favorite LEGO sets", {
    chat: "B",
    messageId: "m2",
    time: "2025-03-03T10:00:00Z",
  });
  await before.tell("My favorite tea is sencha", { scope: "user:a", chat: "C" });
  const asked = async (facts: Facts): Promise<unknown> => [
    await facts.list(),
    (await facts.ask("List my favorite LEGO sets")).items,
    (await facts.ask("What is my favorite tea?", { scope: "user:a" })).text,
  ];
  const expected = await asked(before);
  await before.close();
  rmSync(catalog);

  const { facts, taken } = await open();
  assert.equal(taken.length, 2);
  assert.deepEqual(await asked(facts), expected);
  assert.deepEqual(await facts.check(), []);
  assert.equal((await facts.undo()).changed, false, "nothing that was got back is taken away");
  await facts.tell("Add bridge to my favorite LEGO sets");
  await facts.close();
  const again = await open();
  assert.deepEqual(
    [again.taken, await values(again.facts, "lego set")],
    [[], ["tower", "castle", "ship", "crane", "bridge"]],
  );
  await again.facts.deleteChat("A");
  assert.deepEqual(await values(again.facts, "lego set"), ["tower", "bridge"], "what a chat said goes with it");
  await again.facts.close();
});

test("an older store that was put back gets what was told since, also what was edited in the file", async (t) => {
  const { catalog, mirror, open } = kept(t);
  const { facts: first } = await open();
  await first.tell("My favorite teas are sencha, assam");
  await first.close();
  copyFileSync(catalog, `${catalog}.old`);
  const { facts: second } = await open();
  await second.tell("Add oolong to my favorite teas");
  await second.close();
  writeFileSync(
    mirror("tea.private.md"),
    readFileSync(mirror("tea.private.md"), "utf8").replace(/^1\. sencha.*\n/mu, ""),
  );
  rmSync(`${catalog}-wal`, { force: true });
  copyFileSync(`${catalog}.old`, catalog);

  const { facts, taken } = await open();
  assert.deepEqual([taken, await values(facts, "tea")], [["tea.private.md"], ["assam", "oolong"]]);
  assert.deepEqual(await facts.check(), []);
  assert.match(readFileSync(mirror("tea.private.md"), "utf8"), /1\. assam.*\n2\. oolong/u);
  await facts.close();
});
