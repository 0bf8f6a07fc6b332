import { frontMatter } from "./front-matter.ts";
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { parseScope } from "../../model/caller.ts";
import type { ParsedDocument } from "../../model/section.ts";
import { assertExact } from "../assert-exact.fixture.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { assertLinear } from "../../text/linear.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";
import { codePoint } from "../../../test/code-point.fixture.ts";

const parse = (text: string): ParsedDocument => {
  const parsed = parseMarkdown({ text, path: "a.md" });
  assertExact(text, parsed);
  return parsed;
};
const outline = (text: string): string[] =>
  parse(text).sections.map(({ level, breadcrumb }) => `${level} ${breadcrumb.join(" > ")}`.trim());
const blocks = (text: string): [string, string][] =>
  parse(text).sections.flatMap((section) =>
    section.blocks.map(({ kind, span }): [string, string] => [kind, text.slice(span.start, span.end)]),
  );

test("sections nest by level; a skipped level is no level", () => {
  assert.deepEqual(outline("intro\n# A\n## B\n#### C\n## D\n# E\n"), [
    "0",
    "1 A",
    "2 A > B",
    "4 A > B > C",
    "2 A > D",
    "1 E",
  ]);
  assert.deepEqual(outline("## B\n# A\n"), ["2 B", "1 A"]);
});

test("ATX and setext headings, closing marks, indentation, tabs", () => {
  assert.deepEqual(outline("# A #\n\nB\n===\n\nC\nc\n---\n\n   ## D ##\n#\tE\n"), [
    "1 A",
    "1 B",
    "2 B > C c",
    "2 B > D",
    "1 E",
  ]);
  assert.deepEqual(outline("#no\n####### no\n\\# no\n    # code\n"), ["0"]);
});

test("a # in a fence, comment, HTML block, list, quote or table opens no section", () => {
  const inside = [
    "```\n# no\n```",
    "~~~sh\n# no\n```\n# no\n~~~",
    "<!--\n# no\n\n# no\n-->",
    "<pre>\n# no\n</pre>",
    "- # no\n\n  # no",
    "> # no",
    "1. a\n\n   ## no",
    "| a |\n|---|\n| # no |",
    "```\n# never closed",
  ];
  for (const text of inside) assert.deepEqual(outline(`# A\n\n${text}\n`), ["1 A"], text);
  assert.deepEqual(outline("<details>\n\n# yes\n\n</details>\n"), ["0", "1 yes"]);
});

test("empty headings open none, and titles read as people read them", () => {
  assert.deepEqual(outline("# A\n\n#\n\n## \n\ntext\n"), ["1 A"]);
  const titles: readonly [string, string][] = [
    ["The **bold** _and_ `code` ~~old~~", "The bold and code old"],
    ["[Link](http://x) ![pic](y) <b>tag</b> &amp; \\*", "Link pic tag & *"],
    ["[Defined][x]  wide", "Defined wide"],
    ["snake_case and 2 * 3", "snake_case and 2 * 3"],
    ["Rc<T>, RefCell<Vec<T>> and Vec<u8>", "Rc<T>, RefCell<Vec<T>> and Vec<u8>"],
    ["git checkout <branch> <b>now</b>", "git checkout <branch> now"],
    ['<a id="x"></a>Tea<br>pot <img src="y"> </i> <!-- no --><hr/>', "Teapot"],
    ["Tea {#tea}", "Tea"],
    ["Tea ## {: #tea-1.2 }", "Tea"],
    ['Tea {#tea .wide .no-toc lang=en title="a b"}', "Tea"],
    ["Tea {.wide}", "Tea"],
    ["The block `{#if}`", "The block {#if}"],
    ["Sets {a, b} and {x}", "Sets {a, b} and {x}"],
  ];
  for (const [source, title] of titles) assert.equal(parse(`# ${source}\n\n[x]: http://y\n`).sections[0]?.title, title);
  assert.equal(parse(`# ${"word ".repeat(500)}\n`).sections[0]?.title.length, 199);
});

test("line ends of every kind, a byte order mark's absence, and no final newline give the same outline and lines", () => {
  const text = "intro\n\n# A\n\none\n\n```\n# no\n```\n\n## B\n\ntwo";
  const sections = (source: string): unknown =>
    parse(source).sections.map(({ title, lines, blocks: own }) => [title, lines, own.map(({ kind }) => kind)]);
  for (const newline of ["\r\n", "\r"]) assert.deepEqual(sections(text.replaceAll("\n", newline)), sections(text));
  assert.deepEqual(sections(text), [
    ["", { start: 1, end: 2 }, ["paragraph"]],
    ["A", { start: 3, end: 10 }, ["heading", "paragraph", "fence"]],
    ["B", { start: 11, end: 13 }, ["heading", "paragraph"]],
  ]);
  assert.deepEqual(sections(`${text}\n`), sections(text));
});

test("blocks: items, rows, the head of a table with its dashes, definitions", () => {
  assert.deepEqual(blocks("- a\n  b\n- c\n\n| h |\n|---|\n| 1 |\n\n[x]: http://y\n\n---\n> q\n"), [
    ["list", "- a\n  b\n"],
    ["list", "- c\n"],
    ["row", "| h |\n|---|\n"],
    ["row", "| 1 |\n"],
    ["other", "[x]: http://y\n"],
    ["other", "---\n"],
    ["other", "> q\n"],
  ]);
});

test("a long list item gives the blocks inside it", () => {
  const found = blocks(`- ${"word ".repeat(250)}\n\n  \`\`\`\n  code\n  \`\`\`\n\n  end\n`);
  assert.deepEqual(
    found.map(([kind]) => kind),
    ["paragraph", "fence", "paragraph"],
  );
});

test("front matter is metadata and stands in the first section", () => {
  const parsed = parse(
    "---\ntitle: Tea\nwing: Kai\nroom: tea\nhall: facts\nscope: user:7\ndate: 2023-05-07\ntags: [a, '#b', 3]\nother: {x: 1}\n---\n\n# A\n\ntext\n",
  );
  assert.deepEqual(parsed.metadata, {
    title: "Tea",
    wing: "Kai",
    room: "tea",
    hall: "facts",
    scope: "user:7",
    date: "2023-05-07",
    tags: ["a", "b", "3"],
  });
  assert.deepEqual(
    parsed.sections.map(({ title, span }) => [title, span.start]),
    [["A", 0]],
  );
  assert.deepEqual(outline("---\ntitle: x\n---\npreamble\n# A\n"), ["0", "1 A"]);
  assert.deepEqual(outline("---\ntitle: x\n---"), ["0"]);
});

test("dates and tags as people write them", () => {
  assert.deepEqual(parse("---\naliases: [Green tea, 茶]\ntags: drinks hot\n---\n# A\n").metadata, {
    aliases: ["Green tea", "茶"],
    tags: ["drinks", "hot"],
  });
  assert.deepEqual(parse("---\naliases: Green tea, Sencha\n---\n# A\n").metadata, { aliases: ["Green tea", "Sencha"] });
  const metadata = (yaml: string): unknown => parse(`---\n${yaml}\n---\ntext`).metadata;
  assert.deepEqual(metadata("date: 2023-05-07 9:30:00 +0200"), { date: "2023-05-07T09:30:00+02:00" });
  assert.deepEqual(metadata("date: 2023-05-07T09:30:00Z"), { date: "2023-05-07T09:30:00Z" });
  assert.deepEqual(metadata("date: 2023/5/7"), { date: "2023-05-07" });
  assert.deepEqual(metadata("date: 2023-02-31"), {});
  assert.deepEqual(metadata("date: soon\ntags: one, two three"), { tags: ["one", "two", "three"] });
  assert.deepEqual(metadata("title: 42\nwing: ''\nroom:\nhall: [a]"), { title: "42" });
});

test("front matter in TOML says as much as in YAML", () => {
  const parsed = parse(
    "+++\ntitle = 'Tea'\ndate = 2023-05-07T09:30:00+02:00\ntags = ['a', '#b', 3]\nscope = \"user:7\" # " +
      "mine\n[params]\n  scope = 'wide'\nwing = 'x'\n+++\n\n# A\n\ntext\n",
  );
  assert.deepEqual(parsed.metadata, {
    title: "Tea",
    date: "2023-05-07T09:30:00.000+02:00",
    tags: ["a", "b", "3"],
    scope: "user:7",
  });
  assert.deepEqual(
    parsed.sections.map(({ title, span }) => [title, span.start]),
    [["A", 0]],
  );
  assert.deepEqual(parse("+++\r\ndate = 2023-05-07\r\n+++\r\ntext").metadata, { date: "2023-05-07" });
  for (const text of ["+++\njust a sentence\n+++\n", "+++\ntitle = 'never closed'\n", "+++\ntitle = 'x'\n---\n"])
    assert.deepEqual([parse(text).metadata, parse(text).sections[0]?.blocks[0]?.span.start], [{}, 0], text);
  assert.deepEqual(parse("+++\ntitle = [unclosed\n+++\n# A\n").metadata, { unread: true });
  for (const toml of [`a = ${"[".repeat(20_000)}`, "a = 99999999999999999999"])
    assert.deepEqual(parse(`+++\n${toml}\n+++\ntext`).metadata, { unread: true });
  assert.deepEqual(parse("+++\n__proto__ = 1\nconstructor = 2\n+++\ntext").metadata, {});
});

test("a scope in TOML is never overheard either", () => {
  const scopeOf = (toml: string): string | undefined => parse(`+++\n${toml}\n+++\ntext\n`).metadata.scope;
  for (const toml of [
    "scope = 'admin'",
    'scope="admin" # mine',
    '"scope" = """admin"""',
    "title = Foo\nscope = admin",
    "Scope = 'admin'",
    "x = [\n[1],\n]\nscope = 'admin'",
  ])
    assert.equal(scopeOf(toml), "admin", toml);
  for (const toml of [
    "scope = ['admin']",
    "scope = 'admin'\nscope = 'kb'",
    "scope = 7",
    "[scope]\nwho = 'admin'",
    "scope.who = 'admin'",
  ])
    assert.throws(() => parseScope(scopeOf(toml) ?? "kb"), { code: "SCOPE_INVALID" }, toml);
  for (const toml of ["title = 'scope'", "[oauth]\nscope = 'read'"]) assert.equal(scopeOf(toml), undefined, toml);
});

test("front matter with few aliases is read", () => {
  assert.deepEqual(parse("---\ntitle: &tea Tea\ntags: [*tea, hot]\n1: one\n? [a, b]\n: {c: d}\n---\ntext").metadata, {
    title: "Tea",
    tags: ["Tea", "hot"],
  });
});

test("values that are no YAML are read as they were meant", () => {
  const metadata = (yaml: string): unknown => parse(`---\n${yaml}\n---\ntext`).metadata;
  assert.deepEqual(metadata("title: Tea: a guide # new\nwing: kai\ndate: 2024-05-01\ntags: [a, b]"), {
    title: "Tea: a guide",
    wing: "kai",
    date: "2024-05-01",
    tags: ["a", "b"],
  });
  assert.deepEqual(metadata("title: *Kai's* tea\nroom: @home\naliases:\n  - one\n  - two"), {
    title: "*Kai's* tea",
    room: "@home",
    aliases: ["one", "two"],
  });
  assert.deepEqual(metadata('wing: kai\nroom: "unclosed'), { unread: true });
});

test("what isn't front matter is text; what is broken says nothing; both stay exact", () => {
  assert.deepEqual(outline("---\njust a sentence\n---\n# A\n"), ["0", "2 just a sentence", "1 A"]);
  assert.deepEqual(parse("---\ntitle: [unclosed\nx: {\n---\n# A\n").metadata, { unread: true });
  assert.deepEqual(outline("---\ntitle: [unclosed\nx: {\n---\n# A\n"), ["1 A"]);
  assert.deepEqual(parse("---\ntitle: never closed\n").metadata, {});
  assert.deepEqual(parse("\n---\ntitle: not first\n---\n").metadata, {});
  const laughs = Array.from(
    { length: 30 },
    (_, i) =>
      `a${i}: &a${i} [${
        i === 0
          ? "x"
          : Array(10)
              .fill(`*a${i - 1}`)
              .join(", ")
      }]`,
  ).join("\n");
  for (const yaml of [
    laughs,
    `a: ${"[".repeat(20_000)}`,
    "__proto__: {title: x}\nconstructor: y",
    "title: !!js/function 'x'",
  ]) {
    assert.ok(typeof parse(`---\n${yaml}\n---\ntext`).metadata === "object");
  }
});

test("exact on any text", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "",
      "# A",
      "## B",
      "A\n=",
      "```",
      "~~~",
      "- a",
      "  - b",
      "1. c",
      "> q",
      "| a | b |",
      "|---|---|",
      "<!--",
      "-->",
      "---",
      "title: x",
      "    code",
      "[r]: x",
      "\t",
      "<div>",
      "\0",
      "\ufeff# bom",
      "\u2028",
      "\f",
    ),
    fc.string({ unit: codePoint, maxLength: 12 }),
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 40 }),
      fc.constantFrom("\n", "\r\n", "\r", "\n\r"),
      (list, newline) => void parse(list.join(newline)),
    ),
    { numRuns: rounds(1000, 50) },
  );
});

test("hostile documents take linear time", async () => {
  const hostile: Readonly<Record<string, (n: number) => string>> = {
    headings: (n) => "# a\n".repeat(n),
    quotes: (n) => `${">".repeat(300)}a\n`.repeat(n / 300),
    lists: (n) => Array.from({ length: Math.sqrt(n) * 3 }, (_, i) => `${" ".repeat(i * 2)}- a\n`).join(""),
    line: (n) => "a".repeat(n * 100),
    brackets: (n) => "[".repeat(n * 2),
    emphasis: (n) => `# ${"*a_".repeat(n * 3)}\n`,
    definitions: (n) => "[a]: <".repeat(n / 2),
    keys: (n) => `---\n${"? ".repeat(n / 200)}\n---\n`,
    aliases: (n) => `---\n${"a: &x [*x]\n".repeat(n / 18)}---\n`,
    comments: (n) => `---\n${"# \n ".repeat(n / 10)}a: ${"[".repeat(n / 5)}\n---\n`,
    tables: (n) => `+++\n${"# \n ".repeat(n / 10)}[\n+++\n`,
    table: (n) => `${"|a".repeat(n / 2)}|\n${"|-".repeat(n / 2)}|\n${"|\n".repeat(200)}`,
  };
  for (const [name, text] of Object.entries(hostile))
    await assertLinear(name, 100_000, (n) => parseMarkdown({ text: text(n), path: "" }));
});

const DOCS = new URL("../../../../shared/data/docs/markdown/", import.meta.url);
test(
  "exact on the sample documents, each heading at its line",
  { skip: existsSync(DOCS) ? false : "data/docs/markdown is absent" },
  () => {
    const paths = globSync("**/*.md", { cwd: DOCS });
    assert.ok(paths.length > 1_000);
    let headings = 0;
    for (const path of paths) {
      const text = readFileSync(new URL(path, DOCS), "utf8");
      const rows = text.split("\n");
      parse(text).sections.forEach(({ level, lines }, i) => {
        if (level === 0 || i === 0) return;
        headings++;
        const row = rows[(lines?.start ?? 0) - 1] ?? "";
        assert.ok(
          row.trimStart().startsWith("#".repeat(level)) || /^(?:=+|-+)\s*$/.test(rows[lines?.start ?? 0] ?? ""),
          `${path}: ${row}`,
        );
      });
    }
    assert.ok(headings > 400);
  },
);

test("created is a date where no date is said", () => {
  const dated = (head: string): unknown => frontMatter(`---\n${head}\n---\ntext\n`)?.metadata.date;
  assert.equal(dated("created: 2026-03-01"), "2026-03-01");
  assert.equal(dated("created: 2026-03-01\ndate: 2026-04-02"), "2026-04-02");
  for (const key of [
    "Date",
    "created_at",
    "Created At",
    "createdAt",
    "creation_date",
    "date-created",
    "pubDate",
    "Published",
  ])
    assert.equal(dated(`${key}: 2026-03-01`), "2026-03-01", key);
  for (const day of ["20260301", "2026/03/01", "1.3.2026", "'Sun, 01 Mar 2026 10:00:00 GMT'", "March 1, 2026"])
    assert.equal(dated(`date: ${day}`), "2026-03-01", day);
});

test("a scope in the front matter is never overheard, however it is written", () => {
  const scopeOf = (yaml: string): string | undefined => parse(`---\n${yaml}\n---\ntext\n`).metadata.scope;
  for (const yaml of [
    "scope: admin",
    "scope: 'admin' # mine",
    "title: Foo:\nscope: admin",
    "scope: admin\ntitle: *Important* note",
    "Scope: admin",
    "scope:admin",
    "path: C:\\x: y\nscope: admin",
    "title: x\n  scope: admin",
    "{ scope: admin }",
    "scope: admin\nscope: admin",
  ])
    assert.equal(scopeOf(yaml), "admin", yaml);
  for (const yaml of [
    "scope: [admin]",
    "scope:\n  - admin",
    "scope: user: 42",
    "scope: admin\nscope: kb",
    "scope:",
    "{ scope: [admin] }",
    "'scope' : {a: admin}",
  ]) {
    const said = scopeOf(yaml);
    assert.ok(said !== undefined, yaml);
    assert.throws(() => parseScope(said), { code: "SCOPE_INVALID" }, yaml);
  }
  for (const yaml of [
    "title: scope",
    "Scope: what this page is about",
    "oauth:\n  scope: read",
    "about: |\n  scope: admin",
  ])
    assert.equal(scopeOf(yaml), undefined, yaml);
});

const shown = (text: string): string => {
  const parsed = parseMarkdown({ text, path: "a.md" });
  assert.equal(parsed.text.length, text.length);
  assert.equal(parsed.sections.map(({ span }) => parsed.text.slice(span.start, span.end)).join(""), parsed.text);
  return parsed.text;
};

test("an Obsidian comment, inline or over lines and headings, is in no text, title or outline", () => {
  const text =
    "---\ntitle: a\n---\n# Plan %%secret name%%\n\nWe ship %%not before June%% in May.\n\n%%\n# Hidden\n\nsecret\n%%\n\nEnd\n";
  const { sections } = parseMarkdown({ text, path: "a.md" });
  assert.deepEqual(
    sections.map(({ title }) => title),
    ["Plan"],
  );
  const left = shown(text);
  assert.doesNotMatch(left, /secret|June|Hidden|%%/);
  assert.match(left, /We ship +in May\./);
  assert.equal(left.split("\n").length, text.split("\n").length);
  assert.ok(left.endsWith("\n\nEnd\n"));
});

test("a comment that nobody closes reaches to the end where it begins a line; within a line it is text", () => {
  assert.equal(shown("open\n\n%% secret\n\nmore").trim(), "open");
  assert.equal(shown("100%% sure\n"), "100%% sure\n");
});

test("code holds no comment: fenced, indented, inline; a fence inside a comment shields nothing behind it", () => {
  for (const text of [
    "```erlang\n%% doc\nf() -> ok. %% end\n```\n",
    "a\n\n    %% doc\n    %% more\n",
    "`%%a%%` and ``%%`b%%``\n",
  ])
    assert.equal(shown(text), text);
  assert.doesNotMatch(shown("%%\n```\n%%\n\ntext %%secret%%\n"), /secret/);
  const kept = shown("%%\n```\n%%\n\n%%secret%%\n\n```\n%% code\n```\n");
  assert.doesNotMatch(kept, /secret/);
  assert.match(kept, /%% code/);
  assert.doesNotMatch(shown("%%\n```\n%%\n".repeat(100) + "%%secret%%"), /secret/);
});

test("marks without end are read in bounded time", () => {
  const runs = Array.from({ length: 1_500 }, (_, i) => "`".repeat(i + 1)).join(" ");
  assert.match(shown(`${runs} %%secret%% x`), / x$/);
  assert.doesNotMatch(shown("%%a%% ".repeat(50_000)), /a/);
});

test("a heading's links read as they are shown", () => {
  const titles = parseMarkdown({ text: "# Why [[Projects/Auth|Auth]] and ![[Clerk]]\n", path: "a.md" }).sections;
  assert.equal(titles[0]?.title, "Why Auth and Clerk");
});

test("a date in a link, which is a list without quotation marks, or on a line of its own", () => {
  const dated = (value: string): unknown => frontMatter(`---\ncreated: ${value}\n---\ntext\n`)?.metadata.date;
  for (const value of [
    '"[[2024-05-01]]"',
    "[[2024-05-01]]",
    "[[Journal/2024-05-01|today]]",
    "[[May 1st, 2024]]",
    "[2024-05-01, 2024-06-01]",
    '\n  - "[[2024-05-01]]"',
    "!!str 2024-05-01 Wednesday",
  ])
    assert.equal(dated(value), "2024-05-01", value);
  for (const value of ["[[soon]]", "[]", "{ day: 2024-05-01 }", "[[[[2024-05-01]]]]"])
    assert.equal(dated(value), undefined, value);
  const { metadata } = parseMarkdown({ text: "created:: [[2024-05-14 Tue]]\n\nText.", path: "a.md" });
  assert.equal(metadata.date, "2024-05-14");
});

test("the properties at the head of a note date it, as Logseq and Dataview write them; front matter stands above", () => {
  const dateOf = (text: string): string | undefined => parseMarkdown({ text, path: "a.md" }).metadata.date;
  for (const head of [
    "created-at:: 1715680800000",
    "- created-at:: 1715680800000",
    "tags:: x\nCreated-At:: 1715680800000",
  ])
    assert.equal(dateOf(`${head}\n- The plum tree is grafted.\n`), "2024-05-14T10:00:00.000Z", head);
  for (const day of ["[[May 14th, 2024]]", "2024-05-14", "[[2024_05_14]]", "14 mai 2024"])
    assert.equal(dateOf(`title:: Plum\r\ndate:: ${day}\r\n\r\nThe plum tree.`), "2024-05-14", day);
  assert.equal(dateOf("---\ndate: 2023-01-02\n---\ndate:: 2024-05-14\n"), "2023-01-02");
  for (const text of [
    "The date:: 2024-05-14 was set.",
    "Text first\ndate:: 2024-05-14",
    "date:: soon",
    "date: 2024-05-14",
  ])
    assert.equal(dateOf(text), undefined, text);
});
