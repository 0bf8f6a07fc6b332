import type { CommandModule } from "../command.ts";
import type { Session } from "../session.ts";

/** `loci palace undo` */
export const command: CommandModule = {
  examples: [["loci palace undo", "take the last correction back"]],
  define(command, session) {
    command
      .description("Take back the last merge, rename or move, of wings too; again, the one before.")
      .action(() => undo(session));
  },
};

async function undo(session: Session): Promise<void> {
  await session.readProject(async ({ project }) => {
    const answer = await project.undoCorrection({ caller: session.caller });
    const { undone, from, to, left } = answer;
    await session.answer(answer, () => `undone: ${undone}, ${from} to ${to}; ${left} more can be undone`);
  });
}
