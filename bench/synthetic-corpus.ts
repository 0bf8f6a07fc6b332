import { createHash } from "node:crypto";
import { seededRandom } from "../evals/shared/report.ts";
import { quantise, type QuantisedVector } from "../src/model/vector.ts";
import type { DocumentWrite, DrawerWrite } from "../src/storage/ports/search-index.ts";

/** What a corpus is made of. The same settings give the same corpus on every machine. */
export interface CorpusSettings {
  readonly drawers: number;
  /** Mean characters of a drawer. */
  readonly characters: number;
  /** Distinct words; their frequencies fall as Zipf's law has it. */
  readonly vocabulary: number;
  readonly dimension: number;
  readonly drawersADocument: number;
  /** Wings, one after the other over documents, so that a wing filter keeps 1 / wings. */
  readonly wings: number;
}

/** Draws ranks 0 … size − 1 with probability ∝ 1 / (rank + 2.7), Zipf's law with Mandelbrot's shift. */
export function zipfDraw(size: number, random: () => number): () => number {
  const cumulative = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank++) cumulative[rank] = sum += 1 / (rank + 2.7);
  return () => {
    const target = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulative[middle] as number) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const CONSONANTS = "bdfgklmnprstvz";
const VOWELS = "aeiou";

/** A pronounceable word for each rank; frequent ones are short. */
export function wordOfRank(rank: number): string {
  let rest = rank;
  let word = "";
  do {
    word += CONSONANTS[rest % 14] as string;
    rest = Math.floor(rest / 14);
    word += VOWELS[rest % 5] as string;
    rest = Math.floor(rest / 5);
  } while (rest > 0);
  return `${word}${CONSONANTS[rank % 13] as string}`;
}

/**
 * A vector near one of a thousand centres, as texts on one subject are, with components of falling variance, as those of a
 * model reduced by principal components are.
 */
export function syntheticVector(random: () => number, dimension: number): QuantisedVector {
  const centre = seededRandom(Math.floor(random() * 1000));
  const normal = (draw: () => number): number => draw() + draw() + draw() - 1.5;
  return quantise(
    Float32Array.from({ length: dimension }, (_, i) => (normal(centre) + 0.8 * normal(random)) / Math.sqrt(1 + i / 32)),
  );
}

/** Documents of a corpus, one after the other. */
export function* syntheticCorpus(settings: CorpusSettings): Generator<DocumentWrite> {
  const random = seededRandom(1);
  const draw = zipfDraw(settings.vocabulary, random);
  let made = 0;
  for (let number = 0; made < settings.drawers; number++) {
    const path = `folder-${number % 97}/note-${number}.md`;
    const title = [draw(), draw(), draw()].map(wordOfRank).join(" ");
    const drawers: DrawerWrite[] = [];
    let at = 0;
    const size = Math.min(settings.drawers - made, 1 + Math.floor(random() * (settings.drawersADocument * 2 - 1)));
    for (let i = 0; i < size; i++) {
      const heading = [draw(), draw()].map(wordOfRank).join(" ");
      const target = settings.characters * (0.4 + 1.2 * random());
      let text = `## ${heading}\n\n`;
      while (text.length < target) text += `${wordOfRank(draw())}${random() < 0.08 ? ".\n" : " "}`;
      drawers.push({
        drawer: {
          id: createHash("sha256").update(`${path}|${i}`).digest("hex").slice(0, 32),
          text,
          caption: null,
          heading,
          headingLevel: 2,
          breadcrumb: [title, heading],
          names: [],
          elementType: "section",
          span: { start: at, end: at + text.length },
          lines: { start: i * 9 + 1, end: i * 9 + 9 },
          pages: null,
          message: null,
          placement: {
            wing: { value: `wing-${number % settings.wings}`, by: "rule" },
            hall: { value: random() < 0.3 ? "facts" : null, by: "rule" },
            room: { value: `room-${number % 211}`, by: "rule" },
            topicalHalls: [],
          },
          date: { value: new Date(1_600_000_000_000 + number * 3_600_000).toISOString(), by: "modified" },
        },
        vector: syntheticVector(random, settings.dimension),
        signals: Math.floor(random() * 64),
      });
      at += text.length;
    }
    made += size;
    yield {
      document: {
        source: "bench",
        path,
        scope: "kb",
        documentType: "md",
        title,
        contentHash: createHash("sha256").update(path).digest("hex"),
        bytes: at,
        modifiedAt: 1_600_000_000_000 + number * 3_600_000,
      },
      drawers,
    };
  }
}
