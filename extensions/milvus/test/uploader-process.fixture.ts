/**
 * A process that uploads to an index on a server until it is killed: `uploader-process.fixture.ts URI MANIFEST ROUNDS`. In each round it replaces three
 * documents, all with the round's number in their texts. A line `round N` says that round N is committed.
 */
import { openIndexHouse } from "../index.ts";
import { openSqlManifest } from "../../../src/storage/sql/manifest.ts";
import { openSqliteRunner } from "../../../src/storage/sqlite/database/transactions.ts";
import { sampleDocument } from "../../../test/contract/search-index/sample.ts";

const [uri, path, first] = process.argv.slice(2) as [string, string, string];
const house = openIndexHouse({
  uri,
  token: "",
  project: "killed",
  manifest: async () => openSqlManifest(await openSqliteRunner(path)),
});
const index = await house.open();
for (let round = Number(first); ; round++) {
  const put = [0, 1, 2].map((i) =>
    sampleDocument({
      path: `${i}.md`,
      drawers: Array.from({ length: 4 + ((round + i) % 3) }, (_, d) => `apple round${round} part${d}`),
    }),
  );
  process.stdout.write(`begin ${round}\n`);
  await index.apply({ put, remove: [] });
  process.stdout.write(`round ${round}\n`);
}
