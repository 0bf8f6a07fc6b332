import assert from "node:assert/strict";
import { test } from "node:test";
import { constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { seededRandom } from "../../evaluation/metrics.ts";
import { unpackedStreams } from "./compressed-streams.ts";

const random = seededRandom(7);
const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
const words = "the vault in the old harbour opens with a word that nobody else knows, or so Elias says".split(" ");
const prose = (length: number): string =>
  Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(" ");
const contains = (bytes: Buffer, text: string): boolean =>
  [...unpackedStreams(bytes)].some((one) => one.includes(text));

const FORMS: Readonly<Record<string, (text: string) => Buffer>> = {
  "deflate as the index writes it": (text) => deflateRawSync(text, { level: 1, windowBits: 12, memLevel: 6 }),
  "deflate at its best": (text) => deflateRawSync(text, { level: 9 }),
  "deflate without tables": (text) => deflateRawSync(text, { strategy: constants.Z_FIXED }),
  zlib: (text) => deflateSync(text, { level: 1 }),
  gzip: (text) => gzipSync(text),
  zstd: (text) => zstdCompressSync(text),
};

for (const [form, pack] of Object.entries(FORMS))
  test(`a text is found in a stream that begins anywhere: ${form}`, () => {
    for (const length of [6, 60, 2_000])
      for (let round = 0; round < 5; round++) {
        const text = `[["Kept: marzipanimoose ${prose(length)} zanzibaritone."]]`;
        const stream = pack(text);
        const bytes = Buffer.concat([noise(100 + round), stream, noise(300)]);
        assert.ok(contains(bytes, form === "zstd" ? "marzipanimoose" : "zanzibaritone"), `${length} words`);
        // At the end of what is there, and broken off.
        assert.ok(contains(bytes.subarray(0, 100 + round + stream.length), "zanzibaritone"), `${length} words`);
        if (length === 2_000 && form !== "zstd")
          assert.ok(contains(Buffer.concat([stream.subarray(0, stream.length / 2), noise(50)]), "marzipanimoose"));
      }
  });

test("chance unpacks to next to nothing", () => {
  assert.ok([...unpackedStreams(noise(200_000))].length < 40);
});
