import { LociError } from "../../../index.ts";
import { EXIT } from "../../shared/error-table.ts";
import type { CommandModule } from "../command-module.ts";
import { table } from "../output/table.ts";
import { requireOwner, type Session } from "../session.ts";

/** `loci redteam` */
export const command: CommandModule = {
  examples: [["loci redteam", "attack your own palace: what a hostile passage could get through"]],
  define(command, session) {
    command
      .description(
        "Play attacks inside your own passages: orders, forged fences, false citations, leaks by links " +
          "and images, notes that you never said. Nothing is stored and no model is asked: the worst model " +
          "is assumed, one that obeys. Anything that gets through ends with status 1.",
      )
      .option("--passages <n>", "passages that are written into, in memory only (20)")
      .action(({ passages }: { readonly passages?: string }) => run(session, passages));
  },
};

async function run(session: Session, passages: string | undefined): Promise<void> {
  requireOwner(session);
  if (passages !== undefined && !/^[1-9]\d{0,3}$/.test(passages))
    throw new LociError("USAGE", `'${passages.slice(0, 40)}' is no number of passages`, { hint: "give --passages 20" });
  await session.readProject(async ({ project }) => {
    const report = await project.redTeam(passages === undefined ? {} : { passages: Number(passages) });
    await session.answer(report, () => {
      const rows = report.attacks.map(({ attack, cases, through }) => [attack, String(cases), String(through)]);
      const shown = table(
        ["attack", "cases", "got through"].map((heading) => ({ heading })),
        rows,
        session.style,
      );
      return `${shown}\n${report.cases} cases, ${report.failures.length} got through`;
    });
    if (report.failures.length > 0) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}
