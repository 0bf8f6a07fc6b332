/**
 * What a home that is indexed already answers with: `node bench/home.ts HOME [QUESTIONS]` (60), over one of `npm run bench -- --million` or of
 * `bench/measure/index-corpus.ts`, of any size. Milliseconds of questions to the whole and to a wing, a process that does nothing else with the limits of
 * `loci serve`, its memory, and cold `loci search`, on the clock and of processor time. JSON. Opens the home, so a format that is older is converted.
 */
import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";
import { corpusQuestions, WINGS, wingName } from "./corpus/write-corpus.ts";
import { CLI } from "./measure/public-api.ts";
import { median, quantile } from "./measure/quantile.ts";
import { FRUGAL, runMeasure } from "./measure/run-measure.ts";
import type { Asked, SearchFigures } from "./measure/search-corpus.ts";
import { childrenTime } from "./measure/whole-process.ts";

const [home = "", count = "60"] = process.argv.slice(2);
const questions = corpusQuestions(Number(count));
const asked: Asked = {
  before: corpusQuestions(40, 1),
  questions,
  wings: Array.from({ length: WINGS }, (_, wing) => wingName(wing)),
};
const rounded = (value: number): number => Number(value.toFixed(2));

/** A cold `loci search`: milliseconds on the clock, and of processor time with its children's. */
function cold(question: string): readonly [clock: number, processor: number] {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    "sh",
    [
      "-c",
      '"$@" > /dev/null && times',
      "sh",
      process.execPath,
      CLI,
      "search",
      question,
      "--home",
      home,
      "--project",
      "bench",
    ],
    { encoding: "utf8" },
  );
  const clock = performance.now() - start;
  if (status !== 0) throw new Error(stderr);
  return [clock, childrenTime(stdout)];
}

const found = runMeasure<SearchFigures>("search-corpus.ts", {
  args: ["--home", home, "--rounds", "2"],
  flags: FRUGAL,
  input: asked,
});
const colds = corpusQuestions(7, 9000).map(cold);
const way = (name: "hybrid" | "lexical" | "wing"): object => ({
  p50: rounded(median(found.times[name])),
  p95: rounded(quantile(found.times[name], 0.95)),
  quickest: rounded(Math.min(...found.times[name])),
  processor: rounded(found.processor[name]),
});
console.log(
  JSON.stringify(
    {
      whole: way("hybrid"),
      words: way("lexical"),
      wing: way("wing"),
      firstMs: rounded(found.firstMilliseconds),
      rssMb: Math.round(found.rssBytes / 1e6),
      cold: {
        p50: Math.round(median(colds.map(([clock]) => clock))),
        quickest: Math.round(Math.min(...colds.map(([clock]) => clock))),
        processor: Math.round(median(colds.map(([, processor]) => processor))),
      },
      load: loadavg()[0],
    },
    null,
    2,
  ),
);
