import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type ManualDrawer,
  drawerFilePath,
  drawerFilePlace,
  eraseDrawer,
  framed,
  readDrawers,
  roomFault,
  writeDrawer,
} from "./drawer-file.ts";
import { assertLinear } from "../text/linear.fixture.ts";
import { rounds } from "../../test/rounds.fixture.ts";
import { codePoint } from "../../test/code-point.fixture.ts";

const drawer = (text: string, id = "d1"): ManualDrawer => ({
  id,
  scope: "user:42",
  hall: "facts",
  added: "2026-11-21T09:20:00Z",
  text,
});

/** Texts made of what could break the format, and of anything. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\n",
        "\r\n",
        "\r",
        "# heading",
        "```",
        "---",
        "<!-- loci:drawer id=x -->",
        "<!-- /loci:drawer -->",
        "<!-- \\loci:drawer",
        "<!-- /\\\\loci:drawer -->",
        "<!--",
        "-->",
        " ",
        "\\",
        "%",
        "\u2028",
      ),
      fc.string({ unit: codePoint, maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("any texts come back exactly, whatever they hold and in whatever order they were written", () => {
  fc.assert(
    fc.property(fc.array(nasty, { minLength: 1, maxLength: 5 }), (texts) => {
      const drawers = texts.map((text, i) => drawer(text, `d${i}`));
      const file = drawers.reduce((so, one) => writeDrawer(so, one, "room"), "");
      assert.deepEqual(
        readDrawers(file).map(({ id, scope, hall, added, text }) => ({ id, scope, hall, added, text })),
        drawers,
      );
    }),
    { numRuns: rounds(500, 33) },
  );
});

test("rewriting one leaves the others, erasing all leaves no marker", () => {
  fc.assert(
    fc.property(nasty, nasty, nasty, (a, b, c) => {
      let file = writeDrawer(writeDrawer("", drawer(a, "a"), "room"), drawer(b, "b"), "room");
      file = writeDrawer(file, drawer(c, "a"), "room");
      assert.deepEqual(
        readDrawers(file).map(({ id, text }) => [id, text]),
        [
          ["a", c],
          ["b", b],
        ],
      );
      // The last first: what is cut out moves what stands behind it.
      assert.equal(readDrawers(file).reduceRight(eraseDrawer, file), "# room\n");
    }),
  );
});

test("one wrong bit in a mark makes no passage another's, nor vanish unsaid", () => {
  const texts = ["one", "two", "three"];
  const file = framed(texts.reduce((text, one) => writeDrawer(text, drawer(one, one), "r"), ""));
  assert.equal(roomFault(file), null);
  const whose = (text: string) => readDrawers(text).map(({ id, scope }) => `${id} ${scope}`);
  for (const { index, 0: mark } of file.matchAll(/^<!-- .*$/gmu))
    for (let at = index; at < index + mark.length; at++)
      for (let bit = 0; bit < 7; bit++) {
        const changed = `${file.slice(0, at)}${String.fromCharCode(file.charCodeAt(at) ^ (1 << bit))}${file.slice(at + 1)}`;
        for (const { scope } of readDrawers(changed)) assert.ok(["user:42", "admin"].includes(scope), changed);
        if (roomFault(changed) === null) assert.deepEqual(whose(changed), whose(file), changed);
      }
  // Who changes it on purpose takes the seal out.
  const moved = file.replace(/scope=user:42(.*?) seal=\w+/u, "scope=user:43$1");
  assert.deepEqual([roomFault(moved), readDrawers(moved)[0]?.scope], [null, "user:43"]);
});

test("attributes hold any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, minLength: 1, maxLength: 12 }), (id) => {
      assert.equal(readDrawers(writeDrawer("", { ...drawer("x", id), hall: null }, "r"))[0]?.id, id.toWellFormed());
      assert.equal(readDrawers(writeDrawer("", { ...drawer("x", id), hall: null }, "r"))[0]?.hall, null);
    }),
  );
});

test("an editor's work is picked up: changed text, a deleted block, a file turned into CRLF, prose around the markers", () => {
  const file = writeDrawer(writeDrawer("", drawer("one\n\n# two", "a"), "kitchen"), drawer("three", "b"), "kitchen");
  assert.equal(
    file,
    "# kitchen\n\n<!-- loci:drawer id=a scope=user:42 hall=facts added=2026-11-21T09:20:00Z " +
      "seal=affacabf -->\none\n\n# two\n<!-- /loci:drawer -->\n\n<!-- loci:drawer id=b scope=user:42 hall=facts " +
      "added=2026-11-21T09:20:00Z seal=00285e02 -->\nthree\n<!-- /loci:drawer -->\n",
  );
  const texts = (text: string) => readDrawers(text).map((found) => found.text);
  assert.deepEqual(texts(file.replace("three", "three\nand four\n")), ["one\n\n# two", "three\nand four\n"]);
  assert.deepEqual(texts(file.replace(/<!-- loci:drawer id=a[\s\S]*?\/loci:drawer -->\n/, "My own words.\n")), [
    "three",
  ]);
  assert.deepEqual(texts(file.replaceAll("\n", "\r\n")), ["one\r\n\r\n# two", "three"]);
  const [first] = readDrawers(file);
  assert.deepEqual(first?.lines, { start: 4, end: 6 });
  assert.equal(file.slice(first?.body.start, first?.body.end), "one\n\n# two");
});

test("damage loses nothing that was written", () => {
  const file = writeDrawer(writeDrawer("", drawer("one", "a"), "r"), drawer("two", "b"), "r");
  const unclosed = readDrawers(file.replace("<!-- /loci:drawer -->\n", ""));
  assert.deepEqual(
    unclosed.map(({ text }) => text.trim()),
    ["one", "two"],
  );
  const repeated = readDrawers(file.replace("id=b", "id=a"));
  assert.deepEqual(
    repeated.map(({ id }) => id),
    ["a", ""],
  );
  assert.deepEqual(
    readDrawers(file.replace(" id=b", "")).map(({ id }) => id),
    ["a", ""],
  );
  assert.deepEqual(readDrawers("<!-- /loci:drawer -->\n"), []);
});

test("a room's file is found from its place and its place from the file, and never leaves the folder", () => {
  assert.equal(
    drawerFilePath({ wing: "wing_Driftwood", room: "Auth Migration" }),
    "palace/driftwood/auth-migration.md",
  );
  assert.deepEqual(drawerFilePlace("palace/driftwood/auth-migration.md"), {
    wing: "driftwood",
    room: "auth-migration",
  });
  assert.equal(drawerFilePlace("notes/a.md"), null);
  fc.assert(
    fc.property(
      fc.string({ unit: codePoint, maxLength: 12 }),
      fc.string({ unit: codePoint, maxLength: 12 }),
      (wing, room) => {
        const path = drawerFilePath({ wing: `../${wing}`, room: `..\\${room}/..` });
        assert.match(path, /^palace\/[^/\\.]+\/[^/\\.]+\.md$/);
        const place = drawerFilePlace(path);
        assert.ok(place !== null);
        assert.equal(drawerFilePath(place), path);
      },
    ),
  );
});

test("a drawer of any text is written, framed, read and erased in linear time", async () => {
  for (const one of ["\n", "\r\n", " ", "\t\n", "\\", "<!-- ", "<!-- /loci:drawer -->\n", "<!-- loci:room -->\n"])
    await assertLinear(JSON.stringify(one), 40_000, (size) => {
      const file = framed(writeDrawer("", drawer(one.repeat(size / one.length)), "auth"));
      assert.equal(roomFault(file), null);
      eraseDrawer(file, readDrawers(framed(file))[0] as ReturnType<typeof readDrawers>[number]);
    });
});
