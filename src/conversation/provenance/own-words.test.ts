import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { TranscriptItem } from "../../model/transcript-read.ts";
import { isSigned, renderForModel, UNASKED } from "../prompt/fence.ts";
import { CUT_SIGN } from "../../text/evidence.ts";
import { asksLoci, withoutEcho, withoutOwnWords } from "./own-words.ts";
import { assertLinear } from "../../text/linear.fixture.ts";
import { codePoint } from "../../../test/code-point.fixture.ts";

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

const eachLine = (text: string, written: (line: string, i: number) => string): string =>
  text.split("\n").map(written).join("\n");
const angles = (text: string, left: string, right: string): string => text.replaceAll("<", left).replaceAll(">", right);
const inString = (text: string): string => JSON.stringify(text).slice(1, -1);
const wrapped = (text: string, width: number): string =>
  eachLine(text, (line) => line.replaceAll(new RegExp(`(.{1,${width}})(?: +|$)`, "gu"), "$1\n").trimEnd());

/** How clients, terminals and people write down a whole message that brings us back. */
const WHOLE: readonly (readonly [way: string, written: (text: string) => string])[] = [
  ["with other line ends", (text) => text.replaceAll("\n", "\r\n")],
  ["in a string in a string", (text) => inString(angles(inString(text), String.raw`\u003C`, String.raw`\u003E`))],
  ["in a string of another language", (text) => angles(inString(text), String.raw`\x3c`, String.raw`\x3e`)],
  ["in markup twice", (text) => angles(text, "&amp;lt;", "&amp;gt;")],
  ["in numbers of markup", (text) => angles(text, "&#60;", "&#x3E;")],
  ["with breaks of markup", (text) => angles(text, "&lt;", "&gt;").replaceAll("\n", "<br>")],
  ["with escapes of Markdown", (text) => angles(text, String.raw`\<`, String.raw`\>`)],
  ["made harmless", (text) => text.replaceAll("<<<", "‹‹‹").replaceAll(">>>", "›››")],
  ["wrapped at 80", (text) => wrapped(text, 80)],
  ["wrapped at 30 and quoted", (text) => eachLine(wrapped(text, 30), (line) => `> ${line}`)],
  ["quoted twice, in a string", (text) => inString(eachLine(text, (line) => `> > ${line}`))],
  ["with numbered lines", (text) => eachLine(text, (line, i) => `${String(i + 1).padStart(6)}→${line}`)],
  ["as found in a file", (text) => eachLine(text, (line, i) => `logs/run-1.txt:${i + 1}:${line}`)],
  ["as a difference", (text) => eachLine(text, (line) => `+${line}`)],
  ["in a box", (text) => eachLine(text, (line) => `│ ${line.padEnd(120)} │`)],
  ["in colours", (text) => eachLine(text, (line) => `\u001b[90m${line}\u001b[0m`)],
];

for (const [way, written] of WHOLE)
  test(`a message without our own words keeps those of a person, ${way}`, () => {
    const text = `Fix the login page.\n\n${brief("Staging: 8443.\n\n- Harbour\n\nThe cat.")}\n\nThen run the tests.`;
    const { text: kept, cuts } = withoutEcho(written(text), isOurs);
    assert.equal(cuts, 1);
    assert.doesNotMatch(kept, /8443|Harbour|cat|DATA|last sessions|expand/u);
    assert.match(kept, /Fix the login page\.[\s\S]*Then run the tests\./u);
  });

/** Ways of writing a text that clients put into one another. */
const NESTED: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  inString,
  (text) => angles(text.replaceAll("&", "&amp;"), "&lt;", "&gt;"),
  (text) => eachLine(text, (line) => `+ ${line}`),
  (text) => eachLine(text, (line) => `    > ${line}`),
];

test("our own words are known however they are written in one another, also where a client cut their head", () => {
  const own = brief("Staging: 8443.\n\n- Harbour\n\nThe cat.");
  const end = own.indexOf("Staging") + 1;
  for (const first of NESTED)
    for (const second of NESTED)
      for (const third of NESTED) {
        const written = (text: string): string => third(second(first(text)));
        const whole = withoutEcho(written(`Fix the login page.\n\n${own}\n\nThen test.`), isOurs);
        assert.equal(whole.cuts, 1);
        assert.doesNotMatch(whole.text, /8443|Harbour|cat|DATA/u);
        assert.match(whole.text, /Fix[\s\S]*Then/u, written("\n\n"));
        for (let at = own.indexOf("DATA"); at <= end; at += 7) {
          const cut = withoutEcho(written(`${own.slice(at)}\n\nThen test.`), isOurs);
          assert.equal(cut.cuts, 1);
          assert.doesNotMatch(cut.text, /8443|Harbour|cat/u);
          assert.match(cut.text, /Then/u);
        }
      }
});

test("what stands before the sign of a cut head stays", () => {
  const own = brief("Staging: 8443.\n\nThe cat.");
  for (const sign of ["...", "[1,200 characters truncated]", "[… 40 lines omitted …]", "<output truncated>"])
    assert.match(
      withoutEcho(`Fix the login page.\n${sign}\n${own.slice(own.indexOf("Staging"))}\n\nThen test.`, isOurs).text,
      /^Fix the login page\.\n\[⋯\]\s+Then test\.$/u,
      sign,
    );
});

test("what an agent was given unasked goes alone where a client joined it with the prompt", () => {
  const own = (Object.values(UNASKED) as readonly string[]).map(
    (lead) => renderForModel({ lead, stored: [{ label: "M1", about: "", text: "8443" }] }, sign).text,
  );
  for (const text of own)
    for (const between of ["\n", " ", "\n> "])
      for (const said of [
        `Fix it.${between}${text}${between}Then test.`,
        `Fix it. ${text.replaceAll("\n", " ")} Then test.`,
      ])
        assert.match(withoutEcho(said, isOurs).text, /^Fix it\.[\s>]*\[⋯\][\s>]*Then test\.$/u, said);
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
    fc.property(fc.string({ unit: codePoint }), (text) =>
      assert.deepEqual(withoutEcho(text, isOurs), { text, cuts: 0 }),
    ),
  );
});

test("what repeats the marks of escapes and frames without end takes no longer than it is long", async () => {
  const own = brief("Staging: 8443.");
  for (const mark of [
    "\\",
    "&amp;",
    "\n",
    "\n> ",
    "> ",
    "<system-reminder>",
    "END ",
    "DATA ",
    "%25",
    "%0A",
    "%5C",
    "&#10;",
    "...",
  ])
    for (const [where, of] of Object.entries<(marks: string) => string>({
      before: (marks) => marks + own,
      behind: (marks) => `${own}\n${marks}`,
    }))
      await assertLinear(`${mark} ${where}`, 60_000, (n) =>
        assert.equal(withoutEcho(of(mark.repeat(n)), isOurs).cuts, 1),
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
