import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci, type Project } from "../../index.ts";
import { hitsAnswer } from "../../surfaces/mcp/text/hits-text.ts";
import { renderSearchResult } from "../../surfaces/cli/render/hits.ts";
import { createStyle } from "../../surfaces/cli/output/style.ts";

async function told(t: { after: (fn: () => void) => void }): Promise<Project> {
  const home = mkdtempSync(join(tmpdir(), "loci-as-of-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true });
  });
  const project = await loci.project("kiln");
  const said: readonly (readonly [day: string, text: string, scope?: "kb" | "user:7"])[] = [
    ["2026-03-01", "The kiln opening is planned for 20 May."],
    ["2026-03-02", "The glaze is delivered by Hartmann."],
    ["2026-03-05", "The kiln opening slips to 3 June."],
    ["2026-03-06", "The kiln opening is a secret of Mirabel.", "user:7"],
    ["2026-03-07", "The kiln opening needs forty chairs."],
  ];
  for (const [n, [day, text, scope = "kb"]] of said.entries())
    await project.addMessage(`chat-${scope}`, { id: `m${n}`, role: "user", text, time: `${day}T10:00:00Z` }, { scope });
  return project;
}

const QUESTION = "When is the kiln opening?";

test("what was said after the day as of which is asked stands apart, below what was true then", async (t) => {
  const project = await told(t);
  const texts = (hits: readonly { readonly text: string }[] = []): string => hits.map(({ text }) => text).join("\n");
  const then = await project.search(QUESTION, { asOf: "2026-03-03" });
  assert.match(texts(then.hits), /20 May/u);
  assert.doesNotMatch(texts(then.hits), /3 June|Mirabel|chairs/u);
  assert.match(texts(then.later), /3 June/u);
  assert.equal((await project.search(QUESTION)).later, undefined, "nothing is later than now");
  assert.deepEqual((await project.search(QUESTION, { asOf: "2026-04-01" })).later, []);

  const before = await project.search("kiln opening", { asOf: "2026-02-01" });
  assert.deepEqual([before.hits, before.covered], [[], false], "what is said later covers nothing");
  assert.match(texts(before.later), /20 May/u);

  // Whatever else limits a question limits what is said later.
  for (const limits of [{ until: "2026-03-03" }, { wing: "elsewhere" }, { role: "assistant" }, { type: "pdf" }])
    assert.deepEqual((await project.search(QUESTION, { asOf: "2026-03-03", ...limits })).later, []);
  assert.doesNotMatch(texts((await project.search(`${QUESTION} -june`, { asOf: "2026-03-03" })).later), /3 June/u);
  assert.doesNotMatch(
    texts((await project.search("kiln opening", { asOf: "2026-03-03", caller: "public" })).later),
    /Mirabel/u,
  );
  assert.doesNotMatch(
    texts((await project.search("kiln opening", { asOf: "2026-03-03", since: "2026-03-07" })).later),
    /3 June/u,
  );
  assert.deepEqual((await project.search(QUESTION, { asOf: "2026-03-03", budgetTokens: 1 })).later, []);
  // A day in words is seen from the day of asking, and not once more from that day.
  const yesterday = await project.search(QUESTION, { asOf: "yesterday", now: "2026-03-04T12:00:00Z" });
  assert.match(texts(yesterday.hits), /20 May/u);
  assert.match(texts(yesterday.later), /3 June/u);
  const { sources } = await project.ask(QUESTION, { search: { asOf: "2026-03-03" } });
  assert.doesNotMatch(texts(sources as never), /3 June/u, "no answer stands on it");
});

test("terminals and models are shown it behind a divider", async (t) => {
  const project = await told(t);
  const result = await project.search(QUESTION, { asOf: "2026-03-03" });
  const rendered = renderSearchResult(result, { style: createStyle({ isTTY: false }, {}) });
  assert.match(rendered, /20 May[^]*── said later ─+[^]*3 June/u);
  const { lead = "", stored = [], shown } = hitsAnswer(result, { reader: "owner", skip: 0 });
  assert.match(lead, new RegExp(`^${result.weaker} passage`, "u"));
  const at = stored.findIndex(({ about }) => about.startsWith("said later: "));
  assert.ok(at === result.weaker && /3 June/u.test(stored[at]?.text ?? ""));
  assert.equal(shown.length, result.weaker);
  assert.ok(!hitsAnswer(result, { reader: "owner", skip: 1 }).stored?.some(({ about }) => /^said later/u.test(about)));
});
