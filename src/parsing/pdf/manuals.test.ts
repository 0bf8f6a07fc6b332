import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import type { ParsedDocument } from "../../model/section.ts";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { parsePdf } from "./parse-pdf.ts";

const DATA = new URL("../../../../shared/data/docs/pdf/", import.meta.url);
const MANUALS = {
  policy: "debian-policy__policy.pdf",
  reference: "developers-reference__developers-reference.pdf",
  dialyzer: "erlang-doc__dialyzer-5.0.4.pdf",
  japanese: "debmake-doc__debmake-doc.ja.pdf",
  bash: "bash-doc__bash.pdf",
  progman: "expeyes-doc-en__en-eyesj-progman.pdf",
} as const;
const noData = existsSync(DATA) ? false : "shared data is absent";
const noExtractor =
  spawnSync("pdftotext", ["-v"]).error === undefined ? noData : "poppler-utils (pdftotext) is not installed";

function pathOf(name: keyof typeof MANUALS): string {
  return new URL(MANUALS[name], DATA).pathname;
}

/** Each manual is parsed once, for all tests. */
const parsed = new Map<string, Promise<ParsedDocument>>();

function parse(name: keyof typeof MANUALS): Promise<ParsedDocument> {
  const known =
    parsed.get(name) ??
    parsePdf({ bytes: readFileSync(pathOf(name)), path: MANUALS[name], limits: DEFAULT_PARSE_LIMITS });
  parsed.set(name, known);
  return known;
}

/** Letters and digits only, each with the offset that it comes from. */
function bare(text: string): { letters: string; offsets: number[] } {
  const offsets: number[] = [];
  let letters = "";
  for (let i = 0; i < text.length; i++) {
    for (const character of (text[i] as string).normalize("NFKC").toLowerCase()) {
      if (!/[\p{L}\p{N}]/u.test(character)) continue;
      letters += character;
      offsets.push(i);
    }
  }
  return { letters, offsets };
}

/** What the other extractor reads on each page. */
async function otherPages(path: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("pdftotext", ["-enc", "UTF-8", path, "-"], { maxBuffer: 1 << 26 });
  return stdout.split("\f");
}

/** Sentences of a page. */
function sentencesOf(text: string): readonly string[] {
  const flowing = text.replaceAll(/(?<=\p{L})[-‐]\n(?=\p{Ll})/gu, "").replaceAll(/\s+/gu, " ");
  const sentences = flowing.match(/(?<=[.。] ?)(?:\p{Lu}[^.!?。…]{40,240}\.(?= )|[^.。…]{25,200}。)/gu) ?? [];
  const step = Math.max(1, Math.floor(sentences.length / 4));
  return sentences.filter((_, i) => i % step === 0).slice(0, 4);
}

function pageOf(document: ParsedDocument, offset: number): number {
  return (document.pageStarts as readonly number[]).findLastIndex((start) => start <= offset) + 1;
}

for (const name of Object.keys(MANUALS) as (keyof typeof MANUALS)[]) {
  test(
    `${name}: sentences that another extractor reads stand on the same page`,
    { skip: noExtractor },
    async (context) => {
      const document = await parse(name);
      const { letters, offsets } = bare(document.text);
      const pages = (document.pageStarts as readonly number[]).length;
      const other = await otherPages(pathOf(name));
      assert.equal(other.length, pages + 1, "a page ends with a form feed");
      let found = 0;
      let right = 0;
      let all = 0;
      for (let page = 1; page <= pages; page += Math.max(1, Math.floor(pages / 60))) {
        for (const sentence of sentencesOf(other[page - 1] as string)) {
          all++;
          const wanted = bare(sentence).letters;
          const places: number[] = [];
          for (let at = letters.indexOf(wanted); at !== -1; at = letters.indexOf(wanted, at + 1))
            places.push(pageOf(document, offsets[at] as number));
          if (places.length > 0) found++;
          if (places.includes(page)) right++;
        }
      }
      context.diagnostic(`${name}: ${all} sentences, ${found} found, ${right} on the right page`);
      assert.ok(all >= 20, `only ${all} sentences were sampled`);
      assert.ok(right >= 0.99 * found, `${right} of ${found}`);
      // The rest are sentences into which the other extractor mixed a running head.
      assert.ok(found >= 0.9 * all, `${found} of ${all}`);
    },
  );

  test(`${name}: sections cover the text, pages ascend`, { skip: noData }, async () => {
    const { text, sections, pageStarts } = await parse(name);
    let end = 0;
    for (const section of sections) {
      assert.equal(section.span.start, end, section.title);
      end = section.span.end;
      for (const { span } of section.blocks)
        assert.ok(span.start >= section.span.start && span.end <= section.span.end && span.start < span.end);
    }
    assert.equal(end, text.length);
    assert.ok((pageStarts as readonly number[]).every((start, i, all) => i === 0 || start >= (all[i - 1] as number)));
  });
}

interface QpdfOutline {
  readonly title: string;
  readonly destpageposfrom1: number | null;
  readonly kids: readonly QpdfOutline[];
}

const noQpdf = spawnSync("qpdf", ["--version"]).error === undefined ? noData : "qpdf is not installed";

for (const name of ["policy", "reference", "dialyzer", "japanese"] as const) {
  test(
    `${name}: every entry of the outline is a section with its breadcrumb and page, as qpdf reads them`,
    { skip: noQpdf },
    async () => {
      const { stdout } = spawnSync("qpdf", ["--json=2", "--json-key=outlines", pathOf(name)], {
        maxBuffer: 1 << 28,
        encoding: "utf8",
      });
      const wanted: { page: number | null; breadcrumb: string }[] = [];
      const walk = (items: readonly QpdfOutline[], above: readonly string[]): void => {
        for (const { title, destpageposfrom1, kids } of items) {
          const breadcrumb = [...above, title.replaceAll(/\s+/gu, " ").trim()];
          wanted.push({ page: destpageposfrom1, breadcrumb: breadcrumb.join(" > ") });
          walk(kids, breadcrumb);
        }
      };
      walk((JSON.parse(stdout) as { outlines: QpdfOutline[] }).outlines, []);
      const { sections } = await parse(name);
      // qpdf doesn't follow destinations by name in every file; then it says no page.
      const got = sections
        .filter(({ level }) => level > 0)
        .map(({ breadcrumb, pages }, i) => ({
          page: wanted[i]?.page === null ? null : (pages?.start ?? 0),
          breadcrumb: breadcrumb.join(" > "),
        }));
      assert.ok(wanted.length > 20);
      assert.deepEqual(got, wanted);
    },
  );

  test(`${name}: every section begins with its title`, { skip: noData }, async () => {
    const { text, sections } = await parse(name);
    for (const { title, level, span } of sections) {
      if (level === 0) continue;
      // Functions are entered by name and arity, and stand there with their arguments.
      const head = bare(title.replace(/\/\d+$/u, "")).letters;
      assert.ok(
        bare(text.slice(span.start, span.start + 200))
          .letters.slice(0, head.length + 20)
          .includes(head),
        title,
      );
    }
  });
}

test("policy: what a reader would want", { skip: noData }, async () => {
  const { text, metadata } = await parse("policy");
  assert.ok(
    text.includes(
      "We reserve the right to restrict files from being included anywhere in our archives if\n\n• their " +
        "use or distribution would break a law,\n• there is an ethical conflict",
    ),
    "lists keep their items",
  );
  assert.ok(!/\n\nDebian Policy Manual, Release 4\.6\.2\.0\n/u.test(text.slice(2000)), "running heads are gone");
  assert.ok(!/\n\d+ {2,}Chapter \d/u.test(text), "page numbers are gone");
  assert.ok(
    text.includes("architecture-independent") && !/[a-z]- [a-z]{3,}/u.test(text.slice(20_000, 60_000)),
    "words are whole",
  );
  assert.deepEqual(metadata, { title: "Debian Policy Manual", date: "2022-12-17T02:41:44Z" });
});
