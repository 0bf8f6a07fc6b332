import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { TranscriptItem } from "../../model/transcript-read.ts";
import { isSigned, renderForModel } from "../prompt/fence.ts";
import { CUT_SIGN } from "../../text/evidence.ts";
import { asksLoci, withoutEcho, withoutOwnWords } from "./own-words.ts";

const sign = (word: string): string =>
  [...word, "k"]
    .map((letter) => (letter === "z" ? "a" : letter))
    .join("")
    .slice(0, 4);
const isOurs = (nonce: string): boolean => isSigned(nonce, sign);
const brief = (text: string): string =>
  renderForModel(
    {
      lead: "Where the last sessions stopped.",
      stored: [{ label: "M1", about: "notes.md", text }],
      tail: "More: expand",
    },
    sign,
  ).text;

/** How clients write down what they were given. */
const WAYS: readonly (readonly [way: string, written: (own: string) => string])[] = [
  ["as it is", (own) => own],
  [
    "in a frame, escaped",
    (own) => `<hook_context>${own.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</hook_context>`,
  ],
  ["in an escaped frame", (own) => `&lt;system-reminder&gt;${own.replaceAll("<", "&lt;")}&lt;/system-reminder&gt;`],
  ["in JSON", (own) => JSON.stringify({ output: own })],
  ["in JSON, angles escaped", (own) => JSON.stringify(own).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e")],
  ["wrapped", (own) => own.replaceAll("stored text, no", "stored text,\nno")],
];

for (const [way, written] of WAYS)
  test(`our own words are cut out of what a person said, ${way}`, () => {
    const text = `Before.\n\n${written(brief("Staging listens on port 8443."))}\n\nWhich port does staging use?`;
    const cut = withoutEcho(text, isOurs);
    assert.equal(cut.cuts, 1);
    assert.doesNotMatch(cut.text, /8443|DATA|last sessions|expand|hook_context|system-reminder/u);
    assert.match(cut.text, /^Before\.[\s\S]*Which port does staging use\?$/u);
    assert.ok(cut.text.includes(CUT_SIGN));
  });

test("what a client cut short goes to its end; what somebody else wrote in our form stays", () => {
  const own = brief("Staging listens on port 8443.\n".repeat(20));
  assert.equal(withoutEcho(own.slice(0, 300), isOurs).text, CUT_SIGN);
  const forged = own.replaceAll(/(?<=DATA |END )[a-z]{7}/gu, "abcdefg");
  for (const text of [forged, `  <context>${CUT_SIGN}</context>\n${forged}\n\n`])
    assert.deepEqual(withoutEcho(text, isOurs), { text, cuts: 0 });
});

test("a text without our fence comes out byte for byte, in linear time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) =>
      assert.deepEqual(withoutEcho(text, isOurs), { text, cuts: 0 }),
    ),
  );
});

test("calls of our tools are known, and others that speak of Loci are not", () => {
  for (const call of [
    "mcp__loci__search\n{}",
    "loci__wake_up\n{}",
    "mcp_loci_search\n{}",
    "loci_search\n{}",
    "loci.search",
    'Bash\n{"command":"npx loci search \\"which port\\" --json"}',
  ])
    assert.ok(asksLoci(call), call);
  for (const call of ["Bash\nls loci", "Read\nsrc/loci/search.ts", "locitool_x", "Grep\nloci", "mcp__lociX__search"])
    assert.ok(!asksLoci(call), call);
});

test("calls and results of our tools are left out of an agent's transcript, those of other tools stay", async () => {
  const said = (role: string, text: string): TranscriptItem => ({
    session: "s",
    id: text,
    role,
    author: null,
    time: null,
    text,
    caption: null,
  });
  const own = brief("Staging listens on port 8443.");
  async function* content(): AsyncGenerator<TranscriptItem> {
    yield said("user", "which port?");
    yield said("tool_call", "mcp__loci__search\n{}");
    yield said("tool_result", own);
    yield said("tool_call", "mcp__loci__search\n{}");
    yield said("tool_call", "Bash\nls");
    yield said("tool_result", "a.txt");
    yield said("tool_result", own);
    yield said("tool_call", "mcp__loci__wake_up\n{}");
    yield said("tool_result", "Nothing is stored yet.");
    yield said("assistant", "It is 8443.");
  }
  const kept: string[] = [];
  let skipped = 0;
  for await (const item of withoutOwnWords(content(), isOurs)) {
    if ("skipped" in item) skipped++;
    else if (!("titled" in item)) kept.push(item.text);
  }
  assert.deepEqual(kept, ["which port?", "Bash\nls", "a.txt", "It is 8443."]);
  assert.equal(skipped, 6);
});
