/**
 * Whether Loci has become slower: `npm run bench:check [-- --short] [-- --write]`.
 *
 * Builds the commit that set the figures of `bench/report.json` beside today's, and lets both do the same in turn: search, start, MCP and index, over a
 * small palace, 10,000 and (without `--short`) 100,000 drawers. Processor time is compared pair by pair, since a busy machine lengthens both. Red, with
 * status 1, where three of three pairs agree on more than 8 %, and six more of what they were red for, the last three over palaces that were indexed
 * anew. `--write` sets the figures of today and `bench/report.md`.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isSlower, type Pair, PAIRS, summary, TOLERANCE } from "./check/judge.ts";
import { buildOf } from "./check/other-build.ts";
import { processorTime } from "./check/processor-time.ts";
import { corpusQuestions, WINGS, wingName, writeCorpus } from "./corpus/write-corpus.ts";
import type { IndexFigures } from "./measure/index-corpus.ts";
import { LIST_TOOLS } from "./measure/list-tools.ts";
import { ROOT } from "./measure/public-api.ts";
import { FRUGAL, runMeasure } from "./measure/run-measure.ts";
import type { Asked, SearchFigures } from "./measure/search-corpus.ts";
import { comparisonPage, conditions, writeComparison } from "./report/table.ts";

/** A build that is measured. */
interface Build {
  readonly name: "before" | "now";
  readonly root: string;
}

/** Something that both builds do: figures by name, milliseconds of processor time. Cheap enough for six runs. */
type Task = (build: Build) => Readonly<Record<string, number>>;

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
const REPORT = join(ROOT, "bench", "report.json");
const SMALL = 500;
const sizes = values.short ? [SMALL, 10_000] : [SMALL, 10_000, 100_000];
// Not inside the checkout: what git ignores is not indexed.
const work = join(tmpdir(), "loci-bench");
mkdirSync(work, { recursive: true });

function compare(before: Build, now: Build): void {
  const at = conditions();
  const measured = (builds: readonly Build[]): readonly Task[] => sizes.flatMap((size) => tasksOf(size, builds));
  const taken = new Map<string, Pair[]>();
  const take = (tasks: readonly Task[]): void => {
    for (let round = 0; round < PAIRS; round++) for (const task of tasks) pair(task, round);
  };
  const pair = (task: Task, round: number): void => {
    // Each is the first as often as the other.
    const first = round % 2 === 0 ? before : now;
    const [one, two] = [task(first), task(first === before ? now : before)];
    const [old, fresh] = first === before ? [one, two] : [two, one];
    for (const [what, spent] of Object.entries(old)) {
      if (!taken.has(what)) taken.set(what, []);
      taken.get(what)?.push({ before: spent, now: fresh[what] ?? Number.NaN });
    }
  };
  const slower = (): string[] => [...taken].filter(([, pairs]) => isSlower(pairs)).map(([what]) => what);
  const tasks = measured([before, now]);
  take(tasks);
  // By chance three pairs agree once in a thousand times; six don't, but for where the files of one palace happen to lie.
  if (slower().length > 0) take(tasks);
  if (slower().length > 0) take(measured([now, before]));
  const red = slower();
  const comparison = {
    ...at,
    before: commit,
    rows: [...taken].map(([what, pairs]) => ({ what, ...rounded(summary(pairs)) })),
  };
  console.log(comparisonPage(comparison));
  if (values.write) {
    writeComparison(comparison);
  } else if (red.length > 0) {
    console.error(`slower than ${commit} by more than ${Math.round((TOLERANCE - 1) * 100)} %: ${red.join("; ")}`);
    process.exitCode = 1;
  }
}

/** What is measured over a palace of so many drawers, which each build has indexed itself. */
function tasksOf(size: number, builds: readonly Build[]): readonly Task[] {
  const corpus = writeCorpus(join(work, `corpus-${size}`), size);
  const home = ({ name }: Build): string => join(work, `check-${size}-${name}`);
  const index = (build: Build): number => {
    rmSync(home(build), { recursive: true, force: true });
    const { processorSeconds } = runMeasure<IndexFigures>("index-corpus.ts", {
      args: ["--home", home(build), "--corpus", JSON.stringify(corpus)],
      api: join(build.root, "dist", "index.js"),
    });
    return processorSeconds * 1_000;
  };
  const label = size < 10_000 ? "small" : `${size / 1_000} k`;
  const cli = ({ root }: Build, ...args: readonly string[]): readonly string[] => [
    process.execPath,
    join(root, "bin", "loci.js"),
    ...args,
  ];
  const at = (build: Build): readonly string[] => ["--home", home(build), "--project", "bench"];
  const question = corpusQuestions(1, 9_000)[0] ?? "";
  const starts: Task = (build) => ({
    [`${label}: cold search`]: processorTime(cli(build, "search", question, ...at(build))),
    [`${label}: cold search by words`]: processorTime(
      cli(build, "search", question, "--mode", "lexical", ...at(build)),
    ),
    [`${label}: loci mcp to the list of tools`]: processorTime(cli(build, "mcp", ...at(build)), { input: LIST_TOOLS }),
  });
  const searches: Task = (build) => {
    const { processor } = runMeasure<SearchFigures>("search-corpus.ts", {
      args: ["--home", home(build), "--rounds", "1"],
      flags: FRUGAL,
      input: asked(),
      api: join(build.root, "dist", "index.js"),
    });
    return {
      [`${label}: search`]: processor.hybrid,
      [`${label}: search by words`]: processor.lexical,
      [`${label}: search in one wing of ten`]: processor.wing,
    };
  };
  if (size === SMALL) return [(build) => ({ [`${label}: index`]: index(build) }), starts];
  for (const build of builds) index(build);
  return [starts, searches];
}

function asked(): Asked {
  return {
    before: corpusQuestions(60, 5_000),
    questions: corpusQuestions(120),
    wings: Array.from({ length: WINGS }, (_, i) => wingName(i)),
  };
}

function rounded({ before, now, ratio }: Pair & { readonly ratio: number }): Pair & { readonly ratio: number } {
  const short = (value: number): number => Number(value.toFixed(value < 10 ? 2 : 0));
  return { before: short(before), now: short(now), ratio: Number(ratio.toFixed(2)) };
}

const { commit } = JSON.parse(readFileSync(REPORT, "utf8")) as { readonly commit: string };
const other = buildOf(commit, work);
if (other === null)
  console.log(`bench:check: the commit ${commit}, which set the figures, isn't in this clone; nothing is compared`);
else compare({ name: "before", root: other }, { name: "now", root: ROOT });
