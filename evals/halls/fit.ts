/**
 * Learns the weights of the hall classifier from the development sentences (never from the test part): softmax regression
 * with an L2 penalty, full-batch, from zero, so the same data gives the same weights. The penalty is chosen by
 * ten-fold cross-validation where each fold is one domain, so that what is learned must carry over to a subject not seen.
 *
 * Run: `node evals/halls/fit.ts` (cross-validation, then writes src/palace/halls/weights.json)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { FEATURES, sentenceFeatures } from "../../src/palace/halls/sentence-features.ts";
import { HALLS } from "../../src/palace/halls/classify-hall.ts";
import { splitSentences } from "../../src/palace/halls/split-sentences.ts";

interface Line {
  readonly text: string;
  readonly hall: string | null;
  readonly domain: string;
  readonly split: string;
}
interface Example {
  readonly features: readonly number[];
  readonly label: number;
  readonly domain: string;
  readonly text: string;
}

const CLASSES = HALLS.length + 1;
const ROUNDS = 1500;
const PENALTIES = [0.5, 1, 2, 4, 8];

const here = new URL("./", import.meta.url);
const lines = readFileSync(new URL("sentences.jsonl", here), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);
const dev: Example[] = lines
  .filter((line) => line.split === "dev")
  .map((line) => ({
    features: merged(line.text),
    label: line.hall === null ? HALLS.length : HALLS.indexOf(line.hall as never),
    domain: line.domain,
    text: line.text,
  }));
const domains = [...new Set(dev.map((example) => example.domain))];

let best = { penalty: 0, f1: -1 };
for (const penalty of PENALTIES) {
  const guesses: [number, number][] = [];
  const wrong: string[] = [];
  for (const held of domains) {
    const weights = learn(
      dev.filter((example) => example.domain !== held),
      penalty,
      400,
    );
    for (const example of dev.filter((e) => e.domain === held)) {
      const guess = predict(weights, example.features);
      guesses.push([example.label, guess]);
      if (guess !== example.label) wrong.push(`${name(example.label)} → ${name(guess)}: ${example.text}`);
    }
  }
  const f1 = macroF1(guesses);
  console.log(
    `penalty ${penalty}: macro-F1 over halls ${f1.toFixed(3)}, accuracy ${(guesses.filter(([a, b]) => a === b).length / guesses.length).toFixed(3)}`,
  );
  if (process.argv.includes("--failures") && penalty === 2) console.log(wrong.sort().join("\n"));
  if (f1 > best.f1) best = { penalty, f1 };
}

const weights = learn(dev, best.penalty, ROUNDS);
const rows = FEATURES.map((feature, f) => {
  const row = Array.from({ length: CLASSES }, (_, c) => Math.round((weights[f * CLASSES + c] as number) * 100) / 100);
  return row.every((value) => value === 0) ? null : `  "${feature}": [${row.join(", ")}]`;
}).filter((row) => row !== null);
writeFileSync(new URL("../../src/palace/halls/weights.json", here), `{\n${rows.join(",\n")}\n}\n`);
console.log(`written from ${dev.length} sentences with penalty ${best.penalty}, macro-F1 ${best.f1.toFixed(3)}`);

/** Features of all sentences of a line together; nearly every line is one sentence. */
function merged(text: string): readonly number[] {
  return [...new Set(splitSentences(text).flatMap((sentence) => sentenceFeatures(sentence)))];
}

function learn(examples: readonly Example[], penalty: number, rounds: number): Float64Array {
  const size = FEATURES.length * CLASSES;
  const weights = new Float64Array(size);
  const velocity = new Float64Array(size);
  const gradient = new Float64Array(size);
  const row = new Float64Array(CLASSES);
  const counts = new Array<number>(CLASSES).fill(0);
  for (const { label } of examples) counts[label] = (counts[label] as number) + 1;
  for (let round = 0; round < rounds; round++) {
    // The bias (feature 0) is not penalised.
    for (let i = 0; i < size; i++) gradient[i] = i < CLASSES ? 0 : penalty * (weights[i] as number);
    for (const { features, label } of examples) {
      probabilities(weights, features, row);
      for (const f of features)
        for (let c = 0; c < CLASSES; c++)
          gradient[f * CLASSES + c] =
            (gradient[f * CLASSES + c] as number) + (row[c] as number) - (c === label ? 1 : 0);
    }
    for (let i = 0; i < size; i++) {
      velocity[i] = 0.9 * (velocity[i] as number) - (0.5 / examples.length) * (gradient[i] as number);
      weights[i] = (weights[i] as number) + (velocity[i] as number);
    }
  }
  return weights;
}

function probabilities(weights: Float64Array, features: readonly number[], row: Float64Array): void {
  row.fill(0);
  for (const f of features)
    for (let c = 0; c < CLASSES; c++) row[c] = (row[c] as number) + (weights[f * CLASSES + c] as number);
  const largest = Math.max(...row);
  let sum = 0;
  for (let c = 0; c < CLASSES; c++) sum += row[c] = Math.exp((row[c] as number) - largest);
  for (let c = 0; c < CLASSES; c++) row[c] = (row[c] as number) / sum;
}

function predict(weights: Float64Array, features: readonly number[]): number {
  const row = new Float64Array(CLASSES);
  probabilities(weights, features, row);
  return row.indexOf(Math.max(...row));
}

function macroF1(guesses: readonly (readonly [number, number])[]): number {
  let sum = 0;
  for (let c = 0; c < HALLS.length; c++) {
    const hit = guesses.filter(([a, b]) => a === c && b === c).length;
    const labelled = guesses.filter(([a]) => a === c).length;
    const guessed = guesses.filter(([, b]) => b === c).length;
    sum += hit === 0 ? 0 : (2 * hit) / (labelled + guessed);
  }
  return sum / HALLS.length;
}

function name(c: number): string {
  return HALLS[c] ?? "none";
}
