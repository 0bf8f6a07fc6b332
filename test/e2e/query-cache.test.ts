import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type Caller, openLoci, type SearchOptions, type SearchResult } from "../../src/index.ts";

const CALLERS: readonly Caller[] = ["owner", "user:1", "user:2", "public"];
const QUESTIONS = ["where is the lantern", "keeper of the harbour", "lantern of keeper 3", "what happened today"];
const OPTIONS: readonly SearchOptions[] = [{}, { limit: 2 }, { groupBy: "document" }, { wing: "coast" }];

async function twoOpened(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), "loci-cache-"));
  const [one, two] = [await openLoci({ home }), await openLoci({ home })];
  t.after(async () => {
    await one.close();
    await two.close();
    rmSync(home, { recursive: true });
  });
  const fresh = async (query: string, options: SearchOptions): Promise<SearchResult> => {
    const opened = await openLoci({ home });
    const answer = await (await opened.project("p")).search(query, options);
    await opened.close();
    return answer;
  };
  return { own: await one.project("p"), other: await two.project("p"), fresh };
}

const withoutTimings = ({ timings: _, ...rest }: SearchResult): object => rest;

test("what is kept is what a search without a cache gives, whoever asks and whatever is written, here or by another", async (t) => {
  const { own, other, fresh } = await twoOpened(t);
  let seed = 11;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(seed / 65_536) % below;
  };
  const ids: string[] = [];
  let kept = 0;
  for (let step = 0; step < 24; step++) {
    const by = random(2) === 0 ? own : other;
    const scope = ["kb", "admin", "user:1", "user:2"][random(4)] as string;
    const text = `Step ${step}: keeper ${random(9)} of the harbour hung the lantern at pier ${random(5)}.`;
    const action = random(8);
    if (action < 3) ids.push((await by.addDrawer({ text, wing: "coast", room: "piers", scope, force: true })).id);
    else if (action === 3) await by.addMessage(`chat-${scope}`, { id: `m${step}`, role: "user", text }, { scope });
    else if (action === 4 && ids.length > 3)
      await by.forget(ids.splice(random(ids.length), 1)[0] as string, { yes: true });
    else if (action === 5) await by.aliasWing(`shore-${step}`, "coast");
    else if (action === 6) await by.renameWing("coast", `coast-${step}`);
    for (let ask = 0; ask < 4; ask++) {
      const query = QUESTIONS[random(QUESTIONS.length)] as string;
      const options = { ...OPTIONS[random(OPTIONS.length)], caller: CALLERS[random(CALLERS.length)] as Caller };
      const answers = [await own.search(query, options), await own.search(query, options)];
      if (answers[1]?.timings["cache"] !== undefined) kept++;
      if (ask > 0) continue;
      const oracle = withoutTimings(await fresh(query, options));
      for (const answer of answers) assert.deepEqual(withoutTimings(answer), oracle);
    }
  }
  assert.ok(kept > 60, `${kept} answers were kept`);
});

test("an answer is kept until anybody writes anything, is nobody else's, and is a copy", async (t) => {
  const { own, other } = await twoOpened(t);
  const add = async (project: typeof own, scope: string, n: number): Promise<void> =>
    void (await project.addDrawer({
      text: `The lantern of keeper ${n}.`,
      wing: "coast",
      room: "piers",
      scope,
      force: true,
    }));
  await add(own, "user:1", 1);
  await add(own, "user:2", 2);
  const ask = (caller: Caller) => own.search("lantern of the keeper", { caller });
  const isKept = ({ timings }: SearchResult): boolean => timings["cache"] !== undefined;
  const first = await ask("user:1");
  assert.equal(isKept(first), false);
  const second = await ask("user:1");
  assert.equal(isKept(second), true);
  (second.hits[0] as { text: string }).text = "changed by its reader";
  assert.deepEqual(withoutTimings(await ask("user:1")), withoutTimings(first));
  const others = await ask("user:2");
  assert.equal(isKept(others), false);
  assert.deepEqual(
    others.hits.map(({ text }) => text),
    ["The lantern of keeper 2."],
  );
  // Somebody else's write ends it all the same, and changes nothing of the answer.
  await add(other, "user:2", 3);
  const again = await ask("user:1");
  assert.equal(isKept(again), false);
  assert.deepEqual(withoutTimings(again), withoutTimings(first));
  assert.equal(isKept(await own.search("lantern since last hour", { caller: "user:1", since: "2020" })), false);
  assert.equal(isKept(await own.search("lantern since last hour", { caller: "user:1", since: "2020" })), false);
});
