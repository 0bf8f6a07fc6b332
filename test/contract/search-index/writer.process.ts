/**
 * A process that writes to an index and searches it, for the tests of many processes and of killed ones.
 *
 * `writer.process.ts FILE NAME ROUNDS`: in each round it replaces three documents of its own, all with the round's number in
 * their text, then searches. A line `round N` on stdout says that round N is committed.
 */
import { openSqliteSearchIndex } from "../../../src/storage/sqlite/open-search-index.ts";
import { sampleDocument, sampleQuery, words } from "./sample.ts";

const [path, name, rounds] = process.argv.slice(2) as [string, string, string];
const index = await openSqliteSearchIndex(path, { merge: { factor: 2, smallest: 4 } });
for (let round = 1; round <= Number(rounds); round++) {
  const put = [0, 1, 2].map((i) =>
    sampleDocument({
      path: `${name}-${i}.md`,
      drawers: Array.from({ length: 3 + ((round + i) % 4) }, (_, d) => `apple ${name} round${round} part${d}`),
    }),
  );
  await index.apply({ put, remove: [] });
  process.stdout.write(`round ${round}\n`);
  const { candidates } = await index.candidates(
    sampleQuery({ terms: words("appl", name), filter: { paths: put.map(({ document }) => document.path) } }),
  );
  const texts = (
    await index.get(
      candidates.map(({ id }) => id),
      "all",
    )
  ).map(({ drawer }) => drawer.text);
  if (texts.length === 0 || !texts.every((text) => text.includes(` round${round} `)))
    throw new Error(`${name} doesn't find what it wrote`);
}
await index.close();
