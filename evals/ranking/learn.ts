/**
 * Learns the weights of `src/ranking/weights.ts` on the development collections and writes what each feature gains.
 * Candidates are collected once a collection and kept in FOLDER; without it they are collected anew. Of each collection at most 400 questions
 * are fitted on, evenly over its groups; all are judged. A fit
 * takes 6 s of processor time; there are some thirty.
 * Run: node evals/ranking/learn.ts [DATA] [FOLDER] > evals/ranking/figures.md
 */
import { join } from "node:path";
import { FEATURES } from "../../src/ranking/features.ts";
import { WEIGHTS } from "../../src/ranking/weights.ts";
import { collectConversations, collectIr, type Collection, kept } from "./collect.ts";
import { fit } from "./fit.ts";
import { judge } from "./judge.ts";

const data = process.argv[2] ?? "../shared/data";
const folder = process.argv[3] ?? null;
const collections = [
  await kept(folder, "locomo", async () => await collectConversations("LoCoMo", join(data, "locomo"))),
  await kept(folder, "realmem", async () => await collectConversations("RealMem", join(data, "realmem"))),
  await kept(folder, "scifact", async () => await collectIr("SciFact", join(data, "ir", "scifact"))),
  await kept(folder, "beam", async () => await collectConversations("BEAM", join(data, "beam"))),
];
const all = FEATURES.map((_, i) => i);
const figures = (weights: readonly number[], of = collections): number[] => of.map((one) => judge(one, weights));
const learn = (from: readonly Collection[], used: readonly number[] = all): readonly number[] =>
  fit(from.map(sample), used, FEATURES.length);

/** Questions of a collection that are fitted on, so that a fit takes seconds. */
const FITTED_ON = 400;

function sample(one: Collection): Collection {
  const step = Math.max(1, one.questions.length / FITTED_ON);
  const last = Math.floor(one.questions.length / step);
  return {
    ...one,
    questions: Array.from(
      { length: last },
      (_, i) => one.questions[Math.floor(i * step)] as Collection["questions"][number],
    ),
  };
}

const full = learn(collections);
const reference = figures(full);
const out: string[] = [
  "# How the ranking weights were chosen",
  "",
  "Written by `node evals/ranking/learn.ts`. LoCoMo, RealMem and BEAM: recall at 10; SciFact: nDCG at 10; development parts, per cent.",
  "",
  `| weights | ${collections.map(({ name }) => name).join(" | ")} |`,
  "|---|---|---|---|---|",
  row("in use (`src/ranking/weights.ts`)", figures(FEATURES.map((name) => WEIGHTS[name]))),
  row("fitted on all four", reference),
  row("fitted without the group that is asked", crossValidated()),
  ...collections.map((left) =>
    row(`fitted without ${left.name}`, figures(learn(collections.filter((one) => one !== left)))),
  ),
  "",
  "What each feature gains: the fit on all four with it, less the fit without it. A feature stays where no collection loses more than half a point by it.",
  "",
  `| feature | weight (fitted, scaled) | ${collections.map(({ name }) => name).join(" | ")} |`,
  "|---|---|---|---|---|---|",
];
// As large together as the weights in use; those that no collection tells anything of take no part.
const scale =
  FEATURES.reduce((sum, name, i) => (full[i] === 0 ? sum : sum + Math.abs(WEIGHTS[name])), 0) /
  full.reduce((sum, weight) => sum + Math.abs(weight), 0);
for (const feature of all) {
  const without = figures(
    learn(
      collections,
      all.filter((other) => other !== feature),
    ),
  );
  const gains = reference.map((value, i) => value - (without[i] as number));
  out.push(
    `| ${FEATURES[feature]} | ${((full[feature] as number) * scale).toFixed(3)} | ${gains.map((gain) => (gain >= 0 ? "+" : "−") + Math.abs(gain).toFixed(2)).join(" | ")} |`,
  );
}
out.push(
  "",
  "A question of RealMem is asked at the time of its session. Those of LoCoMo don't say when they were asked, so they are asked today, years later, where",
  "`recency` is next to nothing. Had they been asked on the day after the last session:",
  "",
  "| `recency` counts for | LoCoMo, the day after |",
  "|---|---|",
);
const dayAfter = await kept(
  folder,
  "locomo-day-after",
  async () => await collectConversations("LoCoMo", join(data, "locomo"), true),
);
for (const weight of [0, WEIGHTS.recency, 2 * WEIGHTS.recency]) {
  out.push(
    row(
      String(weight),
      [
        judge(
          dayAfter,
          FEATURES.map((name) => (name === "recency" ? weight : WEIGHTS[name])),
        ),
      ],
      2,
    ),
  );
}
console.log(out.join("\n"));

function row(name: string, values: readonly number[], digits = 1): string {
  return `| ${name} | ${values.map((value) => value.toFixed(digits)).join(" | ")} |`;
}

/** Each group (conversation, user, fifth of the queries) judged by weights that were fitted without any question of it. */
function crossValidated(): number[] {
  const parts = 3;
  const partOf = (one: Collection): Map<string, number> =>
    new Map([...new Set(one.questions.map(({ group }) => group))].sort().map((group, i) => [group, i % parts]));
  const sums = collections.map(() => 0);
  for (let part = 0; part < parts; part++) {
    const weights = learn(
      collections.map((one) => ({
        ...one,
        questions: one.questions.filter(({ group }) => partOf(one).get(group) !== part),
      })),
    );
    collections.forEach((one, i) => {
      const inside = { ...one, questions: one.questions.filter(({ group }) => partOf(one).get(group) === part) };
      sums[i] = (sums[i] as number) + judge(inside, weights) * inside.questions.length;
    });
  }
  return sums.map((sum, i) => sum / (collections[i] as Collection).questions.length);
}
