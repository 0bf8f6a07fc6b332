import { addExpectation } from "../../../evaluation/own-questions.ts";
import { evaluateYours, FIGURES, type Report } from "../../../evaluation/yours.ts";
import { questionsFile } from "../../../index.ts";
import { flag } from "../../../model/requests/index.ts";
import { counted } from "../../shared/wording.ts";
import { oneLine } from "../output/style.ts";
import { withParts, plainCommand, projectCommand } from "../project-command.ts";
import { requireOwner } from "../session.ts";

const yours = plainCommand(
  {
    description: "Ask the questions that you added or wrote into your notes, and report how many found their answer.",
    examples: [
      [
        'loci eval add "which port does staging use?" deploy.md',
        "a question of your own, and the file or passage that answers it",
      ],
      ["loci eval --failures", "ask those, and what your notes expect: <!-- expect: question → file -->"],
    ],
    flags: {
      failures: flag("List the questions that found nothing right"),
    },
  },
  async (session, { failures }) => {
    requireOwner(session);
    await session.readProject(async ({ project, projectName }) => {
      const questions = questionsFile(session.options().home, projectName);
      const onProgress = (line: string): void => void session.aside(oneLine(line));
      const { failures: failed, ...report } = await evaluateYours({ project, questions }, onProgress);
      const shown = failures === true ? failed : [];
      await session.answer({ ...report, ...(failures === true && { failures: failed }) }, () => textOf(report, shown));
    });
  },
);

const add = projectCommand({
  description: "Keep a question of your own for 'loci eval'.",
  takes: [
    ["<question>", "as you would ask it"],
    ["<target>", "the file that answers it, by its path or the end of it, or a passage's id"],
  ],
  ownerOnly: true,
  opens: "changes",
  ask: async ({ project, projectName, session }, _flags, [question, target]: readonly [string, string]) =>
    await addExpectation(project, {
      file: questionsFile(session.options().home, projectName),
      query: question,
      target,
      folder: session.io.cwd,
    }),
  text: ({ query, target, added }, _style, { projectName, session }) =>
    `${added ? "added" : "there already"}: ${oneLine(query)} → ${oneLine(target)}\n` +
    `'loci eval' asks it; it stands in ${questionsFile(session.options().home, projectName)}`,
});

/** `loci eval [add]` */
export const command = withParts(yours, { add });

function textOf(report: Omit<Report, "failures">, failures: Report["failures"]): string {
  const [first, five, ten, mrr] = FIGURES.map((name) => `${report[name].toFixed(1)} %`);
  const asked = counted(report.counts.questions, "question");
  const figures = `${asked}: answered by the first hit ${first}, by one of five ${five}, by one of ten ${ten} (mean of 1/rank ${mrr})`;
  if (failures.length === 0) return figures;
  return [figures, "", "failed:", ...failures.map(({ id, query }) => `  ${oneLine(`${id}  ${query}`)}`)].join("\n");
}
