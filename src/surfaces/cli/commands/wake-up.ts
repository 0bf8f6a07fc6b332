import { WAKE_UP } from "../../../model/requests/index.ts";
import { printable } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";

/** `loci wake-up` */
export const command = projectCommand({
  examples: [
    ["loci wake-up", "who this is, what is pinned, active, open, and what happened last"],
    ["loci wake-up --budget-tokens 300 --wing driftwood", "shorter, and of one project"],
  ],
  description:
    "A brief for the start of a session, within a budget of tokens; each line names the passage that it " +
    "comes from. What was pinned with 'loci add --pin' comes first, of the room 'identity' before all.",
  flags: WAKE_UP,
  opens: "looks",
  ask: ({ project, caller }, flags) => project.wakeUp({ ...flags, caller }),
  text({ text, left, budgetTokens }) {
    if (text !== "") return printable(text);
    const lines = Object.values(left).reduce((sum, count) => sum + count, 0);
    return lines === 0
      ? "the palace is empty: loci index FOLDER --scope kb"
      : `none of ${lines} lines fits into ${budgetTokens} tokens`;
  },
});
