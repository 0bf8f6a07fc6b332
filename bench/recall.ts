/**
 * How many of the ten drawers that are best by cosine a large index's codes choose, and where estimates rank them:
 * `node bench/recall.ts INDEX.sqlite [QUESTIONS]`, over an index of `npm run bench -- --million` with its bundled model. Reads all vectors into memory.
 */
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { openStaticEmbedding } from "../src/embedding/static/provider.ts";
import { quantise } from "../src/model/vector.ts";
import { CodeStore } from "../src/storage/sqlite/vectors/code-store.ts";
import { VectorStore } from "../src/storage/sqlite/vectors/vector-store.ts";
import { CODE_ROWS, Part, partKey, type PartNumber, recordBytes } from "../src/storage/sqlite/segment/part-store.ts";
import { corpusQuestions } from "./corpus/write-corpus.ts";
import { quantile } from "./measure/quantile.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const [path = "", questions = "60"] = positionals;
const database = new DatabaseSync(path, { readOnly: true });
const { dimension } = database.prepare("SELECT dimension FROM state").get() as { dimension: number };
const vectors = new VectorStore(dimension, true);
const codes = new CodeStore(dimension);
const select = database.prepare("SELECT body FROM parts WHERE place >= ? AND place < ? ORDER BY place");
const bodies = (segment: number, part: PartNumber): readonly Uint8Array[] =>
  select.all(partKey(segment, part), partKey(segment, part) + 2 ** 20).map((row) => row["body"] as Uint8Array);
const segments = database
  .prepare("SELECT number, drawers FROM segments ORDER BY first_document")
  .all()
  .map((row) => {
    const [number, drawers] = [Number(row["number"]), Number(row["drawers"])];
    const [blocks, chunks] = [vectors.allocate(drawers), codes.allocate(drawers)];
    const norms = new Float32Array(drawers);
    let first = 0;
    for (const page of bodies(number, Part.records)) {
      const count = page.length / recordBytes(dimension);
      vectors.write(blocks, first, page.subarray(0, count * dimension));
      norms.set(new Float32Array(page.slice(count * dimension, count * (dimension + 4)).buffer), first);
      first += count;
    }
    bodies(number, Part.codes).forEach((page, i) => codes.write(chunks, i * CODE_ROWS, page));
    vectors.writeNorms(blocks, norms);
    return { blocks, chunks, drawers };
  });
const total = segments.reduce((sum, { drawers }) => sum + drawers, 0);
const provider = openStaticEmbedding();
const ranks: number[] = [];
for (const question of corpusQuestions(Number(questions))) {
  const query = quantise(await provider.embedQuery(question));
  vectors.setQuery(query);
  codes.setQuery(query);
  const [cosines, estimates] = [new Float32Array(total), new Float32Array(total)];
  let base = 0;
  for (const { blocks, chunks, drawers } of segments) {
    vectors.scan(
      blocks,
      () => 0,
      (row, cosine) => (cosines[base + row] = cosine),
    );
    codes.scan(
      chunks,
      null,
      () => 0,
      (row, estimate) => (estimates[base + row] = estimate),
    );
    base += drawers;
  }
  const tenth = cosines.toSorted().at(-10) as number;
  const ordered = estimates.toSorted();
  cosines.forEach((cosine, i) => {
    if (cosine < tenth) return;
    // How many estimates are above its own.
    let low = 0;
    let high = ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ordered[middle] as number) <= (estimates[i] as number)) low = middle + 1;
      else high = middle;
    }
    ranks.push(ordered.length - low);
  });
}
const within = (survivors: number): number => ranks.filter((rank) => rank < survivors).length / ranks.length;
console.log(
  JSON.stringify({
    drawers: total,
    asked: ranks.length,
    rank: Object.fromEntries([0.5, 0.9, 0.99, 0.995, 1].map((share) => [share, quantile(ranks, share)])),
    recallAtTen: Object.fromEntries([128, 160, 256, 512].map((survivors) => [survivors, within(survivors)])),
  }),
);
