import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openStaticEmbedding } from "../embedding/static/provider.ts";
import type { SearchOptions } from "../model/requests/index.ts";
import type { SearchResult } from "../operations/answers/hits.ts";
import { isStopWord } from "../text/words.ts";
import { type ChatFixture, chatDependencies } from "./palace.fixture.ts";
import { search } from "./search.ts";

const provider = openStaticEmbedding({ isStopWord });

const CHATS: readonly ChatFixture[] = [
  {
    session: "monday",
    date: "2023-06-05T10:00:00Z",
    messages: [
      ["Ana", "Did you ever find the lost violin?"],
      ["Ben", "Yes, the violin was in the attic, behind the old mirrors."],
      ["Ana", "What a relief. We rehearse on Friday then."],
    ],
  },
  {
    session: "garden",
    date: "2023-05-01T10:00:00Z",
    messages: [
      ["Ana", "The tomatoes need water every morning."],
      ["Ben", "I planted basil beside the tomatoes."],
    ],
  },
  {
    session: "secret",
    scope: "admin",
    messages: Array.from({ length: 12 }, (_, i) => ["Owner", `The violin number ${i} cost four thousand crowns.`]),
  },
];

async function searcher(
  chats: readonly ChatFixture[] = CHATS,
): Promise<(query: string, options?: SearchOptions) => Promise<SearchResult>> {
  const deps = await chatDependencies(chats, provider);
  return (query, asked) => search(deps, query, asked);
}

describe("whole searches over the reference engine", () => {
  test("what answers is found, by every mode and fusion, and the parts of a score add up to it", async () => {
    const ask = await searcher();
    for (const mode of ["hybrid", "lexical"] as const)
      for (const fusion of ["learned", "rrf", "plain"] as const) {
        const { hits } = await ask("where was the violin found?", { mode, fusion, caller: "public", explain: true });
        assert.ok(
          hits.slice(0, 2).some(({ text }) => text.includes("attic")),
          `${mode} ${fusion}`,
        );
        for (const { score, parts } of hits)
          assert.ok(Math.abs(Object.values(parts).reduce((sum, part) => sum + part, 0) - score) < 1e-9);
      }
    const { hits } = await ask("what stands beside the tomatos", { caller: "public" });
    assert.ok(hits[0]?.text.includes("basil"), hits[0]?.text);
  });

  test("the boundary, filters and collapsing of copies hold", async () => {
    const ask = await searcher();
    const { hits, filters } = await ask("violin", { caller: "public", limit: 100 });
    assert.ok(hits.length > 0 && hits.every(({ scope }) => scope === "kb"));
    assert.equal(filters.visible, 5);
    assert.equal((await ask("violin", { room: "garden" })).hits.length <= 2, true);
  });
});

test("what others may see moves no score", async () => {
  const alone = CHATS.filter(({ scope }) => scope === undefined);
  const scores = async (chats: readonly ChatFixture[]) =>
    (await (await searcher(chats))("the violin in the attic", { caller: "public" })).hits.map(({ id, score }) => [
      id,
      score,
    ]);
  assert.deepEqual(await scores(CHATS), await scores(alone));
});
