import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutPassages } from "./cut-passages.ts";
import { DEFAULT_PARSE_LIMITS } from "./parser-input.ts";
import { parseFile } from "./registry.ts";
import { docx, paragraph } from "./zip/make-zip.fixture.ts";

const THINGS = ["heron", "sluice", "café", "weir", "barge", "ferry", "Ünal", "lantern", "cooper", "mill"];
const sentence = (i: number): string =>
  `The ${THINGS[i % THINGS.length]} number ${i} stands beside the ${THINGS[(i * 3 + 1) % THINGS.length]} & waits for day ${i * 7}.`;

/** Marks words of a text in turn, as its signs of the format demand. */
const marked = (text: string, ways: readonly ((word: string) => string)[]): string =>
  text
    .split(" ")
    .map((word, i) => (ways[i % ways.length] as (word: string) => string)(word))
    .join(" ");
const asIs = (word: string): string => word;
const entity = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll(/[^\0-\x7F]/gu, (sign) => `&#${sign.codePointAt(0)};`);
const inHtml = (text: string): string =>
  marked(entity(text), [
    asIs,
    (word) => `<b>${word}</b>`,
    (word) => `<a href="https://example.org/${word.replaceAll(/\W/gu, "")}" title="x">${word}</a>`,
    (word) => `${word.slice(0, 2)}<i class="a>b">${word.slice(2)}</i>`.replace("a>b", "ab"),
    (word) => `${word}<!-- aside -->`,
    (word) => `&nbsp;${word}`,
    (word) => `<span\n data-n="3">${word}</span>`,
  ]);
const printed = (text: string): string =>
  Buffer.from(text)
    .reduce(
      (all, byte) =>
        all +
        (byte < 127 && byte !== 61 && (byte >= 32 || byte === 10)
          ? String.fromCharCode(byte)
          : `=${byte.toString(16).toUpperCase()}`),
      "",
    )
    .replaceAll(/[^\n]{60}(?=[^\n]{10})/gu, (line) => (/=.?$/u.test(line) ? line : `${line}=\r\n`));
const html = (all: readonly string[]): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Days</title></head><body><h1>Days</h1>${all
    .map((one, i) => (i % 4 === 3 ? `<ul><li>${inHtml(one)}</li></ul>` : `<p>${inHtml(one)}</p>`))
    .join("\n")}</body></html>`;
const mail = (parts: string): string =>
  `From: a@example.org\r\nTo: b@example.org\r\nSubject: Days\r\nMIME-Version: 1.0\r\n${parts}`;
const cell = (one: string): string =>
  JSON.stringify({ cell_type: "markdown", metadata: {}, source: [`${one}\n`, "\n"] }).replaceAll(
    /[^\0-\x7F]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Sentences as files of each format hold them; a paragraph each. */
const FORMATS: Readonly<Record<string, readonly [type: string, write: (all: readonly string[]) => string]>> = {
  html: ["html", html],
  "html of windows-1252": [
    "html",
    (all) =>
      `<html><head><meta charset="windows-1252"></head><body>${all.map((one) => `<p>${one.replace("&", "&amp;")}</p>`).join("")}</body></html>`,
  ],
  "html with what programs read": [
    "html",
    (all) =>
      html(all).replace(
        "</head>",
        `<meta name="description" content="${entity(all[2] as string)}"><script>var a = ${JSON.stringify(all[2])};</script></head>`,
      ),
  ],
  rtf: [
    "rtf",
    (all) =>
      `{\\rtf1\\ansi\\ansicpg1252 ${all
        .map(
          (one) =>
            `\\pard ${marked(
              one.replaceAll(/[^\0-\x7F]/gu, (sign) => `\\'${sign.charCodeAt(0).toString(16)}`),
              [asIs, (word) => `{\\b ${word}}`, (word) => `\\i ${word}\\i0 `],
            )}\\par`,
        )
        .join("\n")}}`,
  ],
  ipynb: ["ipynb", (all) => `{"cells":[${all.map(cell).join(",")}],"metadata":{},"nbformat":4,"nbformat_minor":5}`],
  canvas: [
    "canvas",
    (all) =>
      JSON.stringify({
        nodes: all.map((text, i) => ({ id: `n${i}`, type: "text", text, x: 0, y: i * 100, width: 10, height: 10 })),
        edges: [],
      }),
  ],
  "mail, quoted-printable": [
    "mail",
    (all) =>
      mail(
        `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${printed(all.join("\n\n"))}\r\n`,
      ),
  ],
  "mail, a page": [
    "mail",
    (all) =>
      mail(
        `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${printed(html(all))}\r\n`,
      ),
  ],
  "mail, both": [
    "mail",
    (all) =>
      mail(
        `Content-Type: multipart/alternative; boundary=zz\r\n\r\n--zz\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${all.join("\r\n\r\n")}\r\n` +
          `--zz\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${printed(html(all))}\r\n--zz--\r\n`,
      ),
  ],
  subtitles: [
    "captions",
    (all) =>
      all
        .map((one, i) => `${i + 1}\n00:00:${String(10 + i)},000 --> 00:00:${String(11 + i)},000\n<i>${one}</i>\n`)
        .join("\n"),
  ],
  "flat OpenDocument": [
    "odf",
    (all) =>
      `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>${all
        .map(
          (one) =>
            `<text:p>${marked(one.replace("&", "&amp;"), [asIs, (word) => `<text:span>${word}</text:span>`])}</text:p>`,
        )
        .join("")}</office:text></office:body></office:document>`,
  ],
};

const letters = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

for (const [name, [documentType, write]] of Object.entries(FORMATS))
  test(`of ${name}, a passage is cut whatever stands between its letters, and the others stay`, async () => {
    const all = Array.from({ length: 12 }, (_, i) => sentence(i));
    const bytes = Buffer.from(write(all), name.endsWith("1252") ? "latin1" : "utf8");
    const read = async (from: Uint8Array): Promise<string | null> =>
      (await parseFile({ bytes: from, documentType, path: "a", limits: DEFAULT_PARSE_LIMITS })).text;
    const text = (await read(bytes)) as string;
    for (const gone of [[2], [0], [11], [3, 4, 5], [1, 7]]) {
      const passages = gone.map((i) => {
        const line = text.split("\n").find((one) => letters(one).includes(letters(all[i] as string))) as string;
        assert.ok(line !== undefined, `${name}: ${text}`);
        const start = text.indexOf(line);
        return { start, end: start + line.length };
      });
      const cut = await withoutPassages({ bytes, documentType }, { text, passages }, read);
      assert.ok(cut !== null, `${name}: ${gone.join()} of\n${text}`);
      const now = letters((await read(cut)) as string);
      for (const [i, one] of all.entries())
        assert.equal(
          now.includes(letters(one)),
          !gone.includes(i),
          `${name}: ${i} of ${gone.join()} in\n${Buffer.from(cut).toString()}`,
        );
      for (const i of gone) assert.ok(!letters(Buffer.from(cut).toString()).includes(letters(all[i] as string)), name);
    }
  });

const NIGHTS = [
  "Сервер стоит в подвале и гудит каждую ночь после полуночи до утра.",
  "Ключ от него висит у двери, за старым синим шкафом с инструментами.",
  "По средам его чистит Полина, а по пятницам никто туда не спускается.",
];
const sign1251 = (sign: string): string =>
  `\\'${(sign.charCodeAt(0) < 0x430 ? sign.charCodeAt(0) - 0x410 + 0xc0 : sign.charCodeAt(0) - 0x430 + 0xe0).toString(16)}`;
const BETWEEN = ["&nbsp;".repeat(90), "&eacute; ".repeat(90), "С<!--".repeat(2_000), "<b ".repeat(2_000)];
const OTHER_SCRIPTS: readonly (readonly [type: string, file: string])[] = [
  ...BETWEEN.map(
    (row) =>
      [
        "html",
        `<p>${NIGHTS.slice(0, 2).join(`</p><p>${row.startsWith("&") ? row : ""}</p><p>`)}</p><p>${NIGHTS[2]}</p>${row}`,
      ] as const,
  ),
  [
    "rtf",
    `{\\rtf1\\ansi\\ansicpg1251 ${NIGHTS.map((one) => `\\pard ${one.replaceAll(/[А-я]/gu, sign1251)}\\par`).join("\n")}}`,
  ],
  [
    "rtf",
    `{\\rtf1\\ansi\\uc1 ${NIGHTS.map((one) => `\\pard ${one.replaceAll(/[А-я]/gu, (sign) => `\\u${sign.charCodeAt(0)}?`)}\\par`).join("\n")}}`,
  ],
];

for (const [i, [documentType, file]] of OTHER_SCRIPTS.entries())
  test(`a line whose letters might all be written as entities is found in one pass (${documentType}, ${i})`, async () => {
    const read = async (bytes: Uint8Array): Promise<string | null> =>
      (await parseFile({ bytes, documentType, path: "a", limits: DEFAULT_PARSE_LIMITS })).text;
    const bytes = Buffer.from(file);
    const text = (await read(bytes)) as string;
    const [before, line, after] = NIGHTS as [string, string, string];
    const start = text.indexOf(line);
    assert.ok(start >= 0, text);
    const cut = await withoutPassages(
      { bytes, documentType },
      { text, passages: [{ start, end: start + line.length }] },
      read,
    );
    const left = (await read(cut ?? bytes)) ?? "";
    assert.deepEqual(
      [before, line, after].map((one) => left.includes(one)),
      [true, false, true],
    );
  });

test("what can't be rewritten is left as it is: packed text, an archive, a passage that is all there is", async () => {
  const one = (text: string): string => text.split("\n").find((line) => line.includes("number 1")) ?? "";
  const base64 = `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(html([sentence(1)])).toString("base64")}\r\n`;
  const said = [sentence(0), sentence(1)].join("\r\n\r\n");
  const files: readonly (readonly [string, Uint8Array])[] = [
    ["docx", docx(paragraph(sentence(0)) + paragraph(sentence(1)))],
    ["html", Buffer.from(`<p>${sentence(1)}</p>`)],
    [
      "mail",
      Buffer.from(
        mail(
          `Content-Type: multipart/alternative; boundary=zz\r\n\r\n--zz\r\nContent-Type: text/plain\r\n\r\n${said}\r\n--zz\r\n${base64}--zz--\r\n`,
        ).replace("Subject: Days", "Subject: number"),
      ),
    ],
  ];
  for (const [documentType, bytes] of files) {
    const read = async (from: Uint8Array): Promise<string | null> =>
      (await parseFile({ bytes: from, documentType, path: "a", limits: DEFAULT_PARSE_LIMITS })).text;
    const text = (await read(bytes)) ?? "";
    const start = text.indexOf(one(text));
    const passages = [{ start, end: start + one(text).length }];
    assert.equal(await withoutPassages({ bytes, documentType }, { text, passages }, read), null, documentType);
  }
});
