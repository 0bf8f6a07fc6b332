import { CLOSETS, type ValuesOf } from "../../../model/requests/index.ts";
import { addFlags } from "../request-flags.ts";
import type { CommandModule } from "../command.ts";
import { printable } from "../output/style.ts";
import type { Session } from "../session.ts";

type Flags = ValuesOf<typeof CLOSETS>;

/** `loci palace closets` */
export const command: CommandModule = {
  examples: [
    ["loci palace closets --wing driftwood", "what each document of a wing is about, in a few lines"],
    ["loci palace closets --wing driftwood --room auth-migration", "of one room"],
  ],
  define(command, session) {
    command.description(
      "Show the closets: for each document in each room who, what and when, which drawers hold it, and one " +
        "sentence word for word. The form is AAAK (docs/aaak.md).",
    );
    addFlags(command, CLOSETS);
    command.action((flags: Flags) => run(session, flags));
  },
};

async function run(session: Session, flags: Flags): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const closets = await project.closets({ ...flags, caller: session.caller });
    await session.answer(closets, () =>
      closets.closets.length === 0 ? "no closets here" : closets.closets.map(({ text }) => printable(text)).join("\n"),
    );
    const left = closets.total - closets.closets.length - (flags.offset ?? 0);
    if (left > 0)
      await session.notes([
        { code: "MORE", message: `${left} more`, hint: `--offset ${(flags.offset ?? 0) + closets.closets.length}` },
      ]);
  });
}
