/**
 * The facts that `catalog-v6.sqlite` holds, beside the sources of `catalog-v1.sqlite`. The file was written once by the last version that kept facts in
 * tables with a version of their own, with `node test/formats/catalog-v6.ts`, and must never be written again.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openSqliteCatalog, openSqliteFactStore } from "../../src/storage/sqlite/catalog/open-catalog.ts";
import type { FactChange, FactList, FactReader } from "../../src/storage/ports/fact-store.ts";
import { SOURCES } from "./catalog-v1.ts";

export const FILE = new URL("catalog-v6.sqlite", import.meta.url);

const said = (messageId: string, sentence: string) => ({ messageId, chat: 'a "chat"', sentence, time: 1_700_000_000_000.25 });
const TEAS = said("m1", "My favorite teas are O’Neil's \"best\" and 寿司");
const CODE = said("m2", "my gym code is *99#");

export const LISTS: readonly FactList[] = [
  {
    scope: "kb",
    key: 'té "a"',
    topic: "Té",
    items: [
      { value: 'O’Neil\'s "best"', key: 'o’neil\'s "best"', source: TEAS, placedAt: 1_700_000_000_001 },
      { value: "寿司", key: "寿司", source: TEAS, placedAt: 1_700_000_000_002.5 },
    ],
    revision: 2,
  },
  { scope: "kb", key: "void", topic: "void", items: [], revision: 0 },
  {
    scope: "user:7",
    key: "my/gym code",
    topic: "gym code",
    items: [{ value: "*99#", key: "*99#", source: CODE, placedAt: 1_700_000_000_003 }],
    revision: 4,
  },
];
const change = (key: string, group: string, more: Pick<FactChange, "scope" | "source" | "operations">): Omit<FactChange, "sequence" | "undoneBy"> => ({
  group, key, topic: key, recordedAt: 5.5, reason: "test", effect: { added: [{ value: "x", position: 1 }], removed: [], moved: [] }, ...more,
});
const CHANGES = [
  change('té "a"', "g1", { scope: "kb", source: TEAS, operations: [{ op: "append", values: ["x"] }] }),
  change('té "a"', "g2", { scope: "kb", source: TEAS, operations: [{ op: "clear" }] }),
  change('té "a"', "g3", { scope: "kb", source: TEAS, operations: [{ op: "undo", group: "g2" }] }),
  change("my/gym code", "g4", { scope: "user:7", source: CODE, operations: [{ op: "set", rank: 1, value: "*99#" }] }),
];

/** All that a store of these facts answers. */
export const factsOf = (reader: FactReader): object => ({
  lists: reader.lists(null).map(({ scope, key }) => reader.list(scope, key)),
  changes: reader.changesAfter(0),
  ofTeas: reader.changes("kb", 'té "a"').map(({ group, undoneBy }) => [group, undoneBy]),
  last: reader.lastGroup("kb", 'a "chat"').map(({ group }) => group),
});
export const FACTS: object = {
  lists: LISTS,
  changes: CHANGES.map((one, i) => ({ ...one, sequence: i + 1, undoneBy: i === 1 ? "g3" : null })),
  ofTeas: [["g1", null], ["g2", "g3"], ["g3", null]],
  last: ["g1"],
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(FILE, { force: true });
  const catalog = await openSqliteCatalog(fileURLToPath(FILE));
  for (const one of SOURCES) await catalog.sources.put(one);
  const store = await openSqliteFactStore(fileURLToPath(FILE));
  await store.write((writer) => {
    for (const list of LISTS) writer.putList(list);
    for (const one of CHANGES) writer.addChange(one);
    writer.markUndone([2], "g3");
  });
  await store.close();
  await catalog.close();
}
