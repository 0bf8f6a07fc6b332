import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { rounds } from "../rounds.fixture.ts";
import { temporaryFolder } from "./notes.fixture.ts";
import { runScript } from "./run-process.fixture.ts";

/** Times that two processes are started, and that each of them opens the data folder. */
const ROUNDS = rounds(6, 1);
const OPENINGS = rounds(10, 3);

test("two processes and one that stays open forget, add and search: no database is damaged under them", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.addDrawer({ wing: "w", room: "r", scope: "kb", text: "The first drawer stays to the end of all." });
  const add = async (who: string, round: number): Promise<string> =>
    (
      await project.addDrawer({
        wing: "w",
        room: "r",
        scope: "kb",
        text: `The one called ${who} wrote the line ${round} of his own book.`,
        force: true,
      })
    ).id;
  for (let round = 0; round < ROUNDS; round++) {
    // They open and close the databases again and again: the last to close one that nobody locks deletes its log.
    const others = [0, 1].map((i) =>
      runScript("forgetting-process.fixture.ts", [home, "p", `other${round}x${i}`, String(OPENINGS)]),
    );
    let running = true;
    const ended = Promise.all(others.map((other) => other.ended)).finally(() => (running = false));
    for (let turn = 0; running; turn++) {
      const id = await add("service", round * 100 + turn);
      const { proof } = await project.forget(id, { yes: true });
      assert.equal(proof?.clean, true, JSON.stringify(proof));
      const { hits, notes } = await project.search("the first drawer stays", { mode: "lexical" });
      assert.ok(hits[0]?.text.includes("first drawer"), `round ${round}`);
      assert.deepEqual(notes, [], `round ${round}`);
    }
    for (const { code, errors } of await ended) assert.equal(code, 0, errors);
  }
  assert.deepEqual(
    (await project.doctor()).filter(({ severity }) => severity === "error"),
    [],
  );
  assert.equal((await project.status()).counts.drawers, 1 + 2 * ROUNDS * OPENINGS);
});
