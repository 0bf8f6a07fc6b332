import type { WakeUp } from "../../../index.ts";
import { type ValuesOf, WAKE_UP } from "../../../model/requests/index.ts";
import { addFlags } from "../request-flags.ts";
import type { CommandModule } from "../command.ts";
import { printable } from "../output/style.ts";
import type { Session } from "../session.ts";

type Flags = ValuesOf<typeof WAKE_UP>;

/** `loci wake-up` */
export const command: CommandModule = {
  examples: [
    ["loci wake-up", "who this is, what is pinned, active, open, and what happened last"],
    ["loci wake-up --budget-tokens 300 --wing driftwood", "shorter, and of one project"],
  ],
  define(command, session) {
    command.description(
      "A brief for the start of a session, within a budget of tokens; each line names the drawer that it " +
        "comes from. What was pinned with 'loci add --pin' comes first, of the room 'identity' before all.",
    );
    addFlags(command, WAKE_UP);
    command.action((flags: Flags) => run(session, flags));
  },
};

async function run(session: Session, flags: Flags): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const brief = await project.wakeUp({ ...flags, caller: session.caller });
    await session.answer(brief, () => (brief.text === "" ? nothing(brief) : printable(brief.text)));
  });
}

function nothing({ left, budgetTokens }: WakeUp): string {
  const lines = Object.values(left).reduce((sum, count) => sum + count, 0);
  return lines === 0
    ? "the palace is empty: loci index FOLDER --scope kb"
    : `none of ${lines} lines fits into ${budgetTokens} tokens`;
}
