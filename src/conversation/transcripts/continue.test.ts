import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bytesBundle } from "./bytes-bundle.fixture.ts";
import { jsonl, readAll } from "./read-all.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

const at = "2026-01-02T03:04:05Z";

/** Reads up to a cut and goes on from there: the whole, or all of it again where it couldn't go on. */
async function cutAt(
  name: string,
  records: readonly unknown[],
  cut: number,
): Promise<{ readonly got: readonly unknown[]; readonly whole: readonly unknown[]; readonly continued: boolean }> {
  const bytes = Buffer.from(jsonl(records));
  const whole = await readAll(name, await bytesBundle(name, bytes));
  const start = await readAll(name, await bytesBundle(name, bytes.subarray(0, cut)), whole.format);
  const rest = await readAll(name, await bytesBundle(name, bytes), whole.format, start.cursor());
  assert.equal(rest.rewritten, false);
  assert.deepEqual(rest.cursor(), whole.cursor());
  return {
    got: rest.continued ? [...start.entries, ...rest.entries] : rest.entries,
    whole: whole.entries,
    continued: rest.continued,
  };
}

interface Step {
  readonly kind: "prompt" | "answer" | "result" | "system" | "side" | "summary";
  /** Records back that it hangs on; 0 is the one before. */
  readonly back: number;
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("prompt", "answer", "result", "system", "side", "summary"),
    back: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) }),
  }),
  { minLength: 1, maxLength: 25 },
) as fc.Arbitrary<readonly Step[]>;

function claudeCode(all: readonly Step[]): readonly unknown[] {
  const chain: string[] = [];
  return all.map(({ kind, back }, i) => {
    const uuid = `u${i}`;
    const parentUuid = chain.at(-1 - back) ?? null;
    const base = { uuid, parentUuid, sessionId: "s", timestamp: at };
    if (kind === "summary") return { type: "summary", summary: `so far ${i}`, leafUuid: parentUuid ?? "elsewhere" };
    if (kind === "side") return { ...base, type: "user", isSidechain: true, message: { content: `helper ${i}` } };
    chain.push(uuid);
    if (kind === "system") return { ...base, type: "system", content: "x" };
    const content =
      kind === "result"
        ? [{ type: "tool_result", content: `out ${i}` }]
        : kind === "answer"
          ? [{ type: "text", text: `answer ${i}` }]
          : `prompt ${i}`;
    return { ...base, type: kind === "answer" ? "assistant" : "user", message: { content } };
  });
}

test("Claude Code: going on from any cut gives what reading it at once gives, branches and all", () =>
  fc.assert(
    fc.asyncProperty(steps, fc.double({ min: 0, max: 1, noNaN: true }), async (all, share) => {
      const records = claudeCode([{ kind: "prompt", back: 0 }, ...all]);
      const { got, whole } = await cutAt("a.jsonl", records, Math.floor(share * jsonl(records).length));
      assert.deepEqual(got, whole);
    }),
    { numRuns: rounds(400, 27) },
  ));

test("Claude Code: a plain answer is read by itself, an edited prompt makes everything be read again", async () => {
  const talk = claudeCode([
    { kind: "prompt", back: 0 },
    { kind: "answer", back: 0 },
    { kind: "system", back: 0 },
  ]);
  const next = (parentUuid: string) => ({
    type: "user",
    uuid: "next",
    parentUuid,
    sessionId: "s",
    timestamp: at,
    message: { content: "and then?" },
  });
  assert.equal((await cutAt("a.jsonl", [...talk, next("u2")], jsonl(talk).length)).continued, true);
  const { got, whole, continued } = await cutAt(
    "a.jsonl",
    [...talk, { ...next("u0"), parentUuid: null }],
    jsonl(talk).length,
  );
  assert.deepEqual([continued, got], [true, whole]);
  const longer = [...talk, next("u2")];
  assert.equal(
    (await cutAt("a.jsonl", [...longer, { ...next("u2"), uuid: "edited" }], jsonl(longer).length)).continued,
    false,
  );
});

const item = (payload: object) => ({ timestamp: at, type: "response_item", payload });
const message = (role: string, text: string) =>
  item({ type: "message", role, content: [{ type: "input_text", text }] });
const rollback = (turns: number) => ({
  timestamp: at,
  type: "event_msg",
  payload: { type: "thread_rolled_back", num_turns: turns },
});

test("Codex: going on from any cut, with turns taken back", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constant("user"), fc.constant("assistant"), fc.integer({ min: 1, max: 3 })), {
        minLength: 1,
        maxLength: 15,
      }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (all, share) => {
        const records = [
          { timestamp: at, type: "session_meta", payload: { id: "c" } },
          ...all.map((one, i) => (typeof one === "number" ? rollback(one) : message(one, `${one} ${i}`))),
        ];
        const { got, whole } = await cutAt("rollout.jsonl", records, Math.floor(share * jsonl(records).length));
        assert.deepEqual(got, whole);
      },
    ),
    { numRuns: rounds(300, 20) },
  ));

test("Codex: turns that were taken back are sidechains, what came before and after is not", async () => {
  const { brief, problems } = await readAll("rollout.jsonl", [
    { timestamp: at, type: "session_meta", payload: { id: "c" } },
    message("user", "<environment_context>x</environment_context>"),
    message("user", "one"),
    message("assistant", "first"),
    message("user", "two"),
    item({ type: "function_call", name: "shell", arguments: "{}", call_id: "c1" }),
    message("assistant", "second"),
    message("user", "three"),
    message("assistant", "third"),
    rollback(2),
    message("user", "two, again"),
    message("assistant", "fourth"),
  ]);
  assert.deepEqual(brief, [
    "context system: <environment_context>x</environment_context>",
    "message user: one",
    "message assistant: first",
    "sidechain user: two",
    "sidechain tool_call: shell\n{}",
    "sidechain assistant: second",
    "sidechain user: three",
    "sidechain assistant: third",
    "message user: two, again",
    "message assistant: fourth",
  ]);
  assert.deepEqual(problems, []);
});

test("Codex: what came since is read after one look at what stands before it", async () => {
  const said = (text: string) => ({
    type: "response_item",
    timestamp: at,
    payload: { type: "message", role: "user", content: [{ type: "input_text", text }] },
  });
  const meta = { type: "session_meta", timestamp: at, payload: { id: "s", cwd: "/home/a" } };
  const moved = { type: "turn_context", timestamp: at, payload: { cwd: "/home/b" } };
  const records = [meta, said("first"), moved, ...Array.from({ length: 400 }, (_, i) => said(`line ${i} of the talk`))];
  const bytes = Buffer.from(jsonl(records));
  const before = await readAll("rollout.jsonl", await bytesBundle("rollout.jsonl", bytes));
  const grown = await bytesBundle("rollout.jsonl", Buffer.concat([bytes, Buffer.from(jsonl([said("and more")]))]));
  let streamed = 0;
  const counted = {
    ...grown,
    async *stream(name: string, from = 0): AsyncGenerator<Uint8Array> {
      for await (const piece of grown.stream(name, from))
        for (let start = 0; start < piece.length; start += 1024) {
          const part = piece.subarray(start, start + 1024);
          streamed += part.length;
          yield part;
        }
    },
  };
  const { continued, entries } = await readAll("rollout.jsonl", counted, "codex", before.cursor());
  assert.ok(continued);
  assert.deepEqual(
    entries.map(({ text, workspace }) => [text, workspace]),
    [["and more", "/home/b"]],
  );
  // Once for the hash, and once for the look.
  assert.ok(streamed < 2.2 * bytes.length, `${(streamed / bytes.length).toFixed(2)} times`);
});
