import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makeFontPdf, numberedFont, show } from "./make-font-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

const parse = (bytes: Uint8Array) => parsePdf({ bytes, path: "a.pdf", limits: DEFAULT_PARSE_LIMITS });
const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");
const wide = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");

const HELVETICA = () => "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

test("a page whose font names no characters is said, and its numbers are no text", async () => {
  const { text, metadata } = await parse(
    makeFontPdf({
      fonts: { F: HELVETICA, N: numberedFont },
      pages: [
        show("F", hex("A page of words.")),
        show("N", wide("7KLV LV QR WHAW")) + show("F", hex("ix"), 72, 60),
        show("F", hex("More words than numbers are here.")) + show("N", wide("ABC"), 72, 500),
      ],
    }),
  );
  assert.deepEqual(metadata.unreadablePages, [2]);
  assert.equal(text, "A page of words.\n\nix\n\nMore words than numbers are here.\n\nABC");
});

test("a file of nothing else is skipped, since there is nothing to find in it", async () => {
  const bytes = makeFontPdf({ fonts: { N: numberedFont }, pages: [show("N", wide("7KLV"))] });
  await assert.rejects(
    parse(bytes),
    (error: unknown) => error instanceof LociError && error.details["reason"] === "unreadable-fonts",
  );
});

test("numbers that are said to be characters are text", async () => {
  const { text, metadata } = await parse(
    makeFontPdf({
      fonts: { N: (add) => numberedFont(add, "/ToUnicode /Identity-H") },
      pages: [show("N", wide("This is text."))],
    }),
  );
  assert.deepEqual([text, metadata.unreadablePages], ["This is text.", undefined]);
});
