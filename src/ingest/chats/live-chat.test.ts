import assert from "node:assert/strict";
import fs, { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { openMemoryCatalog } from "../../../test/contract/reference/open-catalog.ts";
import type { CursorStore } from "../../storage/ports/catalog.ts";
import { LiveChat, type NewMessage, readChat } from "./live-chat.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

const dayOf = (time: string): string => time.slice(0, 10);

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "live-chat-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const message = (id: string, day = 1): NewMessage => ({
  id,
  role: "user",
  text: `what ${id} says`,
  time: `2026-01-${String(day).padStart(2, "0")}T10:00:00Z`,
});

/** Counts bytes that are read and calls of the catalog while it works. */
async function counting<T>(t: TestContext, cursors: CursorStore, work: (counted: CursorStore) => Promise<T>) {
  let [bytes, calls] = [0, 0];
  const { readSync } = fs;
  const mocked = t.mock.method(fs, "readSync", (...given: Parameters<typeof readSync>) => {
    const read = readSync(...given);
    bytes += read;
    return read;
  });
  const whole = t.mock.method(fs, "readFileSync", () => assert.fail("the file was read whole"));
  syncBuiltinESMExports();
  const counted = new Proxy(cursors, {
    get(target, name) {
      calls++;
      return Reflect.get(target, name) as unknown;
    },
  });
  try {
    return { value: await work(counted), bytes, calls };
  } finally {
    mocked.mock.restore();
    whole.mock.restore();
    syncBuiltinESMExports();
  }
}

test("a message costs the same in a short chat and in a long one, also in a process that has just begun", async (t) => {
  const costs = [];
  for (const size of [2_000, 20_000]) {
    const { cursors } = openMemoryCatalog();
    const file = join(folder(t), "messages.jsonl");
    const lines = Array.from({ length: size }, (_, i) => {
      const day = new Date(Math.floor(i / 64) * 86_400_000).toISOString().slice(0, 10);
      return `${JSON.stringify({ session: day, ...message(`m${String(i).padStart(6, "0")}`), time: `${day}T10:00:00Z` })}\n`;
    });
    writeFileSync(file, lines.join(""));
    await new LiveChat({ file, source: "s", cursors, dayOf }).append({
      ...message("first"),
      time: "2030-01-01T10:00:00Z",
    });
    const { bytes, calls } = await counting(t, cursors, async (counted) => {
      const chat = new LiveChat({ file, source: "s", cursors: counted, dayOf });
      assert.equal(await chat.isOther(), false);
      await chat.append({ ...message("one more"), time: "2030-01-01T10:00:01Z" });
      assert.equal((await chat.append({ ...message("m000003"), time: "2030-01-01T10:00:01Z" })).added, false);
      assert.deepEqual(
        (await chat.session("2030-01-01")).map(({ id }) => id),
        ["first", "one more"],
      );
      assert.equal((await chat.last((last) => last.length >= 64)).at(-1)?.id, "one more");
    });
    costs.push({ bytes: bytes, calls });
  }
  assert.deepEqual(costs[0], costs[1]);
});

/** What happens to a chat's file: said here, said by another process, cut off, rewritten, left unended. */
const happening = fc.oneof(
  fc.record({
    what: fc.constant("say" as const),
    id: fc.integer({ min: 0, max: 12 }),
    day: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    what: fc.constantFrom("append" as const, "unended" as const, "garbage" as const),
    id: fc.integer({ min: 13, max: 20 }),
  }),
  fc.record({ what: fc.constantFrom("cut" as const, "without" as const, "gone" as const), id: fc.nat(400) }),
);

test("whatever happened to the file, a message, its session and the end are those of a reading of all of it", async (t) => {
  const home = folder(t);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
      const { cursors } = openMemoryCatalog();
      const file = join(home, `${runs++}.jsonl`);
      const text = (): string => (fs.existsSync(file) ? readFileSync(file, "utf8") : "");
      for (const one of happenings) {
        const line = JSON.stringify({ session: "2026-01-01", ...message(`m${one.id}`) });
        if (one.what === "say")
          await new LiveChat({ file, source: "s", cursors, dayOf }).append(message(`m${one.id}`, one.day));
        else if (one.what === "append") appendFileSync(file, `${line}\n`);
        else if (one.what === "unended") appendFileSync(file, line.slice(0, -9));
        else if (one.what === "garbage") appendFileSync(file, "\nno message\n");
        else if (one.what === "cut") writeFileSync(file, text().slice(0, one.id));
        else if (one.what === "without")
          writeFileSync(
            file,
            text()
              .split("\n")
              .toSpliced(one.id % 7, 1)
              .join("\n"),
          );
        else rmSync(file, { force: true });
        const chat = new LiveChat({ file, source: "s", cursors, dayOf });
        const all = await readChat(file).catch(() => []);
        for (let id = 0; id <= 20; id++)
          assert.deepEqual(
            strip(await chat.message(`m${id}`)),
            strip(all.findLast((other) => other.id === `m${id}`) ?? null),
          );
        for (const session of ["2026-01-01", "2026-01-02", "2026-01-03"])
          assert.deepEqual(
            (await chat.session(session)).map(strip),
            all.filter((other) => other.session === session).map(strip),
          );
        assert.deepEqual((await chat.last((last) => last.length > 2)).map(strip), all.map(strip));
      }
    }),
    { numRuns: rounds(150, 10) },
  );
});

/** A message without its line, which only a reading of the whole file knows. */
function strip(message: object | null): object | null {
  const { line: _, ...rest } = (message ?? {}) as { readonly line?: number };
  return rest;
}
