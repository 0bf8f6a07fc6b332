import { SPEND } from "../../../model/requests/index.ts";
import { table } from "../output/table.ts";
import { projectCommand } from "../project-command.ts";

/** `loci spend` */
export const command = projectCommand({
  examples: [
    ["loci spend", "who used how much of the language model in the last week"],
    ["loci spend --days 1", "today"],
  ],
  description:
    "Show what calls of the language model came to, by day, caller and job. What each caller may use a day: " +
    "llm.daily_token_limit, llm.user_token_limit, llm.public_token_limit.",
  flags: SPEND,
  ownerOnly: true,
  opens: "looks",
  ask: ({ project }, { days }) => project.spend({ days }),
  text: ({ spend }, style) =>
    spend.length === 0
      ? "nothing was asked of a language model"
      : table(
          ["day", "caller", "job", "#calls", "#tokens", "#cost"],
          spend.map(({ day, caller, job, calls, tokens, cost }) => [
            day,
            caller,
            job,
            calls,
            tokens,
            cost === 0 ? "" : cost.toFixed(4),
          ]),
          style,
        ),
});
