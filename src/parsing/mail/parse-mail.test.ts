import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import { assertExact } from "../assert-exact.fixture.ts";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { parseFile } from "../registry.ts";

async function parse(text: string) {
  const bytes = Buffer.from(text, "latin1");
  const document = await parseFile({ bytes, path: "a.eml", documentType: "mail", limits: DEFAULT_PARSE_LIMITS });
  assertExact(document.text, document);
  return document;
}

const MESSAGE = `From: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>
To: Ana <ana@example.org>
Subject: =?utf-8?b?R3LDvMOfZQ==?=
 from the harbour
Date: Tue, 05 Mar 2024 10:11:12 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=B

--B
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Sch=F6ne words.

A second paragraph.
--B
Content-Type: text/markdown
Content-Disposition: attachment; filename="notes.md"

# Kept

attached words
--B
Content-Type: application/zip
Content-Disposition: attachment; filename="pack.zip"
Content-Transfer-Encoding: base64

UEsFBg==
--B--
`;

test("a message: decoded headers, its text, attachments by their own reader, others by name", async () => {
  const document = await parse(MESSAGE);
  const subject = "Grüße from the harbour";
  assert.deepEqual(
    document.sections.map(({ breadcrumb }) => breadcrumb),
    [
      [subject],
      [subject, "Attachment: notes.md"],
      [subject, "Attachment: notes.md", "Kept"],
      [subject, "Attachment: pack.zip"],
    ],
  );
  assert.match(document.text, /From: Jörg <joerg@example.org>\nTo: Ana <ana@example.org>\nDate: /u);
  assert.match(document.text, /\n\nSchöne words\.\n\nA second paragraph\./u);
  assert.deepEqual(document.metadata, { title: subject, date: "2024-03-05T09:11:12.000Z" });
});

test("the sheets of a workbook that is attached keep their names, beside those of their columns", async () => {
  const row = (...cells: readonly string[]): string =>
    `<table:table-row>${cells.map((one) => `<table:table-cell><text:p>${one}</text:p></table:table-cell>`).join("")}</table:table-row>`;
  const sheet = (name: string, rows: string): string => `<table:table table:name="${name}">${rows}</table:table>`;
  const sheets = sheet("Alpha", row("one")) + sheet("Beta", row("Name", "Depth") + row("Aar", "deep"));
  const { sections } = await parse(
    "From: a@b.example\nSubject: S\nMIME-Version: 1.0\nContent-Type: application/x-sheet; name=a.fods\n" +
      "Content-Disposition: attachment; filename=a.fods\n\n<office:document><office:body><office:spreadsheet>" +
      `${sheets}</office:spreadsheet></office:body></office:document>\n`,
  );
  const places = sections.map(({ breadcrumb }) => breadcrumb.slice(2).join(" > ")).filter((place) => place !== "");
  assert.deepEqual(places, ["Alpha", "Beta > Name, Depth"]);
});

test("signs of windows-1252, and letters of an encoding that nobody names", async () => {
  const part = (type: string, body: string): string =>
    `From: a@example.org\nSubject: Harbour\nContent-Type: text/plain${type}\n${body}`;
  const quoted = "Content-Transfer-Encoding: quoted-printable\n\n5 =80 =96 =93caf=E9=94\n";
  for (const charset of ["windows-1252", "iso-8859-1"])
    assert.match((await parse(part(`; charset=${charset}`, quoted))).text, /5 € – “café”/u, charset);
  const raw = "Content-Transfer-Encoding: 8bit\n\nThe old caf\xE9 by the m\xFChle is open again, they say\n";
  assert.match((await parse(part("", raw))).text, /old café by the mühle/u);
});

test("what is strict UTF-8 is that, whatever it is called; what is another encoding stays", async () => {
  const body = (charset: string, bytes: Buffer, encoding = "8bit"): string =>
    `From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset="${charset}"\r\n` +
    `Content-Transfer-Encoding: ${encoding}\r\n\r\n${bytes.toString("latin1")}\r\n`;
  const said = [
    "你好！钥匙挂在蓝色的钩子上。",
    "Ключ висит на синем крючке.",
    "La llave de la protección está aquí, señor.",
  ];
  for (const text of said)
    for (const charset of ["GB2312", "windows-1251", "Shift_JIS", "iso-8859-2", "koi8-r"])
      assert.ok((await parse(body(charset, Buffer.from(text)))).text.includes(text), `${charset}: ${text}`);
  const russian = Buffer.from([0xca, 0xeb, 0xfe, 0xf7, 0x20, 0xe2, 0xe8, 0xf1, 0xe8, 0xf2]);
  assert.match((await parse(body("windows-1251", russian))).text, /Ключ висит/u);
  const quoted = Buffer.from("=CA=EB=FE=F7 =E2=E8=F1=E8=F2");
  assert.match((await parse(body("windows-1251", quoted, "quoted-printable"))).text, /Ключ висит/u);
});

test("a message without a date has that of the first who passed it on", async () => {
  const hop = (date: string): string => `Received: from a by b with SMTP id 1;\r\n\t${date}\r\n`;
  const passed = hop("Mon, 22 Aug 2016 14:25:09 -0000") + hop("Mon, 22 Aug 2016 14:23:01 -0000");
  const date = async (head: string): Promise<unknown> =>
    (await parse(`${head}From: a@example.org\r\nSubject: Key\r\n\r\nOn the hook.\r\n`)).metadata.date;
  assert.equal(await date(passed), "2016-08-22T14:23:01.000Z");
  assert.equal(await date(`${passed}Date: Tue, 23 Aug 2016 08:00:00 +0200\r\n`), "2016-08-23T06:00:00.000Z");
  assert.equal(await date("Received: from a by b\r\n"), undefined);
});

test("what is declared Western and is strict UTF-8 is read as that, part by part; what only tells of such a mistake stays", async () => {
  const utf8 = (text: string): string => Buffer.from(text).toString("latin1");
  const part = (charset: string, body: string): string =>
    `Content-Type: text/plain;\r\n charset="${charset}"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body}`;
  const mixed = (...parts: readonly string[]): string =>
    `From: =?us-ascii?Q?J=C3=B6rg?= <a@example.org>\r\nSubject: =?iso-8859-1?Q?Gr=C3=BC=C3=9Fe?= =?iso-8859-1?Q?_an_S=C3=B8ren?=\r\n` +
    `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n${parts.map((one) => `--B\r\n${one}\r\n`).join("")}--B--\r\n`;
  const { text, metadata } = await parse(
    mixed(
      part("us-ascii", utf8("“déjà vu” für Łódź")),
      part("ISO-8859-1", "Sch\xF6ne W\xE4lder, 20 \xB0C"),
      part("windows-1252", utf8("Привет, 世界")),
    ),
  );
  assert.equal(metadata.title, "Grüße an Søren");
  assert.match(text, /From: Jörg <a@example\.org>/u);
  for (const words of ["“déjà vu” für Łódź", "Schöne Wälder, 20 °C", "Привет, 世界"])
    assert.ok(text.includes(words), words);
  const told = "Content-Type: text/plain; charset=iso-8859-1 makes Ã© of é, says RenÃ©";
  const body = (charset: string, bytes: string): string =>
    `From: a@example.org\r\nMIME-Version: 1.0\r\n${part(charset, bytes)}`;
  assert.ok((await parse(body("utf-8", utf8(`\r\n${told}`)))).text.includes(told));
  // No UTF-8 at all: one byte of it isn't.
  assert.match((await parse(body("iso-8859-1", `${utf8("é")} \xE9`))).text, /Ã© é/u);
});

test("attachments that aren't read say what to do", async () => {
  const attached = (head: string) =>
    `From: a@x.org\nContent-Type: multipart/mixed; boundary=B\n\n--B\n\nwords\n--B\n${head}\n\nx\n--B--\n`;
  const { text } = await parse(attached("Content-Type: application/ms-tnef"));
  assert.match(text, /Attachment: winmail\.dat\n\n\(not read: what Outlook packed .+ save it as \.eml there/u);
  const old = await parse(
    attached(
      'Content-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="plan.doc"\n\n0M8R4KGxGuE=\n--B',
    ),
  );
  assert.match(old.text, /plan\.doc\n\n\(not read: an old Word document; save it as \.docx\)/u);
  const photo = await parse(attached('Content-Disposition: attachment; filename="photo.jpg"'));
  assert.match(photo.text, /photo\.jpg\n\n\(not read: unknown type\)/u);
});

test("an attached invitation, or the card of an address, is read as people read it", async () => {
  const lines = [
    ...["BEGIN:VCALENDAR", "PRODID:x", "BEGIN:VTIMEZONE", "BEGIN:STANDARD", "DTSTART:16010101T000000", "END:STANDARD"],
    ...[
      "END:VTIMEZONE",
      "BEGIN:VEVENT",
      "SUMMARY:Counting the gan",
      " nets\\, again",
      "DTSTART;TZID=Europe/Berlin:20250310T100000",
    ],
    ...["DTEND;VALUE=DATE:20250311", "LOCATION:North pond", "UID:1", "END:VEVENT", "END:VCALENDAR"],
  ];
  const head = "From: a@x.org\nContent-Type: multipart/mixed; boundary=B\n\n--B\n\nwords\n--B";
  const named = 'Content-Type: text/calendar\nContent-Disposition: attachment; filename="a.ics"';
  const { text } = await parse(`${head}\n${named}\n\n${lines.join("\r\n")}\n--B--\n`);
  const said = [
    ...["Counting the gannets, again", "Starts: 2025-03-10 10:00 (Europe/Berlin)"],
    ...["Ends: 2025-03-11", "Where: North pond"],
  ];
  assert.ok(text.includes(`Attachment: a.ics\n\n${said.join("\n")}\n\n`), text);
  // Calendars send it without a name, and some once more with one.
  const unnamed = `Content-Type: text/calendar; method=REQUEST\n\n${lines.join("\r\n")}`;
  const alone = await parse(`${head}\n${unnamed}\n--B--\n`);
  assert.ok(alone.text.includes(said.join("\n")), alone.text);
  const twice = await parse(`${head}\n${unnamed}\n--B\n${named}\n\n${lines.join("\r\n")}\n--B--\n`);
  assert.equal(twice.text.split("North pond").length, 2, twice.text);
});

test("a mailbox is called as its file is", async () => {
  const mail = (subject: string): string =>
    `From a Tue Mar  5 10:11:12 2024\nFrom: a@x.org\nSubject: ${subject}\n\nwords\n\n`;
  assert.equal((await parse(mail("first") + mail("second"))).metadata.title, "a");
  assert.equal((await parse(mail("first"))).metadata.title, "first");
});

test("what is falsely called ASCII is read in the encoding that its letters are of", async () => {
  const said = "Мы встречаемся у причала в среду вечером, принеси старые карты и фонарь";
  // By the places that KOI8-R has for the Russian alphabet, from 0xC0 on.
  const koi8 = [..."юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"];
  const bytes = (text: string): string =>
    text.replaceAll(/\p{sc=Cyrillic}/gu, (letter) => String.fromCharCode(0xc0 + koi8.indexOf(letter)));
  const quoted = (text: string): string =>
    text.replaceAll(/[^\x21-\x7E]/gu, (one) => `=${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  const mail = (charset: string, encoding: string, body: string): string =>
    `From: a@example.org\nSubject: =?${charset}?Q?${quoted(bytes("Встреча"))}?=\nMIME-Version: 1.0\n` +
    `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n${body}\n`;
  for (const charset of ["us-ascii", "US-ASCII", "ANSI_X3.4-1968"])
    for (const [encoding, body] of [
      ["8bit", bytes(said)],
      ["quoted-printable", quoted(bytes(said))],
    ] as const) {
      const { text, metadata } = await parse(mail(charset, encoding, body));
      assert.ok(text.includes(said), `${charset} ${encoding}: ${text}`);
      assert.equal(metadata.title, "Встреча");
    }
  const western = await parse(
    mail("us-ascii", "8bit", "The old caf\xE9 by the m\xFChle is open, they say").replace(/^Subj.*\n/mu, ""),
  );
  assert.match(western.text, /old café by the mühle/u);
});

test("a mailbox: a section a message; a quoted line begins none", async () => {
  const one = (subject: string) =>
    `From a@example.org Tue Mar  5 10:11:12 2024\nFrom: a@example.org\nSubject: ${subject}\n\nbody of ${subject}\n\n>From here.\n\n`;
  const document = await parse(one("one") + one("two"));
  assert.deepEqual(
    document.sections.map(({ title }) => title),
    ["one", "two"],
  );
  assert.match(document.text, /body of two\n\nFrom here/u);
});

test("each mail of a mailbox has its own date, and one without any that of none beside it", async () => {
  const days = ["Tue, 05 Mar 2024 10:11:12 +0100", "", "Wed, 06 Mar 2024 10:11:12 +0000"];
  const mails = days.map(
    (day, i) =>
      `From a@x.org Tue Mar  5 10:11:12 2024\nFrom: a@x.org\nSubject: s${i}\n${day && `Date: ${day}\n`}\nbody ${i}\n\n`,
  );
  const { metadata, sections } = await parse(mails.join(""));
  assert.deepEqual(metadata.dates, [
    { start: sections[0]?.span.start, date: "2024-03-05T09:11:12.000Z" },
    { start: sections[1]?.span.start, date: null },
    { start: sections[2]?.span.start, date: "2024-03-06T10:11:12.000Z" },
  ]);
});

test("a page as body; no mail is none", async () => {
  const { text } = await parse("From: a@example.org\nSubject: x\nContent-Type: text/html\n\n<h2>Head</h2><p>words</p>");
  assert.match(text, /Head\n\nwords/u);
  for (const bytes of ["", "<p>no mail at all</p>"])
    await assert.rejects(parse(bytes), (error) => error instanceof LociError && error.code === "FILE_SKIPPED");
});

test("messages in messages, and cut ones, end", async () => {
  const nested = (depth: number): string =>
    depth === 0
      ? "Subject: end\n\nx"
      : `Subject: s${depth}\nContent-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\nContent-Type: message/rfc822\n\n${nested(depth - 1)}\n--b${depth}--\n`;
  for (const text of [nested(60), MESSAGE.slice(0, 500), MESSAGE.slice(0, 120)]) {
    const ended = await parse(text).catch((error: unknown) => error);
    assert.ok(!(ended instanceof Error) || ended instanceof LociError);
  }
});

test("text is read also where its type is none or an unknown one; an invitation's signs aren't", async () => {
  const head = "From: a@example.org\nSubject: Tides\n";
  for (const type of ["text; charset=us-ascii", "text/enriched", "text/x-note"])
    assert.match(
      (await parse(`${head}Content-Type: ${type}\n\nThe quay opens at nine.\n`)).text,
      /The quay opens at nine\./u,
    );
  assert.doesNotMatch((await parse(`${head}Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n`)).text, /VCALENDAR/u);
});

test("a page that a browser saved is read as its text, without its style", async () => {
  const page = `From: <Saved by a browser>
Snapshot-Content-Location: https://example.org/lamp
Subject: Pier lamps
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="B"

--B
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable
Content-Location: https://example.org/lamp

<html><body><h1>Pier l=
amps</h1><p>They stand in the caf=C3=A9.</p></body></html>
--B
Content-Type: text/css
Content-Location: cid:a

body { color: red; }
--B--
`;
  const { text } = await parse(page);
  assert.match(text, /Pier lamps\n\nThey stand in the café\.\s*$/u);
});

test("a message without some or all of its headers is read by its body", async () => {
  const heads = ["From: a@example.org", "Subject: Kettle", "Date: Tue, 05 Mar 2024 10:11:12 +0100"];
  const others = ["MIME-Version: 1.0", "Content-Type: text/plain", "X-Mailer: x", "Reply-To: a@example.org"];
  const few = [...heads, ...others].map((_, i) => heads.filter((_, bit) => (i >> bit) % 2 === 1));
  for (const head of [...few, ...others.map((one) => [one]), ["", "Dear all,"], ["Dear all,", "and others,"]]) {
    const { text } = await parse(`${head.join("\n")}\n\nThe kettle stands in the hall.\n\nThe tea doesn't.\n`);
    for (const said of ["The kettle stands in the hall.", "The tea doesn't."])
      assert.equal(text.split(said).length, 2, `${head.join(" | ")}: ${text}`);
    if (head.at(-1)?.endsWith(",") === true) assert.match(text, /Dear all,/u);
  }
  for (const other of ["<!doctype html><p>The kettle</p>", '{"a": 1}', "%PDF-1.7\n", "\0\u0001: 2\n\nx"])
    await assert.rejects(parse(other), (error: LociError) => error.details["reason"] === "wrong-type", other);
});

test("a message of Apple's has its length above, and the program's notes below, which nobody wrote", async () => {
  const mail = "From: a@x.org\nSubject: Sail\nDate: Tue, 5 Mar 2024 20:14:02 +0000\n\nAt the loft.\n";
  const { text } = await parse(`${mail.length}       \n${mail}<?xml version="1.0"?>\n<plist>flags</plist>`);
  assert.equal(text, "Sail\n\nFrom: a@x.org\nDate: Tue, 5 Mar 2024 20:14:02 +0000\n\nAt the loft.\n\n");
});

test("a message that was passed on is read as the others: its date by year, month and day, and nothing that is hidden", async () => {
  const inner =
    "From: b@x.org\nSubject: Offer\nDate: Tue, 5 Mar 2024 08:00:00 +0000\nContent-Type: text/html\n\n" +
    '<div style="display:none">teaser</div><p>Oak boards</p>';
  for (const disposition of ["", "Content-Disposition: inline\n", "Content-Disposition: attachment\n"]) {
    const { text } = await parse(
      `From: a@x.org\nSubject: Fwd\nContent-Type: multipart/mixed; boundary=B\n\n--B\n\nsee below\n--B\n` +
        `Content-Type: message/rfc822\n${disposition}\n${inner}\n--B--\n`,
    );
    assert.match(
      text,
      /see below\n\nOffer\n\nFrom: b@x\.org\nDate: Tue, 5 Mar 2024 08:00:00 \+0000\n\nOak boards\n/u,
      disposition,
    );
    assert.doesNotMatch(text, /teaser|3\/5\/2024/u);
  }
});

test("a table under the name of an old workbook is read where it is attached", async () => {
  const page = "<html><table><tr><th>Member</th><th>Fee</th></tr><tr><td>Solveig</td><td>120</td></tr></table></html>";
  const { text } = await parse(
    `From: a@x.org\nContent-Type: multipart/mixed; boundary=B\n\n--B\n\nwords\n--B\n` +
      `Content-Type: application/vnd.ms-excel; name="Export.xls"\nContent-Disposition: attachment; filename="Export.xls"\n\n${page}\n--B--\n`,
  );
  assert.match(text, /\| Solveig \| 120 \|/u);
});
