import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LociError } from "../../model/error.ts";
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from "../parser-input.ts";
import { parseHtml } from "./parse-html.ts";
import { assertLinear } from "../../text/linear.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

function parse(html: string | Uint8Array, limits: Partial<ParseLimits> = {}) {
  return parseHtml({
    bytes: typeof html === "string" ? Buffer.from(html) : html,
    path: "a.html",
    limits: { ...DEFAULT_PARSE_LIMITS, ...limits },
  });
}

const PROSE =
  "<p>Cats purr when content, and also when in pain, as studies of the last years have shown in some detail.</p>";

test("headings make sections; title and date come from the head", async () => {
  const { text, sections, metadata } = await parse(`<title> A
    page </title><meta name="date" content="2020-03-04"><h1>One</h1><p>a<h3>Deep <a class="headerlink" href="#d">¶</a></h3><p>b<h2>Two</h2><p>c`);
  assert.deepEqual(
    sections.map(({ breadcrumb, span }) => [breadcrumb.join(" > "), text.slice(span.start, span.end)]),
    [
      ["One", "One\n\na\n\n"],
      ["One > Deep", "Deep\n\nb\n\n"],
      ["One > Two", "Two\n\nc\n"],
    ],
  );
  assert.deepEqual(metadata, { title: "A page", date: "2020-03-04" });
});

test("the date of a page is ISO 8601; one that means several days, or none, is none", async () => {
  const dateOf = async (content: string) =>
    (await parse(`<meta property="article:published_time" content="${content}"><p>a`)).metadata.date;
  assert.equal(await dateOf("2024-05-01T10:00:00+0200"), "2024-05-01T10:00:00+02:00");
  assert.equal(await dateOf(" 2024-05-01 10:00 "), "2024-05-01T10:00Z");
  for (const content of ["2024-05-01 (draft)", "Wed, 01 May 2024 10:00:00 +0200"])
    assert.equal(await dateOf(content), "2024-05-01", content);
  for (const content of ["2023-02-31T00:00:00Z", "5/1/2024"]) assert.equal(await dateOf(content), undefined, content);
});

test("main or article is the content; navigation, scripts and footers are not", async (context) => {
  const around = (content: string) =>
    `<nav>Menu</nav><header>Site</header>${content}<aside>Ad</aside><footer>Foot</footer><script>alert(1)</script><style>p{}</style>`;
  for (const content of [
    `<main>${PROSE}</main>`,
    `<div role=main>${PROSE}</div>`,
    `<article>${PROSE}</article>`,
    `<div class="sidebar"><p>Follow us</p></div><div id=content>${PROSE}</div>`,
  ]) {
    await context.test(content.slice(0, 20), async () => {
      assert.match((await parse(around(content))).text, /^Cats purr[^\n]+detail\.\n$/u);
    });
  }
});

test("a page that is a list of links keeps them", async () => {
  const { text } = await parse(
    `<h1>Contents</h1><ul>${["One", "Two", "Three", "Four"].map((name) => `<li><a href="${name}">${name}</a>`).join("")}</ul>`,
  );
  assert.equal(text, "Contents\n\n- One\n- Two\n- Three\n- Four\n");
});

test("lists, tables, quotes, definitions and preformatted text keep their form", async () => {
  const { text, sections } = await parse(`<ul><li>one<ul><li>sub</ul><li><p>two</ul><ol start=3><li>c<li>d</ol>
    <pre>\n  x = 1\n\n    y</pre><table><caption>T</caption><thead><tr><th>A<th>B</thead><tr><td>1<td>2<br>3</table>
    <blockquote><p>q<p>r</blockquote><dl><dt>t<dd>d</dl><p>a<br>b   c <img src=x alt="a cat">`);
  assert.equal(
    text,
    "- one\n  - sub\n- two\n\n3. c\n4. d\n\n  x = 1\n\n    y\n\nT\n| A | B |\n| --- | --- |\n| 1 | 2 3 |\n\n> q\n>\n> r\n\nt\n  d\n\na\nb c a cat\n",
  );
  assert.deepEqual(
    sections[0]?.blocks.map(({ kind }) => kind),
    ["list", "list", "fence", "table", "other", "list", "paragraph"],
  );
});

test("a table that lays out the page is read cell by cell", async () => {
  const { text, sections } = await parse("<table><tr><td><h1>Head</h1><p>left</td><td><p>right</td></tr></table>");
  assert.equal(text, "Head\n\nleft\n\nright\n");
  assert.equal(sections[0]?.title, "Head");
});

test("a page that is nothing but a table is one", async (context) => {
  const head = "<tr><th>Tool<th>Owner</tr>";
  const long = `Found behind the ${"very old ".repeat(40)}boiler.`;
  const pages: readonly (readonly [page: string, rows: number])[] = [
    [`<table>${head}<tr><td>drill<td>Mirabel</tr></table>`, 3],
    ["<table><tr><td>Tool<td>Owner</tr><tr><td>drill<td>Mirabel</tr></table>", 2],
    [`<div><div><table><thead>${head}</thead><tr><td>drill<td>${long}</tr></table></div></div>`, 3],
    [`<table>${head}<tr><td><p>drill</p><p>or bit</p><td>${long}</tr></table>`, 3],
    ["<center><table><tbody><tr><td><p>Tool<td><p>drill</tr></table></center>", 1],
  ];
  for (const [page, rows] of pages)
    await context.test(page.slice(0, 40), async () => {
      const { text, sections } = await parse(`<body>${page}</body>`);
      assert.equal(text.split("\n").filter((line) => /^\| .* \|$/u.test(line)).length, rows, text);
      assert.deepEqual(
        sections.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)),
        ["table"],
      );
    });
});

test("the character set: mark, meta, UTF-8, then windows-1252", async () => {
  const page = "<p>naïve – café</p>";
  const latin = Buffer.from("<p>na\xEFve \x96 caf\xE9</p>", "latin1");
  const inputs = [
    Buffer.from(page),
    // ASCII has none of these letters: who names it says nothing.
    Buffer.from(`<meta charset="us-ascii">${page}`),
    Buffer.from(`\uFEFF${page}`),
    Buffer.from(`\uFEFF${page}`, "utf16le"),
    Buffer.concat([Buffer.from('<meta charset="iso-8859-1">'), latin]),
    Buffer.concat([Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'), latin]),
    latin,
  ];
  for (const input of inputs) assert.equal((await parse(input)).text, "naïve – café\n");
  assert.equal(
    (await parse(Buffer.concat([Buffer.from('<meta charset="shift_jis"><p>'), Buffer.from([0x93, 0xfa, 0x96, 0x7b])])))
      .text,
    "日本\n",
  );
});

test("the character set of XHTML: what its meta says, else the declaration of its XML", async () => {
  const page = (head: string, bytes: string) =>
    Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-2"?>\n<html><head>${head}</head><body><p>${bytes}</p></body></html>`,
      "latin1",
    );
  assert.equal((await parse(page("<title>x</title>", "\xB3\xF3dka"))).text, "łódka\n");
  assert.equal((await parse(page('<!-- <meta charset="koi8-r"> -->', "\xB3\xF3dka"))).text, "łódka\n");
  assert.equal((await parse(page('<meta charset="utf-8"/>', "\xC5\x82\xC3\xB3dka"))).text, "łódka\n");
  assert.equal((await parse(page('<meta charset="unheard-of"/>', "\xB3\xF3dka"))).text, "łódka\n");
  assert.equal(
    (await parse(page(`<script>${"x".repeat(5_000)}</script><meta charset="windows-1250">`, "\xB3\xF3\x9Fka"))).text,
    "łóźka\n",
  );
  assert.equal((await parse(Buffer.concat([Buffer.from("\uFEFF"), page("", "\xC5\x82\xC3\xB3dka")]))).text, "łódka\n");
});

test("reasons for skipping", async (context) => {
  const cases: [reason: string, bytes: Uint8Array, limits?: Partial<ParseLimits>][] = [
    ["nesting", Buffer.from("<div>".repeat(100_000))],
    ["nesting", Buffer.from(`${"<b><i><span>".repeat(50_000)}x`)],
    ["wrong-type", Buffer.from("%PDF-1.7\n…")],
    ["wrong-type", Buffer.from("PK\x03\x04…", "latin1")],
    ["binary", Buffer.from("<p>\0\0\0")],
  ];
  for (const [reason, bytes, limits] of cases) {
    await context.test(reason, () =>
      assert.rejects(
        parse(bytes, limits),
        (error) => error instanceof LociError && error.code === "FILE_SKIPPED" && error.details["reason"] === reason,
      ),
    );
  }
});

test("any tag soup gives sections that cover the text", () => {
  const tag = fc.constantFrom(
    "p",
    "h1",
    "h2",
    "div",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "pre",
    "b",
    "blockquote",
    "dl",
    "dd",
    "br",
    "main",
    "article",
    "nav",
  );
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    fc.string({ maxLength: 12 }),
    fc.constant("word "),
  );
  return fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const html = pieces.join("").replaceAll("\0", "");
      const { text, sections } = await parse(html);
      assert.equal(sections.map(({ span }) => text.slice(span.start, span.end)).join(""), text);
    }),
    { numRuns: rounds(200, 13) },
  );
});

test("a wiki's mark for editing is no part of its headings", async () => {
  const { sections } = await parse(
    `<main>${PROSE}<h2><span class="mw-headline">History</span><span class="mw-editsection">[<a href="x">edit</a>]</span></h2>${PROSE}</main>`,
  );
  assert.equal(sections[1]?.title, "History");
});

test("a list of tasks says which are done; other boxes are controls", async () => {
  const { text } = await parse(
    `<main>${PROSE}<ul><li class="task-list-item"><input type="checkbox" disabled checked> fed the cat</li><li><p><input type="checkbox" disabled=""> brushed it</li></ul><input type="checkbox" id="menu"></main>`,
  );
  assert.ok(text.endsWith("\n\n- [x] fed the cat\n- [ ] brushed it\n"), text);
});

test("one long section isn't the page: what stands beside it stays, titles too", async () => {
  const long = PROSE.repeat(20);
  // As AsciiDoc writes manuals.
  const manual = `<body class="manpage"><div id="header"><h1>oar(1)</h1><h2>NAME</h2><div class="sectionbody"><p>oar - moves a boat</p></div></div>
    <div id="content"><div class="sect1"><h2>DESCRIPTION</h2><div class="sectionbody">${PROSE}${PROSE}</div></div><div class="sect1"><h2>OPTIONS</h2><div class="sectionbody"><div class="dlist"><dl><dt>-a</dt><dd>${long}</dd></dl></div></div></div></div>
    <div id="footer"><div>Last updated 2023-05-04</div></div></body>`;
  const { text, sections } = await parse(manual);
  assert.deepEqual(
    sections.map(({ title }) => title),
    ["oar(1)", "NAME", "DESCRIPTION", "OPTIONS"],
  );
  assert.ok(
    text.startsWith("oar(1)\n\nNAME\n\noar - moves a boat\n\nDESCRIPTION\n\nCats purr") &&
      !text.includes("Last updated"),
    text.slice(0, 200),
  );
});

test("what a table, a box or a footnote stands beside stays, and so do they", async () => {
  const rows = Array.from(
    { length: 60 },
    (_, i) => `<tr><td>keyword number ${i}</td><td>is reserved in all versions</td></tr>`,
  ).join("");
  const { text } =
    await parse(`<body><div class="navheader"><a href="a">Prev</a> <a href="b">Next</a></div><div class="appendix"><p>This appendix lists all tokens that are keywords of the language.</p>
    <div class="sidebar"><p class="title">TOOL</p><div class="para">If you have a list of keywords, you can use a tool to look up which of them your version knows, and which it has forgotten since, as happens now and then.</div></div>
    <table>${rows}</table></div></body>`);
  assert.ok(
    text.startsWith("This appendix lists") &&
      text.includes("you can use a tool") &&
      text.includes("| keyword number 59 |"),
    text.slice(0, 300),
  );
  const noted = await parse(
    `<main>${PROSE}<aside class="footnote brackets">1. Purring is at 25 Hz.</aside><aside aria-label="Tip" class="starlight-aside starlight-aside--tip">Brush it.</aside><aside>Subscribe!</aside></main>`,
  );
  assert.match(noted.text, /25 Hz\.\n\nBrush it\.\n$/u);
});

test("an article among sections isn't the page; who is quoted stays", async () => {
  const { text } = await parse(
    `<body><h1>Oars</h1><article><h2>Care</h2>${PROSE}</article><section><h2>Storage</h2>${PROSE}</section><section><h2>Repair</h2>${PROSE}</section></body>`,
  );
  for (const title of ["Oars", "Care", "Storage", "Repair"]) assert.ok(text.includes(title), title);
  const quoted = await parse(
    `<main>${PROSE}<blockquote><p>Row on.</p><footer>Ann Oarsman</footer></blockquote><footer>Foot</footer></main>`,
  );
  assert.match(quoted.text, /Row on\.[\s>]+Ann Oarsman\n$/u);
});

test("how to read a word stands behind all of it", async () => {
  const { text } = await parse(`<main>${PROSE}<p>in <ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>
    京<rt>きょう</rt></ruby>都 and <ruby>北<rt>běi</rt></ruby><ruby>京<rt>jīng</rt></ruby>, <ruby>row <b>your</b> boat<rt>ˈroʊ</rt></ruby></p></main>`);
  assert.ok(text.endsWith("\n\nin 東京(とうきょう)都 and 北京(běijīng), row your boat(ˈroʊ)\n"), text);
});

test("a raised number doesn't join the word or the number before it", async () => {
  const { text } = await parse(
    `<main>${PROSE}<p>10<sup>6</sup> oars<sup><a href="#n1">1</a></sup> and boats<a href="#n2"><sup>2</sup></a>, the 1<sup>st</sup> of 5 m<sup>2</sup> by <a href="#top">12</a><sup>[3]</sup></p></main>`,
  );
  assert.ok(text.endsWith("\n\n10^6 oars[1] and boats[2], the 1st of 5 m2 by 12[3]\n"), text);
});

test("a book's mark of a note isn't part of the word before it", async () => {
  const { text } = await parse(
    `<main>${PROSE}<p>A bollard<a href="notes.xhtml#n1" epub:type="noteref">1</a> by the pier<a href="#fn2" role="doc-noteref">2</a>.</p></main>`,
  );
  assert.ok(text.endsWith("A bollard[1] by the pier[2].\n"), text);
});

test("a formula is read once, in one line", async () => {
  const power = "<mrow><mi>E</mi> <mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>";
  const { text } = await parse(
    `<main>${PROSE}<p><math><semantics>${power}<annotation encoding="application/x-tex">E = mc^2</annotation></semantics></math> or <math>${power}<mo>·</mo><mfrac><mn>1</mn><msub><mi>x</mi><mn>0</mn></msub></mfrac></math></p></main>`,
  );
  assert.ok(text.endsWith("\n\nE = mc^2 or E=mc^2·1/x_0\n"), text);
});

test("the heading of a page heads it where it stands before the content, the name of the site doesn't", async (context) => {
  const nav = '<nav><a href="a">Oars</a> <a href="b">Boats</a></nav>';
  const cases: [name: string, before: string, content: string, title: string][] = [
    ["beside", "<h1>Rowing far</h1>", "<main>", "Rowing far"],
    [
      "in a header, with its author",
      '<header><h1>Rowing far</h1><p>by <a href="ada">Ada</a></p></header>',
      "<article>",
      "Rowing far",
    ],
    [
      "in a header with the site's navigation, as its title says",
      `<header><h1>Rowing <em>far</em></h1>${nav}</header>`,
      "<main>",
      "Rowing far",
    ],
    [
      "after the site's name",
      '<header><h1><a href="/">Oars Weekly</a></h1></header><div class="hero"><h1>Rowing far</h1></div>',
      "<main>",
      "Rowing far",
    ],
    ["the site's name, linked", '<header><h1><a href="/">Oars Weekly</a></h1></header>', "<main>", ""],
    ["the site's name, called so", '<div class="site-branding"><h1 class="title">Oars Weekly</h1></div>', "<main>", ""],
    ["the site's name, with its navigation", `<header><h1>Oars Weekly</h1>${nav}</header>`, "<main>", ""],
    ["another heading of the page's", "<h1>Oars Weekly</h1>", "<main><h1>Rowing</h1>", "Rowing"],
    ["the same heading", "<h1>Rowing far</h1>", "<main><h2>Rowing far</h2>", "Rowing far"],
    ["in navigation", "<nav><h1>Contents</h1></nav>", "<main>", ""],
    ["hidden", "<h1 hidden>Rowing far</h1>", "<main>", ""],
  ];
  for (const [name, before, content, expected] of cases) {
    await context.test(name, async () => {
      const { text, sections } = await parse(
        `<title>Rowing far – Oars Weekly</title><body>${before}${content}${PROSE}<h3>Food</h3>${PROSE}<h1></h1>`,
      );
      assert.equal(sections[0]?.title, expected);
      assert.ok(text.startsWith(expected === "" ? "Cats" : `${expected}\n\nCats`), text.slice(0, 60));
      assert.deepEqual(sections[1]?.breadcrumb, [...(expected === "" ? [] : [expected]), "Food"]);
    });
  }
});

test("what a reader sees stays: warnings, headings that fold, old lists, text beside items; what is hidden doesn't", async (context) => {
  const cases: [name: string, html: string, expected: string][] = [
    ["a warning", '<div class="alert alert-warning" role="alert">Never row alone.</div>', "Never row alone."],
    [
      "a heading that folds",
      "<h2><button>Which oar?</button></h2><p>The long one.</p><h2>Care <button>Copy</button></h2><p>Oil it.</p>",
      "Which oar?\n\nThe long one.\n\nCare\n\nOil it.",
    ],
    [
      "a question that folds",
      "<dl><dt><button><b>Which oar?</b></button></dt><dd>The long one.</dd></dl>",
      "Which oar?\n  The long one.",
    ],
    ["old lists", "<menu><li>oar<li>boat</menu><dir><li>sea</dir>", "- oar\n- boat\n\n- sea"],
    [
      "text beside items",
      "<ul>Bring: <li>oar</ul><dl>Words: <dt>oar<dd>moves a boat</dl>",
      "Bring:\n- oar\n\nWords:\noar\n  moves a boat",
    ],
    [
      "found by a search in the page",
      '<p hidden="until-found">Sea</p><p hidden>hidden</p><p style="display: none">none</p><template>later</template>',
      "Sea",
    ],
    ["details, closed", "<details><summary>More</summary>It floats.</details>", "More\n\nIt floats."],
    ["words around a control", "<p>Name<input>or number<br>of boat<wbr>s</p>", "Name or number\nof boats"],
    ["words around what is left out", "<div>Row<nav>Menu</nav>on, row<script>1</script>s</div>", "Row\n\non, rows"],
    ["lists in lists, with text behind", "<ul><li>a<ol><li>b<ul><li>c</ul></ol>d</ul>", "- a\n  1. b\n     - c\n\n  d"],
    ["entities", "<p>caf&eacute; &amp;amp; &#8364;&#x20AC;&nbsp;5 &lt;b&gt;</p>", "café &amp; €€\u00A05 <b>"],
  ];
  for (const [name, html, expected] of cases)
    await context.test(name, async () =>
      assert.equal((await parse(`<main>${PROSE}${html}</main>`)).text.slice(PROSE.length - 5), `${expected}\n`),
    );
  const behind = await parse(
    `<div id="app" aria-hidden="true"><main>${PROSE}</main></div><div role="dialog">Cookies?</div>`,
  );
  assert.match(behind.text, /^Cats purr[^\n]+\n$/u);
});

test("lines of code stay apart, whichever elements they are made of", async () => {
  const blocks = [
    "<div>a</div><div> b</div><div><br></div><div>c</div>",
    "<ol><li>a\n</li><li> b\n</li><li>\n</li><li>c</li></ol>",
    "<code><div>a</div>\n<div> b</div>\n\n<div>c</div></code>",
    "<div>a</div> b<br><br>c",
    "  <pre>a\n b\n\nc</pre>\n ",
  ];
  for (const code of blocks)
    assert.ok((await parse(`<main>${PROSE}<pre>${code}</pre></main>`)).text.endsWith("\n\na\n b\n\nc\n"), code);
  assert.ok(
    (await parse(`<main>${PROSE}<xmp>a\n <b></xmp><listing>c\n d</listing></main>`)).text.endsWith(
      "\n\na\n <b>\n\nc\n d\n",
    ),
  );
});

test("empty elements of XHTML end where they stand", async () => {
  const page = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src='a/b.js' type="text/javascript"/><style media="a > b" /></head><body><div class="nav"/><a id="p1"/><h1>Oars</h1>${PROSE}<p>one<br/>two<img src="x" alt="a cat"/></p></body></html>`;
  const { text, sections } = await parse(`<?xml version="1.0" encoding="utf-8"?>\n${page}`);
  assert.match(text, /^Oars\n\nCats purr[^\n]+\n\none\ntwo a cat\n$/u);
  assert.equal(sections[0]?.title, "Oars");
});

test("a name around a page is no link, and the page no list of links", async () => {
  const { text } = await parse(
    `<body><div class="sidebar"><p>Follow us</p></div><div><a name="top">${PROSE}${PROSE}</a></div></body>`,
  );
  assert.match(text, /^Cats purr[^\n]+\n\nCats purr[^\n]+\n$/u);
});

test("long runs of anything take a time that grows with them, not with their square", async (context) => {
  const runs: readonly (readonly [name: string, html: (n: number) => string, within: string])[] = [
    ["blanks in preformatted text", (n) => `<pre>a${" ".repeat(5 * n)}b</pre>`, "b"],
    ["blanks in a cell", (n) => `<table><tr><td>a<td><pre>b${" ".repeat(5 * n)}c</pre></table>`, "c |"],
    ["line ends", (n) => `<p>a${"<br>".repeat(10 * n)}b</p>`, "b"],
    ["lines of code, an element each", (n) => `<pre>${"<div>line</div>".repeat(2 * n)}</pre>`, "line\nline"],
    ["raised numbers", (n) => `<p>${"1<sup>2</sup>".repeat(5 * n)}</p>`, "1^21^2"],
    ["buttons in a heading", (n) => `<h1>Yes${"<button>x</button>".repeat(n)}</h1>`, "Yes"],
  ];
  for (const [name, html, within] of runs) {
    await context.test(name, async () => {
      await assertLinear(name, 20_000, async (n) => {
        const { text } = await parse(`${PROSE}${html(n)}`);
        assert.ok(text.includes(within));
      });
    });
  }
});

test("cells over several columns or rows keep the columns of the others", async () => {
  const table = async (rows: string) =>
    (await parse(`<main>${PROSE}<table>${rows}</table></main>`)).text.split("\n\n")[1];
  assert.equal(
    await table(
      "<thead><tr><th>Region<th colspan=2>Sales<th>Note<tbody><tr><td rowspan=2>North<td>May<td>3<td>a<tr><td>June<td>5<td rowspan=2>b<tr><td colspan=2>All<td>8",
    ),
    "| Region | Sales |  | Note |\n| --- | --- | --- | --- |\n| North | May | 3 | a |\n|  | June | 5 | b |\n| All |  | 8 |\n",
  );
  // Down to the end of its part of the table, and no further; spans that say nothing are one.
  assert.equal(
    await table(
      "<tbody><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d<tbody><tr><td colspan=0>e<td rowspan=-2>f<tr><td colspan=x>g<td>h",
    ),
    "| a | b |\n|  | c |\n|  | d |\n| e | f |\n| g | h |\n",
  );
});

test("cells that claim thousands of columns and rows cost no more than what is there", async () => {
  const rows = Array.from({ length: 300 }, () => "<tr><td colspan=1000 rowspan=65534>a<td>b").join("");
  const { text } = await parse(`<main>${PROSE}<table>${rows}</table></main>`);
  assert.ok(text.length < 300 * 200 * 4 && text.includes("| a |"));
});
