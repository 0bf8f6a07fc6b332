/**
 * A process that tells facts until it is told to stop: `node teller.fixture.ts CATALOG NAME COUNT`. Each message states two
 * lists; the number of each is written to stdout when it is committed.
 */
import { createFacts } from "../../../src/facts/create-facts.ts";
import { openSqliteFactStore } from "../../../src/storage/sqlite/catalog/open-catalog.ts";

const [file = "", name = "", count = "0"] = process.argv.slice(2);
let next = 0;
const facts = createFacts({
  store: await openSqliteFactStore(file),
  files: null,
  clock: () => Date.now(),
  newId: () => `${name}-${next++}`,
});
for (let i = 0; i < Number(count); i += 1) {
  const result = await facts.tell(`Add ${name}${i} to my favorite teas. Add ${name}${i} to my favorite soups.`, {
    chat: name,
  });
  if (!result.changed) throw new Error(`message ${i} changed nothing: ${result.reason}`);
  process.stdout.write(`${i}\n`);
}
await facts.close();
