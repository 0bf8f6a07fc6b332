import { RED_TEAM, type ValuesOf } from "../../../model/requests/index.ts";
import { EXIT } from "../../shared/error-table.ts";
import type { CommandModule } from "../command-table.ts";
import { table } from "../output/table.ts";
import { addFlags } from "../request-flags.ts";
import { requireOwner, type Session } from "../session.ts";

/** `loci redteam` */
export const command: CommandModule = {
  examples: [["loci redteam", "attack your own palace: what a hostile passage could get through"]],
  define(command, session) {
    addFlags(command, RED_TEAM)
      .description(
        "Play attacks inside your own passages: orders, forged fences, false citations, leaks by links " +
          "and images, notes that you never said. Nothing is stored and no model is asked: the worst model " +
          "is assumed, one that obeys. Anything that gets through ends with status 1.",
      )
      .action((flags: ValuesOf<typeof RED_TEAM>) => run(session, flags));
  },
};

async function run(session: Session, flags: ValuesOf<typeof RED_TEAM>): Promise<void> {
  requireOwner(session);
  await session.lookIntoProject(async ({ project }) => {
    const report = await project.redTeam(flags);
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
