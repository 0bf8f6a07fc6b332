import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";
import { codePoint } from "../code-point.fixture.ts";

const at = "2025-05-01T10:00:00.000Z";
const role = (i: number): string => (i % 2 === 0 ? "user" : "assistant");
const lines = (values: readonly unknown[], damage: readonly string[]): string =>
  [...values.map((value) => JSON.stringify(value)), ...damage].map((line) => `${line}\n`).join("");

/** How each tool writes down the same messages: files by path. `damage` are lines that are no records, for formats of lines. */
const TOOLS: Readonly<
  Record<string, (texts: readonly string[], damage: readonly string[]) => Readonly<Record<string, string>>>
> = {
  jsonl: (texts, damage) => ({
    "a.jsonl": lines(
      texts.map((text, i) => ({ session: "s", id: i, role: role(i), text })),
      damage,
    ),
  }),
  "claude-code": (texts, damage) => ({
    "a.jsonl": lines(
      texts.map((text, i) => ({
        type: role(i),
        uuid: `u${i}`,
        parentUuid: i === 0 ? null : `u${i - 1}`,
        sessionId: "s",
        timestamp: at,
        message: { role: role(i), content: i % 3 === 0 ? text : [{ type: "text", text }] },
      })),
      damage,
    ),
  }),
  codex: (texts, damage) => ({
    "rollout-a.jsonl": lines(
      [
        { timestamp: at, type: "session_meta", payload: { id: "s" } },
        ...texts.map((text, i) => ({
          timestamp: at,
          type: "response_item",
          payload: { type: "message", role: role(i), content: [{ type: "input_text", text }] },
        })),
      ],
      damage,
    ),
  }),
  gemini: (texts, damage) => ({
    "session-a.jsonl": lines(
      [
        { sessionId: "s", projectHash: "p" },
        ...texts.map((text, i) => ({
          id: `m${i}`,
          timestamp: at,
          type: i % 2 === 0 ? "user" : "gemini",
          content: text,
        })),
      ],
      damage,
    ),
  }),
  chatgpt: (texts) => ({
    "conversations.json": JSON.stringify([
      {
        id: "s",
        current_node: `n${texts.length - 1}`,
        mapping: Object.fromEntries(
          texts.map((text, i) => [
            `n${i}`,
            {
              parent: i === 0 ? null : `n${i - 1}`,
              children: i === texts.length - 1 ? [] : [`n${i + 1}`],
              message: { id: `n${i}`, author: { role: role(i) }, content: { content_type: "text", parts: [text] } },
            },
          ]),
        ),
      },
    ]),
  }),
  claude: (texts) => ({
    "conversations.json": JSON.stringify([
      {
        uuid: "s",
        name: "x",
        chat_messages: texts.map((text, i) => ({
          uuid: `m${i}`,
          sender: i % 2 === 0 ? "human" : "assistant",
          text,
          content: [{ type: "text", text }],
          created_at: at,
        })),
      },
    ]),
  }),
  slack: (texts) => ({
    "users.json": JSON.stringify([{ id: "U1", name: "kay" }]),
    "channels.json": JSON.stringify([{ id: "C1", name: "general" }]),
    "general/2025-05-01.json": JSON.stringify(
      texts.map((text, i) => ({ type: "message", user: "U1", text, ts: `${1_746_093_600 + i}.000100` })),
    ),
  }),
};

const hostileText = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  fc.string({ unit: codePoint, minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    "  \t",
    "\r\n",
    "# heading\n\n```\nUser: x",
    "\ud83d",
    "a\0b",
    "\ufeff",
    "> q\n\n---\n",
    "x".repeat(4_000),
    `${"A longer sentence of some words. ".repeat(90)}end`,
  ),
);
const damage = fc.array(fc.constantFrom('{"cut', "42", "\0\0\0", "nonsense"), { maxLength: 3 });

const ofLines: ReadonlySet<string> = new Set(["jsonl", "claude-code", "codex", "gemini"]);

for (const [tool, write] of Object.entries(TOOLS)) {
  test(`${tool}: every message is found again byte for byte, twice adds nothing, what is damaged is counted`, async (t) => {
    const loci = await openLoci({ home: join(temporaryFolder(t), "home") });
    t.after(() => loci.close());
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(hostileText, { minLength: 1, maxLength: 7 }), damage, async (texts, broken) => {
        const folder = temporaryFolder(t);
        const files = write(texts, broken);
        for (const [path, content] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), content);
        }
        const project = await loci.project(`p${++run}`);
        const job = await project.mine([folder], { scope: "kb" });
        assert.deepEqual(
          [job.messages, job.failed],
          [{ added: texts.length, kept: 0, skipped: ofLines.has(tool) ? broken.length : 0 }, []],
        );
        const { closets } = await project.closets({ limit: 1 });
        const { drawers } = await project.expand([closets[0]?.drawers[0] ?? ""], { document: true });
        const stored = new Map<string, string>();
        for (const { message, text } of drawers)
          stored.set(message?.ids[0] ?? "", (stored.get(message?.ids[0] ?? "") ?? "") + text);
        assert.deepEqual([...stored.values()], texts);
        const again = await project.index([]);
        // A file as young as the run before may be read again, and what is damaged in it counted again.
        assert.deepEqual([again.messages?.added, again.messages?.kept, again.drawers.added], [0, texts.length, 0]);
      }),
      { numRuns: 6 },
    );
  });
}
