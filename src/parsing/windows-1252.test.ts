import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "./limits.ts";
import { parseFile } from "./registry.ts";
import { windows1252 } from "./windows-1252.ts";

/** "Größe, “déjà vu” – 5 €" with text around it, as Windows writes it. */
const BYTES = Buffer.from("Die Gr\xF6\xDFe: \x93d\xE9j\xE0 vu\x94 \x96 kostet heute 5 \x80 und mehr.\r\n", "latin1");
const TEXT = "Die Größe: “déjà vu” – kostet heute 5 € und mehr.\r\n";

test("older European text is read as Windows-1252, and says so", async () => {
  assert.equal(windows1252(BYTES), TEXT);
  const document = await parseFile({ bytes: BYTES, path: "a.txt", documentType: "txt", limits: DEFAULT_PARSE_LIMITS });
  assert.equal(document.text, TEXT);
  assert.equal(document.metadata.encoding, "windows-1252");
  const utf8 = { bytes: Buffer.from(TEXT), path: "a.txt", documentType: "txt", limits: DEFAULT_PARSE_LIMITS };
  assert.equal((await parseFile(utf8)).metadata.encoding, undefined);
});

test("damaged UTF-8, other encodings and binary data stay refused", () => {
  const refused = {
    damaged: Buffer.concat([Buffer.from("Die Größe der Stadt ist bekannt."), Buffer.from([0xc3])]),
    russian: Buffer.from("\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0 \xEC\xE8\xF0 \xEC\xE8\xF0", "latin1"),
    control: Buffer.from("some text with \x01 in it and \xE9", "latin1"),
    nothing: Buffer.from("some text with a byte \x81 of no sign", "latin1"),
    short: Buffer.from([0x23, 0x20, 0xc3, 0x28, 0x0a]),
    plain: Buffer.from("plain text of ASCII alone"),
  };
  for (const [name, bytes] of Object.entries(refused)) assert.equal(windows1252(bytes), null, name);
});
