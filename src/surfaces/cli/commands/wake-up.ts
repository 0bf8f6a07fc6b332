import type { WakeUp } from "../../../index.ts";
import type { OptionSpec } from "../../shared/option-spec.ts";
import { addOptions } from "../add-options.ts";
import type { CommandModule } from "../command-module.ts";
import { printable } from "../output/printable.ts";
import type { Session } from "../session.ts";

const OPTIONS = [
  {
    name: "budgetTokens",
    type: "integer",
    min: 0,
    max: 100000,
    value: "N",
    doc: "tokens that the brief may take, 800 by default",
  },
  { name: "wing", type: "text", value: "WING", doc: "about this wing only" },
] as const satisfies readonly OptionSpec[];

interface Flags {
  readonly budgetTokens?: number;
  readonly wing?: string;
}

/** `loci wake-up` */
export const command: CommandModule = {
  examples: [
    ["loci wake-up", "who this is, what is pinned, active, open, and what happened last"],
    ["loci wake-up --budget-tokens 300 --wing driftwood", "shorter, and of one project"],
  ],
  define(command, session) {
    command.description(
      "A brief for the start of a session, within a budget of tokens; each line names the drawer that it " +
        "comes from. Drawers of the rooms 'identity' and 'pinned' come first.",
    );
    addOptions(command, OPTIONS);
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
