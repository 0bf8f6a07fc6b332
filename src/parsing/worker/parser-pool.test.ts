import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from "../parser-input.ts";
import { openParserPool, type ParserPool } from "./parser-pool.ts";

const encoder = new TextEncoder();

async function withPool(
  run: (pool: ParserPool) => Promise<void>,
  options: Partial<Parameters<typeof openParserPool>[0]> = {},
): Promise<void> {
  const pool = openParserPool({ threads: 1, maxHeapMegabytes: 256, inlineBytes: 0, ...options });
  try {
    await run(pool);
  } finally {
    await pool.close();
  }
}

function file(documentType: string, text: string | Uint8Array, limits: Partial<ParseLimits> = {}) {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  return { bytes, path: `a.${documentType}`, documentType, limits: { ...DEFAULT_PARSE_LIMITS, ...limits } };
}

function skippedFor(reason: string) {
  return (error: unknown) =>
    error instanceof LociError && error.code === "FILE_SKIPPED" && error.details["reason"] === reason;
}

test("gives what the parser gives on this thread", () =>
  withPool(async (pool) => {
    const [text, html] = await Promise.all([
      pool.parse(file("txt", "one\n\ntwo\n")),
      pool.parse(file("html", "<h1>A</h1><p>b")),
    ]);
    assert.equal(text.text, "one\n\ntwo\n");
    assert.deepEqual(
      html.sections.map(({ title }) => title),
      ["A"],
    );
  }));

test("passes a parser's reason on, and goes on afterwards", () =>
  withPool(async (pool) => {
    await assert.rejects(pool.parse(file("pdf", "no pdf")), skippedFor("wrong-type"));
    assert.equal((await pool.parse(file("txt", "still here"))).text, "still here");
  }));

test("ends a file that takes too long, and serves the next one from a new thread", () =>
  withPool(async (pool) => {
    const slow = file("html", "<p>".repeat(200_000), { maxSeconds: 0.001 });
    await assert.rejects(pool.parse(slow), skippedFor("timeout"));
    assert.equal((await pool.parse(file("txt", "next"))).text, "next");
  }));

test("counts a file's time by the processor: one that waits for it is given more by the clock", () =>
  withPool(async (pool) => {
    const page = file("html", `<h1>A</h1>${"<p>some words</p>".repeat(100)}`, { maxSeconds: 60 });
    await pool.parse(page);
    // Of a thread that is busy elsewhere for longer than the limit nothing is known but the clock; this one is idle meanwhile.
    const ends: number[] = [];
    const { setTimeout: real } = globalThis;
    globalThis.setTimeout = ((work: () => void, milliseconds: number) => {
      ends.push(milliseconds);
      return real(work, ends.length === 1 ? 0 : milliseconds);
    }) as typeof setTimeout;
    try {
      assert.match((await pool.parse(page)).text, /some words/);
    } finally {
      globalThis.setTimeout = real;
    }
    assert.equal(ends[0], 60_000);
  }));

test("ends a file that takes too much memory", () =>
  withPool(
    async (pool) => {
      await assert.rejects(
        pool.parse(file("html", "<p>a<b>".repeat(3_000_000), { maxNesting: 1_000_000 })),
        skippedFor("memory"),
      );
      assert.equal((await pool.parse(file("txt", "next"))).text, "next");
    },
    { maxHeapMegabytes: 32 },
  ));

test("a large page takes a small multiple of its size", () =>
  withPool(
    async (pool) => {
      const paragraphs = `<p>${"some words and more of them ".repeat(40)}</p>\n`.repeat(7_000);
      const { text } = await pool.parse(file("html", `<h1>A</h1>${paragraphs}`));
      assert.ok(text.length > 7_000_000);
    },
    { maxHeapMegabytes: 112 },
  ));

test("gives up at once when aborted, running or waiting", () =>
  withPool(async (pool) => {
    const controller = new AbortController();
    const running = pool.parse(file("html", "<p>word ".repeat(50_000)), controller.signal);
    const waiting = pool.parse(file("txt", "never"), controller.signal);
    const other = pool.parse(file("txt", "served"));
    controller.abort();
    const gone = (error: unknown) => error instanceof Error && error.name === "AbortError";
    await Promise.all([assert.rejects(running, gone), assert.rejects(waiting, gone)]);
    assert.equal((await other).text, "served");
    await assert.rejects(pool.parse(file("txt", "x"), controller.signal), gone);
  }));

test("parses small text in place", () =>
  withPool(
    async (pool) => {
      assert.equal((await pool.parse(file("txt", "small"))).text, "small");
    },
    { inlineBytes: 100 },
  ));

test("a hundred files on two threads all come back, each to its own asker", () =>
  withPool(
    async (pool) => {
      const texts = Array.from({ length: 100 }, (_, i) => `text ${i}`);
      const documents = await Promise.all(texts.map((text) => pool.parse(file("txt", text))));
      assert.deepEqual(
        documents.map(({ text }) => text),
        texts,
      );
    },
    { threads: 2 },
  ));
