import type { SpendLine } from "../../../index.ts";
import { SPEND } from "../../../model/requests/index.ts";
import { addFlags } from "../request-flags.ts";
import type { CommandModule } from "../command.ts";
import type { Style } from "../output/style.ts";
import { table } from "../output/table.ts";
import { requireOwner, type Session } from "../session.ts";

/** `loci spend` */
export const command: CommandModule = {
  examples: [
    ["loci spend", "who used how much of the language model in the last week"],
    ["loci spend --days 1", "today"],
  ],
  define(command, session) {
    command.description(
      "Show what calls of the language model came to, by day, caller and job. What each caller may use a day: " +
        "llm.daily_token_limit, llm.user_token_limit, llm.public_token_limit.",
    );
    addFlags(command, SPEND);
    command.action(({ days }: { readonly days?: number }) => run(session, days));
  },
};

async function run(session: Session, days: number | undefined): Promise<void> {
  requireOwner(session);
  await session.lookIntoProject(async ({ project }) => {
    const answer = await project.spend(days === undefined ? {} : { days });
    await session.answer(answer, () => render(answer.spend, session.style));
  });
}

function render(lines: readonly SpendLine[], style: Style): string {
  if (lines.length === 0) return "nothing was asked of a language model";
  return table(
    [
      { heading: "day" },
      { heading: "caller" },
      { heading: "job" },
      { heading: "calls", right: true },
      { heading: "tokens", right: true },
      { heading: "cost", right: true },
    ],
    lines.map(({ day, caller, job, calls, tokens, cost }) => [
      day,
      caller,
      job,
      String(calls),
      String(tokens),
      cost === 0 ? "" : cost.toFixed(4),
    ]),
    style,
  );
}
